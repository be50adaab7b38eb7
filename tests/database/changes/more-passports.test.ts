import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { handle as releaseHold } from '../../../supabase/functions/release-hold/handler.ts';
import { post } from '../booking/support/checkout.ts';
import { contextForEachTest } from '../booking/support/context.ts';
import { brokenInvariants, createUsers, signedIn } from '../booking/support/fixture.ts';
import { dayAfter } from '../departures/support.ts';
import { morePeopleIn } from './more-support.ts';

// Added people show a passport like the first ones (docs/decisions/0015, 0076).

const context = contextForEachTest({ seats: 8 });
const { sql, paid, moreOf, add, begin, addPaid, expire, runReconciler, stripe } = morePeopleIn(context);

async function imageOf(who: string, name: string): Promise<string> {
  const path = `${who}/${name}`;
  await sql()`insert into storage.objects (bucket_id, name, owner_id) values ('passports', ${path}, ${who})`;
  return path;
}
const imagesOf = async (booking: string) =>
  (await sql()`select to_jsonb(passport_images) as images from public.bookings where id = ${booking}`)[0]?.images;
const tidied = () => context.checkout.deps.admin('expired_passports');
const aDayLater = () => sql()`update storage.objects set created_at = created_at - interval '25 hours'`;

let first = '';
let second = '';
beforeEach(async () => {
  await sql()`update public.experiences set passport_required = true`;
  first = await imageOf(context.user, 'first.jpg');
  second = await imageOf(context.user, 'second.jpg');
});
const party = () => paid({ num_people: 2, passport_images: [first] });

test("a passport is required before anything is held: at least one, at most one per person, from the caller's own images", async () => {
  const { booking } = await party();
  expect(await moreOf(booking)).toMatchObject({ passport_required: true });
  await expect(add(booking)).rejects.toMatchObject({ status: 400, code: 'passport_required' });
  const [stranger = ''] = await createUsers(sql(), 1);
  const foreign = await imageOf(stranger, 'theirs.jpg');
  await expect(add(booking, { passport_images: [foreign] })).rejects.toMatchObject({ status: 400 });
  const never = `${context.user}/never-sent.jpg`;
  await expect(add(booking, { passport_images: [never] })).rejects.toMatchObject({ code: 'passport_required' });
  await expect(add(booking, { passport_images: [first, second] })).rejects.toMatchObject({
    code: 'too_many_passports',
  });
  expect(await sql()`select 1 from private.holds where adds_to is not null`).toEqual([]);
});

test('a passport is added to the booking once paid, and its hosts can open it, with a log entry', async () => {
  const { booking } = await party();
  const begun = await begin(booking, { passport_images: [second] });
  expect(await imagesOf(booking)).toEqual([first]);
  await aDayLater();
  expect(await tidied()).toEqual([]);
  context.checkout.stripe.authorise(begun.intent);
  await addPaid(booking, { passport_images: [second] });
  expect(await imagesOf(booking)).toEqual([first, second]);
  const [row] = await context.fixture.db.as(
    signedIn(context.fixture.guide),
    (db) => db`select public.open_passport(${booking}, 2) as name`,
  );
  expect(row?.name).toBe(second);
  expect(await sql()`select detail from public.audit_log where action = 'passport_opened'`).toEqual([
    { detail: { passport: 2 } },
  ]);
  await stripe();
  expect(await brokenInvariants(context.fixture)).toEqual([]);
});

test('a passport is deleted for people who are never paid for, like after an unfinished checkout', async () => {
  const { booking } = await party();
  await begin(booking, { passport_images: [second] });
  await expire();
  await runReconciler();
  await stripe();
  expect(await tidied()).toEqual([]);
  await aDayLater();
  expect(await tidied()).toEqual([second]);
  // An image that is about to be deleted can't be used again.
  await expect(add(booking, { passport_images: [second] })).rejects.toMatchObject({ code: 'passport_required' });
  expect(await imagesOf(booking)).toEqual([first]);
});

test('a passport stays while its seats are held, and can be deleted when they are released', async () => {
  const { booking } = await party();
  const discard = async () => {
    const [row] = await context.fixture.db.as(
      signedIn(context.user),
      (db) => db`select public.discard_passport(${second}) as names`,
    );
    return row?.names;
  };
  const { hold } = await begin(booking, { passport_images: [second] });
  expect(await discard()).toEqual([]);
  await releaseHold(post({ hold_id: hold.hold_id }, context.user), context.checkout.deps);
  await stripe();
  expect(await discard()).toEqual([second]);
});

test('a passport is also required if nothing has to be paid now', async () => {
  const booking = await context.bookCash({ num_people: 1, passport_images: [first] });
  await expect(add(booking)).rejects.toMatchObject({ code: 'passport_required' });
  await sql()`select private.let_passport_go(${second})`;
  await expect(add(booking, { passport_images: [second] })).rejects.toMatchObject({ code: 'passport_required' });
  const third = await imageOf(context.user, 'third.jpg');
  expect(await add(booking, { passport_images: [third] })).toMatchObject({ people: 2 });
  expect(await imagesOf(booking)).toEqual([first, third]);
});

test('is asked for after the desk has moved a booking to a trip that needs it, and its guest adds it', async () => {
  const { fixture, user } = context;
  await sql()`update public.experiences set passport_required = false`;
  const { booking } = await paid({ num_people: 2 });
  const [walk] = await sql()`insert into public.experiences
      (territory_id, title, description, duration, shared_price, max_spots, available_spots, passport_required)
    values ('rio', 'Border walk', 'A walk', 2, 175.5, 8, 8, true) returning id`;
  const [slot] = await sql()`insert into public.experience_timeslots
      (experience_id, start_time, end_time, max_spots, available_spots) values (${walk?.id}, '10:00', '12:00', 8, 8) returning id`;
  const step = { step: 'service', service_id: walk?.id, slot_id: slot?.id, service_date: dayAfter() };
  const quote = (steps: object[]) =>
    context.call(fixture.staff, 'quote_change', booking, { p_steps: steps, p_desk: { waived: true } });
  const adds = (images: unknown[], who = user) => context.call(who, 'add_passports', booking, { p_images: images });
  const asked = async () =>
    (await sql()`select private.mail_data(${booking}) -> 'lacks_passport' as asked`)[0]?.asked as boolean;
  expect(await quote([{ ...step, step: 'date', service_id: undefined, slot_id: fixture.slot }])).toMatchObject({
    lacks_passport: false,
  });
  expect(await quote([step])).toMatchObject({ lacks_passport: true });
  await expect(adds([first])).rejects.toMatchObject({ status: 400, code: 'invalid_input' });
  expect(await asked()).toBe(false);
  await context.call(fixture.staff, 'change_booking', booking, {
    p_steps: [step],
    p_key: randomUUID(),
    p_shown: { refund_amount: 0, extra_amount: 0 },
    p_desk: { reason: 'Asked on the phone', waived: false },
  });
  expect(await asked()).toBe(true);
  const [stranger = ''] = await createUsers(sql(), 1);
  await expect(adds([first], stranger)).rejects.toMatchObject({ status: 404, code: 'booking_not_found' });
  const third = await imageOf(user, 'third.jpg');
  for (const [images, code] of [
    [[], 'passport_required'],
    [[`${user}/never-sent.jpg`], 'passport_required'],
    [[await imageOf(stranger, 'theirs.jpg')], 'invalid_input'],
    [[first, second, third], 'too_many_passports'],
  ] as const)
    await expect(adds([...images])).rejects.toMatchObject({ status: 400, code });
  await adds([first]);
  await adds([first]); // the answer was lost
  expect([await imagesOf(booking), await asked()]).toEqual([[first], false]);
  await expect(adds([second, third])).rejects.toMatchObject({ code: 'too_many_passports' });
  await adds([second]);
  await aDayLater();
  expect(await tidied()).toEqual([third, expect.stringContaining('theirs')]);
  await context.startsIn(booking, -1);
  await expect(adds([second, third])).rejects.toMatchObject({ code: 'departure_begun' });
  expect(await brokenInvariants(fixture)).toEqual([]);
});
