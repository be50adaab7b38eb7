import type postgres from 'postgres';
import type { Identity } from '../../../support/act-as.ts';
import type { TestDatabase } from '../../../support/database.ts';

/** The result of a statement: 'answer' or the SQLSTATE, its text, and the tables it wrote to. */
export type Outcome = { state: string; text: string; changed: string[] };
type Statement = { statement: string; write: boolean };

/**
 * Installs a function that runs a statement as the current role and undoes it. It returns the answer as text or the
 * refusal, and the tables written to.
 */
export async function installCellProbe(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(`
    create schema cells;
    create table cells.tables as select c.oid, format('%s.%s', n.nspname, c.relname) as name
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'private', 'auth', 'storage') and c.relkind in ('r', 'p') order by c.oid;
    -- In the order of the rows, which never change, because sorting them each time takes long.
    create function cells.written() returns bigint[] language sql as $$
      select array_agg(pg_stat_get_xact_tuples_inserted(oid) + pg_stat_get_xact_tuples_updated(oid) + pg_stat_get_xact_tuples_deleted(oid))
      from cells.tables $$;
    create function cells.try(statement text, write boolean, out state text, out answer text, out changed text[]) language plpgsql as $$
    declare
      before bigint[] := cells.written();
      after bigint[];
      affected bigint;
      hinted text;
      detailed text;
    begin
      if write then
        execute statement;
        get diagnostics affected = row_count;
        answer := case when affected > 0 then '["rows"]' else '[]' end;
      else
        execute 'select coalesce(jsonb_agg(to_jsonb(t)), ''[]'')::text from (' || statement || ') t' into answer;
      end if;
      raise exception using errcode = 'ZZ999';
    exception
      when sqlstate 'ZZ999' then
        state := 'answer';
        after := cells.written();
        changed := array(select t.name from (select name, row_number() over () as n from cells.tables) t
          where before[t.n] <> after[t.n]);
      when others then
        get stacked diagnostics hinted = pg_exception_hint, detailed = pg_exception_detail;
        state := sqlstate;
        answer := concat_ws(' ', hinted, sqlerrm, detailed);
        changed := '{}';
    end $$;
    grant usage on schema cells to anon, authenticated;
    grant select on cells.tables to anon, authenticated;
    grant execute on all functions in schema cells to anon, authenticated;`);
}

/** Returns the result of each statement when this caller makes it. */
export async function tryAll(database: TestDatabase, identity: Identity, attempts: Statement[]): Promise<Outcome[]> {
  const rows = await database.as(
    identity,
    (sql) => sql<{ state: string; answer: string; changed: string[] }[]>`
      select tried.* from unnest(${attempts.map((one) => one.statement)}::text[], ${attempts.map((one) => String(one.write))}::text[])
        with ordinality as t (statement, write, place) cross join lateral cells.try(statement, write::boolean) tried order by place`,
  );
  return rows.map((row) => ({
    state: row.state,
    text: row.answer ?? '',
    changed: row.changed,
  }));
}
