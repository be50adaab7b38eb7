import { beforeEach, describe, expect, test } from 'vitest';
import { contextForEachTest } from '../booking/support/context.ts';
import { allowAllCash, createUsers } from '../booking/support/fixture.ts';
import { bookSeats, cancelBooking, entriesOf, join, leavesIn, stateOf } from './support.ts';

const context = contextForEachTest({ seats: 4 });
const sql = () => context.fixture.db.sql;
const run = async () => {
  await context.checkout.deps.admin('release_expired');
  await context.checkout.deps.admin('run_departures');
};
let ana: string;
let ben: string;

beforeEach(async () => {
  await allowAllCash(context.fixture);
  [ana = '', ben = ''] = await createUsers(sql(), 2);
});

/** Offers two seats to Ana while Ben is second on the waitlist. */
async function offered(): Promise<void> {
  const [booking] = await bookSeats(context.fixture, [2, 2]);
  await join(context.fixture, ana, 2);
  await join(context.fixture, ben, 2);
  await cancelBooking(context.fixture, booking);
}

describe('a scheduler that was down for six hours', () => {
  /** Makes the offer six hours old, so that it expired four hours ago. */
  const sixHoursLater = () =>
    sql()`update private.holds set created_at = created_at - interval '6 hours', expires_at = expires_at - interval '6 hours' where offered`;

  test('passes the seats on with the full time, and sends no outdated email', async () => {
    await offered();
    await sixHoursLater();
    await run();
    expect(await stateOf(context.fixture, ana)).toBe('expired');
    const [entry] = await entriesOf(context.fixture, ben);
    expect(Math.round((entry?.seconds_left ?? 0) / 60)).toBe(120);
    await context.checkout.deps.admin('claim_outbox', { p_limit: 200 });
    expect(
      await sql()`select w.user_id, o.state from private.outbox o join private.waiting_list w on o.payload ->> 'entry_id' = w.id::text order by o.id`,
    ).toEqual([
      { user_id: ana, state: 'discarded' },
      { user_id: ben, state: 'sending' },
    ]);
    expect(await sql()`select user_id from public.notifications where type = 'seats_free'`).toEqual([{ user_id: ben }]);
  });

  test('offers nothing of a departure that has left in the meantime', async () => {
    await offered();
    await sixHoursLater();
    await leavesIn(context.fixture, -60);
    await run();
    expect(await stateOf(context.fixture, ben)).toBe('ended');
    expect(await sql()`select 1 from public.notifications where type = 'seats_free'`).toHaveLength(0);
  });
});

test.each(['America/Guatemala', 'America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'in %s an offer ends before its departure leaves there, and so does the list',
  async (zone) => {
    await sql()`update public.territories set time_zone = ${zone} where id = 'rio'`;
    const [booking] = await bookSeats(context.fixture, [2, 2]);
    await join(context.fixture, ana, 2);
    await join(context.fixture, ben, 4);
    await leavesIn(context.fixture, 120);
    await cancelBooking(context.fixture, booking);
    const [entry] = await entriesOf(context.fixture, ana);
    expect(Math.round((entry?.seconds_left ?? 0) / 60)).toBe(30);
    await run();
    expect(await stateOf(context.fixture, ben)).toBe('waiting');
    await leavesIn(context.fixture, -1);
    await run();
    expect([await stateOf(context.fixture, ana), await stateOf(context.fixture, ben)]).toEqual(['ended', 'ended']);
  },
);

test.each([
  // The clocks of New York go forward at 2 AM on 14 March 2027, and back on 7 November.
  ['2027-03-14', '09:00', '2027-03-14T13:00:00.000Z'],
  ['2027-11-07', '09:00', '2027-11-07T14:00:00.000Z'],
])('a departure on %s at %s in New York leaves at %s', async (day, time, moment) => {
  await sql()`update public.territories set time_zone = 'America/New_York' where id = 'rio'`;
  await sql()`update public.experience_timeslots set start_time = ${time}`;
  await bookSeats(context.fixture, [4]);
  await sql()`update public.departures set service_date = ${day}`;
  expect(await sql()`select private.leaves_at(d) as leaves from public.departures d`).toEqual([
    { leaves: new Date(moment) },
  ]);
});
