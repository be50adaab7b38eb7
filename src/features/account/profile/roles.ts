/** Apart from the queries: the bar of every page names them, and asks the server for nothing. */
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

/** These are held everywhere; every other role is held in one territory. */
export const GLOBAL_ROLES: readonly Role[] = ['admin', 'tourist'];
