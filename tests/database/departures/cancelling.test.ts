import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { departureSteps } from '../../../src/features/departures/life.ts';
import { confirm, payFor, startPayment } from '../booking/support/checkout.ts';
import { contextForEachTest } from '../booking/support/context.ts';
import {
  allowAllCash,
  createHold,
  createUsers,
  daysFromNow,
  grantRole,
  holdRequest,
  refusal,
  signedIn,
  transportRequest,
} from '../booking/support/fixture.ts';
import { workAtStripe } from '../booking/support/refund.ts';
import { answer, call, cancel, passUndo, seatsOn, theDeparture, theRide } from './support.ts';

const context = contextForEachTest({ seats: 8 });
const sql = () => context.fixture.db.sql;
const paid = (people = 1) => payFor(context.fixture, context.checkout, context.user, { num_people: people });

test('the screens and the database have the same table of steps', async () => {
  const rows = await sql()`select from_status, to_status, actor, bookings from private.departure_transitions`;
  const listed = departureSteps.flatMap(({ from, to, actors, bookings }) =>
    actors.map((actor) => ({ from_status: from, to_status: to, actor, bookings })),
  );
  expect([...rows].sort(byText)).toEqual(listed.sort(byText));
});
const byText = (a: object, b: object) => JSON.stringify(a).localeCompare(JSON.stringify(b));

test('no departure takes a step that is missing from the table', async () => {
  await paid();
  await sql()`update public.departures set status = 'departed'`;
  await expect(sql()`update public.departures set status = 'scheduled'`).rejects.toThrow(/does not go from/);
});

describe('a cancelled departure', () => {
  test('sells nothing from that moment on, and its guests have an offer', async () => {
    const { booking } = await paid(2);
    expect(await cancel(context.fixture, context.fixture.guide)).toMatchObject({
      departures: [{ outcome: 'cancelled' }],
    });
    expect(await seatsOn(context.fixture, context.fixture.date)).toMatchObject({ sold: 2, status: 'cancelled' });
    const [day] =
      await sql()`select private.tomorrow_of('rio', ${context.fixture.date}, false) -> 'departures' as leaving`;
    expect(day?.leaving).toEqual([]);
    const [other = ''] = await createUsers(sql(), 1);
    expect(await refusal(createHold(context.fixture, other))).toMatchObject({
      code: 'PT409',
      hint: 'departure_cancelled',
    });
    expect(await sql()`select state from private.departure_offers where booking_id = ${booking}`).toEqual([
      { state: 'open' },
    ]);
    const listed = (await call(context.fixture, null, 'get_departures', {
      p_service_id: context.fixture.experience,
      p_from: context.fixture.date,
      p_to: context.fixture.date,
    })) as { available: number; closed: boolean }[];
    expect(listed).toMatchObject([{ available: 0, closed: true }]);
  });

  test('accepts no text that changes the direction of an email', async () => {
    const refused = cancel(context.fixture, context.fixture.staff, { p_message: 'Closed \u202enepo' });
    expect(await refusal(refused)).toMatchObject({ code: 'line_not_plain' });
    expect(await seatsOn(context.fixture, context.fixture.date)).toBeUndefined();
  });

  test('can only propose a bookable service of its kind and territory', async () => {
    const { fixture } = context;
    const [foreign] =
      await sql()`insert into public.experiences (territory_id, title, description, duration, shared_price, max_spots, available_spots)
      values ('lago', 'A walk', 'A walk', 2, 150, 8, 8) returning id`;
    const [hidden] =
      await sql()`insert into public.experiences (territory_id, title, description, duration, shared_price, max_spots, available_spots, visible)
      values ('rio', 'A walk', 'A walk', 2, 150, 8, 8, false) returning id`;
    for (const p_proposed_service_id of [foreign?.id, hidden?.id, fixture.transport, randomUUID()])
      expect(await refusal(cancel(fixture, fixture.staff, { p_proposed_service_id }))).toMatchObject({
        code: 'invalid_input',
        message: 'Another service must be of the same kind and territory',
      });
    expect(await seatsOn(fixture, fixture.date)).toBeUndefined();
  });

  test('can be one that nobody has booked yet', async () => {
    expect(await seatsOn(context.fixture, context.fixture.date)).toBeUndefined();
    expect(await cancel(context.fixture, context.fixture.staff)).toMatchObject({
      departures: [{ outcome: 'cancelled' }],
    });
    expect(await seatsOn(context.fixture, context.fixture.date)).toMatchObject({ sold: 0, status: 'cancelled' });
  });

  test("can't have left more than two hours ago, with or without bookings or its new status", async () => {
    const selection = { departures: [theDeparture(context.fixture, daysFromNow(-1))] };
    const asked = await call(context.fixture, context.fixture.staff, 'preview_departure_cancellation', {
      p_selection: selection,
    });
    expect(asked).toMatchObject({ departures: [{ outcome: 'departed' }], bookings: 0, mails: 0, money: [] });
    const answer = await cancel(context.fixture, context.fixture.staff, { p_selection: selection });
    expect(answer).toMatchObject({ departures: [{ outcome: 'departed' }] });
    expect(await seatsOn(context.fixture, daysFromNow(-1))).toBeUndefined();
  });

  test('takes no money for an earlier hold, whose card is released', async () => {
    const started = await startPayment(context.fixture, context.checkout, context.user);
    await cancel(context.fixture, context.fixture.guide);
    context.checkout.stripe.authorise(started.intent);
    expect(await confirm(context.checkout, started)).toMatchObject({ state: 'void' });
    await workAtStripe(context.fixture.db, context.checkout);
    expect(context.checkout.stripe.get(started.intent).status).toBe('canceled');
    expect(await seatsOn(context.fixture, context.fixture.date)).toMatchObject({ sold: 0, held: 0 });
  });

  test('refunds what was charged for such a hold', async () => {
    const started = await startPayment(context.fixture, context.checkout, context.user);
    await cancel(context.fixture, context.fixture.guide);
    const intent = context.checkout.stripe.get(started.intent);
    Object.assign(intent, {
      status: 'succeeded',
      amount_received: intent.amount,
      latest_charge: { amount_refunded: 0 },
    });
    await confirm(context.checkout, started);
    await workAtStripe(context.fixture.db, context.checkout);
    expect(context.checkout.stripe.refundedOf(started.intent)).toBe(intent.amount);
    expect(await sql()`select 1 from public.bookings`).toHaveLength(0);
  });

  test('accepts no cash for an earlier hold, no new payment and no more seats', async () => {
    const cash = await createHold(
      context.fixture,
      context.user,
      holdRequest(context.fixture, { payment_method: 'cash' }),
    );
    const [other = ''] = await createUsers(sql(), 1);
    const card = await createHold(context.fixture, other);
    await cancel(context.fixture, context.fixture.guide);
    await expect(call(context.fixture, context.user, 'book_cash', { p_hold_id: cash.hold_id })).rejects.toMatchObject({
      code: 'departure_cancelled',
    });
    await expect(
      context.checkout.deps.admin('begin_payment', { p_hold_id: card.hold_id, p_user_id: other }),
    ).rejects.toMatchObject({ code: 'departure_cancelled' });
    const staffChange = (name: string, more: object) =>
      call(context.fixture, context.fixture.staff, name, {
        p_service_id: context.fixture.experience,
        p_slot_id: context.fixture.slot,
        p_date: context.fixture.date,
        ...more,
      });
    await expect(staffChange('set_departure_capacity', { p_capacity: 20 })).rejects.toMatchObject({
      code: 'departure_cancelled',
    });
    await expect(staffChange('close_departure', { p_closed: false })).rejects.toMatchObject({
      code: 'departure_cancelled',
    });
  });

  test('reinstates no booking and checks in nobody', async () => {
    const { booking } = await paid();
    const [other = ''] = await createUsers(sql(), 1);
    const ended = await payFor(context.fixture, context.checkout, other);
    await context.call(context.fixture.staff, 'staff_cancel_booking', ended.booking);
    await cancel(context.fixture, context.fixture.guide);
    await expect(context.setStatus(ended.booking, 'confirmed')).rejects.toMatchObject({ code: 'departure_cancelled' });
    await expect(context.setStatus(booking, 'checked_in')).rejects.toMatchObject({ code: 'departure_cancelled' });
    // Without that check, there would still be no seats.
    const [row] =
      await sql()`select private.sell_free_seats(departure_id, 1, 'shared') as seats from public.bookings where id = ${booking}`;
    expect(row?.seats).toBeNull();
  });

  test('promises its guests a full refund, even if they cancel in the meantime', async () => {
    const { booking, intent } = await paid();
    await context.startsIn(booking, 30);
    await cancel(context.fixture, context.fixture.guide);
    await expect(
      context.call(context.fixture.staff, 'staff_cancel_booking', booking, { p_refund_amount: 10 }),
    ).rejects.toMatchObject({ code: 'refund_too_small' });
    expect(await context.call(context.user, 'quote_cancellation', booking)).toMatchObject({ refund_amount: 175.5 });
    await context.call(context.user, 'cancel_booking', booking, { p_refund_amount: 175.5 });
    await workAtStripe(context.fixture.db, context.checkout);
    expect(context.checkout.stripe.refundedOf(intent)).toBe(17_550);
    expect(await sql()`select state from private.departure_offers`).toEqual([{ state: 'closed' }]);
    await passUndo(context.fixture);
    const [offer] = await sql()`select id from private.departure_offers`;
    await expect(answer(context.fixture, context.user, offer?.id, { p_answer: 'refund' })).rejects.toMatchObject({
      code: 'offer_closed',
    });
  });
});

describe('the right to cancel a departure', () => {
  const forbidden = { status: 403, code: 'forbidden' };

  test('belongs to those who run it', async () => {
    const { fixture } = context;
    const [stranger = '', otherGuide = '', otherStaff = '', admin = '', away = ''] = await createUsers(sql(), 5);
    await grantRole(sql(), otherGuide, 'tour_guide', 'rio');
    await grantRole(sql(), otherStaff, 'territory_staff', 'lago');
    await grantRole(sql(), away, 'shuttle_manager', 'rio');
    await grantRole(sql(), admin, 'admin', null);
    await paid();
    for (const who of [context.user, stranger, otherGuide, otherStaff, away, fixture.shuttle]) {
      await expect(cancel(fixture, who)).rejects.toMatchObject(forbidden);
      await expect(
        call(fixture, who, 'preview_departure_cancellation', { p_selection: { departures: [theDeparture(fixture)] } }),
      ).rejects.toMatchObject(forbidden);
    }
    // The same applies to a date without bookings.
    const empty = { p_selection: { departures: [theDeparture(fixture, daysFromNow(9))] } };
    for (const who of [otherGuide, away]) await expect(cancel(fixture, who, empty)).rejects.toMatchObject(forbidden);
    expect(await sql()`select 1 from private.departure_cancellations`).toHaveLength(0);
    for (const [day, who] of [fixture.guide, fixture.staff, fixture.manager, admin].entries()) {
      const departures = [theDeparture(fixture, daysFromNow(10 + day))];
      expect(await cancel(fixture, who, { p_selection: { departures } })).toMatchObject({
        departures: [{ outcome: 'cancelled' }],
      });
    }
  });

  test('excludes a guide of new bookings when another guide leads the guests', async () => {
    const { fixture } = context;
    const [first = ''] = await createUsers(sql(), 1);
    await grantRole(sql(), first, 'tour_guide', 'rio');
    const { booking } = await paid();
    await sql()`update public.bookings set guide_id = ${first} where id = ${booking}`;
    const about = { p_selection: { departures: [theDeparture(fixture)] } };
    await expect(call(fixture, fixture.guide, 'preview_departure_cancellation', about)).rejects.toMatchObject(
      forbidden,
    );
    await expect(cancel(fixture, fixture.guide)).rejects.toMatchObject(forbidden);
    expect(await cancel(fixture, first)).toMatchObject({ departures: [{ outcome: 'cancelled' }] });
    const [departure] = await sql()`select id from public.departures where status = 'cancelled'`;
    await expect(
      call(fixture, fixture.guide, 'departure_answers', { p_departure_id: departure?.id }),
    ).rejects.toMatchObject(forbidden);
  });

  test('includes a shuttle manager for transport, and the driver of today or tomorrow', async () => {
    const { fixture } = context;
    const far = { p_selection: { departures: [theRide(fixture)] } };
    fixture.date = daysFromNow(1);
    const [driver = '', idle = ''] = await createUsers(sql(), 2);
    for (const one of [driver, idle]) {
      await grantRole(sql(), one, 'shuttle_driver', 'rio');
      await sql()`insert into public.shuttle_drivers (driver_id, territory_id) values (${one}, 'rio')`;
    }
    await sql()`insert into public.driver_schedules (driver_id, slot_id, day_of_week)
      select ${driver}, ${fixture.transport}, unnest('{monday,tuesday,wednesday,thursday,friday,saturday,sunday}'::text[])`;
    // Drivers can't cancel departures whose guests they can't read yet, because the cancellation would show them.
    await expect(cancel(fixture, driver, far)).rejects.toMatchObject(forbidden);
    const ride = { p_selection: { departures: [theRide(fixture)] } };
    for (const who of [idle, fixture.guide]) await expect(cancel(fixture, who, ride)).rejects.toMatchObject(forbidden);
    const asked = (who: string) => call(fixture, who, 'preview_departure_cancellation', ride);
    await payFor(fixture, context.checkout, context.user, transportRequest(fixture));
    // A driver may cancel their own rides, but can't read what the passengers paid.
    expect(await asked(driver)).toMatchObject({ bookings: 1, money: null });
    expect(await asked(fixture.shuttle)).toMatchObject({ bookings: 1, money: [{ currency_code: 'GTQ' }] });
    expect(await cancel(fixture, driver, ride)).toMatchObject({ departures: [{ outcome: 'cancelled' }] });
    const [departure] = await sql()`select id from public.departures where service_id = ${fixture.transport}`;
    const amounts = async (who: string) => {
      const rows = await fixture.db.as(
        signedIn(who),
        (own) =>
          own`select a -> 'offer' ->> 'refund_amount' as amount from public.departure_answers(${departure?.id}) a`,
      );
      return rows.map(({ amount }) => amount);
    };
    expect(await amounts(driver)).toEqual([null]);
    expect(await amounts(fixture.shuttle)).toEqual([expect.stringMatching(/^[1-9]/)]);
    expect(await cancel(fixture, fixture.shuttle, ride)).toMatchObject({
      departures: [{ outcome: 'already_cancelled' }],
    });
  });

  test('applies to those of several that the caller runs, and the others remain unchanged', async () => {
    const { fixture } = context;
    const departures = [theDeparture(fixture), theRide(fixture)];
    const { departures: done } = await cancel(fixture, fixture.guide, { p_selection: { departures } });
    expect(done.map(({ outcome }) => outcome).sort()).toEqual(['cancelled', 'forbidden']);
    expect(await sql()`select 1 from public.departures where service_id = ${fixture.transport}`).toHaveLength(0);
  });
});

describe('a repeated cancellation', () => {
  test('has the same response and the same offers', async () => {
    await paid();
    const p_key = randomUUID();
    const first = await cancel(context.fixture, context.fixture.guide, { p_key });
    expect(await cancel(context.fixture, context.fixture.guide, { p_key })).toEqual(first);
    await expect(cancel(context.fixture, context.fixture.guide, { p_key, p_reason: 'road' })).rejects.toMatchObject({
      status: 409,
      code: 'idempotency_key_reused',
    });
    expect(await cancel(context.fixture, context.fixture.staff)).toMatchObject({
      departures: [{ outcome: 'already_cancelled' }],
    });
    expect(await sql()`select 1 from private.departure_offers`).toHaveLength(1);
  });

  test('is refused after too many, because each blocks seats for a while', async () => {
    const { fixture } = context;
    await sql()`update private.limits set value = 2 where name = 'departure_cancel.minute'`;
    for (const _ of [1, 2]) {
      const { cancellation_id } = await cancel(fixture, fixture.guide);
      await call(fixture, fixture.guide, 'undo_departure_cancellation', { p_cancellation_id: cancellation_id });
    }
    expect(await refusal(cancel(fixture, fixture.guide))).toMatchObject({ code: 'rate_limited' });
    expect(await seatsOn(fixture, fixture.date)).toMatchObject({ status: 'scheduled' });
  });

  test('works from two phones at the same time, with one key and with two', async () => {
    await paid();
    const p_key = randomUUID();
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => cancel(context.fixture, context.fixture.guide, { p_key })),
      cancel(context.fixture, context.fixture.staff),
      cancel(context.fixture, context.fixture.manager),
    ]);
    const outcomes = answers.slice(2).map(({ departures }) => departures[0]?.outcome);
    expect(outcomes.filter((outcome) => outcome === 'cancelled')).toHaveLength(1);
    expect(new Set(answers.slice(0, 3).map((one) => JSON.stringify(one))).size).toBe(1);
    expect(await sql()`select 1 from private.departure_offers`).toHaveLength(1);
    expect(await sql()`select 1 from private.outbox where template = 'departure_offer'`).toHaveLength(1);
  });
});

describe('cancelling several departures', () => {
  test('covers a range with its preview: bookings, people, money and emails', async () => {
    await allowAllCash(context.fixture);
    await paid(2);
    await sql()`update public.experiences set translations = '{"es": {"title": "Castillo"}}'`;
    const [other = ''] = await createUsers(sql(), 1);
    const { hold_id } = await createHold(
      context.fixture,
      other,
      holdRequest(context.fixture, { payment_method: 'cash', num_people: 3 }),
    );
    await call(context.fixture, other, 'book_cash', { p_hold_id: hold_id });
    const p_selection = { territory_id: 'rio', from: context.fixture.date, to: daysFromNow(8) };
    const preview = (await call(context.fixture, context.fixture.staff, 'preview_departure_cancellation', {
      p_selection,
    })) as {
      departures: unknown[];
    };
    expect(preview).toMatchObject({
      bookings: 2,
      people: 5,
      unpaid: 1,
      mails: 2,
      money: [{ currency_code: 'GTQ', currency_symbol: 'Q', amount: 351 }],
    });
    // The preview contains the experience and the shuttle on two days.
    expect(preview.departures).toHaveLength(4);
    expect(preview.departures).toContainEqual(
      expect.objectContaining({
        title: 'Castle & hot waterfall',
        titles: { en: 'Castle & hot waterfall', es: 'Castillo' },
      }),
    );
    expect((await cancel(context.fixture, context.fixture.staff, { p_selection })).departures).toHaveLength(4);
    expect(await sql()`select 1 from public.departures where status = 'cancelled'`).toHaveLength(4);
  });

  test('covers all transport, or one service, of a territory', async () => {
    const { fixture } = context;
    const range = { territory_id: 'rio', from: fixture.date, to: daysFromNow(9) };
    const outcome = await cancel(fixture, fixture.shuttle, { p_selection: { ...range, kind: 'transport' } });
    expect(outcome.departures).toHaveLength(3);
    await cancel(fixture, fixture.staff, { p_selection: { ...range, service_id: fixture.experience } });
    expect(
      await sql()`select 1 from public.departures where service_id = ${fixture.experience} and status = 'cancelled'`,
    ).toHaveLength(3);
  });

  test('covers all boats of a territory, and nothing else', async () => {
    const { fixture } = context;
    const [boat] =
      await sql()`insert into public.territory_transports (territory_id, title, description, transport_type_id, pickup_location,
        destination, departure_time, duration_hours, shared_price, max_spots, available_spots)
      select territory_id, 'Lancha', description, 'boat', pickup_location, destination, departure_time, duration_hours, shared_price, max_spots, available_spots
        from public.territory_transports where id = ${fixture.transport} returning id`;
    const p_selection = { territory_id: 'rio', from: fixture.date, to: daysFromNow(8), transport_type_id: 'boat' };
    const shown = await call(fixture, fixture.staff, 'preview_departure_cancellation', { p_selection });
    expect((shown as { departures: { service_id: string }[] }).departures.map((one) => one.service_id)).toEqual([
      boat?.id,
      boat?.id,
    ]);
    expect((await cancel(fixture, fixture.staff, { p_selection })).departures).toHaveLength(2);
    const stopped = await sql()`select distinct service_id from public.departures where status = 'cancelled'`;
    expect(stopped).toEqual([{ service_id: boat?.id }]);
    const none = { ...p_selection, transport_type_id: 'balloon' };
    expect(await call(fixture, fixture.staff, 'preview_departure_cancellation', { p_selection: none })).toMatchObject({
      departures: [],
    });
  });

  test('continues after a failure, and a booking without an offer gets it later', async () => {
    const { booking } = await paid();
    const [other = ''] = await createUsers(sql(), 1);
    const second = await payFor(context.fixture, context.checkout, other);
    await sql().unsafe(`create function public.poisoned() returns trigger language plpgsql as $$
      begin if new.booking_id = '${booking}' then raise exception 'poisoned'; end if; return new; end $$;
      create trigger aa_poisoned before insert on private.departure_offers for each row execute function public.poisoned()`);
    expect(await cancel(context.fixture, context.fixture.guide)).toMatchObject({
      departures: [{ outcome: 'cancelled' }],
    });
    expect(await sql()`select booking_id from private.departure_offers`).toEqual([{ booking_id: second.booking }]);
    expect(await sql()`select kind, item from private.troubles`).toEqual([{ kind: 'departure_offer', item: booking }]);
    await sql().unsafe('drop trigger aa_poisoned on private.departure_offers; drop function public.poisoned()');
    await sql()`update private.troubles set next_attempt_at = now()`;
    expect(await context.checkout.deps.admin('run_departures')).toMatchObject({ offers_made: 1 });
    expect(await sql()`select 1 from private.departure_offers where state = 'open'`).toHaveLength(2);
    expect(await sql()`select 1 from private.troubles`).toHaveLength(0);
  });

  test.each([
    {},
    { departures: [] },
    { departures: 'all' },
    { territory_id: 'rio', from: '2026-01-01', to: '2030-01-01' },
  ])('requires a selection: %j', async (p_selection) => {
    await expect(cancel(context.fixture, context.fixture.staff, { p_selection })).rejects.toMatchObject({
      status: 400,
    });
  });
});

test('gives a ride of several passengers an offer like a trip', async () => {
  const { hold_id } = await createHold(context.fixture, context.user, transportRequest(context.fixture));
  expect(hold_id).toBeTruthy();
  await cancel(context.fixture, context.fixture.shuttle, { p_selection: { departures: [theRide(context.fixture)] } });
  expect(await sql()`select status from public.departures where service_id = ${context.fixture.transport}`).toEqual([
    { status: 'cancelled' },
  ]);
});
