import { expect, it } from 'vitest';
import { fixture, fixtureForEachTest } from './access/fixture.ts';
import type { Who } from './access/identities.ts';
import { id, userId } from './access/identities.ts';
import { invite } from './invites/invite.ts';

fixtureForEachTest();

const names = { en: 'Home', es: 'Casa' };
const region = { en: 'Río', es: 'Río y lago' };

/** Gives everything the same name, translated. */
async function translate(): Promise<void> {
  for (const table of ['experiences', 'territory_transports'])
    await fixture.sql.unsafe(
      `update public.${table} set title = 'Home', language = 'en', translations = '{"es": {"title": "Casa"}}'`,
    );
  await fixture.sql`update public.territories set name = 'Río', language = 'en', translations = '{"es": {"name": "Río y lago"}}'
    where id = 'rio'`;
}

it.each<[Who, string]>([
  ['partner', 'select titles from public.partner_activity(null, null, 20, true)'],
  ['manager', `select public.first_steps('rio') #> '{experience,titles}'`],
  ['manager', `select titles from public.list_driver_schedules('rio')`],
  ['manager', `select services #> '{0,titles}' from public.list_drivers('rio')`],
  ['tourist', `select public.account_deletion_terms() #> '{blockers,0,items,0,titles}'`],
])('%s reads a title in each language: %s', async (who, statement) => {
  await translate();
  await fixture.sql`update public.bookings set booking_date = current_date + 3, check_in_status = 'pending', status = 'ordered'
    where id = ${id.booking}`;
  expect(await fixture.ask(who, statement)).toEqual(names);
});

it.each<[Who, string]>([
  ['manager', `select names from public.my_work_territories() where id = 'rio'`],
  ['manager', `select public.my_activity() #> '{manager,territories,0,names}'`],
  ['manager', `select public.first_steps('rio') #> '{territory,names}'`],
  ['partner', `select territory_names from public.partner_terms() where territory_id = 'rio'`],
  [
    'admin',
    `select jsonb_path_query_first(grants, '$[*] ? (@.territory_id == "rio").territory_names') from public.list_people(p_role => 'territory_manager', p_territory_id => 'rio')`,
  ],
])('%s reads the name of a territory in each language: %s', async (who, statement) => {
  await translate();
  expect(await fixture.ask(who, statement)).toEqual(region);
});

it('a driver and their managers read the directions to a pickup location in each language', async () => {
  await fixture.sql`update public.pickup_locations set directions = 'By the bridge', language = 'en',
    translations = '{"es": {"directions": "Junto al puente"}}'`;
  await fixture.sql`update public.bookings set booking_date = (now() at time zone 'America/Guatemala')::date where kind = 'transport'`;
  const directions = { en: 'By the bridge', es: 'Junto al puente' };
  const asked = `select names -> 'directions' from public.day_departures('shuttle_manager', 'rio') limit 1`;
  expect(await fixture.ask('shuttle', asked)).toEqual(directions);
});

const looked = async (table: string, subject: string) => {
  await fixture.sql`select private.audit('looked_at', 'rio', ${table}, ${subject})`;
  return fixture.ask('admin', `select subject_names from public.list_audit(p_action => 'looked_at')`);
};

it.each<[string, string, object]>([
  ['experiences', id.experience, names],
  ['territory_transports', id.transport, names],
  ['territories', 'rio', region],
])('the audit log names the subject in each language: %s', async (table, subject, expected) => {
  await translate();
  expect(await looked(table, subject)).toEqual(expected);
});

it.each(['bookings', 'transport_bookings', 'departures', 'experience_timeslots', 'reviews'])(
  'a text that begins with the name of a service, followed by a date, a time or a person, is in each language: %s',
  async (table) => {
    await translate();
    const [row] = await fixture.look<{ id: string }>(`select id from public.${table} limit 1`);
    const shown = (await looked(table, row?.id ?? '')) as Record<string, string>;
    expect(Object.keys(shown).sort()).toEqual(['en', 'es']);
    expect(shown.en).toMatch(/^Home/);
    expect(shown.es).toBe(shown.en?.replace(/^Home/, 'Casa'));
  },
);

it('text that names nothing of a territory has one form', async () => {
  expect(await looked('profiles', userId.guide)).toBeNull();
});

it('an invitation names its territory in each language', async () => {
  await translate();
  const { code } = await invite('staff', `'tourist@example.test', '{tour_guide}', 'rio', 'Nina Ixchel'`);
  expect(await fixture.ask('anon', `select public.lookup_invite('${code}') -> 'territory_names'`)).toEqual(region);
  expect(await fixture.ask('tourist', 'select territory_names from public.my_invites()')).toEqual(region);
});

it("an amount that a currency can't express is reported in each language", async () => {
  await translate();
  await fixture.sql`update public.experiences set shared_price = 100.5 where id = ${id.experience}`;
  const asked = `select public.preview_currency('rio', 'JPY') -> 'broken'`;
  expect(await fixture.ask('manager', asked)).toContainEqual(
    expect.objectContaining({ id: id.experience, titles: names }),
  );
});

it('a payee that is a service is named in each language, a person is not', async () => {
  await translate();
  const payee = (person: string, service: string) =>
    fixture.look<{ names: unknown }>(`select private.payee_names(${person}, '${service}') as names`);
  expect(await payee('null', id.experience)).toEqual([{ names }]);
  expect(await payee(`'${userId.guide}'`, id.experience)).toEqual([{ names: null }]);
});
