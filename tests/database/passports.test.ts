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

/** A booking of the user that names the image, so many days from today. */
async function book(days = 7): Promise<string> {
  const hold = await createHold(fixture, user, holdRequest(fixture, { payment_method: 'cash', passport_image: image }));
  const [row] = await fixture.db.as(
    signedIn(user),
    (sql) => sql`select public.book_cash(${hold.hold_id}) ->> 'booking_id' as id`,
  );
  const id = row?.id as string;
  if (days !== 7)
    await fixture.db.sql`update public.bookings set booking_date = current_date + ${days}::int where id = ${id}`;
  return id;
}

const remove = (booking: string, who = user) =>
  fixture.db.as(signedIn(who), async (sql) => {
    const [row] = await sql`select public.remove_passport('experience', ${booking}) as names`;
    return row?.names as string[];
  });
const imagesOf = async () =>
  (
    await fixture.db.sql`select passport_image, passport_removed_by as by from public.bookings order by booking_date`
  ).map((row) => [row.passport_image, row.by]);
const expired = () =>
  fixture.db.as({ role: 'service_role' }, async (sql) =>
    (await sql`select unnest(public.expired_passports()) as name`).map((row) => row.name),
  );

describe('an image is taken back by its owner', () => {
  test('from all bookings that have not begun; the name is given for deletion once nothing needs it', async () => {
    const [first, second] = [await book(), await book()];
    expect(await remove(first)).toEqual([image]);
    expect(await imagesOf()).toEqual([
      [null, 'owner'],
      [null, 'owner'],
    ]);
    expect(await remove(second)).toEqual([]);
    const trail = await fixture.db
      .sql`select actor_id, subject_id from public.audit_log where action = 'passport_removed'`;
    expect([...trail]).toEqual([{ actor_id: user, subject_id: first }]);
  });

  test('not once the service has begun, and an older booking keeps it', async () => {
    const past = await book(-1);
    const coming = await book();
    expect(await refusal(remove(past))).toMatchObject({ code: 'PT409', hint: 'passport_after_service' });
    expect(await remove(coming)).toEqual([]); // the older booking still names it
    expect(await imagesOf()).toEqual([
      [image, null],
      [null, 'owner'],
    ]);
  });

  test('and begins no booking between its removal and its deletion, nor may one begin at the same moment', async () => {
    const booking = await book();
    const begin = () => createHold(fixture, user, holdRequest(fixture, { passport_image: image }));
    const [removed, held] = await Promise.allSettled([remove(booking), begin()]);
    // One of the two came first, and the other one knows.
    expect([removed.status, held.status].sort()).toEqual(['fulfilled', 'rejected']);
    if (removed.status === 'fulfilled') expect(await refusal(begin())).toMatchObject({ hint: 'passport_required' });
  });

  test('not while a booking is being made with it, and not by anybody else', async () => {
    const booking = await book();
    await createHold(fixture, user, holdRequest(fixture, { passport_image: image }));
    expect(await refusal(remove(booking))).toMatchObject({ code: 'PT409', hint: 'passport_in_use' });
    expect(await refusal(remove(booking, fixture.staff))).toMatchObject({ code: 'PT404' });
  });
});

describe('what the reconciler deletes', () => {
  const age = (days: number) =>
    fixture.db.sql`update storage.objects set created_at = now() - make_interval(days => ${days}, hours => 1)`;

  test('an image that nothing names, a day after its upload', async () => {
    expect(await expired()).toEqual([]);
    await age(1);
    const hold = await createHold(fixture, user, holdRequest(fixture, { passport_image: image }));
    expect(await expired()).toEqual([]);
    await rpcFor(fixture.db, signedIn(user))('release_hold', { p_hold_id: hold.hold_id });
    expect(await expired()).toEqual([image]);
  });

  test('an image that is about to be deleted begins no booking, and is named again until it is gone', async () => {
    await age(1);
    expect(await expired()).toEqual([image]);
    expect(await refusal(createHold(fixture, user, holdRequest(fixture, { passport_image: image })))).toMatchObject({
      hint: 'passport_required',
    });
    expect(await expired()).toEqual([image]);
    await fixture.db.sql`delete from storage.objects where name = ${image}`;
    await fixture.db.sql`update private.leaving_passports set at = now() - interval '3 days'`;
    expect(await expired()).toEqual([]);
    expect(await fixture.db.sql`select * from private.leaving_passports`).toEqual([]);
  });

  test('an image 30 days after the last service that it was for, and the booking says so', async () => {
    await age(60);
    const booking = await book(-30);
    expect(await expired()).toEqual([]);
    await fixture.db.sql`update public.bookings set booking_date = current_date - 31 where id = ${booking}`;
    expect(await expired()).toEqual([image]);
    const deleted = () =>
      fixture.db.as(
        { role: 'service_role' },
        async (sql) => (await sql`select public.passports_deleted(${[image]}) as n`)[0]?.n,
      );
    expect(await deleted()).toBe(0); // the object is still there
    await fixture.db.sql`delete from storage.objects where name = ${image}`;
    expect(await deleted()).toBe(1);
    expect(await imagesOf()).toEqual([[null, 'expiry']]);
  });
});

test('thirty images a day, and no more', async () => {
  const allow = () =>
    fixture.db.as({ role: 'service_role' }, (sql) => sql`select public.allow_passport_upload(${user})`);
  for (let n = 0; n < 30; n += 1) await allow();
  expect(await refusal(allow())).toMatchObject({ code: 'PT429', hint: 'rate_limited_day' });
  await fixture.db.sql`update private.passport_uploads set at = now() - interval '25 hours'`;
  await allow();
});
