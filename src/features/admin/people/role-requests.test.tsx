import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { decideRequest } from './queries';
import { RoleRequests } from './RoleRequests';

const readRequests = vi.hoisted(() => vi.fn());
vi.mock('./queries', () => ({
  decideRequest: vi.fn(),
  roleRequestsQuery: () => ({ queryKey: ['admin', 'requests'], queryFn: () => readRequests(), retry: false }),
}));

const request = {
  id: 'r1',
  isOwn: false,
  role: 'tour_guide',
  territory_id: 'rio',
  created_at: '2026-11-21T10:00:00Z',
  person: { full_name: 'Mateo', email: 'mateo@example.test' },
};
const status = { success: vi.fn() };

beforeEach(() => {
  readRequests.mockReset().mockResolvedValue([request]);
  vi.mocked(decideRequest).mockReset().mockResolvedValue();
  status.success.mockReset();
});

function show() {
  renderApp(<RoleRequests territories={[{ id: 'rio', name: 'Río Dulce' }]} status={status} />);
  return userEvent.setup();
}
const approve = () => screen.findByRole('button', { name: 'Approve Mateo as Tour guide' });
const decline = () => screen.findByRole('button', { name: 'Decline Mateo as Tour guide' });

it.each([
  ['approved', approve, true],
  ['declined', decline, false],
] as const)('a request that was %s is said, and leaves the list', async (word, button, approved) => {
  const user = show();
  const pressed = await button();
  readRequests.mockResolvedValue([]);
  await user.click(pressed);
  await waitFor(() => expect(screen.queryByText('mateo@example.test')).toBeNull());
  expect(status.success).toHaveBeenCalledWith(`Role request ${word}`);
  expect(vi.mocked(decideRequest).mock.calls.map(([decision]) => decision)).toEqual([
    { id: 'r1', approve: approved, territoryId: 'rio' },
  ]);
});

it('is decided once, whichever button is pressed next', async () => {
  let arrive = () => {};
  vi.mocked(decideRequest).mockImplementation(() => new Promise((resolve) => (arrive = resolve)));
  const user = show();
  await user.click(await decline());
  await user.click(await approve());
  await user.click(await decline());
  arrive();
  await waitFor(() => expect(status.success).toHaveBeenCalledWith('Role request declined'));
  expect(decideRequest).toHaveBeenCalledOnce();
});

it('what failed is said beside the request, and what a colleague decided leaves the list', async () => {
  vi.mocked(decideRequest).mockRejectedValueOnce(new AppError('network', 'Failed to update roles'));
  const user = show();
  await user.click(await approve());
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to update roles');
  expect(status.success).not.toHaveBeenCalled();
  vi.mocked(decideRequest).mockRejectedValueOnce(new AppError('not_found', 'Failed to update roles'));
  readRequests.mockResolvedValue([]);
  await user.click(await approve());
  await waitFor(() => expect(screen.queryByText('mateo@example.test')).toBeNull());
});

it('requests that could not be read can be asked for again', async () => {
  readRequests.mockRejectedValueOnce(new AppError('network', 'Failed to load data. Please try again later.'));
  const user = show();
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load data');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await approve()).toBeInTheDocument();
  expect(screen.queryByRole('alert')).toBeNull();
});

it('one’s own request shows who decides it, and no buttons', async () => {
  readRequests.mockResolvedValue([{ ...request, isOwn: true }]);
  show();
  expect(await screen.findByText('Your own request: somebody else decides it.')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});
