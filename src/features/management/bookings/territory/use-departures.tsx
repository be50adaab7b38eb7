import { useLingui } from '@lingui/react/macro';
import { useGroupMessage } from '@/features/departures/use-group-message';
import type { DepartureHead, TerritoryBooking } from '@/features/management/bookings/queries';
import { closeDeparture } from '@/features/management/departures/queries';
import type { StatusControls } from '@/ui/feedback/StatusNotice';

/** What the heads of the departures in a list say; a later page has read the same one again. */
export const headsOf = (rows: readonly TerritoryBooking[] | undefined): ReadonlyMap<string, DepartureHead> =>
  new Map((rows ?? []).flatMap((row) => (row.departure ? [[row.departure_id, row.departure] as const] : [])));

/** The bookings of each departure that are loaded. */
export function byDeparture(rows: readonly TerritoryBooking[] | undefined): ReadonlyMap<string, TerritoryBooking[]> {
  const groups = new Map<string, TerritoryBooking[]>();
  for (const row of rows ?? []) groups.set(groupOf(row), [...(groups.get(groupOf(row)) ?? []), row]);
  return groups;
}

/** Who was sold another hour of a departure stands at that hour. */
export const groupOf = (row: TerritoryBooking): string => `${row.departure_id} ${row.start_time ?? ''}`;

interface Options {
  userId: string;
  notice: StatusControls;
  refresh: () => Promise<void>;
}

/** What a desk does with all of a departure. `dialogs` are to be drawn beside the list. */
export function useDepartures({ userId, notice, refresh }: Options) {
  const { t } = useLingui();
  const tour = useGroupMessage('experience', userId, notice);
  const ride = useGroupMessage('transport', userId, notice);

  function message(row: TerritoryBooking, head: DepartureHead) {
    const { departure_id, title, booking_date: service_date, start_time } = row;
    (row.kind === 'transport' ? ride : tour).write({
      departure_id,
      title,
      service_date,
      start_time: start_time ?? '',
      has_time: start_time !== null,
      bookings: head.bookings,
    });
  }

  async function close(row: TerritoryBooking, head: DepartureHead, closed: boolean) {
    try {
      await closeDeparture({
        kind: row.kind === 'transport' ? 'transport' : 'experience',
        serviceId: row.service_id,
        timeslotId: head.timeslot_id,
        date: row.booking_date,
        closed,
      });
      notice.success(closed ? t`${row.title} takes no new bookings on this day` : t`${row.title} takes bookings again`);
    } catch (error) {
      notice.failure(error instanceof Error ? error.message : String(error));
    }
    await refresh().catch(() => undefined);
  }
  const dialogs = (
    <>
      {tour.dialog}
      {ride.dialog}
    </>
  );
  return { message, close, dialogs };
}
