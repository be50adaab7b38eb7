import { I18nProvider } from '@lingui/react';
import type { ReactNode } from 'react';
import { i18n } from '@/lib/i18n/i18n';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { AppRoutes } from './router.tsx';
import { SessionEffects } from './SessionEffects.tsx';

/** The app below a router: the browser's own, or at build one that stands at a single address. */
export function App({ router }: { router: (children: ReactNode) => ReactNode }) {
  return (
    <I18nProvider i18n={i18n}>
      {router(
        <ErrorBoundary>
          <SessionEffects />
          <AppRoutes />
        </ErrorBoundary>,
      )}
    </I18nProvider>
  );
}
