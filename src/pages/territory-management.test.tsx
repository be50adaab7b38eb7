import { screen } from '@testing-library/react';
import { aProfile } from '@tests/support/factories';
import { answer, server } from '@tests/support/live-server';
import { renderApp } from '@tests/support/render-app';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import TerritoryManagementPage from './territory-management';

vi.mock('@/lib/api/supabase', () => import('@tests/support/live-server'));
vi.mock('@/features/account/profile/TerritoryGuard', () => ({ TerritoryGuard: ({ children }: never) => children }));

beforeEach(() => {
  vi.useFakeTimers();
  server.reset();
});
afterEach(() => vi.useRealTimers());

it('each tab has the number of its list, all of them from one answer', async () => {
  const counts = { experiences: 2, guides: 4, transport: 3, partners: 5, pickups: 6, requests: 0 };
  const user = aProfile({ roles: ['territory_manager'], territory_id: 'rio' });
  renderApp(<TerritoryManagementPage />, { user });
  await answer({});
  await answer({ territory_counts: counts });
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Territory Settings',
    'Experiences2',
    'Tour Guides4',
    'Transport3',
    'Finances',
    'Travel Partners5',
  ]);
  expect(server.asked.map(({ of }) => of).filter((of) => /count|member/.test(of))).toEqual(['territory_counts']);
});
