import { type QueryKey, useQueries } from '@tanstack/react-query';
import { numbersHere } from '@/features/booking/tickets/arrived';
import { isCashDue, isVoid } from '@/features/booking/tickets/transitions';
import { useReports } from '@/features/dock/offline/queue';
import { type DockReport, withReports } from '@/features/dock/offline/report';

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
  arrived?: readonly number[] | null;
  checked_in_at?: string | null;
}

function countsOf(booking: Booking, amount: number | null): Counts {
  const live = !isVoid(booking.status);
  return {
    arrived: live ? numbersHere(booking).length : 0,
    missed: live && booking.check_in_status === 'no_show' ? booking.num_people : 0,
    unpaid: live && booking.payment_status !== 'completed' ? 1 : 0,
    to_collect: isCashDue(booking) ? (amount ?? 0) : 0,
  };
}

const NAMES = ['arrived', 'missed', 'unpaid', 'to_collect'] as const;

/** A departure's counts with unsent actions applied, like its rows. */
export function withWaiting<D extends Counts, B extends Booking>(
  departure: D,
  bookings: readonly B[],
  waiting: readonly DockReport[],
  amountOf: (booking: B) => number | null,
): D {
  const counted = { ...departure };
  for (const booking of bookings) {
    const reports = waiting.filter(({ booking_id }) => booking_id === booking.id);
    if (reports.length === 0) continue;
    const before = countsOf(booking, amountOf(booking));
    const after = countsOf(withReports(booking, reports), amountOf(booking));
    // With two currencies there is no sum.
    for (const name of NAMES) counted[name] = Math.max(0, counted[name] + after[name] - before[name]);
  }
  return counted;
}

interface Options<D, B> {
  departures: readonly D[] | undefined;
  /** A departure's bookings, if already loaded. */
  bookings: (departure: D) => { queryKey: QueryKey };
  amountOf: (booking: B) => number | null;
}

/** A list's departures with this phone's unsent actions applied, so that headings match rows. */
export function useWaitingCounts<D extends Counts, B extends Booking>(options: Options<D, B>) {
  const { departures, bookings, amountOf } = options;
  const waiting = useReports()
    .filter(({ state }) => state === 'waiting')
    .map(({ report }) => report);
  const lists = useQueries({
    queries: waiting.length > 0 ? (departures ?? []).map((one) => ({ ...bookings(one), enabled: false })) : [],
  });
  if (waiting.length === 0) return departures;
  return departures?.map((departure, at) =>
    withWaiting(departure, (lists[at]?.data as readonly B[] | undefined) ?? [], waiting, amountOf),
  );
}
