-- Corrections by the desk that don't affect seats: the guest's contact details, pickup place, and passengers' names.

-- Corrects details of a booking and returns {kind, booking_id, fields: the names of those that changed}. p_details may have whatsapp_number, country,
-- speaks_spanish, hotel_name, hotel_address, guest_name (only for a dock sale) and passengers: [name] (all of a transport booking, in their order).
-- The rest stays. Repeating the call changes nothing and notifies no one. The audit log has the names of the fields and the reason, never their
-- contents. p_seen has the same fields as the page showed them: raises 400 'booking_required' without one of them, and 409 'changed_meanwhile' if a field
-- has changed to something other than the requested value. Passengers who have the guest's number get the new one too. Raises what booking_for_staff, time_refusal, read_contact and
-- check_name do, 400 'reason_required' and 'invalid_input', and 429 as limit_changes does. Locks as lock_booking does.
create function public.change_booking_details(p_booking_id uuid, p_details jsonb, p_reason text, p_seen jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.lock_booking_for_staff(p_booking_id);
  c private.change;
  x public.bookings;
  v_reason text := private.input_text(jsonb_build_object('reason', p_reason), 'reason', 500);
  v_contact jsonb;
  v_passengers jsonb;
  v_name text;
  v_fields text[];
  v_pickup timestamp := private.pickup_at(b);
  v_pickup_told boolean;
begin
  select * into x from public.bookings y where y.id = b.id;
  c.maker := 'desk';
  c.refusal := private.time_refusal(b, c);
  if (c.refusal).code is not null then
    perform private.raise_refusal(c.refusal);
  elsif v_reason is null then
    perform private.fail(400, 'reason_required', 'Please give a reason');
  elsif p_details is null or jsonb_typeof(p_details) <> 'object' then
    perform private.invalid('details must be an object');
  elsif exists (select 1 from jsonb_object_keys(p_details) k where not coalesce(p_seen ? k, false)) then
    perform private.fail(400, 'booking_required', 'The page is out of date. Please reload it and check your change again.');
  end if;
  perform private.check_text(v_reason);
  if exists (select 1 from jsonb_each_text(private.details_of(x)) now (field, value)
              where p_seen ? now.field and p_details ? now.field
                and coalesce(now.value, '') not in (coalesce(p_seen ->> now.field, ''), coalesce(p_details ->> now.field, ''))) then
    perform private.fail(409, 'changed_meanwhile', 'Someone else changed this while you were working on it');
  end if;
  v_contact := private.read_contact(private.details_of(x) || p_details);
  v_passengers := private.rename_passengers(
    private.replace_phone(x.passenger_details, x.whatsapp_number, v_contact ->> 'whatsapp_number'), p_details -> 'passengers');
  v_name := case when x.walk_in then coalesce(private.input_text(p_details, 'guest_name', 120), x.guest_name) end;
  perform private.check_name(v_name, 'guest_name');
  update public.bookings y
     set whatsapp_number = v_contact ->> 'whatsapp_number', country = v_contact ->> 'country', speaks_spanish = (v_contact ->> 'speaks_spanish')::boolean,
         hotel_name = v_contact ->> 'hotel_name', hotel_address = case when b.kind = 'experience' then v_contact ->> 'hotel_address' end,
         passenger_details = v_passengers, guest_name = v_name
   where y.id = b.id;
  select coalesce(array_agg(f.name), '{}') into v_fields
    from public.bookings y, lateral (values
      ('contact', (x.whatsapp_number, x.country, x.speaks_spanish) is distinct from (y.whatsapp_number, y.country, y.speaks_spanish)),
      ('hotel', (x.hotel_name, x.hotel_address) is distinct from (y.hotel_name, y.hotel_address)),
      ('names', (private.details_of(x) -> 'passengers', x.guest_name) is distinct from (private.details_of(y) -> 'passengers', y.guest_name))) f (name, other)
   where y.id = b.id and f.other;
  if v_fields <> '{}' then
    perform private.limit_booking_changes(b.id);
    perform private.move_booking(b.id, null, null, auth.uid(), jsonb_build_object('by', 'staff', 'note', v_reason, 'corrected', v_fields));
    perform private.audit_booking('change_booking_details', b, jsonb_build_object('fields', v_fields, 'reason', v_reason));
    v_pickup_told := private.tell_pickup(private.booking(b.id), v_pickup, 'details:' || gen_random_uuid());
    perform private.queue_change_mail('booking_changed', b, 'details:' || gen_random_uuid(), jsonb_build_object('corrected', v_fields)
      || case when v_pickup_told then jsonb_build_object('pickup_before', v_pickup) else '{}' end);
    perform private.send_booking(b.id, b.tourist_id, b.territory_id);
  end if;
  return jsonb_build_object('kind', b.kind, 'booking_id', b.id, 'fields', v_fields);
end $$;

-- Returns the current details of a booking that the desk may correct.
create function private.details_of(x public.bookings)
returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object('whatsapp_number', x.whatsapp_number, 'country', x.country, 'speaks_spanish', x.speaks_spanish,
    'hotel_name', x.hotel_name, 'hotel_address', x.hotel_address, 'guest_name', x.guest_name,
    'passengers', jsonb_path_query_array(x.passenger_details, '$[*].name'))
$$;

-- Returns the passengers of a transport booking with other names. Raises 400 'invalid_input' and 'name_not_plain'.
create function private.rename_passengers(p_passengers jsonb, p_names jsonb)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_all jsonb := '[]';
  v_name text;
begin
  if p_names is null or p_names = 'null'::jsonb then
    return p_passengers;
  elsif jsonb_typeof(p_names) <> 'array' or jsonb_array_length(p_names) <> jsonb_array_length(p_passengers) then
    perform private.invalid('Please provide the name of each passenger');
  end if;
  for n in 0 .. jsonb_array_length(p_passengers) - 1 loop
    v_name := private.input_text(jsonb_build_object('name', p_names -> n), 'name', 120);
    if v_name is null then
      perform private.invalid('Please provide the name of each passenger');
    end if;
    perform private.check_name(v_name);
    v_all := v_all || (p_passengers -> n || jsonb_build_object('name', v_name));
  end loop;
  return v_all;
end $$;
