import { Trans } from '@lingui/react/macro';
import { RefreshCw, WifiOff } from 'lucide-react';
import { useOnline } from '@/lib/use-online';
import { Alert } from '@/ui/Alert';
import { Button } from '@/ui/Button';

interface Props {
  /** What is shown could not be read again. */
  failed: boolean;
  /** When it was read, in ms. */
  updatedAt: number;
  busy: boolean;
  onRetry: () => void;
  /** A list above says the same while there is no signal. */
  within?: boolean;
}

const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });

/** What was loaded stays; this says how old it is. Nothing while all is well. That one is offline, the frame of the page says. */
export function StaleNotice({ failed, updatedAt, busy, onRetry, within = false }: Props) {
  const online = useOnline();
  if (online ? !failed : within) return null;
  const time = clock.format(updatedAt);
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
      {online ? (
        <Trans>Could not refresh. You see the list of {time}.</Trans>
      ) : (
        <Trans>You see the list of {time}. It refreshes when the signal is back.</Trans>
      )}
    </Alert>
  );
}
