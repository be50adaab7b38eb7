import { beforeEach, describe, expect, it } from 'vitest';
import { fixture, fixtureForEachTest } from '../access/fixture.ts';
import { INVITE_CODE, id, identityOf, userId } from '../access/identities.ts';
import { invite } from './invite.ts';

fixtureForEachTest();

const redeem = `select public.redeem_invite('${INVITE_CODE}')`;
const notFound = { status: 404, code: 'invite_not_found' };
const otherAccount = { status: 403, code: 'invite_other_account' };
const withdrawn = { status: 410, code: 'invite_withdrawn' };

describe('invitations', () => {
  it('put the code only into the email and store its hash', async () => {
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

  it('return the same to the inviter whether the address has an account or not', async () => {
    for (const address of ['tourist@example.test', 'nobody@example.test'])
      expect(
        await fixture.ask('manager', `select public.create_invite('${address}', '{tour_guide}', 'rio', 'Elmer')`),
      ).toEqual({ invite_id: expect.any(String), expires_at: expect.any(String) });
  });

  it('fill an empty name, and rename nobody', async () => {
    await fixture.sql`insert into auth.users (id, email, email_confirmed_at) values
      ('00000000-0000-4000-8000-0000000000aa', 'nameless@example.test', now())`;
    await fixture.sql`select private.give_account('00000000-0000-4000-8000-0000000000aa', 'given')`;
    const { code } = await invite('manager', `'nameless@example.test', '{tour_guide}', 'rio', 'Elmer'`);
    await fixture.as(
      { role: 'authenticated', sub: '00000000-0000-4000-8000-0000000000aa' },
      (sql) => sql`select public.redeem_invite(${code})`,
    );
    expect(await fixture.look(`select full_name from public.profiles where email = 'nameless@example.test'`)).toEqual([
      { full_name: 'Elmer' },
    ]);
  });

  it('are bound to the email address', async () => {
    expect(await fixture.refusal('tourist', redeem)).toMatchObject(otherAccount);
    expect(await fixture.refusal('otherTourist', `select public.redeem_invite('wrong')`)).toMatchObject(notFound);
    expect(await fixture.refusal('otherTourist', 'select public.redeem_invite(null)')).toMatchObject(notFound);
  });

  it('require a confirmed email address', async () => {
    await fixture.sql`update auth.users set email_confirmed_at = null where id = ${userId.otherTourist}`;
    expect(await fixture.refusal('otherTourist', redeem)).toMatchObject(otherAccount);
  });

  it('expire, and can be withdrawn', async () => {
    await fixture.sql`update public.invites set expires_at = now() - interval '1 second' where id = ${id.invite2}`;
    expect(await fixture.refusal('otherTourist', redeem)).toMatchObject({ status: 410, code: 'invite_expired' });
    await fixture.sql`update public.invites set expires_at = now() + interval '1 day' where id = ${id.invite2}`;
    await fixture.ask('staff2', `select public.withdraw_invite('${id.invite2}')`);
    expect(await fixture.refusal('otherTourist', redeem)).toMatchObject(withdrawn);
  });

  it('are redeemed once by twenty simultaneous requests, and a role that was then revoked does not return', async () => {
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

  it("carry a partner's business and commission", async () => {
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

  it('make a driver if the shuttle manager sends them', async () => {
    const { code } = await invite('shuttle', `'tourist@example.test', '{shuttle_driver}', 'rio'`);
    await fixture.ask('tourist', `select public.redeem_invite('${code}')`);
    expect(
      await fixture.look(
        `select territory_id, active from public.shuttle_drivers where driver_id = '${userId.tourist}'`,
      ),
    ).toEqual([{ territory_id: 'rio', active: true }]);
  });

  it('give nobody more than the inviter may grant, not even mixed with what they may', async () => {
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

  it('end with the authority of their creator', async () => {
    const { code } = await invite('manager', `'tourist@example.test', '{territory_staff}', 'rio'`);
    await fixture.ask('admin', `select public.revoke_role('${userId.manager}', 'territory_manager', 'rio')`);
    expect(await fixture.refusal('tourist', `select public.redeem_invite('${code}')`)).toMatchObject(withdrawn);
  });

  it('can be sent to anyone by the service role', async () => {
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

describe('open invitations', () => {
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

  it('end with a role that its holder drops', async () => {
    await fixture.ask('staff', `select public.remove_my_role('territory_staff')`);
    expect(await open()).toEqual(['othertourist@example.test']);
  });

  it('end unless another role of the same person covers them', async () => {
    await fixture.sql`insert into private.role_grants (user_id, role, territory_id) values (${userId.manager}, 'territory_staff', 'rio')`;
    await invite('manager', `'guide2@example.test', '{shuttle_manager}', 'rio'`);
    await fixture.ask('manager', `select public.remove_my_role('territory_manager')`);
    expect(await open()).toEqual(['othertourist@example.test', 'tourist@example.test']);
  });

  it('end with an authority that ended silently', async () => {
    const { code, invite_id } = await invite('staff', `'guide2@example.test', '{tour_guide}', 'rio'`);
    await fixture.sql`update private.role_grants set revoked_at = now() where user_id = ${userId.staff}`;
    expect(await fixture.refusal('guide2', `select public.redeem_invite('${code}')`)).toMatchObject(withdrawn);
    expect(await fixture.refusal('guide2', `select public.accept_invite('${invite_id}')`)).toMatchObject(withdrawn);
    expect(await fixture.ask('guide2', `select count(*)::int from public.my_invites()`)).toBe(0);
  });

  it('end with a deleted account', async () => {
    await fixture.sql`delete from auth.users where id = ${userId.staff}`;
    expect(await open()).toEqual(['othertourist@example.test']);
  });

  it('end with a deleted or archived territory', async () => {
    await fixture.ask('admin', `select public.delete_territory('rio')`);
    expect(await open()).toEqual([]);
    expect(
      await fixture.refusal('admin', `select public.create_invite('x@example.test', '{tour_guide}', 'rio')`),
    ).toMatchObject({ code: 'territory_required' });
  });

  it("end so that an older one doesn't bring back a removed person", async () => {
    const { code } = await invite('manager', `'guide@example.test', '{tour_guide,travel_partner}', 'rio'`);
    await fixture.ask('staff', `select public.revoke_role('${userId.guide}', 'tour_guide', 'rio')`);
    expect(await fixture.refusal('guide', `select public.redeem_invite('${code}')`)).toMatchObject(withdrawn);
  });
});
