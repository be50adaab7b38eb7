import { describe, expect, it } from 'vitest';
import { fixture, fixtureForEachTest } from './access/fixture.ts';
import { identityOf, userId, type Who } from './access/identities.ts';

fixtureForEachTest();

interface Begun {
  id: string;
  state: 'new' | 'made' | 'taken';
}
const begin = (who: Who, email = 'Nina@Example.test', role = 'territory_staff') =>
  fixture.ask<Begun>(who, `select public.begin_team_member('${role}', '${email}', 'Nina Ixchel')`);
const finish = (who: Who, id: string) => fixture.ask(who, `select public.finish_team_member('${id}')`);
const refusedFinish = (who: Who, id: string) => fixture.refusal(who, `select public.finish_team_member('${id}')`);
const makeUser = (id: string, email = 'nina@example.test') =>
  fixture.sql`insert into auth.users (id, email, email_confirmed_at) values (${id}, ${email}, now())`;
const personOf = async (id: string) =>
  (await fixture.look(`select roles, territory_id from public.profiles where id = '${id}'`))[0];

describe('an account for the team', () => {
  it('gets the role in the manager’s territory, once, and is written down', async () => {
    const { id, state } = await begin('manager');
    expect(state).toBe('new');
    await makeUser(id);
    const made = { id, email: 'nina@example.test', full_name: 'Nina Ixchel', role: 'territory_staff' };
    expect(await finish('manager', id)).toEqual(made);
    expect(await finish('manager', id)).toEqual(made);
    expect(await personOf(id)).toEqual({ roles: ['territory_staff', 'tourist'], territory_id: 'rio' });
    expect(await fixture.look(`select actor_id, detail from public.audit_log where action = 'member_created'`)).toEqual(
      [{ actor_id: userId.manager, detail: { role: 'territory_staff' } }],
    );
    // The answer may have been lost: for ten minutes the same person's same call is the same account.
    expect(await begin('manager')).toEqual({ id, state: 'made' });
    await fixture.sql`update private.team_accounts set finished_at = now() - interval '11 minutes'`;
    expect(await begin('manager')).toMatchObject({ state: 'taken' });
  });

  it('killed after the account was made: the same call finds it', async () => {
    const { id } = await begin('manager');
    await makeUser(id);
    expect(await begin('manager')).toEqual({ id, state: 'made' });
    await fixture.sql`update auth.users set last_sign_in_at = now() where id = ${id}`;
    expect(await begin('manager')).toEqual({ id, state: 'taken' });
  });

  it('never takes over somebody’s account, however the calls are put together', async () => {
    const tourist = 'tourist@example.test';
    const { id, state } = await begin('manager', tourist);
    expect(state).toBe('taken');
    const taken = { status: 409, code: 'account_exists' };
    expect(await refusedFinish('manager', id)).toMatchObject(taken);
    // Reserved first, and then registered by its owner.
    const early = await begin('manager', 'late@example.test');
    await makeUser('00000000-0000-4000-8000-00000000ffff', 'late@example.test');
    expect(await refusedFinish('manager', early.id)).toMatchObject(taken);
    expect(await personOf(userId.tourist)).toEqual({ roles: ['tourist'], territory_id: null });
  });

  it('a manager of another territory, staff and a tourist do not finish what was begun', async () => {
    const { id } = await begin('manager');
    await makeUser(id);
    for (const who of ['manager2', 'staff', 'tourist'] as const)
      expect(await refusedFinish(who, id)).toMatchObject({ status: 403, code: 'roles_forbidden' });
    expect(await personOf(id)).toEqual({ roles: ['tourist'], territory_id: null });
  });

  it('not when the manager has lost the role meanwhile', async () => {
    const { id } = await begin('manager');
    await makeUser(id);
    await fixture.ask('admin', `select public.revoke_role('${userId.manager}', 'territory_manager', 'rio')`);
    expect(await refusedFinish('manager', id)).toMatchObject({ status: 403 });
  });

  it('needs a territory, a name and an address', async () => {
    const call = (args: string) => fixture.refusal('manager', `select public.begin_team_member(${args})`);
    for (const args of [
      `'territory_staff', ' ', 'Nina'`,
      `'territory_staff', 'nobody', 'Nina'`,
      `'shuttle_manager', 'n@x.test', null`,
    ])
      expect(await call(args)).toMatchObject({ status: 400, message: 'Please fill in all required fields' });
    await fixture.sql`update public.profiles set territory_id = null where id = ${userId.manager}`;
    expect(await call(`'territory_staff', 'n@x.test', 'Nina'`)).toMatchObject({ message: 'Territory ID is required' });
  });

  it('ten a minute; a second try of one address does not count, and two at once are one', async () => {
    const two = await Promise.all([begin('manager'), begin('manager')]);
    expect(two[0]).toEqual(two[1]);
    for (let n = 1; n < 10; n += 1) await begin('manager', `n${n}@example.test`);
    await begin('manager');
    const eleventh = `select public.begin_team_member('territory_staff', 'more@example.test', 'Nina')`;
    expect(await fixture.refusal('manager', eleventh)).toMatchObject({ status: 429, code: 'rate_limited' });
  });
});

describe('the people of a territory', () => {
  const members = async (who: Who, args = `'rio'`) =>
    (await fixture.as(identityOf(who), (sql) => sql.unsafe(`select * from public.list_members(${args})`))).map(
      (row) => ({
        email: row.email,
        roles: row.roles,
      }),
    );

  it('are those who hold a live role there, with the roles of there alone', async () => {
    await fixture.ask('admin', `select public.grant_role('${userId.guide}', 'shuttle_manager', 'lago')`);
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

  it('a guide who is taken off loses the role and the territory, and keeps the account', async () => {
    await fixture.ask('staff', `select public.revoke_role('${userId.guide}', 'tour_guide', 'rio')`);
    expect(await personOf(userId.guide)).toEqual({ roles: ['tourist'], territory_id: null });
  });

  it('staff take nobody off who is more than a guide or a partner', async () => {
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

  it('the second of two who save is told, and nothing of theirs is written', async () => {
    const seen = `(select updated_at from public.list_members('rio', p_id => '${userId.guide}'))`;
    const at = await fixture.ask<string>('manager', `select ${seen}::text`);
    await fixture.ask('manager', `select public.save_member('${userId.guide}', 'rio', ${seen}, 'First')`);
    expect(
      await fixture.refusal('staff', `select public.save_member('${userId.guide}', 'rio', '${at}', 'Second')`),
    ).toMatchObject({ status: 409, code: 'changed_meanwhile' });
    expect(await fixture.look(`select full_name from public.profiles where id = '${userId.guide}'`)).toEqual([
      { full_name: 'First' },
    ]);
  });

  it('a stranger does not learn whether a person was changed', async () => {
    for (const who of ['manager2', 'tourist', 'guide'] as const)
      expect(
        await fixture.refusal(who, `select public.save_member('${userId.guide}', 'rio', now(), 'X')`),
      ).toMatchObject({
        status: 403,
      });
  });
});

it('an inviter is held up after twenty invitations in a minute', async () => {
  const invite = (n: number) => `select public.create_invite('guest${n}@example.test', '{tour_guide}', 'rio', 'Guest')`;
  for (let n = 0; n < 20; n += 1) await fixture.ask('staff', invite(n));
  expect(await fixture.refusal('staff', invite(20))).toMatchObject({ status: 429, code: 'rate_limited' });
  await fixture.ask('manager', invite(21));
});

it('counts what each tab of Region Management lists: nothing archived, nobody twice, nobody who has left', async () => {
  const counts = () => fixture.ask<Record<string, number>>('staff', `select public.territory_counts('rio')`);
  const listed = (roles: string) =>
    fixture.ask<number>('staff', `select count(*)::int from public.list_members('rio', '{${roles}}')`);
  const before = await counts();
  expect(before.guides).toBe(await listed('tour_guide,territory_staff,shuttle_manager'));
  expect(before.partners).toBe(await listed('travel_partner'));
  const [live] = await fixture.look<{ experiences: number; transport: number }>(`select
    (select count(*)::int from public.experiences where territory_id = 'rio' and archived_at is null) as experiences,
    (select count(*)::int from public.territory_transports where territory_id = 'rio' and archived_at is null) as transport`);
  expect(before).toMatchObject({ ...live });
  // Somebody who gets a second role is one person, somebody who goes is none.
  await fixture.ask('manager', `select public.grant_role('${userId.guide}', 'shuttle_manager', 'rio')`);
  expect(await counts()).toEqual(before);
  await fixture.sql`update public.experiences set archived_at = now() where territory_id = 'rio'`;
  await fixture.sql`update private.role_grants set revoked_at = now() where territory_id = 'rio' and user_id = ${userId.guide}`;
  expect(await counts()).toEqual({ ...before, experiences: 0, guides: (before.guides ?? 0) - 1 });
});
