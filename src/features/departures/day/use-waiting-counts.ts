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

/** Returns a departure's counts including unsent actions, as its rows show them. */
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
    // Amounts in two currencies can't be added.
    for (const name of NAMES) counted[name] = Math.max(0, counted[name] + after[name] - before[name]);
  }
  return counted;
}

/** Returns a list's departures including this phone's unsent actions, so that headings match the rows. */
export function useWaitingCounts(userId: string, departures: readonly Departure[] | undefined) {
  const waiting = useReports()
    .filter(({ state }) => state === 'waiting')
    .map(({ report }) => report);
  // Only bookings that have already loaded are used.
  const lists = useQueries({
    queries:
      waiting.length > 0 ? (departures ?? []).map((one) => ({ ...passengersQuery(userId, one), enabled: false })) : [],
  });
  if (waiting.length === 0) return departures;
  return departures?.map((departure, at) => withWaiting(departure, lists[at]?.data ?? [], waiting));
}
