import { AuthShims } from '@territorio/local-supabase/auth/index';
import type { ReservedSql } from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { PROJECT } from '../../supabase/local/project.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

// What the local auth service does before it answers a stranger is the same whether an address has an account, an
// unconfirmed one or none, so that the duration reveals nothing. Here nothing that depends on the account can end
// before the answer: changes of users wait for a lock, and lite for a promise.

const ADDRESSES = ['known@example.test', 'unconfirmed@example.test', 'unknown@example.test'];
let database: TestDatabase;
let auth: AuthShims;
let lock: ReservedSql;
let openLite: () => void;
let passedOn: string[];
let emailed: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  await database.sql.unsafe(`
    create sequence public.hashes minvalue 0 start 0;
    create sequence public.inserts minvalue 0 start 0;
    alter function extensions.crypt(text, text) rename to real_crypt;
    create function extensions.crypt(p text, s text) returns text language plpgsql as $$
    begin perform nextval('public.hashes'); return extensions.real_crypt(p, s); end $$;
    create function public.count_insert() returns trigger language plpgsql as $$
    begin perform nextval('public.inserts'); return new; end $$;
    create trigger count_insert before insert on auth.users for each row execute function public.count_insert();
    create function public.wait_for_test() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(7); return new; end $$;
    create trigger wait_for_test before update on auth.users for each row execute function public.wait_for_test()`);
});
afterAll(() => database.drop());

beforeEach(async () => {
  emailed = [];
  passedOn = [];
  await database.sql`delete from auth.email_pauses`;
  await database.sql`delete from auth.users`;
  await database.sql`insert into auth.users (id, email, encrypted_password, email_confirmed_at) values
    (gen_random_uuid(), ${ADDRESSES[0] ?? ''}, 'x', now()), (gen_random_uuid(), ${ADDRESSES[1] ?? ''}, 'x', null)`;
  auth = new AuthShims({
    project: PROJECT,
    databaseUrl: database.url,
    secretKey: 'secret',
    jwtSecret: 'secret',
    apiUrl: 'http://auth.test',
    siteUrl: 'http://app.test',
    redirectUrls: [],
    hosts: [],
    send: async ({ to }) => void emailed.push(to),
  });
  lock = await database.sql.reserve();
  await lock`select pg_advisory_lock(7)`;
});

/** Sends a request for each address. Returns its status and the work before its answer. */
async function workFor(path: string, body: object) {
  const open = new Promise<void>((resolve) => {
    openLite = resolve;
  });
  const lite = {
    fetch: async (request: Request) => {
      passedOn.push((await request.json()).email);
      await open;
      return Response.json({});
    },
    close: async () => {},
  };
  const counts = async () => {
    const [row] = await database.sql<{ hashes: number; inserts: number }[]>`
      select nextval('public.hashes')::int as hashes, nextval('public.inserts')::int as inserts`;
    return row ?? { hashes: 0, inserts: 0 };
  };
  const work = [];
  for (const email of ADDRESSES) {
    const before = await counts();
    const request = new Request(`http://auth.test/auth/v1${path}`, {
      method: 'POST',
      body: JSON.stringify({ email, ...body }),
    });
    const { status } = await auth.handle(request, lite, '10.0.0.1');
    const after = await counts();
    // One of each is the count itself.
    work.push({
      status,
      hashes: after.hashes - before.hashes - 1,
      inserts: after.inserts - before.inserts - 1,
    });
  }
  return work;
}

/** Lets the work after the answers end. Returns who got an email, of the confirmed ones through lite. */
async function afterwards() {
  await lock`select pg_advisory_unlock(7)`;
  lock.release();
  openLite();
  await auth.close();
  return { passedOn, emailed: emailed.sort() };
}

const [known = '', unconfirmed = '', unknown = ''] = ADDRESSES;

it.each<[string, object, { status: number; hashes: number; inserts: number }, object]>([
  [
    '/signup',
    { password: 'a good password', data: { full_name: 'Ana' } },
    { status: 200, hashes: 1, inserts: 1 },
    { passedOn: [], emailed: [unconfirmed, unknown] },
  ],
  ['/signup', { password: 'short' }, { status: 422, hashes: 0, inserts: 0 }, { passedOn: [], emailed: [] }],
  ['/recover', {}, { status: 200, hashes: 0, inserts: 0 }, { passedOn: ADDRESSES, emailed: [] }],
  ['/resend', { type: 'signup' }, { status: 200, hashes: 0, inserts: 0 }, { passedOn: [], emailed: [unconfirmed] }],
  ['/resend', { type: 'email_change' }, { status: 200, hashes: 0, inserts: 0 }, { passedOn: ADDRESSES, emailed: [] }],
  ['/otp', {}, { status: 200, hashes: 0, inserts: 1 }, { passedOn: [known], emailed: [unconfirmed, unknown] }],
  [
    '/otp',
    { create_user: false },
    { status: 200, hashes: 0, inserts: 0 },
    { passedOn: [known], emailed: [unconfirmed] },
  ],
  ['/magiclink', {}, { status: 200, hashes: 0, inserts: 1 }, { passedOn: [known], emailed: [unconfirmed, unknown] }],
])('%s %j is answered after the same work for every address', async (path, body, expected, then) => {
  expect(await workFor(path, body)).toEqual([expected, expected, expected]);
  expect(await afterwards()).toEqual(then);
});

it('a repeated sign-up leaves nothing behind', async () => {
  await workFor('/signup', { password: 'a good password', data: { full_name: 'Ana' } });
  await afterwards();
  expect(await database.sql`select email from auth.users order by 1`).toEqual(
    [...ADDRESSES].sort().map((email) => ({ email })),
  );
  expect(await database.sql`select count(*)::int as profiles from public.profiles`).toEqual([{ profiles: 3 }]);
});
