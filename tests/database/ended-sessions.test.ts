import { expect, it } from 'vitest';
import { fixture, sharedFixture } from './access/fixture.ts';
import { id, userId } from './access/identities.ts';

// After signing out or a password reset, a token remains valid for up to an hour.

sharedFixture();

const statements = {
  'no seat is kept': `select public.create_hold(jsonb_build_object('idempotency_key', gen_random_uuid(), 'kind', 'experience',
    'service_id', '${id.experience}', 'service_date', current_date + 7, 'booking_type', 'shared', 'num_people', 1))`,
  'nothing is booked': `select public.book_cash(gen_random_uuid())`,
  'nothing is released': `select public.release_hold(gen_random_uuid())`,
  'nothing is cancelled': `select public.cancel_booking('${id.booking}', 0)`,
  'no refund is quoted': `select public.quote_cancellation('${id.booking}')`,
};

const outcome = async (session: string, statement: string): Promise<string> => {
  const claims = { role: 'authenticated', sub: userId.tourist, session_id: session } as const;
  return fixture
    .as(claims, (sql) => sql.unsafe(statement))
    .then(
      () => 'done',
      (error: Error) => String(error),
    );
};

it.each(Object.entries(statements))('with an ended session %s', async (_, statement) => {
  const session = '00000000-0000-4000-8000-00000000ab01';
  expect(await outcome(session, statement)).toMatch(/log in/i);
  // Control: while the session is active, the same request gets further.
  await fixture.sql`insert into auth.sessions (id, user_id) values (${session}, ${userId.tourist})`;
  expect(await outcome(session, statement)).not.toMatch(/log in/i);
  await fixture.sql`delete from auth.sessions where id = ${session}`;
});

// Direct writes to a table are only checked by its policies.
const own = userId.tourist;
const avatar = `avatars/${own}/face.png`;
const written = {
  'no profile is changed': `update public.profiles set bio = 'Mine now' where id = '${own}' returning id`,
  'nothing is posted': `insert into public.territory_messages (territory_id, message) values ('rio', 'Mine now') returning id`,
  'nothing is followed': `insert into public.territory_followers (territory_id) values ('lago') returning user_id`,
  'nothing is unfollowed': `delete from public.territory_followers where user_id = '${own}' and territory_id = 'lago' returning user_id`,
  'no notices are chosen': `insert into public.notice_choices (message) values (false) returning user_id`,
  'no chosen notices are changed': `update public.notice_choices set message = true where user_id = '${own}' returning user_id`,
  'no file is put': `insert into storage.objects (bucket_id, name, owner_id) values ('images', '${avatar}', '${own}') returning id`,
  'no file is deleted': `delete from storage.objects where name = '${avatar}' returning id`,
};

it.each(Object.entries(written))('with an ended session %s', async (_, statement) => {
  const session = '00000000-0000-4000-8000-00000000ab02';
  const claims = { role: 'authenticated', sub: own, session_id: session } as const;
  const rows = () =>
    fixture
      .as(claims, (sql) => sql.unsafe(statement))
      .then(
        (found) => found.length,
        (error: { code: string }) => error.code,
      );
  expect(['42501', 0]).toContain(await rows());
  await fixture.sql`insert into auth.sessions (id, user_id) values (${session}, ${own})`;
  expect(await rows()).toBe(1);
  await fixture.sql`delete from auth.sessions where id = ${session}`;
});

it('the token of an ended session joins no channel of the person', async () => {
  const session = '00000000-0000-4000-8000-00000000ab03';
  const claims = { role: 'authenticated', sub: own, session_id: session } as const;
  const joins = () =>
    fixture.as(claims, async (sql) => {
      await sql`select set_config('realtime.topic', ${`user:${own}`}, true)`;
      return (await sql`select 1 from realtime.messages limit 1`).length;
    });
  await fixture.sql`select realtime.send('{}', 'booking', ${`user:${own}`}, true)`;
  expect(await joins()).toBe(0);
  await fixture.sql`insert into auth.sessions (id, user_id) values (${session}, ${own})`;
  expect(await joins()).toBe(1);
});

it("every policy for writing a person's own data checks the session", async () => {
  const policies = await fixture.sql<{ name: string; rule: string }[]>`
    select tablename || '.' || policyname as name, coalesce(qual, '') || coalesce(with_check, '') as rule from pg_policies
     where cmd <> 'SELECT' and permissive = 'PERMISSIVE' and roles && '{authenticated,public}'`;
  expect(policies.length).toBeGreaterThan(20);
  // Roles end with the session, so policies that ask for a role are enough.
  const open = policies.filter(
    ({ rule }) => !/session_lives|my_territories|is_admin|has_role|guides_slot|runs_\w+/.test(rule),
  );
  expect(open.map(({ name }) => name)).toEqual([]);
});

// People can only read their own tickets, money and messages with an active session too.
const readings = {
  'no ticket code is read': `select code from public.booking_codes where tourist_id = '${own}'`,
  'no booking is read': `select id from public.bookings where tourist_id = '${own}'`,
  'no profile is read': `select email from public.profiles where id = '${own}'`,
  'no money of tickets is read': `select * from public.my_ticket_money(array['${id.booking}']::uuid[])`,
};

it.each(Object.entries(readings))('with an ended session %s', async (_, statement) => {
  const session = '00000000-0000-4000-8000-00000000ab04';
  const claims = { role: 'authenticated', sub: own, session_id: session } as const;
  const rows = () => fixture.as(claims, async (sql) => (await sql.unsafe(statement)).length);
  expect(await rows()).toBe(0);
  await fixture.sql`insert into auth.sessions (id, user_id) values (${session}, ${own})`;
  expect(await rows()).toBeGreaterThan(0);
  await fixture.sql`delete from auth.sessions where id = ${session}`;
});

it("every policy for reading a person's own data checks the session", async () => {
  const policies = await fixture.sql<{ name: string; rule: string }[]>`
    select tablename || '.' || policyname as name, qual as rule from pg_policies
     where cmd = 'SELECT' and roles && '{authenticated,public}'`;
  expect(policies.filter(({ rule }) => /live_user/.test(rule)).length).toBeGreaterThan(15);
  // People who decide about reports can't decide about their own posts. Policies that take rows away from them
  // require a role anyway.
  const open = policies.filter(
    ({ name, rule }) =>
      /auth\.uid|\buid\(\)/.test(rule) && !/session_lives/.test(rule) && !/message_reports/.test(name),
  );
  expect(open.map(({ name }) => name)).toEqual([]);
});
