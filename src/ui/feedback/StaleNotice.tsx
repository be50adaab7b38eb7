import { Trans } from '@lingui/react/macro';
import { RefreshCw, WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatReadAt } from '@/lib/format/dates';
import { useOnline } from '@/lib/offline/use-online';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';

interface Props {
  /** True if refreshing the data failed. */
  failed: boolean;
  /** The time at which the data was read, in milliseconds. 0 means never, which the list itself shows. */
  updatedAt: number;
  /** The time zone of the times nearby. The default is the reader's. */
  timeZone?: string | undefined;
  busy: boolean;
  onRetry: () => void;
  /** True if a list above already shows this notice while offline. */
  within?: boolean;
  /**
   * True if data from before this page load is marked from the start, because acting on an old ticket would be a
   * mistake.
   */
  marksSaved?: boolean;
}

/** The age below which data needs no notice while it is refreshed, in milliseconds. */
const OLD_MS = 60_000;
/** The time after which a refresh counts as slow, in milliseconds. */
const SLOW_MS = 2000;

/** Returns whether `busy` has been true for longer than `SLOW_MS`. */
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
 * Says how old the data is, even after a reload. Shows nothing while the data is current. Being offline is shown by the
 * page's frame.
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
        <Trans>You're seeing a copy saved at {time}. We're checking for changes.</Trans>
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
        <Trans>You're offline. You're seeing the list from {time}. We'll update it when you're back online.</Trans>
      ) : failed ? (
        <Trans>We couldn't update the list. You're seeing the one from {time}.</Trans>
      ) : (
        <Trans>The signal is weak. You're seeing the list from {time} until a newer one loads.</Trans>
      )}
    </Alert>
  );
}
