import { QueryClient } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, describe, expect, it, vi } from 'vitest';
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

const guest = (id: string, hotel_name: string | null, pickup_minutes: number | null = null) =>
  ({ id, hotel_name, num_people: 2, stop: null, pickup_minutes }) as unknown as Booking;

/** A departure of a car that leaves on request, whose hotels only have an order. */
const onRequest = {
  service_id: 't',
  slot_id: 's',
  service_date: '2026-12-05',
  start_time: '00:00:00',
  has_time: false,
};
const departure = { ...onRequest, start_time: '08:00:00', has_time: true };

it('moves a hotel by keyboard, shows it at once, and announces its new position', async () => {
  const bookings = [guest('1', 'Casa'), guest('2', 'Lago'), guest('3', 'Selva'), guest('4', null)];
  renderApp(<StopOrder userId="me" departure={onRequest} bookings={bookings} />);
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
  renderApp(<StopOrder userId="me" departure={onRequest} bookings={bookings} />, { client });
  await userEvent.click(screen.getByRole('button', { name: 'Move Lago earlier' }));
  expect(await screen.findByText(/Someone else changed this order, so yours wasn't saved/)).toBeVisible();
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    '1Casa 2 passengers',
    '2Lago 2 passengers',
  ]);
  expect(refetched).toHaveBeenCalledWith({ queryKey: ['work', 'me'] });
});

it('the order of stops is hidden if there is nothing to order', () => {
  renderApp(<StopOrder userId="me" departure={onRequest} bookings={[guest('1', 'Casa'), guest('4', null)]} />);
  expect(screen.queryByRole('list')).toBeNull();
});

describe('the pickup times', () => {
  const minutes = (place: string) => screen.getByRole('textbox', { name: `minutes before departure ${place}` });
  const savedTimes = () =>
    sent.filter((one) => (one as unknown[])[0] === 'set_pickup_time').map((one) => (one as unknown[])[1]);
  beforeEach(() => sessionStorage.clear());

  it('show the clock time of this departure while someone types, and are saved with Enter', async () => {
    renderApp(<StopOrder userId="me" departure={departure} bookings={[guest('1', 'St. Mary')]} />);
    expect(minutes('St. Mary')).toHaveAccessibleDescription('No time');
    await userEvent.type(minutes('St. Mary'), '20');
    expect(minutes('St. Mary')).toHaveAccessibleDescription('7:40 AM');
    await userEvent.keyboard('{Enter}');
    await waitFor(() =>
      expect(savedTimes()).toEqual([{ p_transport_id: 't', p_place: 'St. Mary', p_minutes: 20, p_expected: null }]),
    );
  });

  it('may be after the departure or on the day before, or empty', async () => {
    renderApp(
      <StopOrder
        userId="me"
        departure={{ ...departure, start_time: '00:10:00' }}
        bookings={[guest('1', 'Casa', 20)]}
      />,
    );
    expect(minutes('Casa')).toHaveAccessibleDescription('11:50 PM, Fri, Dec 4');
    await userEvent.clear(minutes('Casa'));
    await userEvent.type(minutes('Casa'), '-5');
    expect(minutes('Casa')).toHaveAccessibleDescription('12:15 AM');
    await userEvent.clear(minutes('Casa'));
    expect(minutes('Casa')).toHaveAccessibleDescription('No time');
    await userEvent.click(screen.getByRole('button', { name: 'Save time' }));
    await waitFor(() => expect(savedTimes()).toMatchObject([{ p_minutes: null, p_expected: 20 }]));
  });

  it.each(['soon', '7.5', '181', '1000000000'])('are refused beside their field: %s', async (text) => {
    renderApp(<StopOrder userId="me" departure={departure} bookings={[guest('1', 'Casa')]} />);
    await userEvent.type(minutes('Casa'), text);
    await userEvent.click(screen.getByRole('button', { name: 'Save time' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Please enter whole minutes from -180 to 180');
    expect(minutes('Casa')).toBeInvalid();
    expect(savedTimes()).toEqual([]);
  });

  it('keep what was typed after a failed save and a reload', async () => {
    answer.error = { code: 'PT500', message: 'down', details: null, hint: null };
    const { unmount } = renderApp(<StopOrder userId="me" departure={departure} bookings={[guest('1', 'Casa')]} />);
    await userEvent.type(minutes('Casa'), '25');
    await userEvent.click(screen.getByRole('button', { name: 'Save time' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to save the pickup time');
    unmount();
    renderApp(<StopOrder userId="me" departure={departure} bookings={[guest('1', 'Casa')]} />);
    expect(minutes('Casa')).toHaveValue('25');
    expect(screen.getByRole('button', { name: 'Save time' })).toBeVisible();
  });

  it('sort the hotels with one tap, those without a time last', async () => {
    const bookings = [guest('1', 'Casa'), guest('2', 'Lago', 10), guest('3', 'Selva', 30)];
    renderApp(<StopOrder userId="me" departure={departure} bookings={bookings} />);
    await userEvent.click(screen.getByRole('button', { name: 'Sort by time' }));
    expect(sent).toEqual([
      [
        'set_pickup_order',
        { p_transport_id: 't', p_places: ['Selva', 'Lago', 'Casa'], p_expected: ['Casa', 'Lago', 'Selva'] },
      ],
    ]);
    expect(screen.getByRole('status')).toHaveTextContent('Sorted by time');
  });

  it('offer no sorting if the hotels are in the order of their times', () => {
    renderApp(
      <StopOrder userId="me" departure={departure} bookings={[guest('1', 'Casa', 30), guest('2', 'Lago', 10)]} />,
    );
    expect(screen.queryByRole('button', { name: 'Sort by time' })).toBeNull();
  });
});
