import { screen, within } from '@testing-library/react';
import type userEvent from '@testing-library/user-event';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { toAppError } from '@/lib/api/to-app-error';
import { AddMemberForm } from './AddMemberForm';
import { createMember } from './invites/queries';
import { MemberList } from './MemberList';
import { type Member, removeMember } from './queries';

const member: Member = {
  id: 'm1',
  full_name: 'Nina',
  email: 'nina@example.test',
  avatar_url: null,
  business_name: null,
  commission_level: 10,
  roles: [],
  paused: false,
  active_links: null,
  updated_at: '2026-11-21T10:00:00.123456+00:00',
};
const readMembers = vi.hoisted(() => vi.fn());
vi.mock('./queries', () => ({
  removeMember: vi.fn(),
  teamKeys: { all: ['team'] },
  membersQuery: () => ({
    queryKey: ['team', 'members'],
    queryFn: async () => ({ rows: await readMembers(), next: null }),
    initialPageParam: null,
    getNextPageParam: () => null,
    retry: false,
  }),
}));
vi.mock('./invites/queries', () => ({
  createMember: vi.fn(),
  invitesQuery: () => ({
    queryKey: ['team', 'invites'],
    queryFn: async () => ({ rows: [], next: null }),
    initialPageParam: null,
    getNextPageParam: () => null,
  }),
}));
vi.mock('@/features/account/session/session', () => ({ useSession: () => ({ hasRole: () => true }) }));

beforeEach(() => {
  for (const call of [createMember, removeMember]) vi.mocked(call).mockReset().mockResolvedValue();
});

describe("the form for a team member's account", () => {
  const show = (onClose = () => undefined) =>
    renderApp(<AddMemberForm memberRole="territory_staff" territoryId="rio" onClose={onClose} />);
  const add = () => screen.getByRole('button', { name: 'Add Staff Member' });
  async function fill(user: ReturnType<typeof userEvent.setup>) {
    await user.type(screen.getByLabelText('Full Name'), ' Nina Ixchel ');
    await user.type(screen.getByLabelText('Email'), 'nina@example.test');
    await user.click(add());
  }

  it("requires everything but a password, because nobody chooses another person's", async () => {
    const { user } = show();
    await user.click(add());
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Please fill in all required fields$/);
    expect(screen.queryByLabelText('Password')).toBeNull();
    expect(screen.getByText('They choose their own password with the email we send them.')).toBeVisible();
    expect(createMember).not.toHaveBeenCalled();
  });

  it('confirms that it was done', async () => {
    const { user } = show();
    await fill(user);
    expect(await screen.findByText('Territory staff member added successfully')).toBeInTheDocument();
    expect(screen.getByText("We've sent them an email. They can start once they accept.")).toBeInTheDocument();
    expect(vi.mocked(createMember).mock.calls[0]?.[0]).toEqual({
      role: 'territory_staff',
      territoryId: 'rio',
      fullName: 'Nina Ixchel',
      email: 'nina@example.test',
    });
  });

  it('shows for a shuttle manager whether it was done', async () => {
    vi.mocked(createMember).mockRejectedValueOnce(new AppError('server', 'Failed to add shuttle manager'));
    const { user } = renderApp(
      <AddMemberForm memberRole="shuttle_manager" territoryId="rio" onClose={() => undefined} />,
    );
    await user.type(screen.getByLabelText('Full Name'), 'Nina Ixchel');
    await user.type(screen.getByLabelText('Email'), 'nina@example.test');
    await user.click(screen.getByRole('button', { name: 'Add Shuttle Manager' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to add shuttle manager');
    await user.click(screen.getByRole('button', { name: 'Add Shuttle Manager' }));
    expect(await screen.findByText('Shuttle manager added successfully')).toBeInTheDocument();
  });

  it('keeps the input when it failed, even after a reload', async () => {
    const failed = { id: 'f', message: 'Failed to add staff member' };
    vi.mocked(createMember).mockRejectedValue(toAppError(new Error('Failed to fetch'), failed));
    const { user, unmount } = show();
    await fill(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to add staff member');
    unmount();
    show();
    expect(screen.getByLabelText('Email')).toHaveValue('nina@example.test');
  });
});

it.each([
  ['territory_staff', 'Staff member removed successfully'],
  ['shuttle_manager', 'Shuttle manager removed successfully'],
] as const)('removes a %s after a question, and confirms it', async (memberRole, done) => {
  readMembers.mockResolvedValue([{ ...member, roles: [memberRole] }]);
  vi.mocked(removeMember).mockRejectedValueOnce(new AppError('server', 'Failed to remove staff member'));
  const { user } = renderApp(<MemberList memberRole={memberRole} territoryId="rio" />);
  await user.click((await screen.findAllByRole('button', { name: 'Remove Nina' }))[0] as HTMLElement);
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Failed to remove staff member');
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText(done)).toBeInTheDocument();
  expect(removeMember).toHaveBeenLastCalledWith({ userId: 'm1', role: memberRole, territoryId: 'rio' });
});
