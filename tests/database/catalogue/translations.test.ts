import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { fixture, fixtureForEachTest } from '../access/fixture.ts';
import { EVERYONE, id, userId, type Who } from '../access/identities.ts';
import { form, PICTURED, save, saveOf, version } from './support.ts';

fixtureForEachTest();

const json = (value: unknown) => `'${JSON.stringify(value).replaceAll("'", "''")}'::jsonb`;

/** A table of listings with one of its rows, and the maximum length of each column. */
const LISTINGS = {
  territories: {
    row: `id = 'rio'`,
    lines: { name: 120 },
    texts: { summary: 200, description: 10000, meeting_point: 500 },
  },
  experiences: {
    row: `id = '${id.experience}'`,
    lines: { title: 160 },
    texts: { description: 10000, meeting_point: 500, what_to_bring: 500 },
  },
  territory_transports: {
    row: `id = '${id.transport}'`,
    lines: { title: 160, destination: 160 },
    texts: { description: 10000 },
  },
  pickup_locations: { row: `id = 'pu_1'`, lines: { name: 160 }, texts: { directions: 2000 } },
  territory_tags: { row: `id = '${id.tag}'`, lines: { name: 60 }, texts: {} },
} as const;
const TABLES = Object.keys(LISTINGS) as (keyof typeof LISTINGS)[];

beforeEach(async () => {
  await fixture.sql`insert into public.pickup_locations (id, territory_id, name) values ('pu_1', 'rio', 'Main dock')`;
  await fixture.sql`update public.experiences set image_urls = ${PICTURED.image_urls}`;
});

/** The table behind a view. */
const tableOf = (table: string) => (table === 'experiences' || table === 'territory_transports' ? 'services' : table);
const write = (table: string, row: string, translations: unknown) =>
  fixture.sql.unsafe(`update public.${tableOf(table)} set translations = ${json(translations)} where ${row}`);
const written = async (table: string, row: string) =>
  (await fixture.look<{ t: unknown }>(`select translations as t from public.${table} where ${row}`))[0]?.t;
const checkOf = (table: string) => `${tableOf(table)}_translations_check`;
const isRefused = (table: string, row: string, translations: unknown) =>
  write(table, row, translations).then(
    () => false,
    (error: Error) => error.message.includes(`violates check constraint "${checkOf(table)}"`),
  );

it("translations are part of a listing's names, only short ones, including its own language", async () => {
  const names = async (table: string, row: string) =>
    (await fixture.look<{ names: unknown }>(`select names from public.${table} where ${row}`))[0]?.names;
  const { territories, experiences } = LISTINGS;
  await fixture.sql`update public.territories set name = 'Lake', meeting_point = null where id = 'rio'`;
  await write('territories', territories.row, { es: { name: 'Lago', description: 'Un lago.' } });
  expect(await names('territories', territories.row)).toEqual({ name: { en: 'Lake', es: 'Lago' } });
  await fixture.sql`update public.experiences set title = 'Walk', meeting_point = 'Dock'`;
  await write('experiences', experiences.row, { es: { meeting_point: 'Muelle' } });
  expect(await names('experiences', experiences.row)).toEqual({
    title: { en: 'Walk' },
    meeting_point: { en: 'Dock', es: 'Muelle' },
  });
});

describe.each(TABLES)('the translations of %s', (table) => {
  const { row, lines, texts } = LISTINGS[table];
  const columns: Record<string, number> = { ...lines, ...texts };

  it('contain each of its texts, with the same maximum length as the original', async () => {
    const full = Object.fromEntries(Object.entries(columns).map(([column, most]) => [column, 'ñ'.repeat(most)]));
    await write(table, row, { es: full });
    expect(await written(table, row)).toEqual({ es: full });
    for (const column of Object.keys(columns)) {
      expect(await isRefused(table, row, { es: { [column]: `${full[column]}.` } }), column).toBe(true);
    }
  });

  it('refuse invalid values', async () => {
    const [column] = Object.keys(columns) as [string];
    const hostile: unknown[] = [
      null,
      true,
      7,
      'es',
      [],
      [{ es: {} }],
      { es: null },
      { es: 'text' },
      { es: 7 },
      { es: [] },
      { es: ['x'] },
      { en: { [column]: 'its own language' } },
      { ES: { [column]: 'x' } },
      { esp: { [column]: 'x' } },
      { '': { [column]: 'x' } },
      { 'e\u0301': { [column]: 'x' } },
      { es: { [column]: 7 } },
      { es: { [column]: true } },
      { es: { [column]: ['x'] } },
      { es: { [column]: { deep: 'x' } } },
      { es: { [column]: 'x', id: 'other' } },
      { es: { [column]: 'x', image_urls: 'x' } },
      { es: { [column]: 'x', __proto__2: 'x' } },
      { es: { [column]: 'x'.repeat(2_000_000) } },
      { fr: { [column]: 'a language that the app does not have' } },
    ];
    for (const value of hostile)
      expect(await isRefused(table, row, value), JSON.stringify(value)?.slice(0, 80)).toBe(true);
    expect(await written(table, row)).toEqual({});
  });

  it('are in a language of the app, and so is the original', async () => {
    const [column] = Object.keys(columns) as [string];
    const original = (language: string) =>
      fixture.sql.unsafe(`update public.${table} set language = '${language}' where ${row}`);
    await expect(original('fr')).rejects.toThrow('_language_check');
    await original('es');
    expect(await isRefused(table, row, { en: { [column]: 'x' } })).toBe(false);
  });

  it('refuse invisible or direction-changing characters in a line', async () => {
    for (const column of Object.keys(lines)) {
      for (const text of ['\u202eenoP', 'a\u200bb', 'two\nlines'])
        expect(await isRefused(table, row, { es: { [column]: text } }), `${column}: ${escape(text)}`).toBe(true);
    }
  });

  it('treat an empty text as missing', async () => {
    const [column] = Object.keys(columns) as [string];
    await write(table, row, { es: Object.fromEntries(Object.keys(columns).map((name) => [name, ' '])), fr: {} });
    expect(await written(table, row)).toEqual({});
    await write(table, row, {
      es: { ...Object.fromEntries(Object.keys(columns).map((name) => [name, ''])), [column]: 'Uno' },
    });
    expect(await written(table, row)).toEqual({ es: { [column]: 'Uno' } });
  });

  it('report which is older than its original until it, or the original, is written', async () => {
    for (const column of Object.keys(columns)) {
      const original = (text: string) =>
        fixture.sql.unsafe(`update public.${table} set ${column} = '${text}' where ${row}`);
      const stale = async () => Object.keys(((await written(table, row)) as { es: { stale?: object } }).es.stale ?? {});
      await original('One');
      await write(table, row, { es: { [column]: 'Uno' } });
      expect(await stale(), column).toEqual([]);
      await original('Two');
      expect(await stale(), column).toEqual([column]);
      await original('Three');
      expect(await stale(), column).toEqual([column]);
      await original('One');
      expect(await stale(), column).toEqual([]);
      await original('Two');
      await write(table, row, { es: { [column]: 'Dos' } });
      expect(await stale(), column).toEqual([]);
      await fixture.sql.unsafe(
        `update public.${table} set ${column} = 'Four', translations = ${json({ es: { [column]: 'Cuatro' } })} where ${row}`,
      );
      expect(await stale(), column).toEqual([]);
    }
  });

  it('are current if marked so, until the original is edited again', async () => {
    const [column] = Object.keys(columns) as [string];
    const original = (text: string) =>
      fixture.sql.unsafe(`update public.${table} set ${column} = '${text}' where ${row}`);
    await original('One');
    await write(table, row, { es: { [column]: 'Uno' } });
    await original('Two');
    const older = await written(table, row);
    for (const current of [null, {}, [], 7, 'no', ['other'], [[column]]]) {
      await write(table, row, { es: { [column]: 'Uno', current } });
      expect(await written(table, row), JSON.stringify(current)).toEqual(older);
    }
    await write(table, row, { es: { [column]: 'Uno', current: [column] }, fr: { current: [column] } });
    expect(await written(table, row)).toEqual({ es: { [column]: 'Uno' } });
    await original('Three');
    expect(await written(table, row)).toMatchObject({ es: { stale: { [column]: expect.any(String) } } });
    await fixture.sql.unsafe(
      `update public.${table} set ${column} = 'Four', translations = ${json({ es: { [column]: 'Uno', current: [column] } })} where ${row}`,
    );
    expect(await written(table, row)).toEqual({ es: { [column]: 'Uno' } });
  });

  it('get this mark only from the database', async () => {
    const [column] = Object.keys(columns) as [string];
    const told = { [column]: 'd41d8cd98f00b204e9800998ecf8427e' };
    await write(table, row, { es: { [column]: 'Uno', stale: told } });
    expect(await written(table, row)).toEqual({ es: { [column]: 'Uno' } });
    await fixture.sql.unsafe(`update public.${table} set ${column} = 'Two' where ${row}`);
    const kept = await written(table, row);
    expect(kept).toMatchObject({ es: { stale: { [column]: expect.stringMatching(/^[0-9a-f]{32}$/) } } });
    for (const stale of [undefined, null, {}, [], 'no', told]) {
      await write(table, row, { es: { [column]: 'Uno', stale } });
      expect(await written(table, row), JSON.stringify(stale)).toEqual(kept);
    }
  });

  it('are stored or refused, for any text', async () => {
    const known = fc.constantFrom(...Object.keys(columns), 'stale', 'current', 'id', 'en', 'es', 'fr', '');
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 8 }).filter((t) => !t.includes('\0')),
      fc.integer(),
      fc.constant(null),
    );
    const value = fc.oneof(
      fc.dictionary(known, fc.oneof(text, fc.dictionary(known, fc.oneof(text, fc.dictionary(known, text))))),
      text,
    );
    const invisibleIn = async (translations: unknown) => {
      const [found] = await fixture.sql<{ any: boolean }[]>`
        select bool_or(not private.is_plain_text(private.texts_in(${fixture.sql.json(translations as never)}, c))) as any
        from unnest(${Object.keys(columns)}::text[]) c`;
      return found?.any;
    };
    await fc.assert(
      fc.asyncProperty(value, async (translations) => {
        const refused = await write(table, row, translations).then(
          () => undefined,
          (error: Error) => error.message,
        );
        if (refused?.includes('invisible characters')) expect(await invisibleIn(translations)).toBe(true);
        else if (refused) expect(refused).toContain(checkOf(table));
        const kept = (await written(table, row)) as Record<string, Record<string, unknown>>;
        for (const [language, own] of Object.entries(kept)) {
          expect(language).toBe('es');
          for (const [column, said] of Object.entries(own)) {
            if (column === 'stale') continue;
            expect(columns).toHaveProperty(column);
            expect(String(said).trim()).not.toBe('');
          }
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('the author of a translation', () => {
  /** The texts that a form sends for each table. */
  const CHANGES: [table: keyof typeof LISTINGS, column: string, may: readonly Who[]][] = [
    ['territories', 'description', ['staff', 'manager', 'admin']],
    ['territories', 'name', ['manager', 'admin']],
    ['territory_transports', 'title', ['staff', 'manager', 'admin', 'shuttle']],
    ['pickup_locations', 'name', ['staff', 'manager', 'admin']],
    ['territory_tags', 'name', ['staff', 'manager', 'admin']],
  ];

  it.each(CHANGES)('is the author of the text for %s.%s', async (table, column, may) => {
    const { row } = LISTINGS[table];
    for (const who of EVERYONE) {
      const tried = async (set: string) =>
        (await fixture.refusal(who, `update public.${table} set ${set} where ${row}`)) === undefined &&
        (
          await fixture.look(
            `select 1 from public.${table} where ${row} and (${column} = '${who}' or translations #>> '{es,${column}}' = '${who}')`,
          )
        ).length === 1;
      expect(await tried(`translations = ${json({ es: { [column]: who } })}`), `${who}, translation`).toBe(
        may.includes(who),
      );
      await fixture.sql.unsafe(`update public.${table} set translations = '{}' where ${row}`);
      expect(await tried(`${column} = '${who}'`), `${who}, original`).toBe(may.includes(who));
    }
  });

  it('is the person who saves it for an experience', async () => {
    for (const who of EVERYONE) {
      await fixture.ask(who, saveOf(id.experience, { translations: { es: { title: who } } })).catch(() => undefined);
      const kept = await fixture.look<{ t: string | null }>(
        `select translations #>> '{es,title}' as t from public.experiences where id = '${id.experience}'`,
      );
      expect(kept[0]?.t === who, who).toBe((['staff', 'manager', 'admin'] as Who[]).includes(who));
    }
  });

  it('follows the rules of a name in each language', async () => {
    for (const name of ['evil.example.com', '\u202eenoP'])
      expect(
        await fixture.refusal(
          'manager',
          `update public.territories set translations = ${json({ es: { name } })} where id = 'rio'`,
        ),
      ).toMatchObject({ status: 400, code: 'name_not_plain' });
  });

  it('causes a log entry with language and text', async () => {
    const change = `update public.territories set translations = ${json({ es: { description: 'Un río' } })} where id = 'rio'`;
    await fixture.ask('staff', change);
    await fixture.ask('staff', change);
    await fixture.ask('manager', saveOf(id.experience, { title: 'Hot', translations: { es: { title: 'Caliente' } } }));
    await fixture.ask('manager', saveOf(id.experience, { translations: {} }));
    expect(
      await fixture.look(
        `select actor_id, action, detail from public.audit_log where actor_id is not null order by id`,
      ),
    ).toEqual([
      {
        actor_id: userId.staff,
        action: 'territory_changed',
        detail: { 'description (es)': { from: null, to: 'Un río' } },
      },
      {
        actor_id: userId.manager,
        action: 'experience_changed',
        detail: { title: { from: 'Home', to: 'Hot' }, 'title (es)': { from: null, to: 'Caliente' } },
      },
      {
        actor_id: userId.manager,
        action: 'experience_changed',
        detail: { 'title (es)': { from: 'Caliente', to: null } },
      },
    ]);
  });
});

describe('an experience', () => {
  const texts = async (experience: string) =>
    (await fixture.look(`select language, title, translations from public.experiences where id = '${experience}'`))[0];

  it('can be created in either language, and saved in one without the other', async () => {
    const made = randomUUID();
    await save('manager', made, null, form({ language: 'es', title: 'Noche en el río', translations: {} }));
    expect(await texts(made)).toEqual({ language: 'es', title: 'Noche en el río', translations: {} });
    await save(
      'manager',
      made,
      await version(made),
      form({ language: 'es', title: 'Noche en el río', translations: { en: { title: ' Night on the river ' } } }),
    );
    expect(await texts(made)).toMatchObject({ translations: { en: { title: 'Night on the river' } } });
    await save(
      'manager',
      made,
      await version(made),
      form({ language: 'es', title: 'Noche', translations: { en: { title: 'Night on the river' } } }),
    );
    expect(await texts(made)).toMatchObject({ translations: { en: { stale: { title: expect.any(String) } } } });
  });

  it('changes the language of its texts with the texts', async () => {
    const made = randomUUID();
    await save('manager', made, null, form({ title: 'Noche', translations: { es: { title: 'Night' } } }));
    await save(
      'manager',
      made,
      await version(made),
      form({ title: 'Noche', language: 'es', translations: { en: { title: 'Night' } } }),
    );
    expect(await texts(made)).toEqual({ language: 'es', title: 'Noche', translations: { en: { title: 'Night' } } });
  });

  it('keeps a translation that is still current', async () => {
    const made = randomUUID();
    const spanish = { title: 'Noche', description: 'Con lámparas.' };
    await save('manager', made, null, form({ title: 'Night', translations: { es: spanish } }));
    const current = ['title'];
    await save(
      'manager',
      made,
      await version(made),
      form({ title: 'Night!', description: 'Anew', translations: { es: { ...spanish, current } } }),
    );
    expect(await texts(made)).toEqual({
      language: 'en',
      title: 'Night!',
      translations: { es: { ...spanish, stale: { description: expect.any(String) } } },
    });
  });

  it('keeps what an older page does not send', async () => {
    const made = randomUUID();
    await save(
      'manager',
      made,
      null,
      form({ language: 'es', title: 'Noche', translations: { en: { title: 'Night' } } }),
    );
    await save('manager', made, await version(made), form({ title: 'Noche' }));
    expect(await texts(made)).toEqual({ language: 'es', title: 'Noche', translations: { en: { title: 'Night' } } });
  });

  it('is refused with invalid translations, as 400', async () => {
    const hostile = [
      7,
      'x',
      [],
      { es: 7 },
      { es: [] },
      { ES: {} },
      { es: { title: 7 } },
      { es: { title: 'x'.repeat(161) } },
      { es: { title: 'a\u0007' } },
      { es: { title: 'Uno', summary: 'Dos' } },
      { es: { image_urls: 'x' } },
      { en: { title: 'x' } },
    ];
    for (const translations of hostile)
      expect(
        await fixture.refusal('manager', saveOf(id.experience, { translations })),
        JSON.stringify(translations),
      ).toMatchObject({
        status: 400,
        code: 'invalid_input',
      });
    expect(await fixture.refusal('manager', saveOf(id.experience, { language: 'E1' }))).toMatchObject({ status: 400 });
  });
});

describe('the lists for translators', () => {
  const listed = async (kind: 'experience' | 'transport') => {
    const said = `jsonb_build_object('language', l.language, 'translated', l.translated)`;
    return fixture.ask('staff', `select ${said} from public.list_services('rio', '${kind}') l`);
  };

  it.each([
    ['experiences', 'experience'],
    ['territory_transports', 'transport'],
  ] as const)('report for %s missing and outdated languages', async (table, kind) => {
    const { row } = LISTINGS[table];
    await fixture.sql.unsafe(`delete from public.${table} where territory_id = 'rio' and not (${row})`);
    expect(await listed(kind)).toEqual({ language: 'en', translated: {} });
    await write(table, row, { es: { title: 'Uno' } });
    expect(await listed(kind)).toEqual({ language: 'en', translated: { es: 'current' } });
    await fixture.sql.unsafe(`update public.${table} set title = 'Anew' where ${row}`);
    expect(await listed(kind)).toEqual({ language: 'en', translated: { es: 'older' } });
  });

  it('use the name of a pickup location for that of the location', async () => {
    await write('pickup_locations', `id = 'pu_1'`, { es: { name: 'Muelle principal' } });
    await fixture.sql`update public.territory_transports set pickup_location_id = 'pu_1' where id = ${id.transport}`;
    await fixture.sql`update public.pickup_locations set name = 'Old dock' where id = 'pu_1'`;
    expect(await listed('transport')).toEqual({ language: 'en', translated: {} });
  });
});

describe('the name of a pickup location', () => {
  const place = async () =>
    (
      await fixture.look(
        `select pickup_location, translations from public.territory_transports where id = '${id.transport}'`,
      )
    )[0];

  it('is part of its services in each of its languages', async () => {
    await write('pickup_locations', `id = 'pu_1'`, { es: { name: 'Muelle principal', directions: 'Al fondo' } });
    await fixture.sql`update public.territory_transports set pickup_location_id = 'pu_1' where id = ${id.transport}`;
    expect(await place()).toEqual({
      pickup_location: 'Main dock',
      translations: { es: { pickup_location: 'Muelle principal' } },
    });
    // The service's form doesn't have this field.
    await write('territory_transports', `id = '${id.transport}'`, { es: { title: 'Lancha', destination: '' } });
    expect(await place()).toMatchObject({
      translations: { es: { title: 'Lancha', pickup_location: 'Muelle principal' } },
    });
    await write('pickup_locations', `id = 'pu_1'`, { es: { name: 'Muelle nuevo' } });
    expect(await place()).toMatchObject({ translations: { es: { title: 'Lancha', pickup_location: 'Muelle nuevo' } } });
    await write('pickup_locations', `id = 'pu_1'`, {});
    expect(await place()).toEqual({ pickup_location: 'Main dock', translations: { es: { title: 'Lancha' } } });
  });

  it('is the one in the language of the service, if there is one', async () => {
    await fixture.sql`update public.pickup_locations set language = 'es', name = 'Muelle', translations = '{"en": {"name": "Dock"}}' where id = 'pu_1'`;
    await fixture.sql`update public.territory_transports set pickup_location_id = 'pu_1' where id = ${id.transport}`;
    expect(await place()).toEqual({ pickup_location: 'Dock', translations: { es: { pickup_location: 'Muelle' } } });
  });

  it('is outdated until it is written', async () => {
    await fixture.sql`update public.territory_transports set pickup_location_id = 'pu_1' where id = ${id.transport}`;
    await write('pickup_locations', `id = 'pu_1'`, { es: { name: 'Muelle principal' } });
    await fixture.sql`update public.pickup_locations set name = 'Old dock' where id = 'pu_1'`;
    expect(await place()).toMatchObject({
      pickup_location: 'Old dock',
      translations: { es: { stale: { pickup_location: expect.any(String) } } },
    });
    await write('pickup_locations', `id = 'pu_1'`, { es: { name: 'Muelle viejo' } });
    expect(await place()).toEqual({
      pickup_location: 'Old dock',
      translations: { es: { pickup_location: 'Muelle viejo' } },
    });
  });

  it('is as current as in the location', async () => {
    await fixture.sql`update public.territory_transports set pickup_location_id = 'pu_1' where id = ${id.transport}`;
    await write('pickup_locations', `id = 'pu_1'`, { es: { name: 'Muelle principal' } });
    await fixture.sql`update public.pickup_locations set name = 'The main dock' where id = 'pu_1'`;
    expect(await place()).toMatchObject({ translations: { es: { stale: { pickup_location: expect.any(String) } } } });
    // The service's form doesn't have this field, and sends what it has.
    await write('territory_transports', `id = '${id.transport}'`, { es: { title: 'Lancha', current: ['title'] } });
    expect(await place()).toMatchObject({ translations: { es: { stale: { pickup_location: expect.any(String) } } } });
    await write('pickup_locations', `id = 'pu_1'`, { es: { name: 'Muelle principal', current: ['name'] } });
    expect(await place()).toEqual({
      pickup_location: 'The main dock',
      translations: { es: { title: 'Lancha', pickup_location: 'Muelle principal' } },
    });
  });
});
