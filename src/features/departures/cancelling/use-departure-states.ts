import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type DepartureState, departureStatesQuery } from './queries';

const NONE: ReadonlyMap<string, DepartureState> = new Map();

/**
 * Returns the states of a list's departures by id. `list` is the key of the list. States that have loaded stay
 * while others load.
 */
export function useDepartureStates(list: QueryKey, ids: readonly (string | null)[] | undefined) {
  const known = [...new Set((ids ?? []).filter((id) => id !== null))].sort();
  const { data } = useQuery({ ...departureStatesQuery(list, known), placeholderData: (before) => before });
  return useMemo(() => (data ? new Map(data.map((state) => [state.departure_id, state])) : NONE), [data]);
}
