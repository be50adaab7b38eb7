import { screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '@/lib/api/query-client';
import { calendarDate } from '@/lib/format/dates';
import { DeclinedDates } from './DeclinedDates';
import { type Slot, slotGuestsQuery } from './queries';

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const slot = (time_zone: string, start_time = '07:00:00') =>
  ({
    slot_id: 's',
    title: 'Canyon',
    start_time,
    days_of_week: DAYS,
    response: null as never,
    declined_dates: ['2026-11-25'],
    time_zone,
  }) as Partial<Slot> as Slot;

// When it is eleven at night in Guatemala, it is six in the evening of the next day in Auckland.
beforeEach(() => vi.useFakeTimers({ now: new Date('2026-11-24T05:00:00Z'), shouldAdvanceTime: true }));
afterEach(() => vi.useRealTimers());

const status = { notice: null, success: vi.fn(), failure: vi.fn(), clear: vi.fn() };
async function offered(one: Slot, guests: readonly [string, number][] = []) {
  const client = createQueryClient();
  const { queryKey } = slotGuestsQuery('me', one.slot_id, calendarDate(one.time_zone));
  client.setQueryDefaults(queryKey, { staleTime: Number.POSITIVE_INFINITY });
  client.setQueryData(queryKey, new Map(guests));
  const { user } = renderApp(<DeclinedDates userId="me" slot={one} status={status} />, { client });
  await user.click(screen.getByRole('button', { name: /^Decline a date/ }));
  const options = await screen.findAllByRole('option');
  return options.map((option) => option.getAttribute('value')).filter(Boolean);
}

it.each([
  [true, /If another guide leads, we'll notify the guests/],
  [false, /We won't ask you that day/],
])('promises guests a notice only if another guide takes over: leads %s', async (leads, promise) => {
  await offered({ ...slot('America/Guatemala'), leads });
  const dialog = screen.getByRole('dialog', { name: 'Decline a date' });
  expect(dialog).toHaveAccessibleDescription(promise);
  if (!leads) expect(dialog).not.toHaveTextContent('notify');
});

it('lists the declined dates, each with a button to accept it again', () => {
  renderApp(<DeclinedDates userId="me" slot={slot('America/Guatemala')} status={status} />);
  expect(screen.getByText('Declined: Wed, Nov 25')).toBeVisible();
  expect(screen.getByRole('button', { name: /^Accept date again: Wed, Nov 25/ })).toBeVisible();
});

it('shows which dates have guests', async () => {
  await offered(slot('America/Guatemala'), [['2026-11-24', 3]]);
  expect(screen.getByRole('option', { name: 'Tuesday, November 24, 2026: 3 guests' })).toHaveValue('2026-11-24');
  expect(screen.getByRole('option', { name: 'Thursday, November 26, 2026' })).toHaveValue('2026-11-26');
});

it.each([
  ['America/Guatemala', '23:30:00', '2026-11-23'],
  ['America/Guatemala', '07:00:00', '2026-11-24'],
  ['Pacific/Auckland', '19:00:00', '2026-11-24'],
  ['Pacific/Auckland', '07:00:00', '2026-11-26'],
])(
  "offers dates by the territory's time zone, from the first that has not begun: %s at %s",
  async (zone, start, first) => {
    const dates = await offered(slot(zone, start));
    expect(dates[0]).toBe(first);
    expect(dates).not.toContain('2026-11-25');
  },
);
