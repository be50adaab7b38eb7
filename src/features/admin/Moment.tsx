import { formatInstant } from '@/lib/format/dates';
import { dateFormat } from '@/lib/i18n/intl';

const offset = dateFormat({ timeZoneName: 'shortOffset' });

/** When something happened: in the reader's own time, which it names, as it is about the platform and not about a trip. */
export function Moment({ at }: { at: string }) {
  const date = new Date(at);
  const zone = offset()
    .formatToParts(date)
    .find(({ type }) => type === 'timeZoneName')?.value;
  return (
    <time dateTime={at} className="nums text-ink-2">
      <span className="sm:whitespace-nowrap">{formatInstant(at)}</span>{' '}
      <span className="text-xs whitespace-nowrap">{zone}</span>
    </time>
  );
}
