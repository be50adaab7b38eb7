import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { expect, it } from 'vitest';
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

it('lists boats with the shuttles, and only shuttles can be edited here', () => {
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { staleTime: Number.POSITIVE_INFINITY } });
  const rows = [service('b', 'Lancha to Livingston', 'boat'), service('s', 'Shuttle to Flores', 'shuttle')];
  const list = { pages: [{ rows, next: null }], pageParams: [null] };
  client.setQueryData(managedShuttleKeys.services('me', 'rio'), list);
  const status = { notice: null, success: () => undefined, failure: () => undefined, clear: () => undefined };
  renderApp(<Services userId="me" territoryId="rio" currency={{ code: 'GTQ', symbol: 'Q' }} status={status} />, {
    client,
  });
  expect(screen.getByRole('heading', { name: 'Lancha to Livingston' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Edit Shuttle to Flores' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Edit Lancha to Livingston' })).toBeNull();
  expect(screen.getAllByText('1 h 48 min')).toHaveLength(2);
  expect(screen.getByText("The region's team edits this service.")).toBeVisible();
});
