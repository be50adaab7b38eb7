import { Trans, useLingui } from '@lingui/react/macro';
import { ticketQr } from '@/features/booking/tickets/signed';
import { dayName, formatDay, formatTime } from '@/lib/format/dates';
import { webLink } from '@/lib/format/web-link';
import { useWakeLock } from '@/lib/hooks/use-wake-lock';
import { QrCode } from '../QrCode';
import type { LinkedPassenger } from './queries';

/** The ticket of one passenger, for whoever has its link: which of how many, and nothing of the others. */
export function PassengerTicket({ code, ticket }: { code: string; ticket: LinkedPassenger }) {
  const { t } = useLingui();
  useWakeLock();
  const { passenger, num_people: people, here } = ticket;
  const day = dayName(ticket.booking_date, ticket.time_zone) || formatDay(ticket.booking_date);
  const place = ticket.meeting_point ?? ticket.pickup_location;
  const map = webLink(ticket.meeting_point_link ?? ticket.pickup_map ?? '');
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
            value={ticketQr({ id: ticket.booking_id, statement: null }, code)}
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
      {place && (
        <p className="wrap-anywhere">
          {map ? (
            <a href={map} target="_blank" rel="noreferrer" className="underline underline-offset-4">
              {place}
            </a>
          ) : (
            <span>{place}</span>
          )}
          {ticket.pickup_directions && <span className="block text-ink-2">{ticket.pickup_directions}</span>}
        </p>
      )}
      {ticket.what_to_bring && (
        <p className="whitespace-pre-line text-ink-2">
          <Trans>What to bring: {ticket.what_to_bring}</Trans>
        </p>
      )}
    </article>
  );
}
