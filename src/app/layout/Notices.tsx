import { Trans } from '@lingui/react/macro';
import { WifiOff } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import { useSession } from '@/features/account/session/session';
import type { ReturnToState } from '@/features/account/sign-in/return-to';
import { useOnline } from '@/lib/offline/use-online';
import { paths } from '@/lib/routing/paths';
import { Alert } from '@/ui/feedback/Alert';
import { routeOf } from '../routes.ts';

/** Shows the notices that can appear on any page: being offline, and an expired session. */
export function Notices() {
  const { expired } = useSession();
  const { pathname, search, hash } = useLocation();
  const route = routeOf(pathname);
  // Pages that work offline show the age of their data, so they need no notice.
  const offline = !useOnline() && !route?.offline;
  if (!offline && !expired) return null;
  return (
    <div className="shell grid gap-2 pt-3">
      {offline && (
        <Alert tone="info" icon={<WifiOff aria-hidden="true" />}>
          <Trans>You're offline. You can keep using what's already open.</Trans>
        </Alert>
      )}
      {expired && (
        <Alert
          tone="warn"
          action={
            <Link
              to={paths.login}
              state={{ from: pathname + search + hash } satisfies ReturnToState}
              className="-my-1.5 inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
            >
              <Trans>Login</Trans>
            </Link>
          }
        >
          <Trans>Your session has expired. Please log in again.</Trans>
        </Alert>
      )}
    </div>
  );
}
