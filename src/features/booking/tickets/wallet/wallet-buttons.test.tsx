import { screen } from '@testing-library/react';
import { aTicket } from '@tests/support/factories';
import { renderApp } from '@tests/support/render-app';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TicketRow } from '@/features/booking/tickets/pages';
import { TicketActions } from '@/features/booking/tickets/TicketActions';
import { AppError } from '@/lib/api/errors';

const { env, invoke, assign } = vi.hoisted(() => ({
  env: { wallets: [] as string[] },
  invoke: vi.fn(),
  assign: vi.fn(),
}));
vi.mock('@/lib/env', async (original) => ({
  ...(await original<object>()),
  get wallets() {
    return env.wallets;
  },
}));
vi.mock('@/lib/api/functions', () => ({ invokeFunction: invoke }));
vi.mock('@/lib/routing/open-address', () => ({ openAddress: assign }));

const DEVICES = {
  iPhone: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)',
  Mac: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)',
  Android: 'Mozilla/5.0 (Linux; Android 15; Pixel 8)',
};
const on = (device: keyof typeof DEVICES) => vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(DEVICES[device]);

beforeEach(() => {
  vi.clearAllMocks();
  env.wallets = ['apple', 'google'];
  vi.useFakeTimers({ now: new Date('2026-11-25T06:20:00-06:00'), toFake: ['Date'] });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const open = (change: Partial<TicketRow> = {}, upcoming = true) =>
  renderApp(<TicketActions row={aTicket(change)} title="Hot Waterfall" upcoming={upcoming} onAct={() => undefined} />);
const names = () => screen.queryAllByRole('button', { name: /Wallet/ }).map((button) => button.textContent);
const apple = () => screen.getByRole('button', { name: 'Add to Apple Wallet: Hot Waterfall' });

describe('the wallet buttons of a ticket', () => {
  it.each([
    ['iPhone', ['apple', 'google'], ['Add to Apple Wallet']],
    ['Mac', ['apple', 'google'], ['Add to Apple Wallet', 'Save to Google Wallet']],
    ['Android', ['apple', 'google'], ['Save to Google Wallet']],
    ['iPhone', ['google'], []],
    ['Android', ['apple'], []],
    ['Mac', [], []],
  ] as const)('are on %s with %j: %j', (device, configured, expected) => {
    on(device);
    env.wallets = [...configured];
    open();
    expect(names()).toEqual(expected);
  });

  it('are hidden for a ticket that has ended, is cancelled, used, or has no code', () => {
    on('Mac');
    for (const [change, upcoming] of [
      [{}, false],
      [{ status: 'cancelled' }, true],
      [{ check_in_status: 'checked_in' }, true],
      [{ code: null }, true],
    ] as const) {
      const { unmount } = open(change, upcoming);
      expect(names()).toEqual([]);
      unmount();
    }
  });
});

describe('a click', () => {
  it('requests the ticket in the language of the page and opens it, and shows that it is busy until then', async () => {
    on('iPhone');
    let answer: (value: unknown) => void = () => undefined;
    invoke.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    const ticket = aTicket();
    const { user } = open();
    await user.click(apple());
    expect(apple()).toHaveAttribute('aria-busy', 'true');
    await user.click(apple());
    expect(invoke).toHaveBeenCalledOnce();
    expect(invoke.mock.calls[0]?.slice(0, 2)).toEqual([
      'wallet-pass',
      { booking_id: ticket.id, wallet: 'apple', language: 'en' },
    ]);
    answer({ url: 'https://functions.test/wallet-pass?pass=x' });
    await vi.waitFor(() => expect(assign).toHaveBeenCalledOnce());
    expect(assign.mock.calls[0]?.[0]).toBe('https://functions.test/wallet-pass?pass=x');
    await vi.waitFor(() => expect(apple()).not.toHaveAttribute('aria-busy'));
  });

  it.each([
    ['offline', "You're offline. Please try again when the signal is back."],
    ['wallet_unavailable', "Google Wallet isn't responding. Please try again later."],
  ])('shows why it failed (%s), and can be repeated', async (code, message) => {
    on('iPhone');
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(code !== 'offline');
    invoke.mockRejectedValueOnce(new AppError(code, message)).mockResolvedValue({ url: 'https://a.example/' });
    const { user } = open();
    await user.click(apple());
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(assign).not.toHaveBeenCalled();
    await user.click(apple());
    await vi.waitFor(() => expect(assign).toHaveBeenCalledOnce());
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('opens nothing that is no address', async () => {
    on('iPhone');
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    invoke.mockResolvedValue({ url: 'x' });
    const { user } = open();
    await user.click(apple());
    expect(await screen.findByRole('alert')).toBeInTheDocument();
    expect(assign).not.toHaveBeenCalled();
  });
});
