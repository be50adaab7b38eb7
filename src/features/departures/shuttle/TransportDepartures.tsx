import { Trans, useLingui } from '@lingui/react/macro';
import { CalendarDays, Printer } from 'lucide-react';
import { Link } from 'react-router-dom';
import { DayList } from '@/features/departures/DayList';
import { MessageGroupButton, useGroupMessage } from '@/features/departures/use-group-message';
import { usePages } from '@/lib/api/use-pages';
import { paths } from '@/lib/routing/paths';
import { MorePages } from '@/ui/feedback/MorePages';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { EmptyState } from '@/ui/feedback/states';
import { departuresQuery, type TransportDeparture } from './queries';
import { StopOrder } from './StopOrder';
import { TransportDepartureCard } from './TransportDepartureCard';

interface Props {
  userId: string;
  territoryId: string;
  status: StatusControls;
}

/** The departures ahead of a territory's shuttles, with who comes and who drives. */
export function TransportDepartures({ userId, territoryId, status }: Props) {
  const { t } = useLingui();
  const message = useGroupMessage('transport', userId, status);
  const query = usePages(departuresQuery(userId, territoryId));
  return (
    <>
      <DayList
        query={query}
        departures={query.rows}
        loading={t`Loading bookings`}
        empty={
          <EmptyState icon={<CalendarDays aria-hidden="true" />} title={<Trans>No upcoming bookings.</Trans>}>
            <Trans>New ones appear here by themselves.</Trans>
          </EmptyState>
        }
        card={(departure) => (
          <TransportDepartureCard
            key={`${departure.transport_id}-${departure.service_date}`}
            userId={userId}
            departure={departure}
            actions={<Actions departure={departure} onMessage={() => message.write(departure)} />}
            canMessage
            head={(bookings) => <StopOrder userId={userId} transportId={departure.transport_id} bookings={bookings} />}
          />
        )}
        more={<MorePages pages={query} />}
      />
      {message.dialog}
    </>
  );
}

function Actions({ departure, onMessage }: { departure: TransportDeparture; onMessage: () => void }) {
  const { t } = useLingui();
  const { title } = departure;
  return (
    <>
      <MessageGroupButton onPress={onMessage} />
      <Link
        to={paths.manifest(departure.transport_id, departure.service_date)}
        className="icon-btn icon-btn-line"
        aria-label={t`Manifest of ${title}`}
        title={t`Manifest`}
      >
        <Printer aria-hidden="true" />
      </Link>
    </>
  );
}
