import { Trans } from '@lingui/react/macro';
import { useLocation } from 'react-router-dom';
import { paths } from '@/lib/routing/paths';
import { LinkButton } from '@/ui/Button';

/**
 * Returns the target of a login link beside a failure, for someone whose session has ended. Signing in leads back to
 * this page, or to its part `to` such as '#board'. Drafts are kept.
 */
export function useSignInTarget(to?: string) {
  const { pathname, search, hash } = useLocation();
  // `replace` avoids the question before leaving a form, because the form's draft is kept.
  return { to: paths.login, replace: true, state: { from: pathname + search + (to ?? hash) } };
}

/** Shows a login link beside a failure, if the session has ended. */
export function SignInLink({ to }: { to?: string | undefined }) {
  return (
    <LinkButton size="sm" className="mt-2 flex! w-fit" {...useSignInTarget(to)}>
      <Trans>Log in</Trans>
    </LinkButton>
  );
}
