import { describe, expect, it } from 'vitest';
import { fixture, fixtureForEachTest } from './access/fixture.ts';
import { identityOf, userId, type Who } from './access/identities.ts';

fixtureForEachTest();

const limit = (name: 'ceiling_percent' | 'operator_floor_percent', value: number) =>
  fixture.sql`update private.limits set value = ${value} where name = ${`commission.${name}`}`;
const termsOf = (person: string) =>
  fixture.look(`select territory_id, business_name, commission_level::float from private.live_grants
    where user_id = '${person}' and role = 'travel_partner' order by territory_id`);

/** Saves like the form, with the version that was read. */
const saveTerms = (business: string | null, commission: number | null, place = 'rio') =>
  `select public.save_member(id, '${place}', updated_at, ${business && `'${business}'`}, ${commission})
   from public.list_members('${place}', p_id => '${userId.partner}')`;
const invite = (roles: string, commission: number | null, business = '') =>
  `select public.create_invite('tourist@example.test', '{${roles}}', 'rio', 'Marta', '${business}', ${commission})`;
const redeem = async (by: Who, statement: string) => {
  const { invite_id } = await fixture.ask<{ invite_id: string }>(by, statement);
  return fixture.ask('tourist', `select public.accept_invite('${invite_id}')`);
};

const forbidden = { status: 403, code: 'commission_forbidden' };
const tooHigh = (percent: number) => ({
  status: 400,
  code: 'commission_too_high',
  message: `The commission is at most ${percent}%`,
  details: '{"field": "commission"}',
});

describe("a partner's commission", () => {
  it('belongs to a territory, without an effect in another', async () => {
    await fixture.sql`insert into private.role_grants (user_id, role, territory_id) values (${userId.partner}, 'travel_partner', 'lago')`;
    await fixture.ask('manager', saveTerms('Hotel Marea', 12.5));
    await fixture.ask('manager2', saveTerms(null, 8, 'lago'));
    expect(await termsOf(userId.partner)).toEqual([
      { territory_id: 'lago', business_name: null, commission_level: 8 },
      { territory_id: 'rio', business_name: 'Hotel Marea', commission_level: 12.5 },
    ]);
    const shown = await fixture.as(identityOf('partner'), (sql) => sql.unsafe(`select * from public.partner_terms()`));
    expect(shown.map((row) => [row.territory_id, Number(row.commission_level)])).toEqual([
      ['rio', 12.5],
      ['lago', 8],
    ]);
  });

  it('is set by a manager, and staff can only change the business', async () => {
    expect(await fixture.refusal('staff', saveTerms('Hotel Marea', 12))).toMatchObject(forbidden);
    expect(await fixture.refusal('manager2', saveTerms('Hotel Marea', 12))).toMatchObject({ status: 403 });
    await fixture.ask('staff', saveTerms('Hotel Marea', null));
    expect(await termsOf(userId.partner)).toEqual([
      { territory_id: 'rio', business_name: 'Hotel Marea', commission_level: 10 },
    ]);
    // The form may contain the current value.
    await fixture.ask('staff', saveTerms('Hotel Luna', 10));
    await fixture.ask('admin', saveTerms(null, 12));
    expect(
      await fixture.look(
        `select detail from public.audit_log where action = 'member_updated' order by id desc limit 1`,
      ),
    ).toEqual([{ detail: { commission_level: 12, commission_before: 10 } }]);
  });

  it('never exceeds the ceiling, for anyone', async () => {
    await fixture.ask('manager', saveTerms(null, 30));
    for (const who of ['manager', 'admin'] as const)
      expect(await fixture.refusal(who, saveTerms(null, 30.1))).toEqual(tooHigh(30));
    for (const wrong of [-1, 10.05])
      expect(await fixture.refusal('manager', saveTerms(null, wrong))).toMatchObject({ status: 400 });
    await limit('ceiling_percent', 20);
    expect(await fixture.refusal('manager', saveTerms(null, 20.1))).toEqual(tooHigh(20));
  });

  it('leaves the operator the minimum share', async () => {
    await limit('ceiling_percent', 60);
    expect(await fixture.refusal('manager', saveTerms(null, 30.1))).toEqual(tooHigh(30));
    await limit('operator_floor_percent', 65);
    expect(await fixture.refusal('manager', saveTerms(null, 15.1))).toEqual(tooHigh(15));
    await fixture.ask('manager', saveTerms(null, 15));
    await limit('operator_floor_percent', 90);
    expect(await fixture.refusal('manager', saveTerms(null, 1))).toEqual(tooHigh(0));
  });

  it("stays if it is above the limit from earlier, and can't be increased", async () => {
    await fixture.ask('manager', saveTerms(null, 25));
    await limit('ceiling_percent', 20);
    await fixture.ask('manager', saveTerms('Hotel Marea', 25));
    for (const more of [25.1, 24]) expect(await fixture.refusal('manager', saveTerms(null, more))).toEqual(tooHigh(20));
    expect(await termsOf(userId.partner)).toMatchObject([{ business_name: 'Hotel Marea', commission_level: 25 }]);
  });

  it('starts at ten percent, or the ceiling if that is lower, and only for partners', async () => {
    await limit('ceiling_percent', 6);
    await fixture.sql`insert into private.role_grants (user_id, role, territory_id) values (${userId.tourist}, 'travel_partner', 'rio')`;
    expect(await termsOf(userId.tourist)).toMatchObject([{ commission_level: 6 }]);
    await expect(
      fixture.sql`update private.role_grants set commission_level = 5 where role = 'territory_staff'`,
    ).rejects.toThrow(/role_grants_partner_terms/);
  });
});

describe('an invitation with a commission', () => {
  it('requires a manager, and a travel partner', async () => {
    for (const who of ['staff', 'shuttle', 'manager2'] as const)
      expect(await fixture.refusal(who, invite('travel_partner', 12))).toMatchObject({ status: 403 });
    expect(await fixture.refusal('staff', invite('travel_partner', 12))).toMatchObject(forbidden);
    expect(await fixture.refusal('shuttle', invite('shuttle_driver', 12))).toMatchObject({ status: 400 });
    for (const roles of ['tour_guide', 'travel_partner,tour_guide', 'tour_guide,travel_partner'])
      expect(await fixture.refusal('manager', invite(roles, 12))).toMatchObject({ status: 400, code: 'invalid_input' });
    expect(await fixture.refusal('manager', invite('tour_guide', null, 'Hotel'))).toMatchObject({ status: 400 });
    expect(await fixture.refusal('admin', invite('travel_partner', 30.1))).toEqual(tooHigh(30));
    // The ceiling also applies to the service role.
    await expect(
      fixture.as({ role: 'service_role' }, (sql) => sql.unsafe(invite('travel_partner', 100))),
    ).rejects.toThrow('The commission is at most 30%');
  });

  it('creates a partner with the usual commission if staff sent it', async () => {
    await redeem('staff', invite('travel_partner', null, 'Hotel Luna'));
    expect(await termsOf(userId.tourist)).toEqual([
      { territory_id: 'rio', business_name: 'Hotel Luna', commission_level: 10 },
    ]);
  });

  it("keeps the manager's offer when staff send it again", async () => {
    await fixture.ask('manager', invite('travel_partner', 15, 'Hotel Luna'));
    await redeem('staff', invite('travel_partner', null, 'Hotel Luna'));
    expect(await termsOf(userId.tourist)).toMatchObject([{ commission_level: 15 }]);
  });

  it('gives no more than allowed on the day when it is accepted, and changes nothing elsewhere', async () => {
    await fixture.sql`insert into private.role_grants (user_id, role, territory_id, commission_level)
      values (${userId.tourist}, 'travel_partner', 'lago', 7)`;
    const made = await fixture.ask<{ invite_id: string }>('manager', invite('travel_partner', 30));
    await limit('ceiling_percent', 20);
    await fixture.ask('tourist', `select public.accept_invite('${made.invite_id}')`);
    expect(await termsOf(userId.tourist)).toMatchObject([
      { territory_id: 'lago', commission_level: 7 },
      { territory_id: 'rio', commission_level: 20 },
    ]);
  });
});

describe('the commission limits', () => {
  const save = (values: string) => `select public.save_commission_limits(${values})`;

  it("are set by an admin, apply from then on, and don't change agreed commissions", async () => {
    await fixture.ask('manager', saveTerms('Hotel Marea', 25));
    for (const who of ['manager', 'staff', 'partner'] as const)
      expect(await fixture.refusal(who, save('20, 50, 30, 50'))).toMatchObject({ status: 403, code: 'forbidden' });
    expect(await fixture.ask('admin', 'select public.commission_limits()')).toEqual({
      ceiling: 30,
      operator_floor: 50,
      highest: 30,
      above: 0,
    });
    expect(await fixture.ask('admin', save('40, 60, 30, 50'))).toEqual({
      ceiling: 40,
      operator_floor: 60,
      highest: 20,
      above: 1,
    });
    expect(await termsOf(userId.partner)).toMatchObject([{ commission_level: 25 }]);
    expect(await fixture.refusal('manager', saveTerms(null, 26))).toEqual(tooHigh(20));
    expect(
      await fixture.look(`select actor_id, detail from public.audit_log where action = 'commission_limits_changed'`),
    ).toEqual([
      {
        actor_id: userId.admin,
        detail: { ceiling_percent: { from: 30, to: 40 }, operator_floor_percent: { from: 50, to: 60 } },
      },
    ]);
    // The version was read before that change.
    expect(await fixture.refusal('admin', save('20, 50, 30, 50'))).toMatchObject({
      status: 409,
      code: 'changed_meanwhile',
    });
  });

  it.each(['81, 50', '-1, 50', '30, 80.5', 'null, 50', `'NaN', 50`])("can't be %s", async (values) => {
    expect(await fixture.refusal('admin', save(`${values}, 30, 50`))).toMatchObject({ status: 400 });
  });
});
