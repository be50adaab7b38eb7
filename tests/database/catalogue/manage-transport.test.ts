import { describe, expect, it } from 'vitest';
import { fixture, fixtureForEachTest } from '../access/fixture.ts';
import { id, identityOf, userId } from '../access/identities.ts';

type Row = Record<string, unknown> & { id: string };
const ask = async (call: string, args: string): Promise<Row[]> => [
  ...(await fixture.as(identityOf('shuttle'), (sql) =>
    sql.unsafe<Row[]>(`select * from public.${call}('rio'${args})`),
  )),
];

/** Returns all rows, read three at a time. `after` returns the last row's key. */
async function paged(call: string, after: (last: Row) => string): Promise<string[]> {
  const all: string[] = [];
  let rows = await ask(call, ', p_limit => 3');
  while (rows.length > 0) {
    all.push(...rows.map((row) => row.id));
    const last = rows[rows.length - 1] as Row;
    rows = await ask(call, `, p_limit => 3, p_after_id => '${last.id}', ${after(last)}`);
  }
  return all;
}
const quoted = (text: unknown) => `'${String(text).replaceAll("'", "''")}'`;

const addTransport = async (title: string, kind = 'shuttle', archived = false) => {
  const [made] = await fixture.sql<{ id: string }[]>`
    insert into public.territory_transports (territory_id, transport_type_id, title, description, shared_price, pickup_location,
      departure_time, duration_hours, image_urls, archived_at)
    values ('rio', ${kind}, ${title}, 'd', 50, 'Dock', '09:00', 2, '{/art/a.svg,/art/b.svg}', ${archived ? new Date() : null}) returning id`;
  return made?.id ?? '';
};

describe("a territory's shuttles, for its managers", () => {
  fixtureForEachTest();

  it('are sorted by title in pages, boats included and archived ones not, with one picture, and singly with all pictures', async () => {
    const ids = [];
    for (const title of ['Árbol', 'Same', 'Same', 'Same', "Bruno's"]) ids.push(await addTransport(title));
    const boat = await addTransport('Boat', 'boat');
    await addTransport('Old', 'shuttle', true);
    const all = await ask('shuttle_services', '');
    expect(all.map((row) => row.title).filter((title) => title !== 'Home' && title !== 'Hidden')).toEqual([
      'Árbol',
      'Boat',
      "Bruno's",
      'Same',
      'Same',
      'Same',
    ]);
    const after = (last: Row) => `p_after_title => ${quoted(last.sort_title)}`;
    expect(await paged('shuttle_services', after)).toEqual(all.map((row) => row.id));
    expect(all[0]).toMatchObject({ image_urls: ['/art/a.svg'] });
    expect(await ask('shuttle_services', `, p_id => '${ids[0]}'`)).toMatchObject([
      { title: 'Árbol', image_urls: ['/art/a.svg', '/art/b.svg'] },
    ]);
    // Shuttle managers run boats, but only the region's team edits them.
    expect(await ask('shuttle_services', `, p_id => '${boat}'`)).toEqual([]);
    expect(all[0]).toMatchObject({ language: 'en', translations: {} });
    const [counts] = await fixture.as(identityOf('shuttle'), (sql) => sql`select * from public.shuttle_counts('rio')`);
    expect(counts).toEqual({ services: all.length, drivers: 1 });
  });

  it("can't be found for another territory, even by their id", async () => {
    expect(await ask('shuttle_services', `, p_id => '${id.transport2}'`)).toEqual([]);
  });
});

describe("a shuttle's drivers and their week", () => {
  fixtureForEachTest();

  it('are returned in pages in the order of the week, each once', async () => {
    const others = [userId.staff, userId.manager, userId.guide];
    for (const who of others)
      await fixture.sql`insert into public.shuttle_drivers (driver_id, territory_id) values (${who}, 'rio')`;
    const drivers = await ask('list_drivers', '');
    expect(drivers).toHaveLength(4);
    expect(await paged('list_drivers', (last) => `p_after_name => ${quoted(last.sort_name)}`)).toEqual(
      drivers.map((row) => row.id),
    );
    expect(await ask('list_drivers', `, p_email => ' DRIVER@example.test'`)).toMatchObject([{ full_name: 'driver' }]);

    await fixture.sql`delete from public.driver_schedules`;
    const sunday = await addTransport('Alta');
    const monday = await addTransport('Zona');
    await fixture.sql`update public.slots set start_time = '12:00' where id = ${sunday}`;
    await fixture.sql`insert into public.driver_schedules (driver_id, slot_id, day_of_week)
      select w, ${monday}::uuid, 'monday' from unnest(${[userId.driver, ...others]}::uuid[]) w
      union all select ${userId.driver}::uuid, ${sunday}::uuid, 'sunday'
      union all select ${userId.driver}::uuid, ${sunday}::uuid, 'monday'`;
    const week = await ask('list_driver_schedules', '');
    expect(week.map((row) => `${row.day_of_week} ${row.title}`)).toEqual([
      'monday Alta',
      ...Array(4).fill('monday Zona'),
      'sunday Alta',
    ]);
    await fixture.sql`update public.territory_transports set translations = '{"es": {"title": "Alta mar"}}' where id = ${sunday}::uuid`;
    const titles = { en: 'Alta', es: 'Alta mar' };
    expect((await ask('list_driver_schedules', ''))[0]).toMatchObject({ title: 'Alta', titles });
    const first = (await ask('list_driver_schedules', `, p_language => 'es'`))[0];
    expect(first).toMatchObject({ title: 'Alta', sort_name: 'alta mar driver' });
    expect(await ask('list_drivers', `, p_email => 'driver@example.test'`)).toMatchObject([
      { services: [{ title: 'Alta', titles }, { title: 'Zona' }] },
    ]);
    const after = (last: Row) => `p_after_day => ${last.day}, p_after_name => ${quoted(last.sort_name)}`;
    expect(await paged('list_driver_schedules', after)).toEqual(week.map((row) => row.id));
  });
});
