-- Computes the price of a booking and checks its form. The browser sends ids and quantities, and every amount is computed here.

-- A requested departure with its slot, date and local start. departure_id is set if it already exists.
create type private.occurrence as (slot_id uuid, service_date date, start_time time, departure_id uuid);

-- Returns the price for one person (shared) or the whole group (private), rounded to the currency's smallest unit, and at least one unit. The tables
-- guarantee that the price exists.
create function private.unit_price(p_service private.service, p_booking_type text)
returns numeric language plpgsql immutable set search_path = '' as $$
declare
  v_digits constant int := private.currency_exponent(p_service.currency_code);
begin
  return greatest(round(case when p_booking_type = 'private' then p_service.private_price else p_service.shared_price end, v_digits),
    power(10::numeric, -v_digits));
end $$;

-- Returns the lines of a price: [{code, unit_price, quantity, amount}].
create function private.price_lines(p_booking_type text, p_unit_price numeric, p_num_people int)
returns jsonb language plpgsql immutable set search_path = '' as $$
declare
  v_quantity constant int := case when p_booking_type = 'private' then 1 else p_num_people end;
begin
  return jsonb_build_array(jsonb_build_object(
    'code', case when p_booking_type = 'private' then 'whole_group' else 'per_person' end,
    'unit_price', p_unit_price, 'quantity', v_quantity, 'amount', p_unit_price * v_quantity));
end $$;

-- Returns, as such a line, the price difference of the departure to which a booking moves.
create function private.difference_line(p_amount numeric)
returns jsonb language sql immutable set search_path = '' as $$
  select jsonb_build_array(jsonb_build_object('code', 'other_departure', 'unit_price', p_amount, 'quantity', 1, 'amount', p_amount))
$$;

-- Returns the price of a booking before it is made. Raises 404 for services that can't be booked, and 400 'invalid_input'.
create function public.quote_booking(p_service_id uuid, p_booking_type text, p_num_people int)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v private.service := private.bookable_service(p_service_id);
  v_unit numeric;
  v_quantity int := case when p_booking_type = 'private' then 1 else p_num_people end;
begin
  if v.id is null then
    perform private.fail_not_found(private.kind_of_service(p_service_id));
  end if;
  perform private.check_booking_type(v, p_booking_type);
  if p_num_people is null or p_num_people not between 1 and 1000 then
    perform private.invalid('num_people must be a whole number of at least 1');
  end if;
  v_unit := private.unit_price(v, p_booking_type);
  return jsonb_build_object(
    'currency_code', v.currency_code, 'currency_symbol', v.currency_symbol, 'booking_type', p_booking_type,
    'unit_price', v_unit, 'quantity', v_quantity, 'total_price', v_unit * v_quantity,
    'lines', private.price_lines(p_booking_type, v_unit, p_num_people));
end $$;
grant execute on function public.quote_booking(uuid, text, int) to anon;

-- Raises 400 'booking_type_not_offered' if the service doesn't offer this booking type.
create function private.check_booking_type(p_service private.service, p_booking_type text)
returns void language plpgsql set search_path = '' as $$
begin
  if p_booking_type is null or p_booking_type not in ('shared', 'private') or p_service.booking_type not in (p_booking_type, 'both') then
    perform private.fail(400, 'booking_type_not_offered', 'This booking type isn''t offered');
  end if;
end $$;

-- Reads the requested departure. Raises 400 'date_required', 'date_in_past' and other errors of the form.
create function private.read_occurrence(p_service private.service, p jsonb)
returns private.occurrence language plpgsql stable security definer set search_path = '' as $$
declare
  v private.occurrence;
  v_days text[];
  v_now timestamp := now() at time zone p_service.time_zone;
begin
  v.service_date := private.input_date(p, 'service_date');
  if v.service_date is null then
    perform private.fail(400, 'date_required', 'Please select a date for your booking');
  end if;
  if v.service_date < v_now::date then
    perform private.fail(400, 'date_in_past', 'Please select a date that has not passed');
  end if;
  if v.service_date > v_now::date + 730 then
    perform private.fail(400, 'date_too_far', 'Please select a date within the next two years');
  end if;
  v.slot_id := private.slot_of(p_service.id, private.input_uuid(p, 'slot_id'));
  select coalesce(d.start_time, s.start_time), s.days_of_week, d.id into v.start_time, v_days, v.departure_id
    from public.slots s left join public.departures d on d.slot_id = s.id and d.service_date = v.service_date
   where s.id = v.slot_id and s.service_id = p_service.id and s.archived_at is null;
  if not found then
    perform private.fail(400, 'timeslot_required', 'Please select a time slot');
  elsif private.weekday(v.service_date) <> all (v_days) then
    perform private.fail(409, 'departure_closed', format('This %s does not run on the selected date',
      case p_service.kind when 'experience' then 'time slot' else 'service' end));
  end if;
  if not private.hour_exists(v.service_date, v.start_time, p_service.time_zone) then
    perform private.fail(409, 'departure_closed', 'The clocks skip this hour on the selected date');
  end if;
  if (v.service_date + v.start_time) at time zone p_service.time_zone <= now() then
    perform private.fail(400, 'date_in_past', 'This departure has already left');
  end if;
  return v;
end $$;

-- Raises 400 'private_minimum', 'private_maximum', 'shared_minimum' or 'shared_maximum'.
create function private.check_group_size(p_service private.service, p_booking_type text, p_num_people int)
returns void language plpgsql set search_path = '' as $$
begin
  if p_booking_type = 'private' then
    if p_num_people < p_service.min_private_guests then
      perform private.fail(400, 'private_minimum', format('Private bookings require at least %s guests', p_service.min_private_guests));
    end if;
    if p_num_people > p_service.max_private_guests then
      perform private.fail(400, 'private_maximum', format('Private bookings allow at most %s guests', p_service.max_private_guests));
    end if;
  else
    if p_num_people < p_service.min_spots then
      perform private.fail(400, 'shared_minimum', format('Shared bookings require at least %s guests', p_service.min_spots));
    end if;
    if p_num_people > p_service.max_spots then
      perform private.fail(400, 'shared_maximum', format('Shared bookings allow at most %s guests', p_service.max_spots));
    end if;
  end if;
end $$;

-- Returns the waiver versions that may be accepted: the one in src/features/booking/waiver/version.ts and, for a while, the previous one, which an
-- open page may still show.
create function private.waiver_versions()
returns text[] language plpgsql immutable set search_path = '' as $$
begin
  return '{2026-11-21.2}';
end $$;

-- Returns a guest's contact details and pickup, cleaned. Raises 400 with the code of the first invalid field, 'name_not_plain' for the hotel or its
-- address, and 'invalid_input' otherwise.
create function private.read_contact(p jsonb)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_whatsapp text := private.input_text(p, 'whatsapp_number', 40);
  v_country text := upper(private.input_text(p, 'country', 2));
  v_hotel text := private.input_text(p, 'hotel_name', 160);
  v_address text := private.input_text(p, 'hotel_address', 300);
begin
  if v_whatsapp is null then
    perform private.fail(400, 'whatsapp_required', 'Please provide your WhatsApp number');
  elsif not private.is_phone(v_whatsapp) then
    perform private.invalid('Please enter a valid WhatsApp number', 'whatsapp_number');
  end if;
  if v_country is null then
    perform private.fail(400, 'country_required', 'Please provide your country of origin');
  elsif not private.is_country(v_country) then
    perform private.invalid('Please provide a valid country of origin', 'country');
  end if;
  perform private.check_name(v_hotel, 'hotel_name');
  perform private.check_name(v_address, 'hotel_address');
  return jsonb_build_object('whatsapp_number', v_whatsapp, 'country', v_country, 'speaks_spanish', private.input_bool(p, 'speaks_spanish'),
    'hotel_name', v_hotel, 'hotel_address', v_address);
end $$;

-- Returns the passport images of a party: at least one if required, and at most one per person. Raises 400 'passport_required', 'too_many_passports'
-- and 'invalid_input'.
create function private.read_passports(p jsonb, p_user_id uuid, p_required boolean, p_num_people int)
returns text[] language plpgsql stable security definer set search_path = '' as $$
declare
  -- Only object names in the caller's own folder of the bucket `passports` are accepted.
  v_passports text[] := private.input_texts(p, 'passport_images', 1000,
    '^' || p_user_id || '/[A-Za-z0-9_-]{1,100}[.](jpg|jpeg|png|webp|avif|heic|gif)$');
begin
  if p_required and v_passports = '{}' then
    perform private.fail(400, 'passport_required', 'Please upload a passport image');
  elsif cardinality(v_passports) > p_num_people then
    perform private.fail(400, 'too_many_passports', 'You''ve added more passport photos than people. Remove a photo or add people.');
  end if;
  return v_passports;
end $$;

-- Returns a party's passports, waiver and, for transport, passengers, cleaned. Raises what read_passports does, 400 'waiver_required',
-- 'name_not_plain' for a passenger and 'invalid_input', and 409 'waiver_outdated'.
create function private.read_papers(p jsonb, p_user_id uuid, p_kind text, p_passport_required boolean, p_num_people int)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_passports text[] := private.read_passports(p, p_user_id, p_passport_required, p_num_people);
  v_waiver text := private.input_text(p, 'waiver_version', 40);
begin
  if v_waiver is null then
    perform private.fail(400, 'waiver_required', 'Please accept the waiver to continue');
  elsif v_waiver <> all (private.waiver_versions()) then
    perform private.fail(409, 'waiver_outdated', 'The waiver has changed. Please reload the page and accept it again.');
  end if;
  return jsonb_build_object('passport_images', v_passports, 'waiver_version', v_waiver,
    'passenger_details', case when p_kind = 'transport' then private.input_passengers(p, p_num_people) end);
end $$;

-- Reads the rest of the form in the order of the page and returns it cleaned, as the booking stores it. Raises what read_contact, check_booking_type,
-- check_group_size and read_papers do.
create function private.read_form(p_service private.service, p jsonb, p_user_id uuid, p_booking_type text, p_num_people int)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_contact jsonb := private.read_contact(p);
begin
  perform private.check_booking_type(p_service, p_booking_type);
  if p_num_people is null then
    perform private.invalid('num_people is required');
  end if;
  perform private.check_group_size(p_service, p_booking_type, p_num_people);
  return v_contact || private.read_papers(p, p_user_id, p_service.kind, p_service.passport_required, p_num_people);
end $$;
