import type postgres from 'postgres';
import type { FunctionRules, TableRules } from './rules.ts';

/** Returns tables, views and functions that are missing from the matrix, or listed without existing. */
export async function unlisted(sql: postgres.Sql, tables: TableRules, functions: FunctionRules): Promise<string[]> {
  const relations = await sql<{ name: string }[]>`
    select format('%s.%s', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'private') and c.relkind in ('r', 'p', 'v', 'm', 'f')`;
  const callable = await sql<{ name: string }[]>`
    select p.oid::regprocedure::text as name from pg_proc p where p.pronamespace::regnamespace::text in ('public', 'service')`;
  return [
    ...compare(
      'table',
      Object.keys(tables),
      relations.map((row) => row.name),
    ),
    ...compare(
      'function',
      Object.keys(functions),
      callable.map((row) => row.name),
    ),
  ];
}

function compare(kind: string, listed: string[], existing: string[]): string[] {
  return [
    ...existing.filter((name) => !listed.includes(name)).map((name) => `${kind} ${name} is not in the matrix`),
    ...listed.filter((name) => !existing.includes(name)).map((name) => `${kind} ${name} does not exist`),
  ];
}

/** Returns each function whose execute grants for the three API roles differ from the rule. */
export async function wrongExecutes(sql: postgres.Sql, functions: FunctionRules): Promise<string[]> {
  const rows = await sql<{ name: string; roles: string }[]>`
    select p.oid::regprocedure::text as name, coalesce(string_agg(r.role, ' ' order by r.role), '') as roles
    from pg_proc p
    left join unnest('{anon,authenticated,service_role}'::text[]) as r (role) on has_function_privilege(r.role, p.oid, 'execute')
    where p.pronamespace::regnamespace::text in ('public', 'service') group by p.oid`;
  return rows
    .filter((row) => row.roles !== (functions[row.name]?.execute ?? ''))
    .map(
      (row) => `${row.name} is executable by "${row.roles}", the matrix says "${functions[row.name]?.execute ?? ''}"`,
    );
}

/**
 * Returns functions that more roles can call than their schema allows (docs/decisions/0073). `service` is for edge
 * functions, `public` for signed-in people, and `private` only for policies, as listed in pinned/grants.txt.
 */
export async function againstTheirSchema(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select p.oid::regprocedure::text as name from pg_proc p cross join lateral (
      select has_function_privilege('anon', p.oid, 'execute') as anon, has_function_privilege('authenticated', p.oid, 'execute') as signed_in,
             has_function_privilege('service_role', p.oid, 'execute') as server) may
    where case p.pronamespace::regnamespace::text
      when 'service' then anon or signed_in or not server
      when 'public' then not signed_in or (server and p.proname <> 'create_invite')
    end order by 1`;
  return rows.map((row) => row.name);
}

/** Returns tables without row level security: ours, and any other that an API role can access. */
export async function unprotected(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relrowsecurity and (n.nspname in ('public', 'private') or (
      n.nspname in ('storage', 'realtime', 'auth') and (
        has_table_privilege('anon', c.oid, 'select, insert, update, delete')
        or has_table_privilege('authenticated', c.oid, 'select, insert, update, delete'))))`;
  return rows.map((row) => row.name);
}

/** Returns every policy's full text, to compare with the pinned file. */
export async function policies(sql: postgres.Sql): Promise<string> {
  const rows = await sql<{ line: string }[]>`
    select format(E'%s.%s %s: %s to %s %s\n  using %s\n  check %s', schemaname, tablename, policyname, lower(cmd),
      array_to_string(roles, ', '), lower(permissive), coalesce(regexp_replace(qual, '\\s+', ' ', 'g'), '-'),
      coalesce(regexp_replace(with_check, '\\s+', ' ', 'g'), '-')) as line
    from pg_policies order by schemaname, tablename, policyname`;
  return `${rows.map((row) => row.line).join('\n')}\n`;
}

/**
 * Returns the columns that a signed-in user may insert and update, and the private functions that API roles may
 * call.
 */
export async function grants(sql: postgres.Sql): Promise<string> {
  const columns = await sql<{ line: string }[]>`
    select format('%s %s.%s to %s: %s', lower(privilege_type), table_schema, table_name, grantee,
      string_agg(column_name, ', ' order by column_name)) as line
    from information_schema.column_privileges
    where table_schema in ('public', 'private') and grantee in ('anon', 'authenticated', 'PUBLIC')
    group by privilege_type, table_schema, table_name, grantee order by line`;
  const deletes = await sql<{ line: string }[]>`
    select format('%s %s.%s to %s', lower(privilege_type), table_schema, table_name, grantee) as line
    from information_schema.table_privileges
    where table_schema in ('public', 'private') and grantee in ('anon', 'authenticated', 'PUBLIC')
      and privilege_type not in ('SELECT', 'INSERT', 'UPDATE', 'REFERENCES') order by line`;
  const helpers = await sql<{ line: string }[]>`
    select format('execute %s to %s', p.oid::regprocedure, string_agg(r.role, ', ' order by r.role)) as line
    from pg_proc p join unnest('{anon,authenticated}'::text[]) as r (role) on has_function_privilege(r.role, p.oid, 'execute')
    where p.pronamespace = 'private'::regnamespace group by p.oid order by line`;
  return `${[...columns, ...deletes, ...helpers].map((row) => row.line).join('\n')}\n`;
}

/**
 * Returns select policies that call a helper for each row instead of once per statement, as `(select
 * private.helper())` does.
 */
export async function helpersPerRow(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ name: string; qual: string }[]>`
    select format('%s.%s %s', schemaname, tablename, policyname) as name, qual from pg_policies
    where cmd = 'SELECT' and schemaname in ('public', 'private')`;
  return rows.filter((row) => /private\.|auth\./.test(withoutSubselects(row.qual))).map((row) => row.name);
}

function withoutSubselects(qual: string): string {
  return qual
    .replace(/(private|auth)\.\w+\(('[^']*'::text)?\)/g, '$1.helper')
    .replace(/\( SELECT \(?(private|auth)\.helper( \|\| private\.helper)*\)?( AS \w+)?\)/g, 'once');
}
