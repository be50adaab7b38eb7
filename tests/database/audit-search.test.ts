import { beforeAll, expect, it } from 'vitest';
import { plansOf, readsWhole } from '../support/plans.ts';
import { fixture, sharedFixture } from './access/fixture.ts';
import { departureDay, id, identityOf, userId } from './access/identities.ts';

sharedFixture();
beforeAll(async () => {
  await fixture.sql`delete from public.audit_log`;
  await fixture.sql`update public.profiles set full_name = 'Íngrid Paz' where id = ${userId.manager}`;
  await fixture.sql`update public.profiles set full_name = 'Tomás Lang' where id = ${userId.tourist}`;
  await fixture.sql`insert into public.audit_log (at, actor_id, action, territory_id, subject_table, subject_id, detail) values
    ('2026-03-01 10:00Z', ${userId.manager}, 'role_granted', 'rio', 'profiles', ${userId.guide}, '{"role": "tour_guide"}'),
    ('2026-03-02 10:00Z', ${userId.staff}, 'check_in_from_list', 'rio', 'bookings', ${id.booking}, '{"check_in_status": "no_show"}'),
    ('2026-03-03 10:00Z', ${userId.manager2}, 'role_revoked', 'lago', 'profiles', ${userId.guide2}, '{"role": "tour_guide"}'),
    ('2026-03-03 10:00Z', null, 'outbox_discarded', null, 'outbox', '4711', '{"last_error": "The mailbox is full"}'),
    ('2026-03-04 10:00Z', ${userId.manager}, 'close_departure', 'rio', 'departures', ${id.departure}, '{"closed": true}'),
    ('2026-03-05 10:00Z', ${userId.admin}, 'territory_archived', 'oculto', 'territories', 'oculto', '{}'),
    ('2026-03-06 10:00Z', ${userId.manager}, 'invite_created', 'rio', 'invites', ${id.invite}, '{}'),
    ('2026-03-06 11:00Z', ${userId.guide}, 'decline_date', 'rio', 'experience_timeslots', ${id.slot},
      jsonb_build_object('date', ${departureDay}::text, 'leads', ${userId.guide2}::text)),
    ('2026-03-07 10:00Z', ${id.booking2}, 'account_deleted', null, 'profiles', ${id.booking2}, '{}')`;
});

interface Entry {
  id: string;
  at: Date;
  action: string;
  actor_name: string | null;
  subject_name: string | null;
  detail: Record<string, unknown>;
}
const list = async (args = ''): Promise<Entry[]> => [
  ...(await fixture.as(identityOf('admin'), (sql) => sql.unsafe<Entry[]>(`select * from public.list_audit(${args})`))),
];
const actions = async (args = '') => (await list(args)).map((row) => row.action);

it('returns who did what to whom, newest first', async () => {
  expect((await list()).map((row) => [row.action, row.actor_name, row.subject_name])).toEqual([
    ['account_deleted', null, null],
    ['decline_date', 'guide', 'Home, 08:00'],
    ['invite_created', 'Íngrid Paz', 'new@example.test'],
    ['territory_archived', 'admin', 'Oculto'],
    ['close_departure', 'Íngrid Paz', `Home, ${departureDay}`],
    ['outbox_discarded', null, null],
    ['role_revoked', 'manager2', 'guide2'],
    ['check_in_from_list', 'staff', `Home, ${departureDay}, Tomás Lang`],
    ['role_granted', 'Íngrid Paz', 'guide'],
  ]);
});

it('returns who leads a date, and nobody if there is none or the account was deleted', async () => {
  const answered = async () => (await list(`p_action => 'decline_date'`)).map(({ detail }) => detail);
  expect(await answered()).toEqual([{ date: departureDay, leads: 'guide2' }]);
  await fixture.sql`update public.audit_log set detail = detail || '{"leads": null}' where action = 'decline_date'`;
  expect(await answered()).toEqual([{ date: departureDay, leads: null }]);
  await fixture.sql`update public.audit_log set detail = detail || jsonb_build_object('leads', gen_random_uuid()) where action = 'decline_date'`;
  expect(await answered()).toEqual([{ date: departureDay, leads: null }]);
});

it('returns pages with each entry once, even with equal times', async () => {
  const paged: string[] = [];
  let rows = await list('p_limit => 3');
  while (rows.length > 0) {
    paged.push(...rows.map((row) => row.id));
    const last = rows[rows.length - 1] as Entry;
    rows = await list(`p_limit => 3, p_before_at => '${last.at.toISOString()}', p_before_id => ${last.id}`);
  }
  expect(paged).toEqual((await list()).map((row) => row.id));
});

it('filters by person, kind, territory and days', async () => {
  expect(await actions(`p_actor => 'ingrid'`)).toEqual(['invite_created', 'close_departure', 'role_granted']);
  expect(await actions(`p_actor => 'staff@example.test'`)).toEqual(['check_in_from_list']);
  expect(await actions(`p_actor => 'nobody'`)).toEqual([]);
  expect(await actions(`p_action => 'role_revoked'`)).toEqual(['role_revoked']);
  expect(await actions(`p_territory_id => 'lago'`)).toEqual(['role_revoked']);
  expect(await actions(`p_from => '2026-03-02 10:00Z', p_to => '2026-03-03 10:00Z'`)).toEqual(['check_in_from_list']);
  expect(await actions(`p_actor => 'paz', p_action => 'close_departure', p_territory_id => 'lago'`)).toEqual([]);
});

it('finds entries by their words and by their subject', async () => {
  const found = (text: string) => actions(`p_search => '${text}'`);
  expect(await found('mailbox')).toEqual(['outbox_discarded']);
  expect(await found('4711')).toEqual(['outbox_discarded']);
  // The words match the role, and a booking whose tourist and guide have names beginning like this.
  expect(await found('tour guide')).toEqual(['role_revoked', 'check_in_from_list', 'role_granted']);
  expect(await found('guide2@example.test')).toEqual(['role_revoked']);
  expect(await found('tomas lang')).toEqual(['check_in_from_list']);
  expect(await found(id.booking)).toEqual(['check_in_from_list']);
  expect(await found('new@example.test')).toEqual(['invite_created']);
  expect(await found('oculto')).toEqual(['territory_archived']);
  expect(await found('nothing')).toEqual([]);
});

it('names each kind of action once', async () => {
  expect(await fixture.ask('admin', 'select public.audit_actions()')).toEqual([
    'account_deleted',
    'check_in_from_list',
    'close_departure',
    'decline_date',
    'invite_created',
    'outbox_discarded',
    'role_granted',
    'role_revoked',
    'territory_archived',
  ]);
});

let crowd: Promise<void> | undefined;
const crowded = () => {
  crowd ??= addCrowd();
  return crowd;
};

/** Adds 20,000 people with the same name and an entry each, and one older than all of them. */
async function addCrowd() {
  await fixture.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`insert into public.profiles (id, email, full_name, created_at)
      select md5(n::text)::uuid, 'n' || lpad(n::text, 5, '0') || '@x.test', 'Person ' || lpad(n::text, 5, '0'), '2025-01-01'::timestamptz + n * interval '1 minute'
      from generate_series(1, 20000) n`;
    await sql`insert into public.invites (code_hash, email, full_name, roles, created_at)
      select md5('i' || n), 'i' || lpad(n::text, 5, '0') || '@y.test', 'Guest ' || lpad(n::text, 5, '0'), '{tour_guide}', '2025-01-01'::timestamptz + n * interval '1 minute'
      from generate_series(1, 6000) n`;
    await sql`insert into public.audit_log (at, action, subject_table, subject_id)
      select '2024-01-01', 'invite_created', 'invites', id from public.invites where full_name = 'Guest 00007'`;
    await sql`insert into public.audit_log (at, actor_id, action, territory_id, subject_table, subject_id)
      select '2026-01-01Z'::timestamptz + n * interval '1 minute', md5(n::text)::uuid, 'kind_' || n % 50, 'place' || n % 20, 'profiles', md5(n::text)::uuid::text
      from generate_series(1, 10000) n`;
  });
  await fixture.sql`analyze public.audit_log, public.profiles, public.invites`;
}

it('never reads the whole table', { tags: ['nightly'] }, async () => {
  await crowded();
  const plan = (call: string) => plansOf(fixture.url, identityOf('admin'), `select * from public.${call}`);
  const cases: [call: string, index: string][] = [
    ['list_audit()', 'audit_log_at_idx'],
    [`list_audit(p_from => '2026-01-02', p_to => '2026-01-03')`, 'audit_log_at_idx'],
    [`list_audit(p_actor => 'person 01234')`, 'audit_log_actor_idx'],
    [`list_audit(p_action => 'kind_7')`, 'audit_log_action_idx'],
    [`list_audit(p_territory_id => 'place7')`, 'audit_log_territory_idx'],
    [`list_audit(p_search => 'person 01234')`, 'audit_log_words_idx'],
    [`list_audit(p_search => 'guest 00007')`, 'invites_words_idx'],
    [`audit_search_cut('guest 00007', 'person 00007')`, 'invites_words_idx'],
    ['audit_actions()', 'audit_log_action_idx'],
  ];
  for (const [call, index] of cases) {
    const told = await plan(call);
    expect(told, call).toContain(index);
    for (const table of ['audit_log', 'profiles', 'invites'])
      expect(readsWhole(told, table), `${call}: ${table}`).toBe(false);
  }
});

it('reports that a word matches more people, bookings or invitations than were searched', async () => {
  await crowded();
  const cut = (search: string, actor = '') =>
    fixture.ask('admin', `select public.audit_search_cut('${search}', '${actor}')`);
  const first = `p_to => '2026-01-01 00:02:30Z'`;
  // The first of 10,000 isn't among the newest 5,000. An additional word finds its entries.
  expect(await actions(`p_search => 'person', ${first}`)).toEqual([]);
  expect(await cut('person')).toBe(true);
  expect(await cut('person 0')).toBe(true);
  expect(await actions(`p_search => 'n00001@x.test', ${first}`)).toEqual(['kind_1']);
  expect(await cut('n00001@x.test')).toBe(false);
  expect(await actions(`p_actor => 'person', ${first}`)).toEqual([]);
  expect(await cut('', 'person')).toBe(true);
  expect(await cut('', 'n00001@x.test')).toBe(false);
  expect(await cut('guest')).toBe(true);
  // It is found regardless of how many entries came later.
  expect(await actions(`p_search => 'i00007@y.test'`)).toEqual(['invite_created']);
  expect(await cut('i00007@y.test')).toBe(false);
  expect(await cut('')).toBe(false);
});
