import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { payFor } from '../booking/support/checkout.ts';
import { contextForEachTest } from '../booking/support/context.ts';
import { brokenInvariants, createUsers, grantRole, rideOf } from '../booking/support/fixture.ts';
import { workAtStripe } from '../booking/support/refund.ts';
import { call, cancel, dayAfter, type Json, seatsOn } from '../departures/support.ts';
import { type Asked, optionsOf } from './requests.ts';
import { change, codeOf, reduce as drop } from './support.ts';

const context = contextForEachTest({ seats: 8 });
const sql = () => context.fixture.db.sql;
const paid = (more: Json = {}, user = context.user) => payFor(context.fixture, context.checkout, user, more);
const stripe = () => workAtStripe(context.fixture.db, context.checkout);

interface Fewer {
  passengers: string[];
  refusal: { code: string } | null;
  min_to_run: number | null;
  choices: { people: number; reduced_amount: number; refund_amount: number; fee_amount: number; sold: number }[];
}

/** Reads the effects of fewer people. */
const fewerOf = (booking: string, who = context.user) =>
  optionsOf(context.fixture, who, booking, 'fewer') as unknown as Promise<Fewer>;

/** Drops one of four people by default. Each paid 175.50, which is refunded in full. */
const reduce = (booking: string, asked: Asked = {}, who = context.user) => {
  const { people = 3 } = asked;
  return drop(context, booking, people, { refund_amount: 175.5, ...asked }, who);
};

/** Reads people, seats and price of the only booking, and the seats that are sold. */
async function state() {
  const [row] = await sql()`select b.num_people as people, b.seats, b.total_price::float as price, d.sold
    from private.booking_facts b join public.departures d on d.id = b.departure_id`;
  return row;
}

describe('people who drop out', () => {
  test('free their seats, get their share refunded once, and reduce every share', async () => {
    const { booking, intent } = await paid({ num_people: 4 });
    const code = await codeOf(context, booking);
    const { choices, refusal } = await fewerOf(booking);
    expect(refusal).toBeNull();
    expect(choices).toEqual([
      { people: 3, reduced_amount: 175.5, refund_amount: 175.5, fee_amount: 0, sold: 3 },
      { people: 2, reduced_amount: 351, refund_amount: 351, fee_amount: 0, sold: 2 },
      { people: 1, reduced_amount: 526.5, refund_amount: 526.5, fee_amount: 0, sold: 1 },
    ]);
    expect(await reduce(booking)).toMatchObject({ booking_id: booking, people: 3, refund_amount: 175.5 });
    expect(await state()).toEqual({ people: 3, seats: 3, price: 702, sold: 3 });
    await stripe();
    expect(context.checkout.stripe.refundedOf(intent)).toBe(17_550);
    expect(await context.ledgerTotal(booking)).toBe(526.5);
    expect(await context.statusOf(booking)).toBe('paid/completed');
    expect(await codeOf(context, booking)).toBe(code);
    expect(await brokenInvariants(context.fixture)).toEqual([]);
  });

  test('get half if the policy keeps half, and a later cancellation refunds a share of the rest', async () => {
    const { booking, intent } = await paid({ num_people: 4 });
    await context.startsIn(booking, 48);
    expect((await fewerOf(booking)).choices[0]).toMatchObject({ refund_amount: 87.75, fee_amount: 87.75 });
    await reduce(booking, { refund_amount: 87.75 });
    expect(await context.call(context.user, 'quote_cancellation', booking)).toMatchObject({ refund_amount: 263.25 });
    await context.call(context.user, 'cancel_booking', booking, { p_refund_amount: 263.25 });
    await stripe();
    expect(context.checkout.stripe.refundedOf(intent)).toBe(8_775 + 26_325);
  });

  test('leave a receipt that adds up to what was sold, and an email with the new price', async () => {
    const { booking } = await paid({ num_people: 4 });
    await reduce(booking);
    await reduce(booking, { people: 2 });
    expect(await context.call(context.user, 'booking_receipt', booking)).toMatchObject({
      num_people: 2,
      lines: [{ quantity: 4, unit_price: 175.5, amount: 702 }],
      total_price: 702,
    });
    const [letter] = await sql()`select private.mail_data(${booking}) as data`;
    expect(letter?.data).toMatchObject({ num_people: 2, total_price: 702, price_now: 351 });
  });

  test('do not repeat earlier refunds by staff', async () => {
    const { booking } = await paid({ num_people: 2 });
    await context.refund(booking, 100);
    expect((await fewerOf(booking)).choices).toMatchObject([{ people: 1, refund_amount: 75.5 }]);
    await reduce(booking, { people: 1, refund_amount: 75.5 });
    expect(await context.statusOf(booking)).toBe('paid/completed');
  });

  test('keep the price of a group and its seats', async () => {
    const { booking } = await paid({ num_people: 4, booking_type: 'private' });
    const before = await state();
    expect((await fewerOf(booking)).choices[0]).toMatchObject({ people: 3, reduced_amount: 0, refund_amount: 0 });
    await reduce(booking, { refund_amount: 0 });
    expect(await state()).toEqual({ ...before, people: 3 });
    expect(await brokenInvariants(context.fixture)).toEqual([]);
  });

  test('reduce the price of an unpaid cash booking', async () => {
    const booking = await context.bookCash({ num_people: 2 });
    await reduce(booking, { people: 1 });
    expect(await state()).toMatchObject({ people: 1, price: 175.5, sold: 1 });
    await context.setStatus(booking, 'paid');
    expect(await context.ledgerTotal(booking)).toBe(175.5);
    const { lines } = (await context.call(context.user, 'booking_receipt', booking)) as { lines: Json[] };
    expect(lines).toMatchObject([{ quantity: 1, amount: 175.5 }]);
  });

  test('leave a later change of date for those who remain', async () => {
    const { booking, intent } = await paid({ num_people: 4 });
    await reduce(booking);
    await change(context, booking);
    expect(await seatsOn(context.fixture, dayAfter())).toMatchObject({ sold: 3 });
    expect(await seatsOn(context.fixture, context.fixture.date)).toMatchObject({ sold: 0 });
    await stripe();
    expect(context.checkout.stripe.refundedOf(intent)).toBe(17_550);
  });

  test('are the selected passengers of a ride, each once', async () => {
    const { booking } = await paid({ ...rideOf(context.fixture, 3), num_people: 3 });
    await sql()`update public.bookings set passenger_details = (
      select jsonb_agg(one || jsonb_build_object('name', 'Passenger ' || n) order by n)
        from jsonb_array_elements(passenger_details) with ordinality x (one, n)) where kind = 'transport'`;
    const { passengers, choices } = await fewerOf(booking);
    expect(passengers).toEqual(['Passenger 1', 'Passenger 2', 'Passenger 3']);
    const [first] = choices;
    const two = { people: 2, refund_amount: first?.refund_amount };
    for (const leaving of [null, [], [2, 3], [0], [4], [2, 2], [null]])
      await expect(reduce(booking, { ...two, leaving })).rejects.toMatchObject({ code: 'invalid_input' });
    await reduce(booking, { ...two, leaving: [2] });
    expect(
      await sql()`select jsonb_path_query_array(passenger_details, '$[*].name') as names from public.bookings where kind = 'transport'`,
    ).toEqual([{ names: ['Passenger 1', 'Passenger 3'] }]);
  });

  test('are reported to guide, team and tourist, and in history and audit log', async () => {
    const { fixture, user } = context;
    const { booking } = await paid({ num_people: 4 });
    await reduce(booking);
    const told = await sql()`select recipient, template, payload -> 'params' as params from private.outbox
      where payload ->> 'wording' = 'fewer_guests' order by template, recipient`;
    expect(told.map(({ recipient, template }) => [template, recipient])).toEqual([
      ['guest_moved', fixture.guide],
      ...[fixture.manager, fixture.staff].sort().map((one) => ['team_moved', one]),
    ]);
    expect(told[0]?.params).toMatchObject({ before: 4, people: 3 });
    expect(await sql()`select recipient from private.outbox where template = 'booking_reduced'`).toEqual([
      { recipient: `${user}@example.test` },
    ]);
    const { history } = (await context.call(fixture.staff, 'territory_booking', booking)) as { history: Json[] };
    expect(history.at(-1)).toMatchObject({ by: 'tourist', party: { from: 4, to: 3 } });
    expect(await sql()`select actor_id, detail from public.audit_log where action = 'reduce_booking_people'`).toEqual([
      { actor_id: user, detail: { num_people: { from: 4, to: 3 } } },
    ]);
  });

  test('free seats that are offered to the waitlist', async () => {
    const { booking } = await paid({ num_people: 8 });
    const [next = ''] = await createUsers(sql(), 1);
    const { fixture } = context;
    await call(fixture, next, 'join_waitlist', {
      p: {
        kind: 'experience',
        service_id: fixture.experience,
        slot_id: fixture.slot,
        service_date: fixture.date,
        booking_type: 'shared',
        num_people: 2,
      },
    });
    await reduce(booking, { people: 6, refund_amount: 351 });
    expect(await sql()`select state, user_id from private.waitlist`).toEqual([{ state: 'offered', user_id: next }]);
  });

  test('change how many guests the departure lacks, until it is decided', async () => {
    const { fixture } = context;
    await sql()`update public.experiences set min_to_run = 4 where id = ${fixture.experience}`;
    const [other = ''] = await createUsers(sql(), 1);
    await paid({ num_people: 1 }, other);
    await sql()`update public.departures set status = 'scheduled'`;
    const { booking } = await paid({ num_people: 2 });
    expect(await fewerOf(booking)).toMatchObject({ min_to_run: 4, choices: [{ people: 1, sold: 2 }] });
  });
});

describe('dropping out', () => {
  const refused = async (booking: string, status: number, code: string) => {
    const before = await state();
    await expect(reduce(booking, { people: before?.people - 1 })).rejects.toMatchObject({ status, code });
    expect(await fewerOf(booking)).toMatchObject({ refusal: { code }, choices: [] });
    expect(await state()).toEqual(before);
  };

  test('is refused for as many as booked, for nobody, and for anything but a number', async () => {
    const { booking } = await paid({ num_people: 4 });
    for (const people of [4, 0, -1, null])
      await expect(reduce(booking, { people })).rejects.toMatchObject({ status: 400, code: 'invalid_input' });
    await expect(reduce(booking, { key: null })).rejects.toMatchObject({ code: 'invalid_input' });
    for (const refund_amount of [null, 0, -1, 'NaN', 702])
      await expect(reduce(booking, { refund_amount })).rejects.toMatchObject({ code: 'quote_changed' });
    expect(await state()).toMatchObject({ people: 4, sold: 4 });
  });

  test('is refused below the minimum of the service', async () => {
    const { booking } = await paid({ num_people: 4 });
    await context.set('public.experiences', context.fixture.experience, 'min_spots', 3);
    await expect(reduce(booking, { people: 2, refund_amount: 351 })).rejects.toMatchObject({
      code: 'shared_minimum',
    });
    expect((await fewerOf(booking)).choices.map(({ people }) => people)).toEqual([3]);
    await reduce(booking);
    await refused(booking, 400, 'shared_minimum');
  });

  test('is refused once it was cancelled, has begun, or its departure is cancelled', async () => {
    const { booking } = await paid({ num_people: 4 });
    await context.startsIn(booking, -1);
    await refused(booking, 409, 'departure_begun');
    await context.startsIn(booking, 100);
    await context.set('public.bookings', booking, 'check_in_status', 'checked_in');
    await refused(booking, 409, 'departure_begun');
    await context.set('public.bookings', booking, 'check_in_status', 'pending');
    await cancel(context.fixture, context.fixture.guide);
    await refused(booking, 409, 'departure_cancelled');
    await context.call(context.user, 'cancel_booking', booking);
    await refused(booking, 409, 'booking_cancelled');
  });

  test('is refused after cash was paid, which is returned in person', async () => {
    const cash = await context.bookCash({ num_people: 2 });
    await context.setStatus(cash, 'paid');
    await refused(cash, 409, 'cash_by_hand');
  });

  test('is refused while a card is only authorised', async () => {
    const { booking } = await context.bookUncaptured(2);
    await refused(booking, 409, 'offer_payment_in_progress');
  });

  test('is refused to everyone but its tourist: the booking is not found', async () => {
    const { fixture } = context;
    const { booking } = await paid({ num_people: 4 });
    const [stranger = '', admin = ''] = await createUsers(sql(), 2);
    await grantRole(sql(), admin, 'admin', null);
    for (const who of [stranger, admin, fixture.guide, fixture.staff, fixture.manager, fixture.shuttle]) {
      await expect(fewerOf(booking, who)).rejects.toMatchObject({ status: 404 });
      await expect(reduce(booking, {}, who)).rejects.toMatchObject({ status: 404, code: 'booking_not_found' });
    }
  });

  test('is refused after as many changes as a day allows, together with changes of the date', async () => {
    const { booking } = await paid({ num_people: 6 });
    await change(context, booking);
    await change(context, booking, { service_date: context.fixture.date });
    await reduce(booking, { people: 5 });
    await reduce(booking, { people: 4 });
    await expect(reduce(booking)).rejects.toMatchObject({ status: 429 });
    await expect(change(context, booking)).rejects.toMatchObject({ status: 429 });
  });
});

/** Sends ten requests with one key and ten with different keys. */
async function pressAtOnce(booking: string): Promise<PromiseSettledResult<Json>[]> {
  const key = randomUUID();
  return Promise.allSettled([
    ...Array.from({ length: 10 }, () => reduce(booking, { key })),
    ...Array.from({ length: 10 }, () => reduce(booking)),
  ]);
}

test('makes one change and one refund from simultaneous requests', async () => {
  const { booking, intent } = await paid({ num_people: 4 });
  const answers = await pressAtOnce(booking);
  const done = answers.filter(({ status }) => status === 'fulfilled').length;
  expect([1, 10]).toContain(done); // the first was the single key, or one of the others
  expect(await sql()`select people from private.booking_changes`).toEqual([{ people: 3 }]);
  await stripe();
  expect(context.checkout.stripe.refundedOf(intent)).toBe(17_550);
  expect(await state()).toMatchObject({ people: 3, sold: 3 });
  expect(await brokenInvariants(context.fixture)).toEqual([]);
});

// Negative control: asking before the lock uses outdated data.
test('control: without the locks, a share is refunded more than once', { tags: ['nightly'] }, async () => {
  const { booking } = await paid({ num_people: 4 });
  const patch = async (name: string, lock: string, instead: string) => {
    const [row] = await sql()`select pg_get_functiondef(p.oid) as source from pg_proc p
      where p.oid = ${name}::regproc`;
    const source = row?.source as string;
    expect(source).toContain(lock);
    await sql().unsafe(source.replace(lock, instead));
  };
  await patch('private.lock_user', 'pg_advisory_xact_lock(20261121, hashtext(p_user_id::text))', '1');
  await patch('private.change_at_once', 'b := private.lock_booking_and(p_before, c.target_id);', 'b := p_before;');
  await patch('private.change_at_once', 'perform private.check_unpaid_seats(b, c);', 'perform pg_sleep(0.4);');
  await patch('public.change_booking', 'perform private.limit_maker(b, c);', '');
  await sql()`alter table public.bookings drop constraint bookings_check`; // seats >= num_people
  await Promise.allSettled([1, 2, 3, 4].map(() => reduce(booking)));
  expect((await sql()`select 1 from private.booking_changes`).length).toBeGreaterThan(1);
  // The doctor would report the price of nothing that this leaves.
  await sql()`delete from private.booking_changes`;
});
