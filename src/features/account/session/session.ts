import { useSyncExternalStore } from 'react';
import type { Profile, Role } from '@/features/account/profile/queries';
import type { User } from '@/lib/api/auth';
import { type SessionState, sessionStore } from './session-store.ts';

export interface SessionView {
  /** 'loading' until the stored session has been read. */
  status: 'loading' | 'signed-in' | 'signed-out';
  /** The session expired. */
  expired: boolean;
  /** The person signed out in this tab. */
  left: boolean;
  user: User | null;
  /** Null while loading, after a failure, and for visitors. */
  profile: Profile | null;
  profilePending: boolean;
  profileError: Error | null;
  retryProfile: () => void;
  /** Whether the person holds any of these roles now. */
  hasRole: (...roles: Role[]) => boolean;
}

/** The state at build, and in the browser until its session is read. */
const VISITOR: SessionState = { status: 'signed-out', end: 'none' };
const asVisitor = () => VISITOR;

/** The current person: one answer for the whole app. */
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
