import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fill } from '@tests/support/fill';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { decideRequest, type RoleRequest } from './queries';
import { RoleRequests } from './RoleRequests';

const read = vi.hoisted(() => vi.fn());
vi.mock('./queries', () => ({
  decideRequest: vi.fn(),
  roleRequestsQuery: (territoryId: string | null) => ({
    queryKey: ['requests', territoryId],
    queryFn: () => read(),
    retry: false,
  }),
}));

const request: RoleRequest = {
  id: 'r1',
  user_id: 'mateo',
  isOwn: false,
  role: 'tour_guide',
  territory_id: 'rio',
  // In Guatemala it is still the day before.
  created_at: '2026-11-21T04:00:00Z',
  territory: { time_zone: 'America/Guatemala' },
  person: { full_name: 'Mateo', avatar_url: null, country: 'GT' },
  contact: null,
};
const refresh = vi.fn();

beforeEach(() => {
  read.mockReset().mockResolvedValue([request]);
  refresh.mockReset();
  vi.mocked(decideRequest).mockReset().mockResolvedValue();
});

/** Shows the list of a manager or an admin. */
function show(territoryId: string | null = 'rio') {
  const { client } = renderApp(
    <RoleRequests territoryId={territoryId} territories={[{ id: 'rio', name: 'Río Dulce' }]} refresh={refresh} />,
  );
  refresh.mockImplementation(() => client.invalidateQueries());
  return userEvent.setup();
}
const approve = () => screen.findByRole('button', { name: 'Approve Mateo as Tour guide' });
const decline = () => screen.findByRole('button', { name: 'Decline Mateo as Tour guide' });
const gone = () => waitFor(() => expect(screen.queryByText('Mateo requests the role of Tour guide')).toBeNull());

it('shows nothing without requests', async () => {
  read.mockResolvedValue([]);
  show();
  await waitFor(() => expect(read).toHaveBeenCalled());
  await waitFor(() => expect(screen.queryByRole('heading')).toBeNull());
});

it.each([
  ['a manager', 'rio', { id: 'r1', approve: true }],
  ['an admin', null, { id: 'r1', approve: true, territoryId: 'rio' }],
])(
  '%s approves with one click, sees the confirmation, and the request leaves the list',
  async (_, territoryId, decision) => {
    const user = show(territoryId);
    const button = await approve();
    expect(screen.getByText('Requested on Nov 20, 2026')).toBeVisible();
    read.mockResolvedValue([]);
    await user.click(button);
    expect(await screen.findByText('Role request approved')).toBeVisible();
    expect(decideRequest).toHaveBeenCalledExactlyOnceWith(decision);
    await gone();
  },
);

it.each([
  ['a manager', 'rio'],
  ['an admin', null],
])('%s declines with a reason', async (_, territoryId) => {
  const user = show(territoryId);
  await user.click(await decline());
  const dialog = await screen.findByRole('dialog', { name: 'Decline request' });
  await fill(user, within(dialog).getByLabelText(/^Reason/), ' Ask in March. ');
  read.mockResolvedValue([]);
  await user.click(within(dialog).getByRole('button', { name: 'Decline' }));
  expect(await screen.findByText('Role request declined')).toBeVisible();
  expect(decideRequest).toHaveBeenCalledExactlyOnceWith({ id: 'r1', approve: false, reason: 'Ask in March.' });
  await gone();
});

it("lets an admin set the territory of a request without one, and shows the requester's address", async () => {
  read.mockResolvedValue([
    { ...request, territory_id: null, territory: null, contact: { email: 'mateo@example.test' } },
  ]);
  const user = show(null);
  expect(await approve()).toBeDisabled();
  expect(screen.getByText('mateo@example.test')).toBeVisible();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Region for Mateo' }), 'Río Dulce');
  await user.click(await approve());
  expect(decideRequest).toHaveBeenCalledExactlyOnceWith({ id: 'r1', approve: true, territoryId: 'rio' });
});

it('explains that a colleague was faster, and reloads the list', async () => {
  vi.mocked(decideRequest).mockRejectedValueOnce(new AppError('server', 'This request has already been decided'));
  const user = show();
  await user.click(await approve());
  expect(await screen.findByRole('alert')).toHaveTextContent('This request has already been decided');
  expect(read).toHaveBeenCalledTimes(2);
});

it('retries requests that could not be loaded', async () => {
  read.mockRejectedValueOnce(new AppError('network', 'Failed to load data. Please try again later.'));
  const user = show();
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load data');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await approve()).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
});

it.each(['rio', null])("shows who decides a person's own request, without buttons (%s)", async (territoryId) => {
  read.mockResolvedValue([{ ...request, isOwn: true }]);
  show(territoryId);
  expect(await screen.findByText('This is your own request, so someone else has to decide on it.')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});
