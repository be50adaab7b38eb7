import { act, screen } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { addRole, type MyRequest, removeRole, withdrawRequest } from './edit/queries';
import type { Profile } from './queries';
import { Roles } from './Roles';

const { success, requests } = vi.hoisted(() => ({ success: vi.fn(), requests: vi.fn() }));
vi.mock('@/ui/feedback/toast', () => ({ toast: { success } }));
vi.mock('@/lib/realtime/use-live-query', () => ({ useLiveQuery: () => undefined }));
vi.mock('./edit/queries', () => ({
  addRole: vi.fn(),
  removeRole: vi.fn(),
  withdrawRequest: vi.fn(),
  myRequestsQuery: () => ({ queryKey: ['profile', 'me', 'requests'], queryFn: () => requests(), retry: false }),
  openTerritoriesQuery: () => ({ queryKey: ['territories'], queryFn: async () => [{ id: 'rio', name: 'Río Dulce' }] }),
}));
const mine: MyRequest = {
  id: 'q1',
  role: 'territory_staff',
  created_at: '2026-11-20T12:00:00Z',
  territory: { name: 'Río Dulce', time_zone: 'America/Guatemala' },
};

const profile: Profile = {
  id: 'me',
  email: 'me@example.test',
  full_name: 'Me',
  avatar_url: null,
  roles: ['tourist', 'tour_guide'],
  country: null,
  bio: null,
  territory_id: null,
  hotel_name: null,
  language: 'en',
};

function show() {
  return renderApp(<Roles profile={profile} />);
}

beforeEach(() => {
  vi.mocked(addRole).mockReset();
  vi.mocked(withdrawRequest).mockReset();
  requests.mockReset().mockResolvedValue([]);
  vi.mocked(removeRole).mockReset();
});

it('offers to drop every role but tourist', () => {
  show();
  expect(screen.getByText('Cannot remove the tourist role as it is required')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Remove Tourist' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Remove Tour guide' })).toBeVisible();
  expect(screen.queryByRole('option', { name: 'Tour guide' })).toBeNull();
});

it('requests a role in a territory, shows the success, and removes it once decided', async () => {
  vi.mocked(addRole).mockImplementation(async () => {
    requests.mockResolvedValue([{ ...mine, role: 'travel_partner' }]);
    return 'requested';
  });
  const { user, client } = show();
  await user.selectOptions(screen.getByLabelText('Add a role'), 'Travel partner');
  await user.selectOptions(
    await screen.findByLabelText('Where'),
    await screen.findByRole('option', { name: 'Río Dulce' }),
  );
  await user.click(screen.getByRole('button', { name: 'Add' }));
  const said = await screen.findByText(/We've passed on your request/);
  expect(said.closest('[role]')).toHaveAttribute('role', 'status');
  expect(screen.queryByText('An error occurred adding role')).toBeNull();
  expect(vi.mocked(addRole).mock.calls[0]?.[0]).toEqual({ role: 'travel_partner', territoryId: 'rio' });
  // A notification reports the decision, and the list is refetched.
  requests.mockResolvedValue([]);
  await act(() => client.invalidateQueries());
  await vi.waitFor(() => expect(screen.queryByText(/You don't have this role yet/)).toBeNull());
});

it('offers neither admin nor requested roles', async () => {
  requests.mockResolvedValue([mine]);
  show();
  expect(await screen.findByText('Region staff, Río Dulce')).toBeVisible();
  expect(screen.queryByRole('option', { name: 'Admin' })).toBeNull();
  expect(screen.queryByRole('option', { name: 'Region staff' })).toBeNull();
  expect(screen.getByRole('option', { name: 'Region manager' })).toBeInTheDocument();
});

it('shows requested roles, and withdraws one', async () => {
  requests.mockResolvedValue([mine]);
  vi.mocked(withdrawRequest).mockRejectedValueOnce(new AppError('network', 'Failed to withdraw the request'));
  const { user } = show();
  const withdraw = await screen.findByRole('button', { name: 'Withdraw: Region staff, Río Dulce' });
  expect(screen.getByText('Requested on Nov 20, 2026')).toBeVisible();
  await user.click(withdraw);
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to withdraw the request');
  requests.mockResolvedValue([]);
  await user.click(withdraw);
  await vi.waitFor(() => expect(success).toHaveBeenCalledWith('Request withdrawn'));
  await vi.waitFor(() => expect(screen.queryByText('Region staff, Río Dulce')).toBeNull());
});

it('keeps the selection while the previous one is still being added', async () => {
  let added: (outcome: 'added') => void = () => undefined;
  vi.mocked(addRole).mockReturnValue(
    new Promise((resolve) => {
      added = resolve;
    }),
  );
  const { user } = show();
  const choice = screen.getByLabelText('Add a role');
  await user.selectOptions(choice, 'Travel partner');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await user.selectOptions(choice, 'Region staff');
  await act(async () => added('added'));
  await vi.waitFor(() => expect(success).toHaveBeenCalledWith('Role added: Travel partner'));
  expect(choice).toHaveValue('territory_staff');
});

it('shows a failure to drop a role', async () => {
  vi.mocked(removeRole).mockRejectedValue(new AppError('server', 'An error occurred removing role'));
  const { user } = show();
  await user.click(screen.getByRole('button', { name: 'Remove Tour guide' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred removing role');
});
