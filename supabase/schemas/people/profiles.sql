-- Profiles, the public card of a person, and the triggers that keep both in step with the auth service. A person changes a
-- few columns of the own profile; the rest goes through functions.

-- Returns the search words of a person, for an index.
create function private.person_words(p_full_name text, p_email text)
returns tsvector language sql immutable parallel safe set search_path = '' as $$
  select private.search_words(p_full_name || ' ' || p_email)
$$;
grant execute on function private.person_words(text, text) to authenticated, service_role;

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  email text not null,
  full_name text not null default '' check (length(full_name) <= 120 and private.is_plain_name(full_name)),
  avatar_url text check (private.is_own_file(avatar_url)
    and (avatar_url !~ '^/storage/v1/object/public/(images|media/user-submissions)/' -- no one can use another person's picture or file
      or avatar_url ~ ('^/storage/v1/object/public/(images/avatars|media/user-submissions)/' || id || '/'))),
  -- A mirror of private.role_grants that a trigger keeps. It is never written directly, and no policy reads it.
  roles text[] not null default '{tourist}',
  country text check (country ~ '^[A-Z]{2}$'),
  bio text check (length(bio) <= 2000),
  language text check (private.is_language(language)), -- of the app and emails; null means never chosen, so English is used
  territory_id text references public.territories (id),
  hotel_name text check (length(hotel_name) <= 160),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index profiles_territory_id_idx on public.profiles (territory_id);
create index profiles_email_idx on public.profiles (lower(email));
create index profiles_created_idx on public.profiles (created_at desc, id desc);
create index profiles_words_idx on public.profiles using gin (private.person_words(full_name, email));
alter table public.profiles enable row level security;
grant select on public.profiles to authenticated;
grant update (full_name, avatar_url, country, bio, language) on public.profiles to authenticated;
grant all on public.profiles to service_role;

-- The rest of a profile is private to its owner, the staff of territories where the person works, and admins.
create policy profiles_select on public.profiles for select to authenticated
  using (id = (select private.live_user())
    or id = any ((select private.my_people())::uuid[])
    or (select private.is_admin()));
create policy profiles_update on public.profiles for update to authenticated
  using (id = (select auth.uid()) and (select private.session_lives())) with check (id = (select auth.uid()));

create trigger profiles_texts before update of bio on public.profiles for each row execute function private.check_texts('bio');

-- Checks that a profile picture is the person's own upload, because others' pictures are in the same buckets.
create function private.check_avatar()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_trusted_caller()
    and new.avatar_url !~ ('^/storage/v1/object/public/(images/avatars|media/user-submissions)/' || new.id || '/') then
    perform private.invalid('This picture is not yours');
  end if;
  return new;
end $$;

create trigger profiles_avatar before update of avatar_url on public.profiles
  for each row when (new.avatar_url is distinct from old.avatar_url) execute function private.check_avatar();

create trigger profiles_touch before update on public.profiles for each row execute function private.touch_updated_at();

-- Keeps a name from being removed, because others know the person by it. An account may begin without one.
create function private.keep_name()
returns trigger language plpgsql set search_path = '' as $$
begin
  if not private.is_trusted_caller() then
    perform private.fail(400, 'name_required', 'Name cannot be empty', 'full_name');
  end if;
  return new;
end $$;

create trigger profiles_keep_name before update of full_name on public.profiles
  for each row when (private.trimmed(new.full_name) = '' and private.trimmed(old.full_name) <> '') execute function private.keep_name();

-- The public part of a profile: name, picture and country. It is a table that a trigger keeps, and not a view. A view that shows more than its reader
-- may see runs with its owner's rights (the advisor's error security_definer_view), and only a table can be the target of the foreign keys through
-- which an embed such as profile:profile_cards(full_name, avatar_url, country) is found.
create table public.profile_cards (
  id uuid primary key references public.profiles (id) on delete cascade,
  full_name text not null default '',
  avatar_url text,
  country text
);
alter table public.profile_cards enable row level security;
grant select on public.profile_cards to anon, authenticated;
grant all on public.profile_cards to service_role;

-- people/profile_cards.sql says who reads it, after all tables that name people.

-- Returns the name in an account's data, which the browser sends, or an empty text without one. Raises 400 'name_not_plain' for one that can't be a
-- name, and 'invalid_input' for one that is too long, which the auth service passes on.
create function private.name_in_account(p_data jsonb)
returns text language plpgsql security definer set search_path = '' as $$
declare
  v_name text := private.trimmed(coalesce(p_data ->> 'full_name', ''));
begin
  perform private.check_name(v_name, 'full_name');
  if length(v_name) > 120 then
    perform private.invalid('Please use a name of at most 120 characters', 'full_name');
  end if;
  return v_name;
end $$;

-- Gives a new account its profile, the role tourist, its language and the referral link through which it came. No other sign-up data is trusted,
-- because the browser sends it. An account may begin without a name.
create function private.on_user_created()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_name text := private.name_in_account(new.raw_user_meta_data);
begin
  insert into public.profiles (id, email, full_name, language)
  values (new.id, lower(coalesce(new.email, '')), v_name,
    case when private.is_language(new.raw_user_meta_data ->> 'language') then new.raw_user_meta_data ->> 'language' end)
  on conflict (id) do nothing;
  insert into private.account_owners (user_id, password_since, sign_up_hash)
  values (new.id, case when new.encrypted_password is not null then now() end, left(new.raw_user_meta_data ->> 'sign_up_hash', 64))
  on conflict do nothing;
  insert into private.role_grants (user_id, role) values (new.id, 'tourist') on conflict do nothing;
  if new.raw_user_meta_data ? 'referral_code' then
    -- A partner's link never prevents a sign-up, even if it is deleted at the same time.
    begin
      perform private.register_referral_of(new.id, new.raw_user_meta_data ->> 'referral_code');
    exception when others then
      raise warning 'The referral of % was not registered: %', new.id, sqlerrm;
    end;
  end if;
  return new;
end $$;

create trigger on_auth_user_created after insert on auth.users
  for each row execute function private.on_user_created();

-- Checks the name that a person later writes into the account's data. It changes no profile.
create function private.on_user_name_changed()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.name_in_account(new.raw_user_meta_data);
  return new;
end $$;

create trigger on_auth_user_name_changed before update of raw_user_meta_data on auth.users
  for each row when (old.raw_user_meta_data ->> 'full_name' is distinct from new.raw_user_meta_data ->> 'full_name')
  execute function private.on_user_name_changed();

create function private.on_user_email_changed()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set email = lower(coalesce(new.email, '')) where id = new.id;
  return new;
end $$;

create trigger on_auth_user_email_changed after update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function private.on_user_email_changed();

create function private.keep_profile_card()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.profile_cards (id, full_name, avatar_url, country)
  values (new.id, new.full_name, new.avatar_url, new.country)
  on conflict (id) do update
    set full_name = excluded.full_name, avatar_url = excluded.avatar_url, country = excluded.country;
  return null;
end $$;

create trigger profiles_card_insert after insert on public.profiles
  for each row execute function private.keep_profile_card();

create trigger profiles_card_update after update of full_name, avatar_url, country on public.profiles
  for each row when ((old.full_name, old.avatar_url, old.country) is distinct from (new.full_name, new.avatar_url, new.country))
  execute function private.keep_profile_card();

-- Returns people and their roles for admins, newest account first, a page after (created_at, id). grants: [{role, territory_id, territory_name,
-- territory_names}], the active ones without tourist, because the mirror in the profile doesn't have the territory. p_search matches the beginnings
-- of words of name and email address, or of a partner's business. Raises 403 'forbidden'.
create function public.list_people(p_search text default null, p_role text default null, p_territory_id text default null,
  p_after_created timestamptz default null, p_after_id uuid default null, p_limit int default 50)
returns table (id uuid, full_name text, email text, avatar_url text, business_name text, territory_id text, created_at timestamptz, grants jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  query tsquery := private.search_query(p_search);
  held text := nullif(p_role, '');
  place text := nullif(p_territory_id, '');
  before timestamptz := coalesce(p_after_created, 'infinity');
  before_id uuid := coalesce(p_after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  page int := least(greatest(coalesce(p_limit, 50), 1), 200);
begin
  perform private.require_admin();
  return query
  select p.id, p.full_name, p.email, p.avatar_url, private.business_name_of(p.id), p.territory_id, p.created_at,
    coalesce((select jsonb_agg(jsonb_build_object('role', g.role, 'territory_id', g.territory_id, 'territory_name', t.name,
        'territory_names', t.names -> 'name')
        order by g.created_at, g.role)
      from private.live_grants g left join public.territories t on t.id = g.territory_id
      where g.user_id = p.id and g.role <> 'tourist'), '[]')
  from public.profiles p
  where (query is null or p.id in (
      select x.id from public.profiles x where private.person_words(x.full_name, x.email) @@ query
      union all
      select g.user_id from private.live_grants g where g.business_name is not null and private.search_words(g.business_name) @@ query))
    and (p.created_at, p.id) < (before, before_id)
    and (held is null and place is null or p.id in (
      select g.user_id from private.live_grants g
      where (held is null or g.role = held) and (place is null or g.territory_id = place)))
  order by p.created_at desc, p.id desc limit page;
end $$;

-- Returns how many items wait in each admin queue.
create function public.admin_counts()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'reports', (select count(*) from public.message_reports r where r.status = 'pending'),
    'reviews', (select count(*) from public.reviews r where r.reported_at is not null and r.hidden_at is null),
    'submissions', (select count(*) from public.user_submissions s where s.status = 'pending'),
    'contact', (select count(*) from public.contact_messages c where c.status = 'pending'),
    'applications', (select count(*) from public.partner_applications a where a.status = 'pending'),
    'role_requests', (select count(*) from public.role_requests r where r.status = 'pending'));
end $$;

create function private.confirmed_email(p_user_id uuid)
returns text language plpgsql stable security definer set search_path = '' as $$
begin
  return (select lower(u.email) from auth.users u where u.id = p_user_id and u.email_confirmed_at is not null);
end $$;
