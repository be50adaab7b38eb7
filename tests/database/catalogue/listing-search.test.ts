import { describe, expect, test } from 'vitest';
import { contextForEachTest } from '../booking/support/context.ts';
import { rpcFor } from '../booking/support/rpc.ts';

// A search finds text in either language, with and without accents, by word stems (docs/decisions/0046).

const context = contextForEachTest({ seats: 4 });
const sql = () => context.fixture.db.sql;
const VISITOR = { role: 'anon' } as const;

const find = async (text: string | null): Promise<string[]> =>
  ((await rpcFor(context.fixture.db, VISITOR)('search_regions', { p_text: text })) as { territory_id: string }[]).map(
    (row) => row.territory_id,
  );

describe('a search for territories', () => {
  test.each([
    ['rio dulce', ['rio']],
    ['RÍO', ['rio']],
    ['atitl', ['lago']],
    ['waterfalls', ['rio']], // its experience says "waterfall"
    ['flores', ['rio']], // its shuttle goes there
    ['nowhere', []],
    ['', []],
    ['  ', []],
    [null, []],
  ])('%s', async (text, expected) => {
    expect(await find(text)).toEqual(expected);
  });

  test("finds text in the other language, whatever the page's language", async () => {
    await sql()`update public.territories set translations = '{"es": {"description": "Un lago entre volcanes"}}' where id = 'lago'`;
    await sql()`update public.experiences set translations = '{"es": {"title": "Castillo y cascada caliente"}}'`;
    for (const [text, id] of [
      ['cascadas', 'rio'],
      ['volcan', 'lago'],
      ['volcán', 'lago'],
      ['lakes', 'lago'],
    ] as const)
      expect(await find(text), text).toEqual([id]);
  });

  test('does not find others by the name of a territory if they only offer the route there', async () => {
    await sql()`update public.experiences set description = 'On the way to Atitlán' where territory_id = 'rio'`;
    expect(await find('atitlan')).toEqual(['lago']);
    await sql()`update public.territories set visible = false where id = 'lago'`;
    expect(await find('atitlan')).toEqual(['rio']);
  });

  test('finds nothing that is hidden', async () => {
    await sql()`update public.experiences set visible = false`;
    expect(await find('waterfall')).toEqual([]);
    await sql()`update public.territories set visible = false where id = 'rio'`;
    expect(await find('rio')).toEqual([]);
  });

  test.each(["'", '&|!():*', "a' | 'b:*", '<script>', 'x'.repeat(10_000), '\\', '%_', '🚤', 'y '.repeat(3000)])(
    'accepts %j as words',
    async (text) => {
      expect(await find(text)).toEqual([]);
    },
  );

  test('uses the index of services', { tags: ['nightly'] }, async () => {
    await sql()`insert into public.experiences (territory_id, title, description, duration, shared_price, max_spots, available_spots)
      select 'rio', 'Trip ' || n, 'A morning on the river.', 2, 100, 8, 8 from generate_series(1, 3000) n`;
    await sql()`analyze public.services`;
    const rows = await sql()`explain select 1 from public.services e where e.visible and e.archived_at is null
      and private.listing_words('title', e.title, e.description, e.language, e.translations) @@ private.listing_query('waterfall')`;
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('services_listing_words_idx');
  });
});

test('finds transport by the name of a place in any language, with and without accents', async () => {
  await sql()`update public.territory_transports set destination = 'Old Bridge',
    translations = '{"es": {"destination": "Puente Viejo de Río", "pickup_location": "Muelle"}}'`;
  const search = async (to: string) =>
    (
      (await rpcFor(context.fixture.db, VISITOR)('search_transport', {
        p_from: null,
        p_to: to,
        p_date: context.fixture.date,
        p_people: 1,
      })) as { journeys: { legs: { to: string; tos: Record<string, string> }[] }[] }
    ).journeys.flatMap(({ legs }) => legs);
  for (const name of ['Old Bridge', 'old bridge', 'Puente Viejo de Río', 'puente viejo de rio'])
    expect(await search(name), name).toMatchObject([{ to: 'Old Bridge', tos: { es: 'Puente Viejo de Río' } }]);
  expect(await search('Puente')).toEqual([]);
});
