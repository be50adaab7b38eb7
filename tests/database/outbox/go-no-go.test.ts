import { expect, test } from 'vitest';
import { payFor } from '../booking/support/checkout.ts';
import { grantRole } from '../booking/support/fixture.ts';
import { call } from '../departures/support.ts';
import { post, postForEachTest, sql } from './team-support.ts';

// The guide and the desk are also asked by email whether a departure with too few guests goes ahead.

postForEachTest();

const run = () => post.service('run_departures');
const letters = () => post.outbox('go_no_go');
const address = (id: string) => `${id}@example.test`;

/** Returns the distinct results of these emails and notifications. */
const ends = async () => {
  const rows = await sql()`select distinct kind || ' ' || state || ': ' || coalesce(last_error, 'null') as end
    from private.outbox where template = 'go_no_go' order by 1`;
  return rows.map((row) => row.end);
};

/** Books three guests of the four that the departure needs, half an hour before the decision. */
async function asked(): Promise<void> {
  const { fixture, checkout, user } = post;
  const [at] =
    await sql()`select (x at time zone 'America/Guatemala')::time::text as time, ((x at time zone 'America/Guatemala')::date + 1)::text as day
    from (select now() + interval '30 minutes' as x) y`;
  await call(fixture, fixture.staff, 'set_run_minimum', {
    p_service_id: fixture.experience,
    p_min_to_run: 4,
    p_decide_at: at?.time,
  });
  await payFor(fixture, checkout, user, { num_people: 3, service_date: at?.day });
  await run();
}

test('sends the team one email each, with the state at sending', async () => {
  const { guide, staff, manager } = post.fixture;
  await grantRole(sql(), manager, 'tour_guide', 'rio');
  await asked();
  await run();
  expect((await letters()).map(({ recipient }) => recipient).sort()).toEqual(
    [guide, staff, manager].map(address).sort(),
  );
  const claimed = (await post.claim()).filter(({ template }) => template === 'go_no_go');
  const [decision] = await sql()`select decides_at from private.departure_decisions`;
  const of = (id: string) => claimed.find(({ data }) => data.user_id === id)?.data;
  expect(of(guide)).toMatchObject({
    title: 'Castle & hot waterfall',
    territory_name: expect.any(String),
    sold: 3,
    min_to_run: 4,
    roles: ['tour_guide', 'tourist'],
  });
  expect(new Date(String(of(guide)?.decides_at))).toEqual(decision?.decides_at);
  expect(of(manager)?.roles).toEqual(['territory_manager', 'tour_guide', 'tourist']);
  // It has no link to unsubscribe, because the departure is cancelled without an answer.
  expect(claimed.some(({ data }) => 'unsubscribe' in data)).toBe(false);
});

test.each([
  ['it was decided meanwhile', () => sql()`update public.departures set status = 'confirmed' where sold > 0`],
  [
    'the hour is over',
    () =>
      sql()`update private.departure_decisions set asked_at = now() - interval '7 hours', decides_at = now() - interval '30 minutes'`,
  ],
  [
    'enough have booked',
    () =>
      sql()`insert into private.departure_minimums (departure_id, min_to_run, decide_at) select id, 2, '12:00' from public.departures where sold > 0`,
  ],
] as const)('asks nobody after the worker was down when %s', async (_, happens) => {
  await asked();
  expect(await letters()).toHaveLength(3);
  await happens();
  expect((await post.claim()).filter(({ template }) => template === 'go_no_go')).toEqual([]);
  expect(await ends()).toEqual(['email discarded: Its time has passed', 'notification discarded: Its time has passed']);
  expect(await sql()`select from public.notifications where type = 'go_no_go'`).toHaveLength(0);
});

test('asks the others, but not a former guide', async () => {
  await asked();
  await sql()`update private.role_grants set revoked_at = now() where role = 'tour_guide' and user_id = ${post.fixture.guide}`;
  const claimed = (await post.claim()).filter(({ template }) => template === 'go_no_go');
  expect(claimed.map(({ data }) => data.user_id).sort()).toEqual([post.fixture.staff, post.fixture.manager].sort());
  expect(await ends()).toEqual([
    'email discarded: They no longer run the departure',
    'email sending: null',
    'notification discarded: They no longer run the departure',
    'notification sent: null',
  ]);
});
