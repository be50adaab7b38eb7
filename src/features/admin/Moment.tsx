import { formatInstant } from '@/lib/format/dates';

/** The time of an event in the reader's zone, as it is about the platform and not a trip. */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} className="nums text-ink-2 sm:whitespace-nowrap">
      {formatInstant(at)}
    </time>
  );
}
