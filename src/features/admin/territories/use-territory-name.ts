import { useQuery } from '@tanstack/react-query';
import { adminTerritoriesQuery } from './queries';

/** Returns a function that gives a territory's name, its id while loading, or a dash without an id. */
export function useTerritoryName(): (id: string | null | undefined) => string {
  const { data: territories } = useQuery(adminTerritoriesQuery());
  return (id) => territories?.find((one) => one.id === id)?.shown.name ?? id ?? '–';
}
