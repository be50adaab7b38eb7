import { beforeEach, describe, expect, it } from 'vitest';
import { type AccessFixture, fixture, fixtureForEachTest } from './access/fixture.ts';
import { INVITE_CODE, id, identityOf, userId, type Who } from './access/identities.ts';

fixtureForEachTest();

interface Made {
  invite_id: string;
  expires_at: string;
}
/** Invites as `who`, and reads the code in the mail, as only its receiver can. */
async function invite(who: Who, args: string): Promise<Made & { code: string }> {
  const made = await fixture.ask<Made>(who, `select public.create_invite(${args})`);
  const [mail] = await fixture.look<{ code: string }>(
    `select payload ->> 'code' as code from private.outbox where dedupe_key = 'email:invite:${made.invite_id}'`,
  );
  return { ...made, code: mail?.code ?? '' };
}

const redeem = `select public.redeem_invite('${INVITE_CODE}')`;
const notFound = { status: 404, code: 'invite_not_found' };
const otherAccount = { status: 403, code: 'invite_other_account' };
const withdrawn = { status: 410, code: 'invite_withdrawn' };

describe('invitations', () => {
  it('tells the code in the mail alone and keeps its hash', async () => {
    const made = await invite('manager', `' Tourist@Example.test ', '{tour_guide}', 'rio', 'Elmer'`);
    expect(made.code).toMatch(/^[0-9a-f]{64}$/);
    const [row] = await fixture.look<Record<string, unknown>>(
      `select * from public.invites where id = '${made.invite_id}'`,
    );
    expect(row).toMatchObject({ email: 'tourist@example.test', invited_by: userId.manager });
    expect(JSON.stringify(row)).not.toContain(made.code);
    expect(await fixture.refusal('manager', 'select code_hash from public.invites')).toMatchObject({ status: 403 });

    expect(await fixture.ask('tourist', `select public.redeem_invite('${made.code}')`)).toEqual({
      territory_id: 'rio',
      roles: ['tour_guide', 'tourist'],
      granted: ['tour_guide'],
    });
    expect(
      await fixture.look(`select full_name, territory_id from public.profiles where id = '${userId.tourist}'`),
    ).toEqual([{ full_name: 'tourist', territory_id: 'rio' }]);
  });

  it('answers the inviter the same whether the address has an account or not', async () => {
    for (const address of ['tourist@example.test', 'nobody@example.test'])
      expect(
        await fixture.ask('manager', `select public.create_invite('${address}', '{tour_guide}', 'rio', 'Elmer')`),
      ).toEqual({ invite_id: expect.any(String), expires_at: expect.any(String) });
  });

  it('fills an empty name, and renames nobody', async () => {
    await fixture.sql`insert into auth.users (id, email, email_confirmed_at) values
      ('00000000-0000-4000-8000-0000000000aa', 'nameless@example.test', now())`;
    const { code } = await invite('manager', `'nameless@example.test', '{tour_guide}', 'rio', 'Elmer'`);
    await fixture.as(
      { role: 'authenticated', sub: '00000000-0000-4000-8000-0000000000aa' },
      (sql) => sql`select public.redeem_invite(${code})`,
    );
    expect(await fixture.look(`select full_name from public.profiles where email = 'nameless@example.test'`)).toEqual([
      { full_name: 'Elmer' },
    ]);
  });

  it('is bound to the e-mail', async () => {
    expect(await fixture.refusal('tourist', redeem)).toMatchObject(otherAccount);
    expect(await fixture.refusal('otherTourist', `select public.redeem_invite('wrong')`)).toMatchObject(notFound);
    expect(await fixture.refusal('otherTourist', 'select public.redeem_invite(null)')).toMatchObject(notFound);
  });

  it('needs the e-mail to be confirmed', async () => {
    await fixture.sql`update auth.users set email_confirmed_at = null where id = ${userId.otherTourist}`;
    expect(await fixture.refusal('otherTourist', redeem)).toMatchObject(otherAccount);
  });

  it('expires, and can be withdrawn', async () => {
    await fixture.sql`update public.invites set expires_at = now() - interval '1 second' where id = ${id.invite2}`;
    expect(await fixture.refusal('otherTourist', redeem)).toMatchObject({ status: 410, code: 'invite_expired' });
    await fixture.sql`update public.invites set expires_at = now() + interval '1 day' where id = ${id.invite2}`;
    await fixture.ask('staff2', `select public.withdraw_invite('${id.invite2}')`);
    expect(await fixture.refusal('otherTourist', redeem)).toMatchObject(withdrawn);
  });

  it('is redeemed once: twenty at the same time make one grant, and a role that was then revoked does not come back', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => fixture.ask('otherTourist', redeem)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(
      await fixture.look(`select count(*)::int as n from public.audit_log where action = 'invite_redeemed'`),
    ).toEqual([{ n: 1 }]);
    await fixture.ask('manager2', `select public.revoke_role('${userId.otherTourist}', 'tour_guide', 'lago')`);
    expect(await fixture.ask('otherTourist', redeem)).toEqual({
      territory_id: 'lago',
      roles: ['tourist'],
      granted: [],
    });
  });

  it('a partner’s invitation carries the business and the commission', async () => {
    const { code } = await invite(
      'manager',
      `'tourist@example.test', '{travel_partner}', 'rio', 'Marta', 'Hotel Marea', 12.5`,
    );
    await fixture.ask('tourist', `select public.redeem_invite('${code}')`);
    expect(
      await fixture.look(
        `select business_name, commission_level, territory_id from private.live_grants where user_id = '${userId.tourist}' and role = 'travel_partner'`,
      ),
    ).toEqual([{ business_name: 'Hotel Marea', commission_level: '12.5', territory_id: 'rio' }]);
  });

  it('a driver’s invitation, made by the shuttle manager, makes a driver', async () => {
    const { code } = await invite('shuttle', `'tourist@example.test', '{shuttle_driver}', 'rio'`);
    await fixture.ask('tourist', `select public.redeem_invite('${code}')`);
    expect(
      await fixture.look(
        `select territory_id, active from public.shuttle_drivers where driver_id = '${userId.tourist}'`,
      ),
    ).toEqual([{ territory_id: 'rio', active: true }]);
  });

  it('nobody invites to more than they may give, not even mixed with what they may', async () => {
    const forbidden = { status: 403, code: 'roles_forbidden' };
    for (const roles of ['{territory_manager}', '{admin}', '{tour_guide,admin}', '{}', '{tour_guide,NULL}']) {
      expect(
        await fixture.refusal('manager', `select public.create_invite('x@example.test', '${roles}', 'rio')`),
      ).toMatchObject(forbidden);
    }
    expect(
      await fixture.refusal('manager', `select public.create_invite('x@example.test', '{tour_guide}', 'lago')`),
    ).toMatchObject(forbidden);
    expect(
      await fixture.refusal('admin', `select public.create_invite('x@example.test', '{tour_guide}')`),
    ).toMatchObject({ code: 'territory_required' });
  });

  it('does not outlive the authority of who made it', async () => {
    const { code } = await invite('manager', `'tourist@example.test', '{territory_staff}', 'rio'`);
    await fixture.ask('admin', `select public.revoke_role('${userId.manager}', 'territory_manager', 'rio')`);
    expect(await fixture.refusal('tourist', `select public.redeem_invite('${code}')`)).toMatchObject(withdrawn);
  });

  it('the service role invites anybody', async () => {
    const made = await fixture.as(
      { role: 'service_role' },
      (sql) => sql`select public.create_invite('x@example.test', '{admin}') as invite`,
    );
    expect(made[0]?.invite).toMatchObject({ invite_id: expect.any(String) });
    await expect(
      fixture.as(identityOf('anon'), (sql) => sql`select public.create_invite('x@example.test', '{admin}')`),
    ).rejects.toThrow(/permission denied/);
  });
});

describe('what ends takes its open invitations with it', () => {
  const open = async () =>
    (
      await fixture.look<{ email: string }>(
        `select email from public.invites where withdrawn_at is null and redeemed_at is null and territory_id = 'rio' order by email`,
      )
    ).map(({ email }) => email);
  beforeEach(async () => {
    await fixture.sql`delete from public.invites`;
    await invite('staff', `'tourist@example.test', '{tour_guide}', 'rio'`);
    await invite('manager', `'othertourist@example.test', '{tour_guide}', 'rio'`);
  });

  it('a role that its holder drops', async () => {
    await fixture.ask('staff', `select public.remove_my_role('territory_staff')`);
    expect(await open()).toEqual(['othertourist@example.test']);
  });

  it('but not those that another role of the same person still carries', async () => {
    await fixture.sql`insert into private.role_grants (user_id, role, territory_id) values (${userId.manager}, 'territory_staff', 'rio')`;
    await invite('manager', `'guide2@example.test', '{shuttle_manager}', 'rio'`);
    await fixture.ask('manager', `select public.remove_my_role('territory_manager')`);
    expect(await open()).toEqual(['othertourist@example.test', 'tourist@example.test']);
  });

  it('an authority that ended without a word', async () => {
    const { code, invite_id } = await invite('staff', `'guide2@example.test', '{tour_guide}', 'rio'`);
    await fixture.sql`update private.role_grants set revoked_at = now() where user_id = ${userId.staff}`;
    expect(await fixture.refusal('guide2', `select public.redeem_invite('${code}')`)).toMatchObject(withdrawn);
    expect(await fixture.refusal('guide2', `select public.accept_invite('${invite_id}')`)).toMatchObject(withdrawn);
    expect(await fixture.ask('guide2', `select count(*)::int from public.my_invites()`)).toBe(0);
  });

  it('an account that is deleted', async () => {
    await fixture.sql`delete from auth.users where id = ${userId.staff}`;
    expect(await open()).toEqual(['othertourist@example.test']);
  });

  it('a territory that is deleted or archived', async () => {
    await fixture.ask('admin', `select public.delete_territory('rio')`);
    expect(await open()).toEqual([]);
    expect(
      await fixture.refusal('admin', `select public.create_invite('x@example.test', '{tour_guide}', 'rio')`),
    ).toMatchObject({ code: 'territory_required' });
  });

  it('and who was taken off does not come back by an older invitation', async () => {
    const { code } = await invite('manager', `'guide@example.test', '{tour_guide,travel_partner}', 'rio'`);
    await fixture.ask('staff', `select public.revoke_role('${userId.guide}', 'tour_guide', 'rio')`);
    expect(await fixture.refusal('guide', `select public.redeem_invite('${code}')`)).toMatchObject(withdrawn);
  });
});

describe('an invitation in the app', () => {
  interface Mine {
    id: string;
    roles: string[];
    territory_name: string;
  }
  const mine = async (who: Who) => [
    ...(await fixture.as(
      identityOf(who),
      (sql) => sql<Mine[]>`select id, roles, territory_name from public.my_invites()`,
    )),
  ];
  const notices = (unread = true) =>
    fixture.look(
      `select user_id, title, message from public.notifications where type = 'invite' and read = ${!unread} order by user_id`,
    );
  let made: Made;
  beforeEach(async () => {
    made = await invite('manager', `'tourist@example.test', '{tour_guide}', 'rio', 'Elmer'`);
  });

  it('is found in the bell and accepted with one tap, without a code', async () => {
    expect(await notices()).toEqual([
      {
        user_id: userId.tourist,
        title: 'Invitation',
        message: 'You are invited to work with Río. Accept or decline it in your profile.',
      },
    ]);
    expect(await mine('tourist')).toEqual([{ id: made.invite_id, roles: ['tour_guide'], territory_name: 'Río' }]);
    const accept = `select public.accept_invite('${made.invite_id}')`;
    const answer = { territory_id: 'rio', roles: ['tour_guide', 'tourist'], granted: ['tour_guide'] };
    expect(await fixture.ask('tourist', accept)).toEqual(answer);
    expect(await fixture.ask('tourist', accept)).toEqual(answer);
    expect(await mine('tourist')).toEqual([]);
    expect(await notices()).toEqual([]);
  });

  it('is nobody else’s to see, accept or decline, and needs the address to be confirmed', async () => {
    const notFound = { status: 404, code: 'invite_not_found' };
    for (const who of ['otherTourist', 'manager', 'admin'] as const) {
      expect(await mine(who)).not.toContainEqual(expect.objectContaining({ id: made.invite_id }));
      for (const call of ['accept_invite', 'decline_invite'])
        expect(await fixture.refusal(who, `select public.${call}('${made.invite_id}')`)).toMatchObject(notFound);
    }
    await fixture.sql`update auth.users set email_confirmed_at = null where id = ${userId.tourist}`;
    expect(await mine('tourist')).toEqual([]);
    expect(await fixture.refusal('tourist', `select public.accept_invite('${made.invite_id}')`)).toMatchObject(
      notFound,
    );
  });

  it('is declined, and cannot be accepted afterwards', async () => {
    await fixture.ask('tourist', `select public.decline_invite('${made.invite_id}')`);
    expect(await mine('tourist')).toEqual([]);
    expect(await fixture.refusal('tourist', `select public.accept_invite('${made.invite_id}')`)).toMatchObject(
      withdrawn,
    );
    expect(await fixture.look(`select actor_id from public.audit_log where action = 'invite_declined'`)).toEqual([
      { actor_id: userId.tourist },
    ]);
    expect(await fixture.look(`select roles from public.profiles where id = '${userId.tourist}'`)).toEqual([
      { roles: ['tourist'] },
    ]);
  });

  it('what was accepted is not declined', async () => {
    await fixture.ask('tourist', `select public.accept_invite('${made.invite_id}')`);
    expect(await fixture.refusal('tourist', `select public.decline_invite('${made.invite_id}')`)).toMatchObject({
      status: 409,
      code: 'invite_used',
    });
  });

  it('waits for who confirms the address later', async () => {
    await invite('manager', `'late@example.test', '{tour_guide}', 'rio'`);
    await fixture.sql`insert into auth.users (id, email) values ('00000000-0000-4000-8000-0000000000aa', 'Late@example.test')`;
    const late = `select 1 from public.notifications where user_id = '00000000-0000-4000-8000-0000000000aa'`;
    expect(await fixture.look(late)).toEqual([]);
    await fixture.sql`update auth.users set email_confirmed_at = now() where email = 'Late@example.test'`;
    expect(await fixture.look(late)).toHaveLength(1);
  });

  it('until then the manager sees nothing of the person, and afterwards no address of who has left', async () => {
    await fixture.sql`delete from public.territory_messages where user_id = ${userId.partner2}`;
    await invite('manager', `'partner2@example.test', '{tour_guide}', 'rio'`);
    const profile = `select email from public.profiles where id = '${userId.partner2}'`;
    const card = `select full_name from public.profile_cards where id = '${userId.partner2}'`;
    const addresses = `select string_agg(email, ' ') from public.invites where email = 'partner2@example.test'`;
    expect(await fixture.ask('manager', profile)).toBeUndefined();
    expect(await fixture.ask('manager', card)).toBeUndefined();
    expect(await fixture.ask('manager', addresses)).toBe('partner2@example.test');
    const [row] = await mine('partner2');
    await fixture.ask('partner2', `select public.accept_invite('${row?.id}')`);
    expect(await fixture.ask('manager', profile)).toBe('partner2@example.test');
    await fixture.ask('partner2', `select public.remove_my_role('tour_guide')`);
    for (const query of [profile, card]) expect(await fixture.ask('manager', query)).toBeUndefined();
    expect(await fixture.ask('manager', addresses)).toBeNull();
  });

  it('that is withdrawn is written down, and its address is not read any more', async () => {
    await fixture.ask('staff', `select public.withdraw_invite('${made.invite_id}')`);
    expect(
      await fixture.look(`select actor_id, territory_id from public.audit_log where action = 'invite_withdrawn'`),
    ).toEqual([{ actor_id: userId.staff, territory_id: 'rio' }]);
    const seen = `select count(*)::int from public.invites where id = '${made.invite_id}'`;
    expect(await fixture.ask('manager', seen)).toBe(0);
    expect(await fixture.ask('admin', seen)).toBe(1);
  });
});

it.each(['nobody', 'a@b', 'a b@example.test', '<x@example.test>', '', null])('invites no %s', async (address) => {
  expect(
    await fixture.refusal(
      'manager',
      `select public.create_invite(${address === null ? 'null' : `'${address}'`}, '{tour_guide}', 'rio')`,
    ),
  ).toMatchObject({ status: 400, code: 'invalid_input' });
});

/** What each role invites to in the home territory, and so decides a request for it too, if it grants. */
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

it.each(MAY_INVITE)('%s invites only to the roles below their own', async (who, may) => {
  for (const role of who === 'admin' ? ASKED_FOR.slice(0, -1) : ASKED_FOR) {
    const refusal = await fixture.refusal(
      who,
      `select public.create_invite('${role}@example.test', '{${role}}', 'rio')`,
    );
    expect(refusal?.code, role).toBe(may.includes(role) ? undefined : 'roles_forbidden');
  }
});

it('a manager decides the requests for the roles below, an admin all', async () => {
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

/** Who invites to it in the home territory, and what comes with it. */
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
       where user_id = '${userId[who]}' and role <> 'tourist' and revoked_at is null and dropped_at is null order by role`,
    );

  it('gives the role in the territory, once, and the same answer the second time', async () => {
    expect(await see('anon')).toEqual({
      state: 'open',
      mine: false,
      roles: [role],
      territory_name: expect.any(String),
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
    // Nothing of the person is told by a code that is used up.
    expect(await see('anon')).toEqual({
      state: 'used',
      mine: false,
      roles: [role],
      territory_name: expect.any(String),
      email: null,
      full_name: null,
      has_account: null,
    });
    expect(await see('tourist')).toMatchObject({ state: 'used', mine: true });
  });

  it('tells somebody else that it is not theirs, and stays open for its owner', async () => {
    expect(await see('partner')).toMatchObject({ state: 'open', mine: false });
    expect(await fixture.refusal('partner', take())).toMatchObject(otherAccount);
    expect(await grants('partner')).toEqual([{ role: 'travel_partner', territory_id: 'rio' }]);
    await fixture.ask('tourist', take());
    expect(await fixture.refusal('partner', take())).toMatchObject({ status: 409, code: 'invite_used' });
  });

  it('is refused late, withdrawn, and after a newer one', async () => {
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

  it('is for somebody without an account as well: confirmed first, then taken up', async () => {
    await fixture.sql`update public.invites set email = 'new@example.test' where email = 'tourist@example.test'`;
    expect(await see('anon')).toMatchObject({ state: 'open', email: 'new@example.test', has_account: false });
    await fixture.sql`update auth.users set email = 'New@Example.test', email_confirmed_at = null where id = ${userId.tourist}`;
    expect(await see('anon')).toMatchObject({ has_account: true });
    expect(await fixture.refusal('tourist', take())).toMatchObject(otherAccount);
    await fixture.sql`update auth.users set email_confirmed_at = now() where id = ${userId.tourist}`;
    expect(await fixture.ask('tourist', take())).toMatchObject({ granted: [role] });
  });

  it('says that the role has ended since', async () => {
    await fixture.ask('tourist', take());
    await fixture.ask('manager', `select public.revoke_role('${userId.tourist}', '${role}', 'rio')`);
    expect(await fixture.ask('tourist', take())).toMatchObject({ granted: [] });
    expect(await grants('tourist')).toEqual([]);
  });

  it('comes beside what one does in another territory', async () => {
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

  it('leaves who runs another territory there, unless the new pages are of the territory', async () => {
    await fixture.sql`update public.invites set email = 'staff2@example.test' where email = 'tourist@example.test'`;
    await fixture.ask('staff2', take());
    const moves = ['territory_staff', 'shuttle_manager'].includes(role);
    expect(await fixture.look(`select territory_id from public.profiles where id = '${userId.staff2}'`)).toEqual([
      { territory_id: moves ? 'rio' : 'lago' },
    ]);
  });
});

it('who works in two territories chooses which one the pages show, and no third', async () => {
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

it('an unknown code says nothing', async () => {
  expect(await fixture.ask('anon', `select public.lookup_invite('wrong')`)).toBeNull();
  expect(await fixture.ask('anon', 'select public.lookup_invite(null)')).toBeNull();
});
