import { useSyncExternalStore } from 'react';
import type { Profile, Role } from '@/features/account/profile/queries';
import type { User } from '@/lib/api/auth';
import { type SessionState, sessionStore } from './session-store.ts';

export interface SessionView {
  /** 'loading' until the stored session has been looked at. */
  status: 'loading' | 'signed-in' | 'signed-out';
  /** The session ended by itself. */
  expired: boolean;
  /** The person signed out in this tab. */
  left: boolean;
  user: User | null;
  /** Null while it loads, when it failed to load, and for visitors. */
  profile: Profile | null;
  profilePending: boolean;
  profileError: Error | null;
  retryProfile: () => void;
  /** Whether the person holds any one of these roles now. */
  hasRole: (...roles: Role[]) => boolean;
}

/** How pages are drawn at build, and how the browser meets them before it looks for a session of its own. */
const VISITOR: SessionState = { status: 'signed-out', end: 'none' };
const asVisitor = () => VISITOR;

/** Who is here: one answer for the whole app. */
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
