import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { callables, missing, writables } from './foreign/catalogue.ts';
import { attemptsOf, leastCells, tryCells } from './foreign/cells.ts';
import { foreignFunctions } from './foreign/functions.ts';
import { installCellProbe } from './foreign/probe.ts';
import { foreignTables } from './foreign/tables.ts';
import { insertForeignWorld } from './foreign/world-rows.ts';
import { insertSeedData } from './seed-data.ts';

let database: TestDatabase;
function foreignDatabase(): void {
  beforeAll(async () => {
    database = await createTestDatabase();
    await insertSeedData(database.sql);
    await insertForeignWorld(database.sql);
    await installCellProbe(database.sql);
  });
  afterAll(() => database.drop());
}

const missingLines = async () =>
  missing(await callables(database.sql), await writables(database.sql), foreignFunctions, foreignTables);
/** Returns what is wrong with the cells of this name. */
const wrongCells = async (name: string) => {
  const attempts = await attemptsOf(database.sql, foreignFunctions, foreignTables);
  return (
    await tryCells(
      database,
      attempts.filter((one) => one.name.startsWith(name)),
    )
  ).wrong;
};

describe('access to what belongs to others', () => {
  foreignDatabase();

  it('has an entry for every function and every table that a browser can write', async () => {
    expect(await missingLines()).toEqual([]);
  });

  it('is refused to everyone, unless an entry allows it', async () => {
    const attempts = await attemptsOf(database.sql, foreignFunctions, foreignTables);
    const { cells, wrong } = await tryCells(database, attempts);
    console.info(`foreign targets: ${attempts.length} calls and statements, ${cells} cells`);
    expect(cells).toBeGreaterThanOrEqual(await leastCells(database.sql, foreignFunctions));
    expect(wrong).toEqual([]);
  }, 300_000);
});

describe('the check of access to what belongs to others', () => {
  foreignDatabase();

  it('detects a policy that lets everyone read', async () => {
    await database.sql`create policy leak on public.bookings for select to authenticated using (true)`;
    expect(await wrongCells('select public.bookings')).toContain(
      'driver: select public.bookings reads the phone of futureTransportBooking',
    );
    await database.sql`drop policy leak on public.bookings`;
  });

  it('detects a policy that lets everyone write', async () => {
    await database.sql`create policy leak on public.territory_tags for update to authenticated using (true)`;
    expect((await wrongCells('update public.territory_tags')).map((line) => line.slice(0, 66))).toContain(
      'manager: update public.territory_tags | selva should be refused, w',
    );
    await database.sql`drop policy leak on public.territory_tags`;
  });

  it('detects a function that forgets to check, even if its response reveals nothing', async () => {
    await database.sql`create or replace function public.withdraw_invite(p_invite_id uuid) returns void language sql security definer
      set search_path = '' as 'update public.invites set withdrawn_at = now() where id = p_invite_id'`;
    expect(await wrongCells('withdraw_invite')).toContainEqual(
      expect.stringMatching(/^tourist: withdraw_invite \| of selva should be refused, was: .* public\.invites$/),
    );
  });

  it('detects a refusal that reveals a secret', async () => {
    await database.sql`create or replace function public.get_hold(p_hold_id uuid) returns jsonb language plpgsql security definer
      set search_path = '' as $$ begin
        perform private.fail(404, 'hold_not_found', (select form::text from private.holds where id = p_hold_id)); return null; end $$`;
    expect(await wrongCells('get_hold')).toContain('guide: get_hold | of selva reads the form of the hold');
  });

  it('finds a function and a table without an entry, and prints the entry to write', async () => {
    await database.sql`create function public.surprise(p_thing_id uuid) returns int language sql as 'select 1'`;
    await database.sql`grant execute on function public.surprise(uuid) to authenticated`;
    await database.sql`create table public.surprise (id int primary key)`;
    await database.sql`grant delete on public.surprise to authenticated`;
    expect(await missingLines()).toEqual([
      'surprise: add a line to foreign/functions.ts: what each argument takes that is not the caller’s, and who reaches it all the same',
      'surprise: say in foreign/functions.ts what p_thing_id (uuid) takes: a kind of target, or values',
      'public.surprise: add a line to foreign/tables.ts: a row that is nobody’s who calls, and who may write it',
    ]);
  });
});
