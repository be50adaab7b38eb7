import { Trans, useLingui } from '@lingui/react/macro';
import { CalendarDays, Printer } from 'lucide-react';
import { Link } from 'react-router-dom';
import { DayList } from '@/features/departures/DayList';
import { MessageGroupButton, useGroupMessage } from '@/features/departures/use-group-message';
import { usePages } from '@/lib/api/use-pages';
import { calendarDate } from '@/lib/format/dates';
import { paths } from '@/lib/routing/paths';
import { Button } from '@/ui/Button';
import { MorePages } from '@/ui/feedback/MorePages';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { EmptyState } from '@/ui/feedback/states';
import { ChipChoice } from '@/ui/filter/ChipChoice';
import { urlChoice, useUrlState } from '@/ui/filter/use-url-state';
import { departuresQuery, type TransportDeparture } from './queries';
import { SalesButton } from './SalesButton';
import { StopOrder } from './StopOrder';
import { TransportDepartureCard } from './TransportDepartureCard';
import { useCancelRide } from './use-cancel-ride';
import { useWaitingRides } from './use-waiting-rides';

interface Props {
  userId: string;
  territoryId: string;
  status: StatusControls;
}

const period = { when: urlChoice(['today', 'upcoming'], 'upcoming') };

/** A territory's future shuttle departures, with passengers and drivers. */
export function TransportDepartures({ userId, territoryId, status }: Props) {
  const { t } = useLingui();
  const message = useGroupMessage(userId, status);
  const query = usePages(departuresQuery(userId, territoryId));
  const cancelling = useCancelRide(userId, query.rows);
  const departures = useWaitingRides(userId, query.rows);
  const { shown, change } = useUrlState(period);
  const today = shown.when === 'today';
  // Soonest first: today's are at the beginning, even of a stored list.
  const due = departures?.filter((one) => one.service_date <= calendarDate(one.time_zone));
  const all = today && query.rows && due && due.length < query.rows.length;
  return (
    <>
      <DayList
        query={query}
        departures={today ? due : departures}
        loading={t`Loading bookings`}
        filter={
          <ChipChoice
            className="p-0!"
            label={t`Which days`}
            options={[
              { value: 'today', label: t`Today` },
              { value: 'upcoming', label: t`Upcoming` },
            ]}
            chosen={shown.when}
            onChange={(when) => change({ when })}
          />
        }
        empty={
          <EmptyState
            icon={<CalendarDays aria-hidden="true" />}
            title={today ? <Trans>No bookings today</Trans> : <Trans>No upcoming bookings.</Trans>}
          >
            {all ? (
              <Button key="next" onClick={() => change({ when: 'upcoming' })}>
                <span>
                  <Trans>Upcoming</Trans>
                </span>
              </Button>
            ) : (
              <span>
                <Trans>New bookings appear here automatically.</Trans>
              </span>
            )}
          </EmptyState>
        }
        card={(departure) => (
          <TransportDepartureCard
            key={`${departure.slot_id}-${departure.service_date}`}
            userId={userId}
            territoryId={territoryId}
            departure={departure}
            {...cancelling.of(departure)}
            actions={<Actions departure={departure} onMessage={() => message.write(departure)} />}
            sales={<SalesButton userId={userId} departure={departure} status={status} />}
            canMessage
            head={(bookings) => <StopOrder userId={userId} transportId={departure.transport_id} bookings={bookings} />}
          />
        )}
        more={!all && <MorePages pages={query} />}
      />
      {message.dialog}
      {cancelling.dialog}
    </>
  );
}

function Actions({ departure, onMessage }: { departure: TransportDeparture; onMessage: () => void }) {
  const { t } = useLingui();
  const { title } = departure;
  return (
    <>
      <MessageGroupButton size="sm" onPress={onMessage} />
      <Link
        to={paths.manifest(departure.slot_id, departure.service_date)}
        className="icon-btn icon-btn-sm icon-btn-line"
        aria-label={t`Manifest for ${title}`}
        title={t`Manifest`}
      >
        <Printer aria-hidden="true" />
      </Link>
    </>
  );
}
