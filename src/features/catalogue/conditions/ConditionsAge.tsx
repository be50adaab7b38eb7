import { Trans } from '@lingui/react/macro';
import { formatMoment } from '@/lib/format/dates';
import { useBrowserValue } from '@/lib/hooks/use-browser-value';
import { cx } from '@/ui/cx';
import type { Age } from './age.ts';

interface Props {
  age: Age;
  timeZone: string | undefined;
  onRetry: () => void;
  className?: string;
}

/** Shows when the alerts were read and whether they are up to date. It is always one line, so that nothing moves. */
export function ConditionsAge({ age: { readAt, state }, timeZone, onRetry, className }: Props) {
  const time = formatMoment(new Date(readAt).toISOString(), timeZone ?? 'America/Guatemala');
  // Without JavaScript nothing can be checked.
  const inBrowser = useBrowserValue(() => true, false);
  return (
    <p className={cx('flex flex-wrap gap-x-2 text-sm text-ink-2', className)}>
      <span>
        <Trans>As of {time}.</Trans>
      </span>
      {inBrowser && (
        <span key={state}>
          {state === 'checking' ? (
            <Trans>Checking now…</Trans>
          ) : state === 'failed' ? (
            <Trans>We couldn't check for updates.</Trans>
          ) : (
            <Trans>Up to date.</Trans>
          )}
        </span>
      )}
      {state === 'failed' && (
        <button type="button" className="-my-3 min-h-11 underline underline-offset-4" onClick={onRetry}>
          <Trans>Try again</Trans>
        </button>
      )}
    </p>
  );
}
