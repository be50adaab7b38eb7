import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { storedInvite } from '@/features/account/invites/stored-invite';
import { workPathOf } from '@/features/account/profile/work';
import { useSession } from '@/features/account/session/session';
import { sessionStore } from '@/features/account/session/session-store';
import { clearReturnTo, type ReturnToState, returnToOf, storedReturnTo } from '@/features/account/sign-in/return-to';
import { watchFirstData } from '@/lib/api/first-data';
import { hasSession } from '@/lib/api/session';
import { useNoIndex } from '@/lib/routing/page-head';
import { paths } from '@/lib/routing/paths';
import { PageSpinner } from '@/ui/feedback/Spinner';
import { ErrorState } from '@/ui/feedback/states';
import type { Access } from './routes.ts';

/** Shows the page to people who may open it, and redirects everyone else. */
export function Guard({ access, children }: { access: Access; children: ReactNode }) {
  if (access === 'open') return children;
  if (access === 'guest') return <GuestsOnly>{children}</GuestsOnly>;
  return <SignedIn access={access}>{children}</SignedIn>;
}

function GuestsOnly({ children }: { children: ReactNode }) {
  const { status } = useSession();
  // A browser that lost its session must not be redirected from the login, or "Log in" would lead back to the page
  // whose requests were refused.
  const lost = status === 'signed-in' && !hasSession();
  useEffect(() => {
    if (lost) sessionStore.checkStorage();
  }, [lost]);
  if (status === 'loading' || lost) return <PageSpinner />;
  return status === 'signed-in' ? <GoToReturnTo /> : children;
}

/**
 * Redirects to the page that the person wanted before signing in, and forgets it. Without one, redirects to their work
 * page or the home page. People with an invitation see it first and keep their destination.
 */
function GoToReturnTo() {
  const { state } = useLocation();
  const session = useSession();
  // Someone who resets their password must choose a new one before they answer the invitation.
  const [invited] = useState(() => storedInvite() !== null && returnToOf(state) !== paths.passwordReset);
  const [wish] = useState(() => (invited ? paths.callback : (returnToOf(state) ?? storedReturnTo())));
  // Most people start at the home page, so it doesn't count as a destination.
  const nowhere = wish.replace(/[?#].*/, '') === paths.home;
  const waits = nowhere && session.profilePending;
  useEffect(() => {
    if (!invited && !waits) clearReturnTo();
  }, [invited, waits]);
  if (waits) return <PageSpinner />;
  return <Navigate to={(nowhere && workPathOf(session)) || wish} replace />;
}

function SignedIn({ access, children }: { access: Exclude<Access, 'open' | 'guest'>; children: ReactNode }) {
  const session = useSession();
  useNoIndex(true);
  const { pathname, search, hash } = useLocation();
  if (session.status === 'loading') return <PageSpinner />;
  if (session.status === 'signed-out') {
    // After signing out, the next person shouldn't be sent to this page.
    const state = session.left ? null : ({ from: pathname + search + hash } satisfies ReturnToState);
    return <Navigate to={paths.login} replace state={state} />;
  }
  if (access === 'user' || session.hasRole(...access)) return children;
  if (session.profilePending) return <PageSpinner />;
  if (session.profileError) return <ProfileFailed error={session.profileError} onRetry={session.retryProfile} />;
  return <Navigate to={paths.home} replace />;
}

function ProfileFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  useEffect(watchFirstData, []);
  const safe = <Trans>You're still signed in. Your bookings are safe.</Trans>;
  return (
    <div className="shell py-16">
      <ErrorState heading="h1" title={error.message} onRetry={onRetry} offline={safe}>
        {safe}
      </ErrorState>
    </div>
  );
}
