import { useLingui } from '@lingui/react/macro';
import { dateFormat } from '@/lib/i18n/intl';

const offset = dateFormat({ timeZoneName: 'shortOffset' });

/** When something happened: in the reader's own time, which it names, as it is about the platform and not about a trip. */
export function Moment({ at }: { at: string }) {
  const { i18n } = useLingui();
  const date = new Date(at);
  const text = i18n.date(date, { dateStyle: 'medium', timeStyle: 'short' });
  const zone = offset()
    .formatToParts(date)
    .find(({ type }) => type === 'timeZoneName')?.value;
  return (
    <time dateTime={at} className="nums text-ink-2">
      <span className="sm:whitespace-nowrap">{text}</span> <span className="text-xs">{zone}</span>
    </time>
  );
}
