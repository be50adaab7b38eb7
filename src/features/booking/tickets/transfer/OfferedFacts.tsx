import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatLongDate, formatTime } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { webLink } from '@/lib/format/web-link';
import type { OfferedTicket } from './queries';

/** Shows the service, time, place, people and cash due of an offered ticket. */
export function OfferedFacts({ ticket }: { ticket: OfferedTicket }) {
  const { t } = useLingui();
  const { meeting_point: point, pickup_location: pickup, start_time: time } = ticket;
  const map = webLink(ticket.kind === 'experience' ? ticket.meeting_point_link : ticket.pickup_map);
  const people = plural(ticket.num_people, { one: '# person', other: '# people' });
  const place = ticket.kind === 'experience' ? (point ?? (map && ticket.territory_name)) : pickup;
  return (
    <dl className="mt-4 grid gap-x-4 gap-y-3 wrap-anywhere sm:grid-cols-2">
      <Fact name={t`Date`}>{formatLongDate(ticket.booking_date)}</Fact>
      {time && <Fact name={t`Time`}>{formatTime(time)}</Fact>}
      <Fact name={t`People`}>{people}</Fact>
      {place && (
        <Fact name={ticket.kind === 'experience' ? t`Meeting point` : t`Pickup location`}>
          {map ? (
            <a className="underline underline-offset-4" href={map} target="_blank" rel="noreferrer">
              {place}
            </a>
          ) : (
            place
          )}
          {ticket.kind === 'transport' && ticket.pickup_directions && (
            <span className="block text-sm font-normal text-ink-2">{ticket.pickup_directions}</span>
          )}
        </Fact>
      )}
      {ticket.amount_due !== null && ticket.amount_due > 0 && (
        <Fact name={t`To pay in cash`}>{formatMoney(ticket.amount_due, ticket.currency_symbol)}</Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-3">{name}</dt>
      <dd className="nums font-semibold">{children}</dd>
    </div>
  );
}
