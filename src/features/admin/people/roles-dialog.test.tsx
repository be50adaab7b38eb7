import { screen, waitFor } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { grantRole, offerRole, type Person, revokeRole, withdrawOffer } from './queries';
import { RolesDialog } from './RolesDialog';

const readOffers = vi.hoisted(() => vi.fn());
vi.mock('./queries', () => ({
  grantRole: vi.fn(),
  offerRole: vi.fn(),
  revokeRole: vi.fn(),
  withdrawOffer: vi.fn(),
  offersQuery: () => ({ queryKey: ['admin', 'offers'], queryFn: readOffers, retry: false }),
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
const offer = () => screen.getByRole('button', { name: 'Send Invitation' });

beforeEach(() => {
  for (const call of [grantRole, offerRole, revokeRole, withdrawOffer]) vi.mocked(call).mockReset().mockResolvedValue();
  readOffers.mockReset().mockResolvedValue([]);
});

it('offers a role in a territory, which it requires, and gives admin at once', async () => {
  const { user } = show();
  await user.click(offer());
  await waitFor(() => expect(screen.getByLabelText('Region')).toHaveAccessibleDescription('Required'));
  expect(offerRole).not.toHaveBeenCalled();
  await user.selectOptions(role(), 'Admin');
  expect(screen.queryByLabelText('Region')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add role' }));
  await waitFor(() => expect(grantRole).toHaveBeenCalledExactlyOnceWith({ userId: 'p1', role: 'admin' }));
  expect(offerRole).not.toHaveBeenCalled();
});

it('shows an offered role, and withdraws it', async () => {
  readOffers.mockResolvedValue([
    { id: 'i1', roles: ['tour_guide'], expires_at: '2026-12-01T00:00:00Z', territory: { name: 'Río Dulce' } },
  ]);
  vi.mocked(withdrawOffer).mockRejectedValueOnce(new AppError('network', 'Failed to update roles'));
  const { user } = show();
  const withdraw = await screen.findByRole('button', { name: 'Withdraw Tour guide, Río Dulce' });
  await user.click(withdraw);
  expect(await screen.findByText('Failed to update roles')).toBeInTheDocument();
  readOffers.mockResolvedValue([]);
  await user.click(withdraw);
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Roles offered' })).toBeNull());
  expect(vi.mocked(withdrawOffer).mock.calls.map(([id]) => id)).toEqual(['i1', 'i1']);
});

it('offers several roles in turn, and keeps the current choice', async () => {
  let arrive = () => {};
  vi.mocked(offerRole).mockImplementationOnce(() => new Promise((resolve) => (arrive = resolve)));
  const { user } = show();
  await user.selectOptions(screen.getByLabelText('Region'), 'Río Dulce');
  await user.click(offer());
  await user.selectOptions(role(), 'Travel partner');
  arrive();
  await waitFor(() => expect(offer()).not.toHaveAttribute('aria-busy'));
  expect(role()).toHaveValue('travel_partner');
  await user.click(offer());
  const email = person.email;
  await waitFor(() =>
    expect(vi.mocked(offerRole).mock.calls.map(([change]) => change)).toEqual([
      { email, role: 'territory_manager', territoryId: 'rio' },
      { email, role: 'travel_partner', territoryId: 'rio' },
    ]),
  );
});

it('shows what failed, until the next attempt', async () => {
  vi.mocked(revokeRole).mockRejectedValueOnce(new AppError('last_admin', 'Somebody has to stay'));
  vi.mocked(offerRole).mockRejectedValueOnce(new AppError('network', 'Failed to update roles'));
  const { user } = show();
  await user.click(screen.getByRole('button', { name: 'Remove Tour guide, Río Dulce' }));
  expect(await screen.findByText('Somebody has to stay')).toBeInTheDocument();
  await user.selectOptions(screen.getByLabelText('Region'), 'Río Dulce');
  await user.click(offer());
  expect(await screen.findByText('Failed to update roles')).toBeInTheDocument();
  expect(screen.queryByText('Somebody has to stay')).toBeNull();
});
