import { renderApp } from '@tests/support/render-app';
import type { ReactNode } from 'react';
import type { ReferralLink } from './queries';

export const draw = (content: ReactNode) => renderApp(content);

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
