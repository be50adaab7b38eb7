import { beforeEach, describe, expect, test } from 'vitest';
import { createHold, holdRequest, refusal, signedIn } from './booking/support/fixture.ts';
import { checkoutForEachTest, fixture, user } from './booking/support/for-each-test.ts';
import { rpcFor } from './booking/support/rpc.ts';

let image: string;
checkoutForEachTest();
beforeEach(async () => {
  image = `${user}/passport.jpg`;
  await fixture.db.sql`insert into storage.objects (bucket_id, name, owner_id) values ('passports', ${image}, ${user})`;
});

/** Stores another image of the user. */
async function another(name: string): Promise<string> {
  const path = `${user}/${name}.jpg`;
  await fixture.db.sql`insert into storage.objects (bucket_id, name, owner_id) values ('passports', ${path}, ${user})`;
  return path;
}

/** Creates a booking of the user with these images, this many days from today. */
async function book(days = 7, passport_images = [image]): Promise<string> {
  const num_people = passport_images.length;
  const request = holdRequest(fixture, { payment_method: 'cash', num_people, passport_images });
  const hold = await createHold(fixture, user, request);
  const [row] = await fixture.db.as(
    signedIn(user),
    (sql) => sql`select public.book_cash(${hold.hold_id}) ->> 'booking_id' as id`,
  );
  const id = row?.id as string;
  if (days !== 7)
    await fixture.db.sql`update public.bookings set booking_date = current_date + ${days}::int where id = ${id}`;
  return id;
}

const remove = (booking: string, who = user, place = 1) =>
  fixture.db.as(signedIn(who), async (sql) => {
    const [row] = await sql`select public.remove_passport(${booking}, ${place}) as names`;
    return row?.names as string[];
  });
const imagesOf = async () =>
  (
    await fixture.db
      .sql`select to_jsonb(passport_images) as images, passport_removed_by as by from public.bookings order by booking_date`
  ).map((row) => [row.images, row.by]);
const expired = () =>
  fixture.db.as({ role: 'service_role' }, async (sql) =>
    (await sql`select unnest(service.expired_passports()) as name`).map((row) => row.name),
  );

describe('withdrawing a passport image', () => {
  test('removes it from all future bookings, and lists it for deletion once nothing needs it', async () => {
    const [first, second] = [await book(), await book()];
    expect(await remove(first)).toEqual([image]);
    expect(await imagesOf()).toEqual([
      [[null], 'owner'],
      [[null], 'owner'],
    ]);
    expect(await remove(second)).toEqual([]);
    const trail = await fixture.db
      .sql`select actor_id, subject_id from public.audit_log where action = 'passport_removed'`;
    expect([...trail]).toEqual([{ actor_id: user, subject_id: first }]);
  });

  test('fails once the service has begun, and an older booking keeps it', async () => {
    const past = await book(-1);
    const coming = await book();
    expect(await refusal(remove(past))).toMatchObject({ code: 'PT409', hint: 'passport_after_service' });
    expect(await remove(coming)).toEqual([]); // the older booking still names it
    expect(await imagesOf()).toEqual([
      [[image], null],
      [[null], 'owner'],
    ]);
  });

  test('blocks new bookings with it until its deletion, even at the same moment', async () => {
    const booking = await book();
    const begin = () => createHold(fixture, user, holdRequest(fixture, { passport_images: [image] }));
    const [removed, held] = await Promise.allSettled([remove(booking), begin()]);
    // One of the two came first, and the other one sees its effect.
    expect([removed.status, held.status].sort()).toEqual(['fulfilled', 'rejected']);
    if (removed.status === 'fulfilled') expect(await refusal(begin())).toMatchObject({ hint: 'passport_required' });
  });

  test('fails while a booking is being made with it, and for anyone else', async () => {
    const booking = await book();
    await createHold(fixture, user, holdRequest(fixture, { passport_images: [image] }));
    expect(await refusal(remove(booking))).toMatchObject({ code: 'PT409', hint: 'passport_in_use' });
    expect(await refusal(remove(booking, fixture.staff))).toMatchObject({ code: 'PT404' });
  });
});

describe('the passport images of a party', () => {
  const open = (booking: string, place: number, who = fixture.staff) =>
    fixture.db.as(signedIn(who), async (sql) => {
      const [row] = await sql`select public.open_passport(${booking}, ${place}) as name`;
      return row?.name as string;
    });

  test('are opened by number, which is logged', async () => {
    const images = [image, await another('second'), await another('third')];
    const booking = await book(7, images);
    for (const place of [1, 2, 3]) expect(await open(booking, place)).toBe(images[place - 1]);
    expect(await refusal(open(booking, 4))).toMatchObject({ code: 'PT404', hint: 'passport_not_found' });
    const trail = await fixture.db
      .sql`select detail ->> 'passport' as place from public.audit_log where action = 'passport_opened' order by id`;
    expect(trail.map((row) => row.place)).toEqual(['1', '2', '3']);
  });

  test("count a second access within the link's minute as the same access", async () => {
    const booking = await book(7, [image, await another('second')]);
    const looks = async () =>
      (await fixture.db.sql`select 1 from public.audit_log where action = 'passport_opened'`).length;
    for (let n = 0; n < 3; n += 1) await open(booking, 1);
    expect(await looks()).toBe(1);
    await open(booking, 2);
    await open(booking, 1, user);
    expect(await looks()).toBe(3);
    await fixture.db.sql`update public.audit_log set at = at - interval '61 seconds'`;
    await open(booking, 1);
    expect(await looks()).toBe(4);
  });

  test('keep their places when another one is withdrawn', async () => {
    const second = await another('second');
    const booking = await book(7, [image, second]);
    expect(await remove(booking)).toEqual([image]);
    expect(await imagesOf()).toEqual([[[null, second], 'owner']]);
    expect(await refusal(open(booking, 1))).toMatchObject({ code: 'PT410', hint: 'passport_removed' });
    expect(await open(booking, 2)).toBe(second);
    const [row] = await fixture.db.sql`select passports from public.bookings where id = ${booking}`;
    expect(row?.passports).toEqual([2]);
    expect(await remove(booking)).toEqual([]); // a repeated request removes nothing more
    expect(await imagesOf()).toEqual([[[null, second], 'owner']]);
  });

  test('are at most one per person, and the same image twice is one', async () => {
    const second = await another('second');
    const hold = (num_people: number, ...passport_images: string[]) =>
      createHold(fixture, user, holdRequest(fixture, { num_people, passport_images }));
    expect(await refusal(hold(1, image, second))).toMatchObject({ code: 'PT400', hint: 'too_many_passports' });
    await hold(1, image, image);
  });

  test('must all exist when the seats are held', async () => {
    const two = holdRequest(fixture, { num_people: 2, passport_images: [image, `${user}/never-sent.jpg`] });
    expect(await refusal(createHold(fixture, user, two))).toMatchObject({ hint: 'passport_required' });
  });
});

describe('the reconciler deletes', () => {
  const age = (days: number) =>
    fixture.db.sql`update storage.objects set created_at = now() - make_interval(days => ${days}, hours => 1)`;

  test('an image without a booking, a day after its upload', async () => {
    expect(await expired()).toEqual([]);
    await age(1);
    const hold = await createHold(fixture, user, holdRequest(fixture, { passport_images: [image] }));
    expect(await expired()).toEqual([]);
    await rpcFor(fixture.db, signedIn(user))('release_hold', { p_hold_id: hold.hold_id });
    expect(await expired()).toEqual([image]);
  });

  test("an image that can't begin a booking, although a booking can name it until it is deleted", async () => {
    await age(1);
    expect(await expired()).toEqual([image]);
    expect(await refusal(createHold(fixture, user, holdRequest(fixture, { passport_images: [image] })))).toMatchObject({
      hint: 'passport_required',
    });
    expect(await expired()).toEqual([image]);
    await fixture.db.sql`delete from storage.objects where name = ${image}`;
    await fixture.db.sql`update private.leaving_passports set at = now() - interval '3 days'`;
    expect(await expired()).toEqual([]);
    expect(await fixture.db.sql`select * from private.leaving_passports`).toEqual([]);
  });

  test('an image 30 days after its last service, which the booking records', async () => {
    await age(60);
    const booking = await book(-30);
    expect(await expired()).toEqual([]);
    await fixture.db.sql`update public.bookings set booking_date = current_date - 31 where id = ${booking}`;
    expect(await expired()).toEqual([image]);
    const deleted = () =>
      fixture.db.as(
        { role: 'service_role' },
        async (sql) => (await sql`select service.passports_deleted(${[image]}) as n`)[0]?.n,
      );
    expect(await deleted()).toBe(0); // the object is still there
    await fixture.db.sql`delete from storage.objects where name = ${image}`;
    expect(await deleted()).toBe(1);
    expect(await imagesOf()).toEqual([[[null], 'expiry']]);
  });
});

describe('the passport images of a cancelled booking', () => {
  const open = (booking: string, who: string) =>
    fixture.db.as(signedIn(who), (sql) => sql`select public.open_passport(${booking}, 1) as name`);
  const cancel = (booking: string) => rpcFor(fixture.db, signedIn(user))('cancel_booking', { p_booking_id: booking });

  test("can't be seen or opened by those who ran it, only by their owner", async () => {
    const booking = await book(60);
    const hosts = [fixture.guide, fixture.staff, fixture.manager];
    for (const who of hosts) expect([...(await open(booking, who))]).toEqual([{ name: image }]);
    await cancel(booking);
    for (const who of hosts)
      expect(await refusal(open(booking, who))).toMatchObject({ code: 'PT410', hint: 'passport_cancelled' });
    const [row] = await fixture.db.as(
      signedIn(fixture.staff),
      (sql) => sql`select public.territory_booking(${booking}) as b`,
    );
    expect(row?.b).toMatchObject({ passport_required: false, passports: [] });
    expect([...(await open(booking, user))]).toEqual([{ name: image }]);
  });

  test("are deleted 30 days later, regardless of the trip's date, unless another active booking uses them", async () => {
    const booking = await book(300);
    await cancel(booking);
    await fixture.db.sql`update storage.objects set created_at = now() - interval '40 days'`;
    await fixture.db.sql`update public.booking_events set created_at = now() - interval '29 days'`;
    expect(await expired()).toEqual([]);
    await fixture.db.sql`update public.booking_events set created_at = now() - interval '31 days'`;
    const other = await book(301);
    expect(await expired()).toEqual([]);
    await cancel(other);
    await fixture.db.sql`update public.booking_events set created_at = now() - interval '31 days'`;
    expect(await expired()).toEqual([image]);
  });
});

test('does not record an empty name for deletion', async () => {
  const discard = (name: string) =>
    fixture.db.as(
      signedIn(user),
      async (sql) => (await sql`select public.discard_passport(${name}) as names`)[0]?.names,
    );
  for (const name of [
    `${user}/never-sent.jpg`,
    `${user}/../${fixture.guide}/passport.jpg`,
    `${user}/${'x'.repeat(900)}`,
  ])
    expect(await discard(name)).toEqual([]);
  expect(await fixture.db.sql`select name from private.leaving_passports`).toEqual([]);
  expect(await discard(image)).toEqual([image]);
});

test('removes only the deleted image from the booking', async () => {
  const second = await another('second');
  await book(7, [image, second]);
  await fixture.db.sql`delete from storage.objects where name = ${second}`;
  const gone = [image, second, null];
  await fixture.db.as({ role: 'service_role' }, (sql) => sql`select service.passports_deleted(${gone}::text[])`);
  expect(await imagesOf()).toEqual([[[image, null], 'expiry']]);
});

test('accepts sixty images a day', async () => {
  const allow = () =>
    fixture.db.as({ role: 'service_role' }, (sql) => sql`select service.allow_passport_upload(${user})`);
  for (let n = 0; n < 60; n += 1) await allow();
  expect(await refusal(allow())).toMatchObject({ code: 'PT429', hint: 'rate_limited_day' });
  await fixture.db.sql`update private.passport_uploads set at = now() - interval '25 hours'`;
  await allow();
});
