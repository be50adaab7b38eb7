import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useSession } from '@/features/account/session/session';
import { DepartureMoment } from '@/features/booking/checkout/step-parts';
import { BookingNotFound } from '@/features/booking/tickets/BookingNotFound';
import { bookingKeys } from '@/features/booking/tickets/queries';
import { formatLongDate, formatTime } from '@/lib/format/dates';
import { useLiveQuery } from '@/lib/realtime/use-live-query';
import { onLineBack } from '@/lib/routing/chunks';
import { ErrorState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import { PageTitle } from '@/ui/PageTitle';
import { type Change, ChangeBooking } from './ChangeBooking';
import { type ChangeOptions, changeOptionsQuery } from './queries';

interface Props {
  id: string;
  change: Change;
  title: string;
}

/**
 * Shows a change of a booking. It is a page rather than a dialog, so that the bank's check has room and the payment
 * continues after a reload.
 */
export function ChangePage({ id, change, title }: Props) {
  const { t } = useLingui();
  const { data, error, isFetching, refetch } = useQuery(changeOptionsQuery(id));
  const { user } = useSession();
  useLiveQuery(user ? { [`user:${user.id}`]: ['booking'] } : {}, bookingKeys.change(id, false));
  const again = useEffectEvent(() => void (!data && refetch()));
  useEffect(() => onLineBack(() => again()), []);
  if (data) {
    return (
      <>
        <PageTitle>
          <span>{title}</span>
        </PageTitle>
        <Trip booking={data} />
        <ChangeBooking key={change} booking={data} change={change} refetch={refetch} />
      </>
    );
  }
  if (error && 'code' in error && error.code === 'booking_not_found') return <BookingNotFound />;
  if (error)
    return <ErrorState heading="h1" title={error.message} onRetry={() => void refetch()} retrying={isFetching} />;
  return (
    <LoadingArea label={t`Loading the booking`}>
      <Skeleton className="mt-4 h-10 rounded-md!" />
      <Skeleton className="mt-6 h-48 rounded-xl!" />
    </LoadingArea>
  );
}

function Trip({ booking: { title, untranslated, service_date, start_time, num_people } }: { booking: ChangeOptions }) {
  return (
    <p className="mt-2 text-ink-2">
      <strong className="block font-semibold text-ink" lang={untranslated?.title}>
        {title}
      </strong>
      <span className="nums block">
        <DepartureMoment date={formatLongDate(service_date)} time={start_time ? formatTime(start_time) : null} />
      </span>
      {plural(num_people, { one: 'Booked for # person', other: 'Booked for # people' })}
    </p>
  );
}
