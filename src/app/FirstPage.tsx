import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ErrorState } from '@/ui/feedback/states';
import { useMissingPage } from './missing-page.ts';

/**
 * Shows `children` while the code of the first page loads. If that code can't be loaded, shows a notice instead,
 * because there is no earlier page to keep.
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
        <Trans>We couldn't load this page. It will open automatically when you're back online.</Trans>
      </ErrorState>
    </div>
  );
}
