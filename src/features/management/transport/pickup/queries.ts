import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { requireUnchanged } from '@/lib/concurrency';
import { AppError, run } from '@/lib/errors';
import { i18n } from '@/lib/i18n';
import { db } from '@/lib/supabase';
import { catalogueKeys } from '../../catalogue/queries';

export const pickupKeys = {
  list: (territoryId: string) => [...catalogueKeys.all, 'pickup', territoryId] as const,
};

async function getPickups(territoryId: string, signal: AbortSignal) {
  return run(
    db
      .from('pickup_locations')
      .select('id, name, directions, map_link')
      .eq('territory_id', territoryId)
      .order('name')
      .limit(1000)
      .abortSignal(signal),
    msg`Failed to load pickup locations`,
  );
}

export type Pickup = Awaited<ReturnType<typeof getPickups>>[number];

/** Where the services of a region leave from, by name. */
export const pickupsQuery = (territoryId: string) =>
  queryOptions({
    queryKey: pickupKeys.list(territoryId),
    queryFn: ({ signal }) => getPickups(territoryId, signal),
    staleTime: 0,
  });

export interface PickupInput {
  name: string;
  directions: string | null;
  map_link: string | null;
}

const SAVE_FAILED = msg`Failed to save location`;

/** `before`: the location as the form was filled from it, null for a new one; who changed it since is not overwritten. */
export async function savePickup(territoryId: string, before: Pickup | null, input: PickupInput): Promise<void> {
  const table = db.from('pickup_locations');
  const answer = before
    ? await unchanged(table.update(input).eq('id', before.id), before).select('id')
    : await table.insert({ ...input, territory_id: territoryId }).select('id');
  if (answer.error?.code === '23505')
    throw new AppError('pickup_exists', i18n._(msg`A location with this name already exists in this territory`));
  requireUnchanged(await run(Promise.resolve(answer), SAVE_FAILED));
}

interface Filterable<Q> {
  eq: (column: 'name' | 'directions' | 'map_link', value: string) => Q;
  is: (column: 'name' | 'directions' | 'map_link', value: null) => Q;
}

function unchanged<Q extends Filterable<Q>>(query: Q, before: Pickup): Q {
  const same = (to: Q, column: 'directions' | 'map_link') => {
    const value = before[column];
    return value === null ? to.is(column, null) : to.eq(column, value);
  };
  return same(same(query.eq('name', before.name), 'directions'), 'map_link');
}

export async function deletePickup(id: string): Promise<void> {
  await run(db.from('pickup_locations').delete().eq('id', id), msg`Failed to delete location`);
}
