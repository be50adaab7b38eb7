import { beforeEach, expect, test } from 'vitest';
import { said } from '../../support/notices.ts';
import { signedIn } from './support/fixture.ts';
import { guidesForEachTest } from './support/guides.ts';

// Changing one's mind repeatedly doesn't flood other people's notifications (docs/rules/catalogue.md, Who guides).

const guides = guidesForEachTest();
const sql = () => guides.fixture.db.sql;
const limited = { code: 'PT429', hint: 'rate_limited_day' };

const pause = async (paused: boolean, by = guides.fixture.staff) => {
  const [row] = await sql()`select private.member_version(${guides.fixture.guide}, 'rio')::text as at`;
  return guides.fixture.db.as(signedIn(by), (own) =>
    own.unsafe(`select public.save_guide('${guides.fixture.guide}', 'rio', '${row?.at as string}', ${paused})`),
  );
};
const bells = async (who: string) =>
  said(await sql()`select wording, params from public.notifications where user_id = ${who} order by created_at`).map(
    ({ title }) => title,
  );
const readAll = () => sql()`update public.notifications set read = true`;

beforeEach(() => sql()`delete from public.notifications`);

test("limits a guide's pauses to four a day, and notifies once while unread", async () => {
  await guides.answer(guides.second, 'declined');
  await sql()`delete from public.notifications`;
  for (const paused of [true, false, true, false]) await pause(paused);
  await expect(pause(true)).rejects.toMatchObject(limited);
  expect(await bells(guides.fixture.guide)).toEqual(["You're taking new bookings again"]);
  expect(await bells(guides.fixture.manager)).toEqual(['No guide left']);
  expect(await guides.call(guides.fixture.guide, 'guide_pauses')).toEqual([]);
  // A change without effect isn't counted, and each person has a separate limit.
  await pause(false);
  await pause(true, guides.fixture.manager);
});

test('limits changes of a weekly answer to four a day, even without bookings, and notifies once while unread', async () => {
  const { guide } = guides.fixture;
  for (const response of ['declined', 'declined', 'accepted', 'declined', 'accepted'])
    await guides.answer(guide, response);
  await expect(guides.answer(guide, 'declined')).rejects.toMatchObject(limited);
  expect(await bells(guides.second)).toEqual(["You're now the guide"]);
  const [slot] = (await guides.call(guide, 'guide_timeslots')) as { leads: boolean }[];
  expect(slot).toMatchObject({ leads: true });
  const trail = await sql()`select detail from public.audit_log where action = 'answer_timeslot' order by id`;
  expect(trail.map(({ detail }) => (detail as { response: string }).response)).toEqual([
    'declined',
    'accepted',
    'declined',
    'accepted',
  ]);
});

test('keeps a read notification and adds the next one', async () => {
  await pause(true);
  await readAll();
  await pause(false);
  expect(await bells(guides.fixture.guide)).toEqual(["You're paused", "You're taking new bookings again"]);
});

test('limits changes per minute and per hour', async () => {
  const { guide } = guides.fixture;
  await sql()`update private.limits set value = 2 where name = 'guide_answer.minute'`;
  await guides.answer(guide, 'declined');
  await guides.answer(guide, 'accepted');
  await expect(guides.answer(guide, 'declined')).rejects.toMatchObject({ code: 'PT429', hint: 'rate_limited' });
  await sql()`update private.limits set value = 1 where name = 'guide_pause.hour'`;
  await pause(true);
  await expect(pause(false)).rejects.toMatchObject({ code: 'PT429', hint: 'rate_limited_hour' });
});
