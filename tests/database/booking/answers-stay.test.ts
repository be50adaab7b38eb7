import { beforeEach, expect, test } from 'vitest';
import { daysFromNow, signedIn } from './support/fixture.ts';
import { guidesForEachTest } from './support/guides.ts';

// A guide's answer decides who leads a time slot (docs/rules/catalogue.md, Who guides). An answer moved to another
// slot would decide there without being counted, and nobody would be notified.

const guides = guidesForEachTest();
const sql = () => guides.fixture.db.sql;
let other: string;
let first: string;
let second: string;

beforeEach(async () => {
  const { experience } = guides.fixture;
  const [slot] =
    await sql()`insert into public.experience_timeslots (experience_id, start_time, end_time, max_spots, available_spots)
    values (${experience}, '15:00', '17:00', 8, 8) returning id`;
  other = slot?.id as string;
  const [one = '', two = ''] = guides.tourists;
  first = await guides.book(one, { service_date: daysFromNow(7) });
  second = await guides.book(two, { service_date: daysFromNow(7), slot_id: other });
  await guides.answer(guides.fixture.guide, 'declined');
});

const move = (who: string, change: string) =>
  guides.fixture.db.as(signedIn(who), (own) =>
    own.unsafe(
      `update public.guide_timeslot_responses set ${change} where guide_id = '${guides.fixture.guide}' returning 1`,
    ),
  );
const leaders = async () => [await guides.guideOf(first), await guides.guideOf(second)];
const answers = async () => [...(await sql()`select guide_id, slot_id, response from public.guide_timeslot_responses`)];

test('no answer moves to another slot or guide, and the leading guide stays', async () => {
  const { guide, staff, manager, shuttle, slot } = guides.fixture;
  expect(await leaders()).toEqual([guides.second, guide]);
  for (const change of [`slot_id = '${other}'`, `slot_id = '${other}', response = 'declined'`])
    await expect(move(guide, change)).rejects.toMatchObject({ code: 'PT403', hint: 'forbidden' });
  await expect(move(guide, `guide_id = '${guides.second}'`)).rejects.toMatchObject({ code: 'PT403' });
  const admin = await guides.person(['admin', null]);
  for (const who of [guides.second, staff, manager, shuttle, admin, guides.tourists[0] ?? ''])
    expect(await move(who, `slot_id = '${other}'`)).toEqual([]);
  expect(await answers()).toEqual([{ guide_id: guide, slot_id: slot, response: 'declined' }]);
  expect(await leaders()).toEqual([guides.second, guide]);
});

test('the browser sends both columns again and changes the answer', async () => {
  const { guide, slot } = guides.fixture;
  await move(guide, `guide_id = '${guide}', slot_id = '${slot}', response = 'accepted'`);
  expect(await leaders()).toEqual([guide, guide]);
});

test('control: without the rule, the guests of both slots stay with the guide who declined', async () => {
  const { guide } = guides.fixture;
  await sql()`drop trigger guide_timeslot_responses_stay on public.guide_timeslot_responses`;
  await move(guide, `slot_id = '${other}'`);
  expect(await leaders()).toEqual([guides.second, guide]);
  expect(await answers()).toMatchObject([{ slot_id: other, response: 'declined' }]);
});
