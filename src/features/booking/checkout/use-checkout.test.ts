import { aBookingForm, aHold, aService } from '@tests/support/factories';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '@/lib/api/errors';
import { type Draft, type DraftStore, newDraft } from './draft';
import type { CheckoutEvent, CheckoutState } from './machine';
import * as queries from './queries';
import { remember, runStep } from './use-checkout';

vi.mock('./queries');
const api = vi.mocked(queries);

const makeStore = (change: Partial<Draft> = {}): DraftStore => {
  let draft: Draft = { ...newDraft('u1', aBookingForm()), ...change };
  return {
    read: () => draft,
    update: (edit) => {
      draft = edit(draft);
    },
  };
};
async function events(state: CheckoutState, store: DraftStore, sold = aService()): Promise<CheckoutEvent[]> {
  const sent: CheckoutEvent[] = [];
  await runStep(state, sold, store, (event) => sent.push(event));
  return sent;
}
const ORPHAN = '5a0b1c2d-0000-4000-8000-0000000000bb';
const network = new AppError('network', "We couldn't reach the server.");

beforeEach(() => {
  api.getHold.mockResolvedValue(aHold());
  api.createHold.mockResolvedValue(aHold());
  api.releaseHold.mockResolvedValue(undefined);
});
afterEach(() => {
  vi.resetAllMocks();
});

describe('holding seats', () => {
  it('sends ids and quantities, no price, and stores the hold', async () => {
    const store = makeStore();
    const sent = await events({ step: 'holding', shown: null, kept: null }, store);
    expect(sent).toMatchObject([{ type: 'held', hold: { id: aHold().id } }]);
    const [request] = api.createHold.mock.calls[0] ?? [];
    expect(request).toMatchObject({
      idempotency_key: store.read().idempotencyKey,
      num_people: 2,
      slot_id: 'slot',
      whatsapp_number: '+50255123480',
    });
    expect(JSON.stringify(request)).not.toMatch(/price|amount|total/);
    expect(store.read()).toMatchObject({ stage: 'held', holdId: aHold().id });
  });
  it('repeats a request with a lost response under the same key', async () => {
    const store = makeStore();
    api.createHold.mockRejectedValueOnce(network);
    expect(await events({ step: 'holding', shown: null, kept: null }, store)).toMatchObject([
      { type: 'refused', problem: { code: 'network' } },
    ]);
    await events({ step: 'holding', shown: null, kept: null }, store);
    const [first, second] = api.createHold.mock.calls;
    expect(second).toEqual(first);
  });
  it('stores the price that was shown, and then the accepted one', async () => {
    const store = makeStore();
    await events({ step: 'holding', shown: 700, kept: null }, store);
    expect(store.read()).toMatchObject({ shownPrice: 700 });
    expect(remember({ step: 'agreeing', hold: aHold() }, store.read())).toMatchObject({
      stage: 'held',
      shownPrice: 700,
    });
    expect(remember({ step: 'cash', hold: aHold(), problem: null }, store.read())).toMatchObject({ shownPrice: 770 });
  });
  it('exchanges seats that a lost request may hold for the others, in one step', async () => {
    const store = makeStore();
    api.createHold.mockRejectedValueOnce(network);
    await events({ step: 'holding', shown: null, kept: null }, store);
    const key = store.read().idempotencyKey;
    store.update((draft) => ({ ...draft, form: { ...draft.form, numPeople: 3 } }));
    api.createHold.mockResolvedValueOnce(aHold({ id: ORPHAN }));
    await events({ step: 'holding', shown: null, kept: null }, store);
    expect(api.createHold.mock.calls[1]?.[0]).toMatchObject({ idempotency_key: key, num_people: 2 });
    expect(api.createHold.mock.calls[2]?.[0]).toMatchObject({ num_people: 3, replaces: ORPHAN });
    expect(api.createHold.mock.calls[2]?.[0].idempotency_key).not.toBe(key);
  });
  it('replaces the hold if its details changed, and releases its payment', async () => {
    const store = makeStore();
    await events({ step: 'holding', shown: null, kept: null }, store);
    store.update((draft) => ({ ...draft, stage: 'form', form: { ...draft.form, numPeople: 3 } }));
    api.createHold.mockResolvedValueOnce(aHold({ id: ORPHAN }));
    await events({ step: 'holding', shown: null, kept: aHold() }, store);
    expect(api.createHold.mock.calls[1]?.[0]).toMatchObject({ num_people: 3, replaces: aHold().id });
    expect(api.releaseHold).toHaveBeenCalledExactlyOnceWith(aHold().id);
    expect(store.read()).toMatchObject({ stage: 'held', holdId: ORPHAN });
  });
  it('continues with the same hold if nothing was changed', async () => {
    const store = makeStore();
    await events({ step: 'holding', shown: null, kept: null }, store);
    store.update((draft) => ({ ...draft, stage: 'form' }));
    await events({ step: 'holding', shown: null, kept: aHold() }, store);
    expect(api.createHold.mock.calls[1]).toEqual(api.createHold.mock.calls[0]);
    expect(api.releaseHold).not.toHaveBeenCalled();
  });
  it('keeps the old hold if the change is refused, and exchanges that one the next time', async () => {
    const store = makeStore();
    await events({ step: 'holding', shown: null, kept: null }, store);
    store.update((draft) => ({ ...draft, stage: 'form', form: { ...draft.form, numPeople: 8 } }));
    api.createHold.mockRejectedValueOnce(new AppError('sold_out', 'Sold out'));
    await events({ step: 'holding', shown: null, kept: aHold() }, store);
    expect(store.read()).toMatchObject({ stage: 'form', holdId: aHold().id });
    await events({ step: 'holding', shown: null, kept: aHold() }, store);
    expect(api.createHold.mock.calls[2]?.[0]).toMatchObject({ replaces: aHold().id });
  });
  it('starts with a new key after a refusal', async () => {
    const store = makeStore();
    const { idempotencyKey } = store.read();
    api.createHold.mockRejectedValueOnce(new AppError('sold_out', 'Sold out'));
    expect(await events({ step: 'holding', shown: null, kept: null }, store)).toMatchObject([
      { type: 'refused', problem: { code: 'sold_out' } },
    ]);
    expect(store.read()).toMatchObject({ stage: 'form', holdId: null, submitted: null });
    expect(store.read().idempotencyKey).not.toBe(idempotencyKey);
  });
});

describe("a transport that can't be booked", () => {
  const refusal = async (error: AppError) => {
    api.createHold.mockRejectedValueOnce(error);
    return events({ step: 'holding', shown: null, kept: null }, makeStore(), aService({ kind: 'transport' }));
  };
  const failed = 'Failed to create booking. Please try again.';
  it("shows the error's own text if there is one, and otherwise the general one", async () => {
    const withReason = new AppError('network', failed, { detail: "We couldn't reach the server." });
    expect(await refusal(withReason)).toMatchObject([{ problem: { message: "We couldn't reach the server." } }]);
    expect(await refusal(new AppError('unknown', failed))).toMatchObject([{ problem: { message: failed } }]);
    const named = new AppError('sold_out', 'This departure is sold out');
    expect(await refusal(named)).toMatchObject([{ problem: { message: 'This departure is sold out' } }]);
  });
  it('asks to log in for this transport', async () => {
    expect(await refusal(new AppError('session_expired', 'x'))).toMatchObject([
      { problem: { code: 'not_signed_in', message: 'Please log in to book this transport' } },
    ]);
  });
});

describe('confirming', () => {
  const state: CheckoutState = { step: 'confirming', hold: aHold(), intent: null, attempt: 0, trouble: null };
  it('keeps asking after any failure', async () => {
    for (const error of [network, new AppError('server', 'x'), new AppError('unknown', 'x')]) {
      api.confirmPayment.mockRejectedValueOnce(error);
      expect(await events(state, makeStore())).toEqual([{ type: 'unreachable' }]);
    }
  });
  it('reports that the session has ended, and keeps the hold', async () => {
    const store = makeStore({ stage: 'paying', holdId: aHold().id });
    api.confirmPayment.mockRejectedValueOnce(new AppError('session_expired', 'x'));
    const sent = await events(state, store);
    expect(sent).toMatchObject([
      { type: 'refused', problem: { code: 'not_signed_in', message: 'Please log in to book this experience' } },
    ]);
    expect(
      remember({ step: 'form', problem: { code: 'not_signed_in', message: '' }, kept: null }, store.read()),
    ).toMatchObject({
      stage: 'paying',
      holdId: aHold().id,
    });
  });
  it('reports that a payment failed, and lets the card form explain the seats', async () => {
    api.confirmPayment.mockResolvedValueOnce({ state: 'requires_payment', bookingId: null });
    expect(await events(state, makeStore())).toMatchObject([
      { type: 'settled', problem: { code: 'not_paid', message: "The payment didn't go through." } },
    ]);
  });
  it('reports that another tab has booked it, and not that the seats were sold', async () => {
    api.confirmPayment.mockResolvedValue({ state: 'void', bookingId: null });
    api.getHold.mockResolvedValueOnce(aHold({ state: 'released', elsewhere: 'booked' }));
    expect(await events(state, makeStore())).toMatchObject([
      {
        type: 'settled',
        state: 'void',
        problem: { code: 'booked_elsewhere', message: expect.stringContaining('You will not be charged twice') },
      },
    ]);
    api.getHold.mockResolvedValueOnce(aHold({ state: 'released', elsewhere: 'held' }));
    expect(await events(state, makeStore())).toMatchObject([{ problem: { code: 'hold_taken' } }]);
  });
  it('explains a late payment', async () => {
    api.getHold.mockResolvedValueOnce(aHold({ state: 'void' }));
    api.confirmPayment.mockResolvedValueOnce({ state: 'void', bookingId: null });
    expect(await events(state, makeStore())).toMatchObject([
      { type: 'settled', state: 'void', problem: { code: 'hold_void' } },
    ]);
  });
});

describe('a hold that another tab has taken or paid', () => {
  const taken = { type: 'refused', problem: { code: 'booked_elsewhere' } };
  it('is shown when the page continues with it', async () => {
    api.getHold.mockResolvedValueOnce(aHold({ state: 'released', elsewhere: 'booked' }));
    const resuming = { step: 'resuming', holdId: aHold().id, wasPaying: false, shown: null, problem: null } as const;
    expect(await events(resuming, makeStore())).toMatchObject([taken]);
  });
  it('replaces a refusal that only reports its end, while others stay', async () => {
    const preparing = { step: 'preparing', hold: aHold(), problem: null } as const;
    api.createPaymentIntent.mockRejectedValueOnce(new AppError('hold_expired', 'x'));
    api.getHold.mockResolvedValueOnce(aHold({ state: 'consumed', bookingId: 'b1' }));
    expect(await events(preparing, makeStore())).toMatchObject([taken]);
    api.createPaymentIntent.mockRejectedValueOnce(new AppError('hold_expired', 'x'));
    api.getHold.mockResolvedValueOnce(aHold({ state: 'released' }));
    expect(await events(preparing, makeStore())).toMatchObject([{ problem: { code: 'hold_expired' } }]);
    api.createPaymentIntent.mockRejectedValueOnce(network);
    expect(await events(preparing, makeStore())).toMatchObject([{ problem: { code: 'network' } }]);
    expect(api.getHold).toHaveBeenCalledTimes(2);
  });
});

it('does not repeat a failed call until the tourist requests it', async () => {
  await events({ step: 'preparing', hold: aHold(), problem: { code: 'network', message: '' } }, makeStore());
  expect(api.createPaymentIntent).not.toHaveBeenCalled();
});
