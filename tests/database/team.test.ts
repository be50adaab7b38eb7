import { describe, expect, it } from 'vitest';
import { fixture, fixtureForEachTest, giveRole } from './access/fixture.ts';
import { identityOf, userId, type Who } from './access/identities.ts';

fixtureForEachTest();

const personOf = async (id: string) =>
  (await fixture.look(`select roles, territory_id from public.profiles where id = '${id}'`))[0];

describe('the people of a territory', () => {
  it('have a number of active links, only for partners', async () => {
    const links = async () =>
      (
        await fixture.as(identityOf('staff'), (sql) =>
          sql.unsafe(
            `select email, active_links from public.list_members('rio', '{tour_guide,travel_partner}') order by 1`,
          ),
        )
      ).map((row) => [row.email, row.active_links]);
    await fixture.sql`update public.referral_links set active = true where user_id = ${userId.partner} and archived_at is null`;
    const [, [, active]] = (await links()) as [unknown, [string, number]];
    expect(active).toBeGreaterThan(0);
    await fixture.sql`update public.referral_links set active = false`;
    expect(await links()).toEqual([
      ['guide@example.test', null],
      ['partner@example.test', 0],
    ]);
  });

  const members = async (who: Who, args = `'rio'`) =>
    (await fixture.as(identityOf(who), (sql) => sql.unsafe(`select * from public.list_members(${args})`))).map(
      (row) => ({
        email: row.email,
        roles: row.roles,
      }),
    );

  it('are those with an active role there, with only their roles there', async () => {
    await giveRole(fixture.sql, userId.guide, 'shuttle_manager', 'lago');
    expect(await members('staff', `'rio', '{tour_guide,travel_partner}'`)).toEqual([
      { email: 'guide@example.test', roles: ['tour_guide'] },
      { email: 'partner@example.test', roles: ['travel_partner'] },
    ]);
    await fixture.ask('staff', `select public.revoke_role('${userId.guide}', 'tour_guide', 'rio')`);
    expect(await members('staff', `'rio', '{tour_guide}'`)).toEqual([]);
    expect(await members('staff2', `'lago', '{shuttle_manager}'`)).toContainEqual({
      email: 'guide@example.test',
      roles: ['shuttle_manager'],
    });
  });

  it('lose the role and the territory when removed as guides, and keep the account', async () => {
    await fixture.ask('staff', `select public.revoke_role('${userId.guide}', 'tour_guide', 'rio')`);
    expect(await personOf(userId.guide)).toEqual({ roles: ['tourist'], territory_id: null });
  });

  it('can only be removed by staff if they are guides or partners', async () => {
    for (const [person, role] of [
      ['manager', 'territory_manager'],
      ['staff', 'territory_staff'],
      ['shuttle', 'shuttle_manager'],
      ['driver', 'shuttle_driver'],
    ] as const)
      expect(
        await fixture.refusal('staff', `select public.revoke_role('${userId[person]}', '${role}', 'rio')`),
      ).toMatchObject({ status: 403, code: 'roles_forbidden' });
  });

  it('are protected from a second simultaneous save, which is refused and writes nothing', async () => {
    const seen = `(select updated_at from public.list_members('rio', p_id => '${userId.partner}'))`;
    const at = await fixture.ask<string>('manager', `select ${seen}::text`);
    await fixture.ask('manager', `select public.save_member('${userId.partner}', 'rio', ${seen}, 'First')`);
    expect(
      await fixture.refusal('staff', `select public.save_member('${userId.partner}', 'rio', '${at}', 'Second')`),
    ).toMatchObject({ status: 409, code: 'changed_meanwhile' });
    expect(
      await fixture.look(`select p.full_name, g.business_name from public.profiles p join private.live_grants g on g.user_id = p.id
        where p.id = '${userId.partner}' and g.role = 'travel_partner'`),
    ).toEqual([{ full_name: 'partner', business_name: 'First' }]);
  });

  it("don't reveal to a stranger whether a person was changed", async () => {
    for (const who of ['manager2', 'tourist', 'guide'] as const)
      expect(
        await fixture.refusal(who, `select public.save_member('${userId.partner}', 'rio', now(), 'X')`),
      ).toMatchObject({
        status: 403,
      });
  });
});

it('stops an inviter after twenty invitations in a minute', async () => {
  const invite = (n: number) => `select public.create_invite('guest${n}@example.test', '{tour_guide}', 'rio', 'Guest')`;
  for (let n = 0; n < 20; n += 1) await fixture.ask('staff', invite(n));
  expect(await fixture.refusal('staff', invite(20))).toMatchObject({ status: 429, code: 'rate_limited' });
  await fixture.ask('manager', invite(21));
});

it('limits one address to five invitations a day per inviter, without limiting other inviters', async () => {
  const invite = `select public.create_invite('guest@example.test', '{tour_guide}', 'rio', 'Guest')`;
  for (let n = 0; n < 5; n += 1) await fixture.ask('staff', invite);
  expect(await fixture.refusal('staff', invite)).toMatchObject({ status: 429, code: 'rate_limited_day' });
  await fixture.ask('manager', invite);
  // Deleting the account doesn't reset the limit of its address.
  await fixture.sql`update public.invites set email = '' where email = 'guest@example.test'`;
  expect(await fixture.refusal('staff', invite)).toMatchObject({ status: 429, code: 'rate_limited_day' });
  // All inviters together have a limit too.
  await fixture.sql`update private.limits set value = 6 where name = 'invitation.address_day_all'`;
  expect(await fixture.refusal('manager', invite)).toMatchObject({ status: 429, code: 'rate_limited_day' });
});

it('counts what each tab of Region Management lists, without archived, duplicate or former entries', async () => {
  const counts = () => fixture.ask<Record<string, number>>('staff', `select public.territory_counts('rio')`);
  const listed = (roles: string) =>
    fixture.ask<number>('staff', `select count(*)::int from public.list_members('rio', '{${roles}}')`);
  const before = await counts();
  // The tab opens with the guides. Its filter finds staff and shuttle managers.
  expect(before.guides).toBe(await listed('tour_guide'));
  expect(await listed('territory_staff,shuttle_manager')).toBeGreaterThan(0);
  expect(before.partners).toBe(await listed('travel_partner'));
  const [live] = await fixture.look<{ experiences: number; transport: number }>(`select
    (select count(*)::int from public.experiences where territory_id = 'rio' and archived_at is null) as experiences,
    (select count(*)::int from public.territory_transports where territory_id = 'rio' and archived_at is null) as transport`);
  expect(before).toMatchObject({ ...live });
  // A guide with a second role counts once, staff who guide count too, and people who have left don't.
  await giveRole(fixture.sql, userId.guide, 'shuttle_manager', 'rio');
  expect(await counts()).toEqual(before);
  await giveRole(fixture.sql, userId.staff, 'tour_guide', 'rio');
  expect(await counts()).toEqual({ ...before, guides: (before.guides ?? 0) + 1 });
  await fixture.sql`update public.experiences set archived_at = now() where territory_id = 'rio'`;
  await fixture.sql`update private.role_grants set revoked_at = now() where territory_id = 'rio' and user_id = ${userId.guide}`;
  expect(await counts()).toEqual({ ...before, experiences: 0, guides: before.guides });
  expect(before.guides).toBe(await listed('tour_guide'));
});

it('refuses a business name that is too long instead of cutting it', async () => {
  const seen = `(select updated_at from public.list_members('rio', p_id => '${userId.partner}'))`;
  const save = (length: number) =>
    fixture.refusal(
      'manager',
      `select public.save_member('${userId.partner}', 'rio', ${seen}, repeat('a', ${length}))`,
    );
  expect(await save(161)).toMatchObject({ status: 400, code: 'invalid_input' });
  expect(await save(160)).toBeUndefined();
});
