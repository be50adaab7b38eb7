-- Searches regions by their texts and offers, transport between two places on a day, and a territory's experiences with seats on a day.

-- Returns the words of a text in a language: unchanged, for partially typed words, and stemmed, so that "cascadas" finds "cascada". They have no
-- accents, as plain_words leaves them (docs/decisions/0046).
create function private.stemmed(p_text text, p_language text)
returns tsvector language sql immutable parallel safe set search_path = '' as $$
  select to_tsvector('pg_catalog.simple'::regconfig, t.plain) || case p_language
      when 'es' then to_tsvector('pg_catalog.spanish'::regconfig, t.plain)
      when 'en' then to_tsvector('pg_catalog.english'::regconfig, t.plain) else '' end
    from (select private.plain_words(left(p_text, 4000)) as plain) t
$$;

-- Returns the words of a listing in each of its languages. Its name counts more than its description. p_name is the column of the name.
create function private.listing_words(p_name text, p_title text, p_text text, p_language text, p_translations jsonb)
returns tsvector language plpgsql immutable parallel safe set search_path = '' as $$
declare
  v tsvector := setweight(private.stemmed(p_title, p_language), 'A') || setweight(private.stemmed(p_text, p_language), 'C');
  v_language text;
  v_texts jsonb;
begin
  for v_language, v_texts in select * from jsonb_each(p_translations) loop
    v := v || setweight(private.stemmed(v_texts ->> p_name, v_language), 'A')
      || setweight(private.stemmed(concat_ws(' ', v_texts ->> 'summary', v_texts ->> 'description'), v_language), 'C');
  end loop;
  return v;
end $$;
grant execute on function private.stemmed(text, text), private.listing_words(text, text, text, text, jsonb) to authenticated, service_role;

create index services_listing_words_idx on public.services
  using gin (private.listing_words('title', title, description, language, translations)) where visible and archived_at is null;

-- Returns a search query in any language. Each word must match the beginning of a word, or a stem. It has at most eight words, and is null for an
-- empty text.
create function private.listing_query(p_text text)
returns tsquery language plpgsql immutable set search_path = '' as $$
declare
  v_word text;
  v tsquery;
  one tsquery;
begin
  for v_word in
    select w.word from unnest(string_to_array(private.plain_words(left(p_text, 200)), ' ')) with ordinality w (word, n)
     where w.word !~ '^\s*$' order by w.n limit 8
  loop
    one := to_tsquery('pg_catalog.simple'::regconfig, quote_literal(v_word) || ':*')
      || plainto_tsquery('pg_catalog.english'::regconfig, v_word) || plainto_tsquery('pg_catalog.spanish'::regconfig, v_word);
    v := case when v is null then one else v && one end;
  end loop;
  return v;
end $$;

-- Returns the regions that match a text themselves, or if there are none, those whose services do. Most regions have a boat or a shuttle to the next,
-- so a region's name would otherwise find them all. Returns at most 100, and none for an empty text.
create function public.search_regions(p_text text)
returns table (territory_id text) language sql stable security definer set search_path = '' as $$
  with asked as materialized (select private.listing_query(p_text) as words),
  named as materialized (
    select t.id, t.name, ts_rank(own.words, asked.words) as rank
      from public.territories t cross join asked
      cross join lateral (select private.listing_words('name', t.name, concat_ws(' ', t.summary, t.description), t.language, t.translations) as words) own
     where t.visible and t.archived_at is null and own.words @@ asked.words),
  offering as (
    select distinct s.territory_id from public.services s, asked
     where s.visible and s.archived_at is null
       and private.listing_words('title', s.title, s.description, s.language, s.translations) @@ asked.words)
  select f.id from (
    select n.id, n.name, n.rank from named n
    union all
    select t.id, t.name, 0 from public.territories t
     where t.visible and t.archived_at is null and not exists (select 1 from named) and t.id in (select o.territory_id from offering o)) f
   order by f.rank desc, f.name, f.id limit 100
$$;
grant execute on function public.search_regions(text) to anon;

-- Returns whether a listing's text or a translation equals this name, ignoring accents, capitals and punctuation.
create function private.is_named(p_text text, p_translations jsonb, p_column text, p_name text)
returns boolean language sql immutable set search_path = '' as $$
  select p_text = p_name or private.plain_words(p_name) in (
    select private.plain_words(p_text)
    union all
    select private.plain_words(l.value ->> p_column) from jsonb_each(p_translations) l where l.value ? p_column)
$$;

-- Returns how a party can book a departure: 'shared' or otherwise 'private', which needs and takes the whole departure. Returns null if it is full
-- for them.
create function private.offer_for(p_people int, p_booking_type text, p_min_spots int, p_max_spots int, p_min_private int, p_max_private int,
  p_available int, p_capacity int)
returns text language sql immutable set search_path = '' as $$
  select case
    when p_booking_type <> 'private' and p_people between p_min_spots and p_max_spots and p_available >= p_people then 'shared'
    when p_booking_type <> 'shared' and p_available > 0 and p_available >= p_capacity
      and p_people between p_min_private and least(p_max_private, p_capacity) then 'private'
    end
$$;

-- Checks that a place's name isn't a territory's id, because the place would otherwise appear among another territory's offers.
create function private.is_place_name(p_place text)
returns boolean language sql stable security definer set search_path = '' as $$
  select not exists (select 1 from public.territories t where t.id = p_place)
$$;

-- Returns transport offers for a party in a range of days. A place is a territory's id, or a pickup location or destination by name in any of the
-- service's languages, and null means anywhere. `offer` is how the party can book it, shared or otherwise private, and null if it is full for them.
-- Departures that have left or are closed aren't included.
create function private.transport_offers(p_from text, p_to text, p_first date, p_last date, p_people int)
returns table (service public.services, slot_id uuid, service_date date, departs time, seats int, offer text, zone text, symbol text)
language sql stable security definer set search_path = '' as $$
  with found as materialized (
    select s as service, s.id, t.time_zone, t.currency_symbol
      from public.services s join public.territories t on t.id = s.territory_id
     where s.kind = 'transport' and s.visible and s.archived_at is null and t.visible and t.archived_at is null
       and (p_from is null or s.territory_id = p_from or (private.is_named(s.pickup_location, s.translations, 'pickup_location', p_from) and (select private.is_place_name(p_from))))
       and (p_to is null or s.destination_territory_id = p_to or (private.is_named(s.destination, s.translations, 'destination', p_to) and (select private.is_place_name(p_to)))))
  select f.service, x.slot_id, x.service_date, x.start_time, x.available, fits.offer, f.time_zone, f.currency_symbol
    from private.slot_seats(array(select f.id from found f), p_first, p_last) x
    join found f on f.id = x.service_id
    cross join lateral (select private.offer_for(p_people, (f.service).booking_type, (f.service).min_spots, (f.service).max_spots,
      (f.service).min_private_guests, (f.service).max_private_guests, x.available, x.capacity) as offer) fits
   where not x.closed
$$;

-- Returns a journey of the search result. It has a list of legs, so far only one, so that connections can be added without changing the rest. Times
-- are local to their place, and days_later counts the nights on the way.
create function private.journey(s public.services, p_slot_id uuid, p_date date, p_departs time, p_seats int, p_offer text, p_people int, p_zone text)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('departs', p_departs, 'arrives', way.arrives::time, 'days_later', way.arrives::date - p_date,
    'minutes', round(s.duration_hours * 60), 'seats', p_seats, 'offer', p_offer,
    'shared_price', case when s.booking_type <> 'private' then s.shared_price end,
    'private_price', case when s.booking_type <> 'shared' then s.private_price end,
    'total', case p_offer when 'shared' then s.shared_price * p_people when 'private' then s.private_price end,
    'least_people', least(case when s.booking_type <> 'private' then s.min_spots end, case when s.booking_type <> 'shared' then s.min_private_guests end),
    'most_people', greatest(case when s.booking_type <> 'private' then s.max_spots end, case when s.booking_type <> 'shared' then s.max_private_guests end),
    'rating_average', s.rating_average, 'rating_count', s.rating_count,
    'legs', jsonb_build_array(jsonb_build_object('transport_id', s.id, 'slot_id', p_slot_id, 'title', s.title, 'type', s.transport_type_id,
      'from', s.pickup_location, 'to', s.destination, 'titles', s.names -> 'title',
      'froms', s.names -> 'pickup_location', 'tos', s.names -> 'destination', 'departs', p_departs, 'arrives', way.arrives::time)))
  from (select ((p_date + p_departs) at time zone p_zone + s.duration_hours * interval '1 hour')
    at time zone coalesce((select d.time_zone from public.territories d where d.id = s.destination_territory_id), p_zone) as arrives) way
$$;

-- Returns journeys between two places on a day: at most 200 by time, with those without a time last. Also returns, for two weeks around the day, how
-- many are available to the party and the lowest shared price. A past day counts as today. Raises 400 'date_too_far'.
create function public.search_transport(p_from text, p_to text, p_date date, p_people int)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_from text := nullif(btrim(left(p_from, 160)), '');
  v_to text := nullif(btrim(left(p_to, 160)), '');
  v_people int := least(greatest(coalesce(p_people, 1), 1), 1000);
  -- Without a place, we use the country's time zone.
  v_today date := (now() at time zone coalesce((select t.time_zone from public.territories t where t.id = v_from), 'America/Guatemala'))::date;
  v_date date := greatest(p_date, v_today);
  v_first date := greatest(v_date - 3, v_today);
  v_answer jsonb;
begin
  if p_date is null or not isfinite(p_date) or p_date > v_today + 730 then
    perform private.fail(400, 'date_too_far', 'Please select a date within the next two years');
  end if;
  with offers as materialized (select * from private.transport_offers(v_from, v_to, v_first, v_first + 13, v_people)),
  days as (
    select v_first + n as day, count(o.offer) as journeys, min((o.service).shared_price) filter (where o.offer = 'shared') as price
      from generate_series(0, 13) n left join offers o on o.service_date = v_first + n
     group by 1),
  journeys as (
    select private.journey(o.service, o.slot_id, o.service_date, o.departs, o.seats, o.offer, v_people, o.zone)
        || jsonb_build_object('symbol', o.symbol) as journey, o.departs, (o.service).id
      from offers o where o.service_date = v_date
     order by o.departs, (o.service).id, o.slot_id limit 200)
  select jsonb_build_object('date', v_date, 'people', v_people,
      -- With several currencies there is no lowest price.
      'symbol', (select case when count(distinct o.symbol) = 1 then min(o.symbol) end from offers o),
      'days', (select jsonb_agg(jsonb_build_object('date', d.day, 'journeys', d.journeys, 'price', d.price) order by d.day) from days d),
      'journeys', coalesce((select jsonb_agg(j.journey order by j.departs, j.id) from journeys j), '[]'))
    into v_answer;
  return v_answer;
end $$;
grant execute on function public.search_transport(text, text, date, int) to anon;

-- Returns the experiences of a territory with enough seats on a day: the first available time, how many times are available, the most seats left at
-- one of them, and how the party can book it, shared or otherwise private. Raises 400 'date_too_far'.
create function public.experiences_on(p_territory_id text, p_date date, p_people int)
returns table (experience_id uuid, first_time time, times int, seats int, offer text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_date is null or not isfinite(p_date) or abs(p_date - current_date) > 732 then
    perform private.fail(400, 'date_too_far', 'Please select a date within the next two years');
  end if;
  return query
    select e.id, min(x.start_time), count(*)::int, max(x.available), max(fits.offer)
      from public.services e
      join public.territories t on t.id = e.territory_id and t.visible and t.archived_at is null
      cross join lateral private.slot_seats(array[e.id], p_date, p_date) x
      cross join lateral (select private.offer_for(p_people, e.booking_type, e.min_spots, e.max_spots,
        coalesce(e.min_private_guests, 1), coalesce(e.max_private_guests, 1), x.available, x.capacity) as offer) fits
     where e.territory_id = p_territory_id and e.kind = 'experience' and e.visible and e.archived_at is null and fits.offer is not null
     group by e.id;
end $$;
grant execute on function public.experiences_on(text, date, int) to anon;
