import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fill } from '@tests/support/fill';
import { renderApp } from '@tests/support/render-app';
import { refusalsBeside, type TransportRefusal } from '@tests/support/transport-refusals';
import { beforeEach, expect, it, vi } from 'vitest';
import { toAppError } from '@/lib/api/to-app-error';
import { type EditedTransport, saveTransport } from './queries';
import { TransportForm } from './TransportForm';

vi.mock('./queries', async (load) => ({
  ...(await load<typeof import('./queries')>()),
  saveTransport: vi.fn(),
}));
vi.mock('../calendar/queries', async (load) => ({
  ...(await load<typeof import('../calendar/queries')>()),
  soldTimesQuery: () => ({
    queryKey: ['sold'],
    queryFn: async () => [{ slot_id: 's1', service_date: '2026-11-30', start_time: '09:00:00' }],
  }),
}));

const boat: EditedTransport = {
  id: 't1',
  language: 'en',
  translations: { es: { title: 'Lancha a Livingston', stale: { title: 'd41d8cd98f00b204e9800998ecf8427e' } } },
  title: 'Launch to Livingston',
  description: 'Through the canyon',
  image_urls: [],
  transport_type_id: 'boat',
  booking_type: 'both',
  shared_price: 180,
  private_price: 900,
  min_spots: 2,
  max_spots: 12,
  available_spots: 12,
  min_private_guests: 1,
  max_private_guests: 8,
  pickup_location: 'Dock',
  pickup_location_id: 'pu_1',
  destination: 'Livingston',
  slots: [
    {
      id: 's1',
      start_time: '09:00:00',
      end_time: null,
      days_of_week: ['monday', 'friday'],
      available_spots: 12,
      archived_at: null,
    },
  ],
  duration_hours: 1.5,
  passport_required: false,
  cancellation_policy: 'moderate',
  updated_at: '2026-11-21T00:00:00Z',
};

beforeEach(() => {
  vi.mocked(saveTransport).mockReset().mockResolvedValue();
});

function show() {
  renderApp(
    <TransportForm
      territoryId="rio"
      currency={{ symbol: 'Q', digits: 2 }}
      transport={boat}
      pickups={[{ id: 'pu_1', name: 'Dock', original: 'Dock' }]}
      back="/list"
      shown
      onReload={() => undefined}
    />,
  );
  return userEvent.setup();
}

const FIELDS: Record<TransportRefusal, string> = {
  invalid_shared_price: 'Price per person (shared)',
  invalid_private_price: 'Price for a private group',
  invalid_max_spots: 'Maximum spots',
  invalid_min_spots: 'Minimum spots',
  min_spots_above_max: 'Minimum spots',
  invalid_max_private_guests: 'Maximum private guests',
  invalid_min_private_guests: 'Minimum private guests',
  min_private_guests_above_max: 'Minimum private guests',
  invalid_available_spots: 'Available spots',
  available_spots_above_max: 'Available spots',
  departure_time_required: 'Departure time',
  invalid_duration: 'Travel time in hours',
  duration_steps: 'Travel time in hours',
  pickup_not_in_territory: 'Pickup location',
};

it('shows each refusal beside its field and in the summary, and saves afterwards', async () => {
  const user = show();
  for (const [code, label, text] of refusalsBeside(FIELDS)) {
    vi.mocked(saveTransport).mockRejectedValueOnce(toAppError({ code: 'PT400', hint: code, message: 'raised' }));
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    const link = await screen.findByText(text, { selector: 'a' });
    await waitFor(() => expect(screen.getByRole('alert').parentElement, code).toHaveFocus());
    const field = screen.getByLabelText(label);
    expect(field, code).toHaveAccessibleDescription(text);
    expect(field, code).toBeInvalid();
    await user.click(link);
    expect(field, code).toHaveFocus();
  }
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('Transport service saved successfully')).toBeInTheDocument();
});

it('a service is written in both languages, and shows which translation is older', async () => {
  const user = show();
  expect(screen.getByLabelText('Title, in Spanish')).toHaveAccessibleDescription(
    'The original text has changed since this translation',
  );
  const destination = screen.getByLabelText('Destination, in Spanish');
  expect(destination).toHaveAccessibleDescription('Not translated yet');
  await fill(user, destination, 'Pueblo de Livingston');
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => expect(saveTransport).toHaveBeenCalled());
  expect(vi.mocked(saveTransport).mock.calls[0]?.[2]).toMatchObject({
    language: 'en',
    translations: { es: { title: 'Lancha a Livingston', destination: 'Pueblo de Livingston' } },
  });
});

it('names the sold dates that keep their time when it changes', async () => {
  const user = show();
  const time = screen.getByLabelText('Departure time');
  expect(time).not.toHaveAccessibleDescription();
  await user.clear(time);
  await user.type(time, '10:30');
  await waitFor(() =>
    expect(time).toHaveAccessibleDescription(
      'Departures with bookings keep their time: Mon, Nov 30 at 9:00 AM. All other departures get the new time.',
    ),
  );
});

it('leaves several times a day, each on its days, with the seats of the service', async () => {
  const user = show();
  await user.click(screen.getByRole('button', { name: 'Add departure time' }));
  const times = screen.getAllByLabelText('Departure time');
  expect(times).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await waitFor(() =>
    expect(times[1]).toHaveAccessibleDescription('Please set a departure time for the shuttle service'),
  );
  expect(saveTransport).not.toHaveBeenCalled();
  await user.type(times[1] as HTMLElement, '14:30');
  await user.click(screen.getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => expect(saveTransport).toHaveBeenCalled());
  expect(vi.mocked(saveTransport).mock.calls[0]?.[2].slots).toMatchObject([
    { id: 's1', start: '09:00', days: ['monday', 'friday'] },
    { start: '14:30' },
  ]);
});
