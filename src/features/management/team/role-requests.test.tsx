import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aProfile } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { decideRequest, type RoleRequest } from './queries';
import { RoleRequests } from './RoleRequests';

const read = vi.hoisted(() => vi.fn());
vi.mock('@/lib/realtime/use-live-query', () => ({ useLiveQuery: () => undefined }));
vi.mock('./queries', () => ({
  teamKeys: { all: ['team'] },
  decideRequest: vi.fn(),
  roleRequestsQuery: () => ({ queryKey: ['team', 'requests'], queryFn: () => read(), retry: false }),
}));

const request: RoleRequest = {
  id: 'r1',
  user_id: 'mateo',
  role: 'tour_guide',
  created_at: '2026-11-20T12:00:00Z',
  person: { full_name: 'Mateo', avatar_url: null, country: 'GT' },
};

const manager = aProfile({ id: 'manager', roles: ['territory_manager'] });

beforeEach(() => {
  read.mockReset().mockResolvedValue([request]);
  vi.mocked(decideRequest).mockReset().mockResolvedValue();
});

function show() {
  renderApp(<RoleRequests territoryId="rio" />);
  return userEvent.setup();
}
const approve = () => screen.findByRole('button', { name: 'Approve Mateo as Tour guide' });
const gone = () => waitFor(() => expect(screen.queryByText('Mateo asks to be: Tour guide')).toBeNull());

it('draws nothing while nobody asks', async () => {
  read.mockResolvedValue([]);
  show();
  await waitFor(() => expect(read).toHaveBeenCalled());
  await waitFor(() => expect(screen.queryByRole('heading')).toBeNull());
});

it('approves at one press, says so, and the request leaves the list', async () => {
  const user = show();
  const button = await approve();
  expect(screen.getByText('Asked for on Nov 20, 2026')).toBeVisible();
  read.mockResolvedValue([]);
  await user.click(button);
  expect(await screen.findByText('Role request approved')).toBeVisible();
  expect(decideRequest).toHaveBeenCalledExactlyOnceWith({ id: 'r1', approve: true });
  await gone();
});

it('declines with a reason', async () => {
  const user = show();
  await user.click(await screen.findByRole('button', { name: 'Decline Mateo as Tour guide' }));
  const dialog = await screen.findByRole('dialog', { name: 'Decline the request' });
  await user.type(within(dialog).getByLabelText('Reason (optional)'), ' Ask in March. ');
  read.mockResolvedValue([]);
  await user.click(within(dialog).getByRole('button', { name: 'Decline' }));
  expect(await screen.findByText('Role request declined')).toBeVisible();
  expect(decideRequest).toHaveBeenCalledExactlyOnceWith({ id: 'r1', approve: false, reason: 'Ask in March.' });
  await gone();
});

it('a colleague who was faster: says why, and reads the list again', async () => {
  vi.mocked(decideRequest).mockRejectedValueOnce(new AppError('server', 'This request has already been decided'));
  const user = show();
  await user.click(await approve());
  expect(await screen.findByRole('alert')).toHaveTextContent('This request has already been decided');
  expect(read).toHaveBeenCalledTimes(2);
});

it('requests that could not be read can be asked for again', async () => {
  read.mockRejectedValueOnce(new AppError('network', 'Failed to load data. Please try again later.'));
  const user = show();
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load data');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await approve()).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('one’s own request shows who decides it, and no buttons', async () => {
  read.mockResolvedValue([{ ...request, user_id: manager.id }]);
  renderApp(<RoleRequests territoryId="rio" />, { user: manager });
  expect(await screen.findByText('Your own request: somebody else decides it.')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});
