import { act } from '@testing-library/react';
import { aBookingForm, aHold, aService } from '@tests/support/factories';
import { renderAppHook } from '@tests/support/render-app';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { type Draft, type DraftStore, newDraft } from './draft';
import * as queries from './queries';
import { useCheckout } from './use-checkout';

vi.mock('./queries', { spy: true });
const api = vi.mocked(queries);
const hold = () => aHold({ expiresAt: new Date(Date.now() + 60_000).toISOString() });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => new Response());
  api.getHold.mockReset().mockImplementation(async () => hold());
  api.releaseHold.mockReset().mockResolvedValue(undefined);
  api.createPaymentIntent.mockReset().mockResolvedValue({ clientSecret: 's', paymentIntentId: 'pi' });
});
afterEach(() => {
  vi.useRealTimers();
});
const pass = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms));
const look = (kind: 'focus' | 'visibilitychange') =>
  act(async () => {
    (kind === 'focus' ? window : document).dispatchEvent(new Event(kind));
    await vi.advanceTimersByTimeAsync(0);
  });

/** Opens a tab that shows the card form, or the details form while seats are still held. */
async function openTab(at: 'card' | 'form' = 'card') {
  let draft: Draft = { ...newDraft('u1', aBookingForm()), stage: 'held', holdId: hold().id, shownPrice: 770 };
  const store: DraftStore = {
    read: () => draft,
    update: (edit) => {
      draft = edit(draft);
    },
  };
  const service = aService();
  const { result } = renderAppHook(() => useCheckout(service, store, 'u1'));
  await pass();
  await pass();
  expect(result.current.state.step).toBe('card');
  if (at === 'form') act(() => result.current.edit());
  return result;
}

describe.each(['card', 'form'] as const)('an inactive tab at the %s', (at) => {
  it.each(['focus', 'visibilitychange'] as const)(
    'reports at a %s that another one has booked, and stops counting down',
    async (kind) => {
      const tab = await openTab(at);
      api.getHold.mockResolvedValue(aHold({ state: 'released', elsewhere: 'booked' }));
      await look(kind);
      expect(tab.current.state).toMatchObject({ step: 'form', kept: null, problem: { code: 'booked_elsewhere' } });
      expect(api.releaseHold).not.toHaveBeenCalled();
    },
  );

  it('checks when the time is up, and does not say that nothing was charged if another one has paid', async () => {
    const tab = await openTab(at);
    api.getHold.mockResolvedValue(aHold({ state: 'consumed', bookingId: 'b1' }));
    await pass(60_000);
    expect(tab.current.state).toMatchObject({ step: 'form', problem: { code: 'booked_elsewhere' } });
  });

  it('releases the seats when the time is up and nobody has paid', async () => {
    const tab = await openTab(at);
    await pass(60_000);
    expect(tab.current.state.step).toBe('expired');
    expect(api.releaseHold).toHaveBeenCalledOnce();
  });

  it("claims nothing while the server can't be reached, and checks once it can", async () => {
    const tab = await openTab(at);
    const before = tab.current.state.step;
    api.getHold
      .mockRejectedValueOnce(new AppError('network', 'x'))
      .mockResolvedValue(aHold({ state: 'consumed', bookingId: 'b1' }));
    await pass(60_000);
    expect(tab.current.state.step).toBe(before);
    await pass(10_000);
    expect(tab.current.state).toMatchObject({ problem: { code: 'booked_elsewhere' } });
  });
});

it('a tab with held seats stays unchanged', async () => {
  const tab = await openTab();
  await look('focus');
  expect(tab.current.state.step).toBe('card');
});
