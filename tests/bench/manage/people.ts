import { LARGE_TERRITORIES, largeId, largeTerritory } from '../../../supabase/seed/large.ts';
import type { LargeSizes } from '../../../supabase/seed/large-rows.ts';

/** The territory whose screens are measured. */
const TERRITORY = 7;
export const TERRITORY_ID = largeTerritory(TERRITORY);

/**
 * People who work in the territory in addition to its manager and the load's guides, in this order from the last
 * user backwards.
 */
export const WORKERS = [
  'tour_guide',
  'travel_partner',
  'territory_staff',
  'shuttle_manager',
  'shuttle_driver',
] as const;

export type Worker = 'admin' | 'manager' | 'guide' | 'partner' | 'shuttle' | 'driver';

/**
 * Returns how many people of each role work in the territory: a twentieth of a thousand, or of two thousand because
 * the large load has that many guides.
 */
export const teamOf = ({ users }: LargeSizes) => (users > 50_000 ? 100 : 50);

/** Returns a twentieth of the total of all territories. */
export const perTerritory = (total: number) => Math.ceil(total / LARGE_TERRITORIES);

const guidesOf = (users: number) => Math.max(1, Math.floor(users / 100 / LARGE_TERRITORIES)) * LARGE_TERRITORIES;

/** Returns the user number of the k-th worker of a role. */
export function workerNumber(sizes: LargeSizes, role: (typeof WORKERS)[number], k: number): number {
  return sizes.users - 2 - (WORKERS.indexOf(role) * teamOf(sizes) + k);
}

/** Returns the load's user number of the person whose screens are measured. */
export function numberOf(sizes: LargeSizes, worker: Worker): number {
  switch (worker) {
    case 'admin':
      return sizes.users - 1;
    case 'manager':
      return guidesOf(sizes.users) + TERRITORY;
    case 'guide':
      return TERRITORY;
    case 'partner':
      return workerNumber(sizes, 'travel_partner', 0);
    case 'shuttle':
      return workerNumber(sizes, 'shuttle_manager', 0);
    case 'driver':
      return workerNumber(sizes, 'shuttle_driver', 0);
  }
}

export const userIdOf = (sizes: LargeSizes, worker: Worker) => largeId('user', numberOf(sizes, worker));
export const emailOf = (sizes: LargeSizes, worker: Worker) => `large-${numberOf(sizes, worker)}@territorio.test`;
