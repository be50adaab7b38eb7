-- Transport services and the pickup locations that they leave from. Everyone reads what is visible; staff write their own
-- territory's; a shuttle manager adds and edits its shuttles and nothing else.

create table public.transport_types (
  id text primary key check (id in ('boat', 'shuttle', 'car')),
  name text not null
);
alter table public.transport_types enable row level security;
grant select on public.transport_types to anon, authenticated;
grant all on public.transport_types to service_role;

insert into public.transport_types (id, name) values ('boat', 'Boat'), ('shuttle', 'Shuttle'), ('car', 'Car');

create policy transport_types_select on public.transport_types for select to anon, authenticated using (true);

-- The words that a pickup location is found by, for an index.
create function private.pickup_words(p_name text, p_directions text)
returns tsvector language sql immutable parallel safe set search_path = '' as $$
  select private.search_words(p_name || ' ' || coalesce(p_directions, ''))
$$;
grant execute on function private.pickup_words(text, text) to authenticated, service_role;

create table public.pickup_locations (
  id text primary key default 'pu_' || substr(replace(gen_random_uuid()::text, '-', ''), 1, 7),
  territory_id text not null references public.territories (id) on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 160),
  directions text check (length(directions) <= 2000),
  map_link text check (private.is_web_link(map_link) and length(map_link) <= 2000),
  language text not null default 'en' check (private.is_language(language)), -- of its texts
  translations jsonb not null default '{}'
    constraint pickup_locations_translations_check check (private.are_translations(translations, language, '{"name": 160}', '{"directions": 2000}')),
  updated_at timestamptz not null default now()
);
create unique index pickup_locations_name_idx on public.pickup_locations (territory_id, lower(btrim(name)));
create index pickup_locations_list_idx on public.pickup_locations (territory_id, (private.plain_words(name)) collate "C", id);
create index pickup_locations_words_idx on public.pickup_locations
  using gin ((array[territory_id]), (private.pickup_words(name, directions)));
alter table public.pickup_locations enable row level security;
grant select on public.pickup_locations to anon;
grant select, delete on public.pickup_locations to authenticated;
grant insert (id, territory_id, name, directions, map_link, language, translations) on public.pickup_locations to authenticated;
grant update (name, directions, map_link, language, translations) on public.pickup_locations to authenticated;
grant all on public.pickup_locations to service_role;

create trigger pickup_locations_touch before update on public.pickup_locations for each row execute function private.touch_updated_at();

create policy pickup_locations_select_anon on public.pickup_locations for select to anon
  using (territory_id = any ((select private.open_territories())::text[]));
create policy pickup_locations_select on public.pickup_locations for select to authenticated
  using (territory_id = any ((select private.open_territories())::text[])
    or territory_id = any ((select private.my_connected_territories())::text[])
    or (select private.is_admin()));
create policy pickup_locations_insert on public.pickup_locations for insert to authenticated
  with check (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));
create policy pickup_locations_update on public.pickup_locations for update to authenticated
  using (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()))
  with check (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));
create policy pickup_locations_delete on public.pickup_locations for delete to authenticated
  using (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));

-- The words that a transport service is found by, in each of its languages, for an index.
create function private.transport_words(p_names jsonb)
returns tsvector language sql immutable parallel safe set search_path = '' as $$
  select private.search_words(private.every_name(p_names, 'title') || ' ' || coalesce(private.every_name(p_names, 'pickup_location'), '')
    || ' ' || coalesce(private.every_name(p_names, 'destination'), ''))
$$;
grant execute on function private.transport_words(jsonb) to authenticated, service_role;

create table public.territory_transports (
  id uuid primary key default gen_random_uuid(),
  territory_id text not null references public.territories (id),
  transport_type_id text not null references public.transport_types (id),
  title text not null check (length(btrim(title)) between 1 and 160),
  description text not null check (length(btrim(description)) between 1 and 10000),
  image_urls text[] not null default '{}' check (private.are_own_files(image_urls)),
  booking_type text not null default 'shared' check (booking_type in ('shared', 'private', 'both')),
  -- Without a scale, which would round what is sent: check_ride_numbers refuses it.
  shared_price numeric check (shared_price between 0.01 and 9999999),
  private_price numeric check (private_price between 0.01 and 9999999),
  min_spots int not null default 1 check (min_spots > 0),
  max_spots int not null default 10 check (max_spots > 0 and max_spots <= 1000),
  available_spots int not null default 10 check (available_spots >= 0),
  min_private_guests int not null default 1 check (min_private_guests > 0),
  max_private_guests int not null default 1 check (max_private_guests > 0),
  pickup_location text not null check (length(pickup_location) <= 160), -- a name for display; pickup_location_id is the reference
  pickup_location_id text references public.pickup_locations (id) on delete set null,
  destination text check (length(destination) <= 160),
  destination_territory_id text references public.territories (id),
  departure_time time check (departure_time < '24:00'),
  days_of_week text[] not null default '{monday,tuesday,wednesday,thursday,friday,saturday,sunday}'
    check (cardinality(days_of_week) > 0 and days_of_week <@ '{monday,tuesday,wednesday,thursday,friday,saturday,sunday}'::text[]),
  duration_hours numeric check (duration_hours between 0.1 and 9999),
  min_to_run int check (min_to_run between 1 and 1000), -- guests that a shared departure needs; null: any number
  decide_at time not null default '18:00', -- on the day before: then it is decided
  passport_required boolean not null default false,
  cancellation_policy text not null default 'moderate' check (cancellation_policy in ('flexible', 'moderate', 'strict')),
  visible boolean not null default true,
  rating_average numeric(3, 2) check (rating_average <> 'NaN'),
  rating_count int not null default 0,
  language text not null default 'en' check (private.is_language(language)), -- of its texts
  translations jsonb not null default '{}'
    constraint territory_transports_translations_check check (private.are_translations(translations, language, 
      '{"title": 160, "pickup_location": 160, "destination": 160}', '{"description": 10000}')),
  names jsonb not null generated always as (private.names_in(language, translations, array['title', 'pickup_location', 'destination'],
    array[title, pickup_location, destination])) stored,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (min_spots <= max_spots),
  check (available_spots <= max_spots),
  check (min_private_guests <= max_private_guests),
  check (booking_type = 'private' or shared_price is not null),
  check (booking_type = 'shared' or private_price is not null),
  check (transport_type_id = 'car' or (departure_time is not null and duration_hours is not null)),
  constraint territory_transports_guests_limit check (min_private_guests <= 1000 and max_private_guests <= 1000)
);
create index territory_transports_territory_idx on public.territory_transports (territory_id);
create index territory_transports_type_idx on public.territory_transports (transport_type_id);
create index territory_transports_pickup_idx on public.territory_transports (pickup_location_id);
create index territory_transports_destination_idx on public.territory_transports (destination_territory_id);
create index territory_transports_to_idx on public.territory_transports (destination) where visible and archived_at is null;
create index territory_transports_from_idx on public.territory_transports (pickup_location) where visible and archived_at is null;
create index territory_transports_list_idx on public.territory_transports
  (territory_id, (private.plain_words(title)) collate "C", id) where archived_at is null;
create index territory_transports_words_idx on public.territory_transports
  using gin ((array[territory_id]), (private.transport_words(names))) where archived_at is null;
alter table public.territory_transports enable row level security;
grant select on public.territory_transports to anon;
grant select, delete on public.territory_transports to authenticated;
grant insert (id, territory_id, transport_type_id, title, description, image_urls, booking_type, shared_price, private_price,
  min_spots, max_spots, available_spots, min_private_guests, max_private_guests, pickup_location, pickup_location_id, destination,
  destination_territory_id, departure_time, days_of_week, duration_hours, passport_required, cancellation_policy, visible,
  language, translations) on public.territory_transports to authenticated;
grant update (transport_type_id, title, description, image_urls, booking_type, shared_price, private_price, min_spots, max_spots,
  available_spots, min_private_guests, max_private_guests, pickup_location, pickup_location_id, destination,
  destination_territory_id, departure_time, days_of_week, duration_hours, passport_required, cancellation_policy, visible,
  language, translations) on public.territory_transports to authenticated;
grant all on public.territory_transports to service_role;

create policy territory_transports_select_anon on public.territory_transports for select to anon
  using (visible and archived_at is null and territory_id = any ((select private.open_territories())::text[]));
create policy territory_transports_select on public.territory_transports for select to authenticated
  using ((visible and archived_at is null and territory_id = any ((select private.open_territories())::text[]))
    or territory_id = any ((select private.my_territories('staff') || private.my_territories('shuttle'))::text[])
    or id = any ((select private.my_transports())::uuid[])
    or (select private.is_admin()));
create policy territory_transports_insert on public.territory_transports for insert to authenticated
  with check (territory_id = any ((select private.my_territories('staff'))::text[])
    or (transport_type_id = 'shuttle' and territory_id = any ((select private.my_territories('shuttle'))::text[]))
    or (select private.is_admin()));
create policy territory_transports_update on public.territory_transports for update to authenticated
  using (territory_id = any ((select private.my_territories('staff'))::text[])
    or (transport_type_id = 'shuttle' and territory_id = any ((select private.my_territories('shuttle'))::text[]))
    or (select private.is_admin()))
  with check (territory_id = any ((select private.my_territories('staff'))::text[])
    or (transport_type_id = 'shuttle' and territory_id = any ((select private.my_territories('shuttle'))::text[]))
    or (select private.is_admin()));
create policy territory_transports_delete on public.territory_transports for delete to authenticated
  using (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));

-- The title of an experience or a transport in each language, as private.names_in has it.
create function private.titles_of(p_service_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce((select e.names -> 'title' from public.experiences e where e.id = p_service_id),
                  (select t.names -> 'title' from public.territory_transports t where t.id = p_service_id))
$$;

create trigger territory_transports_translations before insert or update on public.territory_transports
  for each row execute function private.keep_translations();

create trigger pickup_locations_translations before insert or update on public.pickup_locations
  for each row execute function private.keep_translations();

create trigger territory_transports_touch before update on public.territory_transports for each row execute function private.touch_updated_at();

-- Prices have two decimals, and a duration is in steps of half an hour. Raises 400 'invalid_input'.
create function private.check_ride_numbers()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if (new.shared_price, new.private_price) is distinct from (round(new.shared_price, 2), round(new.private_price, 2)) then
    perform private.invalid('A price has at most two decimals');
  elsif not private.is_trusted_caller() and not private.is_half_hours(new.duration_hours) then
    perform private.invalid('A duration is in steps of half an hour');
  end if;
  new.shared_price := round(new.shared_price, 2);
  new.private_price := round(new.private_price, 2);
  new.duration_hours := round(new.duration_hours, 1);
  return new;
end $$;

create trigger territory_transports_numbers before insert or update of shared_price, private_price, duration_hours on public.territory_transports
  for each row execute function private.check_ride_numbers();

create trigger territory_transports_texts before insert or update of description, translations on public.territory_transports
  for each row execute function private.check_texts('description');

create trigger territory_transports_lines before insert or update of title, destination, pickup_location on public.territory_transports
  for each row execute function private.check_lines('title', 'destination', 'pickup_location');

create trigger pickup_locations_texts before insert or update of directions, translations on public.pickup_locations
  for each row execute function private.check_texts('directions');

create trigger pickup_locations_lines before insert or update of name on public.pickup_locations
  for each row execute function private.check_lines('name');

create trigger territory_transports_audit after update or delete on public.territory_transports
  for each row execute function private.audit_service();

create trigger territory_transports_archive before delete on public.territory_transports
  for each row execute function private.archive_instead_of_delete();

-- Whether the caller runs the drivers of a service's territory.
create function private.runs_transport(transport_id uuid)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.territory_transports t
    where t.id = runs_transport.transport_id and private.runs_drivers(t.territory_id)
  )
$$;
grant execute on function private.runs_transport(uuid) to authenticated, service_role;

-- What a pickup location is called in a language; null where nobody has translated it.
create function private.pickup_name(p public.pickup_locations, p_language text)
returns text language sql immutable set search_path = '' as $$
  select case when p.language = p_language then p.name else p.translations #>> array[p_language, 'name'] end
$$;

-- The name of its pickup location in a service, in each language that has one, older than its original where the location's own is. p_language:
-- that of the service.
create function private.copy_pickup_name(p public.pickup_locations, p_language text, p_translations jsonb)
returns jsonb language sql immutable set search_path = '' as $$
  select p_translations || coalesce(jsonb_object_agg(l.code, (coalesce(p_translations -> l.code, '{}') - 'pickup_location')
      || jsonb_strip_nulls(jsonb_build_object('pickup_location', private.pickup_name(p, l.code), 'current',
        case when p.translations #> array[l.code, 'stale', 'name'] is null
          then coalesce(p_translations #> array[l.code, 'current'], '[]') || '["pickup_location"]'
          else p_translations #> array[l.code, 'current'] end))), '{}')
    from (select jsonb_object_keys(p_translations) as code union select jsonb_object_keys(p.translations) union select p.language) l
   where l.code <> p_language
$$;

-- The pickup location belongs to the territory of the service, and its name is written into the service.
create function private.check_pickup_location()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_place public.pickup_locations;
begin
  select * into v_place from public.pickup_locations p where p.id = new.pickup_location_id and p.territory_id = new.territory_id;
  if v_place.id is null then
    perform private.fail(400, 'pickup_not_in_territory', 'This pickup location does not belong to the territory');
  end if;
  new.pickup_location := coalesce(private.pickup_name(v_place, new.language), v_place.name);
  -- What is no translation at all is left to the constraint of the table.
  if jsonb_typeof(new.translations) = 'object' and not jsonb_path_exists(new.translations, 'strict $.* ? (@.type() != "object")') then
    new.translations := private.copy_pickup_name(v_place, new.language, new.translations);
  end if;
  return new;
end $$;

create trigger territory_transports_pickup_check_insert before insert on public.territory_transports
  for each row when (new.pickup_location_id is not null) execute function private.check_pickup_location();

create trigger territory_transports_pickup_check_update before update of pickup_location_id, pickup_location, language, translations
  on public.territory_transports
  for each row when (new.pickup_location_id is not null and (new.pickup_location_id, new.pickup_location, new.language, new.translations)
    is distinct from (old.pickup_location_id, old.pickup_location, old.language, old.translations))
  execute function private.check_pickup_location();

-- A location's new name reaches the services that leave from it; a service that only names it becomes tied to it.
create function private.rename_pickup_location()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.territory_transports t
     set pickup_location = coalesce(private.pickup_name(new, t.language), new.name), pickup_location_id = new.id,
         translations = private.copy_pickup_name(new, t.language, t.translations)
   where t.territory_id = new.territory_id and (t.pickup_location_id = new.id
     or (t.pickup_location_id is null and lower(btrim(t.pickup_location)) = lower(btrim(old.name))));
  return null;
end $$;

create trigger pickup_locations_rename after update of name, language, translations on public.pickup_locations
  for each row when ((new.name, new.language, new.translations) is distinct from (old.name, old.language, old.translations))
  execute function private.rename_pickup_location();

-- Its services by title, hidden ones too, a page of 1 to 100 rows after (sort_title, id). p_search: title, where it leaves from and
-- where it goes, in each language.
create function public.list_transports(p_territory_id text, p_search text default null, p_after_title text default null,
  p_after_id uuid default null, p_limit int default 50)
returns table (id uuid, title text, titles jsonb, image_urls text[], type_id text, type_name text, shared_price numeric, private_price numeric,
  max_spots int, available_spots int, visible boolean, language text, translated jsonb, sort_title text)
language plpgsql stable security definer set search_path = '' as $$
declare
  query tsquery := private.search_query(p_search);
  after_title text := coalesce(p_after_title, '');
  after_id uuid := coalesce(p_after_id, '00000000-0000-0000-0000-000000000000');
  page int := least(greatest(coalesce(p_limit, 50), 1), 100);
  ids uuid[];
begin
  perform private.require_territory(p_territory_id);
  -- Two statements, so that each has the plan of its own index.
  if query is null then
    ids := array(
      select s.id from public.territory_transports s
      where s.territory_id = p_territory_id and s.archived_at is null
        and (private.plain_words(s.title) collate "C", s.id) > (after_title, after_id)
      order by private.plain_words(s.title) collate "C", s.id limit page);
  else
    ids := array(
      select s.id from public.territory_transports s
      where array[s.territory_id] @> array[p_territory_id] and s.archived_at is null
        and private.transport_words(s.names) @@ query
        and (private.plain_words(s.title) collate "C", s.id) > (after_title, after_id)
      order by private.plain_words(s.title) collate "C", s.id limit page);
  end if;
  return query
  select s.id, s.title, s.names -> 'title', s.image_urls[1:1], s.transport_type_id, k.name, s.shared_price, s.private_price, s.max_spots, s.available_spots,
    s.visible, s.language, private.translation_states(s.translations), private.plain_words(s.title)
  from unnest(ids) with ordinality o (id, n)
  join public.territory_transports s on s.id = o.id
  join public.transport_types k on k.id = s.transport_type_id
  order by o.n;
end $$;

-- Where its services leave from, by name, a page of 1 to 100 rows after (sort_name, id). p_search: name and directions.
create function public.list_pickup_locations(p_territory_id text, p_search text default null, p_after_name text default null,
  p_after_id text default null, p_limit int default 50)
returns table (id text, name text, directions text, map_link text, language text, translations jsonb, updated_at timestamptz, sort_name text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  query tsquery := private.search_query(p_search);
  after_name text := coalesce(p_after_name, '');
  after_id text := coalesce(p_after_id, '');
  page int := least(greatest(coalesce(p_limit, 50), 1), 100);
begin
  perform private.require_territory(p_territory_id);
  if query is null then
    return query
      select l.id, l.name, l.directions, l.map_link, l.language, l.translations, l.updated_at, private.plain_words(l.name) from public.pickup_locations l
      where l.territory_id = p_territory_id and (private.plain_words(l.name) collate "C", l.id) > (after_name, after_id)
      order by private.plain_words(l.name) collate "C", l.id limit page;
  else
    return query
      select l.id, l.name, l.directions, l.map_link, l.language, l.translations, l.updated_at, private.plain_words(l.name) from public.pickup_locations l
      where array[l.territory_id] @> array[p_territory_id] and private.pickup_words(l.name, l.directions) @@ query
        and (private.plain_words(l.name) collate "C", l.id) > (after_name, after_id)
      order by private.plain_words(l.name) collate "C", l.id limit page;
  end if;
end $$;

-- Whether an amount can be a price, with at most this many decimals.
create function private.is_price(p_price numeric, p_digits int)
returns boolean language sql immutable parallel safe set search_path = '' as $$
  select coalesce(p_price > 0 and p_price <= 9999999 and p_price = round(p_price, p_digits), false)
$$;

-- The rules of a transport service where nobody gets round them: its pages write the table itself. In the order of the form, each
-- under a code of its own that names the field.
create function private.check_transport_terms()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  -- More digits than the currency has would be rounded when it is charged.
  digits int := coalesce((select private.currency_exponent(t.currency_code) from public.territories t where t.id = new.territory_id), 2);
begin
  -- A shared one has no price for a group, a private one none for a person: it would be shown and never charged.
  if new.booking_type = 'shared' then
    new.private_price := null;
  elsif new.booking_type = 'private' then
    new.shared_price := null;
  end if;
  if new.booking_type <> 'private' and not private.is_price(new.shared_price, digits) then
    perform private.fail(400, 'invalid_shared_price', 'Please set a valid shared price');
  end if;
  if new.max_spots is null or new.max_spots not between 1 and 1000 then
    perform private.fail(400, 'invalid_max_spots', 'Please set a valid maximum number of spots');
  end if;
  if new.min_spots is null or new.min_spots < 1 then
    perform private.fail(400, 'invalid_min_spots', 'Please set a valid minimum number of spots');
  end if;
  if new.min_spots > new.max_spots then
    perform private.fail(400, 'min_spots_above_max', 'Minimum spots cannot be greater than maximum spots');
  end if;
  if new.booking_type <> 'shared' then
    if not private.is_price(new.private_price, digits) then
      perform private.fail(400, 'invalid_private_price', 'Please set a valid private price');
    end if;
    if new.max_private_guests is null or new.max_private_guests not between 1 and 1000 then
      perform private.fail(400, 'invalid_max_private_guests', 'Please set a valid maximum number of guests for private bookings');
    end if;
    if new.min_private_guests is null or new.min_private_guests not between 1 and 1000 then
      perform private.fail(400, 'invalid_min_private_guests', 'Please set a valid minimum number of guests for private bookings');
    end if;
    if new.min_private_guests > new.max_private_guests then
      perform private.fail(400, 'min_private_guests_above_max', 'Minimum private guests cannot be greater than maximum private guests');
    end if;
  end if;
  if new.available_spots is null or new.available_spots < 0 then
    perform private.fail(400, 'invalid_available_spots', 'Please set a valid number of available spots');
  end if;
  if new.available_spots > new.max_spots then
    perform private.fail(400, 'available_spots_above_max', 'Available spots cannot exceed maximum spots');
  end if;
  if new.transport_type_id <> 'car' and new.departure_time is null then
    perform private.fail(400, 'departure_time_required', 'Please set a departure time for the shuttle service');
  end if;
  if new.duration_hours not between 0.1 and 9999 or (new.transport_type_id <> 'car' and new.duration_hours is null) then
    perform private.fail(400, 'invalid_duration', 'Please set a valid journey duration');
  end if;
  return new;
end $$;

-- Not when a service is hidden, rated or archived: what was allowed once stays as it is until its terms are written again.
create trigger territory_transports_terms
  before insert or update of booking_type, shared_price, private_price, min_spots, max_spots, available_spots, min_private_guests,
    max_private_guests, transport_type_id, departure_time, duration_hours
  on public.territory_transports for each row execute function private.check_transport_terms();
