import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ErrorState } from '@/ui/feedback/states';
import { useMissingPage } from './missing-page.ts';

/**
 * In the place of the first page while its code is on its way. Without a connection it says so, as there is no page before it: the service worker opens
 * every address in the app.
 */
export function FirstPage({ children }: { children: ReactNode }) {
  const missing = useMissingPage();
  if (!missing) return children;
  return (
    <div className="shell flex-1 py-16">
      <ErrorState
        heading="h1"
        title={<Trans>This page needs a connection</Trans>}
        onRetry={missing.retry}
        retrying={missing.busy}
      >
        <Trans>We couldn't load it. It opens automatically when there is a connection.</Trans>
      </ErrorState>
    </div>
  );
}
