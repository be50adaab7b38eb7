import { beforeEach, describe, expect, it } from 'vitest';
import { plansOf, readsWhole } from '../../support/plans.ts';
import { fixture, fixtureForEachTest } from '../access/fixture.ts';
import { id, identityOf } from '../access/identities.ts';

fixtureForEachTest();
beforeEach(async () => {
  await fixture.sql`delete from public.experiences where territory_id = 'rio' and id <> ${id.experience}`;
  await fixture.sql`update public.experiences set title = 'Zipline', featured = false, featured_order = null where id = ${id.experience}`;
});

interface Row {
  id: string;
  title: string;
  rank: number;
  sort_title: string;
}

const list = async (args = ''): Promise<Row[]> => [
  ...(await fixture.as(identityOf('manager'), (sql) =>
    sql.unsafe<Row[]>(`select * from public.list_services('rio', 'experience'${args && `, ${args}`})`),
  )),
];
const titles = async (args = '') => (await list(args)).map((row) => row.title);

const add = (
  title: string,
  more: { featured?: number; visible?: boolean; archived?: boolean; territory?: string } = {},
) =>
  fixture.sql`insert into public.experiences (territory_id, title, description, duration, shared_price, max_spots, available_spots, featured,
      featured_order, visible, archived_at)
    values (${more.territory ?? 'rio'}, ${title}, 'A day.', 2, 100, 8, 8, ${more.featured !== undefined}, ${more.featured ?? null},
      ${more.visible ?? true}, ${more.archived ? new Date() : null})`;

describe("a territory's services, for its managers", () => {
  it('are the featured ones in their order, then the rest by title, including hidden and without archived ones', async () => {
    await add('Volcano', { featured: 2 });
    await add('Waterfall', { featured: 1 });
    await add('Árbol', { visible: false });
    await add('Boat');
    await add('Old', { archived: true });
    await add('Far away', { territory: 'lago' });
    expect(await titles()).toEqual(['Waterfall', 'Volcano', 'Árbol', 'Boat', 'Zipline']);
  });

  it('are returned in pages, each once, even with equal titles', async () => {
    for (let n = 0; n < 7; n += 1) await add(n % 2 === 0 ? 'Same' : `Canyon ${n}`, n < 2 ? { featured: n } : {});
    const all = (await list()).map((row) => row.id);
    const paged: string[] = [];
    for (let last: Row | undefined, rows = await list('p_limit => 3'); rows.length > 0; ) {
      paged.push(...rows.map((row) => row.id));
      last = rows.at(-1);
      rows = await list(
        `p_limit => 3, p_after_rank => ${last?.rank}, p_after_title => '${last?.sort_title}', p_after_id => '${last?.id}'`,
      );
    }
    expect(all).toHaveLength(8);
    expect(paged).toEqual(all);
  });

  it('are found by the beginnings of words, without accents', async () => {
    await add('Río Dulce by kayak');
    await add('Kayak and caves');
    expect(await titles(`p_search => 'KAY rio'`)).toEqual(['Río Dulce by kayak']);
    expect(await titles(`p_search => 'kayak'`)).toEqual(['Kayak and caves', 'Río Dulce by kayak']);
    expect(await titles(`p_search => 'yak'`)).toEqual([]);
    expect(await titles(`p_search => ' '' & ! '`)).toHaveLength(3);
  });

  it('are found by their name in each language, and have both', async () => {
    await add('Kayak and caves');
    await fixture.sql`update public.experiences set translations = '{"es": {"title": "Kayak y grutas"}}' where title = 'Kayak and caves'`;
    expect(await titles(`p_search => 'grutas'`)).toEqual(['Kayak and caves']);
    expect(await titles(`p_search => 'caves'`)).toEqual(['Kayak and caves']);
    expect(
      await fixture.ask(
        'manager',
        `select titles from public.list_services('rio', 'experience', p_search => 'grutas')`,
      ),
    ).toEqual({ en: 'Kayak and caves', es: 'Kayak y grutas' });
  });

  it('are read with their indexes', { tags: ['nightly'] }, async () => {
    await fixture.sql.begin(async (sql) => {
      await sql`set local session_replication_role = replica`;
      await sql`insert into public.experiences (territory_id, title, description, duration, shared_price, max_spots, available_spots)
        select case n % 20 when 0 then 'rio' else 'lago' end, 'Tour ' || n, 'A day.', 2, 100, 8, 8 from generate_series(1, 10000) n`;
    });
    await fixture.sql`analyze public.services`;
    const plan = (args: string) =>
      plansOf(fixture.url, identityOf('manager'), `select * from public.list_services('rio', 'experience'${args})`);
    const [first, found] = [await plan(''), await plan(`, p_search => 'tour 1234'`)];
    expect(first).toContain('services_list_idx');
    expect(found).toContain('services_words_idx');
    for (const one of [first, found]) expect(readsWhole(one, 'experiences')).toBe(false);
  });
});
