-- Creates what every Supabase project has before its first migration, for a plain Postgres. It is idempotent and creates only what is missing, so
-- that it can also run on your own Postgres. Schemas auth and storage follow from @supabase/lite, and realtime from realtime/schema.sql.

do $$
begin
  if not exists (select from pg_roles where rolname = 'anon') then
    create role anon nologin noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then
    create role authenticated nologin noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'service_role') then
    create role service_role nologin noinherit bypassrls;
  end if;
  if not exists (select from pg_roles where rolname = 'authenticator') then
    create role authenticator nologin noinherit;
    grant anon, authenticated, service_role to authenticator;
  end if;
  -- From Postgres 16 on, the person who creates a role belongs to it.
  if not pg_has_role(current_user, 'anon', 'member') then
    execute format('grant anon, authenticated to %I', current_user);
  end if;
  -- How long one statement of a request may take, as on hosted projects. A value that is already set stays.
  if not exists (select from pg_roles, unnest(rolconfig) as setting where rolname = 'anon' and setting like 'statement_timeout=%') then
    alter role anon set statement_timeout = '3s';
  end if;
  if not exists (select from pg_roles, unnest(rolconfig) as setting where rolname = 'authenticated' and setting like 'statement_timeout=%') then
    alter role authenticated set statement_timeout = '8s';
  end if;
end $$;

create schema if not exists extensions;
grant usage on schema extensions to anon, authenticated, service_role;
create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;

grant usage on schema public to anon, authenticated, service_role;
-- Hosted projects grant everything new in public to the three API roles, and migrations then revoke what is too much.
alter default privileges in schema public grant all on tables to anon, authenticated, service_role;
alter default privileges in schema public grant all on sequences to anon, authenticated, service_role;
alter default privileges in schema public grant all on functions to anon, authenticated, service_role;
