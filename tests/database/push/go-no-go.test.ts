import { expect, test } from 'vitest';
import { payFor } from '../booking/support/checkout.ts';
import { contextForEachTest } from '../booking/support/context.ts';
import { signedIn } from '../booking/support/fixture.ts';
import { call } from '../departures/support.ts';
import { claim, device, pushes, save } from './support.ts';

// The go/no-go question is pushed to the phones of a departure's team while there is something to decide.

const context = contextForEachTest({ seats: 8 });
const sql = () => context.fixture.db.sql;
const run = () => context.checkout.deps.admin('run_departures');

/** Books three guests of the four that the departure needs, half an hour before the decision. */
async function asked(): Promise<void> {
  const { fixture, checkout, user } = context;
  const [at] =
    await sql()`select (x at time zone 'America/Guatemala')::time::text as time, ((x at time zone 'America/Guatemala')::date + 1)::text as day
    from (select now() + interval '90 minutes' as x) y`;
  await call(fixture, fixture.staff, 'set_run_minimum', {
    p_service_id: fixture.experience,
    p_min_to_run: 4,
    p_decide_at: at?.time,
  });
  fixture.date = at?.day as string;
  await payFor(fixture, checkout, user, { num_people: 3, service_date: fixture.date });
  await sql()`update public.experiences set decide_at = (decide_at - interval '1 hour')::time`;
  await sql()`delete from private.departure_minimums`;
  await save(fixture, fixture.guide, device('guide'));
  await save(fixture, fixture.staff, device('desk'));
  await claim(fixture);
  await sql()`delete from private.outbox where kind = 'push'`;
  await run();
}
const mine = async () => (await pushes(context.fixture)).filter((line) => line.startsWith('go_no_go')).sort();

test('notifies guide and desk of the number of guests, and the day and time of the decision', async () => {
  await asked();
  const [one] = (await claim(context.fixture)).filter(({ data }) => data.wording === 'go_no_go');
  expect(await mine()).toEqual(['go_no_go desk sending', 'go_no_go guide sending']);
  const [decision] = await sql()`select to_char(decides_at at time zone 'America/Guatemala', 'HH24:MI') as until,
    (decides_at at time zone 'America/Guatemala')::date::text as until_date, extract(epoch from decides_at - now())::int as seconds from private.departure_decisions`;
  expect(one?.data).toMatchObject({
    params: { sold: 3, min_to_run: 4, until: decision?.until, until_date: decision?.until_date },
  });
  // It links to the departure's day, because there is no booking.
  const { date } = (one?.data.params ?? {}) as { date?: string };
  expect(date).toMatch(/^\d{4}-/);
  expect(one?.data.day).toBe(date);
  // The push service stores it until the decision at most.
  expect(Math.abs(Number(one?.data.ttl) - Number(decision?.seconds))).toBeLessThan(60);
});

test('sends nothing to people who turned off notifications about departures', async () => {
  await context.fixture.db.as(
    signedIn(context.fixture.guide),
    (tx) => tx`insert into public.notice_choices (push_departure) values (false)`,
  );
  await asked();
  await claim(context.fixture);
  expect(await mine()).toEqual(['go_no_go desk sending']);
});

test.each([
  ['it was already decided', () => sql()`update public.departures set status = 'confirmed' where sold > 0`],
  [
    'the time had passed',
    () =>
      sql()`update private.departure_decisions set asked_at = now() - interval '7 hours', decides_at = now() - interval '30 minutes'`,
  ],
  ['enough had booked', () => sql()`update private.departure_minimums set min_to_run = 2`],
] as const)('sends nothing after the worker was down when %s', async (_, happens) => {
  await asked();
  // Notifications are delivered in the app and queued as pushes.
  await sql()`select private.deliver_notifications()`;
  expect(await mine()).toEqual(['go_no_go desk queued', 'go_no_go guide queued']);
  await sql()`insert into private.departure_minimums (departure_id, min_to_run, decide_at)
    select id, 4, '12:00' from public.departures where sold > 0 on conflict do nothing`;
  await happens();
  await claim(context.fixture);
  expect(await mine()).toEqual([
    'go_no_go desk discarded The time to send this message has passed',
    'go_no_go guide discarded The time to send this message has passed',
  ]);
});
