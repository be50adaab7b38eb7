import { Trans } from '@lingui/react/macro';
import { RefreshCw, WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatReadAt } from '@/lib/format/dates';
import { useOnline } from '@/lib/offline/use-online';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';

interface Props {
  /** True if the data could not be refreshed. */
  failed: boolean;
  /** When the data was read, in milliseconds. It is 0 if it was never read, which is shown elsewhere. */
  updatedAt: number;
  /** The time zone of the times beside it. The default is the reader's. */
  timeZone?: string | undefined;
  busy: boolean;
  onRetry: () => void;
  /** True if a list above shows the same notice while offline. */
  within?: boolean;
  /**
   * True if data from before the page was loaded is marked from the start, because acting on an old ticket would be
   * a mistake.
   */
  marksSaved?: boolean;
}

/** Younger data needs no notice while it is refreshed. */
const OLD_MS = 60_000;
/** A refresh that takes longer counts as slow. */
const SLOW_MS = 2000;

/** Returns whether `busy` has been true for a long time. */
function useLasting(busy: boolean): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(() => setLasting(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setLasting(false);
    };
  }, [busy]);
  return lasting;
}

/**
 * Says how old the loaded data is, even after a reload. Shows nothing while the data is current. The page's frame
 * says that the person is offline.
 */
export function StaleNotice(props: Props) {
  const { failed, updatedAt, timeZone, busy, onRetry, within = false, marksSaved = false } = props;
  const online = useOnline();
  const saved = marksSaved && busy && updatedAt < performance.timeOrigin;
  const slow = useLasting(busy && online && Date.now() - updatedAt > OLD_MS);
  if (updatedAt === 0 || (online ? !failed && !slow && !saved : within)) return null;
  const time = formatReadAt(updatedAt, timeZone);
  if (online && !failed && !slow)
    return (
      <Alert tone="info">
        <Trans>Saved copy from {time}. We're checking for changes.</Trans>
      </Alert>
    );
  return (
    <Alert
      tone="warn"
      icon={<WifiOff aria-hidden="true" />}
      className="items-center!"
      action={
        online && (
          <Button size="sm" variant="ghost" busy={busy} icon={<RefreshCw aria-hidden="true" />} onClick={onRetry}>
            <Trans>Try again</Trans>
          </Button>
        )
      }
    >
      {!online ? (
        <Trans>You're offline. This is the list from {time}. It will refresh when you're back online.</Trans>
      ) : failed ? (
        <Trans>We couldn't refresh. This is the list from {time}.</Trans>
      ) : (
        <Trans>The signal is weak. This is the list from {time} until a newer one loads.</Trans>
      )}
    </Alert>
  );
}
