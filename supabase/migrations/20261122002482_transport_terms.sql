-- The rules of a transport service where nobody gets round them: both desks write the table itself. With the specification's words and in
-- its order, each under a code of its own that names the field; experiences have theirs in save_experience.

alter table public.territory_transports
  add constraint territory_transports_price_limit check (shared_price <= 9999999 and private_price <= 9999999),
  add constraint territory_transports_guests_limit check (min_private_guests <= 1000 and max_private_guests <= 1000),
  add constraint territory_transports_duration_limit check (duration_hours <= 9999);

create function private.is_price(p_price numeric, p_digits int)
returns boolean language sql immutable parallel safe set search_path = '' as $$
  select coalesce(p_price > 0 and p_price <= 9999999 and p_price = round(p_price, p_digits), false)
$$;

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
revoke all on function private.is_price(numeric, int), private.check_transport_terms() from public, anon, authenticated, service_role;

-- Not when a service is hidden, rated or archived: what was allowed once stays as it is until its terms are written again.
create trigger territory_transports_terms
  before insert or update of booking_type, shared_price, private_price, min_spots, max_spots, available_spots, min_private_guests,
    max_private_guests, transport_type_id, departure_time, duration_hours
  on public.territory_transports for each row execute function private.check_transport_terms();
