import { describe, expect, it } from 'vitest';
import { said } from '../../support/notices.ts';
import { fixture, fixtureForEachTest } from '../access/fixture.ts';
import { userId } from '../access/identities.ts';

fixtureForEachTest();

const rolesOf = async (user: string) =>
  (await fixture.look<{ roles: string[] }>(`select roles from public.profiles where id = '${user}'`))[0]?.roles;

describe('requests for a role', () => {
  const ask = (who: 'tourist' | 'otherTourist', role = 'tour_guide', place = 'rio') =>
    fixture.ask(who, `select public.add_my_role('${role}', '${place}')`);
  const idOf = async (user: string, role: string) =>
    (
      await fixture.look<{ id: string }>(
        `select id from public.role_requests where user_id = '${user}' and role = '${role}' and status = 'pending'`,
      )
    )[0]?.id;
  const told = async (type: string) =>
    said(
      await fixture.look<{ user_id: string; read: boolean; wording: string; params: object }>(
        `select user_id, wording, params, read from public.notifications where type = '${type}' order by user_id`,
      ),
    ).map(({ title: _, ...row }) => row);
  const clear = async () => {
    await fixture.sql`delete from public.role_requests`;
    await fixture.sql`delete from public.notifications`;
  };

  it('are notified to the managers of the territory, and leave their notifications with the last one', async () => {
    await clear();
    await ask('otherTourist');
    const message = 'otherTourist asked for this role: Tour guide in Río';
    expect(await told('role_request')).toEqual([{ user_id: userId.manager, message, read: false }]);
    const request = await idOf(userId.otherTourist, 'tour_guide');
    await fixture.ask('otherTourist', `select public.withdraw_role_request('${request}')`);
    expect(await told('role_request')).toEqual([{ user_id: userId.manager, message, read: true }]);
  });

  it('notify the admins if for manager, or without a territory yet', async () => {
    await clear();
    await ask('otherTourist', 'territory_manager');
    expect(await told('role_request')).toMatchObject([{ user_id: userId.admin }]);
    expect(
      await fixture.as(
        { role: 'authenticated', sub: userId.manager },
        (sql) => sql`select id from public.role_requests`,
      ),
    ).toEqual([]);
  });

  it('name a visible territory', async () => {
    await fixture.sql`update public.territories set visible = false where id = 'rio'`;
    expect(await fixture.refusal('otherTourist', `select public.add_my_role('tour_guide', 'rio')`)).toMatchObject({
      code: 'territory_required',
    });
    expect(await fixture.refusal('otherTourist', `select public.add_my_role('tour_guide', 'nowhere')`)).toMatchObject({
      code: 'territory_required',
    });
  });

  it("show the manager the requester's public profile, and no address", async () => {
    await clear();
    const card = () =>
      fixture.as({ role: 'authenticated', sub: userId.manager }, async (sql) => [
        (await sql`select id from public.profile_cards where id = ${userId.otherTourist}`).length,
        (await sql`select id from public.profiles where id = ${userId.otherTourist}`).length,
      ]);
    const before = await card();
    await ask('otherTourist');
    expect(await card()).toEqual([1, 0]);
    expect(before[1]).toBe(0);
  });

  it('notify and email an approval', async () => {
    await clear();
    await ask('otherTourist');
    const request = await idOf(userId.otherTourist, 'tour_guide');
    await fixture.ask('manager', `select public.decide_role_request('${request}', true)`);
    expect(await told('role_approved:tour_guide')).toMatchObject([
      { user_id: userId.otherTourist, message: 'Your new role: Tour guide in Río' },
    ]);
    expect(
      await fixture.look(
        `select payload -> 'approved' as approved, payload ->> 'role' as role from private.outbox where template = 'role_decided'`,
      ),
    ).toEqual([{ approved: true, role: 'tour_guide' }]);
  });

  it('carry the reason of a decline, which is final for that request', async () => {
    await clear();
    await ask('otherTourist');
    const request = await idOf(userId.otherTourist, 'tour_guide');
    const decide = (reason: string) => `select public.decide_role_request('${request}', false, null, '${reason}')`;
    expect(await fixture.refusal('manager', decide('x'.repeat(501)))).toMatchObject({ code: 'invalid_input' });
    await fixture.ask('manager', decide('Ask again in March.'));
    expect(await told('role_declined')).toMatchObject([
      { message: 'Your request was declined: Tour guide in Río. Ask again in March.' },
    ]);
    expect(await fixture.refusal('otherTourist', `select public.withdraw_role_request('${request}')`)).toMatchObject({
      status: 409,
      code: 'already_decided',
    });
    expect(await rolesOf(userId.otherTourist)).toEqual(['tourist']);
  });

  it('can only be withdrawn by the requester, and made ten times a day at most', async () => {
    await clear();
    for (let n = 0; n < 10; n++) {
      await ask('otherTourist');
      const request = await idOf(userId.otherTourist, 'tour_guide');
      if (n === 0)
        expect(await fixture.refusal('tourist', `select public.withdraw_role_request('${request}')`)).toMatchObject({
          code: 'request_not_found',
        });
      await fixture.ask('otherTourist', `select public.withdraw_role_request('${request}')`);
    }
    expect(await fixture.refusal('otherTourist', `select public.add_my_role('tour_guide', 'rio')`)).toMatchObject({
      status: 429,
    });
  });
});
