import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { queryClient } from '@/lib/api/query-client';
import { i18n } from '@/lib/i18n/i18n';

/** Contains the app's providers. The router is the browser's, or at build one that is fixed to an address. */
export function App({ children }: { children: ReactNode }) {
  useEffect(() => document.documentElement.classList.add('started'), []);
  return (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </I18nProvider>
  );
}
