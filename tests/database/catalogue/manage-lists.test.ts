import { describe, expect, it } from 'vitest';
import { plansOf, readsWhole } from '../../support/plans.ts';
import { fixture, fixtureForEachTest } from '../access/fixture.ts';
import { identityOf, userId } from '../access/identities.ts';

type Row = { id: string; name: string; key: string };

/**
 * The lists of the territory's management, each with its function, its rows' names, and the arguments that start a
 * page after a row.
 */
const TRANSPORTS = {
  call: 'list_services',
  kind: `, 'transport'`,
  name: 'title',
  key: 'sort_title',
  after: 'p_after_rank => 2147483647, p_after_title',
};
const PICKUPS = { call: 'list_pickup_locations', kind: '', name: 'name', key: 'sort_name', after: 'p_after_name' };
const PEOPLE = { call: 'list_members', kind: '', name: 'full_name', key: 'sort_key', after: 'p_after_key' };
type List = typeof TRANSPORTS;

const read = async ({ call, kind, name, key }: List, args = ''): Promise<Row[]> => [
  ...(await fixture.as(identityOf('staff'), (sql) =>
    sql.unsafe<Row[]>(
      `select id, ${name} as name, ${key} as key from public.${call}('rio'${kind}${args && `, ${args}`})`,
    ),
  )),
];
const names = async (list: List, args = '') => (await read(list, args)).map((row) => row.name);

/** Returns all rows, read three at a time. */
async function paged(list: List, args = ''): Promise<string[]> {
  const all: string[] = [];
  const more = args && `, ${args}`;
  let rows = await read(list, `p_limit => 3${more}`);
  while (rows.length > 0) {
    all.push(...rows.map((row) => row.id));
    const { key, id } = rows[rows.length - 1] as Row;
    rows = await read(list, `p_limit => 3, ${list.after} => '${key}', p_after_id => '${id}'${more}`);
  }
  return all;
}

const addTransport = (title: string, more: { destination?: string; archived?: boolean; visible?: boolean } = {}) =>
  fixture.sql`insert into public.territory_transports (territory_id, transport_type_id, title, description, shared_price, pickup_location,
      departure_time, duration_hours, destination, visible, archived_at)
    values ('rio', 'boat', ${title}, 'd', 50, 'Dock', '09:00', 2, ${more.destination ?? null}, ${more.visible ?? true},
      ${more.archived ? new Date() : null})`;

describe('the transport services of a territory', () => {
  fixtureForEachTest();

  it('are sorted by title, including hidden ones, without archived ones and those of others', async () => {
    await addTransport('Árbol', { visible: false });
    await addTransport('Zebra');
    await addTransport('Old', { archived: true });
    expect(await names(TRANSPORTS)).toEqual(['Árbol', 'Hidden', 'Home', 'Zebra']);
  });

  it('are returned in pages, each once, even with equal titles', async () => {
    for (let n = 0; n < 7; n += 1) await addTransport(n % 2 === 0 ? 'Same' : `Boat ${n}`);
    const all = (await read(TRANSPORTS)).map((row) => row.id);
    expect(all).toHaveLength(9);
    expect(await paged(TRANSPORTS)).toEqual(all);
  });

  it('are found by their title, departure place and destination', async () => {
    await addTransport('Lancha', { destination: 'Cayo Quemado' });
    expect(await names(TRANSPORTS, `p_search => 'LANCHA queM'`)).toEqual(['Lancha']);
    expect(await names(TRANSPORTS, `p_search => 'doc'`)).toEqual(['Hidden', 'Home', 'Lancha']);
    expect(await names(TRANSPORTS, `p_search => 'ock'`)).toEqual([]);
    await fixture.sql`update public.territory_transports set translations = '{"es": {"title": "Barca", "pickup_location": "Muelle"}}'
      where title = 'Lancha'`;
    for (const text of ['barca', 'muelle', 'lancha dock'])
      expect(await names(TRANSPORTS, `p_search => '${text}'`), text).toEqual(['Lancha']);
  });

  it('are read with their indexes', { tags: ['nightly'] }, async () => {
    await fixture.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`insert into public.services (kind, territory_id, transport_type_id, title, description, shared_price, pickup_location, duration_hours,
          min_private_guests, max_private_guests)
        select 'transport', case n % 20 when 0 then 'rio' else 'lago' end, 'boat', 'Boat ' || n, 'd', 50, 'Dock', 2, 1, 1 from generate_series(1, 10000) n`;
      await sql`insert into public.pickup_locations (id, territory_id, name)
        select 'pu_' || n, case n % 20 when 0 then 'rio' else 'lago' end, 'Pier ' || n from generate_series(1, 10000) n`;
    });
    await fixture.sql`analyze public.services, public.pickup_locations`;
    const plan = (call: string, args = '') =>
      plansOf(fixture.url, identityOf('manager'), `select * from public.${call}('rio'${args})`);
    for (const [call, kind, table, search] of [
      ['list_services', `, 'transport'`, 'services', 'boat 1240'],
      ['list_pickup_locations', '', 'pickup_locations', 'pier 1240'],
    ] as const) {
      const [first, found] = [await plan(call, kind), await plan(call, `${kind}, p_search => '${search}'`)];
      expect(first).toContain(`${table}_list_idx`);
      expect(found).toContain(`${table}_words_idx`);
      for (const one of [first, found]) expect(readsWhole(one, table)).toBe(false);
    }
  });
});

describe('the pickup locations of a territory', () => {
  fixtureForEachTest();

  it('are sorted by name in pages, and found by name and directions', async () => {
    await fixture.sql`insert into public.pickup_locations (id, territory_id, name, directions) values
      ('pu_1', 'rio', 'Ágora', 'Behind the church'), ('pu_2', 'rio', 'Bridge', null), ('pu_3', 'rio', 'Castle', 'At the gate'),
      ('pu_4', 'rio', 'Éden', null)`;
    expect(await names(PICKUPS)).toEqual(['Ágora', 'Bridge', 'Castle', 'Dock', 'Éden']);
    expect(await paged(PICKUPS)).toEqual((await read(PICKUPS)).map((row) => row.id));
    expect(await names(PICKUPS, `p_search => 'chur'`)).toEqual(['Ágora']);
    expect(await names(PICKUPS, `p_search => 'eden'`)).toEqual(['Éden']);
  });
});

describe('the people of a territory', () => {
  fixtureForEachTest();

  /** Adds five partners to the existing one. */
  const addPartners = () =>
    fixture.sql`with named (id, name, business, commission) as (values
        (${userId.tourist}::uuid, 'Ana', 'Hotel Zafiro', 7.5), (${userId.otherTourist}::uuid, 'Beto', null, 100),
        (${userId.guide}::uuid, 'ángela', 'Ágora', 7.5), (${userId.shuttle}::uuid, '', 'hostal', 0))
      , granted as (
        insert into private.role_grants (user_id, role, territory_id, business_name, commission_level)
        select id, 'travel_partner', 'rio', business, commission from named)
      update public.profiles p set full_name = n.name from named n where n.id = p.id`;
  const partners = `p_roles => '{travel_partner}'`;

  it('are sorted in the requested order, ascending or descending, in pages', async () => {
    await addPartners();
    const by = (sort: string, down = false) => names(PEOPLE, `${partners}, p_sort => '${sort}', p_desc => ${down}`);
    expect(await by('name')).toEqual(['Ana', 'ángela', 'Beto', 'partner', '']);
    expect(await by('business')).toEqual(['ángela', '', 'Ana', 'Beto', 'partner']);
    expect(await by('business', true)).toEqual(['Ana', '', 'ángela', 'partner', 'Beto']);
    expect((await by('commission'))[0]).toBe('');
    expect((await by('commission', true))[0]).toBe('Beto');
    for (const sort of ['name', 'business', 'commission']) {
      for (const down of [false, true]) {
        const args = `${partners}, p_sort => '${sort}', p_desc => ${down}`;
        const all = (await read(PEOPLE, args)).map((row) => row.id);
        expect(all).toHaveLength(5);
        expect(await paged(PEOPLE, args), args).toEqual(all);
      }
    }
  });

  it('are found by name, email and business, or by their id', async () => {
    await addPartners();
    const found = (search: string) => names(PEOPLE, `${partners}, p_search => '${search}'`);
    expect(await found('zaf')).toEqual(['Ana']);
    expect(await found('Angela')).toEqual(['ángela']);
    expect(await found('othertourist@example.test')).toEqual(['Beto']);
    expect(await found('nobody')).toEqual([]);
    expect(await names(PEOPLE, `p_id => '${userId.tourist}'`)).toEqual(['Ana']);
    expect(await names(PEOPLE, `${partners}, p_id => '${userId.staff}'`)).toEqual([]);
  });

  it('never need access to all profiles', { tags: ['nightly'] }, async () => {
    await fixture.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`insert into public.profiles (id, email, full_name)
        select md5(n::text)::uuid, 'n' || n || '@x.test', 'Person ' || n from generate_series(1, 20000) n`;
      await sql`insert into private.role_grants (user_id, role, territory_id)
        select md5(n::text)::uuid, 'tour_guide', case n % 100 when 0 then 'rio' else 'lago' end from generate_series(1, 5000) n`;
    });
    await fixture.sql`analyze public.profiles, private.role_grants`;
    for (const args of [`'rio', '{tour_guide}'`, `'rio', '{tour_guide}', p_search => 'person 100'`]) {
      const plan = await plansOf(fixture.url, identityOf('manager'), `select * from public.list_members(${args})`);
      expect(plan).toContain('role_grants_territory_idx');
      expect(readsWhole(plan, 'profiles')).toBe(false);
      expect(readsWhole(plan, 'role_grants')).toBe(false);
    }
  });
});
