import type { SessionView } from '@/features/account/session/session';

/** Staff keep the schedules, and invite nobody to drive. */
export const mayInviteDrivers = (hasRole: SessionView['hasRole']): boolean =>
  hasRole('territory_manager', 'shuttle_manager');
