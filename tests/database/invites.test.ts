import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorldDatabase, type World } from './access/actors.ts';
import { INVITE_CODE, id, identityOf, userId } from './access/identities.ts';

let world: World;
beforeEach(async () => {
  world = await createWorldDatabase();
});
afterEach(() => world.drop());

const redeem = `select public.redeem_invite('${INVITE_CODE}')`;
const notFound = { status: 404, code: 'invite_not_found' };

describe('invitations', () => {
  it('gives the code once and keeps its hash alone', async () => {
    const made = await world.ask<{ invite_id: string; code: string }>(
      'manager',
      `select public.create_invite(' Tourist@Example.test ', '{tour_guide}', 'rio', 'Elmer')`,
    );
    expect(made.code).toMatch(/^[0-9a-f]{64}$/);
    const [row] = await world.look<Record<string, unknown>>(
      `select * from public.invites where id = '${made.invite_id}'`,
    );
    expect(row).toMatchObject({ email: 'tourist@example.test', invited_by: userId.manager });
    expect(JSON.stringify(row)).not.toContain(made.code);
    expect(await world.refusal('manager', 'select code_hash from public.invites')).toMatchObject({ status: 403 });

    expect(await world.ask('tourist', `select public.redeem_invite('${made.code}')`)).toEqual({
      territory_id: 'rio',
      roles: ['tour_guide', 'tourist'],
    });
    expect(
      await world.look(`select full_name, territory_id from public.profiles where id = '${userId.tourist}'`),
    ).toEqual([{ full_name: 'Elmer', territory_id: 'rio' }]);
  });

  it('is bound to the e-mail; a foreign code looks like a wrong one', async () => {
    const foreign = await world.refusal('tourist', redeem);
    expect(foreign).toMatchObject(notFound);
    expect(await world.refusal('otherTourist', `select public.redeem_invite('wrong')`)).toEqual(foreign);
    expect(await world.refusal('otherTourist', 'select public.redeem_invite(null)')).toEqual(foreign);
  });

  it('needs the e-mail to be confirmed', async () => {
    await world.sql`update auth.users set email_confirmed_at = null where id = ${userId.otherTourist}`;
    expect(await world.refusal('otherTourist', redeem)).toMatchObject(notFound);
  });

  it('expires, and can be withdrawn', async () => {
    await world.sql`update public.invites set expires_at = now() - interval '1 second' where id = ${id.invite2}`;
    expect(await world.refusal('otherTourist', redeem)).toMatchObject({ status: 410, code: 'invite_expired' });
    await world.sql`update public.invites set expires_at = now() + interval '1 day' where id = ${id.invite2}`;
    await world.ask('staff2', `select public.withdraw_invite('${id.invite2}')`);
    expect(await world.refusal('otherTourist', redeem)).toMatchObject(notFound);
  });

  it('is redeemed once: twenty at the same time make one grant, and a role that was then revoked does not come back', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => world.ask('otherTourist', redeem)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(
      await world.look(`select count(*)::int as n from public.audit_log where action = 'invite_redeemed'`),
    ).toEqual([{ n: 1 }]);
    await world.ask('manager2', `select public.revoke_role('${userId.otherTourist}', 'tour_guide', 'lago')`);
    expect(await world.ask('otherTourist', redeem)).toEqual({ territory_id: 'lago', roles: ['tourist'] });
  });

  it('a partner’s invitation carries the business and the commission', async () => {
    const { code } = await world.ask<{ code: string }>(
      'staff',
      `select public.create_invite('tourist@example.test', '{travel_partner}', 'rio', 'Marta', 'Hotel Marea', 12.5)`,
    );
    await world.ask('tourist', `select public.redeem_invite('${code}')`);
    expect(
      await world.look(
        `select business_name, commission_level, roles from public.profiles where id = '${userId.tourist}'`,
      ),
    ).toEqual([{ business_name: 'Hotel Marea', commission_level: '12.5', roles: ['tourist', 'travel_partner'] }]);
  });

  it('a driver’s invitation, made by the shuttle manager, makes a driver', async () => {
    const { code } = await world.ask<{ code: string }>(
      'shuttle',
      `select public.create_invite('tourist@example.test', '{shuttle_driver}', 'rio')`,
    );
    await world.ask('tourist', `select public.redeem_invite('${code}')`);
    expect(
      await world.look(`select territory_id, active from public.shuttle_drivers where driver_id = '${userId.tourist}'`),
    ).toEqual([{ territory_id: 'rio', active: true }]);
  });

  it('nobody invites to more than they may give, not even mixed with what they may', async () => {
    const forbidden = { status: 403, code: 'roles_forbidden' };
    for (const roles of ['{territory_manager}', '{admin}', '{tour_guide,admin}', '{}', '{tour_guide,NULL}']) {
      expect(
        await world.refusal('manager', `select public.create_invite('x@example.test', '${roles}', 'rio')`),
      ).toMatchObject(forbidden);
    }
    expect(
      await world.refusal('manager', `select public.create_invite('x@example.test', '{tour_guide}', 'lago')`),
    ).toMatchObject(forbidden);
    expect(await world.refusal('admin', `select public.create_invite('x@example.test', '{tour_guide}')`)).toMatchObject(
      { code: 'territory_required' },
    );
  });

  it('does not outlive the authority of who made it', async () => {
    const { code } = await world.ask<{ code: string }>(
      'manager',
      `select public.create_invite('tourist@example.test', '{territory_staff}', 'rio')`,
    );
    await world.ask('admin', `select public.revoke_role('${userId.manager}', 'territory_manager', 'rio')`);
    expect(await world.refusal('tourist', `select public.redeem_invite('${code}')`)).toMatchObject(notFound);
  });

  it('the service role invites for an edge function', async () => {
    const made = await world.as(
      { role: 'service_role' },
      (sql) => sql`select public.create_invite('x@example.test', '{admin}') as invite`,
    );
    expect(made[0]?.invite).toMatchObject({ code: expect.any(String) });
    await expect(
      world.as(identityOf('anon'), (sql) => sql`select public.create_invite('x@example.test', '{admin}')`),
    ).rejects.toThrow(/permission denied/);
  });
});
