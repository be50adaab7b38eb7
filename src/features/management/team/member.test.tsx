import { screen, waitFor } from '@testing-library/react';
import { aPartnerInvite } from '@tests/support/factories';
import { fill } from '@tests/support/fill';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { assertVersion } from '@/lib/api/versions';
import { sendInvite } from './invites/queries';
import type { Kind } from './kinds';
import { MemberEditor } from './MemberEditor';
import { MemberForm } from './MemberForm';
import { type Member, saveGuide, saveMember } from './queries';

const FRESH = '2026-11-21T10:00:01.000001+00:00';
const readMembers = vi.hoisted(() => vi.fn());
const isMember = vi.hoisted(() => vi.fn());
vi.mock('./queries', () => ({
  saveGuide: vi.fn(),
  saveMember: vi.fn(),
  teamKeys: { all: ['team'] },
  isMember,
  commissionRulesQuery: () => ({ queryKey: ['team', 'commission'], queryFn: async () => rules, retry: false }),
  memberQuery: (_territory: string, _role: string, id: string) => ({
    queryKey: ['team', 'one', id],
    queryFn: async () => (await readMembers()).find((one: { id: string }) => one.id === id) ?? null,
    retry: false,
  }),
}));
vi.mock('./invites/queries', () => ({ sendInvite: vi.fn() }));
vi.mock('@/features/account/session/session', () => ({ useSession: () => ({ hasRole: () => true }) }));

const rules = { highest: 30, usual: 10, may_set: true };

beforeEach(() => {
  for (const call of [saveGuide, saveMember, sendInvite]) vi.mocked(call).mockReset().mockResolvedValue();
  isMember.mockReset().mockResolvedValue(false);
  readMembers.mockReset().mockResolvedValue([{ id: 'p1', email: 'marta@example.test', updated_at: FRESH }]);
});

const partner: Member = {
  id: 'p1',
  full_name: 'Marta',
  email: 'marta@example.test',
  avatar_url: null,
  business_name: 'Hotel Marea',
  commission_level: 12.5,
  roles: ['travel_partner'],
  paused: false,
  active_links: 1,
  updated_at: '2026-11-21T10:00:00.123456+00:00',
};

describe('a guide or a partner', () => {
  const show = (kind: Kind, member: Member | null, onDone = () => undefined, by = rules) =>
    renderApp(
      <MemberForm
        kind={kind}
        territoryId="rio"
        member={member}
        rules={kind === 'partner' ? by : null}
        onDone={onDone}
        onReload={() => undefined}
      />,
    );
  const field = (name: string) => screen.getByLabelText(name);

  it('starts a partner with ten percent, and invites with the business', async () => {
    const onDone = vi.fn();
    const { user } = show('partner', null, onDone);
    expect(field('Commission (%)')).toHaveValue('10');
    await user.click(screen.getByRole('button', { name: 'Send Invitation' }));
    const summary = await screen.findByRole('alert');
    expect(summary).toHaveTextContent(/^Please fill in all required fields$/);
    // The summary takes the focus a moment later, and text typed before that would be lost.
    await waitFor(() => expect(summary.parentElement).toHaveFocus());
    await fill(user, field('Business Name'), 'Hotel Luna');
    await user.type(field('Contact name'), 'Luz');
    await fill(user, field('Email'), 'luz@example.test');
    await user.clear(field('Commission (%)'));
    await user.type(field('Commission (%)'), '7,5');
    await user.click(screen.getByRole('button', { name: 'Send Invitation' }));
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(sendInvite).toHaveBeenCalledWith(aPartnerInvite);
  });

  it('does not invite a person who is already here', async () => {
    isMember.mockResolvedValue(true);
    const { user } = show('guide', null);
    await user.type(field('Full Name'), 'Marta');
    await fill(user, field('Email'), 'Marta@Example.test');
    await user.click(screen.getByRole('button', { name: 'Send Invitation' }));
    const text = 'This person is already a tour guide here';
    expect(await screen.findByRole('link', { name: text })).toBeInTheDocument();
    expect(field('Email')).toHaveAccessibleDescription(text);
    expect(isMember).toHaveBeenCalledWith('rio', 'tour_guide', 'Marta@Example.test');
    expect(sendInvite).not.toHaveBeenCalled();
  });

  it('saves over the version read, and lets the person decide if there is another one', async () => {
    vi.mocked(saveMember).mockImplementation(async ({ expectedVersion }) => {
      if (expectedVersion !== FRESH) assertVersion([]);
    });
    const onDone = vi.fn();
    const { user } = show('partner', partner, onDone);
    for (const [label, why] of [
      ['Email', 'Email cannot be changed'],
      ['Contact name', 'They can change this in their profile'],
    ] as const) {
      expect(field(label)).toHaveAttribute('readonly');
      expect(field(label)).toHaveAccessibleDescription(why);
    }
    await fill(user, field('Business Name'), ' Verde');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await user.click(await screen.findByRole('button', { name: 'Keep my changes' }));
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(vi.mocked(saveMember).mock.calls.map(([change]) => change.expectedVersion)).toEqual([
      partner.updated_at,
      FRESH,
    ]);
    expect(saveMember).toHaveBeenLastCalledWith({
      territoryId: 'rio',
      userId: 'p1',
      expectedVersion: FRESH,
      key: expect.any(String),
      businessName: 'Hotel Marea Verde',
      commission: 12.5,
    });
  });

  it("shows staff a commission, which they can't change or offer", async () => {
    const staff = { ...rules, may_set: false };
    const { user, unmount } = show('partner', partner, undefined, staff);
    expect(field('Commission (%)')).toHaveAttribute('readonly');
    expect(field('Commission (%)')).toHaveAccessibleDescription(
      /Only a manager of the region can set the commission\.$/,
    );
    await fill(user, field('Business Name'), ' Verde');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(saveMember).toHaveBeenCalled());
    expect(vi.mocked(saveMember).mock.calls[0]?.[0]).not.toHaveProperty('commission');
    unmount();

    const invite = show('partner', null, undefined, staff);
    await fill(invite.user, field('Business Name'), 'Hotel Luna');
    await invite.user.type(field('Contact name'), 'Luz');
    await fill(invite.user, field('Email'), 'luz@example.test');
    await invite.user.click(screen.getByRole('button', { name: 'Send Invitation' }));
    await waitFor(() => expect(sendInvite).toHaveBeenCalled());
    expect(vi.mocked(sendInvite).mock.calls[0]?.[0]).not.toHaveProperty('commission');
  });

  it('shows beside the field that a commission is too high, here and from the server', async () => {
    vi.mocked(saveMember).mockRejectedValueOnce(
      new AppError('commission_too_high', 'The commission can be at most 20%'),
    );
    const { user } = show('partner', partner);
    const change = async (text: string) => {
      await user.clear(field('Commission (%)'));
      await user.type(field('Commission (%)'), text);
      await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    };
    await change('30.1');
    await waitFor(() =>
      expect(field('Commission (%)')).toHaveAccessibleDescription(/Please enter a commission from 0 to 30,/),
    );
    expect(saveMember).not.toHaveBeenCalled();
    await change('25');
    await waitFor(() =>
      expect(field('Commission (%)')).toHaveAccessibleDescription(/The commission can be at most 20%/),
    );
  });

  it('keeps in a draft the version that it was typed over', async () => {
    const { user, unmount } = show('partner', partner);
    await fill(user, field('Business Name'), ' Verde');
    unmount();
    show('partner', { ...partner, business_name: 'Hotel Azul', updated_at: FRESH });
    expect(field('Business Name')).toHaveValue('Hotel Marea Verde');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await waitFor(() => expect(saveMember).toHaveBeenCalled());
    expect(vi.mocked(saveMember).mock.calls[0]?.[0].expectedVersion).toBe(partner.updated_at);
  });
});

it('shows the next steps, and that a person of another territory is not here', async () => {
  const { user, unmount } = renderApp(<MemberEditor kind="guide" id="new" territoryId="rio" />);
  expect(await screen.findByRole('heading', { name: 'Add New Tour Guide' })).toBeInTheDocument();
  await user.type(await screen.findByLabelText('Full Name'), 'Mateo');
  await fill(user, screen.getByLabelText('Email'), 'mateo@example.test');
  await user.click(screen.getByRole('button', { name: 'Send Invitation' }));
  expect(
    await screen.findByText(
      'Invitation sent successfully. The guide will receive an email to complete their registration.',
    ),
  ).toBeInTheDocument();
  unmount();
  renderApp(<MemberEditor kind="guide" id="somebody" territoryId="rio" />);
  expect(
    await screen.findByText("We couldn't find this guide, or you don't have permission to edit their details"),
  ).toBeInTheDocument();
});

it.each([
  ['guide', 'Failed to load guide details. Please try again later.'],
  ['partner', 'Failed to load travel partner data'],
] as const)('reports that the form of a %s could not be filled', async (kind, text) => {
  readMembers.mockRejectedValueOnce(new AppError('server', 'down'));
  const { user } = renderApp(<MemberEditor kind={kind} id="p1" territoryId="rio" />);
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Email')).toHaveValue('marta@example.test');
});

describe('the page of a guide', () => {
  const guide: Member = { ...partner, id: 'g1', business_name: null, roles: ['tour_guide'] };
  const show = () => renderApp(<MemberEditor kind="guide" id="g1" territoryId="rio" />);
  const takesBookings = () => screen.findByRole('checkbox', { name: 'Accepts new bookings' });
  const save = () => screen.getByRole('button', { name: 'Save Changes' });

  it('changes neither name nor address, and pauses with a confirmation', async () => {
    readMembers.mockResolvedValue([guide]);
    const { user } = show();
    expect(await takesBookings()).toBeChecked();
    for (const label of ['Full Name', 'Email']) expect(screen.getByLabelText(label)).toHaveAttribute('readonly');
    await user.click(await takesBookings());
    await user.click(save());
    expect(await screen.findByText('Guide updated successfully')).toBeInTheDocument();
    const change = {
      territoryId: 'rio',
      userId: 'g1',
      expectedVersion: guide.updated_at,
      key: expect.any(String),
      paused: true,
    };
    expect(saveGuide).toHaveBeenCalledExactlyOnceWith(change);
  });

  it('resumes a paused person, and shows a failure', async () => {
    readMembers.mockResolvedValue([{ ...guide, paused: true }]);
    vi.mocked(saveGuide).mockRejectedValueOnce(new AppError('server', 'Failed to manage guide'));
    const { user } = show();
    expect(await takesBookings()).not.toBeChecked();
    await user.click(await takesBookings());
    await user.click(save());
    expect(await screen.findByText('Failed to manage guide')).toBeInTheDocument();
    await user.click(save());
    await waitFor(() => expect(saveGuide).toHaveBeenLastCalledWith(expect.objectContaining({ paused: false })));
  });
});

it('reports on the way back what happened to a partner', async () => {
  readMembers.mockResolvedValue([partner]);
  const edit = renderApp(<MemberEditor kind="partner" id="p1" territoryId="rio" />);
  await edit.user.click(await screen.findByRole('button', { name: 'Save Changes' }));
  expect(await screen.findByText('Travel partner updated successfully')).toBeInTheDocument();
  edit.unmount();

  const invite = renderApp(<MemberEditor kind="partner" id="new" territoryId="rio" />);
  await fill(invite.user, await screen.findByLabelText('Business Name'), 'Hotel Luna');
  await invite.user.type(screen.getByLabelText('Contact name'), 'Luz');
  await fill(invite.user, screen.getByLabelText('Email'), 'luz@example.test');
  await invite.user.click(screen.getByRole('button', { name: 'Send Invitation' }));
  expect(
    await screen.findByText(
      'Invitation sent successfully. The partner will receive an email to complete their registration.',
    ),
  ).toBeInTheDocument();
});
