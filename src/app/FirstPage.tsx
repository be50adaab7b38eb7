import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ErrorState } from '@/ui/feedback/states';
import { useMissingPage } from './missing-page.ts';

/**
 * Shown while the code of the first page loads. While offline it says so, because the service worker opens every
 * address in the app and there is no earlier page to keep.
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
