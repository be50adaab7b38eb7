import { QueryClient } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Booking } from '@/features/departures/day/queries';
import { StopOrder } from './StopOrder';

const sent = vi.hoisted(() => [] as unknown[]);
const answer = vi.hoisted(() => ({ error: null as unknown }));
vi.mock('@/lib/api/supabase', () => ({
  database: async () => ({
    rpc: (name: string, args: unknown) => {
      sent.push([name, args]);
      return answer.error === null
        ? new Promise(() => undefined)
        : Promise.resolve({ data: null, error: answer.error });
    },
  }),
}));
beforeEach(() => {
  sent.length = 0;
  answer.error = null;
});

const guest = (id: string, hotel_name: string | null) =>
  ({ id, hotel_name, num_people: 2, stop: null }) as unknown as Booking;

it('moves a hotel by keyboard, shows it at once, and announces its new position', async () => {
  const bookings = [guest('1', 'Casa'), guest('2', 'Lago'), guest('3', 'Selva'), guest('4', null)];
  renderApp(<StopOrder userId="me" transportId="t" bookings={bookings} />);
  screen.getByRole('button', { name: 'Move Selva earlier' }).focus();
  await userEvent.keyboard('{Enter}');
  expect(sent).toEqual([
    [
      'set_pickup_order',
      { p_transport_id: 't', p_places: ['Casa', 'Selva', 'Lago'], p_expected: ['Casa', 'Lago', 'Selva'] },
    ],
  ]);
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    '1Casa 2 passengers',
    '2Selva 2 passengers',
    '3Lago 2 passengers',
  ]);
  expect(screen.getByRole('status')).toHaveTextContent('Selva is now stop 2 of 3');
  expect(screen.getByRole('button', { name: 'Move Selva earlier' })).toHaveFocus();
});

it('reports that someone else changed the order, shows the stored one and reloads it', async () => {
  answer.error = { code: 'PT409', hint: 'changed_meanwhile', message: 'changed', details: null };
  const client = new QueryClient();
  const refetched = vi.spyOn(client, 'invalidateQueries');
  const bookings = [guest('1', 'Casa'), guest('2', 'Lago')];
  renderApp(<StopOrder userId="me" transportId="t" bookings={bookings} />, { client });
  await userEvent.click(screen.getByRole('button', { name: 'Move Lago earlier' }));
  expect(await screen.findByText(/Someone else changed this order, so yours wasn't saved/)).toBeVisible();
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    '1Casa 2 passengers',
    '2Lago 2 passengers',
  ]);
  expect(refetched).toHaveBeenCalledWith({ queryKey: ['work', 'me'] });
});

it('the order of stops is hidden if there is nothing to order', () => {
  renderApp(<StopOrder userId="me" transportId="t" bookings={[guest('1', 'Casa'), guest('4', null)]} />);
  expect(screen.queryByRole('list')).toBeNull();
});
