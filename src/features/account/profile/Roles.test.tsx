import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { addRole, removeRole } from './edit/queries';
import type { Profile } from './queries';
import { Roles } from './Roles';

const success = vi.hoisted(() => vi.fn());
vi.mock('@/ui/feedback/toast', () => ({ toast: { success } }));
vi.mock('./edit/queries', () => ({ addRole: vi.fn(), removeRole: vi.fn() }));

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
};

function show() {
  renderApp(<Roles profile={profile} />);
  return userEvent.setup();
}

beforeEach(() => {
  vi.mocked(addRole).mockReset();
  vi.mocked(removeRole).mockReset();
});

it('offers to put down every role but tourist', () => {
  show();
  expect(screen.getByText('Cannot remove the tourist role as it is required')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Remove Tourist' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Remove Tour guide' })).toBeVisible();
  expect(screen.queryByRole('option', { name: 'Tour guide' })).toBeNull();
});

it('a role that was never given is asked for, and that is said', async () => {
  vi.mocked(addRole).mockResolvedValue('requested');
  const user = show();
  await user.selectOptions(screen.getByLabelText('Add a role'), 'Admin');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('An error occurred adding role')).toBeVisible();
  expect(vi.mocked(addRole).mock.calls[0]?.[0]).toBe('admin');
});

it('keeps what is chosen while the one before is still being added', async () => {
  let added: (outcome: 'added') => void = () => undefined;
  vi.mocked(addRole).mockReturnValue(
    new Promise((resolve) => {
      added = resolve;
    }),
  );
  const user = show();
  const choice = screen.getByLabelText('Add a role');
  await user.selectOptions(choice, 'Travel partner');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await user.selectOptions(choice, 'Admin');
  await act(async () => added('added'));
  await vi.waitFor(() => expect(success).toHaveBeenCalledWith('Role added: Travel partner'));
  expect(choice).toHaveValue('admin');
});

it('says when a role could not be put down', async () => {
  vi.mocked(removeRole).mockRejectedValue(new AppError('server', 'An error occurred removing role'));
  const user = show();
  await user.click(screen.getByRole('button', { name: 'Remove Tour guide' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('An error occurred removing role');
});
