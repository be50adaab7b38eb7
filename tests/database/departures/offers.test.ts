import { describe, expect, test } from 'vitest';
import { payFor } from '../booking/support/checkout.ts';
import { contextForEachTest } from '../booking/support/context.ts';
import { createUsers, daysFromNow, grantRole, referUsers } from '../booking/support/fixture.ts';
import { workAtStripe } from '../booking/support/refund.ts';
import { createWalk } from './dearer-support.ts';
import {
  answer,
  call,
  cancel,
  dayAfter,
  type Json,
  type Offer,
  offered,
  offersOf,
  passUndo,
  seatsOn,
  theDeparture,
  theRide,
  toDayAfter,
} from './support.ts';

const context = contextForEachTest({ seats: 8 });
const sql = () => context.fixture.db.sql;
const paid = (more: Json = {}, user = context.user) => payFor(context.fixture, context.checkout, user, more);
const codeOf = async (booking: string) =>
  (await sql()`select code from public.booking_codes where booking_id = ${booking}`)[0]?.code as string;

test('a cancelled departure keeps the sold time, before and after its guests have answered', async () => {
  await paid({ num_people: 3 });
  const { offer_id, start_time } = (await offered(context)) as Offer & Json;
  const hour = async () => {
    const [row] =
      await sql()`select x.start_time::text as at from public.departures d, private.departures_of(array[d.service_id],
      d.service_date, d.service_date) x where d.status = 'cancelled' and x.departure_id = d.id`;
    return [((await offersOf(context.fixture, context.user))[0] as Offer & Json).start_time, row?.at];
  };
  await sql()`update public.experience_timeslots set start_time = '03:15' where id = ${context.fixture.slot}`;
  expect(await hour()).toEqual([start_time, start_time]);
  await answer(context.fixture, context.user, offer_id, { p_answer: 'refund' });
  expect(await hour()).toEqual([start_time, start_time]);
});

describe('the choices of an offer', () => {
  test('are the departures of the next 14 days with seats for all of them, and the full refund', async () => {
    await paid({ num_people: 3 });
    const [other = ''] = await createUsers(sql(), 1);
    await paid({ num_people: 6, service_date: dayAfter() }, other);
    await call(context.fixture, context.fixture.staff, 'close_departure', {
      p_service_id: context.fixture.experience,
      p_slot_id: context.fixture.slot,
      p_date: daysFromNow(9),
    });
    await cancel(context.fixture, context.fixture.staff, {
      p_selection: { departures: [theDeparture(context.fixture, daysFromNow(10))] },
    });
    const offer = await offered(context);
    const days = offer.choices.map(({ service_date }) => service_date);
    expect(days).toContain(daysFromNow(11));
    for (const day of [context.fixture.date, dayAfter(), daysFromNow(9), daysFromNow(10)])
      expect(days).not.toContain(day);
    expect(days.at(-1)).toBe(daysFromNow(14));
    expect(offer).toMatchObject({ state: 'open', refund_amount: 526.5 });
  });

  test('include departures without bookings for a private group', async () => {
    await paid({ booking_type: 'private', num_people: 4 });
    const [other = ''] = await createUsers(sql(), 1);
    await paid({ service_date: dayAfter() }, other);
    const offer = await offered(context);
    expect(offer.choices.map(({ service_date }) => service_date)).not.toContain(dayAfter());
    await answer(context.fixture, context.user, offer.offer_id, {
      ...toDayAfter(context.fixture),
      p_date: daysFromNow(9),
    });
    const [row] =
      await sql()`select sold, capacity, exclusive from public.departures where service_date = ${daysFromNow(9)}`;
    expect(row).toEqual({ sold: 8, capacity: 8, exclusive: true });
  });

  test('contain each departure once with its minimum, even if a cancelled one is proposed', async () => {
    const { fixture } = context;
    await paid({ num_people: 3 });
    await call(fixture, fixture.staff, 'set_run_minimum', {
      p_service_id: fixture.experience,
      p_min_to_run: 4,
    });
    const { choices } = await offered(context, { p_proposed_service_id: fixture.experience });
    const days = choices.map(({ service_date }) => service_date);
    expect(new Set(days).size).toBe(days.length);
    expect(choices.at(-1)?.minimum).toMatchObject({ status: 'scheduled', min_to_run: 4, sold: 0 });
    const moved = await answer(
      fixture,
      context.user,
      (await offersOf(fixture, context.user))[0]?.offer_id ?? '',
      toDayAfter(fixture),
    );
    expect(moved.moved_to?.minimum).toMatchObject({ status: 'scheduled', min_to_run: 4, sold: 3 });
  });

  test('include another service of the operator only for party sizes that it accepts', async () => {
    const [pair, group] = [await createWalk(context, 100), await createWalk(context, 100)];
    await sql()`update public.experiences set min_spots = 3 where id = ${group}`;
    await paid({ num_people: 2 });
    const { choices } = await offered(context, { p_proposed_service_id: group });
    expect(choices.map(({ service_id }) => service_id)).not.toContain(group);
    await sql()`update private.departure_cancellations set proposed_service_id = ${pair}`;
    const [offer] = await offersOf(context.fixture, context.user);
    expect(offer?.choices.map(({ service_id }) => service_id)).toContain(pair);
  });

  test('include a cheaper service only once the card is charged', async () => {
    const cheaper = await createWalk(context, 100);
    await context.bookUncaptured();
    const offer = await offered(context, { p_proposed_service_id: cheaper });
    const choice = offer.choices.find(({ service_id }) => service_id === cheaper);
    const moved = answer(context.fixture, context.user, offer.offer_id, {
      p_answer: 'move',
      p_service_id: cheaper,
      p_slot_id: choice?.slot_id,
      p_date: choice?.service_date,
    });
    await expect(moved).rejects.toMatchObject({ code: 'offer_payment_in_progress' });
    expect(await sql()`select state from private.departure_offers`).toEqual([{ state: 'open' }]);
  });

  test('include another service of the operator, with the price difference refunded', async () => {
    const cheaper = await createWalk(context, 100);
    const { booking, intent } = await paid({ num_people: 2 });
    const offer = await offered(context, { p_proposed_service_id: cheaper });
    const choice = offer.choices.find(
      ({ service_id, service_date }) => service_id === cheaper && service_date === dayAfter(),
    );
    expect(choice).toMatchObject({ refund_amount: 151 });
    await answer(context.fixture, context.user, offer.offer_id, {
      p_answer: 'move',
      p_service_id: cheaper,
      p_slot_id: choice?.slot_id,
      p_date: dayAfter(),
    });
    await workAtStripe(context.fixture.db, context.checkout);
    expect(context.checkout.stripe.refundedOf(intent)).toBe(15_100);
    expect(await context.ledgerTotal(booking)).toBe(200);
    expect(await sql()`select service_id, status from public.bookings where id = ${booking}`).toEqual([
      { service_id: cheaper, status: 'paid' },
    ]);
  });
});

describe('an accepted move', () => {
  test('frees the old seats, takes the new ones and keeps the ticket, under a new code', async () => {
    const [guide2 = ''] = await createUsers(sql(), 1);
    await grantRole(sql(), guide2, 'tour_guide', 'rio');
    await sql()`insert into public.experience_guide_rankings (experience_id, guide_id, rank) values (${context.fixture.experience}, ${guide2}, 2)`;
    await call(context.fixture, context.fixture.guide, 'decline_date', {
      p_slot_id: context.fixture.slot,
      p_date: dayAfter(),
    }).catch(() => undefined);
    const partner = await referUsers(sql(), [context.user]);
    const { booking, intent } = await paid({ num_people: 2 });
    const code = await codeOf(booking);
    const offer = await offered(context);
    expect(await answer(context.fixture, context.user, offer.offer_id, toDayAfter(context.fixture))).toMatchObject({
      state: 'moved',
      moved_to: { service_date: dayAfter() },
    });
    expect(await seatsOn(context.fixture, context.fixture.date)).toMatchObject({ sold: 0 });
    expect(await seatsOn(context.fixture, dayAfter())).toMatchObject({ sold: 2 });
    const [row] =
      await sql()`select booking_date::text, status, total_price::float as price, guide_id, num_people from public.bookings where id = ${booking}`;
    const [led] =
      await sql()`select private.leader_of(d) as guide from public.departures d where service_date = ${dayAfter()}`;
    expect(row).toMatchObject({
      booking_date: dayAfter(),
      status: 'paid',
      price: 351,
      guide_id: led?.guide,
      num_people: 2,
    });
    expect(await codeOf(booking)).not.toBe(code);
    expect(await context.ledgerTotal(booking)).toBe(351);
    expect(await sql()`select partner_id, amount::float from public.commissions`).toEqual([
      { partner_id: partner, amount: 35.1 },
    ]);
    await workAtStripe(context.fixture.db, context.checkout);
    expect(context.checkout.stripe.refundedOf(intent)).toBe(0);
    expect(
      await sql()`select template from private.outbox where payload ->> 'booking_id' = ${booking} and template in ('booking_moved', 'booking_cancelled') and kind = 'email'`,
    ).toEqual([{ template: 'booking_moved' }]);
  });

  test('happens once: the same answer gets the same response, another one is refused', async () => {
    await paid();
    const offer = await offered(context);
    const all = await Promise.allSettled([
      ...[1, 2, 3, 4].map(() => answer(context.fixture, context.user, offer.offer_id, toDayAfter(context.fixture))),
      answer(context.fixture, context.user, offer.offer_id, { p_answer: 'refund' }),
    ]);
    const won = all.filter(({ status }) => status === 'fulfilled') as PromiseFulfilledResult<Offer>[];
    expect(new Set(won.map(({ value }) => value.state)).size).toBe(1);
    expect((await seatsOn(context.fixture, dayAfter()))?.sold ?? 0).toBe(won[0]?.value.state === 'moved' ? 1 : 0);
    const other = won[0]?.value.state === 'moved' ? { p_answer: 'refund' } : toDayAfter(context.fixture);
    await expect(answer(context.fixture, context.user, offer.offer_id, other)).rejects.toMatchObject({
      code: 'offer_answered',
    });
  });

  test('is refused if the seats are sold, and the offer stays open', async () => {
    await paid({ num_people: 2 });
    const offer = await offered(context);
    const [other = ''] = await createUsers(sql(), 1);
    await paid({ num_people: 7, service_date: dayAfter() }, other);
    await expect(
      answer(context.fixture, context.user, offer.offer_id, toDayAfter(context.fixture)),
    ).rejects.toMatchObject({
      status: 409,
      code: 'sold_out',
    });
    await expect(
      answer(context.fixture, context.user, offer.offer_id, {
        ...toDayAfter(context.fixture),
        p_date: daysFromNow(40),
      }),
    ).rejects.toMatchObject({ code: 'sold_out' });
    expect(await offersOf(context.fixture, context.user)).toMatchObject([{ state: 'open' }]);
  });

  test('undoes an arrival at the cancelled departure', async () => {
    const { booking } = await paid();
    await context.startsIn(booking, 1);
    await context.setStatus(booking, 'checked_in');
    const offer = await offered(context);
    await answer(context.fixture, context.user, offer.offer_id, toDayAfter(context.fixture));
    expect(await sql()`select status, check_in_status from public.bookings where id = ${booking}`).toEqual([
      { status: 'paid', check_in_status: 'pending' },
    ]);
  });

  test('is possible for a ride to another day of the shuttle', async () => {
    const request = {
      kind: 'transport',
      slot_id: undefined,
      service_id: context.fixture.transport,
    };
    const { booking } = await paid({
      ...request,
      passenger_details: [
        { name: 'Ana', email: 'ana@example.test', whatsapp: '+50255512345', country: 'GT', speaks_spanish: true },
      ],
    });
    const offer = await offered(context, { p_selection: { departures: [theRide(context.fixture)] } }).catch(
      async () => {
        await cancel(context.fixture, context.fixture.shuttle, {
          p_selection: { departures: [theRide(context.fixture)] },
        });
        await passUndo(context.fixture);
        return (await offersOf(context.fixture, context.user))[0] as Offer;
      },
    );
    await answer(context.fixture, context.user, offer.offer_id, { p_answer: 'move', p_date: dayAfter() });
    const rows =
      await sql()`select d.service_date::text as day, d.sold from public.departures d where d.service_id = ${context.fixture.transport} order by 1`;
    expect(rows).toEqual([
      { day: context.fixture.date, sold: 0 },
      { day: dayAfter(), sold: 1 },
    ]);
    expect(await sql()`select booking_date::text as day from public.bookings where id = ${booking}`).toEqual([
      { day: dayAfter() },
    ]);
  });

  test('asks again if its new departure is cancelled too', async () => {
    await paid();
    const offer = await offered(context);
    await answer(context.fixture, context.user, offer.offer_id, toDayAfter(context.fixture));
    await cancel(context.fixture, context.fixture.guide, {
      p_selection: { departures: [theDeparture(context.fixture, dayAfter())] },
    });
    await passUndo(context.fixture);
    expect((await offersOf(context.fixture, context.user)).map(({ state }) => state)).toEqual(['open', 'moved']);
  });
});
