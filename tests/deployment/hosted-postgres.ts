import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '@territorio/local-server/ports';
import { bootstrapDatabase } from '@territorio/local-supabase/bootstrap';
import { startPostgres } from '@territorio/local-supabase/postgres';
import type { PostgresRelease } from '@territorio/local-supabase/postgres-binaries';
import postgres from 'postgres';

export type HostedPostgres = {
  port: number;
  /** Connects as `postgres`, which owns the schema public and is not a superuser. */
  url: string;
  /** Connects as `supabase_admin`, for checking the result. */
  adminUrl: string;
  stop(): Promise<void>;
};

/**
 * Starts a Postgres with a hosted project's rights: `postgres`, which the CLI applies migrations as, is not a
 * superuser, and objects in auth, storage and realtime belong to others.
 */
export async function startHostedPostgres(release: PostgresRelease): Promise<HostedPostgres> {
  const folder = await mkdtemp(join(tmpdir(), `territorio-hosted-${release}-`));
  const [port = 0] = await freePorts(1);
  const options = { port, dataDir: join(folder, 'data'), ephemeral: true, release, superuser: 'supabase_admin' };
  const server = await startPostgres(options);
  const stop = async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await bootstrapDatabase(server.url);
    await giveRights(server.url);
  } catch (error) {
    await stop();
    throw error;
  }
  const url = `postgresql://postgres:postgres@127.0.0.1:${port}/postgres`;
  return { port, url, adminUrl: server.url, stop };
}

const RIGHTS = `
  create role postgres login createdb createrole replication bypassrls password 'postgres';
  create role supabase_auth_admin noinherit createrole;
  create role supabase_storage_admin noinherit createrole;
  grant anon, authenticated, service_role to postgres with admin option;
  alter database postgres owner to postgres;
  alter schema public owner to postgres;
  alter schema extensions owner to postgres;
  alter schema auth owner to supabase_auth_admin;
  alter schema storage owner to supabase_storage_admin;
  grant usage on schema auth, storage, realtime to postgres;
  grant all on all tables in schema auth, storage, realtime to postgres with grant option;
  grant all on all sequences in schema auth, storage, realtime to postgres with grant option;
  grant all on all routines in schema auth, storage, realtime to postgres with grant option;
  -- Storage has tables for itself.
  create table storage.buckets_vectors (id text primary key);
  create table storage.vector_indexes (id text primary key, bucket_id text not null references storage.buckets_vectors);
  -- What hosted projects' supautils.policy_grants is for: postgres may write policies on tables that it does not own. Plain Postgres asks
  -- for the owner, so these two have one that postgres belongs to.
  create role may_write_policies;
  grant may_write_policies to postgres;
  -- What hosted projects' supautils lets postgres set.
  grant set on parameter session_replication_role to postgres;
  alter default privileges for role postgres in schema public grant all on tables to anon, authenticated, service_role;
  alter default privileges for role postgres in schema public grant all on sequences to anon, authenticated, service_role;
  alter default privileges for role postgres in schema public grant all on functions to anon, authenticated, service_role;
`;

/** A hosted project's Vault, as the CLI and the scheduler use it. Nothing is encrypted here. */
const VAULT = `
  create schema vault;
  create table vault.secrets (id uuid primary key default gen_random_uuid(), name text unique, secret text);
  create view vault.decrypted_secrets as select id, name, secret, secret as decrypted_secret from vault.secrets;
  create function vault.create_secret(new_secret text, new_name text) returns uuid language sql as $$
    insert into vault.secrets (secret, name) values (new_secret, new_name) returning id $$;
  create function vault.update_secret(secret_id uuid, new_secret text) returns void language sql as $$
    update vault.secrets set secret = new_secret where id = secret_id $$;
  grant usage on schema vault to postgres;
  grant all on all tables in schema vault to postgres;
`;

async function giveRights(adminUrl: string): Promise<void> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => undefined });
  try {
    await sql.unsafe(RIGHTS);
    await sql.unsafe(VAULT);
    const tables = await sql<{ schema: string; name: string }[]>`
      select schemaname as schema, tablename as name from pg_tables where schemaname in ('auth', 'storage')`;
    for (const { schema, name } of tables)
      await sql`alter table ${sql(`${schema}.${name}`)} owner to ${sql(`supabase_${schema}_admin`)}`;
    await sql`alter table storage.objects owner to may_write_policies`;
    await sql`alter table realtime.messages owner to may_write_policies`;
    await sql`grant usage, create on schema storage to may_write_policies`;
  } finally {
    await sql.end({ timeout: 5 });
  }
}
