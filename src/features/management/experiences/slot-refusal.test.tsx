import { screen, waitFor, within } from '@testing-library/react';
import { fill } from '@tests/support/fill';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { ExperienceEditor } from './ExperienceEditor';

// The server doesn't change a time slot that has bookings. The form links to the slot and shows the reason beside
// it.

const server = vi.hoisted(() => ({ save: vi.fn() }));
vi.mock('../catalogue/queries', async (original) => ({
  ...(await original<typeof import('../catalogue/queries')>()),
  guidesQuery: () => ({ queryKey: ['guides'], queryFn: async () => [guide] }),
  serviceTerritoryQuery: () => ({
    queryKey: ['territory'],
    queryFn: async () => ({ currency_code: 'GTQ', currency_symbol: 'Q', time_zone: 'America/Guatemala' }),
  }),
}));
vi.mock('./TagsField', () => ({ TagsField: () => null }));
vi.mock('./queries', async (original) => ({
  ...(await original<typeof import('./queries')>()),
  editedExperienceQuery: () => ({ queryKey: ['one'], queryFn: async () => canyon }),
  saveExperience: server.save,
}));
vi.mock('../calendar/queries', async (original) => ({
  ...(await original<typeof import('../calendar/queries')>()),
  soldTimesQuery: () => ({
    queryKey: ['sold'],
    queryFn: async () => [
      { slot_id: 's2', service_date: '2026-11-30', start_time: '10:00:00' },
      { slot_id: 's2', service_date: '2026-12-07', start_time: '10:00:00' },
      { slot_id: 's1', service_date: '2026-11-30', start_time: '07:00:00' },
    ],
  }),
}));

const guide = { id: 'g1', full_name: 'Elmer', email: 'elmer@example.test', avatar_url: null };
const slot = (id: string, start: string, end: string) => ({
  id,
  start_time: `${start}:00`,
  end_time: `${end}:00`,
  days_of_week: ['monday'],
  available_spots: 4,
  archived_at: null,
});
const canyon = {
  id: 'e1',
  updated_at: '2026-11-22T00:00:00Z',
  visible: true,
  title: 'Canyon',
  description: 'Deep.',
  image_urls: ['/art/canyon.svg'],
  video_urls: [],
  booking_type: 'shared',
  shared_price: 100,
  min_spots: 1,
  max_spots: 8,
  available_spots: 8,
  duration: 2,
  cancellation_policy: 'moderate',
  tags: [],
  slots: [slot('s1', '07:00', '09:00'), slot('s2', '10:00', '12:00'), slot('s3', '14:00', '16:00')],
  rankings: [{ guide_id: 'g1', rank: 1, guide }],
  guide,
};

const refusal = new AppError('timeslot_has_bookings', 'The 10:00 AM time slot has upcoming bookings.', {
  status: 409,
  cause: { details: '{"slot_id": "s2"}' },
});

beforeEach(() => {
  server.save.mockReset();
  server.save.mockRejectedValueOnce(refusal).mockResolvedValue(undefined);
});

const open = async () => {
  const { user } = renderApp(<ExperienceEditor id="e1" territoryId="rio" />);
  await screen.findByRole('group', { name: '10:00 AM' });
  return user;
};
const row = (name: string) => within(screen.getByRole('group', { name }));
const names = () => screen.getAllByRole('button', { name: /^Remove \d/ }).map((one) => one.getAttribute('aria-label'));

it('restores a removed slot in its place, linked from the summary', async () => {
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Remove 10:00 AM' }));
  expect(names()).toEqual(['Remove 7:00 AM', 'Remove 2:00 PM']);
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  const text =
    "The 10:00 AM time slot has upcoming bookings, so we've put it back in the list. Close its dates in the calendar, and remove the time slot after those trips.";
  await user.click(await screen.findByRole('link', { name: text }));
  expect(names()).toEqual(['Remove 7:00 AM', 'Remove 10:00 AM', 'Remove 2:00 PM']);
  expect(row('10:00 AM').getByLabelText('Start time')).toHaveFocus();
  expect(row('10:00 AM').getByLabelText('Start time')).toHaveAccessibleDescription(text);
  // The other fields are unchanged, so saving works now.
  await fill(user, screen.getByLabelText('Description'), ' And cool.');
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => expect(server.save).toHaveBeenCalledTimes(2));
  expect(server.save.mock.lastCall?.[2].slots.map(({ id }: { id: string }) => id)).toEqual(['s1', 's2', 's3']);
});

it('can move a start, and the field names the sold dates that keep theirs', async () => {
  const user = await open();
  const start = row('10:00 AM').getByLabelText('Start time');
  expect(start).not.toHaveAccessibleDescription();
  await user.clear(start);
  await user.type(start, '11:00');
  const moved = row('11:00 AM').getByLabelText('Start time');
  await waitFor(() =>
    expect(moved).toHaveAccessibleDescription(
      'Departures with bookings keep their time: Mon, Nov 30 at 10:00 AM and Mon, Dec 7 at 10:00 AM. All other departures get the new time.',
    ),
  );
  expect(row('7:00 AM').getByLabelText('Start time')).not.toHaveAccessibleDescription();
});

it.each([
  ['timeslots.1.end_time', "A time slot can't end when it starts", 'End time'],
  ['timeslots.1.spots', 'A time slot has at most 8 spots, as its experience', 'Spots'],
])('shows a refusal of %s beside that field of its slot', async (field, text, label) => {
  server.save.mockReset();
  server.save.mockRejectedValue(
    new AppError('invalid_input', text, { status: 400, cause: { details: JSON.stringify({ field }) } }),
  );
  const user = await open();
  await fill(user, screen.getByLabelText('Description'), ' And cool.');
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => expect(row('10:00 AM').getByLabelText(label)).toHaveAccessibleDescription(text));
  expect(row('7:00 AM').getByLabelText(label)).not.toHaveAccessibleDescription();
});
