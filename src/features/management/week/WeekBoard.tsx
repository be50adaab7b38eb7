import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { CalendarDays } from 'lucide-react';
import { useLiveBookings } from '@/features/management/bookings/use-bookings';
import { useOpenBooking } from '@/features/management/bookings/use-open-booking';
import { refreshQueries } from '@/lib/api/refresh-queries';
import { paths, withQuery } from '@/lib/routing/paths';
import { LinkButton } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { QueryFailed } from '@/ui/feedback/LoadFailed';
import { MorePages } from '@/ui/feedback/MorePages';
import { StaleNotice } from '@/ui/feedback/StaleNotice';
import { EmptyState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import { lazyPart } from '@/ui/loading/lazy-part';
import { useMediaQuery } from '@/ui/use-media-query';
import { DayView } from './DayView';
import { Legend } from './Legend';
import { weekKeys } from './queries';
import { useOpenDeparture } from './use-open-departure';
import { useWeek, type Week } from './use-week';
import { WeekBar } from './WeekBar';
import { WeekTable } from './WeekTable';

const BookingDrawer = lazyPart(() => import('@/features/management/bookings/booking/BookingDrawer'));
const DepartureDrawer = lazyPart(() => import('./departure/DepartureDrawer'));

/** Shows a region's week: departures by day, their seats, and missing guides or drivers. */
export default function WeekBoard({ territoryId }: { territoryId: string }) {
  const client = useQueryClient();
  const week = useWeek(territoryId);
  const refreshBookings = useLiveBookings(territoryId);
  const refresh = async () => {
    await Promise.all([refreshBookings(), refreshQueries(client, { queryKey: weekKeys.of(territoryId) })]);
  };
  const [departure, setDeparture] = useOpenDeparture();
  const [booking, setBooking] = useOpenBooking();
  const { list } = week;
  return (
    <div className="grid gap-3.5">
      <WeekBar week={week} />
      <StaleNotice
        failed={list.error !== null && list.data !== undefined}
        updatedAt={list.dataUpdatedAt}
        timeZone={week.timeZone}
        busy={list.isFetching}
        onRetry={() => void refresh()}
      />
      <Board week={week} opened={departure} onOpen={setDeparture} />
      {departure && (
        <DepartureDrawer
          territoryId={territoryId}
          departure={departure}
          currency={week.currency}
          onClose={() => setDeparture(null)}
          onBooking={setBooking}
        />
      )}
      {booking && (
        <BookingDrawer
          bookingId={booking}
          currency={week.currency}
          onClose={() => setBooking(null)}
          refresh={refresh}
        />
      )}
    </div>
  );
}

interface BoardProps {
  week: Week;
  opened: ReturnType<typeof useOpenDeparture>[0];
  onOpen: ReturnType<typeof useOpenDeparture>[1];
}

function Board({ week, opened, onOpen }: BoardProps) {
  const { t } = useLingui();
  const wide = useMediaQuery('(min-width: 64rem)');
  const { list, services } = week;
  if (!services && list.error) return <QueryFailed query={list} heading="h2" />;
  if (!services)
    return (
      <LoadingArea label={t`Loading the week`} className="grid gap-3">
        <Skeleton className="h-16" />
        <Skeleton className="h-96" />
      </LoadingArea>
    );
  if (services.length === 0) return week.unledOnly ? <AllLed week={week} /> : <NothingOffered />;
  return (
    <div>
      {wide ? (
        <>
          <Card className="card-clip">
            <WeekTable week={week} services={services} opened={opened} onOpen={onOpen} />
          </Card>
          <Legend />
        </>
      ) : (
        <DayView week={week} services={services} onOpen={onOpen} />
      )}
      <div className="mt-3 empty:hidden">
        <MorePages pages={list} />
      </div>
    </div>
  );
}

function NothingOffered() {
  return (
    <EmptyState
      icon={<CalendarDays aria-hidden="true" className="size-6" />}
      title={<Trans>No departures this week</Trans>}
      actions={
        <LinkButton variant="primary" to={withQuery(paths.manageRegion, { tab: 'experiences' })}>
          <Trans>Manage Region</Trans>
        </LinkButton>
      }
    >
      <Trans>Visible experiences with time slots, and transport services, appear here day by day.</Trans>
    </EmptyState>
  );
}

function AllLed({ week }: { week: Week }) {
  return (
    <EmptyState
      icon={<CalendarDays aria-hidden="true" className="size-6" />}
      title={<Trans>Every departure with guests has a guide or driver</Trans>}
      actions={
        <LinkButton preventScrollReset to={week.link({ show: '' })}>
          <Trans>Show all departures</Trans>
        </LinkButton>
      }
    />
  );
}
