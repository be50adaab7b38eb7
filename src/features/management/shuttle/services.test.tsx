import { screen, waitFor } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import type * as catalogue from '@/features/management/catalogue/queries';
import { createQueryClient } from '@/lib/api/query-client';
import { managedShuttleKeys } from './queries';
import Services from './Services';

const service = (id: string, title: string, transport_type_id: string) => ({
  id,
  title,
  transport_type_id,
  type_name: transport_type_id,
  description: '',
  image_urls: [],
  booking_type: 'shared',
  shared_price: 50,
  private_price: null,
  available_spots: 8,
  max_spots: 10,
  pickup_location: 'Dock',
  slots: [{ id, start_time: '07:00:00', end_time: null, days_of_week: ['monday'], available_spots: 8 }],
  duration_hours: 1.8,
  visible: true,
});

const server = vi.hoisted(() => ({ duplicateService: vi.fn(), setServiceVisible: vi.fn() }));
vi.mock('@/features/management/catalogue/queries', async (original) => ({
  ...(await original<typeof catalogue>()),
  ...server,
}));
const run = vi.hoisted(() => vi.fn());
vi.mock('@/lib/api/run', () => ({ run }));
vi.mock('./ShuttleForm', () => ({ ShuttleForm: () => <h2>Edit service</h2> }));
beforeEach(() => void vi.resetAllMocks());

function show(rows: object[]) {
  run.mockResolvedValue(rows);
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { staleTime: Number.POSITIVE_INFINITY } });
  const list = { pages: [{ rows, next: null }], pageParams: [null] };
  client.setQueryData(managedShuttleKeys.services('me', 'rio'), list);
  const status = { notice: null, success: vi.fn(), failure: vi.fn(), clear: vi.fn() };
  const currency = { code: 'GTQ', symbol: 'Q' };
  const app = renderApp(<Services userId="me" territoryId="rio" currency={currency} status={status} />, { client });
  return { ...app, client, status };
}

it('lists boats with the shuttles, and only shuttles can be edited here', () => {
  show([service('b', 'Lancha to Livingston', 'boat'), service('s', 'Shuttle to Flores', 'shuttle')]);
  expect(screen.getByRole('heading', { name: 'Lancha to Livingston' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Edit Shuttle to Flores' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Edit Lancha to Livingston' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Duplicate Lancha to Livingston' })).toBeNull();
  expect(screen.getAllByText('1 h 48 min')).toHaveLength(2);
  expect(screen.getByText("The region's team edits this service.")).toBeVisible();
});

it('duplicates a shuttle once, even when a response was lost, and opens the copy', async () => {
  const { user, status } = show([service('s', 'Shuttle to Flores', 'shuttle')]);
  const duplicate = screen.getByRole('button', { name: 'Duplicate Shuttle to Flores' });
  const lost = new Error('No connection');
  server.duplicateService.mockRejectedValueOnce(lost).mockResolvedValue(undefined);
  await user.click(duplicate);
  await waitFor(() => expect(status.failure.mock.calls[0]?.[0]).toBe(lost));
  await user.click(duplicate);
  expect(await screen.findByRole('heading', { name: 'Edit service' })).toBeVisible();
  const [first, second] = server.duplicateService.mock.calls;
  expect(second).toEqual(['s', expect.stringMatching(/^[0-9a-f-]{36}$/)]);
  expect(second).toEqual(first);
});

it('shows a hidden shuttle to guests', async () => {
  const { user, status } = show([{ ...service('s', 'Shuttle to Flores (copy)', 'shuttle'), visible: false }]);
  await user.click(screen.getByRole('button', { name: 'Show Shuttle to Flores (copy)' }));
  await waitFor(() => expect(status.success).toHaveBeenCalledWith('Guests can now book this service'));
  expect(server.setServiceVisible).toHaveBeenCalledWith({ id: 's', visible: true });
});
