-- Whoever signs up through a partner's link is registered to it with the account itself: the confirmation link may be opened in
-- another browser, where nobody knows the code.

-- The first link wins; nobody refers themselves; an unknown or inactive code is ignored. → whether it is registered now
create function private.register_referral_of(p_user_id uuid, p_code text)
returns boolean language plpgsql security definer set search_path = '' as $$
begin
  insert into public.referral_registrations (user_id, referral_link_id)
  select p_user_id, l.id from public.referral_links l
  where l.code = upper(btrim(p_code)) and l.active and l.user_id <> p_user_id
  on conflict (user_id) do nothing;
  return found;
end $$;
revoke execute on function private.register_referral_of(uuid, text) from public, anon, authenticated;

-- → {registered, referral_link_id}
create or replace function private.register_referral(p_code text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  -- First, as a statement does not see what a function that it calls writes.
  registered boolean := private.register_referral_of(caller, p_code);
begin
  return jsonb_build_object('registered', registered, 'referral_link_id',
    (select r.referral_link_id from public.referral_registrations r where r.user_id = caller));
end $$;

-- A new account gets its profile, the role tourist and the partner's link that brought it. Nothing else of the sign-up data is
-- trusted: the browser sends it.
create or replace function private.on_user_created()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.profiles (id, email, full_name)
  values (new.id, lower(coalesce(new.email, '')), left(btrim(coalesce(new.raw_user_meta_data ->> 'full_name', '')), 120))
  on conflict (id) do nothing;
  insert into private.role_grants (user_id, role) values (new.id, 'tourist') on conflict do nothing;
  if new.raw_user_meta_data ? 'referral_code' then
    -- A partner's link never stands in the way of an account: it may be deleted at this very moment.
    begin
      perform private.register_referral_of(new.id, new.raw_user_meta_data ->> 'referral_code');
    exception when others then
      raise warning 'The referral of % was not registered: %', new.id, sqlerrm;
    end;
  end if;
  return new;
end $$;
