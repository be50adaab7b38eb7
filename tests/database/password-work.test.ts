import { readLimits } from '@territorio/local-supabase/auth/limits';
import { isPassword, PasswordSignIns } from '@territorio/local-supabase/auth/sign-in';
import { address } from '@territorio/local-supabase/auth/users';
import { readProjectConfig } from '@territorio/local-supabase/project';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PROJECT } from '../../supabase/local/project.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { emails } from '../support/emails.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.sql.unsafe(`
    create sequence public.hashes;
    alter function extensions.crypt(text, text) rename to real_crypt;
    create function extensions.crypt(p text, s text) returns text language plpgsql as $$
    begin perform nextval('public.hashes'); return extensions.real_crypt(p, s); end $$;
    insert into auth.users (id, email, encrypted_password) values
      (gen_random_uuid(), 'known@example.test', extensions.real_crypt('right', extensions.gen_salt('bf', 4))),
      (gen_random_uuid(), 'invited@example.test', null), (gen_random_uuid(), 'emptied@example.test', '');
    update auth.users set encrypted_password = '$2b$' || substr(encrypted_password, 5) where email = 'known@example.test'`);
  // The hash that unknown addresses are compared with is created once.
  await isPassword(database.sql, 'warm@example.test', 'x');
});
afterAll(() => database.drop());

it.each([
  ['known@example.test', 'right', true],
  ['KNOWN@example.test', 'wrong', false],
  ['invited@example.test', '', false],
  ['emptied@example.test', '', false],
  ['unknown@example.test', 'nobody has this', false],
])('compares one hash for %s with the password "%s"', async (email, password, is) => {
  const count = async () => Number((await database.sql`select nextval('public.hashes') as n`)[0]?.n);
  const before = await count();
  expect(await isPassword(database.sql, email, password)).toBe(is);
  // One of the two is the work of the count itself.
  expect((await count()) - before).toBe(2);
});

it('counts failures for each network, and no successes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const signIns = new PasswordSignIns(database.sql, 3);
  const signIn = async (client: string, email: string, password: string) =>
    (await signIns.limit({ client, email, password }, async () => new Response())).status;
  for (let count = 0; count < 5; count += 1) expect(await signIn('a', 'known@example.test', 'right')).toBe(200);
  for (let count = 0; count < 3; count += 1) expect(await signIn('a', `${count}@example.test`, 'x')).toBe(400);
  expect(await signIn('a', 'known@example.test', 'right')).toBe(429);
  expect(await signIn('b', 'known@example.test', 'right')).toBe(200);
  vi.setSystemTime(Date.now() + 5 * 60_000 + 1);
  expect(await signIn('a', 'known@example.test', 'right')).toBe(200);
  vi.useRealTimers();
});

it('lets no stranger keep an owner out by guessing, from however many networks', async () => {
  const signIns = new PasswordSignIns(database.sql, 3);
  const signIn = async (client: string, password: string) =>
    (await signIns.limit({ client, email: 'known@example.test', password }, async () => new Response())).status;
  for (let guess = 0; guess < 20; guess += 1) expect(await signIn(`network ${guess % 10}`, 'x')).toBe(400);
  expect(await signIn('network of the owner', 'right')).toBe(200);
});

it('reads the limits of hosted projects', () => {
  const config = readProjectConfig(PROJECT);
  const limits = {
    signInsPerNetwork: 30,
    tokensPerNetwork: 150,
    verificationsPerNetwork: 30,
    emailsPerHour: 1000,
    emailPauseSeconds: 60,
  };
  expect(readLimits(config, {})).toEqual(limits);
  const perNetwork = { signInsPerNetwork: 500, tokensPerNetwork: 500, verificationsPerNetwork: 500 };
  expect(readLimits(config, { AUTH_REQUESTS_PER_NETWORK: '500' })).toEqual({ ...limits, ...perNetwork });
});

it('accepts every address that the forms accept, and refuses others with a sentence', () => {
  expect(emails.filter((email) => !address.safeParse(email).success)).toEqual([]);
  for (const email of ['josé@x.test', '"ana"@x.test', 'ana@localhost', 'ana@x.test\n'])
    expect([email, address.safeParse(email).success]).toEqual([email, false]);
});
