import type { SessionView } from '@/features/account/session/session';

/** Staff manage schedules but may not invite drivers. */
export const mayInviteDrivers = (hasRole: SessionView['hasRole']): boolean =>
  hasRole('territory_manager', 'shuttle_manager');
