import { screen, waitFor, within } from '@testing-library/react';
import { aProfile } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, expect, it, vi } from 'vitest';
import { Conflicts } from './Conflicts';
import { DECISION_LABELS, REASONS } from './labels';
import { DECISIONS } from './queries';

const rpc = vi.hoisted(() => vi.fn());
vi.mock('@/lib/api/supabase', () => ({ database: async () => ({ rpc }) }));

const conflict = (more: object = {}) => ({
  id: 'c1',
  kind: 'experience',
  booking_id: 'b1',
  action: 'checked_in',
  reason: 'checked_in_twice',
  reported_at: '2026-11-27T14:10:00Z',
  reported_by: 'Elmer Tun',
  mine: true,
  other_by: 'Marta Ical',
  other_at: '2026-11-27T14:02:00Z',
  amount: null,
  price: 175.5,
  currency_symbol: 'Q',
  created_at: '2026-11-27T16:00:00Z',
  resolved_at: null,
  resolved_by: null,
  decision: null,
  decisions: ['noted', 'came', 'did_not_come'],
  sets_arrival: true,
  may_reopen: false,
  check_in_status: 'checked_in',
  guest: 'Ana Cruz',
  walk_in: false,
  num_people: 2,
  title: 'Castle',
  titles: null,
  service_date: '2026-11-27',
  start_time: '08:30:00',
  time_zone: 'America/Guatemala',
  refusal: null,
  place: 1,
  total: 1,
  ...more,
});

let open: object[];
let settled: object[];
let rest: object[];
let refusal: object | null;
beforeEach(() => {
  refusal = null;
  settled = [];
  rest = [];
  const answered = (data: unknown, error: object | null = null) =>
    Object.assign(Promise.resolve({ data, error, status: error ? 409 : 200 }), {
      abortSignal: () => answered(data, error),
    });
  rpc.mockReset();
  rpc.mockImplementation((name: string, args: { p_after_id?: string; p_open?: boolean }) => {
    if (name === 'dock_conflicts' && !args.p_open) return answered(settled);
    if (name === 'dock_conflicts') return answered(args.p_after_id ? rest : open);
    if (!refusal) [open, settled] = name === 'decide_dock_conflict' ? [[], open] : [settled, []];
    return answered(null, refusal);
  });
});

/** Holds back the answers of the lists, like a slow connection. */
function holdBackLists() {
  const answer = rpc.getMockImplementation() as (name: string, args: object) => Promise<unknown>;
  let end: () => void = () => undefined;
  const ended = new Promise<void>((done) => {
    end = done;
  });
  rpc.mockImplementation((name: string, args: object) => {
    if (name !== 'dock_conflicts') return answer(name, args);
    const later = ended.then(() => answer(name, args));
    return Object.assign(later, { abortSignal: () => later });
  });
  return { end: () => end() };
}

async function show(...conflicts: object[]) {
  open = conflicts;
  const view = renderApp(<Conflicts userId="me" territoryId={null} />);
  await waitFor(() => expect(rpc).toHaveBeenCalled());
  return view;
}

it('shows who did what when, the conflict and what to do, and is removed with the decision', async () => {
  const { user } = await show(conflict());
  expect(await screen.findByRole('heading', { name: '1 report from the dock needs review' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^Checked in on two phones\s*Ana Cruz, 8:10 AM, Elmer Tun/ }));
  expect(screen.getByRole('heading', { name: /^Castle.*Nov 27, 8:30 AM$/ })).toBeVisible();
  const dialog = await screen.findByRole('dialog', { name: 'Checked in on two phones' });
  expect(dialog).toHaveTextContent(/Ask the two people who checked them in/);
  expect(dialog).toHaveTextContent(/Checked In.*8:10 AM.*Elmer Tun.*Earlier events.*8:02 AM.*Marta Ical/);
  await user.click(within(dialog).getByRole('button', { name: 'Guests arrived' }));
  await waitFor(() => expect(screen.queryByRole('heading', { name: /needs? review/ })).toBeNull());
  expect(rpc).toHaveBeenCalledWith('decide_dock_conflict', { p_id: 'c1', p_decision: 'came' });
});

it('leaves the focus on the page when the decided report has left the list', async () => {
  open = [conflict({ amount: 175.5, decisions: ['cash_in_books'] })];
  const { user } = renderApp(
    <>
      <h1 tabIndex={-1}>Cash desk</h1>
      <Conflicts userId="me" territoryId={null} />
    </>,
  );
  const row = await screen.findByRole('button', { name: /Q175\.50/ });
  row.focus();
  await user.keyboard('{Enter}');
  (await screen.findByRole('button', { name: 'The cash is in the cash book' })).focus();
  await user.keyboard('{Enter}');
  const question = await screen.findByRole('alertdialog');
  within(question).getByRole('button', { name: 'Record decision' }).focus();
  const slow = holdBackLists();
  await user.keyboard('{Enter}');
  // The dialogs close first, and the report leaves the list when it has been read again.
  await waitFor(() => expect(row).toHaveFocus());
  slow.end();
  await waitFor(() => expect(screen.queryByRole('heading', { name: /needs? review/ })).toBeNull());
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Cash desk' })).toHaveFocus());
});

it('asks where the cash is, only people who can decide', async () => {
  const { user } = await show(
    conflict({
      reason: 'cash_already_received',
      action: 'cash',
      amount: 175.5,
      decisions: ['cash_in_books', 'cash_returned', 'cash_handed_over'],
    }),
    conflict({
      id: 'c2',
      reason: 'not_assigned',
      amount: 90,
      decisions: [],
      guest: null,
      title: null,
      service_date: null,
    }),
  );
  const [first, second] = await screen.findAllByRole('button');
  expect(first).toHaveTextContent('Q175.50');
  await user.click(first as HTMLElement);
  const names = within(await screen.findByRole('dialog'))
    .getAllByRole('button')
    .map((button) => button.textContent);
  expect(names).toEqual(expect.arrayContaining(['The cash is in the cash book', 'The cash was handed over']));
  await user.keyboard('{Escape}');
  await user.click(second as HTMLElement);
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('The team of this departure has to find out where the cash is.');
  expect(within(dialog).queryByRole('button', { name: /cash/ })).toBeNull();
});

it('shows that another person was first, and reloads', async () => {
  refusal = { code: 'PT409', hint: 'conflict_decided', message: 'x' };
  const { user } = await show(conflict());
  await user.click(await screen.findByRole('button', { name: /^Checked in on two phones/ }));
  await user.click(await screen.findByRole('button', { name: 'The booking is correct' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Someone else has already decided on this');
});

it('shows for a sale that could not be booked who sold what to how many, why not, and what to do', async () => {
  const sale = {
    action: 'sold',
    reason: 'not_booked',
    refusal: 'sold_out',
    booking_id: null,
    guest: null,
    amount: 351,
    decisions: ['cash_in_books', 'cash_returned', 'cash_handed_over'],
  };
  const { user } = await show(conflict({ ...sale, mine: false, other_by: null, other_at: null }));
  await user.click(await screen.findByRole('button', { name: /couldn't book.*2 people.*Elmer Tun.*Q351/ }));
  const dialog = await screen.findByRole('dialog', { name: "We couldn't book a dock sale" });
  expect(dialog).toHaveTextContent(/Refund the guest/);
  expect(dialog).toHaveTextContent(
    /Castle.*8:30 AM.*Sold.*Elmer Tun.*2 people.*Reason.*Cash that isn't in any cash book.*Q351/,
  );
  await user.click(within(dialog).getByRole('button', { name: 'The guest was refunded in cash' }));
  const question = await screen.findByRole('alertdialog', { name: 'The guest was refunded in cash' });
  expect(question).toHaveAccessibleDescription(/^Elmer Tun reported Q351(\.00)? on .+ with your name and the time\.$/);
  expect(rpc).not.toHaveBeenCalledWith('decide_dock_conflict', expect.anything());
  await user.click(within(question).getByRole('button', { name: 'Record decision' }));
  expect(rpc).toHaveBeenCalledWith('decide_dock_conflict', { p_id: 'c1', p_decision: 'cash_returned' });
});

it('explains what a decision does, and offers only those that the person can make', async () => {
  const { user } = await show(conflict({ decisions: ['noted', 'did_not_come'] }));
  await user.click(await screen.findByRole('button', { name: /^Checked in on two phones/ }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent(/Checked in\s*Checked In/);
  expect(dialog).toHaveTextContent("“No-show” records that the guests didn't come.");
  expect(dialog).not.toHaveTextContent('“Guests arrived”');
  expect(within(dialog).getByRole('button', { name: 'No-show' })).toBeVisible();
  expect(within(dialog).queryByRole('button', { name: 'Guests arrived' })).toBeNull();
});

it.each([
  ['2026-11-27T14:02:00Z', 'Earlier events'],
  ['2026-11-27T14:11:00Z', 'Later events'],
])('shows whether the opposing action (%s) came before or after', async (other_at, words) => {
  const { user } = await show(conflict({ other_at }));
  await user.click(await screen.findByRole('button', { name: /^Checked in on two phones/ }));
  expect(await screen.findByText(words)).toBeVisible();
});

it.each([
  ['tour_guide', "If the booking is wrong, tell your region's team."],
  ['territory_staff', 'set the correct status in the list of bookings.'],
] as const)('shows %s what they can do', async (role, words) => {
  open = [conflict({ reason: 'no_show_against_arrival' })];
  const { user } = renderApp(<Conflicts userId="me" territoryId={null} />, { user: aProfile({ roles: [role] }) });
  await user.click(await screen.findByRole('button', { name: /^One person checked in the guests/ }));
  expect(await screen.findByRole('dialog')).toHaveTextContent(words);
});

it('shows that a decision changes no booking', async () => {
  const { user } = await show(conflict({ reason: 'cancelled', sets_arrival: false, check_in_status: 'pending' }));
  await user.click(await screen.findByRole('button', { name: /^Cancelled, but the guests came/ }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent("We'll record your decision. The booking doesn't change.");
  expect(dialog).toHaveTextContent(/Checked in\s*Not checked in/);
});

const decided = (more: object = {}) =>
  conflict({
    decision: 'came',
    resolved_at: '2026-11-27T17:30:00Z',
    resolved_by: 'Rosa Caal',
    decisions: [],
    may_reopen: true,
    ...more,
  });

it('lists settled reports with how, by whom and when, even while none is open, and undoes them', async () => {
  settled = [decided()];
  const { user } = await show();
  const fold = await screen.findByRole('button', { name: 'Resolved reports (1)', expanded: false });
  expect(screen.queryByRole('button', { name: /Ana Cruz/ })).toBeNull();
  await user.click(fold);
  await user.click(screen.getByRole('button', { name: /Ana Cruz.*Guests arrived.*11:30 AM.*Rosa Caal/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Checked in on two phones' });
  expect(dialog).toHaveTextContent(/Resolved\s*Guests arrived.*11:30 AM.*Rosa Caal/);
  expect(dialog).toHaveTextContent(/check-in goes back to how it was/);
  await user.click(within(dialog).getByRole('button', { name: 'Undo decision' }));
  expect(rpc).toHaveBeenCalledWith('reopen_dock_conflict', { p_id: 'c1' });
  expect(await screen.findByRole('heading', { name: '1 report from the dock needs review' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Resolved reports/ })).toBeNull();
});

it("shows how a report was settled that the person can't undo", async () => {
  settled = [decided({ decision: 'taken_back', may_reopen: false })];
  const { user } = await show();
  await user.click(await screen.findByRole('button', { name: 'Resolved reports (1)' }));
  await user.click(screen.getByRole('button', { name: /Withdrawn by the person who reported it/ }));
  expect(await screen.findByRole('dialog')).toHaveTextContent(/Resolved\s*Withdrawn by the person who reported it/);
  expect(screen.queryByRole('button', { name: 'Undo decision' })).toBeNull();
});

it('explains a failed undo, and the report stays settled', async () => {
  settled = [decided()];
  refusal = { code: 'PT403', hint: 'forbidden', message: 'x' };
  const { user } = await show();
  await user.click(await screen.findByRole('button', { name: 'Resolved reports (1)' }));
  await user.click(screen.getByRole('button', { name: /Guests arrived/ }));
  await user.click(await screen.findByRole('button', { name: 'Undo decision' }));
  expect(await screen.findByRole('alert')).toHaveTextContent("You don't have permission to do this");
});

it('calls a dock guest without a name by their label', async () => {
  await show(conflict({ guest: null, walk_in: true }));
  expect(await screen.findByRole('button', { name: /Walk-in, 8:10 AM/ })).toBeVisible();
});

it('shows a few above the day, and the rest and the next page on request', async () => {
  const many = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => conflict({ id: `c${from + n}`, place: from + n + 1, total: 55 }));
  rest = many(50, 55);
  const { user } = await show(...many(0, 50));
  const rows = () => screen.getAllByRole('button', { name: /^Checked in on two phones/ });
  expect(await screen.findByRole('heading', { name: '55 reports from the dock need review' })).toBeVisible();
  expect(rows()).toHaveLength(3);
  await user.click(screen.getByRole('button', { name: 'Show more (52)' }));
  expect(rows()).toHaveLength(23);
  await user.click(screen.getByRole('button', { name: 'Show more (32)' }));
  await user.click(screen.getByRole('button', { name: 'Show more (12)' }));
  await waitFor(() => expect(rows()).toHaveLength(55));
  expect(screen.queryByRole('button', { name: /^Show more/ })).toBeNull();
});

it('shows nothing without conflicts', async () => {
  const { container } = await show();
  await waitFor(() => expect(container.firstElementChild).toBeEmptyDOMElement());
});

it('has texts for every reason and decision of the database', async () => {
  const { readFileSync } = await import('node:fs');
  const sql = readFileSync('supabase/schemas/dock/reports.sql', 'utf8');
  const listed = (column: string) =>
    [
      ...(new RegExp(`${column} text[^(]*check \\(${column} in \\(([^)]*)\\)`).exec(sql)?.[1] ?? '').matchAll(
        /'([^']+)'/g,
      ),
    ].map(([, name]) => name);
  expect(listed('reason').sort()).toEqual(Object.keys(REASONS).sort());
  expect(listed('decision').sort()).toEqual([...DECISIONS.people, ...DECISIONS.cash, 'taken_back'].sort());
  expect(Object.keys(DECISION_LABELS).sort()).toEqual([...DECISIONS.people, ...DECISIONS.cash].sort());
});
