import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { requireUnchanged } from '@/lib/concurrency';
import { AppError, toAppError } from '@/lib/errors';
import { i18n } from '@/lib/i18n';
import { AddMemberForm } from './AddMemberForm';
import type { Kind } from './kinds';
import { MemberEditor } from './MemberEditor';
import { MemberForm } from './MemberForm';
import { MemberList } from './MemberList';
import { createMember, type Member, removeMember, saveMember, sendInvite } from './queries';
import { commissionOf } from './schema';

const FRESH = '2026-11-21T10:00:01.000001+00:00';
const readMembers = vi.hoisted(() => vi.fn());
const isMember = vi.hoisted(() => vi.fn());
vi.mock('./queries', () => ({
  createMember: vi.fn(),
  removeMember: vi.fn(),
  saveMember: vi.fn(),
  sendInvite: vi.fn(),
  teamKeys: { all: ['team'] },
  isMember,
  membersQuery: () => ({
    queryKey: ['team', 'members'],
    queryFn: async () => ({ rows: await readMembers(), next: null }),
    initialPageParam: null,
    getNextPageParam: () => null,
    retry: false,
  }),
  memberQuery: (_territory: string, _role: string, id: string) => ({
    queryKey: ['team', 'one', id],
    queryFn: async () => (await readMembers()).find((one: { id: string }) => one.id === id) ?? null,
    retry: false,
  }),
  invitesQuery: () => ({
    queryKey: ['team', 'invites'],
    queryFn: async () => ({ rows: [], next: null }),
    initialPageParam: null,
    getNextPageParam: () => null,
  }),
}));
vi.mock('@/features/auth/session', () => ({ useSession: () => ({ hasRole: () => true }) }));

beforeEach(() => {
  for (const call of [createMember, removeMember, saveMember, sendInvite])
    vi.mocked(call).mockReset().mockResolvedValue();
  isMember.mockReset().mockResolvedValue(false);
  readMembers.mockReset().mockResolvedValue([{ id: 'p1', email: 'marta@example.test', updated_at: FRESH }]);
});

function draw(content: React.ReactNode) {
  return {
    user: userEvent.setup(),
    ...render(
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={new QueryClient()}>
          <MemoryRouter>{content}</MemoryRouter>
        </QueryClientProvider>
      </I18nProvider>,
    ),
  };
}

describe('an account for the team', () => {
  const show = (onClose = () => undefined) =>
    draw(<AddMemberForm memberRole="territory_staff" territoryId="rio" onClose={onClose} />);
  const add = () => screen.getByRole('button', { name: 'Add Staff Member' });
  async function fill(user: ReturnType<typeof userEvent.setup>, password = 'ixchel') {
    await user.type(screen.getByLabelText('Full Name'), ' Nina Ixchel ');
    await user.type(screen.getByLabelText('Email'), 'nina@example.test');
    await user.type(screen.getByLabelText('Password'), password);
    await user.click(add());
  }

  it('asks for everything, and for a password of six', async () => {
    const { user } = show();
    await user.click(add());
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Please fill in all required fields$/);
    await fill(user, 'ixche');
    expect(await screen.findByRole('alert')).toHaveTextContent('Password must be at least 6 characters');
    expect(createMember).not.toHaveBeenCalled();
  });

  it('says that it was done', async () => {
    const { user } = show();
    await fill(user);
    expect(await screen.findByText('Territory staff member added successfully')).toBeInTheDocument();
    expect(vi.mocked(createMember).mock.calls[0]?.[0]).toEqual({
      role: 'territory_staff',
      fullName: 'Nina Ixchel',
      email: 'nina@example.test',
      password: 'ixchel',
    });
  });

  it('says of a shuttle manager that it was done, or not', async () => {
    vi.mocked(createMember).mockRejectedValueOnce(new AppError('server', 'Failed to add shuttle manager'));
    const { user } = draw(<AddMemberForm memberRole="shuttle_manager" territoryId="rio" onClose={() => undefined} />);
    await user.type(screen.getByLabelText('Full Name'), 'Nina Ixchel');
    await user.type(screen.getByLabelText('Email'), 'nina@example.test');
    await user.type(screen.getByLabelText('Password'), 'ixchel');
    await user.click(screen.getByRole('button', { name: 'Add Shuttle Manager' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to add shuttle manager');
    await user.click(screen.getByRole('button', { name: 'Add Shuttle Manager' }));
    expect(await screen.findByText('Shuttle manager added successfully')).toBeInTheDocument();
  });

  it('keeps what was typed when it failed, over a reload too, but never the password', async () => {
    const failed = { id: 'f', message: 'Failed to add staff member' };
    vi.mocked(createMember).mockRejectedValue(toAppError(new Error('Failed to fetch'), failed));
    const { user, unmount } = show();
    await fill(user);
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to add staff member');
    expect(screen.getByLabelText('Password')).toHaveValue('ixchel');
    unmount();
    show();
    expect(screen.getByLabelText('Email')).toHaveValue('nina@example.test');
    expect(screen.getByLabelText('Password')).toHaveValue('');
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('ixchel"');
  });

  it('invites whoever has an account already', async () => {
    vi.mocked(createMember).mockRejectedValue(new AppError('account_exists', 'There is an account'));
    const { user } = show();
    await fill(user);
    await user.click(await screen.findByRole('button', { name: 'Send Invitation' }));
    expect(await screen.findByText('Invitation sent successfully.')).toBeInTheDocument();
    expect(sendInvite).toHaveBeenCalledWith({
      role: 'territory_staff',
      territoryId: 'rio',
      email: 'nina@example.test',
      fullName: expect.stringContaining('Nina Ixchel'),
    });
  });
});

const partner: Member = {
  id: 'p1',
  full_name: 'Marta',
  email: 'marta@example.test',
  avatar_url: null,
  business_name: 'Hotel Marea',
  commission_level: 12.5,
  roles: ['travel_partner'],
  updated_at: '2026-11-21T10:00:00.123456+00:00',
};

describe('a guide or a partner', () => {
  const show = (kind: Kind, member: Member | null, onDone = () => undefined, onReload = () => undefined) =>
    draw(<MemberForm kind={kind} territoryId="rio" member={member} onDone={onDone} onReload={onReload} />);
  const field = (name: string) => screen.getByLabelText(name);

  it('a partner starts with ten percent, and is invited with the business', async () => {
    const onDone = vi.fn();
    const { user } = show('partner', null, onDone);
    expect(field('Commission Level (%)')).toHaveValue('10');
    await user.click(screen.getByRole('button', { name: 'Send Invitation' }));
    const summary = await screen.findByRole('alert');
    expect(summary).toHaveTextContent(/^Please fill in all required fields$/);
    // It takes the focus a moment later; who types before that types into nothing.
    await waitFor(() => expect(summary.parentElement).toHaveFocus());
    await user.type(field('Business Name'), 'Hotel Luna');
    await user.type(field('Contact Person Name'), 'Luz');
    await user.type(field('Email'), 'luz@example.test');
    await user.clear(field('Commission Level (%)'));
    await user.type(field('Commission Level (%)'), '7,5');
    await user.click(screen.getByRole('button', { name: 'Send Invitation' }));
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(sendInvite).toHaveBeenCalledWith({
      role: 'travel_partner',
      territoryId: 'rio',
      email: 'luz@example.test',
      fullName: 'Luz',
      businessName: 'Hotel Luna',
      commission: 7.5,
    });
  });

  it('does not invite who is here already', async () => {
    isMember.mockResolvedValue(true);
    const { user } = show('guide', null);
    await user.type(field('Full Name'), 'Marta');
    await user.type(field('Email'), 'Marta@Example.test');
    await user.click(screen.getByRole('button', { name: 'Send Invitation' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This person is already a tour guide here');
    expect(isMember).toHaveBeenCalledWith('rio', 'tour_guide', 'Marta@Example.test');
    expect(sendInvite).not.toHaveBeenCalled();
  });

  it('saves over the version that was read; told of another one, the person decides', async () => {
    vi.mocked(saveMember).mockImplementation(async ({ seen }) => {
      if (seen !== FRESH) requireUnchanged([]);
    });
    const onDone = vi.fn();
    const { user } = show('partner', partner, onDone);
    expect(field('Email')).toHaveAttribute('readonly');
    expect(field('Email')).toHaveAccessibleDescription('Email cannot be changed');
    await user.type(field('Business Name'), ' Verde');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await user.click(await screen.findByRole('button', { name: 'Keep mine' }));
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(vi.mocked(saveMember).mock.calls.map(([change]) => change.seen)).toEqual([partner.updated_at, FRESH]);
    expect(saveMember).toHaveBeenLastCalledWith(
      expect.objectContaining({ userId: 'p1', businessName: 'Hotel Marea Verde', commission: 12.5 }),
    );
  });

  it('a draft keeps the version that it was typed over', async () => {
    const { user, unmount } = show('partner', partner);
    await user.type(field('Business Name'), ' Verde');
    unmount();
    show('partner', { ...partner, business_name: 'Hotel Azul', updated_at: FRESH });
    expect(field('Business Name')).toHaveValue('Hotel Marea Verde');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(saveMember).toHaveBeenCalled());
    expect(vi.mocked(saveMember).mock.calls[0]?.[0].seen).toBe(partner.updated_at);
  });
});

it('tells what happens next, and that somebody of another region is not here', async () => {
  const { user, unmount } = draw(<MemberEditor kind="guide" id="new" territoryId="rio" />);
  expect(await screen.findByRole('heading', { name: 'Add New Tour Guide' })).toBeInTheDocument();
  await user.type(await screen.findByLabelText('Full Name'), 'Mateo');
  await user.type(screen.getByLabelText('Email'), 'mateo@example.test');
  await user.click(screen.getByRole('button', { name: 'Send Invitation' }));
  expect(
    await screen.findByText(
      'Invitation sent successfully. The guide will receive an email to complete their registration.',
    ),
  ).toBeInTheDocument();
  unmount();
  draw(<MemberEditor kind="guide" id="somebody" territoryId="rio" />);
  expect(await screen.findByText('Guide not found or you do not have permission to edit it')).toBeInTheDocument();
});

it.each([
  ['territory_staff', 'Staff member removed successfully'],
  ['shuttle_manager', 'Shuttle manager removed successfully'],
] as const)('a %s is removed after a question, and it is said', async (memberRole, done) => {
  readMembers.mockResolvedValue([{ ...partner, id: 'm1', full_name: 'Nina', roles: [memberRole] }]);
  vi.mocked(removeMember).mockRejectedValueOnce(new AppError('server', 'Failed to remove staff member'));
  const { user } = draw(<MemberList memberRole={memberRole} territoryId="rio" />);
  await user.click((await screen.findAllByRole('button', { name: 'Remove Nina' }))[0] as HTMLElement);
  const dialog = within(screen.getByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Failed to remove staff member');
  await user.click(dialog.getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText(done)).toBeInTheDocument();
  expect(removeMember).toHaveBeenLastCalledWith({ userId: 'm1', role: memberRole, territoryId: 'rio' });
});

it.each([
  ['guide', 'Failed to load guide details. Please try again later.'],
  ['partner', 'Failed to load travel partner data'],
] as const)('the form of a %s that could not be filled says so', async (kind, text) => {
  readMembers.mockRejectedValueOnce(new AppError('server', 'down'));
  const { user } = draw(<MemberEditor kind={kind} id="p1" territoryId="rio" />);
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Save Changes' })).toBeInTheDocument();
});

it('says that a guide was changed, and on the way back what became of a partner', async () => {
  readMembers.mockResolvedValue([partner]);
  const { user, unmount } = draw(<MemberEditor kind="guide" id="p1" territoryId="rio" />);
  await user.click(await screen.findByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('Guide updated successfully')).toBeInTheDocument();
  unmount();

  const edit = draw(<MemberEditor kind="partner" id="p1" territoryId="rio" />);
  await edit.user.click(await screen.findByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('Travel partner updated successfully')).toBeInTheDocument();
  edit.unmount();

  const invite = draw(<MemberEditor kind="partner" id="new" territoryId="rio" />);
  await invite.user.type(await screen.findByLabelText('Business Name'), 'Hotel Luna');
  await invite.user.type(screen.getByLabelText('Contact Person Name'), 'Luz');
  await invite.user.type(screen.getByLabelText('Email'), 'luz@example.test');
  await invite.user.click(screen.getByRole('button', { name: 'Send Invitation' }));
  expect(
    await screen.findByText(
      'Invitation sent successfully. The partner will receive an email to complete their registration.',
    ),
  ).toBeInTheDocument();
});

it.each([
  ['0', 0],
  ['100', 100],
  ['12.5', 12.5],
  [' 7,5 ', 7.5],
  ['100.1', Number.NaN],
  ['-1', Number.NaN],
  ['1.25', Number.NaN],
  ['1e1', Number.NaN],
  ['', Number.NaN],
])('a commission of %j is %d', (text, value) => {
  expect(commissionOf(text)).toBe(value);
});
