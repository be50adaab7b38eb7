import { useSyncExternalStore } from 'react';
import type { Profile, Role } from '@/features/account/profile/queries';
import type { User } from '@/lib/api/auth';
import { type SessionState, sessionStore } from './session-store.ts';

export interface SessionView {
  status: 'loading' | 'signed-in' | 'signed-out';
  /** True if the session expired. */
  expired: boolean;
  left: boolean;
  user: User | null;
  /** Null while loading, after a failure, and for visitors. */
  profile: Profile | null;
  profilePending: boolean;
  profileError: Error | null;
  retryProfile: () => void;
  /** Returns whether the person holds any of these roles now. */
  hasRole: (...roles: Role[]) => boolean;
}

/** The state in the built pages, and in the browser until its session was read. */
const VISITOR: SessionState = { status: 'signed-out', end: 'none' };
const asVisitor = () => VISITOR;

/** Returns the current person, the same for the whole app. */
export function useSession(): SessionView {
  const session = useSyncExternalStore(sessionStore.subscribe, sessionStore.get, asVisitor);
  const known = session.status === 'signed-in' ? session : null;
  const profile = known?.profile.profile ?? null;
  return {
    status: session.status,
    expired: session.status === 'signed-out' && session.end === 'expired',
    left: session.status === 'signed-out' && session.end === 'left',
    user: known?.user ?? null,
    profile,
    profilePending: known?.profile.pending ?? false,
    profileError: known?.profile.error ?? null,
    retryProfile: known?.profile.retry ?? (() => undefined),
    hasRole: (...roles) => profile !== null && roles.some((role) => profile.roles.includes(role)),
  };
}
