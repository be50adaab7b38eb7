-- An experience is saved with its ranking of guides, its tags and its timeslots in one transaction. What the form may say is
-- checked here once more, in the order and with the words of the form.

-- What the form says, over what the row was. Prices have no more digits than the currency. Raises 400 'invalid_input'.
create function private.read_experience(e public.experiences, p jsonb)
returns public.experiences language plpgsql stable security definer set search_path = '' as $$
declare
  fields constant text := 'Please fill in all required fields with valid values. At least one image is required.';
  digits int := (select private.currency_exponent(t.currency_code) from public.territories t where t.id = e.territory_id);
begin
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
  e.duration := private.input_number(p, 'duration', fields, 0.1, 9999, 1);
  if not private.is_half_hours(e.duration) then
    perform private.invalid('A duration is in steps of half an hour');
  end if;
  e.max_spots := private.input_number(p, 'max_spots', fields, 1, 1000);
  e.min_spots := private.input_number(p, 'min_spots', fields, 1, e.max_spots);
  e.available_spots := private.input_number(p, 'available_spots', fields, 0, 1000);
  -- A shared one has neither a price for a group nor limits of one.
  e.private_price := null;
  e.max_private_guests := null;
  e.min_private_guests := null;
  if e.booking_type <> 'shared' then
    e.private_price := private.input_number(p, 'private_price', 'Please set a valid private booking price', 0.01, 9999999, digits);
    e.max_private_guests := private.input_number(p, 'max_private_guests', 'Please set a valid maximum number of guests for private bookings', 1, 1000);
    e.min_private_guests := private.input_number(p, 'min_private_guests', 'Please set a valid minimum number of guests for private bookings', 1, 1000);
    if e.min_private_guests > e.max_private_guests then
      perform private.invalid('Minimum private guests cannot be greater than maximum private guests');
    end if;
  end if;
  if e.available_spots > e.max_spots then
    perform private.invalid('Available spots cannot exceed maximum spots');
  end if;
  e.passport_required := private.input_bool(p, 'passport_required');
  e.cash_allowed := private.input_bool(p, 'cash_allowed');
  e.cancellation_policy := coalesce(private.input_text(p, 'cancellation_policy', 20), 'moderate');
  if e.cancellation_policy not in ('flexible', 'moderate', 'strict') then
    perform private.invalid('Choose one of the cancellation policies');
  end if;
  e.meeting_point := private.input_text(p, 'meeting_point', 500);
  e.meeting_point_link := private.input_text(p, 'meeting_point_link', 2000);
  if e.meeting_point_link !~ '^https://' or not private.is_web_link(e.meeting_point_link) then
    perform private.invalid('The map link must be a web address that starts with https://');
  end if;
  -- A page that was loaded before there were these fields names none.
  e.what_to_bring := case when p ? 'what_to_bring' then private.input_text(p, 'what_to_bring', 500) else e.what_to_bring end;
  e.language := coalesce(private.input_text(p, 'language', 2), e.language, 'en');
  e.translations := coalesce(case when p ? 'translations' then
    private.input_translations(p, 'translations', '{"title": 160, "description": 10000, "meeting_point": 500, "what_to_bring": 500}') else e.translations end, '{}');
  if not private.is_language(e.language) or e.translations ? e.language then
    perform private.invalid('A translation is in another language than the text');
  end if;
  return e;
end $$;

-- Seats of a timeslot that are held or sold on a day to come.
create function private.timeslot_is_taken(p_timeslot_id uuid)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.departures d join public.territories t on t.id = d.territory_id
    where d.timeslot_id = p_timeslot_id and d.held + d.sold > 0 and d.service_date >= (now() at time zone t.time_zone)::date)
$$;

-- Raises 409 'timeslot_has_bookings'; its details name the timeslot, so that a form leads to it.
create function private.fail_taken_timeslot(s public.experience_timeslots)
returns void language plpgsql set search_path = '' as $$
begin
  perform private.raise_refusal((409, 'timeslot_has_bookings', format(
    'The %s time slot has upcoming bookings. Keep it, close its dates in the calendar, and remove it when those trips are over.',
    to_char(date '2000-01-01' + s.start_time, 'FMHH12:MI AM')), jsonb_build_object('timeslot_id', s.id)));
end $$;

-- One timeslot of the form, checked; its spots are in available_spots. p_taken: ids that the form has used already. Raises 400
-- 'invalid_input'.
create function private.read_timeslot(p jsonb, p_taken uuid[])
returns public.experience_timeslots language plpgsql stable set search_path = '' as $$
declare
  week constant text[] := private.week_days();
  clock constant text := '^([01][0-9]|2[0-3]):[0-5][0-9](:00)?$';
  s public.experience_timeslots;
  v_days text[];
  v_start text;
  v_end text;
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
  if coalesce(v_start !~ clock, true) or coalesce(v_end !~ clock, true) then
    perform private.invalid('Please set a start and an end time for each time slot');
  end if;
  s.start_time := v_start::time;
  s.end_time := v_end::time;
  v_days := private.input_texts(p, 'days_of_week', 7, '^(' || array_to_string(week, '|') || ')$');
  if cardinality(v_days) = 0 then
    perform private.invalid('Please choose at least one day for each time slot');
  end if;
  s.days_of_week := array(select d from unnest(week) with ordinality w (d, n) where d = any (v_days) order by n);
  s.available_spots := private.input_number(p, 'spots', 'Please set a valid number of spots for each time slot', 1, 1000);
  return s;
end $$;

-- Stores one timeslot of an experience. Locks its row. Dates that are sold keep their time (departure_start).
create function private.save_timeslot(p_experience_id uuid, p_slot public.experience_timeslots)
returns void language plpgsql security definer set search_path = '' as $$
declare
  s public.experience_timeslots;
begin
  select * into s from public.experience_timeslots x where x.id = p_slot.id for update;
  if s.id is null then
    insert into public.experience_timeslots (id, experience_id, start_time, end_time, days_of_week, max_spots, available_spots)
    values (p_slot.id, p_experience_id, p_slot.start_time, p_slot.end_time, p_slot.days_of_week, p_slot.available_spots, p_slot.available_spots);
    return;
  end if;
  if s.experience_id <> p_experience_id or s.archived_at is not null then
    perform private.fail(400, 'timeslot_closed', 'You can no longer change this time slot');
  end if;
  update public.experience_timeslots x
     set start_time = p_slot.start_time, end_time = p_slot.end_time, days_of_week = p_slot.days_of_week,
         available_spots = p_slot.available_spots, max_spots = greatest(x.max_spots, p_slot.available_spots)
   where x.id = s.id;
end $$;

-- The timeslots of an experience become those of the form. One that tourists have booked stays: raises 409
-- 'timeslot_has_bookings'. Locks the rows of the timeslots.
create function private.save_timeslots(p_experience_id uuid, p jsonb)
returns void language plpgsql security definer set search_path = '' as $$
declare
  item jsonb;
  s public.experience_timeslots;
  v_kept uuid[] := '{}';
begin
  if jsonb_typeof(p) is distinct from 'array' or jsonb_array_length(p) > 30 then
    perform private.invalid('At most 30 time slots');
  end if;
  for item in select i from jsonb_array_elements(p) i loop
    s := private.read_timeslot(item, v_kept);
    perform private.save_timeslot(p_experience_id, s);
    v_kept := v_kept || s.id;
  end loop;
  if exists (select 1 from public.experience_timeslots a join public.experience_timeslots b
               on b.experience_id = a.experience_id and b.start_time = a.start_time and b.days_of_week && a.days_of_week and b.id > a.id
              where a.experience_id = p_experience_id and a.id = any (v_kept) and b.id = any (v_kept)) then
    perform private.fail(400, 'timeslots_overlap', 'Two time slots start at the same time on the same day');
  end if;
  for s in select * from public.experience_timeslots x
            where x.experience_id = p_experience_id and x.archived_at is null and x.id <> all (v_kept) order by x.id for update loop
    if private.timeslot_is_taken(s.id) then
      perform private.fail_taken_timeslot(s);
    end if;
    delete from public.experience_timeslots x where x.id = s.id; -- one that was ever booked is archived by its trigger
  end loop;
end $$;

-- Those who are taken out go, those who stay change their place, new ones must guide in the territory. Who stays is
-- not asked again: an experience whose guide has left can still be edited.
create function private.save_ranking(p_experience_id uuid, p_guides uuid[])
returns void language sql security definer set search_path = '' as $$
  delete from public.experience_guide_rankings r where r.experience_id = p_experience_id and r.guide_id <> all (p_guides);
  update public.experience_guide_rankings r set rank = g.n
    from unnest(p_guides) with ordinality g (id, n) where r.experience_id = p_experience_id and r.guide_id = g.id and r.rank <> g.n;
  insert into public.experience_guide_rankings (experience_id, guide_id, rank)
  select p_experience_id, g.id, g.n from unnest(p_guides) with ordinality g (id, n)
   where not exists (select 1 from public.experience_guide_rankings r where r.experience_id = p_experience_id and r.guide_id = g.id);
$$;

-- The columns that a form writes: all but those that the database or another function keeps. A new column of the table is one of them.
create function private.form_columns_of_experience()
returns text language sql stable set search_path = '' as $$
  select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
  where a.attrelid = 'public.experiences'::regclass and a.attnum > 0 and not a.attisdropped
    and a.attname <> all ('{id,territory_id,featured,featured_order,visible,min_to_run,decide_at,rating_average,rating_count,names,archived_at,created_at,updated_at}')
$$;

-- Stores a new experience, a draft hidden; the other columns that a form does not write take their defaults.
create function private.insert_experience(e public.experiences)
returns void language plpgsql security definer set search_path = '' as $$
declare
  columns text := 'id, territory_id, visible, ' || private.form_columns_of_experience();
begin
  execute format('insert into public.experiences (%1$s) select %1$s from (select ($1).*) r', columns) using e;
end $$;

-- Stores what a form has changed of an experience.
create function private.update_experience(e public.experiences)
returns void language plpgsql security definer set search_path = '' as $$
declare
  columns text := private.form_columns_of_experience();
begin
  execute format('update public.experiences set (%1$s) = (select %1$s from (select ($1).*) r) where id = ($1).id', columns) using e;
end $$;

-- Saves an experience, without guides as a hidden draft. p_id: made by the browser, also for a new one, so that a save whose answer was lost makes no second experience.
-- p_expected_version: updated_at as the form was filled from it; null for a new one. Answers the new one. Raises 400 'invalid_input', 404
-- 'experience_not_editable' and 'territory_not_found', 409 'changed_meanwhile' and 'timeslot_has_bookings'. Locks the id, then the
-- experience, then its timeslots.
create function public.save_experience(p_id uuid, p_territory_id text, p_expected_version timestamptz, p jsonb)
returns timestamptz language plpgsql security definer set search_path = '' as $$
declare
  e public.experiences;
  v_guides uuid[];
  v_tags uuid[];
  v_new boolean;
begin
  perform private.require_user();
  if p_id is null or jsonb_typeof(p) is distinct from 'object' then
    perform private.invalid('An experience is needed');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('experience:' || p_id, 0));
  select * into e from public.experiences x where x.id = p_id for no key update;
  v_new := e.id is null;
  if not v_new or p_expected_version is not null then
    if v_new or e.archived_at is not null or not private.runs_territory(e.territory_id) then
      perform private.fail(404, 'experience_not_editable', 'Experience not found or you do not have permission to edit it');
    end if;
    -- A first save that arrives again finds its own row as it made it.
    if e.updated_at is distinct from coalesce(p_expected_version, e.created_at) then
      perform private.fail(409, 'changed_meanwhile', 'Somebody else has changed this meanwhile');
    end if;
  else
    perform private.require_territory(p_territory_id);
    if not exists (select 1 from public.territories t where t.id = p_territory_id and t.archived_at is null) then
      perform private.fail(404, 'territory_not_found', 'Territory not found');
    end if;
    e.territory_id := p_territory_id;
  end if;

  e := private.read_experience(e, p);
  v_guides := private.input_uuids(p, 'guides', 50);
  v_tags := private.input_uuids(p, 'tags', 100);
  -- Before its guide has accepted it is kept as a draft.
  if cardinality(v_guides) = 0 and e.visible then
    perform private.invalid('Please fill in all required fields with valid values. At least one image is required.');
  end if;
  e.guide_id := v_guides[1];

  if v_new then
    e.id := p_id;
    e.visible := cardinality(v_guides) > 0;
    perform private.insert_experience(e);
  end if;
  -- More spots first: the time slots are checked against them.
  update public.experiences x set max_spots = e.max_spots where x.id = p_id and x.max_spots < e.max_spots;
  perform private.save_timeslots(p_id, p -> 'timeslots');
  if exists (select 1 from public.experience_timeslots s
              where s.experience_id = p_id and s.archived_at is null and s.available_spots > e.max_spots) then
    perform private.fail(400, 'timeslot_maximum', format('A time slot has at most %s spots, as its experience', e.max_spots));
  end if;
  perform private.save_ranking(p_id, v_guides);
  delete from public.experience_tags t where t.experience_id = p_id and t.tag_id <> all (v_tags);
  insert into public.experience_tags (experience_id, tag_id) select p_id, t from unnest(v_tags) t on conflict do nothing;
  -- Last: who leads what is still to come is settled by the ranking that stands by now.
  if not v_new then
    perform private.update_experience(e);
  end if;
  return (select x.updated_at from public.experiences x where x.id = p_id);
end $$;

-- These are featured, in this order, and nothing else of the territory is. Raises 400 'invalid_input' and what require_territory raises.
create function public.set_featured_experiences(p_territory_id text, p_ids uuid[])
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_territory(p_territory_id);
  if p_ids is null or cardinality(p_ids) > 50 or array_position(p_ids, null) is not null
     or cardinality(p_ids) <> (select count(*) from public.experiences e
                                where e.id = any (p_ids) and e.territory_id = p_territory_id and e.archived_at is null) then
    perform private.invalid('Each experience once, and of this region');
  end if;
  update public.experiences e set featured = f.n is not null, featured_order = f.n
    from (select x.id, array_position(p_ids, x.id) as n from public.experiences x where x.territory_id = p_territory_id) f
   where e.id = f.id and e.archived_at is null
     and (e.featured is distinct from (f.n is not null) or e.featured_order is distinct from f.n);
end $$;

-- The territory's experiences including hidden ones, a page of 1 to 100 rows, for its team: featured ones first in their order, then by title; a page starts
-- after (rank, sort_title, id). p_search: words, each the beginning of a word of the title, without accents. Raises 403 'forbidden' to anyone else.
create function public.list_experiences(p_territory_id text, p_search text default null, p_after_rank int default null,
  p_after_title text default null, p_after_id uuid default null, p_limit int default 50)
returns table (id uuid, title text, titles jsonb, image_urls text[], shared_price numeric, private_price numeric, duration numeric, max_spots int,
  available_spots int, featured boolean, featured_order int, visible boolean, guide_id uuid, guide_name text, guide_avatar text,
  language text, translated jsonb, rank int, sort_title text)
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
  -- Two statements, so that each has the plan of its own index.
  if query is null then
    ids := array(
      select e.id from public.experiences e
      where e.territory_id = p_territory_id and e.archived_at is null
        and (private.featured_rank(e.featured, e.featured_order), private.plain_words(e.title) collate "C", e.id) > (after_rank, after_title, after_id)
      order by private.featured_rank(e.featured, e.featured_order), private.plain_words(e.title) collate "C", e.id limit page);
  else
    ids := array(
      select e.id from public.experiences e
      where array[e.territory_id] @> array[p_territory_id] and private.search_words(private.every_name(e.names, 'title')) @@ query and e.archived_at is null
        and (private.featured_rank(e.featured, e.featured_order), private.plain_words(e.title) collate "C", e.id) > (after_rank, after_title, after_id)
      order by private.featured_rank(e.featured, e.featured_order), private.plain_words(e.title) collate "C", e.id limit page);
  end if;
  return query
  select e.id, e.title, e.names -> 'title', e.image_urls[1:1], e.shared_price, e.private_price, e.duration, e.max_spots, e.available_spots, e.featured, e.featured_order, e.visible,
    e.guide_id, c.full_name, c.avatar_url, e.language, private.translation_states(e.translations), private.featured_rank(e.featured, e.featured_order), private.plain_words(e.title)
  from unnest(ids) with ordinality k (id, n)
  join public.experiences e on e.id = k.id
  left join public.profile_cards c on c.id = e.guide_id
  order by k.n;
end $$;

-- The first guide of a territory takes the drafts that wait for one: those without a guide that were never sold. With other guides
-- there, who runs the territory chooses.
create function private.take_drafts()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select 1 from private.live_grants g
                  where g.territory_id = new.territory_id and g.role = 'tour_guide' and g.user_id <> new.user_id) then
    with drafts as (
      select e.id from public.experiences e
      where e.territory_id = new.territory_id and e.guide_id is null and not e.visible and e.archived_at is null
        and not exists (select 1 from public.experience_guide_rankings r where r.experience_id = e.id)
        and not exists (select 1 from public.departures d where d.experience_id = e.id)
      order by e.id for no key update),
    ranked as (
      insert into public.experience_guide_rankings (experience_id, guide_id, rank) select d.id, new.user_id, 1 from drafts d)
    update public.experiences e set guide_id = new.user_id from drafts d where e.id = d.id;
  end if;
  return null;
end $$;

create trigger role_grants_take_drafts after insert or update of revoked_at, dropped_at on private.role_grants
  for each row when (new.role = 'tour_guide' and new.revoked_at is null and new.dropped_at is null)
  execute function private.take_drafts();

create trigger experience_timeslots_audit after insert or update or delete on public.experience_timeslots
  for each row execute function private.audit_timeslot();

create trigger experiences_audit after update or delete on public.experiences
  for each row execute function private.audit_service();
