import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router-dom';
import { currentLanguage } from '@/lib/i18n/i18n';
import { withPrefix } from '@/lib/i18n/languages';
import { useOnline } from '@/lib/offline/use-online';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { useMissingPage } from './missing-page.ts';
import { routeOf } from './routes.ts';

/**
 * Shows a notice at the bottom of the window if the requested page's code failed to load. The previous page stays.
 * `FirstPage` handles the first page.
 */
export function MissingPage() {
  const missing = useMissingPage();
  const online = useOnline();
  const here = useLocation();
  const navigate = useNavigate();
  const { state, location: there } = useNavigation();
  const target = there ?? here;
  const address = target.pathname + target.search + target.hash;
  const shown = missing !== null && routeOf(target.pathname) === missing.route;
  const reload = shown && missing.reload;
  useEffect(() => {
    if (reload) location.assign(withPrefix(address, currentLanguage()));
  }, [reload, address]);
  if (!shown || state === 'idle') return null;
  return (
    <div className="fixed inset-x-0 bottom-0 z-40 mx-auto max-w-xl p-3 pb-[max(.75rem,env(safe-area-inset-bottom))]">
      <Alert
        tone="danger"
        className="border border-line shadow-lg"
        action={
          <span className="flex flex-wrap gap-2">
            <Button size="sm" busy={missing.busy} onClick={missing.retry}>
              <Trans>Try again</Trans>
            </Button>
            {/* Navigating to the current page cancels the waiting navigation. */}
            <Button
              size="sm"
              variant="ghost"
              onClick={() =>
                void navigate(here, { replace: true, state: here.state as unknown, preventScrollReset: true })
              }
            >
              <Trans>Stay on this page</Trans>
            </Button>
          </span>
        }
      >
        {online ? (
          <Trans>We couldn't load the page.</Trans>
        ) : (
          <Trans>You're offline. This page will open when you're back online.</Trans>
        )}
      </Alert>
    </div>
  );
}
