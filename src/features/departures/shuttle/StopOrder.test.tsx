import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Booking } from '@/features/departures/day/queries';
import { StopOrder } from './StopOrder';

const sent = vi.hoisted(() => [] as unknown[]);
vi.mock('@/lib/api/supabase', () => ({
  database: async () => ({
    rpc: (name: string, args: unknown) => {
      sent.push([name, args]);
      return new Promise(() => undefined);
    },
  }),
}));
beforeEach(() => {
  sent.length = 0;
});

const guest = (id: string, hotel_name: string | null) =>
  ({ id, hotel_name, num_people: 2, stop: null }) as unknown as Booking;

it('moves a hotel by keyboard, shows it at once, and announces its new position', async () => {
  const bookings = [guest('1', 'Casa'), guest('2', 'Lago'), guest('3', 'Selva'), guest('4', null)];
  renderApp(<StopOrder userId="me" transportId="t" bookings={bookings} />);
  screen.getByRole('button', { name: 'Selva earlier' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(sent).toEqual([['set_pickup_order', { p_transport_id: 't', p_places: ['Casa', 'Selva', 'Lago'] }]]);
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    '1Casa 2 passengers',
    '2Selva 2 passengers',
    '3Lago 2 passengers',
  ]);
  expect(screen.getByRole('status')).toHaveTextContent('Selva is now 2 of 3');
  expect(screen.getByRole('button', { name: 'Selva earlier' })).toHaveFocus();
});

it('is hidden if there is nothing to order', () => {
  renderApp(<StopOrder userId="me" transportId="t" bookings={[guest('1', 'Casa'), guest('4', null)]} />);
  expect(screen.queryByRole('list')).toBeNull();
});
