import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { contextForEachTest } from '../booking/support/context.ts';
import { createUsers, grantRole, refusal, signedIn } from '../booking/support/fixture.ts';
import { call, inDays, post } from './support.ts';

const context = contextForEachTest({ seats: 8 });
const sql = () => context.fixture.db.sql;
const stored = async (id: string) => (await sql()`select * from public.conditions where id = ${id}`)[0];

test('staff and managers of the territory create an alert, which everyone can read with its services', async () => {
  const { fixture } = context;
  for (const who of [fixture.staff, fixture.manager]) {
    const id = await post(fixture, who);
    const seen = await fixture.db.as(
      { role: 'anon' },
      (
        db,
      ) => db`select c.state, s.service_id from public.conditions c join public.condition_services s on s.condition_id = c.id
        where c.id = ${id}`,
    );
    expect(seen).toEqual([{ state: 'closed', service_id: fixture.experience }]);
  }
});

test.each(['guide', 'shuttle', 'a tourist', 'staff elsewhere'])(
  'lets %s post, change and end no alert',
  async (name) => {
    const { fixture, user } = context;
    const [outsider = ''] = await createUsers(sql(), 1);
    await grantRole(sql(), outsider, 'territory_manager', 'lago');
    const who =
      { guide: fixture.guide, shuttle: fixture.shuttle, 'a tourist': user, 'staff elsewhere': outsider }[name] ?? '';
    const id = await post(fixture, fixture.staff);
    expect(await refusal(post(fixture, who))).toMatchObject({ code: 'forbidden' });
    expect(await refusal(post(fixture, who, { text: 'Open' }, { p_id: id }))).toMatchObject({ code: 'forbidden' });
    // The other author posts in a territory of their own, with the id of an alert of another one.
    expect(
      await refusal(post(fixture, outsider, { service_ids: [] }, { p_id: id, p_territory_id: 'lago' })),
    ).toMatchObject({
      code: 'forbidden',
    });
    expect(await refusal(call(fixture, who, 'end_condition', { p_id: id }))).toMatchObject({ code: 'forbidden' });
    const draft = { p_territory_id: 'rio', p_condition: { touches_all: true, ends_at: inDays(1) } };
    expect(await refusal(call(fixture, who, 'condition_departures', draft))).toMatchObject({ code: 'forbidden' });
    expect(await stored(id)).toMatchObject({ text: 'The harbour master closed the river.', revision: 1 });
  },
);

test('visitors read who wrote it, and no other name of the desk', async () => {
  const { fixture } = context;
  const names = () =>
    fixture.db.as(
      { role: 'anon' },
      (db) => db`select id from public.profile_cards where id in (${fixture.staff}, ${fixture.manager})`,
    );
  expect(await names()).toEqual([]);
  await post(fixture, fixture.staff);
  expect(await names()).toEqual([{ id: fixture.staff }]);
});

test('names the affected services', async () => {
  const nothing = { touches_all: false, service_ids: [] };
  expect(await refusal(post(context.fixture, context.fixture.staff, nothing))).toMatchObject({ code: 'invalid_input' });
});

test('refuses writes to the tables without the functions', async () => {
  const id = await post(context.fixture, context.fixture.staff);
  for (const table of ['conditions', 'condition_services', 'condition_changes'])
    await expect(
      context.fixture.db.as(signedIn(context.fixture.manager), (db) => db`delete from ${db(`public.${table}`)}`),
    ).rejects.toThrow(/permission denied/);
  expect(await stored(id)).toBeDefined();
});

test('only the team of a hidden territory can read its alerts', async () => {
  const { fixture, user } = context;
  await post(fixture, fixture.staff);
  await sql()`update public.territories set visible = false where id = 'rio'`;
  const read = (identity: Parameters<typeof fixture.db.as>[0]) =>
    fixture.db.as(
      identity,
      (db) => db`select c.id from public.conditions c
      join public.condition_services s on s.condition_id = c.id join public.condition_changes h on h.condition_id = c.id`,
    );
  expect(await read({ role: 'anon' })).toHaveLength(0);
  expect(await read(signedIn(user))).toHaveLength(0);
  expect(await read(signedIn(fixture.staff))).toHaveLength(1);
});

describe('the content of an alert', () => {
  test.each([
    ['no state', { state: null }],
    ['another state', { state: 'broken' }],
    ['another subject', { subject: 'sky' }],
    ['no text', { text: ' ' }],
    ['characters that nobody sees', { text: '\u200b\u200b' }],
    ['a text that is too long', { text: 'x'.repeat(501) }],
    ['a link that runs', { source_url: 'javascript:alert(1)' }],
    ['a link with blanks', { source_url: 'https://a b' }],
    ['a link whose host is another one', { source_url: 'https://territorio.app@evil.test/' }],
    ['a link that ends its attribute', { source_url: 'https://x.y/"onmouseover="alert(1)' }],
    ['a link that is not encrypted', { source_url: 'http://conred.gob.gt' }],
    ['a service that does not exist', { service_ids: [randomUUID()] }],
    ['no list', { service_ids: 'all' }],
    ['a language that is none', { language: 'E!' }],
    ['a language that the app does not have', { language: 'fr' }],
    ['a translation to a language that the app does not have', { translations: { fr: { text: 'Un glissement' } } }],
    ['a translation of its own language', { translations: { en: { text: 'Again' } } }],
    ['a translation of something else', { translations: { es: { text: 'Otra vez', title: 'Aviso' } } }],
    ['a translation that is too long', { translations: { es: { text: 'x'.repeat(501) } } }],
  ])('refuses %s', async (_, said) => {
    expect(await refusal(post(context.fixture, context.fixture.staff, said))).toMatchObject({ code: 'invalid_input' });
  });

  test.each([
    ['turns the direction of its neighbours', { text: 'Closed \u202enepo' }],
    ['turns it in a translation', { translations: { es: { text: 'Cerrado\u2066' } } }],
  ])('refuses a text that %s', async (_, said) => {
    expect(await refusal(post(context.fixture, context.fixture.staff, said))).toMatchObject({ code: 'line_not_plain' });
    expect(await sql()`select id from public.conditions`).toEqual([]);
  });

  test.each([
    ['its text', { text: 'Closed. Pay at evil.com' }],
    ['a translation', { translations: { es: { text: 'Pague en https://evil.test' } } }],
  ])('contains no website in %s, which emails would turn into a link', async (_, said) => {
    expect(await refusal(post(context.fixture, context.fixture.staff, said))).toMatchObject({
      code: 'text_has_address',
    });
    expect(await sql()`select id from public.conditions`).toEqual([]);
  });

  test('can have lines, and a link without direction-changing characters', async () => {
    const { fixture } = context;
    await post(fixture, fixture.staff, { text: 'Closed.\nTake the ferry.' });
    const turned = { source_url: 'https://conred.gob.gt/\u202emoc' };
    expect(await refusal(post(fixture, fixture.staff, turned))).toMatchObject({ code: 'invalid_input' });
  });

  test('is checked by the table too', async () => {
    const id = await post(context.fixture, context.fixture.staff);
    const text = 'Closed\u202e';
    await expect(sql()`update public.conditions set text = ${text} where id = ${id}`).rejects.toThrow(
      /check constraint/,
    );
    const translations = sql().json({ es: { text } });
    await expect(sql()`update public.conditions set translations = ${translations} where id = ${id}`).rejects.toThrow(
      /conditions_translations_check/,
    );
  });

  test.each([
    ['an end that is past', { ends_at: inDays(-1) }],
    ['no end', { ends_at: null }],
    ['an end that is no time', { ends_at: 'infinity' }],
    ['an end on a day that is none', { ends_at: '2026-02-30T10:00' }],
    ['an end before its beginning', { starts_at: inDays(3), ends_at: inDays(2) }],
    ['an end beyond sixty days', { ends_at: inDays(61) }],
  ])('refuses %s as its duration', async (_, said) => {
    expect(await refusal(post(context.fixture, context.fixture.staff, said))).toMatchObject({ code: 'invalid_input' });
  });

  test('requires an id', async () => {
    const p_condition = { subject: 'road', state: 'closed', text: 'A landslide', ends_at: inDays(1) };
    const args = { p_id: null, p_territory_id: 'rio', p_expected_revision: null, p_condition };
    expect(await refusal(call(context.fixture, context.fixture.staff, 'save_condition', args))).toMatchObject({
      code: 'invalid_input',
      message: 'id is required',
    });
  });

  test('refuses a service of another territory', async () => {
    const [foreign] = await sql()`insert into public.experiences
      (territory_id, title, description, duration, shared_price, max_spots, available_spots)
      values ('lago', 'Volcano', 'Up', 4, 100, 8, 8) returning id`;
    expect(await refusal(post(context.fixture, context.fixture.staff, { service_ids: [foreign?.id] }))).toMatchObject({
      code: 'invalid_input',
    });
  });
});

test('a repeated post is the same alert, and a change is a revision with its history and log', async () => {
  const { fixture } = context;
  const same = { p_id: randomUUID() };
  const said = { starts_at: inDays(0) };
  await post(fixture, fixture.staff, said, same);
  await post(fixture, fixture.staff, said, same);
  expect(await stored(same.p_id)).toMatchObject({ revision: 1 });
  await post(
    fixture,
    fixture.manager,
    { ...said, state: 'open', text: 'Open again.' },
    { ...same, p_expected_revision: 1 },
  );
  expect(await stored(same.p_id)).toMatchObject({ revision: 2, state: 'open', posted_by: fixture.manager });
  expect(
    await sql()`select revision, state, changed_by from public.condition_changes where condition_id = ${same.p_id} order by 1`,
  ).toEqual([
    { revision: 1, state: 'closed', changed_by: fixture.staff },
    { revision: 2, state: 'open', changed_by: fixture.manager },
  ]);
  expect(await sql()`select action from public.audit_log where subject_id = ${same.p_id} order by id`).toEqual([
    { action: 'condition_posted' },
    { action: 'condition_changed' },
  ]);
});

test('stores that a translation is current, and notifies nobody', async () => {
  const { fixture } = context;
  const same = { p_id: randomUUID() };
  const translations = { es: { text: 'El río está cerrado.' } };
  const said = { starts_at: inDays(0), ends_at: inDays(10), translations };
  await post(fixture, fixture.staff, said, same);
  const again = { ...said, text: 'The river is closed.' };
  await post(fixture, fixture.staff, again, { ...same, p_expected_revision: 1 });
  expect(await stored(same.p_id)).toMatchObject({ translations: { es: { stale: { text: expect.any(String) } } } });
  const right = { es: { text: 'El río está cerrado.', current: ['text'] } };
  await post(fixture, fixture.manager, { ...again, translations: right }, { ...same, p_expected_revision: 2 });
  expect(await stored(same.p_id)).toMatchObject({
    revision: 2,
    posted_by: fixture.staff,
    translations,
  });
});

test('reports a concurrent change to the second person', async () => {
  const { fixture } = context;
  const id = await post(fixture, fixture.staff);
  const change = { p_id: id, p_expected_revision: 1 };
  await post(fixture, fixture.manager, { text: 'Closed until the rain ends.' }, change);
  expect(await refusal(post(fixture, fixture.staff, { text: 'Closed, the bridge too.' }, change))).toMatchObject({
    code: 'changed_meanwhile',
  });
});

test('makes one alert from two simultaneous equal posts', async () => {
  const { fixture } = context;
  const same = { p_id: randomUUID() };
  const said = { starts_at: inDays(0) };
  const results = await Promise.allSettled([1, 2, 3, 4].map(() => post(fixture, fixture.staff, said, same)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
  expect(await sql()`select revision from public.condition_changes where condition_id = ${same.p_id}`).toEqual([
    { revision: 1 },
  ]);
});

test('ends an alert once', async () => {
  const { fixture } = context;
  const id = await post(fixture, fixture.staff);
  await call(fixture, fixture.staff, 'end_condition', { p_id: id });
  await call(fixture, fixture.staff, 'end_condition', { p_id: id });
  const [row] = await sql()`select ends_at <= now() as over, revision, tell from public.conditions where id = ${id}`;
  expect(row).toEqual({ over: true, revision: 2, tell: false });
});

test('makes people who constantly change alerts wait', async () => {
  const { fixture } = context;
  for (let n = 0; n < 5; n++) await post(fixture, fixture.staff);
  expect(await refusal(post(fixture, fixture.staff))).toMatchObject({ code: 'rate_limited' });
  await post(fixture, fixture.manager); // another author has their own limit
});

describe('the departures affected by an alert', () => {
  const touched = async (said: Record<string, unknown>) =>
    (await call(context.fixture, context.fixture.staff, 'condition_departures', {
      p_territory_id: 'rio',
      p_condition: { service_ids: [context.fixture.experience], ...said },
    })) as { kind: string; service_date: string }[];

  test('are those of its services while it lasts', async () => {
    const days = await touched({ starts_at: inDays(2), ends_at: inDays(4) });
    expect(new Set(days.map(({ kind }) => kind))).toEqual(new Set(['experience']));
    expect(days).toHaveLength(2);
    const all = await touched({ touches_all: true, service_ids: [], starts_at: inDays(2), ends_at: inDays(4) });
    expect(all).toHaveLength(4);
  });

  test('are none if it affects no service', async () => {
    expect(await touched({ service_ids: [], ends_at: inDays(4) })).toEqual([]);
  });

  test.each([
    ['no end', {}],
    ['an end that is far away', { ends_at: inDays(61) }],
    ['a service of nobody', { ends_at: inDays(4), service_ids: [randomUUID()] }],
  ])('are refused for %s', async (_, said) => {
    expect(await refusal(touched(said))).toMatchObject({ code: 'invalid_input' });
  });
});
