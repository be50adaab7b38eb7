// @vitest-environment node
import { expect, it, vi } from 'vitest';
import { routeOf, routes } from '@/app/routes';
import { listPages } from './pages.ts';

const row = { id: 'x', updated_at: '2026-10-01T12:00:00+00:00' };
vi.mock('./queries.ts', () => ({
  listTerritories: async () => [row],
  listExperiences: async () => [row],
  listTransports: async () => [row],
}));
vi.mock('@/lib/env', async (original) => ({ ...(await original<object>()), openRegions: true }));

it('renders a page for each marked route, and for no other', async () => {
  const addresses = (await listPages()).flatMap(({ path, also }) => [path, ...also]);
  const marked = routes.filter(({ prerendered }) => prerendered);
  expect(new Set(addresses.map((address) => routeOf(address)))).toEqual(new Set(marked));
});
