import { Trans } from '@lingui/react/macro';
import { useLocation } from 'react-router-dom';
import { paths } from '@/lib/routing/paths';
import { LinkButton } from '@/ui/Button';

/**
 * Shown with a failure when the session has ended. Signing in leads back here, and drafts are kept. `to` is the part
 * of the page to return to, such as '#board'.
 */
export function SignInLink({ to }: { to?: string }) {
  const { pathname, search, hash } = useLocation();
  return (
    <LinkButton
      size="sm"
      className="mt-2 flex! w-fit"
      to={paths.login}
      // In a form, this link would discard what was typed, so the leave warning appears.
      replace
      state={{ from: pathname + search + (to ?? hash) }}
    >
      <Trans>Log in</Trans>
    </LinkButton>
  );
}
