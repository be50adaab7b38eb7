import { describe, expect, test } from 'vitest';
import { contextForEachTest } from '../booking/support/context.ts';
import { createUsers, daysFromNow, referUsers, signedIn } from '../booking/support/fixture.ts';
import { change } from '../changes/support.ts';
import { authorisedCardsIn } from './authorised-support.ts';
import { createWalk, dearerOffersIn } from './dearer-support.ts';
import { answer, call, dayAfter, type Json, offered, offersOf, passExpiry, toDayAfter, tokenOf } from './support.ts';

// Another service that costs more is offered instead of a cancelled departure.

const context = contextForEachTest({ seats: 8 });
const dearer = dearerOffersIn(context);
const { sql, proposed, choose, begin, pay, stripe, seatsOf, outcome, refundedOf, runReconciler } = dearer;
const clock = () => context.checkout.deps.admin('run_departures');

describe('the extra cost of an offer', () => {
  test('is shown and paid by card, and only then does the booking move', async () => {
    await referUsers(sql(), [context.user]);
    const { booking, intent, walk, offer, choice } = await proposed();
    expect(choice).toMatchObject({ refund_amount: 0, extra_amount: 74.5 });
    const begun = await begin(offer, walk);
    expect(begun.body).toMatchObject({ amount_minor: 7450, currency: 'gtq' });
    expect(await seatsOf(walk)).toEqual({ sold: 0, held: 1 });
    expect(await outcome(booking)).toMatchObject({ state: 'open', price: 175.5 });
    // Every page that shows the offer also shows the open payment.
    expect((await offersOf(context.fixture, context.user))[0]).toMatchObject({
      hold: { hold_id: begun.hold.hold_id, title: 'A walk', total_price: 74.5, service_date: dayAfter() },
    });
    // The payment answers the cancelled departure, so the ticket shows no other pending change.
    const tickets = await call(context.fixture, context.user, 'my_ticket_money', { p_booking_ids: [booking] });
    expect(tickets).toMatchObject([{ unpaid_change: null }]);
    expect((await pay(begun)).confirmed).toMatchObject({ state: 'booked', booking_id: booking });
    expect(await outcome(booking)).toEqual({
      service_id: walk,
      day: dayAfter(),
      price: 250,
      ledger: 250,
      state: 'moved',
      answered_how: 'tourist',
    });
    // The page still shows which trip was cancelled, and where its guest is booked now.
    const [answered] = (await offersOf(context.fixture, context.user)) as unknown as Json[];
    expect(answered).toMatchObject({
      titles: { en: expect.not.stringMatching('A walk') },
      moved_to: { titles: { en: 'A walk' } },
    });
    expect(await seatsOf(walk)).toEqual({ sold: 1, held: 0 });
    expect([refundedOf(intent), refundedOf(begun.intent)]).toEqual([0, 0]);
    const [earned] = await sql()`select
      (select sum(c.amount)::float from public.commissions c join public.referrals r on r.id = c.referral_id where r.booking_id = ${booking}) as commission,
      (select sum(l.amount)::float from private.ledger l where l.booking_id = ${booking} and l.party = 'partner') as partner`;
    expect(earned).toEqual({ commission: 25, partner: 25 });
    const receipt = await call(context.fixture, context.user, 'booking_receipt', {
      p_booking_id: booking,
    });
    expect(receipt).toMatchObject({ lines: [{ amount: 175.5 }, { code: 'other_departure', amount: 74.5 }] });
    const letters =
      await sql()`select id from private.outbox where kind = 'email' and template = 'booking_moved' and payload ->> 'booking_id' = ${booking}`;
    expect(letters).toHaveLength(1);
  });

  test('is refunded with everything else when that departure is cancelled too', async () => {
    const { booking, intent, walk, offer } = await proposed();
    const { intent: second } = await pay(await begin(offer, walk));
    await call(context.fixture, context.fixture.staff, 'cancel_departures', {
      p_selection: { territory_id: 'rio', from: dayAfter(), to: dayAfter(), service_id: walk },
      p_reason: 'road',
      p_message: '',
      p_key: crypto.randomUUID(),
      p_refund_now: true,
    });
    await passExpiry(context.fixture);
    await clock();
    await stripe();
    expect([refundedOf(intent), refundedOf(second)]).toEqual([17_550, 7450]);
    expect(await context.ledgerTotal(booking)).toBe(0);
  });

  test('must equal the extra price that the page showed, for a booking that can pay it', async () => {
    const { booking, walk, offer } = await proposed();
    await expect(choose(offer, walk, { p_extra_amount: 0 })).rejects.toMatchObject({ code: 'price_changed' });
    await expect(choose(offer, walk, { p_extra_amount: 75 })).rejects.toMatchObject({ code: 'price_changed' });
    await sql()`update private.payments set method = 'cash', payment_intent_id = null where id in (select payment_id from private.payment_lines where booking_id = ${booking})`;
    await sql()`update public.bookings set payment_method = 'cash' where id = ${booking}`;
    const [now] = await offersOf(context.fixture, context.user);
    expect(now?.choices.some(({ service_id }) => service_id === walk)).toBe(false);
    await sql()`update private.payments set method = 'card', payment_intent_id = 'pi_back' where id in (select payment_id from private.payment_lines where booking_id = ${booking})`;
    await sql()`update public.bookings set payment_method = 'card' where id = ${booking}`;
  });

  test('is not charged below what a card can be charged', async () => {
    const { walk, offer, booking } = await proposed();
    await sql()`update public.experiences set shared_price = 176 where id = ${walk}`;
    const moved = await choose(offer, walk, { p_extra_amount: 0 });
    expect(moved).toMatchObject({ state: 'moved', hold: null });
    expect(await outcome(booking)).toMatchObject({ service_id: walk, price: 175.5, ledger: 175.5 });
  });

  test('is collected on the day if cash is unpaid', async () => {
    const walk = await createWalk(context, 250);
    const booking = await context.bookCash();
    const offer = await offered(context, { p_proposed_service_id: walk });
    expect(await choose(offer, walk, {}, context.fixture.staff)).toMatchObject({ state: 'moved', hold: null });
    expect(await outcome(booking)).toMatchObject({ service_id: walk, price: 250, ledger: 0, answered_how: 'staff' });
  });

  test('can be paid after an authorised card was charged', async () => {
    const waiting = authorisedCardsIn(context);
    const walk = await createWalk(context, 250);
    const { booking, intent } = await waiting.waits();
    const offer = await offered(context, { p_proposed_service_id: walk });
    expect(offer).toMatchObject({ card_waits: true });
    const to = daysFromNow(4);
    const begun = await begin(offer, walk, { p_extra_amount: 149, p_date: to });
    expect(context.checkout.stripe.get(intent).status).toBe('succeeded');
    expect((await pay(begun)).confirmed).toMatchObject({ state: 'booked' });
    expect(await outcome(booking)).toMatchObject({ service_id: walk, day: to, price: 500, ledger: 500 });
  });
});

describe('the emailed link', () => {
  test('can pay without an account, only for its own offer', async () => {
    const { booking, walk } = await proposed();
    const p_token = await tokenOf(context.fixture, booking);
    const { hold } = (await call(context.fixture, null, 'answer_offer_by_link', {
      p_token,
      ...(await dearer.toWalk(walk)),
    })) as { hold: { hold_id: string } };
    const p_hold_id = hold.hold_id;
    expect(await context.checkout.deps.admin('begin_offer_payment', { p_token, p_hold_id })).toMatchObject({
      amount_minor: 7450,
    });
    const [other = ''] = await createUsers(sql(), 1);
    const theirs = await dearer.paid({ service_date: daysFromNow(9) }, other);
    const [held] = await sql()`select hold_id from public.bookings where id = ${theirs.booking}`;
    for (const args of [
      { p_token, p_hold_id: held?.hold_id },
      { p_token: `${p_token}0`, p_hold_id },
    ])
      await expect(context.checkout.deps.admin('begin_offer_payment', args)).rejects.toMatchObject({ status: 404 });
    // Only our functions can request a payment.
    for (const who of [{ role: 'anon' } as const, signedIn(context.user)])
      await expect(
        context.fixture.db.as(who, (db) => db`select service.begin_offer_payment(${p_token}, ${p_hold_id})`),
      ).rejects.toThrow('permission denied for schema service');
  });

  test('is emailed once to guests who called, and shown to nobody else', async () => {
    const { booking, walk, offer } = await proposed();
    const answered = await choose(offer, walk, {}, context.fixture.staff);
    await choose(offer, walk, {}, context.fixture.staff);
    const letters = await sql()`select payload ->> 'code' as code from private.outbox
      where template = 'departure_offer' and payload ->> 'booking_id' = ${booking} order by id`;
    expect(letters).toHaveLength(2);
    expect(JSON.stringify(answered)).not.toContain(letters[1]?.code);
    const linked = await call(context.fixture, null, 'departure_offer_by_link', { p_token: letters[1]?.code });
    expect(linked).toMatchObject({ state: 'open', hold: { total_price: 74.5 } });
    const begun = await dearer.openPayment(answered.hold as NonNullable<typeof answered.hold>);
    await pay(begun);
    expect(await outcome(booking)).toMatchObject({ state: 'moved', answered_how: 'staff', price: 250 });
    expect(await sql()`select answered_by from private.departure_offers`).toEqual([
      { answered_by: context.fixture.staff },
    ]);
  });
});

describe('the end of an offer', () => {
  test('waits only for guests who started to pay in time', async () => {
    const { booking, walk, offer } = await proposed();
    const begun = await begin(offer, walk);
    await passExpiry(context.fixture);
    await clock();
    expect(await outcome(booking)).toMatchObject({ state: 'open' });
    expect((await pay(begun)).confirmed).toMatchObject({ state: 'booked' });
    expect(await outcome(booking)).toMatchObject({ state: 'moved', price: 250 });
  });

  test('moves nothing before the payment arrives, and a later payment is released', async () => {
    const { booking, intent, walk, offer } = await proposed();
    const begun = await begin(offer, walk);
    await passExpiry(context.fixture);
    await dearer.expire();
    await clock();
    expect(await outcome(booking)).toMatchObject({ state: 'refunded', answered_how: 'expiry' });
    context.checkout.stripe.authorise(begun.intent);
    await dearer.tell(begun.intent, 'requires_capture', 7450);
    await stripe();
    expect(context.checkout.stripe.get(begun.intent).status).toBe('canceled');
    expect(refundedOf(intent)).toBe(17_550);
    await runReconciler();
    expect(await seatsOf(walk)).toEqual({ sold: 0, held: 0 });
    expect(await context.ledgerTotal(booking)).toBe(0);
  });

  test('refunds both when the money arrives half an hour late while the card is charged', async () => {
    const { booking, intent, walk, offer } = await proposed();
    const begun = await begin(offer, walk);
    await dearer.tell(begun.intent, 'requires_capture', 7450);
    await passExpiry(context.fixture);
    await clock();
    expect(await outcome(booking)).toMatchObject({ state: 'open' });
    await sql()`update private.departure_offers set opens_at = now() - interval '2 hours', expires_at = now() - interval '31 minutes'`;
    await clock();
    expect(await outcome(booking)).toMatchObject({ state: 'refunded' });
    context.checkout.stripe.authorise(begun.intent);
    await stripe();
    await dearer.tell(begun.intent, 'succeeded', 7450);
    await stripe();
    expect([refundedOf(intent), refundedOf(begun.intent)]).toEqual([17_550, 7450]);
    expect(await context.ledgerTotal(booking)).toBe(0);
    expect(await seatsOf(walk)).toEqual({ sold: 0, held: 0 });
  });

  test.each(['refund', 'move'] as const)('releases the seats and the card after another answer (%s)', async (how) => {
    const { booking, walk, offer } = await proposed();
    const begun = await begin(offer, walk);
    await answer(
      context.fixture,
      context.user,
      offer.offer_id,
      how === 'refund' ? { p_answer: 'refund' } : toDayAfter(context.fixture),
    );
    context.checkout.stripe.authorise(begun.intent);
    await dearer.tell(begun.intent, 'requires_capture', 7450);
    await stripe();
    expect(context.checkout.stripe.get(begun.intent).status).toBe('canceled');
    await runReconciler();
    expect(await seatsOf(walk)).toEqual({ sold: 0, held: 0 });
    expect(await outcome(booking)).toMatchObject({ state: how === 'refund' ? 'refunded' : 'moved' });
  });

  test('is refused while the card is charged', async () => {
    const { booking, walk, offer } = await proposed();
    const begun = await begin(offer, walk);
    await dearer.tell(begun.intent, 'requires_capture', 7450);
    for (const other of [{ p_answer: 'refund' }, toDayAfter(context.fixture)])
      await expect(answer(context.fixture, context.user, offer.offer_id, other)).rejects.toMatchObject({
        code: 'offer_payment_in_progress',
      });
    context.checkout.stripe.authorise(begun.intent);
    await stripe();
    await dearer.tell(begun.intent, 'succeeded', 7450);
    expect(await outcome(booking)).toMatchObject({ state: 'moved', service_id: walk });
  });
});

test('an earlier date change that is about to be paid is no answer', async () => {
  const booked = await dearer.paid();
  await sql()`update public.experiences set shared_price = 200`;
  const { hold } = (await change(context, booked.booking, { extra_amount: 24.5 })) as {
    hold: Parameters<typeof dearer.openPayment>[0];
  };
  const begun = await dearer.openPayment(hold);
  const offer = await offered(context);
  expect(offer).toMatchObject({ hold: null });
  expect((await pay(begun)).confirmed).toMatchObject({ state: 'void' });
  expect(await outcome(booked.booking)).toMatchObject({ state: 'open', price: 175.5 });
  await context.fixture.db.as(signedIn(context.user), (own) => own`select public.my_departure_offers()`);
});
