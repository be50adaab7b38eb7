import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { aPartnerInvite } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { formatDayAt } from '@/lib/format/dates';
import { PendingInvites } from './PendingInvites';
import { sendInvite, withdrawInvite } from './queries';

const readInvites = vi.hoisted(() => vi.fn());
vi.mock('./queries', () => ({
  sendInvite: vi.fn(),
  withdrawInvite: vi.fn(),
  invitesQuery: () => ({
    queryKey: ['team', 'rio', 'invites', 'travel_partner'],
    queryFn: async ({ pageParam }: { pageParam: string | null }) => readInvites(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (page: { next: string | null }) => page.next,
    retry: false,
  }),
}));

const open = {
  id: 'i1',
  email: 'luz@example.test',
  full_name: 'Luz',
  business_name: 'Hotel Luna',
  territory: { name: 'Río Dulce', time_zone: 'America/Guatemala' },
  expires_at: new Date(Date.now() + 5 * 86_400_000).toISOString(),
};
const older = {
  ...open,
  id: 'i2',
  email: 'old@example.test',
  expires_at: new Date(Date.now() + 7_200_000).toISOString(),
};
const status = { success: vi.fn(), failure: vi.fn() };

beforeEach(() => {
  readInvites.mockReset().mockResolvedValue({ rows: [open, older], next: null });
  for (const call of [sendInvite, withdrawInvite]) vi.mocked(call).mockReset().mockResolvedValue();
  for (const call of [status.success, status.failure]) call.mockReset();
  draw();
});

function draw() {
  const content = <PendingInvites memberRole="travel_partner" territoryId="rio" status={status} />;
  renderApp(content);
}

it('shows the invited person and the expiry, and can be sent by WhatsApp without a code', async () => {
  const list = await screen.findByRole('list', { name: 'Pending invitations' });
  const [first] = within(list).getAllByRole('listitem');
  expect(first).toHaveTextContent(/Hotel Luna.*luz@example\.test.*Valid until/);
  const share = screen.getByRole('link', { name: 'Share on WhatsApp: invitation to luz@example.test' });
  const text = new URL(share.getAttribute('href') ?? '').searchParams.get('text');
  expect(text).toBe(
    `You're invited to join Río Dulce as travel partner: ${location.origin}/profile\nSign in or sign up with luz@example.test to accept.`,
  );
});

it('sends an invitation again unchanged, and reports a failure', async () => {
  const user = userEvent.setup();
  vi.mocked(sendInvite).mockRejectedValueOnce(new AppError('rate_limited', 'Too many invitations'));
  const again = await screen.findByRole('button', { name: 'Send again: invitation to luz@example.test' });
  await user.click(again);
  await waitFor(() =>
    expect(status.failure).toHaveBeenCalledWith(expect.objectContaining({ message: 'Too many invitations' })),
  );
  await user.click(again);
  await waitFor(() => expect(status.success).toHaveBeenCalledWith('Invitation sent again to luz@example.test'));
  // The server keeps the commission that was offered, so staff, who can't set one, can resend the invitation too.
  const { commission: _, ...invite } = aPartnerInvite;
  expect(vi.mocked(sendInvite).mock.lastCall?.[0]).toEqual(invite);
});

it('keeps the focus on its button, although it is another invitation now, and the newest', async () => {
  const user = userEvent.setup();
  const name = 'Send again: invitation to old@example.test';
  const again = await screen.findByRole('button', { name });
  const valid = `Valid until ${formatDayAt(open.expires_at, 'America/Guatemala')}`;
  readInvites.mockResolvedValue({ rows: [{ ...open, id: 'i3', email: older.email }, open], next: null });
  again.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.getAllByText(valid)).toHaveLength(2));
  expect(screen.getByRole('button', { name })).toHaveFocus();
});

it('removes an accepted one from the list although it could not be withdrawn', async () => {
  const user = userEvent.setup();
  vi.mocked(withdrawInvite).mockRejectedValueOnce(new AppError('invite_not_found', "We couldn't find this invitation"));
  await user.click(await screen.findByRole('button', { name: 'Withdraw invitation: luz@example.test' }));
  readInvites.mockResolvedValue({ rows: [older], next: null });
  const dialog = await screen.findByRole('alertdialog');
  await user.click(within(dialog).getByRole('button', { name: 'Withdraw invitation' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent("We couldn't find this invitation");
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByText('luz@example.test')).toBeNull();
});

it('withdraws one after a question, and removes it from the list', async () => {
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Withdraw invitation: luz@example.test' }));
  readInvites.mockResolvedValue({ rows: [older], next: null });
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Withdraw invitation' }));
  await waitFor(() => expect(screen.queryByText('luz@example.test')).toBeNull());
  expect(withdrawInvite).toHaveBeenCalledWith('i1');
  expect(status.success).toHaveBeenCalledWith('Invitation withdrawn');
});

it('loads the older ones on request, and again after a failure', async () => {
  const user = userEvent.setup();
  cleanup();
  readInvites.mockResolvedValueOnce({ rows: [open], next: 'i1' });
  readInvites.mockRejectedValueOnce(new AppError('network', 'Failed to load data. Please try again later.'));
  readInvites.mockResolvedValueOnce({ rows: [older], next: null });
  draw();
  expect(await screen.findByText('luz@example.test')).toBeInTheDocument();
  expect(screen.queryByText('old@example.test')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load data');
  expect(screen.getByText('luz@example.test')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('old@example.test')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});
