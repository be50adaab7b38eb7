import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { bookingIdIn } from '@/features/booking/booking-param';
import { isVoid } from '@/features/booking/tickets/transitions';
import type { AskedBooking } from '@/features/departures/day/asked-booking';
import { Alert } from '@/ui/feedback/Alert';
import { RetryAlert } from '@/ui/feedback/RetryAlert';
import { ledBookingQuery } from './queries';

/** Returns the booking of a link such as '?booking=experience.<id>', and why it isn't in the list. */
export function useLinkedBooking(userId: string): { asked: AskedBooking | null; notice: ReactNode } {
  const [params] = useSearchParams();
  const text = params.get('booking');
  const id = bookingIdIn(text);
  const query = useQuery({ ...ledBookingQuery(userId, id), enabled: Boolean(text) });
  const { data, error } = query;
  const asked = id && data ? { id, slotId: data.slot_id, date: data.booking_date } : null;
  if (error)
    return {
      asked,
      notice: (
        <RetryAlert retrying={query.isFetching} onRetry={() => void query.refetch()}>
          {error.message}
        </RetryAlert>
      ),
    };
  return { asked, notice: text && data !== undefined ? <Notice status={data?.status ?? null} /> : null };
}

/** `status` is null if the guide leads no such booking. */
function Notice({ status }: { status: string | null }) {
  if (status === null)
    return (
      <Alert tone="warn" className="mb-3">
        <Trans>This link is for a departure you don't lead. It may have another guide now.</Trans>
      </Alert>
    );
  if (!isVoid(status)) return null;
  return (
    <Alert tone="info" className="mb-3">
      <Trans>The booking that you opened is no longer active.</Trans>
    </Alert>
  );
}
