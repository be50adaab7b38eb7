import { useLingui } from '@lingui/react/macro';
import { MinimumStatus } from '@/features/booking/minimum/MinimumLine';
import { isTicketUsed } from '@/features/booking/tickets/arrived';
import { shortCode } from '@/features/booking/tickets/code';
import { DelayLine } from '@/features/booking/tickets/DelayLine';
import { partyText } from '@/features/booking/tickets/party-text';
import { QrCode } from '@/features/booking/tickets/QrCode';
import { ticketQr } from '@/features/booking/tickets/signed';
import { WhereItStarts } from '@/features/booking/tickets/WhereItStarts';
import { formatMoney } from '@/lib/format/money';
import { useWakeLock } from '@/lib/hooks/use-wake-lock';
import { Fresh } from '@/ui/Fresh';
import { Alert } from '@/ui/feedback/Alert';
import type { LinkedTicket } from './queries';
import { partyOf } from './rules';
import { TicketFacts } from './TicketFacts';

/** Says why the ticket is no longer valid, and who refunds it. */
function NotValid({ ticket: { state, stopped, cash_due, currency_symbol } }: { ticket: LinkedTicket }) {
  const { t } = useLingui();
  if (state === 'sold' && !stopped) return null;
  const cash = formatMoney(cash_due ?? 0, currency_symbol);
  const why = stopped ? t`This trip has been cancelled.` : t`This ticket was cancelled and is no longer valid.`;
  const ask = cash_due
    ? t`Ask the person who sold you the ticket for a refund of ${cash}.`
    : t`Please contact the person who sold you the ticket.`;
  return (
    <Alert tone="warn">
      <Fresh>{why}</Fresh> <Fresh className="font-semibold">{ask}</Fresh>
    </Alert>
  );
}

/** Shows a dock ticket to anyone who has its link, without an account or a name. */
export function DockTicket({ ticket, statement }: { ticket: LinkedTicket; statement: string | null }) {
  const { t } = useLingui();
  useWakeLock();
  const { code, booking_id: id } = ticket;
  const party = partyOf(ticket);
  const sum = formatMoney(ticket.total_price, ticket.currency_symbol);
  const due = formatMoney(ticket.amount_due ?? 0, ticket.currency_symbol);
  return (
    <article className="grid gap-4 rounded-xl border border-line bg-surface p-5 text-center sm:p-7">
      <div>
        <h1 tabIndex={-1} className="font-title text-3xl leading-tight break-words">
          {ticket.title}
        </h1>
        {ticket.territory_name && <p className="mt-1 text-ink-2">{ticket.territory_name}</p>}
      </div>
      <NotValid ticket={ticket} />
      {code && id && (
        <div className="grid justify-items-center">
          <span className="rounded-md bg-white p-2 ring-1 ring-line">
            <QrCode
              value={ticketQr({ id, statement }, code)}
              size={264}
              marginSize={1}
              className="block h-auto w-72 max-w-full"
            />
          </span>
          <p className="mt-2 font-mono text-lg font-bold tracking-[.08em] select-all">{shortCode(code)}</p>
          <p className="text-sm text-ink-2">{isTicketUsed(party) ? t`Checked in` : t`Show this code to check in`}</p>
        </div>
      )}
      <TicketFacts ticket={ticket} people={partyText(party)} />
      {!ticket.stopped && !isTicketUsed(party) && (
        <DelayLine expected={ticket.expected_time} className="justify-center" />
      )}
      {!ticket.stopped && (
        <MinimumStatus minimum={ticket.minimum} timeZone={ticket.time_zone} className="justify-center" />
      )}
      <WhereItStarts ticket={ticket} />
      {ticket.state === 'sold' && !ticket.stopped && (
        <p className="nums text-ink-2">
          {ticket.amount_due == null ? t`Paid: ${sum}` : t`To pay in cash on the day: ${due}`}
        </p>
      )}
    </article>
  );
}
