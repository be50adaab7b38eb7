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
import { dismissReport, useReports } from './queue';
import type { Kept } from './report';
import { useWaitingSales } from './sales';
import { ticketsQuery } from './tickets';
import { useSendReports } from './use-send-reports';

interface Props {
  userId: string;
  /** Whose conflicts are shown; null: all that the person sees. */
  territoryId?: string | null;
  /** What sends the sales of the dock on this page. */
  sales?: Sending;
}

type Sending = Pick<ReturnType<typeof useSendReports>, 'busy' | 'failure' | 'send'>;

/**
 * At the top of a day's work: what waits to be sent, what was refused, and what does not fit. It also keeps the tickets of the day on the
 * phone, for the time when there is no line.
 */
export function DockStatus({ userId, territoryId = null, sales }: Props) {
  useQuery(ticketsQuery(userId));
  useQuery({ ...ticketKeysQuery, retry: false });
  const refused = useReports().filter(({ state }) => state === 'refused');
  return (
    <>
      <Waiting userId={userId} sales={sales} />
      {refused.map((kept) => (
        <Refused key={kept.seq} userId={userId} kept={kept} />
      ))}
      <Conflicts userId={userId} territoryId={territoryId} />
    </>
  );
}

function Waiting({ userId, sales: ofSales }: { userId: string; sales: Sending | undefined }) {
  const online = useOnline();
  const { waiting: reports, failure, busy, send } = useSendReports(userId);
  const sales = useWaitingSales().length;
  const waiting = reports + sales;
  const failed = failure ?? ofSales?.failure ?? null;
  const why = useFailureText(failed);
  const sendAll = () => {
    if (reports > 0) void send();
    if (sales > 0) void ofSales?.send();
  };
  if (waiting === 0) return null;
  return (
    <Alert
      tone="warn"
      className="mb-4"
      icon={<CloudUpload aria-hidden="true" />}
      action={
        online &&
        (reports > 0 || ofSales) && (
          <Button size="sm" variant="ghost" busy={busy || (ofSales?.busy ?? false)} onClick={sendAll}>
            <Trans>Send now</Trans>
          </Button>
        )
      }
    >
      <strong className="block">{plural(waiting, { one: '# to be sent', other: '# to be sent' })}</strong>
      {failed ? (
        <span key="failed">{why}</span>
      ) : (
        <span key="kept">
          <Trans>Kept on this phone until there is a line. Stay signed in until then.</Trans>
        </span>
      )}
    </Alert>
  );
}

/** One press that the server did not take: it is said until somebody has read it. */
function Refused({ userId, kept }: { userId: string; kept: Kept }) {
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
    // In which currency says the booking; one that is gone from the list leaves the number.
    report.amount !== undefined && (booking ? formatMoney(report.amount, booking.currency_symbol) : report.amount),
  ];
  return (
    <Alert
      tone="danger"
      className="mb-4"
      action={
        <Button size="sm" variant="ghost" onClick={() => void dismissReport(seq)}>
          <Trans>I have read it</Trans>
        </Button>
      }
    >
      <strong className="block">{what.filter(Boolean).join(', ')}</strong>
      <span>{why && t`Not taken: ${i18n._(why)}`}</span>
    </Alert>
  );
}
