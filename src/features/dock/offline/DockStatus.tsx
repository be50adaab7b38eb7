import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CloudUpload } from 'lucide-react';
import { ticketKeysQuery } from '@/features/dock/check-in/scan/queries';
import { Conflicts } from '@/features/dock/conflicts/Conflicts';
import { useFailureText } from '@/lib/offline/use-failure-text';
import { useOnline } from '@/lib/offline/use-online';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { lazyPart } from '@/ui/loading/lazy-part';
import { useReports, useWaiting } from './queue';
import { ticketsQuery } from './tickets';
import { useSending } from './use-sending';

// The texts of refusals are large.
const RefusedReport = lazyPart(() => import('./RefusedReport'));

interface Props {
  userId: string;
  territoryId?: string | null;
}

/**
 * Shows unsent and refused actions and conflicts at the top of a work page. It also keeps the day's tickets on the
 * phone for offline use.
 */
export function DockStatus({ userId, territoryId = null }: Props) {
  useQuery(ticketsQuery(userId));
  useQuery({ ...ticketKeysQuery, retry: false });
  const refused = useReports().filter(({ state }) => state === 'refused');
  return (
    <>
      <Waiting userId={userId} />
      {refused.map((kept) => (
        <RefusedReport key={kept.seq} userId={userId} kept={kept} />
      ))}
      <Conflicts userId={userId} territoryId={territoryId} />
    </>
  );
}

function Waiting({ userId }: { userId: string }) {
  const online = useOnline();
  const waiting = useWaiting().length;
  const { failure, busy, send } = useSending(userId);
  const why = useFailureText(failure);
  if (waiting === 0) return null;
  return (
    <Alert
      tone="warn"
      className="mb-4"
      icon={<CloudUpload aria-hidden="true" />}
      action={
        online && (
          <Button size="sm" variant="ghost" busy={busy} onClick={() => void send()}>
            <Trans>Send now</Trans>
          </Button>
        )
      }
    >
      <strong className="block">{plural(waiting, { one: '# not sent yet', other: '# not sent yet' })}</strong>
      {failure ? (
        <span key="failed">{why}</span>
      ) : (
        <span key="kept">
          <Trans>This is saved on your phone until you have a signal. Please stay signed in until then.</Trans>
        </span>
      )}
    </Alert>
  );
}
