import { randomUUID } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Accounts, accountsOf, finishDeletion, realAccounts } from '../../supabase/functions/_shared/accounts.ts';
import { HttpError } from '../../supabase/functions/_shared/http.ts';
import { SECRET_KEY, type Services, startServices } from './services.ts';

let services: Services;
let accounts: Accounts;
beforeAll(async () => {
  services = await startServices();
  accounts = realAccounts(services.admin, services.url, SECRET_KEY);
});
afterAll(() => services.stop());

const address = () => `${randomUUID()}@example.com`;
const sessions = async (id: string) =>
  (await services.db.sql`select 1 from auth.sessions where user_id = ${id}`).length;
const signIn = (email: string, password: string) => services.browser().auth.signInWithPassword({ email, password });

/** Returns an auth service that always gives this response. */
function answering(status: number, body: Record<string, unknown>) {
  const fetch = async () => Response.json(body, { status, headers: { 'x-supabase-api-version': '2024-01-01' } });
  return createClient('http://auth.test', 'key', {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { fetch },
  });
}

describe("the check of a person's password", () => {
  test('accepts the correct one without leaving a session', async () => {
    const id = await services.signUp(address(), 'the right one');
    expect(await accounts.passwordIs(id, 'the right one')).toBe(true);
    expect(await accounts.passwordIs(id, 'another one')).toBe(false);
    expect(await sessions(id)).toBe(0);
  });

  test('keeps the sessions of their devices', async () => {
    const email = address();
    const id = await services.signUp(email, 'the right one');
    await signIn(email, 'the right one');
    await accounts.passwordIs(id, 'the right one');
    expect(await sessions(id)).toBe(1);
  });

  test('fails for a missing person', async () => {
    await expect(accounts.passwordIs(randomUUID(), 'the right one')).rejects.toThrow(/not found/i);
  });

  test('fails for an account without an address', async () => {
    const admin = answering(200, { id: randomUUID(), email: null });
    const asked: unknown[] = [];
    const fetch = async (_url: unknown, init?: RequestInit) => {
      asked.push(JSON.parse(String(init?.body)));
      return Response.json({ code: 'validation_failed', msg: 'no address' }, { status: 400 });
    };
    const auth = { persistSession: false, autoRefreshToken: false };
    const of = accountsOf(admin, () => createClient('http://auth.test', 'key', { auth, global: { fetch } }));
    await expect(of.passwordIs(randomUUID(), 'x')).rejects.toThrow('no address');
    expect(asked).toMatchObject([{ email: '' }]);
  });

  test('refuses a password that opens another account', async () => {
    const email = address();
    await services.signUp(email, 'the right one');
    const of = accountsOf(answering(200, { id: randomUUID(), email }), () => services.browser());
    expect(await of.passwordIs(randomUUID(), 'the right one')).toBe(false);
  });

  test('reports too many attempts, and does not mistake a failure for a wrong password', async () => {
    const known = answering(200, { id: randomUUID(), email: 'ana@example.com' });
    const tooMany = accountsOf(known, () => answering(429, { code: 'over_request_rate_limit', msg: 'slow down' }));
    const refusal: unknown = await tooMany.passwordIs(randomUUID(), 'x').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(HttpError);
    expect(refusal).toMatchObject({ status: 429, code: 'too_many_attempts', message: expect.stringMatching(/wait/) });
    const down = accountsOf(known, () => answering(400, { code: 'unexpected_failure', msg: 'broken' }));
    await expect(down.passwordIs(randomUUID(), 'x')).rejects.toThrow('broken');
    const noAuth = accountsOf(known, () => answering(500, { code: 'invalid_credentials', msg: 'broken' }));
    await expect(noAuth.passwordIs(randomUUID(), 'x')).rejects.not.toBeInstanceOf(HttpError);
  });
});

describe('an account deletion', () => {
  test('removes user and sessions, and counts a missing user as removed', async () => {
    const email = address();
    const id = await services.signUp(email, 'the right one');
    await signIn(email, 'the right one');
    await accounts.deleteUser(id);
    expect(await services.db.sql`select 1 from auth.users where id = ${id}`).toEqual([]);
    expect(await sessions(id)).toBe(0);
    await accounts.deleteUser(id);
    await expect(
      accountsOf(answering(400, { code: 'unexpected_failure', msg: 'broken' }), services.browser).deleteUser(
        randomUUID(),
      ),
    ).rejects.toThrow('broken');
  });

  test('removes files from the named bucket', async () => {
    const name = `${randomUUID()}/p.txt`;
    for (const bucket of ['passports', 'media'])
      await services.admin.storage
        .from(bucket)
        .upload(name, new Uint8Array([0xff, 0xd8, 0xff]), { contentType: 'image/jpeg' });
    const left = async () =>
      (await services.db.sql<{ bucket_id: string }[]>`select bucket_id from storage.objects where name = ${name}`).map(
        (row) => row.bucket_id,
      );
    expect((await left()).sort()).toEqual(['media', 'passports']);
    await accounts.removeFiles('passports', [name]);
    expect(await left()).toEqual(['media']);
    await expect(
      accountsOf(answering(500, { message: 'broken' }), services.browser).removeFiles('media', [name]),
    ).rejects.toThrow('broken');
  });

  test('removes more files than a page page by page, each bucket separately', async () => {
    const names = (bucket: string, from: number, count: number) =>
      Array.from({ length: count }, (_, n) => ({ bucket, name: `${from + n}` }));
    const pages = [[...names('media', 0, 300), ...names('images', 300, 200)], names('media', 500, 3)];
    const calls: unknown[] = [];
    const removed: Record<string, string[]> = {};
    await finishDeletion(
      {
        admin: async (name, args) => {
          calls.push([name, args]);
          return name === 'account_files' ? (pages.shift() ?? []) : null;
        },
        accounts: {
          ...accounts,
          removeFiles: async (bucket, some) => {
            removed[bucket] = [...(removed[bucket] ?? []), ...some];
          },
          deleteUser: async (id) => void calls.push(['deleteUser', id]),
        },
      },
      'ana',
    );
    expect(calls).toEqual([
      ['account_files', { p_user_id: 'ana', p_limit: 500 }],
      ['account_files', { p_user_id: 'ana', p_limit: 500 }],
      ['deleteUser', 'ana'],
      ['finish_account_deletion', { p_user_id: 'ana' }],
    ]);
    expect(removed.images).toEqual(names('images', 300, 200).map(({ name }) => name));
    expect(removed.media).toHaveLength(303);
  });
});

describe('an invited person chooses a password', () => {
  const invited = (id: string | null, email: string, password = 'chosen by the owner') => ({
    id,
    email,
    fullName: 'Ana Choc',
    password,
  });

  test('confirms a new account at once with their name', async () => {
    const email = address();
    const id = await accounts.choosePassword(invited(null, email));
    const signed = await signIn(email, 'chosen by the owner');
    expect(signed.data.user).toMatchObject({ id, email, user_metadata: { full_name: 'Ana Choc' } });
  });

  test('gives a known account the password, and the old one no longer works', async () => {
    const email = address();
    const id = await services.signUp(email, 'of whoever came first');
    expect(await accounts.choosePassword(invited(id, email))).toBe(id);
    expect((await signIn(email, 'of whoever came first')).error?.code).toBe('invalid_credentials');
    expect((await signIn(email, 'chosen by the owner')).data.user?.id).toBe(id);
  });

  test('creates nothing for an address that got an account in between', async () => {
    const email = address();
    await services.signUp(email, 'of somebody');
    expect(await accounts.choosePassword(invited(null, email))).toBeNull();
    expect((await signIn(email, 'chosen by the owner')).error?.code).toBe('invalid_credentials');
  });

  test('reports a weak password; anything else is a failure', async () => {
    const weak = accountsOf(answering(422, { code: 'weak_password', msg: 'Longer, please' }), services.browser);
    const refusal: unknown = await weak.choosePassword(invited(null, address())).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(HttpError);
    expect(refusal).toMatchObject({ status: 400, code: 'weak_password', message: 'Longer, please' });
    const broken = accountsOf(answering(422, { code: 'unexpected_failure', msg: 'broken' }), services.browser);
    const failure: unknown = await broken.choosePassword(invited(null, address())).catch((error: unknown) => error);
    expect(failure).not.toBeInstanceOf(HttpError);
    expect(failure).toMatchObject({ message: 'broken' });
  });
});
