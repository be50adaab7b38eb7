-- Territories, to which everything belongs, and in which of them a person works. Everyone reads the visible ones, staff and managers read and change
-- their own, and only admins add or delete one.

create table public.territories (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(id) <= 80),
  name text not null check (length(private.trimmed(name)) between 1 and 120),
  description text not null check (length(private.trimmed(description)) between 1 and 10000),
  summary text check (length(summary) <= 200),
  country text not null default 'GT' check (country ~ '^[A-Z]{2}$'),
  visible boolean not null default true,
  featured boolean not null default false,
  currency_code text not null default 'GTQ' references public.currencies (code),
  -- The currency's symbol, which the guard below sets, so that public lists read it with the prices without another join.
  currency_symbol text not null default 'Q',
  time_zone text not null default 'America/Guatemala',
  image_urls text[] not null default '{}' check (private.are_own_files(image_urls)),
  video_urls text[] not null default '{}' check (private.are_own_files(video_urls)),
  -- Where guests meet their guide if an experience has no meeting point.
  meeting_point text check (length(private.trimmed(meeting_point)) between 1 and 500),
  meeting_point_link text check (meeting_point_link ~ '^https://' and private.is_web_link(meeting_point_link) and length(meeting_point_link) <= 2000),
  offer_hours int not null default 48 check (offer_hours between 1 and 336), -- hours for guests of a cancelled departure to choose another one
  change_hours int check (change_hours between 1 and 336), -- how long before departure the date can be changed, null for as long as cancelling is free
  language text not null default 'en' check (private.is_language(language)), -- language of its texts
  translations jsonb not null default '{}'
    constraint territories_translations_check check (private.are_translations(translations, language, '{"name": 120}',
      '{"summary": 200, "description": 10000, "meeting_point": 500}')),
  names jsonb not null generated always as
    (private.names_in(language, translations, array['name', 'meeting_point'], array[name, meeting_point])) stored,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index territories_currency_code_idx on public.territories (currency_code);
create index territories_name_idx on public.territories (name);
alter table public.territories enable row level security;
grant select on public.territories to anon, authenticated;
grant insert (id, name, description, summary, country, visible, featured, currency_code, time_zone, image_urls,
  video_urls, language, translations) on public.territories to authenticated;
grant update (name, description, summary, country, visible, featured, currency_code, time_zone, image_urls,
  video_urls, meeting_point, meeting_point_link, offer_hours, change_hours, language, translations) on public.territories to authenticated;
grant all on public.territories to service_role;

-- Admins create territories, and only delete_territory() deletes them.
create policy territories_select_anon on public.territories for select to anon
  using (visible and archived_at is null);
create policy territories_select on public.territories for select to authenticated
  using ((visible and archived_at is null)
    or id = any ((select private.my_connected_territories())::text[])
    or (select private.is_admin()));
create policy territories_insert on public.territories for insert to authenticated
  with check ((select private.is_admin()));
create policy territories_update on public.territories for update to authenticated
  using (id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()))
  with check (id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));

create trigger territories_translations before insert or update on public.territories
  for each row execute function private.keep_translations();

create trigger territories_texts before insert or update of description, summary, meeting_point, translations on public.territories
  for each row execute function private.check_texts('description', 'summary', 'meeting_point');

create trigger territories_touch before update on public.territories for each row execute function private.touch_updated_at();

-- Returns whether a text is a time zone of the database's own list, by its full name such as 'America/Guatemala' or 'UTC'. An abbreviation ('CST') is
-- ambiguous, and browsers don't know 'posix/…'. The list is read from about six hundred files, so the most common time zones are checked first.
create function private.is_time_zone(p_name text)
returns boolean language sql stable set search_path = '' as $$
  select p_name in ('UTC', 'America/Guatemala')
    or (p_name like '%/%' and p_name !~ '^(posix|right)/'
      and exists (select 1 from pg_catalog.pg_timezone_names z where z.name = p_name))
$$;

-- Returns whether a territory has sold anything or is about to, after which its currency can't change.
create function private.has_sold(p_territory_id text)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.departures d where d.territory_id = p_territory_id and d.sold > 0)
    or exists (select 1 from public.bookings b where b.territory_id = p_territory_id)
    or exists (select 1 from private.holds h where h.territory_id = p_territory_id and h.state = 'held')
$$;

-- Returns the prices of a territory's services, one row per price. broken means that a currency with fewer decimals can't express it.
create function private.prices_in(p_territory_id text, p_currency_code text)
returns table (kind text, id uuid, title text, titles jsonb, price numeric, broken boolean)
language sql stable security definer set search_path = '' as $$
  select x.kind, x.id, x.title, x.titles, x.price, x.price <> round(x.price, private.currency_exponent(p_currency_code))
    from (
      select s.kind, s.id, s.title, s.names -> 'title' as titles, unnest(array[s.shared_price, s.private_price]) as price
        from public.services s where s.territory_id = p_territory_id and s.archived_at is null) x
   where x.price is not null
$$;

-- Raises 409 'prices_not_expressible' with the prices that a currency can't express.
create function private.check_prices_in(p_territory_id text, p_currency_code text)
returns void language plpgsql stable security definer set search_path = '' as $$
declare
  v_list text := (select string_agg(format('%s (%s)', x.title, x.price), ', ' order by x.title, x.price)
    from private.prices_in(p_territory_id, p_currency_code) x where x.broken);
begin
  if v_list is not null then
    perform private.fail(409, 'prices_not_expressible', format('%s has no such prices. Change these first: %s', p_currency_code, v_list));
  end if;
end $$;

-- Returns the effect of another currency on a territory's prices before it is chosen: {experiences, transports, price, from_symbol, to_symbol,
-- broken: [{kind, id, title, titles, price}]}. price is the highest, as an example, or null if there is none. Raises 403 'managers_only'.
create function public.preview_currency(p_territory_id text, p_currency_code text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_territory(p_territory_id);
  if not private.manages_territory(p_territory_id) then
    perform private.fail(403, 'managers_only', 'Only a manager of the region changes its name, visibility, time zone and currency');
  end if;
  return (
    select jsonb_build_object(
      'experiences', count(distinct x.id) filter (where x.kind = 'experience'), 'transports', count(distinct x.id) filter (where x.kind = 'transport'),
      'price', max(x.price), 'from_symbol', (select t.currency_symbol from public.territories t where t.id = p_territory_id),
      'to_symbol', private.currency_symbol(p_currency_code),
      'broken', coalesce(jsonb_agg(jsonb_build_object('kind', x.kind, 'id', x.id, 'title', x.title, 'titles', x.titles, 'price', x.price) order by x.title, x.price)
        filter (where x.broken), '[]'))
      from private.prices_in(p_territory_id, p_currency_code) x);
end $$;

-- Checks who may change which fields of a territory. Staff change media and texts, its manager the name, visibility, time zone and currency, and the
-- platform the country and home page position. A manager can open it once it can be booked. Raises 403 'forbidden' and 'managers_only', 400
-- 'unknown_time_zone' and 'name_not_plain', 409 'prices_not_expressible', 'currency_locked', 'time_zone_locked' and 'territory_not_ready'. For
-- changes by the database itself, only time zones are checked.
create function private.guard_territory()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_names jsonb := private.translations_of(new.translations, 'name');
  v_names_before jsonb := case when tg_op = 'UPDATE' then private.translations_of(old.translations, 'name') end;
begin
  if tg_op = 'INSERT' or new.time_zone <> old.time_zone then
    if not private.is_time_zone(new.time_zone) then
      perform private.fail(400, 'unknown_time_zone', 'Please choose a time zone from the list');
    end if;
  end if;
  if not private.is_trusted_caller() and (tg_op = 'INSERT' or new.name <> old.name) then
    perform private.check_name(new.name, 'name');
  end if;
  if not private.is_trusted_caller() then
    perform private.check_name(n.value) from jsonb_each_text(v_names) n where tg_op = 'INSERT' or n.value is distinct from v_names_before ->> n.key;
  end if;
  new.currency_symbol := private.currency_symbol(new.currency_code);
  if tg_op = 'INSERT' or private.is_trusted_caller() then
    return new;
  end if;
  if new.featured <> old.featured and not private.is_admin() then
    perform private.fail(403, 'forbidden', 'Only an administrator can feature a territory');
  elsif new.country <> old.country and not private.is_admin() then
    perform private.fail(403, 'forbidden', 'Only an administrator can change the country of a territory');
  elsif (new.name, v_names, new.visible, new.time_zone, new.currency_code)
    is distinct from (old.name, v_names_before, old.visible, old.time_zone, old.currency_code)
    and not private.manages_territory(old.id) then
    perform private.fail(403, 'managers_only', 'Only a manager of the region changes its name, visibility, time zone and currency');
  elsif new.visible and cardinality(new.image_urls) = 0 and cardinality(old.image_urls) > 0 then
    perform private.fail(409, 'picture_required', 'A visible region needs at least one picture');
  elsif new.currency_code <> old.currency_code and private.has_sold(old.id) then
    perform private.fail(409, 'currency_locked', 'This region already has sales, so you can''t change the currency.');
  elsif new.currency_code <> old.currency_code then
    perform private.check_prices_in(old.id, new.currency_code);
  end if;
  if new.time_zone <> old.time_zone and private.has_sold(old.id) and not private.is_admin() then
    perform private.fail(409, 'time_zone_locked', 'This region already has sales, so only an administrator can change the time zone.');
  elsif new.visible and not old.visible and not private.is_admin() and not private.has_sold(old.id)
    and cardinality(private.territory_needs(old.id)) > 0 then
    perform private.fail(409, 'territory_not_ready', 'This region isn''t ready yet. The first steps show what''s still missing.');
  end if;
  return new;
end $$;

create trigger territories_guard before insert or update on public.territories
  for each row execute function private.guard_territory();

-- Logs changes with old and new values. Long texts are shortened. Changes by the database itself have no user id.
create function private.audit_territory()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  -- The database writes these columns itself, or together with another one.
  silent constant text[] := '{currency_symbol,created_at,updated_at,archived_at,names}';
  changed jsonb := private.changed_columns(private.with_flat_translations(to_jsonb(old)), private.with_flat_translations(to_jsonb(new)), silent);
begin
  if changed is not null then
    perform private.audit('territory_changed', new.id, 'territories', new.id, changed);
  end if;
  return null;
end $$;

create trigger territories_audit after update on public.territories
  for each row execute function private.audit_territory();

-- Creates a territory and invites its manager in the same transaction. The email is sent later (messages/outbox.sql). Without an address, no one is
-- invited. p has {name, description, country, visible, image_urls, video_urls, language, translations, currency_code, time_zone}. Raises 400
-- 'invalid_input' for an unknown currency, 403 'forbidden', 409 'territory_exists', and what the guard of the territory and create_invite raise.
create function public.add_territory(p_id text, p jsonb, p_manager_email text default null, p_manager_name text default '')
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if p ? 'currency_code' and not exists (select 1 from public.currencies c where c.code = p ->> 'currency_code') then
    perform private.invalid('Please choose a currency from the list', 'currency_code');
  end if;
  insert into public.territories (id, name, description, country, visible, image_urls, video_urls, language, translations, currency_code, time_zone)
  select p_id, t.name, t.description, t.country, t.visible, t.image_urls, t.video_urls, coalesce(t.language, 'en'),
    coalesce(t.translations, '{}'), coalesce(t.currency_code, 'GTQ'), coalesce(t.time_zone, 'America/Guatemala')
  from jsonb_populate_record(null::public.territories, p) t
  on conflict (id) do nothing;
  if not found then
    perform private.fail(409, 'territory_exists', 'A region with this name already exists');
  end if;
  perform private.audit('territory_added', p_id, 'territories', p_id);
  if btrim(p_manager_email) <> '' then
    perform public.create_invite(p_manager_email, '{territory_manager}', p_id, p_manager_name, null, null);
  end if;
end $$;

-- Returns what the caller can change in a territory's settings, {manages, has_sold}: whether more than texts and media, and whether the currency is
-- fixed. For people who run it. Raises 403 'forbidden' for others.
create function public.territory_rules(p_territory_id text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_territory(p_territory_id);
  return jsonb_build_object('manages', private.manages_territory(p_territory_id), 'has_sold', private.has_sold(p_territory_id));
end $$;

-- Deletes a territory that never sold anything, with everything in it, and otherwise archives it and its services. Raises 403 'forbidden' and 404
-- 'territory_not_found'. Locks the territory.
create function public.delete_territory(p_territory_id text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  sold boolean;
  ended record;
begin
  perform private.require_user();
  if not private.is_admin() then
    perform private.fail(403, 'forbidden', 'Only an administrator can delete a territory');
  end if;
  perform 1 from public.territories t where t.id = p_territory_id for update;
  if not found then
    perform private.fail(404, 'territory_not_found', 'Territory not found');
  end if;
  sold := exists (select 1 from public.departures d where d.territory_id = p_territory_id);
  perform private.audit(case when sold then 'territory_archived' else 'territory_deleted' end, p_territory_id, 'territories', p_territory_id);
  delete from public.services where territory_id = p_territory_id;
  for ended in
    update private.role_grants set revoked_at = now() where territory_id = p_territory_id and revoked_at is null returning user_id, role
  loop
    perform private.end_role(ended.user_id, ended.role, p_territory_id);
  end loop;
  update public.profiles set territory_id = null where territory_id = p_territory_id;
  update public.invites set withdrawn_at = now() where territory_id = p_territory_id and redeemed_at is null and withdrawn_at is null;
  if sold then
    update public.territories set archived_at = coalesce(archived_at, now()), visible = false, featured = false
    where id = p_territory_id;
    return jsonb_build_object('deleted', false, 'archived', true);
  end if;
  update public.services set destination_territory_id = null where destination_territory_id = p_territory_id;
  delete from private.role_grants where territory_id = p_territory_id;
  delete from public.role_requests where territory_id = p_territory_id;
  delete from public.territories where id = p_territory_id;
  return jsonb_build_object('deleted', true, 'archived', false);
end $$;

-- Returns how much a territory contains, for the confirmation before it is deleted.
create function public.territory_contents(p_territory_id text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'experiences', (select count(*) from public.services e where e.territory_id = p_territory_id and e.kind = 'experience' and e.archived_at is null),
    'transports', (select count(*) from public.services t where t.territory_id = p_territory_id and t.kind = 'transport' and t.archived_at is null),
    'bookings', (select count(*) from public.bookings b where b.territory_id = p_territory_id),
    'people', (select count(distinct g.user_id) from private.live_grants g where g.territory_id = p_territory_id),
    'archived', exists (select 1 from public.departures d where d.territory_id = p_territory_id));
end $$;

-- Returns the row counts of a territory's management tabs, {experiences, guides, transport, partners, pickups}. guides counts that tab's initial
-- list, without the staff and shuttle managers of its filter. Raises 403 'forbidden' for anyone outside the team.
create function public.territory_counts(p_territory_id text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_territory(p_territory_id);
  return jsonb_build_object(
    'experiences', (select count(*) from public.services e where e.territory_id = p_territory_id and e.kind = 'experience' and e.archived_at is null),
    'transport', (select count(*) from public.services s where s.territory_id = p_territory_id and s.kind = 'transport' and s.archived_at is null),
    'pickups', (select count(*) from public.pickup_locations l where l.territory_id = p_territory_id),
    'guides', (select count(distinct g.user_id) from private.live_grants g
                where g.territory_id = p_territory_id and g.role = 'tour_guide'),
    'partners', (select count(distinct g.user_id) from private.live_grants g
                  where g.territory_id = p_territory_id and g.role = 'travel_partner'),
    -- These are the role requests that the caller can decide.
    'requests', (select count(*) from public.role_requests r
                  where r.territory_id = p_territory_id and r.status = 'pending' and private.may_grant(r.role, r.territory_id)));
end $$;

-- Returns the territories in which the caller works, by name (docs/decisions/0030).
create function public.my_work_territories()
returns table (id text, name text, names jsonb, roles text[])
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
begin
  return query
  select t.id, t.name, t.names -> 'name', array_agg(g.role order by g.role)
  from private.live_grants g join public.territories t on t.id = g.territory_id
  where g.user_id = caller
  group by t.id order by t.name, t.id;
end $$;

-- Sets which of the caller's territories their pages show (profiles.territory_id). Raises 404 'territory_not_found' for one where they don't work.
create function public.choose_territory(p_territory_id text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
begin
  if not exists (select 1 from private.live_grants g where g.user_id = caller and g.territory_id = p_territory_id) then
    perform private.fail(404, 'territory_not_found', 'Territory not found');
  end if;
  update public.profiles set territory_id = p_territory_id where id = caller and territory_id is distinct from p_territory_id;
end $$;
