import { screen, waitFor } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { grantRole, type Person, revokeRole } from './queries';
import { RolesDialog } from './RolesDialog';

vi.mock('./queries', () => ({
  grantRole: vi.fn(),
  revokeRole: vi.fn(),
  personQuery: () => ({ queryKey: ['admin', 'person'], queryFn: () => null }),
}));

const person: Person = {
  id: 'p1',
  full_name: 'Mateo',
  email: 'mateo@example.test',
  avatar_url: null,
  business_name: null,
  created_at: '2026-11-21T10:00:00Z',
  grants: [{ role: 'tour_guide', territory_id: 'rio', territory_name: 'Río Dulce' }],
};

function show() {
  return renderApp(<RolesDialog person={person} territories={[{ id: 'rio', name: 'Río Dulce' }]} onClose={vi.fn()} />);
}
const role = () => screen.getByLabelText('Role');
const add = () => screen.getByRole('button', { name: 'Add role' });

beforeEach(() => {
  for (const call of [grantRole, revokeRole]) vi.mocked(call).mockReset().mockResolvedValue();
});

it('a role of a territory needs one; a role that is held everywhere does not', async () => {
  const { user } = show();
  await user.click(add());
  await waitFor(() => expect(screen.getByLabelText('Region')).toHaveAccessibleDescription('Territory ID is required'));
  expect(grantRole).not.toHaveBeenCalled();
  await user.selectOptions(role(), 'Admin');
  expect(screen.queryByLabelText('Region')).toBeNull();
  await user.click(add());
  await waitFor(() =>
    expect(grantRole).toHaveBeenCalledExactlyOnceWith({ userId: 'p1', role: 'admin', territoryId: null }),
  );
});

it('one after the other may be added; what is chosen meanwhile stays', async () => {
  let arrive = () => {};
  vi.mocked(grantRole).mockImplementationOnce(() => new Promise((resolve) => (arrive = resolve)));
  const { user } = show();
  await user.selectOptions(screen.getByLabelText('Region'), 'Río Dulce');
  await user.click(add());
  await user.selectOptions(role(), 'Travel partner');
  arrive();
  await waitFor(() => expect(add()).not.toHaveAttribute('aria-busy'));
  expect(role()).toHaveValue('travel_partner');
  await user.click(add());
  await waitFor(() =>
    expect(vi.mocked(grantRole).mock.calls.map(([change]) => change)).toEqual([
      { userId: 'p1', role: 'territory_manager', territoryId: 'rio' },
      { userId: 'p1', role: 'travel_partner', territoryId: 'rio' },
    ]),
  );
});

it('says what failed, and what is tried next takes that away', async () => {
  vi.mocked(revokeRole).mockRejectedValueOnce(new AppError('last_admin', 'Somebody has to stay'));
  vi.mocked(grantRole).mockRejectedValueOnce(new AppError('network', 'Failed to update roles'));
  const { user } = show();
  await user.click(screen.getByRole('button', { name: 'Remove Tour guide, Río Dulce' }));
  expect(await screen.findByText('Somebody has to stay')).toBeInTheDocument();
  await user.selectOptions(screen.getByLabelText('Region'), 'Río Dulce');
  await user.click(add());
  expect(await screen.findByText('Failed to update roles')).toBeInTheDocument();
  expect(screen.queryByText('Somebody has to stay')).toBeNull();
});
