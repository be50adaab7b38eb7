-- Restores a used database in a fraction of the time that a new one takes. For the test template.
create schema test_reuse;

-- The rows that the migrations wrote. All other tables are empty before a test.
do $$
declare
  v_table regclass;
begin
  for v_table in
    select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'supabase_migrations') and n.nspname !~ '^pg_'
       and pg_relation_size(c.oid) > 0
  loop
    execute format('create table test_reuse.%I as table %s', v_table::oid, v_table);
  end loop;
end $$;

-- All tables that a test may have written to, with their generated columns. They are listed once, because reading the catalogue takes as long as the
-- rest.
create table test_reuse.tables as
  select c.oid as id, c.reltuples, c.oid::regclass::text as name, to_regclass(format('test_reuse.%I', c.oid))::text as kept,
         (select string_agg(quote_ident(a.attname), ', ') from pg_attribute a
           where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'supabase_migrations', 'test_reuse')
     and n.nspname !~ '^pg_';

-- Changed definitions can't be restored from rows. A test that reverts them itself leaves them unchanged.
create table test_reuse.redefined (tag text not null);
create function test_reuse.definitions() returns text language sql set search_path = pg_catalog as $$
  select md5(string_agg(row, E'\n' order by row)) from (
    select p::text from pg_proc p where p.oid >= 16384
    union all select t::text from pg_trigger t
    union all select c::text from pg_constraint c
    union all select p::text from pg_policy p
    union all select i::text from pg_index i
    union all select d::text from pg_attrdef d
    union all select r::text from pg_rewrite r
    union all select n::text from pg_namespace n
    union all select t::text from pg_type t where t.oid >= 16384
    union all select e::text from pg_event_trigger e
    union all select a::text from pg_attribute a where a.attrelid >= 16384
    union all select (c.oid, c.relname, c.relowner, c.relpersistence, c.relrowsecurity, c.relacl, c.reloptions)::text
                from pg_class c where c.oid >= 16384) x (row)
$$;
create function test_reuse.note_definition() returns event_trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into test_reuse.redefined values (tg_tag);
end $$;

-- Returns whether a table's rows differ from those that the migrations wrote. Comparing them takes less than writing them again.
create function test_reuse.is_changed(p_table text, p_kept text) returns boolean language plpgsql as $$
declare
  v_changed boolean;
begin
  execute format('select (select (count(*), sum(hash_record_extended(x, 0))) from %s x) is distinct from (select (count(*), sum(hash_record_extended(x, 0))) from %s x)',
    p_table, p_kept) into v_changed;
  return v_changed;
end $$;

-- Restores the database to its state after the migrations. Returns false if that isn't possible or worthwhile: statistics collected by a test would
-- mislead the next one, and large leftovers slow down each statement.
create function test_reuse.restore() returns boolean language plpgsql as $$
declare
  v_table record;
  v_sequence record;
begin
  if exists (select from test_reuse.redefined) then
    if test_reuse.definitions() <> (select digest from test_reuse.original) then
      return false;
    end if;
    delete from test_reuse.redefined;
  end if;
  if exists (select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle')
     or exists (select from test_reuse.tables t join pg_class c on c.oid = t.id
                 where c.reltuples <> t.reltuples or pg_relation_size(t.id) > 2000000) then
    return false;
  end if;
  for v_table in select t.name, t.kept, t.columns from test_reuse.tables t where pg_relation_size(t.id) > 0 loop
    if v_table.kept is null then
      execute format('delete from %s', v_table.name);
    elsif test_reuse.is_changed(v_table.name, v_table.kept) then
      execute format('delete from %s', v_table.name);
      execute format('insert into %s (%s) overriding system value select %s from %s', v_table.name, v_table.columns, v_table.columns, v_table.kept);
    end if;
  end loop;
  for v_sequence in select seqrelid::regclass as name, seqstart from pg_sequence where pg_sequence_last_value(seqrelid) is not null loop
    perform setval(v_sequence.name, v_sequence.seqstart, false);
  end loop;
  return true;
end $$;

-- The rows with which several tests of a file begin (`seeded` in database.ts). They are kept after their triggers have run once, because that takes
-- several times as long as writing them again.
create table test_reuse.seeds (name text primary key, answer jsonb, kept_at timestamptz not null default clock_timestamp());
create table test_reuse.seed_rows (seed text, id oid, rows text not null);
create table test_reuse.seed_sequences (seed text, id oid, value bigint not null);

create function test_reuse.keep_seed(p_name text, p_answer jsonb) returns void language plpgsql as $$
declare
  v_table record;
begin
  delete from test_reuse.seed_rows where seed = p_name;
  delete from test_reuse.seed_sequences where seed = p_name;
  delete from test_reuse.seeds where name = p_name;
  insert into test_reuse.seeds values (p_name, p_answer);
  for v_table in select t.id, t.name from test_reuse.tables t
                  where pg_relation_size(t.id) > 0 and (t.kept is null or test_reuse.is_changed(t.name, t.kept)) loop
    execute format('insert into test_reuse.seed_rows select $1, $2, array_agg(x)::text from %s x having count(*) > 0', v_table.name) using p_name, v_table.id;
  end loop;
  insert into test_reuse.seed_sequences
  select p_name, s.seqrelid, pg_sequence_last_value(s.seqrelid) from pg_sequence s where pg_sequence_last_value(s.seqrelid) is not null;
end $$;

-- Writes kept rows into a restored database, and returns what was kept with them. Returns null if there are none, or if their times are too old to be
-- "now".
create function test_reuse.write_seed(p_name text) returns jsonb language plpgsql as $$
declare
  v_answer jsonb := (select answer from test_reuse.seeds where name = p_name and kept_at > clock_timestamp() - interval '20 seconds');
  v_table record;
begin
  if v_answer is null then
    return null;
  end if;
  for v_table in select t.name, t.kept, t.columns, r.rows from test_reuse.seed_rows r join test_reuse.tables t on t.id = r.id where r.seed = p_name loop
    if v_table.kept is not null then
      execute format('delete from %s', v_table.name);
    end if;
    execute format('insert into %s (%s) overriding system value select %s from unnest($1::%s[])',
      v_table.name, v_table.columns, v_table.columns, v_table.name) using v_table.rows;
  end loop;
  perform setval(s.id::regclass, s.value) from test_reuse.seed_sequences s where s.seed = p_name;
  return v_answer;
end $$;

create table test_reuse.original (digest text);

-- Created last, because it records the state from here on.
create event trigger test_reuse_note on ddl_command_end execute function test_reuse.note_definition();
insert into test_reuse.original select test_reuse.definitions();
