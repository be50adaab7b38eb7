import { beforeEach, expect, test } from 'vitest';
import { said } from '../../support/notices.ts';
import { allowAllCash, grantRole } from './support/fixture.ts';
import { guidesForEachTest } from './support/guides.ts';

// Tests giving a role up and getting it again. The team is notified of both once while unread, with a limit
// (docs/rules/people.md, Roles and rights).

const guides = guidesForEachTest();
const sql = () => guides.fixture.db.sql;
const NAME = 'Ximena Quetzalli';

const leave = (who = guides.fixture.guide, role = 'tour_guide') => guides.call(who, 'remove_my_role', { p_role: role });
const comeBack = (who = guides.fixture.guide, role = 'tour_guide') => guides.call(who, 'add_my_role', { p_role: role });
const bells = async (who: string) =>
  said(
    await sql()`select wording, params from public.notifications where user_id = ${who} and type = 'guide_left' order by created_at, wording desc`,
  ).map(({ title, message }) => `${title}: ${message}`);
const holds = async (who: string, role: string) =>
  (await sql()`select 1 from private.live_grants where user_id = ${who} and role = ${role}`).length > 0;

const LEFT = 'A guide has left: 1 experience led, 1 booking to come. Check who leads them now.';
const BACK = `A guide is back: ${NAME} is back as a guide: 1 experience led, 1 booking to come.`;

beforeEach(async () => {
  await allowAllCash(guides.fixture);
  await sql()`update public.profiles set full_name = ${NAME} where id = ${guides.fixture.guide}`;
  await guides.book(guides.tourists[0] ?? '');
  await sql()`delete from public.notifications`;
});

test('notifies managers and staff of the territory who has returned, replaces the unread notification, and notifies nobody else', async () => {
  const { guide, manager, staff } = guides.fixture;
  const elsewhere = await guides.person(['territory_manager', 'lago']);
  await leave();
  expect([await bells(manager), await bells(staff)]).toEqual([[LEFT], [LEFT]]);
  await comeBack();
  expect([await bells(manager), await bells(staff)]).toEqual([[BACK], [BACK]]);
  for (const other of [guide, guides.second, elsewhere, guides.tourists[0] ?? ''])
    expect(await bells(other)).toEqual([]);
});

test('keeps read notifications, and those of other guides', async () => {
  const { manager } = guides.fixture;
  await leave(guides.second);
  await leave();
  await sql()`update public.notifications set read = true`;
  await comeBack();
  expect(await bells(manager)).toEqual([LEFT, BACK]);
  await comeBack(guides.second);
  expect((await bells(manager)).map((line) => line.split(':')[0])).toEqual([
    'A guide has left',
    'A guide is back',
    'A guide is back',
  ]);
});

test('reports the return and the leaving of a guide without a rank', async () => {
  const { manager } = guides.fixture;
  await leave();
  await sql()`delete from public.experience_guide_rankings where guide_id = ${guides.fixture.guide}`;
  await comeBack();
  expect(await bells(manager)).toEqual([
    `A guide is back: ${NAME} is back as a guide: 0 experiences led, 0 bookings to come.`,
  ]);
  await leave();
  expect(await bells(manager)).toEqual(['A guide has left: 0 experiences led, 0 bookings to come.']);
});

test('notifies the teams of both territories of a guide in two territories', async () => {
  const elsewhere = await guides.person(['territory_manager', 'lago']);
  await grantRole(sql(), guides.fixture.guide, 'tour_guide', 'lago');
  await leave();
  await comeBack();
  expect(await bells(guides.fixture.manager)).toEqual([BACK]);
  expect(await bells(elsewhere)).toEqual([
    `A guide is back: ${NAME} is back as a guide: 0 experiences led, 0 bookings to come.`,
  ]);
  const trail = await sql()`select territory_id from public.audit_log where action = 'role_taken_up' order by 1`;
  expect(trail.map(({ territory_id }) => territory_id as string)).toEqual(['lago', 'rio']);
});

test("notifies nobody of other roles, whose return is in the territory's audit log", async () => {
  const driver = await guides.person(['shuttle_driver', 'rio']);
  await leave(driver, 'shuttle_driver');
  await comeBack(driver, 'shuttle_driver');
  expect(await bells(guides.fixture.manager)).toEqual([]);
  expect([
    ...(await sql()`select action, territory_id from public.audit_log where actor_id = ${driver} order by id`),
  ]).toEqual([
    { action: 'role_dropped', territory_id: 'rio' },
    { action: 'role_taken_up', territory_id: 'rio' },
  ]);
});

const ROLES = [
  'tour_guide',
  'travel_partner',
  'shuttle_driver',
  'shuttle_manager',
  'territory_staff',
  'territory_manager',
];
test.each(ROLES)(
  'limits taking up the role again to four a minute, six an hour and eight a day, but not dropping it: %s',
  async (role) => {
    const who = await guides.person([role, 'rio']);
    const rounds = async (count: number) => {
      for (let round = 0; round < count; round += 1) {
        await leave(who, role);
        await comeBack(who, role);
      }
      await leave(who, role);
    };
    const refused = (code: string) => expect(comeBack(who, role)).rejects.toMatchObject({ status: 429, code });
    const later = (span: string) => sql()`update public.audit_log set at = at - ${span}::interval`;
    await rounds(4);
    await refused('rate_limited');
    expect(await holds(who, role)).toBe(false);
    await later('2 minutes');
    await comeBack(who, role);
    await rounds(1);
    await refused('rate_limited_hour');
    await later('2 hours');
    await comeBack(who, role);
    await rounds(1);
    await refused('rate_limited_day');
    expect(await holds(who, role)).toBe(false);
    // A round trip notifies at most once while unread, and the limit is per person.
    expect((await bells(guides.fixture.manager)).length).toBe(role === 'tour_guide' ? 1 : 0);
    await leave();
    await comeBack();
    await later('1 day');
    await comeBack(who, role);
    expect(await holds(who, role)).toBe(true);
  },
);

test('counts two simultaneous calls, and takes the role up once', async () => {
  await leave();
  await Promise.all([comeBack(), comeBack(), comeBack()]);
  expect(await sql()`select 1 from public.audit_log where action = 'role_taken_up'`).toHaveLength(1);
  expect(await sql()`select 1 from public.role_requests`).toHaveLength(0);
  // Getting a role that the person already has is not a return.
  for (let again = 0; again < 9; again += 1) expect(await comeBack()).toMatchObject({ added: false, requested: false });
});

test('deletes the name with the account', async () => {
  await leave();
  await comeBack();
  expect((await bells(guides.fixture.manager)).join()).toContain(NAME);
  await sql()`update public.notifications set read = true`;
  await sql()`select private.erase_person(${guides.fixture.guide})`;
  expect((await bells(guides.fixture.manager)).join()).not.toMatch(/Ximena|Quetzalli/);
  expect((await bells(guides.fixture.manager)).join()).toContain('is back as a guide');
});
