import { describe, expect, it } from 'vitest';
import { fixture, fixtureForEachTest } from '../access/fixture.ts';
import { userId } from '../access/identities.ts';

fixtureForEachTest();

const rolesOf = async (user: string) =>
  (await fixture.look<{ roles: string[] }>(`select roles from public.profiles where id = '${user}'`))[0]?.roles;

describe('a person’s own roles', () => {
  it('a role that was never granted is not added; a request is recorded, once', async () => {
    for (const _ of [1, 2]) {
      expect(await fixture.ask('otherTourist', `select public.add_my_role('territory_manager')`)).toMatchObject({
        added: false,
        requested: true,
        code: 'role_not_granted',
        message: 'An error occurred adding role',
      });
    }
    expect(await rolesOf(userId.otherTourist)).toEqual(['tourist']);
    expect(
      await fixture.look(
        `select status from public.role_requests where user_id = '${userId.otherTourist}' and role = 'territory_manager'`,
      ),
    ).toEqual([{ status: 'pending' }]);
  });

  it('nobody asks to be an admin; who was one takes that up again', async () => {
    for (const who of ['otherTourist', 'manager'] as const) {
      expect(await fixture.refusal(who, `select public.add_my_role('admin')`)).toMatchObject({
        status: 403,
        code: 'role_not_offered',
      });
    }
    expect(await fixture.look(`select 1 from public.role_requests where role = 'admin'`)).toEqual([]);
    await fixture.sql`insert into private.role_grants (user_id, role, dropped_at) values (${userId.otherTourist}, 'admin', now())`;
    expect(await fixture.ask('otherTourist', `select public.add_my_role('admin')`)).toMatchObject({ added: true });
  });

  it('a granted role can be dropped and taken up again, but not once it was revoked', async () => {
    await fixture.ask('guide', `select public.remove_my_role('tour_guide')`);
    // The territory's team sees it in the audit log.
    expect(await fixture.look(`select territory_id from public.audit_log where action = 'role_dropped'`)).toEqual([
      { territory_id: 'rio' },
    ]);
    expect(await rolesOf(userId.guide)).toEqual(['tourist']);
    expect(await fixture.ask('guide', `select public.add_my_role('tour_guide')`)).toMatchObject({
      added: true,
      roles: ['tour_guide', 'tourist'],
    });
    await fixture.ask('manager', `select public.revoke_role('${userId.guide}', 'tour_guide', 'rio')`);
    expect(await fixture.ask('guide', `select public.add_my_role('tour_guide')`)).toMatchObject({
      added: false,
      requested: true,
    });
  });

  it('tourist stays', async () => {
    expect(await fixture.refusal('tourist', `select public.remove_my_role('tourist')`)).toEqual({
      status: 400,
      code: 'tourist_role_required',
      message: 'Cannot remove the tourist role as it is required',
    });
  });

  it('adding what is held and removing what is not held is ignored', async () => {
    expect(await fixture.ask('tourist', `select public.add_my_role('tourist')`)).toEqual({
      added: false,
      requested: false,
      roles: ['tourist'],
    });
    expect(await fixture.ask('tourist', `select public.remove_my_role('admin_of_nothing')`)).toEqual({
      roles: ['tourist'],
    });
  });

  it('a dropped role stops at once, in the same session', async () => {
    const seen = await fixture.as({ role: 'authenticated', sub: userId.staff }, async (sql) => {
      const before = await sql`select id from public.bookings`;
      await sql`select public.remove_my_role('territory_staff')`;
      return [before.length, (await sql`select id from public.bookings`).length];
    });
    expect(seen).toEqual([2, 0]);
  });

  it('the last administrator stays', async () => {
    expect(await fixture.refusal('admin', `select public.remove_my_role('admin')`)).toMatchObject({
      status: 409,
      code: 'last_admin',
    });
    expect(await fixture.refusal('admin', `select public.revoke_role('${userId.admin}', 'admin')`)).toMatchObject({
      status: 409,
      code: 'last_admin',
    });
  });
});
