import { formatInstant } from '@/lib/format/dates';

/**
 * Shows the time of an event in the reader's time zone, because the event is about the platform and not about a
 * trip.
 */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} className="nums text-ink-2 sm:whitespace-nowrap">
      {formatInstant(at)}
    </time>
  );
}
