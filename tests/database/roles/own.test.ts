import { describe, expect, it } from 'vitest';
import { fixture, fixtureForEachTest } from '../access/fixture.ts';
import { userId } from '../access/identities.ts';

fixtureForEachTest();

const rolesOf = async (user: string) =>
  (await fixture.look<{ roles: string[] }>(`select roles from public.profiles where id = '${user}'`))[0]?.roles;

describe('a person’s own roles', () => {
  it('are recorded as a request once if never granted', async () => {
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

  it("can't be requested as admin, but a former admin can return", async () => {
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

  it('can be dropped and taken up again once granted, but not once revoked', async () => {
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

  it('always include tourist', async () => {
    expect(await fixture.refusal('tourist', `select public.remove_my_role('tourist')`)).toEqual({
      status: 400,
      code: 'tourist_role_required',
      message: 'Cannot remove the tourist role as it is required',
    });
  });

  it("don't change by adding a held one or removing one that is not held", async () => {
    expect(await fixture.ask('tourist', `select public.add_my_role('tourist')`)).toEqual({
      added: false,
      requested: false,
      roles: ['tourist'],
    });
    expect(await fixture.ask('tourist', `select public.remove_my_role('admin_of_nothing')`)).toEqual({
      roles: ['tourist'],
    });
  });

  it('end immediately in the same session when dropped', async () => {
    const seen = await fixture.as({ role: 'authenticated', sub: userId.staff }, async (sql) => {
      const before = await sql`select id from public.bookings`;
      await sql`select public.remove_my_role('territory_staff')`;
      return [before.length, (await sql`select id from public.bookings`).length];
    });
    expect(seen).toEqual([2, 0]);
  });

  it("include the last admin, who can't leave", async () => {
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
