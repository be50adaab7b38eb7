import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type DepartureState, departureStatesQuery } from './queries';

const NONE: ReadonlyMap<string, DepartureState> = new Map();

/** What stands out of the departures of a list, by id: `list` is the list's key. What was read stays while others come. */
export function useDepartureStates(list: QueryKey, ids: readonly (string | null)[] | undefined) {
  const known = [...new Set((ids ?? []).filter((id) => id !== null))].sort();
  const { data } = useQuery({ ...departureStatesQuery(list, known), placeholderData: (before) => before });
  return useMemo(() => (data ? new Map(data.map((state) => [state.departure_id, state])) : NONE), [data]);
}
