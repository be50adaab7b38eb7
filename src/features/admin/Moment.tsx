import { formatInstant } from '@/lib/format/dates';

/** When something happened: on the reader's own clock, as it is about the platform and not about a trip. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} className="nums text-ink-2 sm:whitespace-nowrap">
      {formatInstant(at)}
    </time>
  );
}
