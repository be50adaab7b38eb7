-- Saves a service and its slots in one transaction, and for an experience also its ranked guides and tags. An experience's form is checked again
-- here, in the form's order and with the form's texts. Triggers on the table check transport.

-- Returns the columns that the form of a kind writes: all except those of the other kind and those that the database or another function writes. New
-- columns of the table are included.
create function private.form_columns(p_kind text)
returns text[] language sql stable set search_path = '' as $$
  select array_agg(a.attname::text order by a.attnum) from pg_attribute a
  where a.attrelid = 'public.services'::regclass and a.attnum > 0 and not a.attisdropped
    and a.attname <> all ('{id,kind,territory_id,featured,featured_order,visible,min_to_run,decide_at,rating_average,rating_count,names,archived_at,created_at,updated_at}')
    and a.attname <> all (case p_kind when 'experience' then '{transport_type_id,pickup_location,pickup_location_id,destination,destination_territory_id}'::text[]
      else '{guide_id,video_urls,cash_allowed,meeting_point,meeting_point_link,what_to_bring}' end)
$$;

-- Applies an experience's form to its row. Prices have at most the currency's decimals. A field that isn't read here is refused, so that it isn't
-- lost. Raises 400 'invalid_input'.
create function private.read_experience(e public.services, p jsonb)
returns public.services language plpgsql stable security definer set search_path = '' as $$
declare
  fields constant text := 'Please fill in all required fields with valid values. At least one image is required.';
  digits int := (select private.currency_exponent(t.currency_code) from public.territories t where t.id = e.territory_id);
begin
  perform private.check_fields(p, '{title,description,image_urls,video_urls,booking_type,shared_price,duration,max_spots,min_spots,available_spots,
    private_price,max_private_guests,min_private_guests,passport_required,cash_allowed,cancellation_policy,meeting_point,meeting_point_link,
    what_to_bring,language,translations,guides,tags,timeslots}');
  e.title := private.input_text(p, 'title', 160);
  e.description := private.input_text(p, 'description', 10000);
  e.image_urls := private.input_texts(p, 'image_urls', 20, private.own_file_shape());
  e.video_urls := private.input_texts(p, 'video_urls', 20, private.own_file_shape());
  e.booking_type := private.input_text(p, 'booking_type', 20);
  if e.title is null or e.description is null or cardinality(e.image_urls) = 0
     or e.booking_type is null or e.booking_type not in ('shared', 'private', 'both') then
    perform private.invalid(fields);
  end if;
  e.shared_price := case when e.booking_type <> 'private' then private.input_number(p, 'shared_price', fields, 0.01, 9999999, digits) end;
  e.duration_hours := private.input_number(p, 'duration', fields, 0.1, 9999, 1);
  e.max_spots := private.input_number(p, 'max_spots', fields, 1, 1000);
  e.min_spots := private.input_number(p, 'min_spots', fields, 1, e.max_spots);
  e.available_spots := private.input_number(p, 'available_spots', fields, 0, 1000);
  -- A shared experience has neither a group price nor group limits.
  e.private_price := null;
  e.max_private_guests := null;
  e.min_private_guests := null;
  if e.booking_type <> 'shared' then
    e.private_price := private.input_number(p, 'private_price', 'Please set a valid private booking price', 0.01, 9999999, digits);
    e.max_private_guests := private.input_number(p, 'max_private_guests', 'Please set a valid maximum number of guests for private bookings', 1, 1000);
    e.min_private_guests := private.input_number(p, 'min_private_guests', 'Please set a valid minimum number of guests for private bookings', 1, 1000);
    if e.min_private_guests > e.max_private_guests then
      perform private.fail(400, 'min_private_guests_above_max', 'Minimum private guests cannot be greater than maximum private guests', 'min_private_guests');
    end if;
  end if;
  if e.available_spots > e.max_spots then
    perform private.fail(400, 'available_spots_above_max', 'Available spots cannot exceed maximum spots', 'available_spots');
  end if;
  e.passport_required := private.input_bool(p, 'passport_required');
  e.cash_allowed := private.input_bool(p, 'cash_allowed');
  e.cancellation_policy := coalesce(private.input_text(p, 'cancellation_policy', 20), 'moderate');
  if e.cancellation_policy not in ('flexible', 'moderate', 'strict') then
    perform private.invalid('Choose one of the cancellation policies', 'cancellation_policy');
  end if;
  e.meeting_point := private.input_text(p, 'meeting_point', 500);
  e.meeting_point_link := private.input_text(p, 'meeting_point_link', 2000);
  if e.meeting_point_link !~ '^https://' or not private.is_web_link(e.meeting_point_link) then
    perform private.invalid('The map link must be a web address that starts with https://', 'meeting_point_link');
  end if;
  -- A page that loaded before these fields existed doesn't send them.
  e.what_to_bring := case when p ? 'what_to_bring' then private.input_text(p, 'what_to_bring', 500) else e.what_to_bring end;
  e.language := coalesce(private.input_text(p, 'language', 2), e.language, 'en');
  e.translations := coalesce(case when p ? 'translations' then
    private.input_translations(p, 'translations', '{"title": 160, "description": 10000, "meeting_point": 500, "what_to_bring": 500}') else e.translations end, '{}');
  if not private.is_language(e.language) or e.translations ? e.language then
    perform private.invalid('A translation must be in a different language from the text');
  end if;
  return e;
end $$;

-- Applies a transport form to its row. A shuttle manager's form has fewer columns. Raises 400 'invalid_input' for a field that isn't a column.
create function private.read_transport(s public.services, p jsonb)
returns public.services language plpgsql stable set search_path = '' as $$
begin
  perform private.check_fields(p, private.form_columns('transport') || '{timeslots}');
  return jsonb_populate_record(s, p - 'timeslots');
end $$;

-- Returns whether seats of a slot are held or sold on future dates.
create function private.slot_is_taken(p_slot_id uuid)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.departures d join public.territories t on t.id = d.territory_id
    where d.slot_id = p_slot_id and d.held + d.sold > 0 and d.service_date >= (now() at time zone t.time_zone)::date)
$$;

-- Raises 409 'timeslot_has_bookings'. Its details contain the slot, so that the form can point to it.
create function private.fail_taken_slot(s public.slots)
returns void language plpgsql set search_path = '' as $$
begin
  perform private.raise_refusal((409, 'timeslot_has_bookings', format(
    'The %s time slot has upcoming bookings. Keep it, close its dates in the calendar, and remove it when those trips are over.',
    coalesce(to_char(date '2000-01-01' + s.start_time, 'FMHH12:MI AM'), '')), jsonb_build_object('slot_id', s.id)));
end $$;

-- Returns one checked slot of the form, with its spots in available_spots. p_at is its position, from 0: refusals name its fields as in the form
-- ('timeslots.0.start_time'). p_taken are the ids that the form has already used. Transport has no end time, and a car no start time. Raises 400
-- 'invalid_input'.
create function private.read_slot(p jsonb, p_kind text, p_at int, p_taken uuid[])
returns public.slots language plpgsql stable set search_path = '' as $$
declare
  week constant text[] := private.week_days();
  clock constant text := '^([01][0-9]|2[0-3]):[0-5][0-9](:00)?$';
  s public.slots;
  v_days text[];
  v_start text;
  v_end text;
  v_path text := format('timeslots.%s.', p_at);
begin
  if jsonb_typeof(p) <> 'object' then
    perform private.invalid('A time slot is not valid');
  end if;
  s.id := private.input_uuid(p, 'id');
  v_start := private.input_text(p, 'start_time', 8);
  v_end := private.input_text(p, 'end_time', 8);
  if s.id is null or s.id = any (p_taken) then
    perform private.invalid('A time slot is not valid');
  end if;
  if v_start !~ clock or v_end !~ clock or (p_kind = 'experience' and (v_start is null or v_end is null)) then
    perform private.invalid('Please set a start and an end time for each time slot',
      v_path || case when v_start is null or v_start !~ clock then 'start_time' else 'end_time' end);
  elsif p_kind = 'experience' and left(v_start, 5) = left(v_end, 5) then
    perform private.invalid('A time slot cannot end when it starts', v_path || 'end_time');
  end if;
  s.kind := p_kind;
  s.start_time := v_start::time;
  s.end_time := case p_kind when 'experience' then v_end::time end;
  v_days := private.input_texts(p, 'days_of_week', 7, '^(' || array_to_string(week, '|') || ')$');
  if cardinality(v_days) = 0 then
    perform private.invalid('Please choose at least one day for each time slot', v_path || 'days_of_week');
  end if;
  s.days_of_week := array(select d from unnest(week) with ordinality w (d, n) where d = any (v_days) order by n);
  s.available_spots := private.input_number(jsonb_build_object(v_path || 'spots', p -> 'spots'), v_path || 'spots', 'Please set a valid number of spots for each time slot',
    case p_kind when 'experience' then 1 else 0 end, 1000);
  return s;
end $$;

-- Stores one slot of a service, which has this position in the form. Locks its row. Dates with sales keep their time (departures.start_time). Raises
-- 400 'departure_time_required', 'timeslot_maximum' and 'timeslot_closed'.
create function private.save_slot(p_service_id uuid, p_slot public.slots, p_at int)
returns void language plpgsql security definer set search_path = '' as $$
declare
  s public.slots;
  v_service public.services;
begin
  select * into v_service from public.services x where x.id = p_service_id;
  if p_slot.start_time is null and v_service.transport_type_id <> 'car' then
    perform private.fail(400, 'departure_time_required', 'Please set a departure time for the shuttle service', format('timeslots.%s.start_time', p_at));
  elsif p_slot.available_spots > v_service.max_spots then
    perform private.fail_slot_size(v_service, v_service.max_spots, p_at);
  end if;
  select * into s from public.slots x where x.id = p_slot.id for update;
  if s.id is null then
    insert into public.slots (id, service_id, kind, start_time, end_time, days_of_week, max_spots, available_spots)
    values (p_slot.id, p_service_id, p_slot.kind, p_slot.start_time, p_slot.end_time, p_slot.days_of_week, greatest(p_slot.available_spots, 1), p_slot.available_spots);
    return;
  end if;
  if s.service_id <> p_service_id or s.archived_at is not null then
    perform private.fail(400, 'timeslot_closed', 'You can no longer change this time slot', format('timeslots.%s.start_time', p_at));
  end if;
  update public.slots x
     set start_time = p_slot.start_time, end_time = p_slot.end_time, days_of_week = p_slot.days_of_week,
         available_spots = p_slot.available_spots, max_spots = greatest(x.max_spots, p_slot.available_spots)
   where x.id = s.id;
end $$;

-- Raises 400 'timeslot_maximum' for a slot with more spots than its service, at its field: transport has one field for all its slots.
create function private.fail_slot_size(s public.services, p_max_spots int, p_at int)
returns void language plpgsql set search_path = '' as $$
begin
  perform private.fail(400, 'timeslot_maximum', format('A time slot has at most %s spots, as its %s', p_max_spots,
    case s.kind when 'experience' then 'experience' else 'service' end), case when s.kind = 'transport' then 'available_spots' else format('timeslots.%s.spots', p_at) end);
end $$;

-- Checks a service's slots against each other and against its maximum (p_max_spots, by default as stored), after they were written. p_ids: the slots
-- in the form's order. Raises 400 'invalid_input', 'timeslots_overlap' and 'timeslot_maximum'.
create function private.check_slots(p_service_id uuid, p_max_spots int default null, p_ids uuid[] default null)
returns void language plpgsql stable security definer set search_path = '' as $$
declare
  x public.services;
  v_at int;
begin
  select * into x from public.services s where s.id = p_service_id;
  p_max_spots := coalesce(p_max_spots, x.max_spots);
  if exists (select 1 from public.slots s where s.service_id = x.id and s.archived_at is null
              and (extract(second from s.start_time) <> 0 or extract(second from s.end_time) <> 0
                or cardinality(s.days_of_week) <> (select count(distinct d) from unnest(s.days_of_week) d))) then
    perform private.invalid('A time slot is not valid');
  end if;
  -- The later one of the form is named.
  select greatest(array_position(p_ids, a.id), array_position(p_ids, b.id)) - 1 into v_at
    from public.slots a join public.slots b
         on b.service_id = a.service_id and b.start_time is not distinct from a.start_time and b.days_of_week && a.days_of_week and b.id > a.id
   where a.service_id = x.id and a.archived_at is null and b.archived_at is null order by 1 limit 1;
  if found then
    perform private.fail(400, 'timeslots_overlap', 'Two time slots start at the same time on the same day',
      case when v_at is not null then format('timeslots.%s.start_time', v_at) end);
  end if;
  select array_position(p_ids, s.id) - 1 into v_at
    from public.slots s where s.service_id = x.id and s.archived_at is null and s.available_spots > p_max_spots order by 1 limit 1;
  if found then
    perform private.fail_slot_size(x, p_max_spots, v_at);
  end if;
end $$;

-- Replaces a service's slots with those of the form. Booked slots can't be removed: raises 409 'timeslot_has_bookings'. Locks the rows of the slots.
create function private.save_slots(p_service_id uuid, p jsonb)
returns void language plpgsql security definer set search_path = '' as $$
declare
  item jsonb;
  s public.slots;
  v_kept uuid[] := '{}';
begin
  if jsonb_typeof(p) is distinct from 'array' or jsonb_array_length(p) > 30 then
    perform private.invalid('At most 30 time slots', 'timeslots');
  end if;
  for item in select i from jsonb_array_elements(p) i loop
    s := private.read_slot(item, private.kind_of_service(p_service_id), cardinality(v_kept), v_kept);
    perform private.save_slot(p_service_id, s, cardinality(v_kept));
    v_kept := v_kept || s.id;
  end loop;
  for s in select * from public.slots x
            where x.service_id = p_service_id and x.archived_at is null and x.id <> all (v_kept) order by x.id for update loop
    if private.slot_is_taken(s.id) then
      perform private.fail_taken_slot(s);
    end if;
    delete from public.slots x where x.id = s.id; -- a trigger archives slots that were ever booked
  end loop;
end $$;

-- Updates the ranking. Removed guides are deleted, others change their position, and new ones must be guides in the territory. Remaining guides
-- aren't checked again, so that an experience whose guide has left can still be edited.
create function private.save_ranking(p_experience_id uuid, p_guides uuid[])
returns void language sql security definer set search_path = '' as $$
  delete from public.experience_guide_rankings r where r.experience_id = p_experience_id and r.guide_id <> all (p_guides);
  update public.experience_guide_rankings r set rank = g.n
    from unnest(p_guides) with ordinality g (id, n) where r.experience_id = p_experience_id and r.guide_id = g.id and r.rank <> g.n;
  insert into public.experience_guide_rankings (experience_id, guide_id, rank)
  select p_experience_id, g.id, g.n from unnest(p_guides) with ordinality g (id, n)
   where not exists (select 1 from public.experience_guide_rankings r where r.experience_id = p_experience_id and r.guide_id = g.id);
$$;

-- Stores a new service. An experience without guides is hidden. Columns that are empty, or that the database fills, get their defaults.
create function private.insert_service(s public.services)
returns void language plpgsql security definer set search_path = '' as $$
declare
  filled jsonb := jsonb_strip_nulls(to_jsonb(s));
  columns text := (select string_agg(quote_ident(c), ', ')
                     from unnest('{id,kind,territory_id,visible,min_to_run,decide_at}' || private.form_columns(s.kind)) c where filled ? c);
begin
  execute format('insert into public.services (%1$s) select %1$s from (select ($1).*) r', columns) using s;
end $$;

-- Stores the form's changes to a service.
create function private.update_service(s public.services)
returns void language plpgsql security definer set search_path = '' as $$
declare
  columns text := (select string_agg(quote_ident(c), ', ') from unnest(private.form_columns(s.kind)) c);
begin
  execute format('update public.services set (%1$s) = (select %1$s from (select ($1).*) r) where id = ($1).id', columns) using s;
end $$;

-- Saves a service of a kind and returns updated_at. An experience without guides is saved as a hidden draft. The browser creates p_id even for a new
-- service, so that repeating a save creates no second one. p_expected_version is updated_at from when the form was loaded, or null for a new one. For
-- people who run the territory, and for its shuttle managers if the service is and stays a shuttle. Raises 400 'invalid_input' and what
-- check_transport_terms and check_slot raise, 403 'forbidden', 404 'experience_not_editable', 'transport_not_editable' and 'territory_not_found', 409
-- 'changed_meanwhile' and 'timeslot_has_bookings'. Locks the id, then the service, then its slots.
create function public.save_service(p_kind text, p_id uuid, p_territory_id text, p_expected_version timestamptz, p jsonb)
returns timestamptz language plpgsql security definer set search_path = '' as $$
declare
  s public.services;
  v_guides uuid[];
  v_tags uuid[];
  v_new boolean;
begin
  perform private.require_user();
  if p_kind is null or p_kind not in ('experience', 'transport') then
    perform private.invalid('kind must be experience or transport');
  elsif p_id is null or jsonb_typeof(p) is distinct from 'object' then
    perform private.invalid(format('The form of the %s is needed', p_kind));
  end if;
  perform pg_advisory_xact_lock(hashtextextended('service:' || p_id, 0));
  select * into s from public.services x where x.id = p_id for no key update;
  v_new := s.id is null;
  if not v_new or p_expected_version is not null then
    if v_new or s.kind <> p_kind or s.archived_at is not null or not private.runs_service(s.id) then
      if p_kind = 'experience' then
        perform private.fail(404, 'experience_not_editable', 'Experience not found or you do not have permission to edit it');
      end if;
      perform private.fail(404, 'transport_not_editable', 'Transport not found or you do not have permission to edit it');
    end if;
    -- A repeated first save finds its own row.
    if s.updated_at is distinct from coalesce(p_expected_version, s.created_at) then
      perform private.fail(409, 'changed_meanwhile', 'Someone else changed this while you were working on it');
    end if;
  else
    if p_kind = 'transport' and coalesce(p_territory_id = any (private.my_territories('shuttle')), false) then
      perform private.require_driver_manager(p_territory_id);
    else
      perform private.require_territory(p_territory_id);
    end if;
    if not exists (select 1 from public.territories t where t.id = p_territory_id and t.archived_at is null) then
      perform private.fail(404, 'territory_not_found', 'Territory not found');
    end if;
    if p_kind = 'transport' then
      -- Every transport has them, although only private bookings use them, and a shuttle manager's form doesn't send them.
      s.min_private_guests := 1;
      s.max_private_guests := 1;
    end if;
    s.territory_id := p_territory_id;
  end if;

  if p_kind = 'experience' then
    s := private.read_experience(s, p);
    v_guides := private.input_uuids(p, 'guides', 50);
    v_tags := private.input_uuids(p, 'tags', 100);
    -- It is a draft until its guide has accepted.
    if cardinality(v_guides) = 0 and s.visible then
      perform private.invalid('Please fill in all required fields with valid values. At least one image is required.');
    end if;
    s.guide_id := v_guides[1];
  else
    s := private.read_transport(s, p);
    if not private.runs_territory(s.territory_id) and s.transport_type_id is distinct from 'shuttle' then
      perform private.fail(403, 'forbidden', 'You don''t have permission to do this');
    end if;
  end if;

  if v_new then
    s.id := p_id;
    s.kind := p_kind;
    s.visible := p_kind = 'transport' or cardinality(v_guides) > 0;
    perform private.insert_service(s);
  end if;
  -- The number of spots and the type are written first, because the slots are checked against them.
  update public.services x set max_spots = greatest(x.max_spots, s.max_spots),
      transport_type_id = case s.transport_type_id when 'car' then 'car' else x.transport_type_id end
   where x.id = p_id and (x.max_spots < s.max_spots or (s.transport_type_id = 'car' and x.transport_type_id <> 'car'));
  if p_kind = 'transport' and p -> 'timeslots' = '[]' then
    perform private.fail(400, 'departure_time_required', 'Please set a departure time for the shuttle service', 'timeslots.0.start_time');
  end if;
  perform private.save_slots(p_id, p -> 'timeslots');
  perform private.check_slots(p_id, s.max_spots, array(select (x ->> 'id')::uuid from jsonb_array_elements(p -> 'timeslots') with ordinality t (x, n) order by t.n));
  if p_kind = 'experience' then
    perform private.save_ranking(p_id, v_guides);
    delete from public.experience_tags t where t.experience_id = p_id and t.tag_id <> all (v_tags);
    insert into public.experience_tags (experience_id, tag_id) select p_id, t from unnest(v_tags) t on conflict do nothing;
  end if;
  -- This comes last, because the saved ranking decides who leads future departures.
  if not v_new then
    perform private.update_service(s);
  end if;
  return (select x.updated_at from public.services x where x.id = p_id);
end $$;

-- Returns the title of a copy in one language, cut to the length of a title.
create function private.title_of_copy(p_title text, p_language text)
returns text language sql immutable set search_path = '' as $$
  select left(p_title, 160 - length(m.mark)) || m.mark
    from (select case p_language when 'es' then ' (copia)' else ' (copy)' end) m (mark)
$$;

-- Copies a service with its texts, pictures, prices, minimum, slots, tags and the guides who still have the role, and marks its title. The copy is
-- hidden and not featured, and has no dates, bookings, reviews or answers of guides and drivers. The browser creates p_copy_id, so that repeating
-- makes no second one. For those who edit the service. Raises 400 'invalid_input', and 404 'experience_not_editable', 'transport_not_editable' and
-- 'territory_not_found'. Locks the id of the copy, then reads the service.
create function public.duplicate_service(p_id uuid, p_copy_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  s public.services;
begin
  perform private.require_user();
  if p_copy_id is null then
    perform private.invalid('The copy needs an id');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('service:' || p_copy_id, 0));
  select * into s from public.services x where x.id = p_id and x.archived_at is null;
  if s.id is null or not private.runs_service(s.id)
     or exists (select 1 from public.services x where x.id = p_copy_id and not private.runs_service(x.id)) then
    if s.kind = 'transport' then
      perform private.fail(404, 'transport_not_editable', 'Transport not found or you do not have permission to edit it');
    end if;
    perform private.fail(404, 'experience_not_editable', 'Experience not found or you do not have permission to edit it');
  elsif not exists (select 1 from public.territories t where t.id = s.territory_id and t.archived_at is null) then
    perform private.fail(404, 'territory_not_found', 'Territory not found');
  elsif exists (select 1 from public.services x where x.id = p_copy_id) then
    return;
  end if;
  s.id := p_copy_id;
  s.visible := false;
  s.title := private.title_of_copy(s.title, s.language);
  s.translations := (select coalesce(jsonb_object_agg(l.key, case when l.value ? 'title'
      then l.value || jsonb_build_object('title', private.title_of_copy(l.value ->> 'title', l.key)) else l.value end), '{}') from jsonb_each(s.translations) l);
  -- A duration from before half hours were the rule may stay, but a new service can't have it.
  s.duration_hours := ceil(s.duration_hours * 2) / 2;
  s.guide_id := (select g.id from private.guides_to_copy(p_id) g order by g.n limit 1);
  perform private.insert_service(s);
  insert into public.slots (service_id, kind, start_time, end_time, days_of_week, max_spots, available_spots)
  select s.id, x.kind, x.start_time, x.end_time, x.days_of_week, greatest(x.available_spots, 1), x.available_spots
    from public.slots x where x.service_id = p_id and x.archived_at is null;
  insert into public.experience_guide_rankings (experience_id, guide_id, rank)
  select s.id, g.id, row_number() over (order by g.n) from private.guides_to_copy(p_id) g where s.kind = 'experience';
  insert into public.experience_tags (experience_id, tag_id) select s.id, t.tag_id from public.experience_tags t where t.experience_id = p_id;
end $$;

-- Returns the guides of an experience who still have the role in its territory: the ranked ones in order, or without a ranking its own.
create function private.guides_to_copy(p_experience_id uuid)
returns table (id uuid, n int) language sql stable security definer set search_path = '' as $$
  select g.id, g.n
    from (select r.guide_id, r.rank from public.experience_guide_rankings r where r.experience_id = p_experience_id
          union all
          select e.guide_id, 1 from public.services e where e.id = p_experience_id
             and not exists (select 1 from public.experience_guide_rankings r where r.experience_id = e.id)) g (id, n)
    join public.services e on e.id = p_experience_id
   where private.user_has_role(g.id, 'tour_guide', e.territory_id)
$$;

-- Sets the featured experiences of a territory and their order. All others are no longer featured. p_expected contains those that the page showed.
-- Raises 400 'invalid_input', 409 'changed_meanwhile' and what require_territory raises. Locks the experiences.
create function public.set_featured_experiences(p_territory_id text, p_ids uuid[], p_expected uuid[] default null)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_featured uuid[];
begin
  perform private.require_territory(p_territory_id);
  perform 1 from public.services e where e.territory_id = p_territory_id and e.kind = 'experience' order by e.id for no key update;
  select coalesce(array_agg(e.id order by e.featured_order, e.id), '{}') into v_featured
    from public.services e where e.territory_id = p_territory_id and e.kind = 'experience' and e.featured and e.archived_at is null;
  if p_ids is null or cardinality(p_ids) > 50 or array_position(p_ids, null) is not null
     or cardinality(p_ids) <> (select count(*) from public.services e
                                where e.id = any (p_ids) and e.territory_id = p_territory_id and e.kind = 'experience' and e.archived_at is null) then
    perform private.invalid('Each experience must be of this region and in the list only once');
  elsif v_featured <> p_expected and v_featured <> p_ids then
    perform private.fail(409, 'changed_meanwhile', 'Someone else changed this while you were working on it');
  end if;
  update public.services e set featured = f.n is not null, featured_order = f.n
    from (select x.id, array_position(p_ids, x.id) as n from public.services x where x.territory_id = p_territory_id and x.kind = 'experience') f
   where e.id = f.id and e.archived_at is null
     and (e.featured is distinct from (f.n is not null) or e.featured_order is distinct from f.n);
end $$;

-- Returns the territory's services of a kind, including hidden ones, for its team. Featured ones come first in their order, then the others by title,
-- a page of 1 to 100 rows after (rank, sort_title, id). Each word in p_search must match the beginning of a word of the title, pickup location or
-- destination, in any language and without accents. Raises 403 'forbidden' for others.
create function public.list_services(p_territory_id text, p_kind text, p_search text default null, p_after_rank int default null,
  p_after_title text default null, p_after_id uuid default null, p_limit int default 50)
returns table (id uuid, title text, titles jsonb, image_urls text[], shared_price numeric, private_price numeric, duration numeric, max_spots int,
  available_spots int, featured boolean, featured_order int, visible boolean, guide_id uuid, guide_name text, guide_avatar text, type_id text,
  type_name text, language text, translated jsonb, rank int, sort_title text)
language plpgsql stable security definer set search_path = '' as $$
declare
  query tsquery := private.search_query(p_search);
  after_rank int := coalesce(p_after_rank, -2147483648);
  after_title text := coalesce(p_after_title, '');
  after_id uuid := coalesce(p_after_id, '00000000-0000-0000-0000-000000000000');
  page int := least(greatest(coalesce(p_limit, 50), 1), 100);
  ids uuid[];
begin
  perform private.require_territory(p_territory_id);
  -- There are two statements, so that each has the plan of its own index.
  if query is null then
    ids := array(
      select s.id from public.services s
      where s.territory_id = p_territory_id and s.kind = p_kind and s.archived_at is null
        and (private.featured_rank(s.featured, s.featured_order), private.plain_words(s.title) collate "C", s.id) > (after_rank, after_title, after_id)
      order by private.featured_rank(s.featured, s.featured_order), private.plain_words(s.title) collate "C", s.id limit page);
  else
    ids := array(
      select s.id from public.services s
      where array[s.territory_id] @> array[p_territory_id] and private.service_words(s.names) @@ query and s.kind = p_kind and s.archived_at is null
        and (private.featured_rank(s.featured, s.featured_order), private.plain_words(s.title) collate "C", s.id) > (after_rank, after_title, after_id)
      order by private.featured_rank(s.featured, s.featured_order), private.plain_words(s.title) collate "C", s.id limit page);
  end if;
  return query
  select s.id, s.title, s.names -> 'title', s.image_urls[1:1], s.shared_price, s.private_price, s.duration_hours, s.max_spots, s.available_spots,
    s.featured, s.featured_order, s.visible, s.guide_id, c.full_name, c.avatar_url, k.id, k.name, s.language,
    private.translation_states(s.translations), private.featured_rank(s.featured, s.featured_order), private.plain_words(s.title)
  from unnest(ids) with ordinality o (id, n)
  join public.services s on s.id = o.id
  left join public.profile_cards c on c.id = s.guide_id
  left join public.transport_types k on k.id = s.transport_type_id
  order by o.n;
end $$;

-- Gives a territory's first guide the drafts that wait for one, which have no guide and were never sold. If there are other guides, the team chooses.
create function private.take_drafts()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select 1 from private.live_grants g
                  where g.territory_id = new.territory_id and g.role = 'tour_guide' and g.user_id <> new.user_id) then
    with drafts as (
      select e.id from public.services e
      where e.territory_id = new.territory_id and e.kind = 'experience' and e.guide_id is null and not e.visible and e.archived_at is null
        and not exists (select 1 from public.experience_guide_rankings r where r.experience_id = e.id)
        and not exists (select 1 from public.departures d where d.service_id = e.id)
      order by e.id for no key update),
    ranked as (
      insert into public.experience_guide_rankings (experience_id, guide_id, rank) select d.id, new.user_id, 1 from drafts d)
    update public.services e set guide_id = new.user_id from drafts d where e.id = d.id;
  end if;
  return null;
end $$;

create trigger role_grants_take_drafts after insert or update of revoked_at, dropped_at on private.role_grants
  for each row when (new.role = 'tour_guide' and new.revoked_at is null and new.dropped_at is null)
  execute function private.take_drafts();

create trigger slots_audit after insert or update or delete on public.slots
  for each row execute function private.audit_slot();

create trigger services_audit after update or delete on public.services
  for each row execute function private.audit_service();
