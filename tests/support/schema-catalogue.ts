import type postgres from 'postgres';

/** Every object of a database by kind and name, with everything that must be equal in another database. */
export type SchemaCatalogue = Map<string, string>;

type Row = { name: string; definition: string };

// The schemas, without those of Postgres and the record of applied migrations.
const SCHEMAS = `(select oid from pg_namespace
  where nspname not in ('pg_catalog', 'pg_toast', 'information_schema', 'supabase_migrations') and nspname !~ '^pg_(toast_)?temp_')`;
const RELATIONS = `(select oid from pg_class where relnamespace in ${SCHEMAS})`;
const grantee = `case when a.grantee = 0 then 'public' else a.grantee::regrole::text end`;

// One query per kind. Each returns a name that is unique within the kind, and a text that changes with the object.
const queries: Record<string, string> = {
  schema: `select nspname as name, '' as definition from pg_namespace where oid in ${SCHEMAS}`,
  extension: `select extname as name, extnamespace::regnamespace::text as definition from pg_extension`,
  table: `
    select oid::regclass as name,
      concat_ws(' ', relkind, relpersistence, 'rls', relrowsecurity, 'forced', relforcerowsecurity, reloptions) as definition
    from pg_class where oid in ${RELATIONS} and relkind in ('r', 'p', 'v', 'm', 'f', 'c')`,
  column: `
    select a.attrelid::regclass || '.' || a.attname as name,
      concat_ws(' ', format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end, 'identity', a.attidentity,
        'generated', a.attgenerated, a.attcollation::regcollation, pg_get_expr(d.adbin, d.adrelid)) as definition
    from pg_attribute a
    join pg_class c on c.oid = a.attrelid and c.relkind in ('r', 'p', 'v', 'm', 'f', 'c')
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid in ${RELATIONS} and a.attnum > 0 and not a.attisdropped`,
  sequence: `
    select seqrelid::regclass as name, concat_ws(' ', seqtypid::regtype, seqstart, seqincrement, seqmin, seqmax, seqcycle) as definition
    from pg_sequence where seqrelid in ${RELATIONS}`,
  type: `
    select oid::regtype as name, concat_ws(' ', typtype, format_type(typbasetype, typtypmod), typnotnull, typdefault,
      (select string_agg(enumlabel, ',' order by enumsortorder) from pg_enum where enumtypid = t.oid)) as definition
    from pg_type t where typnamespace in ${SCHEMAS} and typtype in ('d', 'e', 'r', 'm')`,
  constraint: `
    select conrelid::regclass || '.' || conname as name, concat_ws(' ', pg_get_constraintdef(oid), convalidated) as definition
    from pg_constraint where conrelid in ${RELATIONS} and contype <> 'n'`,
  index: `
    select indexrelid::regclass as name, concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid) as definition
    from pg_index where indexrelid in ${RELATIONS}`,
  policy: `
    select polrelid::regclass || '.' || polname as name,
      concat_ws(' ', polcmd, polpermissive, 'to', (select string_agg(r::regrole::text, ',' order by r) from unnest(polroles) r),
        'using', pg_get_expr(polqual, polrelid), 'check', pg_get_expr(polwithcheck, polrelid)) as definition
    from pg_policy where polrelid in ${RELATIONS}`,
  function: `
    select oid::regprocedure as name, pg_get_functiondef(oid) as definition
    from pg_proc where pronamespace in ${SCHEMAS} and prokind in ('f', 'p')`,
  trigger: `
    select tgrelid::regclass || '.' || tgname as name, concat_ws(' ', pg_get_triggerdef(oid), tgenabled) as definition
    from pg_trigger where tgrelid in ${RELATIONS} and not tgisinternal`,
  view: `
    select oid::regclass as name, pg_get_viewdef(oid) as definition
    from pg_class where oid in ${RELATIONS} and relkind in ('v', 'm')`,
  // A null list of grants means the kind's default.
  grant: `
    select concat_ws(' ', g.kind, g.object, 'to', ${grantee}, a.privilege_type) as name, a.is_grantable as definition
    from (
      select 'schema' as kind, nspname::text as object, coalesce(nspacl, acldefault('n', nspowner)) as acl
      from pg_namespace where oid in ${SCHEMAS}
      union all
      select 'table', oid::regclass::text, coalesce(relacl, acldefault('r', relowner))
      from pg_class where oid in ${RELATIONS} and relkind in ('r', 'p', 'v', 'm', 'f')
      union all
      select 'sequence', oid::regclass::text, coalesce(relacl, acldefault('s', relowner))
      from pg_class where oid in ${RELATIONS} and relkind = 'S'
      union all
      select 'column', attrelid::regclass || '.' || attname, attacl
      from pg_attribute where attrelid in ${RELATIONS} and attacl is not null
      union all
      select 'function', oid::regprocedure::text, coalesce(proacl, acldefault('f', proowner))
      from pg_proc where pronamespace in ${SCHEMAS}
      union all
      select 'type', oid::regtype::text, coalesce(typacl, acldefault('T', typowner))
      from pg_type where typnamespace in ${SCHEMAS}
    ) g cross join aclexplode(g.acl) a`,
  'default grant': `
    select concat_ws(' ', defaclrole::regrole, nullif(defaclnamespace, 0)::regnamespace, defaclobjtype, 'to', ${grantee},
        a.privilege_type) as name, a.is_grantable as definition
    from pg_default_acl cross join aclexplode(defaclacl) a`,
  owner: `
    select oid::regclass::text as name, relowner::regrole as definition from pg_class where oid in ${RELATIONS} and relkind <> 'i'
    union all
    select oid::regprocedure::text, proowner::regrole from pg_proc where pronamespace in ${SCHEMAS}`,
  comment: `
    select pg_describe_object(classoid, objoid, objsubid) as name, description as definition
    from pg_description where objoid in (
      select oid from pg_namespace where oid in ${SCHEMAS}
      union all select oid from pg_class where oid in ${RELATIONS}
      union all select oid from pg_proc where pronamespace in ${SCHEMAS}
      union all select oid from pg_type where typnamespace in ${SCHEMAS}
      union all select oid from pg_constraint where conrelid in ${RELATIONS}
      union all select oid from pg_policy
      union all select oid from pg_trigger)`,
  publication: `
    select pubname as name, concat_ws(' ', puballtables, pubinsert, pubupdate, pubdelete, pubtruncate,
      (select string_agg(prrelid::regclass::text, ',' order by prrelid::regclass::text) from pg_publication_rel where prpubid = p.oid)) as definition
    from pg_publication p`,
  'event trigger': `
    select evtname as name, concat_ws(' ', evtevent, evtfoid::regproc, evtenabled, evttags) as definition from pg_event_trigger`,
};

/** What `readSchemaCatalogue` reads. Each name in a catalogue starts with one of them. */
export const CATALOGUE_KINDS = [...Object.keys(queries), 'rows'];

/** Reads the catalogues and a schema's initial rows, or only those of some kinds. Column order is ignored. */
export async function readSchemaCatalogue(
  sql: postgres.TransactionSql,
  kinds: string[] = CATALOGUE_KINDS,
): Promise<SchemaCatalogue> {
  // Makes names include their schema.
  await sql`set local search_path = ''`;
  const catalogue: SchemaCatalogue = new Map();
  for (const kind of kinds) {
    const query = queries[kind];
    const rows = query ? await sql.unsafe<Row[]>(query) : await readRows(sql);
    for (const { name, definition } of rows) catalogue.set(`${kind} ${name}`, String(definition));
  }
  return catalogue;
}

/** Reads all tables' rows, without creation times. */
async function readRows(sql: postgres.TransactionSql): Promise<Row[]> {
  const tables = await sql<{ name: string }[]>`
    select oid::regclass as name from pg_class
    where relkind = 'r' and (relnamespace::regnamespace::text in ('public', 'private') or oid = 'storage.buckets'::regclass)`;
  const found: Row[] = [];
  for (const { name } of tables) {
    const [row] = await sql.unsafe<{ definition: string | null }[]>(`
      select string_agg(content, ' ' order by content) as definition
      from (select (to_jsonb(t) - '{created_at,updated_at}'::text[])::text as content from ${name} t) as contents`);
    if (row?.definition) found.push({ name, definition: row.definition });
  }
  return found;
}

/** Returns the differences between `actual` and `expected`, one line each. Empty if they are equal. */
export function schemaDifferences(expected: SchemaCatalogue, actual: SchemaCatalogue): string[] {
  const names = [...new Set([...expected.keys(), ...actual.keys()])].sort();
  return names.flatMap((name) => {
    if (!actual.has(name)) return [`missing: ${name}`];
    if (!expected.has(name)) return [`extra: ${name}`];
    return expected.get(name) === actual.get(name) ? [] : [`different: ${name}`];
  });
}
