import { beforeEach, describe, expect, test } from 'vitest';
import { handle } from '../../supabase/functions/accept-invitation/handler.ts';
import { post } from '../database/booking/support/checkout.ts';
import { checkout, checkoutForEachTest, fixture, user as manager } from '../database/booking/support/for-each-test.ts';

let place: string;
let code: string;
checkoutForEachTest();
beforeEach(async () => {
  const [territory] = await fixture.db.sql<{ id: string }[]>`select id from public.territories order by id limit 1`;
  place = territory?.id ?? '';
  await fixture.db
    .sql`insert into private.role_grants (user_id, role, territory_id) values (${manager}, 'territory_manager', ${place})`;
  code = await invite();
});

/** Invites Nina with the territory's form. Only her email contains the code. */
async function invite(): Promise<string> {
  const as = { role: 'authenticated', sub: manager } as const;
  const [made] = await fixture.db.as(
    as,
    (sql) => sql<{ id: string }[]>`
      select public.create_invite('Nina@Example.test', '{territory_staff}', ${place}, 'Nina Ixchel') ->> 'invite_id' as id`,
  );
  const [mail] = await fixture.db.sql<{ code: string }[]>`
    select payload ->> 'code' as code from private.outbox where dedupe_key = ${`email:invite:${made?.id}`}`;
  return mail?.code ?? '';
}

async function call(body: Record<string, unknown> = {}) {
  const response = await handle(post({ code, full_name: 'Nina I.', password: 'ixchel', ...body }, ''), checkout.deps);
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
}

const accounts = async () =>
  (
    await fixture.db.sql`
      select u.id, p.full_name, p.roles, u.email_confirmed_at is not null as confirmed, u.encrypted_password as password, o.how
      from auth.users u join public.profiles p on p.id = u.id join private.account_owners o on o.user_id = u.id
      where u.email = 'nina@example.test'`
  ).map((row) => ({ ...row }));
const NINA = {
  id: expect.any(String),
  full_name: 'Nina I.',
  roles: ['tourist'],
  confirmed: true,
  password: 'ixchel',
  how: 'invitation',
};

describe('accept-invitation', () => {
  test('leads an address that got an account in between to the login', async () => {
    checkout.deps.accounts = { ...checkout.deps.accounts, choosePassword: async () => null };
    expect(await call()).toEqual({
      status: 409,
      answer: {
        code: 'account_exists',
        message: 'You already have an account with this address. Please log in to accept the invitation.',
      },
    });
  });

  test('makes an account with the language of its page for emails', async () => {
    const languageOfNina = async () =>
      (await fixture.db.sql`select language from public.profiles where email = 'nina@example.test'`)[0]?.language;
    for (const language of ['Spanish', 'fr']) expect(await call({ language })).toMatchObject({ status: 400 });
    expect(await call({ language: 'es' })).toMatchObject({ status: 200 });
    expect(await languageOfNina()).toBe('es');
  });

  test('makes a confirmed account with the password that the holder of the code chose, and then gives the role', async () => {
    expect(await call()).toEqual({ status: 200, answer: { email: 'nina@example.test' } });
    const made = await accounts();
    expect(made).toEqual([NINA]);
    const as = { role: 'authenticated', sub: String(made[0]?.id) } as const;
    await fixture.db.as(as, (sql) => sql`select public.redeem_invite(${code})`);
    expect(await accounts()).toEqual([{ ...NINA, roles: ['territory_staff', 'tourist'] }]);
  });

  test('replaces the password and name of an account that someone else created with the address', async () => {
    await fixture.db.sql`insert into auth.users (id, email, encrypted_password, raw_user_meta_data)
      values (gen_random_uuid(), 'nina@example.test', 'theirs', '{"full_name": "Not Nina"}')`;
    expect(await call()).toMatchObject({ status: 200 });
    expect(await accounts()).toEqual([NINA]);
  });

  test('works despite emails for a new password requested by someone else', async () => {
    const { sql } = fixture.db;
    await sql`insert into auth.users (id, email, encrypted_password) values (gen_random_uuid(), 'nina@example.test', 'theirs')`;
    const ask = () =>
      sql`update auth.users set recovery_token = 'letter', recovery_sent_at = now() where email = 'nina@example.test'`;
    await ask();
    const { accounts: service } = checkout.deps;
    // A concurrent request.
    checkout.deps.accounts = {
      ...service,
      choosePassword: async (user) => {
        await ask();
        return service.choosePassword(user);
      },
    };
    expect(await call()).toMatchObject({ status: 200 });
    checkout.deps.accounts = service;
    expect(await accounts()).toEqual([{ ...NINA, full_name: 'Nina I.' }]);
  });

  test('does not change a confirmed account', async () => {
    await fixture.db.sql`insert into auth.users (id, email, encrypted_password, email_confirmed_at)
      values (gen_random_uuid(), 'nina@example.test', 'own', now())`;
    expect(await call()).toMatchObject({ status: 409, answer: { code: 'account_exists' } });
    expect(await accounts()).toEqual([{ ...NINA, full_name: '', password: 'own', how: null }]);
  });

  test('reports what is missing, without an account', async () => {
    const fillIn = { status: 400, answer: { message: 'Please fill in all fields' } };
    for (const value of ['', undefined, 7]) {
      expect(await call({ full_name: value })).toMatchObject(fillIn);
      expect(await call({ password: value })).toMatchObject(fillIn);
    }
    const short = { answer: { message: 'Password must be at least 6 characters' } };
    expect(await call({ password: 'ixche' })).toMatchObject(short);
    expect(await call({ password: 'é'.repeat(37) })).toMatchObject({ status: 400 });
    expect(await call({ code: 'ab'.repeat(32) })).toMatchObject({ status: 404, answer: { code: 'invite_not_found' } });
    expect(await call({ full_name: 'Nina www.example.test' })).toMatchObject({
      status: 400,
      answer: { code: 'name_not_plain' },
    });
    for (const value of ['', undefined, "' or true"])
      expect(await call({ code: value })).toMatchObject({ status: 400, answer: { code: 'invalid_input' } });
    expect(await accounts()).toEqual([]);
  });

  test.each([
    ['withdrawn_at', { status: 410, answer: { code: 'invite_withdrawn' } }],
    ['redeemed_at', { status: 409, answer: { code: 'invite_used' } }],
    ['expires_at', { status: 410, answer: { code: 'invite_expired' } }],
  ])('is refused with the invitation (%s)', async (column, refused) => {
    await fixture.db.sql`update public.invites set ${fixture.db.sql(column)} = now()`;
    expect(await call()).toMatchObject(refused);
    expect(await accounts()).toEqual([]);
  });

  test('is refused with a code that a newer invitation replaced', async () => {
    await invite();
    expect(await call()).toMatchObject({ status: 410, answer: { code: 'invite_withdrawn' } });
  });

  test('keeps the password, and the account unproven, if killed in between', async () => {
    const admin = checkout.deps.admin;
    checkout.deps.admin = (name, args) =>
      name === 'own_invited_account' ? Promise.reject(new Error('killed')) : admin(name, args);
    expect(await call()).toMatchObject({ status: 500 });
    checkout.deps.admin = admin;
    expect(await accounts()).toEqual([{ ...NINA, how: null }]);
    expect(await call()).toMatchObject({ status: 409, answer: { code: 'account_exists' } });
  });
});
