import { QueryClient } from '@tanstack/react-query';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aProfile } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import type { ReactNode } from 'react';
import { beforeEach, expect, it, type MockInstance, vi } from 'vitest';
import type { Role } from '@/features/account/profile/queries';
import { territoryCurrencyQuery } from '@/features/management/bookings/queries';
import { withdrawInvite } from '@/features/management/team/invites/queries';
import { AppError } from '@/lib/api/errors';
import { type StatusControls, StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import Drivers from './Drivers';
import { deleteDriver, deleteSchedule, managedShuttleKeys, setDriverActive, setScheduleActive } from './queries';
import Schedules from './Schedules';

vi.mock('./queries', async (load) => ({
  ...(await load<typeof import('./queries')>()),
  deleteDriver: vi.fn(),
  deleteSchedule: vi.fn(),
  setDriverActive: vi.fn(),
  setScheduleActive: vi.fn(),
}));
vi.mock('@/features/management/team/invites/queries', async (load) => ({
  ...(await load<typeof import('@/features/management/team/invites/queries')>()),
  withdrawInvite: vi.fn(),
}));

const driver = (id: string, full_name: string, active: boolean) => ({
  id,
  driver_id: `d-${id}`,
  full_name,
  email: `${id}@example.test`,
  active,
  services: [{ title: 'Coast shuttle' }, { title: 'Lake boat' }],
  sort_name: full_name.toLowerCase(),
});
const schedule = (id: string, day_of_week: string, active: boolean) => ({
  id,
  driver_id: 'd-a',
  driver_name: 'Ana',
  transport_id: 's1',
  title: 'Coast shuttle',
  day_of_week,
  active,
});
/** Returns a list with a single page. */
const whole = (rows: readonly object[]) => ({ pages: [{ rows, next: null }], pageParams: [null] });

function WithStatus({ children }: { children: (status: StatusControls) => ReactNode }) {
  const status = useStatus();
  return (
    <>
      <StatusNotice notice={status.notice} />
      {children(status)}
    </>
  );
}

let invalidated: MockInstance<QueryClient['invalidateQueries']>;

function draw(content: (status: StatusControls) => ReactNode, role: Role = 'shuttle_manager') {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(
    managedShuttleKeys.drivers('me', 'rio'),
    whole([driver('a', 'Ana', true), driver('b', 'Beto', false)]),
  );
  const invite = { id: 'i', full_name: 'Luz', email: 'luz@example.test', expires_at: '2026-12-05T12:00:00Z' };
  client.setQueryData(managedShuttleKeys.invites('me', 'rio'), [invite]);
  // At noon in Europe, that region already has another date.
  client.setQueryData(territoryCurrencyQuery('rio').queryKey, {
    id: 'rio',
    name: 'Milford',
    currency_code: 'NZD',
    currency_symbol: '$',
    time_zone: 'Pacific/Auckland',
  });
  const week = [schedule('x', 'monday', true), schedule('y', 'friday', false)];
  client.setQueryData(managedShuttleKeys.schedules('me', 'rio'), whole(week));
  // The mocked rows don't change. The database's tests cover the changes.
  invalidated = vi.spyOn(client, 'invalidateQueries').mockResolvedValue();
  renderApp(<WithStatus>{content}</WithStatus>, { client, user: aProfile({ roles: [role], territory_id: 'rio' }) });
  return userEvent.setup();
}
const drivers = (role?: Role) => draw((status) => <Drivers userId="me" territoryId="rio" status={status} />, role);
const schedules = () => draw((status) => <Schedules userId="me" territoryId="rio" status={status} />);
const press = (name: RegExp) => screen.getByRole('button', { name });

const upcoming = vi.hoisted(() => vi.fn());
vi.mock('@/features/management/deletion/queries', () => ({
  upcomingBookingsQuery: ({ id }: { id: string }) => ({ queryKey: ['upcoming', id], queryFn: upcoming, staleTime: 0 }),
}));

const changes = [setDriverActive, setScheduleActive, deleteDriver, deleteSchedule];
beforeEach(() => {
  for (const change of changes) vi.mocked(change).mockReset().mockResolvedValue();
  upcoming.mockReset().mockResolvedValue({ bookings: 0, guests: 0, departures: 0, last_date: null });
});

it("lets a territory's manager add and invite drivers, while its staff only keep existing ones", () => {
  drivers('territory_manager');
  expect(screen.getByRole('link', { name: 'Add Driver' })).toBeVisible();
  expect(press(/^Send again: luz/)).toBeVisible();
  cleanup();
  drivers('territory_staff');
  expect(press(/^Deactivate Ana/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Add Driver' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Send again/ })).toBeNull();
});

it('switches a driver on and off, and announces each', async () => {
  const user = drivers();
  await user.click(press(/^Deactivate Ana/));
  expect(await screen.findByText('Driver deactivated successfully')).toBeInTheDocument();
  expect(setDriverActive).toHaveBeenLastCalledWith('a', false);
  await user.click(press(/^Activate Beto/));
  expect(await screen.findByText('Driver activated successfully')).toBeInTheDocument();
  expect(setDriverActive).toHaveBeenLastCalledWith('b', true);
});

it.each([
  ['a driver', () => drivers(), /^Deactivate Ana/, 'Deactivate Ana?', setDriverActive, ['a', false]],
  [
    'a schedule',
    () => schedules(),
    /^Deactivate Ana, Monday/,
    'Deactivate Ana, Monday, Coast shuttle?',
    setScheduleActive,
    ['x', false],
  ],
] as const)('asks first if guests are booked, with their number: %s', async (_, open, button, title, set, call) => {
  upcoming.mockResolvedValue({ bookings: 2, guests: 5, departures: 1, last_date: '2026-12-07' });
  const user = open();
  await user.click(press(button));
  const dialog = await screen.findByRole('alertdialog', { name: title });
  expect(await within(dialog).findByText(/2 upcoming bookings .* 5 guests on 1 departure/)).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(set).not.toHaveBeenCalled();
  await user.click(press(button));
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Deactivate' }));
  expect(set).toHaveBeenCalledExactlyOnceWith(...call);
});

it('shows a driver the names of what they drive', () => {
  drivers();
  expect(screen.getAllByText('Assigned to: Coast shuttle, Lake boat')).toHaveLength(2);
});

it('switches a schedule on and off, and announces each', async () => {
  const user = schedules();
  await user.click(press(/^Deactivate Ana, Monday, Coast shuttle/));
  expect(await screen.findByText('Schedule deactivated successfully')).toBeInTheDocument();
  await user.click(press(/^Activate Ana, Friday/));
  expect(await screen.findByText('Schedule activated successfully')).toBeInTheDocument();
  expect(vi.mocked(setScheduleActive).mock.calls).toEqual([
    ['x', false],
    ['y', true],
  ]);
});

it('shows how long an invitation is valid, and can send it by WhatsApp', () => {
  drivers();
  expect(screen.getByText('Valid until Dec 6, 2026')).toBeVisible();
  const share = screen.getByRole('link', { name: 'Share on WhatsApp: invitation to luz@example.test' });
  expect(new URL(share.getAttribute('href') ?? '').searchParams.get('text')).toContain(
    'join Milford as shuttle driver',
  );
});

it('reports a failed switch', async () => {
  vi.mocked(setDriverActive).mockRejectedValue(new AppError('server', 'Failed to update driver status'));
  const user = drivers();
  await user.click(press(/^Deactivate Ana/));
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to update driver status');
});

it.each([
  [
    'driver',
    drivers,
    /^Delete Ana/,
    deleteDriver,
    'Are you sure you want to delete this driver? This action cannot be undone. Their role and their schedules here will end. Their account stays, and you can invite them again.',
    'Failed to delete driver',
    'Driver deleted successfully',
  ],
  [
    'schedule',
    schedules,
    /^Delete Ana, Monday/,
    deleteSchedule,
    "Delete this schedule? You can't undo this.",
    'Failed to delete schedule',
    'Schedule deleted successfully',
  ],
  [
    'invitation',
    drivers,
    /^Withdraw invitation: luz@example.test/,
    withdrawInvite,
    'The link we sent to luz@example.test will stop working.',
    'This invitation has already been used',
    'Invitation withdrawn',
    'Withdraw invitation',
  ],
] as const)(
  'deletes a %s after a question, keeps a failure in it, and reloads the list either way',
  async (_, show, button, remove, question, failed, done, confirm: string = 'Delete') => {
    vi.mocked(remove).mockRejectedValueOnce(new AppError('server', failed));
    const user = show();
    await user.click(press(button));
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog).toHaveAccessibleDescription(question);
    await user.click(within(dialog).getByRole('button', { name: confirm }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent(failed);
    expect(invalidated).toHaveBeenCalledTimes(1);
    await user.click(within(dialog).getByRole('button', { name: confirm }));
    expect(await screen.findByText(done)).toBeInTheDocument();
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  },
);
