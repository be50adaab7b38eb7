import { useLingui } from '@lingui/react/macro';

/** When something happened: in the reader's own time, as it is about the platform and not about a trip. */
export function Moment({ at }: { at: string }) {
  const { i18n } = useLingui();
  const text = i18n.date(new Date(at), { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <time dateTime={at} className="nums text-ink-2 sm:whitespace-nowrap">
      {text}
    </time>
  );
}
