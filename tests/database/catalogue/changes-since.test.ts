import { expect, it } from 'vitest';
import { fixture, fixtureForEachTest } from '../access/fixture.ts';
import { id, type Who } from '../access/identities.ts';
import { PICTURED, saveOf, version } from './support.ts';

// Tests who is told, when a form is refused, which colleagues changed the record.

fixtureForEachTest();

const changes = (who: Who, table: string, row: string, since: string) =>
  fixture.ask(
    who,
    `select coalesce(jsonb_agg(jsonb_build_array(c.name, c.fields)), '[]') from public.changes_since('${table}', '${row}', '${since}') c`,
  );

it('names the people who changed a service since a version of it, with all their fields, the last one first', async () => {
  await fixture.ask('staff', saveOf(id.experience, { ...PICTURED, title: 'Before' }));
  const read = await version(id.experience);
  await fixture.ask('staff', saveOf(id.experience, { shared_price: 70 }));
  await fixture.ask('staff', saveOf(id.experience, { shared_price: 71, title: 'After' }));
  await fixture.ask('admin', saveOf(id.experience, { meeting_point: 'Dock 2' }));
  expect(await changes('manager', 'services', id.experience, read)).toEqual([
    ['admin', ['meeting_point']],
    ['staff', ['shared_price', 'title']],
  ]);
  expect(await changes('manager', 'services', id.experience, await version(id.experience))).toEqual([]);
});

it('names them for a region, including a person whose account was deleted', async () => {
  const [row] = await fixture.look<{ v: string }>(
    `select updated_at::text as v from public.territories where id = 'rio'`,
  );
  await fixture.ask(
    'manager',
    `with x as (update public.territories set description = 'New' where id = 'rio' returning 1) select 1`,
  );
  const read = row?.v ?? '';
  expect(await changes('staff', 'territories', 'rio', read)).toEqual([['manager', ['description']]]);
  await fixture.sql`update public.audit_log set actor_id = gen_random_uuid()`;
  expect(await changes('staff', 'territories', 'rio', read)).toEqual([[null, ['description']]]);
});

it.each([
  ['services', id.experience2],
  ['services', 'not an id'],
  ['territories', 'lago'],
  ['profiles', id.experience],
])('tells a manager of another region nothing about %s', async (table, row) => {
  expect(
    await fixture.refusal('manager', `select * from public.changes_since('${table}', '${row}', '-infinity')`),
  ).toMatchObject({ status: 403, code: 'forbidden' });
});
