import { beforeEach, describe, expect, test } from 'vitest';
import { handle } from '../../supabase/functions/create-team-member/handler.ts';
import { post } from '../database/booking/support/checkout.ts';
import { createUsers } from '../database/booking/support/fixture.ts';
import { checkout, checkoutForEachTest, fixture, user as manager } from '../database/booking/support/for-each-test.ts';

let place: string;
checkoutForEachTest();
beforeEach(async () => {
  const [territory] = await fixture.db.sql<{ id: string }[]>`select id from public.territories order by id limit 1`;
  place = territory?.id ?? '';
  await fixture.db.sql`update public.profiles set territory_id = ${place} where id = ${manager}`;
  await fixture.db
    .sql`insert into private.role_grants (user_id, role, territory_id) values (${manager}, 'territory_manager', ${place})`;
});

const nina = { role: 'territory_staff', full_name: 'Nina Ixchel', email: 'Nina@Example.test', password: 'ixchel' };

async function call(body: Record<string, unknown> = {}, token = manager) {
  const response = await handle(post({ ...nina, ...body }, token), checkout.deps);
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
}

const accounts = () => fixture.db.sql`
  select u.email, p.full_name, p.roles, p.territory_id, u.email_confirmed_at is not null as confirmed
  from auth.users u join public.profiles p on p.id = u.id where u.email = 'nina@example.test'`;
const DONE = () => ({
  email: 'nina@example.test',
  full_name: 'Nina Ixchel',
  roles: ['territory_staff', 'tourist'],
  territory_id: place,
  confirmed: true,
});

describe('create-team-member', () => {
  test('makes a confirmed account with the role in the caller’s territory', async () => {
    expect(await call()).toMatchObject({
      status: 200,
      answer: { email: 'nina@example.test', role: 'territory_staff' },
    });
    expect(await accounts()).toEqual([DONE()]);
    expect(await call({ role: 'shuttle_manager', email: 'sam@example.test' })).toMatchObject({ status: 200 });
  });

  test('says what is missing', async () => {
    for (const field of ['full_name', 'email', 'password'])
      for (const value of ['', undefined, 7])
        expect(await call({ [field]: value })).toMatchObject({
          status: 400,
          answer: { message: 'Please fill in all required fields' },
        });
    expect(await call({ password: 'ixche' })).toMatchObject({
      answer: { message: 'Password must be at least 6 characters' },
    });
    expect(await call({ password: 'é'.repeat(37) })).toMatchObject({ status: 400 });
    expect(await call({ email: 'nina' })).toMatchObject({ answer: { message: 'Please enter a valid email address' } });
    for (const role of ['admin', 'territory_manager', 'tour_guide', null])
      expect(await call({ role })).toMatchObject({ status: 400 });
    expect(await accounts()).toEqual([]);
  });

  test('a guest, a tourist and somebody without a territory make nobody', async () => {
    expect(await call({}, 'nobody')).toMatchObject({ status: 401 });
    const [tourist = ''] = await createUsers(fixture.db.sql, 1);
    expect(await call({}, tourist)).toMatchObject({ status: 403, answer: { code: 'roles_forbidden' } });
    await fixture.db.sql`update public.profiles set territory_id = ${place} where id = ${tourist}`;
    expect(await call({}, tourist)).toMatchObject({ status: 403, answer: { code: 'roles_forbidden' } });
    await fixture.db.sql`update public.profiles set territory_id = null where id = ${manager}`;
    expect(await call()).toMatchObject({ status: 400, answer: { message: 'Territory ID is required' } });
    expect(await accounts()).toEqual([]);
  });

  test('an address that has an account keeps it as it is', async () => {
    const [other = ''] = await createUsers(fixture.db.sql, 1);
    const [row] = await fixture.db.sql<{ email: string }[]>`select email from public.profiles where id = ${other}`;
    const before = await fixture.db.sql`select * from auth.users where id = ${other}`;
    expect(await call({ email: row?.email })).toMatchObject({ status: 409, answer: { code: 'account_exists' } });
    expect(await fixture.db.sql`select * from auth.users where id = ${other}`).toEqual(before);
    expect(await fixture.db.sql`select roles from public.profiles where id = ${other}`).toEqual([
      { roles: ['tourist'] },
    ]);
  });

  test('registered between the question and the making: refused, and not taken over', async () => {
    const own = checkout.deps.accounts;
    checkout.deps.accounts = {
      ...own,
      createUser: async (user) => {
        await own.createUser({ ...user, id: crypto.randomUUID(), fullName: 'Her own' });
        return own.createUser(user);
      },
    };
    expect(await call()).toMatchObject({ status: 409, answer: { code: 'account_exists' } });
    expect(await accounts()).toMatchObject([{ full_name: 'Her own', roles: ['tourist'] }]);
  });

  test('killed before or after the account is made: the same call goes on, with the password of the last one', async () => {
    const own = checkout.deps.accounts;
    const killed = () => Promise.reject(new Error('killed'));
    checkout.deps.accounts = { ...own, createUser: killed };
    expect(await call()).toMatchObject({ status: 500 });
    checkout.deps.accounts = { ...own, createUser: async (user) => own.createUser(user).then(killed) };
    expect(await call()).toMatchObject({ status: 500 });
    expect(await accounts()).toMatchObject([{ roles: ['tourist'] }]);
    checkout.deps.accounts = own;
    expect(await call({ password: 'another' })).toMatchObject({ status: 200 });
    expect(await accounts()).toEqual([DONE()]);
    expect(await fixture.db.sql`select encrypted_password from auth.users where email = 'nina@example.test'`).toEqual([
      { encrypted_password: 'another' },
    ]);
    await fixture.db.sql`update auth.users set last_sign_in_at = now() where email = 'nina@example.test'`;
    expect(await call({ password: 'a third' })).toMatchObject({ status: 409 });
    expect(await fixture.db.sql`select 1 from auth.users where encrypted_password = 'a third'`).toEqual([]);
  });

  test('pressed twice at once makes one', async () => {
    const answers = await Promise.all([call(), call()]);
    expect(answers.map((one) => one.status)).toEqual([200, 200]);
    expect(await accounts()).toEqual([DONE()]);
  });
});
