import type postgres from 'postgres';
import { type Line, type Lines, linesOf, type TableLines } from './lines.ts';
import { ARGUMENTS, type Kind, PLAIN, TARGETS, type Target } from './targets.ts';

export type Argument = { name: string; type: string; optional: boolean };
export type Callable = { name: string; args: Argument[] };

/** Returns the functions that a browser can call, from the catalogue. */
export async function callables(sql: postgres.Sql): Promise<Callable[]> {
  const rows = await sql<{ name: string; names: string[] | null; types: string[]; defaults: number }[]>`
    select p.proname as name, p.proargnames as names, p.pronargdefaults as defaults,
      array(select format_type(t, null) from unnest(p.proargtypes) with ordinality as a (t, n) order by n) as types
    from pg_proc p where p.pronamespace = 'public'::regnamespace
      and (has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute'))
    order by 1`;
  return rows.map(({ name, names, types, defaults }) => ({
    name,
    args: types.map((type, n) => ({ name: names?.[n] ?? '', type, optional: n >= types.length - defaults })),
  }));
}

export type Writable = { table: string; op: 'insert' | 'update' | 'delete'; columns: string[] };

/** Returns what a browser can write, from the catalogue. */
export async function writables(sql: postgres.Sql): Promise<Writable[]> {
  const rows = await sql<Writable[]>`
    select format('%s.%s', n.nspname, c.relname) as table, op, array(
      select quote_ident(a.attname) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and op <> 'delete' and has_column_privilege('authenticated', c.oid, a.attnum, op) order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace cross join unnest('{insert,update,delete}'::text[]) as op
    where n.nspname in ('public', 'private') and c.relkind in ('r', 'p', 'v')
      and case when op = 'delete' then has_table_privilege('authenticated', c.oid, op) else has_any_column_privilege('authenticated', c.oid, op) end
    order by 1, 2`;
  return [...rows];
}

export const isKind = (taken: Kind | readonly string[] | undefined): taken is Kind => typeof taken === 'string';

/**
 * Returns the kind of target that an argument takes, or values without an owner. Undefined if the argument is left
 * out.
 */
export function takenBy(argument: Argument, line: Line): Kind | readonly string[] | undefined {
  const said = line.args?.[argument.name];
  if (said !== undefined) return said;
  if (ARGUMENTS[argument.name]) return ARGUMENTS[argument.name];
  const plain = PLAIN[argument.name];
  return plain !== undefined && !argument.optional ? [plain] : undefined;
}

/** Describes what the author of a new function or table still has to add. */
export function missing(functions: Callable[], tables: Writable[], lines: Lines, tableLines: TableLines): string[] {
  const found: string[] = [];
  for (const { name, args } of functions) {
    const said = linesOf(lines, name);
    if (said.length === 0)
      found.push(
        `${name}: add a line to foreign/functions.ts: what each argument takes that is not the caller’s, and who reaches it all the same`,
      );
    for (const line of said.length > 0 ? said : [{}]) found.push(...unsaid(name, args, line));
  }
  for (const table of new Set(tables.map((writable) => writable.table)))
    if (!tableLines[table])
      found.push(`${table}: add a line to foreign/tables.ts: a row that is nobody’s who calls, and who may write it`);
  for (const { table, op } of tables)
    if (op === 'insert' && tableLines[table] && !tableLines[table].insert)
      found.push(`${table}: say in foreign/tables.ts which row in a foreign place is inserted`);
  for (const name of Object.keys(lines))
    if (!functions.some((f) => f.name === name)) found.push(`${name}: no browser can call it any more`);
  for (const name of Object.keys(tableLines))
    if (!tables.some((t) => t.table === name)) found.push(`${name}: no browser can write it any more`);
  return found;
}

function unsaid(name: string, args: Argument[], line: Line): string[] {
  const found: string[] = [];
  const companions = new Set(args.flatMap((a) => companionsOf(takenBy(a, line))));
  for (const argument of args) {
    const taken = takenBy(argument, line) ?? (companions.has(argument.name) ? [] : undefined);
    const needed = !argument.optional || (/^uuid/.test(argument.type) && !(argument.name in PLAIN));
    if (needed && taken === undefined)
      found.push(
        `${name}: say in foreign/functions.ts what ${argument.name} (${argument.type}) takes: a kind of target, or values`,
      );
  }
  for (const said of Object.keys(line.args ?? {}))
    if (!args.some((argument) => argument.name === said)) found.push(`${name} has no argument ${said} any more`);
  return found;
}

const companionsOf = (taken: Kind | readonly string[] | undefined): string[] =>
  isKind(taken) ? Object.keys((TARGETS[taken] as Target[])[0]?.also ?? {}) : [];
