import { useLingui } from '@lingui/react/macro';
import { useCancelDeparture } from '@/features/departures/cancelling/use-cancel-departure';
import { useDepartureStates } from '@/features/departures/cancelling/use-departure-states';
import { canAnnounceDelay } from '@/features/departures/delays/delay';
import { useDelay } from '@/features/departures/delays/use-delay';
import type { DepartureName } from '@/features/departures/departure-name';
import { closeDeparture } from '@/features/departures/queries';
import { useGroupMessage } from '@/features/departures/use-group-message';
import {
  type DepartureHead,
  type TerritoryBooking,
  territoryBookingKeys,
} from '@/features/management/bookings/queries';
import { mapFailure } from '@/lib/api/map-failure';
import type { StatusControls } from '@/ui/feedback/StatusNotice';

/** Returns the departure headings of the list. A later page may have a newer version of one. */
export const headsOf = (rows: readonly TerritoryBooking[] | undefined): ReadonlyMap<string, DepartureHead> =>
  new Map((rows ?? []).flatMap((row) => (row.departure ? [[row.departure_id, row.departure] as const] : [])));

/** Groups the loaded bookings by departure. */
export function byDeparture(rows: readonly TerritoryBooking[] | undefined): ReadonlyMap<string, TerritoryBooking[]> {
  const groups = new Map<string, TerritoryBooking[]>();
  for (const row of rows ?? []) groups.set(groupOf(row), [...(groups.get(groupOf(row)) ?? []), row]);
  return groups;
}

/** Guests who booked the departure at a different time are listed under that time. */
export const groupOf = (row: TerritoryBooking): string => `${row.departure_id} ${row.start_time ?? ''}`;

const nameOf = (row: TerritoryBooking, head: DepartureHead): DepartureName => ({
  serviceId: row.service_id,
  slotId: head.slot_id,
  date: row.booking_date,
});

interface Options {
  territoryId: string;
  userId: string;
  rows: readonly TerritoryBooking[] | undefined;
  notice: StatusControls;
  refresh: () => Promise<void>;
}

/** Provides the actions for a whole departure. Render `dialogs` beside the list. */
export function useDepartures({ territoryId, userId, rows, notice, refresh }: Options) {
  const { t } = useLingui();
  const group = useGroupMessage(userId, notice);

  const cancelling = useCancelDeparture(refresh);
  const delaying = useDelay(refresh);
  const states = useDepartureStates(
    [...territoryBookingKeys.all, territoryId],
    rows?.map(({ departure_id }) => departure_id),
  );

  const cancel = (row: TerritoryBooking, head: DepartureHead) => cancelling.ask({ departures: [nameOf(row, head)] });

  /** Returns what announces a delay of the departure, or undefined if that isn't possible now. */
  function delayOf(row: TerritoryBooking, timeZone: string, now: Date) {
    const { departure_id: departureId, title, booking_date: date, start_time: start } = row;
    if (start === null || !canAnnounceDelay(date, start, timeZone, now)) return undefined;
    const minutes = states.get(departureId)?.delay_minutes ?? 0;
    return () => delaying.ask({ departureId, title, date, start, timeZone, minutes });
  }

  function message(row: TerritoryBooking, head: DepartureHead) {
    const { departure_id, title, booking_date: service_date, start_time } = row;
    group.write({
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
      await closeDeparture({ ...nameOf(row, head), closed });
      notice.success(
        closed ? t`${row.title} is closed for new bookings on this day` : t`${row.title} is open for bookings again`,
      );
    } catch (error) {
      notice.failure(await mapFailure(error));
    }
    await refresh().catch(() => undefined);
  }
  const dialogs = (
    <>
      {group.dialog}
      {cancelling.dialog}
      {delaying.dialog}
    </>
  );
  return { message, close, cancel, delayOf, states, dialogs };
}
