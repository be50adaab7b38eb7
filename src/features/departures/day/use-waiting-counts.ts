import { useQueries } from '@tanstack/react-query';
import { numbersHere } from '@/features/booking/tickets/arrived';
import { isCashDue, isVoid } from '@/features/booking/tickets/transitions';
import { useReports } from '@/features/dock/offline/queue';
import { type DockReport, withReports } from '@/features/dock/offline/report';
import { type Departure, passengersQuery } from './queries';

/** The counts in a departure's heading. */
interface Counts {
  arrived: number;
  missed: number;
  unpaid: number;
  to_collect: number;
}

interface Booking {
  id: string;
  status: string;
  check_in_status: string;
  payment_status: string;
  payment_method: string;
  num_people: number;
  to_pay: number | null;
  arrived?: readonly number[] | null;
  checked_in_at?: string | null;
}

function countsOf(booking: Booking): Counts {
  const live = !isVoid(booking.status);
  return {
    arrived: live ? numbersHere(booking).length : 0,
    missed: live && booking.check_in_status === 'no_show' ? booking.num_people : 0,
    unpaid: live && booking.payment_status !== 'completed' ? 1 : 0,
    to_collect: isCashDue(booking) ? (booking.to_pay ?? 0) : 0,
  };
}

const NAMES = ['arrived', 'missed', 'unpaid', 'to_collect'] as const;

/** A departure's counts with unsent actions applied, like its rows. */
export function withWaiting<D extends Counts>(
  departure: D,
  bookings: readonly Booking[],
  waiting: readonly DockReport[],
): D {
  const counted = { ...departure };
  for (const booking of bookings) {
    const reports = waiting.filter(({ booking_id }) => booking_id === booking.id);
    if (reports.length === 0) continue;
    const before = countsOf(booking);
    const after = countsOf(withReports(booking, reports));
    // With two currencies there is no sum.
    for (const name of NAMES) counted[name] = Math.max(0, counted[name] + after[name] - before[name]);
  }
  return counted;
}

/** A list's departures with this phone's unsent actions applied, so that headings match rows. */
export function useWaitingCounts(userId: string, departures: readonly Departure[] | undefined) {
  const waiting = useReports()
    .filter(({ state }) => state === 'waiting')
    .map(({ report }) => report);
  // The bookings that are already loaded.
  const lists = useQueries({
    queries:
      waiting.length > 0 ? (departures ?? []).map((one) => ({ ...passengersQuery(userId, one), enabled: false })) : [],
  });
  if (waiting.length === 0) return departures;
  return departures?.map((departure, at) => withWaiting(departure, lists[at]?.data ?? [], waiting));
}
