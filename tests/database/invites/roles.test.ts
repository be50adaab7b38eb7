import { beforeEach, describe, expect, it } from 'vitest';
import { type AccessFixture, fixture, fixtureForEachTest } from '../access/fixture.ts';
import { identityOf, userId, type Who } from '../access/identities.ts';
import { invite } from './invite.ts';

fixtureForEachTest();

const otherAccount = { status: 403, code: 'invite_other_account' };
const withdrawn = { status: 410, code: 'invite_withdrawn' };

it.each(['nobody', 'a@b', 'a b@example.test', '<x@example.test>', '', null])(
  'refuses to invite %s',
  async (address) => {
    expect(
      await fixture.refusal(
        'manager',
        `select public.create_invite(${address === null ? 'null' : `'${address}'`}, '{tour_guide}', 'rio')`,
      ),
    ).toMatchObject({ status: 400, code: 'invalid_input' });
  },
);

it('invites once to a role that is repeated', async () => {
  const { invite_id } = await invite('manager', `'ana@example.test', '{tour_guide,shuttle_driver,tour_guide}', 'rio'`);
  expect(await fixture.look(`select roles from public.invites where id = '${invite_id}'`)).toEqual([
    { roles: ['tour_guide', 'shuttle_driver'] },
  ]);
});

/** The roles that each role can invite to in the home territory, and decide requests for, if it grants them. */
const MAY_INVITE: [Who, string[]][] = [
  [
    'admin',
    ['territory_manager', 'territory_staff', 'tour_guide', 'travel_partner', 'shuttle_manager', 'shuttle_driver'],
  ],
  ['manager', ['territory_staff', 'tour_guide', 'travel_partner', 'shuttle_manager', 'shuttle_driver']],
  ['staff', ['tour_guide', 'travel_partner']],
  ['shuttle', ['shuttle_driver']],
  ...(['guide', 'driver', 'partner', 'tourist', 'manager2', 'staff2', 'shuttle2'] as const).map(
    (who): [Who, string[]] => [who, []],
  ),
];
const ASKED_FOR = [...(MAY_INVITE[0]?.[1] ?? []), 'admin'];

it.each(MAY_INVITE)('lets %s invite only to the roles below their own', async (who, may) => {
  for (const role of who === 'admin' ? ASKED_FOR.slice(0, -1) : ASKED_FOR) {
    const refusal = await fixture.refusal(
      who,
      `select public.create_invite('${role}@example.test', '{${role}}', 'rio')`,
    );
    expect(refusal?.code, role).toBe(may.includes(role) ? undefined : 'roles_forbidden');
  }
});

it('lets a manager decide requests for the roles below, and an admin all', async () => {
  await fixture.sql`delete from public.role_requests`;
  for (const role of ASKED_FOR) {
    const [row] = await fixture.sql`insert into public.role_requests (user_id, role, territory_id)
      values (${userId.otherTourist}, ${role}, ${role === 'admin' ? null : 'rio'}) returning id`;
    const decide = `select public.decide_role_request('${row?.id}', false)`;
    for (const who of ['staff', 'shuttle', 'guide', 'manager2'] as const)
      expect((await fixture.refusal(who, decide))?.code, `${who}, ${role}`).toBe('roles_forbidden');
    const below = !['admin', 'territory_manager'].includes(role);
    expect((await fixture.refusal('manager', decide))?.code, role).toBe(below ? undefined : 'roles_forbidden');
    if (!below) expect(await fixture.ask('admin', decide), role).toEqual({ status: 'declined' });
  }
});

/** Who can invite to each role in the home territory, and what the role includes. */
const INVITED = [
  { role: 'tour_guide', by: 'staff' },
  { role: 'travel_partner', by: 'staff' },
  { role: 'shuttle_driver', by: 'shuttle' },
  { role: 'territory_staff', by: 'manager' },
  { role: 'shuttle_manager', by: 'manager' },
] as const;

describe.each(INVITED)('an invitation as $role', ({ role, by }) => {
  let code: string;
  beforeEach(async () => {
    code = await send();
  });
  const send = async () => (await invite(by, `'tourist@example.test', '{${role}}', 'rio', 'Nina Ixchel'`)).code;
  const take = () => `select public.redeem_invite('${code}')`;
  const see = (who: Parameters<AccessFixture['ask']>[0]) =>
    fixture.ask<Record<string, unknown>>(who, `select public.lookup_invite('${code}')`);
  const grants = (who: keyof typeof userId) =>
    fixture.look(
      `select role, territory_id from private.role_grants
       where user_id = '${userId[who]}' and role <> 'tourist' and revoked_at is null and dropped_at is null order by role, territory_id`,
    );

  it('gives the role in the territory, once, and the same response the second time', async () => {
    expect(await see('anon')).toEqual({
      state: 'open',
      mine: false,
      roles: [role],
      territory_name: expect.any(String),
      territory_names: expect.any(Object),
      email: 'tourist@example.test',
      full_name: 'Nina Ixchel',
      has_account: true,
    });
    expect(await see('tourist')).toMatchObject({ state: 'open', mine: true });
    const answer = await fixture.ask('tourist', take());
    expect(answer).toEqual({ territory_id: 'rio', roles: expect.arrayContaining([role, 'tourist']), granted: [role] });
    expect(await fixture.ask('tourist', take())).toEqual(answer);
    expect(await grants('tourist')).toEqual([{ role, territory_id: 'rio' }]);
    expect(
      await fixture.look(`select full_name, territory_id from public.profiles where id = '${userId.tourist}'`),
    ).toEqual([{ full_name: 'tourist', territory_id: 'rio' }]);
    // A used code reveals nothing about the person.
    expect(await see('anon')).toEqual({
      state: 'used',
      mine: false,
      roles: [role],
      territory_name: expect.any(String),
      territory_names: expect.any(Object),
      email: null,
      full_name: null,
      has_account: null,
    });
    expect(await see('tourist')).toMatchObject({ state: 'used', mine: true });
  });

  it('tells another person that it is not theirs, and stays open for its recipient', async () => {
    expect(await see('partner')).toMatchObject({ state: 'open', mine: false });
    expect(await fixture.refusal('partner', take())).toMatchObject(otherAccount);
    expect(await grants('partner')).toEqual([{ role: 'travel_partner', territory_id: 'rio' }]);
    await fixture.ask('tourist', take());
    expect(await fixture.refusal('partner', take())).toMatchObject({ status: 409, code: 'invite_used' });
  });

  it('is refused when expired, withdrawn, or replaced by a newer one', async () => {
    await fixture.sql`update public.invites set expires_at = now() - interval '1 second' where email = 'tourist@example.test'`;
    expect(await see('anon')).toMatchObject({ state: 'expired', email: null, has_account: null });
    expect(await fixture.refusal('tourist', take())).toMatchObject({ status: 410, code: 'invite_expired' });

    const old = code;
    code = await send();
    expect(await fixture.refusal('tourist', `select public.redeem_invite('${old}')`)).toMatchObject(withdrawn);
    const [made] = await fixture.look<{ id: string }>(
      `select id from public.invites where email = 'tourist@example.test' and withdrawn_at is null and redeemed_at is null`,
    );
    await fixture.ask(by, `select public.withdraw_invite('${made?.id}')`);
    expect(await see('anon')).toMatchObject({ state: 'withdrawn', email: null });
    expect(await fixture.refusal('tourist', take())).toMatchObject(withdrawn);
    expect(await grants('tourist')).toEqual([]);
  });

  it('works for people without an account: confirmed first, then accepted', async () => {
    await fixture.sql`update public.invites set email = 'new@example.test' where email = 'tourist@example.test'`;
    expect(await see('anon')).toMatchObject({ state: 'open', email: 'new@example.test', has_account: false });
    await fixture.sql`update auth.users set email = 'New@Example.test', email_confirmed_at = null where id = ${userId.tourist}`;
    // Anyone can create an unconfirmed account.
    expect(await see('anon')).toMatchObject({ has_account: false });
    expect(await fixture.refusal('tourist', take())).toMatchObject(otherAccount);
    await fixture.sql`update auth.users set email_confirmed_at = now() where id = ${userId.tourist}`;
    expect(await see('anon')).toMatchObject({ has_account: true });
    // Nobody has proven yet that they read the new address's email and chose the password.
    expect(await fixture.refusal('tourist', take())).toMatchObject({ code: 'account_unproven' });
    await fixture.sql`select private.give_account(${userId.tourist}, 'given')`;
    expect(await fixture.ask('tourist', take())).toMatchObject({ granted: [role] });
  });

  it('reports that the role has ended since', async () => {
    await fixture.ask('tourist', take());
    await fixture.ask('manager', `select public.revoke_role('${userId.tourist}', '${role}', 'rio')`);
    expect(await fixture.ask('tourist', take())).toMatchObject({ granted: [] });
    expect(await grants('tourist')).toEqual([]);
  });

  it('is added to roles in another territory', async () => {
    await fixture.sql`update public.invites set email = 'guide2@example.test' where email = 'tourist@example.test'`;
    await fixture.ask('guide2', take());
    expect(await grants('guide2')).toEqual(
      [
        { role: 'tour_guide', territory_id: 'lago' },
        { role, territory_id: 'rio' },
      ].sort((a, b) => a.role.localeCompare(b.role)),
    );
    expect(await fixture.look(`select territory_id from public.profiles where id = '${userId.guide2}'`)).toEqual([
      { territory_id: 'rio' },
    ]);
  });

  it('keeps people who run another territory on its pages, unless the new pages are of the territory', async () => {
    await fixture.sql`update public.invites set email = 'staff2@example.test' where email = 'tourist@example.test'`;
    await fixture.ask('staff2', take());
    const moves = ['territory_staff', 'shuttle_manager'].includes(role);
    expect(await fixture.look(`select territory_id from public.profiles where id = '${userId.staff2}'`)).toEqual([
      { territory_id: moves ? 'rio' : 'lago' },
    ]);
  });
});

it('lets a person in two territories choose which of them the pages show', async () => {
  const { code } = await invite('manager', `'staff2@example.test', '{territory_staff}', 'rio'`);
  await fixture.ask('staff2', `select public.redeem_invite('${code}')`);
  const place = () => fixture.look(`select territory_id from public.profiles where id = '${userId.staff2}'`);
  expect(await place()).toEqual([{ territory_id: 'rio' }]);
  const regions = await fixture.as(
    identityOf('staff2'),
    (sql) => sql`select id, roles from public.my_work_territories() order by id`,
  );
  expect([...regions]).toEqual([
    { id: 'lago', roles: ['territory_staff'] },
    { id: 'rio', roles: ['territory_staff'] },
  ]);
  await fixture.ask('staff2', `select public.choose_territory('lago')`);
  expect(await place()).toEqual([{ territory_id: 'lago' }]);
  await fixture.ask('manager', `select public.revoke_role('${userId.staff2}', 'territory_staff', 'rio')`);
  const gone = { status: 404, code: 'territory_not_found', message: 'Territory not found' };
  expect(await fixture.refusal('staff2', `select public.choose_territory('rio')`)).toEqual(gone);
  expect(await fixture.refusal('tourist', `select public.choose_territory('rio')`)).toEqual(gone);
  expect(await place()).toEqual([{ territory_id: 'lago' }]);
});

it('reveals nothing for an unknown code', async () => {
  expect(await fixture.ask('anon', `select public.lookup_invite('wrong')`)).toBeNull();
  expect(await fixture.ask('anon', 'select public.lookup_invite(null)')).toBeNull();
});
