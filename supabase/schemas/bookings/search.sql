-- Finds bookings by what is written on them: the service in each of its languages, tourist, guide, hotel, phone and number. Triggers keep one row per
-- booking. It is a table of its own, because row level security would keep a text search on the bookings from using an index. Only functions read it,
-- after checking the caller's rights in the territory.

create table private.booking_search (
  booking_id uuid primary key,
  territory_id text not null,
  booking_date date not null,
  start_time time, -- lists have this order within a day
  words tsvector not null
);
create index booking_search_territory_idx on private.booking_search (territory_id);
create index booking_search_words_idx on private.booking_search using gin ((array[territory_id]), words);
alter table private.booking_search enable row level security;
grant all on private.booking_search to service_role;

-- Returns the parts that are searched as digits or letters only. For a phone these are the whole number, the number without its country code, and its
-- last four digits. For a booking it is the number on its receipts (private.booking_number).
create function private.booking_marks(p_id uuid, p_phone text)
returns tsvector language sql immutable set search_path = '' as $$
  select array_to_tsvector(array(
    select left(p_id::text, 8)
    union select x.digits from (select regexp_replace(p_phone, '\D', '', 'g') as digits) x where length(x.digits) >= 4
    union select right(x.digits, n) from (select regexp_replace(p_phone, '\D', '', 'g') as digits) x, unnest('{4,7,8,9,10}'::int[]) n
      where length(x.digits) > n))
$$;

-- Returns the number by which people name a booking, such as '3F9A21CC'. It is the part of the id that tickets, receipts and lists show.
create function private.booking_number(p_id uuid)
returns text language sql immutable set search_path = '' as $$ select upper(left(p_id::text, 8)) $$;

-- Returns a query that finds bookings by a text: by words, which match the beginnings of words; by a phone number, with any spacing and with or
-- without leading zeros; or by a booking's number, with or without hyphens or spaces ('abcd-1234', which may also be words), or as on a receipt
-- ('E-20261103-ABCD1234'). Returns null for an empty text.
create function private.booking_query(p_text text)
returns tsquery language sql immutable set search_path = '' as $$
  select case
    when x.text ~ '^[+(]*[0-9][0-9 ()./-]{3,}$' and ltrim(x.digits, '0') <> ''
      then (quote_literal(x.digits) || ':* | ' || quote_literal(ltrim(x.digits, '0')) || ':*')::tsquery
    when x.number ~ '^[0-9a-f]{4,8}$' then (quote_literal(x.number) || ':*')::tsquery || private.search_query(p_text)
    else private.search_query(p_text) end
  from (select lower(btrim(left(p_text, 200))) as text, regexp_replace(left(p_text, 200), '\D', '', 'g') as digits,
               regexp_replace(regexp_replace(lower(left(p_text, 200)), '[#\s-]', '', 'g'), '^[et][0-9]{8}(?=[0-9a-f]{8}$)', '') as number) x
$$;

-- Does the same as booking_query, and also finds a ticket's spoken code in one territory, with or without spaces or hyphens. Only all eight digits
-- match, as in find_check_in, because a partial match would reveal the rest. The code isn't stored in the search table, and has its own index.
create function private.booking_query_in(p_territory_id text, p_text text)
returns tsquery language sql stable security definer set search_path = '' as $$
  select coalesce(private.booking_query(p_text) || (
    select string_agg(quote_literal(left(b.id::text, 8)), ' | ')::tsquery
      from public.booking_codes c join public.bookings b on b.id = c.booking_id and b.territory_id = p_territory_id
     where length(t.code) = 8 and left(c.code, 8) = t.code), private.booking_query(p_text))
  from (select regexp_replace(lower(left(p_text, 200)), '[#\s-]', '', 'g') as code) t
$$;

create view private.booking_words as
select b.id as booking_id, b.territory_id, b.booking_date, b.start_time,
  private.search_words(concat_ws(' ',
    private.every_name(s.names, 'title'),
    (select p.full_name || ' ' || p.email from public.profiles p where p.id = b.tourist_id), b.guest_name,
    (select p.full_name from public.profiles p where p.id = b.guide_id), b.hotel_name)) || private.booking_marks(b.id, b.whatsapp_number) as words
from public.bookings b join public.services s on s.id = b.service_id;

-- Writes the search words of these bookings.
create function private.index_bookings(p_ids uuid[])
returns void language sql security definer set search_path = '' as $$
  insert into private.booking_search (booking_id, territory_id, booking_date, start_time, words)
  select w.booking_id, w.territory_id, w.booking_date, w.start_time, w.words from private.booking_words w where w.booking_id = any (p_ids)
  on conflict (booking_id) do update
    set territory_id = excluded.territory_id, booking_date = excluded.booking_date, start_time = excluded.start_time, words = excluded.words
$$;

create function private.index_added()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.index_bookings(array(select a.id from added a));
  return null;
end $$;

create function private.index_booking()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    delete from private.booking_search where booking_id = old.id;
  else
    perform private.index_bookings(array[new.id]);
  end if;
  return null;
end $$;

create trigger bookings_index after insert on public.bookings
  referencing new table as added for each statement execute function private.index_added();

create trigger bookings_unindex after delete on public.bookings
  for each row execute function private.index_booking();

create trigger bookings_reindex after update of tourist_id, guide_id, hotel_name, whatsapp_number, guest_name, booking_date, start_time, service_id, territory_id
  on public.bookings
  for each row when ((old.tourist_id, old.guide_id, old.hotel_name, old.whatsapp_number, old.guest_name, old.booking_date, old.start_time, old.service_id, old.territory_id)
    is distinct from (new.tourist_id, new.guide_id, new.hotel_name, new.whatsapp_number, new.guest_name, new.booking_date, new.start_time, new.service_id, new.territory_id))
  execute function private.index_booking();

-- Finds a tourist's, guide's or service's bookings by its new name after it was renamed.
create function private.reindex_bookings_of()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.index_bookings(array(
    select b.id from public.bookings b where new.id in (b.tourist_id, b.guide_id, b.service_id)));
  return null;
end $$;

create trigger profiles_reindex after update of full_name, email on public.profiles
  for each row when ((old.full_name, old.email) is distinct from (new.full_name, new.email)) execute function private.reindex_bookings_of();

create trigger services_reindex after update of names on public.services
  for each row when ((old.names -> 'title') is distinct from (new.names -> 'title')) execute function private.reindex_bookings_of();

-- Rebuilds the rows that a bulk load skips because it disables triggers. Returns their number.
create function private.index_missing_bookings()
returns bigint language plpgsql security definer set search_path = '' as $$
declare
  made bigint;
begin
  insert into private.booking_search (booking_id, territory_id, booking_date, start_time, words)
  select w.booking_id, w.territory_id, w.booking_date, w.start_time, w.words from private.booking_words w
  where not exists (select 1 from private.booking_search s where s.booking_id = w.booking_id);
  get diagnostics made = row_count;
  return made;
end $$;
grant execute on function private.index_missing_bookings() to service_role;
