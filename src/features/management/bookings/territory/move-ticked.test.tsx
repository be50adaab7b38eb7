import { screen, waitFor } from '@testing-library/react';
import { aChange, aTerritoryBooking } from '@tests/support/factories';
import { fill } from '@tests/support/fill';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import * as changes from '@/features/booking/tickets/changes/queries';
import MoveTicked from './MoveTicked';

vi.mock('@/lib/api/supabase', () => ({ database: async () => ({}) }));

const sums = { refusal: null, refund_amount: 0, reduced_amount: 0, fee_amount: 0, extra_amount: 0, at_once: true };
const on = (service_date: string) => ({ service_date, start_time: '09:00:00', slot_id: 'slot' });
const choice = (service_date: string) => ({ ...on(service_date), free_until: null, change_until: null });
const booking = { status: 'paid', booking_type: 'shared', title: 'Hot Waterfall' };
const anna = aTerritoryBooking({ ...booking, id: 'anna', tourist_name: 'Anna Keller', num_people: 2 });
const kofi = aTerritoryBooking({ ...booking, id: 'kofi', tourist_name: 'Kofi Mensah', num_people: 3, walk_in: true });
const gone = aTerritoryBooking({ ...booking, id: 'gone', tourist_name: 'James Whitfield', status: 'cancelled' });

const departures = [
  { ...on('2026-12-05'), left: 4 },
  { ...on('2026-12-06'), left: 5 },
  { ...on('2026-12-07'), left: 9 },
];
const choices = ['2026-12-05', '2026-12-06', '2026-12-07'].map(choice);
let dates: Record<string, changes.Choice[]>;
let quotes: Record<string, Partial<changes.Quote>>;
const change = vi.fn<typeof changes.changeBooking>();

beforeEach(() => {
  dates = { anna: choices, kofi: choices.slice(0, 2) };
  quotes = {};
  vi.spyOn(changes, 'changeOptionsQuery').mockImplementation(
    (id) =>
      ({
        queryKey: ['options', id],
        queryFn: async () =>
          aChange({ booking_id: id, date: { ...sums, refund_at_most: null, choices: dates[id] ?? [], departures } }),
      }) as never,
  );
  vi.spyOn(changes, 'quoteQuery').mockImplementation(
    (id, steps, waived) =>
      ({
        queryKey: ['quote', id, steps, waived],
        queryFn: async () => ({ ...sums, ...(!waived && quotes[id]) }),
        enabled: steps.length > 0,
      }) as never,
  );
  change.mockReset().mockResolvedValue({ done: null, hold: null });
  vi.spyOn(changes, 'changeBooking').mockImplementation(change);
});

const show = (rows = [anna, kofi, gone]) => {
  const onMove = vi.fn<Parameters<typeof MoveTicked>[0]['onMove']>();
  return { onMove, ...renderApp(<MoveTicked rows={rows} onClose={vi.fn()} onMove={onMove} />) };
};

it('offers only departures with seats for all of them, to which each could move', async () => {
  show();
  const options = await screen.findAllByRole('option');
  expect(options.map((one) => [one.textContent, (one as HTMLOptionElement).disabled])).toEqual([
    ['Choose a departure', expect.anything()],
    ['Sat, Dec 5, 9:00 AM, 4 seats left', true],
    ['Sun, Dec 6, 9:00 AM, 5 seats left', false],
  ]);
  expect(screen.getByText('5 people need seats')).toBeVisible();
  expect(screen.queryByText('James Whitfield')).toBeNull();
});

it('shows the effect on each guest, and moves those that can be moved for the amounts shown', async () => {
  quotes = {
    anna: { refund_amount: 50, reduced_amount: 50 },
    kofi: { refusal: { code: 'paid_by_other', message: 'x' }, extra_amount: 20 },
  };
  const { user, onMove } = show();
  await user.selectOptions(await screen.findByLabelText('Departure'), screen.getByText(/Dec 6/));
  const guests = screen.getAllByRole('listitem');
  await waitFor(() => expect(guests[0]).toHaveTextContent("Anna Keller, 2 peopleWe'll refund Q50.00 to the card."));
  expect(guests[1]).toHaveTextContent(/Someone else paid .* if you choose “Keep the price”/);
  await fill(user, screen.getByLabelText('Reason'), 'High water');
  await user.click(screen.getByRole('button', { name: 'Move 1 booking' }));
  await waitFor(() => expect(onMove).toHaveBeenCalled());
  const [rows, move] = onMove.mock.calls[0] as Parameters<typeof onMove>;
  expect(rows.map(({ id }) => id)).toEqual(['anna']);
  // A repeated request has the same key, so it moves nothing twice.
  await move(anna);
  await move(anna);
  const [first, second] = change.mock.calls;
  expect(first?.slice(1)).toEqual([
    [{ step: 'date', service_date: '2026-12-06', slot_id: 'slot' }],
    { refund_amount: 50, extra_amount: 0 },
    expect.any(String),
    { reason: 'High water', waived: false },
  ]);
  expect(second?.[3]).toBe(first?.[3]);
});

it('keeps every price if asked, and names the guests to tell', async () => {
  quotes = { kofi: { refusal: { code: 'paid_by_other', message: 'x' }, extra_amount: 20 } };
  const { user, onMove } = show();
  await user.selectOptions(await screen.findByLabelText('Departure'), screen.getByText(/Dec 6/));
  await user.click(screen.getByLabelText(/^Keep the price/));
  const [, walkIn] = screen.getAllByRole('listitem');
  await waitFor(() =>
    expect(walkIn).toHaveTextContent(
      'The price stays the same. The guest has no account, so please tell them yourself.',
    ),
  );
  await user.click(screen.getByRole('button', { name: 'Move 2 bookings' }));
  expect((await screen.findAllByText('Please give a reason')).length).toBeGreaterThan(0);
  expect(onMove).not.toHaveBeenCalled();
});

it('moves only the bookings of one trip', async () => {
  show([anna, { ...kofi, service_id: 'e2' }]);
  expect(await screen.findByText(/^These bookings are for different trips/)).toBeVisible();
  expect(screen.queryByLabelText('Departure')).toBeNull();
});
