// @vitest-environment node
import { aHold } from '@tests/support/factories';
import { describe, expect, it } from 'vitest';
import type { PaymentState } from './dto';
import { type CheckoutEvent, type CheckoutState, checkoutReducer, initialState, pollDelay } from './machine';

const intent = { clientSecret: 'pi_1_secret_x', paymentIntentId: 'pi_1' };
const now = Date.parse('2026-10-14T12:00:00Z');
const declined = { code: 'card_declined', message: 'Your card was declined.' };
const problem = (code: string) => ({ code, message: code });
const run = (from: CheckoutState, ...events: CheckoutEvent[]) => events.reduce(checkoutReducer, from);
/** The guest is at the form while seats stay held. */
const editing = (hold = {}): CheckoutState => ({ step: 'form', problem: null, kept: aHold(hold) });
const held: CheckoutEvent = { type: 'held', hold: aHold(), now };
const settled = (state: PaymentState, bookingId: string | null = null): CheckoutEvent => ({
  type: 'settled',
  state,
  bookingId,
  problem: state === 'booked' || state === 'processing' ? null : problem(state),
});
const card = run(initialState, { type: 'submit', shown: null }, held, { type: 'intent', intent });
const paying = run(card, { type: 'pay' });
const confirming = run(paying, { type: 'authorised' });

describe('checkout', () => {
  it('leads from the form to the ticket', () => {
    expect(card.step).toBe('card');
    expect(paying.step).toBe('paying');
    expect(confirming).toMatchObject({ step: 'confirming', attempt: 0, trouble: null });
    expect(run(confirming, settled('booked', 'b1'))).toMatchObject({ step: 'booked', bookingId: 'b1' });
    expect(run(confirming, settled('booked', 'b1'), { type: 'again' })).toEqual(initialState);
  });
  it('books cash without a card', () => {
    const cash = run(
      initialState,
      { type: 'submit', shown: 770 },
      { type: 'held', hold: aHold({ paymentMethod: 'cash' }), now },
    );
    expect(cash.step).toBe('cash');
    expect(run(cash, { type: 'cashBooked', bookingId: 'b2' })).toMatchObject({ step: 'booked', bookingId: 'b2' });
  });
  it.each(['cash', 'card'] as const)(
    'asks before continuing at another price than the page showed: %s',
    (paymentMethod) => {
      const dearer = run(
        initialState,
        { type: 'submit', shown: 700 },
        { type: 'held', hold: aHold({ paymentMethod }), now },
      );
      expect(dearer).toMatchObject({ step: 'agreeing', hold: { totalPrice: 770 } });
      expect(run(dearer, { type: 'agree' }).step).toBe(paymentMethod === 'cash' ? 'cash' : 'preparing');
      expect(run(dearer, { type: 'edit' })).toEqual(editing({ paymentMethod }));
      expect(run(dearer, { type: 'expire' }).step).toBe('expired');
    },
  );
  it('books nothing in cash at an unseen price', () => {
    const unseen = { type: 'held', hold: aHold({ paymentMethod: 'cash' }), now } as const;
    expect(run(initialState, { type: 'submit', shown: null }, unseen).step).toBe('agreeing');
    const resume = { type: 'resume', holdId: 'h', wasPaying: false } as const;
    expect(run(initialState, { ...resume, shown: 700 }, unseen).step).toBe('agreeing');
    expect(run(initialState, { ...resume, shown: 770 }, unseen).step).toBe('cash');
  });
  it('does nothing twice', () => {
    const holding = run(initialState, { type: 'submit', shown: null });
    expect(run(holding, { type: 'submit', shown: null })).toBe(holding);
    expect(run(paying, { type: 'pay' })).toBe(paying);
    expect(run(confirming, { type: 'authorised' })).toBe(confirming);
    expect(run(confirming, { type: 'pay' })).toBe(confirming);
  });
  it('keeps the hold and accepts another card after a declined one', () => {
    const again = run(paying, { type: 'declined', problem: declined });
    expect(again).toMatchObject({ step: 'card', problem: declined, intent });
    expect(run(again, { type: 'pay' })).toMatchObject({ step: 'paying', hold: { id: aHold().id } });
  });
  it('knows whether the card was accepted, or that nobody knows whether the payment was sent', () => {
    const offline = { type: 'unreachable' } as const;
    expect(run(paying, { type: 'authorised' }, offline, offline)).toMatchObject({ trouble: 'offline' });
    expect(run(paying, { type: 'lost' }, settled('processing'), offline)).toMatchObject({ trouble: 'offline' });
    const reloaded = { step: 'confirming', hold: aHold(), intent: null, attempt: 0, trouble: null } as const;
    expect(run(reloaded, offline, offline)).toMatchObject({ trouble: 'unknown' });
  });
  it('asks the server when the response about the card was lost, and keeps asking', () => {
    const lost = run(paying, { type: 'lost' });
    expect(lost).toMatchObject({ step: 'confirming', trouble: 'unknown' });
    expect(run(lost, { type: 'unreachable' }, { type: 'unreachable' })).toMatchObject({
      attempt: 2,
      trouble: 'unknown',
    });
    expect(run(lost, settled('processing'))).toMatchObject({ attempt: 1, trouble: 'processing' });
    expect(run(lost, settled('requires_payment'))).toMatchObject({
      step: 'card',
      problem: { code: 'requires_payment' },
    });
  });
  it('never says "booked" without a booking', () => {
    expect(run(confirming, settled('booked', null)).step).toBe('confirming');
  });
  it('expires only while it waits for the tourist', () => {
    expect(run(card, { type: 'expire' }).step).toBe('expired');
    expect(run(paying, { type: 'expire' })).toBe(paying);
    expect(run(confirming, { type: 'expire' })).toBe(confirming);
    expect(run(card, { type: 'expire' }, { type: 'submit', shown: null }).step).toBe('holding');
  });
  it('returns to the form with the reason when the seats are sold', () => {
    const holding = run(initialState, { type: 'submit', shown: null });
    expect(run(holding, { type: 'refused', problem: problem('sold_out') })).toEqual({
      step: 'form',
      problem: problem('sold_out'),
      kept: null,
    });
    expect(run(holding, { type: 'refused', problem: problem('hold_expired') }).step).toBe('expired');
    expect(run(confirming, settled('void'))).toMatchObject({ step: 'form', problem: { code: 'void' } });
  });
  it('offers a retry when a call fails, with the seats still held', () => {
    const preparing = run(initialState, { type: 'submit', shown: null }, held);
    const failed = run(preparing, { type: 'refused', problem: problem('network') });
    expect(failed).toMatchObject({ step: 'preparing', problem: { code: 'network' } });
    expect(run(failed, { type: 'retry' })).toMatchObject({ step: 'preparing', problem: null });
    expect(run(failed, { type: 'edit' })).toEqual(editing());
  });
  it('keeps the seats while details are changed, even if the change is refused, until they expire', () => {
    expect(run(card, { type: 'edit' })).toEqual(editing());
    const again = run(card, { type: 'edit' }, { type: 'submit', shown: null });
    expect(run(again, { type: 'refused', problem: problem('sold_out') })).toEqual({
      ...editing(),
      problem: problem('sold_out'),
    });
    expect(run(card, { type: 'edit' }, { type: 'expire' }).step).toBe('expired');
    expect(run(initialState, { type: 'expire' })).toBe(initialState);
  });
  it('returns to the form when another tab has taken the seats, but not while it is paying', () => {
    const taken = { type: 'taken', problem: problem('hold_taken') } as const;
    expect(run(card, taken)).toEqual({ step: 'form', problem: problem('hold_taken'), kept: null });
    expect(run(paying, taken)).toBe(paying);
  });
  it('returns to the form with held seats if cash is no longer accepted', () => {
    const cash = run(
      initialState,
      { type: 'submit', shown: 770 },
      {
        type: 'held',
        hold: aHold({ paymentMethod: 'cash' }),
        now,
      },
    );
    expect(run(cash, { type: 'refused', problem: problem('cash_share_taken') })).toEqual({
      ...editing({ paymentMethod: 'cash' }),
      problem: problem('cash_share_taken'),
    });
  });
  it('asks to sign in again from any step that waits for the server', () => {
    const out = { type: 'refused', problem: problem('not_signed_in') } as const;
    for (const state of [
      run(initialState, { type: 'submit', shown: null }),
      run(initialState, { type: 'submit', shown: null }, held),
      confirming,
    ]) {
      expect(run(state, out)).toEqual({ step: 'form', problem: problem('not_signed_in'), kept: null });
    }
  });
});

describe('an event that a state does not know', () => {
  const holding = run(initialState, { type: 'submit', shown: null });
  const cash = run(
    initialState,
    { type: 'submit', shown: 770 },
    { type: 'held', hold: aHold({ paymentMethod: 'cash' }), now },
  );
  const refused = run(holding, { type: 'refused', problem: problem('sold_out') });
  it.each<[CheckoutState, CheckoutEvent]>([
    [initialState, { type: 'refused', problem: declined }],
    [refused, { type: 'pay' }],
    [holding, { type: 'edit' }],
    [run(initialState, { type: 'resume', holdId: 'h', wasPaying: false, shown: null }), { type: 'edit' }],
    [run(initialState, { type: 'submit', shown: 700 }, held), { type: 'pay' }],
    [run(holding, held), { type: 'pay' }],
    [card, { type: 'authorised' }],
    [card, { type: 'refused', problem: declined }],
    [paying, { type: 'refused', problem: problem('sold_out') }],
    [confirming, { type: 'refused', problem: declined }],
    [cash, { type: 'expire' }],
    [run(cash, { type: 'cashBooked', bookingId: 'b2' }), { type: 'edit' }],
  ])('changes nothing: %j, %j', (state, event) => expect(run(state, event)).toBe(state));
});

describe('cash', () => {
  const cash = run(
    initialState,
    { type: 'submit', shown: 770 },
    { type: 'held', hold: aHold({ paymentMethod: 'cash' }), now },
  );
  const refuse = (code: string) => run(cash, { type: 'refused', problem: problem(code) });
  it('is retried after a failed call, and changed with the seats held', () => {
    const failed = refuse('network');
    expect(failed).toMatchObject({ step: 'cash', problem: problem('network') });
    expect(run(failed, { type: 'retry' })).toEqual({ ...failed, problem: null });
    expect(run(failed, { type: 'edit' })).toEqual(editing({ paymentMethod: 'cash' }));
  });
  it('is refused for seats that are sold', () => {
    expect(refuse('hold_expired')).toEqual({ step: 'expired' });
    expect(refuse('sold_out')).toEqual({ step: 'form', problem: problem('sold_out'), kept: null });
  });
});

describe('seats held for a card', () => {
  const agreeing = run(initialState, { type: 'submit', shown: 700 }, held);
  const preparing = run(initialState, { type: 'submit', shown: null }, held);
  it.each([
    ['its price is agreed to', agreeing],
    ['the payment is made ready', preparing],
  ])('are lost to another tab while %s', (_, state) => {
    const taken = { type: 'taken', problem: problem('hold_taken') } as const;
    expect(run(state, taken)).toEqual({ step: 'form', problem: problem('hold_taken'), kept: null });
  });
  it('expire while the payment is prepared', () => {
    expect(run(preparing, { type: 'expire' })).toEqual({ step: 'expired' });
    expect(run(preparing, { type: 'refused', problem: problem('hold_expired') })).toEqual({ step: 'expired' });
  });
  it('are requested again after they expired', () => {
    expect(run(card, { type: 'expire' }, { type: 'edit' })).toEqual(initialState);
    expect(run(card, { type: 'expire' }, { type: 'submit', shown: 770 })).toEqual({
      step: 'holding',
      shown: 770,
      kept: null,
    });
    expect(run(initialState, { type: 'edit' })).toEqual(initialState);
  });
  it('expire at the exact end of the hold', () => {
    const hold = aHold({ expiresAt: '2026-10-14T12:00:00Z' });
    expect(run(initialState, { type: 'submit', shown: null }, { type: 'held', hold, now })).toEqual({
      step: 'expired',
    });
  });
});

describe('a reload', () => {
  const resume = (wasPaying: boolean, change: Parameters<typeof aHold>[0] = {}) =>
    run(
      initialState,
      { type: 'resume', holdId: 'h', wasPaying, shown: null },
      { type: 'held', hold: aHold(change), now },
    );
  it('continues with an active hold', () => expect(resume(false)).toMatchObject({ step: 'preparing' }));
  it('shows the ticket of a hold that was booked in the meantime', () =>
    expect(resume(true, { state: 'consumed', bookingId: 'b3' })).toMatchObject({ step: 'booked', bookingId: 'b3' }));
  it('reports that a hold expired', () => {
    expect(resume(false, { expiresAt: '2026-10-14T11:59:59Z' }).step).toBe('expired');
    expect(resume(false, { state: 'released' }).step).toBe('expired');
  });
  it('checks the money before saying anything, if a payment was in progress', () => {
    expect(resume(true, { expiresAt: '2026-10-14T11:59:59Z' })).toMatchObject({ step: 'confirming', intent: null });
    expect(run(resume(true), settled('requires_payment'))).toMatchObject({ step: 'preparing', problem: null });
  });
  it('can be retried without a connection', () => {
    const failed = run(
      initialState,
      { type: 'resume', holdId: 'h', wasPaying: true, shown: null },
      { type: 'refused', problem: problem('offline') },
    );
    expect(failed).toMatchObject({ step: 'resuming', problem: { code: 'offline' } });
    const again = run(failed, { type: 'retry' });
    expect(again).toEqual({ step: 'resuming', holdId: 'h', wasPaying: true, shown: null, problem: null });
    expect(run(again, held)).toEqual({ step: 'confirming', hold: aHold(), intent: null, attempt: 0, trouble: null });
  });
});

it('polls at once, then at growing intervals, and at least every eight seconds', () => {
  expect([0, 1, 2, 30].map(pollDelay)).toEqual([0, 1000, 1600, 8000]);
});
