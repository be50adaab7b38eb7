import { describe, expect, it } from 'vitest';
import { fixture, fixtureForEachTest, giveRole } from '../access/fixture.ts';
import { id, userId } from '../access/identities.ts';

fixtureForEachTest();

const rolesOf = async (user: string) =>
  (await fixture.look<{ roles: string[] }>(`select roles from public.profiles where id = '${user}'`))[0]?.roles;

describe("other people's roles", () => {
  it('are refused to a stranger with its text', async () => {
    expect(await fixture.refusal('staff', `select public.grant_role('${userId.tourist}', 'admin')`)).toEqual({
      status: 403,
      code: 'roles_forbidden',
      message: "You do not have permission to modify this user's roles",
    });
    expect(
      await fixture.refusal('manager2', `select public.revoke_role('${userId.guide}', 'tour_guide', 'rio')`),
    ).toMatchObject({ code: 'roles_forbidden' });
  });

  it.each([
    'territory_manager',
    'territory_staff',
    'tour_guide',
    'travel_partner',
    'shuttle_manager',
    'shuttle_driver',
  ])("can't be set by anyone, not even an admin, to %s without a request or acceptance", async (role) => {
    for (const [who, code] of [
      ['manager', 'roles_forbidden'],
      ['staff', 'roles_forbidden'],
      ['admin', 'invitation_required'],
    ] as const)
      expect(await fixture.refusal(who, `select public.grant_role('${userId.otherTourist}', '${role}')`)).toMatchObject(
        { code },
      );
    expect(await rolesOf(userId.otherTourist)).toEqual(['tourist']);
  });

  it('can be set to admin by an admin, which is logged', async () => {
    await fixture.ask('admin', `select public.grant_role('${userId.tourist}', 'admin')`);
    expect(await rolesOf(userId.tourist)).toEqual(['admin', 'tourist']);
    expect(await fixture.look(`select actor_id, detail from public.audit_log where action = 'role_granted'`)).toEqual([
      { actor_id: userId.admin, detail: { role: 'admin' } },
    ]);
  });

  it('are granted with the territory by an approved request, which is logged', async () => {
    await fixture.ask('manager', `select public.decide_role_request('${id.request}', true)`);
    expect(
      await fixture.look(`select roles, territory_id from public.profiles where id = '${userId.tourist}'`),
    ).toEqual([{ roles: ['tour_guide', 'tourist'], territory_id: 'rio' }]);
    expect(await fixture.look(`select status from public.role_requests where id = '${id.request}'`)).toEqual([
      { status: 'approved' },
    ]);
    expect(
      await fixture.look(`select actor_id, territory_id from public.audit_log where action = 'role_granted'`),
    ).toEqual([{ actor_id: userId.manager, territory_id: 'rio' }]);
  });

  it("can't be granted by a manager for their own territory if the request names none", async () => {
    await fixture.sql`update public.role_requests set territory_id = null where id = ${id.request}`;
    const decide = `select public.decide_role_request('${id.request}', true, 'rio')`;
    expect(await fixture.refusal('manager', decide)).toMatchObject({ status: 403, code: 'roles_forbidden' });
    expect(await fixture.ask('admin', decide)).toEqual({ status: 'approved' });
  });

  it('are decided for the requested territory, or not at all', async () => {
    const decide = (territory: string) => `select public.decide_role_request('${id.request}', true, '${territory}')`;
    const invalid = { status: 400, code: 'invalid_input' };
    for (const who of ['manager', 'admin'] as const)
      expect(await fixture.refusal(who, decide('lago'))).toMatchObject(invalid);
    expect(await fixture.look(`select status from public.role_requests where id = '${id.request}'`)).toEqual([
      { status: 'pending' },
    ]);
    expect(await fixture.ask('manager', decide('rio'))).toEqual({ status: 'approved' });
  });

  describe('decisions about one person by another', () => {
    const ownRequest = { status: 403, code: 'own_request' };
    const requestOf = async (user: string, role: string, territory: string | null) => {
      const [row] = await fixture.sql<{ id: string }[]>`
        insert into public.role_requests (user_id, role, territory_id) values (${user}, ${role}, ${territory}) returning id`;
      return row?.id ?? '';
    };
    const decide = (request: string, approve: boolean) => `select public.decide_role_request('${request}', ${approve})`;

    it("send a manager's request to the admins, without notifying the manager", async () => {
      await fixture.ask('manager', `select public.add_my_role('tour_guide', 'rio')`);
      const [request] = await fixture.look<{ id: string }>(
        `select id from public.role_requests where user_id = '${userId.manager}' and status = 'pending'`,
      );
      const asked = await fixture.look<{ user_id: string }>(
        `select user_id from public.notifications where type = 'role_request' and created_at = (select max(created_at) from public.notifications where type = 'role_request')`,
      );
      expect(asked).toEqual([{ user_id: userId.admin }]);
      for (const approve of [true, false])
        expect(await fixture.refusal('manager', decide(request?.id ?? '', approve))).toMatchObject(ownRequest);
      expect(await fixture.ask('admin', decide(request?.id ?? '', true))).toEqual({ status: 'approved' });
      expect(await rolesOf(userId.manager)).toContain('tour_guide');
    });

    it("send an admin's request to another admin, unless there is only one", async () => {
      const request = await requestOf(userId.admin, 'territory_staff', 'rio');
      await fixture.sql`select private.give_role(${userId.partner2}, 'admin', null, null)`;
      expect(await fixture.refusal('admin', decide(request, true))).toMatchObject(ownRequest);
      await fixture.sql`update private.role_grants set revoked_at = now() where user_id = ${userId.partner2} and role = 'admin'`;
      expect(await fixture.ask('admin', decide(request, true))).toEqual({ status: 'approved' });
    });

    it('exclude invitations to oneself, and to an address acquired later', async () => {
      const invite = (email: string) => `select public.create_invite('${email}', '{tour_guide}', 'rio')`;
      expect(await fixture.refusal('manager', invite('Manager@example.test'))).toMatchObject(ownRequest);
      const made = (await fixture.ask('manager', invite('other@example.test'))) as { invite_id: string };
      await fixture.sql`update auth.users set email = 'other@example.test' where id = ${userId.manager}`;
      await fixture.sql`select private.give_account(${userId.manager}, 'given')`;
      const accept = `select public.accept_invite('${made.invite_id}')`;
      expect(await fixture.refusal('manager', accept)).toMatchObject(ownRequest);
    });
  });

  it('remain in one territory when another one grants a role', async () => {
    await giveRole(fixture.sql, userId.guide, 'tour_guide', 'lago');
    expect(await fixture.look(`select territory_id from public.profiles where id = '${userId.guide}'`)).toEqual([
      { territory_id: 'rio' },
    ]);
    await fixture.ask('manager', `select public.revoke_role('${userId.guide}', 'tour_guide', 'rio')`);
    expect(await fixture.look(`select territory_id, roles from public.profiles where id = '${userId.guide}'`)).toEqual([
      { territory_id: 'lago', roles: ['tour_guide', 'tourist'] },
    ]);
  });

  it('end for a removed guide in the experiences, and the next in the ranking takes over the future bookings', async () => {
    await giveRole(fixture.sql, userId.tourist, 'tour_guide', 'rio');
    await fixture.sql`insert into public.experience_guide_rankings (experience_id, guide_id, rank) values (${id.experience}, ${userId.tourist}, 2)`;
    await fixture.sql`update public.bookings set check_in_status = 'pending' where id = ${id.booking}`;
    await fixture.ask('manager', `select public.revoke_role('${userId.guide}', 'tour_guide', 'rio')`);
    expect(await fixture.look(`select guide_id from public.experiences where id = '${id.experience}'`)).toEqual([
      { guide_id: userId.tourist },
    ]);
    expect(await fixture.look(`select guide_id from public.bookings where id = '${id.booking}'`)).toEqual([
      { guide_id: userId.tourist },
    ]);
    expect(await fixture.look(`select roles, territory_id from public.profiles where id = '${userId.guide}'`)).toEqual([
      { roles: ['tourist'], territory_id: null },
    ]);
  });

  it('end for a removed partner with business, commission and territory, and the links stop', async () => {
    const terms = `select business_name, commission_level from private.live_grants where user_id = '${userId.partner}' and role = 'travel_partner'`;
    await fixture.ask(
      'manager',
      `select public.save_member(id, 'rio', updated_at, 'Hotel Marea', 12.5) from public.list_members('rio', p_id => '${userId.partner}')`,
    );
    expect(await fixture.look(terms)).toEqual([{ business_name: 'Hotel Marea', commission_level: '12.5' }]);
    await fixture.ask('manager', `select public.revoke_role('${userId.partner}', 'travel_partner', 'rio')`);
    expect(
      await fixture.look(`select roles, territory_id from public.profiles where id = '${userId.partner}'`),
    ).toEqual([{ roles: ['tourist'], territory_id: null }]);
    expect(await fixture.look(terms)).toEqual([]);
    expect(await fixture.look(`select active from public.referral_links where id = '${id.link}'`)).toEqual([
      { active: false },
    ]);
    await fixture.sql`insert into private.role_grants (user_id, role, territory_id) values (${userId.partner}, 'travel_partner', 'rio')`;
    expect(await fixture.look(terms)).toEqual([{ business_name: null, commission_level: '10.0' }]);
  });

  it("become tourist for a removed staff member, while a role elsewhere can't be removed by the manager", async () => {
    await giveRole(fixture.sql, userId.staff, 'tour_guide', 'rio');
    await giveRole(fixture.sql, userId.staff, 'tour_guide', 'lago');
    await fixture.ask('manager', `select public.revoke_role('${userId.staff}', 'territory_staff', 'rio')`);
    expect(
      await fixture.look(
        `select role, territory_id from private.role_grants where user_id = '${userId.staff}' and revoked_at is null order by role`,
      ),
    ).toEqual([
      { role: 'tour_guide', territory_id: 'lago' },
      { role: 'tourist', territory_id: null },
    ]);
  });

  it.each([
    ['manager', `select public.revoke_role('${userId.driver}', 'shuttle_driver', 'rio')`],
    ['driver', `select public.remove_my_role('shuttle_driver')`],
  ] as const)('end for a driver removed by the %s with the schedules', async (who, removal) => {
    await fixture.ask(who, removal);
    expect(
      await fixture.look('select id from public.driver_schedules union all select id from public.shuttle_drivers'),
    ).toEqual([]);
    expect(await fixture.ask('driver', 'select count(*)::int from public.bookings')).toBe(0);
  });

  it('are decided once per request, by those who can grant the role', async () => {
    const decide = `select public.decide_role_request('${id.request}', true)`;
    expect(await fixture.refusal('manager2', decide)).toMatchObject({ status: 403 });
    expect(await fixture.ask('manager', decide)).toEqual({ status: 'approved' });
    expect(await rolesOf(userId.tourist)).toEqual(['tour_guide', 'tourist']);
    expect(await fixture.refusal('manager', decide)).toMatchObject({ status: 409, code: 'already_decided' });
  });
});
