import { describe, expect, it } from 'vitest';
import { plansOf, readsWhole } from '../support/plans.ts';
import { fixture, fixtureForEachTest } from './access/fixture.ts';
import { identityOf, userId } from './access/identities.ts';

fixtureForEachTest();

describe('the people of the platform', () => {
  const people = async (args = '') => [
    ...(await fixture.as(identityOf('admin'), (sql) =>
      sql.unsafe<{ id: string; grants: object[] }[]>(`select * from public.list_people(${args})`),
    )),
  ];

  it('are listed with their roles and where they hold them', async () => {
    const found = async () =>
      (await people(`p_search => 'manager@example'`)).find((person) => person.id === userId.manager);
    expect(await found()).toMatchObject({
      id: userId.manager,
      grants: [{ role: 'territory_manager', territory_id: 'rio', territory_name: 'Río' }],
    });
    await fixture.ask('admin', `select public.revoke_role('${userId.manager}', 'territory_manager', 'rio')`);
    expect((await found())?.grants).toEqual([]);
  });

  it('are filtered by role and territory, in pages', async () => {
    expect((await people(`p_role => 'tour_guide', p_territory_id => 'lago'`)).map((person) => person.id)).toEqual([
      userId.guide2,
    ]);
    const all = await people();
    const first = await people('p_limit => 5');
    const last = first.at(-1);
    const rest = await people(
      `p_after_created => (select created_at from public.profiles where id = '${last?.id}'), p_after_id => '${last?.id}'`,
    );
    expect([...first, ...rest].map((person) => person.id)).toEqual(all.map((person) => person.id));
  });

  it('are found without reading all of them', async () => {
    await fixture.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`insert into public.profiles (id, email, full_name)
        select gen_random_uuid(), 'guest-' || n || '@example.test', 'Guest ' || n from generate_series(1, 8000) n`;
    });
    await fixture.sql`analyze public.profiles`;
    const plan = await plansOf(
      fixture.url,
      identityOf('admin'),
      `select * from public.list_people(p_search => 'guest 12345')`,
    );
    expect(plan).toContain('profiles_words_idx');
    expect(readsWhole(plan, 'profiles')).toBe(false);
  });

  it('includes a preview of what is deleted with a territory', async () => {
    expect(await fixture.ask('admin', `select public.territory_contents('rio')`)).toMatchObject({
      bookings: 2,
      archived: true,
    });
    expect(await fixture.ask('admin', `select public.territory_contents('oculto')`)).toMatchObject({
      bookings: 0,
      archived: false,
    });
    expect(await fixture.ask('admin', 'select public.admin_counts()')).toMatchObject({ role_requests: 2 });
  });
});
