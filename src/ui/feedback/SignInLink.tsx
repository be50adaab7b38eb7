import { Trans } from '@lingui/react/macro';
import { useLocation } from 'react-router-dom';
import { paths } from '@/lib/routing/paths';
import { LinkButton } from '@/ui/Button';

/**
 * Returns the target of a link that is shown with a failure when the session has ended. Signing in leads back here,
 * and drafts are kept. `to` is the part of the page to return to, such as '#board'.
 */
export function useSignInTarget(to?: string) {
  const { pathname, search, hash } = useLocation();
  // In a form, this link would discard what was typed, so the leave warning appears.
  return { to: paths.login, replace: true, state: { from: pathname + search + (to ?? hash) } };
}

/** Shown with a failure when the session has ended. */
export function SignInLink({ to }: { to?: string | undefined }) {
  return (
    <LinkButton size="sm" className="mt-2 flex! w-fit" {...useSignInTarget(to)}>
      <Trans>Log in</Trans>
    </LinkButton>
  );
}
