import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { guestName } from '@/features/booking/guest-name';
import { ACTIONS } from '@/features/dock/conflicts/labels';
import { messageInBrief, messageOfCode } from '@/lib/api/error-messages';
import { formatHourOrMoment } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { dismiss } from './queue';
import type { QueuedReport } from './report';
import { ticketsQuery } from './tickets';

/** Shows a refused action until someone has read it. */
export default function RefusedReport({ userId, kept }: { userId: string; kept: QueuedReport }) {
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
    formatHourOrMoment(report.at, booking?.time_zone ?? 'America/Guatemala'),
    // The booking has the currency. Without it, only the number is shown.
    report.amount !== undefined && (booking ? formatMoney(report.amount, booking.currency_symbol) : report.amount),
  ];
  return (
    <Alert
      tone="danger"
      className="mb-4"
      action={
        <Button size="sm" variant="ghost" onClick={() => void dismiss(seq)}>
          <Trans>Got it</Trans>
        </Button>
      }
    >
      <strong className="block">{what.filter(Boolean).join(', ')}</strong>
      <span>{why && t`We couldn't accept this: ${i18n._(why)}`}</span>
    </Alert>
  );
}
