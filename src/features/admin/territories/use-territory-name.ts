import { useQuery } from '@tanstack/react-query';
import { adminTerritoriesQuery } from './queries';

/** Gives the name of a territory: its id while the list is on its way, a dash where there is none. */
export function useTerritoryName(): (id: string | null | undefined) => string {
  const { data: territories } = useQuery(adminTerritoriesQuery());
  return (id) => territories?.find((one) => one.id === id)?.shown.name ?? id ?? '–';
}
