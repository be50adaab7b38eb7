import type postgres from 'postgres';
import { describe, expect, it } from 'vitest';
import { fixture, sharedFixture } from './fixture.ts';
import { id, userId, type Who } from './identities.ts';

// The effects of moving a row to another parent (slot, person, service, territory). Each writable column that
// references a parent has a line here; a new one without a line fails.

/** `refused`: who tries, and how. `heard`: triggers that list the column. `stays`: the column never changes. */
type Line = { why: string; refused: [who: Who, statement: string, code: string][]; heard?: string[]; stays?: true };

const answerOf = `where guide_id = '${userId.guide}'`;
const LINES: Record<string, Line> = {
  'guide_timeslot_responses.guide_id': {
    why: 'an upsert names it; it stays as it is',
    refused: [
      ['guide', `update public.guide_timeslot_responses set guide_id = '${userId.guide2}' ${answerOf}`, 'forbidden'],
    ],
    heard: ['guide_timeslot_responses_stay'],
    stays: true,
  },
  'guide_timeslot_responses.slot_id': {
    why: 'an upsert names it; it stays as it is',
    refused: [
      ['guide', `update public.guide_timeslot_responses set slot_id = '${id.archivedSlot}' ${answerOf}`, 'forbidden'],
    ],
    heard: ['guide_timeslot_responses_stay'],
    stays: true,
  },
  'territories.currency_code': {
    why: 'managers alone, and no more once something was sold',
    refused: [
      ['staff', `update public.territories set currency_code = 'USD' where id = 'rio'`, 'managers_only'],
      ['manager', `update public.territories set currency_code = 'USD' where id = 'rio'`, 'currency_locked'],
    ],
  },
};

/** Columns of foreign keys that a browser may update, with the triggers that listen to them by name. */
async function movable(sql: postgres.Sql): Promise<Map<string, string[]>> {
  const rows = await sql<{ name: string; heard: string[] }[]>`
    select distinct c.relname || '.' || a.attname as name, array(
      select t.tgname::text from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal and a.attnum = any (t.tgattr::int2[]) order by 1) as heard
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any (k.conkey)
    where k.contype = 'f' and c.relnamespace = 'public'::regnamespace
      and (has_column_privilege('authenticated', c.oid, a.attnum, 'update') or has_column_privilege('anon', c.oid, a.attnum, 'update'))
      and exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polcmd in ('w', '*'))`;
  return new Map(rows.map(({ name, heard }) => [name, heard]));
}

/**
 * Triggers that depend on some columns of such a row, but on none that references a parent: they would miss the move.
 */
async function deaf(sql: postgres.Sql): Promise<string[]> {
  const parents = [...(await movable(sql)).keys()].filter((name) => !LINES[name]?.stays);
  const rows = await sql<{ name: string }[]>`
    select t.tgname::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and cardinality(t.tgattr::int2[]) > 0
      and exists (select 1 from unnest(${parents}::text[]) p where split_part(p, '.', 1) = c.relname)
      and not exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attnum = any (t.tgattr::int2[])
        and c.relname || '.' || a.attname = any (${parents}))
    order by 1`;
  return rows.map(({ name }) => name);
}

/** These columns have nothing to do with the parent. */
const MAY_MISS: Record<string, string> = {
  territories_calendar: 'no calendar names the currency',
  territories_texts: 'a text is read as it is written',
};

describe('a row that a browser could move to another parent', () => {
  sharedFixture();

  it('has an entry that says why it may move, or that it may not', async () => {
    const found = await movable(fixture.sql);
    expect([...found.keys()].toSorted()).toEqual(Object.keys(LINES).toSorted());
    for (const [name, { heard }] of Object.entries(LINES))
      if (heard) expect([name, found.get(name)]).toEqual([name, heard]);
  });

  it.each(
    Object.entries(LINES).flatMap(([name, { why, refused }]) => refused.map((one) => [name, why, ...one] as const)),
  )('%s: %s', async (_name, _why, who, statement, code) => {
    expect(await fixture.refusal(who, statement)).toMatchObject({ code });
  });

  // Uses the API's view, because a browser can only change the visibility on the table itself.
  it.each([
    ['a place of another territory', `pickup_location_id = 'pu_away'`, 'pickup_not_in_territory'],
    ['a type that is no shuttle', `transport_type_id = 'boat'`, 'forbidden'],
  ])("is refused: a shuttle manager's ride to %s", async (_what, change, code) => {
    const statement = `update public.territory_transports set ${change} where id = '${id.transport}'`;
    expect(await fixture.refusal('shuttle', statement)).toMatchObject({ code });
  });

  it('is detected although a trigger listens to other columns', async () => {
    expect(await deaf(fixture.sql)).toEqual(Object.keys(MAY_MISS));
  });

  it('control: a new grant, and a trigger that does not listen, are detected', async () => {
    await fixture.sql`grant update (driver_id) on public.driver_schedules to authenticated`;
    expect([...(await movable(fixture.sql)).keys()]).toContain('driver_schedules.driver_id');
    expect(await deaf(fixture.sql)).toContain('driver_schedules_notify');
    await fixture.sql`revoke update (driver_id) on public.driver_schedules from authenticated`;
  });
});
