import { screen, waitFor, within } from '@testing-library/react';
import type userEvent from '@testing-library/user-event';
import { aProfile, aShuttleService } from '@tests/support/factories';
import { fill } from '@tests/support/fill';
import { renderApp } from '@tests/support/render-app';
import { refusalsBeside } from '@tests/support/transport-refusals';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { toAppError } from '@/lib/api/to-app-error';
import { DriverForm } from './DriverForm';
import { addSchedules, addService, inviteDriver, isDriver, type Service, updateService } from './queries';
import { ScheduleForm } from './ScheduleForm';
import { ShuttleForm } from './ShuttleForm';

vi.mock('./queries', () => ({
  addSchedules: vi.fn(),
  addService: vi.fn(),
  inviteDriver: vi.fn(),
  isDriver: vi.fn(),
  updateService: vi.fn(),
}));
vi.mock('../calendar/queries', async (load) => ({
  ...(await load<typeof import('../calendar/queries')>()),
  soldTimesQuery: () => ({
    queryKey: ['sold'],
    queryFn: async () => [{ slot_id: 'slot', service_date: '2026-11-30', start_time: '08:00:00' }],
  }),
}));
const onDone = vi.fn();

beforeEach(() => {
  for (const call of [addSchedules, addService, inviteDriver, updateService])
    vi.mocked(call).mockReset().mockResolvedValue();
  vi.mocked(isDriver).mockReset().mockResolvedValue(false);
  onDone.mockReset();
});

const quetzal = { code: 'GTQ', symbol: 'Q' };
const region = { userId: 'me', territoryId: 'rio' };
const places = [
  { id: 'pu_1', name: 'Dock' },
  { id: 'pu_2', name: 'Bridge' },
];
const choices = {
  drivers: [{ driver_id: 'd1', full_name: 'Ana' }],
  departures: [
    { id: 'morning', serviceId: 's1', title: 'Coast shuttle', at: '06:00:00' },
    { id: 'slot', serviceId: 's1', title: 'Coast shuttle', at: '13:00:00' },
  ],
};
const shuttle = aShuttleService({ min_spots: 2 });
const service = (one: Service | null) => (
  <ShuttleForm
    {...region}
    service={one}
    places={places}
    currency={quetzal}
    onDone={onDone}
    onReload={() => undefined}
  />
);
const drivers = <DriverForm {...region} onDone={onDone} />;
const schedules = <ScheduleForm {...region} choices={choices} onDone={onDone} />;
const field = (name: string) => screen.getByLabelText(name);
const button = (name: string) => screen.getByRole('button', { name });

type User = ReturnType<typeof userEvent.setup>;
const retype = (label: string) => async (user: User) => {
  await user.clear(field(label));
  await user.type(field(label), 'Typed');
};

it('shows the first day of a schedule that a departure needs', () => {
  renderApp(schedules, { url: '/?slot=slot&day=monday&from=2026-11-23' });
  expect(field('Service')).toHaveValue('slot');
  expect(field('Service')).toHaveDisplayValue('Coast shuttle, 1:00 PM');
  expect(button('Monday')).toHaveAttribute('aria-pressed', 'true');
  expect(screen.getByText(/^This schedule is for Monday, November 23, 2026 and the same day every week/)).toBeVisible();
});

it('leads from the form without an active driver to an invitation, for people who can send one', () => {
  const none = <ScheduleForm {...region} choices={{ ...choices, drivers: [] }} onDone={onDone} />;
  const { unmount } = renderApp(none, { user: aProfile({ roles: ['territory_manager'] }) });
  expect(screen.getByRole('link', { name: 'Please invite a driver first.' })).toHaveAttribute(
    'href',
    '/?tab=drivers&form=new',
  );
  unmount();
  renderApp(none, { user: aProfile({ roles: ['territory_staff'] }) });
  expect(field('Driver')).toHaveAccessibleDescription(/A region or shuttle manager can invite one/);
  expect(screen.queryByRole('link', { name: 'Please invite a driver first.' })).toBeNull();
});

it.each([
  ['a service', () => service(shuttle), 'Title', retype('Title'), 'Typed'],
  ['a new service', () => service(null), 'Title', retype('Title'), 'Typed'],
  ['an invitation', () => drivers, 'Full Name', retype('Full Name'), 'Typed'],
  ['a schedule', () => schedules, 'Driver', (user: User) => user.selectOptions(field('Driver'), 'Ana'), 'd1'],
] as const)(
  'asks on Cancel before it discards %s, and only if something was typed',
  async (_, form, label, fill, typed) => {
    const { user, unmount } = renderApp(form());
    await fill(user);
    await user.click(button('Cancel'));
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }));
    expect(field(label)).toHaveValue(typed);
    expect(onDone).not.toHaveBeenCalled();
    await user.click(button('Cancel'));
    await user.click(await screen.findByRole('button', { name: 'Leave page' }));
    expect(onDone).toHaveBeenCalledExactlyOnceWith(null);
    unmount();
    const again = renderApp(form());
    expect(field(label)).not.toHaveValue(typed);
    await again.user.click(button('Cancel'));
    expect(onDone).toHaveBeenCalledTimes(2);
  },
);

it('names the sold dates that keep their time when a service gets another', async () => {
  const { user } = renderApp(service(shuttle));
  await user.clear(field('Departure time'));
  await user.type(field('Departure time'), '10:30');
  await waitFor(() =>
    expect(field('Departure time')).toHaveAccessibleDescription(
      'Departures with bookings keep their time: Mon, Nov 30 at 8:00 AM. All other departures get the new time.',
    ),
  );
});

it('shows all errors of a service at once, in the order of the form, with links', async () => {
  const { user } = renderApp(service(null));
  await user.type(field('Title'), 'Coast');
  await user.type(field('Price per person (Q)'), '-1');
  await user.click(button('Add service'));
  const summary = await screen.findByRole('alert');
  await waitFor(() => expect(summary.parentElement).toHaveFocus());
  expect(
    within(summary)
      .getAllByRole('listitem')
      .map((one) => one.textContent),
  ).toEqual([
    'Please fill in all required fields',
    'Description: This field is required',
    'Please set a valid shared price',
    'Please set a departure time for the shuttle service',
    'Duration (hours): This field is required',
    'Pickup location: This field is required',
  ]);
  await user.click(within(summary).getByRole('link', { name: 'Pickup location: This field is required' }));
  expect(field('Pickup location')).toHaveFocus();
  expect(addService).not.toHaveBeenCalled();
});

describe('a service that the database refuses', () => {
  const fields = {
    invalid_shared_price: 'Price per person (Q)',
    invalid_private_price: 'Price per person (Q)',
    invalid_max_spots: 'Maximum spots',
    invalid_min_spots: 'Maximum spots',
    min_spots_above_max: 'Maximum spots',
    invalid_available_spots: 'Maximum spots',
    available_spots_above_max: 'Maximum spots',
    departure_time_required: 'Departure time',
    invalid_duration: 'Duration (hours)',
    duration_steps: 'Duration (hours)',
    pickup_not_in_territory: 'Pickup location',
  };

  it('is shown beside each field and in the summary, and is saved afterwards', async () => {
    const { user } = renderApp(service(shuttle));
    for (const [code, label, text] of refusalsBeside(fields)) {
      vi.mocked(updateService).mockRejectedValueOnce(toAppError({ code: 'PT400', hint: code, message: 'raised' }));
      await user.click(button('Save Changes'));
      const link = await screen.findByText(text, { selector: 'a' });
      await waitFor(() => expect(screen.getByRole('alert').parentElement, code).toHaveFocus());
      expect(field(label), code).toHaveAccessibleDescription(text);
      expect(field(label), code).toBeInvalid();
      await user.click(link);
      expect(field(label), code).toHaveFocus();
    }
    await user.click(button('Save Changes'));
    await waitFor(() => expect(onDone).toHaveBeenCalledWith('Transport service saved successfully'));
  });

  it.each([
    ['invalid_max_private_guests', 'Please set a valid maximum number of guests for private bookings'],
    ['server', 'Failed to save transport service. Please try again.'],
  ])('shows %s, for which there is no field, in the summary', async (code, text) => {
    vi.mocked(updateService).mockRejectedValueOnce(new AppError(code, text));
    const { user } = renderApp(service(shuttle));
    await user.click(button('Save Changes'));
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    expect(screen.queryByRole('link', { name: text })).toBeNull();
  });

  it('refuses fewer seats than a departure needs before anything is sent', async () => {
    const { user } = renderApp(service(shuttle));
    await user.clear(field('Maximum spots'));
    await user.type(field('Maximum spots'), '1');
    await user.click(button('Save Changes'));
    await waitFor(() =>
      expect(field('Maximum spots')).toHaveAccessibleDescription('Minimum spots cannot be greater than maximum spots'),
    );
    expect(updateService).not.toHaveBeenCalled();
  });
});

it('shows next to the address that the person already drives here', async () => {
  vi.mocked(isDriver).mockResolvedValueOnce(true);
  const { user } = renderApp(drivers);
  await user.type(field('Full Name'), 'Ana');
  await fill(user, field('Email'), 'ana@example.test');
  await user.click(button('Send Invitation'));
  const text = 'This person is already a driver in your region';
  expect(await screen.findByRole('link', { name: text })).toBeInTheDocument();
  expect(field('Email')).toHaveAccessibleDescription(text);
  expect(inviteDriver).not.toHaveBeenCalled();
  await user.type(field('Email'), '{Backspace}x');
  await user.click(button('Send Invitation'));
  await waitFor(() => expect(onDone).toHaveBeenCalledWith('Driver invitation sent successfully'));
});
