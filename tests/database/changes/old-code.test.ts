import { expect, test } from 'vitest';
import { payFor } from '../booking/support/checkout.ts';
import { contextForEachTest } from '../booking/support/context.ts';
import { createUsers, daysFromNow, grantRole, rideOf } from '../booking/support/fixture.ts';
import { answer, call, dayAfter, type Json, offered, toDayAfter } from '../departures/support.ts';
import { change, codeOf } from './support.ts';

const context = contextForEachTest({ seats: 8 });
const sql = () => context.fixture.db.sql;
const show = (who: string, booking: string, code: string) =>
  call(context.fixture, who, 'get_check_in', { p_booking_id: booking, p_code: code });
const attempts = () => sql()`select 1 from private.check_in_attempts`;

async function moved(): Promise<{ booking: string; old: string }> {
  const { booking } = await payFor(context.fixture, context.checkout, context.user);
  const old = await codeOf(context, booking);
  await change(context, booking);
  return { booking, old };
}

test('the old code shows where the ticket has moved, and checks nobody in', async () => {
  const { fixture } = context;
  const { booking, old } = await moved();
  const [second = ''] = await createUsers(sql(), 1);
  await grantRole(sql(), second, 'tour_guide', 'rio');
  const [tourist] = await sql()`select full_name from public.profiles where id = ${context.user}`;
  for (const who of [fixture.guide, fixture.staff, fixture.manager, second]) {
    for (const code of [old, old.slice(0, 8)]) {
      const said = (await show(who, booking, code)) as Json;
      expect(said).toMatchObject({ hint: 'ticket_moved' });
      expect(JSON.parse(said.details as string)).toMatchObject({
        title: 'Castle & hot waterfall',
        service_date: dayAfter(),
        start_time: '09:00:00',
      });
      expect(JSON.stringify(said)).not.toContain(tourist?.full_name);
    }
  }
  expect(
    await call(fixture, fixture.guide, 'check_in', { p_booking_id: booking, p_code: old, p_action: 'checked_in' }),
  ).toMatchObject({ hint: 'ticket_moved' });
  expect(await sql()`select check_in_status from public.bookings where id = ${booking}`).toEqual([
    { check_in_status: 'pending' },
  ]);
  expect(await show(fixture.guide, booking, await codeOf(context, booking))).toMatchObject({ booking_id: booking });
  expect(await attempts()).toHaveLength(0);
});

test('the old code is found by itself, whole or by its first eight digits', async () => {
  const { fixture } = context;
  const { booking, old } = await moved();
  for (const p_code of [old, old.slice(0, 8), `${old.slice(0, 4)} ${old.slice(4, 8).toUpperCase()}`])
    expect(await call(fixture, fixture.guide, 'find_check_in', { p_code })).toEqual({ booking_id: booking });
});

test('other territories and drivers of other days get a wrong code', async () => {
  const { booking, old } = await moved();
  const [foreign = '', driver = ''] = await createUsers(sql(), 2);
  await grantRole(sql(), foreign, 'territory_staff', 'lago');
  await grantRole(sql(), driver, 'shuttle_driver', 'rio');
  for (const who of [foreign, driver])
    expect(await show(who, booking, old)).toMatchObject({ hint: 'invalid_check_in_code' });
  expect(await attempts()).toHaveLength(2);
});

test("the driver of the old day is told, although the new day is another driver's", async () => {
  const { fixture } = context;
  fixture.date = daysFromNow(0);
  await sql()`update public.territory_transports set departure_time = '23:59:59' where id = ${fixture.transport}`;
  const { booking } = await payFor(fixture, context.checkout, context.user, rideOf(fixture));
  const old = await codeOf(context, booking);
  // The territory allowed it when the trip was sold as free to cancel until the last hour.
  await sql()`update public.bookings set cancellation_policy = 'flexible', booking_date = ${daysFromNow(3)} where id = ${booking}`;
  const [driver = ''] = await createUsers(sql(), 1);
  await grantRole(sql(), driver, 'shuttle_driver', 'rio');
  await sql()`insert into public.shuttle_drivers (driver_id, territory_id) values (${driver}, 'rio')`;
  await sql()`insert into public.driver_schedules (driver_id, slot_id, day_of_week)
    select ${driver}, ${fixture.transport}, private.weekday(${fixture.date}::date)`;
  await change(context, booking, { slot_id: null, service_date: daysFromNow(9) });
  expect(await show(driver, booking, old)).toMatchObject({ hint: 'ticket_moved' });
});

test('the code of a ticket that was cancelled since reports it', async () => {
  const { booking, old } = await moved();
  await context.call(context.user, 'cancel_booking', booking);
  expect(await show(context.fixture.guide, booking, old)).toMatchObject({ hint: 'booking_cancelled' });
});

test('an accepted offer also leaves an old code', async () => {
  const { booking } = await payFor(context.fixture, context.checkout, context.user);
  const old = await codeOf(context, booking);
  const offer = await offered(context);
  await answer(context.fixture, context.user, offer.offer_id, toDayAfter(context.fixture));
  expect(await show(context.fixture.guide, booking, old)).toMatchObject({ hint: 'ticket_moved' });
});
