import { useQueryClient } from '@tanstack/react-query';
import { useCancelDeparture } from '@/features/departures/cancelling/use-cancel-departure';
import { useDepartureStates } from '@/features/departures/cancelling/use-departure-states';
import { refreshQueries } from '@/lib/api/refresh-queries';
import { shuttleKeys, type TransportDeparture } from './queries';

/** The states of a list's rides, and cancelling one. */
export function useCancelRide(userId: string, departures: readonly TransportDeparture[] | undefined) {
  const client = useQueryClient();
  const refresh = () => refreshQueries(client, { queryKey: shuttleKeys.all(userId) });
  const cancelling = useCancelDeparture(refresh);
  const states = useDepartureStates(
    shuttleKeys.all(userId),
    departures?.map(({ departure_id }) => departure_id),
  );
  return {
    dialog: cancelling.dialog,
    states,
    /** For the card of one of them. */
    of: ({ transport_id: serviceId, slot_id: slotId, departure_id, service_date: date }: TransportDeparture) => ({
      state: states.get(departure_id),
      onCancel: () => cancelling.ask({ departures: [{ serviceId, slotId, date }] }),
      onChanged: refresh,
    }),
  };
}
