import type postgres from 'postgres';
import type { TestDatabase } from '../../support/database.ts';
import { EVERYONE, identityOf, type Who } from './identities.ts';
import { allowed, type By, type FunctionRules, NOBODY, type TableRule, type TableRules } from './rules.ts';

/** One attempt of an identity. `effect`: it must also affect a row, not merely be accepted. */
type Attempt = { name: string; statement: string; effect: boolean; by: By };

/**
 * `probe.try` runs a statement as the current role and undoes it. It returns 'rows <n>' or 'SQLSTATE hint message'.
 * One query per identity covers the whole matrix.
 */
export async function installProbe(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(`
    create schema if not exists probe;
    create or replace function probe.try(statement text) returns text language plpgsql as $$
    declare
      affected bigint;
      hinted text;
    begin
      execute statement;
      get diagnostics affected = row_count;
      raise exception using errcode = 'ZZ999', message = affected::text;
    exception
      when sqlstate 'ZZ999' then return 'rows ' || sqlerrm;
      when others then
        get stacked diagnostics hinted = pg_exception_hint;
        return sqlstate || ' ' || hinted || ' ' || sqlerrm;
    end $$;
    grant usage on schema probe to anon, authenticated, service_role;
    grant execute on function probe.try(text) to anon, authenticated, service_role;`);
}

function tableAttempts(table: string, rule: TableRule, column: string): Attempt[] {
  const where = (row: string) => rule.rows[row] ?? fail(`${table} has no row ${row}`);
  const [anyRow = 'true'] = Object.values(rule.rows);
  const attempts: Attempt[] = Object.entries(rule.select).map(([row, by]) => ({
    name: `select ${table} ${row}`,
    statement: `select 1 from ${table} where ${where(row)}`,
    effect: true,
    by,
  }));
  if (rule.insert === NOBODY) {
    attempts.push({
      name: `insert ${table}`,
      statement: `insert into ${table} default values`,
      effect: false,
      by: NOBODY,
    });
  } else {
    for (const [name, [row, by]] of Object.entries(rule.insert)) {
      attempts.push({ name: `insert ${table} ${name}`, statement: `insert into ${table} ${row}`, effect: false, by });
    }
  }
  if (rule.update === NOBODY) {
    const statement = `update ${table} set ${column} = ${column} where ${anyRow}`;
    attempts.push({ name: `update ${table}`, statement, effect: true, by: NOBODY });
  } else {
    const { set, rows } = rule.update;
    for (const [row, by] of Object.entries(rows)) {
      const statement = `update ${table} set ${set} where ${where(row)}`;
      attempts.push({ name: `update ${table} ${row}`, statement, effect: true, by });
    }
  }
  const deletions =
    rule.delete === NOBODY ? Object.fromEntries(Object.keys(rule.rows).map((row) => [row, NOBODY])) : rule.delete;
  for (const [row, by] of Object.entries(deletions)) {
    attempts.push({
      name: `delete ${table} ${row}`,
      statement: `delete from ${table} where ${where(row)}`,
      effect: true,
      by,
    });
  }
  return attempts;
}

function fail(message: string): never {
  throw new Error(message);
}

const functionAttempts = (name: string, calls: FunctionRules[string]['calls']): Attempt[] =>
  Object.entries(calls).map(([call, [statement, by]]) => ({
    name: `call ${name} ${call}`,
    statement: `select ${statement}`,
    effect: true,
    by,
  }));

function attemptsOf(tables: TableRules, functions: FunctionRules, columns: ReadonlyMap<string, string>): Attempt[] {
  return [
    ...Object.entries(tables).flatMap(([table, rule]) => tableAttempts(table, rule, columns.get(table) ?? 'id')),
    ...Object.entries(functions).flatMap(([name, rule]) => functionAttempts(name, rule.calls)),
  ];
}

/** Returns a column of each relation that an update could name, which is neither an identity nor generated. */
async function writableColumns(sql: postgres.Sql): Promise<Map<string, string>> {
  const rows = await sql<{ name: string; column: string }[]>`
    select distinct on (c.oid) format('%s.%s', n.nspname, c.relname) as name, quote_ident(a.attname) as column
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and a.attnum > 0 and not a.attisdropped and a.attidentity = '' and a.attgenerated = ''
    order by c.oid, a.attnum desc`;
  return new Map(rows.map((row) => [row.name, row.column]));
}

/**
 * The statement was refused for lack of permission: by a privilege, a policy, a function's check or a read-only
 * view.
 */
const DENIED = /^(42501|PT401|PT403|PT404|55000) /;

/** Makes every attempt as every identity. Returns the differences from the expectations, in words. */
export async function differences(
  database: TestDatabase,
  tables: TableRules,
  functions: FunctionRules,
): Promise<string[]> {
  const attempts = attemptsOf(tables, functions, await writableColumns(database.sql));
  const found: string[] = [];
  for (const who of EVERYONE) {
    const outcomes = await tryAll(database, who, attempts);
    attempts.forEach((attempt, index) => {
      const difference = judge(attempt, who, outcomes[index] ?? 'no answer');
      if (difference) found.push(difference);
    });
  }
  return found;
}

async function tryAll(database: TestDatabase, who: Who, attempts: Attempt[]): Promise<string[]> {
  const statements = attempts.map((attempt) => attempt.statement);
  const rows = await database.as(
    identityOf(who),
    (sql) =>
      sql<{ outcome: string }[]>`
      select probe.try(statement) as outcome from unnest(${statements}::text[]) with ordinality as t (statement, place) order by place`,
  );
  return rows.map((row) => row.outcome);
}

function judge(attempt: Attempt, who: Who, outcome: string): string | undefined {
  const expected = allowed(attempt.by).has(who);
  const denied = DENIED.test(outcome) || (attempt.effect && outcome === 'rows 0');
  // A conflict shows that the caller had permission.
  const reached = outcome.startsWith('rows ') || (attempt.name.startsWith('call ') && outcome.startsWith('PT409 '));
  if (!denied && !reached) return `${who}: ${attempt.name} broke: ${outcome}`;
  if (expected === !denied) return undefined;
  return `${who}: ${attempt.name} should be ${expected ? 'allowed' : 'denied'}, was: ${outcome}`;
}
