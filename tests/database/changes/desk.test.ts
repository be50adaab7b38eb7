import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { contextForEachTest } from '../booking/support/context.ts';
import { brokenInvariants, createUsers, daysFromNow, grantRole, rideOf, signedIn } from '../booking/support/fixture.ts';
import { rpcFor } from '../booking/support/rpc.ts';
import { call, cancel, dayAfter, type Json, seatsOn, theDeparture } from '../departures/support.ts';
import { accept, aFriend, invite } from '../transfers/support.ts';
import { additionsIn } from './addition-support.ts';

const context = contextForEachTest({ seats: 8 });
const { sql, paid, stripe, openPayment, pay } = additionsIn(context);

type Answer = Json & { people: number | null; hold: Parameters<typeof openPayment>[0] | null };
const REASON = 'Asked on the phone';
const date = (service_date = dayAfter(), more: Json = {}) => ({
  step: 'date',
  slot_id: context.fixture.slot,
  service_date,
  ...more,
});
const party = (people: number, more: Json = {}) => ({ step: 'party', people, ...more });

/** Changes a booking as the desk. By default the price difference applies, and the page showed none. */
const change = (booking: unknown, steps: Json[], more: Json = {}, who = context.fixture.staff) =>
  call(context.fixture, who, 'change_booking', {
    p_booking_id: booking,
    p_steps: steps,
    p_key: randomUUID(),
    p_shown: { refund_amount: 0, extra_amount: 0 },
    p_desk: { reason: REASON, waived: false },
    ...more,
  }) as Promise<Answer>;
const waived = { p_desk: { reason: REASON, waived: true } };
const shown = (refund_amount: number, extra_amount = 0) => ({ p_shown: { refund_amount, extra_amount } });
/** Corrects details as the desk. By default the page showed what is stored now. */
const correct = async (
  booking: unknown,
  p_details: Json,
  p_reason: string | null = REASON,
  who = context.fixture.staff,
  seen?: Json,
) => {
  const [row] =
    await sql()`select private.details_of(b) as now from public.bookings b where b.id = ${booking as string}`;
  return call(context.fixture, who, 'change_booking_details', {
    p_booking_id: booking,
    p_details,
    p_reason,
    p_seen: seen ?? row?.now,
  }) as Promise<Json>;
};

/** Returns the day, people and price of a booking, and the seats sold on its departure. */
async function state(booking: unknown) {
  const [row] =
    await sql()`select b.booking_date::text as day, b.num_people as people, b.seats, b.total_price::float as price, d.sold
    from public.bookings b join public.departures d on d.id = b.departure_id where b.id = ${booking as string}`;
  return row;
}
/** Creates another experience of the territory, at 10:00 for 100 per person. Returns its service and slot. */
async function anotherWalk(): Promise<[service: string, slot: string]> {
  const [other] = await sql()`insert into public.experiences
    (territory_id, title, description, duration, shared_price, max_spots, available_spots)
    values ('rio', 'A walk', 'A walk', 2, 100, 8, 8) returning id`;
  const [slot] = await sql()`insert into public.experience_timeslots
    (experience_id, start_time, end_time, max_spots, available_spots) values (${other?.id}, '10:00', '12:00', 8, 8) returning id`;
  return [other?.id as string, slot?.id as string];
}
const letters = () => sql()`select template, recipient, payload -> 'changed' as changed from private.outbox
  where template in ('booking_changed', 'booking_moved', 'booking_reduced', 'booking_enlarged') order by id`;

describe('the desk changes a booking', () => {
  test('moves it with one person fewer, shortly before it leaves, and refunds all of the difference', async () => {
    const { fixture, user } = context;
    const { booking, intent } = await paid({ num_people: 3 });
    await context.startsIn(booking, 2);
    expect(await change(booking, [party(2), date()], shown(175.5))).toMatchObject({
      people: 2,
      service_date: dayAfter(),
      refund_amount: 175.5,
      hold: null,
    });
    expect(await state(booking)).toEqual({ day: dayAfter(), people: 2, seats: 2, price: 526.5, sold: 2 });
    await stripe();
    expect(context.checkout.stripe.refundedOf(intent)).toBe(17_550);
    expect(await context.ledgerTotal(booking)).toBe(351);
    expect(await letters()).toEqual([
      {
        template: 'booking_changed',
        recipient: `${user}@example.test`,
        changed: { date: expect.anything(), people: 3, refund_amount: 175.5 },
      },
    ]);
    const { history } = (await context.call(fixture.staff, 'territory_booking', booking)) as { history: Json[] };
    expect(history.find(({ party: one }) => one)).toMatchObject({
      by: 'staff',
      note: REASON,
      party: { from: 3, to: 2 },
      moved: { to: { service_date: dayAfter() } },
    });
    const [entry] = await sql()`select actor_id, detail from public.audit_log where action = 'change_booking'`;
    expect(entry).toMatchObject({
      actor_id: fixture.staff,
      detail: { reason: REASON, waived: false, refund_amount: 175.5 },
    });
  });

  test('keeps the price, and books, shares and a later refund stay as the territory decided', async () => {
    const { booking, intent } = await paid({ num_people: 3 });
    await change(booking, [party(2)], waived);
    await stripe();
    expect(context.checkout.stripe.refundedOf(intent)).toBe(0);
    expect(await state(booking)).toMatchObject({ people: 2, price: 526.5, sold: 2 });
    expect(await context.ledgerTotal(booking)).toBe(526.5);
    expect(await context.call(context.user, 'booking_receipt', booking)).toMatchObject({
      lines: [{ quantity: 3, amount: 526.5 }],
      total_price: 526.5,
      credit_amount: 175.5,
    });
    // All of it is still paid for the booking. It counts towards people who join, and cancelling refunds a share of it.
    expect(await context.call(context.user, 'quote_cancellation', booking)).toMatchObject({ refund_amount: 526.5 });
    const seen = (await context.call(context.fixture.staff, 'territory_booking', booking)) as { history: Json[] };
    expect(seen).toMatchObject({ total_price: 526.5, credit_amount: 175.5, refundable_amount: 526.5, fees_amount: 0 });
    expect(seen.history.at(-1)).toMatchObject({ party: { from: 3, to: 2 }, price_kept: true });
  });

  test('keeps the price, and does not charge a higher one', async () => {
    const { booking } = await paid({ num_people: 2 });
    await sql()`update public.experiences set shared_price = 300`;
    expect(await change(booking, [party(3), date()], waived)).toMatchObject({ people: 3, hold: null });
    expect(await state(booking)).toEqual({ day: dayAfter(), people: 3, seats: 3, price: 351, sold: 3 });
    expect(await context.ledgerTotal(booking)).toBe(351);
    const { lines } = (await context.call(context.user, 'booking_receipt', booking)) as { lines: Json[] };
    expect(lines).toMatchObject([{ quantity: 2, amount: 351 }]);
  });

  test('asks the guest to pay a higher price, and changes the booking with the payment', async () => {
    const { booking } = await paid({ num_people: 2 });
    await sql()`update public.experiences set shared_price = 200`;
    const { hold, people } = await change(booking, [date()], shown(0, 49));
    expect(people).toBeNull();
    expect(hold).toMatchObject({ total_price: 49 });
    expect(await letters()).toMatchObject([{ template: 'booking_changed', changed: { due: 49 } }]);
    expect(await state(booking)).toMatchObject({ day: context.fixture.date, price: 351 });
    const begun = await openPayment(hold as NonNullable<typeof hold>);
    expect((await pay(begun)).confirmed).toMatchObject({ state: 'booked' });
    expect(await state(booking)).toMatchObject({ day: dayAfter(), price: 400, people: 2 });
    expect(await context.ledgerTotal(booking)).toBe(400);
    const { history } = (await context.call(context.fixture.staff, 'territory_booking', booking)) as {
      history: Json[];
    };
    expect(history.at(-1)).toMatchObject({ by: 'staff', note: REASON });
  });

  test('changes unpaid cash at once, with or without the difference', async () => {
    const booking = await context.bookCash({ num_people: 1 });
    await change(booking, [party(2)], shown(0, 175.5));
    expect(await state(booking)).toMatchObject({ people: 2, price: 351 });
    await change(booking, [party(1)], waived);
    expect(await state(booking)).toMatchObject({ people: 1, price: 351, sold: 1 });
    await context.setStatus(booking, 'paid');
    expect(await context.ledgerTotal(booking)).toBe(351);
  });

  test('moves it to another service of its kind and territory, at its price, and shows which trip it was', async () => {
    const { fixture } = context;
    const [other, slot] = await anotherWalk();
    const { booking } = await paid({ num_people: 2 });
    const step = { step: 'service', service_id: other, slot_id: slot, service_date: dayAfter() };
    await change(booking, [step], shown(151));
    const [row] = await sql()`select service_id, start_time::text as hour from public.bookings where id = ${booking}`;
    expect(row).toEqual({ service_id: other, hour: '10:00:00' });
    const { history } = (await context.call(fixture.staff, 'territory_booking', booking)) as { history: Json[] };
    expect(history.at(-1)).toMatchObject({
      moved: { from: { title: 'Castle & hot waterfall' }, to: { title: 'A walk' } },
    });
    const [before] = await sql()`select private.moved_from_data(b, null) as was from private.booking(${booking}) b`;
    expect(before?.was).toMatchObject({ title: 'Castle & hot waterfall' });
    const [told] =
      await sql()`select payload -> 'params' as params from private.outbox where payload ->> 'wording' = 'guest_moved' limit 1`;
    expect(told?.params).toMatchObject({ title: 'A walk', before: { title: 'Castle & hot waterfall' } });
    // Another date of the same service is no other trip.
    await change(booking, [{ ...step, step: 'date', service_id: undefined, service_date: daysFromNow(9) }], shown(0));
    const [after] = await sql()`select private.moved_from_data(b, null) as was from private.booking(${booking}) b`;
    expect(after?.was).toBeNull();
    // Guests can't change to another service.
    await expect(
      call(context.fixture, context.user, 'quote_change', { p_booking_id: booking, p_steps: [step] }),
    ).rejects.toMatchObject({ code: 'invalid_input' });
  });

  test('refuses a service of the other kind, and one of another territory', async () => {
    const { fixture } = context;
    const { booking } = await paid({ num_people: 2 });
    await sql()`update public.experiences set territory_id = 'lago' where id = ${(await anotherWalk())[0]}`;
    const [abroad] = await sql()`select id from public.experiences where territory_id = 'lago'`;
    for (const service_id of [fixture.transport, abroad?.id]) {
      const steps = [{ step: 'service', service_id, slot_id: fixture.slot, service_date: dayAfter() }];
      await expect(change(booking, steps, waived)).rejects.toMatchObject({ code: 'invalid_input' });
      await expect(
        context.call(fixture.staff, 'quote_change', booking, { p_steps: steps, p_desk: { waived: true } }),
      ).rejects.toMatchObject({ code: 'invalid_input' });
    }
  });

  test('changes once per key, with one email', async () => {
    const { booking } = await paid({ num_people: 2 });
    const p_key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => change(booking, [date()], { p_key })));
    for (const one of answers) expect(one).toEqual(answers[0]);
    expect(await letters()).toHaveLength(1);
    await expect(change(booking, [date(daysFromNow(9))], { p_key })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
  });

  test('keeps the keys of two people apart, also for changes that wait for payment', async () => {
    const { booking } = await paid({ num_people: 2 });
    const more = { p_key: randomUUID(), ...shown(0, 175.5) };
    const first = await change(booking, [party(3)], more);
    // The page of the other person shows that change, and theirs replaces it.
    const second = await change(booking, [party(3)], more, context.fixture.manager);
    expect(second.hold).not.toBeNull();
    expect(second.hold).not.toEqual(first.hold);
  });

  test('quotes a change first, with the departures that have seats for the party', async () => {
    const { booking } = await paid({ num_people: 2 });
    const [other = ''] = await createUsers(sql(), 1);
    await paid({ num_people: 6, service_date: dayAfter() }, other);
    const quote = (steps: Json[]) =>
      call(context.fixture, context.fixture.staff, 'quote_change', {
        p_booking_id: booking,
        p_steps: steps,
        p_desk: { waived: false },
      }) as Promise<Json & { choices: { service_date: string }[] }>;
    expect(await quote([party(1)])).toMatchObject({ refusal: null, refund_amount: 175.5, fee_amount: 0 });
    const days = async (steps: Json[]) => (await quote(steps)).choices.map(({ service_date }) => service_date);
    expect(await days([{ step: 'date' }])).toContain(dayAfter());
    expect(await days([party(3), { step: 'date' }])).not.toContain(dayAfter());
  });
});

describe('paid cash', () => {
  const book = (who: string) => call(context.fixture, who, 'my_cash_book', {}) as Promise<{ sums: { open: number }[] }>;
  const openOf = async (who: string) => (await book(who)).sums[0]?.open;
  /** The booking is in cash, and was paid to a manager. */
  async function paidInCash(num_people: number) {
    const booking = await context.bookCash({ num_people });
    await context.setStatus(booking, 'paid', context.fixture.manager);
    return booking;
  }

  test('is refunded in cash with the change, in the cash book of the person who changes it', async () => {
    const { fixture } = context;
    const booking = await paidInCash(2);
    expect(await change(booking, [party(1)], shown(175.5))).toMatchObject({
      people: 1,
      refund_amount: 175.5,
      hold: null,
    });
    expect(await context.ledgerTotal(booking)).toBe(175.5);
    expect([await openOf(fixture.manager), await openOf(fixture.staff)]).toEqual([351, -175.5]);
    expect(await letters()).toMatchObject([{ changed: { people: 2, refund_amount: 175.5 } }]);
    expect(await context.call(context.user, 'booking_receipt', booking)).toMatchObject({
      paid_amount: 351,
      refunded_amount: 175.5,
    });
    expect(await brokenInvariants(fixture)).toEqual([]);
  });

  test('is taken in cash with the change, and the first payment stays with the person who took it', async () => {
    const { fixture } = context;
    const booking = await paidInCash(1);
    expect(await context.call(fixture.staff, 'change_options', booking, { p_desk: true })).toMatchObject({
      more: { most: 7, choices: expect.arrayContaining([{ people: 1, extra_amount: 175.5, at_once: true }]) },
    });
    await change(booking, [party(3), date()], shown(0, 351));
    expect(await state(booking)).toEqual({ day: dayAfter(), people: 3, seats: 3, price: 526.5, sold: 3 });
    expect(await context.ledgerTotal(booking)).toBe(526.5);
    expect([await openOf(fixture.manager), await openOf(fixture.staff)]).toEqual([175.5, 351]);
    expect(await letters()).toMatchObject([{ changed: { people: 1, cash_paid: 351 } }]);
    expect(await context.call(context.user, 'booking_receipt', booking)).toMatchObject({
      paid_amount: 526.5,
      entries: [
        { amount: 175.5, method: 'cash' },
        { amount: 351, method: 'cash' },
      ],
    });
    expect(await brokenInvariants(fixture)).toEqual([]);
    // It can't be undone as a mistake. All of it is refunded in cash, and can be paid again.
    await context.setStatus(booking, 'ordered', fixture.manager);
    expect(await context.ledgerTotal(booking)).toBe(0);
    await context.setStatus(booking, 'paid', fixture.manager);
    expect(await context.ledgerTotal(booking)).toBe(526.5);
    await change(booking, [party(4)], shown(0, 175.5));
    expect(await context.ledgerTotal(booking)).toBe(702);
    expect(await brokenInvariants(fixture)).toEqual([]);
    await context.refund(booking, 702, fixture.manager);
    expect(await context.ledgerTotal(booking)).toBe(0);
    expect(await brokenInvariants(fixture)).toEqual([]);
  });

  test('is refunded and not undone where a difference was taken and refunded since', async () => {
    const booking = await paidInCash(1);
    await change(booking, [party(2)], shown(0, 175.5));
    await change(booking, [party(1)], shown(175.5));
    expect(
      await context.call(context.fixture.staff, 'preview_booking_status', booking, { p_status: 'ordered' }),
    ).toMatchObject({ money: 'hand_back', amount: 175.5 });
    await context.setStatus(booking, 'ordered');
    expect(await context.ledgerTotal(booking)).toBe(0);
    expect(await brokenInvariants(context.fixture)).toEqual([]);
  });

  test('stays unchanged when the desk keeps the price, and for guests', async () => {
    const booking = await paidInCash(2);
    const mine = { p_steps: [party(1)], p_key: randomUUID(), p_shown: { refund_amount: 175.5, extra_amount: 0 } };
    await expect(context.call(context.user, 'change_booking', booking, mine)).rejects.toMatchObject({
      code: 'cash_by_hand',
    });
    await change(booking, [party(1)], waived);
    expect(await context.ledgerTotal(booking)).toBe(351);
  });

  test('is not requested if someone else paid it, who gets a lower price refunded', async () => {
    const { fixture, user } = context;
    const booking = await paidInCash(2);
    const friend = await aFriend(fixture);
    await accept(fixture, friend, await invite(fixture, user, booking, friend));
    await expect(change(booking, [party(3)], shown(0, 175.5))).rejects.toMatchObject({ code: 'paid_by_other' });
    // The team can still add people at the same price.
    expect(await context.call(fixture.staff, 'change_options', booking, { p_desk: true })).toMatchObject({
      more: { most: 6, refusal: { code: 'paid_by_other' } },
    });
    await change(booking, [party(1)], shown(175.5));
    expect(await context.ledgerTotal(booking)).toBe(175.5);
  });
});

describe('the desk', () => {
  test('is refused more than the seats, closed and cancelled departures, and one that has left', async () => {
    const { fixture } = context;
    const { booking } = await paid({ num_people: 2 });
    const [other = ''] = await createUsers(sql(), 1);
    await paid({ num_people: 7, service_date: dayAfter() }, other);
    await call(fixture, fixture.staff, 'close_departure', {
      p_service_id: fixture.experience,
      p_slot_id: fixture.slot,
      p_date: daysFromNow(9),
    });
    await cancel(fixture, fixture.staff, { p_selection: { departures: [theDeparture(fixture, daysFromNow(10))] } });
    for (const day of [dayAfter(), daysFromNow(9), daysFromNow(10)])
      await expect(change(booking, [date(day)], waived)).rejects.toMatchObject({ code: 'sold_out' });
    await expect(change(booking, [party(9)], waived)).rejects.toMatchObject({ code: 'sold_out' });
    await context.startsIn(booking, -1);
    await expect(change(booking, [party(1)], waived)).rejects.toMatchObject({ code: 'departure_begun' });
    await expect(correct(booking, { hotel_name: 'Posada' })).rejects.toMatchObject({ code: 'departure_begun' });
    expect(await letters()).toEqual([]);
  });

  test('is refused a change without a reason, or for another sum than the page showed', async () => {
    const { booking } = await paid({ num_people: 2 });
    for (const reason of [null, '', '   '])
      await expect(change(booking, [date()], { p_desk: { reason, waived: false } })).rejects.toMatchObject({
        status: 400,
        code: 'reason_required',
      });
    await expect(correct(booking, { hotel_name: 'Posada' }, ' ')).rejects.toMatchObject({ code: 'reason_required' });
    await expect(change(booking, [party(1)])).rejects.toMatchObject({ code: 'quote_changed' });
    expect(await state(booking)).toMatchObject({ day: context.fixture.date, people: 2 });
  });

  test('sees the departures around it with their seats, including full ones, without closed ones and its own', async () => {
    const { booking } = await paid({ num_people: 2 });
    const [group = ''] = await createUsers(sql(), 1);
    await paid({ num_people: 8, service_date: dayAfter() }, group);
    await paid({ num_people: 1, service_date: daysFromNow(9) }, group);
    await sql()`update public.departures set closed = true where service_date = ${daysFromNow(9)}`;
    const { date: answer } = (await call(context.fixture, context.fixture.staff, 'change_options', {
      p_booking_id: booking,
      p_desk: true,
    })) as { date: { departures: { service_date: string; left: number }[] } };
    const left = new Map(answer.departures.map((one) => [one.service_date, one.left]));
    expect(left.get(dayAfter())).toBe(0);
    expect(left.get(daysFromNow(10))).toBe(8);
    expect(left.has(daysFromNow(9))).toBe(false);
    expect(left.has(context.fixture.date)).toBe(false);
    const own = (await call(context.fixture, context.user, 'change_options', { p_booking_id: booking })) as {
      date: Json;
    };
    expect(own.date).not.toHaveProperty('departures');
  });

  test('refuses other territories, guides, shuttle staff, partners and strangers, and own bookings', async () => {
    const { fixture } = context;
    const { booking } = await paid({ num_people: 2 });
    const [stranger = '', abroad = '', partner = ''] = await createUsers(sql(), 3);
    await grantRole(sql(), abroad, 'territory_manager', 'lago');
    await grantRole(sql(), partner, 'travel_partner', 'rio');
    for (const who of [stranger, abroad, partner, fixture.guide, fixture.shuttle, context.user]) {
      const status = 403;
      await expect(change(booking, [date()], {}, who)).rejects.toMatchObject({ status });
      await expect(correct(booking, { hotel_name: 'Posada' }, REASON, who)).rejects.toMatchObject({ status });
      await expect(call(fixture, who, 'change_options', { p_booking_id: booking, p_desk: true })).rejects.toMatchObject(
        { status },
      );
    }
    await grantRole(sql(), context.user, 'territory_manager', 'rio');
    await expect(change(booking, [date()], {}, context.user)).rejects.toMatchObject({ code: 'own_booking' });
    await expect(change(booking, [date()], {}, fixture.manager)).resolves.toMatchObject({ service_date: dayAfter() });
  });
});

test('a quote refuses the departures that a change refuses', async () => {
  const { fixture } = context;
  const { booking } = await paid({ num_people: 2 });
  const quote = async (step: Json) =>
    (await context.call(fixture.staff, 'quote_change', booking, {
      p_steps: [step],
      p_desk: { reason: REASON, waived: false },
    })) as { refusal: { code: string } | null };
  expect((await quote(date())).refusal).toBeNull();
  for (const step of [
    date(daysFromNow(-1)),
    date(daysFromNow(800)),
    date(dayAfter(), { slot_id: fixture.transport }),
  ]) {
    expect((await quote(step)).refusal).toMatchObject({ code: 'sold_out' });
    await expect(change(booking, [step])).rejects.toMatchObject({ code: 'sold_out' });
  }
});

test('sells the last seat once, to the desk or to a guest who books', async () => {
  const { fixture } = context;
  const { booking } = await paid({ num_people: 2 });
  const [group = '', late = ''] = await createUsers(sql(), 2);
  await paid({ num_people: 6, service_date: dayAfter() }, group);
  const book = () => paid({ num_people: 2, service_date: dayAfter() }, late);
  const answers = await Promise.allSettled([change(booking, [date()]), book()]);
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const seats = await seatsOn(fixture, dayAfter());
  expect((seats?.sold ?? 0) + (seats?.held ?? 0)).toBe(8);
  expect(await brokenInvariants(fixture)).toEqual([]);
});

describe('the desk corrects details', () => {
  test('corrects phone, hotel and address, and sends one email, and the log has no contents', async () => {
    const { fixture } = context;
    const { booking } = await paid();
    const details = { whatsapp_number: '+50255123480', hotel_name: 'Posada', hotel_address: 'Calle 2' };
    for (const seen of [{}, { hotel_name: null }])
      await expect(correct(booking, details, REASON, fixture.staff, seen)).rejects.toMatchObject({
        status: 400,
        code: 'booking_required',
      });
    expect(await correct(booking, details)).toMatchObject({ fields: expect.arrayContaining(['hotel']) });
    // A repeat changes nothing and notifies nobody.
    expect(await correct(booking, details)).toMatchObject({ fields: [] });
    const [row] =
      await sql()`select whatsapp_number, hotel_name, hotel_address from public.bookings where id = ${booking}`;
    expect(row).toEqual(details);
    expect(await letters()).toHaveLength(1);
    const [entry] = await sql()`select actor_id, detail from public.audit_log where action = 'change_booking_details'`;
    expect(entry).toMatchObject({ actor_id: fixture.staff, detail: { reason: REASON } });
    expect(JSON.stringify(entry)).not.toContain('Posada');
    const { history } = (await context.call(fixture.staff, 'territory_booking', booking)) as { history: Json[] };
    expect(history.at(-1)).toMatchObject({ by: 'staff', note: REASON, corrected: expect.arrayContaining(['hotel']) });
    await expect(correct(booking, { whatsapp_number: '123' })).rejects.toMatchObject({ code: 'invalid_input' });
    for (const field of ['hotel_name', 'hotel_address'])
      await expect(correct(booking, { [field]: 'Pay at www.example.org' })).rejects.toMatchObject({
        code: 'name_not_plain',
      });
  });

  test('refuses only to overwrite what a colleague has changed since the form was opened', async () => {
    const { fixture } = context;
    const { booking } = await paid();
    const seen = { hotel_name: '', whatsapp_number: '+4915112345678' };
    await sql()`update public.bookings set hotel_name = null, whatsapp_number = ${seen.whatsapp_number} where id = ${booking}`;
    const mine = (details: Json, known: Json = seen) => correct(booking, details, REASON, fixture.manager, known);
    await correct(booking, { hotel_name: 'Posada' }, REASON, fixture.staff, { hotel_name: null });
    // Another field of the same booking.
    expect(await mine({ whatsapp_number: '+50255123480' })).toMatchObject({ fields: ['contact'] });
    await expect(mine({ hotel_name: 'Hostal' })).rejects.toMatchObject({ status: 409, code: 'changed_meanwhile' });
    // The stored values are the requested ones. Only the response was lost, or both corrected the same.
    expect(await mine({ hotel_name: 'Posada' })).toMatchObject({ fields: [] });
    const [row] = await sql()`select hotel_name, whatsapp_number from public.bookings where id = ${booking}`;
    expect(row).toEqual({ hotel_name: 'Posada', whatsapp_number: '+50255123480' });
    expect(await mine({ hotel_name: 'Hostal' }, { hotel_name: 'Posada' })).toMatchObject({ fields: ['hotel'] });
    const ride = (await paid({ ...rideOf(fixture, 2), num_people: 2 })).booking;
    await correct(ride, { passengers: ['Ana Morales', 'Ben Ortiz'] });
    await expect(
      correct(ride, { passengers: ['Ana', 'Eva'] }, REASON, fixture.manager, { passengers: ['Ana', 'Ben'] }),
    ).rejects.toMatchObject({ code: 'changed_meanwhile' });
  });

  test("gives a new number to the passengers who had the guest's, and to no other", async () => {
    const { booking } = await paid({ ...rideOf(context.fixture, 3), num_people: 3 });
    const [old, own] = ['+4915112345678', '+50255123481'];
    await sql()`update public.bookings set whatsapp_number = ${old}, passenger_details = jsonb_build_array(
      jsonb_build_object('name', 'Ana', 'whatsapp', ${old}::text, 'phone', ${old}::text),
      jsonb_build_object('name', 'Ben', 'whatsapp', ${own}::text), jsonb_build_object('name', 'Eva')) where id = ${booking}`;
    expect(await correct(booking, { whatsapp_number: '+50255123480' })).toMatchObject({ fields: ['contact'] });
    const { passengers } = (await context.call(context.fixture.staff, 'territory_booking', booking)) as {
      passengers: Json[];
    };
    expect(passengers).toEqual([
      { name: 'Ana', whatsapp: '+50255123480', phone: '+50255123480' },
      { name: 'Ben', whatsapp: own },
      { name: 'Eva' },
    ]);
  });

  test('corrects the names of passengers, all of them in their order', async () => {
    const { booking } = await paid({ ...rideOf(context.fixture, 2), num_people: 2 });
    for (const passengers of [['Ana'], ['Ana', ''], ['Ana', 'Ben', 'Eva'], 'Ana'])
      await expect(correct(booking, { passengers })).rejects.toMatchObject({ code: 'invalid_input' });
    await correct(booking, { passengers: ['Ana Morales', 'Ben Ortiz'] });
    const [row] = await sql()`select jsonb_path_query_array(passenger_details, '$[*].name') as names,
      passenger_details -> 0 ->> 'whatsapp' as kept from public.bookings where kind = 'transport'`;
    expect(row?.names).toEqual(['Ana Morales', 'Ben Ortiz']);
  });

  test('changes the list when one passenger of a ride drops out and another joins', async () => {
    const { booking } = await paid({ ...rideOf(context.fixture, 2), num_people: 2 });
    await correct(booking, { passengers: ['Ana Morales', 'Ben Ortiz'] });
    const [price] = await sql()`select unit_price::float as one from public.bookings where id = ${booking}`;
    await change(booking, [party(1, { leaving: [1] })], shown(price?.one as number));
    await change(booking, [party(2, { passengers: [{ name: 'Eva Lux' }] })], waived);
    const [row] = await sql()`select jsonb_path_query_array(passenger_details, '$[*].name') as names
      from public.bookings where kind = 'transport'`;
    expect(row?.names).toEqual(['Ben Ortiz', 'Eva Lux']);
  });
});

test("a guest can't claim to be the desk", async () => {
  const { booking } = await paid();
  await expect(
    rpcFor(context.fixture.db, signedIn(context.user))('change_booking', {
      p_booking_id: booking,
      p_steps: [date()],
      p_key: randomUUID(),
      p_shown: {},
      p_desk: { reason: REASON, waived: true },
    }),
  ).rejects.toMatchObject({ status: 403 });
});

test('a change is refused without the booking that its page showed, for the desk and the guest', async () => {
  const { fixture, user } = context;
  const { booking } = await paid();
  for (const [who, p_desk] of [
    [user, null],
    [fixture.staff, { reason: REASON, waived: true }],
  ] as const)
    for (const shown of [{}, { booking: null }, { booking: '2026-12-01' }])
      await expect(
        rpcFor(fixture.db, signedIn(who))('change_booking', {
          p_booking_id: booking,
          p_steps: [date()],
          p_key: randomUUID(),
          p_shown: { refund_amount: 0, extra_amount: 0, ...shown },
          p_desk,
        }),
      ).rejects.toMatchObject({ status: 400, code: 'booking_required' });
  // A change that waits for its payment was not shown: it isn't replaced.
  await sql()`update public.experiences set shared_price = 200`;
  const { hold } = await change(booking, [date()], shown(0, 24.5));
  await expect(
    change(booking, [date(daysFromNow(9))], {
      p_shown: { refund_amount: 0, extra_amount: 24.5, unpaid_change: undefined },
    }),
  ).rejects.toMatchObject({ code: 'changed_meanwhile' });
  expect(hold).not.toBeNull();
});
