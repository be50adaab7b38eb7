import { cleanup, screen, waitFor } from '@testing-library/react';
import { aProfile } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import GiveDialog from './GiveDialog';
import MyTransfers from './MyTransfers';
import { OfferedTo } from './OfferedTo';
import * as queries from './queries';

vi.mock('@/lib/api/supabase', () => ({ database: async () => ({}) }));
vi.mock('@/lib/realtime/use-live-query', () => ({ useLiveQuery: () => undefined }));
vi.setConfig({ testTimeout: 20_000 });

const open = { transfer_id: 't1', email: 'ana@example.org', full_name: 'Ana', expires_at: '2026-12-01T13:00:00Z' };
const transfer = (change: Partial<queries.TicketTransfer> = {}): queries.TicketTransfer => ({
  refusal: null,
  open: null,
  expires_at: '2026-12-01T13:00:00Z',
  time_zone: 'America/Guatemala',
  paid: true,
  paid_by_other: false,
  payment_method: 'card',
  amount_due: null,
  currency_symbol: 'Q',
  passport_required: false,
  ...change,
});
const common = {
  transfer_id: 't1',
  kind: 'experience' as const,
  booking_id: 'b1',
  title: 'Hot Waterfall',
  service_date: '2026-12-02',
  time_zone: 'America/Guatemala',
};
const offered: queries.MyTransfer = { ...common, ...open, state: 'open' };
const given: queries.MyTransfer = {
  ...common,
  transfer_id: 't2',
  state: 'accepted',
  given_to: 'Ben',
  given_at: '2026-11-20T15:00:00Z',
  receipt: true,
};

const ask = vi.fn<() => Promise<queries.TicketTransfer>>();
const list = vi.fn<() => Promise<queries.MyTransfer[]>>();
const start = vi.fn<typeof queries.startTransfer>();
const withdraw = vi.fn<typeof queries.withdrawTransfer>();
beforeEach(() => {
  sessionStorage.clear();
  vi.spyOn(queries, 'transferQuery').mockImplementation(
    () => ({ queryKey: ['transfer'], queryFn: ask, retry: false, gcTime: 0 }) as never,
  );
  vi.spyOn(queries, 'myTransfersQuery').mockImplementation(
    () => ({ queryKey: ['transfers'], queryFn: list, retry: false, gcTime: 0 }) as never,
  );
  vi.spyOn(queries, 'startTransfer').mockImplementation(start);
  vi.spyOn(queries, 'withdrawTransfer').mockImplementation(withdraw);
  ask.mockReset().mockResolvedValue(transfer());
  list.mockReset().mockResolvedValue([offered, given]);
  start.mockReset().mockResolvedValue(open);
  withdraw.mockReset().mockResolvedValue(null as never);
});

function show() {
  const onClose = vi.fn();
  const { user } = renderApp(<GiveDialog row={{ id: 'b1' }} title="Hot Waterfall" userId="u1" onClose={onClose} />);
  const press = async (name: string) => user.click(await screen.findByRole('button', { name }));
  const fill = async (name: string, email: string) => {
    await user.type(await screen.findByRole('textbox', { name: 'Who gets the ticket?' }), name);
    await user.type(screen.getByRole('textbox', { name: 'Their email address' }), email);
  };
  return { user, onClose, press, fill };
}

it('explains the consequences before anything is sent, then invites', async () => {
  const { press, fill, onClose } = show();
  await fill('Ana', 'ana@example.org');
  const dialog = screen.getByRole('dialog');
  expect(dialog).toHaveTextContent('Once they accept, the ticket is theirs, with a new code');
  expect(dialog).toHaveTextContent('Any refund goes to you');
  expect(dialog).toHaveTextContent('They can accept until Tue, Dec 1, 2026, 7:00 AM');
  expect(start).not.toHaveBeenCalled();
  await press('Send invitation');
  expect(await screen.findByText(/The ticket stays yours until Ana accepts/)).toBeVisible();
  expect(start).toHaveBeenCalledWith('b1', { fullName: 'Ana', email: 'ana@example.org' });
  await press('Done');
  expect(onClose).toHaveBeenCalledOnce();
});

it('keeps the input over a reload, until it is sent', async () => {
  const before = show();
  await before.fill('Ana', 'ana@example.org');
  cleanup();
  const { press } = show();
  expect(await screen.findByRole('textbox', { name: 'Who gets the ticket?' })).toHaveValue('Ana');
  expect(screen.getByRole('textbox', { name: 'Their email address' })).toHaveValue('ana@example.org');
  await press('Send invitation');
  await screen.findByText(/The ticket stays yours until Ana accepts/);
  cleanup();
  show();
  expect(await screen.findByRole('textbox', { name: 'Who gets the ticket?' })).toHaveValue('');
});

it('requires a name and an address, each beside its field', async () => {
  const { user, press, fill } = show();
  await press('Send invitation');
  const described = (name: string, words: string) =>
    waitFor(() => expect(screen.getByRole('textbox', { name })).toHaveAccessibleDescription(words));
  await described('Who gets the ticket?', 'This field is required');
  await fill('Win at www.evil.example', 'nobody');
  await press('Send invitation');
  await described('Their email address', 'Please enter a valid email address');
  await described('Who gets the ticket?', 'Please use a name without web addresses or special characters');
  await user.clear(screen.getByRole('textbox', { name: 'Who gets the ticket?' }));
  await fill('Call 5555 1234', 'nobody');
  await described(
    'Who gets the ticket?',
    "Please enter a person's name, with capital letters and without digits or sentences",
  );
  expect(start).not.toHaveBeenCalled();
});

it('shows who pays the cash, and whose passports are needed', async () => {
  ask.mockResolvedValue(transfer({ paid: false, amount_due: 385, payment_method: 'cash', passport_required: true }));
  show();
  expect(await screen.findByText("They'll pay Q385.00 in cash when the trip starts.")).toBeVisible();
  expect(screen.getByText(/They'll need to add their own passport photos/)).toBeVisible();
  expect(screen.queryByText(/Any refund goes/)).toBeNull();
});

it('explains a refusal, and keeps the input', async () => {
  start.mockRejectedValue(new AppError('own_address', 'This is your own email address.', { status: 400 }));
  const { press, fill } = show();
  await fill('Me', 'me@example.org');
  await press('Send invitation');
  const field = screen.getByRole('textbox', { name: 'Their email address' });
  await waitFor(() => expect(field).toHaveAccessibleDescription('This is your own email address.'));
  expect(field).toHaveValue('me@example.org');
});

it("offers nothing if it can't be transferred, and a retry if that is unknown", async () => {
  ask.mockRejectedValueOnce(new AppError('server', 'Failed to load the ticket'));
  const { press } = show();
  expect(await screen.findByText('Failed to load the ticket')).toBeVisible();
  ask.mockResolvedValue(transfer({ refusal: { code: 'addition_open', message: '' } }));
  await press('Try again');
  expect(await screen.findByText(/A payment for a change to this booking is in progress/)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Send invitation' })).toBeNull();
});

it('shows for an offered one its recipient, and withdraws it', async () => {
  ask.mockResolvedValueOnce(transfer({ open })).mockResolvedValue(transfer());
  const { press } = show();
  expect(
    await screen.findByText("You've offered this ticket to Ana, ana@example.org. It's yours until they accept."),
  ).toBeVisible();
  await press('Withdraw invitation');
  expect(withdraw).toHaveBeenCalledWith('t1');
  expect(await screen.findByRole('button', { name: 'Send invitation' })).toBeVisible();
});

it('lists transferred tickets below the tickets, with the receipt, and no offered ones', async () => {
  renderApp(<MyTransfers userId="u1" />);
  expect(await screen.findByText('Transferred to Ben on Nov 20, 2026')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Receipt' })).toHaveAttribute('href', '/bookings/experience/b1/receipt');
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  cleanup();
  list.mockClear().mockResolvedValue([offered]);
  renderApp(<MyTransfers userId="u1" />);
  await vi.waitFor(() => expect(list).toHaveBeenCalled());
  expect(screen.queryByRole('heading')).toBeNull();
});

it('shows the recipient on the ticket itself, and withdraws it there', async () => {
  const me = aProfile();
  const { user } = renderApp(
    <>
      <OfferedTo row={{ id: 'b1' }} />
      <OfferedTo row={{ id: 'b2' }} />
    </>,
    { user: me },
  );
  expect(
    await screen.findAllByText("You've offered this ticket to Ana, ana@example.org. It's yours until they accept."),
  ).toHaveLength(1);
  withdraw.mockRejectedValue(
    new AppError('transfer_taken', 'Someone has already accepted this ticket.', { status: 409 }),
  );
  await user.click(screen.getByRole('button', { name: 'Withdraw invitation' }));
  expect(await screen.findByText('Someone has already accepted this ticket.')).toBeVisible();
  expect(list).toHaveBeenCalledTimes(2);
});

it('shows nothing without transfers; a failure can be retried', async () => {
  list.mockResolvedValueOnce([]);
  const { unmount } = renderApp(<MyTransfers userId="u1" />);
  await vi.waitFor(() => expect(list).toHaveBeenCalled());
  expect(screen.queryByRole('heading')).toBeNull();
  unmount();
  list.mockRejectedValueOnce(new AppError('server', "Failed to load the tickets you've transferred"));
  const { user } = renderApp(<MyTransfers userId="u1" />);
  expect(await screen.findByText("Failed to load the tickets you've transferred")).toBeVisible();
  list.mockResolvedValue([{ ...given, given_to: null, receipt: false }]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Transferred on Nov 20, 2026')).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Receipt' })).toBeNull();
});
