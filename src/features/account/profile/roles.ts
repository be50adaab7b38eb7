/** Separate from the queries, as every page's bar names roles without a request. */
export const ROLES = [
  'admin',
  'territory_manager',
  'territory_staff',
  'tour_guide',
  'travel_partner',
  'shuttle_manager',
  'shuttle_driver',
  'tourist',
] as const;
export type Role = (typeof ROLES)[number];

/** Held everywhere; every other role is held in one region. */
export const GLOBAL_ROLES: readonly Role[] = ['admin', 'tourist'];
