import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CloudUpload } from 'lucide-react';
import { guestName } from '@/features/booking/guest-name';
import { ticketKeysQuery } from '@/features/dock/check-in/scan/queries';
import { Conflicts } from '@/features/dock/conflicts/Conflicts';
import { ACTIONS } from '@/features/dock/conflicts/labels';
import { messageInBrief, messageOfCode } from '@/lib/api/error-messages';
import { formatHour } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { useFailureText } from '@/lib/offline/use-failure-text';
import { useOnline } from '@/lib/offline/use-online';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { dismiss, useReports, useWaiting } from './queue';
import type { QueuedReport } from './report';
import { ticketsQuery } from './tickets';
import { useSending } from './use-sending';

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
        <Refused key={kept.seq} userId={userId} kept={kept} />
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
      <strong className="block">{plural(waiting, { one: '# to be sent', other: '# to be sent' })}</strong>
      {failure ? (
        <span key="failed">{why}</span>
      ) : (
        <span key="kept">
          <Trans>Saved on this phone until there's a signal. Stay signed in until then.</Trans>
        </span>
      )}
    </Alert>
  );
}

/** Shows a refused action until someone has read it. */
function Refused({ userId, kept }: { userId: string; kept: QueuedReport }) {
  const { t, i18n } = useLingui();
  const { data: tickets } = useQuery({ ...ticketsQuery(userId), enabled: false });
  const { report, code, seq } = kept;
  const known = tickets?.find((ticket) => ticket.state === 'valid' && ticket.bookingId === report.booking_id);
  const booking = known?.state === 'valid' ? known.booking : null;
  const action = ACTIONS[report.action];
  const why = messageOfCode[code ?? ''] ?? messageInBrief[code ?? ''] ?? messageOfCode.unknown;
  const name = guestName(booking ?? {});
  const what = [
    name,
    action && i18n._(action),
    formatHour(report.at, booking?.time_zone ?? 'America/Guatemala'),
    // The booking has the currency. Without it, only the number is shown.
    report.amount !== undefined && (booking ? formatMoney(report.amount, booking.currency_symbol) : report.amount),
  ];
  return (
    <Alert
      tone="danger"
      className="mb-4"
      action={
        <Button size="sm" variant="ghost" onClick={() => void dismiss(seq)}>
          <Trans>I have read it</Trans>
        </Button>
      }
    >
      <strong className="block">{what.filter(Boolean).join(', ')}</strong>
      <span>{why && t`Not accepted: ${i18n._(why)}`}</span>
    </Alert>
  );
}
