import { screen, waitFor, within } from '@testing-library/react';
import { renderApp } from '@tests/support/render-app';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { CashDesk } from './CashDesk';
import { MyCashBook } from './MyCashBook';
import * as queries from './queries';

vi.mock('@/lib/api/supabase', () => ({ database: async () => ({}) }));
vi.mock('@/lib/realtime/use-live-query', () => ({ useLiveQuery: () => undefined }));

const handover = (change: Partial<queries.Handover> = {}): queries.Handover => ({
  handover_id: 'h1',
  person_id: 'p1',
  person: 'Elmer Tun',
  territory_id: 'rio',
  currency_code: 'GTQ',
  currency_symbol: 'Q',
  declared: 500,
  state: 'open',
  counted: null,
  difference: null,
  reason: null,
  created_at: '2026-11-22T22:00:00Z',
  ended_at: null,
  confirmed_by: null,
  ...change,
});
const sum = (change: Partial<queries.CashSum> = {}): queries.CashSum => ({
  territory_id: 'rio',
  territory_name: 'Río Dulce',
  currency_code: 'GTQ',
  currency_symbol: 'Q',
  open: 2180,
  taken_today: 3060,
  handed_today: 880,
  handover: null,
  ...change,
});
const entry = (change: Partial<queries.CashEntry> = {}): queries.CashEntry => ({
  id: 1,
  at: '2026-11-22T15:52:00Z',
  kind: 'taken',
  amount: 740,
  currency_code: 'GTQ',
  currency_symbol: 'Q',
  territory_id: 'rio',
  time_zone: 'America/Guatemala',
  title: 'River Canyon',
  people: 4,
  walk_in: true,
  guest: null,
  confirmed_by: null,
  declared: null,
  reason: null,
  ...change,
});

const mine = vi.fn<() => Promise<queries.CashBook>>();
const desk = vi.fn<() => Promise<{ books: queries.HeldCash[]; counted: queries.Handover[] }>>();
beforeEach(() => {
  sessionStorage.clear();
  vi.spyOn(queries, 'myCashBookQuery').mockImplementation(
    () => ({ queryKey: ['cash-book', 'mine'], queryFn: mine, retry: false }) as never,
  );
  vi.spyOn(queries, 'cashDeskQuery').mockImplementation(
    () => ({ queryKey: ['cash-book', 'desk'], queryFn: desk, retry: false }) as never,
  );
  mine.mockReset().mockResolvedValue({ sums: [sum()], entries: [entry()] } as never);
  desk.mockReset().mockResolvedValue({ books: [], counted: [] });
});

describe("a person's own cash book", () => {
  it('shows what is open, and where it came from', async () => {
    renderApp(<MyCashBook userId="me" />);
    expect(await screen.findByRole('region', { name: 'Río Dulce, GTQ' })).toHaveTextContent(
      /Your cash in Río Dulce.*Q2,180.00/,
    );
    const line = within(screen.getByRole('list', { name: 'Cash book' })).getByRole('listitem');
    expect(line).toHaveTextContent(/^Walk-in.*River Canyon, 4 people.*Q740.00$/);
  });

  it('is handed over in full in two taps, or in part by another amount, never more', async () => {
    const hand = vi.spyOn(queries, 'handOver').mockResolvedValue(null);
    const { user } = renderApp(<MyCashBook userId="me" />);
    await user.click(await screen.findByRole('button', { name: 'Hand over Q2,180.00' }));
    const field = await screen.findByLabelText('Amount (Q)');
    expect(field).toHaveValue('2180.00');
    await user.clear(field);
    await user.type(field, '2180.01');
    await user.click(screen.getByRole('button', { name: 'Notify desk' }));
    expect(field).toHaveAccessibleDescription('Please enter an amount up to Q2,180.00');
    await user.clear(field);
    await user.type(field, '-5');
    expect(field).toHaveAccessibleDescription('Please enter an amount above zero');
    await user.clear(field);
    await user.type(field, '12.345');
    expect(field).toHaveAccessibleDescription('Please enter a number with at most two decimals, such as 185.50');
    await user.clear(field);
    await user.type(field, '1.000,50');
    await user.click(screen.getByRole('button', { name: 'Notify desk' }));
    expect(hand).toHaveBeenCalledExactlyOnceWith(expect.anything(), 1000.5, expect.any(String));
  });

  it('keeps an amount over a failed request and a reload, until it is discarded', async () => {
    const hand = vi.spyOn(queries, 'handOver').mockRejectedValue(new AppError('network', 'The signal is weak.'));
    const { user, unmount } = renderApp(<MyCashBook userId="me" />);
    const open = async () => user.click(await screen.findByRole('button', { name: 'Hand over Q2,180.00' }));
    await open();
    const field = await screen.findByLabelText('Amount (Q)');
    await user.clear(field);
    await user.type(field, '900');
    await user.click(screen.getByRole('button', { name: 'Notify desk' }));
    expect(await screen.findByText('The signal is weak.')).toBeVisible();
    unmount();
    renderApp(<MyCashBook userId="me" />);
    await open();
    expect(await screen.findByLabelText('Amount (Q)')).toHaveValue('900.00');
    hand.mockResolvedValue(null);
    await user.click(screen.getByRole('button', { name: 'Notify desk' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // The response was lost, so the retry has to use the same key.
    expect(hand.mock.calls[1]?.[2]).toBe(hand.mock.calls[0]?.[2]);
    await open();
    await user.type(await screen.findByLabelText('Amount (Q)'), '1');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await open();
    expect(await screen.findByLabelText('Amount (Q)')).toHaveValue('2180.00');
  });

  it('undoes a waiting handover', async () => {
    mine.mockResolvedValue({ sums: [sum({ handover: handover() })], entries: [] } as never);
    const back = vi.spyOn(queries, 'withdrawHandover').mockResolvedValue(null);
    const { user } = renderApp(<MyCashBook userId="me" />);
    expect(await screen.findByText(/is waiting to be counted at the desk/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Hand over/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Withdraw handover' }));
    expect(back).toHaveBeenCalledWith('h1');
  });

  it('pays a person who refunded more than they received', async () => {
    mine.mockResolvedValue({ sums: [sum({ open: -351 })], entries: [] } as never);
    const hand = vi.spyOn(queries, 'handOver').mockResolvedValue(null);
    const { user } = renderApp(<MyCashBook userId="me" />);
    await user.click(await screen.findByRole('button', { name: 'Receive Q351.00' }));
    await user.click(await screen.findByRole('button', { name: 'Notify desk' }));
    expect(hand).toHaveBeenCalledWith(expect.anything(), -351, expect.any(String));
  });

  it('is empty before the first sale', async () => {
    mine.mockResolvedValue({ sums: [], entries: [] });
    renderApp(<MyCashBook userId="me" />);
    expect(await screen.findByText('You have no cash yet')).toBeVisible();
  });
});

describe("the desk's cash count", () => {
  const held = (change: Partial<queries.HeldCash> = {}): queries.HeldCash => ({
    territory_id: 'rio',
    currency_code: 'GTQ',
    currency_symbol: 'Q',
    open: 500,
    taken_today: 500,
    handed_today: 0,
    handover: handover(),
    person_id: 'p1',
    person: 'Elmer Tun',
    mine: false,
    ...change,
  });

  it('counts what is brought, and requires a reason for another amount', async () => {
    desk.mockResolvedValue({ books: [held()], counted: [] });
    const confirm = vi.spyOn(queries, 'confirmHandover').mockResolvedValue(null);
    const { user } = renderApp(<CashDesk territoryId="rio" reverses />);
    await user.click(await screen.findByRole('button', { name: 'Count Q500.00' }));
    const field = await screen.findByLabelText('Amount counted (Q)');
    await user.clear(field);
    await user.type(field, '480,00');
    const sign = screen.getByRole('button', { name: 'Confirm and sign' });
    await user.click(sign);
    const reason = screen.getByLabelText('Why does the amount differ from Q500.00?');
    expect(reason).toHaveAccessibleDescription('This field is required');
    expect(screen.getByRole('link', { name: 'Please give a reason.' })).toBeVisible();
    expect(confirm).not.toHaveBeenCalled();
    await user.type(reason, 'A torn note');
    await user.click(sign);
    expect(confirm).toHaveBeenCalledExactlyOnceWith('h1', 480, 'A torn note');
  });

  it('restores a count after a reload', async () => {
    desk.mockResolvedValue({ books: [held()], counted: [] });
    const { user, unmount } = renderApp(<CashDesk territoryId="rio" reverses />);
    await user.click(await screen.findByRole('button', { name: 'Count Q500.00' }));
    await user.clear(await screen.findByLabelText('Amount counted (Q)'));
    await user.type(screen.getByLabelText('Amount counted (Q)'), '480');
    await user.type(screen.getByLabelText('Why does the amount differ from Q500.00?'), 'A torn note');
    unmount();
    renderApp(<CashDesk territoryId="rio" reverses />);
    await user.click(await screen.findByRole('button', { name: 'Count Q500.00' }));
    expect(await screen.findByLabelText('Amount counted (Q)')).toHaveValue('480.00');
    expect(screen.getByLabelText('Why does the amount differ from Q500.00?')).toHaveValue('A torn note');
  });

  it('does not let people count their own cash', async () => {
    desk.mockResolvedValue({ books: [held({ mine: true })], counted: [] });
    renderApp(<CashDesk territoryId="rio" reverses />);
    expect(await screen.findByText('This is your own cash, so someone else has to count it.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Count / })).toBeNull();
  });

  it('undoes a count with a reason, for people with the right', async () => {
    const done = handover({
      state: 'confirmed',
      counted: 500,
      difference: 0,
      ended_at: '2026-11-22T23:00:00Z',
      confirmed_by: 'Marta',
    });
    desk.mockResolvedValue({ books: [], counted: [done] });
    const reverse = vi.spyOn(queries, 'reverseHandover').mockResolvedValue(null);
    const { user, unmount } = renderApp(<CashDesk territoryId="rio" reverses />);
    expect(await screen.findByText("There's no cash to hand over")).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Undo count' }));
    // This is the longest text that the database accepts.
    expect(await screen.findByLabelText('Reason')).toHaveAttribute('maxlength', '300');
    await user.type(screen.getByLabelText('Reason'), 'Wrong person');
    await user.click(screen.getByRole('button', { name: 'Undo count' }));
    expect(reverse).toHaveBeenCalledWith('h1', 'Wrong person');
    unmount();
    renderApp(<CashDesk territoryId="rio" reverses={false} />);
    await screen.findByText("There's no cash to hand over");
    expect(screen.queryByRole('button', { name: 'Undo count' })).toBeNull();
  });
});
