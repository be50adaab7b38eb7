import { useSession } from '@/features/account/session/session';

/** What the viewer may do on a board. The server checks each action again. */
export interface Viewer {
  userId: string | null;
  moderates: boolean;
  /** True if the person was signed in until their session ended. */
  expired: boolean;
}

export function useViewer(territoryId: string): Viewer & { loading: boolean } {
  const { status, expired, user, profile, hasRole } = useSession();
  const runsIt = hasRole('territory_manager', 'territory_staff') && profile?.territory_id === territoryId;
  return { loading: status === 'loading', userId: user?.id ?? null, moderates: runsIt || hasRole('admin'), expired };
}
