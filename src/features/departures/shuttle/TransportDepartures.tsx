import { Trans, useLingui } from '@lingui/react/macro';
import { CalendarDays } from 'lucide-react';
import { DayList } from '@/features/departures/day/DayList';
import type { Work } from '@/features/departures/day/queries';
import { useDay } from '@/features/departures/day/use-day';
import { useGroupMessage } from '@/features/departures/use-group-message';
import { calendarDate } from '@/lib/format/dates';
import { Button } from '@/ui/Button';
import { MorePages } from '@/ui/feedback/MorePages';
import type { StatusControls } from '@/ui/feedback/StatusNotice';
import { EmptyState } from '@/ui/feedback/states';
import { ChipChoice } from '@/ui/filter/ChipChoice';
import { urlChoice, useUrlState } from '@/ui/filter/use-url-state';
import { SalesButton } from './SalesButton';
import { StopOrder } from './StopOrder';

interface Props {
  userId: string;
  territoryId: string;
  status: StatusControls;
}

const period = { when: urlChoice(['today', 'upcoming'], 'upcoming') };

/** Shows a territory's future shuttle departures with passengers and drivers. */
export function TransportDepartures({ userId, territoryId, status }: Props) {
  const { t } = useLingui();
  const message = useGroupMessage(userId, status);
  const work: Work = { userId, role: 'shuttle_manager', territoryId };
  const day = useDay(work);
  const { query, departures } = day;
  const { shown, change } = useUrlState(period);
  const today = shown.when === 'today';
  // The list is sorted by date, so today's departures come first even in a stored list.
  const due = departures?.filter((one) => one.service_date <= calendarDate(one.time_zone));
  const all = today && query.rows && due && due.length < query.rows.length;
  return (
    <>
      <DayList
        work={work}
        day={day}
        departures={today ? due : departures}
        loading={t`Loading bookings`}
        filter={
          <ChipChoice
            className="p-0!"
            label={t`Days shown`}
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
        onMessage={message.write}
        sales={(departure) => <SalesButton userId={userId} departure={departure} status={status} />}
        head={(departure, bookings) => <StopOrder userId={userId} departure={departure} bookings={bookings} />}
        more={!all && <MorePages pages={query} />}
      />
      {message.dialog}
    </>
  );
}
