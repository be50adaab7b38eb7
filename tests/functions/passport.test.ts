import { beforeEach, expect, test, vi } from 'vitest';
import { handle as openPassport } from '../../supabase/functions/open-passport/handler.ts';
import { handle as reconcile } from '../../supabase/functions/reconcile/handler.ts';
import { handle as removePassport } from '../../supabase/functions/remove-passport/handler.ts';
import { post } from '../database/booking/support/checkout.ts';
import { createHold, createUsers, grantRole, holdRequest, signedIn } from '../database/booking/support/fixture.ts';
import { checkout, checkoutForEachTest, fixture, user } from '../database/booking/support/for-each-test.ts';

let image: string;
let booking: string;
checkoutForEachTest();
beforeEach(async () => {
  image = `${user}/passport.jpg`;
  await fixture.db.sql`insert into storage.objects (bucket_id, name) values ('passports', ${image})`;
  const hold = await createHold(
    fixture,
    user,
    holdRequest(fixture, { payment_method: 'cash', passport_images: [image] }),
  );
  const [row] = await fixture.db.as(
    signedIn(user),
    (sql) => sql`select public.book_cash(${hold.hold_id}) ->> 'booking_id' as id`,
  );
  booking = row?.id as string;
});

const storageIsDown = async () => {
  throw new Error('storage is down');
};
const run = () => reconcile(post({}, undefined, { 'x-reconcile-secret': 'reconcile-test' }), checkout.deps);
const bookingRow = async () => {
  const [row] = await fixture.db
    .sql`select to_jsonb(passport_images) as images, passport_removed_by as by from public.bookings where id = ${booking}`;
  return row;
};

test("unavailable storage does not stop the reconciler's other work, and queued files are deleted the next time", async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await fixture.db.sql`update storage.objects set created_at = now() - interval '60 days'`;
  await fixture.db.sql`update public.bookings set booking_date = current_date - 31`;
  checkout.deps.passports.remove = storageIsDown;
  const answer = await run();
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ sent: 1, passports_deleted: 0, broken_invariants: 0 });
  expect(await bookingRow()).toEqual({ images: [image], by: null });
  checkout.deps.passports.remove = async (names) => {
    await fixture.db.sql`delete from storage.objects where name = any (${names as string[]})`;
  };
  expect(await (await run()).json()).toMatchObject({ passports_deleted: 0 });
  await fixture.db.sql`update private.troubles set next_attempt_at = now()`; // its pause has ended
  expect(await (await run()).json()).toMatchObject({ passports_deleted: 1 });
  expect(await fixture.db.sql`select 1 from private.troubles`).toHaveLength(0);
  expect(await bookingRow()).toEqual({ images: [null], by: 'expiry' });
});

test('the reconciler makes the full check once an hour, and reports its findings', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await fixture.db.sql`alter table public.departures drop constraint departures_check`;
  await fixture.db.sql`update public.departures set capacity = 0`;
  await fixture.db.sql`update public.bookings set updated_at = now()`;
  expect(await (await run()).json()).toMatchObject({ broken_invariants: 2 }); // the row, and the check that no longer exists
  const [reports] = await fixture.db.sql`select count(*)::int as n from private.invariant_reports`;
  await run();
  expect([...(await fixture.db.sql`select count(*)::int as n from private.invariant_reports`)]).toEqual([reports]);
});

test('admins see when the reconciler ran last, and what it did in a day', async () => {
  const { sql } = fixture.db;
  const [admin = ''] = await createUsers(sql, 1);
  await grantRole(sql, admin, 'admin', null);
  const report = () =>
    fixture.db.as(signedIn(admin), async (as) => (await as`select public.reconciler_report() as report`)[0]?.report);
  expect(await report()).toMatchObject({ last_run_at: null, late: true, runs: 0, unreachable: 0, done: {} });
  await run();
  await run();
  expect(await report()).toMatchObject({ late: false, runs: 2, unreachable: 0, done: { sent: 1, released: 0 } });
  await sql`update private.reconciler_runs set at = now() - interval '6 minutes'`;
  expect(await report()).toMatchObject({ late: true, runs: 2 });
  await sql`update private.reconciler_runs set at = now() - interval '25 hours'`;
  expect(await report()).toMatchObject({ late: true, runs: 0, done: {} });
});

test("a photo whose file can't be deleted now is removed from the booking anyway", async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  checkout.deps.passports.remove = storageIsDown;
  const answer = await removePassport(post({ booking_id: booking, position: 1 }, user), checkout.deps);
  expect(answer.status).toBe(500);
  expect(await bookingRow()).toEqual({ images: [null], by: 'owner' });
  await fixture.db.sql`update storage.objects set created_at = now() - interval '25 hours'`;
  const expired = await fixture.db.sql`select unnest(service.expired_passports(10)) as name`;
  expect(expired.map((row) => row.name)).toEqual([image]);
});

test('opens the second photo of a party by a link of a minute, and deletes it separately', async () => {
  const second = `${user}/second.jpg`;
  await fixture.db.sql`insert into storage.objects (bucket_id, name) values ('passports', ${second})`;
  await fixture.db.sql`update public.bookings set passport_images = ${[image, second]} where id = ${booking}`;
  const removed: string[] = [];
  checkout.deps.passports.sign = async (name, seconds) => `https://storage.test/${name}?seconds=${seconds}`;
  checkout.deps.passports.remove = async (names) => void removed.push(...names);
  const which = { booking_id: booking, position: 2 };
  const opened = await openPassport(post(which, fixture.guide), checkout.deps);
  expect(await opened.json()).toEqual({ url: `https://storage.test/${second}?seconds=60`, expires_in: 60 });
  expect(await (await removePassport(post(which, user), checkout.deps)).json()).toEqual({ removed: 1 });
  expect(removed).toEqual([second]);
  expect(await bookingRow()).toEqual({ images: [image, null], by: 'owner' });
});

test('removes an unused uploaded image by its path, for its owner only', async () => {
  const spare = `${user}/spare.jpg`;
  await fixture.db.sql`insert into storage.objects (bucket_id, name) values ('passports', ${spare})`;
  const removed: string[] = [];
  checkout.deps.passports.remove = async (names) => void removed.push(...names);
  const [stranger = ''] = await createUsers(fixture.db.sql, 1);
  const discard = async (who: string) => (await removePassport(post({ path: spare }, who), checkout.deps)).status;
  expect(await discard(stranger)).not.toBe(200);
  expect(removed).toEqual([]);
  expect(await discard(user)).toBe(200);
  expect(removed).toEqual([spare]);
});

test('reports an image that storage does not have as not found', async () => {
  const answer = await openPassport(post({ booking_id: booking, position: 1 }, fixture.guide), checkout.deps);
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ code: 'passport_not_found' });
});

test('opens an image only for people who run the booking', async () => {
  const { sql } = fixture.db;
  checkout.deps.passports.sign = async (name) => `https://storage.test/${name}`;
  const which = { booking_id: booking, position: 1 };
  const statusFor = async (who: string) => (await openPassport(post(which, who), checkout.deps)).status;
  const others = await createUsers(sql, 7);
  const [guide = '', driver = '', partner = '', staff = '', manager = '', shuttle = '', stranger = ''] = others;
  await grantRole(sql, guide, 'tour_guide', 'rio');
  await grantRole(sql, driver, 'shuttle_driver', 'rio');
  await grantRole(sql, partner, 'travel_partner', 'rio');
  await grantRole(sql, staff, 'territory_staff', 'lago');
  await grantRole(sql, manager, 'territory_manager', 'lago');
  await grantRole(sql, shuttle, 'shuttle_manager', 'rio');
  for (const who of [guide, driver, partner, staff, manager, shuttle, stranger]) expect(await statusFor(who)).toBe(404);
  for (const who of [user, fixture.guide, fixture.staff]) expect(await statusFor(who)).toBe(200);
  const looks = await sql`select actor_id from public.audit_log where action = 'passport_opened' order by id`;
  expect(looks.map((row) => row.actor_id)).toEqual([user, fixture.guide, fixture.staff]);
});

test.each([0, -1, 1.5, 1001, '1', null])('refuses an image at the place %j', async (position) => {
  const answer = await openPassport(post({ booking_id: booking, position }, user), checkout.deps);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({ code: 'invalid_input', message: 'position is not valid' });
});

test.each([{}, { path: 7 }, { booking_id: crypto.randomUUID() }, { booking_id: crypto.randomUUID(), position: 0 }])(
  'refuses a nonsensical request: %j',
  async (body) => {
    expect((await removePassport(post(body, user), checkout.deps)).status).toBe(400);
    expect((await removePassport(post(body), checkout.deps)).status).toBe(401);
  },
);
