import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { i18n } from '@/lib/i18n/i18n';
import type { ReferralLink } from './queries';

export const draw = (content: ReactNode) =>
  render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter>{content}</MemoryRouter>
      </QueryClientProvider>
    </I18nProvider>,
  );

export const lobby: ReferralLink = {
  id: 'l1',
  name: 'Lobby',
  code: 'LOBBY1',
  active: true,
  created_at: '2026-11-01T00:00:00+00:00',
  visits: 3,
  registrations: 2,
  bookings: 1,
};
