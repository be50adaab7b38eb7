import { act } from '@testing-library/react';
import { aHold } from '@tests/support/factories';
import { renderAppHook } from '@tests/support/render-app';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PaymentCalls } from '@/features/booking/checkout/queries';
import { usePayment } from './use-payment';

const calls = {
  begin: vi.fn<PaymentCalls['begin']>(),
  confirm: vi.fn<PaymentCalls['confirm']>(),
  release: vi.fn<PaymentCalls['release']>(),
  lost: () => 'lost',
};

beforeEach(() => {
  vi.useFakeTimers();
  calls.begin.mockReset().mockResolvedValue({ clientSecret: 's', paymentIntentId: 'pi' });
  calls.confirm.mockReset().mockResolvedValue({ state: 'requires_payment', bookingId: null });
  calls.release.mockReset().mockResolvedValue(undefined);
});
afterEach(() => {
  vi.useRealTimers();
});
const pass = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms));

async function openPage(known = { ended: false }) {
  const hold = aHold({ expiresAt: new Date(Date.now() + 60_000).toISOString() });
  const { result, rerender } = renderAppHook(() => usePayment(hold, false, calls, known.ended));
  await pass();
  expect(result.current.state.step).toBe('card');
  return {
    rerender,
    get current() {
      return result.current;
    },
  };
}

it.each([
  ['booked', 'b1', { step: 'booked', bookingId: 'b1' }],
  ['void', null, { step: 'form', problem: { message: expect.stringContaining('or you paid in another tab') } }],
] as const)(
  'shows at once that a payment is %s elsewhere when the page is visible again',
  async (state, bookingId, shown) => {
    const page = await openPage();
    calls.confirm.mockResolvedValue({ state, bookingId });
    window.dispatchEvent(new Event('focus'));
    await pass();
    expect(page.current.state).toMatchObject(shown);
  },
);

it('stops when the booking no longer waits for the payment, and continues if it is still open', async () => {
  const known = { ended: false };
  const page = await openPage(known);
  known.ended = true;
  page.rerender();
  await pass();
  expect(calls.confirm).toHaveBeenCalledOnce();
  expect(page.current.state.step).toBe('card');
  known.ended = false;
  page.rerender();
  calls.confirm.mockResolvedValue({ state: 'void', bookingId: null });
  known.ended = true;
  page.rerender();
  await pass();
  expect(page.current.state).toMatchObject({ step: 'form', problem: { code: 'hold_void' } });
});

it('checks before a card is charged: not for a payment that is no longer open, but if nobody can be asked', async () => {
  const page = await openPage();
  await expect(act(() => page.current.ask())).resolves.toBe(true);
  calls.confirm.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await expect(act(() => page.current.ask())).resolves.toBe(true);
  calls.confirm.mockResolvedValue({ state: 'void', bookingId: null });
  await expect(act(() => page.current.ask())).resolves.toBe(false);
  expect(page.current.state).toMatchObject({
    step: 'form',
    problem: { message: expect.stringContaining('no longer open') },
  });
});

it('checks before it reports that the time to pay has expired', async () => {
  const page = await openPage();
  calls.confirm.mockResolvedValue({ state: 'booked', bookingId: 'b1' });
  await pass(60_000);
  expect(page.current.state).toMatchObject({ step: 'booked' });
  expect(calls.release).not.toHaveBeenCalled();
});

it('releases the seats when the time is up and nobody has paid', async () => {
  const page = await openPage();
  await pass(60_000);
  expect(page.current.state.step).toBe('expired');
  expect(calls.release).toHaveBeenCalledOnce();
});
