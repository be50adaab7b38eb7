import { act, screen, within } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { Months } from './Months';
import { movementColumns } from './movements-csv';
import type { CardMovement } from './queries';

const rpc = vi.hoisted(() => vi.fn());
vi.mock('@/lib/api/supabase', () => ({
  database: async () => ({
    rpc: (name: string, args: object) => {
      const answer = async () => rpc(name, args);
      // Writes have no signal.
      return name === 'close_month' ? answer() : { abortSignal: answer };
    },
  }),
}));
const saved = vi.hoisted(() => vi.fn());
vi.mock('@/lib/format/csv', async (original) => ({ ...(await original<object>()), saveFile: saved }));

const sum = {
  currency_code: 'GTQ',
  sold: 526.5,
  corrected: 0,
  refunded: -51,
  disputed: 0,
  earlier: -51,
  amount: 475.5,
};
const month = (name: string, state: string, more: object = {}) => ({
  month: `${name}-01`,
  state,
  closed_at: null,
  closed_by_name: null,
  version: state === 'next' ? '12.40' : null,
  sums: [sum],
  ...more,
});
const closed = { closed_at: '2026-10-02T15:00:00Z', closed_by_name: 'Nery Caal' };
const months = [
  month('2026-11', 'running', { sums: [] }),
  month('2026-10', 'next'),
  month('2026-09', 'closed', closed),
];
const guide = {
  payee: 'operator:g1',
  statement_id: null as number | null,
  party: 'operator',
  name: 'Luis Caal',
  names: null,
  ...sum,
};
const app = { ...guide, payee: null, party: 'app', name: null };

let answers: Record<string, unknown>;
beforeEach(() => {
  answers = { territory_months: months, month_payees: [guide, app] };
  rpc.mockImplementation((name: string) => {
    const data = answers[name];
    return data instanceof Error ? { data: null, error: data } : { data, error: null };
  });
});
afterEach(() => vi.restoreAllMocks());

const refused = (hint: string, message: string) =>
  Object.assign(new AppError(hint, message), { code: 'PT409', hint, details: null });
const notice = { notice: null, success: vi.fn(), failure: vi.fn(), clear: vi.fn() };
const refresh = vi.fn(async () => undefined);
const open = (url = '/') =>
  renderApp(
    <Months
      territoryId="rio"
      currency={{ code: 'GTQ', symbol: 'Q' }}
      timeZone="America/Guatemala"
      notice={notice}
      refresh={refresh}
    />,
    { url },
  );

it('lists the months with their state and figures, and opens one of them', async () => {
  const { user, router } = open();
  const table = await screen.findByRole('table', { name: 'Months' });
  const [, november, october, september] = within(table).getAllByRole('row');
  expect(november).toHaveTextContent(/Nov 2026.*In progress.*–/);
  expect(october).toHaveTextContent(/Oct 2026.*Ready to close.*Q526\.50.*-Q51\.00.*Q475\.50/);
  expect(september).toHaveTextContent(/Sep 2026.*Closed/);
  await user.click(screen.getByRole('button', { name: 'Open Sep 2026' }));
  expect(
    await screen.findByText(/Closed by Nery Caal on .*Oct 2, 2026.* These figures no longer change\./),
  ).toBeVisible();
  expect(screen.getByText('-Q51.00 for bookings of earlier months')).toBeVisible();
  await vi.waitFor(() => expect(router.state.location.search).toBe('?month=2026-09'));
  expect(screen.queryByRole('button', { name: 'Close month' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'All months' }));
  expect(await screen.findByRole('table', { name: 'Months' })).toBeVisible();
});

it('closes a month after a question that shows the figures, with those that the person has seen', async () => {
  const { user } = open('/?month=2026-10');
  const payees = await screen.findByRole('table', { name: 'Payees of Oct 2026' });
  expect(await within(payees).findByText('Luis Caal')).toBeVisible();
  expect(within(payees).getByText('App')).toBeVisible();
  answers.close_month = { outcome: 'closed', closed_by_name: 'Nery Caal' };
  await user.click(screen.getByRole('button', { name: 'Close month' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Close Oct 2026?' }));
  expect(dialog.getByText('Q475.50')).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Keep open' })).toHaveFocus();
  await user.click(dialog.getByRole('button', { name: 'Close month' }));
  await vi.waitFor(() => expect(notice.success).toHaveBeenCalledWith('Oct 2026 is closed'));
  expect(rpc).toHaveBeenCalledWith('close_month', {
    p_territory_id: 'rio',
    p_month: '2026-10-01',
    p_version: '12.40',
  });
  expect(refresh).toHaveBeenCalled();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('names the person who was faster', async () => {
  const { user } = open('/?month=2026-10');
  answers.close_month = { outcome: 'already', closed_by_name: 'Nery Caal' };
  await user.click(await screen.findByRole('button', { name: 'Close month' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  await user.click(dialog.getByRole('button', { name: 'Close month' }));
  await vi.waitFor(() => expect(notice.success).toHaveBeenCalledWith('Oct 2026 was already closed by Nery Caal'));
});

it('reads the figures again if they have changed, and says so', async () => {
  const { user } = open('/?month=2026-10');
  answers.close_month = refused('month_changed', 'The figures of this month have changed.');
  await user.click(await screen.findByRole('button', { name: 'Close month' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  refresh.mockClear();
  await user.click(dialog.getByRole('button', { name: 'Close month' }));
  expect(await dialog.findByText(/The figures of this month have changed/)).toBeVisible();
  expect(refresh).toHaveBeenCalledOnce();
});

it('exports the card movements of a month, and the statement of a payee once it is closed', async () => {
  answers.month_payees = [{ ...guide, statement_id: 7 }];
  answers.territory_card_movements = [];
  answers.month_statement_lines = [];
  const { user } = open('/?month=2026-09');
  await user.click(await screen.findByRole('button', { name: 'Export card movements of Sep 2026' }));
  await vi.waitFor(() => expect(saved).toHaveBeenLastCalledWith(expect.any(Blob), 'card_movements_2026-09.csv'));
  expect(rpc).toHaveBeenCalledWith('territory_card_movements', {
    p_territory_id: 'rio',
    p_from: '2026-09-01',
    p_to: '2026-09-30',
    p_limit: 1000,
  });
  await user.click(await screen.findByRole('button', { name: 'Export statement of Luis Caal' }));
  await vi.waitFor(() => expect(saved).toHaveBeenLastCalledWith(expect.any(Blob), 'statement_2026-09_operator.csv'));
});

it('offers no statement while the month is open', async () => {
  open('/?month=2026-10');
  expect(await screen.findByText('Luis Caal')).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Export statement/ })).toBeNull();
});

it('says that there are none yet', async () => {
  answers.territory_months = [];
  open();
  expect(await screen.findByText(/^No months yet/)).toBeVisible();
});

it('offers to try again after a failure', async () => {
  answers.territory_months = refused('', 'division by zero');
  const { user } = open();
  const again = await screen.findByRole('button', { name: 'Try again' });
  answers.territory_months = months;
  await user.click(again);
  expect(await screen.findByRole('table', { name: 'Months' })).toBeVisible();
});

it('opens when the person is back online', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  answers.territory_months = refused('', 'Failed to fetch');
  open();
  expect(await screen.findByText(/^You're offline\./)).toBeVisible();
  online.mockReturnValue(true);
  answers.territory_months = months;
  act(() => void dispatchEvent(new Event('online')));
  expect(await screen.findByRole('table', { name: 'Months' })).toBeVisible();
});

it('writes a movement as an accountant matches it with Stripe', () => {
  const row: CardMovement = {
    at: '2026-10-02T15:04:05.123456Z',
    key: 'refund:4',
    day: '2026-10-02',
    local_time: '09:04:05',
    what: 'refund_returned',
    booking_id: '5a0b1c2d-0000-4000-8000-00000000000a',
    title: 'River Canyon',
    booking_date: '2026-10-20',
    amount: -50.25,
    currency_code: 'GTQ',
    payment_intent_id: 'pi_1',
    charge_id: 'ch_1',
    source_id: 're_1',
    stripe_payout_id: null,
  };
  expect(movementColumns.map(({ value }) => value(row))).toEqual(
    [
      '2026-10-02',
      '09:04',
      'Refund returned by the bank',
      '5A0B1C2D',
      'River Canyon',
      '2026-10-20',
      '-50.25',
      'GTQ',
    ].concat(['pi_1', 'ch_1', 're_1', null as never]),
  );
});
