import { screen, within } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { type AdminTerritory, adminTerritoriesQuery, setTerritoryVisible } from './queries';
import TerritoriesTab from './TerritoriesTab';

const upcoming = vi.hoisted(() => vi.fn());
vi.mock('./queries', async (load) => ({
  ...(await load<typeof import('./queries')>()),
  setTerritoryVisible: vi.fn(),
}));
vi.mock('@/lib/api/run', () => ({
  run: (ask: (db: unknown) => unknown) =>
    ask({ rpc: (_: string, args: object) => ({ abortSignal: () => Promise.resolve().then(() => upcoming(args)) }) }),
}));
// jsdom doesn't support the <search> element.
vi.mock('./filters', async (load) => ({
  ...(await load<typeof import('./filters')>()),
  TerritoryFilters: () => null,
}));

beforeEach(() => {
  vi.mocked(setTerritoryVisible).mockReset().mockResolvedValue(undefined);
  upcoming.mockReset();
});

const row = (id: string, name: string, visible: boolean): AdminTerritory => ({
  ...{ id, name, description: '', language: 'en', translations: {}, country: 'GT', visible },
  ...{ currency_code: 'GTQ', currency_symbol: 'Q', time_zone: 'America/Guatemala', image_urls: [], video_urls: [] },
  ...{ archived_at: null, updated_at: '2026-01-01T00:00:00Z', shown: { name, description: '' } },
});

function show() {
  const view = renderApp(<TerritoriesTab />, { url: '/admin?tab=territories' });
  view.client.setQueryData(adminTerritoriesQuery().queryKey, [
    row('lago', 'Atitlán', false),
    row('rio', 'Río Dulce', true),
  ]);
  return view;
}

const booked = { bookings: 3, guests: 7, departures: 2, last_date: '2026-12-24' };

it('hides a region without upcoming bookings at once, and shows a hidden one', async () => {
  upcoming.mockResolvedValue({ bookings: 0, guests: 0, departures: 0, last_date: null });
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Hide Río Dulce' }));
  await vi.waitFor(() => expect(setTerritoryVisible).toHaveBeenCalled());
  expect(vi.mocked(setTerritoryVisible).mock.calls[0]?.[0]).toEqual({ id: 'rio', visible: false });
  expect(upcoming).toHaveBeenCalledWith({ p_territory_id: 'rio', p_kind: 'territory', p_id: 'rio' });
  await user.click(screen.getByRole('button', { name: 'Show Atitlán' }));
  await vi.waitFor(() => expect(setTerritoryVisible).toHaveBeenCalledTimes(2));
  expect(vi.mocked(setTerritoryVisible).mock.calls[1]?.[0]).toEqual({ id: 'lago', visible: true });
});

it('asks before it hides a region with upcoming bookings, and names them', async () => {
  upcoming.mockResolvedValue(booked);
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Hide Río Dulce' }));
  const question = await screen.findByRole('alertdialog', { name: 'Hide Río Dulce?' });
  expect(question).toHaveTextContent('Visitors will no longer be able to find this region or book anything in it.');
  expect(await within(question).findByText(/^This affects 3 upcoming bookings until/)).toBeVisible();
  await user.click(within(question).getByRole('button', { name: 'Cancel' }));
  expect(setTerritoryVisible).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Hide Río Dulce' }));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Hide' }));
  await vi.waitFor(() => expect(setTerritoryVisible).toHaveBeenCalledTimes(1));
});

it('asks even if it does not know which bookings that affects', async () => {
  upcoming.mockRejectedValue(new AppError('offline', 'You seem to be offline'));
  const { user } = show();
  await user.click(await screen.findByRole('button', { name: 'Hide Río Dulce' }));
  expect(await screen.findByRole('alertdialog', { name: 'Hide Río Dulce?' })).toBeVisible();
  expect(setTerritoryVisible).not.toHaveBeenCalled();
});
