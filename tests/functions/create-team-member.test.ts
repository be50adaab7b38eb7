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

/** Nina, as the form of the manager's own territory sends her. */
const nina = { role: 'territory_staff', full_name: 'Nina Ixchel', email: 'Nina@Example.test', password: 'ixchel' };

async function call(body: Record<string, unknown> = {}, token = manager) {
  const response = await handle(post({ ...nina, territory_id: place, ...body }, token), checkout.deps);
  return { status: response.status, answer: (await response.json()) as Record<string, unknown> };
}

const accounts = () => fixture.db.sql`
  select u.email, p.full_name, p.roles, p.territory_id, u.email_confirmed_at is not null as confirmed, u.encrypted_password as password
  from auth.users u join public.profiles p on p.id = u.id where u.email = 'nina@example.test'`;
const WAITING = {
  email: 'nina@example.test',
  full_name: 'Nina Ixchel',
  roles: ['tourist'],
  territory_id: null,
  confirmed: false,
  password: 'ixchel',
};
const open = async () =>
  (
    await fixture.db.sql<{ email: string; roles: string[]; territory_id: string }[]>`
      select email, roles, territory_id from public.invites where redeemed_at is null and withdrawn_at is null`
  ).map((row) => ({ ...row }));

describe('create-team-member', () => {
  test('invites, and makes an account that has no role before its owner has proved the address', async () => {
    expect(await call()).toEqual({
      status: 200,
      answer: { email: 'nina@example.test', full_name: 'Nina Ixchel', role: 'territory_staff' },
    });
    expect(await accounts()).toEqual([WAITING]);
    expect(await open()).toEqual([{ email: 'nina@example.test', roles: ['territory_staff'], territory_id: place }]);

    const [{ id = '' } = {}] = await fixture.db.sql<{ id: string }[]>`
      select id from auth.users where email = 'nina@example.test'`;
    const asNina = { role: 'authenticated', sub: id } as const;
    const offered = () => fixture.db.as(asNina, (sql) => sql<{ id: string }[]>`select id from public.my_invites()`);
    expect(await offered()).toHaveLength(0);
    await fixture.db.sql`update auth.users set email_confirmed_at = now() where id = ${id}`;
    const [invite] = await offered();
    await fixture.db.as(asNina, (sql) => sql`select public.accept_invite(${invite?.id ?? ''})`);
    expect(await accounts()).toEqual([
      { ...WAITING, roles: ['territory_staff', 'tourist'], territory_id: place, confirmed: true },
    ]);
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
    expect(await call({ territory_id: undefined })).toMatchObject({ answer: { message: 'Territory ID is required' } });
    for (const role of ['admin', 'territory_manager', 'tour_guide', null])
      expect(await call({ role })).toMatchObject({ status: 400 });
    expect(await accounts()).toEqual([]);
  });

  test('a guest, a tourist, staff, and a manager of another territory make nobody', async () => {
    expect(await call({}, 'nobody')).toMatchObject({ status: 401 });
    const [person = ''] = await createUsers(fixture.db.sql, 1);
    const forbidden = { status: 403, answer: { code: 'roles_forbidden' } };
    expect(await call({}, person)).toMatchObject(forbidden);
    await fixture.db
      .sql`insert into private.role_grants (user_id, role, territory_id) values (${person}, 'territory_staff', ${place})`;
    expect(await call({}, person)).toMatchObject(forbidden);
    await fixture.db.sql`insert into public.territories (id, name, description) values ('elsewhere', 'Elsewhere', 'd')`;
    expect(await call({ territory_id: 'elsewhere' })).toMatchObject(forbidden);
    expect(await accounts()).toEqual([]);
    expect(await open()).toEqual([]);
  });

  test('an address that has an account keeps it as it is, and the manager is told nothing of it', async () => {
    const [other = ''] = await createUsers(fixture.db.sql, 1);
    const [row] = await fixture.db.sql<{ email: string }[]>`select email from public.profiles where id = ${other}`;
    const before = await fixture.db.sql`select * from auth.users where id = ${other}`;
    const fresh = await call();
    const known = await call({ email: row?.email });
    expect(known).toEqual({ ...fresh, answer: { ...fresh.answer, email: row?.email } });
    expect(await fixture.db.sql`select * from auth.users where id = ${other}`).toEqual(before);
    expect(await fixture.db.sql`select roles from public.profiles where id = ${other}`).toEqual([
      { roles: ['tourist'] },
    ]);
  });

  test('killed in between: the same call again makes one account and one open invitation', async () => {
    const own = checkout.deps.accounts;
    checkout.deps.accounts = { ...own, signUp: () => Promise.reject(new Error('killed')) };
    expect(await call()).toMatchObject({ status: 500 });
    expect(await accounts()).toEqual([]);
    checkout.deps.accounts = own;
    expect((await Promise.all([call(), call()])).map(({ status }) => status)).toEqual([200, 200]);
    expect(await accounts()).toEqual([WAITING]);
    expect(await open()).toHaveLength(1);
  });
});
