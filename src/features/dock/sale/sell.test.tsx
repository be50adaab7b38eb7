import { screen, waitFor, within } from '@testing-library/react';
import { fill } from '@tests/support/fill';
import { renderApp } from '@tests/support/render-app';
import { aDeparture as departure, aSale as sale } from '@tests/support/sales';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import type { DockDeparture, Sale } from './queries';
import * as queries from './queries';
import { SellScreen } from './SellScreen';

vi.mock('@/lib/api/supabase', () => ({ database: async () => ({}) }));

const list = vi.fn<() => Promise<DockDeparture[]>>();
const sell = vi.fn<typeof queries.sellAtDock>();
const undo = vi.fn<typeof queries.undoSale>();
/** The sale as the server has it. */
let stored: Sale;
beforeEach(() => {
  sessionStorage.clear();
  const query = (key: string, queryFn: () => unknown) => () =>
    ({ queryKey: ['dock-sale', 'me', key], queryFn, retry: false }) as never;
  vi.spyOn(queries, 'dockDeparturesQuery').mockImplementation(query('departures', list));
  vi.spyOn(queries, 'recentSalesQuery').mockImplementation(query('recent', async () => []));
  vi.spyOn(queries, 'saleQuery').mockImplementation(
    () => ({ queryKey: ['dock-sale', 'me', 'sale', 'w1'], queryFn: async () => stored }) as never,
  );
  vi.spyOn(queries, 'statementQuery').mockImplementation(query('statement', async () => null));
  vi.spyOn(queries, 'sellAtDock').mockImplementation(sell);
  vi.spyOn(queries, 'undoSale').mockImplementation(undo);
  list.mockReset().mockResolvedValue([departure()]);
  sell.mockReset().mockResolvedValue(sale());
  stored = sale();
  undo.mockReset().mockImplementation(async () => {
    stored = sale({ state: 'undone', undo_until: null, code: null });
    return stored;
  });
});

const show = () => renderApp(<SellScreen userId="me" territoryId={null} />, { url: '/sell' });
const waiver = () => screen.findByRole('checkbox', { name: /accepts it for all passengers/ });

describe('selling', () => {
  it('sells two seats of the next departure for cash in two taps', async () => {
    list.mockResolvedValue([
      departure({ slot_id: 's0', title: 'Hot Waterfall', available: 0 }),
      departure({ booking_type: 'both', private_price: 900 }),
    ]);
    const { user } = show();
    expect(await screen.findByRole('radio', { name: /Hot Waterfall.*Full/ })).toBeDisabled();
    expect(screen.getByRole('radio', { name: /River Canyon.*6 seats left/ })).toBeChecked();
    await user.click(await waiver());
    await user.click(screen.getByRole('button', { name: 'Receive Q440.00 in cash' }));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Q440.00 in cash' })).toHaveFocus());
    expect(sell).toHaveBeenCalledWith(
      expect.objectContaining({ num_people: 2, amount: 440, booking_type: 'shared', guest_name: null, arrived: false }),
      expect.any(String),
    );
  });

  it('warns of an undecided departure, unless this sale fills it, and so does the ticket', async () => {
    const minimum = { status: 'scheduled' as const, min_to_run: 4, sold: 1, decides_at: '2126-11-22T02:00:00Z' };
    const words =
      "1 of 4 guests so far. We'll confirm by Thu, Nov 21, 2126, 8:00 PM; if not, the guest gets a full refund";
    list.mockResolvedValue([departure({ minimum })]);
    stored = sale({ minimum });
    const { user } = show();
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.getByText('Please tell the guest before they pay.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Add one person' }));
    expect(screen.queryByText(words)).toBeNull();
    await user.click(await waiver());
    await user.click(screen.getByRole('button', { name: /^Receive/ }));
    await screen.findByRole('heading', { name: 'Q440.00 in cash' });
    expect(await screen.findByText(words)).toBeVisible();
  });

  it('sells nothing without the waiver', async () => {
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: /^Receive/ }));
    expect(await waiver()).toHaveAccessibleDescription('Please accept the waiver to continue');
    expect(sell).not.toHaveBeenCalled();
  });

  it('keeps the number of people within the available seats, and updates the total', async () => {
    list.mockResolvedValue([departure({ available: 3 })]);
    const { user } = show();
    const more = await screen.findByRole('button', { name: 'Add one person' });
    await user.click(more);
    expect(screen.getByRole('button', { name: 'Receive Q660.00 in cash' })).toBeVisible();
    expect(more).toBeDisabled();
  });

  it('charges a private group for the whole departure', async () => {
    list.mockResolvedValue([departure({ booking_type: 'both', private_price: 900 })]);
    const { user } = show();
    await user.click(await screen.findByRole('radio', { name: 'Private' }));
    expect(screen.getByRole('button', { name: 'Receive Q900.00 in cash' })).toBeVisible();
  });

  it('shows a refusal at the button, and repeats the same key', async () => {
    sell.mockRejectedValueOnce(new AppError('unknown', 'It broke.'));
    const { user } = show();
    await user.click(await waiver());
    const take = screen.getByRole('button', { name: /^Receive/ });
    // The seats were sold after all, so the next request finds fewer.
    list.mockResolvedValue([departure({ available: 4 })]);
    await user.click(take);
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(await screen.findByRole('radio', { name: /4 seats left/ })).toBeChecked();
    await user.click(take);
    await screen.findByRole('heading', { name: 'Q440.00 in cash' });
    expect(sell.mock.calls[0]?.[1]).toBe(sell.mock.calls[1]?.[1]);
  });

  it('keeps the selection and the guest over a reload until the sale, and asks for the waiver again', async () => {
    const { user, unmount } = show();
    await user.click(await screen.findByRole('button', { name: 'Add one person' }));
    await user.click(await screen.findByText('Name and WhatsApp (optional)'));
    await user.type(screen.getByRole('textbox', { name: /^Name/ }), 'Ana');
    await user.click(await waiver());
    unmount();
    show();
    expect(await screen.findByRole('textbox', { name: /^Name/ })).toHaveValue('Ana');
    expect(await waiver()).not.toBeChecked();
    await user.click(await waiver());
    await user.click(screen.getByRole('button', { name: 'Receive Q660.00 in cash' }));
    expect(sell).toHaveBeenCalledWith(
      expect.objectContaining({ guest_name: 'Ana', num_people: 3 }),
      expect.any(String),
    );
    await user.click(await screen.findByRole('button', { name: 'Next sale' }));
    await user.click(await screen.findByText('Name and WhatsApp (optional)'));
    expect(screen.getByRole('textbox', { name: /^Name/ })).toHaveValue('');
  });

  it("reports that nothing leaves any longer, or that the list can't be loaded", async () => {
    list.mockResolvedValueOnce([]);
    const { unmount } = show();
    expect(await screen.findByText('There are no more departures today')).toBeVisible();
    unmount();
    list.mockRejectedValue(new AppError('unknown', 'It broke.'));
    show();
    expect(await screen.findByText('It broke.')).toBeVisible();
  });
});

describe('the ticket', () => {
  async function sold() {
    const { user } = show();
    await user.click(await waiver());
    await user.click(screen.getByRole('button', { name: /^Receive/ }));
    await screen.findByRole('heading', { name: 'Q440.00 in cash' });
    return user;
  }

  it('has its code, its link for WhatsApp, and leads to the next sale', async () => {
    const user = await sold();
    expect(screen.getByText('0123 4567')).toBeVisible();
    const link = screen.getByRole('link', { name: 'WhatsApp' }).getAttribute('href') ?? '';
    expect(decodeURIComponent(link)).toContain(`/dock-ticket#${'ab12'.repeat(16)}`);
    await user.click(screen.getByRole('button', { name: 'Next sale' }));
    expect(await waiver()).not.toBeChecked();
  });

  it("is paid by card on the guest's phone, and the waiting code becomes the ticket", async () => {
    stored = sale({ state: 'waiting', payment_method: 'card', booking_id: null, code: null, seconds_left: 900 });
    sell.mockResolvedValue(stored);
    vi.spyOn(queries, 'payLinkQuery').mockImplementation(
      () => ({ queryKey: ['link'], queryFn: async () => 'cd34'.repeat(16) }) as never,
    );
    const { user } = show();
    await user.click(await waiver());
    await user.click(screen.getByRole('button', { name: 'The guest pays by card on their phone' }));
    expect(sell).toHaveBeenCalledWith(expect.objectContaining({ payment_method: 'card' }), expect.any(String));
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Q440.00 by card' })).toHaveFocus());
    expect(screen.getByText('Waiting for the guest to pay')).toBeVisible();
    const link = (await screen.findByRole('link', { name: 'Send link on WhatsApp' })).getAttribute('href') ?? '';
    expect(decodeURIComponent(link)).toContain(`/pay#${'cd34'.repeat(16)}`);
    const callOff = vi.spyOn(queries, 'callOffSale').mockResolvedValue();
    // The guest was faster.
    stored = sale({ payment_method: 'card', undo_until: null });
    await user.click(screen.getByRole('button', { name: 'Void sale' }));
    expect(callOff).toHaveBeenCalledWith('w1');
    expect(await screen.findByRole('heading', { name: 'Q440.00 paid by card' })).toBeVisible();
    expect(screen.getByText('0123 4567')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Void sale' })).toBeNull();
  });

  it('does not exist without the card payment', async () => {
    stored = sale({ state: 'expired', payment_method: 'card', booking_id: null, code: null });
    renderApp(<SellScreen userId="me" territoryId={null} />, { url: '/sell?sale=w1' });
    expect(await screen.findByRole('heading', { name: "The guest didn't pay in time" })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Void sale' })).toBeNull();
  });

  it('shows after an undone sale what to refund, and no code', async () => {
    const user = await sold();
    await user.click(screen.getByRole('button', { name: 'Void sale' }));
    const question = await screen.findByRole('alertdialog', { name: 'Void this sale?' });
    expect(question).toHaveTextContent("Refund Q440.00 in cash. We'll release the seats.");
    await user.click(within(question).getByRole('button', { name: 'Void sale' }));
    expect(await screen.findByRole('heading', { name: "You've voided the sale" })).toBeVisible();
    expect(screen.getByText('Refund Q440.00')).toBeVisible();
    expect(screen.queryByText('0123 4567')).toBeNull();
  });

  it('requires an address for an email', async () => {
    const send = vi.spyOn(queries, 'sendTicket').mockResolvedValue(sale());
    const user = await sold();
    await user.click(screen.getByRole('button', { name: 'Email' }));
    const dialog = within(screen.getByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Send ticket' }));
    const field = dialog.getByLabelText('Email address');
    expect(field).toHaveAccessibleDescription('This field is required');
    await user.type(field, 'ana');
    expect(field).toHaveAccessibleDescription('Please enter a valid email address');
    await fill(user, field, '@example.org');
    await user.selectOptions(dialog.getByLabelText("Guest's language"), 'es');
    await user.click(dialog.getByRole('button', { name: 'Send ticket' }));
    expect(
      await screen.findByText("We'll send the ticket to ana@example.org and use the address for nothing else."),
    ).toBeVisible();
    expect(send).toHaveBeenCalledWith('w1', 'ana@example.org', 'es');
  });
});
