-- The rules and lists that only transport has, and the name of its pickup location.

-- Returns whether the caller runs the drivers of a slot's territory.
create function private.runs_drivers_of(slot_id uuid)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.slots s join public.services t on t.id = s.service_id
    where s.id = runs_drivers_of.slot_id and s.kind = 'transport' and private.runs_drivers(t.territory_id)
  )
$$;
grant execute on function private.runs_drivers_of(uuid) to authenticated, service_role;

-- Copies the name of its pickup location to a service, in each language that has one. A translation is outdated if the location's own is. p_language
-- is the service's language.
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

-- Checks that the pickup location belongs to the service's territory, and copies its name to the service.
create function private.check_pickup_location()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_place public.pickup_locations;
begin
  select * into v_place from public.pickup_locations p where p.id = new.pickup_location_id and p.territory_id = new.territory_id;
  if v_place.id is null then
    perform private.fail(400, 'pickup_not_in_territory', 'This pickup location is no longer in the list. Choose another one.');
  end if;
  new.pickup_location := coalesce(private.pickup_name(v_place, new.language), v_place.name);
  -- The table's constraint handles invalid translations.
  if jsonb_typeof(new.translations) = 'object' and not jsonb_path_exists(new.translations, 'strict $.* ? (@.type() != "object")') then
    new.translations := private.copy_pickup_name(v_place, new.language, new.translations);
  end if;
  return new;
end $$;

create trigger services_pickup_check_insert before insert on public.services
  for each row when (new.pickup_location_id is not null) execute function private.check_pickup_location();

create trigger services_pickup_check_update before update of pickup_location_id, pickup_location, language, translations
  on public.services
  for each row when (new.pickup_location_id is not null and (new.pickup_location_id, new.pickup_location, new.language, new.translations)
    is distinct from (old.pickup_location_id, old.pickup_location, old.language, old.translations))
  execute function private.check_pickup_location();

-- Copies a location's new name to the services that leave from it, and links a service that only has the name.
create function private.rename_pickup_location()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.services t
     set pickup_location = coalesce(private.pickup_name(new, t.language), new.name), pickup_location_id = new.id,
         translations = private.copy_pickup_name(new, t.language, t.translations)
   where t.kind = 'transport' and t.territory_id = new.territory_id and (t.pickup_location_id = new.id
     or (t.pickup_location_id is null and lower(btrim(t.pickup_location)) = lower(btrim(old.name))));
  return null;
end $$;

create trigger pickup_locations_rename after update of name, language, translations on public.pickup_locations
  for each row when ((new.name, new.language, new.translations) is distinct from (old.name, old.language, old.translations))
  execute function private.rename_pickup_location();


-- Returns a territory's pickup locations by name, a page of 1 to 100 rows after (sort_name, id). p_search matches name and directions.
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

-- Returns whether an amount can be a price, with at most this many decimals.
create function private.is_price(p_price numeric, p_digits int)
returns boolean language sql immutable parallel safe set search_path = '' as $$
  select coalesce(p_price > 0 and p_price <= 9999999 and p_price = round(p_price, p_digits), false)
$$;

-- Checks the rules of a transport service for all writers, in the form's order. Each code names the field. check_slot checks the times.
create function private.check_transport_terms()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  -- Additional decimals would be rounded when the price is charged.
  digits int := coalesce((select private.currency_exponent(t.currency_code) from public.territories t where t.id = new.territory_id), 2);
begin
  -- A shared service has no group price, and a private one no price per person, because it would be shown and never charged.
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
  if new.transport_type_id <> 'car' and exists (
      select 1 from public.slots s where s.service_id = new.id and s.archived_at is null and s.start_time is null) then
    perform private.fail(400, 'departure_time_required', 'Please set a departure time for the shuttle service');
  end if;
  if new.duration_hours not between 0.1 and 9999 or (new.transport_type_id <> 'car' and new.duration_hours is null) then
    perform private.fail(400, 'invalid_duration', 'Please set a valid journey duration');
  end if;
  return new;
end $$;

-- The terms aren't checked when a service is hidden, rated or archived, because terms that were once allowed stay until they are edited.
create trigger services_terms
  before insert or update of booking_type, shared_price, private_price, min_spots, max_spots, available_spots, min_private_guests,
    max_private_guests, transport_type_id, duration_hours
  on public.services for each row when (new.kind = 'transport') execute function private.check_transport_terms();
