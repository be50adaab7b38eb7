import { screen } from '@testing-library/react';
import { aProfile, firstStepsAnswer } from '@tests/support/factories';
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

it('shows on each tab the number of its list, all from one response', async () => {
  const counts = { experiences: 2, guides: 4, transport: 3, partners: 5, pickups: 6, requests: 0 };
  const user = aProfile({ roles: ['territory_manager'], territory_id: 'rio' });
  renderApp(<TerritoryManagementPage />, { user });
  await answer({});
  await answer({ territory_counts: counts, first_steps: firstStepsAnswer({ done: true }) });
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual([
    'Territory Settings',
    'Experiences2',
    'Tour Guides4',
    'Transport3',
    'Drivers',
    'Schedules',
    'Driver plan',
    'Travel alerts',
    'Finances',
    'Travel Partners5',
  ]);
  expect(server.asked.map(({ of }) => of).filter((of) => /count|member/.test(of))).toEqual(['territory_counts']);
});

it('begins with the first steps while something is left to do, and the tabs wait until that is known', async () => {
  const user = aProfile({ territory_id: 'rio' });
  renderApp(<TerritoryManagementPage />, { user });
  await answer({});
  // The first tab isn't known yet. If tabs were shown now, they would move under a click.
  expect(screen.queryByRole('tab')).not.toBeInTheDocument();
  await answer({ first_steps: firstStepsAnswer() });
  expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('First steps');
});

it.each([
  ['everything is done', { done: true }],
  ['they are hidden', { hidden: true }],
])('begins with the settings once %s', async (_, steps) => {
  renderApp(<TerritoryManagementPage />, { user: aProfile({ territory_id: 'rio' }) });
  await answer({});
  await answer({ first_steps: firstStepsAnswer(steps) });
  expect(screen.getByRole('tab', { selected: true })).toHaveTextContent('Territory Settings');
  expect(screen.queryByRole('tab', { name: 'First steps' })).not.toBeInTheDocument();
});
