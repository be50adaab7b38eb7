import { screen, within } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { expect, it } from 'vitest';
import { createQueryClient } from '@/lib/api/query-client';
import { shuttleKeys, type TransportBooking } from './queries';
import { TransportPassengers } from './TransportPassengers';

const walkUp = {
  id: 'b',
  full_name: null,
  walk_up: true,
  avatar_url: null,
  email: null,
  hotel_name: null,
  num_people: 2,
  status: 'paid',
  payment_method: 'cash',
  payment_status: 'completed',
  check_in_status: 'checked_in',
  whatsapp_number: '',
  country: '',
  speaks_spanish: false,
  to_pay: null,
  currency_symbol: 'Q',
  checked_in_at: null,
  undo_until: null,
  stop: null,
  arrived: null,
  passports: [],
  passengers: [],
} satisfies TransportBooking;

it('lists who was sold a seat at the dock without a name, a hotel and a number', async () => {
  const client = createQueryClient();
  client.setQueryData(shuttleKeys.passengers('me', 'van', '2026-11-22'), [walkUp]);
  const { user } = renderApp(
    <TransportPassengers
      userId="me"
      slotId="van"
      date="2026-11-22"
      phase="left"
      timeZone="America/Guatemala"
      canMessage={false}
    />,
    { client },
  );
  const row = screen.getByRole('button', { name: /^Walk-in/ });
  await user.click(row);
  expect(within(screen.getByRole('list', { name: 'Passengers' })).getByText('Walk-in')).toBeVisible();
});
