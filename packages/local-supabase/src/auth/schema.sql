-- Applied after @supabase/lite's own auth tables. Adds what GoTrue's schema has and lite's lacks (seen in 0.10.0).

-- The helpers of @supabase/lite only read the older request.jwt.claim.*. These read both forms, as hosted ones do, because tests only set request.jwt.claims.
do $$
begin
  if to_regprocedure('auth.uid()') is null then
    create function auth.uid() returns uuid language sql stable as $f$
      select coalesce(
        nullif(current_setting('request.jwt.claim.sub', true), ''),
        nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub'
      )::uuid
    $f$;
  end if;
  if to_regprocedure('auth.role()') is null then
    create function auth.role() returns text language sql stable as $f$
      select coalesce(
        nullif(current_setting('request.jwt.claim.role', true), ''),
        nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role'
      )
    $f$;
  end if;
  if to_regprocedure('auth.email()') is null then
    create function auth.email() returns text language sql stable as $f$
      select coalesce(
        nullif(current_setting('request.jwt.claim.email', true), ''),
        nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email'
      )
    $f$;
  end if;
  if to_regprocedure('auth.jwt()') is null then
    create function auth.jwt() returns jsonb language sql stable as $f$
      select coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb
    $f$;
  end if;
end $$;

grant usage on schema auth to anon, authenticated, service_role;
grant execute on function auth.uid(), auth.role(), auth.email(), auth.jwt() to anon, authenticated, service_role;

-- When an email to an address was last requested, whether it has an account or not.
create table if not exists auth.email_pauses (
  address text not null,
  kind text not null,
  asked_at timestamptz not null default now(),
  primary key (address, kind)
);

-- How each session was opened (GoTrue's name for the table), which becomes the claim `amr`.
create table if not exists auth.mfa_amr_claims (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null references auth.sessions (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  authentication_method text not null,
  constraint mfa_amr_claims_session_id_authentication_method_pkey unique (session_id, authentication_method)
);

-- Does the work of a sign-up and undoes it, in one statement. The local auth service calls it for an address that has an account, so that the
-- duration of the answer reveals nothing.
create or replace function auth.rehearse_insert(p_password_hash text, p_metadata jsonb)
returns void language plpgsql as $$
declare
  v_id uuid := gen_random_uuid();
  v_metadata jsonb := p_metadata || jsonb_build_object('email', v_id || '@rehearsal.invalid', 'sub', v_id);
begin
  insert into auth.users (id, email, encrypted_password, raw_user_meta_data, raw_app_meta_data)
  values (v_id, v_metadata ->> 'email', p_password_hash, v_metadata, '{"provider": "email", "providers": ["email"]}');
  insert into auth.identities (id, provider, provider_id, user_id, identity_data, last_sign_in_at)
  values (gen_random_uuid(), 'email', v_id, v_id, v_metadata, now());
  raise exception using errcode = 'RH000', message = 'Undo both';
exception when sqlstate 'RH000' then null;
end $$;
revoke all on function auth.rehearse_insert(text, jsonb) from public;
