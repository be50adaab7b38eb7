import { beforeEach, describe, expect, it } from 'vitest';
import { type AccessFixture, fixture, fixtureForEachTest } from './access/fixture.ts';
import { INVITE_CODE, id, identityOf, userId } from './access/identities.ts';

fixtureForEachTest();

const redeem = `select public.redeem_invite('${INVITE_CODE}')`;
const notFound = { status: 404, code: 'invite_not_found' };
const otherAccount = { status: 403, code: 'invite_other_account' };
const withdrawn = { status: 410, code: 'invite_withdrawn' };

describe('invitations', () => {
  it('gives the code once and keeps its hash alone', async () => {
    const made = await fixture.ask<{ invite_id: string; code: string }>(
      'manager',
      `select public.create_invite(' Tourist@Example.test ', '{tour_guide}', 'rio', 'Elmer')`,
    );
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
    ).toEqual([{ full_name: 'Elmer', territory_id: 'rio' }]);
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
    const { code } = await fixture.ask<{ code: string }>(
      'manager',
      `select public.create_invite('tourist@example.test', '{travel_partner}', 'rio', 'Marta', 'Hotel Marea', 12.5)`,
    );
    await fixture.ask('tourist', `select public.redeem_invite('${code}')`);
    expect(
      await fixture.look(
        `select business_name, commission_level, territory_id from private.live_grants where user_id = '${userId.tourist}' and role = 'travel_partner'`,
      ),
    ).toEqual([{ business_name: 'Hotel Marea', commission_level: '12.5', territory_id: 'rio' }]);
  });

  it('a driver’s invitation, made by the shuttle manager, makes a driver', async () => {
    const { code } = await fixture.ask<{ code: string }>(
      'shuttle',
      `select public.create_invite('tourist@example.test', '{shuttle_driver}', 'rio')`,
    );
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
    const { code } = await fixture.ask<{ code: string }>(
      'manager',
      `select public.create_invite('tourist@example.test', '{territory_staff}', 'rio')`,
    );
    await fixture.ask('admin', `select public.revoke_role('${userId.manager}', 'territory_manager', 'rio')`);
    expect(await fixture.refusal('tourist', `select public.redeem_invite('${code}')`)).toMatchObject(withdrawn);
  });

  it('the service role invites for an edge function', async () => {
    const made = await fixture.as(
      { role: 'service_role' },
      (sql) => sql`select public.create_invite('x@example.test', '{admin}') as invite`,
    );
    expect(made[0]?.invite).toMatchObject({ code: expect.any(String) });
    await expect(
      fixture.as(identityOf('anon'), (sql) => sql`select public.create_invite('x@example.test', '{admin}')`),
    ).rejects.toThrow(/permission denied/);
  });
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
    code = await invite();
  });
  const invite = async () =>
    (
      await fixture.ask<{ code: string }>(
        by,
        `select public.create_invite('tourist@example.test', '{${role}}', 'rio', 'Nina Ixchel')`,
      )
    ).code;
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
    ).toEqual([{ full_name: 'Nina Ixchel', territory_id: 'rio' }]);
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
    code = await invite();
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
  const { code } = await fixture.ask<{ code: string }>(
    'manager',
    `select public.create_invite('staff2@example.test', '{territory_staff}', 'rio')`,
  );
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
