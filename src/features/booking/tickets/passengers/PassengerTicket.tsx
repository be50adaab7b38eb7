import { useLingui } from '@lingui/react/macro';
import { MinimumStatus } from '@/features/booking/minimum/MinimumLine';
import { DelayLine } from '@/features/booking/tickets/DelayLine';
import { ticketQr } from '@/features/booking/tickets/signed';
import { dayName, formatDay, formatTime } from '@/lib/format/dates';
import { useWakeLock } from '@/lib/hooks/use-wake-lock';
import { QrCode } from '../QrCode';
import { WhereItStarts } from '../WhereItStarts';
import type { LinkedPassenger } from './queries';

/**
 * Shows the ticket of one passenger to anyone who has its link. It shows only that passenger's number and nothing
 * about the others.
 */
export function PassengerTicket({
  code,
  ticket,
  statement,
}: {
  code: string;
  ticket: LinkedPassenger;
  statement: string | null;
}) {
  const { t } = useLingui();
  useWakeLock();
  const { passenger, num_people: people, here } = ticket;
  const day = dayName(ticket.booking_date, ticket.time_zone) || formatDay(ticket.booking_date);
  return (
    <article className="grid gap-4 rounded-xl border border-line bg-surface p-5 text-center sm:p-7">
      <div>
        <h1 tabIndex={-1} className="font-title text-3xl leading-tight break-words">
          {ticket.title}
        </h1>
        {ticket.territory_name && <p className="mt-1 text-ink-2">{ticket.territory_name}</p>}
      </div>
      <div className="grid justify-items-center">
        <span className="rounded-md bg-white p-2 ring-1 ring-line">
          <QrCode
            value={ticketQr({ id: ticket.booking_id, statement }, code)}
            size={264}
            marginSize={1}
            className={here ? 'block h-auto w-72 max-w-full opacity-35' : 'block h-auto w-72 max-w-full'}
          />
        </span>
        <p className="nums mt-2 text-lg font-bold">{t`Passenger ${passenger} of ${people}`}</p>
        <p className="text-sm text-ink-2">{here ? t`Checked in` : t`Show this code to check in`}</p>
      </div>
      <p className="nums font-bold">
        {[day, ticket.start_time && formatTime(ticket.start_time)].filter(Boolean).join(', ')}
      </p>
      {!here && <DelayLine expected={ticket.expected_time} className="justify-center" />}
      <MinimumStatus minimum={ticket.minimum} timeZone={ticket.time_zone} refundTo="payer" className="justify-center" />
      <WhereItStarts ticket={ticket} />
    </article>
  );
}
