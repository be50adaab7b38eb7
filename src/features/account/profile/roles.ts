/** This is separate from the queries, because the bar of every page names roles without a request. */
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

/** These roles apply everywhere. Every other role belongs to one region. */
export const GLOBAL_ROLES: readonly Role[] = ['admin', 'tourist'];
