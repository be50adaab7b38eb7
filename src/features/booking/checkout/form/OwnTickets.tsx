import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { TicketCheck } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { BookedDeparture } from '@/features/booking/minimum/queries';
import { ticketsOfDepartureQuery } from '@/features/booking/tickets/queries';
import { paths } from '@/lib/routing/paths';
import { Fresh } from '@/ui/Fresh';

/**
 * Warns that the guest already has a ticket for this departure, which more people could join. They may still book
 * again.
 */
export default function OwnTickets({ userId, departure }: { userId: string; departure: BookedDeparture }) {
  const { t } = useLingui();
  const { data = [] } = useQuery(ticketsOfDepartureQuery(userId, departure));
  if (data.length === 0) return null;
  return (
    <div role="status" className="-mt-2 flex items-start gap-2 text-sm text-ink-2">
      <TicketCheck aria-hidden="true" className="mt-0.5 size-4 flex-none" />
      <ul className="grid gap-1">
        {data.map(({ id, num_people: count }) => {
          const people = plural(count, { one: '# person', other: '# people' });
          return (
            <li key={id}>
              <Fresh>{t`You already have a ticket for this departure, for ${people}.`}</Fresh>{' '}
              <Link to={paths.ticket(departure.kind, id)} className="link">
                <Trans>Open ticket</Trans>
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
