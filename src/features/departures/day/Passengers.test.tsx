import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aCheckInBooking } from '@tests/support/factories';
import { fill } from '@tests/support/fill';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ArrivalPhase } from '@/features/dock/check-in/arrival';
import { createQueryClient } from '@/lib/api/query-client';
import { Passengers } from './Passengers';
import { type Booking, type Departure, passengersQuery, type Work } from './queries';

const rpc = vi.hoisted(() => vi.fn());
const passengers = vi.hoisted(() => vi.fn());
vi.mock('@/lib/api/supabase', () => ({
  // Requests that only refetch the list are ignored.
  database: async () => ({
    rpc: (name: string, ...args: unknown[]) => (name === 'departure_passengers' ? passengers : rpc)(name, ...args),
  }),
}));
beforeEach(() => {
  sessionStorage.clear();
  rpc.mockReset();
});

const guest = (n: number, more: Partial<Booking> = {}): Booking => ({
  id: `b${n}`,
  full_name: `Guest ${String(n).padStart(3, '0')}`,
  avatar_url: null,
  email: null,
  num_people: 1,
  to_pay: null,
  currency_symbol: 'Q',
  payment_method: 'card',
  payment_status: 'completed',
  status: 'paid',
  check_in_status: 'pending',
  whatsapp_number: '+502 5512 3480',
  country: 'DE',
  speaks_spanish: false,
  hotel_name: null,
  hotel_address: null,
  passports: [],
  passengers: [],
  checked_in_at: null,
  undo_until: null,
  stop: null,
  pickup_minutes: null,
  pickup_at: null,
  arrived: null,
  walk_in: false,
  tags: [],
  notes: [],
  ...more,
});
const cash = { payment_status: 'pending', payment_method: 'cash', to_pay: 185 };

function show(bookings: Booking[], phase: ArrivalPhase = 'left', role: Work['role'] = 'tour_guide') {
  const kind = role === 'tour_guide' ? 'experience' : 'transport';
  const departure = { kind, slot_id: 's1', service_date: '2026-11-22', time_zone: 'America/Guatemala' } as Departure;
  const client = createQueryClient();
  client.setQueryData(passengersQuery('me', departure).queryKey, bookings);
  renderApp(<Passengers work={{ userId: 'me', role }} departure={departure} phase={phase} />, { client });
}

describe('the guests of a departure', () => {
  it('are called a walk-in if they gave no name', () => {
    show([guest(1, { full_name: null, walk_in: true })]);
    expect(screen.getByRole('button', { name: /^Walk-in/ })).toBeInTheDocument();
  });

  it.each([
    ['guide', 'tour_guide'],
    ['shuttle manager', 'shuttle_manager'],
  ] as const)('have no conversation with the %s without an account', async (_, role) => {
    show([guest(1), guest(2, { full_name: 'Ana', walk_in: true })], 'left', role);
    for (const button of screen.queryAllByRole('button', { expanded: false })) await userEvent.click(button);
    expect(screen.getAllByRole('link', { name: /^Message/ })).toHaveLength(1);
  });

  it('show what each pays, where they stay, and on a tap their language and contact', async () => {
    show([
      guest(1, {
        ...cash,
        hotel_name: 'Tijax',
        hotel_address: 'West bank',
        num_people: 3,
        tags: ['VIP'],
        notes: ['Needs a hand on board'],
      }),
    ]);
    const card = screen.getByRole('listitem');
    expect(card).toHaveTextContent(/3 guests, Tijax, West bank.*VIP.*1 note.*Payment pending.*Q185\.00/);
    expect(card).not.toHaveTextContent('Germany');
    await userEvent.click(within(card).getByRole('button', { name: /^Guest 001/ }));
    expect(card).toHaveTextContent(/Needs a hand on board.*Germany.*Doesn't speak Spanish/);
    expect(within(card).getByRole('link', { name: /^WhatsApp/ })).toHaveAttribute('href', 'https://wa.me/50255123480');
    expect(within(card).getByRole('link', { name: 'Message Guest 001' })).toHaveAttribute(
      'href',
      '/bookings/experience/b1/messages',
    );
  });

  it('are rendered forty at a time for four hundred, and found by name', async () => {
    show(Array.from({ length: 400 }, (_, n) => guest(n)));
    expect(screen.getAllByRole('listitem')).toHaveLength(40);
    await fill(userEvent, screen.getByRole('searchbox', { name: 'Find a guest' }), 'guest 399');
    expect(await screen.findByText('Guest 399')).toBeInTheDocument();
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
  });

  it('are checked in on the day, not before it, and once', () => {
    show([guest(1), guest(2, { status: 'checked_in', check_in_status: 'checked_in' })]);
    expect(screen.getAllByRole('button', { name: /^Check In/ })).toHaveLength(1);
  });

  it('are asked about the money if they pay cash, while paid ones take one tap', async () => {
    rpc.mockResolvedValue({ data: null, error: { code: 'PT409', hint: 'check_in_already', message: '' }, status: 409 });
    show([guest(1, cash)]);
    await userEvent.click(screen.getByRole('button', { name: 'Check In: Guest 001' }));
    expect(rpc).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Check in, Q185.00 received: Guest 001' }));
    expect(rpc).toHaveBeenCalledExactlyOnceWith('check_in_listed', {
      p_booking_id: 'b1',
      p_action: 'checked_in',
      p_cash: 185,
    });
  });

  it("can be undone soon after the guide's own check-in, and not after another person's", async () => {
    const done = { status: 'checked_in', check_in_status: 'checked_in', checked_in_at: new Date().toISOString() };
    const undo_until = new Date(Date.now() + 60_000).toISOString();
    show([guest(1, { ...done, undo_until }), guest(2, done)]);
    // The undo is there both while the row is closed and while it is open.
    expect(screen.getByRole('button', { name: 'Undo: Guest 001' })).toBeVisible();
    for (const name of [/^Guest 001/, /^Guest 002/]) await userEvent.click(screen.getByRole('button', { name }));
    expect(screen.getAllByRole('button', { name: /^Undo/ })).toHaveLength(1);
  });

  it('pay in cash after all when a no-show is undone, even before the list is reloaded', async () => {
    const data = { ...aCheckInBooking({ ...cash, status: 'confirmed', amount_due: 185 }), titles: {} };
    rpc.mockResolvedValue({ data, error: null, status: 200 });
    const undo_until = new Date(Date.now() + 60_000).toISOString();
    show([guest(1, { ...cash, to_pay: null, status: 'no_show', check_in_status: 'no_show', undo_until })]);
    await userEvent.click(screen.getByRole('button', { name: 'Undo: Guest 001' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Check In: Guest 001' }));
    expect(screen.getByRole('button', { name: 'Check in, Q185.00 received: Guest 001' })).toBeVisible();
  });

  it.each(['early', 'over'] as const)('have no buttons when it is too %s', (phase) => {
    show([guest(1)], phase);
    expect(screen.queryByRole('button', { name: /^(Check In|No Show)/ })).not.toBeInTheDocument();
  });

  it('are expected before the departure, and are missing only after it', () => {
    show([guest(1)], 'boarding');
    expect(screen.getByRole('button', { name: /^Check In/ })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /^No Show/ })).not.toBeInTheDocument();
  });

  it('show that another phone checked them in', async () => {
    rpc.mockResolvedValue({
      data: null,
      error: { code: 'PT409', hint: 'check_in_already', message: 'This booking is already checked in' },
      status: 409,
    });
    show([guest(1)]);
    await userEvent.click(screen.getByRole('button', { name: 'Check In: Guest 001' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This booking is already checked in');
    expect(rpc).toHaveBeenCalledExactlyOnceWith('check_in_listed', {
      p_booking_id: 'b1',
      p_action: 'checked_in',
    });
  });

  it('are shown as checked in on the second click if the first response was lost', async () => {
    const already = { code: 'PT409', hint: 'check_in_already', message: 'This booking is already checked in' };
    rpc.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    rpc.mockResolvedValueOnce({ data: null, error: already, status: 409 });
    show([guest(1)]);
    await userEvent.click(screen.getByRole('button', { name: 'Check In: Guest 001' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to check in passenger');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Checked In')).toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

describe('the passengers of a ride', () => {
  it('include people who bought a seat at the dock without a name, a hotel and a number', async () => {
    show([guest(1, { full_name: null, walk_in: true, whatsapp_number: '', country: '' })], 'left', 'shuttle_driver');
    await userEvent.click(screen.getByRole('button', { name: /^Walk-in/ }));
    expect(within(screen.getByRole('list', { name: 'Passengers' })).getByText('Walk-in')).toBeVisible();
  });

  it.each([
    ['ride', 'shuttle_driver'],
    ['tour', 'tour_guide'],
  ] as const)('never say that a walk-in of a %s speaks no Spanish, because nobody asked', async (_, role) => {
    show([guest(1, { walk_in: true }), guest(2, { walk_in: true, speaks_spanish: true })], 'left', role);
    for (const card of screen.getAllByRole('button', { expanded: false })) await userEvent.click(card);
    expect(screen.queryByText("Doesn't speak Spanish")).toBeNull();
    expect(screen.getByText('Speaks Spanish')).toBeVisible();
  });

  it.each([
    ['shuttle_manager', 1],
    ['shuttle_driver', 0],
  ] as const)('are open at first, and can be messaged by a %s: %s', (role, links) => {
    show([guest(1)], 'left', role);
    expect(screen.queryAllByRole('link', { name: 'Message Guest 001' })).toHaveLength(links);
    expect(screen.queryAllByRole('list', { name: 'Passengers' })).toHaveLength(links);
  });
});
