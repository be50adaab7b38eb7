-- Written by "npm run db:baseline" from supabase/schemas. Do not edit.

-- What every other file stands on: the schema `private`, privileges that start from nothing, errors, and small helpers for
-- time stamps, text, money and search words. Currencies are here because the prices of every topic name one.

-- Bodies of functions are not checked while the schema is made: a function may call one of a later file.
set check_function_bodies = off;

create schema if not exists private;
comment on schema private is 'Everything that protects money, seats or people. Not exposed by the API; reached only through functions.';
revoke all on schema private from public;
-- RLS policies call helpers in private as the requesting role: usage is needed, execute is granted per function.
grant usage on schema private to anon, authenticated, service_role;

-- Functions are executable by everyone by default. `in schema` would make this a no-op, so it is left out.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke execute on functions from anon, authenticated, service_role;

-- The 15 currencies a territory may use.
create table public.currencies (
  code text primary key check (code ~ '^[A-Z]{3}$'),
  symbol text not null,
  exponent int not null check (exponent in (0, 2))
);
alter table public.currencies enable row level security;
grant select on public.currencies to anon, authenticated;
grant all on public.currencies to service_role;

insert into public.currencies (code, symbol, exponent) values
  ('USD', '$', 2), ('GTQ', 'Q', 2), ('EUR', '€', 2), ('GBP', '£', 2), ('MXN', '$', 2), ('CAD', '$', 2), ('AUD', '$', 2),
  ('JPY', '¥', 0), ('CNY', '¥', 2), ('BRL', 'R$', 2), ('ARS', '$', 2), ('COP', '$', 2), ('PEN', 'S/', 2), ('CLP', '$', 0), ('BOB', 'Bs', 2);

create policy currencies_select on public.currencies for select to anon, authenticated using (true);

-- The client maps `hint` to a text of its own; PostgREST turns PTnnn into HTTP status nnn.
-- status: an HTTP status such as 400, 403, 404, 409, 429. code: stable, snake_case.
create function private.fail(status int, code text, message text)
returns void language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'PT' || status, message = message, hint = code;
end $$;
grant execute on function private.fail(int, text, text) to anon, authenticated, service_role;

create function private.touch_updated_at()
returns trigger language plpgsql set search_path = '' as $$
begin
  new.updated_at := now();
  return new;
end $$;

-- Digits after the decimal point of a currency's minor unit, as Stripe counts them.
create function private.currency_exponent(currency_code text)
returns int language sql immutable set search_path = '' as $$
  select case when upper(currency_code) in ('JPY', 'CLP') then 0 else 2 end
$$;
grant execute on function private.currency_exponent(text) to anon, authenticated, service_role;

-- What is written before an amount of this currency. An amount takes that of its own currency: its territory may sell in another by now.
create function private.currency_symbol(p_currency_code text)
returns text language sql stable set search_path = '' as $$
  select c.symbol from public.currencies c where c.code = p_currency_code
$$;
grant execute on function private.currency_symbol(text) to anon, authenticated, service_role;

-- How a code is stored: its sha-256, in hex.
create function private.hash_code(p_code text)
returns text language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(p_code, 'UTF8')), 'hex')
$$;

-- How much of everything one person, one address or one region may have: each number stands here and nowhere else
-- (docs/product.md, Limits). A test compares the two, and that each row is read by somebody.
create table private.limits (
  name text primary key check (name ~ '^[a-z_]+(\.[a-z_]+)+$'),
  value numeric not null check (value >= 0),
  what text not null
);
alter table private.limits enable row level security;
grant all on private.limits to service_role;

insert into private.limits (name, value, what) values
  ('hold.minutes', 15, 'minutes that a hold lasts'),
  ('hold.live', 2, 'holds of a person at a time; one that ran out counts until its seats are back'),
  ('hold.hour', 12, 'holds of a person that are not paid, bookings in cash among them, an hour'),
  ('hold.changes_hour', 60, 'changes of a live hold (date, time, people, payment) of a person, an hour; they are no new holds'),
  ('hold.person_minutes', 20, 'minutes for which a person may keep seats of one departure without paying, within an hour'),
  ('hold.wait_minutes', 10, 'minutes to wait after that, before the next hold of the departure'),
  ('hold.departure_minutes', 45, 'minutes for which holds that came to nothing may have kept all seats of a departure, within a day; then holds keep none'),
  ('cash.open', 3, 'cash bookings of a person that are not paid yet'),
  ('cash.new_guests_percent', 50, 'seats of a departure that unpaid cash bookings of guests who have not travelled yet may keep, percent; at least one'),
  ('message.minute', 60, 'messages in conversations, per sender, a minute'),
  ('message.hour', 600, 'the same, an hour'),
  ('group_message.minute', 10, 'messages to a group, per sender, a minute'),
  ('group_message.hour', 60, 'the same, an hour'),
  ('board_message.minute', 5, 'board messages and answers, per author, a minute'),
  ('board_message.hour', 30, 'the same, an hour'),
  ('report.minute', 10, 'reports of messages and reviews, per person, a minute; one per target'),
  ('report.hour', 60, 'the same, an hour'),
  ('contact.minute', 3, 'contact messages, per person, a minute'),
  ('contact.hour', 10, 'the same, an hour'),
  ('submission.minute', 5, 'submissions, per person, a minute'),
  ('submission.hour', 20, 'the same, an hour'),
  ('contact.letters_hour', 60, 'contact messages that also go to the team by e-mail, an hour; further ones wait in the queue alone'),
  ('application.sender_day', 5, 'applications of one sender (an account, or the network of a visitor), a day'),
  ('application.address_day', 3, 'applications from one e-mail address that the sender has not confirmed as their own, a day'),
  ('application.unknown_hour', 20, 'applications of all visitors whose network is not known together, an hour'),
  ('application.visitors_hour', 60, 'applications of all visitors without an account together, an hour'),
  ('role_request.day', 10, 'requests for a role, per person, a day'),
  ('invitation.address_day', 5, 'invitations of one inviter to one e-mail address, a day'),
  ('invitation.address_day_all', 15, 'invitations of all inviters to one e-mail address, a day'),
  ('invitation.minute', 20, 'invitations, per inviter, a minute'),
  ('invitation.hour', 200, 'the same, an hour'),
  ('passport.day', 60, 'passport images, per person, a day'),
  ('upload.files_day', 1000, 'files in the public storage, per person, a day; a photo is up to five, one a width'),
  ('upload.bytes_day', 2147483648, 'bytes of those files, 2 GB'),
  ('check_in.person', 30, 'wrong check-in codes of a person, in 15 minutes'),
  ('check_in.booking', 20, 'wrong check-in codes for a booking by those whose booking it is not, an hour'),
  ('guide_date.minute', 10, 'answers of a guide for single dates, a minute'),
  ('guide_date.hour', 60, 'the same, an hour'),
  ('guide_date.same_day', 4, 'changes of a guide''s answer for one date of a time slot, a day; each is told to guests'),
  ('guide_answer.minute', 30, 'answers of a guide for time slots, a minute'),
  ('guide_answer.hour', 120, 'the same, an hour'),
  ('guide_answer.same_day', 4, 'changes of a guide''s answer for one time slot, a day; each is told to the next guide'),
  ('guide_pause.minute', 20, 'pauses of guides that one person begins or ends, a minute'),
  ('guide_pause.hour', 60, 'the same, an hour'),
  ('guide_pause.same_day', 4, 'the same for one guide, a day; each is told to the guide'),
  ('guide_number.minute', 4, 'changes of the number that a guide shows to guests, a minute'),
  ('guide_number.hour', 8, 'the same, an hour'),
  ('guide_number.same_day', 10, 'the same, a day'),
  ('guide_number.hours_after', 12, 'hours after the end of a trip for which its guests still read that number'),
  ('role_again.minute', 4, 'roles given up that one person takes up again, one for each region, a minute'),
  ('role_again.hour', 6, 'the same, an hour'),
  ('role_again.same_day', 8, 'the same, a day; a guide''s is told to those who run the region'),
  ('edit.pause_seconds', 5, 'seconds between two changes of the same review or board message'),
  ('check_in.undo_minutes', 5, 'minutes in which who set an arrival may take it back'),
  ('undo_arrival.minute', 60, 'arrivals that one person takes back, a minute'),
  ('undo_arrival.hour', 300, 'the same, an hour'),
  ('undo_arrival.same_day', 4, 'the same of one booking, a day; each is told to the guest'),
  ('account_deletion.password', 5, 'wrong passwords at the deletion of an account, in 15 minutes'),
  ('commission.ceiling_percent', 30, 'the highest commission of a partner, percent'),
  ('commission.operator_floor_percent', 50, 'the least share of a price that its operator keeps, percent');

-- A limit, by its name.
create function private.limit_value(p_name text)
returns numeric language plpgsql stable set search_path = '' as $$
declare
  v numeric := (select l.value from private.limits l where l.name = p_name);
begin
  if v is null then
    raise exception 'There is no limit %', p_name;
  end if;
  return v;
end $$;

-- Raises 429, with a code that says how long to wait.
create function private.fail_rate(p_span text)
returns void language plpgsql set search_path = '' as $$
begin
  if p_span = 'minute' then
    perform private.fail(429, 'rate_limited', 'You are doing this too often. Please wait a minute and try again.');
  elsif p_span = 'hour' then
    perform private.fail(429, 'rate_limited_hour', 'You have done this too often. Please try again in an hour.');
  end if;
  perform private.fail(429, 'rate_limited_day', 'You have done this too often. Please try again tomorrow.');
end $$;

-- Raises 429 'rate_limited' or 'rate_limited_hour' when the caller did it too often. p_minute and p_hour: how often they did in the last
-- minute and hour; the limits are '{p_name}.minute' and '{p_name}.hour'.
create function private.limit_rate(p_name text, p_minute bigint, p_hour bigint)
returns void language plpgsql stable set search_path = '' as $$
begin
  if p_hour >= private.limit_value(p_name || '.hour') then
    perform private.fail_rate('hour');
  elsif p_minute >= private.limit_value(p_name || '.minute') then
    perform private.fail_rate('minute');
  end if;
end $$;

-- Raises 429 'rate_limited' for who changes the same thing again at once.
create function private.limit_edits(p_edited_at timestamptz)
returns void language plpgsql stable set search_path = '' as $$
begin
  if p_edited_at > now() - private.limit_value('edit.pause_seconds') * interval '1 second' then
    perform private.fail_rate('minute');
  end if;
end $$;

-- Whether a text may name a person or a business: nothing that turns the direction of what stands beside it or cannot be seen, and no
-- address of a site, which mail programs make a link of, or readers. Letters and dots of another width are read as plain ones, and a
-- dot in brackets, or the word for one, as a dot. src/ui/form/text-rules.ts says the same; both are tested with one list of cases.
create function private.is_plain_name(t text)
returns boolean language sql immutable set search_path = '' as $$
  select t !~ '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]'
    and regexp_replace(replace(normalize(t, NFKC), '。', '.'), '\s*[\[({<]\s*(\.|dot|punto)\s*[\])}>]\s*', '.', 'gi')
      !~* '://|\mwww\.|[[:alnum:]]\.(com|net|org|info|biz|io|app|dev|xyz|top|site|online|shop|link|click|ru|cn|gt|mx|co|ly)(\M|$)'
$$;
grant execute on function private.is_plain_name(text) to authenticated, service_role;

-- One line of text for a notification.
create function private.excerpt(p_text text, p_length int)
returns text language sql immutable set search_path = '' as $$
  select case when length(line) > p_length then left(line, p_length) || '…' else line end
  from (select regexp_replace(btrim(p_text), '\s+', ' ', 'g') as line) t
$$;

-- Raises 400 'invalid_input' with the text.
create function private.invalid(message text)
returns void language plpgsql set search_path = '' as $$
begin
  perform private.fail(400, 'invalid_input', message);
end $$;

-- Raises 400 'name_not_plain' for what may not name anybody.
create function private.check_name(p_name text)
returns void language plpgsql immutable set search_path = '' as $$
begin
  if not private.is_plain_name(p_name) then
    perform private.fail(400, 'name_not_plain', 'Please use a name without web addresses and invisible characters');
  end if;
end $$;

-- A phone number with its country code, as +50212345678.
create function private.is_whatsapp(t text)
returns boolean language sql immutable set search_path = '' as $$
  select t ~ '^\+[1-9][0-9]{6,14}$'
$$;

-- Whether this may be an e-mail address.
create function private.is_email(t text)
returns boolean language sql immutable set search_path = '' as $$
  select length(t) <= 254 and t ~ '^[^@[:space:]<>"]+@[^@[:space:]<>"]+\.[^@[:space:]<>"]+$'
$$;

-- ISO 3166-1 alpha-2.
create function private.is_country(t text)
returns boolean language sql immutable set search_path = '' as $$
  select t = any (string_to_array(
    'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ '
    'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR '
    'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP '
    'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT '
    'MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW '
    'SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ '
    'UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW', ' '))
$$;

-- The English name of a date's weekday, in small letters.
create function private.weekday(d date)
returns text language sql immutable set search_path = '' as $$
  select (array['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'])[extract(dow from d)::int + 1]
$$;

-- Raises 400 'invalid_input' unless both days are given and at most 92 days are between them.
create function private.check_date_range(p_from date, p_to date)
returns void language plpgsql set search_path = '' as $$
begin
  if p_from is null or p_to is null or not isfinite(p_from) or not isfinite(p_to) or p_to < p_from or p_to - p_from > 91 then
    perform private.invalid('A range of at most 92 days is needed');
  end if;
end $$;

-- An amount in minor units of the currency, as Stripe counts them.
create function private.to_minor(p_amount numeric, p_currency text)
returns bigint language sql immutable set search_path = '' as $$
  select round(p_amount * power(10::numeric, private.currency_exponent(p_currency)))::bigint
$$;

-- Minor units of the currency as an amount.
create function private.from_minor(p_minor numeric, p_currency text)
returns numeric language sql immutable set search_path = '' as $$
  select round(p_minor / power(10::numeric, private.currency_exponent(p_currency)), 2)
$$;

-- 'Saturday, November 21, 2026', as the screens write it.
create function private.long_date(d date)
returns text language sql immutable set search_path = '' as $$
  select initcap(private.weekday(d)) || ', '
      || (array['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November',
                'December'])[extract(month from d)::int]
      || ' ' || extract(day from d)::int || ', ' || extract(year from d)::int
$$;

-- Live bookings occupy seats.
create function private.is_live(p_status text)
returns boolean language sql immutable set search_path = '' as $$
  select p_status not in ('cancelled', 'refunded')
$$;

-- Replaces what names the person. p_patterns: case-insensitive regular expressions.
create function private.redact(p_text text, p_patterns text[])
returns text language plpgsql immutable set search_path = '' as $$
declare
  pattern text;
begin
  foreach pattern in array p_patterns loop
    p_text := regexp_replace(p_text, pattern, '[removed]', 'gi');
  end loop;
  return left(p_text, 4000);
end $$;

-- A text as a regular expression that finds just it.
create function private.literal_pattern(p_text text)
returns text language sql immutable set search_path = '' as $$
  select regexp_replace(p_text, '([\\.^$*+?(){}|\[\]-])', '\\\1', 'g')
$$;

-- Small letters without accents, and blanks where punctuation was: an e-mail address is found by any part of it.
create function private.plain_words(p_text text)
returns text language sql immutable parallel safe set search_path = '' as $$
  select regexp_replace(lower(regexp_replace(normalize(coalesce(p_text, ''), nfkd), '[\u0300-\u036f]+', '', 'g')), '[[:punct:]]+', ' ', 'g')
$$;
grant execute on function private.plain_words(text) to authenticated, service_role;

-- The words of a text for an index, without accents; of the first 2,000 characters.
create function private.search_words(p_text text)
returns tsvector language sql immutable parallel safe set search_path = '' as $$
  select to_tsvector('pg_catalog.simple'::regconfig, private.plain_words(left(p_text, 2000)))
$$;
grant execute on function private.search_words(text) to authenticated, service_role;

-- Every word that is typed must begin a word of the row; eight words at most. Null when nothing is asked.
create function private.search_query(p_text text)
returns tsquery language sql immutable parallel safe set search_path = '' as $$
  select to_tsquery('pg_catalog.simple'::regconfig, string_agg(quote_literal(w.word) || ':*', ' & '))
  from (select word from unnest(string_to_array(private.plain_words(left(p_text, 200)), ' ')) with ordinality u (word, n)
        where word !~ '^\s*$' order by n limit 8) w
$$;

-- Who is asking: the helpers that policies and functions share. They read live role grants: a role that was taken away or
-- dropped stops working at once.
--
-- Policies call them as `= any ((select private.my_territories('staff'))::text[])`: the scalar sub-select makes Postgres
-- evaluate the helper once a statement and lets it use an index, instead of calling it for each row.

-- Whether the session of the caller's token still lives. A token is good for an hour; its session ends sooner, when its owner signs out or
-- somebody who reads their mail chooses a new password. Whoever has kept the token then holds no role and calls no function.
create function private.session_lives()
returns boolean language sql stable security definer set search_path = '' as $$
  select claims.session_id is null or exists (select 1 from auth.sessions s where s.id = claims.session_id::uuid)
  from (select nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id' as session_id) claims
$$;
grant execute on function private.session_lives() to anon, authenticated, service_role;

-- Whether the caller holds a role, anywhere.
create function private.has_role(role text)
returns boolean language sql stable security definer set search_path = '' as $$
  select private.session_lives() and exists (
    select 1 from private.live_grants g
    where g.user_id = (select auth.uid()) and g.role = has_role.role
  )
$$;
grant execute on function private.has_role(text) to authenticated, service_role;

-- Whether the caller is an admin.
create function private.is_admin()
returns boolean language sql stable security definer set search_path = '' as $$
  select private.has_role('admin')
$$;
grant execute on function private.is_admin() to authenticated, service_role;

-- A role in anybody's name; without a territory, the role anywhere.
create function private.user_has_role(user_id uuid, role text, territory_id text default null)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from private.live_grants g
    where g.user_id = user_has_role.user_id and g.role = user_has_role.role
      and (user_has_role.territory_id is null or g.territory_id = user_has_role.territory_id)
  )
$$;
grant execute on function private.user_has_role(uuid, text, text) to service_role;

-- Territories in which the caller holds a live role of the set: staff (manager or staff), manager, shuttle, guide,
-- driver, partner, people (everyone who works there). An unknown set is empty.
create function private.my_territories(role text)
returns text[] language plpgsql stable security definer set search_path = '' as $$
begin
  -- The roles are looked at in the aggregate, not in the where: the same plan then fits every set, and is kept for the session.
  -- Planning it anew for each statement took longer than most of the statements that it guards.
  return (
    select coalesce(array_agg(distinct g.territory_id) filter (where g.role = any (case my_territories.role
        when 'staff' then '{territory_manager,territory_staff}'
        when 'manager' then '{territory_manager}'
        when 'shuttle' then '{shuttle_manager}'
        when 'guide' then '{tour_guide}'
        when 'driver' then '{shuttle_driver}'
        when 'partner' then '{travel_partner}'
        when 'people' then '{territory_manager,territory_staff,tour_guide,shuttle_manager,shuttle_driver}'
        else '{}' end::text[])), '{}')
    from private.live_grants g
    where g.user_id = (select auth.uid()) and g.territory_id is not null and (select private.session_lives()));
end $$;
grant execute on function private.my_territories(text) to authenticated, service_role;

-- Territories that the public may see.
create function private.open_territories()
returns text[] language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(t.id), '{}') from public.territories t where t.visible and t.archived_at is null
$$;
grant execute on function private.open_territories() to anon, authenticated, service_role;

-- What the caller is tied to although it may be hidden or archived by now: a booking keeps its title and its territory.
create function private.my_experiences()
returns uuid[] language sql stable security definer set search_path = '' as $$
  select array(
    select b.experience_id from public.bookings b where b.tourist_id = (select auth.uid())
    union
    select e.id from public.experiences e
      where e.guide_id = (select auth.uid()) and e.territory_id = any (private.my_territories('guide'))
    union
    select r.experience_id from public.experience_guide_rankings r join public.experiences e on e.id = r.experience_id
      where r.guide_id = (select auth.uid()) and e.territory_id = any (private.my_territories('guide'))
  )
$$;
grant execute on function private.my_experiences() to authenticated, service_role;

-- Services that an active schedule of an active driver covers.
create function private.driven_transports()
returns uuid[] language sql stable security definer set search_path = '' as $$
  select array(
    select distinct s.transport_id
    from public.driver_schedules s
    join public.territory_transports t on t.id = s.transport_id
    join public.shuttle_drivers d on d.driver_id = s.driver_id and d.territory_id = t.territory_id
    where s.driver_id = (select auth.uid()) and s.active and d.active
      and t.territory_id = any (private.my_territories('driver'))
  )
$$;
grant execute on function private.driven_transports() to authenticated, service_role;

-- Transport services that the caller has booked or drives.
create function private.my_transports()
returns uuid[] language sql stable security definer set search_path = '' as $$
  select array(
    select b.transport_id from public.transport_bookings b where b.tourist_id = (select auth.uid())
    union
    select unnest(private.driven_transports())
  )
$$;
grant execute on function private.my_transports() to authenticated, service_role;

-- Territories of the caller's work and of the caller's own bookings.
create function private.my_connected_territories()
returns text[] language sql stable security definer set search_path = '' as $$
  select array(
    select b.territory_id from public.bookings b where b.tourist_id = (select auth.uid())
    union
    select b.territory_id from public.transport_bookings b where b.tourist_id = (select auth.uid())
    union
    select unnest(private.my_territories('people') || private.my_territories('partner'))
  )
$$;
grant execute on function private.my_connected_territories() to authenticated, service_role;

-- People who hold a live role in a territory that the caller runs.
create function private.my_people()
returns uuid[] language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(distinct g.user_id), '{}')
  from private.live_grants g
  where g.territory_id = any (private.my_territories('staff'))
$$;
grant execute on function private.my_people() to authenticated, service_role;

-- The caller's id. Raises 401 'not_signed_in' with the text that fits the place. Functions that call it do not name that error again.
create function private.require_user(message text default 'Please log in to continue')
returns uuid language plpgsql stable set search_path = '' as $$
declare
  caller uuid := (select auth.uid());
begin
  if caller is null or not private.session_lives() then
    perform private.fail(401, 'not_signed_in', message);
  end if;
  return caller;
end $$;
grant execute on function private.require_user(text) to anon, authenticated, service_role;

-- Staff or manager of the territory, or an admin.
create function private.runs_territory(territory_id text)
returns boolean language sql stable security definer set search_path = '' as $$
  select private.is_admin() or coalesce(runs_territory.territory_id = any (private.my_territories('staff')), false)
$$;
grant execute on function private.runs_territory(text) to authenticated, service_role;

-- Manager of the territory, or an admin: what staff may not do.
create function private.manages_territory(territory_id text)
returns boolean language sql stable security definer set search_path = '' as $$
  select private.is_admin() or coalesce(manages_territory.territory_id = any (private.my_territories('manager')), false)
$$;
grant execute on function private.manages_territory(text) to authenticated, service_role;

-- A request that the database made itself, a migration, a seed or the service role: there is no user behind it.
create function private.is_trusted_caller()
returns boolean language sql stable set search_path = '' as $$
  select (select auth.uid()) is null and coalesce((select auth.role()), 'service_role') not in ('anon', 'authenticated')
$$;
grant execute on function private.is_trusted_caller() to anon, authenticated, service_role;

-- The roles that a person holds, as an answer to the browser.
create function private.roles_of(p_user_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select to_jsonb(p.roles) from public.profiles p where p.id = p_user_id
$$;

-- The caller's id. Raises 403 'forbidden' for who does not hold the role anywhere.
create function private.require_role(p_role text)
returns uuid language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
begin
  if not private.has_role(p_role) then
    perform private.fail(403, 'forbidden', 'You do not have permission to do this');
  end if;
  return caller;
end $$;

-- Raises 403 'forbidden' unless the caller is an admin.
create function private.require_admin()
returns void language plpgsql stable set search_path = '' as $$
begin
  perform private.require_user();
  if not private.is_admin() then
    perform private.fail(403, 'forbidden', 'You do not have permission to do this');
  end if;
end $$;

-- Raises 403 'forbidden' unless the caller is staff or manager of the territory, or an admin.
create function private.require_territory(p_territory_id text)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_user();
  if not private.runs_territory(p_territory_id) then
    perform private.fail(403, 'forbidden', 'You do not have permission to do this');
  end if;
end $$;

-- Raises 400 'territory_required' or 403 'forbidden' unless the caller runs the drivers of the territory.
create function private.require_driver_manager(p_territory_id text)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_user();
  if p_territory_id is null then
    perform private.fail(400, 'territory_required', 'Territory ID is required');
  elsif not private.runs_drivers(p_territory_id) then
    perform private.fail(403, 'forbidden', 'You do not have permission to do this');
  end if;
end $$;

-- Reading the JSON of a request. Nothing here trusts a type, a length or a format; what is wrong is refused as PT400
-- 'invalid_input', so that no body from outside can reach a cast that fails.

-- A trimmed text, null when absent or blank. Raises 400 'invalid_input'.
create function private.input_text(p jsonb, field text, max_length int)
returns text language plpgsql stable set search_path = '' as $$
declare
  v jsonb := p -> field;
  t text;
begin
  if v is null or v = 'null'::jsonb then
    return null;
  end if;
  if jsonb_typeof(v) <> 'string' then
    perform private.invalid(format('%s must be a text', field));
  end if;
  t := btrim(v #>> '{}', E' \t\r\n');
  if length(t) > max_length or t ~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]' then
    perform private.invalid(format('%s is too long or has characters that are not allowed', field));
  end if;
  return nullif(t, '');
end $$;

-- A uuid, or null when absent. Raises 400 'invalid_input'.
create function private.input_uuid(p jsonb, field text)
returns uuid language plpgsql stable set search_path = '' as $$
declare
  t text := private.input_text(p, field, 100);
begin
  if t is null then
    return null;
  end if;
  if t !~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then
    perform private.invalid(format('%s is not valid', field));
  end if;
  return t::uuid;
end $$;

-- True or false; absent is false. Raises 400 'invalid_input'.
create function private.input_bool(p jsonb, field text)
returns boolean language plpgsql stable set search_path = '' as $$
declare
  v jsonb := p -> field;
begin
  if v is null or v = 'null'::jsonb then
    return false;
  end if;
  if jsonb_typeof(v) <> 'boolean' then
    perform private.invalid(format('%s must be true or false', field));
  end if;
  return v = 'true'::jsonb;
end $$;

-- A whole number from 1 to 1000: people. Null when absent. Raises 400 'invalid_input'.
create function private.input_count(p jsonb, field text)
returns int language plpgsql stable set search_path = '' as $$
declare
  v jsonb := p -> field;
  n numeric;
begin
  if v is null or v = 'null'::jsonb then
    return null;
  end if;
  if jsonb_typeof(v) <> 'number' then
    perform private.invalid(format('%s must be a number', field));
  end if;
  n := (v #>> '{}')::numeric;
  if n <> trunc(n) or n < 1 or n > 1000 then
    perform private.invalid(format('%s must be a whole number of at least 1', field));
  end if;
  return n::int;
end $$;

-- YYYY-MM-DD. The day is checked by arithmetic: a failing cast could not be told from a fault of ours. Raises 400 'invalid_input'.
create function private.input_date(p jsonb, field text)
returns date language plpgsql stable set search_path = '' as $$
declare
  t text := private.input_text(p, field, 40);
  y int;
  m int;
  d int;
begin
  if t is null then
    return null;
  end if;
  if t !~ '^[12][0-9]{3}-[0-9]{2}-[0-9]{2}$' then
    perform private.invalid(format('%s is not a date', field));
  end if;
  y := left(t, 4)::int;
  m := substr(t, 6, 2)::int;
  d := right(t, 2)::int;
  if m not between 1 and 12 or d < 1 or d > extract(day from make_date(y, m, 1) + interval '1 month - 1 day') then
    perform private.invalid(format('%s is not a date', field));
  end if;
  return make_date(y, m, d);
end $$;

-- One entry a passenger, only the known fields, in their order. Raises 400 'invalid_input' and 'name_not_plain'.
create function private.input_passengers(p jsonb, num_people int)
returns jsonb language plpgsql stable set search_path = '' as $$
declare
  v jsonb := p -> 'passenger_details';
  entry jsonb;
  passenger jsonb;
  passengers jsonb := '[]';
begin
  if v is null or jsonb_typeof(v) <> 'array' or jsonb_array_length(v) <> num_people then
    perform private.invalid('Please provide the details of each passenger');
  end if;
  for entry in select value from jsonb_array_elements(v) loop
    if jsonb_typeof(entry) <> 'object' then
      perform private.invalid('Please provide the details of each passenger');
    end if;
    passenger := jsonb_build_object(
      'name', private.input_text(entry, 'name', 120),
      'email', private.input_text(entry, 'email', 254),
      'phone', private.input_text(entry, 'phone', 40),
      'whatsapp', private.input_text(entry, 'whatsapp', 20),
      'country', upper(private.input_text(entry, 'country', 2)),
      'speaks_spanish', private.input_bool(entry, 'speaks_spanish'));
    if passenger ->> 'name' is null then
      perform private.invalid('Please provide the name of each passenger');
    end if;
    perform private.check_name(passenger ->> 'name');
    if passenger ->> 'email' is not null and not private.is_email(passenger ->> 'email') then
      perform private.invalid('Please provide a valid email for each passenger');
    end if;
    if passenger ->> 'whatsapp' is not null and not private.is_whatsapp(passenger ->> 'whatsapp') then
      perform private.invalid('Please provide a valid WhatsApp number for each passenger');
    end if;
    if passenger ->> 'country' is not null and not private.is_country(passenger ->> 'country') then
      perform private.invalid('Please provide a valid country for each passenger');
    end if;
    passengers := passengers || passenger;
  end loop;
  return passengers;
end $$;

-- The function's answer when it must fail AND keep what it wrote (a counted attempt): raising would roll it back.
-- The API turns `response.status` into the HTTP status; the body has the shape of a raised error.
create function private.reply_error(status int, code text, message text, details text default null)
returns jsonb language plpgsql set search_path = '' as $$
begin
  perform set_config('response.status', status::text, true);
  return jsonb_build_object('code', 'PT' || status, 'message', message, 'hint', code, 'details', details);
end $$;

-- Why something is refused, before it is known whether that is raised or answered. details: what a program reads.
create type private.refusal as (status int, code text, message text, details jsonb);

-- Raises a refusal, with its details.
create function private.raise_refusal(p_refusal private.refusal)
returns void language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'PT' || p_refusal.status, message = p_refusal.message, hint = p_refusal.code,
    detail = coalesce(p_refusal.details::text, '');
end $$;

-- Answers a refusal, where what was written has to stay.
create function private.reply_refusal(p_refusal private.refusal)
returns jsonb language sql set search_path = '' as $$
  select private.reply_error(p_refusal.status, p_refusal.code, p_refusal.message, p_refusal.details::text)
$$;

-- Raises 404 'experience_not_found' or 'transport_not_found'.
create function private.fail_not_found(p_kind text)
returns void language plpgsql set search_path = '' as $$
begin
  if p_kind = 'transport' then
    perform private.fail(404, 'transport_not_found', 'Transport not found');
  end if;
  perform private.fail(404, 'experience_not_found', 'Experience not found');
end $$;

-- A number between two bounds with at most p_scale digits after the point. Raises 400 'invalid_input' with p_message for anything else.
create function private.input_number(p jsonb, field text, p_message text, p_min numeric, p_max numeric, p_scale int default 0)
returns numeric language plpgsql stable set search_path = '' as $$
declare
  n numeric;
begin
  if jsonb_typeof(p -> field) is distinct from 'number' then
    perform private.invalid(p_message);
  end if;
  n := (p ->> field)::numeric;
  if n < p_min or n > p_max or n <> round(n, p_scale) then
    perform private.invalid(p_message);
  end if;
  return n;
end $$;

-- The texts of a list, each once, in their order; blank ones count as not there. Raises 400 'invalid_input'.
create function private.input_texts(p jsonb, field text, p_most int, p_shape text)
returns text[] language plpgsql stable set search_path = '' as $$
declare
  v jsonb := coalesce(p -> field, '[]');
  v_texts text[];
begin
  if jsonb_typeof(v) <> 'array' or jsonb_array_length(v) > p_most then
    perform private.invalid(format('%s is not a list, or is too long', field));
  end if;
  select coalesce(array_agg(x.t order by x.n), '{}') into v_texts
    from (select i.v #>> '{}' as t, min(i.n) as n from jsonb_array_elements(v) with ordinality i (v, n)
           where btrim(coalesce(i.v #>> '{}', '')) <> '' group by 1) x;
  if exists (select 1 from unnest(v_texts) t where t !~ p_shape or length(t) > 2000) then
    perform private.invalid(format('%s is not valid', field));
  end if;
  return v_texts;
end $$;

-- A list of at most p_most uuids; absent is empty.
create function private.input_uuids(p jsonb, field text, p_most int)
returns uuid[] language sql stable set search_path = '' as $$
  select private.input_texts(p, field, p_most, '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$')::uuid[]
$$;

-- The shape of a picture's or video's address: a file of our own storage, or the art that comes with the app, with what
-- docs/decisions/0002 keeps behind the #. Never another host, which would see who looks at it, and from where; the origin of the
-- storage is not part of it, so that a database moves between hosts.
create function private.own_file_shape()
returns text language sql immutable parallel safe set search_path = '' as $$
  select '^(/storage/v1/object/public/(media|images)(/[A-Za-z0-9_-]+)+\.(png|jpe?g|gif|webp|avif|mp4|webm|mov)|/art/[a-z0-9-]+\.svg)(#[^\\\s<>"]*)?$'
$$;
-- For the constraints of the tables; true for null and for the empty list.
create function private.is_own_file(p_url text)
returns boolean language sql immutable parallel safe set search_path = '' as $$
  select p_url is null or (p_url ~ private.own_file_shape() and length(p_url) <= 2000)
$$;
create function private.are_own_files(p_urls text[])
returns boolean language sql immutable parallel safe set search_path = '' as $$
  select cardinality(p_urls) <= 20 and coalesce((select bool_and(u is not null and private.is_own_file(u)) from unnest(p_urls) u), true)
$$;
grant execute on function private.own_file_shape(), private.is_own_file(text), private.are_own_files(text[]) to authenticated, service_role;

-- Territories, the places that everything belongs to, and which of them a person works in. Everyone reads the visible ones;
-- staff and managers read and change their own; only admins add one or take one away.

create table public.territories (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(id) <= 80),
  name text not null check (length(btrim(name)) between 1 and 120),
  description text not null check (length(btrim(description)) between 1 and 10000),
  summary text check (length(summary) <= 200),
  country text not null default 'GT' check (country ~ '^[A-Z]{2}$'),
  visible boolean not null default true,
  featured boolean not null default false,
  currency_code text not null default 'GTQ' references public.currencies (code),
  -- That of the currency, written by the guard below: the public lists read it with the prices, without another join.
  currency_symbol text not null default 'Q',
  time_zone text not null default 'America/Guatemala',
  image_urls text[] not null default '{}' check (private.are_own_files(image_urls)),
  video_urls text[] not null default '{}' check (private.are_own_files(video_urls)),
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index territories_currency_code_idx on public.territories (currency_code);
create index territories_name_idx on public.territories (name);
alter table public.territories enable row level security;
grant select on public.territories to anon, authenticated;
grant insert (id, name, description, summary, country, visible, featured, currency_code, time_zone, image_urls,
  video_urls) on public.territories to authenticated;
grant update (name, description, summary, country, visible, featured, currency_code, time_zone, image_urls,
  video_urls) on public.territories to authenticated;
grant all on public.territories to service_role;

-- Territories. Created by admins; deleted by delete_territory() alone.
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

create trigger territories_touch before update on public.territories for each row execute function private.touch_updated_at();

-- A zone of the database's own list, by its full name: 'America/Guatemala', 'UTC'. An abbreviation ('CST') stands for several, and
-- 'posix/…' for none that a browser knows.
create function private.is_time_zone(p_name text)
returns boolean language sql stable set search_path = '' as $$
  select (p_name = 'UTC' or p_name like '%/%') and p_name !~ '^(posix|right)/'
    and exists (select 1 from pg_catalog.pg_timezone_names z where z.name = p_name)
$$;

-- Whether anything was sold in a territory, or is about to be: from then on its currency stays.
create function private.has_sold(p_territory_id text)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.departures d where d.territory_id = p_territory_id and d.sold > 0)
    or exists (select 1 from public.bookings b where b.territory_id = p_territory_id)
    or exists (select 1 from public.transport_bookings b where b.territory_id = p_territory_id)
    or exists (select 1 from private.holds h where h.territory_id = p_territory_id and h.state = 'held')
$$;

-- The prices of what a territory offers, one row a price. broken: a currency with fewer decimals cannot express it.
create function private.prices_in(p_territory_id text, p_currency_code text)
returns table (kind text, id uuid, title text, price numeric, broken boolean)
language sql stable security definer set search_path = '' as $$
  select x.kind, x.id, x.title, x.price, x.price <> round(x.price, private.currency_exponent(p_currency_code))
    from (
      select 'experience'::text as kind, e.id, e.title, unnest(array[e.shared_price, e.private_price]) as price
        from public.experiences e where e.territory_id = p_territory_id and e.archived_at is null
      union all
      select 'transport', s.id, s.title, unnest(array[s.shared_price, s.private_price])
        from public.territory_transports s where s.territory_id = p_territory_id and s.archived_at is null) x
   where x.price is not null
$$;

-- Raises 409 'prices_not_expressible' with the prices that a currency cannot express.
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

-- What another currency would do to the prices of a territory, before it is chosen: {experiences, transports, price, from_symbol, to_symbol,
-- broken: [{kind, id, title, price}]}. price: the highest, as an example; null where there is none. Else 403 'managers_only'.
create function private.preview_currency(p_territory_id text, p_currency_code text)
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
      'broken', coalesce(jsonb_agg(jsonb_build_object('kind', x.kind, 'id', x.id, 'title', x.title, 'price', x.price) order by x.title, x.price)
        filter (where x.broken), '[]'))
      from private.prices_in(p_territory_id, p_currency_code) x);
end $$;
create function public.preview_currency(p_territory_id text, p_currency_code text)
returns jsonb language sql stable security invoker set search_path = '' as $$
  select private.preview_currency(p_territory_id, p_currency_code)
$$;
grant execute on function private.preview_currency(text, text), public.preview_currency(text, text) to authenticated;

-- Who may change what of a territory, whatever the request: media and texts are its staff's; name, visibility, time zone and currency
-- its manager's; country and a place on the home page the platform's. Raises 403 'forbidden' and 'managers_only', 400
-- 'unknown_time_zone' and 'name_not_plain', 409 'prices_not_expressible', 409 'currency_locked' and 'time_zone_locked'. A territory that the database itself changes keeps to the zones alone.
create function private.guard_territory()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' or new.time_zone <> old.time_zone then
    if not private.is_time_zone(new.time_zone) then
      perform private.fail(400, 'unknown_time_zone', 'Please choose a time zone of the list');
    end if;
  end if;
  if not private.is_trusted_caller() and (tg_op = 'INSERT' or new.name <> old.name) then
    perform private.check_name(new.name);
  end if;
  new.currency_symbol := private.currency_symbol(new.currency_code);
  if tg_op = 'INSERT' or private.is_trusted_caller() then
    return new;
  end if;
  if new.featured <> old.featured and not private.is_admin() then
    perform private.fail(403, 'forbidden', 'Only an administrator may feature a territory');
  elsif new.country <> old.country and not private.is_admin() then
    perform private.fail(403, 'forbidden', 'Only an administrator may change the country of a territory');
  elsif (new.name, new.visible, new.time_zone, new.currency_code) is distinct from (old.name, old.visible, old.time_zone, old.currency_code)
    and not private.manages_territory(old.id) then
    perform private.fail(403, 'managers_only', 'Only a manager of the region changes its name, visibility, time zone and currency');
  elsif new.currency_code <> old.currency_code and private.has_sold(old.id) then
    perform private.fail(409, 'currency_locked', 'Something was sold here already: the currency stays as it is');
  elsif new.currency_code <> old.currency_code then
    perform private.check_prices_in(old.id, new.currency_code);
  end if;
  if new.time_zone <> old.time_zone and private.has_sold(old.id) and not private.is_admin() then
    perform private.fail(409, 'time_zone_locked', 'Something was sold here already: only an administrator changes the time zone');
  end if;
  return new;
end $$;

create trigger territories_guard before insert or update on public.territories
  for each row execute function private.guard_territory();

-- What changed, from what to what; of a long text the beginning. An id is missing where the database itself did it.
create function private.audit_territory()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  -- Written by the database, or with another column.
  silent constant text[] := '{currency_symbol,created_at,updated_at,archived_at}';
  changed jsonb;
begin
  select jsonb_object_agg(n.key, jsonb_build_object('from', left(o.value, 200), 'to', left(n.value, 200))) into changed
    from jsonb_each_text(to_jsonb(new)) n join jsonb_each_text(to_jsonb(old)) o on o.key = n.key
   where n.value is distinct from o.value and n.key <> all (silent);
  if changed is not null then
    perform private.audit('territory_changed', new.id, 'territories', new.id, changed);
  end if;
  return null;
end $$;

create trigger territories_audit after update on public.territories
  for each row execute function private.audit_territory();

-- What the settings of a territory may say. → {manages, has_sold}: whether the caller changes more than texts and media, and
-- whether the currency stays. For those who run it; else 403 'forbidden'.
create function private.territory_rules(p_territory_id text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_territory(p_territory_id);
  return jsonb_build_object('manages', private.manages_territory(p_territory_id), 'has_sold', private.has_sold(p_territory_id));
end $$;
create function public.territory_rules(p_territory_id text)
returns jsonb language sql stable security invoker set search_path = '' as $$ select private.territory_rules(p_territory_id) $$;
grant execute on function private.territory_rules(text), public.territory_rules(text) to authenticated;

-- Deletes a territory that never sold anything, with all it holds; otherwise archives it and what it offers. Raises 403 'forbidden', 404
-- 'territory_not_found'. Locks the territory.
create function private.delete_territory(p_territory_id text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  sold boolean;
  ended record;
begin
  perform private.require_user();
  if not private.is_admin() then
    perform private.fail(403, 'forbidden', 'Only an administrator may delete a territory');
  end if;
  perform 1 from public.territories t where t.id = p_territory_id for update;
  if not found then
    perform private.fail(404, 'territory_not_found', 'Territory not found');
  end if;
  sold := exists (select 1 from public.departures d where d.territory_id = p_territory_id);
  perform private.audit(case when sold then 'territory_archived' else 'territory_deleted' end, p_territory_id, 'territories', p_territory_id);
  delete from public.experiences where territory_id = p_territory_id;
  delete from public.territory_transports where territory_id = p_territory_id;
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
  update public.territory_transports set destination_territory_id = null where destination_territory_id = p_territory_id;
  delete from private.role_grants where territory_id = p_territory_id;
  delete from public.role_requests where territory_id = p_territory_id;
  delete from public.territories where id = p_territory_id;
  return jsonb_build_object('deleted', true, 'archived', false);
end $$;
create function public.delete_territory(p_territory_id text)
returns jsonb language sql set search_path = '' as $$ select private.delete_territory(p_territory_id) $$;
grant execute on function private.delete_territory(text), public.delete_territory(text) to authenticated;

-- How much a territory contains, for the question before it is deleted.
create function private.territory_contents(p_territory_id text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'experiences', (select count(*) from public.experiences e where e.territory_id = p_territory_id and e.archived_at is null),
    'transports', (select count(*) from public.territory_transports t where t.territory_id = p_territory_id and t.archived_at is null),
    'bookings', (select count(*) from public.bookings b where b.territory_id = p_territory_id)
      + (select count(*) from public.transport_bookings b where b.territory_id = p_territory_id),
    'people', (select count(distinct g.user_id) from private.live_grants g where g.territory_id = p_territory_id),
    'archived', exists (select 1 from public.departures d where d.territory_id = p_territory_id));
end $$;
create function public.territory_contents(p_territory_id text)
returns jsonb language sql stable security invoker set search_path = '' as $$ select private.territory_contents(p_territory_id) $$;
grant execute on function private.territory_contents(text), public.territory_contents(text) to authenticated;

-- How many rows each tab of the management of a territory lists, in one answer. → {experiences, guides, transport, partners, pickups}
-- guides: whom that tab opens with, not the staff and shuttle managers of its filter. 403 'forbidden' for whoever does not run it.
create function private.territory_counts(p_territory_id text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_territory(p_territory_id);
  return jsonb_build_object(
    'experiences', (select count(*) from public.experiences e where e.territory_id = p_territory_id and e.archived_at is null),
    'transport', (select count(*) from public.territory_transports s where s.territory_id = p_territory_id and s.archived_at is null),
    'pickups', (select count(*) from public.pickup_locations l where l.territory_id = p_territory_id),
    'guides', (select count(distinct g.user_id) from private.live_grants g
                where g.territory_id = p_territory_id and g.role = 'tour_guide'),
    'partners', (select count(distinct g.user_id) from private.live_grants g
                  where g.territory_id = p_territory_id and g.role = 'travel_partner'),
    -- What the caller may decide.
    'requests', (select count(*) from public.role_requests r
                  where r.territory_id = p_territory_id and r.status = 'pending' and private.may_grant(r.role, r.territory_id)));
end $$;
create function public.territory_counts(p_territory_id text)
returns jsonb language sql stable security invoker set search_path = '' as $$ select private.territory_counts(p_territory_id) $$;
grant execute on function private.territory_counts(text), public.territory_counts(text) to authenticated;

-- Where the caller works, by name (docs/decisions/0016).
create function private.my_work_territories()
returns table (id text, name text, roles text[])
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
begin
  return query
  select t.id, t.name, array_agg(g.role order by g.role)
  from private.live_grants g join public.territories t on t.id = g.territory_id
  where g.user_id = caller
  group by t.id, t.name order by t.name, t.id;
end $$;
create function public.my_work_territories()
returns table (id text, name text, roles text[])
language sql stable security invoker set search_path = '' as $$ select * from private.my_work_territories() $$;
grant execute on function private.my_work_territories(), public.my_work_territories() to authenticated;

-- Which of the territories where the caller works the pages of a territory show: profiles.territory_id. Raises 404
-- 'territory_not_found' for one where they do not work.
create function private.choose_territory(p_territory_id text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
begin
  if not exists (select 1 from private.live_grants g where g.user_id = caller and g.territory_id = p_territory_id) then
    perform private.fail(404, 'territory_not_found', 'Territory not found');
  end if;
  update public.profiles set territory_id = p_territory_id where id = caller and territory_id is distinct from p_territory_id;
end $$;
create function public.choose_territory(p_territory_id text)
returns void language sql security invoker set search_path = '' as $$ select private.choose_territory(p_territory_id) $$;
grant execute on function private.choose_territory(text), public.choose_territory(text) to authenticated;

-- Profiles, the public card of a person, and the triggers that keep both in step with the auth service. A person changes a
-- few columns of the own profile; the rest goes through functions.

-- The words that a person is found by, for an index.
create function private.person_words(p_full_name text, p_email text)
returns tsvector language sql immutable parallel safe set search_path = '' as $$
  select private.search_words(p_full_name || ' ' || p_email)
$$;
grant execute on function private.person_words(text, text) to authenticated, service_role;

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  email text not null,
  full_name text not null default '' check (length(full_name) <= 120 and private.is_plain_name(full_name)),
  avatar_url text check (private.is_own_file(avatar_url)),
  -- Mirror of private.role_grants, kept by a trigger; never written directly, never read by a policy.
  roles text[] not null default '{tourist}',
  country text check (country ~ '^[A-Z]{2}$'),
  bio text check (length(bio) <= 2000),
  territory_id text references public.territories (id),
  hotel_name text check (length(hotel_name) <= 160),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index profiles_territory_id_idx on public.profiles (territory_id);
create index profiles_email_idx on public.profiles (lower(email));
create index profiles_created_idx on public.profiles (created_at desc, id desc);
create index profiles_words_idx on public.profiles using gin (private.person_words(full_name, email));
alter table public.profiles enable row level security;
grant select on public.profiles to authenticated;
grant update (full_name, avatar_url, country, bio) on public.profiles to authenticated;
grant all on public.profiles to service_role;

-- Everything else of a profile is private: the owner, the staff of a territory in which the person works, admins.
create policy profiles_select on public.profiles for select to authenticated
  using (id = (select auth.uid())
    or id = any ((select private.my_people())::uuid[])
    or (select private.is_admin()));
create policy profiles_update on public.profiles for update to authenticated
  using (id = (select auth.uid())) with check (id = (select auth.uid()));

create trigger profiles_touch before update on public.profiles for each row execute function private.touch_updated_at();

-- A person keeps a name: others know them by it. An account may begin without one.
create function private.keep_name()
returns trigger language plpgsql set search_path = '' as $$
begin
  if not private.is_trusted_caller() then
    perform private.fail(400, 'name_required', 'Name cannot be empty');
  end if;
  return new;
end $$;

create trigger profiles_keep_name before update of full_name on public.profiles
  for each row when (btrim(new.full_name) = '' and btrim(old.full_name) <> '') execute function private.keep_name();

-- The public face of a profile: name, picture and country. A table that a trigger keeps, not a view: a view that shows more than its reader
-- may see runs with its owner's rights (the advisor's error security_definer_view), and only a table can be the target of the
-- foreign keys through which an embed such as profile:profile_cards(full_name, avatar_url, country) is found.
create table public.profile_cards (
  id uuid primary key references public.profiles (id) on delete cascade,
  full_name text not null default '',
  avatar_url text,
  country text
);
alter table public.profile_cards enable row level security;
grant select on public.profile_cards to anon, authenticated;
grant all on public.profile_cards to service_role;

-- Who reads it: 52_profile_cards.sql, after all tables that name people.

-- A new account gets its profile, the role tourist and the partner's link that brought it. Nothing else of the sign-up data is
-- trusted: the browser sends it.
create function private.on_user_created()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.profiles (id, email, full_name)
  -- A name that is none is left out: the account begins without one.
  values (new.id, lower(coalesce(new.email, '')), case when private.is_plain_name(new.raw_user_meta_data ->> 'full_name')
    then left(btrim(new.raw_user_meta_data ->> 'full_name'), 120) else '' end)
  on conflict (id) do nothing;
  insert into private.account_owners (user_id, password_since)
  values (new.id, case when new.encrypted_password is not null then now() end) on conflict do nothing;
  insert into private.role_grants (user_id, role) values (new.id, 'tourist') on conflict do nothing;
  if new.raw_user_meta_data ? 'referral_code' then
    -- A partner's link never stands in the way of an account: it may be deleted at this very moment.
    begin
      perform private.register_referral_of(new.id, new.raw_user_meta_data ->> 'referral_code');
    exception when others then
      raise warning 'The referral of % was not registered: %', new.id, sqlerrm;
    end;
  end if;
  return new;
end $$;

create trigger on_auth_user_created after insert on auth.users
  for each row execute function private.on_user_created();

create function private.on_user_email_changed()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set email = lower(coalesce(new.email, '')) where id = new.id;
  return new;
end $$;

create trigger on_auth_user_email_changed after update of email on auth.users
  for each row when (old.email is distinct from new.email) execute function private.on_user_email_changed();

create function private.keep_profile_card()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.profile_cards (id, full_name, avatar_url, country)
  values (new.id, new.full_name, new.avatar_url, new.country)
  on conflict (id) do update
    set full_name = excluded.full_name, avatar_url = excluded.avatar_url, country = excluded.country;
  return null;
end $$;

create trigger profiles_card_insert after insert on public.profiles
  for each row execute function private.keep_profile_card();

create trigger profiles_card_update after update of full_name, avatar_url, country on public.profiles
  for each row when ((old.full_name, old.avatar_url, old.country) is distinct from (new.full_name, new.avatar_url, new.country))
  execute function private.keep_profile_card();

-- Who is here and what they may do, for admins: newest account first, a page after (created_at, id). grants: [{role, territory_id,
-- territory_name}], the live ones, tourist left out: the mirror in the profile does not have the territory. p_search: beginnings of words
-- of name and e-mail, or of a partner's business. Else 403 'forbidden'.
create function private.list_people(p_search text, p_role text, p_territory_id text, p_after_created timestamptz, p_after_id uuid, p_limit int)
returns table (id uuid, full_name text, email text, avatar_url text, business_name text, territory_id text, created_at timestamptz, grants jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  query tsquery := private.search_query(p_search);
  held text := nullif(p_role, '');
  place text := nullif(p_territory_id, '');
  before timestamptz := coalesce(p_after_created, 'infinity');
  before_id uuid := coalesce(p_after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
  page int := least(greatest(coalesce(p_limit, 50), 1), 200);
begin
  perform private.require_admin();
  return query
  select p.id, p.full_name, p.email, p.avatar_url, private.business_name_of(p.id), p.territory_id, p.created_at,
    coalesce((select jsonb_agg(jsonb_build_object('role', g.role, 'territory_id', g.territory_id, 'territory_name', t.name)
        order by g.created_at, g.role)
      from private.live_grants g left join public.territories t on t.id = g.territory_id
      where g.user_id = p.id and g.role <> 'tourist'), '[]')
  from public.profiles p
  where (query is null or p.id in (
      select x.id from public.profiles x where private.person_words(x.full_name, x.email) @@ query
      union all
      select g.user_id from private.live_grants g where g.business_name is not null and private.search_words(g.business_name) @@ query))
    and (p.created_at, p.id) < (before, before_id)
    and (held is null and place is null or p.id in (
      select g.user_id from private.live_grants g
      where (held is null or g.role = held) and (place is null or g.territory_id = place)))
  order by p.created_at desc, p.id desc limit page;
end $$;
create function public.list_people(p_search text default null, p_role text default null, p_territory_id text default null,
  p_after_created timestamptz default null, p_after_id uuid default null, p_limit int default 50)
returns table (id uuid, full_name text, email text, avatar_url text, business_name text, territory_id text, created_at timestamptz, grants jsonb)
language sql stable security invoker set search_path = '' as $$
  select * from private.list_people(p_search, p_role, p_territory_id, p_after_created, p_after_id, p_limit)
$$;
grant execute on function private.list_people(text, text, text, timestamptz, uuid, int),
  public.list_people(text, text, text, timestamptz, uuid, int) to authenticated;

-- How much waits in each queue of the admins.
create function private.admin_counts()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'reports', (select count(*) from public.message_reports r where r.status = 'pending'),
    'reviews', (select count(*) from public.reviews r where r.reported_at is not null and r.hidden_at is null),
    'submissions', (select count(*) from public.user_submissions s where s.status = 'pending'),
    'contact', (select count(*) from public.contact_messages c where c.status = 'pending'),
    'applications', (select count(*) from public.partner_applications a where a.status = 'pending'),
    'role_requests', (select count(*) from public.role_requests r where r.status = 'pending'));
end $$;
create function public.admin_counts()
returns jsonb language sql stable security invoker set search_path = '' as $$ select private.admin_counts() $$;
grant execute on function private.admin_counts(), public.admin_counts() to authenticated;

-- The e-mail address that a person has confirmed, or null.
create function private.confirmed_email(p_user_id uuid)
returns text language sql stable security definer set search_path = '' as $$
  select lower(u.email) from auth.users u where u.id = p_user_id and u.email_confirmed_at is not null
$$;

-- Whose account it is (docs/decisions/0030). Anybody can sign up with an address that is not theirs and know its password; a confirmed
-- address does not say who chose it. An account is its owner's once somebody who reads its mail has chosen its password, and
-- only then does it get a role.

create table private.account_owners (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  -- What the auth service did to the account, noted by triggers: since when it has its address and its password, and whether another
  -- letter of confirmation was asked for, maybe by somebody else than who chose the password.
  address_since timestamptz not null default now(),
  password_since timestamptz,
  letter_repeated boolean not null default false,
  -- Since when it is known to be its owner's, and how: 'sign-up' in one browser, a 'password' chosen in a session that a letter opened,
  -- or chosen with the code of an 'invitation'; 'given': by whoever runs the database.
  owned_since timestamptz,
  how text check (how in ('sign-up', 'password', 'invitation', 'given')),
  constraint account_owners_how check ((owned_since is null) = (how is null))
);
alter table private.account_owners enable row level security;
grant all on private.account_owners to service_role;

-- Notes what the check below compares. A new address ends what was known: nobody has shown yet that they read its mail. Nor has the session
-- that the letter of the change opens, as both mailboxes get one and the second to be opened may be the old one: hence the minute.
create function private.on_user_secrets_changed()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update private.account_owners o set
    address_since = case when old.email is distinct from new.email then now() + interval '1 minute' else o.address_since end,
    owned_since = case when old.email is distinct from new.email then null else o.owned_since end,
    how = case when old.email is distinct from new.email then null else o.how end,
    password_since = case when old.encrypted_password is distinct from new.encrypted_password then now() else o.password_since end,
    letter_repeated = o.letter_repeated or old.confirmation_sent_at is distinct from new.confirmation_sent_at
      and old.confirmation_sent_at is not null
  where o.user_id = new.id;
  return null;
end $$;

create trigger on_auth_user_secrets_changed after update of email, encrypted_password, confirmation_sent_at on auth.users
  for each row when ((old.email, old.encrypted_password, old.confirmation_sent_at)
    is distinct from (new.email, new.encrypted_password, new.confirmation_sent_at))
  execute function private.on_user_secrets_changed();

-- A letter for a new password is its reader's. Where the account is not known to be theirs, somebody else may know the password and be
-- signed in, and would choose another one before the reader does: that ends the reader's session, or takes the letter's worth before it is
-- opened. So the letter ends the old password and all sessions when it is opened, before it opens one; and while it waits, nobody chooses
-- another password (403 'letter_waits'). Which session asks is not seen here, and one that a letter opened may be that of an older letter,
-- beside the stranger's. But where the account has no password any more, only letters can have opened what sessions there are: so who
-- has opened one chooses a password, whoever has asked for another letter since.
--
-- An account that is known to be its owner's keeps both until the new password is chosen: anybody can ask for such a letter, and a careless
-- tap on it must not sign its owner out everywhere.
create function private.before_letter_ends()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select 1 from private.account_owners o where o.user_id = new.id and o.owned_since is not null) then
    return new;
  elsif new.encrypted_password is not distinct from old.encrypted_password then
    new.encrypted_password := null;
    delete from auth.sessions s where s.user_id = new.id;
  elsif coalesce(old.encrypted_password, '') <> '' and old.recovery_sent_at > now() - interval '1 hour' then
    perform private.fail(403, 'letter_waits', 'A letter for a new password is on its way to this address. Please choose the password with it.');
  end if;
  return new;
end $$;

-- The auth service empties the token when the letter is opened, and when a password is chosen.
create trigger on_auth_letter_ends before update of recovery_token on auth.users
  for each row when (coalesce(old.recovery_token, '') <> '' and coalesce(new.recovery_token, '') = '')
  execute function private.before_letter_ends();

-- What the opening of a letter does, for who has shown with the code of an invitation that they read the mail: so no letter that waits,
-- whoever has asked for it, stands in the way of the password that they choose.
create function private.end_unproven_access(p_user_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select 1 from private.account_owners o where o.user_id = p_user_id and o.owned_since is not null) then
    update auth.users u set encrypted_password = null where u.id = p_user_id;
    delete from auth.sessions s where s.user_id = p_user_id;
  end if;
end $$;

-- How the caller's session shows that the account is theirs: 'sign-up' or 'password', null if it does not.
--
-- A session that a letter opened (its token's `amr`) belongs to somebody who reads the mail. A password that was set after that, while
-- the session lives, was set in it: to set one ends all other sessions. Right after a sign-up the code of the letter is redeemed by the
-- browser that asked for it (PKCE), which is the one that chose the password, unless another letter was asked for since.
create function private.proof_of_session()
returns text language plpgsql stable security definer set search_path = '' as $$
declare
  token jsonb := coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb, '{}');
  account private.account_owners;
  opened timestamptz;
  methods text[];
begin
  select * into account from private.account_owners o where o.user_id = (select auth.uid());
  select s.created_at into opened from auth.sessions s
  where s.id::text = token ->> 'session_id' and s.user_id = account.user_id;
  if opened is null or opened < account.address_since or jsonb_typeof(token -> 'amr') is distinct from 'array' then
    return null;
  end if;
  -- The token has full seconds.
  select array_agg(a ->> 'method') into methods from jsonb_array_elements(token -> 'amr') a
  where jsonb_typeof(a -> 'timestamp') = 'number'
    and to_timestamp((a ->> 'timestamp')::double precision) >= date_trunc('second', opened);
  if 'email/signup' = any (methods) and not account.letter_repeated and account.password_since <= opened then
    return 'sign-up';
  elsif methods && '{otp,recovery,magiclink,invite,email/signup}' and account.password_since >= opened then
    return 'password';
  end if;
  return null;
end $$;

-- Whether the caller's account is known to be theirs, or their session shows it.
create function private.is_proven()
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from private.account_owners o where o.user_id = (select auth.uid()) and o.owned_since is not null)
    or private.proof_of_session() is not null
$$;

-- Whether the account is known to be its owner's. Takes note of what the session of its owner shows, when it is they who ask.
create function private.is_owned(p_user_id uuid)
returns boolean language plpgsql security definer set search_path = '' as $$
declare
  proof text;
begin
  if exists (select 1 from private.account_owners o where o.user_id = p_user_id and o.owned_since is not null) then
    return true;
  elsif p_user_id is distinct from (select auth.uid()) then
    return false;
  end if;
  proof := private.proof_of_session();
  update private.account_owners o set owned_since = now(), how = proof where o.user_id = p_user_id and proof is not null;
  return proof is not null;
end $$;

-- Before a role begins, whoever gives it. Raises 403 'account_unproven' to the person, 409 'owner_unproven' to somebody else. Who runs
-- the database may give a role to any account, which is its owner's by that.
create function private.require_owned(p_user_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if private.is_trusted_caller() then
    perform private.give_account(p_user_id, 'given');
  elsif private.is_owned(p_user_id) then
    return;
  elsif p_user_id = (select auth.uid()) then
    perform private.fail(403, 'account_unproven', 'Please choose a new password first, with a letter that we send you: it shows that this account is yours');
  else
    perform private.fail(409, 'owner_unproven', 'This person has not shown yet that the account is theirs. They do so by choosing a new password in their profile.');
  end if;
end $$;

-- Notes that an account is its owner's, unless it is known.
create function private.give_account(p_user_id uuid, p_how text)
returns void language sql security definer set search_path = '' as $$
  update private.account_owners o set owned_since = now(), how = p_how where o.user_id = p_user_id and o.owned_since is null
$$;

-- Takes note of what the caller's session shows: the app asks after a letter has led back to it, and after a password was set. → whether
-- the account is known to be the caller's. Raises 401 'not_signed_in'.
create function private.claim_account()
returns boolean language sql security definer set search_path = '' as $$
  select private.is_owned(private.require_user())
$$;
create function public.claim_account()
returns boolean language sql security invoker set search_path = '' as $$ select private.claim_account() $$;
grant execute on function private.claim_account(), public.claim_account() to authenticated;

-- Roles: who holds which role where, and how one is dropped, granted and revoked (docs/decisions/0024).
-- `role_grants` is read and written through functions alone; `profiles.roles` mirrors it for display and no policy reads the mirror.

create table private.role_grants (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  role text not null check (role in ('admin', 'territory_manager', 'territory_staff', 'tour_guide', 'travel_partner', 'shuttle_manager', 'shuttle_driver', 'tourist')),
  territory_id text references public.territories (id),
  granted_by uuid references public.profiles (id) on delete set null,
  -- Dropped by its holder, who may take it up again; distinct from revoked, which only a grantor can undo.
  dropped_at timestamptz,
  revoked_at timestamptz,
  -- What is agreed with a travel partner in this territory, and with nobody else: percent of what the guest pays.
  business_name text check (length(business_name) <= 160 and private.is_plain_name(business_name)),
  commission_level numeric(4, 1) check (commission_level between 0 and 100),
  -- Since when a guide takes no new bookings here; what is sold stays theirs.
  paused_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint role_grants_paused check (paused_at is null or role = 'tour_guide'),
  constraint role_grants_partner_terms check (
    case when role = 'travel_partner' then commission_level is not null else num_nonnulls(business_name, commission_level) = 0 end)
);
create unique index role_grants_one_live_idx on private.role_grants (user_id, role, coalesce(territory_id, '')) where revoked_at is null;
create index role_grants_territory_idx on private.role_grants (territory_id, role) where revoked_at is null and dropped_at is null;
create index role_grants_granted_by_idx on private.role_grants (granted_by);
create index role_grants_business_idx on private.role_grants using gin (private.search_words(business_name)) where business_name is not null;
alter table private.role_grants enable row level security;
grant all on private.role_grants to service_role;

-- The roles that are held now: neither revoked nor dropped.
create view private.live_grants as
select g.* from private.role_grants g where g.revoked_at is null and g.dropped_at is null;

create trigger role_grants_touch before update on private.role_grants for each row execute function private.touch_updated_at();

-- A partner with whom nothing else was agreed begins with the usual commission.
create function private.fill_commission()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.commission_level := coalesce(new.commission_level, private.usual_commission());
  return new;
end $$;

create trigger role_grants_fill_commission before insert on private.role_grants
  for each row when (new.role = 'travel_partner') execute function private.fill_commission();

-- The highest commission that may be agreed: the ceiling, and never so much that the operator has less than the floor beside the
-- territory's and the app's 10 % each.
create function private.max_commission()
returns numeric language sql stable security definer set search_path = '' as $$
  select greatest(least(private.limit_value('commission.ceiling_percent'), 80 - private.limit_value('commission.operator_floor_percent')), 0)
$$;

-- 10 %, or the highest there may be where that is less.
create function private.usual_commission()
returns numeric language sql stable security definer set search_path = '' as $$
  select least(10, private.max_commission())
$$;

-- Raises 400 'invalid_input' and 'commission_too_high' for a commission that may not be agreed. p_before: what it is now; an old one
-- above the limit may stay.
create function private.check_commission(p_level numeric, p_before numeric default null)
returns void language plpgsql stable security definer set search_path = '' as $$
declare
  highest numeric := private.max_commission();
begin
  if p_level < 0 or p_level <> round(p_level, 1) then
    perform private.invalid('Please enter a commission of at least 0, with one decimal at most');
  elsif p_level > highest and p_level is distinct from p_before then
    perform private.fail(400, 'commission_too_high', format('The commission is at most %s%%', trim_scale(highest)));
  end if;
end $$;

-- What a partner gets of a booking in a territory, in percent, at this moment. Null for who is no partner there.
create function private.commission_of(p_user_id uuid, p_territory_id text)
returns numeric language sql stable security definer set search_path = '' as $$
  select g.commission_level from private.live_grants g
  where g.user_id = p_user_id and g.role = 'travel_partner' and g.territory_id = p_territory_id
$$;

-- What a partner's business is called in a territory, or where they have worked longest. Null for who is no partner there.
create function private.business_name_of(p_user_id uuid, p_territory_id text default null)
returns text language sql stable security definer set search_path = '' as $$
  select g.business_name from private.live_grants g
  where g.user_id = p_user_id and g.role = 'travel_partner' and g.business_name <> ''
    and (p_territory_id is null or g.territory_id = p_territory_id)
  order by g.created_at, g.id limit 1
$$;

-- profiles.roles mirrors the live grants. One statement for any number of rows: a bulk load stays fast.
create function private.mirror_roles()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles p
  set roles = live.roles
  from (
    select c.user_id, coalesce(array_agg(distinct g.role) filter (where g.role is not null), '{}') as roles
    from (select distinct user_id from changed) c
    left join private.live_grants g on g.user_id = c.user_id
    group by c.user_id
  ) live
  where p.id = live.user_id and p.roles is distinct from live.roles;
  return null;
end $$;

create trigger role_grants_mirror_insert after insert on private.role_grants
  referencing new table as changed for each statement execute function private.mirror_roles();

create trigger role_grants_mirror_update after update on private.role_grants
  referencing new table as changed for each statement execute function private.mirror_roles();

create trigger role_grants_mirror_delete after delete on private.role_grants
  referencing old table as changed for each statement execute function private.mirror_roles();

-- Roles that belong to a territory; admin and tourist belong to none.
create function private.is_territory_role(role text)
returns boolean language sql immutable set search_path = '' as $$
  select role in ('territory_manager', 'territory_staff', 'tour_guide', 'travel_partner', 'shuttle_manager', 'shuttle_driver')
$$;

-- The roles that a manager grants in the own territory.
create function private.is_managers_grant(role text)
returns boolean language sql immutable set search_path = '' as $$
  select role in ('territory_staff', 'tour_guide', 'travel_partner', 'shuttle_manager', 'shuttle_driver')
$$;

-- Admins grant everything; a manager everything but admin and manager, in the own territory.
create function private.may_grant(p_role text, p_territory_id text)
returns boolean language sql stable security definer set search_path = '' as $$
  select private.is_admin() or coalesce(
    private.is_managers_grant(p_role) and p_territory_id = any (private.my_territories('manager')), false)
$$;

-- Raises 401 'not_signed_in' or 403 'roles_forbidden' unless the caller may give this role there.
create function private.require_grantor(p_role text, p_territory_id text)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_user('You must be logged in to update roles');
  if not private.may_grant(p_role, p_territory_id) then
    perform private.fail(403, 'roles_forbidden', 'You do not have permission to modify this user''s roles');
  end if;
end $$;

-- Makes the grant live, once, and lets the profile follow: it takes the territory unless the person still works in another. Every grant
-- but that of a tourist begins here, so here it is asked whose account it is: raises what require_owned does.
create function private.give_role(p_user_id uuid, p_role text, p_territory_id text, p_by uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_owned(p_user_id);
  insert into private.role_grants (user_id, role, territory_id, granted_by)
  values (p_user_id, p_role, p_territory_id, p_by)
  on conflict (user_id, role, coalesce(territory_id, '')) where revoked_at is null
  do update set dropped_at = null, granted_by = excluded.granted_by where role_grants.dropped_at is not null;
  if p_territory_id is not null then
    update public.profiles p set territory_id = p_territory_id
    where p.id = p_user_id and p.territory_id is distinct from p_territory_id and not exists (
      select 1 from private.live_grants g where g.user_id = p_user_id and g.territory_id = p.territory_id);
  end if;
  if p_role = 'shuttle_driver' then
    insert into public.shuttle_drivers (driver_id, territory_id) values (p_user_id, p_territory_id)
    on conflict (driver_id, territory_id) do update set active = true;
  end if;
  update public.role_requests set status = 'approved', decided_by = p_by, decided_at = now()
  where user_id = p_user_id and role = p_role and status = 'pending';
end $$;
grant execute on function private.give_role(uuid, text, text, uuid) to service_role;

-- Whether a person may invite to a role there now. Admins to everything; a manager to what managers grant; staff to guides and
-- partners, shuttle managers to drivers: the roles below their own.
create function private.person_may_invite(p_user_id uuid, p_role text, p_territory_id text)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from private.live_grants g
    where g.user_id = p_user_id and (g.role = 'admin' or g.territory_id = p_territory_id and p_role = any (case g.role
      when 'territory_manager' then '{territory_staff,tour_guide,travel_partner,shuttle_manager,shuttle_driver}'
      when 'territory_staff' then '{tour_guide,travel_partner}'
      when 'shuttle_manager' then '{shuttle_driver}'
      else '{}' end::text[])))
$$;

-- What ends with a role in a territory, revoked or dropped; the profile follows.
create function private.end_work(p_user_id uuid, p_role text, p_territory_id text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  other_territory text;
begin
  if p_role = 'shuttle_driver' then
    delete from public.driver_schedules s using public.territory_transports t
    where s.transport_id = t.id and t.territory_id = p_territory_id and s.driver_id = p_user_id;
    delete from public.shuttle_drivers where driver_id = p_user_id and territory_id = p_territory_id;
  elsif p_role = 'travel_partner' and not private.user_has_role(p_user_id, 'travel_partner') then
    update public.referral_links set active = false where user_id = p_user_id and active;
  end if;
  -- Open invitations do not outlive the authority that made them, and nobody comes back by an older one to the role that ended.
  update public.invites i set withdrawn_at = now()
  where i.redeemed_at is null and i.withdrawn_at is null and (
    i.invited_by = p_user_id
      and exists (select 1 from unnest(i.roles) r where not private.person_may_invite(p_user_id, r, i.territory_id))
    or i.email = private.confirmed_email(p_user_id) and i.territory_id is not distinct from p_territory_id and p_role = any (i.roles));
  select min(g.territory_id) into other_territory from private.live_grants g
  where g.user_id = p_user_id and g.territory_id is not null;
  update public.profiles p set territory_id = other_territory
  where p.id = p_user_id and p.territory_id = p_territory_id and not exists (
    select 1 from private.live_grants g where g.user_id = p_user_id and g.territory_id = p_territory_id);
end $$;

-- The end of a role that was taken away. A guide who only drops it keeps the places in the rankings, and is back in them when they
-- take it up again.
create function private.end_role(p_user_id uuid, p_role text, p_territory_id text)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if p_role = 'tour_guide' then
    delete from public.experience_guide_rankings r using public.experiences e
    where r.experience_id = e.id and e.territory_id = p_territory_id and r.guide_id = p_user_id;
  end if;
  perform private.end_work(p_user_id, p_role, p_territory_id);
end $$;
grant execute on function private.end_role(uuid, text, text) to service_role;

-- Drops a role of one's own, everywhere. Not held: nothing happens. Raises 400 'tourist_role_required', 409 'last_admin'. Locks the
-- profile.
create function private.remove_my_role(p_role text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user('You must be logged in to update roles');
  dropped record;
begin
  if p_role = 'tourist' then
    perform private.fail(400, 'tourist_role_required', 'Cannot remove the tourist role as it is required');
  end if;
  if p_role = 'admin' then
    perform private.keep_one_admin(caller);
  end if;
  perform 1 from public.profiles p where p.id = caller for no key update;
  for dropped in
    update private.role_grants g set dropped_at = now()
    where g.user_id = caller and g.role = p_role and g.revoked_at is null and g.dropped_at is null
    returning g.territory_id
  loop
    perform private.end_work(caller, p_role, dropped.territory_id);
    perform private.audit('role_dropped', dropped.territory_id, 'profiles', caller::text, jsonb_build_object('role', p_role));
  end loop;
  return jsonb_build_object('roles', private.roles_of(caller));
end $$;
create function public.remove_my_role(p_role text)
returns jsonb language sql set search_path = '' as $$ select private.remove_my_role(p_role) $$;
grant execute on function private.remove_my_role(text), public.remove_my_role(text) to authenticated;

-- The platform never ends up without an admin: raises 409 'last_admin'. Its lock makes two admins who leave at once queue.
create function private.keep_one_admin(p_leaving uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('private.keep_one_admin', 0));
  if not exists (select 1 from private.live_grants g where g.role = 'admin' and g.user_id <> p_leaving) then
    perform private.fail(409, 'last_admin', 'The last administrator cannot be removed');
  end if;
end $$;

-- Whether this is the one admin there is.
create function private.is_only_admin(p_user_id uuid)
returns boolean language sql stable security definer set search_path = '' as $$
  select private.user_has_role(p_user_id, 'admin')
    and not exists (select 1 from private.live_grants g where g.role = 'admin' and g.user_id <> p_user_id)
$$;

-- Nobody gives themselves a role, whether by a request or an invitation: a second person looks at it. Raises 403 'own_request' for the
-- caller's own account, unless they are the only admin, beside whom there is nobody.
create function private.refuse_own(p_user_id uuid)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if p_user_id = (select auth.uid()) and not private.is_only_admin(p_user_id) then
    perform private.fail(403, 'own_request', 'Nobody decides about a role of their own. Somebody else does.');
  end if;
end $$;

-- Gives a role, once it is clear that it may be given: the person asked for it, or it belongs to no territory. Raises 400
-- 'territory_required', 404 'user_not_found'. Locks the person's profile.
create function private.grant_checked_role(p_user_id uuid, p_role text, p_territory_id text)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if private.is_territory_role(p_role)
     and not exists (select 1 from public.territories t where t.id = p_territory_id and t.archived_at is null) then
    perform private.fail(400, 'territory_required', 'Territory ID is required');
  end if;
  perform 1 from public.profiles p where p.id = p_user_id for update;
  if not found then
    perform private.fail(404, 'user_not_found', 'User not found');
  end if;
  perform private.give_role(p_user_id, p_role, p_territory_id, (select auth.uid()));
  perform private.audit('role_granted', p_territory_id, 'profiles', p_user_id::text, jsonb_build_object('role', p_role));
end $$;

-- Makes somebody an admin. A role in a territory is never given like this: it comes from the person's own request or from an
-- invitation that they accepted (docs/decisions/0024). → {user_id, roles}. Raises 403 'roles_forbidden' and 'invitation_required', 400
-- 'unknown_role', 404 'user_not_found'. Locks the person's profile.
create function private.grant_role(p_user_id uuid, p_role text)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_grantor(p_role, null);
  if private.is_territory_role(p_role) then
    perform private.fail(403, 'invitation_required', 'A role in a region is offered by an invitation');
  elsif not coalesce(p_role in ('admin', 'tourist'), false) then
    perform private.fail(400, 'unknown_role', 'An error occurred adding role');
  end if;
  perform private.grant_checked_role(p_user_id, p_role, null);
  return jsonb_build_object('user_id', p_user_id, 'roles', private.roles_of(p_user_id));
end $$;
create function public.grant_role(p_user_id uuid, p_role text)
returns jsonb language sql set search_path = '' as $$ select private.grant_role(p_user_id, p_role) $$;
grant execute on function private.grant_role(uuid, text), public.grant_role(uuid, text) to authenticated;

-- Takes a role from a member. Removing a staff member takes every role that the caller may take in that territory. Raises 403
-- 'roles_forbidden' where may_revoke says no, 404 'user_not_found' for somebody who does not hold the role there (for admins nothing
-- happens), 400 'tourist_role_required', 409 'last_admin'. Locks the person's profile. → {user_id, roles}: to admins all roles, to
-- others those that are left in the territory.
create function private.revoke_role(p_user_id uuid, p_role text, p_territory_id text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  place text := case when private.is_territory_role(p_role) then p_territory_id end;
  ended record;
begin
  perform private.require_user('You must be logged in to update roles');
  if not private.may_revoke(p_role, place) then
    perform private.fail(403, 'roles_forbidden', 'You do not have permission to modify this user''s roles');
  end if;
  if p_role = 'tourist' then
    perform private.fail(400, 'tourist_role_required', 'Cannot remove the tourist role as it is required');
  elsif p_role = 'admin' then
    perform private.keep_one_admin(p_user_id);
  end if;
  -- Not `for update`: somebody who is just accepting this person's invitation names them as who granted the role.
  perform 1 from public.profiles p where p.id = p_user_id for no key update;
  if not private.is_admin() and not exists (
    select 1 from private.role_grants g
    where g.user_id = p_user_id and g.role = p_role and g.territory_id = place and g.revoked_at is null) then
    perform private.fail(404, 'user_not_found', 'User not found');
  end if;
  for ended in
    update private.role_grants g set revoked_at = now()
    where g.user_id = p_user_id and g.territory_id is not distinct from place and g.revoked_at is null
      and (g.role = p_role or (p_role = 'territory_staff' and private.may_grant(g.role, place)))
    returning g.role
  loop
    perform private.end_role(p_user_id, ended.role, place);
    perform private.audit('role_revoked', place, 'profiles', p_user_id::text, jsonb_build_object('role', ended.role));
  end loop;
  return jsonb_build_object('user_id', p_user_id, 'roles', case when private.is_admin() then private.roles_of(p_user_id) else (
    select coalesce(jsonb_agg(g.role order by g.role), '[]') from private.live_grants g
    where g.user_id = p_user_id and g.territory_id = place) end);
end $$;
create function public.revoke_role(p_user_id uuid, p_role text, p_territory_id text default null)
returns jsonb language sql set search_path = '' as $$ select private.revoke_role(p_user_id, p_role, p_territory_id) $$;
grant execute on function private.revoke_role(uuid, text, text), public.revoke_role(uuid, text, text) to authenticated;

-- Who may take a role away, or invite to it: whoever may grant it, and staff for the guides and partners of their territory
-- (docs/decisions/0004).
create function private.may_revoke(p_role text, p_territory_id text)
returns boolean language sql stable security definer set search_path = '' as $$
  select private.may_grant(p_role, p_territory_id)
    or coalesce(p_role in ('tour_guide', 'travel_partner') and p_territory_id = any (private.my_territories('staff')), false)
$$;

-- The two limits of commissions. → {ceiling, operator_floor, highest, above}: percent, and how many partners have more than the highest
-- by an older agreement. For admins, else 403 'forbidden'.
create function private.commission_limits()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object('ceiling', private.limit_value('commission.ceiling_percent'),
    'operator_floor', private.limit_value('commission.operator_floor_percent'), 'highest', private.max_commission(),
    'above', (select count(*) from private.live_grants g where g.role = 'travel_partner' and g.commission_level > private.max_commission()));
end $$;
create function public.commission_limits()
returns jsonb language sql stable security invoker set search_path = '' as $$ select private.commission_limits() $$;
grant execute on function private.commission_limits(), public.commission_limits() to authenticated;

-- Sets both, over those that the admin has read. Nobody's commission changes. Raises 403 'forbidden', 400 'invalid_input' for what are
-- no whole percents from 0 to 80, 409 'changed_meanwhile'. Locks the two rows. → as commission_limits
create function private.save_commission_limits(p_ceiling numeric, p_operator_floor numeric, p_expected_ceiling numeric, p_expected_floor numeric)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  was jsonb;
begin
  perform private.require_admin();
  if not coalesce(p_ceiling between 0 and 80 and p_operator_floor between 0 and 80 and p_ceiling = round(p_ceiling)
     and p_operator_floor = round(p_operator_floor), false) then
    perform private.invalid('Please enter whole percents from 0 to 80');
  end if;
  perform 1 from private.limits l where l.name like 'commission.%' order by l.name for update;
  was := private.commission_limits();
  if (was ->> 'ceiling')::numeric is distinct from p_expected_ceiling or (was ->> 'operator_floor')::numeric is distinct from p_expected_floor then
    perform private.fail(409, 'changed_meanwhile', 'Somebody else has changed this meanwhile');
  end if;
  update private.limits set value = p_ceiling where name = 'commission.ceiling_percent';
  update private.limits set value = p_operator_floor where name = 'commission.operator_floor_percent';
  perform private.audit('commission_limits_changed', null, 'limits', 'commission', jsonb_build_object(
    'ceiling_percent', jsonb_build_object('from', was -> 'ceiling', 'to', p_ceiling),
    'operator_floor_percent', jsonb_build_object('from', was -> 'operator_floor', 'to', p_operator_floor)));
  return private.commission_limits();
end $$;
create function public.save_commission_limits(p_ceiling numeric, p_operator_floor numeric, p_expected_ceiling numeric, p_expected_floor numeric)
returns jsonb language sql security invoker set search_path = '' as $$
  select private.save_commission_limits(p_ceiling, p_operator_floor, p_expected_ceiling, p_expected_floor)
$$;
grant execute on function private.save_commission_limits(numeric, numeric, numeric, numeric),
  public.save_commission_limits(numeric, numeric, numeric, numeric) to authenticated;

-- Invitations (docs/decisions/0016, 0024): bound to an e-mail address, they run out and are taken up once, by the confirmed owner
-- of that address: with the code of the mail, or in the app. The role is granted then and not before.

create table public.invites (
  id uuid primary key default gen_random_uuid(),
  -- sha-256 of the code that the e-mail carries; the code itself is never stored.
  code_hash text not null unique,
  email text not null check (email = lower(email)),
  full_name text not null default '' check (private.is_plain_name(full_name)),
  roles text[] not null,
  territory_id text references public.territories (id) on delete cascade,
  business_name text check (private.is_plain_name(business_name)),
  commission_level numeric(4, 1) check (commission_level between 0 and 100),
  invited_by uuid references public.profiles (id) on delete set null,
  expires_at timestamptz not null default now() + interval '14 days',
  redeemed_by uuid references public.profiles (id) on delete set null,
  redeemed_at timestamptz,
  withdrawn_at timestamptz,
  created_at timestamptz not null default now()
);
create index invites_email_idx on public.invites (email);
create index invites_territory_idx on public.invites (territory_id);
create index invites_invited_by_idx on public.invites (invited_by);
create index invites_redeemed_by_idx on public.invites (redeemed_by);
-- An invitation is an e-mail to a stranger: 20 a minute and 200 an hour from one person.
create index invites_rate_idx on public.invites (invited_by, created_at);
create index invites_words_idx on public.invites using gin (private.search_words(full_name || ' ' || email));
alter table public.invites enable row level security;
grant select (id, email, full_name, roles, territory_id, business_name, commission_level, invited_by, expires_at, redeemed_by,
  redeemed_at, withdrawn_at, created_at) on public.invites to authenticated;
grant all on public.invites to service_role;

-- The people who run the territory see those that still wait, never the hash of a code. What was taken up or withdrawn, or has run out,
-- would keep the address of somebody who has left, or never came, before their eyes.
create policy invites_select on public.invites for select to authenticated
  using ((territory_id = any ((select private.my_territories('staff'))::text[]) and redeemed_at is null and withdrawn_at is null
      and expires_at > now())
    or (select private.is_admin()));

-- Whether the caller may invite to a role there.
create function private.may_invite(p_role text, p_territory_id text)
returns boolean language sql stable security definer set search_path = '' as $$
  select private.person_may_invite((select auth.uid()), p_role, p_territory_id)
$$;

-- Raises 400 'invalid_input' for partner's terms on an invitation to anything else, and for a commission 403 'commission_forbidden'
-- unless the caller manages the territory, and what check_commission raises.
create function private.check_invited_terms(p_roles text[], p_territory_id text, p_business_name text, p_commission_level numeric)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if num_nonnulls(nullif(btrim(p_business_name), ''), p_commission_level) > 0 and p_roles is distinct from '{travel_partner}' then
    perform private.invalid('Only a travel partner has a business name and a commission');
  elsif length(btrim(p_business_name)) > 160 then
    perform private.invalid('A business name has at most 160 characters');
  elsif p_commission_level is not null and not private.is_trusted_caller() and not private.manages_territory(p_territory_id) then
    perform private.fail(403, 'commission_forbidden', 'Only a manager of the region sets a commission');
  end if;
  perform private.check_commission(p_commission_level);
end $$;

-- Raises 401, 403 'roles_forbidden' and 'own_request', 400 'unknown_role', 'territory_required' and 'invalid_input' unless the caller may make this
-- invitation. The service role may invite anybody.
create function private.check_invite(p_email text, p_roles text[], p_territory_id text)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if not private.is_trusted_caller() then
    perform private.require_user();
    if coalesce(cardinality(p_roles), 0) = 0 or exists (
      select 1 from unnest(p_roles) as role where not coalesce(private.may_invite(role, p_territory_id), false)) then
      perform private.fail(403, 'roles_forbidden', 'You do not have permission to modify this user''s roles');
    end if;
  end if;
  if coalesce(cardinality(p_roles), 0) = 0 or exists (
    select 1 from unnest(p_roles) as role where not coalesce(private.is_territory_role(role) or role in ('admin', 'tourist'), false)) then
    perform private.fail(400, 'unknown_role', 'An error occurred adding role');
  end if;
  if exists (select 1 from unnest(p_roles) as role where private.is_territory_role(role))
     and not exists (select 1 from public.territories t where t.id = p_territory_id and t.archived_at is null) then
    perform private.fail(400, 'territory_required', 'Territory ID is required');
  end if;
  if not coalesce(private.is_email(btrim(p_email)), false) then
    perform private.fail(400, 'invalid_input', 'Please fill in all required fields');
  end if;
  perform private.refuse_own(p.id) from public.profiles p where p.id = (select auth.uid()) and lower(p.email) = lower(btrim(p_email));
end $$;

-- Makes an invitation and queues its e-mail. → {invite_id, expires_at}: the same answer
-- whether there is such an account or not. The code is not told to the inviter, whom lookup_invite would tell of the account; only
-- the mail has it. Raises what check_name, check_invite and check_invited_terms do, and 429 'rate_limited'.
create function private.create_invite(p_email text, p_roles text[], p_territory_id text, p_full_name text, p_business_name text,
  p_commission_level numeric)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  code text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  address text := lower(btrim(p_email));
  made public.invites;
  agreed numeric := p_commission_level;
begin
  perform private.check_invite(p_email, p_roles, p_territory_id);
  perform private.check_name(p_full_name);
  perform private.check_name(p_business_name);
  perform private.check_invited_terms(p_roles, p_territory_id, p_business_name, p_commission_level);
  -- Two at once to one address: one after the other.
  perform pg_advisory_xact_lock(hashtextextended('public.invites to ' || address, 0));
  -- A new invitation replaces the open one to the same person for the same place. Sent again by staff, it keeps what a manager offered.
  with replaced as (
    update public.invites i set withdrawn_at = now()
    where i.email = address and i.territory_id is not distinct from p_territory_id and i.roles = p_roles
      and i.redeemed_at is null and i.withdrawn_at is null
    returning i.commission_level)
  select coalesce(agreed, max(r.commission_level)) into agreed from replaced r;
  insert into public.invites (code_hash, email, full_name, roles, territory_id, business_name, commission_level, invited_by)
  values (private.hash_code(code), address, left(btrim(coalesce(p_full_name, '')), 120), p_roles, p_territory_id,
    nullif(btrim(p_business_name), ''), agreed, (select auth.uid()))
  returning * into made;
  perform private.mail_invite(made, code);
  perform private.audit('invite_created', p_territory_id, 'invites', made.id::text, jsonb_strip_nulls(
    jsonb_build_object('roles', p_roles, 'commission_level', agreed)));
  return jsonb_build_object('invite_id', made.id, 'expires_at', made.expires_at);
end $$;
create function public.create_invite(p_email text, p_roles text[], p_territory_id text default null, p_full_name text default '',
  p_business_name text default null, p_commission_level numeric default null)
returns jsonb language sql set search_path = '' as $$
  select private.create_invite(p_email, p_roles, p_territory_id, p_full_name, p_business_name, p_commission_level)
$$;
grant execute on function private.create_invite(text, text[], text, text, text, numeric),
  public.create_invite(text, text[], text, text, text, numeric) to authenticated, service_role;

-- Withdraws an invitation that was not redeemed. Raises 404 'invite_not_found', also for one that the caller may not give.
create function private.withdraw_invite(p_invite_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  gone public.invites;
begin
  perform private.require_user();
  update public.invites i set withdrawn_at = now()
  where i.id = p_invite_id and i.redeemed_at is null and i.withdrawn_at is null
    and not exists (select 1 from unnest(i.roles) as role where not private.may_invite(role, i.territory_id))
  returning * into gone;
  if gone.id is null then
    perform private.fail(404, 'invite_not_found', 'This invitation could not be found');
  end if;
  perform private.audit('invite_withdrawn', gone.territory_id, 'invites', gone.id::text, jsonb_build_object('roles', gone.roles));
end $$;
create function public.withdraw_invite(p_invite_id uuid)
returns void language sql set search_path = '' as $$ select private.withdraw_invite(p_invite_id) $$;
grant execute on function private.withdraw_invite(uuid), public.withdraw_invite(uuid) to authenticated;

-- Raises 410 'invite_withdrawn' and 'invite_expired', 409 'invite_used' unless the caller may still take this invitation up. One that
-- was made by somebody who could not make it any more counts as withdrawn.
create function private.refuse_closed_invite(i public.invites)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if i.withdrawn_at is not null or i.redeemed_at is null and i.invited_by is not null and exists (
    select 1 from unnest(i.roles) as role where not private.person_may_invite(i.invited_by, role, i.territory_id)) then
    perform private.fail(410, 'invite_withdrawn', 'This invitation was withdrawn, or a newer one took its place');
  elsif i.redeemed_at is not null and i.redeemed_by is distinct from (select auth.uid()) then
    perform private.fail(409, 'invite_used', 'This invitation has already been used');
  elsif i.redeemed_at is null and i.expires_at <= now() then
    perform private.fail(410, 'invite_expired', 'This invitation has expired');
  end if;
end $$;

-- Gives what the invitation offers, once; the same person again gets the same answer. The caller has locked it and checked whose it is.
-- The profile takes the territory of the invitation; who runs another one stays there, where the new role does not need it. The name
-- is that of the person: the invitation's fills an empty one. → {territory_id, roles, granted}; granted: what the invitation gave and
-- the caller holds now.
create function private.take_invite(invite public.invites)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  role text;
begin
  if invite.redeemed_at is null then
    -- Its maker may have taken the address since.
    perform private.refuse_own(invite.invited_by);
    update public.invites set redeemed_by = caller, redeemed_at = now() where id = invite.id;
    update public.profiles p set full_name = invite.full_name where p.id = caller and btrim(p.full_name) = '' and invite.full_name <> '';
    foreach role in array invite.roles loop
      perform private.give_role(caller, role, case when private.is_territory_role(role) then invite.territory_id end, invite.invited_by);
    end loop;
    -- The limit of today, not that of the day of the invitation.
    update private.role_grants g set
      business_name = coalesce(invite.business_name, g.business_name),
      commission_level = case when invite.commission_level is null then g.commission_level
        else least(invite.commission_level, private.max_commission()) end
    where g.user_id = caller and g.territory_id = invite.territory_id and g.role = 'travel_partner' and g.revoked_at is null
      and 'travel_partner' = any (invite.roles);
    update public.profiles p set territory_id = invite.territory_id
    where p.id = caller and invite.territory_id is not null and p.territory_id is distinct from invite.territory_id and (
      exists (select 1 from unnest(invite.roles) as r where private.works_in_profile_territory(r))
      or not exists (
        select 1 from private.live_grants g
        where g.user_id = caller and g.territory_id = p.territory_id and private.works_in_profile_territory(g.role)));
    perform private.audit('invite_redeemed', invite.territory_id, 'invites', invite.id::text, jsonb_build_object('roles', invite.roles));
  end if;
  return jsonb_build_object('territory_id', invite.territory_id, 'roles', private.roles_of(caller), 'granted', (
    select coalesce(jsonb_agg(r.role order by r.place), '[]') from unnest(invite.roles) with ordinality as r (role, place)
    where exists (
      select 1 from private.live_grants g
      where g.user_id = caller and g.role = r.role
        and g.territory_id is not distinct from case when private.is_territory_role(r.role) then invite.territory_id end)));
end $$;

-- Redeems a code once, for the confirmed owner of the e-mail that was invited. A code is 256 bits: who holds one got the mail or was
-- sent it on, so a refusal says what is wrong. → what take_invite answers. Raises 404 'invite_not_found', 403 'invite_other_account' and
-- 'account_unproven', and what refuse_closed_invite does. Locks the caller's profile, then the invitation.
create function private.redeem_invite(p_code text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  invite public.invites;
begin
  perform 1 from public.profiles p where p.id = caller for no key update;
  select * into invite from public.invites i where i.code_hash = private.hash_code(btrim(p_code)) for update;
  if invite.id is null then
    perform private.fail(404, 'invite_not_found', 'This invitation could not be found');
  end if;
  perform private.refuse_closed_invite(invite);
  if invite.redeemed_at is null and invite.email is distinct from private.confirmed_email(caller) then
    perform private.fail(403, 'invite_other_account', 'This invitation was sent to another e-mail address');
  end if;
  return private.take_invite(invite);
end $$;
create function public.redeem_invite(p_code text)
returns jsonb language sql set search_path = '' as $$ select private.redeem_invite(p_code) $$;
grant execute on function private.redeem_invite(text), public.redeem_invite(text) to authenticated;

-- The open invitations to the caller's confirmed address, the newest first: what the app offers to accept. None for an account that is not
-- known to be its owner's: whoever signed up with the address would read where its owner is wanted.
create function private.my_invites()
returns table (id uuid, territory_id text, territory_name text, roles text[], expires_at timestamptz, time_zone text)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
begin
  return query
  select i.id, i.territory_id, t.name, i.roles, i.expires_at, t.time_zone
  from public.invites i left join public.territories t on t.id = i.territory_id
  where i.email = private.confirmed_email(caller) and private.is_proven() and i.redeemed_at is null and i.withdrawn_at is null
    and i.expires_at > now() and (i.invited_by is null or not exists (
      select 1 from unnest(i.roles) as role where not private.person_may_invite(i.invited_by, role, i.territory_id)))
  order by i.created_at desc, i.id limit 50;
end $$;
create function public.my_invites()
returns table (id uuid, territory_id text, territory_name text, roles text[], expires_at timestamptz, time_zone text)
language sql stable security invoker set search_path = '' as $$ select * from private.my_invites() $$;
grant execute on function private.my_invites(), public.my_invites() to authenticated;

-- The invitation with this id, locked, if it was sent to the caller's confirmed address. Raises 403 'account_unproven', whatever the id
-- is, 404 'invite_not_found', also for one to somebody else, and what refuse_closed_invite does. Locks the caller's profile before it.
create function private.lock_my_invite(p_invite_id uuid)
returns public.invites language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  invite public.invites;
begin
  perform 1 from public.profiles p where p.id = caller for no key update;
  perform private.require_owned(caller);
  select * into invite from public.invites i
  where i.id = p_invite_id and i.email = private.confirmed_email(caller) for update;
  if invite.id is null then
    perform private.fail(404, 'invite_not_found', 'This invitation could not be found');
  end if;
  perform private.refuse_closed_invite(invite);
  return invite;
end $$;

-- Accepts an invitation in the app: no code is needed, as the confirmed owner of the address asks. → what take_invite answers. Raises
-- what lock_my_invite does, and 403 'own_request'.
create function private.accept_invite(p_invite_id uuid)
returns jsonb language sql security definer set search_path = '' as $$
  select private.take_invite(private.lock_my_invite(p_invite_id))
$$;
create function public.accept_invite(p_invite_id uuid)
returns jsonb language sql security invoker set search_path = '' as $$ select private.accept_invite(p_invite_id) $$;
grant execute on function private.accept_invite(uuid), public.accept_invite(uuid) to authenticated;

-- Declines an invitation: it is withdrawn. Raises what lock_my_invite does, 409 'invite_used' for one that was accepted.
create function private.decline_invite(p_invite_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  invite public.invites := private.lock_my_invite(p_invite_id);
begin
  if invite.redeemed_at is not null then
    perform private.fail(409, 'invite_used', 'This invitation has already been used');
  end if;
  update public.invites set withdrawn_at = now() where id = invite.id;
  perform private.audit('invite_declined', invite.territory_id, 'invites', invite.id::text, jsonb_build_object('roles', invite.roles));
end $$;
create function public.decline_invite(p_invite_id uuid)
returns void language sql security invoker set search_path = '' as $$ select private.decline_invite(p_invite_id) $$;
grant execute on function private.decline_invite(uuid), public.decline_invite(uuid) to authenticated;

-- Whom an invitation is for reads it again in the bell and in the profile: a new one, and one that was settled. What they read is
-- my_invites, so that an invitation stands there while it is open, and once. An account that may not read it hears nothing either.
create function private.broadcast_invite()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(jsonb_build_object('id', new.id), 'invite', 'user:' || u.id, true)
  from auth.users u join private.account_owners o on o.user_id = u.id and o.owned_since is not null
  where lower(u.email) = new.email and u.email_confirmed_at is not null;
  return null;
end $$;

-- And once the account is known to be theirs, as they may read it from then on.
create function private.broadcast_ownership()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send('{}', 'invite', 'user:' || new.user_id, true);
  return null;
end $$;

create trigger account_owners_broadcast after update of owned_since on private.account_owners
  for each row when (old.owned_since is null and new.owned_since is not null) execute function private.broadcast_ownership();

create trigger invites_broadcast after insert or update of redeemed_at, withdrawn_at on public.invites
  for each row execute function private.broadcast_invite();

-- An invitation's code leaves with the mail, and is forgotten here when it has left (finish_outbox); the table keeps its hash.
create function private.mail_invite(p_invite public.invites, p_code text)
returns void language sql security definer set search_path = '' as $$
  insert into private.outbox (dedupe_key, kind, template, recipient, payload)
  select 'email:invite:' || p_invite.id, 'email', 'invite', p_invite.email,
         jsonb_build_object('invite_id', p_invite.id, 'code', p_code, 'full_name', p_invite.full_name, 'roles', to_jsonb(p_invite.roles),
           'territory_name', (select t.name from public.territories t where t.id = p_invite.territory_id),
           'inviter_name', (select p.full_name from public.profiles p where p.id = p_invite.invited_by),
           'time_zone', (select t.time_zone from public.territories t where t.id = p_invite.territory_id),
           'expires_at', p_invite.expires_at)
   -- A blocked account is not invited; an address without an account is.
   where private.may_mail(p_invite.email) or not exists (select 1 from public.profiles p where lower(p.email) = p_invite.email)
  on conflict (dedupe_key) do nothing
$$;

create function private.before_invite()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.invited_by is not null then
    perform pg_advisory_xact_lock(hashtextextended('public.invites by ' || new.invited_by, 0));
    perform private.limit_rate('invitation', count(*) filter (where i.created_at > now() - interval '1 minute'), count(*))
    from public.invites i where i.invited_by = new.invited_by and i.created_at > now() - interval '1 hour';
    -- Who does not answer, or declines, is not written to again and again: a few letters of one inviter, and some more of all together.
    if (select count(*) from public.invites i
         where i.email = new.email and i.invited_by = new.invited_by and i.created_at > now() - interval '1 day')
         >= private.limit_value('invitation.address_day')
       or (select count(*) from public.invites i where i.email = new.email and i.created_at > now() - interval '1 day')
         >= private.limit_value('invitation.address_day_all') then
      perform private.fail_rate('day');
    end if;
  end if;
  return new;
end $$;

create trigger invites_limit before insert on public.invites for each row execute function private.before_invite();

-- 'open', 'expired', 'withdrawn' or 'used'.
create function private.invite_state(i public.invites)
returns text language sql stable set search_path = '' as $$
  select case when i.withdrawn_at is not null then 'withdrawn'
    when i.redeemed_at is not null then 'used'
    when i.expires_at <= now() then 'expired'
    else 'open' end
$$;

-- What became of an invitation. → {state, mine, roles, territory_name, email, full_name, has_account} | null for an unknown code.
-- state: 'open' | 'expired' | 'withdrawn' | 'used'. mine: it was sent to the caller, or the caller has used it. Whom it is for, and
-- whether they have a confirmed account, is said while it is open: the code came with their mail.
create function private.lookup_invite(p_code text)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('state', s.state, 'roles', to_jsonb(i.roles),
    'mine', coalesce(i.email = private.confirmed_email(auth.uid()) or i.redeemed_by = auth.uid(), false),
    'territory_name', (select t.name from public.territories t where t.id = i.territory_id),
    'email', case when s.state = 'open' then i.email end,
    'full_name', case when s.state = 'open' then i.full_name end,
    'has_account', case when s.state = 'open' then exists (
      select 1 from auth.users u where lower(u.email) = i.email and u.email_confirmed_at is not null) end)
  from public.invites i cross join lateral (select private.invite_state(i) as state) s
  where i.code_hash = private.hash_code(btrim(p_code))
$$;
create function public.lookup_invite(p_code text)
returns jsonb language sql stable security invoker set search_path = '' as $$ select private.lookup_invite(p_code) $$;
grant execute on function private.lookup_invite(text), public.lookup_invite(text) to anon, authenticated;

-- Whether a role's pages show one territory, that of the profile.
create function private.works_in_profile_territory(p_role text)
returns boolean language sql immutable set search_path = '' as $$
  select p_role in ('territory_manager', 'territory_staff', 'shuttle_manager')
$$;

-- The account that whoever holds this code may choose the password of: the code came by mail, so they read it. For the function
-- `accept-invitation` alone, which makes the account with the name of `p_full_name`. → {email, full_name, user_id}; user_id is null where
-- there is no account yet; one that is not known to be its owner's has no password and no session from here on. Raises 404
-- 'invite_not_found', 409 'invite_used' and 'account_exists' (a confirmed one keeps its password), 410 as refuse_closed_invite, 400
-- 'name_not_plain'.
create function private.invited_account(p_code text, p_full_name text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  invite public.invites;
  account auth.users;
begin
  select * into invite from public.invites i where i.code_hash = private.hash_code(btrim(p_code));
  if invite.id is null then
    perform private.fail(404, 'invite_not_found', 'This invitation could not be found');
  elsif invite.redeemed_at is not null then
    perform private.fail(409, 'invite_used', 'This invitation has already been used');
  end if;
  perform private.refuse_closed_invite(invite);
  perform private.check_name(p_full_name);
  select * into account from auth.users u where lower(u.email) = invite.email;
  if account.email_confirmed_at is not null then
    perform private.fail(409, 'account_exists', 'You have an account with this address. Please log in to accept the invitation.');
  end if;
  perform private.end_unproven_access(account.id);
  return jsonb_build_object('email', invite.email, 'full_name', invite.full_name, 'user_id', account.id);
end $$;
create function public.invited_account(p_code text, p_full_name text)
returns jsonb language sql security invoker set search_path = '' as $$
  select private.invited_account(p_code, p_full_name)
$$;
grant execute on function private.invited_account(text, text), public.invited_account(text, text) to service_role;

-- Notes that the holder of this code has just chosen the password of the account that it is for, and the name; that of an account which
-- somebody else had made would stay otherwise. For `accept-invitation` alone. Raises 404 'invite_not_found' for an account of another
-- address.
create function private.own_invited_account(p_code text, p_user_id uuid, p_full_name text)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select 1 from public.invites i
    where i.code_hash = private.hash_code(btrim(p_code)) and i.email = private.confirmed_email(p_user_id)) then
    perform private.fail(404, 'invite_not_found', 'This invitation could not be found');
  end if;
  update public.profiles p set full_name = left(btrim(p_full_name), 120) where p.id = p_user_id;
  perform private.give_account(p_user_id, 'invitation');
end $$;
create function public.own_invited_account(p_code text, p_user_id uuid, p_full_name text)
returns void language sql security invoker set search_path = '' as $$
  select private.own_invited_account(p_code, p_user_id, p_full_name)
$$;
grant execute on function private.own_invited_account(text, uuid, text), public.own_invited_account(text, uuid, text) to service_role;

-- Requests for a role (docs/decisions/0024): asked for, withdrawn, approved or declined, and told of to those whom it concerns.

create table public.role_requests (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade
    -- Who decides reads the name of who asks.
    constraint role_requests_card_fkey references public.profile_cards (id) on delete cascade,
  role text not null,
  territory_id text references public.territories (id),
  status text not null default 'pending' check (status in ('pending', 'approved', 'declined', 'withdrawn')),
  -- Why it was decided so; the person reads it.
  reason text check (length(reason) <= 500),
  decided_by uuid references public.profiles (id) on delete set null,
  decided_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index role_requests_one_pending_idx on public.role_requests (user_id, role) where status = 'pending';
create index role_requests_user_idx on public.role_requests (user_id, created_at);
create index role_requests_territory_idx on public.role_requests (territory_id, status);
create index role_requests_decided_by_idx on public.role_requests (decided_by);
create index role_requests_pending_idx on public.role_requests (created_at, id) where status = 'pending';
alter table public.role_requests enable row level security;
grant select on public.role_requests to authenticated;
grant all on public.role_requests to service_role;

-- One's own, and those that one may decide.
create policy role_requests_select on public.role_requests for select to authenticated
  using (user_id = (select auth.uid())
    or (role not in ('admin', 'territory_manager') and territory_id = any ((select private.my_territories('manager'))::text[]))
    or (select private.is_admin()));

-- Those who run the territory read their lists again. What told of requests has been read when none waits there any more.
create function private.on_role_request()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.territory_id is not null then
    perform realtime.send(jsonb_build_object('id', new.id), 'role_request', private.topic_of(new.territory_id), true);
  end if;
  if not exists (select 1 from public.role_requests r where r.status = 'pending' and r.territory_id is not distinct from new.territory_id) then
    update public.notifications n set read = true
    where n.type = 'role_request' and n.territory_id is not distinct from new.territory_id and not n.read
      and n.user_id in (select g.user_id from private.live_grants g
        where g.role = 'admin' or g.role = 'territory_manager' and g.territory_id = new.territory_id);
  end if;
  return null;
end $$;

create trigger role_requests_tell after insert or update of status on public.role_requests
  for each row execute function private.on_role_request();

-- 'Tour guide', as the screens call it.
create function private.role_name(p_role text)
returns text language sql immutable set search_path = '' as $$
  select case p_role when 'territory_manager' then 'Region manager' when 'territory_staff' then 'Region staff'
    else initcap(left(p_role, 1)) || replace(substr(p_role, 2), '_', ' ') end
$$;

-- 'Tour guide in Río Dulce'
create function private.role_in(p_role text, p_territory_id text)
returns text language sql stable security definer set search_path = '' as $$
  select private.role_name(p_role) || coalesce(' in ' || (select t.name from public.territories t where t.id = p_territory_id), '')
$$;

-- Who decides a request of a person: the other managers of its territory where they may, else the other admins; else the only admin.
create function private.request_deciders(p_role text, p_territory_id text, p_user_id uuid)
returns setof uuid language sql stable security definer set search_path = '' as $$
  with managers as (
    select distinct g.user_id from private.live_grants g
    where g.territory_id = p_territory_id and g.role = 'territory_manager' and private.is_managers_grant(p_role)
      and g.user_id <> p_user_id
  )
  select user_id from managers
  union
  select g.user_id from private.live_grants g
  where g.role = 'admin' and not exists (select 1 from managers)
    and (g.user_id <> p_user_id or private.is_only_admin(p_user_id))
$$;

-- Puts a request before those who decide it, once while it waits. Raises 400 'territory_required' for a territory that takes nobody,
-- 429 'rate_limited_day'. Locks the caller's requests.
create function private.request_role(p_role text, p_territory_id text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user('You must be logged in to update roles');
  place text;
begin
  if private.is_territory_role(p_role) then
    place := coalesce(p_territory_id, (select p.territory_id from public.profiles p where p.id = caller));
    if place is not null and not exists (
      select 1 from public.territories t
      where t.id = place and t.archived_at is null and (t.visible or t.id = any (private.my_connected_territories()))) then
      perform private.fail(400, 'territory_required', 'Territory ID is required');
    end if;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('role_request:' || caller, 0));
  if exists (select 1 from public.role_requests r where r.user_id = caller and r.role = p_role and r.status = 'pending') then
    return;
  end if;
  if (select count(*) from public.role_requests r where r.user_id = caller and r.created_at > now() - interval '1 day')
     >= private.limit_value('role_request.day') then
    perform private.fail_rate('day');
  end if;
  insert into public.role_requests (user_id, role, territory_id) values (caller, p_role, place);
  perform private.notify_all(array(select d from private.request_deciders(p_role, place, caller) d where d <> caller), 'role_request',
    'Role request', coalesce((select nullif(btrim(p.full_name), '') from public.profiles p where p.id = caller), 'Somebody')
      || ' asks to be: ' || private.role_in(p_role, place), place);
end $$;

-- Takes up a role that one has been granted and dropped. Held already: nothing happens. Never granted: a request for approval
-- is recorded, for the territory named or that of the profile, and the answer says so; it is an answer and not an error, because an
-- error would undo the record. → {added, requested, roles, code?, message?}. Raises 400 'unknown_role', 403
-- 'account_unproven', 429 for who takes roles up again and again, and what request_role does. Locks the profile.
create function private.add_my_role(p_role text, p_territory_id text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user('You must be logged in to update roles');
begin
  if p_role is null or not (private.is_territory_role(p_role) or p_role in ('admin', 'tourist')) then
    perform private.fail(400, 'unknown_role', 'An error occurred adding role');
  end if;
  perform 1 from public.profiles p where p.id = caller for no key update;
  if private.has_role(p_role) then
    return jsonb_build_object('added', false, 'requested', false, 'roles', private.roles_of(caller));
  end if;
  if exists (select 1 from private.role_grants g where g.user_id = caller and g.role = p_role and g.revoked_at is null) then
    -- Giving up has no limit: who comes back seldom leaves seldom.
    perform private.limit_changes('role_again', array['role_taken_up'], caller::text);
    update private.role_grants set dropped_at = null where user_id = caller and role = p_role and revoked_at is null;
    perform private.give_role(caller, g.role, g.territory_id, g.granted_by),
      private.audit('role_taken_up', g.territory_id, 'profiles', caller::text, jsonb_build_object('role', p_role))
    from private.role_grants g where g.user_id = caller and g.role = p_role and g.revoked_at is null;
    return jsonb_build_object('added', true, 'requested', false, 'roles', private.roles_of(caller));
  end if;
  -- Before the request, and not when it is approved: here the person is who can do something about it.
  perform private.require_owned(caller);
  perform private.request_role(p_role, p_territory_id);
  return jsonb_build_object('added', false, 'requested', true, 'roles', private.roles_of(caller),
    'code', 'role_not_granted', 'message', 'An error occurred adding role');
end $$;
create function public.add_my_role(p_role text, p_territory_id text default null)
returns jsonb language sql set search_path = '' as $$ select private.add_my_role(p_role, p_territory_id) $$;
grant execute on function private.add_my_role(text, text), public.add_my_role(text, text) to authenticated;

-- Takes one's own request back. Raises 404 'request_not_found', also for somebody else's, 409 'already_decided'. Locks the request.
create function private.withdraw_role_request(p_request_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user('You must be logged in to update roles');
  request public.role_requests;
begin
  select * into request from public.role_requests r where r.id = p_request_id and r.user_id = caller for update;
  if request.id is null then
    perform private.fail(404, 'request_not_found', 'This request could not be found');
  elsif request.status = 'withdrawn' then
    return;
  elsif request.status <> 'pending' then
    perform private.fail(409, 'already_decided', 'This request has already been decided');
  end if;
  update public.role_requests set status = 'withdrawn', decided_at = now() where id = p_request_id;
end $$;
create function public.withdraw_role_request(p_request_id uuid)
returns void language sql security invoker set search_path = '' as $$ select private.withdraw_role_request(p_request_id) $$;
grant execute on function private.withdraw_role_request(uuid), public.withdraw_role_request(uuid) to authenticated;

-- Tells the person what became of their request: in the bell, which leads to their new pages, and by e-mail.
create function private.tell_of_decision(p_request public.role_requests)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_role text := private.role_in(p_request.role, p_request.territory_id);
begin
  if p_request.user_id is not distinct from (select auth.uid()) then
    return;
  end if;
  if p_request.status = 'approved' then
    perform private.notify(p_request.user_id, 'role_approved:' || p_request.role, 'Role approved',
      format('You are now: %s', v_role), p_request.territory_id);
  else
    perform private.notify(p_request.user_id, 'role_declined', 'Role request declined',
      format('Your request was declined: %s', v_role) || coalesce('. ' || p_request.reason, ''), p_request.territory_id);
  end if;
  insert into private.outbox (dedupe_key, kind, template, recipient, payload)
  select 'email:role_decided:' || p_request.id, 'email', 'role_decided', p.email,
    jsonb_build_object('full_name', p.full_name, 'role', p_request.role, 'approved', p_request.status = 'approved',
      'reason', p_request.reason, 'territory_name', (select t.name from public.territories t where t.id = p_request.territory_id))
  from public.profiles p where p.id = p_request.user_id and private.may_mail(p.email)
  on conflict (dedupe_key) do nothing;
end $$;

-- Approves or declines a request for a role, and tells the person. One without a territory is an admin's to decide, and gets the one named
-- here. Raises 403 'roles_forbidden' and 'own_request', 409 'already_decided', 400 'invalid_input' for a reason that is too long
-- and for another territory than the one that was asked for, and what grant_checked_role raises. Locks the request.
create function private.decide_role_request(p_request_id uuid, p_approve boolean, p_territory_id text, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  request public.role_requests;
  place text;
begin
  perform private.require_user('You must be logged in to update roles');
  select * into request from public.role_requests r where r.id = p_request_id for update;
  place := case when private.is_territory_role(request.role) then coalesce(request.territory_id, p_territory_id) end;
  -- The same answer for one that does not exist and one that is not the caller's to decide.
  if request.id is null or not private.may_grant(request.role, place) or request.territory_id is null and not private.is_admin() then
    perform private.fail(403, 'roles_forbidden', 'You do not have permission to modify this user''s roles');
  end if;
  perform private.refuse_own(request.user_id);
  if request.status <> 'pending' then
    perform private.fail(409, 'already_decided', 'This request has already been decided');
  elsif length(btrim(p_reason)) > 500 then
    perform private.invalid('Please keep the reason under 500 characters');
  elsif request.territory_id <> p_territory_id then
    perform private.invalid('This request is for another territory');
  end if;
  if p_approve then
    perform private.grant_checked_role(request.user_id, request.role, place);
  end if;
  update public.role_requests
  set status = case when p_approve then 'approved' else 'declined' end, territory_id = place, reason = nullif(btrim(p_reason), ''),
    decided_by = (select auth.uid()), decided_at = now()
  where id = p_request_id returning * into request;
  perform private.tell_of_decision(request);
  return jsonb_build_object('status', request.status);
end $$;
create function public.decide_role_request(p_request_id uuid, p_approve boolean, p_territory_id text default null,
  p_reason text default null)
returns jsonb language sql set search_path = '' as $$
  select private.decide_role_request(p_request_id, p_approve, p_territory_id, p_reason)
$$;
grant execute on function private.decide_role_request(uuid, boolean, text, text), public.decide_role_request(uuid, boolean, text, text)
  to authenticated;

-- The people of a territory as those who run it see them, and what they change: a partner's business and commission.

-- Who holds any of these roles in a territory, with all roles that they hold there, and whether they are paused as a guide; a page of 1
-- to 100 rows after (sort_key, id). p_sort: 'name', 'business' (those without one last) or 'commission'. p_id: this person alone.
-- p_search: beginnings of words of name, e-mail and business, without accents. Raises 403 'forbidden' for whoever does not run the
-- territory. The people of one territory are put in order in memory: they are as many as work there, and who they are is in another table
-- than what they are called.
create function private.list_members(p_territory_id text, p_roles text[], p_search text, p_id uuid, p_sort text, p_desc boolean,
  p_after_key text, p_after_id uuid, p_limit int)
returns table (id uuid, full_name text, email text, avatar_url text, business_name text, commission_level numeric, roles text[],
  paused boolean, updated_at timestamptz, sort_key text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  query tsquery := private.search_query(p_search);
  down boolean := coalesce(p_desc, false);
begin
  perform private.require_territory(p_territory_id);
  return query
  with people as (
    select p.id, p.full_name, p.email, p.avatar_url, held.business_name, held.commission_level, held.roles, held.paused,
      greatest(p.updated_at, held.updated_at) as updated_at,
      (case p_sort
         when 'business' then coalesce(nullif(private.plain_words(held.business_name), ''), case when down then '' else U&'\+10FFFF' end)
         when 'commission' then to_char(coalesce(held.commission_level, 0), 'FM000.0')
         else private.plain_words(coalesce(nullif(p.full_name, ''), p.email)) end) collate "C" as sort_key
    from (
      select g.user_id, array_agg(g.role order by g.role) as roles, max(g.business_name) as business_name,
        max(g.commission_level) as commission_level, bool_or(g.paused_at is not null) as paused, max(g.updated_at) as updated_at
      from private.live_grants g
      where g.territory_id = p_territory_id and (p_id is null or g.user_id = p_id)
      group by g.user_id having p_roles is null or bool_or(g.role = any (p_roles))
    ) held join public.profiles p on p.id = held.user_id
    where query is null
      or (private.person_words(p.full_name, p.email) || private.search_words(coalesce(held.business_name, ''))) @@ query
  )
  select k.id, k.full_name, k.email, k.avatar_url, k.business_name, k.commission_level, k.roles, k.paused, k.updated_at, k.sort_key
  from people k
  where p_after_id is null
    or case when down then (k.sort_key, k.id) < (p_after_key, p_after_id) else (k.sort_key, k.id) > (p_after_key, p_after_id) end
  order by case when not down then k.sort_key end, case when not down then k.id end,
    case when down then k.sort_key end desc, case when down then k.id end desc
  limit least(greatest(coalesce(p_limit, 50), 1), 100);
end $$;
create function public.list_members(p_territory_id text, p_roles text[] default null, p_search text default null, p_id uuid default null,
  p_sort text default 'name', p_desc boolean default false, p_after_key text default null, p_after_id uuid default null, p_limit int default 50)
returns table (id uuid, full_name text, email text, avatar_url text, business_name text, commission_level numeric, roles text[],
  paused boolean, updated_at timestamptz, sort_key text)
language sql stable security invoker set search_path = '' as $$
  select * from private.list_members(p_territory_id, p_roles, p_search, p_id, p_sort, p_desc, p_after_key, p_after_id, p_limit)
$$;
grant execute on function private.list_members(text, text[], text, uuid, text, boolean, text, uuid, int),
  public.list_members(text, text[], text, uuid, text, boolean, text, uuid, int) to authenticated;

-- When this was last changed, of a person and of what a territory has agreed with them: the version that an editor has read.
create function private.member_version(p_user_id uuid, p_territory_id text)
returns timestamptz language sql stable security definer set search_path = '' as $$
  select greatest(p.updated_at, (
    select max(g.updated_at) from private.live_grants g where g.user_id = p_user_id and g.territory_id = p_territory_id))
  from public.profiles p where p.id = p_user_id
$$;

-- What a territory keeps about a partner: business and commission. Omitted (null) means unchanged. The name is the partner's own. For
-- managers and staff of the territory, and admins; the commission for managers and admins. Raises 403 'forbidden' and
-- 'commission_forbidden', 400 'invalid_input' and 'commission_too_high', 409 'changed_meanwhile' when the person was changed after
-- p_expected_version. Locks the profile, then the partner's grant.
create function private.save_member(p_user_id uuid, p_territory_id text, p_expected_version timestamptz, p_business_name text,
  p_commission_level numeric)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  terms private.role_grants;
begin
  perform private.require_user();
  perform 1 from public.profiles x where x.id = p_user_id for update;
  select g.* into terms from private.role_grants g
  where g.user_id = p_user_id and g.territory_id = p_territory_id and g.role = 'travel_partner' and g.revoked_at is null
    and g.dropped_at is null for update;
  if terms.id is null or not private.runs_territory(p_territory_id) then
    perform private.fail(403, 'forbidden', 'You do not have permission to change this person');
  end if;
  if p_commission_level is distinct from terms.commission_level and p_commission_level is not null
    and not private.manages_territory(p_territory_id) then
    perform private.fail(403, 'commission_forbidden', 'Only a manager of the region sets a commission');
  end if;
  perform private.check_name(p_business_name);
  perform private.check_commission(p_commission_level, terms.commission_level);
  -- After the rights: nobody else learns whether a person was changed.
  if private.member_version(p_user_id, p_territory_id) is distinct from p_expected_version then
    perform private.fail(409, 'changed_meanwhile', 'Somebody else has changed this meanwhile');
  end if;
  update private.role_grants g set
    business_name = coalesce(left(btrim(p_business_name), 160), g.business_name),
    commission_level = coalesce(p_commission_level, g.commission_level)
  where g.id = terms.id;
  perform private.audit('member_updated', p_territory_id, 'profiles', p_user_id::text, jsonb_strip_nulls(jsonb_build_object(
    'business_name', p_business_name, 'commission_level', p_commission_level,
    'commission_before', case when p_commission_level <> terms.commission_level then terms.commission_level end)));
  return (select jsonb_build_object('id', p.id, 'full_name', p.full_name, 'business_name', g.business_name,
      'commission_level', g.commission_level)
    from public.profiles p join private.role_grants g on g.id = terms.id where p.id = p_user_id);
end $$;
create function public.save_member(p_user_id uuid, p_territory_id text, p_expected_version timestamptz, p_business_name text default null,
  p_commission_level numeric default null)
returns jsonb language sql security invoker set search_path = '' as $$
  select private.save_member(p_user_id, p_territory_id, p_expected_version, p_business_name, p_commission_level)
$$;
grant execute on function private.save_member(uuid, text, timestamptz, text, numeric),
  public.save_member(uuid, text, timestamptz, text, numeric) to authenticated;

-- What the form of a partner may say. → {highest, usual, may_set}: percent, and whether the caller sets a commission at all. For those
-- who run the territory; else 403 'forbidden'.
create function private.commission_rules(p_territory_id text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_territory(p_territory_id);
  return jsonb_build_object('highest', private.max_commission(), 'usual', private.usual_commission(),
    'may_set', private.manages_territory(p_territory_id));
end $$;
create function public.commission_rules(p_territory_id text)
returns jsonb language sql stable security invoker set search_path = '' as $$ select private.commission_rules(p_territory_id) $$;
grant execute on function private.commission_rules(text), public.commission_rules(text) to authenticated;

-- The trail of who changed what, and the search in it. Names are not copied into the trail, or a deleted account would leave
-- its own there: a word is looked up first, and then the entries that are about what it found.

-- The words of an entry of the trail, for its index.
create function private.audit_words(p_action text, p_table text, p_id text, p_detail jsonb)
returns tsvector language sql immutable parallel safe set search_path = '' as $$
  select private.search_words(p_action || ' ' || p_table || ' ' || p_id || ' ' || p_detail::text)
$$;
grant execute on function private.audit_words(text, text, text, jsonb) to service_role;

create table public.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid,
  action text not null,
  territory_id text,
  subject_table text not null,
  subject_id text not null,
  detail jsonb not null default '{}'
);
create index audit_log_subject_idx on public.audit_log (subject_table, subject_id);
-- Where two were made at once, `id` decides.
create index audit_log_at_idx on public.audit_log (at desc, id desc);
create index audit_log_actor_idx on public.audit_log (actor_id, at desc, id desc);
create index audit_log_action_idx on public.audit_log (action, at desc, id desc);
create index audit_log_territory_idx on public.audit_log (territory_id, at desc, id desc);
create index audit_log_words_idx on public.audit_log using gin (private.audit_words(action, subject_table, subject_id, detail));
alter table public.audit_log enable row level security;
grant select on public.audit_log to authenticated;
grant all on public.audit_log to service_role;
grant all on sequence public.audit_log_id_seq to service_role;

create policy audit_log_select on public.audit_log for select to authenticated
  using (territory_id = any ((select private.my_territories('manager'))::text[]) or (select private.is_admin()));

-- Writes an entry of the trail in the caller's name.
create function private.audit(p_action text, p_territory_id text, p_table text, p_id text, p_detail jsonb default '{}')
returns void language sql security definer set search_path = '' as $$
  insert into public.audit_log (actor_id, action, territory_id, subject_table, subject_id, detail)
  values ((select auth.uid()), p_action, p_territory_id, p_table, p_id, p_detail)
$$;

-- How often the caller did something of late, as the trail has it: in a minute, in an hour, and to one subject (on one date, where it
-- has one) in a day. Locks the caller's doing of it, so that two calls at once count each other.
create function private.count_changes(p_actions text[], p_subject text, p_date date default null,
  out last_minute bigint, out last_hour bigint, out same_day bigint)
language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := (select auth.uid());
begin
  perform pg_advisory_xact_lock(hashtextextended(p_actions[1] || ':' || caller, 0));
  select count(*) filter (where a.at > now() - interval '1 minute'), count(*) filter (where a.at > now() - interval '1 hour'),
    count(*) filter (where a.subject_id = p_subject and (p_date is null or a.detail ->> 'date' = p_date::text))
    into last_minute, last_hour, same_day
    from public.audit_log a where a.actor_id = caller and a.action = any (p_actions) and a.at > now() - interval '1 day';
end $$;

-- Raises 429 'rate_limited', 'rate_limited_hour' and 'rate_limited_day' when the caller did something too often, or to this one subject (on
-- this date). The limits are '{p_name}.minute', '.hour' and '.same_day'. Locks as count_changes does.
create function private.limit_changes(p_name text, p_actions text[], p_subject text, p_date date default null)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v record := private.count_changes(p_actions, p_subject, p_date);
begin
  perform private.limit_rate(p_name, v.last_minute, v.last_hour);
  if v.same_day >= private.limit_value(p_name || '.same_day') then
    perform private.fail_rate('day');
  end if;
end $$;

-- What an entry is about, in words for people.
create function private.audit_subject(p_table text, p_id text)
returns text language plpgsql stable security definer set search_path = '' as $$
begin
  -- What has not the shape of its table's key was never a row.
  if p_table = 'outbox' and p_id !~ '^[0-9]{1,18}$'
    or p_table not in ('territories', 'outbox') and p_id !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return null;
  end if;
  return case p_table
    when 'territories' then (select t.name from public.territories t where t.id = p_id)
    when 'profiles' then (select coalesce(nullif(p.full_name, ''), p.email) from public.profiles p where p.id = p_id::uuid)
    when 'invites' then (select i.email from public.invites i where i.id = p_id::uuid)
    when 'territory_messages' then (select left(m.message, 80) from public.territory_messages m where m.id = p_id::uuid)
    when 'reviews' then (select e.title from public.reviews r join public.experiences e on e.id = r.experience_id where r.id = p_id::uuid)
    when 'bookings' then (select concat_ws(', ', e.title, b.booking_date, nullif(p.full_name, ''))
      from public.bookings b join public.experiences e on e.id = b.experience_id left join public.profiles p on p.id = b.tourist_id
      where b.id = p_id::uuid)
    when 'transport_bookings' then (select concat_ws(', ', s.title, b.booking_date, nullif(p.full_name, ''))
      from public.transport_bookings b join public.territory_transports s on s.id = b.transport_id
      left join public.profiles p on p.id = b.tourist_id where b.id = p_id::uuid)
    when 'departures' then (select concat_ws(', ', coalesce(e.title, s.title), d.service_date)
      from public.departures d left join public.experiences e on e.id = d.experience_id
      left join public.territory_transports s on s.id = d.transport_id where d.id = p_id::uuid)
    when 'experience_timeslots' then (select concat_ws(', ', e.title, to_char(s.start_time, 'FMHH12:MI AM'))
      from public.experience_timeslots s join public.experiences e on e.id = s.experience_id where s.id = p_id::uuid)
    when 'payouts' then (select concat_ws(', ', private.payee_name(p.party, p.payee_id, p.service_id, p.territory_id), p.reference)
      from public.payouts p where p.id = p_id::uuid)
    when 'outbox' then (select concat_ws(', ', replace(o.template, '_', ' '), o.recipient) from private.outbox o where o.id = p_id::bigint)
  end;
end $$;

-- The newest 5,000 people whom these words find.
create function private.people_found(p_query tsquery)
returns uuid[] language sql stable security definer set search_path = '' as $$
  select array(
    select p.id from public.profiles p where p.id in (
      select x.id from public.profiles x where private.person_words(x.full_name, x.email) @@ p_query
      union all
      select g.user_id from private.live_grants g where g.business_name is not null and private.search_words(g.business_name) @@ p_query)
    order by p.created_at desc limit 5000)
$$;

-- Which entries are about something that these words find, or have the words in them. Step by step: how much a word finds is known only
-- when it was looked up, and from then on the entries are read by their keys.
create function private.audit_found(p_query tsquery)
returns bigint[] language plpgsql stable security definer set search_path = '' as $$
declare
  people text[] := private.people_found(p_query)::text[];
  booked text[] := array(select x.booking_id::text from (select s.booking_id from private.booking_search s
    where s.words @@ p_query order by s.booking_date desc limit 5000) x);
  places text[] := array(select t.id from public.territories t where private.search_words(t.name) @@ p_query);
  invited text[] := array(select x.id::text from (select i.id from public.invites i
    where private.search_words(i.full_name || ' ' || i.email) @@ p_query order by i.created_at desc limit 5000) x);
begin
  return array(
    select a.id from public.audit_log a where private.audit_words(a.action, a.subject_table, a.subject_id, a.detail) @@ p_query
    union
    select a.id from public.audit_log a where a.subject_table = 'profiles' and a.subject_id = any (people)
    union
    select a.id from public.audit_log a where a.subject_table = 'bookings' and a.subject_id = any (booked)
    union
    select a.id from public.audit_log a where a.subject_table = 'transport_bookings' and a.subject_id = any (booked)
    union
    select a.id from public.audit_log a where a.subject_table = 'territories' and a.subject_id = any (places)
    union
    select a.id from public.audit_log a where a.subject_table = 'invites' and a.subject_id = any (invited));
end $$;

-- The audit log for admins, the newest first, a page before (at, id); p_from is included, p_to is not. p_actor: words of a name or an
-- e-mail. p_search: words of the entry itself, or of what it is about: a person, a booking, an invitation, a territory. actor_name:
-- null for the system and for an account that is gone; subject_name: null where there is nothing to call it by; `leads` of a detail is
-- a name, null for nobody. A word that fits
-- more than 5,000 people (or bookings) finds what was done by, or to, the newest 5,000 of them. Else 403 'forbidden'.
create function private.list_audit(p_actor text, p_action text, p_territory_id text, p_from timestamptz, p_to timestamptz, p_search text,
  p_before_at timestamptz, p_before_id bigint, p_limit int)
returns table (id bigint, at timestamptz, action text, actor_id uuid, actor_name text, territory_id text, subject_table text, subject_id text,
  subject_name text, detail jsonb)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  who tsquery := private.search_query(p_actor);
  query tsquery := private.search_query(p_search);
  kind text := nullif(p_action, '');
  place text := nullif(p_territory_id, '');
  since timestamptz := coalesce(p_from, '-infinity');
  until timestamptz := coalesce(p_to, 'infinity');
  before_at timestamptz := coalesce(p_before_at, 'infinity');
  before_id bigint := coalesce(p_before_id, 9223372036854775807);
  page int := least(greatest(coalesce(p_limit, 50), 1), 100);
  actors uuid[];
  fits bigint[];
begin
  perform private.require_admin();
  if query is not null then
    fits := private.audit_found(query);
  end if;
  if who is not null then
    actors := private.people_found(who);
  end if;
  return query
  with keys as materialized (
    select a.id, a.at, a.action, a.actor_id, a.territory_id, a.subject_table, a.subject_id, a.detail from public.audit_log a
    where (a.at, a.id) < (before_at, before_id) and a.at >= since and a.at < until
      and (kind is null or a.action = kind) and (place is null or a.territory_id = place)
      and (actors is null or a.actor_id = any (actors))
      and (fits is null or a.id = any (fits))
    order by a.at desc, a.id desc limit page)
  select k.id, k.at, k.action, k.actor_id, coalesce(nullif(p.full_name, ''), p.email), k.territory_id, k.subject_table, k.subject_id,
    private.audit_subject(k.subject_table, k.subject_id),
    case when k.detail ? 'leads' then k.detail || jsonb_build_object('leads', private.audit_subject('profiles', k.detail ->> 'leads')) else k.detail end
  from keys k left join public.profiles p on p.id = k.actor_id
  order by k.at desc, k.id desc;
end $$;
create function public.list_audit(p_actor text default null, p_action text default null, p_territory_id text default null,
  p_from timestamptz default null, p_to timestamptz default null, p_search text default null, p_before_at timestamptz default null,
  p_before_id bigint default null, p_limit int default 50)
returns table (id bigint, at timestamptz, action text, actor_id uuid, actor_name text, territory_id text, subject_table text, subject_id text,
  subject_name text, detail jsonb)
language sql stable security invoker set search_path = '' as $$
  select * from private.list_audit(p_actor, p_action, p_territory_id, p_from, p_to, p_search, p_before_at, p_before_id, p_limit)
$$;
grant execute on function private.list_audit(text, text, text, timestamptz, timestamptz, text, timestamptz, bigint, int),
  public.list_audit(text, text, text, timestamptz, timestamptz, text, timestamptz, bigint, int) to authenticated;

-- Every kind of action in the log, for admins.
create function private.audit_actions()
returns text[] language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return array(
    with recursive kinds as (
      (select a.action from public.audit_log a order by a.action limit 1)
      union all
      select (select a.action from public.audit_log a where a.action > k.action order by a.action limit 1)
      from kinds k where k.action is not null)
    select k.action from kinds k where k.action is not null);
end $$;
create function public.audit_actions()
returns text[] language sql stable security invoker set search_path = '' as $$ select private.audit_actions() $$;
grant execute on function private.audit_actions(), public.audit_actions() to authenticated;

-- Whether a word of the search fits more people, bookings or invitations than list_audit looks at, the newest 5,000 of each: the
-- page then asks for another word. For admins.
create function private.audit_search_cut(p_search text, p_actor text)
returns boolean language plpgsql stable security definer set search_path = '' as $$
declare
  query tsquery := private.search_query(p_search);
  who tsquery := private.search_query(p_actor);
begin
  perform private.require_admin();
  if who is not null and (select count(*) from (select 1 from public.profiles p
    where private.person_words(p.full_name, p.email) @@ who limit 5001) x) > 5000 then
    return true;
  end if;
  if query is null then
    return false;
  end if;
  return (select count(*) from (select 1 from public.profiles p
      where private.person_words(p.full_name, p.email) @@ query limit 5001) x) > 5000
    or (select count(*) from (select 1 from private.booking_search s where s.words @@ query limit 5001) x) > 5000
    or (select count(*) from (select 1 from public.invites i
      where private.search_words(i.full_name || ' ' || i.email) @@ query limit 5001) x) > 5000;
end $$;
create function public.audit_search_cut(p_search text default null, p_actor text default null)
returns boolean language sql stable security invoker set search_path = '' as $$
  select private.audit_search_cut(p_search, p_actor)
$$;
grant execute on function private.audit_search_cut(text, text), public.audit_search_cut(text, text) to authenticated;

-- Experiences with their tags, timeslots and ranked guides: the tables, who reads and writes them, and the rules that no policy
-- can say. Everyone reads what is visible, not archived and in an open territory; staff read and write their own territory's;
-- admins everything. A row never crosses into a territory that its writer does not run, and what has been sold is archived, not deleted.

create table public.territory_tags (
  id uuid primary key default gen_random_uuid(),
  territory_id text not null references public.territories (id) on delete cascade,
  name text not null check (length(btrim(name)) between 1 and 60)
);
create unique index territory_tags_name_idx on public.territory_tags (territory_id, lower(btrim(name)));
alter table public.territory_tags enable row level security;
grant select on public.territory_tags to anon;
grant select, delete on public.territory_tags to authenticated;
grant insert (id, territory_id, name) on public.territory_tags to authenticated;
grant update (name) on public.territory_tags to authenticated;
grant all on public.territory_tags to service_role;

-- Tags.
create policy territory_tags_select_anon on public.territory_tags for select to anon
  using (territory_id = any ((select private.open_territories())::text[]));
create policy territory_tags_select on public.territory_tags for select to authenticated
  using (territory_id = any ((select private.open_territories())::text[])
    or territory_id = any ((select private.my_connected_territories())::text[])
    or (select private.is_admin()));
create policy territory_tags_insert on public.territory_tags for insert to authenticated
  with check (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));
create policy territory_tags_update on public.territory_tags for update to authenticated
  using (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()))
  with check (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));
create policy territory_tags_delete on public.territory_tags for delete to authenticated
  using (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));

-- Where an experience stands: by its place among the featured ones, or after all of them.
create function private.featured_rank(p_featured boolean, p_featured_order int)
returns int language sql immutable parallel safe set search_path = '' as $$
  select case when p_featured then coalesce(p_featured_order, 0) else 2147483647 end
$$;
grant execute on function private.featured_rank(boolean, int) to authenticated, service_role;

create table public.experiences (
  id uuid primary key default gen_random_uuid(),
  territory_id text not null references public.territories (id),
  guide_id uuid references public.profiles (id) on delete set null
    constraint experiences_guide_card_fkey references public.profile_cards (id) on delete set null,
  title text not null check (length(btrim(title)) between 1 and 160),
  description text not null check (length(btrim(description)) between 1 and 10000),
  image_urls text[] not null default '{}' check (private.are_own_files(image_urls)),
  video_urls text[] not null default '{}' check (private.are_own_files(video_urls)),
  duration numeric(5, 1) not null check (duration > 0), -- hours
  booking_type text not null default 'shared' check (booking_type in ('shared', 'private', 'both')),
  shared_price numeric(12, 2) check (shared_price > 0), -- per person
  private_price numeric(12, 2) check (private_price > 0), -- whole group
  min_spots int not null default 1 check (min_spots > 0),
  max_spots int not null check (max_spots > 0 and max_spots <= 1000),
  available_spots int not null check (available_spots >= 0), -- default capacity of a departure
  min_private_guests int check (min_private_guests > 0),
  max_private_guests int check (max_private_guests > 0),
  passport_required boolean not null default false,
  cash_allowed boolean not null default false,
  cancellation_policy text not null default 'moderate' check (cancellation_policy in ('flexible', 'moderate', 'strict')),
  meeting_point text check (length(meeting_point) <= 500),
  meeting_point_link text check (meeting_point_link ~ '^https://' and length(meeting_point_link) <= 2000),
  featured boolean not null default false,
  featured_order int,
  visible boolean not null default true,
  -- Kept by the trigger on reviews.
  rating_average numeric(3, 2),
  rating_count int not null default 0,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (min_spots <= max_spots),
  check (available_spots <= max_spots),
  check (booking_type = 'private' or shared_price is not null),
  check (booking_type = 'shared' or (private_price is not null and min_private_guests is not null and max_private_guests is not null)),
  check (min_private_guests is null or max_private_guests is null or min_private_guests <= max_private_guests)
);
create index experiences_territory_idx on public.experiences (territory_id, featured desc, featured_order, id);
create index experiences_guide_idx on public.experiences (guide_id);
create index experiences_list_idx on public.experiences
  (territory_id, (private.featured_rank(featured, featured_order)), (private.plain_words(title)) collate "C", id) where archived_at is null;
create index experiences_words_idx on public.experiences using gin ((array[territory_id]), (private.search_words(title))) where archived_at is null;
alter table public.experiences enable row level security;
grant select on public.experiences to anon;
grant select, delete on public.experiences to authenticated;
grant insert (id, territory_id, guide_id, title, description, image_urls, video_urls, duration, booking_type, shared_price,
  private_price, min_spots, max_spots, available_spots, min_private_guests, max_private_guests, passport_required, cash_allowed,
  cancellation_policy, meeting_point, meeting_point_link, featured, featured_order, visible) on public.experiences to authenticated;
grant update (guide_id, title, description, image_urls, video_urls, duration, booking_type, shared_price, private_price, min_spots,
  max_spots, available_spots, min_private_guests, max_private_guests, passport_required, cash_allowed, cancellation_policy,
  meeting_point, meeting_point_link, featured, featured_order, visible) on public.experiences to authenticated;
grant all on public.experiences to service_role;

-- Experiences.
create policy experiences_select_anon on public.experiences for select to anon
  using (visible and archived_at is null and territory_id = any ((select private.open_territories())::text[]));
create policy experiences_select on public.experiences for select to authenticated
  using ((visible and archived_at is null and territory_id = any ((select private.open_territories())::text[]))
    or territory_id = any ((select private.my_territories('staff'))::text[])
    or id = any ((select private.my_experiences())::uuid[])
    or (select private.is_admin()));
create policy experiences_insert on public.experiences for insert to authenticated
  with check (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));
create policy experiences_update on public.experiences for update to authenticated
  using (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()))
  with check (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));
create policy experiences_delete on public.experiences for delete to authenticated
  using (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));

create trigger experiences_touch before update on public.experiences for each row execute function private.touch_updated_at();

-- What hangs on an experience is visible with it (the inner select is under the policies of experiences) and is written by
-- those who run the experience's territory.
create function private.runs_experience(experience_id uuid)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.experiences e
    where e.id = runs_experience.experience_id and private.runs_territory(e.territory_id)
  )
$$;
grant execute on function private.runs_experience(uuid) to authenticated, service_role;

create table public.experience_tags (
  experience_id uuid not null references public.experiences (id) on delete cascade,
  tag_id uuid not null references public.territory_tags (id) on delete cascade,
  primary key (experience_id, tag_id)
);
create index experience_tags_tag_idx on public.experience_tags (tag_id);
alter table public.experience_tags enable row level security;
grant select on public.experience_tags to anon;
grant select, delete on public.experience_tags to authenticated;
grant insert (experience_id, tag_id) on public.experience_tags to authenticated;
grant all on public.experience_tags to service_role;

create policy experience_tags_select on public.experience_tags for select to anon, authenticated
  using (exists (select 1 from public.experiences e where e.id = experience_id));
create policy experience_tags_insert on public.experience_tags for insert to authenticated
  with check (private.runs_experience(experience_id));
create policy experience_tags_delete on public.experience_tags for delete to authenticated
  using (private.runs_experience(experience_id));

create table public.experience_timeslots (
  id uuid primary key default gen_random_uuid(),
  experience_id uuid not null references public.experiences (id) on delete cascade,
  start_time time not null,
  end_time time not null,
  days_of_week text[] not null default '{monday,tuesday,wednesday,thursday,friday,saturday,sunday}'
    check (cardinality(days_of_week) > 0 and days_of_week <@ '{monday,tuesday,wednesday,thursday,friday,saturday,sunday}'::text[]),
  max_spots int not null check (max_spots > 0 and max_spots <= 1000),
  available_spots int not null check (available_spots >= 0), -- default capacity of an occurrence
  archived_at timestamptz, -- a timeslot with bookings is archived, not deleted
  created_at timestamptz not null default now(),
  check (available_spots <= max_spots)
);
create index experience_timeslots_experience_idx on public.experience_timeslots (experience_id, start_time);
alter table public.experience_timeslots enable row level security;
grant select on public.experience_timeslots to anon;
grant select, delete on public.experience_timeslots to authenticated;
grant insert (id, experience_id, start_time, end_time, days_of_week, max_spots, available_spots
  ) on public.experience_timeslots to authenticated;
grant update (start_time, end_time, days_of_week, max_spots, available_spots) on public.experience_timeslots to authenticated;
grant all on public.experience_timeslots to service_role;

-- A slot ends after it starts, on the same day, and has not more spots than its experience: for every request of a person, whichever way it
-- comes. Raises 400 'invalid_input'.
create function private.check_timeslot()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_max int := (select e.max_spots from public.experiences e where e.id = new.experience_id);
begin
  if private.is_trusted_caller() then
    return new;
  elsif new.end_time <= new.start_time then
    perform private.invalid('A time slot ends after it starts, on the same day');
  elsif new.available_spots > v_max then
    perform private.invalid(format('A time slot has at most %s spots, as its experience', v_max));
  end if;
  return new;
end $$;

create trigger experience_timeslots_check before insert or update of start_time, end_time, max_spots, available_spots
  on public.experience_timeslots for each row execute function private.check_timeslot();

create policy experience_timeslots_select_anon on public.experience_timeslots for select to anon
  using (archived_at is null and exists (select 1 from public.experiences e where e.id = experience_id));
-- Whoever is tied to an experience also reads its archived timeslots: a booking keeps its hour.
create policy experience_timeslots_select on public.experience_timeslots for select to authenticated
  using (exists (select 1 from public.experiences e where e.id = experience_id
    and (experience_timeslots.archived_at is null
      or e.territory_id = any ((select private.my_territories('staff'))::text[])
      or e.id = any ((select private.my_experiences())::uuid[])
      or (select private.is_admin()))));
create policy experience_timeslots_insert on public.experience_timeslots for insert to authenticated
  with check (private.runs_experience(experience_id));
create policy experience_timeslots_update on public.experience_timeslots for update to authenticated
  using (private.runs_experience(experience_id)) with check (private.runs_experience(experience_id));
create policy experience_timeslots_delete on public.experience_timeslots for delete to authenticated
  using (private.runs_experience(experience_id));

create table public.experience_guide_rankings (
  id uuid primary key default gen_random_uuid(),
  experience_id uuid not null references public.experiences (id) on delete cascade,
  guide_id uuid not null references public.profiles (id) on delete cascade
    constraint experience_guide_rankings_card_fkey references public.profile_cards (id) on delete cascade,
  rank int not null check (rank > 0),
  unique (experience_id, guide_id),
  unique (experience_id, rank) deferrable initially deferred
);
create index experience_guide_rankings_guide_idx on public.experience_guide_rankings (guide_id);
alter table public.experience_guide_rankings enable row level security;
grant select, delete on public.experience_guide_rankings to authenticated;
grant insert (experience_id, guide_id, rank) on public.experience_guide_rankings to authenticated;
grant update (rank) on public.experience_guide_rankings to authenticated;
grant all on public.experience_guide_rankings to service_role;

-- The ranking of guides is the territory's own business; a guide sees their own places.
create policy experience_guide_rankings_select on public.experience_guide_rankings for select to authenticated
  using (guide_id = (select auth.uid())
    or exists (select 1 from public.experiences e where e.id = experience_id
      and e.territory_id = any ((select private.my_territories('staff'))::text[]))
    or (select private.is_admin()));
create policy experience_guide_rankings_insert on public.experience_guide_rankings for insert to authenticated
  with check (private.runs_experience(experience_id));
create policy experience_guide_rankings_update on public.experience_guide_rankings for update to authenticated
  using (private.runs_experience(experience_id)) with check (private.runs_experience(experience_id));
create policy experience_guide_rankings_delete on public.experience_guide_rankings for delete to authenticated
  using (private.runs_experience(experience_id));

-- A guide answers for themselves, for timeslots of experiences that they lead or are ranked for.
create function private.guides_timeslot(timeslot_id uuid)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.experience_timeslots s join public.experiences e on e.id = s.experience_id
    where s.id = guides_timeslot.timeslot_id and e.territory_id = any (private.my_territories('guide'))
      and (e.guide_id = (select auth.uid()) or exists (
        select 1 from public.experience_guide_rankings r where r.experience_id = e.id and r.guide_id = (select auth.uid())))
  )
$$;
grant execute on function private.guides_timeslot(uuid) to authenticated, service_role;

create table public.guide_timeslot_responses (
  guide_id uuid not null references public.profiles (id) on delete cascade
    constraint guide_timeslot_responses_card_fkey references public.profile_cards (id) on delete cascade,
  timeslot_id uuid not null references public.experience_timeslots (id) on delete cascade,
  response text not null check (response in ('accepted', 'declined')),
  updated_at timestamptz not null default now(),
  primary key (guide_id, timeslot_id)
);
create index guide_timeslot_responses_timeslot_idx on public.guide_timeslot_responses (timeslot_id);
alter table public.guide_timeslot_responses enable row level security;
grant select on public.guide_timeslot_responses to authenticated;
grant insert (guide_id, timeslot_id, response) on public.guide_timeslot_responses to authenticated;
grant update (guide_id, timeslot_id, response) on public.guide_timeslot_responses to authenticated;
grant all on public.guide_timeslot_responses to service_role;

create policy guide_timeslot_responses_select on public.guide_timeslot_responses for select to authenticated
  using (guide_id = (select auth.uid())
    or exists (select 1 from public.experience_timeslots s join public.experiences e on e.id = s.experience_id
      where s.id = timeslot_id and e.territory_id = any ((select private.my_territories('staff'))::text[]))
    or (select private.is_admin()));
create policy guide_timeslot_responses_insert on public.guide_timeslot_responses for insert to authenticated
  with check (guide_id = (select auth.uid()) and private.guides_timeslot(timeslot_id));
create policy guide_timeslot_responses_update on public.guide_timeslot_responses for update to authenticated
  using (guide_id = (select auth.uid()) and private.guides_timeslot(timeslot_id))
  with check (guide_id = (select auth.uid()) and private.guides_timeslot(timeslot_id));

create trigger guide_timeslot_responses_touch before update on public.guide_timeslot_responses
  for each row execute function private.touch_updated_at();

-- Raises 403 'forbidden': the row belongs where it was made. For columns that an upsert has to name, so that the grant cannot leave them out.
create function private.refuse_move()
returns trigger language plpgsql set search_path = '' as $$
begin
  perform private.fail(403, 'forbidden', 'You do not have permission to do this');
  return null;
end $$;

-- An answer for another slot is another answer: it decides who leads there, and is limited, where it is given (28_guides.sql).
create trigger guide_timeslot_responses_stay before update of guide_id, timeslot_id on public.guide_timeslot_responses
  for each row when ((new.guide_id, new.timeslot_id) is distinct from (old.guide_id, old.timeslot_id))
  execute function private.refuse_move();

-- Delete means archive once there are departures: holds, bookings and money hang on those. It works the same for every caller:
-- the row stays, hidden and with archived_at.
create function private.archive_instead_of_delete()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'experiences' and exists (select 1 from public.departures d where d.experience_id = old.id) then
    update public.experiences set archived_at = coalesce(archived_at, now()), visible = false, featured = false where id = old.id;
    return null;
  elsif tg_table_name = 'territory_transports' and exists (select 1 from public.departures d where d.transport_id = old.id) then
    update public.territory_transports set archived_at = coalesce(archived_at, now()), visible = false where id = old.id;
    return null;
  elsif tg_table_name = 'experience_timeslots' and exists (select 1 from public.departures d where d.timeslot_id = old.id) then
    update public.experience_timeslots set archived_at = coalesce(archived_at, now()) where id = old.id;
    return null;
  end if;
  return old;
end $$;

create trigger experiences_archive before delete on public.experiences
  for each row execute function private.archive_instead_of_delete();

create trigger experience_timeslots_archive before delete on public.experience_timeslots
  for each row execute function private.archive_instead_of_delete();

-- A person who is put on a service must hold the role in its territory. Only what changes is checked, so that an experience
-- whose guide has left can still be edited.
create function private.check_experience_guide()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.guide_id is not null and not private.is_trusted_caller()
     and not private.user_has_role(new.guide_id, 'tour_guide', new.territory_id) then
    perform private.fail(400, 'guide_not_in_territory', 'This guide does not belong to the territory');
  end if;
  return new;
end $$;

create trigger experiences_guide_check_insert before insert on public.experiences
  for each row when (new.guide_id is not null) execute function private.check_experience_guide();

create trigger experiences_guide_check_update before update of guide_id on public.experiences
  for each row when (new.guide_id is distinct from old.guide_id) execute function private.check_experience_guide();

create function private.check_ranked_guide()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_trusted_caller() and not private.user_has_role(new.guide_id, 'tour_guide',
       (select e.territory_id from public.experiences e where e.id = new.experience_id)) then
    perform private.fail(400, 'guide_not_in_territory', 'This guide does not belong to the territory');
  end if;
  return new;
end $$;

create trigger experience_guide_rankings_check before insert or update of guide_id, experience_id
  on public.experience_guide_rankings for each row execute function private.check_ranked_guide();

-- Tags and pickup locations are of the service's own territory, whoever writes.
create function private.check_experience_tag()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not exists (
    select 1 from public.experiences e join public.territory_tags t on t.territory_id = e.territory_id
    where e.id = new.experience_id and t.id = new.tag_id
  ) then
    perform private.fail(400, 'tag_not_in_territory', 'This tag does not belong to the territory');
  end if;
  return new;
end $$;

create trigger experience_tags_check before insert or update on public.experience_tags
  for each row execute function private.check_experience_tag();

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
  if e.meeting_point_link !~ '^https://[^\s]+$' then
    perform private.invalid('The map link must be a web address that starts with https://');
  end if;
  return e;
end $$;

-- Seats of a timeslot that are held or sold on a day to come.
create function private.timeslot_is_taken(p_timeslot_id uuid)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.departures d join public.territories t on t.id = d.territory_id
    where d.timeslot_id = p_timeslot_id and d.held + d.sold > 0 and d.service_date >= (now() at time zone t.time_zone)::date)
$$;

-- Raises 409 'timeslot_has_bookings'.
create function private.fail_taken_timeslot(p_start time)
returns void language plpgsql set search_path = '' as $$
begin
  perform private.fail(409, 'timeslot_has_bookings', format(
    'The %s time slot has upcoming bookings. Keep it as it is, close its dates in the calendar, and change or remove it when those trips are over.',
    to_char(date '2000-01-01' + p_start, 'FMHH12:MI AM')));
end $$;

-- One timeslot of the form, checked; its spots are in available_spots. p_taken: ids that the form has used already. Raises 400
-- 'invalid_input'.
create function private.read_timeslot(p jsonb, p_taken uuid[])
returns public.experience_timeslots language plpgsql stable set search_path = '' as $$
declare
  week constant text[] := '{monday,tuesday,wednesday,thursday,friday,saturday,sunday}';
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

-- Stores one timeslot of an experience. Locks its row. Raises 409 'timeslot_has_bookings' when its booked hour would move.
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
    perform private.invalid('This time slot cannot be changed any more');
  end if;
  if s.start_time <> p_slot.start_time and private.timeslot_is_taken(s.id) then
    perform private.fail_taken_timeslot(s.start_time);
  end if;
  update public.experience_timeslots x
     set start_time = p_slot.start_time, end_time = p_slot.end_time, days_of_week = p_slot.days_of_week,
         available_spots = p_slot.available_spots, max_spots = greatest(x.max_spots, p_slot.available_spots)
   where x.id = s.id;
end $$;

-- The timeslots of an experience become those of the form. One that tourists have booked keeps its hour and stays: raises 409
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
    perform private.invalid('Two time slots start at the same time on the same day');
  end if;
  for s in select * from public.experience_timeslots x
            where x.experience_id = p_experience_id and x.archived_at is null and x.id <> all (v_kept) order by x.id for update loop
    if private.timeslot_is_taken(s.id) then
      perform private.fail_taken_timeslot(s.start_time);
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
    and a.attname <> all ('{id,territory_id,featured,featured_order,visible,rating_average,rating_count,archived_at,created_at,updated_at}')
$$;

-- Stores a new experience; the columns that a form does not write take their defaults.
create function private.insert_experience(e public.experiences)
returns void language plpgsql security definer set search_path = '' as $$
declare
  columns text := 'id, territory_id, ' || private.form_columns_of_experience();
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

-- Saves an experience. p_id: made by the browser, also for a new one, so that a save whose answer was lost makes no second experience.
-- p_expected_version: updated_at as the form was filled from it; null for a new one. Answers the new one. Raises 400 'invalid_input', 404
-- 'experience_not_editable' and 'territory_not_found', 409 'changed_meanwhile' and 'timeslot_has_bookings'. Locks the id, then the
-- experience, then its timeslots.
create function private.save_experience(p_id uuid, p_territory_id text, p_expected_version timestamptz, p jsonb)
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
  if cardinality(v_guides) = 0 then
    perform private.invalid('Please fill in all required fields with valid values. At least one image is required.');
  end if;
  e.guide_id := v_guides[1];

  if v_new then
    e.id := p_id;
    perform private.insert_experience(e);
  end if;
  -- More spots first: the time slots are checked against them.
  update public.experiences x set max_spots = e.max_spots where x.id = p_id and x.max_spots < e.max_spots;
  perform private.save_timeslots(p_id, p -> 'timeslots');
  if exists (select 1 from public.experience_timeslots s
              where s.experience_id = p_id and s.archived_at is null and s.available_spots > e.max_spots) then
    perform private.invalid(format('A time slot has at most %s spots, as its experience', e.max_spots));
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
create function public.save_experience(p_id uuid, p_territory_id text, p_expected_version timestamptz, p jsonb)
returns timestamptz language sql security invoker set search_path = '' as $$
  select private.save_experience(p_id, p_territory_id, p_expected_version, p)
$$;
grant execute on function private.save_experience(uuid, text, timestamptz, jsonb),
  public.save_experience(uuid, text, timestamptz, jsonb) to authenticated;

-- These are featured, in this order, and nothing else of the territory is. Raises 400 'invalid_input' and what require_territory raises.
create function private.set_featured_experiences(p_territory_id text, p_ids uuid[])
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
create function public.set_featured_experiences(p_territory_id text, p_ids uuid[])
returns void language sql security invoker set search_path = '' as $$ select private.set_featured_experiences(p_territory_id, p_ids) $$;
grant execute on function private.set_featured_experiences(text, uuid[]), public.set_featured_experiences(text, uuid[]) to authenticated;

-- What a territory offers, a page of 1 to 100 rows, hidden ones too, for those who run it: its featured ones first, in their order,
-- then by title; a page after (rank, sort_title, id). p_search: words, each the beginning of a word of the title, without accents.
-- Raises 403 'forbidden' for whoever does not run it.
create function private.list_experiences(p_territory_id text, p_search text, p_after_rank int, p_after_title text, p_after_id uuid, p_limit int)
returns table (id uuid, title text, image_urls text[], shared_price numeric, duration numeric, max_spots int, available_spots int,
  featured boolean, featured_order int, visible boolean, guide_id uuid, guide_name text, guide_avatar text, rank int, sort_title text)
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
      where array[e.territory_id] @> array[p_territory_id] and private.search_words(e.title) @@ query and e.archived_at is null
        and (private.featured_rank(e.featured, e.featured_order), private.plain_words(e.title) collate "C", e.id) > (after_rank, after_title, after_id)
      order by private.featured_rank(e.featured, e.featured_order), private.plain_words(e.title) collate "C", e.id limit page);
  end if;
  return query
  select e.id, e.title, e.image_urls[1:1], e.shared_price, e.duration, e.max_spots, e.available_spots, e.featured, e.featured_order, e.visible,
    e.guide_id, c.full_name, c.avatar_url, private.featured_rank(e.featured, e.featured_order), private.plain_words(e.title)
  from unnest(ids) with ordinality k (id, n)
  join public.experiences e on e.id = k.id
  left join public.profile_cards c on c.id = e.guide_id
  order by k.n;
end $$;
create function public.list_experiences(p_territory_id text, p_search text default null, p_after_rank int default null,
  p_after_title text default null, p_after_id uuid default null, p_limit int default 50)
returns table (id uuid, title text, image_urls text[], shared_price numeric, duration numeric, max_spots int, available_spots int,
  featured boolean, featured_order int, visible boolean, guide_id uuid, guide_name text, guide_avatar text, rank int, sort_title text)
language sql stable security invoker set search_path = '' as $$
  select * from private.list_experiences(p_territory_id, p_search, p_after_rank, p_after_title, p_after_id, p_limit)
$$;
grant execute on function private.list_experiences(text, text, int, text, uuid, int),
  public.list_experiences(text, text, int, text, uuid, int) to authenticated;

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
  map_link text check (map_link ~ '^https?://' and length(map_link) <= 2000)
);
create unique index pickup_locations_name_idx on public.pickup_locations (territory_id, lower(btrim(name)));
create index pickup_locations_list_idx on public.pickup_locations (territory_id, (private.plain_words(name)) collate "C", id);
create index pickup_locations_words_idx on public.pickup_locations
  using gin ((array[territory_id]), (private.pickup_words(name, directions)));
alter table public.pickup_locations enable row level security;
grant select on public.pickup_locations to anon;
grant select, delete on public.pickup_locations to authenticated;
grant insert (id, territory_id, name, directions, map_link) on public.pickup_locations to authenticated;
grant update (name, directions, map_link) on public.pickup_locations to authenticated;
grant all on public.pickup_locations to service_role;

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

-- The words that a transport service is found by, for an index.
create function private.transport_words(p_title text, p_from text, p_to text)
returns tsvector language sql immutable parallel safe set search_path = '' as $$
  select private.search_words(p_title || ' ' || p_from || ' ' || coalesce(p_to, ''))
$$;
grant execute on function private.transport_words(text, text, text) to authenticated, service_role;

create table public.territory_transports (
  id uuid primary key default gen_random_uuid(),
  territory_id text not null references public.territories (id),
  transport_type_id text not null references public.transport_types (id),
  title text not null check (length(btrim(title)) between 1 and 160),
  description text not null check (length(btrim(description)) between 1 and 10000),
  image_urls text[] not null default '{}' check (private.are_own_files(image_urls)),
  booking_type text not null default 'shared' check (booking_type in ('shared', 'private', 'both')),
  shared_price numeric(12, 2) check (shared_price > 0),
  private_price numeric(12, 2) check (private_price > 0),
  min_spots int not null default 1 check (min_spots > 0),
  max_spots int not null default 10 check (max_spots > 0 and max_spots <= 1000),
  available_spots int not null default 10 check (available_spots >= 0),
  min_private_guests int not null default 1 check (min_private_guests > 0),
  max_private_guests int not null default 1 check (max_private_guests > 0),
  pickup_location text not null check (length(pickup_location) <= 160), -- a name for display; pickup_location_id is the reference
  pickup_location_id text references public.pickup_locations (id) on delete set null,
  destination text check (length(destination) <= 160),
  destination_territory_id text references public.territories (id),
  departure_time time,
  days_of_week text[] not null default '{monday,tuesday,wednesday,thursday,friday,saturday,sunday}'
    check (cardinality(days_of_week) > 0 and days_of_week <@ '{monday,tuesday,wednesday,thursday,friday,saturday,sunday}'::text[]),
  duration_hours numeric(5, 1) check (duration_hours > 0),
  passport_required boolean not null default false,
  cancellation_policy text not null default 'moderate' check (cancellation_policy in ('flexible', 'moderate', 'strict')),
  visible boolean not null default true,
  rating_average numeric(3, 2),
  rating_count int not null default 0,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (min_spots <= max_spots),
  check (available_spots <= max_spots),
  check (min_private_guests <= max_private_guests),
  check (booking_type = 'private' or shared_price is not null),
  check (booking_type = 'shared' or private_price is not null),
  check (transport_type_id = 'car' or (departure_time is not null and duration_hours is not null)),
  constraint territory_transports_price_limit check (shared_price <= 9999999 and private_price <= 9999999),
  constraint territory_transports_guests_limit check (min_private_guests <= 1000 and max_private_guests <= 1000),
  constraint territory_transports_duration_limit check (duration_hours <= 9999)
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
  using gin ((array[territory_id]), (private.transport_words(title, pickup_location, destination))) where archived_at is null;
alter table public.territory_transports enable row level security;
grant select on public.territory_transports to anon;
grant select, delete on public.territory_transports to authenticated;
grant insert (id, territory_id, transport_type_id, title, description, image_urls, booking_type, shared_price, private_price,
  min_spots, max_spots, available_spots, min_private_guests, max_private_guests, pickup_location, pickup_location_id, destination,
  destination_territory_id, departure_time, days_of_week, duration_hours, passport_required, cancellation_policy, visible
  ) on public.territory_transports to authenticated;
grant update (transport_type_id, title, description, image_urls, booking_type, shared_price, private_price, min_spots, max_spots,
  available_spots, min_private_guests, max_private_guests, pickup_location, pickup_location_id, destination,
  destination_territory_id, departure_time, days_of_week, duration_hours, passport_required, cancellation_policy, visible
  ) on public.territory_transports to authenticated;
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

create trigger territory_transports_touch before update on public.territory_transports for each row execute function private.touch_updated_at();

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

-- The pickup location belongs to the territory of the service, and its name is written into the service.
create function private.check_pickup_location()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_name text := (select p.name from public.pickup_locations p where p.id = new.pickup_location_id and p.territory_id = new.territory_id);
begin
  if v_name is null then
    perform private.fail(400, 'pickup_not_in_territory', 'This pickup location does not belong to the territory');
  end if;
  new.pickup_location := v_name;
  return new;
end $$;

create trigger territory_transports_pickup_check_insert before insert on public.territory_transports
  for each row when (new.pickup_location_id is not null) execute function private.check_pickup_location();

create trigger territory_transports_pickup_check_update before update of pickup_location_id on public.territory_transports
  for each row when (new.pickup_location_id is not null and new.pickup_location_id is distinct from old.pickup_location_id)
  execute function private.check_pickup_location();

-- A location's new name reaches the services that leave from it; a service that only names it becomes tied to it.
create function private.rename_pickup_location()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.territory_transports t set pickup_location = new.name, pickup_location_id = new.id
   where t.territory_id = new.territory_id and (t.pickup_location_id = new.id
     or (t.pickup_location_id is null and lower(btrim(t.pickup_location)) = lower(btrim(old.name))));
  return null;
end $$;

create trigger pickup_locations_rename after update of name on public.pickup_locations
  for each row when (new.name is distinct from old.name) execute function private.rename_pickup_location();

-- Its services by title, hidden ones too, a page of 1 to 100 rows after (sort_title, id). p_search: title, where it leaves from and
-- where it goes.
create function private.list_transports(p_territory_id text, p_search text, p_after_title text, p_after_id uuid, p_limit int)
returns table (id uuid, title text, image_urls text[], type_id text, type_name text, shared_price numeric, private_price numeric,
  max_spots int, available_spots int, visible boolean, sort_title text)
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
        and private.transport_words(s.title, s.pickup_location, s.destination) @@ query
        and (private.plain_words(s.title) collate "C", s.id) > (after_title, after_id)
      order by private.plain_words(s.title) collate "C", s.id limit page);
  end if;
  return query
  select s.id, s.title, s.image_urls[1:1], s.transport_type_id, k.name, s.shared_price, s.private_price, s.max_spots, s.available_spots,
    s.visible, private.plain_words(s.title)
  from unnest(ids) with ordinality o (id, n)
  join public.territory_transports s on s.id = o.id
  join public.transport_types k on k.id = s.transport_type_id
  order by o.n;
end $$;
create function public.list_transports(p_territory_id text, p_search text default null, p_after_title text default null,
  p_after_id uuid default null, p_limit int default 50)
returns table (id uuid, title text, image_urls text[], type_id text, type_name text, shared_price numeric, private_price numeric,
  max_spots int, available_spots int, visible boolean, sort_title text)
language sql stable security invoker set search_path = '' as $$
  select * from private.list_transports(p_territory_id, p_search, p_after_title, p_after_id, p_limit)
$$;
grant execute on function private.list_transports(text, text, text, uuid, int),
  public.list_transports(text, text, text, uuid, int) to authenticated;

-- Where its services leave from, by name, a page of 1 to 100 rows after (sort_name, id). p_search: name and directions.
create function private.list_pickup_locations(p_territory_id text, p_search text, p_after_name text, p_after_id text, p_limit int)
returns table (id text, name text, directions text, map_link text, sort_name text)
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
      select l.id, l.name, l.directions, l.map_link, private.plain_words(l.name) from public.pickup_locations l
      where l.territory_id = p_territory_id and (private.plain_words(l.name) collate "C", l.id) > (after_name, after_id)
      order by private.plain_words(l.name) collate "C", l.id limit page;
  else
    return query
      select l.id, l.name, l.directions, l.map_link, private.plain_words(l.name) from public.pickup_locations l
      where array[l.territory_id] @> array[p_territory_id] and private.pickup_words(l.name, l.directions) @@ query
        and (private.plain_words(l.name) collate "C", l.id) > (after_name, after_id)
      order by private.plain_words(l.name) collate "C", l.id limit page;
  end if;
end $$;
create function public.list_pickup_locations(p_territory_id text, p_search text default null, p_after_name text default null,
  p_after_id text default null, p_limit int default 50)
returns table (id text, name text, directions text, map_link text, sort_name text)
language sql stable security invoker set search_path = '' as $$
  select * from private.list_pickup_locations(p_territory_id, p_search, p_after_name, p_after_id, p_limit)
$$;
grant execute on function private.list_pickup_locations(text, text, text, text, int), public.list_pickup_locations(text, text, text, text, int)
  to authenticated;

-- Whether an amount can be a price, with at most so many digits after the point.
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

-- Drivers of a territory and their weekly schedules (docs/decisions/0013). Those who run a territory's drivers, its staff and
-- its shuttle managers, write both tables directly.

-- Drivers of the own territory: those who run it, and its shuttle managers.
create function private.runs_drivers(territory_id text)
returns boolean language sql stable security definer set search_path = '' as $$
  select private.runs_territory(runs_drivers.territory_id)
    or coalesce(runs_drivers.territory_id = any (private.my_territories('shuttle')), false)
$$;
grant execute on function private.runs_drivers(text) to authenticated, service_role;

create table public.shuttle_drivers (
  id uuid primary key default gen_random_uuid(),
  driver_id uuid not null references public.profiles (id) on delete cascade
    constraint shuttle_drivers_card_fkey references public.profile_cards (id) on delete cascade,
  territory_id text not null references public.territories (id) on delete cascade,
  active boolean not null default true,
  created_at timestamptz not null default now(),
  unique (driver_id, territory_id)
);
create index shuttle_drivers_territory_idx on public.shuttle_drivers (territory_id);
alter table public.shuttle_drivers enable row level security;
grant select, delete on public.shuttle_drivers to authenticated;
grant insert (driver_id, territory_id, active) on public.shuttle_drivers to authenticated;
grant update (active) on public.shuttle_drivers to authenticated;
grant all on public.shuttle_drivers to service_role;

create policy shuttle_drivers_select on public.shuttle_drivers for select to authenticated
  using (driver_id = (select auth.uid())
    or territory_id = any ((select private.my_territories('staff') || private.my_territories('shuttle'))::text[])
    or (select private.is_admin()));
create policy shuttle_drivers_insert on public.shuttle_drivers for insert to authenticated
  with check (private.runs_drivers(territory_id));
create policy shuttle_drivers_update on public.shuttle_drivers for update to authenticated
  using (private.runs_drivers(territory_id)) with check (private.runs_drivers(territory_id));
create policy shuttle_drivers_delete on public.shuttle_drivers for delete to authenticated
  using (private.runs_drivers(territory_id));

create table public.driver_schedules (
  id uuid primary key default gen_random_uuid(),
  driver_id uuid not null references public.profiles (id) on delete cascade
    constraint driver_schedules_card_fkey references public.profile_cards (id) on delete cascade,
  transport_id uuid not null references public.territory_transports (id) on delete cascade,
  day_of_week text not null check (day_of_week in ('monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday')),
  active boolean not null default true,
  created_at timestamptz not null default now(),
  unique (driver_id, transport_id, day_of_week)
);
create index driver_schedules_transport_idx on public.driver_schedules (transport_id);
alter table public.driver_schedules enable row level security;
grant select, delete on public.driver_schedules to authenticated;
grant insert (driver_id, transport_id, day_of_week, active) on public.driver_schedules to authenticated;
grant update (active) on public.driver_schedules to authenticated;
grant all on public.driver_schedules to service_role;

create policy driver_schedules_select on public.driver_schedules for select to authenticated
  using (driver_id = (select auth.uid())
    or exists (select 1 from public.territory_transports t where t.id = transport_id
      and t.territory_id = any ((select private.my_territories('staff') || private.my_territories('shuttle'))::text[]))
    or (select private.is_admin()));
create policy driver_schedules_insert on public.driver_schedules for insert to authenticated
  with check (private.runs_transport(transport_id));
create policy driver_schedules_update on public.driver_schedules for update to authenticated
  using (private.runs_transport(transport_id)) with check (private.runs_transport(transport_id));
create policy driver_schedules_delete on public.driver_schedules for delete to authenticated
  using (private.runs_transport(transport_id));

create function private.check_driver()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_trusted_caller() and not private.user_has_role(new.driver_id, 'shuttle_driver', new.territory_id) then
    perform private.fail(400, 'driver_not_in_territory', 'This driver does not belong to the territory');
  end if;
  return new;
end $$;

-- Afterwards: who may not write the row is refused for that, and learns nothing of the driver.
create trigger shuttle_drivers_check after insert or update of driver_id, territory_id
  on public.shuttle_drivers for each row execute function private.check_driver();

-- A schedule is for an active driver and a service of one territory, once a weekday. Rights come first: an outsider learns neither who
-- drives for a territory nor when. Two that add the same schedule at once queue on
-- a lock, so that the second reads the text of the page and no unique violation.
create function private.check_schedule()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_active boolean;
begin
  if not private.is_trusted_caller() and not private.runs_transport(new.transport_id) then
    perform private.fail(403, 'forbidden', 'You do not have permission to do this');
  end if;
  perform pg_advisory_xact_lock(hashtextextended(format('schedule:%s:%s:%s', new.driver_id, new.transport_id, new.day_of_week), 0));
  select d.active and t.archived_at is null into v_active
    from public.shuttle_drivers d join public.territory_transports t on t.territory_id = d.territory_id
   where d.driver_id = new.driver_id and t.id = new.transport_id;
  if v_active is null then
    perform private.fail(400, 'driver_not_in_territory', 'This driver does not belong to the territory');
  end if;
  if exists (
    select 1 from public.driver_schedules s
    where s.driver_id = new.driver_id and s.transport_id = new.transport_id and s.day_of_week = new.day_of_week and s.id <> new.id
  ) then
    perform private.fail(409, 'schedule_exists', 'This driver already has a schedule for this service on this day');
  end if;
  if not v_active and not private.is_trusted_caller() then
    perform private.fail(400, 'driver_inactive', 'Only active drivers can be scheduled');
  end if;
  return new;
end $$;

create trigger driver_schedules_check before insert or update of driver_id, transport_id, day_of_week
  on public.driver_schedules for each row execute function private.check_schedule();

-- Whether the caller drives a service on a date.
create function private.drives(p_transport_id uuid, p_date date)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from private.departure_drivers(p_transport_id, p_date) r where r.driver_id = (select auth.uid()))
$$;

-- A driver who is taken off a territory leaves no schedule behind that a later invitation would wake up.
create function private.drop_schedules()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from public.driver_schedules s using public.territory_transports t
   where s.driver_id = old.driver_id and t.id = s.transport_id and t.territory_id = old.territory_id;
  return null;
end $$;

create trigger shuttle_drivers_drop_schedules after delete on public.shuttle_drivers
  for each row execute function private.drop_schedules();

-- Takes the driver off the territory: the role there, the schedules, the row. The account stays. For who invites drivers; staff do not.
-- Raises 404 'driver_not_found'. Locks the
-- driver's row.
create function private.remove_driver(p_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  d public.shuttle_drivers;
begin
  perform private.require_user();
  select * into d from public.shuttle_drivers x where x.id = p_id for update;
  if d.id is null or not private.may_invite('shuttle_driver', d.territory_id) then
    perform private.fail(404, 'driver_not_found', 'This driver could not be found');
  end if;
  update private.role_grants g set revoked_at = now()
   where g.user_id = d.driver_id and g.role = 'shuttle_driver' and g.territory_id = d.territory_id and g.revoked_at is null;
  perform private.end_role(d.driver_id, 'shuttle_driver', d.territory_id);
  delete from public.shuttle_drivers x where x.id = p_id;
  perform private.audit('role_revoked', d.territory_id, 'profiles', d.driver_id::text, jsonb_build_object('role', 'shuttle_driver'));
end $$;
create function public.remove_driver(p_id uuid)
returns void language sql security invoker set search_path = '' as $$ select private.remove_driver(p_id) $$;
grant execute on function private.remove_driver(uuid), public.remove_driver(uuid) to authenticated;

-- The drivers who have been invited and have not come yet.
create function private.driver_invites(p_territory_id text)
returns table (id uuid, full_name text, email text, expires_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_driver_manager(p_territory_id);
  return query
  select i.id, i.full_name, i.email, i.expires_at from public.invites i
   where i.territory_id = p_territory_id and i.roles = '{shuttle_driver}' and i.redeemed_at is null and i.withdrawn_at is null
     and i.expires_at > now()
   order by i.created_at desc, i.id limit 200;
end $$;
create function public.driver_invites(p_territory_id text)
returns table (id uuid, full_name text, email text, expires_at timestamptz)
language sql stable security invoker set search_path = '' as $$ select * from private.driver_invites(p_territory_id) $$;
grant execute on function private.driver_invites(text), public.driver_invites(text) to authenticated;

-- A change of drivers or schedules reaches those who run them and the drivers: territory:<id>, event schedule.
create function private.broadcast_schedule()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_row jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  v_territory text := coalesce(v_row ->> 'territory_id',
    (select t.territory_id from public.territory_transports t where t.id = (v_row ->> 'transport_id')::uuid));
begin
  if v_territory is not null then
    perform realtime.send(jsonb_build_object('id', v_row ->> 'id'), 'schedule', private.topic_of(v_territory), true);
  end if;
  return null;
end $$;

create trigger driver_schedules_broadcast after insert or update or delete on public.driver_schedules
  for each row execute function private.broadcast_schedule();

create trigger shuttle_drivers_broadcast after insert or update or delete on public.shuttle_drivers
  for each row execute function private.broadcast_schedule();

-- Its drivers by name, with the services that they are scheduled for; p_email: who has this address. A page after (sort_name, id).
create function private.list_drivers(p_territory_id text, p_email text, p_after_name text, p_after_id uuid, p_limit int)
returns table (id uuid, driver_id uuid, full_name text, email text, active boolean, services text[], sort_name text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_driver_manager(p_territory_id);
  return query
  with page as (
    select d.id, d.driver_id, p.full_name, p.email, d.active, private.plain_words(p.full_name) collate "C" as sort_name
    from public.shuttle_drivers d join public.profiles p on p.id = d.driver_id
    where d.territory_id = p_territory_id and (p_email is null or lower(p.email) = lower(btrim(p_email)))
      and (p_after_id is null or (private.plain_words(p.full_name) collate "C", d.id) > (coalesce(p_after_name, ''), p_after_id))
    order by 6, 1
    limit least(greatest(coalesce(p_limit, 30), 1), 100))
  select k.id, k.driver_id, k.full_name, k.email, k.active,
    array(select distinct t.title from public.driver_schedules s join public.territory_transports t on t.id = s.transport_id
          where s.driver_id = k.driver_id and s.active and t.territory_id = p_territory_id order by 1),
    k.sort_name
  from page k order by k.sort_name, k.id;
end $$;
create function public.list_drivers(p_territory_id text, p_email text default null, p_after_name text default null,
  p_after_id uuid default null, p_limit int default 30)
returns table (id uuid, driver_id uuid, full_name text, email text, active boolean, services text[], sort_name text)
language sql stable security invoker set search_path = '' as $$
  select * from private.list_drivers(p_territory_id, p_email, p_after_name, p_after_id, p_limit)
$$;
grant execute on function private.list_drivers(text, text, text, uuid, int), public.list_drivers(text, text, text, uuid, int)
  to authenticated;

-- Who drives what on which day of the week, from Monday on, by service and driver; a page after (day, sort_name, id).
create function private.list_driver_schedules(p_territory_id text, p_after_day int, p_after_name text, p_after_id uuid, p_limit int)
returns table (id uuid, driver_id uuid, driver_name text, transport_id uuid, title text, day_of_week text, active boolean, day int,
  sort_name text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_driver_manager(p_territory_id);
  return query
  with all_of_them as (
    select s.id, s.driver_id, p.full_name, s.transport_id, t.title, s.day_of_week, s.active,
      array_position('{monday,tuesday,wednesday,thursday,friday,saturday,sunday}', s.day_of_week) as day,
      private.plain_words(t.title || ' ' || coalesce(p.full_name, '')) collate "C" as sort_name
    from public.territory_transports t
    join public.driver_schedules s on s.transport_id = t.id
    left join public.profiles p on p.id = s.driver_id
    where t.territory_id = p_territory_id and t.archived_at is null
  )
  select x.id, x.driver_id, x.full_name, x.transport_id, x.title, x.day_of_week, x.active, x.day, x.sort_name
  from all_of_them x
  where p_after_id is null or (x.day, x.sort_name, x.id) > (p_after_day, p_after_name, p_after_id)
  order by x.day, x.sort_name, x.id
  limit least(greatest(coalesce(p_limit, 50), 1), 100);
end $$;
create function public.list_driver_schedules(p_territory_id text, p_after_day int default null, p_after_name text default null,
  p_after_id uuid default null, p_limit int default 50)
returns table (id uuid, driver_id uuid, driver_name text, transport_id uuid, title text, day_of_week text, active boolean, day int,
  sort_name text)
language sql stable security invoker set search_path = '' as $$
  select * from private.list_driver_schedules(p_territory_id, p_after_day, p_after_name, p_after_id, p_limit)
$$;
grant execute on function private.list_driver_schedules(text, int, text, uuid, int), public.list_driver_schedules(text, int, text, uuid, int)
  to authenticated;

-- Departures: one row for each occurrence that can be booked, a timeslot or a transport service on a date, made on first use.
-- Their seats are the only place where seats are counted; the statements that move them are here.

-- An experience or a transport as the booking core sees it.
create type private.service as (
  kind text,
  id uuid,
  territory_id text,
  title text,
  booking_type text,
  shared_price numeric(12, 2),
  private_price numeric(12, 2),
  min_spots int,
  max_spots int,
  min_private_guests int,
  max_private_guests int,
  passport_required boolean,
  cash_allowed boolean,
  cancellation_policy text,
  currency_code text,
  currency_symbol text,
  time_zone text,
  capacity int, -- transport only: an experience's is its timeslot's
  start_time time -- transport only
);

create table public.departures (
  id uuid primary key default gen_random_uuid(),
  timeslot_id uuid references public.experience_timeslots (id),
  experience_id uuid references public.experiences (id),
  transport_id uuid references public.territory_transports (id),
  territory_id text not null references public.territories (id),
  service_date date not null, -- local to the territory
  capacity int not null check (capacity >= 0),
  held int not null default 0 check (held >= 0),
  sold int not null default 0 check (sold >= 0),
  closed boolean not null default false,
  exclusive boolean not null default false, -- a private group has it: no seat is for sale, whatever the capacity becomes
  capacity_fixed boolean not null default false, -- set by staff for this date: no longer follows the timeslot
  created_at timestamptz not null default now(),
  check (held + sold <= capacity),
  check ((timeslot_id is not null and experience_id is not null and transport_id is null)
      or (timeslot_id is null and experience_id is null and transport_id is not null)),
  unique (timeslot_id, service_date),
  unique (transport_id, service_date)
);
create index departures_experience_date_idx on public.departures (experience_id, service_date);
create index departures_territory_date_idx on public.departures (territory_id, service_date);
alter table public.departures enable row level security;
grant select on public.departures to authenticated;
grant all on public.departures to service_role;

-- A driver: those of the services on the own schedules.
create policy departures_select on public.departures for select to authenticated
  using (territory_id = any ((select private.my_territories('staff') || private.my_territories('shuttle'))::text[])
    or territory_id = any ((select private.my_territories('guide'))::text[])
    or transport_id = any ((select private.driven_transports())::uuid[])
    or (select private.is_admin()));

-- A departure is told when it sells, closes, changes its size, or when holds make it full or open it again; not at every hold:
-- that update is the hottest of the product.
create function private.broadcast_departure()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(jsonb_build_object('id', new.id), 'departure', private.topic_of(new.territory_id), true);
  return null;
end $$;

create trigger departures_broadcast after update on public.departures
  for each row when (old.sold is distinct from new.sold or old.closed is distinct from new.closed
    or old.capacity is distinct from new.capacity
    or (old.held + old.sold >= old.capacity) is distinct from (new.held + new.sold >= new.capacity))
  execute function private.broadcast_departure();

-- Null when there is none that may be booked: hidden and archived ones do not exist here, nor do those of a hidden territory.
create function private.bookable_service(p_kind text, p_id uuid)
returns private.service language plpgsql stable security definer set search_path = '' as $$
declare
  v private.service;
begin
  if p_kind = 'experience' then
    select 'experience', e.id, e.territory_id, e.title, e.booking_type, e.shared_price, e.private_price, e.min_spots, e.max_spots,
           coalesce(e.min_private_guests, 1), coalesce(e.max_private_guests, 1), e.passport_required, e.cash_allowed,
           e.cancellation_policy, t.currency_code, t.currency_symbol, t.time_zone, null, null
      into v
      from public.experiences e join public.territories t on t.id = e.territory_id
     where e.id = p_id and e.visible and e.archived_at is null and t.visible and t.archived_at is null;
  elsif p_kind = 'transport' then
    select 'transport', s.id, s.territory_id, s.title, s.booking_type, s.shared_price, s.private_price, s.min_spots, s.max_spots,
           s.min_private_guests, s.max_private_guests, s.passport_required, false,
           s.cancellation_policy, t.currency_code, t.currency_symbol, t.time_zone, least(s.available_spots, s.max_spots), s.departure_time
      into v
      from public.territory_transports s join public.territories t on t.id = s.territory_id
     where s.id = p_id and s.visible and s.archived_at is null and t.visible and t.archived_at is null;
  end if;
  return v;
end $$;

-- The departure of a date, made when it is the first to be asked for. Locks the timeslot or service, so that whoever changes its
-- seats at this moment and whoever makes the departure see each other. Also for the seed.
create function private.ensure_departure(p_kind text, p_service_id uuid, p_timeslot_id uuid, p_date date)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid;
begin
  loop
    if p_kind = 'experience' then
      select id into v_id from public.departures where timeslot_id = p_timeslot_id and service_date = p_date;
    else
      select id into v_id from public.departures where transport_id = p_service_id and service_date = p_date;
    end if;
    if v_id is not null then
      return v_id;
    end if;
    if p_kind = 'experience' then
      insert into public.departures (timeslot_id, experience_id, territory_id, service_date, capacity)
      select s.id, e.id, e.territory_id, p_date, least(s.available_spots, s.max_spots)
        from public.experience_timeslots s join public.experiences e on e.id = s.experience_id
       where s.id = p_timeslot_id and e.id = p_service_id for share of s
      on conflict do nothing returning id into v_id;
    else
      insert into public.departures (transport_id, territory_id, service_date, capacity)
      select s.id, s.territory_id, p_date, least(s.available_spots, s.max_spots)
        from public.territory_transports s where s.id = p_service_id for share
      on conflict do nothing returning id into v_id;
    end if;
    if v_id is not null then
      return v_id;
    end if;
    -- Another transaction has just made it: the next round reads it. None at all is a fault of the caller.
    if not exists (select 1 from public.departures d
                    where (d.timeslot_id = p_timeslot_id or d.transport_id = p_service_id) and d.service_date = p_date) then
      raise exception 'no such service: % %', p_kind, p_service_id;
    end if;
  end loop;
end $$;

-- Seats of a departure go back on sale. p_from: 'held' or 'sold'.
create function private.free_seats(p_departure_id uuid, p_seats int, p_from text)
returns void language sql security definer set search_path = '' as $$
  update public.departures
     set held = held - case when p_from = 'held' then p_seats else 0 end,
         sold = sold - case when p_from = 'sold' then p_seats else 0 end,
         exclusive = exclusive and held + sold - p_seats > 0
   where id = p_departure_id
$$;

-- Sells seats that no hold keeps (a payment that came too late, a cancelled booking that staff revive) to so many people.
-- The seats taken, or null when they are gone. A private group takes whatever the departure has now, if that is enough for it.
create function private.sell_free_seats(p_departure_id uuid, p_people int, p_booking_type text)
returns int language sql security definer set search_path = '' as $$
  update public.departures
     set sold = sold + case when p_booking_type = 'private' then capacity else p_people end,
         exclusive = p_booking_type = 'private'
   where id = p_departure_id
     and case when p_booking_type = 'private' then held + sold = 0 and capacity >= p_people
              else not exclusive and held + sold + p_people <= capacity end
  returning case when p_booking_type = 'private' then capacity else p_people end
$$;

-- A new default capacity reaches the departures of the dates to come, never below what is taken.
create function private.sync_departure_capacity()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_capacity int := least(new.available_spots, new.max_spots);
begin
  update public.departures set capacity = greatest(v_capacity, held + sold)
   where (timeslot_id = new.id or transport_id = new.id) and service_date >= current_date - 1
     and not capacity_fixed and capacity <> greatest(v_capacity, held + sold);
  return null;
end $$;

create trigger experience_timeslots_capacity after update of available_spots, max_spots on public.experience_timeslots
  for each row execute function private.sync_departure_capacity();

create trigger territory_transports_capacity after update of available_spots, max_spots on public.territory_transports
  for each row execute function private.sync_departure_capacity();

-- Seats of the caller's own holds, by departure: to them they are free, since a new hold takes the place of the old one.
create function private.own_held_seats()
returns table (departure_id uuid, seats int) language plpgsql stable rows 2 security definer set search_path = '' as $$
begin
  return query select h.departure_id, sum(h.seats)::int from private.holds h
                where h.user_id = auth.uid() and h.state = 'held' group by h.departure_id;
end $$;

-- Seats of an experience's hours from day to day, also where nobody has booked yet. What has left (on the clocks of the zone), or is closed,
-- or taken whole, has none. taken_of: the departure, where somebody holds or has bought seats. Callers see to it that it may be seen.
create function private.slot_seats(p_experience_id uuid, p_zone text, p_from date, p_to date)
returns table (timeslot_id uuid, service_date date, start_time time, end_time time, capacity int, available int, closed boolean, taken_of uuid)
language sql stable security definer set search_path = '' as $$
  select s.id, day.d, s.start_time, s.end_time, seats.capacity,
         case when gone.gone or (d.exclusive and own.seats is null) then 0
              else seats.capacity - coalesce(d.held + d.sold, 0) + coalesce(own.seats, 0) end,
         gone.gone, case when d.held + d.sold > 0 then d.id end
    from public.experience_timeslots s
    cross join lateral (select p_from + n as d from generate_series(0, p_to - p_from) n) day
    left join public.departures d on d.timeslot_id = s.id and d.service_date = day.d
    left join private.own_held_seats() own on own.departure_id = d.id
    cross join lateral (select coalesce(d.capacity, least(s.available_spots, s.max_spots)) as capacity) seats
    cross join lateral (select coalesce(d.closed, false) or day.d + s.start_time <= now() at time zone p_zone as gone) gone
   where s.experience_id = p_experience_id and s.archived_at is null and private.weekday(day.d) = any (s.days_of_week)
$$;

-- The departures of an experience from day to day. cash_seats: how many seats the caller may have in cash (check_cash_share).
create function private.get_departures(p_experience_id uuid, p_from date, p_to date)
returns table (timeslot_id uuid, service_date date, start_time time, end_time time, capacity int, available int, closed boolean, cash_seats int)
language plpgsql stable security definer set search_path = '' as $$
declare
  v private.service := private.bookable_service('experience', p_experience_id);
  v_known boolean := v.cash_allowed and private.is_known_guest(auth.uid());
begin
  perform private.check_date_range(p_from, p_to);
  return query
    select s.timeslot_id, s.service_date, s.start_time, s.end_time, s.capacity, s.available, s.closed,
           case when not v.cash_allowed or s.available = 0 then 0 when v_known then s.available
                else least(s.available, private.cash_seats(s.taken_of, s.capacity, auth.uid())) end
      from private.slot_seats(v.id, v.time_zone, p_from, p_to) s
     order by s.service_date, s.start_time, s.timeslot_id;
end $$;
create function public.get_departures(p_experience_id uuid, p_from date, p_to date)
returns table (timeslot_id uuid, service_date date, start_time time, end_time time, capacity int, available int, closed boolean, cash_seats int)
language sql stable security invoker set search_path = '' as $$
  select * from private.get_departures(p_experience_id, p_from, p_to)
$$;
grant execute on function private.get_departures(uuid, date, date), public.get_departures(uuid, date, date)
  to anon, authenticated, service_role;

-- When a transport service leaves on a date: at the time that those who are booked were sold, else at the one that the service has now.
-- A new hour of the service is for dates that nobody has booked, so that nobody's ticket changes behind their back.
create function private.departure_start(p_transport_id uuid, p_date date, p_start time)
returns time language sql stable security definer set search_path = '' as $$
  select coalesce((select min(x.start_time) from (
    select b.status, min(b.start_time) as start_time from public.transport_bookings b
    where b.transport_id = p_transport_id and b.booking_date = p_date group by 1 offset 0) x where private.is_live(x.status)), p_start)
$$;

-- Seats of services from day to day, also where nobody has booked yet. What has left (on the clocks of the territory), or is closed, or taken
-- whole, has none; the caller's own held seats are free to the caller. Callers see to it that the services may be seen.
create function private.transport_seats(p_services uuid[], p_from date, p_to date)
returns table (transport_id uuid, service_date date, departure_time time, capacity int, available int, closed boolean)
language sql stable security definer set search_path = '' as $$
  with own as materialized (select * from private.own_held_seats())
  select s.id, day.d, leaves.at, seats.capacity,
         case when gone.gone or (d.exclusive and own.seats is null) then 0
              else seats.capacity - coalesce(d.held + d.sold, 0) + coalesce(own.seats, 0) end, gone.gone
    from public.territory_transports s
    join public.territories t on t.id = s.territory_id
    cross join lateral (select p_from + n as d from generate_series(0, p_to - p_from) n) day
    left join public.departures d on d.transport_id = s.id and d.service_date = day.d
    left join own on own.departure_id = d.id
    cross join lateral (select coalesce(d.capacity, least(s.available_spots, s.max_spots)) as capacity) seats
    cross join lateral (select case when d.sold > 0 then private.departure_start(s.id, day.d, s.departure_time) else s.departure_time end as at) leaves
    cross join lateral (select coalesce(d.closed, false)
      or day.d + coalesce(leaves.at, time '24:00') <= now() at time zone t.time_zone as gone) gone
   where s.id = any (p_services)
     and (private.weekday(day.d) = any (s.days_of_week) or own.seats is not null)
$$;

-- The departures of a service from day to day, at most 92, also those that nobody has booked yet.
create function private.get_transport_departures(p_transport_id uuid, p_from date, p_to date)
returns table (service_date date, departure_time time, capacity int, available int, closed boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  v private.service := private.bookable_service('transport', p_transport_id);
begin
  perform private.check_date_range(p_from, p_to);
  return query
    select s.service_date, s.departure_time, s.capacity, s.available, s.closed
      from private.transport_seats(array[v.id], p_from, p_to) s order by s.service_date;
end $$;
create function public.get_transport_departures(p_transport_id uuid, p_from date, p_to date)
returns table (service_date date, departure_time time, capacity int, available int, closed boolean)
language sql stable security invoker set search_path = '' as $$
  select * from private.get_transport_departures(p_transport_id, p_from, p_to)
$$;
grant execute on function private.get_transport_departures(uuid, date, date), public.get_transport_departures(uuid, date, date)
  to anon, authenticated, service_role;

-- Staff: no new bookings on a date, or again some. Those already sold stay.
create function private.close_departure(p_kind text, p_service_id uuid, p_timeslot_id uuid, p_date date, p_closed boolean)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid := private.departure_for_staff(p_kind, p_service_id, p_timeslot_id, p_date);
begin
  update public.departures set closed = coalesce(p_closed, true) where id = v_id;
  perform private.audit('close_departure', d.territory_id, 'departures', d.id::text, jsonb_build_object('closed', d.closed))
     from public.departures d where d.id = v_id;
  return v_id;
end $$;
create function public.close_departure(p_kind text, p_service_id uuid, p_timeslot_id uuid, p_date date, p_closed boolean default true)
returns uuid language sql security invoker set search_path = '' as $$
  select private.close_departure(p_kind, p_service_id, p_timeslot_id, p_date, p_closed)
$$;
grant execute on function private.close_departure(text, uuid, uuid, date, boolean),
  public.close_departure(text, uuid, uuid, date, boolean) to authenticated;

-- Staff: another number of seats for one date, never below what is held and sold. Raises 400 'invalid_input', 409 'capacity_below_sold',
-- and what departure_for_staff raises.
create function private.set_departure_capacity(p_kind text, p_service_id uuid, p_timeslot_id uuid, p_date date, p_capacity int)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid := private.departure_for_staff(p_kind, p_service_id, p_timeslot_id, p_date);
begin
  if p_capacity is null or p_capacity < 0 or p_capacity > 1000 then
    perform private.invalid('Capacity must be between 0 and 1000');
  end if;
  update public.departures set capacity = p_capacity, capacity_fixed = true where id = v_id and held + sold <= p_capacity;
  if not found then
    perform private.fail(409, 'capacity_below_sold', 'More seats than that are already held or sold');
  end if;
  perform private.audit('set_departure_capacity', d.territory_id, 'departures', d.id::text, jsonb_build_object('capacity', d.capacity))
     from public.departures d where d.id = v_id;
  return v_id;
end $$;
create function public.set_departure_capacity(p_kind text, p_service_id uuid, p_timeslot_id uuid, p_date date, p_capacity int)
returns uuid language sql security invoker set search_path = '' as $$
  select private.set_departure_capacity(p_kind, p_service_id, p_timeslot_id, p_date, p_capacity)
$$;
grant execute on function private.set_departure_capacity(text, uuid, uuid, date, int),
  public.set_departure_capacity(text, uuid, uuid, date, int) to authenticated;

-- The departure of a date, for staff who change it. Raises 403 'forbidden' for others. Locks as ensure_departure does.
create function private.departure_for_staff(p_kind text, p_service_id uuid, p_timeslot_id uuid, p_date date)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  v_territory text;
begin
  if p_date is null or not isfinite(p_date) or abs(p_date - current_date) > 800 then
    perform private.invalid('A date is needed');
  end if;
  if p_kind = 'experience' then
    select e.territory_id into v_territory
      from public.experiences e join public.experience_timeslots s on s.experience_id = e.id
     where e.id = p_service_id and s.id = p_timeslot_id;
  elsif p_kind = 'transport' then
    select territory_id into v_territory from public.territory_transports where id = p_service_id;
  end if;
  perform private.require_territory(v_territory);
  return private.ensure_departure(p_kind, p_service_id, p_timeslot_id, p_date);
end $$;

-- Every departure of these services from day to day, also where nobody has booked yet. `offered`: the timetable has it; one that it has no
-- more is still here as long as tourists hold seats on it. A service leaves at the hour at which its seats of that day were sold, as in
-- transport_seats. Callers see to it that the services may be seen.
create function private.departures_of(p_experiences uuid[], p_transports uuid[], p_from date, p_to date)
returns table (kind text, service_id uuid, timeslot_id uuid, departure_id uuid, service_date date, start_time time, end_time time,
  capacity int, held int, sold int, closed boolean, exclusive boolean, offered boolean, past boolean)
language sql stable security definer set search_path = '' as $$
  with days as materialized (select p_from + n as d, private.weekday(p_from + n) as weekday from generate_series(0, p_to - p_from) n)
  select 'experience', s.experience_id, s.id, d.id, day.d, s.start_time, s.end_time, coalesce(d.capacity, least(s.available_spots, s.max_spots)),
         coalesce(d.held, 0), coalesce(d.sold, 0), coalesce(d.closed, false), coalesce(d.exclusive, false), x.offered,
         day.d + coalesce(s.start_time, time '24:00') <= now() at time zone t.time_zone
    from public.experience_timeslots s
    join public.experiences e on e.id = s.experience_id
    join public.territories t on t.id = e.territory_id
    cross join days day
    left join public.departures d on d.timeslot_id = s.id and d.service_date = day.d
    cross join lateral (select s.archived_at is null and day.weekday = any (s.days_of_week) as offered) x
   where s.experience_id = any (p_experiences) and (x.offered or d.held + d.sold > 0)
  union all
  select 'transport', s.id, null, d.id, day.d, leaves.at, null, coalesce(d.capacity, least(s.available_spots, s.max_spots)),
         coalesce(d.held, 0), coalesce(d.sold, 0), coalesce(d.closed, false), coalesce(d.exclusive, false), x.offered,
         day.d + coalesce(leaves.at, time '24:00') <= now() at time zone t.time_zone
    from public.territory_transports s
    join public.territories t on t.id = s.territory_id
    cross join days day
    left join public.departures d on d.transport_id = s.id and d.service_date = day.d
    cross join lateral (select case when d.sold > 0 then private.departure_start(s.id, day.d, s.departure_time) else s.departure_time end as at) leaves
    cross join lateral (select s.archived_at is null and day.weekday = any (s.days_of_week) as offered) x
   where s.id = any (p_transports) and (x.offered or d.held + d.sold > 0)
$$;

-- Staff: every departure of a service in a range, hidden ones too, with what is held and sold (departures_of).
create function private.service_departures(p_kind text, p_service_id uuid, p_from date, p_to date)
returns table (timeslot_id uuid, service_date date, start_time time, end_time time, capacity int, held int, sold int,
  closed boolean, exclusive boolean, offered boolean, past boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_territory(private.territory_of_service(p_kind, p_service_id));
  perform private.check_date_range(p_from, p_to);
  return query
    select x.timeslot_id, x.service_date, x.start_time, x.end_time, x.capacity, x.held, x.sold, x.closed, x.exclusive, x.offered, x.past
      from private.departures_of(array(select p_service_id where p_kind = 'experience'), array(select p_service_id where p_kind = 'transport'),
        p_from, p_to) x
     order by x.service_date, x.start_time, x.timeslot_id;
end $$;
create function public.service_departures(p_kind text, p_service_id uuid, p_from date, p_to date)
returns table (timeslot_id uuid, service_date date, start_time time, end_time time, capacity int, held int, sold int,
  closed boolean, exclusive boolean, offered boolean, past boolean)
language sql stable security invoker set search_path = '' as $$
  select * from private.service_departures(p_kind, p_service_id, p_from, p_to)
$$;
grant execute on function private.service_departures(text, uuid, date, date), public.service_departures(text, uuid, date, date)
  to authenticated;

-- The territory of an experience or a transport service; null when there is none.
create function private.territory_of_service(p_kind text, p_service_id uuid)
returns text language sql stable security definer set search_path = '' as $$
  select case p_kind when 'experience' then (select e.territory_id from public.experiences e where e.id = p_service_id)
                     when 'transport' then (select t.territory_id from public.territory_transports t where t.id = p_service_id) end
$$;

-- Staff: a whole date, all its hours at once.
create function private.close_service_date(p_kind text, p_service_id uuid, p_date date, p_closed boolean)
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_territory(private.territory_of_service(p_kind, p_service_id));
  perform private.close_departure(p_kind, p_service_id, x.timeslot_id, x.service_date, p_closed)
     from private.service_departures(p_kind, p_service_id, p_date, p_date) x where x.closed is distinct from p_closed;
end $$;
create function public.close_service_date(p_kind text, p_service_id uuid, p_date date, p_closed boolean default true)
returns void language sql security invoker set search_path = '' as $$
  select private.close_service_date(p_kind, p_service_id, p_date, coalesce(p_closed, true))
$$;
grant execute on function private.close_service_date(text, uuid, date, boolean),
  public.close_service_date(text, uuid, date, boolean) to authenticated;

-- Finding: transport from one place to another on a day, and the experiences of a territory that have room on a day.

-- How a party can have a departure: 'shared' before 'private', which takes it whole and needs it whole; null where it is full for them.
create function private.offer_for(p_people int, p_booking_type text, p_min_spots int, p_max_spots int, p_min_private int, p_max_private int,
  p_available int, p_capacity int)
returns text language sql immutable set search_path = '' as $$
  select case
    when p_booking_type <> 'private' and p_people between p_min_spots and p_max_spots and p_available >= p_people then 'shared'
    when p_booking_type <> 'shared' and p_available > 0 and p_available >= p_capacity
      and p_people between p_min_private and least(p_max_private, p_capacity) then 'private'
    end
$$;

-- Not the id of a territory: whoever names a place that way would stand among the offers of another territory.
create function private.is_place_name(p_place text)
returns boolean language sql stable security definer set search_path = '' as $$
  select not exists (select 1 from public.territories t where t.id = p_place)
$$;

-- Offers of transport from day to day, for so many people. A place is a territory's id, or a pickup location or destination by its name;
-- null is anywhere. `offer`: how the party can have it, shared before private; null where it is full for them. What has left or is closed
-- is not among them.
create function private.transport_offers(p_from text, p_to text, p_first date, p_last date, p_people int)
returns table (service public.territory_transports, service_date date, departs time, seats int, offer text, zone text, symbol text)
language sql stable security definer set search_path = '' as $$
  with found as materialized (
    select s as service, s.id, t.time_zone, t.currency_symbol
      from public.territory_transports s join public.territories t on t.id = s.territory_id
     where s.visible and s.archived_at is null and t.visible and t.archived_at is null
       and (p_from is null or s.territory_id = p_from or (s.pickup_location = p_from and (select private.is_place_name(p_from))))
       and (p_to is null or s.destination_territory_id = p_to or (s.destination = p_to and (select private.is_place_name(p_to)))))
  select f.service, x.service_date, x.departure_time, x.available, fits.offer, f.time_zone, f.currency_symbol
    from private.transport_seats(array(select f.id from found f), p_first, p_last) x
    join found f on f.id = x.transport_id
    cross join lateral (select private.offer_for(p_people, (f.service).booking_type, (f.service).min_spots, (f.service).max_spots,
      (f.service).min_private_guests, (f.service).max_private_guests, x.available, x.capacity) as offer) fits
   where not x.closed
$$;

-- A journey as the search answers it. It has legs, of which there is one: a connection will have more, and the rest stays as it is.
-- Times are local to where they happen; days_later counts the nights on the way.
create function private.journey(s public.territory_transports, p_date date, p_departs time, p_seats int, p_offer text, p_people int, p_zone text)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('departs', p_departs, 'arrives', way.arrives::time, 'days_later', way.arrives::date - p_date,
    'minutes', round(s.duration_hours * 60), 'seats', p_seats, 'offer', p_offer,
    'shared_price', case when s.booking_type <> 'private' then s.shared_price end,
    'private_price', case when s.booking_type <> 'shared' then s.private_price end,
    'total', case p_offer when 'shared' then s.shared_price * p_people when 'private' then s.private_price end,
    'least_people', least(case when s.booking_type <> 'private' then s.min_spots end, case when s.booking_type <> 'shared' then s.min_private_guests end),
    'most_people', greatest(case when s.booking_type <> 'private' then s.max_spots end, case when s.booking_type <> 'shared' then s.max_private_guests end),
    'rating_average', s.rating_average, 'rating_count', s.rating_count,
    'legs', jsonb_build_array(jsonb_build_object('transport_id', s.id, 'title', s.title, 'type', s.transport_type_id,
      'from', s.pickup_location, 'to', s.destination, 'departs', p_departs, 'arrives', way.arrives::time)))
  from (select ((p_date + p_departs) at time zone p_zone + s.duration_hours * interval '1 hour')
    at time zone coalesce((select d.time_zone from public.territories d where d.id = s.destination_territory_id), p_zone) as arrives) way
$$;

-- How one gets from a place to a place on a day: at most 200 journeys by their hour, those without one last, and for two weeks around the
-- day how many of a day the party can have and the lowest shared price. A day that has passed counts as today. Raises 400 'invalid_input'.
create function private.search_transport(p_from text, p_to text, p_date date, p_people int)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_from text := nullif(btrim(left(p_from, 160)), '');
  v_to text := nullif(btrim(left(p_to, 160)), '');
  v_people int := least(greatest(coalesce(p_people, 1), 1), 1000);
  -- Where nothing says which clock: that of the country.
  v_today date := (now() at time zone coalesce((select t.time_zone from public.territories t where t.id = v_from), 'America/Guatemala'))::date;
  v_date date := greatest(p_date, v_today);
  v_first date := greatest(v_date - 3, v_today);
  v_answer jsonb;
begin
  if p_date is null or not isfinite(p_date) or p_date > v_today + 730 then
    perform private.invalid('Please select a date within the next two years');
  end if;
  with offers as materialized (select * from private.transport_offers(v_from, v_to, v_first, v_first + 13, v_people)),
  days as (
    select v_first + n as day, count(o.offer) as journeys, min((o.service).shared_price) filter (where o.offer = 'shared') as price
      from generate_series(0, 13) n left join offers o on o.service_date = v_first + n
     group by 1),
  journeys as (
    select private.journey(o.service, o.service_date, o.departs, o.seats, o.offer, v_people, o.zone)
        || jsonb_build_object('symbol', o.symbol) as journey, o.departs, (o.service).id
      from offers o where o.service_date = v_date
     order by o.departs, (o.service).id limit 200)
  select jsonb_build_object('date', v_date, 'people', v_people,
      -- A lowest price of several currencies is none.
      'symbol', (select case when count(distinct o.symbol) = 1 then min(o.symbol) end from offers o),
      'days', (select jsonb_agg(jsonb_build_object('date', d.day, 'journeys', d.journeys, 'price', d.price) order by d.day) from days d),
      'journeys', coalesce((select jsonb_agg(j.journey order by j.departs, j.id) from journeys j), '[]'))
    into v_answer;
  return v_answer;
end $$;
create function public.search_transport(p_from text, p_to text, p_date date, p_people int)
returns jsonb language sql stable security invoker set search_path = '' as $$
  select private.search_transport(p_from, p_to, p_date, p_people)
$$;
grant execute on function private.search_transport(text, text, date, int), public.search_transport(text, text, date, int)
  to anon, authenticated, service_role;

-- The experiences of a territory that so many people can have on a day: the first hour with room, how many hours have some, the most
-- seats left at one of them, and how the party can have it: shared, else private. Raises 400 'invalid_input'.
create function private.experiences_on(p_territory_id text, p_date date, p_people int)
returns table (experience_id uuid, first_time time, times int, seats int, offer text)
language plpgsql stable security definer set search_path = '' as $$
begin
  if p_date is null or not isfinite(p_date) or abs(p_date - current_date) > 732 then
    perform private.invalid('Please select a date within the next two years');
  end if;
  return query
    select e.id, min(x.start_time), count(*)::int, max(x.available), max(fits.offer)
      from public.experiences e
      join public.territories t on t.id = e.territory_id and t.visible and t.archived_at is null
      cross join lateral private.slot_seats(e.id, t.time_zone, p_date, p_date) x
      cross join lateral (select private.offer_for(p_people, e.booking_type, e.min_spots, e.max_spots,
        coalesce(e.min_private_guests, 1), coalesce(e.max_private_guests, 1), x.available, x.capacity) as offer) fits
     where e.territory_id = p_territory_id and e.visible and e.archived_at is null and fits.offer is not null
     group by e.id;
end $$;
create function public.experiences_on(p_territory_id text, p_date date, p_people int)
returns table (experience_id uuid, first_time time, times int, seats int, offer text)
language sql stable security invoker set search_path = '' as $$
  select * from private.experiences_on(p_territory_id, p_date, p_people)
$$;
grant execute on function private.experiences_on(text, date, int), public.experiences_on(text, date, int)
  to anon, authenticated, service_role;

-- Referral links of travel partners, their visits, and who registered through them.

-- Referral links: a partner's own. The code and the counter are the database's.
create function private.new_link_code()
returns text language plpgsql volatile security definer set search_path = '' as $$
declare
  alphabet constant text := 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
  bytes bytea;
  candidate text;
begin
  loop
    -- Two random bytes a character: the bias of modulo 36 is then below 0.1 %.
    bytes := decode(replace(gen_random_uuid()::text, '-', ''), 'hex');
    select string_agg(substr(alphabet, ((get_byte(bytes, at) * 256 + get_byte(bytes, at + 1)) % 36) + 1, 1), '')
      into candidate from unnest('{0,2,4,9,11,13}'::int[]) as at;
    exit when not exists (select 1 from public.referral_links l where l.code = candidate);
  end loop;
  return candidate;
end $$;
grant execute on function private.new_link_code() to authenticated, service_role;

create table public.referral_links (
  id uuid primary key default gen_random_uuid(),
  user_id uuid default auth.uid() references public.profiles (id) on delete set null,
  name text not null check (length(btrim(name)) between 1 and 120),
  code text not null default private.new_link_code() unique check (code ~ '^[A-Z0-9]{6}$'),
  active boolean not null default true,
  visits int not null default 0,
  created_at timestamptz not null default now(),
  archived_at timestamptz,
  constraint referral_links_archived_inactive check (archived_at is null or not active)
);
create index referral_links_user_idx on public.referral_links (user_id);
alter table public.referral_links enable row level security;
grant select on public.referral_links to authenticated;
grant insert (id, user_id, name, code, active) on public.referral_links to authenticated;
grant update (name, active) on public.referral_links to authenticated;
grant all on public.referral_links to service_role;

create policy referral_links_select on public.referral_links for select to authenticated
  using ((user_id = (select auth.uid()) and (select private.has_role('travel_partner'))) or (select private.is_admin()));
create policy referral_links_insert on public.referral_links for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.has_role('travel_partner')));
create policy referral_links_update on public.referral_links for update to authenticated
  using (user_id = (select auth.uid()) and (select private.has_role('travel_partner')))
  with check (user_id = (select auth.uid()) and (select private.has_role('travel_partner')));

-- A partner's code is looked up by visitors, who have no name to count by, and each look-up counts as a visit. Nobody inflates the visits
-- of a link by calling it in a loop: 60 a minute count. Beyond that it answers as before and counts nothing, as a busy hotel must not
-- lose a visitor's referral; an unknown code writes nothing at all.
create table private.referral_visits (
  link_id uuid primary key references public.referral_links (id) on delete cascade,
  since timestamptz not null default now(),
  visits int not null default 1
);
alter table private.referral_visits enable row level security;
grant all on private.referral_visits to service_role;

-- A user is registered to one link at the most: the first one wins.
create table public.referral_registrations (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references public.profiles (id) on delete cascade
    constraint referral_registrations_card_fkey references public.profile_cards (id) on delete cascade,
  referral_link_id uuid not null references public.referral_links (id) on delete cascade,
  registered_at timestamptz not null default now()
);
create index referral_registrations_link_idx on public.referral_registrations (referral_link_id);
alter table public.referral_registrations enable row level security;
grant select on public.referral_registrations to authenticated;
grant all on public.referral_registrations to service_role;

-- One's own registration, and for a partner those through the own links.
create policy referral_registrations_select on public.referral_registrations for select to authenticated
  using (user_id = (select auth.uid())
    or exists (select 1 from public.referral_links l where l.id = referral_link_id));

-- The partner behind a code, for the banner; null for an unknown or inactive one. Counts the visit, with a limit.
-- → {id, code, partner_name} | null
create function private.lookup_referral_link(p_code text)
returns jsonb language sql volatile security definer set search_path = '' as $$
  with found as (
    select l.id, l.code, l.user_id from public.referral_links l where l.code = upper(btrim(p_code)) and l.active
  ), counted as (
    insert into private.referral_visits as v (link_id) select f.id from found f
    on conflict (link_id) do update set
      visits = case when v.since > now() - interval '1 minute' then v.visits + 1 else 1 end,
      since = case when v.since > now() - interval '1 minute' then v.since else now() end
    where v.since <= now() - interval '1 minute' or v.visits < 60
    returning v.link_id
  ), visited as (
    update public.referral_links l set visits = l.visits + 1 from counted c where l.id = c.link_id
  )
  select jsonb_build_object('id', f.id, 'code', f.code, 'partner_name', coalesce(private.business_name_of(p.id), p.full_name))
  from found f join public.profiles p on p.id = f.user_id
$$;
create function public.lookup_referral_link(p_code text)
returns jsonb language sql set search_path = '' as $$ select private.lookup_referral_link(p_code) $$;
grant execute on function private.lookup_referral_link(text), public.lookup_referral_link(text) to anon, authenticated;

-- Registers the caller to a link. The first one wins; nobody refers themselves; an unknown or inactive code is ignored.
-- → {registered, referral_link_id}
create function private.register_referral(p_code text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  -- First, as a statement does not see what a function that it calls writes.
  registered boolean := private.register_referral_of(caller, p_code);
begin
  return jsonb_build_object('registered', registered, 'referral_link_id',
    (select r.referral_link_id from public.referral_registrations r where r.user_id = caller));
end $$;
create function public.register_referral(p_code text)
returns jsonb language sql set search_path = '' as $$ select private.register_referral(p_code) $$;
grant execute on function private.register_referral(text), public.register_referral(text) to authenticated;

-- The link that a user was registered through, with its partner's rate now in the territory that sells. None for the partner's own
-- bookings, for a link that is switched off, and in a territory where its owner is no partner: nothing was agreed there.
create function private.referral_of(p_user_id uuid, p_territory_id text, out link_id uuid, out rate numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  select l.id, private.commission_of(l.user_id, p_territory_id) into link_id, rate
    from public.referral_registrations r
    join public.referral_links l on l.id = r.referral_link_id
   where r.user_id = p_user_id and l.active and l.user_id <> p_user_id
     and private.user_has_role(l.user_id, 'travel_partner', p_territory_id);
end $$;

-- Whoever signs up through a partner's link is registered to it with the account itself: the confirmation link may be opened in
-- another browser, where nobody knows the code.
create function private.register_referral_of(p_user_id uuid, p_code text)
returns boolean language plpgsql security definer set search_path = '' as $$
begin
  insert into public.referral_registrations (user_id, referral_link_id)
  select p_user_id, l.id from public.referral_links l
  where l.code = upper(btrim(p_code)) and l.active and l.user_id <> p_user_id
  on conflict (user_id) do nothing;
  return found;
end $$;

-- Takes a link off the partner's list: archived when something came through it, else deleted. Locks the link. → whether there was one
create function private.delete_referral_link(p_link_id uuid)
returns boolean language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_role('travel_partner');
begin
  perform 1 from public.referral_links l where l.id = p_link_id and l.user_id = caller and l.archived_at is null for update;
  if not found then
    return false;
  end if;
  if exists (select 1 from public.referral_registrations r where r.referral_link_id = p_link_id)
    or exists (select 1 from public.referrals r where r.referral_link_id = p_link_id)
    or exists (select 1 from private.holds h where h.referral_link_id = p_link_id)
    or exists (select 1 from public.bookings b where b.referral_link_id = p_link_id)
    or exists (select 1 from public.transport_bookings b where b.referral_link_id = p_link_id) then
    update public.referral_links set archived_at = now(), active = false where id = p_link_id;
  else
    delete from public.referral_links where id = p_link_id;
  end if;
  return true;
end $$;
create function public.delete_referral_link(p_link_id uuid)
returns boolean language sql security invoker set search_path = '' as $$ select private.delete_referral_link(p_link_id) $$;
grant execute on function private.delete_referral_link(uuid), public.delete_referral_link(uuid) to authenticated;

create function private.broadcast_registration()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.broadcast_to_partner((select l.user_id from public.referral_links l where l.id = new.referral_link_id), new.id);
  return null;
end $$;

create trigger referral_registrations_broadcast after insert on public.referral_registrations
  for each row execute function private.broadcast_registration();

-- What a booking costs and what its form may say. The browser sends ids and quantities; every amount is computed here.

-- The departure that is asked for: its timeslot, its day and its local start.
create type private.occurrence as (timeslot_id uuid, service_date date, start_time time);

-- What one person (shared) or the whole group (private) pays, rounded to the smallest coin of the currency
-- (dollars to cents, yen to yen) and never less than one of it. The tables see to it that the price is there.
create function private.unit_price(p_service private.service, p_booking_type text)
returns numeric language sql immutable set search_path = '' as $$
  select greatest(
    round(case when p_booking_type = 'private' then p_service.private_price else p_service.shared_price end,
          private.currency_exponent(p_service.currency_code)),
    power(10::numeric, -private.currency_exponent(p_service.currency_code)))
$$;

-- How a price comes about: [{code, unit_price, quantity, amount}].
create function private.price_lines(p_booking_type text, p_unit_price numeric, p_num_people int)
returns jsonb language sql immutable set search_path = '' as $$
  select jsonb_build_array(jsonb_build_object(
    'code', case when p_booking_type = 'private' then 'whole_group' else 'per_person' end,
    'unit_price', p_unit_price,
    'quantity', q,
    'amount', p_unit_price * q))
  from (select case when p_booking_type = 'private' then 1 else p_num_people end as q) quantity
$$;

-- The price of a booking before it is made. Raises 404 for what cannot be booked and 400 'invalid_input'.
create function private.quote_booking(p_kind text, p_service_id uuid, p_booking_type text, p_num_people int)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v private.service := private.bookable_service(p_kind, p_service_id);
  v_unit numeric;
  v_quantity int := case when p_booking_type = 'private' then 1 else p_num_people end;
begin
  if v.id is null then
    perform private.fail_not_found(p_kind);
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
create function public.quote_booking(p_kind text, p_service_id uuid, p_booking_type text, p_num_people int)
returns jsonb language sql stable security invoker set search_path = '' as $$
  select private.quote_booking(p_kind, p_service_id, p_booking_type, p_num_people)
$$;
grant execute on function private.quote_booking(text, uuid, text, int), public.quote_booking(text, uuid, text, int)
  to anon, authenticated, service_role;

-- Raises 400 'invalid_input' for a type of booking that the service does not offer.
create function private.check_booking_type(p_service private.service, p_booking_type text)
returns void language plpgsql set search_path = '' as $$
begin
  if p_booking_type is null or p_booking_type not in ('shared', 'private') or p_service.booking_type not in (p_booking_type, 'both') then
    perform private.invalid('This booking type is not offered');
  end if;
end $$;

-- The departure that a request asks for. Raises 400 'date_required', 'date_in_past' and what else the form may have wrong.
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
    perform private.invalid('Please select a date within the next two years');
  end if;
  if p_service.kind = 'experience' then
    v.timeslot_id := private.input_uuid(p, 'timeslot_id');
    select s.start_time, s.days_of_week into v.start_time, v_days
      from public.experience_timeslots s
     where s.id = v.timeslot_id and s.experience_id = p_service.id and s.archived_at is null;
    if not found then
      perform private.fail(400, 'timeslot_required', 'Please select a time slot');
    end if;
    if private.weekday(v.service_date) <> all (v_days) then
      perform private.fail(409, 'departure_closed', 'This time slot does not run on the selected date');
    end if;
  else
    v.start_time := private.departure_start(p_service.id, v.service_date, p_service.start_time);
    if private.weekday(v.service_date) <> all (select unnest(t.days_of_week) from public.territory_transports t where t.id = p_service.id) then
      perform private.fail(409, 'departure_closed', 'This service does not run on the selected date');
    end if;
  end if;
  if v.service_date + v.start_time <= v_now then
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

-- The texts of the waiver that may be accepted now: the one of src/features/booking/waiver/version.ts, and for a while the one before it,
-- which somebody may have on an open page.
create function private.waiver_versions()
returns text[] language sql immutable set search_path = '' as $$
  select '{2026-11-21.2}'::text[]
$$;

-- The rest of the form in the order of the page, cleaned, as it becomes the booking. Raises 400 with the code of the first field that is
-- wrong, 'name_not_plain' for the hotel or a passenger, else 'invalid_input'.
create function private.read_form(p_service private.service, p jsonb, p_user_id uuid, p_booking_type text, p_num_people int)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_whatsapp text := private.input_text(p, 'whatsapp_number', 40);
  v_country text := upper(private.input_text(p, 'country', 2));
  v_hotel text := private.input_text(p, 'hotel_name', 160);
  v_passports text[];
  v_waiver text;
begin
  if v_whatsapp is null then
    perform private.fail(400, 'whatsapp_required', 'Please provide your WhatsApp number');
  elsif not private.is_whatsapp(v_whatsapp) then
    perform private.invalid('Please provide a valid WhatsApp number');
  end if;
  if v_country is null then
    perform private.fail(400, 'country_required', 'Please provide your country of origin');
  elsif not private.is_country(v_country) then
    perform private.invalid('Please provide a valid country of origin');
  end if;
  perform private.check_name(v_hotel);
  perform private.check_booking_type(p_service, p_booking_type);
  if p_num_people is null then
    perform private.invalid('num_people is required');
  end if;
  perform private.check_group_size(p_service, p_booking_type, p_num_people);
  -- Object names in the bucket `passports`: only the caller's own folder.
  v_passports := private.input_texts(p, 'passport_images', 1000,
    '^' || p_user_id || '/[A-Za-z0-9_-]{1,100}[.](jpg|jpeg|png|webp|avif|heic|gif)$');
  if p_service.passport_required and v_passports = '{}' then
    perform private.fail(400, 'passport_required', 'Please upload a passport image');
  elsif cardinality(v_passports) > p_num_people then
    perform private.fail(400, 'too_many_passports', 'There are more passport images than people');
  end if;
  v_waiver := private.input_text(p, 'waiver_version', 40);
  if v_waiver is null then
    perform private.fail(400, 'waiver_required', 'Please accept the Waiver and Release of Liability');
  elsif v_waiver <> all (private.waiver_versions()) then
    perform private.fail(409, 'waiver_outdated', 'The waiver has changed. Please reload the page and accept it again.');
  end if;
  return jsonb_build_object(
    'whatsapp_number', v_whatsapp,
    'country', v_country,
    'speaks_spanish', private.input_bool(p, 'speaks_spanish'),
    'hotel_name', v_hotel,
    'hotel_address', private.input_text(p, 'hotel_address', 300),
    'passport_images', v_passports,
    'waiver_version', v_waiver,
    'passenger_details', case when p_service.kind = 'transport' then private.input_passengers(p, p_num_people) end);
end $$;

-- Holds: seats that are kept for 15 minutes, with the price frozen and the form validated. A retry with the same key returns
-- the same hold. Those that come to nothing are limited (17_seat_limits.sql): free seats are not a weapon.

create table private.holds (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete set null, -- null once the account is deleted
  idempotency_key uuid not null, -- made by the browser, kept over reloads: a retry returns the same hold
  payload_hash text not null, -- of the request: the same key with another payload is refused
  kind text not null check (kind in ('experience', 'transport')),
  departure_id uuid not null references public.departures (id),
  -- The departure's, and a currency that it was priced in: no foreign keys of their own. Every hold would lock the one row of
  -- its territory and of its currency, and on a hot departure that is what bookers would queue for.
  territory_id text not null,
  start_time time, -- local; null for a transport without a timetable
  booking_type text not null check (booking_type in ('shared', 'private')),
  payment_method text not null default 'card' check (payment_method in ('card', 'cash')),
  num_people int not null check (num_people > 0),
  -- kept: num_people when shared, the departure's capacity when private; 0 for a hold that keeps none
  seats int not null check (seats = 0 or seats >= num_people),
  unit_price numeric(12, 2) not null check (unit_price > 0),
  total_price numeric(12, 2) not null check (total_price > 0),
  currency_code text not null,
  referral_link_id uuid references public.referral_links (id) on delete set null,
  partner_rate numeric(4, 1) not null default 0 check (partner_rate between 0 and 100), -- percent, frozen
  form jsonb not null, -- the validated form, as it becomes the booking
  state text not null default 'held' check (state in ('held', 'consumed', 'released', 'void')),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  cancellation_policy text,
  by_caller boolean not null default (auth.uid() is not null),
  exchanged boolean not null default false, -- took the place of a live hold: a change, no further one
  took_over boolean not null default false, -- of one that the request did not name: another tab or device has it
  unique (user_id, idempotency_key)
);
create index holds_departure_idx on private.holds (departure_id) where state = 'held';
create index holds_unpaid_idx on private.holds (departure_id, created_at) where state = 'released' and seats > 0;
create index holds_expiry_idx on private.holds (expires_at) where state = 'held';
create index holds_user_idx on private.holds (user_id, created_at) where state in ('held', 'released');
create index holds_referral_idx on private.holds (referral_link_id) where referral_link_id is not null;
-- Holds come in the order of their time, and an index that costs each of them next to nothing will do.
create index holds_created_idx on private.holds using brin (created_at);
alter table private.holds enable row level security;
grant all on private.holds to service_role;

-- One hold at a time a user, until the transaction ends: limits and the idempotency key need no further care. Taken before every
-- other lock.
create function private.lock_user(p_user_id uuid)
returns void language sql set search_path = '' as $$
  select pg_advisory_xact_lock(20261121, hashtext(p_user_id::text))
$$;

-- The answer to the browser, of what the caller knows already: create_hold makes it while others wait for the departure. It carries
-- the frozen policy, and the seconds that are left: the clock of the tourist's phone may be hours off.
create function private.hold_json(h private.holds, p_date date, p_symbol text, p_booking_id uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'hold_id', h.id, 'state', h.state, 'expires_at', h.expires_at, 'seconds_left', floor(extract(epoch from h.expires_at - now())),
    'kind', h.kind, 'service_date', p_date, 'start_time', h.start_time,
    'booking_type', h.booking_type, 'payment_method', h.payment_method, 'num_people', h.num_people, 'seats', h.seats,
    'unit_price', h.unit_price, 'total_price', h.total_price, 'currency_code', h.currency_code, 'currency_symbol', p_symbol,
    'cancellation_policy', h.cancellation_policy,
    'keeps_seats', h.seats > 0, 'took_over', h.took_over, 'lines', private.price_lines(h.booking_type, h.unit_price, h.num_people), 'booking_id', p_booking_id);
end $$;

-- The same for a hold that was stored before.
create function private.stored_hold_json(h private.holds)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_date date;
  v_booking uuid;
begin
  select d.service_date into v_date from public.departures d where d.id = h.departure_id;
  if h.state = 'consumed' then
    select id into v_booking from (
      select b.id from public.bookings b where b.hold_id = h.id
      union all
      select b.id from public.transport_bookings b where b.hold_id = h.id) x;
  end if;
  return private.hold_json(h, v_date, private.currency_symbol(h.currency_code), v_booking);
end $$;

-- A retry: the same hold for the same request, refused for another one. Raises 409 'idempotency_key_reused' or 'hold_expired'.
create function private.repeat_hold(p_hold private.holds, p_payload_hash text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  if p_hold.payload_hash <> p_payload_hash then
    perform private.fail(409, 'idempotency_key_reused', 'This booking request was already used with other details');
  end if;
  if p_hold.state in ('released', 'void') or (p_hold.state = 'held' and p_hold.expires_at <= now()) then
    perform private.fail(409, 'hold_expired', 'Your reservation has expired. Please book again.');
  end if;
  return private.stored_hold_json(p_hold);
end $$;

-- Takes the seats and writes the hold in ONE statement: the conditional update decides, the insert follows it.
-- The departure's lock is held from here to the commit only, so this comes last. Null when the seats are not there. A hold that keeps
-- none is written when they are there. h.expires_at and h.seats are those of the hold that it takes the place of on the same departure, if
-- there is one: the clock goes on, and seats that were kept stay kept.
create function private.take_seats(h private.holds)
returns private.holds language plpgsql security definer set search_path = '' as $$
declare
  v_hold private.holds;
  v_keep boolean := coalesce(h.seats > 0, false) or private.keeps_seats(h.departure_id);
begin
  with d as (
    update public.departures
       set held = case when not v_keep then held when h.booking_type = 'private' then capacity else held + h.num_people end,
           exclusive = v_keep and h.booking_type = 'private'
     where id = h.departure_id and not closed
       and case when h.booking_type = 'private' then held + sold = 0 and capacity >= h.num_people
                else not exclusive and held + sold + h.num_people <= capacity end
    returning capacity)
  insert into private.holds (id, user_id, idempotency_key, payload_hash, kind, departure_id, territory_id, start_time, booking_type,
    payment_method, num_people, seats, unit_price, total_price, currency_code, referral_link_id, partner_rate, form, expires_at,
    exchanged, took_over)
  select gen_random_uuid(), h.user_id, h.idempotency_key, h.payload_hash, h.kind, h.departure_id, h.territory_id, h.start_time, h.booking_type,
    h.payment_method, h.num_people, case when not v_keep then 0 when h.booking_type = 'private' then d.capacity else h.num_people end,
    h.unit_price, h.total_price, h.currency_code, h.referral_link_id, h.partner_rate, h.form,
    coalesce(h.expires_at, now() + private.limit_value('hold.minutes') * interval '1 minute'), coalesce(h.exchanged, false), coalesce(h.took_over, false)
    from d
  returning * into v_hold;
  return v_hold;
end $$;

-- Why the seats could not be taken. Raises 409 'departure_closed', 'sold_out' or, for a group that the departure is too small for,
-- 'private_maximum'.
create function private.fail_no_seats(p_departure_id uuid, p_booking_type text)
returns void language plpgsql set search_path = '' as $$
declare
  d public.departures;
begin
  select * into d from public.departures where id = p_departure_id;
  if d.closed then
    perform private.fail(409, 'departure_closed', 'This departure is closed for new bookings');
  elsif p_booking_type = 'private' and d.held + d.sold > 0 then
    perform private.fail(409, 'sold_out', 'This departure already has guests, so it cannot be booked privately');
  elsif d.exclusive or d.held + d.sold >= d.capacity then
    perform private.fail(409, 'sold_out', 'This departure is sold out');
  elsif p_booking_type = 'private' then
    perform private.fail(409, 'private_maximum', format('Private bookings allow at most %s guests on this departure', d.capacity));
  end if;
  perform private.fail(409, 'sold_out', format('Only %s spots are left on this departure', d.capacity - d.held - d.sold));
end $$;

-- The hold that a request asks for, not yet stored: its form is checked in the order of the page, and its price is frozen. Makes the
-- departure when it is the first to be asked for. Raises 400 'invalid_input' and what the checks of the form raise.
create function private.read_hold(p jsonb, p_user_id uuid, p_service private.service, p_when private.occurrence)
returns private.holds language plpgsql security definer set search_path = '' as $$
declare
  h private.holds;
begin
  h.user_id := p_user_id;
  h.kind := p_service.kind;
  h.territory_id := p_service.territory_id;
  h.start_time := p_when.start_time;
  h.booking_type := private.input_text(p, 'booking_type', 20);
  h.num_people := private.input_count(p, 'num_people');
  h.form := private.read_form(p_service, p, p_user_id, h.booking_type, h.num_people);
  h.payment_method := private.input_text(p, 'payment_method', 20);
  if h.payment_method is null or h.payment_method not in ('card', 'cash') or (h.payment_method = 'cash' and not p_service.cash_allowed) then
    perform private.invalid('This payment method is not accepted');
  end if;
  h.currency_code := p_service.currency_code;
  h.unit_price := private.unit_price(p_service, h.booking_type);
  h.total_price := h.unit_price * case when h.booking_type = 'private' then 1 else h.num_people end;
  select link_id, coalesce(rate, 0) into h.referral_link_id, h.partner_rate from private.referral_of(p_user_id, h.territory_id);
  h.partner_rate := coalesce(h.partner_rate, 0);
  h.departure_id := private.ensure_departure(h.kind, p_service.id, p_when.timeslot_id, p_when.service_date);
  return h;
end $$;

-- Lets go of the caller's holds that a new one takes the place of: the one that the request names, and any on the same departure (another
-- tab, or one that ran out a moment ago). The new one is told what it continues. A PaymentIntent behind them is to be cancelled; a payment
-- that is authorised all the same books nothing. The caller holds the user's lock; it locks the payments, the holds, then the departures.
create function private.exchange_holds(h private.holds, p_replaces uuid)
returns private.holds language plpgsql security definer set search_path = '' as $$
declare
  v_ids uuid[];
  v_old private.holds;
  v_payment private.payments;
begin
  v_ids := array(select o.id from private.holds o
    where o.user_id = h.user_id and o.state = 'held' and (o.id = p_replaces or o.departure_id = h.departure_id));
  if v_ids = '{}' then
    return h;
  end if;
  -- All of the person's, in one order: two who change places with each other must not wait for each other.
  perform 1 from private.payments p join private.holds o on o.id = p.hold_id
    where o.user_id = h.user_id and o.state = 'held' order by p.id for update of p;
  perform 1 from private.holds o where o.user_id = h.user_id and o.state = 'held' order by o.id for update;
  perform 1 from public.departures d
    where d.id = h.departure_id or d.id in (select o.departure_id from private.holds o where o.user_id = h.user_id and o.state = 'held')
    order by d.id for update;
  for v_old in select * from private.holds o where o.id = any (v_ids) and o.state = 'held' order by o.id loop
    if v_old.expires_at > now() then
      h.exchanged := true;
      h.took_over := coalesce(h.took_over, false) or v_old.id is distinct from p_replaces;
      if v_old.departure_id = h.departure_id then
        h.expires_at := least(h.expires_at, v_old.expires_at);
        h.seats := greatest(h.seats, v_old.seats);
      end if;
    end if;
    select * into v_payment from private.payments p where p.hold_id = v_old.id;
    if v_payment.payment_intent_id is not null and v_payment.status <> 'canceled' then
      perform private.queue_stripe_op(v_payment.payment_intent_id, 'cancel', null, 'abandoned');
    end if;
    update private.holds set state = 'released', expires_at = least(expires_at, now()) where id = v_old.id;
    perform private.free_seats(v_old.departure_id, v_old.seats, 'held');
  end loop;
  return h;
end $$;

-- The key and the hash of a request. Raises 400 'invalid_input', 401 'not_signed_in', 403 'email_unconfirmed'.
create function private.read_hold_key(p jsonb, out kind text, out key uuid, out hash text)
language plpgsql security definer set search_path = '' as $$
begin
  if p is null or jsonb_typeof(p) <> 'object' or length(p::text) > 200000 then
    perform private.invalid('A booking request is needed');
  end if;
  kind := private.input_text(p, 'kind', 20);
  if kind is null or kind not in ('experience', 'transport') then
    perform private.invalid('kind must be experience or transport');
  end if;
  if auth.uid() is null then
    perform private.fail(401, 'not_signed_in', format('Please log in to book this %s', kind));
  elsif private.confirmed_email(auth.uid()) is null then
    perform private.fail(403, 'email_unconfirmed', 'Please confirm your e-mail address first');
  end if;
  key := private.input_uuid(p, 'idempotency_key');
  if key is null then
    perform private.invalid('idempotency_key is required');
  end if;
  hash := encode(sha256(convert_to((p - 'idempotency_key')::text, 'UTF8')), 'hex');
end $$;

-- Holds seats for 15 minutes. The same idempotency_key returns the same hold, or raises 409 'idempotency_key_reused' when the request is
-- another. A hold of the caller's on the same departure, and the one that `replaces` names, give their seats up in the same step; when the
-- new one is refused, they stay. Raises 404 for what cannot be booked, 409 'sold_out' and 'departure_closed', and what read_hold_key,
-- read_hold, check_hold_limits, check_cash_limit and check_cash_share raise.
-- Locks the user, then what exchange_holds locks, then the departure.
create function private.create_hold(p jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := auth.uid();
  r record;
  v_service private.service;
  v_when private.occurrence;
  h private.holds;
  v_taken private.holds;
begin
  r := private.read_hold_key(p);
  perform private.lock_user(v_user);
  select * into v_taken from private.holds where user_id = v_user and idempotency_key = r.key;
  if found then
    return private.repeat_hold(v_taken, r.hash);
  end if;

  v_service := private.bookable_service(r.kind, private.input_uuid(p, r.kind || '_id'));
  if v_service.id is null then
    perform private.fail_not_found(r.kind);
  end if;
  v_when := private.read_occurrence(v_service, p);
  h := private.exchange_holds(private.read_hold(p, v_user, v_service, v_when), private.input_uuid(p, 'replaces'));
  perform private.check_hold_limits(h);
  if h.payment_method = 'cash' then
    perform private.check_cash_limit(v_user);
    perform private.check_cash_share(h);
  end if;
  h.idempotency_key := r.key;
  h.payload_hash := r.hash;

  v_taken := private.take_seats(h);
  if v_taken.id is null and private.release_expired_holds(h.departure_id) > 0 then
    v_taken := private.take_seats(h);
  end if;
  if v_taken.id is null then
    perform private.fail_no_seats(h.departure_id, h.booking_type);
  end if;
  return private.hold_json(v_taken, v_when.service_date, v_service.currency_symbol, null);
end $$;
create function public.create_hold(p jsonb) returns jsonb language sql security invoker set search_path = '' as $$
  select private.create_hold(p)
$$;
grant execute on function private.create_hold(jsonb), public.create_hold(jsonb) to anon, authenticated;

-- Frees the seats of expired holds that no PaymentIntent stands behind (all, or those of one departure or person). A hold whose PaymentIntent
-- may still be made is given two minutes more; one that has a PaymentIntent waits until Stripe has cancelled it. Locks payment, hold,
-- departure, and passes over what somebody else has locked. → how many
create function private.release_expired_holds(p_departure_id uuid default null, p_limit int default 200, p_user_id uuid default null)
returns int language plpgsql security definer set search_path = '' as $$
declare
  v_hold private.holds;
  v_count int := 0;
begin
  for v_hold in
    with due as (
      select h from private.holds h
        left join private.payments p on p.hold_id = h.id
       where h.state = 'held' and h.expires_at <= now()
         and (p_departure_id is null or h.departure_id = p_departure_id) and (p_user_id is null or h.user_id = p_user_id)
         and (p.id is null or (p.payment_intent_id is null and h.expires_at <= now() - interval '2 minutes'))
         and private.is_due('expired_hold', h.id::text)
       order by h.expires_at limit p_limit)
    -- In the order in which everybody locks departures.
    select (d.h).* from due d order by (d.h).departure_id
  loop
    begin
      if private.release_expired_hold(v_hold) then
        v_count := v_count + 1;
      end if;
      perform private.clear_trouble('expired_hold', v_hold.id::text);
    exception when others then
      perform private.record_trouble('expired_hold', v_hold.id::text, sqlerrm);
    end;
  end loop;
  return v_count;
end $$;

-- One of them; false when somebody else has it. Lock order payment, hold, departure: with the payment's lock, nobody attaches a
-- PaymentIntent meanwhile.
create function private.release_expired_hold(h private.holds)
returns boolean language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from private.payments where hold_id = h.id and payment_intent_id is null for update skip locked;
  if not found and exists (select 1 from private.payments where hold_id = h.id) then
    return false;
  end if;
  perform 1 from private.holds where id = h.id and state = 'held' for update skip locked;
  if not found then
    return false;
  end if;
  update private.holds set state = 'released' where id = h.id;
  perform private.free_seats(h.departure_id, h.seats, 'held');
  return true;
end $$;

-- The caller's hold. Raises 401 'not_signed_in' or 404 'hold_not_found'.
create function private.own_hold(p_hold_id uuid)
returns private.holds language plpgsql stable security definer set search_path = '' as $$
declare
  v_hold private.holds;
begin
  if auth.uid() is null then
    perform private.fail(401, 'not_signed_in', 'Please log in');
  end if;
  select * into v_hold from private.holds where id = p_hold_id and user_id = auth.uid();
  if not found then
    perform private.fail(404, 'hold_not_found', 'This reservation could not be found');
  end if;
  return v_hold;
end $$;

-- The caller's hold, as the browser is told of it; raises what own_hold does.
create function private.get_hold(p_hold_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select private.stored_hold_json(private.own_hold(p_hold_id))
$$;
create function public.get_hold(p_hold_id uuid) returns jsonb language sql stable security invoker set search_path = '' as $$
  select private.get_hold(p_hold_id)
$$;
grant execute on function private.get_hold(uuid), public.get_hold(uuid) to authenticated;

-- The tourist gives the seats back. With a PaymentIntent behind it, that is cancelled first; the seats follow when Stripe says so.
create function private.release_hold(p_hold_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  perform private.own_hold(p_hold_id);
  perform private.abandon_hold(p_hold_id);
  return private.get_hold(p_hold_id);
end $$;
create function public.release_hold(p_hold_id uuid) returns jsonb language sql security invoker set search_path = '' as $$
  select private.release_hold(p_hold_id)
$$;
grant execute on function private.release_hold(uuid), public.release_hold(uuid) to authenticated;

-- Gives a hold's seats back; one with a PaymentIntent waits until Stripe has let go of the money. Locks payment, hold, departure.
create function private.abandon_hold(p_hold_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_hold private.holds;
  v_payment private.payments;
begin
  select * into v_payment from private.payments where hold_id = p_hold_id for update;
  select * into v_hold from private.holds where id = p_hold_id for update;
  if v_hold.state is distinct from 'held' then
    return;
  end if;
  if v_payment.payment_intent_id is not null and v_payment.status <> 'canceled' then
    update private.holds set expires_at = least(expires_at, now()) where id = p_hold_id;
    perform private.queue_stripe_op(v_payment.payment_intent_id, 'cancel', null, 'abandoned');
  else
    update private.holds set state = 'released', expires_at = least(expires_at, now()) where id = p_hold_id;
    perform private.free_seats(v_hold.departure_id, v_hold.seats, 'held');
  end if;
end $$;

create function private.keep_cancellation_policy()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.cancellation_policy := (
    select coalesce(e.cancellation_policy, s.cancellation_policy)
      from public.departures d
      left join public.experiences e on e.id = d.experience_id
      left join public.territory_transports s on s.id = d.transport_id
     where d.id = new.departure_id);
  return new;
end $$;

create trigger holds_keep_policy before insert on private.holds
  for each row when (new.cancellation_policy is null) execute function private.keep_cancellation_policy();

create function private.check_hold_passport()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select 1 from jsonb_array_elements_text(new.form -> 'passport_images') i (name)
              where private.passport_is_leaving(i.name)
                 or not exists (select 1 from storage.objects o where o.bucket_id = 'passports' and o.name = i.name)) then
    perform private.fail(400, 'passport_required', 'Please upload a passport image');
  end if;
  return new;
end $$;

-- Bookings that are written without anybody asking (an import) bring their images along later.
create trigger holds_passport before insert on private.holds for each row
  when (new.by_caller and jsonb_array_length(new.form -> 'passport_images') > 0) execute function private.check_hold_passport();

-- How long and how often seats are kept without paying: limits of a person, and of a departure.

-- How long a hold has kept its seats so far, or did until it came to nothing.
create function private.hold_time(h private.holds)
returns interval language sql stable set search_path = '' as $$
  select greatest(case when h.state = 'held' then now() else h.expires_at end - h.created_at, interval '0')
$$;

-- Whether a person may have this hold. Counted is what is not paid, a booking in cash too, or whoever books and cancels would
-- go on for ever; a hold that ran out counts until its seats are back. One that takes the place of a live one is a change, of which more
-- are possible; on the same departure it goes on with the other's time, so it has nothing to wait for. Raises 429
-- 'too_many_holds', 'too_many_unpaid_holds' and 'hold_wait', the last two with the minutes to wait. The caller holds the user's lock; it
-- locks what release_expired_holds does.
create function private.check_hold_limits(n private.holds)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_change constant boolean := coalesce(n.exchanged, false);
  v_live int;
  v_hour int;
  v_oldest timestamptz;
  v_here interval;
  v_until timestamptz;
begin
  select count(*) filter (where h.state = 'held'), count(*) filter (where h.created_at > now() - interval '1 hour' and h.exchanged = v_change),
         min(h.created_at) filter (where h.created_at > now() - interval '1 hour' and h.exchanged = v_change),
         sum(private.hold_time(h)) filter (where h.state <> 'consumed' and h.departure_id = n.departure_id and h.seats > 0 and h.created_at > now() - interval '1 hour'),
         max(h.created_at + private.hold_time(h)) filter (where h.state <> 'consumed' and h.departure_id = n.departure_id)
    into v_live, v_hour, v_oldest, v_here, v_until
    from private.holds h
   where h.user_id = n.user_id and (h.state in ('held', 'released') or h.state = 'consumed' and h.payment_method = 'cash')
     and h.created_at > now() - interval '1 day';
  if v_hour = 0 and v_live = 0 and v_here is null then
    return;
  end if;
  if v_live >= private.limit_value('hold.live') and v_live - private.release_expired_holds(p_user_id => n.user_id) >= private.limit_value('hold.live') then
    perform private.fail(429, 'too_many_holds', 'You already have two bookings in progress. Finish or cancel one of them first.');
  end if;
  if v_hour >= (case when v_change then private.limit_value('hold.changes_hour') else private.limit_value('hold.hour') end) then
    perform private.fail_wait('too_many_unpaid_holds', 'You have held seats many times without paying.', v_oldest + interval '1 hour');
  end if;
  if n.expires_at is not null then
    return;
  end if;
  v_until := v_until + private.limit_value('hold.wait_minutes') * interval '1 minute';
  if v_here >= private.limit_value('hold.person_minutes') * interval '1 minute' and v_until > now() then
    perform private.fail_wait('hold_wait', 'You have kept seats on this departure for a while without paying.', v_until);
  end if;
end $$;

-- Raises 429 with the whole minutes until then.
create function private.fail_wait(p_code text, p_message text, p_until timestamptz)
returns void language plpgsql stable set search_path = '' as $$
begin
  perform private.fail(429, p_code, format('%s Please try again in %s min.', p_message, greatest(ceil(extract(epoch from p_until - now()) / 60), 1)));
end $$;

-- Raises 429 'too_many_cash_bookings' for who has as many unpaid cash bookings as one may have.
create function private.check_cash_limit(p_user_id uuid, p_except_hold uuid default null)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if (select count(*) from public.bookings
       where tourist_id = p_user_id and payment_method = 'cash' and payment_status = 'pending'
         and status in ('ordered', 'confirmed') and booking_date >= current_date - 1)
    + (select count(*) from private.holds
        where user_id = p_user_id and state = 'held' and payment_method = 'cash'
          and id is distinct from p_except_hold) >= private.limit_value('cash.open') then
    perform private.fail(429, 'too_many_cash_bookings', 'You have reached the number of unpaid cash bookings. Please pay by card.');
  end if;
end $$;

-- Whether a new hold of a departure keeps its seats. No longer, once holds that came to nothing have kept all of them for a while within
-- a day (docs/product.md, Seats that nobody pays for): whoever they were, seats are then only for who pays.
create function private.keeps_seats(p_departure_id uuid)
returns boolean language plpgsql stable security definer set search_path = '' as $$
declare
  v_kept interval := (
    select sum(h.seats * private.hold_time(h)) from private.holds h
     where h.departure_id = p_departure_id and h.state = 'released' and h.seats > 0 and h.created_at > now() - interval '1 day');
begin
  return v_kept is null or v_kept < (
    select d.capacity * private.limit_value('hold.departure_minutes') * interval '1 minute' from public.departures d where d.id = p_departure_id);
end $$;

-- Bookings of experiences and of transport, their check-in codes and their history: the tables, who reads them, and the view
-- that shows both kinds in one shape. Nobody writes them directly: the functions of the next files do.

-- The places of a list that are not empty, from 1.
create function private.positions_of(p_list text[])
returns int[] language sql immutable set search_path = '' as $$
  select coalesce(array_agg(x.n::int order by x.n), '{}') from unnest(p_list) with ordinality x (one, n) where x.one is not null
$$;
grant execute on function private.positions_of(text[]) to service_role;

create table public.bookings (
  id uuid primary key default gen_random_uuid(),
  hold_id uuid unique references private.holds (id),
  departure_id uuid not null references public.departures (id),
  experience_id uuid not null references public.experiences (id),
  timeslot_id uuid references public.experience_timeslots (id),
  territory_id text not null references public.territories (id),
  guide_id uuid references public.profiles (id) on delete set null
    constraint bookings_guide_card_fkey references public.profile_cards (id) on delete set null,
  tourist_id uuid references public.profiles (id) on delete set null
    constraint bookings_tourist_card_fkey references public.profile_cards (id) on delete set null, -- null once the account is deleted
  booking_date date not null,
  start_time time,
  num_people int not null check (num_people > 0),
  seats int not null check (seats >= num_people),
  booking_type text not null check (booking_type in ('shared', 'private')),
  unit_price numeric(12, 2) not null,
  total_price numeric(12, 2) not null check (total_price > 0),
  currency_code text not null references public.currencies (code),
  payment_method text not null check (payment_method in ('card', 'cash')),
  payment_status text not null default 'pending' check (payment_status in ('pending', 'completed')),
  status text not null default 'ordered' check (status in ('ordered', 'paid', 'cancelled', 'confirmed', 'checked_in', 'no_show', 'refunded')),
  check_in_status text not null default 'pending' check (check_in_status in ('pending', 'checked_in', 'no_show')),
  checked_in_at timestamptz,
  checked_in_by uuid references public.profiles (id) on delete set null,
  whatsapp_number text not null,
  country text not null,
  speaks_spanish boolean not null default false,
  hotel_name text,
  hotel_address text,
  passport_images text[] not null default '{}', -- object names in the private bucket `passports`; null: one that has gone
  waiver_version text not null,
  waiver_accepted_at timestamptz not null,
  cancellation_policy text not null default 'moderate', -- as it was sold
  referral_link_id uuid references public.referral_links (id) on delete set null,
  operator_status text not null default 'pending' check (operator_status in ('pending', 'paid', 'cancelled')),
  territory_status text not null default 'pending' check (territory_status in ('pending', 'paid', 'cancelled')),
  partner_status text not null default 'pending' check (partner_status in ('pending', 'paid', 'cancelled')),
  calendar_sequence int not null default 0, -- grows on each change, for the calendar file
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  passport_removed_at timestamptz,
  passport_removed_by text check (passport_removed_by in ('owner', 'expiry')),
  passport_closed_at timestamptz, -- the tourist cancelled: nobody else opens it until they show it again
  review_deleted_at timestamptz, -- by who wrote it; then nobody reviews it again
  passports int[] not null generated always as (private.positions_of(passport_images)) stored -- the places of those that are there
);
create index bookings_departure_idx on public.bookings (departure_id);
create index bookings_tourist_idx on public.bookings (tourist_id, booking_date desc, id desc);
create index bookings_territory_idx on public.bookings (territory_id, booking_date desc, id desc);
create index bookings_guide_idx on public.bookings (guide_id, booking_date, id);
create index bookings_experience_idx on public.bookings (experience_id, booking_date);
create index bookings_timeslot_idx on public.bookings (timeslot_id);
create index bookings_referral_idx on public.bookings (referral_link_id) where referral_link_id is not null;
create index bookings_checked_in_by_idx on public.bookings (checked_in_by) where checked_in_by is not null;
create index bookings_currency_idx on public.bookings (currency_code);
create index bookings_passport_idx on public.bookings using gin (passport_images);
-- What a window of time is found by. Bookings and payments are updated a few times in their lives, so these cost little.
create index bookings_updated_idx on public.bookings (updated_at);
-- For the requests for reviews (queue_review_requests).
create index bookings_checked_in_idx on public.bookings (booking_date) where check_in_status = 'checked_in';
create index bookings_territory_status_idx on public.bookings (territory_id, status, booking_date desc, id desc);
-- A desk's days: by date and hour (one without an hour leaves at the end of its day), each departure in one piece.
create index bookings_day_idx on public.bookings (territory_id, booking_date, (coalesce(start_time, time '24:00')), departure_id, id);
-- What is still to be paid, which is little beside what is.
create index bookings_unpaid_idx on public.bookings (territory_id, booking_date, id) where payment_status = 'pending';
alter table public.bookings enable row level security;
-- All but passport_images: where an image lies is told by open_passport alone, to those who may see it.
grant select (id, hold_id, departure_id, experience_id, timeslot_id, territory_id, guide_id, tourist_id, booking_date, start_time,
  num_people, seats, booking_type, unit_price, total_price, currency_code, payment_method, payment_status, status, check_in_status, checked_in_at, checked_in_by,
  whatsapp_number, country, speaks_spanish, hotel_name, hotel_address, waiver_version, waiver_accepted_at,
  cancellation_policy, referral_link_id, operator_status, territory_status, partner_status, calendar_sequence, created_at,
  updated_at, passport_removed_at, passport_removed_by, passport_closed_at, passports, review_deleted_at)
  on public.bookings to authenticated;
grant all on public.bookings to service_role;
comment on column public.bookings.calendar_sequence is 'Grows by trigger whenever the date, the status or the place changes: SEQUENCE of the calendar file';

-- bookings.guide_id is the guide who leads the booking; a change of the experience's guide moves what is still to come
-- (trigger experiences_move_bookings), so that one indexed column decides here and at check-in.
create policy bookings_select on public.bookings for select to authenticated
  using (tourist_id = (select auth.uid())
    or (guide_id = (select auth.uid()) and territory_id = any ((select private.my_territories('guide'))::text[]))
    or territory_id = any ((select private.my_territories('staff'))::text[])
    or (select private.is_admin()));

create trigger bookings_touch before update on public.bookings for each row execute function private.touch_updated_at();

create table public.transport_bookings (
  id uuid primary key default gen_random_uuid(),
  hold_id uuid unique references private.holds (id),
  departure_id uuid not null references public.departures (id),
  transport_id uuid not null references public.territory_transports (id),
  territory_id text not null references public.territories (id),
  tourist_id uuid references public.profiles (id) on delete set null
    constraint transport_bookings_tourist_card_fkey references public.profile_cards (id) on delete set null,
  booking_date date not null,
  start_time time,
  num_people int not null check (num_people > 0),
  seats int not null check (seats >= num_people),
  booking_type text not null check (booking_type in ('shared', 'private')),
  unit_price numeric(12, 2) not null,
  total_price numeric(12, 2) not null check (total_price > 0),
  currency_code text not null references public.currencies (code),
  payment_method text not null default 'card' check (payment_method in ('card', 'cash')),
  payment_status text not null default 'pending' check (payment_status in ('pending', 'completed')),
  status text not null default 'ordered' check (status in ('ordered', 'paid', 'cancelled', 'confirmed', 'checked_in', 'no_show', 'refunded')),
  check_in_status text not null default 'pending' check (check_in_status in ('pending', 'checked_in', 'no_show')),
  checked_in_at timestamptz,
  checked_in_by uuid references public.profiles (id) on delete set null,
  -- one entry a passenger: {name, email, phone, whatsapp, country, speaks_spanish}
  passenger_details jsonb not null default '[]' check (jsonb_typeof(passenger_details) = 'array'),
  whatsapp_number text not null,
  country text not null,
  speaks_spanish boolean not null default false,
  hotel_name text,
  passport_images text[] not null default '{}',
  waiver_version text not null,
  waiver_accepted_at timestamptz not null,
  cancellation_policy text not null default 'moderate',
  referral_link_id uuid references public.referral_links (id) on delete set null,
  operator_status text not null default 'pending' check (operator_status in ('pending', 'paid', 'cancelled')),
  territory_status text not null default 'pending' check (territory_status in ('pending', 'paid', 'cancelled')),
  partner_status text not null default 'pending' check (partner_status in ('pending', 'paid', 'cancelled')),
  calendar_sequence int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  passport_removed_at timestamptz,
  passport_removed_by text check (passport_removed_by in ('owner', 'expiry')),
  passport_closed_at timestamptz, -- the tourist cancelled: nobody else opens it until they show it again
  review_deleted_at timestamptz, -- by who wrote it; then nobody reviews it again
  passports int[] not null generated always as (private.positions_of(passport_images)) stored -- the places of those that are there
);
create index transport_bookings_departure_idx on public.transport_bookings (departure_id);
create index transport_bookings_tourist_idx on public.transport_bookings (tourist_id, booking_date desc, id desc);
create index transport_bookings_territory_idx on public.transport_bookings (territory_id, booking_date desc, id desc);
create index transport_bookings_transport_idx on public.transport_bookings (transport_id, booking_date);
create index transport_bookings_referral_idx on public.transport_bookings (referral_link_id) where referral_link_id is not null;
create index transport_bookings_checked_in_by_idx on public.transport_bookings (checked_in_by) where checked_in_by is not null;
create index transport_bookings_currency_idx on public.transport_bookings (currency_code);
create index transport_bookings_passport_idx on public.transport_bookings using gin (passport_images);
create index transport_bookings_updated_idx on public.transport_bookings (updated_at);
create index transport_bookings_checked_in_idx on public.transport_bookings (booking_date) where check_in_status = 'checked_in';
create index transport_bookings_territory_status_idx on public.transport_bookings (territory_id, status, booking_date desc, id desc);
-- A desk's days: by date and hour (one without an hour leaves at the end of its day), each departure in one piece.
create index transport_bookings_day_idx on public.transport_bookings (territory_id, booking_date, (coalesce(start_time, time '24:00')), departure_id, id);
-- What is still to be paid, which is little beside what is.
create index transport_bookings_unpaid_idx on public.transport_bookings (territory_id, booking_date, id) where payment_status = 'pending';
alter table public.transport_bookings enable row level security;
-- All but passport_images: where an image lies is told by open_passport alone, to those who may see it.
grant select (id, hold_id, departure_id, transport_id, territory_id, tourist_id, booking_date, start_time, num_people, seats,
  booking_type, unit_price, total_price, currency_code, payment_method, payment_status, status, check_in_status, checked_in_at, checked_in_by, passenger_details,
  whatsapp_number, country, speaks_spanish, hotel_name, waiver_version, waiver_accepted_at, cancellation_policy,
  referral_link_id, operator_status, territory_status, partner_status, calendar_sequence, created_at, updated_at,
  passport_removed_at, passport_removed_by, passport_closed_at, passports, review_deleted_at)
  on public.transport_bookings to authenticated;
grant all on public.transport_bookings to service_role;
comment on column public.transport_bookings.calendar_sequence is 'Grows by trigger whenever the date, the status or the place changes: SEQUENCE of the calendar file';

create policy transport_bookings_select on public.transport_bookings for select to authenticated
  using (tourist_id = (select auth.uid())
    or territory_id = any ((select private.my_territories('staff') || private.my_territories('shuttle'))::text[])
    or (select private.is_admin()));

create trigger transport_bookings_touch before update on public.transport_bookings for each row execute function private.touch_updated_at();

-- The check-in code lives apart from the booking, so that staff who may read the booking cannot read it.
create table public.booking_codes (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid unique references public.bookings (id) on delete cascade,
  transport_booking_id uuid unique references public.transport_bookings (id) on delete cascade,
  tourist_id uuid references public.profiles (id) on delete set null,
  code text not null unique check (length(code) = 32), -- 128 random bits, hex
  check (num_nonnulls(booking_id, transport_booking_id) = 1)
);
create index booking_codes_tourist_idx on public.booking_codes (tourist_id);
create index booking_codes_spoken_idx on public.booking_codes (left(code, 8)); -- what a guest says aloud (find_check_in)
alter table public.booking_codes enable row level security;
grant select on public.booking_codes to authenticated;
grant all on public.booking_codes to service_role;

-- The tourist alone. Staff reads the code off the ticket, not out of the database.
create policy booking_codes_select on public.booking_codes for select to authenticated
  using (tourist_id = (select auth.uid()));

-- History of a booking: every change of its status, for the drawer and for disputes.
create table public.booking_events (
  id bigint generated always as identity primary key,
  booking_id uuid references public.bookings (id) on delete cascade,
  transport_booking_id uuid references public.transport_bookings (id) on delete cascade,
  territory_id text not null references public.territories (id),
  actor_id uuid references public.profiles (id) on delete set null,
  from_status text,
  to_status text not null,
  detail jsonb not null default '{}',
  created_at timestamptz not null default now(),
  check (num_nonnulls(booking_id, transport_booking_id) = 1)
);
create index booking_events_booking_idx on public.booking_events (booking_id, id);
create index booking_events_transport_booking_idx on public.booking_events (transport_booking_id, id);
create index booking_events_territory_idx on public.booking_events (territory_id);
create index booking_events_actor_idx on public.booking_events (actor_id);
alter table public.booking_events enable row level security;
grant select on public.booking_events to authenticated;
grant all on public.booking_events to service_role;
grant all on sequence public.booking_events_id_seq to service_role;

create policy booking_events_select on public.booking_events for select to authenticated
  using (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));

-- Tells the tourist's page and the territory's screens that a booking has changed; who is null is not told.
create function private.send_booking(p_kind text, p_id uuid, p_tourist_id uuid, p_territory_id text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  payload jsonb := jsonb_build_object('id', p_id, 'kind', p_kind);
begin
  if p_tourist_id is not null then
    perform realtime.send(payload, 'booking', 'user:' || p_tourist_id, true);
  end if;
  if p_territory_id is not null then
    perform realtime.send(payload, 'booking', private.topic_of(p_territory_id), true);
  end if;
end $$;

-- tg_argv[0]: the kind of booking.
create function private.broadcast_booking()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.send_booking(tg_argv[0], new.id, new.tourist_id, new.territory_id);
  return null;
end $$;

create trigger bookings_broadcast_insert after insert on public.bookings
  for each row execute function private.broadcast_booking('experience');

create trigger bookings_broadcast_update after update on public.bookings
  for each row when ((old.status, old.payment_status, old.check_in_status, old.guide_id, old.operator_status, old.territory_status, old.partner_status)
    is distinct from (new.status, new.payment_status, new.check_in_status, new.guide_id, new.operator_status, new.territory_status, new.partner_status))
  execute function private.broadcast_booking('experience');

create trigger transport_bookings_broadcast_insert after insert on public.transport_bookings
  for each row execute function private.broadcast_booking('transport');

create trigger transport_bookings_broadcast_update after update on public.transport_bookings
  for each row when ((old.status, old.payment_status, old.check_in_status, old.operator_status, old.territory_status, old.partner_status)
    is distinct from (new.status, new.payment_status, new.check_in_status, new.operator_status, new.territory_status, new.partner_status))
  execute function private.broadcast_booking('transport');

-- Both kinds of booking in one shape, for the functions of the core. Not for the API: see public.all_bookings.
create view private.booking_facts as
select 'experience'::text as kind, b.id, b.id as booking_id, null::uuid as transport_booking_id, b.hold_id, b.departure_id, b.experience_id as service_id,
       e.title, b.territory_id, b.guide_id, b.tourist_id, b.booking_date, b.start_time, b.num_people, b.seats, b.booking_type,
       b.total_price, b.currency_code, b.payment_method, b.payment_status, b.status, b.check_in_status, b.checked_in_at, b.checked_in_by,
       b.cancellation_policy, b.referral_link_id, b.hotel_name, b.whatsapp_number, b.country, b.speaks_spanish, b.passport_images, b.passports,
       e.passport_required, '[]'::jsonb as passenger_details, b.passport_closed_at
  from public.bookings b join public.experiences e on e.id = b.experience_id
union all
select 'transport', b.id, null, b.id, b.hold_id, b.departure_id, b.transport_id, s.title, b.territory_id, null, b.tourist_id,
       b.booking_date, b.start_time, b.num_people, b.seats, b.booking_type, b.total_price, b.currency_code, b.payment_method,
       b.payment_status, b.status, b.check_in_status, b.checked_in_at, b.checked_in_by, b.cancellation_policy, b.referral_link_id,
       b.hotel_name, b.whatsapp_number, b.country, b.speaks_spanish, b.passport_images, b.passports, s.passport_required, b.passenger_details,
       b.passport_closed_at
  from public.transport_bookings b join public.territory_transports s on s.id = b.transport_id;

-- A booking of either kind in one shape; null when there is none.
create function private.booking(p_kind text, p_booking_id uuid)
returns private.booking_facts language sql stable security definer set search_path = '' as $$
  select f from private.booking_facts f where f.kind = p_kind and f.id = p_booking_id
$$;

-- The three states of a booking, as an answer to the browser.
create function private.booking_state_json(p_kind text, p_booking_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', b.kind, 'booking_id', b.id, 'status', b.status, 'payment_status', b.payment_status,
                            'check_in_status', b.check_in_status)
    from private.booking_facts b where b.kind = p_kind and b.id = p_booking_id
$$;

-- Writes an entry of the trail about a booking, in the caller's name.
create function private.audit_booking(p_action text, b private.booking_facts, p_detail jsonb default '{}')
returns void language sql security definer set search_path = '' as $$
  select private.audit(p_action, b.territory_id, case b.kind when 'transport' then 'transport_bookings' else 'bookings' end, b.id::text, p_detail)
$$;

-- Money of a booking, in minor units: what was taken, what has gone back, what Stripe has been asked to give back and has not yet.
create function private.money_of(b private.booking_facts, out paid bigint, out refunded bigint, out on_its_way bigint, out delayed boolean)
language sql stable security definer set search_path = '' as $$
  select coalesce(max(p.captured_minor), 0), coalesce(max(p.refunded_minor), 0), coalesce(sum(o.amount_minor), 0)::bigint,
         coalesce(bool_or(o.state = 'failed'), false)
    from private.payments p
    left join private.stripe_ops o on o.payment_intent_id = p.payment_intent_id and o.op like 'refund:%' and o.state in ('queued', 'failed')
   where p.id = (private.payment_of(b.id)).id
$$;

-- What departures may lose to people who say that they will pay on the day: unpaid bookings in cash of guests whom nobody knows yet keep
-- at most a share of the seats (docs/decisions/0031).

-- Whether somebody has travelled here: they were checked in, or a trip that has begun was paid by card and no bank took it back.
create function private.is_known_guest(p_user_id uuid)
returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select 1 from private.booking_facts f
     where f.tourist_id = p_user_id and private.is_live(f.status)
       and (f.check_in_status = 'checked_in'
         or f.payment_method = 'card' and f.payment_status = 'completed' and private.starts_at(f) <= now()
            and coalesce((private.payment_of(f.id)).disputed_minor, 0) = 0));
end $$;

-- Seats of a departure that are kept for cash which nobody has paid, for guests who are not known. A hold that ran out becomes no booking
-- any more. The holds of p_user_id are left out: theirs are about to be booked, or to be exchanged.
create function private.unpaid_cash_seats(p_departure_id uuid, p_user_id uuid)
returns int language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(sum(x.seats), 0) from (
      select h.user_id, h.seats from private.holds h
       where h.departure_id = p_departure_id and h.state = 'held' and h.payment_method = 'cash' and h.expires_at > now()
         and h.user_id is distinct from p_user_id
      union all
      select f.tourist_id, f.seats from private.booking_facts f
       where f.departure_id = p_departure_id and f.payment_method = 'cash' and f.payment_status = 'pending' and private.is_live(f.status)) x
     where x.seats > 0 and not private.is_known_guest(x.user_id));
end $$;

-- How many seats of a departure guests who are not known may have in cash, as it is now: the share, rounded down, and at least one. p_departure_id
-- is null for a departure that nobody has booked yet.
create function private.cash_seats(p_departure_id uuid, p_capacity int, p_user_id uuid)
returns int language plpgsql stable security definer set search_path = '' as $$
declare
  v_percent numeric := private.limit_value('cash.new_guests_percent');
begin
  if v_percent >= 100 then
    return p_capacity;
  elsif v_percent = 0 then
    return 0;
  end if;
  return greatest(greatest(floor(p_capacity * v_percent / 100), 1)
    - case when p_departure_id is null then 0 else private.unpaid_cash_seats(p_departure_id, p_user_id) end, 0);
end $$;

-- Whether a hold may be paid in cash: one of a guest who is known, or one that is inside the share. A private group keeps the whole departure.
-- Raises 409 'cash_private' and 'cash_share_taken'. Locks the departure, so that of two at once the second sees the first.
create function private.check_cash_share(h private.holds)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_capacity int;
begin
  if private.limit_value('cash.new_guests_percent') >= 100 or private.is_known_guest(h.user_id) then
    return;
  end if;
  select d.capacity into v_capacity from public.departures d where d.id = h.departure_id for update;
  if (case when h.booking_type = 'private' then v_capacity else h.num_people end) <= private.cash_seats(h.departure_id, v_capacity, h.user_id) then
    return;
  elsif h.booking_type = 'private' and private.cash_seats(null, v_capacity, h.user_id) < v_capacity then
    perform private.fail(409, 'cash_private', 'A private booking keeps the whole departure: pay by card');
  end if;
  perform private.fail(409, 'cash_share_taken', 'Cash places on this departure are taken: pay by card');
end $$;

-- The share, in percent. For admins, else 403 'forbidden'.
create function private.cash_share()
returns numeric language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.limit_value('cash.new_guests_percent');
end $$;
create function public.cash_share()
returns numeric language sql stable security invoker set search_path = '' as $$ select private.cash_share() $$;
grant execute on function private.cash_share(), public.cash_share() to authenticated;

-- Sets it, over the one that the admin has read. Bookings that there are stay. Raises 403 'forbidden', 400 'invalid_input' for what is no
-- whole percent from 0 to 100, 409 'changed_meanwhile'. Locks its row. → the share
create function private.save_cash_share(p_percent numeric, p_expected numeric)
returns numeric language plpgsql security definer set search_path = '' as $$
declare
  v_was numeric;
begin
  perform private.require_admin();
  if not coalesce(p_percent between 0 and 100 and p_percent = round(p_percent), false) then
    perform private.invalid('Please enter a whole percent from 0 to 100');
  end if;
  select l.value into v_was from private.limits l where l.name = 'cash.new_guests_percent' for update;
  if v_was is distinct from p_expected then
    perform private.fail(409, 'changed_meanwhile', 'Somebody else has changed this meanwhile');
  end if;
  update private.limits set value = p_percent where name = 'cash.new_guests_percent';
  perform private.audit('cash_share_changed', null, 'limits', 'cash', jsonb_build_object(
    'new_guests_percent', jsonb_build_object('from', v_was, 'to', p_percent)));
  return p_percent;
end $$;
create function public.save_cash_share(p_percent numeric, p_expected numeric)
returns numeric language sql security invoker set search_path = '' as $$ select private.save_cash_share(p_percent, p_expected) $$;
grant execute on function private.save_cash_share(numeric, numeric), public.save_cash_share(numeric, numeric) to authenticated;

-- A hold becomes a booking, and the status of a booking moves. Everything else in the core goes through these few functions.

-- Sets a booking's status and writes its history. Null leaves a value as it is. The calendar number is the trigger's. Locks the booking.
create function private.move_booking(p_kind text, p_booking_id uuid, p_status text, p_payment_status text, p_actor uuid, p_detail jsonb default '{}')
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_from text;
  v_to text;
  v_territory text;
begin
  if p_kind = 'experience' then
    select status into v_from from public.bookings where id = p_booking_id for update;
    update public.bookings
       set status = coalesce(p_status, status), payment_status = coalesce(p_payment_status, payment_status)
     where id = p_booking_id returning status, territory_id into v_to, v_territory;
  else
    select status into v_from from public.transport_bookings where id = p_booking_id for update;
    update public.transport_bookings
       set status = coalesce(p_status, status), payment_status = coalesce(p_payment_status, payment_status)
     where id = p_booking_id returning status, territory_id into v_to, v_territory;
  end if;
  insert into public.booking_events (booking_id, transport_booking_id, territory_id, actor_id, from_status, to_status, detail)
  values (case when p_kind = 'experience' then p_booking_id end, case when p_kind = 'transport' then p_booking_id end,
          v_territory, p_actor, v_from, v_to, coalesce(p_detail, '{}'));
end $$;

-- Writes the booking of a hold whose seats are already counted as sold. 'ordered' and 'pending' until money is there. It takes the
-- policy of the hold and the guide who leads the timeslot; one that came through a partner is attributed now, and its commission
-- waits for the money. Takes the lock of the experience's guides, shared.
create function private.insert_booking(h private.holds)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid := gen_random_uuid();
  v_transport boolean := h.kind = 'transport';
  v_booking uuid := case when not v_transport then v_id end;
  v_ride uuid := case when v_transport then v_id end;
  f jsonb := h.form;
  v_passports text[] := array(select jsonb_array_elements_text(h.form -> 'passport_images'));
  d public.departures;
  e public.experiences;
  s public.territory_transports;
begin
  select * into d from public.departures where id = h.departure_id;
  if v_transport then
    select * into s from public.territory_transports where id = d.transport_id;
    insert into public.transport_bookings (id, hold_id, departure_id, transport_id, territory_id, tourist_id, booking_date, start_time,
      num_people, seats, booking_type, unit_price, total_price, currency_code, payment_method, passenger_details, whatsapp_number,
      country, speaks_spanish, hotel_name, passport_images, waiver_version, waiver_accepted_at, cancellation_policy, referral_link_id)
    values (v_id, h.id, d.id, s.id, h.territory_id, h.user_id, d.service_date, h.start_time,
      h.num_people, h.seats, h.booking_type, h.unit_price, h.total_price, h.currency_code, h.payment_method, f -> 'passenger_details',
      f ->> 'whatsapp_number', f ->> 'country', (f ->> 'speaks_spanish')::boolean, f ->> 'hotel_name', v_passports,
      f ->> 'waiver_version', h.created_at, coalesce(h.cancellation_policy, s.cancellation_policy), h.referral_link_id);
  else
    -- Nobody's answer comes between the question who leads and the booking; the reading after it sees every answer before it.
    perform pg_advisory_xact_lock_shared(hashtextextended('guides:' || d.experience_id, 0));
    select * into e from public.experiences where id = d.experience_id;
    insert into public.bookings (id, hold_id, departure_id, experience_id, timeslot_id, territory_id, guide_id, tourist_id, booking_date,
      start_time, num_people, seats, booking_type, unit_price, total_price, currency_code, payment_method, whatsapp_number, country,
      speaks_spanish, hotel_name, hotel_address, passport_images, waiver_version, waiver_accepted_at, cancellation_policy, referral_link_id)
    values (v_id, h.id, d.id, e.id, d.timeslot_id, h.territory_id, private.leader_of(d), h.user_id, d.service_date,
      h.start_time, h.num_people, h.seats, h.booking_type, h.unit_price, h.total_price, h.currency_code, h.payment_method,
      f ->> 'whatsapp_number', f ->> 'country', (f ->> 'speaks_spanish')::boolean, f ->> 'hotel_name', f ->> 'hotel_address',
      v_passports, f ->> 'waiver_version', h.created_at, coalesce(h.cancellation_policy, e.cancellation_policy), h.referral_link_id);
  end if;
  insert into public.booking_codes (booking_id, transport_booking_id, tourist_id, code)
  values (v_booking, v_ride, h.user_id,
          -- Two random UUIDs hold 244 random bits; the digest spreads them evenly over 128.
          md5(gen_random_uuid()::text || gen_random_uuid()::text));
  insert into public.booking_events (booking_id, transport_booking_id, territory_id, actor_id, from_status, to_status)
  values (v_booking, v_ride, h.territory_id, h.user_id, null, 'ordered');
  if h.referral_link_id is not null then
    insert into public.referrals (booking_id, transport_booking_id, referral_link_id) values (v_booking, v_ride, h.referral_link_id);
  end if;
  return v_id;
end $$;

-- The caller holds the hold's lock. Live seats move from held to sold; a hold that is released, or kept none, takes free seats.
-- The booking's id, or null when the seats are gone.
create function private.consume_hold(p_hold_id uuid)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  h private.holds;
  v_seats int;
begin
  select * into h from private.holds where id = p_hold_id;
  if h.state = 'held' and h.seats > 0 then
    update public.departures set held = held - h.seats, sold = sold + h.seats where id = h.departure_id;
  elsif h.state in ('held', 'released') then
    v_seats := private.sell_free_seats(h.departure_id, h.num_people, h.booking_type);
    if v_seats is null then
      return null;
    end if;
    h.seats := v_seats;
  else
    return null;
  end if;
  update private.holds set state = 'consumed', seats = h.seats where id = h.id;
  return private.insert_booking(h);
end $$;

-- Money for a booking has arrived.
create function private.booking_paid(p_kind text, p_booking_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(p_kind, p_booking_id);
begin
  perform private.record_sale(p_kind, p_booking_id);
  perform private.move_booking(p_kind, p_booking_id, case when b.status = 'ordered' then 'paid' end, 'completed', null);
  perform private.booking_confirmed(p_kind, p_booking_id);
end $$;

-- E-mail and notifications of a new booking, once.
create function private.booking_confirmed(p_kind text, p_booking_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(p_kind, p_booking_id);
  v_when text := private.long_date(b.booking_date);
begin
  perform private.queue_mail('booking_confirmation', p_kind, p_booking_id);
  perform private.queue_notification('booked:' || b.id, b.tourist_id, 'booking', 'Booking confirmed',
    format('Your booking for %s on %s is confirmed', b.title, v_when), b);
  perform private.queue_notification('booked-guide:' || b.id, b.guide_id, 'new_booking', 'New booking',
    format('%s on %s: %s', b.title, v_when, case when b.num_people = 1 then '1 guest' else b.num_people || ' guests' end), b);
end $$;

-- Ends a booking: seats back on sale, status 'cancelled' or 'refunded'. The caller holds the payment's lock, if there is one.
create function private.end_booking(p_kind text, p_booking_id uuid, p_status text, p_actor uuid, p_detail jsonb default '{}')
returns void language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(p_kind, p_booking_id);
begin
  perform 1 from public.departures where id = b.departure_id for update;
  b := private.booking(p_kind, p_booking_id);
  if private.is_live(b.status) then
    perform private.free_seats(b.departure_id, b.seats, 'sold');
  end if;
  if b.status <> p_status then
    perform private.move_booking(p_kind, p_booking_id, p_status, null, p_actor, p_detail);
  end if;
end $$;

-- Books the caller's hold for cash. Again: the same booking. Raises 409 'hold_expired' and 'sold_out', and what check_cash_limit and
-- check_cash_share raise.
-- Locks the user, then the hold, then the departure.
create function private.book_cash(p_hold_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  h private.holds := private.own_hold(p_hold_id);
  v_id uuid;
begin
  perform private.lock_user(h.user_id);
  select * into h from private.holds where id = p_hold_id for update;
  if h.payment_method <> 'cash' then
    perform private.invalid('This reservation is to be paid by card');
  end if;
  if h.state = 'consumed' then
    return jsonb_build_object('booking_id', private.stored_hold_json(h) ->> 'booking_id');
  end if;
  if h.state <> 'held' or h.expires_at <= now() then
    perform private.fail(409, 'hold_expired', 'Your reservation has expired. Please book again.');
  end if;
  perform private.check_cash_limit(h.user_id, h.id);
  perform private.check_cash_share(h);
  v_id := private.consume_hold(h.id);
  if v_id is null then
    perform private.fail_no_seats(h.departure_id, h.booking_type);
  end if;
  perform private.booking_confirmed(h.kind, v_id);
  return jsonb_build_object('booking_id', v_id);
end $$;
create function public.book_cash(p_hold_id uuid) returns jsonb language sql security invoker set search_path = '' as $$
  select private.book_cash(p_hold_id)
$$;
grant execute on function private.book_cash(uuid), public.book_cash(uuid) to authenticated;

-- Locks a booking for a change, in the order payment, departure, booking, and returns it as it is now.
create function private.lock_booking(p_kind text, p_booking_id uuid)
returns private.booking_facts language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(p_kind, p_booking_id);
begin
  perform 1 from private.payments
    where id = (private.payment_of(p_booking_id)).id for update;
  perform 1 from public.departures where id = b.departure_id for update;
  return private.lock_booking_row(p_kind, p_booking_id);
end $$;

-- Locks a booking alone, for a change that touches neither seats nor money, and returns it as it is now.
create function private.lock_booking_row(p_kind text, p_booking_id uuid)
returns private.booking_facts language plpgsql security definer set search_path = '' as $$
begin
  if p_kind = 'experience' then
    perform 1 from public.bookings where id = p_booking_id for update;
  else
    perform 1 from public.transport_bookings where id = p_booking_id for update;
  end if;
  return private.booking(p_kind, p_booking_id);
end $$;

-- A booking that staff are about to change, locked as lock_booking does. Raises 401 'not_signed_in', 403 'forbidden' for who is no
-- staff of its territory, 404 'booking_not_found'.
create function private.lock_booking_for_staff(p_kind text, p_booking_id uuid)
returns private.booking_facts language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(p_kind, p_booking_id);
begin
  perform private.require_territory(b.territory_id);
  if b.id is null then
    perform private.fail(404, 'booking_not_found', 'Booking not found');
  end if;
  return private.lock_booking(p_kind, p_booking_id);
end $$;

-- Card money. apply_payment_intent alone says what a payment has become: it is always called with a PaymentIntent that was just
-- fetched from Stripe, by the webhook, by the browser's confirm call and by the reconciler alike.
-- Locks are taken in the order payment, hold, departure, booking, everywhere.

create table private.payments (
  id uuid primary key default gen_random_uuid(),
  hold_id uuid unique references private.holds (id), -- null for money of a booking that had no hold (imported)
  method text not null default 'card' check (method in ('card', 'cash')),
  payment_intent_id text unique, -- null until Stripe answered; null for money that is not at Stripe
  amount_minor bigint not null check (amount_minor > 0), -- integer minor units of the currency
  currency text not null check (currency = lower(currency)),
  -- Stripe's own words; 'creating' before there is a PaymentIntent
  status text not null default 'creating',
  captured_minor bigint not null default 0 check (captured_minor >= 0),
  refunded_minor bigint not null default 0 check (refunded_minor >= 0),
  disputed_minor bigint not null default 0 check (disputed_minor >= 0), -- what banks have taken back without asking
  booking_id uuid references public.bookings (id),
  transport_booking_id uuid references public.transport_bookings (id),
  last_error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  asked_at timestamptz,
  refunds_numbered int not null default 0,
  -- Cash: who took it, and when. Null for what Stripe says, and where the account is gone.
  received_by uuid references public.profiles (id) on delete set null,
  received_at timestamptz,
  check (refunded_minor + disputed_minor <= captured_minor),
  check (num_nonnulls(booking_id, transport_booking_id) <= 1),
  check (num_nonnulls(hold_id, booking_id, transport_booking_id) >= 1)
);
create unique index payments_booking_idx on private.payments (booking_id);
create unique index payments_transport_booking_idx on private.payments (transport_booking_id);
create index payments_in_flight_idx on private.payments (updated_at) where method = 'card' and status not in ('succeeded', 'canceled');
create index payments_updated_idx on private.payments (updated_at);
create index payments_received_by_idx on private.payments (received_by) where received_by is not null;
alter table private.payments enable row level security;
grant all on private.payments to service_role;

create trigger payments_touch before update on private.payments
  for each row when (old.asked_at is not distinct from new.asked_at) execute function private.touch_updated_at();

create table private.stripe_events (
  id text primary key,
  type text not null,
  payment_intent_id text,
  received_at timestamptz not null default now(),
  processed_at timestamptz
);
create index stripe_events_intent_idx on private.stripe_events (payment_intent_id);
alter table private.stripe_events enable row level security;
grant all on private.stripe_events to service_role;

-- The payment of a booking of either kind; null when there is none.
create function private.payment_of(p_booking_id uuid)
returns private.payments language sql stable security definer set search_path = '' as $$
  select p from private.payments p where p.booking_id = p_booking_id
  union all
  select p from private.payments p where p.transport_booking_id = p_booking_id
$$;

-- The booking that a payment is for; null when none has come of it.
create function private.booking_of(p private.payments)
returns private.booking_facts language sql stable security definer set search_path = '' as $$
  select private.booking(case when p.booking_id is null then 'transport' else 'experience' end, coalesce(p.booking_id, p.transport_booking_id))
$$;

-- The payment of a hold that is about to be paid: made once, returned again on a retry. The amount is the hold's. Raises 404
-- 'hold_not_found', 400 'invalid_input', 409 'hold_expired'. Locks the payment, then the hold.
create function private.begin_payment(p_hold_id uuid, p_user_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  h private.holds;
  p private.payments;
begin
  select * into h from private.holds where id = p_hold_id and user_id = p_user_id;
  if not found then
    perform private.fail(404, 'hold_not_found', 'This reservation could not be found');
  end if;
  if h.payment_method <> 'card' then
    perform private.invalid('This reservation is to be paid in cash');
  end if;
  insert into private.payments (hold_id, amount_minor, currency)
  values (h.id, private.to_minor(h.total_price, h.currency_code), lower(h.currency_code))
  on conflict (hold_id) do nothing;
  select * into p from private.payments where hold_id = h.id for update;
  select * into h from private.holds where id = p_hold_id for update;
  if h.state <> 'consumed' and (h.state <> 'held' or h.expires_at <= now()) then
    perform private.fail(409, 'hold_expired', 'Your reservation has expired. Please book again.');
  end if;
  return jsonb_build_object(
    'hold_id', h.id, 'kind', h.kind, 'payment_intent_id', p.payment_intent_id, 'status', p.status,
    'amount_minor', p.amount_minor, 'currency', p.currency, 'territory_id', h.territory_id,
    -- Two calls at once make one PaymentIntent: Stripe answers the second with the first's.
    'idempotency_key', 'hold:' || h.id || ':create');
end $$;
create function public.begin_payment(p_hold_id uuid, p_user_id uuid)
returns jsonb language sql security invoker set search_path = '' as $$
  select private.begin_payment(p_hold_id, p_user_id)
$$;
grant execute on function private.begin_payment(uuid, uuid), public.begin_payment(uuid, uuid) to service_role;

-- Remembers the PaymentIntent that Stripe made for a hold. One that came too late, or a second one, is cancelled. Raises 404
-- 'hold_not_found'. Locks the payment, then the hold.
create function private.attach_payment_intent(p_hold_id uuid, p_payment_intent_id text, p_status text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  p private.payments;
  h private.holds;
begin
  select * into p from private.payments where hold_id = p_hold_id for update;
  if not found then
    perform private.fail(404, 'hold_not_found', 'This reservation could not be found');
  end if;
  if p.payment_intent_id is null then
    update private.payments set payment_intent_id = p_payment_intent_id, status = p_status where id = p.id returning * into p;
  elsif p.payment_intent_id <> p_payment_intent_id then
    perform private.queue_stripe_op(p_payment_intent_id, 'cancel', null, 'duplicate');
    return private.payment_state(p.payment_intent_id);
  end if;
  select * into h from private.holds where id = p_hold_id for update;
  if h.state in ('released', 'void') then
    perform private.queue_stripe_op(p_payment_intent_id, 'cancel', null, 'expired');
  end if;
  return private.payment_state(p_payment_intent_id);
end $$;
create function public.attach_payment_intent(p_hold_id uuid, p_payment_intent_id text, p_status text)
returns jsonb language sql security invoker set search_path = '' as $$
  select private.attach_payment_intent(p_hold_id, p_payment_intent_id, p_status)
$$;
grant execute on function private.attach_payment_intent(uuid, text, text), public.attach_payment_intent(uuid, text, text) to service_role;

-- booked: there is a booking. processing: Stripe is still at it. requires_payment: the tourist has to act.
-- void: no booking will come of it, and no money stays with us.
create function private.payment_state(p_payment_intent_id text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  p private.payments;
  h private.holds;
  v_status text;
  v_state text;
begin
  select * into p from private.payments where payment_intent_id = p_payment_intent_id;
  if not found then
    return jsonb_build_object('state', 'unknown');
  end if;
  select * into h from private.holds where id = p.hold_id;
  select f.status into v_status from private.booking_facts f where f.id = coalesce(p.booking_id, p.transport_booking_id);
  v_state := case
    when private.is_live(v_status) then 'booked'
    when v_status is not null or h.state in ('void', 'released') or p.status = 'canceled' then 'void'
    when p.status = 'processing' then 'processing'
    when p.status = 'requires_capture' or exists (
      select 1 from private.stripe_ops o where o.payment_intent_id = p.payment_intent_id and o.op = 'cancel') then 'void'
    else 'requires_payment' end;
  return jsonb_build_object('state', v_state, 'kind', h.kind, 'hold_id', p.hold_id, 'payment_intent_id', p.payment_intent_id,
    'booking_id', case when v_state = 'booked' then coalesce(p.booking_id, p.transport_booking_id) end);
end $$;

-- For confirm-payment: which PaymentIntent is the caller's hold paid with. Raises 404 'hold_not_found'.
create function private.payment_of_hold(p_hold_id uuid, p_user_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v jsonb;
begin
  select jsonb_build_object('payment_intent_id', p.payment_intent_id, 'status', p.status, 'hold', private.stored_hold_json(h))
    into v
    from private.holds h left join private.payments p on p.hold_id = h.id
   where h.id = p_hold_id and h.user_id = p_user_id;
  if v is null then
    perform private.fail(404, 'hold_not_found', 'This reservation could not be found');
  end if;
  return v;
end $$;
create function public.payment_of_hold(p_hold_id uuid, p_user_id uuid)
returns jsonb language sql stable security invoker set search_path = '' as $$
  select private.payment_of_hold(p_hold_id, p_user_id)
$$;
grant execute on function private.payment_of_hold(uuid, uuid), public.payment_of_hold(uuid, uuid) to service_role;

-- No booking comes of this payment: seats back, hold void for good, money back. A booking that is over already stays as it is:
-- Stripe may be asked about the payment again. The caller holds the payment's lock; it locks the hold, then the departure.
create function private.reject_payment(p private.payments, p_reason text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  h private.holds;
  v_id uuid := coalesce(p.booking_id, p.transport_booking_id);
begin
  select * into h from private.holds where id = p.hold_id for update;
  if h.state = 'held' then
    perform private.free_seats(h.departure_id, h.seats, 'held');
  end if;
  if h.state in ('held', 'released') then
    update private.holds set state = 'void' where id = h.id;
  end if;
  if v_id is not null and private.is_live((private.booking(h.kind, v_id)).status) then
    perform private.end_booking(h.kind, v_id, 'cancelled', null, jsonb_build_object('reason', p_reason));
  end if;
  if p.status = 'succeeded' then
    perform private.queue_refund(p.id, p.captured_minor, p_reason);
  elsif p.status <> 'canceled' then
    perform private.queue_stripe_op(p.payment_intent_id, 'cancel', null, p_reason);
  end if;
end $$;

-- The card is authorised or charged: there must be a booking now, or the money goes back. The booking's id, or null. The caller holds the
-- payment's lock; it locks the hold, then the departure.
create function private.book_payment(p private.payments)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  h private.holds;
  v_id uuid := coalesce(p.booking_id, p.transport_booking_id);
begin
  if v_id is not null then
    return v_id;
  end if;
  select * into h from private.holds where id = p.hold_id for update;
  -- The hold ran out, but its seats are still ours and nobody has begun to cancel: the tourist was in time after all.
  delete from private.stripe_ops
   where payment_intent_id = p.payment_intent_id and op = 'cancel' and reason = 'expired' and state = 'queued' and attempts = 0;
  if p.status <> 'succeeded' and exists (
      select 1 from private.stripe_ops where payment_intent_id = p.payment_intent_id and op = 'cancel' and state <> 'failed') then
    return null;
  end if;
  v_id := private.consume_hold(h.id);
  if v_id is null then
    perform private.reject_payment(p, 'seats_gone');
    return null;
  end if;
  update private.payments
     set booking_id = case when h.kind = 'experience' then v_id end, transport_booking_id = case when h.kind = 'transport' then v_id end
   where id = p.id;
  return v_id;
end $$;

-- succeeded and canceled are final; an authorised PaymentIntent does not go back to an earlier state.
create function private.is_stale_status(p_known text, p_new text)
returns boolean language sql immutable set search_path = '' as $$
  select p_known <> p_new and (p_known in ('succeeded', 'canceled')
    or (p_known = 'requires_capture' and p_new not in ('succeeded', 'canceled')))
$$;

-- What a PaymentIntent that was just fetched from Stripe means for its payment, hold and booking. Locks payment, hold, departure.
-- p_refunds, p_disputes: those that Stripe has; p_amount_refunded alone knows no failed ones. A mismatch of amount or currency is
-- cancelled or refunded. With p_event_id, the event and its effect commit together.
create function private.apply_payment_intent(
  p_payment_intent_id text, p_status text, p_amount bigint, p_amount_received bigint, p_currency text,
  p_event_id text default null, p_event_type text default null, p_hold_id uuid default null,
  p_amount_refunded bigint default null, p_last_error text default null, p_refunds jsonb default null,
  p_disputes jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  p private.payments;
  v_id uuid;
  v_kind text;
begin
  if p_event_id is not null then
    insert into private.stripe_events (id, type, payment_intent_id, processed_at)
    values (p_event_id, coalesce(p_event_type, 'unknown'), p_payment_intent_id, now()) on conflict (id) do nothing;
    if not found then
      return private.payment_state(p_payment_intent_id);
    end if;
  end if;
  p := private.lock_payment(p_payment_intent_id, p_hold_id);
  if p.id is null then
    return private.payment_state(p_payment_intent_id);
  end if;
  if private.is_stale_status(p.status, p_status) then
    return private.payment_state(p_payment_intent_id);
  end if;
  update private.payments
     set status = p_status, last_error = p_last_error,
         captured_minor = case when p_status = 'succeeded' then greatest(captured_minor, p_amount_received) else captured_minor end
   where id = p.id returning * into p;
  select kind into v_kind from private.holds where id = p.hold_id;

  if p_amount <> p.amount_minor or lower(p_currency) <> p.currency
     or (p_status = 'succeeded' and p_amount_received <> p.amount_minor) then
    perform private.reject_payment(p, 'mismatch');
  elsif p_status = 'requires_capture' then
    v_id := private.book_payment(p);
    if v_id is not null and private.is_live((private.booking(v_kind, v_id)).status) then
      perform private.queue_stripe_op(p.payment_intent_id, 'capture', null, null);
    end if;
  elsif p_status = 'succeeded' then
    v_id := private.book_payment(p);
    if v_id is not null then
      perform private.apply_captured(p.id, v_kind, v_id);
    end if;
  elsif p_status = 'canceled' then
    perform private.apply_canceled(p);
  end if;
  if p_status = 'succeeded' then
    if p_refunds is not null then
      perform private.apply_refunds(p.id, p_refunds);
    else
      select * into p from private.payments where id = p.id;
      perform private.record_external_refund(p, p_amount_refunded);
    end if;
    perform private.apply_disputes(p.id, p_disputes);
  end if;
  return private.payment_state(p_payment_intent_id);
end $$;
create function public.apply_payment_intent(
  p_payment_intent_id text, p_status text, p_amount bigint, p_amount_received bigint, p_currency text,
  p_event_id text default null, p_event_type text default null, p_hold_id uuid default null,
  p_amount_refunded bigint default null, p_last_error text default null, p_refunds jsonb default null,
  p_disputes jsonb default null)
returns jsonb language sql security invoker set search_path = '' as $$
  select private.apply_payment_intent(p_payment_intent_id, p_status, p_amount, p_amount_received, p_currency,
    p_event_id, p_event_type, p_hold_id, p_amount_refunded, p_last_error, p_refunds, p_disputes)
$$;
grant execute on function private.apply_payment_intent(text, text, bigint, bigint, text, text, text, uuid, bigint, text, jsonb, jsonb),
  public.apply_payment_intent(text, text, bigint, bigint, text, text, text, uuid, bigint, text, jsonb, jsonb) to service_role;

-- The payment of a PaymentIntent, locked. One whose PaymentIntent we never heard of (the answer to its making was lost) is known
-- by the hold in its metadata. A second PaymentIntent of a hold is cancelled.
create function private.lock_payment(p_payment_intent_id text, p_hold_id uuid)
returns private.payments language plpgsql security definer set search_path = '' as $$
declare
  p private.payments;
begin
  select * into p from private.payments where payment_intent_id = p_payment_intent_id for update;
  if found or p_hold_id is null then
    return p;
  end if;
  select * into p from private.payments where hold_id = p_hold_id for update;
  if p.payment_intent_id is null and p.id is not null then
    update private.payments set payment_intent_id = p_payment_intent_id where id = p.id returning * into p;
    return p;
  end if;
  if p.payment_intent_id = p_payment_intent_id then
    return p;
  end if;
  if p.id is not null then
    perform private.queue_stripe_op(p_payment_intent_id, 'cancel', null, 'duplicate');
  end if;
  return null;
end $$;

-- Stripe has taken the money of a booking: it is paid, or, when it was cancelled meanwhile, given back. The caller holds the payment's
-- lock.
create function private.apply_captured(p_payment_id uuid, p_kind text, p_booking_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  p private.payments;
  b private.booking_facts := private.booking(p_kind, p_booking_id);
begin
  if (b).payment_status = 'completed' then
    return;
  end if;
  if private.is_live(b.status) then
    perform private.booking_paid(p_kind, p_booking_id);
    return;
  end if;
  -- Cancelled while the capture was under way: the sale is written and taken back whole.
  perform private.record_sale(p_kind, p_booking_id);
  perform private.move_booking(p_kind, p_booking_id, null, 'completed', null);
  select * into p from private.payments where id = p_payment_id;
  perform private.queue_refund(p.id, p.captured_minor, 'cancelled');
end $$;

-- Stripe has let go of the money: the seats follow. The caller holds the payment's lock; it locks the hold, then the departure.
create function private.apply_canceled(p private.payments)
returns void language plpgsql security definer set search_path = '' as $$
declare
  h private.holds;
begin
  select * into h from private.holds where id = p.hold_id for update;
  if h.state = 'held' then
    update private.holds set state = 'released' where id = h.id;
    perform private.free_seats(h.departure_id, h.seats, 'held');
  elsif h.state = 'consumed' then
    perform private.end_booking(h.kind, coalesce(p.booking_id, p.transport_booking_id), 'cancelled', null,
      jsonb_build_object('reason', 'payment_canceled'));
  end if;
end $$;

-- Stripe was asked and did not help: not reached, or (p_missing) it has no such PaymentIntent. The payment goes to the end of the
-- queue. What Stripe does not know takes no money: its seats are free an hour after the hold ran out, and after eight days, longer
-- than a card stays authorised, nobody asks any more. A booking that stands on it is left to people: the key may be the wrong one. Locks
-- payment, hold, departure.
create function private.record_payment_lookup(p_payment_intent_id text, p_missing boolean)
returns void language plpgsql security definer set search_path = '' as $$
declare
  p private.payments;
  h private.holds;
begin
  select * into p from private.payments where payment_intent_id = p_payment_intent_id for update;
  if not found or p.status in ('succeeded', 'canceled') then
    return;
  end if;
  update private.payments set asked_at = clock_timestamp() where id = p.id;
  if not p_missing then
    return;
  end if;
  select * into h from private.holds where id = p.hold_id for update;
  if h.state = 'held' and h.expires_at < now() - interval '1 hour' then
    update private.holds set state = 'released' where id = h.id returning * into h;
    perform private.free_seats(h.departure_id, h.seats, 'held');
  end if;
  if h.state in ('released', 'void') and p.created_at < now() - interval '8 days' then
    update private.payments set status = 'canceled', last_error = 'resource_missing' where id = p.id;
    update private.stripe_ops set state = 'done', done_at = now(), last_error = 'resource_missing'
     where payment_intent_id = p_payment_intent_id and op in ('capture', 'cancel') and state <> 'done';
  end if;
end $$;
create function public.record_payment_lookup(p_payment_intent_id text, p_missing boolean)
returns void language sql security invoker set search_path = '' as $$
  select private.record_payment_lookup(p_payment_intent_id, p_missing)
$$;
grant execute on function private.record_payment_lookup(text, boolean), public.record_payment_lookup(text, boolean) to service_role;

-- Of these events of Stripe, those that were never told here and whose turn it is: webhooks get lost, and an endpoint may not ask for them.
create function private.unprocessed_stripe_events(p_ids text[])
returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(x.id), '[]') from unnest(p_ids) x (id)
   where not exists (select 1 from private.stripe_events e where e.id = x.id) and private.is_due('stripe_event', x.id)
$$;
create function public.unprocessed_stripe_events(p_ids text[])
returns jsonb language sql stable security invoker set search_path = '' as $$
  select private.unprocessed_stripe_events(p_ids)
$$;
grant execute on function private.unprocessed_stripe_events(text[]), public.unprocessed_stripe_events(text[]) to service_role;

-- From when on Stripe's events are to be read, as `since`: an hour before what was read last, as events come late and out of order, but
-- not longer ago than three days, for which Stripe itself tries to deliver them. `retry`: those that failed and whose turn it is, however
-- old they are. → {since, retry}
create function private.stripe_events_due()
returns jsonb language sql volatile security definer set search_path = '' as $$
  select jsonb_build_object(
    'since', greatest(now() - interval '3 days', (select j.at - interval '1 hour' from private.job_times j where j.name = 'stripe_events')),
    'retry', (select coalesce(jsonb_agg(x.item), '[]') from (
      select t.item from private.troubles t where t.kind = 'stripe_event' and t.parked_at is null and t.next_attempt_at <= now()
      order by t.next_attempt_at limit 100) x))
$$;
create function public.stripe_events_due()
returns jsonb language sql volatile security invoker set search_path = '' as $$ select private.stripe_events_due() $$;

-- Stripe's events are read up to then, the applied and the failed ones. Never goes back, and not into the future.
create function private.record_stripe_events_read(p_until timestamptz)
returns void language sql security definer set search_path = '' as $$
  insert into private.job_times as j (name, at) values ('stripe_events', least(p_until, now()))
  on conflict (name) do update set at = greatest(j.at, excluded.at)
$$;
create function public.record_stripe_events_read(p_until timestamptz)
returns void language sql security invoker set search_path = '' as $$ select private.record_stripe_events_read(p_until) $$;
grant execute on function private.stripe_events_due(), public.stripe_events_due(), private.record_stripe_events_read(timestamptz),
  public.record_stripe_events_read(timestamptz) to service_role;

-- What has to be done at Stripe: captures, cancellations and refunds. An operation's name is its idempotency key; a worker
-- claims it for a minute at a time, and it is retried until Stripe has answered for good.

-- What still has to be done at Stripe. The operation's own name is its idempotency key.
create table private.stripe_ops (
  id bigint generated always as identity primary key,
  payment_intent_id text not null,
  op text not null check (op ~ '^(capture|cancel|refund:[0-9]+)$'),
  amount_minor bigint, -- refunds only
  reason text,
  state text not null default 'queued' check (state in ('queued', 'done', 'failed', 'returned')),
  attempts int not null default 0,
  refusals int not null default 0, -- Stripe's final refusals: each needs a new idempotency key, a lost answer must not
  stripe_id text, -- of the refund, once Stripe has made it
  next_attempt_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  done_at timestamptz,
  errors int not null default 0, -- faults of ours while it was done, not answers of Stripe's
  parked_at timestamptz, -- after too many of them: it waits for a person
  unique (payment_intent_id, op)
);
create index stripe_ops_due_idx on private.stripe_ops (next_attempt_at) where state = 'queued';
create index stripe_ops_failed_idx on private.stripe_ops (payment_intent_id) where state = 'failed';
alter table private.stripe_ops enable row level security;
grant all on private.stripe_ops to service_role;
grant select, usage on sequence private.stripe_ops_id_seq to service_role;

-- How it ends is known for ever: an answer from before it must not bring the refund to life again.
create table private.failed_refunds (
  stripe_id text primary key,
  payment_intent_id text not null,
  amount_minor bigint not null,
  reason text,
  at timestamptz not null default now()
);
alter table private.failed_refunds enable row level security;

-- A charge may be refunded and a PaymentIntent cancelled or captured: queued here, done by a worker that may fail and retry.
-- A cancel wins over a capture that has not begun, never over money that has been taken.
create function private.queue_stripe_op(p_payment_intent_id text, p_op text, p_amount_minor bigint, p_reason text)
returns void language sql security definer set search_path = '' as $$
  insert into private.stripe_ops (payment_intent_id, op, amount_minor, reason)
  values (p_payment_intent_id, p_op, p_amount_minor, p_reason)
  on conflict (payment_intent_id, op) do nothing
$$;

-- Takes due operations, of one PaymentIntent or of all. A claim is a lease: a worker that dies loses it after a minute.
-- The idempotency key names the operation. It is kept while the outcome is unknown, so that nothing happens twice, and
-- changes after a final refusal, because Stripe would repeat the refusal for a day. Passes over what another worker has locked.
create function private.claim_stripe_ops(p_limit int, p_payment_intent_id text default null)
returns table (id bigint, payment_intent_id text, op text, amount_minor bigint, reason text, stripe_id text, attempts int, idempotency_key text)
language sql security definer set search_path = '' as $$
  with due as (
    select o.id from private.stripe_ops o
     where o.state = 'queued' and o.next_attempt_at <= now() and o.parked_at is null
       and (p_payment_intent_id is null or o.payment_intent_id = p_payment_intent_id)
     order by o.next_attempt_at limit least(greatest(p_limit, 1), 200)
     for update skip locked)
  update private.stripe_ops o
     set attempts = o.attempts + 1, next_attempt_at = now() + interval '1 minute'
    from due where o.id = due.id
  returning o.id, o.payment_intent_id, o.op, o.amount_minor, o.reason, o.stripe_id, o.attempts,
            o.payment_intent_id || ':' || o.op || case when o.refusals > 0 then ':' || o.refusals else '' end
$$;
create function public.claim_stripe_ops(p_limit int, p_payment_intent_id text default null)
returns table (id bigint, payment_intent_id text, op text, amount_minor bigint, reason text, stripe_id text, attempts int, idempotency_key text)
language sql security invoker set search_path = '' as $$
  select * from private.claim_stripe_ops(p_limit, p_payment_intent_id)
$$;
grant execute on function private.claim_stripe_ops(int, text), public.claim_stripe_ops(int, text) to service_role;

-- p_outcome: 'done'; 'pending' (a refund that Stripe has accepted and not finished); 'unknown' (no answer, or a fault of
-- Stripe's: the same key again); 'refused' (a final answer: nothing has happened); 'impossible': refused, and Stripe will say the
-- same whenever it is asked. Locks the payment, then the operation. → the operation's state
create function private.finish_stripe_op(p_id bigint, p_outcome text, p_error text default null, p_stripe_id text default null)
returns text language plpgsql security definer set search_path = '' as $$
declare
  o private.stripe_ops;
  p private.payments;
  v_outcome text := p_outcome;
begin
  select * into o from private.stripe_ops where id = p_id;
  select * into p from private.payments where payment_intent_id = o.payment_intent_id for update;
  select * into o from private.stripe_ops where id = p_id for update;
  if o.id is null or o.state <> 'queued' then
    return o.state;
  end if;
  -- The answer was on its way here while the bank sent the money back.
  if v_outcome in ('done', 'pending') and exists (select 1 from private.failed_refunds f where f.stripe_id = p_stripe_id) then
    v_outcome := 'impossible';
  end if;
  -- What somebody has given back in Stripe's dashboard meanwhile is no longer owed.
  if v_outcome = 'impossible' and o.op like 'refund:%' and p.id is not null then
    o.amount_minor := least(o.amount_minor, private.refundable_minor(p) + o.amount_minor);
    if o.amount_minor <= 0 then
      delete from private.stripe_ops where id = o.id;
      return 'done';
    end if;
    update private.stripe_ops set amount_minor = o.amount_minor where id = o.id;
  end if;
  if v_outcome = 'done' then
    update private.stripe_ops
       set state = 'done', done_at = now(), last_error = null, stripe_id = coalesce(p_stripe_id, stripe_id) where id = o.id;
    if o.op like 'refund:%' and p.id is not null then
      perform private.refund_done(p.id, o.amount_minor, split_part(o.op, ':', 2)::int);
    end if;
    return 'done';
  end if;
  update private.stripe_ops
     set last_error = left(p_error, 500), stripe_id = case when v_outcome in ('refused', 'impossible') then null else coalesce(p_stripe_id, stripe_id) end,
         refusals = refusals + case when v_outcome in ('refused', 'impossible') then 1 else 0 end,
         next_attempt_at = now() + least(interval '1 hour', interval '5 seconds' * power(2, least(attempts, 12))),
         state = case when v_outcome = 'impossible' or v_outcome = 'refused' and refusals + 1 >= private.max_refusals(o.op) then 'failed' else 'queued' end
   where id = o.id returning * into o;
  -- A capture that Stripe will not do: let the authorisation go, and with it the booking.
  if o.state = 'failed' and o.op = 'capture' then
    perform private.queue_stripe_op(o.payment_intent_id, 'cancel', null, 'capture_failed');
  end if;
  return o.state;
end $$;
create function public.finish_stripe_op(p_id bigint, p_outcome text, p_error text default null, p_stripe_id text default null)
returns text language sql security invoker set search_path = '' as $$
  select private.finish_stripe_op(p_id, p_outcome, p_error, p_stripe_id)
$$;
grant execute on function private.finish_stripe_op(bigint, text, text, text), public.finish_stripe_op(bigint, text, text, text)
  to service_role;

-- Doing it threw: not Stripe's answer, a fault of ours or of its payment's rows. Tried again after growing pauses under the same key, and
-- parked after a limit.
create function private.record_stripe_op_error(p_id bigint, p_error text)
returns void language sql security definer set search_path = '' as $$
  update private.stripe_ops o
     set errors = o.errors + 1, last_error = left(p_error, 500), next_attempt_at = now() + private.trouble_wait(o.errors + 1),
         parked_at = case when o.errors + 1 >= private.trouble_limit() then now() end
   where o.id = p_id and o.state = 'queued'
$$;
create function public.record_stripe_op_error(p_id bigint, p_error text)
returns void language sql security invoker set search_path = '' as $$ select private.record_stripe_op_error(p_id, p_error) $$;
grant execute on function private.record_stripe_op_error(bigint, text), public.record_stripe_op_error(bigint, text) to service_role;

-- A parked operation, or a refund that Stripe has refused for good, is tried again now. Its last error; null where there is none to try.
-- For retry_trouble, which has looked at the caller. Locks the payment, then the operation.
create function private.retry_stripe_op(p_id bigint)
returns text language plpgsql security definer set search_path = '' as $$
declare
  v_error text;
begin
  perform 1 from private.payments p join private.stripe_ops o on o.payment_intent_id = p.payment_intent_id where o.id = p_id for update of p;
  update private.stripe_ops o
     set state = 'queued', attempts = 0, errors = 0, parked_at = null, next_attempt_at = now()
   where o.id = p_id and ((o.state = 'queued' and o.parked_at is not null) or (o.state = 'failed' and o.op like 'refund:%'))
  returning coalesce(o.last_error, '') into v_error;
  return v_error;
end $$;

-- A refund is owed: it is tried for days before a person has to look at it (it stays in check_invariants until then).
create function private.max_refusals(p_op text)
returns int language sql immutable set search_path = '' as $$
  select case when p_op = 'capture' then 4 when p_op = 'cancel' then 8 else 60 end
$$;

-- Giving money back: how much, through Stripe or in cash, and what happens when Stripe refuses a refund or a bank returns one
-- days after it was done. A returned refund is taken back in the books under the id that Stripe gave it, in whatever order
-- that is heard, and a person has to see to it.

-- What is captured and neither given back, nor about to be, nor taken back by a bank.
create function private.refundable_minor(p private.payments)
returns bigint language sql stable security definer set search_path = '' as $$
  select p.captured_minor - p.refunded_minor - p.disputed_minor - coalesce((
    select sum(o.amount_minor) from private.stripe_ops o
     where o.payment_intent_id = p.payment_intent_id and o.op like 'refund:%' and o.state = 'queued'), 0)::bigint
$$;

-- Gives money back: at Stripe through the queue, in cash at once. The caller holds the payment's lock; the refused refunds
-- of the payment are locked here. Returns what was queued.
-- A refund that Stripe refused for good is asked for again, not one more beside it: it was promised once, and would read "on its
-- way" for ever. When less of it is asked for, the rest stays promised and refused.
create function private.queue_refund(p_payment_id uuid, p_minor bigint, p_reason text)
returns bigint language plpgsql security definer set search_path = '' as $$
declare
  p private.payments;
  v_minor bigint;
  o private.stripe_ops;
  v_left bigint;
begin
  select * into p from private.payments where id = p_payment_id;
  v_minor := least(p_minor, private.refundable_minor(p));
  if v_minor <= 0 then
    return 0;
  end if;
  if p.payment_intent_id is null then
    perform private.record_refund(private.booking_of(p), v_minor);
    return v_minor;
  end if;
  v_left := v_minor;
  -- The refusal has changed the key under which Stripe knows it: another amount is no contradiction.
  for o in
    select * from private.stripe_ops x
     where x.payment_intent_id = p.payment_intent_id and x.op like 'refund:%' and x.state = 'failed' order by x.id for update
  loop
    exit when v_left <= 0;
    update private.stripe_ops
       set state = 'queued', amount_minor = least(o.amount_minor, v_left), reason = p_reason, attempts = 0, next_attempt_at = now()
     where id = o.id;
    if o.amount_minor > v_left then
      insert into private.stripe_ops (payment_intent_id, op, amount_minor, reason, state, refusals, last_error)
      values (p.payment_intent_id, 'refund:' || private.next_refund(p.id), o.amount_minor - v_left, o.reason, 'failed', o.refusals, o.last_error);
    end if;
    v_left := v_left - least(o.amount_minor, v_left);
  end loop;
  if v_left > 0 then
    perform private.queue_stripe_op(p.payment_intent_id, 'refund:' || private.next_refund(p.id), v_left, p_reason);
  end if;
  return v_minor;
end $$;

-- Money that somebody gave back at Stripe's own dashboard: written down like a refund of ours, with a number that nobody has had.
create function private.record_external_refund(p private.payments, p_amount_refunded bigint)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_minor bigint := p_amount_refunded - (p.captured_minor - p.disputed_minor - private.refundable_minor(p));
  v_number int;
begin
  if p_amount_refunded is null or v_minor <= 0 then
    return;
  end if;
  v_number := private.next_refund(p.id);
  insert into private.stripe_ops (payment_intent_id, op, amount_minor, reason, state, done_at)
  values (p.payment_intent_id, 'refund:' || v_number, v_minor, 'made at Stripe', 'done', now());
  perform private.refund_done(p.id, v_minor, v_number);
end $$;

-- Stripe has given money back. A booking of which nothing is left paid becomes 'refunded'; one that was never sold (its payment was
-- rejected) has no shares to take anything from.
create function private.refund_done(p_payment_id uuid, p_minor bigint, p_number int)
returns void language plpgsql security definer set search_path = '' as $$
declare
  p private.payments;
  b private.booking_facts;
begin
  select * into p from private.payments where id = p_payment_id;
  b := private.booking_of(p);
  if b.id is null or not exists (select 1 from private.ledger_balance(b.id)) then
    update private.payments set refunded_minor = least(captured_minor - disputed_minor, refunded_minor + p_minor) where id = p.id;
  else
    perform private.record_refund(b, p_minor, p_number);
  end if;
  if b.id is null then
    return;
  end if;
  if (select captured_minor = refunded_minor from private.payments where id = p.id) then
    perform private.end_booking(b.kind, b.id, 'refunded', null);
  end if;
  perform private.queue_mail('booking_refunded', b.kind, b.id, ':' || p_number);
end $$;

-- What is still owed back goes back: a refund of p_minor (null: all) for captured money, the authorisation for money that is not.
-- The caller has locked the booking. What goes back, in minor units.
create function private.return_money(b private.booking_facts, p_minor bigint, p_reason text)
returns bigint language plpgsql security definer set search_path = '' as $$
declare
  p private.payments := private.payment_of(b.id);
begin
  if p.id is null then
    return 0;
  end if;
  if p.payment_intent_id is not null and p.status not in ('succeeded', 'canceled') then
    -- A capture that has not begun does not; one under way is refunded when it succeeds (apply_captured).
    delete from private.stripe_ops where payment_intent_id = p.payment_intent_id and op = 'capture' and state = 'queued' and attempts = 0;
    perform private.queue_stripe_op(p.payment_intent_id, 'cancel', null, p_reason);
    return p.amount_minor;
  end if;
  return private.queue_refund(p.id, coalesce(p_minor, p.captured_minor), p_reason);
end $$;

-- Staff give back all (p_amount null) or a part of what was paid. p_left: what the page showed as left; an answer that was lost, a second
-- press or a colleague who was faster find another sum there, and nothing goes back twice. A booking of which nothing is left paid
-- becomes 'refunded'. Raises 400 'invalid_input', 409 'quote_changed' and 'refund_too_large', and what lock_booking_for_staff
-- raises; locks as that does.
create function private.refund_booking(p_kind text, p_booking_id uuid, p_amount numeric, p_left numeric)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.lock_booking_for_staff(p_kind, p_booking_id);
  p private.payments := private.payment_of(p_booking_id);
  v_left bigint := case when p.id is null then 0 else private.refundable_minor(p) end;
  v_minor bigint;
begin
  if p_left is distinct from private.from_minor(v_left, b.currency_code) then
    perform private.fail(409, 'quote_changed', 'The refund for this booking has changed');
  elsif p_amount = 0 then
    perform private.invalid('The amount is not valid');
  end if;
  v_minor := private.input_refund(b, p_amount, v_left);
  if v_minor <= 0 then
    perform private.fail(409, 'refund_too_large', 'Nothing is left of the payment');
  end if;
  v_minor := private.queue_refund(p.id, v_minor, 'staff');
  if exists (select 1 from private.payments x where x.id = p.id and x.payment_intent_id is null and x.captured_minor = x.refunded_minor) then
    perform private.end_booking(p_kind, p_booking_id, 'refunded', auth.uid());
  end if;
  perform private.audit_booking('refund_booking', b,
    jsonb_build_object('amount', private.from_minor(v_minor, b.currency_code), 'currency_code', b.currency_code));
  return private.booking_state_json(p_kind, p_booking_id)
      || jsonb_build_object('refund_amount', private.from_minor(v_minor, b.currency_code), 'currency_code', b.currency_code);
end $$;
create function public.refund_booking(p_kind text, p_booking_id uuid, p_amount numeric, p_left numeric)
returns jsonb language sql security invoker set search_path = '' as $$
  select private.refund_booking(p_kind, p_booking_id, p_amount, p_left)
$$;
grant execute on function private.refund_booking(text, uuid, numeric, numeric), public.refund_booking(text, uuid, numeric, numeric)
  to authenticated;

-- An amount of money as staff type it, in minor units; null is all there is. Never more than what is left. Raises 400 'invalid_input', 409
-- 'refund_too_large'.
create function private.input_refund(b private.booking_facts, p_amount numeric, p_left bigint)
returns bigint language plpgsql immutable set search_path = '' as $$
begin
  if p_amount is null then
    return p_left;
  end if;
  if p_amount < 0 or p_amount <> round(p_amount, private.currency_exponent(b.currency_code)) or p_amount > 9999999999 then
    perform private.invalid('The amount is not valid');
  end if;
  if private.to_minor(p_amount, b.currency_code) > p_left then
    perform private.fail(409, 'refund_too_large', 'More than what is left of the payment cannot be refunded');
  end if;
  return private.to_minor(p_amount, b.currency_code);
end $$;

-- What has gone back of the caller's own bookings, and what is on its way; a page of tickets at a time.
create function private.my_refunds(p_booking_ids uuid[])
returns table (booking_id uuid, refunded numeric, on_its_way numeric, delayed boolean)
language sql stable security definer set search_path = '' as $$
  select b.id, private.from_minor(m.refunded, b.currency_code), private.from_minor(m.on_its_way, b.currency_code), m.delayed
    from (select unnest(p_booking_ids[1:200]) as id) asked
    join private.booking_facts b on b.id = asked.id and b.tourist_id = (select auth.uid())
    cross join lateral private.money_of(b) m
   where m.refunded + m.on_its_way > 0
$$;
create function public.my_refunds(p_booking_ids uuid[])
returns table (booking_id uuid, refunded numeric, on_its_way numeric, delayed boolean)
language sql stable security invoker set search_path = '' as $$ select * from private.my_refunds(p_booking_ids) $$;
grant execute on function private.my_refunds(uuid[]), public.my_refunds(uuid[]) to authenticated;

-- The tourist's page and the territory's screens hear of a refund that leaves the status as it is: asked for, done, or given up.
create function private.broadcast_refund()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  p private.payments;
  b private.booking_facts;
begin
  if tg_table_name = 'payments' then
    p := new;
  else
    select * into p from private.payments where payment_intent_id = new.payment_intent_id;
  end if;
  b := private.booking_of(p);
  perform private.send_booking(b.kind, b.id, b.tourist_id, b.territory_id);
  return null;
end $$;

create trigger payments_broadcast_refund after update of refunded_minor, disputed_minor on private.payments
  for each row when ((old.refunded_minor, old.disputed_minor) is distinct from (new.refunded_minor, new.disputed_minor)) execute function private.broadcast_refund();

create trigger stripe_ops_broadcast_refund after insert on private.stripe_ops
  for each row when (new.op like 'refund:%') execute function private.broadcast_refund();

-- Given up, or asked for again.
create trigger stripe_ops_broadcast_given_up after update of state on private.stripe_ops
  for each row when (new.op like 'refund:%' and (new.state = 'failed') <> (old.state = 'failed')) execute function private.broadcast_refund();

-- The number of the next refund of a payment, which the caller has locked.
create function private.next_refund(p_payment_id uuid)
returns int language sql security definer set search_path = '' as $$
  update private.payments p
     set refunds_numbered = 1 + greatest(p.refunds_numbered, (
       select coalesce(max(split_part(o.op, ':', 2)::int), 0) from private.stripe_ops o
        where o.payment_intent_id = p.payment_intent_id and o.op like 'refund:%'))
   where p.id = p_payment_id returning p.refunds_numbered
$$;

-- Takes a refund that was done out of the books, exactly as it was written. It stays promised, under a number of its own, and waits
-- for a person: the bank that returned it would return it again. The caller holds the payment's lock.
create function private.return_refund(o private.stripe_ops, p_reason text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  p private.payments;
  b private.booking_facts;
  v_number text := split_part(o.op, ':', 2);
  v_minor bigint;
begin
  select * into p from private.payments where payment_intent_id = o.payment_intent_id;
  b := private.booking_of(p);
  update private.stripe_ops set state = 'returned', last_error = left(p_reason, 500) where id = o.id;
  v_minor := coalesce(private.put_shares_back(p, 'refund:' || v_number, 'refund-failed:' || v_number), least(o.amount_minor, p.refunded_minor));
  update private.payments set refunded_minor = refunded_minor - v_minor where id = p.id returning * into p;
  perform private.adjust_commission(b);
  if v_minor > 0 then
    insert into private.stripe_ops (payment_intent_id, op, amount_minor, reason, refusals, last_error)
    values (p.payment_intent_id, 'refund:' || private.next_refund(p.id), v_minor, o.reason, 1, left(p_reason, 500)) returning * into o;
    update private.stripe_ops set state = 'failed' where id = o.id; -- and whoever hears of that hears of it
  end if;
  if b.status = 'refunded' then
    perform private.move_booking(b.kind, b.id, 'cancelled', null, null, jsonb_build_object('reason', 'refund_failed'));
  elsif private.is_live(b.status) and b.payment_status = 'pending' and p.captured_minor > p.refunded_minor then
    perform private.move_booking(b.kind, b.id, null, 'completed', null);
  end if;
end $$;

-- What was promised and refused, less what has been given back in Stripe's dashboard since; and never more than there is. The caller holds
-- the payment's lock; it locks the refused operations.
create function private.settle_refused(p_payment_id uuid, p_minor bigint)
returns void language plpgsql security definer set search_path = '' as $$
declare
  p private.payments;
  o private.stripe_ops;
  v_settled bigint := p_minor;
  v_left bigint;
  v_keeps bigint;
begin
  select * into p from private.payments where id = p_payment_id;
  v_left := greatest(0, private.refundable_minor(p));
  for o in
    select * from private.stripe_ops x
     where x.payment_intent_id = p.payment_intent_id and x.op like 'refund:%' and x.state = 'failed' order by x.id for update
  loop
    v_keeps := least(o.amount_minor - least(o.amount_minor, v_settled), v_left);
    v_settled := v_settled - least(o.amount_minor, v_settled);
    v_left := v_left - v_keeps;
    if v_keeps = 0 then
      delete from private.stripe_ops where id = o.id;
    elsif v_keeps < o.amount_minor then
      update private.stripe_ops set amount_minor = v_keeps where id = o.id;
    end if;
  end loop;
end $$;

-- The refunds of a payment as Stripe has them: [{id, operation, amount, status, reason}], `operation` being the one of ours that it was
-- made for. The list may be older than what is known here. The caller holds the payment's lock.
create function private.apply_refunds(p_payment_id uuid, p_refunds jsonb)
returns void language plpgsql security definer set search_path = '' as $$
declare
  p private.payments;
  o private.stripe_ops;
  r record;
  v_missing bigint; -- what Stripe has given back and the books have not
  v_minor bigint;
  v_number int;
begin
  select * into p from private.payments where id = p_payment_id;
  for r in
    select * from jsonb_to_recordset(p_refunds) x (id text, amount bigint, status text, reason text) where x.status in ('failed', 'canceled')
  loop
    insert into private.failed_refunds (stripe_id, payment_intent_id, amount_minor, reason)
    values (r.id, p.payment_intent_id, r.amount, coalesce(r.reason, r.status)) on conflict do nothing;
    continue when not found;
    select * into o from private.stripe_ops x
     where x.payment_intent_id = p.payment_intent_id and x.op like 'refund:%' and x.state = 'done' and x.stripe_id = r.id for update;
    if found then
      perform private.return_refund(o, coalesce(r.reason, r.status));
    end if;
  end loop;

  select * into p from private.payments where id = p_payment_id;
  select coalesce(sum(x.amount), 0) - p.refunded_minor into v_missing
    from private.refunds_alive(p.payment_intent_id, p_refunds) x;
  -- Made at Stripe's own dashboard: written down like one of ours.
  for r in
    select x.* from private.refunds_alive(p.payment_intent_id, p_refunds) x
     where not exists (select 1 from private.stripe_ops k where k.payment_intent_id = p.payment_intent_id and k.stripe_id = x.id)
  loop
    v_minor := least(r.amount, v_missing, p.captured_minor - p.refunded_minor - p.disputed_minor);
    exit when v_minor <= 0;
    v_number := private.next_refund(p.id);
    insert into private.stripe_ops (payment_intent_id, op, amount_minor, reason, state, done_at, stripe_id)
    values (p.payment_intent_id, 'refund:' || v_number, v_minor, 'made at Stripe', 'done', now(), r.id);
    perform private.refund_done(p.id, v_minor, v_number);
    perform private.settle_refused(p.id, v_minor);
    v_missing := v_missing - v_minor;
    select * into p from private.payments where id = p_payment_id;
  end loop;
  perform private.settle_refused(p.id, 0);
end $$;

-- Those that stand, without the ones of operations that have not been written down yet: that is for who does them.
create function private.refunds_alive(p_payment_intent_id text, p_refunds jsonb)
returns table (id text, amount bigint) language sql stable security definer set search_path = '' as $$
  select x.id, x.amount from jsonb_to_recordset(p_refunds) x (id text, operation text, amount bigint, status text)
   where x.status not in ('failed', 'canceled')
     and not exists (select 1 from private.failed_refunds f where f.stripe_id = x.id)
     and not exists (select 1 from private.stripe_ops o
                      where o.payment_intent_id = p_payment_intent_id and o.state = 'queued' and (o.op = x.operation or o.stripe_id = x.id))
$$;

-- The territory hears of a refund that waits for a person; the admins have it among their checks until it is done.
create function private.notify_refused_refund()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  p private.payments;
  b private.booking_facts;
  v_user uuid;
begin
  select * into p from private.payments where payment_intent_id = new.payment_intent_id;
  b := private.booking_of(p);
  for v_user in
    select distinct g.user_id from private.live_grants g
     where g.territory_id = b.territory_id and g.role in ('territory_manager', 'territory_staff')
  loop
    perform private.queue_notification('refund-refused:' || new.id || ':' || new.refusals || ':' || v_user, v_user, 'refund_refused', 'Refund refused',
      format('%s on %s: a refund of %s %s did not go through. Ask for it again, or settle it with the guest.', b.title,
        private.long_date(b.booking_date), b.currency_code, private.from_minor(new.amount_minor, b.currency_code)), b);
  end loop;
  return null;
end $$;

create trigger stripe_ops_notify_given_up after update of state on private.stripe_ops
  for each row when (new.op like 'refund:%' and new.state = 'failed' and old.state <> 'failed') execute function private.notify_refused_refund();

-- The ledger: how the money of a booking is split between operator, territory, app and partner. It is append-only; a refund is
-- a negative row. Every sum is exact: the shares always add up to what was paid.

-- Append-only. amount is in the booking's currency; a refund is a negative row.
create table private.ledger (
  id bigint generated always as identity primary key,
  booking_id uuid references public.bookings (id),
  transport_booking_id uuid references public.transport_bookings (id),
  territory_id text not null references public.territories (id),
  party text not null check (party in ('operator', 'territory', 'app', 'partner')),
  party_user_id uuid references public.profiles (id) on delete set null, -- the partner's owner, or the guide
  -- 'sale' ('sale:2' for cash paid again after a refund), 'undone' (a sale of cash that was written down by mistake), 'refund:<n>',
  -- 'dispute:<n>', and what takes those back
  kind text not null,
  amount numeric(12, 2) not null,
  currency_code text not null references public.currencies (code),
  created_at timestamptz not null default now(),
  check (num_nonnulls(booking_id, transport_booking_id) = 1),
  constraint ledger_kind_and_sign check (
    (kind ~ '^sale(:[0-9]+)?$' and amount >= 0) or (kind ~ '^(undone(:[0-9]+)?|(refund|dispute):[0-9]+)$' and amount <= 0)
    or (kind ~ '^(refund-failed|dispute-won):[0-9]+$' and amount >= 0))
);
create unique index ledger_booking_once_idx on private.ledger (booking_id, party, kind) where booking_id is not null;
create unique index ledger_transport_booking_once_idx on private.ledger (transport_booking_id, party, kind) where transport_booking_id is not null;
create index ledger_territory_idx on private.ledger (territory_id, created_at);
create index ledger_party_user_idx on private.ledger (party_user_id, created_at);
create index ledger_currency_idx on private.ledger (currency_code);
alter table private.ledger enable row level security;
grant select on private.ledger to authenticated;
grant all on private.ledger to service_role;
grant select, usage on sequence private.ledger_id_seq to service_role;

-- Money: the partner's own, a manager's territory, admins. Staff: no.
create policy ledger_select on private.ledger for select to authenticated
  using ((party = 'partner' and party_user_id = (select auth.uid()) and (select private.has_role('travel_partner')))
    or territory_id = any ((select private.my_territories('manager'))::text[])
    or (select private.is_admin()));

-- The ledger for those whose money it is: a partner's own rows, a manager's territory, admins.
create view public.ledger_entries with (security_invoker = true) as
select l.id, l.booking_id, l.transport_booking_id, l.territory_id, l.party, l.party_user_id, l.kind, l.amount, l.currency_code, l.created_at
from private.ledger l;
grant select on public.ledger_entries to authenticated;
grant all on public.ledger_entries to service_role;

-- Territory 10 %, app 10 %, partner its rate (percent; 0 without a referral), operator the remainder. In whole minor units.
-- A partner's share never eats into the operator's below zero.
create function private.split_amount(p_total numeric, p_currency text, p_partner_rate numeric,
  out operator numeric, out territory numeric, out app numeric, out partner numeric)
language plpgsql immutable set search_path = '' as $$
declare
  e int := private.currency_exponent(p_currency);
begin
  territory := round(p_total * 0.10, e);
  app := round(p_total * 0.10, e);
  partner := least(round(p_total * coalesce(p_partner_rate, 0) / 100, e), p_total - territory - app);
  operator := p_total - territory - app - partner;
end $$;

-- What each party still has of a booking, in minor units.
create function private.ledger_balance(p_booking_id uuid)
returns table (party text, party_user_id uuid, minor bigint)
language sql stable security definer set search_path = '' as $$
  select l.party, max(l.party_user_id::text)::uuid, private.to_minor(sum(l.amount), max(l.currency_code))
    from private.ledger l where l.booking_id = p_booking_id or l.transport_booking_id = p_booking_id
   group by l.party
$$;

-- A booking has been paid: the ledger's 'sale' rows, and for a referred one its referral and commission. Once, however often called.
-- Money that is not at Stripe (cash, an imported booking) is written down as received here, now and by the caller; paid again after a
-- full refund it becomes 'sale:2'. True when rows were written.
create function private.record_sale(p_kind text, p_booking_id uuid)
returns boolean language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(p_kind, p_booking_id);
  v_payment private.payments := private.payment_of(p_booking_id);
  v_minor bigint := private.to_minor(b.total_price, b.currency_code);
  v_sales int;
begin
  select count(*) into v_sales from private.ledger
   where (booking_id = b.booking_id or transport_booking_id = b.transport_booking_id) and party = 'operator' and kind like 'sale%';
  if v_payment.id is null then
    insert into private.payments (hold_id, method, amount_minor, currency, status, captured_minor, booking_id, transport_booking_id,
      received_by, received_at)
    values (b.hold_id, b.payment_method, v_minor, lower(b.currency_code), 'succeeded', v_minor, b.booking_id, b.transport_booking_id,
      auth.uid(), now());
  elsif v_payment.payment_intent_id is null then
    if v_payment.captured_minor > v_payment.refunded_minor then
      return false;
    end if;
    update private.payments set captured_minor = captured_minor + v_minor, received_by = auth.uid(), received_at = now()
     where id = v_payment.id;
  elsif v_sales > 0 then
    return false;
  end if;
  perform private.write_sale(b, case when v_sales = 0 then 'sale' else 'sale:' || (v_sales + 1) end);
  return true;
end $$;

-- Writes the shares of a sale into the ledger. The partner's rate is that of the hold; a booking without one takes today's. A partner
-- who is gone by the time it is paid, or without a hold is none in this territory, has no share: it is the operator's.
create function private.write_sale(b private.booking_facts, p_kind text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_rate numeric;
  v_partner uuid;
  v_referral uuid;
  v record;
begin
  if b.referral_link_id is not null then
    select l.user_id, r.rate into v_partner, v_rate
      from public.referral_links l
      left join private.holds h on h.id = b.hold_id
      cross join lateral (select coalesce(h.partner_rate, private.commission_of(l.user_id, b.territory_id)) as rate) r
     where l.id = b.referral_link_id and l.user_id is not null and r.rate is not null;
  end if;
  select * into v from private.split_amount(b.total_price, b.currency_code, coalesce(v_rate, 0));
  insert into private.ledger (booking_id, transport_booking_id, territory_id, party, party_user_id, kind, amount, currency_code)
  select b.booking_id, b.transport_booking_id, b.territory_id, share.party, share.user_id, p_kind, share.amount, b.currency_code
    from (values ('operator', b.guide_id, v.operator), ('territory', null, v.territory), ('app', null, v.app),
                 ('partner', v_partner, v.partner)) share (party, user_id, amount)
   where share.party <> 'partner' or v_partner is not null;
  if v_partner is not null then
    insert into public.referrals (booking_id, transport_booking_id, referral_link_id)
    values (b.booking_id, b.transport_booking_id, b.referral_link_id)
    on conflict do nothing returning id into v_referral;
    if v_referral is null then
      select id into v_referral from public.referrals
       where booking_id = b.booking_id or transport_booking_id = b.transport_booking_id;
    end if;
    insert into public.commissions (referral_id, amount, currency_code) values (v_referral, v.partner, b.currency_code)
    on conflict (referral_id) do update set amount = excluded.amount where public.commissions.status = 'pending';
  end if;
end $$;

-- Takes p_minor back from the parties in proportion to what each still has, in whole minor units: floors first, then the
-- remaining units, operator before the others, nobody below zero. A full refund takes from each exactly what it got.
create function private.share_refund(p_balances bigint[], p_minor bigint)
returns bigint[] language plpgsql immutable set search_path = '' as $$
declare
  v_total bigint := (select sum(x) from unnest(p_balances) x);
  v_shares bigint[] := '{}';
  v_left bigint := p_minor;
  i int;
begin
  for i in 1 .. cardinality(p_balances) loop
    v_shares[i] := trunc(p_balances[i]::numeric * p_minor / v_total)::bigint;
    v_left := v_left - v_shares[i];
  end loop;
  while v_left > 0 loop
    for i in 1 .. cardinality(p_balances) loop
      if v_left > 0 and v_shares[i] < p_balances[i] then
        v_shares[i] := v_shares[i] + 1;
        v_left := v_left - 1;
      end if;
    end loop;
  end loop;
  return v_shares;
end $$;

-- Money has gone back: negative rows under 'refund:<n>', the payment's total, the partner's open commission.
-- The caller holds the payment's lock. The amount never exceeds what is left.
create function private.record_refund(b private.booking_facts, p_minor bigint, p_number int default null)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_payment private.payments := private.payment_of(b.id);
  v_minor bigint := least(p_minor, v_payment.captured_minor - v_payment.refunded_minor - v_payment.disputed_minor);
  v_number int := p_number;
begin
  if v_payment.id is null or v_minor <= 0 then
    return;
  end if;
  if v_number is null then
    select count(distinct kind) + 1 into v_number from private.ledger
     where (booking_id = b.booking_id or transport_booking_id = b.transport_booking_id) and kind like 'refund:%';
  end if;
  perform private.take_shares(b, v_minor, 'refund:' || v_number);
  update private.payments set refunded_minor = refunded_minor + v_minor where id = v_payment.id;
  perform private.adjust_commission(b);
end $$;

-- Negative rows of so much under a kind, from each party in proportion to what it still has. The caller holds the payment's lock.
create function private.take_shares(b private.booking_facts, p_minor bigint, p_kind text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_parties text[];
  v_users uuid[];
  v_balances bigint[];
  v_shares bigint[];
begin
  select array_agg(x.party order by o.n), array_agg(x.party_user_id order by o.n), array_agg(x.minor order by o.n)
    into v_parties, v_users, v_balances
    from private.ledger_balance(b.id) x
    join unnest('{operator,territory,app,partner}'::text[]) with ordinality o (party, n) on o.party = x.party;
  v_shares := private.share_refund(v_balances, p_minor);
  insert into private.ledger (booking_id, transport_booking_id, territory_id, party, party_user_id, kind, amount, currency_code)
  select b.booking_id, b.transport_booking_id, b.territory_id, s.party, s.user_id, p_kind,
         -private.from_minor(s.minor, b.currency_code), b.currency_code
    from unnest(v_parties, v_users, v_shares) s (party, user_id, minor);
end $$;

-- Takes the rows of a kind back exactly as they were written, under another kind: what it came to in minor units, null where there were
-- none. The caller holds the payment's lock.
create function private.put_shares_back(p private.payments, p_kind text, p_as text)
returns bigint language sql security definer set search_path = '' as $$
  with written as (
    insert into private.ledger (booking_id, transport_booking_id, territory_id, party, party_user_id, kind, amount, currency_code)
    select l.booking_id, l.transport_booking_id, l.territory_id, l.party, l.party_user_id, p_as, -l.amount, l.currency_code
      from private.ledger l
     where (l.booking_id = p.booking_id or l.transport_booking_id = p.transport_booking_id) and l.kind = p_kind
    returning amount, currency_code)
  select sum(private.to_minor(w.amount, w.currency_code))::bigint from written w
$$;

-- The sale of cash that can be taken out of the books as a mistake: null where there is none, or some of it has gone back already.
create function private.sale_to_undo(b private.booking_facts)
returns text language sql stable security definer set search_path = '' as $$
  select l.kind from private.ledger l, private.payment_of(b.id) p
   where (l.booking_id = b.booking_id or l.transport_booking_id = b.transport_booking_id) and l.kind like 'sale%'
     and p.payment_intent_id is null and p.captured_minor - p.refunded_minor = p.amount_minor
   order by l.id desc limit 1
$$;

-- Cash that was written down by mistake was never received: the last sale goes out of the books as it went in, and is no refund. False, and
-- nothing happens, where some of it has gone back already. The caller has locked the booking.
create function private.undo_sale(b private.booking_facts)
returns boolean language plpgsql security definer set search_path = '' as $$
declare
  p private.payments := private.payment_of(b.id);
  v_kind text := private.sale_to_undo(b);
begin
  if v_kind is null then
    return false;
  end if;
  perform private.put_shares_back(p, v_kind, replace(v_kind, 'sale', 'undone'));
  update private.payments set captured_minor = captured_minor - amount_minor, received_by = null, received_at = null where id = p.id;
  perform private.adjust_commission(b);
  return true;
end $$;

-- The open commission of a booking becomes what the ledger has for its partner. One that was paid out stays as it was.
create function private.adjust_commission(b private.booking_facts)
returns void language sql security definer set search_path = '' as $$
  update public.commissions c
     set amount = private.from_minor((select l.minor from private.ledger_balance(b.id) l where l.party = 'partner'), b.currency_code)
    from public.referrals r
   where r.id = c.referral_id and c.status = 'pending'
     and (r.booking_id = b.booking_id or r.transport_booking_id = b.transport_booking_id)
$$;

-- What referrals and sales earn: commissions of partners and earnings of managers (docs/decisions/0012). How they are paid out: 24_payouts.
--
-- The ledger says what a territory has of a booking. One earning a booking follows it, written by triggers and by nobody else, in
-- the name of the territory's manager of that day. Money outlives people: rows of an account that is deleted lose the name, never
-- themselves.

-- Attribution of a booking to a link, and the commission it earned.
create table public.referrals (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid unique references public.bookings (id) on delete cascade,
  transport_booking_id uuid unique references public.transport_bookings (id) on delete cascade,
  referral_link_id uuid references public.referral_links (id) on delete set null,
  created_at timestamptz not null default now(),
  territory_id text references public.territories (id),
  partner_id uuid references public.profiles (id) on delete set null
    constraint referrals_partner_card_fkey references public.profile_cards (id) on delete set null,
  check (num_nonnulls(booking_id, transport_booking_id) = 1)
);
create index referrals_link_idx on public.referrals (referral_link_id);
create index referrals_territory_idx on public.referrals (territory_id, created_at desc);
create index referrals_partner_idx on public.referrals (partner_id, created_at desc);
alter table public.referrals enable row level security;
grant select on public.referrals to authenticated;
grant all on public.referrals to service_role;

-- That a booking came through a partner is part of the territory's day; what it earned is the manager's.
create policy referrals_select on public.referrals for select to authenticated
  using ((partner_id = (select auth.uid()) and (select private.has_role('travel_partner')))
    or territory_id = any ((select private.my_territories('staff'))::text[])
    or (select private.is_admin()));

create table public.commissions (
  id uuid primary key default gen_random_uuid(),
  referral_id uuid not null unique references public.referrals (id) on delete restrict,
  amount numeric(12, 2) not null check (amount >= 0),
  currency_code text not null references public.currencies (code),
  status text not null default 'pending' check (status in ('pending', 'paid')),
  paid_at timestamptz,
  created_at timestamptz not null default now(),
  territory_id text references public.territories (id),
  partner_id uuid references public.profiles (id) on delete set null
    constraint commissions_partner_card_fkey references public.profile_cards (id) on delete set null
);
create index commissions_currency_idx on public.commissions (currency_code);
create index commissions_territory_idx on public.commissions (territory_id, created_at desc);
create index commissions_partner_idx on public.commissions (partner_id, created_at desc);
alter table public.commissions enable row level security;
grant select on public.commissions to authenticated;
grant all on public.commissions to service_role;

create policy commissions_select on public.commissions for select to authenticated
  using ((partner_id = (select auth.uid()) and (select private.has_role('travel_partner')))
    or territory_id = any ((select private.my_territories('manager'))::text[])
    or (select private.is_admin()));

create table public.commission_earnings (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete set null,
  role text not null check (role in ('territory_manager', 'territory_staff')),
  territory_id text not null references public.territories (id),
  booking_id uuid references public.bookings (id),
  transport_booking_id uuid references public.transport_bookings (id),
  amount numeric(12, 2) not null,
  currency_code text not null references public.currencies (code),
  status text not null default 'pending' check (status in ('pending', 'paid', 'cancelled')),
  created_at timestamptz not null default now()
);
create index commission_earnings_user_idx on public.commission_earnings (user_id, created_at desc);
create index commission_earnings_territory_idx on public.commission_earnings (territory_id);
create index commission_earnings_booking_idx on public.commission_earnings (booking_id);
create index commission_earnings_transport_booking_idx on public.commission_earnings (transport_booking_id);
create index commission_earnings_currency_idx on public.commission_earnings (currency_code);
create unique index commission_earnings_once_idx on public.commission_earnings ((coalesce(booking_id, transport_booking_id)));
alter table public.commission_earnings enable row level security;
grant select on public.commission_earnings to authenticated;
grant all on public.commission_earnings to service_role;

create policy commission_earnings_select on public.commission_earnings for select to authenticated
  using (territory_id = any ((select private.my_territories('manager'))::text[]) or (select private.is_admin()));

-- Fills whose referral it is and in which territory. A link that its partner deletes does not take the partner off what it has earned.
create function private.fill_referral_owner()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.referral_link_id is null then
    return new;
  end if;
  new.partner_id := (select l.user_id from public.referral_links l where l.id = new.referral_link_id);
  new.territory_id := coalesce(
    (select b.territory_id from public.bookings b where b.id = new.booking_id),
    (select b.territory_id from public.transport_bookings b where b.id = new.transport_booking_id));
  return new;
end $$;

create trigger referrals_fill_owner before insert or update of referral_link_id, booking_id, transport_booking_id
  on public.referrals for each row execute function private.fill_referral_owner();

create function private.fill_commission_owner()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  select r.partner_id, r.territory_id into new.partner_id, new.territory_id
  from public.referrals r where r.id = new.referral_id;
  return new;
end $$;

create trigger commissions_fill_owner before insert or update of referral_id
  on public.commissions for each row execute function private.fill_commission_owner();

-- The partner hears of a registration, a booking and a payout while the page is open.
create function private.broadcast_to_partner(p_partner_id uuid, p_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if p_partner_id is not null then
    perform realtime.send(jsonb_build_object('id', p_id), 'referral', 'user:' || p_partner_id, true);
  end if;
end $$;

create function private.broadcast_commission()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.broadcast_to_partner(new.partner_id, new.id);
  return null;
end $$;

create trigger commissions_broadcast after insert or update of amount, status on public.commissions
  for each row execute function private.broadcast_commission();

-- The manager who has been it for longest; null where there is none.
create function private.earning_owner(p_territory_id text)
returns uuid language sql stable security definer set search_path = '' as $$
  select g.user_id from private.live_grants g
   where g.territory_id = p_territory_id and g.role = 'territory_manager'
   order by g.created_at, g.id limit 1
$$;

-- Earnings that the ledger has and the table has not: after a bulk load that switches triggers off. → how many
create function private.credit_missing_earnings()
returns bigint language plpgsql security definer set search_path = '' as $$
declare
  made bigint;
begin
  insert into public.commission_earnings (user_id, role, territory_id, booking_id, transport_booking_id, amount, currency_code, status, created_at)
  select private.earning_owner(l.territory_id), 'territory_manager', l.territory_id, l.booking_id, l.transport_booking_id, sum(l.amount),
         l.currency_code, coalesce(max(b.territory_status), max(t.territory_status)), min(l.created_at)
    from private.ledger l
    left join public.bookings b on b.id = l.booking_id
    left join public.transport_bookings t on t.id = l.transport_booking_id
   where l.party = 'territory'
   group by l.territory_id, l.booking_id, l.transport_booking_id, l.currency_code
  on conflict ((coalesce(booking_id, transport_booking_id))) do nothing;
  get diagnostics made = row_count;
  return made;
end $$;
grant execute on function private.credit_missing_earnings() to service_role;

create function private.credit_earning()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.commission_earnings as e
    (user_id, role, territory_id, booking_id, transport_booking_id, amount, currency_code, status, created_at)
  values (private.earning_owner(new.territory_id), 'territory_manager', new.territory_id, new.booking_id, new.transport_booking_id, new.amount,
          new.currency_code,
          coalesce((select b.territory_status from public.bookings b where b.id = new.booking_id),
                   (select b.territory_status from public.transport_bookings b where b.id = new.transport_booking_id), 'pending'),
          new.created_at)
  on conflict ((coalesce(booking_id, transport_booking_id))) do update set amount = e.amount + excluded.amount;
  return null;
end $$;

create trigger ledger_credit_earning after insert on private.ledger
  for each row when (new.party = 'territory') execute function private.credit_earning();

-- The earning reads what the booking says of the territory's share.
create function private.follow_territory_status()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.commission_earnings set status = new.territory_status where coalesce(booking_id, transport_booking_id) = new.id;
  return null;
end $$;

create trigger bookings_follow_territory_status after update of territory_status on public.bookings
  for each row when (old.territory_status is distinct from new.territory_status) execute function private.follow_territory_status();

create trigger transport_bookings_follow_territory_status after update of territory_status on public.transport_bookings
  for each row when (old.territory_status is distinct from new.territory_status) execute function private.follow_territory_status();

-- A territory that had no manager: what nobody has been credited with and nobody paid is the first manager's.
create function private.claim_earnings()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.commission_earnings set user_id = private.earning_owner(new.territory_id)
   where territory_id = new.territory_id and user_id is null and status = 'pending';
  return null;
end $$;

create trigger role_grants_claim_earnings after insert on private.role_grants
  for each row when (new.role = 'territory_manager' and new.territory_id is not null) execute function private.claim_earnings();

-- The caller's own earnings in a territory, newest first, a page after (p_before, p_before_id).
create function private.my_earnings(p_territory_id text, p_before timestamptz, p_before_id uuid, p_limit int)
returns table (id uuid, created_at timestamptz, amount numeric, currency_code text, status text, kind text, booking_id uuid, title text,
  booking_date date, total_price numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_earner(p_territory_id);
  return query
  select e.id, e.created_at, e.amount, e.currency_code, e.status, b.kind, b.id, b.title, b.booking_date, b.total_price
    from (select x.* from public.commission_earnings x
           where x.user_id = auth.uid() and x.territory_id = p_territory_id and x.role in ('territory_manager', 'territory_staff')
             and (p_before is null or (x.created_at, x.id) < (p_before, p_before_id))
           order by x.created_at desc, x.id desc limit least(greatest(coalesce(p_limit, 20), 1), 1000)) e
    left join lateral (
      select 'experience'::text as kind, y.id, s.title, y.booking_date, y.total_price
        from public.bookings y join public.experiences s on s.id = y.experience_id where y.id = e.booking_id
      union all
      select 'transport', y.id, s.title, y.booking_date, y.total_price
        from public.transport_bookings y join public.territory_transports s on s.id = y.transport_id where y.id = e.transport_booking_id) b on true
   order by e.created_at desc, e.id desc;
end $$;
create function public.my_earnings(p_territory_id text, p_before timestamptz default null, p_before_id uuid default null, p_limit int default 20)
returns table (id uuid, created_at timestamptz, amount numeric, currency_code text, status text, kind text, booking_id uuid, title text,
  booking_date date, total_price numeric)
language sql stable security invoker set search_path = '' as $$
  select * from private.my_earnings(p_territory_id, p_before, p_before_id, p_limit)
$$;
grant execute on function private.my_earnings(text, timestamptz, uuid, int), public.my_earnings(text, timestamptz, uuid, int)
  to authenticated;

-- What the caller has earned in a territory, one row a currency.
create function private.my_earning_totals(p_territory_id text)
returns table (currency_code text, earnings bigint, pending numeric, paid numeric, cancelled numeric, last_payment date)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_earner(p_territory_id);
  return query
  select e.currency_code, count(*), coalesce(sum(e.amount) filter (where e.status = 'pending'), 0),
         coalesce(sum(e.amount) filter (where e.status = 'paid'), 0), coalesce(sum(e.amount) filter (where e.status = 'cancelled'), 0),
         (select max(p.payment_date) from public.commission_payments p
           where p.user_id = auth.uid() and p.territory_id = p_territory_id and p.role in ('territory_manager', 'territory_staff')
             and p.currency_code = e.currency_code)
    from public.commission_earnings e
   where e.user_id = auth.uid() and e.territory_id = p_territory_id and e.role in ('territory_manager', 'territory_staff')
   group by e.currency_code order by 2 desc;
end $$;
create function public.my_earning_totals(p_territory_id text)
returns table (currency_code text, earnings bigint, pending numeric, paid numeric, cancelled numeric, last_payment date)
language sql stable security invoker set search_path = '' as $$ select * from private.my_earning_totals(p_territory_id) $$;
grant execute on function private.my_earning_totals(text), public.my_earning_totals(text) to authenticated;

-- Raises 403 'forbidden' unless the caller manages the territory or is an admin: staff see no earnings (docs/decisions/0004), and who is
-- no longer its manager asks the territory.
create function private.require_earner(p_territory_id text)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_user();
  if not private.sees_shares(p_territory_id) then
    perform private.fail(403, 'forbidden', 'You do not have permission to do this');
  end if;
end $$;

-- A commission that is open again, its payout having been taken back, is what the ledger has for the partner by now: refunds leave one
-- that was paid out as it was.
create function private.reopen_commission()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.amount := coalesce((
    select private.from_minor(l.minor, new.currency_code)
      from public.referrals r, private.ledger_balance(coalesce(r.booking_id, r.transport_booking_id)) l
     where r.id = new.referral_id and l.party = 'partner'), new.amount);
  return new;
end $$;

create trigger commissions_reopen before update of status on public.commissions
  for each row when (old.status = 'paid' and new.status = 'pending') execute function private.reopen_commission();

-- How shares are paid out (docs/decisions/0040): what each party has of a booking and what of it has been paid, payouts with their lines,
-- and taking one back. A payout is one payment to one payee in one currency; it and its lines are only ever added to. What was paid and
-- then refunded is a negative line of the payee's next payout.

-- One payment to one payee, or what takes it back.
create table public.payouts (
  id uuid primary key default gen_random_uuid(),
  territory_id text not null references public.territories (id),
  party text not null check (party in ('operator', 'territory', 'partner')),
  payee_id uuid references public.profiles (id) on delete set null,
  service_id uuid, -- whose operator it is, where the payee is no person: a transport, an experience without a guide
  currency_code text not null references public.currencies (code),
  amount numeric(12, 2) not null,
  lines int not null check (lines > 0),
  paid_on date not null,
  reference text check (length(btrim(reference)) between 1 and 100), -- null: marked in the list of transactions
  reverses uuid references public.payouts (id), -- the payout that this one takes back, or a part of it
  reason text check (length(btrim(reason)) between 1 and 300),
  created_by uuid references public.profiles (id) on delete set null,
  idempotency_key uuid,
  created_at timestamptz not null default now(),
  check ((reverses is null) = (reason is null))
);
create index payouts_territory_idx on public.payouts (territory_id, created_at desc, id desc);
create index payouts_payee_idx on public.payouts (payee_id, created_at desc, id desc);
create index payouts_reverses_idx on public.payouts (reverses) where reverses is not null;
create index payouts_currency_idx on public.payouts (currency_code);
create unique index payouts_once_idx on public.payouts (created_by, idempotency_key, party, (coalesce(payee_id, service_id)), currency_code)
  where idempotency_key is not null;
alter table public.payouts enable row level security;
grant select on public.payouts to authenticated;
grant all on public.payouts to service_role;

-- The payee's own, whatever role they have by now; a manager's territory; admins. Staff: no.
create policy payouts_select on public.payouts for select to authenticated
  using (payee_id = (select auth.uid()) or territory_id = any ((select private.my_territories('manager'))::text[]) or (select private.is_admin()));

-- What a party has of a booking, and what of it has been paid out. Follows the ledger by a trigger; `paid` and `payout_id` are written with
-- the payouts' lines. The app's share is nobody's to pay.
create table private.shares (
  id bigint generated always as identity primary key,
  booking_id uuid references public.bookings (id),
  transport_booking_id uuid references public.transport_bookings (id),
  territory_id text not null references public.territories (id),
  party text not null check (party in ('operator', 'territory', 'partner')),
  currency_code text not null references public.currencies (code),
  earned numeric(12, 2) not null default 0,
  paid numeric(12, 2) not null default 0,
  payout_id uuid references public.payouts (id), -- the one that paid it last; null when it was taken back
  version int not null default 1, -- grows with each change: what a manager selects is what they have read
  check (num_nonnulls(booking_id, transport_booking_id) = 1)
);
create unique index shares_once_idx on private.shares ((coalesce(booking_id, transport_booking_id)), party);
create index shares_open_idx on private.shares (territory_id, id) where earned <> paid;
create index shares_booking_idx on private.shares (booking_id) where booking_id is not null;
create index shares_transport_booking_idx on private.shares (transport_booking_id) where transport_booking_id is not null;
create index shares_payout_idx on private.shares (payout_id) where payout_id is not null;
create index shares_currency_idx on private.shares (currency_code);
alter table private.shares enable row level security;
grant all on private.shares to service_role;

-- The shares that a payout pays, or takes back. `turn`: the how-manieth payment of the share it is, so that two can never be the same.
create table public.payout_lines (
  id bigint generated always as identity primary key,
  payout_id uuid not null references public.payouts (id),
  share_id bigint not null references private.shares (id),
  booking_id uuid references public.bookings (id),
  transport_booking_id uuid references public.transport_bookings (id),
  territory_id text not null references public.territories (id),
  payee_id uuid references public.profiles (id) on delete set null,
  amount numeric(12, 2) not null check (amount <> 0),
  turn int not null,
  reverses bigint references public.payout_lines (id),
  check (num_nonnulls(booking_id, transport_booking_id) = 1)
);
create unique index payout_lines_once_idx on public.payout_lines (share_id, turn) where reverses is null;
create unique index payout_lines_reversed_once_idx on public.payout_lines (reverses) where reverses is not null;
create index payout_lines_payout_idx on public.payout_lines (payout_id, id);
create index payout_lines_share_idx on public.payout_lines (share_id);
create index payout_lines_booking_idx on public.payout_lines (booking_id) where booking_id is not null;
create index payout_lines_transport_booking_idx on public.payout_lines (transport_booking_id) where transport_booking_id is not null;
create index payout_lines_territory_idx on public.payout_lines (territory_id);
create index payout_lines_payee_idx on public.payout_lines (payee_id) where payee_id is not null;
alter table public.payout_lines enable row level security;
grant select on public.payout_lines to authenticated;
grant all on public.payout_lines to service_role;
grant select, usage on sequence public.payout_lines_id_seq to service_role;

create policy payout_lines_select on public.payout_lines for select to authenticated
  using (payee_id = (select auth.uid()) or territory_id = any ((select private.my_territories('manager'))::text[]) or (select private.is_admin()));

-- What stands paid of a territory's and a partner's shares, one row a booking.
create view public.commission_payments with (security_invoker = true) as
select l.id, p.payee_id as user_id, case p.party when 'partner' then 'travel_partner' else 'territory_manager' end as role, p.territory_id,
       l.amount, p.currency_code, p.paid_on as payment_date, p.created_at, l.booking_id, l.transport_booking_id
  from public.payout_lines l join public.payouts p on p.id = l.payout_id
 where p.party <> 'operator' and l.reverses is null and not exists (select 1 from public.payout_lines r where r.reverses = l.id);
grant select on public.commission_payments to authenticated;
grant all on public.commission_payments to service_role;

create function private.credit_share()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into private.shares as s (booking_id, transport_booking_id, territory_id, party, currency_code, earned)
  values (new.booking_id, new.transport_booking_id, new.territory_id, new.party, new.currency_code, new.amount)
  on conflict ((coalesce(booking_id, transport_booking_id)), party)
    do update set earned = s.earned + excluded.earned, version = s.version + 1;
  return null;
end $$;

create trigger ledger_credit_share after insert on private.ledger
  for each row when (new.party <> 'app') execute function private.credit_share();

-- Shares that the ledger has and the table has not: after a bulk load that switches triggers off. → how many
create function private.credit_missing_shares()
returns bigint language plpgsql security definer set search_path = '' as $$
declare
  made bigint;
begin
  insert into private.shares (booking_id, transport_booking_id, territory_id, party, currency_code, earned)
  select l.booking_id, l.transport_booking_id, l.territory_id, l.party, l.currency_code, sum(l.amount)
    from private.ledger l where l.party <> 'app'
   group by l.booking_id, l.transport_booking_id, l.territory_id, l.party, l.currency_code
  on conflict ((coalesce(booking_id, transport_booking_id)), party) do nothing;
  get diagnostics made = row_count;
  return made;
end $$;
grant execute on function private.credit_missing_shares() to service_role;

-- Who is paid, as one word: a party with the person, or with the service where it is no person.
create function private.payee_key(p_party text, p_payee_id uuid, p_service_id uuid)
returns text language sql immutable set search_path = '' as $$
  select p_party || ':' || coalesce(p_payee_id, p_service_id)::text
$$;

-- A share of which something is open, with its payee. amount: what is earned and not paid, negative where more was paid than is left after
-- a refund. `held`: the guest's bank disputes the payment, or a refund of it is on its way.
create type private.open_share as (
  id bigint, version int, party text, payee_id uuid, service_id uuid, kind text, booking_id uuid, departure_id uuid, territory_id text,
  title text, booking_date date, start_time time, num_people int, total_price numeric, currency_code text, amount numeric, past boolean,
  held boolean
);

-- Those of these shares that are open; one whose payout was cancelled by hand is not. The payee of what was paid already is who was paid,
-- of anything else who leads the booking, referred it or manages the territory.
create function private.open_shares(p_ids bigint[])
returns setof private.open_share language plpgsql stable security definer set search_path = '' as $$
begin
  return query
  with held as materialized (
    select coalesce(p.booking_id, p.transport_booking_id) as id from private.disputes d join private.payments p on p.id = d.payment_id
     where d.closed_at is null
    union
    select coalesce(p.booking_id, p.transport_booking_id) from private.stripe_ops o join private.payments p using (payment_intent_id)
     where o.op like 'refund:%' and o.state in ('queued', 'failed'))
  select x.id, x.version, x.party,
    case when x.payout_id is not null then (select o.payee_id from public.payouts o where o.id = x.payout_id)
         when x.party = 'operator' then x.guide_id
         when x.party = 'partner' then (select r.partner_id from public.referrals r where r.booking_id = x.booking_id or r.transport_booking_id = x.transport_booking_id)
         else (select e.user_id from public.commission_earnings e where coalesce(e.booking_id, e.transport_booking_id) = x.any_id) end,
    case when x.party = 'operator' then x.service_id end,
    x.kind, x.any_id, x.departure_id, x.territory_id, x.title, x.booking_date, x.start_time, x.num_people, x.total_price, x.currency_code,
    x.earned - x.paid,
    (x.booking_date + coalesce(x.start_time, time '24:00')) <= now() at time zone t.time_zone,
    x.any_id in (select h.id from held h)
  from (
    select s.*, s.booking_id as any_id, 'experience'::text as kind, b.guide_id, b.departure_id, b.experience_id as service_id, e.title,
           b.booking_date, b.start_time, b.num_people, b.total_price,
           case s.party when 'operator' then b.operator_status when 'territory' then b.territory_status else b.partner_status end as status
      from private.shares s join public.bookings b on b.id = s.booking_id join public.experiences e on e.id = b.experience_id
     where s.id = any (p_ids) and s.earned <> s.paid
    union all
    select s.*, s.transport_booking_id, 'transport', null, b.departure_id, b.transport_id, e.title,
           b.booking_date, b.start_time, b.num_people, b.total_price,
           case s.party when 'operator' then b.operator_status when 'territory' then b.territory_status else b.partner_status end
      from private.shares s join public.transport_bookings b on b.id = s.transport_booking_id join public.territory_transports e on e.id = b.transport_id
     where s.id = any (p_ids) and s.earned <> s.paid) x
  join public.territories t on t.id = x.territory_id
  where x.status <> 'cancelled';
end $$;

-- Due are shares of trips that have begun, and what has to come back from who was paid too much, whenever.
create function private.is_due(s private.open_share)
returns boolean language sql immutable set search_path = '' as $$
  select s.amount < 0 or (s.past and not s.held)
$$;

create function private.open_share_ids(p_territory_id text)
returns bigint[] language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(s.id), '{}') from private.shares s where s.territory_id = p_territory_id and s.earned <> s.paid
$$;

-- Locks what the shares belong to, in the order payments, bookings, and then the shares: a refund comes before or after, not in between.
create function private.lock_shares(p_ids bigint[])
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_bookings uuid[] := array(select distinct coalesce(s.booking_id, s.transport_booking_id) from private.shares s where s.id = any (p_ids));
begin
  perform 1 from private.payments p where p.booking_id = any (v_bookings) or p.transport_booking_id = any (v_bookings) order by p.id for update;
  perform 1 from public.bookings b where b.id = any (v_bookings) order by b.id for update;
  perform 1 from public.transport_bookings b where b.id = any (v_bookings) order by b.id for update;
  perform 1 from private.shares s where s.id = any (p_ids) order by s.id for update;
end $$;

-- The bookings read what became of the party's shares, and so does the commission.
create function private.set_share_status(p_bookings uuid[], p_party text, p_status text)
returns void language plpgsql security definer set search_path = '' as $$
begin
  update public.bookings b
     set operator_status = case when p_party = 'operator' then p_status else b.operator_status end,
         territory_status = case when p_party = 'territory' then p_status else b.territory_status end,
         partner_status = case when p_party = 'partner' then p_status else b.partner_status end
   where b.id = any (p_bookings);
  update public.transport_bookings b
     set operator_status = case when p_party = 'operator' then p_status else b.operator_status end,
         territory_status = case when p_party = 'territory' then p_status else b.territory_status end,
         partner_status = case when p_party = 'partner' then p_status else b.partner_status end
   where b.id = any (p_bookings);
  if p_party = 'partner' then
    -- What was paid and refunded since is settled with it: a commission that reads paid is what the partner has kept.
    update public.commissions c
       set status = case when p_status = 'paid' then 'paid' else 'pending' end, paid_at = case when p_status = 'paid' then now() end,
           amount = greatest(s.earned, 0)
      from public.referrals r, private.shares s
     where r.id = c.referral_id and s.party = 'partner' and coalesce(s.booking_id, s.transport_booking_id) = any (p_bookings)
       and (r.booking_id = s.booking_id or r.transport_booking_id = s.transport_booking_id);
  end if;
end $$;

-- Writes one payout of what is open of these shares, all of one payee, and what follows from it. The caller has locked them. → its id
create function private.write_payout(p_shares private.open_share[], p_paid_on date, p_reference text, p_key uuid)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  v_first private.open_share := p_shares[1];
  v_payout uuid;
begin
  insert into public.payouts (territory_id, party, payee_id, service_id, currency_code, amount, lines, paid_on, reference, created_by, idempotency_key)
  values (v_first.territory_id, v_first.party, v_first.payee_id, case when v_first.payee_id is null then v_first.service_id end,
    v_first.currency_code, (select sum(x.amount) from unnest(p_shares) x), cardinality(p_shares), p_paid_on, p_reference, auth.uid(), p_key)
  returning id into v_payout;
  insert into public.payout_lines (payout_id, share_id, booking_id, transport_booking_id, territory_id, payee_id, amount, turn)
  select v_payout, x.id, case when x.kind = 'experience' then x.booking_id end, case when x.kind = 'transport' then x.booking_id end,
         x.territory_id, x.payee_id, x.amount,
         1 + (select count(*) from public.payout_lines l where l.share_id = x.id and l.reverses is null)
    from unnest(p_shares) x order by x.booking_date, x.start_time, x.id;
  update private.shares s set paid = s.earned, payout_id = v_payout, version = s.version + 1
   where s.id in (select x.id from unnest(p_shares) x);
  perform private.set_share_status(array(select x.booking_id from unnest(p_shares) x), v_first.party, 'paid');
  perform private.tell_of_payout(v_payout);
  return v_payout;
end $$;

-- The payee's bell, and a mail when it was a payment with a reference; a partner hears of each single commission, too. Nobody is told
-- where the payee has no account.
create function private.tell_of_payout(p_payout_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  p public.payouts;
  b private.booking_facts;
  v_titles text;
begin
  select * into p from public.payouts x where x.id = p_payout_id;
  b.territory_id := p.territory_id;
  if p.reverses is not null then
    if exists (select 1 from public.payouts x where x.id = p.reverses and x.reference is not null) then
      perform private.queue_notification('payout:' || p.id, p.payee_id, 'payout', 'Payout taken back',
        format('%s of %s was taken back: %s', private.money_text(-p.amount, p.currency_code), to_char(p.paid_on, 'FMMonth FMDD'), p.reason), b, 'payout:' || p.reverses);
    end if;
  elsif p.party = 'partner' then
    select f.* into b from public.payout_lines l
      join private.booking_facts f on f.id = coalesce(l.booking_id, l.transport_booking_id) where l.payout_id = p.id order by l.id limit 1;
    v_titles := b.title || case p.lines when 1 then '' when 2 then ' and 1 more booking' else format(' and %s more bookings', p.lines - 1) end;
    perform private.queue_notification('commission_paid:' || case when p.reference is null then b.id else p.id end, p.payee_id, 'commission_paid',
      'Commission Payment', format('Your commission for %s has been paid', v_titles), b);
  elsif p.reference is not null then
    perform private.queue_notification('payout:' || p.id, p.payee_id, 'payout', 'Payout',
      format('%s was paid to you: %s', private.money_text(p.amount, p.currency_code), p.reference), b, 'payout:' || p.id);
  end if;
  insert into private.outbox (dedupe_key, kind, template, recipient, payload)
  select 'email:payout:' || p.id, 'email', 'payout', x.email, jsonb_build_object('payout_id', p.id)
    from public.profiles x
   where x.id = p.payee_id and private.may_mail(x.email)
     and exists (select 1 from public.payouts o where o.id = coalesce(p.reverses, p.id) and o.reference is not null)
  on conflict (dedupe_key) do nothing;
end $$;

-- 'Q1,234.50', as the browser writes it.
create function private.money_text(p_amount numeric, p_currency text)
returns text language sql stable set search_path = '' as $$
  select private.currency_symbol(p_currency) || to_char(p_amount, 'FM999,999,999,990' || case when private.currency_exponent(p_currency) = 0 then '' else '.00' end)
$$;

-- Pays payees of a territory what they chose: [{payee, currency, version, as_of, lines?}], as `payees_to_pay` and `payee_lines` have told
-- them; `lines` ['id.version'] where it is not all that is due. Nothing is written unless each selection is still what was read: else the
-- answer says who has paid it meanwhile ('taken'), or that it has changed. A call that is repeated under its key answers with what it made.
-- → {outcome: 'paid', payouts: [id]} | {outcome: 'taken', payee, by, at} | {outcome: 'changed', payee}
-- For managers of the territory and admins. Raises 403 'forbidden', 400 'invalid_input', 409 'payee_owes'. Locks as lock_shares does.
create function private.pay_out(p_territory_id text, p_selection jsonb, p_paid_on date, p_reference text, p_key uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_today date := (select (now() at time zone t.time_zone)::date from public.territories t where t.id = p_territory_id);
  v_keys text[];
  v_due private.open_share[];
  v_refusal jsonb;
  v_made uuid[];
  v_payout uuid;
  one jsonb;
begin
  perform private.require_earner(p_territory_id);
  perform private.check_payout_form(p_selection, p_paid_on, p_reference, v_today);
  if p_key is null then
    perform private.invalid('The request has no key');
  end if;
  -- One at a time in a territory: the second of two sees what the first has paid.
  perform pg_advisory_xact_lock(hashtextextended('pay_out:' || p_territory_id, 0));
  v_made := array(select p.id from public.payouts p where p.created_by = auth.uid() and p.idempotency_key = p_key order by p.created_at, p.id);
  if cardinality(v_made) > 0 then
    return jsonb_build_object('outcome', 'paid', 'payouts', to_jsonb(v_made));
  end if;
  v_keys := array(select distinct (e ->> 'payee') || ' ' || (e ->> 'currency') from jsonb_array_elements(p_selection) e);
  perform private.lock_shares(array(
    select s.id from private.open_shares(private.open_share_ids(p_territory_id)) s
     where private.payee_key(s.party, s.payee_id, s.service_id) || ' ' || s.currency_code = any (v_keys)));
  v_due := array(
    select s from private.open_shares(private.open_share_ids(p_territory_id)) s
     where private.payee_key(s.party, s.payee_id, s.service_id) || ' ' || s.currency_code = any (v_keys) and private.is_due(s));
  for one in select * from jsonb_array_elements(p_selection) loop
    v_refusal := private.selection_refusal(p_territory_id, one, private.chosen_shares(v_due, one));
    if v_refusal is not null then
      return v_refusal;
    end if;
  end loop;
  for one in select * from jsonb_array_elements(p_selection) loop
    v_payout := private.write_payout(private.chosen_shares(v_due, one), p_paid_on, btrim(p_reference), p_key);
    v_made := v_made || v_payout;
    perform private.audit('payout_recorded', p_territory_id, 'payouts', v_payout::text, (
      select jsonb_build_object('amount', p.amount, 'currency', p.currency_code, 'bookings', p.lines, 'paid_on', p.paid_on, 'reference', p.reference)
        from public.payouts p where p.id = v_payout));
  end loop;
  return jsonb_build_object('outcome', 'paid', 'payouts', to_jsonb(v_made));
end $$;
create function public.pay_out(p_territory_id text, p_selection jsonb, p_paid_on date, p_reference text, p_key uuid)
returns jsonb language sql security invoker set search_path = '' as $$
  select private.pay_out(p_territory_id, p_selection, p_paid_on, p_reference, p_key)
$$;
grant execute on function private.pay_out(text, jsonb, date, text, uuid), public.pay_out(text, jsonb, date, text, uuid) to authenticated;

-- Raises 400 'invalid_input' for what no payment can be.
create function private.check_payout_form(p_selection jsonb, p_paid_on date, p_reference text, p_today date)
returns void language plpgsql stable set search_path = '' as $$
begin
  if jsonb_typeof(p_selection) is distinct from 'array' or jsonb_array_length(p_selection) not between 1 and 200 then
    perform private.invalid('Please select whom you have paid');
  elsif (select count(distinct (e ->> 'payee', e ->> 'currency')) < count(*) from jsonb_array_elements(p_selection) e) then
    perform private.invalid('A payee is selected twice');
  elsif p_paid_on is null then
    perform private.invalid('Please enter the date of the payment');
  elsif p_paid_on > p_today then
    perform private.invalid('The date of the payment cannot be in the future');
  elsif p_paid_on < p_today - 366 then
    perform private.invalid('The date of the payment is more than a year ago');
  elsif coalesce(btrim(p_reference), '') = '' then
    perform private.invalid('Please enter a reference');
  elsif length(btrim(p_reference)) > 100 then
    perform private.invalid('The reference has more than 100 characters');
  end if;
end $$;

-- Of what is due those that a selection means, and always all that have to come back.
create function private.chosen_shares(p_due private.open_share[], p_one jsonb)
returns private.open_share[] language sql immutable set search_path = '' as $$
  select array_agg(s order by s.id) from unnest(p_due) s
   where private.payee_key(s.party, s.payee_id, s.service_id) = p_one ->> 'payee' and s.currency_code = p_one ->> 'currency'
     and (s.amount < 0 or jsonb_typeof(p_one -> 'lines') is distinct from 'array' or p_one -> 'lines' ? (s.id || '.' || s.version))
$$;

-- What identifies what a manager has read of a payee.
create function private.shares_version(p_shares private.open_share[])
returns text language sql immutable set search_path = '' as $$
  select md5(string_agg(x.id || '.' || x.version, ',' order by x.id)) from unnest(p_shares) x
$$;

-- Why a selection cannot be paid, as pay_out answers it; null while it is what was read. Raises 409 'payee_owes' where it comes to
-- nothing: who was paid too much gives back before they are paid.
create function private.selection_refusal(p_territory_id text, p_one jsonb, p_shares private.open_share[])
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_same boolean;
  v_by record;
begin
  if jsonb_typeof(p_one -> 'lines') = 'array' then
    v_same := cardinality(p_shares) = jsonb_array_length(p_one -> 'lines')
      and (select bool_and(p_one -> 'lines' ? (x.id || '.' || x.version)) from unnest(p_shares) x);
  else
    v_same := private.shares_version(p_shares) = p_one ->> 'version';
  end if;
  if coalesce(v_same, false) then
    if (select sum(x.amount) from unnest(p_shares) x) <= 0 then
      perform private.fail(409, 'payee_owes', 'This payee was paid more than they have earned');
    end if;
    return null;
  end if;
  select coalesce(nullif(c.full_name, ''), c.email) as name, p.created_at into v_by
    from public.payouts p left join public.profiles c on c.id = p.created_by
   where p.territory_id = p_territory_id and p.reverses is null and p.currency_code = p_one ->> 'currency'
     and private.payee_key(p.party, p.payee_id, p.service_id) = p_one ->> 'payee' and p.created_at >= (p_one ->> 'as_of')::timestamptz
   order by p.created_at desc limit 1;
  if found then
    return jsonb_build_object('outcome', 'taken', 'payee', p_one ->> 'payee', 'by', v_by.name, 'at', v_by.created_at);
  end if;
  return jsonb_build_object('outcome', 'changed', 'payee', p_one ->> 'payee');
end $$;

-- Takes back what stands of a payout (p_share_id: one line of it) as an entry of its own: its shares are open again. The caller has locked
-- them. → the id of the entry; null where nothing stands of it
create function private.write_reversal(p_payout_id uuid, p_reason text, p_share_id bigint default null)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  p public.payouts;
  v_lines bigint[];
  v_shares bigint[];
  v_entry uuid;
begin
  select * into p from public.payouts x where x.id = p_payout_id;
  select array_agg(l.id), array_agg(l.share_id) into v_lines, v_shares from public.payout_lines l
   where l.payout_id = p.id and (p_share_id is null or l.share_id = p_share_id)
     and not exists (select 1 from public.payout_lines r where r.reverses = l.id);
  if v_lines is null then
    return null;
  end if;
  insert into public.payouts (territory_id, party, payee_id, service_id, currency_code, amount, lines, paid_on, reference, reverses, reason, created_by)
  select p.territory_id, p.party, p.payee_id, p.service_id, p.currency_code, -sum(l.amount), count(*),
         (select (now() at time zone t.time_zone)::date from public.territories t where t.id = p.territory_id), p.reference, p.id, p_reason, auth.uid()
    from public.payout_lines l where l.id = any (v_lines)
  returning id into v_entry;
  insert into public.payout_lines (payout_id, share_id, booking_id, transport_booking_id, territory_id, payee_id, amount, turn, reverses)
  select v_entry, l.share_id, l.booking_id, l.transport_booking_id, l.territory_id, l.payee_id, -l.amount, l.turn, l.id
    from public.payout_lines l where l.id = any (v_lines) order by l.id;
  update private.shares s
     set paid = s.paid - l.amount, version = s.version + 1, payout_id = (
           select x.payout_id from public.payout_lines x
            where x.share_id = s.id and x.reverses is null and not exists (select 1 from public.payout_lines r where r.reverses = x.id)
            order by x.id desc limit 1)
    from public.payout_lines l where l.id = any (v_lines) and s.id = l.share_id;
  perform private.set_share_status(array(
    select coalesce(s.booking_id, s.transport_booking_id) from private.shares s where s.id = any (v_shares) and s.paid <= 0), p.party, 'pending');
  perform private.tell_of_payout(v_entry);
  return v_entry;
end $$;

-- A payout that was a mistake is taken back with a reason: an entry beside it, nothing is deleted. For managers of the territory and
-- admins. Raises 403 'forbidden', 400 'invalid_input' without a reason, 409 'payout_reversed' where nothing stands of it any more.
-- → {id} of the entry. Locks as lock_shares does.
create function private.reverse_payout(p_payout_id uuid, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  p public.payouts;
  v_entry uuid;
begin
  select * into p from public.payouts x where x.id = p_payout_id;
  perform private.require_earner(p.territory_id);
  if coalesce(btrim(p_reason), '') = '' then
    perform private.invalid('Please say why');
  elsif length(btrim(p_reason)) > 300 then
    perform private.invalid('The reason has more than 300 characters');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('pay_out:' || p.territory_id, 0));
  perform private.lock_shares(array(select l.share_id from public.payout_lines l where l.payout_id = p.id));
  v_entry := case when p.reverses is null then private.write_reversal(p.id, btrim(p_reason)) end;
  if v_entry is null then
    perform private.fail(409, 'payout_reversed', 'This payout was already taken back');
  end if;
  perform private.audit('payout_reversed', p.territory_id, 'payouts', p.id::text, jsonb_build_object('amount', p.amount, 'currency',
    p.currency_code, 'reference', p.reference, 'reason', btrim(p_reason)));
  return jsonb_build_object('id', v_entry);
end $$;
create function public.reverse_payout(p_payout_id uuid, p_reason text)
returns jsonb language sql security invoker set search_path = '' as $$ select private.reverse_payout(p_payout_id, p_reason) $$;
grant execute on function private.reverse_payout(uuid, text), public.reverse_payout(uuid, text) to authenticated;

-- Payout of one party's share of one booking, in the list of transactions: an admin, or a manager of the territory. Paid is a payout of
-- today without a reference; another status takes it back. It is paid only while the ledger owes it, the trip may still be ahead. The
-- partner hears of theirs. Raises 403 'forbidden', 404 'booking_not_found', 400 'invalid_input', 409 'payment_disputed' and 'nothing_owed'.
-- Locks as lock_booking does.
create function private.set_payout_status(p_kind text, p_booking_id uuid, p_party text, p_status text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(p_kind, p_booking_id);
  s private.shares;
begin
  perform private.require_earner(b.territory_id);
  if b.id is null then
    perform private.fail(404, 'booking_not_found', 'Booking not found');
  end if;
  if p_party is null or p_party not in ('operator', 'territory', 'partner') or p_status is null or p_status not in ('pending', 'paid', 'cancelled') then
    perform private.invalid('There is no such payout status');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('pay_out:' || b.territory_id, 0));
  -- A refund or a dispute on its way comes before or after, not in between.
  b := private.lock_booking(p_kind, p_booking_id);
  select * into s from private.shares x where coalesce(x.booking_id, x.transport_booking_id) = b.id and x.party = p_party for update;
  if p_status = 'paid' then
    perform private.pay_one_share(b, s);
  else
    perform private.write_reversal(x.payout_id, 'Taken back in the list of transactions', s.id)
       from (select distinct l.payout_id from public.payout_lines l where l.share_id = s.id and l.reverses is null) x;
    perform private.set_share_status(array[b.id], p_party, p_status);
  end if;
  perform private.audit_booking('set_payout_status', b, jsonb_build_object('party', p_party, 'status', p_status));
  return private.booking_state_json(p_kind, p_booking_id) || jsonb_build_object('party', p_party, 'payout_status', p_status);
end $$;
create function public.set_payout_status(p_kind text, p_booking_id uuid, p_party text, p_status text)
returns jsonb language sql security invoker set search_path = '' as $$
  select private.set_payout_status(p_kind, p_booking_id, p_party, p_status)
$$;
grant execute on function private.set_payout_status(text, uuid, text, text), public.set_payout_status(text, uuid, text, text)
  to authenticated;

-- A payout of one share; none where it was paid already. Raises 409 'payment_disputed', and 'nothing_owed' where the ledger has nothing
-- for the party. The caller has locked the booking and the share.
create function private.pay_one_share(b private.booking_facts, s private.shares)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_today date := (select (now() at time zone t.time_zone)::date from public.territories t where t.id = b.territory_id);
  v_share private.open_share;
begin
  perform private.refuse_disputed(b.id);
  if s.id is null or s.earned <= 0 then
    perform private.fail(409, 'nothing_owed', 'Nothing is owed to this party for this booking');
  elsif s.paid > 0 then
    return; -- what was refunded since is a line of the next payout
  end if;
  perform private.set_share_status(array[b.id], s.party, 'pending'); -- it may be one that was cancelled by hand
  select x.* into v_share from private.open_shares(array[s.id]) x;
  perform private.write_payout(array[v_share], v_today, null, null);
end $$;

-- The life of a booking after it was made: one table of transitions, and the functions that follow it. Staff may set any
-- status from any status; what that does to seats and money is what the table says.

create table private.booking_transitions (
  from_status text not null,
  to_status text not null,
  actor text not null check (actor in ('tourist', 'staff', 'check_in', 'system')),
  seats text not null check (seats in ('keep', 'free', 'take')),
  -- collect: cash was received. return: what was paid goes back. undo: cash was not received after all.
  money text not null check (money in ('keep', 'collect', 'return', 'undo')),
  primary key (from_status, to_status, actor)
);
alter table private.booking_transitions enable row level security;

-- Staff: any status from any status.
insert into private.booking_transitions (from_status, to_status, actor, seats, money)
select f, t, 'staff',
       case when private.is_live(f) and not private.is_live(t) then 'free' when not private.is_live(f) and private.is_live(t) then 'take' else 'keep' end,
       case when not private.is_live(t) then 'return' when t = 'paid' then 'collect' when t = 'ordered' then 'undo' else 'keep' end
  from unnest('{ordered,paid,confirmed,checked_in,no_show,cancelled,refunded}'::text[]) f,
       unnest('{ordered,paid,confirmed,checked_in,no_show,cancelled,refunded}'::text[]) t
 where f <> t;

insert into private.booking_transitions (from_status, to_status, actor, seats, money) values
  ('ordered', 'cancelled', 'tourist', 'free', 'return'),
  ('paid', 'cancelled', 'tourist', 'free', 'return'),
  ('confirmed', 'cancelled', 'tourist', 'free', 'return'),
  ('ordered', 'paid', 'system', 'keep', 'collect'),
  ('ordered', 'cancelled', 'system', 'free', 'keep'),
  ('paid', 'refunded', 'system', 'free', 'keep'),
  ('confirmed', 'refunded', 'system', 'free', 'keep'),
  ('checked_in', 'refunded', 'system', 'free', 'keep'),
  ('no_show', 'refunded', 'system', 'free', 'keep'),
  ('cancelled', 'refunded', 'system', 'keep', 'keep'),
  ('ordered', 'checked_in', 'check_in', 'keep', 'keep'),
  ('paid', 'checked_in', 'check_in', 'keep', 'keep'),
  ('confirmed', 'checked_in', 'check_in', 'keep', 'keep'),
  ('ordered', 'no_show', 'check_in', 'keep', 'keep'),
  ('paid', 'no_show', 'check_in', 'keep', 'keep'),
  ('confirmed', 'no_show', 'check_in', 'keep', 'keep'),
  ('ordered', 'paid', 'check_in', 'keep', 'collect'),
  -- Taken back (undo_arrival): to what it was, and to what its money says.
  ('checked_in', 'ordered', 'check_in', 'keep', 'undo'),
  ('checked_in', 'paid', 'check_in', 'keep', 'keep'),
  ('checked_in', 'confirmed', 'check_in', 'keep', 'undo'),
  ('no_show', 'ordered', 'check_in', 'keep', 'keep'),
  ('no_show', 'paid', 'check_in', 'keep', 'keep'),
  ('no_show', 'confirmed', 'check_in', 'keep', 'keep'),
  -- A refund that the bank returned.
  ('refunded', 'cancelled', 'system', 'keep', 'keep');

-- A revived booking takes seats again, and a refund that nobody has begun is called off. Raises 409 'sold_out'. The caller has locked the
-- booking.
create function private.revive_booking(b private.booking_facts)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_seats int := private.sell_free_seats(b.departure_id, b.num_people, b.booking_type);
begin
  if v_seats is null then
    perform private.fail(409, 'sold_out', 'The seats of this booking have been taken by others');
  end if;
  update public.bookings set seats = v_seats where id = b.booking_id;
  update public.transport_bookings set seats = v_seats where id = b.transport_booking_id;
  delete from private.stripe_ops o
   where o.payment_intent_id = (private.payment_of(b.id)).payment_intent_id and o.op like 'refund:%' and o.state = 'queued' and o.attempts = 0;
end $$;

-- What a booking reads of its money in a status: of a live one what the books say, for cash as for cards, so that no change of the status
-- erases a payment. Of one that has ended: 'refunded' is completed, and a card is while Stripe has its money.
create function private.payment_status_for(b private.booking_facts, p_to text)
returns text language plpgsql stable security definer set search_path = '' as $$
declare
  p private.payments := private.payment_of(b.id);
  v_paid boolean;
begin
  if private.is_live(p_to) then
    v_paid := coalesce(p.captured_minor > p.refunded_minor, false);
  elsif p.method = 'card' then
    v_paid := p.captured_minor > 0;
  else
    v_paid := p_to = 'refunded';
  end if;
  return case when v_paid then 'completed' else 'pending' end;
end $$;

-- Writes an arrival ('checked_in', 'no_show'), or takes one back ('pending'): who did it, and when. The caller has locked the booking.
create function private.set_arrival(b private.booking_facts, p_to text)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if p_to = b.check_in_status then
    return;
  end if;
  update public.bookings
     set check_in_status = p_to, checked_in_at = case when p_to <> 'pending' then now() end, checked_in_by = case when p_to <> 'pending' then auth.uid() end
   where id = b.booking_id;
  update public.transport_bookings
     set check_in_status = p_to, checked_in_at = case when p_to <> 'pending' then now() end, checked_in_by = case when p_to <> 'pending' then auth.uid() end
   where id = b.transport_booking_id;
end $$;

-- What a status that staff set says of the arrival: 'confirmed' that they are still to come. 'ordered' and 'paid' say something of the
-- money alone.
create function private.align_arrival(b private.booking_facts, p_to text)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if p_to in ('checked_in', 'no_show') then
    perform private.set_arrival(b, p_to);
  elsif p_to = 'confirmed' then
    perform private.set_arrival(b, 'pending');
  end if;
end $$;

-- Tells the tourist of a new status: a notification; the e-mail of a cancellation is the event's (mail_booking_event). Of a no-show also
-- what to do if it is not true. A newer one of the arrival takes the place of the unread one before it, and so does one of the status; what
-- says that the booking has ended, or that cash is out of the books again, stays until it is read.
create function private.notify_status(b private.booking_facts, p_to text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_stays boolean := not private.is_live(p_to) or (p_to = 'ordered' and b.payment_method = 'cash' and b.payment_status = 'completed');
begin
  perform private.queue_notification('status:' || gen_random_uuid(), b.tourist_id, 'booking', 'Booking ' || replace(p_to, '_', ' '),
    format('Your booking for %s on %s is now %s', b.title, private.long_date(b.booking_date), replace(p_to, '_', ' '))
      || case when p_to = 'no_show' then '. If you were there, say so in the messages of this booking.' else '' end, b,
    case when not v_stays then case when p_to in ('checked_in', 'no_show') then 'arrival:' else 'status:' end || b.id end);
end $$;

-- How a booking ended the last time, and what its endings promised to give back, less what a revival has called off: amounts of the
-- booking's currency. `actor` ('tourist', 'staff', 'system') is null where it never ended.
create function private.last_ending(b private.booking_facts, out actor text, out amount numeric, out promised numeric)
language sql stable security definer set search_path = '' as $$
  with steps as (
    select e.id, e.detail, private.is_live(e.to_status) as live from public.booking_events e
     where (e.booking_id = b.booking_id or e.transport_booking_id = b.transport_booking_id) and e.from_status is not null
       and private.is_live(e.from_status) <> private.is_live(e.to_status))
  select (select coalesce(x.detail ->> 'by', 'system') from steps x where not x.live order by x.id desc limit 1),
         (select (x.detail ->> 'refund_amount')::numeric from steps x where not x.live order by x.id desc limit 1),
         coalesce(sum((x.detail ->> 'refund_amount')::numeric) filter (where not x.live), 0)
           - coalesce(sum((x.detail ->> 'called_off')::numeric) filter (where x.live), 0)
    from steps x
$$;

-- Of what the endings of a booking promised, what has gone back or is on its way: no later ending promises it again. In minor units.
create function private.returned_by_endings(b private.booking_facts)
returns bigint language sql stable security definer set search_path = '' as $$
  select least(private.to_minor(greatest((private.last_ending(b)).promised, 0), b.currency_code), m.refunded + m.on_its_way)
    from private.money_of(b) m
$$;

-- What a status that staff choose does, before it does it: what the question shows and what set_booking_status follows.
-- money: 'release' (a card that is only blocked is let go), 'refund' (to the card), 'hand_back' (cash), 'collect' (cash is written down),
-- 'undo' (it was not received after all), 'called_off' (a refund that nobody has begun), 'unpaid' (what was paid has gone back), 'none'.
-- mail: 'cancelled', 'refund' (when it is done), 'reinstated', or null.
create type private.status_plan as (
  seats text, money text, minor bigint, mail text, needs_reason boolean, guest_cancelled boolean, refusal private.refusal);

create function private.plan_status(b private.booking_facts, p_to text)
returns private.status_plan language plpgsql stable security definer set search_path = '' as $$
declare
  v_step private.booking_transitions;
  p private.payments := private.payment_of(b.id);
  v_end record;
  v private.status_plan := ('keep', 'none', 0, null, false, false, null)::private.status_plan;
begin
  if b.status = p_to then
    return v;
  end if;
  select * into v_step from private.booking_transitions where from_status = b.status and to_status = p_to and actor = 'staff';
  if not found then
    perform private.invalid('There is no such booking status');
  end if;
  select * into v_end from private.last_ending(b);
  v.seats := v_step.seats;
  if v_step.money = 'return' then
    select x.money, x.minor into v.money, v.minor from private.plan_return(b, p, p_to) x;
  elsif v_step.seats = 'take' then
    select x.money, x.minor into v.money, v.minor from private.plan_revival(b, p) x;
    v.guest_cancelled := coalesce(v_end.actor = 'tourist', false);
  end if;
  if v_step.money = 'undo' and b.payment_method = 'cash' and p.id is not null then
    if private.sale_to_undo(b) is not null then
      v.money := 'undo';
      v.minor := p.amount_minor;
    elsif private.refundable_minor(p) > 0 then
      v.money := 'hand_back';
      v.minor := private.refundable_minor(p);
    end if;
  elsif v_step.money = 'collect' and p.payment_intent_id is null and coalesce(p.captured_minor <= p.refunded_minor, true) then
    v.money := 'collect';
    v.minor := private.to_minor(b.total_price, b.currency_code);
  elsif v_step.money = 'collect' and p.status in ('succeeded', 'canceled') and v.money <> 'called_off' and p.captured_minor <= p.refunded_minor + (
      select coalesce(sum(o.amount_minor), 0) from private.stripe_ops o
       where o.payment_intent_id = p.payment_intent_id and o.op like 'refund:%' and o.state = 'queued') then
    v.refusal := (409, 'money_went_back',
      'The money of this booking went back to the card: it cannot read Paid. Choose Confirmed or Ordered to bring it back unpaid.', null)::private.refusal;
  end if;
  if v.seats = 'take' then
    v.mail := 'reinstated';
  elsif v.seats = 'free' then
    v.mail := case when p_to = 'refunded' and v.money in ('refund', 'hand_back') then 'refund' else 'cancelled' end;
  elsif v.money in ('refund', 'hand_back') then
    v.mail := 'refund';
  end if;
  if p_to in ('checked_in', 'no_show') then
    v.refusal := private.arrival_refusal(b, p_to);
    if (v.refusal).code = 'arrival_too_late' then
      v.needs_reason := true;
      v.refusal := null;
    end if;
  end if;
  return v;
end $$;

-- What goes back when a booking ends, or has ended. Of one that its guest had cancelled, and that was brought back, as much as they were
-- promised, not all.
create function private.plan_return(b private.booking_facts, p private.payments, p_to text, out money text, out minor bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_end record;
begin
  money := 'none';
  minor := 0;
  if p.id is null then
    return;
  elsif p.payment_intent_id is not null and p.status not in ('succeeded', 'canceled') then
    money := 'release';
    minor := p.amount_minor;
    return;
  end if;
  select * into v_end from private.last_ending(b);
  minor := greatest(private.refundable_minor(p), 0);
  if p_to = 'cancelled' and private.is_live(b.status) and v_end.actor = 'tourist' then
    minor := least(minor, greatest(0, private.to_minor(coalesce(v_end.amount, 0), b.currency_code) - private.returned_by_endings(b)));
  end if;
  if minor > 0 then
    money := case when p.payment_intent_id is null then 'hand_back' else 'refund' end;
  end if;
end $$;

-- What is left of the money of a booking that comes back.
create function private.plan_revival(b private.booking_facts, p private.payments, out money text, out minor bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  money := 'none';
  minor := (select coalesce(sum(o.amount_minor), 0) from private.stripe_ops o
             where o.payment_intent_id = p.payment_intent_id and o.op like 'refund:%' and o.state = 'queued' and o.attempts = 0);
  if minor > 0 then
    money := 'called_off';
  elsif p.payment_intent_id is not null and p.status in ('succeeded', 'canceled') and private.refundable_minor(p) <= 0 then
    money := 'unpaid';
    minor := private.to_minor(b.total_price, b.currency_code);
  end if;
end $$;

-- The question before a status is set: {from, to, seats, money, amount, currency_code, currency_symbol, mail, told, needs_reason, upcoming,
-- guest_cancelled, refusal}. told: there is somebody to tell. upcoming: the departure has not left. refusal: {code, message}, why it will
-- be refused, or null. Raises 403 'forbidden', 404 'booking_not_found'.
create function private.preview_booking_status(p_kind text, p_booking_id uuid, p_status text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(p_kind, p_booking_id);
  v private.status_plan;
begin
  perform private.require_territory(b.territory_id);
  if b.id is null then
    perform private.fail(404, 'booking_not_found', 'Booking not found');
  end if;
  v := private.plan_status(b, p_status);
  return jsonb_build_object('from', b.status, 'to', p_status, 'seats', v.seats, 'money', v.money,
    'amount', private.from_minor(v.minor, b.currency_code), 'currency_code', b.currency_code,
    'currency_symbol', private.currency_symbol(b.currency_code), 'mail', v.mail, 'told', b.tourist_id is not null,
    'needs_reason', v.needs_reason, 'upcoming', private.starts_at(b) > now(), 'guest_cancelled', v.guest_cancelled,
    'refusal', case when (v.refusal).code is not null then jsonb_build_object('code', (v.refusal).code, 'message', (v.refusal).message) end);
end $$;
create function public.preview_booking_status(p_kind text, p_booking_id uuid, p_status text)
returns jsonb language sql stable security invoker set search_path = '' as $$
  select private.preview_booking_status(p_kind, p_booking_id, p_status)
$$;
grant execute on function private.preview_booking_status(text, uuid, text), public.preview_booking_status(text, uuid, text) to authenticated;

-- Somebody was faster: 409 'status_changed', by name where it is known.
create function private.fail_status_changed(b private.booking_facts)
returns void language plpgsql stable security definer set search_path = '' as $$
declare
  v_status text := initcap(replace(b.status, '_', ' '));
  v_actor text := (
    select case when e.actor_id = auth.uid() then 'You' else coalesce(nullif(c.full_name, ''), 'Somebody') end
      from public.booking_events e left join public.profile_cards c on c.id = e.actor_id
     where (e.booking_id = b.booking_id or e.transport_booking_id = b.transport_booking_id) and e.to_status = b.status
       and e.actor_id is not null order by e.id desc limit 1);
begin
  perform private.fail(409, 'status_changed',
    case when v_actor is null then format('This booking is %s by now', v_status) else format('%s set this to %s', v_actor, v_status) end);
end $$;

-- Staff set a status; private.plan_status says what follows for seats and money. p_reason stands in the history and in the audit log.
-- p_from and p_amount: what the page showed, null where it showed nothing; raises 409 'status_changed' and 'quote_changed' when it is
-- another by now. Raises 403 'forbidden', 404 'booking_not_found', 409 'sold_out' when the seats are gone, 'money_went_back',
-- 'check_in_too_early' and 'no_show_too_early', 400 'arrival_reason_required'. Locks as lock_booking does.
create function private.set_booking_status(p_kind text, p_booking_id uuid, p_status text, p_reason text, p_from text, p_amount numeric)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.lock_booking_for_staff(p_kind, p_booking_id);
  v private.status_plan;
  v_amount numeric;
  v_reason text := nullif(btrim(p_reason), '');
begin
  if b.status = p_status then
    return private.booking_state_json(p_kind, p_booking_id);
  elsif length(v_reason) > 500 then
    perform private.invalid('A reason has at most 500 characters');
  elsif p_from <> b.status then
    perform private.fail_status_changed(b);
  end if;
  v := private.plan_status(b, p_status);
  v_amount := private.from_minor(v.minor, b.currency_code);
  if (v.refusal).code is not null then
    perform private.raise_refusal(v.refusal);
  elsif v.needs_reason and v_reason is null then
    perform private.fail(400, 'arrival_reason_required', 'The day of this departure is over. Please say why its arrival is set now.');
  elsif p_amount <> v_amount then
    perform private.fail(409, 'quote_changed', 'The refund for this booking has changed');
  end if;
  if v.seats = 'free' then
    perform private.free_seats(b.departure_id, b.seats, 'sold');
  elsif v.seats = 'take' then
    perform private.revive_booking(b);
  end if;
  if v.money in ('release', 'refund', 'hand_back') then
    perform private.return_money(b, v.minor, 'staff');
  elsif v.money = 'undo' then
    perform private.undo_sale(b);
  elsif v.money = 'collect' then
    perform private.record_sale(p_kind, p_booking_id);
  end if;
  perform private.align_arrival(b, p_status);
  perform private.move_booking(p_kind, p_booking_id, p_status, private.payment_status_for(b, p_status), auth.uid(),
    jsonb_strip_nulls(jsonb_build_object('by', 'staff', 'note', v_reason,
      'refund_amount', case when v.seats = 'free' or v.money in ('refund', 'hand_back') then v_amount end,
      'called_off', case when v.money = 'called_off' then v_amount end)));
  perform private.audit_booking('set_booking_status', b, jsonb_strip_nulls(jsonb_build_object('from', b.status, 'to', p_status,
    'reason', v_reason, 'refund_amount', case when v.money in ('refund', 'hand_back') then v_amount end,
    'currency_code', case when v.money in ('refund', 'hand_back') then b.currency_code end)));
  if v.mail = 'reinstated' then
    perform private.notify_reinstated(b, p_status);
  else
    perform private.notify_status(b, p_status);
  end if;
  return private.booking_state_json(p_kind, p_booking_id);
end $$;
create function public.set_booking_status(p_kind text, p_booking_id uuid, p_status text, p_reason text default null,
  p_from text default null, p_amount numeric default null)
returns jsonb language sql security invoker set search_path = '' as $$
  select private.set_booking_status(p_kind, p_booking_id, p_status, p_reason, p_from, p_amount)
$$;
grant execute on function private.set_booking_status(text, uuid, text, text, text, numeric),
  public.set_booking_status(text, uuid, text, text, text, numeric) to authenticated;

-- Tells the tourist that a booking that had ended stands again; the e-mail is the event's. It stays until it is read: nobody travels, or
-- pays, without knowing.
create function private.notify_reinstated(b private.booking_facts, p_to text)
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_notification('status:' || gen_random_uuid(), b.tourist_id, 'booking', 'Booking reinstated',
    format('Your booking for %s on %s stands again: %s. If you do not want it, say so in its messages or cancel it.', b.title,
      private.long_date(b.booking_date), replace(p_to, '_', ' ')), b);
end $$;

-- The moment at which a departure leaves. One without a time may leave until the end of its day: until then it can be booked and
-- cancelled, and nobody is missing yet.
create function private.departure_moment(p_date date, p_start time, p_time_zone text)
returns timestamptz language sql stable set search_path = '' as $$
  select (p_date + coalesce(p_start, time '24:00')) at time zone p_time_zone
$$;

-- The moment at which a booking's departure leaves.
create function private.starts_at(b private.booking_facts)
returns timestamptz language sql stable security definer set search_path = '' as $$
  select private.departure_moment(b.booking_date, b.start_time, t.time_zone) from public.territories t where t.id = b.territory_id
$$;

-- When arrivals are set (docs/product.md, Check-in): that somebody came, from three hours before the departure on, without a time from
-- the beginning of its day; that somebody did not, from the departure on; both until noon of the next day. All on the territory's clocks.
create function private.arrival_window(p_date date, p_start time, p_time_zone text,
  out check_in_from timestamptz, out no_show_from timestamptz, out arrival_until timestamptz)
language sql stable set search_path = '' as $$
  select case when p_start is null then p_date::timestamp at time zone p_time_zone
              else private.departure_moment(p_date, p_start, p_time_zone) - interval '3 hours' end,
         private.departure_moment(p_date, p_start, p_time_zone),
         (p_date + 1 + time '12:00') at time zone p_time_zone
$$;

-- '5:00 AM on Mon, Nov 23', on the clocks of a territory.
create function private.clock_text(p_at timestamptz, p_time_zone text)
returns text language sql stable set search_path = '' as $$
  select to_char(p_at at time zone p_time_zone, 'FMHH12:MI AM "on" FMDy, FMMon FMDD')
$$;

-- Why an arrival cannot be set now, or null: 409 'check_in_too_early', 'no_show_too_early' or 'arrival_too_late', with the moment that
-- decides as `at` in its details. p_action: 'checked_in' or 'no_show'. Asked after the rights.
create function private.arrival_refusal(b private.booking_facts, p_action text)
returns private.refusal language plpgsql stable security definer set search_path = '' as $$
declare
  v_zone text := (select t.time_zone from public.territories t where t.id = b.territory_id);
  w record;
begin
  select * into w from private.arrival_window(b.booking_date, b.start_time, v_zone);
  if now() >= w.arrival_until then
    return (409, 'arrival_too_late', format('Arrivals could be set until %s. Staff can still do it in the list of bookings, with a reason.',
      private.clock_text(w.arrival_until, v_zone)), jsonb_build_object('at', w.arrival_until))::private.refusal;
  elsif p_action = 'no_show' and now() < w.no_show_from then
    return (409, 'no_show_too_early', format('You can mark a no-show from %s', private.clock_text(w.no_show_from, v_zone)),
      jsonb_build_object('at', w.no_show_from))::private.refusal;
  elsif p_action = 'checked_in' and now() < w.check_in_from then
    return (409, 'check_in_too_early', format('You can check in from %s', private.clock_text(w.check_in_from, v_zone)),
      jsonb_build_object('at', w.check_in_from))::private.refusal;
  end if;
  return null;
end $$;

-- Cancelling a booking: the terms as they were sold, the quote, and the cancellation by the tourist or by staff.

-- Percent that goes back when the tourist cancels this long before the start, by private.refund_steps.
create function private.refund_percent(p_policy text, p_before interval)
returns int language sql immutable set search_path = '' as $$
  select coalesce(max(s.percent), 0) from private.refund_steps(p_policy) s where p_before >= s.hours * interval '1 hour'
$$;

-- What cancelling now would give, as jsonb; for a booking that is over, what it was cancelled with.
create function private.cancellation_terms(b private.booking_facts)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  p private.payments := private.payment_of(b.id);
  m record;
  t public.territories;
  v_start timestamptz := private.starts_at(b);
  v_percent int := private.refund_percent(b.cancellation_policy, v_start - now());
  v_taken boolean := p.id is not null and (p.payment_intent_id is null or p.status in ('succeeded', 'canceled'));
  v_minor bigint := 0;
  v_amount numeric;
begin
  select * into m from private.money_of(b);
  select * into t from public.territories where id = b.territory_id;
  if p.payment_intent_id is not null and not v_taken then
    v_percent := 100; -- only authorised: nothing was taken
    v_minor := p.amount_minor;
  elsif p.id is not null then
    -- Cancelled before and brought back: what went back then is a part of what the policy gives.
    v_minor := least(private.refundable_minor(p), greatest(0, trunc(p.amount_minor * v_percent / 100.0)::bigint - private.returned_by_endings(b)));
  end if;
  v_amount := private.from_minor(v_minor, b.currency_code);
  if not private.is_live(b.status) then
    -- It is over: what it was cancelled with, not what cancelling now would give.
    v_amount := coalesce((
      select (e.detail ->> 'refund_amount')::numeric from public.booking_events e
       where (e.booking_id = b.booking_id or e.transport_booking_id = b.transport_booking_id) and e.to_status = 'cancelled'
       order by e.id desc limit 1), private.from_minor(m.refunded + m.on_its_way, b.currency_code));
    v_minor := private.to_minor(v_amount, b.currency_code);
  end if;
  return jsonb_build_object(
    'kind', b.kind, 'booking_id', b.id, 'policy', b.cancellation_policy, 'starts_at', v_start, 'time_zone', t.time_zone,
    'can_cancel', b.check_in_status = 'pending' and v_start > now() and exists (
      select 1 from private.booking_transitions x where x.from_status = b.status and x.to_status = 'cancelled' and x.actor = 'tourist'),
    'refund_percent', v_percent, 'refund_amount', v_amount,
    'fee_amount', case when v_taken then private.from_minor(greatest(0, m.paid - case when private.is_live(b.status)
      then m.refunded + m.on_its_way + v_minor else greatest(m.refunded + m.on_its_way, v_minor) end), b.currency_code) else 0 end,
    'paid_amount', private.from_minor(m.paid, b.currency_code),
    -- Until when this refund stands, and every step of the policy.
    'deadline', (select min(v_start - s.hours * interval '1 hour') from private.refund_steps(b.cancellation_policy) s
                  where v_start - s.hours * interval '1 hour' > now()),
    'steps', (select jsonb_agg(jsonb_build_object('percent', s.percent, 'until', v_start - s.hours * interval '1 hour') order by s.percent desc)
                from private.refund_steps(b.cancellation_policy) s),
    'total_price', b.total_price, 'payment_method', b.payment_method, 'currency_code', b.currency_code,
    'currency_symbol', private.currency_symbol(b.currency_code));
end $$;

-- The tourist's own booking. Anybody else's does not exist. Raises 401 'not_signed_in' or 404 'booking_not_found'.
create function private.own_booking(p_kind text, p_booking_id uuid)
returns private.booking_facts language plpgsql stable security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(p_kind, p_booking_id);
begin
  if auth.uid() is null then
    perform private.fail(401, 'not_signed_in', 'Please log in');
  end if;
  if b.id is null or b.tourist_id is distinct from auth.uid() then
    perform private.fail(404, 'booking_not_found', 'Booking not found');
  end if;
  return b;
end $$;

-- What cancelling now would give the caller. Raises what own_booking does.
create function private.quote_cancellation(p_kind text, p_booking_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select private.cancellation_terms(private.own_booking(p_kind, p_booking_id))
$$;
create function public.quote_cancellation(p_kind text, p_booking_id uuid)
returns jsonb language sql stable security invoker set search_path = '' as $$
  select private.quote_cancellation(p_kind, p_booking_id)
$$;
grant execute on function private.quote_cancellation(text, uuid), public.quote_cancellation(text, uuid) to authenticated;

-- The tourist cancels. p_refund_amount: what the page showed; raises 409 'quote_changed' when it is another by now, and 409
-- 'too_late_to_cancel'. A booking that is over answers with its state to who asks for what it was ended with: the answer before may have
-- been lost. Locks as lock_booking does.
create function private.cancel_booking(p_kind text, p_booking_id uuid, p_refund_amount numeric)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.own_booking(p_kind, p_booking_id);
  v_terms jsonb;
  v_refund numeric;
  v_host uuid;
begin
  b := private.lock_booking(p_kind, p_booking_id);
  v_terms := private.cancellation_terms(b);
  v_refund := (v_terms ->> 'refund_amount')::numeric;
  if private.is_live(b.status) and not (v_terms ->> 'can_cancel')::boolean then
    perform private.fail(409, 'too_late_to_cancel', 'This booking can no longer be cancelled');
  elsif p_refund_amount is not null and p_refund_amount <> v_refund then
    perform private.fail(409, 'quote_changed', 'The refund for this booking has changed');
  elsif not private.is_live(b.status) then
    return v_terms || private.booking_state_json(p_kind, p_booking_id);
  end if;
  perform private.free_seats(b.departure_id, b.seats, 'sold');
  -- Cash that was handed over is handed back by a person, who then writes it down (refund_booking).
  if b.payment_method = 'card' then
    perform private.return_money(b, private.to_minor(v_refund, b.currency_code), 'tourist');
  end if;
  perform private.move_booking(p_kind, p_booking_id, 'cancelled', null, auth.uid(), jsonb_build_object('by', 'tourist', 'refund_amount', v_refund));
  perform private.close_passports(b, now());
  for v_host in select h from private.conversation_hosts(p_kind, b.territory_id, b.guide_id) h loop
    perform private.queue_notification('cancelled-host:' || b.id || ':' || v_host, v_host,
      case p_kind when 'transport' then 'ride_cancelled' else 'guest_cancelled' end, 'Booking cancelled',
      format('%s on %s: %s guests cancelled', b.title, private.long_date(b.booking_date), b.num_people), b);
  end loop;
  return v_terms || private.booking_state_json(p_kind, p_booking_id);
end $$;
create function public.cancel_booking(p_kind text, p_booking_id uuid, p_refund_amount numeric default null)
returns jsonb language sql security invoker set search_path = '' as $$
  select private.cancel_booking(p_kind, p_booking_id, p_refund_amount)
$$;
grant execute on function private.cancel_booking(text, uuid, numeric), public.cancel_booking(text, uuid, numeric) to authenticated;

-- What goes back, and until when before the start. flexible: all until 24 h; moderate: all until 72 h, half until 24 h; strict:
-- half until 7 days. src/features/catalogue/cancellation-policy.ts holds the same table, to say it on a page; this one decides.
create function private.refund_steps(p_policy text)
returns table (percent int, hours int) language sql immutable set search_path = '' as $$
  select s.percent, s.hours
    from (values ('flexible', 100, 24), ('moderate', 100, 72), ('moderate', 50, 24), ('strict', 50, 168)) s (policy, percent, hours)
   where s.policy = case when p_policy in ('flexible', 'strict') then p_policy else 'moderate' end
$$;

-- Staff cancel, whatever the policy says: all goes back (null), a part, or nothing (0). A payment that is only authorised is let go.
-- A booking that is over answers with its state to who asks for what it was ended with, and raises 409 'quote_changed' to who asks for
-- something else, as that is not done. Raises 400 'invalid_input', 409 'refund_too_large', and what lock_booking_for_staff raises; locks
-- as that does.
create function private.staff_cancel_booking(p_kind text, p_booking_id uuid, p_refund_amount numeric)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.lock_booking_for_staff(p_kind, p_booking_id);
  p private.payments;
  v_terms jsonb;
  v_minor bigint := 0;
  v_amount numeric;
begin
  p := private.payment_of(p_booking_id);
  if not private.is_live(b.status) then
    v_terms := private.cancellation_terms(b);
    if p_refund_amount <> (v_terms ->> 'refund_amount')::numeric
       or (p_refund_amount is null and p.id is not null and private.refundable_minor(p) > 0) then
      perform private.fail(409, 'quote_changed', 'The refund for this booking has changed');
    end if;
    return v_terms || private.booking_state_json(p_kind, p_booking_id);
  end if;
  if p.id is not null and p.payment_intent_id is not null and p.status not in ('succeeded', 'canceled') then
    v_minor := private.return_money(b, null, 'staff');
  elsif p.id is not null then
    v_minor := private.input_refund(b, p_refund_amount, private.refundable_minor(p));
    perform private.return_money(b, v_minor, 'staff');
  elsif coalesce(p_refund_amount, 0) <> 0 then
    perform private.fail(409, 'refund_too_large', 'Nothing was paid for this booking');
  end if;
  v_amount := private.from_minor(v_minor, b.currency_code);
  perform private.free_seats(b.departure_id, b.seats, 'sold');
  perform private.move_booking(p_kind, p_booking_id, 'cancelled', null, auth.uid(), jsonb_build_object('by', 'staff', 'refund_amount', v_amount));
  perform private.notify_status(b, 'cancelled');
  perform private.audit_booking('cancel_booking', b, jsonb_build_object('refund_amount', v_amount, 'currency_code', b.currency_code));
  return private.cancellation_terms(private.booking(p_kind, p_booking_id)) || private.booking_state_json(p_kind, p_booking_id);
end $$;
create function public.staff_cancel_booking(p_kind text, p_booking_id uuid, p_refund_amount numeric default null)
returns jsonb language sql security invoker set search_path = '' as $$
  select private.staff_cancel_booking(p_kind, p_booking_id, p_refund_amount)
$$;
grant execute on function private.staff_cancel_booking(text, uuid, numeric), public.staff_cancel_booking(text, uuid, numeric)
  to authenticated;

-- The QR code at the meeting point: who may look, what they see, one check-in and no more.
--
-- A wrong code, a booking of somebody else's and a booking that does not exist give one answer. Failed attempts are counted, so
-- the functions that take a code answer with private.reply_error, which keeps what was written, instead of raising.

create table private.check_in_attempts (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  booking_id uuid not null, -- as it was asked for; it need not exist
  at timestamptz not null default now()
);
create index check_in_attempts_user_idx on private.check_in_attempts (user_id, at);
create index check_in_attempts_booking_idx on private.check_in_attempts (booking_id, at);
alter table private.check_in_attempts enable row level security;

-- Null when the caller may check in this booking, else the error to answer with. Allowed: staff of the territory, the guide of the
-- booking, the shuttle managers, and the driver of the departure, on its day and while its arrivals are set.
create function private.check_in_refusal(b private.booking_facts)
returns private.refusal language plpgsql stable security definer set search_path = '' as $$
declare
  v_zone text := (select t.time_zone from public.territories t where t.id = b.territory_id);
  v_forbidden private.refusal := (403, 'check_in_forbidden', 'You do not have permission to check in passengers', null);
begin
  if b.territory_id = any (private.my_territories('staff')) then
    return null;
  end if;
  if b.kind = 'experience' and private.has_role('tour_guide') then
    -- Who left the territory and guides elsewhere now is nobody to its guests.
    if b.guide_id = auth.uid() and b.territory_id = any (private.my_territories('guide')) then
      return null;
    end if;
    return (403, 'check_in_not_assigned', 'You are not assigned to this experience', null)::private.refusal;
  end if;
  if b.kind = 'transport' and b.territory_id = any (private.my_territories('shuttle')) then
    return null;
  end if;
  -- What leaves after midnight is boarded the evening before, on no day that is its own.
  if b.kind = 'transport' and private.drives(b.service_id, b.booking_date)
     and (private.departure_is_near(b.booking_date, b.start_time, v_zone, 0)
          or exists (select 1 from private.arrival_window(b.booking_date, b.start_time, v_zone) w
                      where now() >= w.check_in_from and now() < w.arrival_until)) then
    return null;
  end if;
  if private.has_role('territory_manager') or private.has_role('territory_staff') or private.has_role('shuttle_manager') then
    return (403, 'check_in_wrong_territory', 'You do not have permission to check in passengers for this territory', null)::private.refusal;
  end if;
  if private.has_role('tour_guide') then
    return (403, 'check_in_not_assigned', 'You are not assigned to this experience', null)::private.refusal;
  end if;
  return v_forbidden;
end $$;

-- A person has to mistype a lot to get here; a program that guesses gets here at once. Those whose booking it is are not
-- stopped by what others tried on it.
create function private.too_many_attempts(p_booking_id uuid, p_may boolean)
returns boolean language sql stable security definer set search_path = '' as $$
  select (select count(*) from private.check_in_attempts where user_id = auth.uid() and at > now() - interval '15 minutes')
        >= private.limit_value('check_in.person')
      or (not p_may and
          (select count(*) from private.check_in_attempts where booking_id = p_booking_id and at > now() - interval '1 hour')
        >= private.limit_value('check_in.booking'))
$$;

-- Before somebody tries a code: one try of a person at a time, so that each of them counts. A request that only reads (GET) is refused here,
-- as it could not write a wrong one down and would tell it from a right one. Locks the caller.
create function private.queue_attempt()
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.profiles p where p.id = auth.uid() for no key update;
end $$;

-- Finds the booking for a caller who has its code, drivers included. Either the booking's kind, or an error to answer with. Raises 401
-- 'not_signed_in' and 403 'check_in_forbidden'; answers 429 'too_many_attempts', 404 'invalid_check_in_code', 404 'booking_not_found'
-- for an id that no booking has (which counts as a wrong code), and what check_in_refusal says. Locks the caller.
create function private.open_check_in(p_booking_id uuid, p_code text, out kind text, out error jsonb)
language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts;
  v_refusal private.refusal;
begin
  if auth.uid() is null then
    perform private.fail(401, 'not_signed_in', 'Authentication Required: Please log in to check in passengers.');
  end if;
  perform private.require_check_in_role();
  perform private.queue_attempt();
  select f.* into b from private.booking_facts f where f.id = p_booking_id;
  v_refusal := case when b.id is null then (404, '', '', null)::private.refusal else private.check_in_refusal(b) end;
  if private.too_many_attempts(p_booking_id, v_refusal.status is null) then
    error := private.reply_error(429, 'too_many_attempts', 'Too many attempts. Please wait a few minutes.');
  elsif b.id is null or not private.is_ticket_code(b, p_code) then
    if p_booking_id is not null then
      insert into private.check_in_attempts (user_id, booking_id) values (auth.uid(), p_booking_id);
    end if;
    error := case when b.id is null
      then private.reply_error(404, 'booking_not_found', 'This booking could not be found or has expired.')
      else private.reply_error(404, 'invalid_check_in_code', 'Invalid check-in code') end;
  elsif v_refusal.status is not null then
    v_refusal.details := private.belongs_elsewhere(b);
    error := private.reply_refusal(v_refusal);
  else
    kind := b.kind;
  end if;
end $$;

-- Whether a code is the ticket's: all of it, or, from those in whose territory the booking is, its first eight digits, which a guest can
-- say aloud. Four billion of these against 30 wrong ones in 15 minutes: who says them has read them off the ticket.
create function private.is_ticket_code(b private.booking_facts, p_code text)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.booking_codes c
     where (c.booking_id = b.booking_id or c.transport_booking_id = b.transport_booking_id)
       and sha256(convert_to(p_code, 'UTF8')) in (sha256(convert_to(c.code, 'UTF8')),
         case when private.is_in_reach(b) then sha256(convert_to(left(c.code, 8), 'UTF8')) end))
$$;

-- Whether the caller checks guests in where the booking is, though perhaps not this one.
create function private.is_in_reach(b private.booking_facts)
returns boolean language sql stable security definer set search_path = '' as $$
  select (private.check_in_refusal(b)).status is null or private.belongs_elsewhere(b) is not null
$$;

-- Where the holder of a ticket belongs, told to a guide or shuttle manager who was shown its code and whose booking it is not: the trip, its
-- hour and who leads it. Those of other territories are told nothing, and nobody who it is or what was paid. Null: nothing to tell.
create function private.belongs_elsewhere(b private.booking_facts)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('title', b.title, 'service_date', b.booking_date, 'start_time', b.start_time,
    'time_zone', (select t.time_zone from public.territories t where t.id = b.territory_id), 'led_by', private.led_by(b))
   where b.territory_id = any (private.my_territories('guide') || private.my_territories('shuttle'))
$$;

-- Who leads the departure of a booking: its guide, or its drivers. Null for nobody.
create function private.led_by(b private.booking_facts)
returns text language sql stable security definer set search_path = '' as $$
  select case b.kind
    when 'experience' then (select c.full_name from public.profiles c where c.id = b.guide_id)
    else nullif(array_to_string(private.departure_driver_names(b.service_id, b.booking_date), ', '), '') end
$$;

-- Why a ticket may belong to another departure than the one that boards now: 'day', 'departure' (another one of its service, or of its
-- guide, is nearer) or 'hour'. Null where it does not. A screen asks before such a ticket counts; arrival_window refuses.
create function private.arrival_doubt(b private.booking_facts)
returns text language plpgsql stable security definer set search_path = '' as $$
declare
  v_zone text := (select t.time_zone from public.territories t where t.id = b.territory_id);
  v_away interval := private.starts_at(b) - now();
begin
  -- What leaves just after midnight boards the evening before.
  if b.booking_date <> (now() at time zone v_zone)::date and (b.start_time is null or v_away < interval '0' or v_away > interval '3 hours') then
    return 'day';
  elsif b.start_time is null then
    return null;
  elsif exists (
    select 1 from private.booking_facts o
     where o.kind = b.kind and o.territory_id = b.territory_id and o.departure_id <> b.departure_id and private.is_live(o.status)
       and o.booking_date between b.booking_date - 1 and b.booking_date + 1 and o.start_time is not null
       and (o.service_id = b.service_id or o.guide_id = b.guide_id)
       and abs(extract(epoch from private.starts_at(o) - now())) < abs(extract(epoch from v_away))) then
    return 'departure';
  end if;
  return case when v_away not between interval '-2 hours' and interval '2 hours' then 'hour' end;
end $$;

-- What check-in shows of a booking depends on who asks: a driver is told no e-mail addresses, of no passports, and of no money but what
-- is to be collected (docs/decisions/0013). Hosts are told who took a passport image away, where somebody did.
create function private.check_in_json(p_kind text, p_booking_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'kind', b.kind, 'booking_id', b.id, 'title', b.title, 'service_date', b.booking_date, 'start_time', b.start_time,
    'num_people', b.num_people, 'booking_type', b.booking_type, 'status', b.status, 'payment_status', b.payment_status,
    'payment_method', b.payment_method, 'total_price', case when host.yes then b.total_price end, 'amount_due', money.due,
    'currency_code', case when host.yes or money.due is not null then b.currency_code end,
    'currency_symbol', case when host.yes or money.due is not null then private.currency_symbol(b.currency_code) end,
    'cash_received_at', cash.at, 'cash_received_by', cash.by,
    'check_in_status', b.check_in_status, 'checked_in_at', b.checked_in_at, 'time_zone', t.time_zone,
    'check_in_from', w.check_in_from, 'no_show_from', w.no_show_from, 'arrival_until', w.arrival_until,
    'checked_in_by', (select c.full_name from public.profiles c where c.id = b.checked_in_by), 'undo_until', private.undo_until(b),
    'led_by', private.led_by(b), 'doubt', private.arrival_doubt(b),
    'tourist', (select jsonb_build_object('full_name', p.full_name, 'avatar_url', p.avatar_url, 'country', p.country)
                         || case when host.yes then jsonb_build_object('email', p.email) else '{}' end
                  from public.profiles p where p.id = b.tourist_id),
    'country', b.country, 'hotel_name', b.hotel_name,
    'hotel_address', (select x.hotel_address from public.bookings x where x.id = b.booking_id),
    'whatsapp_number', b.whatsapp_number, 'speaks_spanish', b.speaks_spanish,
    'passport_required', host.yes and b.passport_required and private.is_live(b.status),
    'passports', case when host.yes and private.is_live(b.status) and b.passport_closed_at is null then b.passports else '{}' end,
    'passport_removed_by', case when host.yes then
      coalesce((select x.passport_removed_by from public.bookings x where x.id = b.booking_id),
               (select x.passport_removed_by from public.transport_bookings x where x.id = b.transport_booking_id)) end,
    'passenger_details', case when host.yes or jsonb_typeof(b.passenger_details) is distinct from 'array' then b.passenger_details
      else (select coalesce(jsonb_agg(p.one - 'email' order by p.n), '[]')
              from jsonb_array_elements(b.passenger_details) with ordinality p (one, n)) end)
  from private.booking_facts b join public.territories t on t.id = b.territory_id
  cross join lateral private.arrival_window(b.booking_date, b.start_time, t.time_zone) w
  cross join lateral (select private.conversation_side(b.kind, b.id) is not distinct from 'host' as yes) host
  cross join lateral (select case when b.payment_status <> 'completed' then b.total_price end as due) money
  left join lateral private.cash_received(b) cash on true
  where b.kind = p_kind and b.id = p_booking_id
$$;

-- What check-in shows of a booking to whoever has its code. A wrong code and a missing right are answered as errors, not raised.
create function private.get_check_in(p_booking_id uuid, p_code text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v record;
begin
  select * into v from private.open_check_in(p_booking_id, p_code);
  return coalesce(v.error, private.check_in_json(v.kind, p_booking_id));
end $$;
create function public.get_check_in(p_booking_id uuid, p_code text)
returns jsonb language sql security invoker set search_path = '' as $$
  select private.get_check_in(p_booking_id, p_code)
$$;
grant execute on function private.get_check_in(uuid, text), public.get_check_in(uuid, text) to anon, authenticated;

-- One arrival, with the code of the ticket: p_action is 'checked_in' or 'no_show'. p_cash: what was received with it, as the screen showed
-- it. A wrong code, a missing right and another time than that of arrivals are answered as errors, not raised, as is what take_cash says.
create function private.check_in(p_booking_id uuid, p_code text, p_action text, p_cash numeric)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v record;
  b private.booking_facts;
  v_refusal private.refusal;
begin
  perform private.require_arrival(p_action, p_cash);
  select * into v from private.open_check_in(p_booking_id, p_code);
  if v.error is not null then
    return v.error;
  end if;
  v_refusal := private.mark_arrival(v.kind, p_booking_id, p_action, p_cash);
  if v_refusal.code = 'check_in_already' then
    v_refusal.details := private.check_in_json(v.kind, p_booking_id);
  end if;
  return case when v_refusal.code is null then private.check_in_json(v.kind, p_booking_id) else private.reply_refusal(v_refusal) end;
end $$;
create function public.check_in(p_booking_id uuid, p_code text, p_action text, p_cash numeric default null)
returns jsonb language sql security invoker set search_path = '' as $$
  select private.check_in(p_booking_id, p_code, p_action, p_cash)
$$;
grant execute on function private.check_in(uuid, text, text, numeric), public.check_in(uuid, text, text, numeric) to anon, authenticated;

-- Raises 400 'invalid_input' for an action that there is not, and for cash of somebody who did not come.
create function private.require_arrival(p_action text, p_cash numeric)
returns void language plpgsql immutable set search_path = '' as $$
begin
  if p_action is null or p_action not in ('checked_in', 'no_show') then
    perform private.invalid('action must be checked_in or no_show');
  elsif p_action = 'no_show' and p_cash is not null then
    perform private.invalid('Who did not come has not paid');
  end if;
end $$;

-- The only writer of an arrival by those at the door; of two at once the second finds no pending row. With p_cash the money is written
-- down in the same step, or neither is. Null when it is done, and the tourist told, else 409 'booking_cancelled', 'check_in_already', or
-- what arrival_refusal and take_cash say. Locks the booking; with cash as lock_booking does.
create function private.mark_arrival(p_kind text, p_booking_id uuid, p_action text, p_cash numeric)
returns private.refusal language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := case when p_cash is null then private.lock_booking_row(p_kind, p_booking_id)
                                  else private.lock_booking(p_kind, p_booking_id) end;
  v_refusal private.refusal;
begin
  if not private.is_live(b.status) then
    return (409, 'booking_cancelled', 'This booking has been cancelled', null)::private.refusal;
  elsif b.check_in_status <> 'pending' then
    return (409, 'check_in_already', case b.check_in_status when 'no_show' then 'This booking was already marked as a no-show'
      else 'This booking is already checked in' end, null)::private.refusal;
  end if;
  v_refusal := private.arrival_refusal(b, p_action);
  if v_refusal.code is null and p_cash is not null then
    v_refusal := private.take_cash(b, p_cash);
  end if;
  if v_refusal.code is not null then
    return v_refusal;
  end if;
  perform private.set_arrival(b, p_action);
  perform private.move_booking(p_kind, p_booking_id, p_action, null, auth.uid(), jsonb_build_object('by', 'check_in'));
  perform private.notify_status(b, p_action);
  return null;
end $$;

-- Check-in from the list, without the ticket's code: the same people, the same answers and the same single step as check_in. As no
-- code proves that the tourist was there, the trail names who said so. A booking that is not there is nobody's: it gets the refusal
-- of somebody else's. Raises 400 'invalid_input', what check_in_refusal and mark_arrival say.
create function private.check_in_listed(p_kind text, p_booking_id uuid, p_action text, p_cash numeric)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts;
  v_refusal private.refusal;
begin
  perform private.require_arrival(p_action, p_cash);
  perform private.require_user('Authentication Required: Please log in to check in passengers.');
  perform private.require_check_in_role();
  b := private.booking(p_kind, p_booking_id);
  v_refusal := private.check_in_refusal(b);
  if v_refusal.code is null then
    v_refusal := private.mark_arrival(p_kind, p_booking_id, p_action, p_cash);
  end if;
  if v_refusal.code is not null then
    perform private.raise_refusal(v_refusal);
  end if;
  perform private.audit_booking('check_in_from_list', b, jsonb_build_object('check_in_status', p_action));
  return private.check_in_json(p_kind, p_booking_id);
end $$;
create function public.check_in_listed(p_kind text, p_booking_id uuid, p_action text, p_cash numeric default null)
returns jsonb language sql security invoker set search_path = '' as $$
  select private.check_in_listed(p_kind, p_booking_id, p_action, p_cash)
$$;
grant execute on function private.check_in_listed(text, uuid, text, numeric), public.check_in_listed(text, uuid, text, numeric)
  to anon, authenticated;

-- Raises 403 'check_in_forbidden' for who has no role that may check in anywhere.
create function private.require_check_in_role()
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if not (private.has_role('tour_guide') or private.has_role('shuttle_manager') or private.has_role('territory_manager')
          or private.has_role('territory_staff') or private.has_role('shuttle_driver')) then
    perform private.fail(403, 'check_in_forbidden', 'You do not have permission to check in passengers');
  end if;
end $$;

-- Finds a ticket by its code alone, or by the eight digits that a guest says: then in the caller's own reach, of two the one that is live and
-- nearest to now. Raises 403 'check_in_forbidden'; answers 429 'too_many_attempts' and 404 'invalid_check_in_code'. Locks the caller.
create function private.find_check_in(p_code text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_nobodys constant uuid := '00000000-0000-0000-0000-000000000000';
  v_code text := lower(regexp_replace(p_code, '[^0-9A-Fa-f]', '', 'g'));
  v_id uuid;
begin
  perform private.require_user('Authentication Required: Please log in to check in passengers.');
  perform private.require_check_in_role();
  perform private.queue_attempt();
  if private.too_many_attempts(v_nobodys, true) then
    return private.reply_error(429, 'too_many_attempts', 'Too many attempts. Please wait a few minutes.');
  end if;
  if length(v_code) = 8 then
    select f.id into v_id from public.booking_codes c
      join private.booking_facts f on f.id = coalesce(c.booking_id, c.transport_booking_id)
     where left(c.code, 8) = v_code and private.is_in_reach(f)
     order by private.is_live(f.status) desc, abs(extract(epoch from private.starts_at(f) - now())), f.id limit 1;
  else
    select coalesce(c.booking_id, c.transport_booking_id) into v_id from public.booking_codes c where c.code = v_code;
  end if;
  if v_id is null then
    insert into private.check_in_attempts (user_id, booking_id) values (auth.uid(), v_nobodys);
    return private.reply_error(404, 'invalid_check_in_code', 'Invalid check-in code');
  end if;
  return jsonb_build_object('booking_id', v_id);
end $$;
create function public.find_check_in(p_code text)
returns jsonb language sql security invoker set search_path = '' as $$ select private.find_check_in(p_code) $$;
grant execute on function private.find_check_in(text), public.find_check_in(text) to anon, authenticated;

-- At the dock, besides the arrival itself: cash that is handed over, and an arrival that was set by mistake. Payment and arrival are two
-- facts (docs/decisions/0026): neither function touches the other's, but for a mistake that took both in one tap.

-- The caller has received the cash of a booking, all of it: p_amount is what the screen showed. Written down once, with who and when. Null
-- when it is done, and the tourist told, else 409 'not_cash', 'cash_already_received' (with `by` and `at`: the second phone must know
-- that the guest has paid) or 'amount_changed'. The caller has locked the booking as lock_booking does.
create function private.take_cash(b private.booking_facts, p_amount numeric)
returns private.refusal language plpgsql security definer set search_path = '' as $$
begin
  if b.payment_method <> 'cash' then
    return (409, 'not_cash', 'This booking is paid by card', null)::private.refusal;
  elsif b.payment_status = 'completed' then
    return (409, 'cash_already_received', 'This booking has been paid already',
      (select jsonb_build_object('at', r.at, 'by', r.by) from private.cash_received(b) r))::private.refusal;
  elsif p_amount is distinct from b.total_price then
    return (409, 'amount_changed', 'The amount to collect has changed', null)::private.refusal;
  end if;
  perform private.record_sale(b.kind, b.id);
  perform private.move_booking(b.kind, b.id, case when b.status = 'ordered' then 'paid' end, 'completed', auth.uid(),
    jsonb_build_object('by', 'check_in', 'cash', p_amount));
  perform private.audit_booking('receive_cash', b, jsonb_build_object('amount', p_amount, 'currency_code', b.currency_code));
  perform private.queue_notification('cash:' || gen_random_uuid(), b.tourist_id, 'booking', 'Cash received',
    format('You have paid %s%s in cash for %s on %s', private.currency_symbol(b.currency_code), b.total_price, b.title,
      private.long_date(b.booking_date)), b);
  return null;
end $$;

-- Whether its price is still to be collected at the dock: of a booking in cash that stands, is not paid, and whose people did not stay away.
create function private.is_collected(p_status text, p_method text, p_payment_status text, p_check_in_status text)
returns boolean language sql immutable set search_path = '' as $$
  select p_status not in ('cancelled', 'refunded') and p_method = 'cash' and p_payment_status <> 'completed' and p_check_in_status <> 'no_show'
$$;

-- Who received the cash of a booking that is paid, and when; no row for any other. A second phone must know that the guest has paid.
create function private.cash_received(b private.booking_facts)
returns table (at timestamptz, by text) language sql stable security definer set search_path = '' as $$
  select p.received_at, c.full_name from private.payment_of(b.id) p left join public.profiles c on c.id = p.received_by
   where b.payment_method = 'cash' and b.payment_status = 'completed' and p.received_at is not null
$$;

-- Cash that comes after the arrival, or without one: by who may check the booking in, while arrivals are set. Raises 401 'not_signed_in',
-- what check_in_refusal, arrival_refusal and take_cash say, 409 'booking_cancelled'. Locks as lock_booking does.
create function private.receive_cash(p_kind text, p_booking_id uuid, p_amount numeric)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.lock_for_dock(p_kind, p_booking_id);
  v_refusal private.refusal := private.arrival_refusal(b, 'checked_in');
begin
  if not private.is_live(b.status) then
    perform private.fail(409, 'booking_cancelled', 'This booking has been cancelled');
  end if;
  if v_refusal.code is null then
    v_refusal := private.take_cash(b, p_amount);
  end if;
  if v_refusal.code is not null then
    perform private.raise_refusal(v_refusal);
  end if;
  return private.check_in_json(p_kind, p_booking_id);
end $$;
create function public.receive_cash(p_kind text, p_booking_id uuid, p_amount numeric)
returns jsonb language sql security invoker set search_path = '' as $$ select private.receive_cash(p_kind, p_booking_id, p_amount) $$;
grant execute on function private.receive_cash(text, uuid, numeric), public.receive_cash(text, uuid, numeric) to authenticated;

-- A booking that the caller may check in, locked as lock_booking does. Raises 401 'not_signed_in' and what check_in_refusal says; a booking
-- that is not there gets the refusal of somebody else's.
create function private.lock_for_dock(p_kind text, p_booking_id uuid)
returns private.booking_facts language plpgsql security definer set search_path = '' as $$
declare
  v_refusal private.refusal;
begin
  perform private.require_user('Authentication Required: Please log in to check in passengers.');
  perform private.require_check_in_role();
  v_refusal := private.check_in_refusal(private.booking(p_kind, p_booking_id));
  if v_refusal.code is not null then
    perform private.raise_refusal(v_refusal);
  end if;
  return private.lock_booking(p_kind, p_booking_id);
end $$;

-- Until when the caller may take an arrival back: who set it, for a few minutes. Null: not at all.
create function private.undo_until(b private.booking_facts)
returns timestamptz language sql stable security definer set search_path = '' as $$
  select x.until
    from (select b.checked_in_at + private.limit_value('check_in.undo_minutes') * interval '1 minute' as until) x
   where b.check_in_status <> 'pending' and private.is_live(b.status) and b.checked_in_by = auth.uid() and now() < x.until
$$;

-- Takes an arrival back that the caller has just set; cash that was written down in the same tap goes out of the books with it, any other
-- stays. The status becomes what it was before, by what is paid now. One that is taken back already is answered alike: the answer before
-- may have been lost. Raises 409 'booking_cancelled' and 'undo_over', 429 for who does it again and again, and what lock_for_dock raises;
-- locks as that does, then as limit_changes.
create function private.undo_arrival(p_kind text, p_booking_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.lock_for_dock(p_kind, p_booking_id);
  p private.payments;
  v_cash boolean;
  v_status text;
  v_payment text;
begin
  if b.check_in_status = 'pending' then
    return private.check_in_json(p_kind, p_booking_id);
  elsif not private.is_live(b.status) then
    perform private.fail(409, 'booking_cancelled', 'This booking has been cancelled');
  elsif private.undo_until(b) is null then
    perform private.fail(409, 'undo_over', 'Only who set it can take it back, and only for a few minutes. Ask your region''s staff.');
  end if;
  perform private.limit_changes('undo_arrival', array['undo_arrival'], p_booking_id::text);
  p := private.payment_of(p_booking_id);
  v_cash := case when p.payment_intent_id is null and p.received_by = auth.uid() and p.received_at = b.checked_in_at
                 then private.undo_sale(b) else false end;
  perform private.set_arrival(b, 'pending');
  v_payment := private.payment_status_for(b, b.status);
  v_status := case when b.status <> b.check_in_status then b.status
                   when private.status_before(b) = 'confirmed' then 'confirmed'
                   when v_payment = 'completed' then 'paid' else 'ordered' end;
  perform private.move_booking(p_kind, p_booking_id, v_status, v_payment, auth.uid(), '{"by": "check_in", "undo": true, "note": "Arrival taken back"}');
  perform private.audit_booking('undo_arrival', b, jsonb_build_object('check_in_status', b.check_in_status, 'cash', v_cash));
  -- Of cash that is out of the books again the bell stays until it is read, whatever is set next.
  perform private.queue_notification('status:' || gen_random_uuid(), b.tourist_id, 'booking', 'Arrival taken back',
    format('Your booking for %s on %s was marked as %s by mistake: it is open again', b.title, private.long_date(b.booking_date),
      replace(b.check_in_status, '_', ' ')), b, case when not v_cash then 'arrival:' || b.id end);
  return private.check_in_json(p_kind, p_booking_id);
end $$;
create function public.undo_arrival(p_kind text, p_booking_id uuid)
returns jsonb language sql security invoker set search_path = '' as $$ select private.undo_arrival(p_kind, p_booking_id) $$;
grant execute on function private.undo_arrival(text, uuid), public.undo_arrival(text, uuid) to authenticated;

-- The status that a booking had before its arrival was set.
create function private.status_before(b private.booking_facts)
returns text language sql stable security definer set search_path = '' as $$
  select e.from_status from public.booking_events e
   where (e.booking_id = b.booking_id or e.transport_booking_id = b.transport_booking_id)
     and e.to_status = b.check_in_status and e.from_status is distinct from e.to_status
   order by e.id desc limit 1
$$;

-- A single date of a timeslot that a guide does not take, while the weekly answer stays (docs/decisions/0035). Who leads it then says
-- private.guide_of.

create table private.guide_date_declines (
  timeslot_id uuid not null references public.experience_timeslots (id) on delete cascade,
  service_date date not null,
  guide_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (timeslot_id, service_date, guide_id)
);
create index guide_date_declines_guide_idx on private.guide_date_declines (guide_id);
alter table private.guide_date_declines enable row level security;

-- The guide of the slot declines one of its dates, or takes it again: the best placed guide who has not declined leads it, and is told; so are
-- the guests of that date where somebody else leads them now, and those who run the territory. One that stands already changes nothing.
-- Raises 404 'slot_not_found' for a slot that is not the caller's, 400 'invalid_input' for a date that it has not, 409 'departure_begun',
-- 429 for who changes their mind again and again: each change is told to people.
-- Locks as assign_guides does.
create function private.decline_date(p_timeslot_id uuid, p_date date, p_declined boolean)
returns void language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_role('tour_guide');
  e public.experiences;
  s public.experience_timeslots;
  v_now timestamp;
  v_before uuid;
  v_guide uuid;
  v_leads boolean;
begin
  select * into s from public.experience_timeslots x where x.id = p_timeslot_id and x.archived_at is null;
  select * into e from public.experiences x where x.id = s.experience_id and x.archived_at is null
    and x.territory_id = any (private.my_territories('guide')) and (x.guide_id = caller or exists (
      select 1 from public.experience_guide_rankings r where r.experience_id = x.id and r.guide_id = caller));
  if e.id is null then
    perform private.fail(404, 'slot_not_found', 'This time slot could not be found');
  end if;
  v_now := now() at time zone (select t.time_zone from public.territories t where t.id = e.territory_id);
  if p_declined is null or p_date is null or p_date > v_now::date + 730 or private.weekday(p_date) <> all (s.days_of_week) then
    perform private.invalid('This time slot has no such date');
  elsif p_date + s.start_time <= v_now then
    perform private.fail(409, 'departure_begun', 'This departure has begun already');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('guides:' || e.id, 0));
  v_before := private.guide_of(e.id, s.id, null, p_date);
  -- Of the caller: who is paused leads what was sold before, though a new booking would go to somebody else.
  v_leads := exists (select 1 from public.bookings b where b.timeslot_id = s.id and b.booking_date = p_date and b.guide_id = caller
    and b.check_in_status = 'pending' and private.is_live(b.status));
  if p_declined then
    insert into private.guide_date_declines (timeslot_id, service_date, guide_id) values (s.id, p_date, caller) on conflict do nothing;
  else
    delete from private.guide_date_declines d where d.timeslot_id = s.id and d.service_date = p_date and d.guide_id = caller;
  end if;
  if not found then
    return;
  end if;
  perform private.limit_changes('guide_date', array['decline_date'], s.id::text, p_date);
  v_guide := private.guide_of(e.id, s.id, null, p_date);
  perform private.audit('decline_date', e.territory_id, 'experience_timeslots', s.id::text,
    jsonb_build_object('date', p_date, 'declined', p_declined, 'leads', v_guide));
  if v_guide is distinct from v_before or (p_declined and v_leads) then
    perform private.assign_guides(e.id, s.id, true, p_date);
    perform private.tell_of_date(e, s, p_date, p_declined, v_guide);
  end if;
end $$;
create function public.decline_date(p_timeslot_id uuid, p_date date, p_declined boolean default true)
returns void language sql security invoker set search_path = '' as $$ select private.decline_date(p_timeslot_id, p_date, p_declined) $$;
grant execute on function private.decline_date(uuid, date, boolean), public.decline_date(uuid, date, boolean) to authenticated;

-- Those whom notify_guides does not tell: the guests, who leads them now; and those who run the territory, who declined. With nobody left they
-- are told that, and the guests nothing yet.
create function private.tell_of_date(e public.experiences, s public.experience_timeslots, p_date date, p_declined boolean, p_guide uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_name text := private.name_of(p_guide);
  v_when text := to_char(p_date, 'FMDy, FMMon FMDD') || ' at ' || to_char(date '2000-01-01' + s.start_time, 'FMHH12:MI AM');
begin
  if p_guide is null then
    return;
  end if;
  perform private.queue_notification('guide:' || gen_random_uuid(), b.tourist_id, 'booking', 'Another guide leads your trip',
    format('%s leads %s on %s', v_name, e.title, v_when), private.booking('experience', b.id))
     from public.bookings b
    where b.timeslot_id = s.id and b.booking_date = p_date and b.guide_id = p_guide and private.is_live(b.status) and b.check_in_status = 'pending';
  perform private.notify_all(array(select m from private.moderators(e.territory_id) m where m is distinct from auth.uid()), 'guide_left',
    case when p_declined then 'A guide has declined a date' else 'A guide takes a date again' end,
    format(case when p_declined then '%s does not lead %s on %s: %s does' else '%s leads %s on %s again' end,
      private.name_of(auth.uid()), e.title, v_when, v_name), e.territory_id);
end $$;

-- How a person is called where others read of them.
create function private.name_of(p_user_id uuid)
returns text language sql stable security definer set search_path = '' as $$
  select coalesce(nullif((select p.full_name from public.profiles p where p.id = p_user_id), ''), 'A guide')
$$;

-- The WhatsApp number that a guide chooses to show to guests (docs/product.md, Who guides). Beside the profile, which those who run a
-- territory read: only its guide writes it, and only who has booked reads it.

create table private.guide_numbers (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  whatsapp_number text not null check (private.is_whatsapp(whatsapp_number))
);
alter table private.guide_numbers enable row level security;
grant all on private.guide_numbers to service_role;

-- The caller's own; null where they show none.
create function private.my_guide_number()
returns text language sql stable security definer set search_path = '' as $$
  select n.whatsapp_number from private.guide_numbers n where n.user_id = (select auth.uid())
$$;
create function public.my_guide_number()
returns text language sql stable security invoker set search_path = '' as $$ select private.my_guide_number() $$;
grant execute on function private.my_guide_number(), public.my_guide_number() to authenticated;

-- Shows the caller's guests a number, or none any more (null or empty). The trail has that it changed, and not the number. Raises 403
-- 'forbidden' for who is no guide, 400 'whatsapp_invalid', 429 for who changes it again and again. Locks the profile, as the end of a role does.
create function private.save_guide_number(p_number text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  v_number text := nullif(btrim(p_number), '');
begin
  perform 1 from public.profiles p where p.id = caller for no key update;
  if not exists (select 1 from private.live_grants g where g.user_id = caller and g.role = 'tour_guide') then
    perform private.fail(403, 'forbidden', 'You do not have permission to do this');
  elsif not private.is_whatsapp(v_number) then
    perform private.fail(400, 'whatsapp_invalid', 'Please provide a valid WhatsApp number');
  elsif v_number is not distinct from private.my_guide_number() then
    return;
  end if;
  perform private.limit_changes('guide_number', array['guide_number'], caller::text);
  if v_number is null then
    delete from private.guide_numbers n where n.user_id = caller;
  else
    insert into private.guide_numbers (user_id, whatsapp_number) values (caller, v_number)
    on conflict (user_id) do update set whatsapp_number = excluded.whatsapp_number;
  end if;
  perform private.audit('guide_number', null, 'profiles', caller::text, jsonb_build_object('shown', v_number is not null));
end $$;
create function public.save_guide_number(p_number text)
returns void language sql security invoker set search_path = '' as $$ select private.save_guide_number(p_number) $$;
grant execute on function private.save_guide_number(text), public.save_guide_number(text) to authenticated;

-- Who is a guide nowhere any more shows none, and none again on taking the role up anew.
create function private.drop_guide_number()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from private.guide_numbers n where n.user_id = new.user_id
    and not exists (select 1 from private.live_grants g where g.user_id = new.user_id and g.role = 'tour_guide');
  return null;
end $$;

create trigger role_grants_drop_guide_number after update of revoked_at, dropped_at on private.role_grants for each row
  when (new.role = 'tour_guide' and (new.revoked_at is not null or new.dropped_at is not null))
  execute function private.drop_guide_number();

-- The numbers of those who lead the caller's own bookings: while a booking is live, until some hours after its trip is over, and of a
-- guide who is one in its territory. At most 200 bookings are asked for.
create function private.guide_numbers(p_booking_ids uuid[])
returns table (booking_id uuid, whatsapp_number text) language sql stable security definer set search_path = '' as $$
  select b.id, n.whatsapp_number
    from (select distinct unnest(p_booking_ids[1:200]) as id) asked
    join public.bookings b on b.id = asked.id and b.tourist_id = (select auth.uid()) and private.is_live(b.status)
    join public.experiences e on e.id = b.experience_id
    join public.territories t on t.id = b.territory_id
    join private.live_grants g on g.user_id = b.guide_id and g.role = 'tour_guide' and g.territory_id = b.territory_id
    join private.guide_numbers n on n.user_id = b.guide_id
   where now() < private.departure_moment(b.booking_date, b.start_time, t.time_zone)
       + case when b.start_time is null then interval '0' else e.duration * interval '1 hour' end
       + private.limit_value('guide_number.hours_after') * interval '1 hour'
$$;
create function public.guide_numbers(p_booking_ids uuid[])
returns table (booking_id uuid, whatsapp_number text)
language sql stable security invoker set search_path = '' as $$ select * from private.guide_numbers(p_booking_ids) $$;
grant execute on function private.guide_numbers(uuid[]), public.guide_numbers(uuid[]) to authenticated;

-- Who leads a departure: the best placed guide who has not declined its timeslot (docs/decisions/0017). bookings.guide_id says
-- it, and follows for what has not begun yet. Also the day of a guide: departures with their numbers, the days of a month, the
-- weekly timeslots; the tourists of one departure are read from public.bookings, under its policy.

-- A new guide of an experience takes over what is still to come, timeslot by timeslot.
create function private.move_bookings_to_guide()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.assign_guides(new.id);
  return null;
end $$;

create trigger experiences_move_bookings after update of guide_id on public.experiences
  for each row when (new.guide_id is distinct from old.guide_id) execute function private.move_bookings_to_guide();

-- Who may lead a timeslot, the best placed first: the experience's own guide, then the ranking; each needs the role in the territory, and
-- has not declined. p_ignore: a guide who counts as not having declined. p_date: of that day, on which a guide may have declined alone. Who
-- is paused leads what is theirs already, and nothing new.
create function private.guides_for(p_experience_id uuid, p_timeslot_id uuid, p_ignore uuid default null, p_date date default null)
returns table (guide_id uuid, place int, paused boolean) language sql stable security definer set search_path = '' as $$
  select c.guide_id, c.place, g.paused_at is not null
  from public.experiences e
  cross join lateral (
    select e.guide_id, 0 as place where e.guide_id is not null
    union all
    select r.guide_id, r.rank from public.experience_guide_rankings r where r.experience_id = e.id) c
  join private.live_grants g on g.user_id = c.guide_id and g.role = 'tour_guide' and g.territory_id = e.territory_id
  where e.id = p_experience_id
    and (c.guide_id is not distinct from p_ignore or not exists (
      select 1 from public.guide_timeslot_responses a
      where a.guide_id = c.guide_id and a.timeslot_id = p_timeslot_id and a.response = 'declined'))
    and not exists (
      select 1 from private.guide_date_declines d
      where d.timeslot_id = p_timeslot_id and d.service_date = p_date and d.guide_id = c.guide_id)
  order by c.place
$$;

-- Who leads a timeslot, or one day of it, from now on. Null: nobody is left.
create function private.guide_of(p_experience_id uuid, p_timeslot_id uuid, p_ignore uuid default null, p_date date default null)
returns uuid language sql stable security definer set search_path = '' as $$
  select g.guide_id from private.guides_for(p_experience_id, p_timeslot_id, p_ignore, p_date) g
  where not g.paused order by g.place limit 1
$$;

-- Who leads when the one who leads now declines. Null: nobody.
create function private.next_guide_of(p_experience_id uuid, p_timeslot_id uuid, p_leader uuid)
returns uuid language sql stable security definer set search_path = '' as $$
  select g.guide_id from private.guides_for(p_experience_id, p_timeslot_id) g
  where not g.paused and g.guide_id is distinct from p_leader order by g.place limit 1
$$;

-- Who leads a departure that is booked now: who leads its other guests, so that a pause leaves it whole; else who leads its timeslot.
create function private.leader_of(d public.departures)
returns uuid language sql stable security definer set search_path = '' as $$
  select coalesce((
    select b.guide_id from public.bookings b
    join private.guides_for(d.experience_id, d.timeslot_id, null, d.service_date) g on g.guide_id = b.guide_id
    where b.departure_id = d.id and b.check_in_status = 'pending' and private.is_live(b.status)
    order by g.place limit 1), private.guide_of(d.experience_id, d.timeslot_id, null, d.service_date))
$$;

-- Tells those whom a change of guide concerns, and who did not make it; what they have not read yet of the same slot and date makes room.
-- p_before: who led the bookings that have moved. What the territory hears has a type of its own, as it leads somewhere else. p_date:
-- only that day has changed hands, as the caller declined it.
create function private.notify_guides(e public.experiences, p_slot_id uuid, p_start time, p_guide uuid, p_before uuid[], p_moved int,
  p_date date default null)
returns void language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := (select auth.uid());
  v_slot text := e.title || coalesce(' at ' || to_char(date '2000-01-01' + p_start, 'FMHH12:MI AM'), '')
    || coalesce(' on ' || to_char(p_date, 'FMDy, FMMon FMDD'), '');
  v_about text := 'slot:' || concat_ws(' ', p_slot_id, p_date);
  v_count text := case p_moved when 0 then 'no upcoming bookings' when 1 then '1 upcoming booking' else p_moved || ' upcoming bookings' end;
begin
  if p_guide is null then
    perform private.notify_all(array(select m from private.moderators(e.territory_id) m where m is distinct from caller),
      'no_guide', 'No guide left', format('%s has no guide: %s', v_slot, v_count)
        || case when p_date is null then '' else format('. %s declined it', private.name_of(caller)) end, e.territory_id, v_about);
  elsif p_guide is distinct from caller then
    perform private.notify(p_guide, 'guide', 'You are the guide now', format('%s: %s', v_slot, v_count), e.territory_id, null, null, v_about);
  end if;
  perform private.notify_all(array(
      select b from unnest(p_before) b
       where b is distinct from caller and b is distinct from p_guide and exists (select 1 from public.profiles p where p.id = b)),
    'guide', 'You are not the guide any more', format('%s: %s', v_slot, v_count), e.territory_id, v_about);
end $$;

-- Gives what has not begun yet to who leads it now: of one timeslot, or of all; p_date: of that day alone. What a paused guide leads
-- stays theirs. p_changed: it has changed hands, also where nobody has booked. Days that a guide declined are looked at one by one, the
-- others together. Bookings that are just being made wait for it, and it for them (insert_booking takes the lock shared).
create function private.assign_guides(p_experience_id uuid, p_timeslot_id uuid default null, p_changed boolean default false,
  p_date date default null)
returns void language plpgsql security definer set search_path = '' as $$
declare
  e public.experiences;
  slot record;
  v_now timestamp;
  v_guide uuid;
  v_moved int;
  v_before uuid[];
begin
  perform pg_advisory_xact_lock(hashtextextended('guides:' || p_experience_id, 0));
  select * into e from public.experiences x where x.id = p_experience_id;
  if e.id is null then
    return;
  end if;
  v_now := now() at time zone (select t.time_zone from public.territories t where t.id = e.territory_id);
  for slot in
    select s.id, s.start_time, d.day from public.experience_timeslots s
    cross join lateral (
      select p_date as day
      union
      select x.service_date from private.guide_date_declines x
       where x.timeslot_id = s.id and p_date is null and x.service_date >= v_now::date) d
    where s.experience_id = e.id and (p_timeslot_id is null or s.id = p_timeslot_id) order by s.id, d.day nulls first
  loop
    v_guide := private.guide_of(e.id, slot.id, null, slot.day);
    with due as (
      select b.id, b.guide_id from public.bookings b
      where b.experience_id = e.id and b.timeslot_id = slot.id and b.booking_date >= v_now::date
        and (b.booking_date = slot.day or (slot.day is null and not exists (
          select 1 from private.guide_date_declines x where x.timeslot_id = slot.id and x.service_date = b.booking_date)))
        and b.booking_date + coalesce(b.start_time, time '24:00') > v_now
        and b.check_in_status = 'pending' and b.guide_id is distinct from v_guide
        and not exists (
          select 1 from private.guides_for(e.id, slot.id, null, slot.day) g where g.paused and g.guide_id = b.guide_id)
      order by b.id for update),
    moved as (
      update public.bookings b set guide_id = v_guide from due where b.id = due.id returning b.id, due.guide_id as before, b.status),
    words as (
      update public.messages m set guide_id = v_guide from moved where m.booking_id = moved.id)
    select count(*) filter (where private.is_live(x.status)), array_agg(distinct x.before) filter (where x.before is not null)
      into v_moved, v_before from moved x;
    if v_moved > 0 or (p_changed and slot.day is not distinct from p_date) then
      perform private.notify_guides(e, slot.id, slot.start_time, v_guide, case when v_moved > 0 then v_before end, v_moved, slot.day);
    end if;
  end loop;
end $$;

-- A guide's answer decides at once. Only a change between declined and not declined changes anything: it is in the trail, and limited, as
-- each is told to people. Raises 429 for who changes their mind again and again.
create function private.assign_after_response()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  answer public.guide_timeslot_responses := case when tg_op = 'DELETE' then old else new end;
  v_experience uuid := (select s.experience_id from public.experience_timeslots s where s.id = answer.timeslot_id);
begin
  if v_experience is null
     or (tg_op <> 'INSERT' and old.response = 'declined') = (tg_op <> 'DELETE' and new.response = 'declined') then
    return null;
  end if;
  if tg_op <> 'DELETE' and not private.is_trusted_caller() then
    perform private.limit_changes('guide_answer', array['answer_timeslot'], answer.timeslot_id::text);
    perform private.audit('answer_timeslot', (select e.territory_id from public.experiences e where e.id = v_experience),
      'experience_timeslots', answer.timeslot_id::text, jsonb_build_object('response', answer.response));
  end if;
  perform pg_advisory_xact_lock(hashtextextended('guides:' || v_experience, 0));
  perform private.assign_guides(v_experience, answer.timeslot_id,
    coalesce(private.guide_of(v_experience, answer.timeslot_id, answer.guide_id) = answer.guide_id, false));
  return null;
end $$;

create trigger guide_timeslot_responses_assign after insert or delete or update of response on public.guide_timeslot_responses
  for each row execute function private.assign_after_response();

-- At the end of the transaction: whoever saves a ranking deletes it and writes it anew.
create function private.assign_after_ranking()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.assign_guides(case when tg_op = 'DELETE' then old.experience_id else new.experience_id end);
  return null;
end $$;

create constraint trigger experience_guide_rankings_assign after insert or update or delete on public.experience_guide_rankings
  deferrable initially deferred for each row execute function private.assign_after_ranking();

-- A listing names its best ranked guide who holds the role: of one whose holder has left the next, or nobody, and the territory is asked
-- for another; who takes the role up again is named again. What the territory ranked stays as it is.
create function private.list_guides(p_user_id uuid, p_territory_id text)
returns void language sql security definer set search_path = '' as $$
  update public.experiences e set guide_id = x.guide_id
  from (
    select o.id, (
      select r.guide_id from public.experience_guide_rankings r
      where r.experience_id = o.id and private.user_has_role(r.guide_id, 'tour_guide', o.territory_id) order by r.rank limit 1) as guide_id
    from public.experiences o
    where o.territory_id = p_territory_id and (o.guide_id = p_user_id or exists (
      select 1 from public.experience_guide_rankings r where r.experience_id = o.id and r.guide_id = p_user_id))
  ) x
  -- Who was put on a listing without a rank stays, as long as they hold the role.
  where e.id = x.id and e.guide_id is distinct from x.guide_id and (
    e.guide_id is null or not private.user_has_role(e.guide_id, 'tour_guide', e.territory_id)
    or exists (select 1 from public.experience_guide_rankings r where r.experience_id = e.id and r.guide_id = e.guide_id))
$$;

-- Those who run the territory hear that a guide has left, or is back after giving the role up, and how much that concerns; not who did it.
-- What they have not read yet of the same guide makes room. Who left with nothing to lead is told where somebody had read that they are back.
create function private.tell_of_guide(p_grant private.role_grants, p_back boolean)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_about text := 'role:' || p_grant.id;
  v_listings int;
  v_bookings int;
  v_what text;
begin
  select count(*) into v_listings from public.experiences e
  where e.territory_id = p_grant.territory_id and e.archived_at is null and e.guide_id = p_grant.user_id;
  select count(*) into v_bookings from public.bookings b
  where b.territory_id = p_grant.territory_id and b.guide_id = p_grant.user_id and b.check_in_status = 'pending' and private.is_live(b.status)
    and b.booking_date >= current_date;
  v_what := format('%s led, %s to come',
    case v_listings when 1 then '1 experience' else v_listings || ' experiences' end,
    case v_bookings when 1 then '1 booking' else v_bookings || ' bookings' end);
  if p_back or v_listings + v_bookings > 0 or exists (select 1 from public.notifications n where n.about = v_about) then
    perform private.notify_all(array(
        select m from private.moderators(p_grant.territory_id) m where m is distinct from (select auth.uid()) and m <> p_grant.user_id),
      'guide_left', case when p_back then 'A guide is back' else 'A guide has left' end,
      case when p_back then format('%s is back as a guide: %s.', private.name_of(p_grant.user_id), v_what)
        when v_listings + v_bookings = 0 then v_what || '.'
        else v_what || '. Look who leads them now.' end, p_grant.territory_id, v_about);
  end if;
end $$;

-- A guide who drops the role, or loses it, leads nothing any more; who takes it up again is back in place.
create function private.assign_after_role()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_back boolean := new.revoked_at is null and new.dropped_at is null;
begin
  if not v_back then
    perform private.tell_of_guide(new, false);
  end if;
  perform private.list_guides(new.user_id, new.territory_id);
  perform private.assign_guides(x.id) from (
    select e.id from public.experiences e
    where e.territory_id = new.territory_id and (e.guide_id = new.user_id or exists (
      select 1 from public.experience_guide_rankings r where r.experience_id = e.id and r.guide_id = new.user_id))
    order by e.id) x;
  if v_back then
    perform private.tell_of_guide(new, true);
  end if;
  return null;
end $$;

create trigger role_grants_assign after update of revoked_at, dropped_at on private.role_grants for each row
  when (new.role = 'tour_guide' and (old.revoked_at is null and old.dropped_at is null) is distinct from (new.revoked_at is null and new.dropped_at is null))
  execute function private.assign_after_role();

-- Where the caller is paused as a guide.
create function private.guide_pauses()
returns table (territory_id text, name text) language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_role('tour_guide');
begin
  return query
  select t.id, t.name from private.live_grants g join public.territories t on t.id = g.territory_id
  where g.user_id = caller and g.paused_at is not null order by t.name, t.id;
end $$;
create function public.guide_pauses()
returns table (territory_id text, name text) language sql stable security invoker set search_path = '' as $$
  select * from private.guide_pauses()
$$;
grant execute on function private.guide_pauses(), public.guide_pauses() to authenticated;

-- Whether a guide takes new bookings in a territory. Who is paused keeps what is sold already, also when it sells more seats; who is back
-- leads what is sold from then on. The guide is told, and the team when nobody is left for a timeslot. For managers and staff of the
-- territory, and admins. → {id, paused}. Raises 403 'forbidden', 400 'invalid_input', 409 'changed_meanwhile' when the person was changed
-- after p_expected_version, 429 for who pauses again and again. Locks the profile, then the guide's grant.
create function private.save_guide(p_user_id uuid, p_territory_id text, p_expected_version timestamptz, p_paused boolean)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  held private.role_grants;
  place text := (select t.name from public.territories t where t.id = p_territory_id);
begin
  perform private.require_user();
  perform 1 from public.profiles x where x.id = p_user_id for no key update;
  select g.* into held from private.role_grants g
  where g.user_id = p_user_id and g.territory_id = p_territory_id and g.role = 'tour_guide' and g.revoked_at is null
    and g.dropped_at is null for update;
  if held.id is null or not private.runs_territory(p_territory_id) then
    perform private.fail(403, 'forbidden', 'You do not have permission to change this person');
  elsif p_paused is null then
    perform private.invalid('Please say whether this guide takes new bookings');
  elsif private.member_version(p_user_id, p_territory_id) is distinct from p_expected_version then
    perform private.fail(409, 'changed_meanwhile', 'Somebody else has changed this meanwhile');
  end if;
  if p_paused is distinct from (held.paused_at is not null) then
    perform private.limit_changes('guide_pause', array['guide_paused', 'guide_resumed'], p_user_id::text);
    update private.role_grants g set paused_at = case when p_paused then now() end where g.id = held.id;
    perform private.audit(case when p_paused then 'guide_paused' else 'guide_resumed' end, p_territory_id, 'profiles', p_user_id::text, '{}');
    if p_user_id is distinct from (select auth.uid()) then
      perform private.notify(p_user_id, 'guide', case when p_paused then 'You are paused' else 'You take new bookings again' end,
        case when p_paused then format('%s: new bookings go to other guides. What you lead already stays yours.', place)
          else format('%s: new bookings come to you again.', place) end, p_territory_id, null, null, 'pause:' || held.id);
    end if;
    if p_paused then
      perform private.tell_unguided(p_user_id, p_territory_id);
    end if;
  end if;
  return jsonb_build_object('id', p_user_id, 'paused', p_paused);
end $$;
create function public.save_guide(p_user_id uuid, p_territory_id text, p_expected_version timestamptz, p_paused boolean)
returns jsonb language sql security invoker set search_path = '' as $$
  select private.save_guide(p_user_id, p_territory_id, p_expected_version, p_paused)
$$;
grant execute on function private.save_guide(uuid, text, timestamptz, boolean), public.save_guide(uuid, text, timestamptz, boolean)
  to authenticated;

-- Those who run the territory hear of the timeslots for which a guide's pause leaves nobody, who paused them as well.
create function private.tell_unguided(p_user_id uuid, p_territory_id text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_slots int;
begin
  select count(*) into v_slots from public.experiences e
  join public.experience_timeslots s on s.experience_id = e.id and s.archived_at is null
  where e.territory_id = p_territory_id and e.archived_at is null and private.guide_of(e.id, s.id) is null
    and exists (select 1 from private.guides_for(e.id, s.id) g where g.guide_id = p_user_id);
  if v_slots > 0 then
    perform private.notify_all(array(select m from private.moderators(p_territory_id) m), 'no_guide', 'No guide left',
      format('New bookings of %s have no guide now', case v_slots when 1 then '1 time slot' else v_slots || ' time slots' end),
      p_territory_id, 'guides:' || p_user_id || ' ' || p_territory_id);
  end if;
end $$;

-- The guide's own phone hears of the guide's own bookings: user:<guide>, event booking. Also who has just lost one.
create function private.broadcast_to_guides()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  person uuid;
begin
  for person in
    select distinct g from unnest(array[new.guide_id, case when tg_op = 'UPDATE' then old.guide_id end]) g
    where g is not null and g is distinct from new.tourist_id
  loop
    perform realtime.send(jsonb_build_object('id', new.id, 'kind', 'experience'), 'booking', 'user:' || person, true);
  end loop;
  return null;
end $$;

create trigger bookings_notify_guide_insert after insert on public.bookings
  for each row execute function private.broadcast_to_guides();

create trigger bookings_notify_guide_update after update on public.bookings
  for each row when ((old.status, old.payment_status, old.check_in_status, old.guide_id)
    is distinct from (new.status, new.payment_status, new.check_in_status, new.guide_id))
  execute function private.broadcast_to_guides();

-- The guide's departures from p_from (null: the territory's today, and until noon those of yesterday on which arrivals are open) to p_to,
-- soonest first, a page after the key (service_date, start_time, departure_id) of the last row of the page before; 1 to 100 rows. Of
-- people it counts, cancelled bookings left out; `cancelled` counts those bookings. When arrivals are set is what private.arrival_window
-- says.
create function private.guide_departures(p_from date, p_to date, p_after_date date, p_after_time time, p_after_id uuid, p_limit int)
returns table (departure_id uuid, experience_id uuid, service_date date, start_time time, title text, image text, meeting_point text,
  time_zone text, bookings int, guests int, arrived int, missed int, unpaid int, cancelled int, to_collect numeric, currency_symbol text,
  check_in_from timestamptz, no_show_from timestamptz, arrival_until timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_role('tour_guide');
  places text[] := private.my_territories('guide');
begin
  return query
  select g.departure_id, g.experience_id, g.service_date, g.start_time, e.title, e.image_urls[1], e.meeting_point, g.time_zone,
    g.bookings, g.guests, g.arrived, g.missed, g.unpaid, g.cancelled, g.to_collect, g.currency_symbol, w.check_in_from, w.no_show_from, w.arrival_until
  from (
    select b.departure_id, b.experience_id, b.booking_date as service_date, coalesce(min(b.start_time), min(s.start_time)) as leaves,
      coalesce(min(b.start_time), min(s.start_time), time '00:00') as start_time, min(t.time_zone) as time_zone,
      count(*) filter (where private.is_live(b.status))::int as bookings,
      coalesce(sum(b.num_people) filter (where private.is_live(b.status)), 0)::int as guests,
      coalesce(sum(b.num_people) filter (where private.is_live(b.status) and b.check_in_status = 'checked_in'), 0)::int as arrived,
      coalesce(sum(b.num_people) filter (where private.is_live(b.status) and b.check_in_status = 'no_show'), 0)::int as missed,
      count(*) filter (where private.is_live(b.status) and b.payment_status <> 'completed')::int as unpaid,
      count(*) filter (where not private.is_live(b.status))::int as cancelled,
      coalesce(sum(b.total_price) filter (where private.is_collected(b.status, b.payment_method, b.payment_status, b.check_in_status)), 0)
        as to_collect, private.currency_symbol(min(b.currency_code)) as currency_symbol,
      count(*) filter (where private.is_live(b.status) and b.check_in_status = 'pending') as open
    from public.bookings b
    join public.territories t on t.id = b.territory_id
    left join public.experience_timeslots s on s.id = b.timeslot_id
    where b.guide_id = caller and b.territory_id = any (places)
      and b.booking_date >= greatest(coalesce(p_from, current_date - 1), coalesce(p_after_date, '-infinity'))
      and (p_from is not null or b.booking_date >= (now() at time zone t.time_zone - interval '12 hours')::date)
      and b.booking_date <= coalesce(p_to, 'infinity')
    group by b.departure_id, b.experience_id, b.booking_date) g
  join public.experiences e on e.id = g.experience_id
  cross join lateral private.arrival_window(g.service_date, g.leaves, g.time_zone) w
  where g.bookings > 0 and (p_from is not null or g.open > 0 or g.service_date >= (now() at time zone g.time_zone)::date)
    and (p_after_date is null or (g.service_date, g.start_time, g.departure_id)
      > (p_after_date, coalesce(p_after_time, time '00:00'), coalesce(p_after_id, '00000000-0000-0000-0000-000000000000')))
  order by g.service_date, g.start_time, g.departure_id
  limit least(greatest(coalesce(p_limit, 20), 1), 100);
end $$;
create function public.guide_departures(p_from date default null, p_to date default null, p_after_date date default null,
  p_after_time time default null, p_after_id uuid default null, p_limit int default 20)
returns table (departure_id uuid, experience_id uuid, service_date date, start_time time, title text, image text, meeting_point text,
  time_zone text, bookings int, guests int, arrived int, missed int, unpaid int, cancelled int, to_collect numeric, currency_symbol text,
  check_in_from timestamptz, no_show_from timestamptz, arrival_until timestamptz)
language sql stable security invoker set search_path = '' as $$
  select * from private.guide_departures(p_from, p_to, p_after_date, p_after_time, p_after_id, p_limit)
$$;
grant execute on function private.guide_departures(date, date, date, time, uuid, int),
  public.guide_departures(date, date, date, time, uuid, int) to authenticated;

-- The days on which the guide has bookings; at most 92 days at a time.
create function private.guide_days(p_from date, p_to date)
returns table (service_date date, bookings int, guests int)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_role('tour_guide');
begin
  perform private.check_date_range(p_from, p_to);
  return query
  select b.booking_date, count(*)::int, sum(b.num_people)::int from public.bookings b
  where b.guide_id = caller and b.territory_id = any (private.my_territories('guide')) and b.booking_date between p_from and p_to
    and private.is_live(b.status)
  group by b.booking_date order by b.booking_date;
end $$;
create function public.guide_days(p_from date, p_to date)
returns table (service_date date, bookings int, guests int)
language sql stable security invoker set search_path = '' as $$ select * from private.guide_days(p_from, p_to) $$;
grant execute on function private.guide_days(date, date), public.guide_days(date, date) to authenticated;

-- The weekly timeslots of experiences that the caller leads or is ranked for, with the caller's answer and who leads each now.
-- bookings and people: the caller's own, that have not begun.
create function private.guide_timeslots()
returns table (timeslot_id uuid, experience_id uuid, title text, start_time time, end_time time, days_of_week text[], response text,
  leads boolean, leader_name text, bookings int, guests int, is_next boolean, declined_dates date[], time_zone text)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_role('tour_guide');
begin
  return query
  select s.id, e.id, e.title, s.start_time, s.end_time, s.days_of_week, a.response,
    coalesce(x.leader = caller, false), c.full_name, coalesce(b.bookings, 0), coalesce(b.guests, 0),
    coalesce(private.next_guide_of(e.id, s.id, x.leader) = caller, false),
    array(select d.service_date from private.guide_date_declines d
           where d.timeslot_id = s.id and d.guide_id = caller and d.service_date >= (now() at time zone t.time_zone)::date order by 1),
    t.time_zone
  from public.experiences e
  join public.territories t on t.id = e.territory_id
  join public.experience_timeslots s on s.experience_id = e.id and s.archived_at is null
  left join public.guide_timeslot_responses a on a.guide_id = caller and a.timeslot_id = s.id
  cross join lateral (select private.guide_of(e.id, s.id) as leader) x
  left join public.profile_cards c on c.id = x.leader
  left join lateral (
    select count(*)::int as bookings, sum(k.num_people)::int as guests from public.bookings k
    where k.guide_id = caller and k.experience_id = e.id and k.timeslot_id = s.id and k.check_in_status = 'pending' and private.is_live(k.status)
      and k.booking_date >= current_date - 1 and k.booking_date + coalesce(k.start_time, time '24:00') > now() at time zone t.time_zone) b on true
  where e.archived_at is null and e.territory_id = any (private.my_territories('guide'))
    and (e.guide_id = caller or exists (
      select 1 from public.experience_guide_rankings r where r.experience_id = e.id and r.guide_id = caller))
  order by e.title, e.id, s.start_time, s.id
  limit 500;
end $$;
create function public.guide_timeslots()
returns table (timeslot_id uuid, experience_id uuid, title text, start_time time, end_time time, days_of_week text[], response text,
  leads boolean, leader_name text, bookings int, guests int, is_next boolean, declined_dates date[], time_zone text)
language sql stable security invoker set search_path = '' as $$ select * from private.guide_timeslots() $$;
grant execute on function private.guide_timeslots(), public.guide_timeslots() to authenticated;

-- The order of the way: in which order a service's places are called at, hotels by their names as guests write them. One for all days of the
-- service; a place that is not in it comes after the others, by name.

create table private.pickup_orders (
  transport_id uuid primary key references public.territory_transports (id) on delete cascade,
  places text[] not null default '{}' check (cardinality(places) <= 500)
);
alter table private.pickup_orders enable row level security;

-- The same hotel in other capitals is the same place.
create function private.place_key(p_name text)
returns text language sql immutable set search_path = '' as $$ select nullif(lower(btrim(p_name)), '') $$;

-- Puts places into an order: p_places as they follow each other on one day, each the hotel of a booking of the service
-- (one that was just cancelled is still on the screen). Places of other days keep theirs around them. For who runs the territory's drivers.
-- Raises 404 'transport_not_found', 400 'invalid_input'. Locks the row of the order.
create function private.set_pickup_order(p_transport_id uuid, p_places text[])
returns void language plpgsql security definer set search_path = '' as $$
declare
  t public.territory_transports;
  v_new text[] := array(select k from (
    select distinct on (private.place_key(p)) private.place_key(p) as k, at from unnest(p_places) with ordinality x (p, at)
     where private.place_key(p) is not null order by private.place_key(p), at) d order by at);
  v_all text[];
begin
  perform private.require_user();
  select * into t from public.territory_transports x where x.id = p_transport_id;
  if t.id is null or not coalesce(private.runs_drivers(t.territory_id), false) then
    perform private.fail(404, 'transport_not_found', 'This service could not be found');
  elsif cardinality(v_new) not between 1 and 100 then
    perform private.invalid('There must be 1 to 100 places');
  elsif exists (
    select from unnest(v_new) p where p not in (
      select k from public.transport_bookings b, private.place_key(b.hotel_name) k
       where b.transport_id = t.id and k is not null)) then
    perform private.invalid('Nobody is picked up there');
  end if;
  insert into private.pickup_orders (transport_id) values (t.id) on conflict do nothing;
  select o.places into v_all from private.pickup_orders o where o.transport_id = t.id for update;
  v_all := v_all || array(select p from unnest(v_new) with ordinality x (p, at) where p <> all (v_all) order by at);
  -- The seats that these places have among all are given out anew, in their new order.
  v_all := (array(
      select case when x.mine then v_new[x.turn] else x.place end
      from (select w.place, w.at, w.place = any (v_new) as mine, count(*) filter (where w.place = any (v_new)) over (order by w.at) as turn
              from unnest(v_all) with ordinality w (place, at)) x order by x.at))[1:500];
  update private.pickup_orders o set places = v_all where o.transport_id = t.id and o.places <> v_all;
  if found then
    perform realtime.send(jsonb_build_object('id', t.id), 'schedule', private.topic_of(t.territory_id), true);
  end if;
end $$;
create function public.set_pickup_order(p_transport_id uuid, p_places text[])
returns void language sql security invoker set search_path = '' as $$ select private.set_pickup_order(p_transport_id, p_places) $$;
grant execute on function private.set_pickup_order(uuid, text[]), public.set_pickup_order(uuid, text[]) to authenticated;

-- The day of transport: the departures of a territory for those who run it, the departures of a driver, and their passengers.
-- A departure is driven by the active drivers whose active schedule names the service and the weekday (docs/decisions/0013).

-- Who drives what on which day of the week: active schedules of active drivers who hold the role.
create view private.live_schedules as
select s.transport_id, s.day_of_week, p.id as driver_id, p.full_name
from public.driver_schedules s
join public.territory_transports t on t.id = s.transport_id
join public.shuttle_drivers d on d.driver_id = s.driver_id and d.territory_id = t.territory_id
join public.profiles p on p.id = s.driver_id
where s.active and d.active and private.user_has_role(s.driver_id, 'shuttle_driver', t.territory_id);

-- The drivers of a service on a date.
create function private.departure_drivers(p_transport_id uuid, p_date date)
returns table (driver_id uuid, full_name text)
language sql stable security definer set search_path = '' as $$
  select l.driver_id, l.full_name from private.live_schedules l
  where l.transport_id = p_transport_id and l.day_of_week = private.weekday(p_date)
$$;

-- Today on the territory's clocks and p_ahead days more; besides, what left last night less than six hours ago.
create function private.departure_is_near(p_date date, p_start time, p_time_zone text, p_ahead int)
returns boolean language sql stable set search_path = '' as $$
  select p_date between n.at::date and n.at::date + p_ahead
    or (p_date = n.at::date - 1 and p_date + coalesce(p_start, time '24:00') > n.at - interval '6 hours')
  from (select coalesce(private.local_time(p_time_zone), now()::timestamp) as at) n
$$;

-- The numbers of a departure. Of people it counts, cancelled bookings left out; `unpaid` and `cancelled` count bookings.
create function private.departure_numbers(p_transport_id uuid, p_date date)
returns table (departure_id uuid, start_time time, bookings int, passengers int, arrived int, missed int, unpaid int, cancelled int,
  to_collect numeric, currency_symbol text)
language sql stable security definer set search_path = '' as $$
  select max(b.departure_id::text)::uuid, min(b.start_time),
    count(*) filter (where private.is_live(b.status))::int,
    coalesce(sum(b.num_people) filter (where private.is_live(b.status)), 0)::int,
    coalesce(sum(b.num_people) filter (where private.is_live(b.status) and b.check_in_status = 'checked_in'), 0)::int,
    coalesce(sum(b.num_people) filter (where private.is_live(b.status) and b.check_in_status = 'no_show'), 0)::int,
    count(*) filter (where private.is_live(b.status) and b.payment_status <> 'completed')::int,
    count(*) filter (where not private.is_live(b.status))::int,
    coalesce(sum(b.total_price) filter (where private.is_collected(b.status, b.payment_method, b.payment_status, b.check_in_status)), 0),
    private.currency_symbol(min(b.currency_code))
  from public.transport_bookings b where b.transport_id = p_transport_id and b.booking_date = p_date
$$;

-- Their names.
create function private.departure_driver_names(p_transport_id uuid, p_date date)
returns text[] language sql stable security definer set search_path = '' as $$
  select array(select r.full_name from private.departure_drivers(p_transport_id, p_date) r order by r.full_name, r.driver_id)
$$;

-- A territory's departures from p_from (null: its today, and until noon those of yesterday on which arrivals are open) to p_to, soonest
-- first, of one service or all; a page of 1 to 100 rows after (service_date, start_time, transport_id). A car leaves when it is called:
-- has_time is false and start_time says nothing. closed: nobody can book any more, and who is booked still goes.
create function private.shuttle_departures(p_territory_id text, p_from date, p_to date, p_transport_id uuid, p_after_date date,
  p_after_time time, p_after_id uuid, p_limit int)
returns table (transport_id uuid, departure_id uuid, service_date date, start_time time, has_time boolean, title text, image text,
  pickup_location text, pickup_directions text, pickup_link text, time_zone text, drivers text[], bookings int, passengers int,
  arrived int, missed int, unpaid int, cancelled int, to_collect numeric, currency_symbol text, closed boolean,
  check_in_from timestamptz, no_show_from timestamptz, arrival_until timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_zone text := (select t.time_zone from public.territories t where t.id = p_territory_id);
  v_now timestamp := now() at time zone v_zone;
  v_from date := greatest(coalesce(p_from, (v_now - interval '12 hours')::date), coalesce(p_after_date, '-infinity'));
begin
  perform private.require_driver_manager(p_territory_id);
  return query
  with page as (
    select x.id, x.day, coalesce(x.departs, t.departure_time, time '00:00') as starts, coalesce(x.departs, t.departure_time) is not null as timed
    from (
      select b.transport_id as id, b.booking_date as day, min(b.start_time) as departs, bool_or(b.check_in_status = 'pending') as open
        from public.transport_bookings b
      where b.territory_id = p_territory_id and b.booking_date >= v_from and b.booking_date <= coalesce(p_to, 'infinity')
        and (p_transport_id is null or b.transport_id = p_transport_id) and private.is_live(b.status)
      group by b.transport_id, b.booking_date) x
    join public.territory_transports t on t.id = x.id
    where (p_from is not null or x.open or x.day >= v_now::date) and (p_after_date is null or (x.day, coalesce(x.departs, t.departure_time, time '00:00'), x.id)
      > (p_after_date, coalesce(p_after_time, time '00:00'), coalesce(p_after_id, '00000000-0000-0000-0000-000000000000')))
    order by 2, 3, 1
    limit least(greatest(coalesce(p_limit, 20), 1), 100))
  select p.id, n.departure_id, p.day, p.starts, p.timed, t.title, t.image_urls[1], t.pickup_location, l.directions, l.map_link, v_zone,
    private.departure_driver_names(p.id, p.day), n.bookings, n.passengers, n.arrived, n.missed, n.unpaid, n.cancelled,
    n.to_collect, n.currency_symbol, coalesce(d.closed, false), w.check_in_from, w.no_show_from, w.arrival_until
  from page p
  join public.territory_transports t on t.id = p.id
  left join public.pickup_locations l on l.id = t.pickup_location_id
  left join public.departures d on d.transport_id = p.id and d.service_date = p.day
  cross join lateral private.departure_numbers(p.id, p.day) n
  cross join lateral private.arrival_window(p.day, case when p.timed then p.starts end, v_zone) w
  order by p.day, p.starts, p.id;
end $$;
create function public.shuttle_departures(p_territory_id text, p_from date default null, p_to date default null,
  p_transport_id uuid default null, p_after_date date default null, p_after_time time default null, p_after_id uuid default null,
  p_limit int default 20)
returns table (transport_id uuid, departure_id uuid, service_date date, start_time time, has_time boolean, title text, image text,
  pickup_location text, pickup_directions text, pickup_link text, time_zone text, drivers text[], bookings int, passengers int,
  arrived int, missed int, unpaid int, cancelled int, to_collect numeric, currency_symbol text, closed boolean,
  check_in_from timestamptz, no_show_from timestamptz, arrival_until timestamptz)
language sql stable security invoker set search_path = '' as $$
  select * from private.shuttle_departures(p_territory_id, p_from, p_to, p_transport_id, p_after_date, p_after_time, p_after_id, p_limit)
$$;
grant execute on function private.shuttle_departures(text, date, date, uuid, date, time, uuid, int),
  public.shuttle_departures(text, date, date, uuid, date, time, uuid, int) to authenticated;

-- The caller's departures of today and tomorrow, also those that nobody has booked yet; a closed one only with passengers. Raises 403
-- 'forbidden' for who is no driver.
create function private.driver_departures()
returns table (transport_id uuid, departure_id uuid, service_date date, start_time time, has_time boolean, title text, image text,
  pickup_location text, pickup_directions text, pickup_link text, time_zone text, drivers text[], bookings int, passengers int,
  arrived int, missed int, unpaid int, cancelled int, to_collect numeric, currency_symbol text, closed boolean,
  check_in_from timestamptz, no_show_from timestamptz, arrival_until timestamptz, territory_id text, territory_name text)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_role('shuttle_driver');
begin
  return query
  select t.id, n.departure_id, x.day, coalesce(n.start_time, t.departure_time, time '00:00'), coalesce(n.start_time, t.departure_time) is not null,
    t.title, t.image_urls[1], t.pickup_location, l.directions, l.map_link, r.time_zone, private.departure_driver_names(t.id, x.day),
    n.bookings, n.passengers, n.arrived, n.missed, n.unpaid, n.cancelled, n.to_collect, n.currency_symbol, coalesce(d.closed, false),
    w.check_in_from, w.no_show_from, w.arrival_until, r.id, r.name
  from public.driver_schedules s
  join public.territory_transports t on t.id = s.transport_id
  join public.territories r on r.id = t.territory_id
  cross join lateral (select (now() at time zone r.time_zone)::date + k as day from generate_series(-1, 1) k) x
  cross join lateral private.departure_numbers(t.id, x.day) n
  cross join lateral private.arrival_window(x.day, coalesce(n.start_time, t.departure_time), r.time_zone) w
  left join public.departures d on d.transport_id = t.id and d.service_date = x.day
  left join public.pickup_locations l on l.id = t.pickup_location_id
  where s.driver_id = caller and s.active and s.day_of_week = private.weekday(x.day) and private.drives(t.id, x.day)
    and private.departure_is_near(x.day, coalesce(n.start_time, t.departure_time), r.time_zone, 1)
    and (n.bookings > 0 or (t.archived_at is null and not coalesce(d.closed, false)))
  order by x.day, 4, t.id
  limit 100;
end $$;
create function public.driver_departures()
returns table (transport_id uuid, departure_id uuid, service_date date, start_time time, has_time boolean, title text, image text,
  pickup_location text, pickup_directions text, pickup_link text, time_zone text, drivers text[], bookings int, passengers int,
  arrived int, missed int, unpaid int, cancelled int, to_collect numeric, currency_symbol text, closed boolean,
  check_in_from timestamptz, no_show_from timestamptz, arrival_until timestamptz, territory_id text, territory_name text)
language sql stable security invoker set search_path = '' as $$ select * from private.driver_departures() $$;
grant execute on function private.driver_departures(), public.driver_departures() to authenticated;

-- The bookings of a departure that still stand, with their passengers. Those who run the drivers: all of the territory. A driver: the
-- own departures of today and tomorrow, with what the drive needs: no e-mail addresses, no passports, an amount only where it is to be
-- collected. `stop`: where on the way they are called for; null where nobody has said. Raises 404 'departure_not_found' for everybody else.
create function private.departure_passengers(p_transport_id uuid, p_date date)
returns table (id uuid, full_name text, avatar_url text, email text, num_people int, to_pay numeric, currency_symbol text,
  payment_status text, status text, check_in_status text, whatsapp_number text, country text, speaks_spanish boolean, hotel_name text,
  passports int[], passengers jsonb, payment_method text, checked_in_at timestamptz, undo_until timestamptz, stop int)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_manages boolean;
  t public.territory_transports;
  r public.territories;
begin
  perform private.require_user();
  select * into t from public.territory_transports x where x.id = p_transport_id;
  select * into r from public.territories x where x.id = t.territory_id;
  v_manages := coalesce(private.runs_drivers(t.territory_id), false);
  if t.id is null or p_date is null or not (v_manages or (private.drives(t.id, p_date) and private.departure_is_near(p_date,
       coalesce((select n.start_time from private.departure_numbers(t.id, p_date) n), t.departure_time), r.time_zone, 1))) then
    perform private.fail(404, 'departure_not_found', 'This run could not be found');
  end if;
  return query
  select b.id, c.full_name, c.avatar_url, case when v_manages then c.email end, b.num_people,
    case when b.payment_status <> 'completed' then b.total_price end, private.currency_symbol(b.currency_code), b.payment_status, b.status, b.check_in_status,
    b.whatsapp_number, b.country, b.speaks_spanish, b.hotel_name, case when v_manages then b.passports else '{}' end,
    (select coalesce(jsonb_agg(case when v_manages then p.one else p.one - 'email' end order by p.n), '[]')
       from jsonb_array_elements(b.passenger_details) with ordinality p (one, n)),
    b.payment_method, b.checked_in_at, private.undo_until(private.booking('transport', b.id)),
    (select array_position(o.places, private.place_key(b.hotel_name)) from private.pickup_orders o where o.transport_id = t.id)
  from public.transport_bookings b left join public.profiles c on c.id = b.tourist_id
  where b.transport_id = p_transport_id and b.booking_date = p_date and private.is_live(b.status)
  order by c.full_name, b.id
  limit 1000;
end $$;
create function public.departure_passengers(p_transport_id uuid, p_date date)
returns table (id uuid, full_name text, avatar_url text, email text, num_people int, to_pay numeric, currency_symbol text,
  payment_status text, status text, check_in_status text, whatsapp_number text, country text, speaks_spanish boolean, hotel_name text,
  passports int[], passengers jsonb, payment_method text, checked_in_at timestamptz, undo_until timestamptz, stop int)
language sql stable security invoker set search_path = '' as $$ select * from private.departure_passengers(p_transport_id, p_date) $$;
grant execute on function private.departure_passengers(uuid, date), public.departure_passengers(uuid, date) to authenticated;

-- How many shuttle services and drivers a territory has, for its tabs.
create function private.shuttle_counts(p_territory_id text)
returns table (services int, drivers int)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_driver_manager(p_territory_id);
  return query select
    (select count(*)::int from public.territory_transports t
      where t.territory_id = p_territory_id and t.transport_type_id = 'shuttle' and t.archived_at is null),
    (select count(*)::int from public.shuttle_drivers d where d.territory_id = p_territory_id);
end $$;
create function public.shuttle_counts(p_territory_id text)
returns table (services int, drivers int)
language sql stable security invoker set search_path = '' as $$ select * from private.shuttle_counts(p_territory_id) $$;
grant execute on function private.shuttle_counts(text), public.shuttle_counts(text) to authenticated;

-- Its shuttles by title, hidden ones too, with their first picture; p_id: that one alone, with all of them. A page after (sort_title, id).
create function private.shuttle_services(p_territory_id text, p_id uuid, p_after_title text, p_after_id uuid, p_limit int)
returns table (id uuid, title text, description text, image_urls text[], transport_type_id text, type_name text, booking_type text,
  shared_price numeric, private_price numeric, min_spots int, max_spots int, available_spots int, pickup_location text,
  pickup_location_id text, departure_time time, duration_hours numeric, visible boolean, updated_at timestamptz, sort_title text)
language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  after_title text := coalesce(p_after_title, '');
  after_id uuid := coalesce(p_after_id, '00000000-0000-0000-0000-000000000000');
begin
  perform private.require_driver_manager(p_territory_id);
  return query
  select t.id, t.title, t.description, case when p_id is null then t.image_urls[1:1] else t.image_urls end, t.transport_type_id, k.name,
    t.booking_type, t.shared_price, t.private_price, t.min_spots, t.max_spots, t.available_spots, t.pickup_location, t.pickup_location_id,
    t.departure_time, t.duration_hours, t.visible, t.updated_at, private.plain_words(t.title)
  from public.territory_transports t join public.transport_types k on k.id = t.transport_type_id
  where t.territory_id = p_territory_id and t.transport_type_id = 'shuttle' and t.archived_at is null and (p_id is null or t.id = p_id)
    and (private.plain_words(t.title) collate "C", t.id) > (after_title, after_id)
  order by private.plain_words(t.title) collate "C", t.id
  limit least(greatest(coalesce(p_limit, 24), 1), 100);
end $$;
create function public.shuttle_services(p_territory_id text, p_id uuid default null, p_after_title text default null,
  p_after_id uuid default null, p_limit int default 24)
returns table (id uuid, title text, description text, image_urls text[], transport_type_id text, type_name text, booking_type text,
  shared_price numeric, private_price numeric, min_spots int, max_spots int, available_spots int, pickup_location text,
  pickup_location_id text, departure_time time, duration_hours numeric, visible boolean, updated_at timestamptz, sort_title text)
language sql stable security invoker set search_path = '' as $$
  select * from private.shuttle_services(p_territory_id, p_id, p_after_title, p_after_id, p_limit)
$$;
grant execute on function private.shuttle_services(text, uuid, text, uuid, int),
  public.shuttle_services(text, uuid, text, uuid, int) to authenticated;

-- A driver hears when a departure comes, goes or does not take place (docs/decisions/0013): a notification of type run.

-- 'Cobán to Lanquín at 1:00 PM'; a car that is called has no hour.
create function private.departure_label(p_title text, p_start time)
returns text language sql immutable set search_path = '' as $$
  select p_title || coalesce(' at ' || to_char(date '2000-01-01' + p_start, 'FMHH12:MI AM'), '')
$$;

-- Not to who did it, nor to an account that is gone; the same words once in a transaction; what is newer about the same (p_about) in the
-- place of what is unread. The territory may just be going too.
create function private.notify_driver(p_driver_id uuid, p_territory_id text, p_title text, p_message text, p_about text)
returns void language sql security definer set search_path = '' as $$
  select private.notify(p.id, 'run', p_title, p_message, (select t.id from public.territories t where t.id = p_territory_id), null, null, p_about)
    from public.profiles p
   where p.id = p_driver_id and p.id is distinct from (select auth.uid()) and not exists (
     select 1 from public.notifications n where n.user_id = p.id and n.type = 'run' and n.title = p_title and n.message = p_message
       and n.created_at = now())
$$;

-- 'To Flores at 11:59 PM, every Monday, Friday': a run, and those of the week's days that stand in p_days; null where none does.
create function private.run_days(t public.territory_transports, p_days text)
returns text language sql immutable set search_path = '' as $$
  select private.departure_label(t.title, t.departure_time) || ', every '
      || case when count(*) = 7 then 'day' else string_agg(initcap(d), ', ' order by at) end
    from unnest('{monday,tuesday,wednesday,thursday,friday,saturday,sunday}'::text[]) with ordinality w (d, at)
   where position(d in p_days) > 0 having count(*) > 0
$$;

-- One notice a service and transaction, that names the days: of who is put on a whole week seven say the same. The newest word about a day
-- of a run is the only one that is unread: an older notice names its other days alone, and goes with the last of them. The key of each
-- says its days: 'run:{service} monday friday'.
create function private.notify_driver_days(p_driver_id uuid, t public.territory_transports, p_title text, p_day text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_about text := 'run:' || t.id;
  n public.notifications;
begin
  update public.notifications x
     set about = replace(x.about, ' ' || p_day, ''), message = coalesce(private.run_days(t, replace(x.about, p_day, '')), '')
   where x.user_id = p_driver_id and not x.read and x.type = 'run' and starts_with(x.about, v_about)
     and position(p_day in x.about) > 0;
  delete from public.notifications x where x.user_id = p_driver_id and not x.read and x.type = 'run' and x.about = v_about;
  select * into n from public.notifications x
   where x.user_id = p_driver_id and not x.read and x.type = 'run' and starts_with(x.about, v_about) and x.title = p_title
     and x.created_at = now();
  if n.id is null then
    perform private.notify_driver(p_driver_id, t.territory_id, p_title, private.run_days(t, p_day), v_about || ' ' || p_day);
    return;
  end if;
  update public.notifications x set about = n.about || ' ' || p_day, message = private.run_days(t, n.about || ' ' || p_day) where x.id = n.id;
end $$;

-- The schedule that a driver drives by: active, of an active driver who is still one. Asked at the end of the transaction: who is
-- taken off the territory hears that, and not of each schedule.
create function private.notify_schedule_change()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_before boolean := tg_op <> 'INSERT' and old.active;
  v_after boolean := tg_op <> 'DELETE' and new.active;
  s public.driver_schedules := case when tg_op = 'DELETE' then old else new end;
  t public.territory_transports;
begin
  select * into t from public.territory_transports x where x.id = s.transport_id;
  if v_before = v_after or t.id is null or t.archived_at is not null or not exists (
    select 1 from public.shuttle_drivers d where d.driver_id = s.driver_id and d.territory_id = t.territory_id and d.active) then
    return null;
  end if;
  perform private.notify_driver_days(s.driver_id, t,
    case when v_after then 'You have a new run' else 'A run is not yours any more' end, s.day_of_week);
  return null;
end $$;

create constraint trigger driver_schedules_notify after insert or delete or update of active on public.driver_schedules
  deferrable initially deferred for each row execute function private.notify_schedule_change();

create function private.notify_driver_change()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  d public.shuttle_drivers := case when tg_op = 'DELETE' then old else new end;
  v_place text := (select t.name from public.territories t where t.id = d.territory_id);
  v_about text := 'driver:' || d.territory_id;
begin
  if v_place is null then
    return null;
  elsif tg_op = 'DELETE' then
    perform private.notify_driver(d.driver_id, d.territory_id, 'You are not a driver any more', format('%s: your runs have ended', v_place), v_about);
  elsif d.active then
    perform private.notify_driver(d.driver_id, d.territory_id, 'You are active again', format('%s: your runs are yours again', v_place), v_about);
  else
    perform private.notify_driver(d.driver_id, d.territory_id, 'You are set to inactive', format('%s: you have no runs until you are active again', v_place),
      v_about);
  end if;
  return null;
end $$;

create trigger shuttle_drivers_notify_delete after delete on public.shuttle_drivers
  for each row execute function private.notify_driver_change();

create trigger shuttle_drivers_notify_active after update of active on public.shuttle_drivers
  for each row when (old.active is distinct from new.active) execute function private.notify_driver_change();

-- A service that ends, and one that leaves at another hour: each says an hour that the next one would hide.
create function private.notify_service_change()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_ends boolean := tg_op = 'DELETE' or new.archived_at is not null;
begin
  perform private.notify_driver(x.driver_id, old.territory_id,
    case when v_ends then 'A run is not yours any more' else 'A run leaves at another time' end,
    case when v_ends then format('%s is not offered any more', old.title)
         else format('%s, before at %s', private.departure_label(new.title, new.departure_time),
                coalesce(to_char(date '2000-01-01' + old.departure_time, 'FMHH12:MI AM'), 'no set time')) end, null)
  from (
    select distinct s.driver_id from public.driver_schedules s
    join public.shuttle_drivers d on d.driver_id = s.driver_id and d.territory_id = old.territory_id and d.active
    where s.transport_id = old.id and s.active) x;
  return case when tg_op = 'DELETE' then old end;
end $$;

-- After territory_transports_archive, which turns the deletion of what was ever booked into an update.
create trigger territory_transports_notify_delete before delete on public.territory_transports
  for each row when (old.archived_at is null) execute function private.notify_service_change();

create trigger territory_transports_notify_update after update on public.territory_transports
  for each row when (old.archived_at is null
    and (new.archived_at is not null or new.departure_time is distinct from old.departure_time))
  execute function private.notify_service_change();

-- Those who would have driven it. A departure is over when nobody is booked on it and nobody can be.
create function private.notify_departure(p_transport_id uuid, p_date date, p_start time, p_title text, p_message text)
returns void language sql security definer set search_path = '' as $$
  select private.notify_driver(r.driver_id, t.territory_id, p_title,
    format(p_message, private.departure_label(t.title || ', ' || to_char(p_date, 'FMDy, FMMon FMDD'), coalesce(p_start, t.departure_time))),
    concat('departure:', t.id, ' ', p_date))
  from public.territory_transports t cross join lateral private.departure_drivers(t.id, p_date) r
  where t.id = p_transport_id and p_date >= coalesce(private.local_time((select x.time_zone from public.territories x where x.id = t.territory_id)), now())::date
$$;

create function private.notify_departure_change()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if (select n.bookings from private.departure_numbers(new.transport_id, new.service_date) n) = 0 then
    perform private.notify_departure(new.transport_id, new.service_date, null,
      case when new.closed then 'Run cancelled' else 'A run takes place after all' end,
      case when new.closed then '%s does not take place' else '%s' end);
  end if;
  return null;
end $$;

create trigger departures_notify after update of closed on public.departures
  for each row when (new.transport_id is not null and old.closed is distinct from new.closed)
  execute function private.notify_departure_change();

-- The last passengers of a departure that is near, or closed. At the end of the transaction: two that cancel at once wait for each
-- other at the departure's seats, and the later one finds that nobody is left.
create function private.notify_last_booking()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  d public.departures;
begin
  if not private.is_live(old.status) or private.is_live(new.status)
     or (select n.bookings from private.departure_numbers(new.transport_id, new.booking_date) n) > 0 then
    return null;
  end if;
  select * into d from public.departures x where x.id = new.departure_id;
  if d.closed then
    perform private.notify_departure(new.transport_id, new.booking_date, new.start_time, 'Run cancelled', '%s does not take place');
  elsif private.departure_is_near(new.booking_date, new.start_time,
          (select t.time_zone from public.territories t where t.id = new.territory_id), 1) then
    perform private.notify_departure(new.transport_id, new.booking_date, new.start_time, 'No passengers left', '%s: the last booking was cancelled');
  end if;
  return null;
end $$;

create constraint trigger transport_bookings_notify_last after update of status on public.transport_bookings
  deferrable initially deferred for each row when (old.status is distinct from new.status)
  execute function private.notify_last_booking();

-- What a tourist keeps of a booking: its calendar entry, with the number that tells a calendar which of two files is newer, and
-- its receipt, with amounts from the ledger and never from what a price is today.

-- Whoever changes the booking, and however: the number grows with the row.
create function private.grow_calendar_sequence()
returns trigger language plpgsql set search_path = '' as $$
begin
  new.calendar_sequence := greatest(new.calendar_sequence, old.calendar_sequence + 1);
  return new;
end $$;

create trigger bookings_calendar before update of booking_date, start_time, status, hotel_name, hotel_address on public.bookings
  for each row when ((old.booking_date, old.start_time, old.status, old.hotel_name, old.hotel_address)
    is distinct from (new.booking_date, new.start_time, new.status, new.hotel_name, new.hotel_address))
  execute function private.grow_calendar_sequence();

create trigger transport_bookings_calendar before update of booking_date, start_time, status, hotel_name on public.transport_bookings
  for each row when ((old.booking_date, old.start_time, old.status, old.hotel_name)
    is distinct from (new.booking_date, new.start_time, new.status, new.hotel_name))
  execute function private.grow_calendar_sequence();

-- The name, the place or the length of a service: the entries of everybody who is still to come.
create function private.grow_calendar_of_service()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'experiences' then
    update public.bookings set calendar_sequence = calendar_sequence + 1
     where experience_id = new.id and booking_date >= current_date - 1 and private.is_live(status);
  else
    update public.transport_bookings set calendar_sequence = calendar_sequence + 1
     where transport_id = new.id and booking_date >= current_date - 1 and private.is_live(status);
  end if;
  return null;
end $$;

create trigger experiences_calendar after update of title, meeting_point, duration on public.experiences
  for each row when ((old.title, old.meeting_point, old.duration) is distinct from (new.title, new.meeting_point, new.duration))
  execute function private.grow_calendar_of_service();

-- pickup_location_id: with it alone, check_pickup_location writes the place.
create trigger territory_transports_calendar after update of title, pickup_location, pickup_location_id, duration_hours
  on public.territory_transports
  for each row when ((old.title, old.pickup_location, old.duration_hours) is distinct from (new.title, new.pickup_location, new.duration_hours))
  execute function private.grow_calendar_of_service();

-- The entry under the names that bookingCalendar() in functions/_shared/calendar.ts takes. A booking without a time is a day.
create function private.calendar_event(p_kind text, p_booking_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  with b as (
    select 'experience' as kind, x.id, e.title, x.booking_date, x.start_time, x.num_people, x.status, x.payment_method, x.territory_id,
           x.calendar_sequence, x.updated_at, e.duration as hours, e.meeting_point as place
      from public.bookings x join public.experiences e on e.id = x.experience_id
     where p_kind = 'experience' and x.id = p_booking_id
    union all
    select 'transport', x.id, s.title, x.booking_date, x.start_time, x.num_people, x.status, x.payment_method, x.territory_id,
           x.calendar_sequence, x.updated_at, s.duration_hours, s.pickup_location
      from public.transport_bookings x join public.territory_transports s on s.id = x.transport_id
     where p_kind = 'transport' and x.id = p_booking_id)
  select jsonb_build_object(
    'uid', b.kind || '-' || b.id || '@territorio',
    'sequence', b.calendar_sequence,
    'status', case when not private.is_live(b.status) then 'CANCELLED'
                   when b.status = 'ordered' and b.payment_method = 'card' then 'TENTATIVE' else 'CONFIRMED' end,
    'title', b.title,
    'startLocal', case when b.start_time is null then b.booking_date::text
                       else to_char(b.booking_date + b.start_time, 'YYYY-MM-DD"T"HH24:MI:SS') end,
    'endLocal', to_char(b.booking_date + b.start_time + b.hours * interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SS'),
    'timeZone', t.time_zone,
    'location', concat_ws(', ', nullif(btrim(b.place), ''), t.name),
    'numPeople', b.num_people,
    'stamp', to_char(b.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
  from b join public.territories t on t.id = b.territory_id
$$;

-- For the tourist whose booking it is.
create function private.booking_calendar(p_kind text, p_booking_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select private.calendar_event(b.kind, b.id) from private.own_booking(p_kind, p_booking_id) b
$$;
create function public.booking_calendar(p_kind text, p_booking_id uuid)
returns jsonb language sql stable security invoker set search_path = '' as $$
  select private.booking_calendar(p_kind, p_booking_id)
$$;
grant execute on function private.booking_calendar(text, uuid), public.booking_calendar(text, uuid) to authenticated;

-- The receipt of a booking, for the tourist who paid it. A refund that came back is not on it: the tourist has neither got it nor
-- paid it again. Nor is cash that was written down by mistake.
create function private.booking_receipt(p_kind text, p_booking_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  b private.booking_facts := private.own_booking(p_kind, p_booking_id);
  m record;
  x record;
begin
  select * into m from private.money_of(b);
  select r.unit_price, r.created_at, r.payment_method into x
    from (select e.id, e.unit_price, e.created_at, e.payment_method from public.bookings e
          union all select s.id, s.unit_price, s.created_at, s.payment_method from public.transport_bookings s) r where r.id = b.id;
  return (
    select jsonb_build_object(
      'number', upper(left(b.kind, 1)) || to_char(x.created_at at time zone t.time_zone, '-YYYYMMDD-') || upper(left(replace(b.id::text, '-', ''), 8)),
      'kind', b.kind, 'booking_id', b.id, 'title', b.title, 'territory_name', t.name, 'time_zone', t.time_zone,
      'booking_date', b.booking_date, 'start_time', b.start_time, 'num_people', b.num_people, 'booking_type', b.booking_type,
      'status', b.status, 'payment_method', x.payment_method, 'booked_at', x.created_at,
      'currency_code', b.currency_code, 'currency_symbol', private.currency_symbol(b.currency_code),
      'customer_name', (select c.full_name from public.profiles c where c.id = b.tourist_id),
      'customer_email', (select c.email from public.profiles c where c.id = b.tourist_id),
      'guide_name', (select c.full_name from public.profiles c where c.id = b.guide_id),
      'lines', private.price_lines(b.booking_type, x.unit_price, b.num_people),
      'total_price', b.total_price,
      -- Money that came, and money that went back: every party's share of the ledger together.
      'entries', (select coalesce(jsonb_agg(jsonb_build_object('at', k.at, 'amount', k.amount) order by k.first), '[]')
                    from (select min(l.created_at) as at, sum(l.amount) as amount, min(l.id) as first from private.ledger l
                           where l.booking_id = b.booking_id or l.transport_booking_id = b.transport_booking_id
                           group by regexp_replace(regexp_replace(l.kind, '^refund-failed:', 'refund:'), '^undone', 'sale')
                          having sum(l.amount) <> 0) k),
      'paid_amount', private.from_minor(m.paid, b.currency_code),
      'refunded_amount', private.from_minor(m.refunded, b.currency_code),
      'on_its_way_amount', private.from_minor(m.on_its_way, b.currency_code),
      -- What a cancelled booking still costs.
      'fee_amount', case when private.is_live(b.status) then 0
                         else private.from_minor(greatest(0, m.paid - m.refunded - m.on_its_way), b.currency_code) end)
      from public.territories t where t.id = b.territory_id);
end $$;
create function public.booking_receipt(p_kind text, p_booking_id uuid)
returns jsonb language sql stable security invoker set search_path = '' as $$
  select private.booking_receipt(p_kind, p_booking_id)
$$;
grant execute on function private.booking_receipt(text, uuid), public.booking_receipt(text, uuid) to authenticated;

-- E-mails and notifications leave here, with retry. Nothing that fails here fails a booking.
--
-- What an e-mail says is frozen when it is taken for the first time: a second attempt, after a worker that died between sending
-- and writing it down, sends the same bytes under the same key, and the mail service suppresses it.

-- E-mails and notifications to send. dedupe_key makes a retry of the cause harmless.
create table private.outbox (
  id bigint generated always as identity primary key,
  dedupe_key text not null unique,
  kind text not null check (kind in ('email', 'notification', 'message')), -- a message to a group that could not be written at once
  template text not null,
  recipient text not null, -- an e-mail address, or a user id for the other two
  payload jsonb not null default '{}',
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'dead', 'discarded')),
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  frozen jsonb
);
create index outbox_due_idx on private.outbox (next_attempt_at) where state in ('queued', 'sending');
create index outbox_dead_idx on private.outbox (id) where state = 'dead';
create index outbox_sent_idx on private.outbox (sent_at) where state = 'sent';
create index outbox_review_idx on private.outbox (recipient, created_at) where template = 'review_request';
create index outbox_contact_idx on private.outbox (created_at) where template = 'contact_message';
create index outbox_about_idx on private.outbox ((payload ->> 'about')) where kind = 'notification';
create index outbox_message_idx on private.outbox (recipient) where template = 'message';
alter table private.outbox enable row level security;
grant all on private.outbox to service_role;
grant select, usage on sequence private.outbox_id_seq to service_role;

-- Queues an e-mail about a booking. p_suffix tells apart what may happen to one booking more than once; the mail is told without its
-- colon, as `part`.
create function private.queue_mail(p_template text, p_kind text, p_booking_id uuid, p_suffix text default '')
returns void language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(p_kind, p_booking_id);
begin
  insert into private.outbox (dedupe_key, kind, template, recipient, payload)
  select format('email:%s:%s:%s%s', p_template, p_kind, p_booking_id, p_suffix), 'email', p_template, p.email,
         jsonb_build_object('kind', p_kind, 'booking_id', p_booking_id)
           || case when p_suffix = '' then '{}' else jsonb_build_object('part', ltrim(p_suffix, ':')) end
    from public.profiles p where p.id = b.tourist_id and private.may_mail(p.email)
  on conflict (dedupe_key) do nothing;
end $$;

-- Queues a notification about a booking, once a key; null as the user queues nothing. One of the same type about the same thing (p_about)
-- that is still unread, or still waits here, makes room for it. One that is being delivered at this moment stays beside it.
create function private.queue_notification(p_key text, p_user_id uuid, p_type text, p_title text, p_message text, b private.booking_facts,
  p_about text default null)
returns void language plpgsql security definer set search_path = '' as $$
begin
  delete from private.outbox o where o.id in (
    select x.id from private.outbox x where x.kind = 'notification' and x.payload ->> 'about' = p_about and x.recipient = p_user_id::text
       and x.template = p_type and x.state = 'queued' for update skip locked);
  delete from public.notifications n where n.about = p_about and n.user_id = p_user_id and n.type = p_type and not n.read;
  insert into private.outbox (dedupe_key, kind, template, recipient, payload)
  select 'notification:' || p_key, 'notification', p_type, p_user_id::text,
         jsonb_build_object('title', p_title, 'message', p_message, 'territory_id', b.territory_id,
                            'booking_id', b.booking_id, 'transport_booking_id', b.transport_booking_id)
           || case when p_about is null then '{}' else jsonb_build_object('about', p_about) end
   where p_user_id is not null
  on conflict (dedupe_key) do nothing;
end $$;

-- Notifications, and messages to a group, are rows of ours: delivered in place. One that cannot be (its account is gone) is laid aside;
-- one that fails otherwise is tried again like an e-mail. Passes over what another worker has locked.
create function private.deliver_notifications(p_limit int default 200)
returns int language plpgsql security definer set search_path = '' as $$
declare
  o private.outbox;
  v_count int := 0;
begin
  for o in
    select * from private.outbox where kind in ('notification', 'message') and state = 'queued' and next_attempt_at <= now()
     order by id limit p_limit for update skip locked
  loop
    begin
      if o.kind = 'message' then
        perform private.write_group_message((o.payload ->> 'sender_id')::uuid, (o.payload ->> 'booking_id')::uuid,
          (o.payload ->> 'transport_booking_id')::uuid, o.payload ->> 'text');
      else
        insert into public.notifications (user_id, type, title, message, territory_id, booking_id, transport_booking_id, about)
        values (o.recipient::uuid, o.template, o.payload ->> 'title', o.payload ->> 'message', o.payload ->> 'territory_id',
                (o.payload ->> 'booking_id')::uuid, (o.payload ->> 'transport_booking_id')::uuid, o.payload ->> 'about');
      end if;
      update private.outbox set state = 'sent', sent_at = now(), attempts = attempts + 1, payload = payload - 'text' where id = o.id;
      v_count := v_count + 1;
    exception
      when foreign_key_violation or invalid_text_representation then
        update private.outbox set state = 'dead', last_error = left(sqlerrm, 500), attempts = attempts + 1 where id = o.id;
      when others then
        update private.outbox
           set state = case when attempts + 1 >= private.outbox_attempts() then 'dead' else 'queued' end, last_error = left(sqlerrm, 500),
               attempts = attempts + 1, next_attempt_at = now() + private.outbox_wait(attempts + 1) where id = o.id;
    end;
  end loop;
  return v_count;
end $$;

-- Delivers notifications and takes e-mails that are due, with what they need to be written. A claim is a lease of two minutes.
-- A mail that cannot be prepared, or whose worker dies each time, counts its attempts like one that cannot be sent: a worker
-- claims what it sends at once and no more, else its end would take an attempt of mails that it had not begun. It passes over what another
-- worker has locked.
create function private.claim_outbox(p_limit int default 20)
returns table (id bigint, dedupe_key text, template text, recipient text, attempts int, data jsonb)
language plpgsql security definer set search_path = '' as $$
declare
  o private.outbox;
  v_moot text;
  v_left int := least(greatest(p_limit, 1), 200);
begin
  perform private.deliver_notifications();
  -- One by one, as some of those that are due are laid aside: each that is looked at ends, or is due later.
  while v_left > 0 loop
    select x.* into o from private.outbox x
     where x.kind = 'email' and x.state in ('queued', 'sending') and x.next_attempt_at <= now()
     order by x.next_attempt_at limit 1
     for update skip locked;
    exit when not found;
    begin
      v_moot := private.mail_is_obsolete(o);
      if v_moot is not null then
        update private.outbox x set state = 'discarded', last_error = v_moot, frozen = null, payload = x.payload - 'code' where x.id = o.id;
      elsif o.attempts >= private.outbox_attempts() then
        update private.outbox x
           set state = 'dead', last_error = concat_ws('; before that: ', 'No worker has lived to finish it', o.last_error) where x.id = o.id;
      else
        update private.outbox x
           set state = 'sending', attempts = x.attempts + 1, next_attempt_at = now() + interval '2 minutes',
               frozen = coalesce(x.frozen, private.mail_contents(o))
         where x.id = o.id returning x.* into o;
        return query select o.id, o.dedupe_key, o.template, o.recipient, o.attempts, o.frozen;
        v_left := v_left - 1;
      end if;
    exception when others then
      update private.outbox x
         set attempts = x.attempts + 1, last_error = left(sqlerrm, 500), next_attempt_at = now() + private.outbox_wait(x.attempts + 1),
             state = case when x.attempts + 1 >= private.outbox_attempts() then 'dead' else 'queued' end
       where x.id = o.id;
    end;
  end loop;
end $$;
create function public.claim_outbox(p_limit int default 20)
returns table (id bigint, dedupe_key text, template text, recipient text, attempts int, data jsonb)
language sql security invoker set search_path = '' as $$
  select * from private.claim_outbox(p_limit)
$$;
grant execute on function private.claim_outbox(int), public.claim_outbox(int) to service_role;

-- How sending ended. A worker that was slow, and whose lease has passed to another, may still say so: the mail service sends a key
-- once, so that the worst is one attempt more.
create function private.finish_outbox(p_id bigint, p_sent boolean, p_error text, p_final boolean)
returns void language sql security definer set search_path = '' as $$
  update private.outbox o
     set state = case when p_sent then 'sent' when p_final or o.attempts >= private.outbox_attempts() then 'dead' else 'queued' end,
         sent_at = case when p_sent then now() end,
         frozen = case when not p_sent then o.frozen end,
         payload = case when p_sent then o.payload - 'code' else o.payload end,
         last_error = left(p_error, 500),
         next_attempt_at = now() + private.outbox_wait(o.attempts)
   where o.id = p_id and (o.state = 'sending' or (p_sent and o.state = 'queued'))
$$;
create function public.finish_outbox(p_id bigint, p_sent boolean, p_error text default null, p_final boolean default false)
returns void language sql security invoker set search_path = '' as $$
  select private.finish_outbox(p_id, p_sent, p_error, p_final)
$$;
grant execute on function private.finish_outbox(bigint, boolean, text, boolean),
  public.finish_outbox(bigint, boolean, text, boolean) to service_role;

-- send-booking-email: the tourist's own booking, or one of the caller's territory. The confirmation leaves once, however often asked.
-- Raises 401 'not_signed_in' or 404 'booking_not_found'.
create function private.request_booking_email(p_kind text, p_booking_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts;
begin
  if auth.uid() is null then
    perform private.fail(401, 'not_signed_in', 'Please log in');
  end if;
  b := private.booking(p_kind, p_booking_id);
  if b.id is null or not (b.tourist_id is not distinct from auth.uid() or b.territory_id = any (private.my_territories('staff'))
                          or private.is_admin()) then
    perform private.fail(404, 'booking_not_found', 'Booking not found');
  end if;
  if private.is_live(b.status) and (b.payment_method = 'cash' or b.payment_status = 'completed') then
    perform private.queue_mail('booking_confirmation', p_kind, p_booking_id);
  end if;
end $$;
create function public.request_booking_email(p_kind text, p_booking_id uuid)
returns void language sql security invoker set search_path = '' as $$
  select private.request_booking_email(p_kind, p_booking_id)
$$;
grant execute on function private.request_booking_email(text, uuid), public.request_booking_email(text, uuid) to authenticated;

-- { "queued", "failing", "dead", "sent_today": numbers, "oldest_due": timestamp or null }, for admins. failing: queued, and at least
-- one attempt has failed. oldest_due: since when the longest waiting one should be gone.
create function private.outbox_counts()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (select jsonb_build_object(
      'queued', count(*), 'failing', count(*) filter (where o.state = 'queued' and o.attempts > 0),
      'oldest_due', min(o.next_attempt_at) filter (where o.next_attempt_at <= now()))
      from private.outbox o where o.state in ('queued', 'sending'))
    || jsonb_build_object(
      'dead', (select count(*) from private.outbox o where o.state = 'dead'),
      'sent_today', (select count(*) from private.outbox o where o.state = 'sent' and o.sent_at > now() - interval '24 hours'));
end $$;
create function public.outbox_counts()
returns jsonb language sql stable security invoker set search_path = '' as $$ select private.outbox_counts() $$;
grant execute on function private.outbox_counts(), public.outbox_counts() to authenticated;

-- What is in the outbox, newest first, for admins. p_state: 'dead'; 'queued' (with those being sent), 'failing', 'sent', 'discarded';
-- null: all. p_before: the last id of the page before. p_limit: 1 to 100. Raises 403 'forbidden', 400 'invalid_input'.
create function private.list_outbox(p_state text, p_before bigint, p_limit int)
returns table (id bigint, kind text, template text, recipient text, state text, attempts int, last_error text,
  created_at timestamptz, next_attempt_at timestamptz, sent_at timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_before bigint := coalesce(p_before, 9223372036854775807);
  v_limit int := least(greatest(coalesce(p_limit, 50), 1), 100);
  v_ids bigint[];
begin
  perform private.require_admin();
  if p_state is not null and p_state not in ('dead', 'queued', 'failing', 'sent', 'discarded') then
    perform private.fail(400, 'invalid_input', 'There is no such state');
  end if;
  -- The two lists that an admin looks at each have an index of few rows, which a condition must name to use it.
  if p_state = 'dead' then
    v_ids := array(select o.id from private.outbox o where o.state = 'dead' and o.id < v_before order by o.id desc limit v_limit);
  elsif p_state in ('queued', 'failing') then
    v_ids := array(
      select o.id from private.outbox o
       where o.state in ('queued', 'sending') and o.id < v_before and (p_state = 'queued' or (o.state = 'queued' and o.attempts > 0))
       order by o.id desc limit v_limit);
  else
    v_ids := array(
      select o.id from private.outbox o where (p_state is null or o.state = p_state) and o.id < v_before order by o.id desc limit v_limit);
  end if;
  return query
    -- A notification is addressed to an account: shown by its e-mail, like the rest.
    select o.id, o.kind, o.template,
      case when o.kind = 'email' then o.recipient
           else coalesce((select p.email from public.profiles p where p.id::text = o.recipient), o.recipient) end,
      o.state, o.attempts, o.last_error, o.created_at, o.next_attempt_at, o.sent_at
    from private.outbox o where o.id = any (v_ids) order by o.id desc;
end $$;
create function public.list_outbox(p_state text default null, p_before bigint default null, p_limit int default 50)
returns table (id bigint, kind text, template text, recipient text, state text, attempts int, last_error text,
  created_at timestamptz, next_attempt_at timestamptz, sent_at timestamptz)
language sql stable security invoker set search_path = '' as $$
  select * from private.list_outbox(p_state, p_before, p_limit)
$$;
grant execute on function private.list_outbox(text, bigint, int), public.list_outbox(text, bigint, int) to authenticated;

-- The row that an admin is about to act on, locked. One that a worker holds right now is as good as gone. Raises 403 'forbidden', 404
-- 'outbox_not_found', 409 'outbox_settled'.
create function private.unsettled_outbox(p_id bigint)
returns private.outbox language plpgsql security definer set search_path = '' as $$
declare
  o private.outbox;
begin
  perform private.require_admin();
  select * into o from private.outbox x where x.id = p_id for update;
  if o.id is null then
    perform private.fail(404, 'outbox_not_found', 'This message could not be found');
  elsif o.state not in ('dead', 'queued') then
    perform private.fail(409, 'outbox_settled', 'This message was already sent or discarded');
  end if;
  return o;
end $$;

-- Sends a dead or failing one again, now, with all attempts before it. For admins, and audited. Raises 404 'outbox_not_found', 409
-- 'outbox_settled' for one that has left, is just leaving, or was discarded. → {id, state: 'queued'}
create function private.retry_outbox(p_id bigint)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  o private.outbox := private.unsettled_outbox(p_id);
begin
  -- Written anew: what made it fail may have been in what it was written from.
  update private.outbox set state = 'queued', attempts = 0, next_attempt_at = now(), frozen = null where id = o.id;
  perform private.audit('outbox_retried', null, 'outbox', o.id::text,
    jsonb_build_object('template', o.template, 'state', o.state, 'attempts', o.attempts, 'last_error', o.last_error));
  return jsonb_build_object('id', o.id, 'state', 'queued');
end $$;
create function public.retry_outbox(p_id bigint)
returns jsonb language sql security invoker set search_path = '' as $$ select private.retry_outbox(p_id) $$;
grant execute on function private.retry_outbox(bigint), public.retry_outbox(bigint) to authenticated;

-- Gives a dead or waiting one up. For admins, and audited; raises as retry_outbox does. → {id, state: 'discarded'}
create function private.discard_outbox(p_id bigint)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  o private.outbox := private.unsettled_outbox(p_id);
begin
  update private.outbox set state = 'discarded', frozen = null, payload = payload - 'code' where id = o.id;
  perform private.audit('outbox_discarded', null, 'outbox', o.id::text,
    jsonb_build_object('template', o.template, 'state', o.state, 'attempts', o.attempts, 'last_error', o.last_error));
  return jsonb_build_object('id', o.id, 'state', 'discarded');
end $$;
create function public.discard_outbox(p_id bigint)
returns jsonb language sql security invoker set search_path = '' as $$ select private.discard_outbox(p_id) $$;
grant execute on function private.discard_outbox(bigint), public.discard_outbox(bigint) to authenticated;

-- After so many attempts, four hours with the waits between them, an e-mail waits for a person.
create function private.outbox_attempts()
returns int language sql immutable set search_path = '' as $$ select 12 $$;

-- The account behind an address may be written to: it is there, and not blocked.
create function private.may_mail(p_email text)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.profiles p join auth.users u on u.id = p.id
     where lower(p.email) = lower(p_email) and (u.banned_until is null or u.banned_until <= now()))
$$;

-- All that the mail is written from. Only mails to the tourist carry the data of the booking, and with it the check-in code.
create function private.mail_contents(o private.outbox)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_kind text := o.payload ->> 'kind';
  v_id uuid := (o.payload ->> 'booking_id')::uuid;
begin
  case o.template
    when 'message' then
      return o.payload || jsonb_build_object('messages', private.unread_messages(o));
    when 'payment_failed' then
      return o.payload || private.failed_payment_data((o.payload ->> 'hold_id')::uuid);
    when 'payout' then
      return (select o.payload || private.payout_json(p) from public.payouts p where p.id = (o.payload ->> 'payout_id')::uuid);
    else
      if v_id is null then
        return o.payload;
      end if;
      return o.payload || private.mail_data(v_kind, v_id) || private.mail_money(private.booking(v_kind, v_id), o.template, o.payload ->> 'part')
        || jsonb_build_object('calendar', private.calendar_event(v_kind, v_id));
  end case;
end $$;

-- How long after so many attempts the next one waits: twenty seconds after the first, then twice as long each time, up to an hour.
create function private.outbox_wait(p_attempts int)
returns interval language sql immutable set search_path = '' as $$
  select least(interval '1 hour', interval '10 seconds' * power(2, least(p_attempts, 10)))
$$;

-- What the mails of the outbox are written from, looked up when one is taken, and when a mail has lost its point: such a mail is
-- discarded instead of sent.

-- What the template of a booking's mail is filled with.
create function private.mail_data(p_kind text, p_booking_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'title', b.title, 'booking_date', b.booking_date, 'start_time', b.start_time, 'num_people', b.num_people,
    'booking_type', b.booking_type, 'total_price', b.total_price, 'currency_code', b.currency_code,
    'currency_symbol', private.currency_symbol(b.currency_code),
    'payment_method', b.payment_method, 'payment_status', b.payment_status, 'status', b.status, 'hotel_name', b.hotel_name,
    'territory_name', t.name, 'time_zone', t.time_zone, 'service_id', b.service_id, 'ended_by', private.ended_by(b),
    'full_name', (select p.full_name from public.profiles p where p.id = b.tourist_id),
    'guide_name', (select p.full_name from public.profiles p where p.id = b.guide_id),
    'cancellation_policy', b.cancellation_policy,
    'meeting_point', e.meeting_point, 'meeting_point_link', e.meeting_point_link,
    'pickup_location', s.pickup_location, 'pickup_directions', l.directions, 'pickup_map', l.map_link,
    'check_in_code', (select c.code from public.booking_codes c
                       where c.booking_id = b.booking_id or c.transport_booking_id = b.transport_booking_id))
  from private.booking_facts b
  join public.territories t on t.id = b.territory_id
  left join public.experiences e on e.id = b.service_id
  left join public.territory_transports s on s.id = b.service_id
  left join lateral (select x.directions, x.map_link from public.pickup_locations x
                      where x.territory_id = b.territory_id and x.name = s.pickup_location limit 1) l on true
  where b.kind = p_kind and b.id = p_booking_id
$$;

-- Who ended a booking, or how: 'tourist', 'staff' or what else the event says, 'payment' when no money came.
create function private.ended_by(b private.booking_facts)
returns text language sql stable security definer set search_path = '' as $$
  select case when e.detail ? 'by' then e.detail ->> 'by' when e.detail ? 'reason' then 'payment' else 'staff' end
    from public.booking_events e
   where (e.booking_id = b.booking_id or e.transport_booking_id = b.transport_booking_id) and e.to_status = 'cancelled'
   order by e.id desc limit 1
$$;

-- What a mail says of money: how much goes back with the ending that it tells of and how much did before (p_part: which ending, or the
-- number of the refund), whether a card was only authorised, so that nothing was taken, whether the booking was brought back, and which
-- refund was called off then.
create function private.mail_money(b private.booking_facts, p_template text, p_part text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  p private.payments := private.payment_of(b.id);
  m record;
  v_due bigint;
begin
  select * into m from private.money_of(b);
  v_due := m.refunded + m.on_its_way;
  if p_template = 'booking_cancelled' then
    v_due := least(v_due, coalesce((
      select private.to_minor((e.detail ->> 'refund_amount')::numeric, b.currency_code) from public.booking_events e
       where (e.booking_id = b.booking_id or e.transport_booking_id = b.transport_booking_id) and e.from_status is not null
         and private.is_live(e.from_status) and not private.is_live(e.to_status)
       order by e.id offset coalesce(p_part::int, 1) - 1 limit 1), v_due));
  end if;
  return jsonb_build_object(
    'paid', private.from_minor(m.paid, b.currency_code),
    'released', coalesce(p.method = 'card' and m.paid = 0, false),
    'refund_due', private.from_minor(v_due, b.currency_code),
    'refunded_before', private.from_minor(m.refunded + m.on_its_way - v_due, b.currency_code),
    'reinstated', p_template = 'booking_confirmation' and p_part is not null,
    'called_off', (select (e.detail ->> 'called_off')::numeric from public.booking_events e
                    where (e.booking_id = b.booking_id or e.transport_booking_id = b.transport_booking_id)
                      and not private.is_live(e.from_status) and private.is_live(e.to_status) order by e.id desc limit 1),
    'refunded', coalesce(
      (select -sum(l.amount) from private.ledger l
        where (l.booking_id = b.booking_id or l.transport_booking_id = b.transport_booking_id) and l.kind = 'refund:' || p_part),
      private.from_minor(m.refunded, b.currency_code)));
end $$;

-- Why a mail has no point any more, or null.
create function private.mail_is_obsolete(o private.outbox)
returns text language plpgsql stable security definer set search_path = '' as $$
declare
  b private.booking_facts;
begin
  if o.template = 'invite' then
    return case when not exists (
      select 1 from public.invites i where i.id = (o.payload ->> 'invite_id')::uuid
        and i.redeemed_at is null and i.withdrawn_at is null and i.expires_at > now()) then 'The invitation is no longer open' end;
  elsif o.template in ('contact_message', 'account_deleted') then
    return null; -- to the team, which needs no account, and to somebody who has none any more
  elsif not private.may_mail(o.recipient) then
    return 'The account is gone or blocked';
  elsif o.template = 'payment_failed' then
    return private.payment_failed_is_obsolete((o.payload ->> 'hold_id')::uuid);
  elsif o.template in ('role_decided', 'payout') then
    return null;
  elsif o.template = 'message' then
    return case when private.unread_messages(o) is null then 'The messages have been read' end;
  end if;
  b := private.booking(o.payload ->> 'kind', (o.payload ->> 'booking_id')::uuid);
  return case
    when b.id is null then 'The booking is gone'
    when o.template = 'booking_confirmation' and not private.is_live(b.status) then 'The booking is no longer live'
    when o.template = 'booking_cancelled' and private.is_live(b.status) then 'The booking is live again'
    -- Ended or brought back once more before it left: the newer one says what is so.
    when o.template in ('booking_confirmation', 'booking_cancelled') and exists (
      select 1 from private.outbox x
       where x.dedupe_key = format('email:%s:%s:%s:%s', o.template, b.kind, b.id, coalesce((o.payload ->> 'part')::int, 1) + 1))
      then 'A newer letter says it'
    when o.template = 'review_request' and not private.may_ask_review(b) then 'Nothing to review, or reviewed already' end;
end $$;

-- Why the mail about a failed payment has lost its point; null while it has not.
create function private.payment_failed_is_obsolete(p_hold_id uuid)
returns text language plpgsql stable security definer set search_path = '' as $$
declare
  h private.holds;
begin
  select * into h from private.holds x where x.id = p_hold_id;
  return case
    when h.id is null then 'The reservation is gone'
    when h.state = 'consumed' or exists (
      select 1 from public.bookings b where b.departure_id = h.departure_id and b.tourist_id = h.user_id and b.created_at >= h.created_at
        and private.is_live(b.status)
      union all
      select 1 from public.transport_bookings b where b.departure_id = h.departure_id and b.tourist_id = h.user_id
        and b.created_at >= h.created_at and private.is_live(b.status)) then 'It was booked after all' end;
end $$;

-- What the mail about a failed payment is filled with.
create function private.failed_payment_data(p_hold_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'kind', h.kind, 'service_id', coalesce(d.experience_id, d.transport_id), 'title', coalesce(e.title, s.title),
    'booking_date', d.service_date, 'start_time', h.start_time, 'num_people', h.num_people, 'booking_type', h.booking_type,
    'total_price', h.total_price, 'currency_code', h.currency_code, 'currency_symbol', private.currency_symbol(h.currency_code),
    'territory_name', t.name, 'time_zone', t.time_zone, 'full_name', p.full_name,
    'held_until', case when h.state = 'held' and h.expires_at > now() then h.expires_at end)
  from private.holds h
  join public.departures d on d.id = h.departure_id
  join public.territories t on t.id = h.territory_id
  left join public.profiles p on p.id = h.user_id
  left join public.experiences e on e.id = d.experience_id
  left join public.territory_transports s on s.id = d.transport_id
  where h.id = p_hold_id
$$;

-- The messages of a mail that its reader has neither seen nor answered: the newest twenty, oldest first. Null when there are none.
create function private.unread_messages(o private.outbox)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('text', x.message, 'sender_name', x.full_name) order by x.created_at, x.id)
  from (
    select m.id, m.message, m.created_at, s.full_name
      from public.messages m left join public.profiles s on s.id = m.sender_id
     where m.id in (select v::uuid from jsonb_array_elements_text(o.payload -> 'message_ids') v)
       and not exists (
         -- Written in one transaction with its message: the same moment.
         select 1 from public.notifications n
          where n.user_id = (o.payload ->> 'user_id')::uuid and n.type = 'message' and n.read and n.created_at = m.created_at
            and (n.booking_id = m.booking_id or n.transport_booking_id = m.transport_booking_id))
       and not exists (
         select 1 from public.messages a
          where a.sender_id = (o.payload ->> 'user_id')::uuid and a.created_at > m.created_at
            and (a.booking_id = m.booking_id or a.transport_booking_id = m.transport_booking_id))
     order by m.created_at desc, m.id desc limit 20) x
$$;

-- What happens, and the e-mail that it queues. Triggers, so that every way to an event is covered: a booking may be ended by its
-- tourist, by staff, by a payment that fell through, or by the territory.

-- An end of a booking, and its return: the only writer of these letters, one for each event. The confirmation of a new booking, which
-- is no event, has the plain key (booking_confirmed).
create function private.mail_booking_event()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_kind text := case when new.booking_id is null then 'transport' else 'experience' end;
  v_id uuid := coalesce(new.booking_id, new.transport_booking_id);
  v_earlier int;
begin
  select count(*) into v_earlier from public.booking_events e
   where (e.booking_id = new.booking_id or e.transport_booking_id = new.transport_booking_id)
     and e.id < new.id and e.from_status is not null
     and private.is_live(e.from_status) = private.is_live(new.from_status) and private.is_live(e.to_status) = private.is_live(new.to_status);
  if private.is_live(new.from_status) and not private.is_live(new.to_status) then
    -- Paid money tells of itself when it has gone back.
    if new.to_status = 'cancelled' or coalesce((private.payment_of(v_id)).captured_minor, 0) = 0
      or (new.detail ->> 'refund_amount')::numeric = 0 then
      perform private.queue_mail('booking_cancelled', v_kind, v_id, case when v_earlier > 0 then ':' || v_earlier + 1 else '' end);
    end if;
  else
    perform private.queue_mail('booking_confirmation', v_kind, v_id, ':' || v_earlier + 2);
  end if;
  return null;
end $$;

create trigger booking_events_mail after insert on public.booking_events for each row
  when (new.from_status is not null and
    (new.from_status in ('cancelled', 'refunded')) is distinct from (new.to_status in ('cancelled', 'refunded')))
  execute function private.mail_booking_event();

-- Cash that was given back, when all is written: cash that was only ticked by mistake leaves a live booking that is not paid.
create function private.mail_cash_refund()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking_of(new);
  v_number int;
begin
  if private.is_live(b.status) and b.payment_status = 'pending' then
    return null;
  end if;
  select max(split_part(l.kind, ':', 2)::int) into v_number from private.ledger l
   where (l.booking_id = new.booking_id or l.transport_booking_id = new.transport_booking_id) and l.kind like 'refund:%';
  perform private.queue_mail('booking_refunded', b.kind, b.id, ':' || v_number);
  return null;
end $$;

create constraint trigger payments_cash_refund_mail after update of refunded_minor on private.payments
  deferrable initially deferred for each row
  when (new.method = 'cash' and new.refunded_minor > old.refunded_minor and num_nonnulls(new.booking_id, new.transport_booking_id) = 1)
  execute function private.mail_cash_refund();

-- A payment that failed. A declined card waits two minutes: who is still at it and pays with another one hears nothing.
create function private.queue_payment_failed(p_hold_id uuid, p_reason text, p_wait interval)
returns void language sql security definer set search_path = '' as $$
  insert into private.outbox (dedupe_key, kind, template, recipient, payload, next_attempt_at)
  select format('email:payment_failed:%s:%s', h.id, p_reason), 'email', 'payment_failed', p.email,
         jsonb_build_object('hold_id', h.id, 'reason', p_reason), now() + p_wait
    from private.holds h join public.profiles p on p.id = h.user_id
   where h.id = p_hold_id and private.may_mail(p.email)
  on conflict (dedupe_key) do nothing
$$;

create function private.mail_declined_card()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_payment_failed(new.hold_id, 'declined', interval '2 minutes');
  return null;
end $$;

create trigger payments_declined_mail after update of status, last_error on private.payments for each row
  when (new.last_error is not null and new.status = 'requires_payment_method' and new.hold_id is not null)
  execute function private.mail_declined_card();

-- 'void': the card was fine, the seats or the amount were not, and what was taken goes back.
create function private.mail_void_hold()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_payment_failed(new.id, 'returned', interval '0');
  return null;
end $$;

create trigger holds_void_mail after update of state on private.holds for each row
  when (new.state = 'void' and old.state <> 'void' and new.payment_method = 'card')
  execute function private.mail_void_hold();

-- Whether the tourist of a booking was there and has not reviewed it, nor deleted what they had written.
create function private.may_ask_review(b private.booking_facts)
returns boolean language sql stable security definer set search_path = '' as $$
  select b.check_in_status = 'checked_in' and private.is_live(b.status) and not exists (
    select 1 from public.reviews r where r.booking_id = b.booking_id or r.transport_booking_id = b.transport_booking_id)
    and not private.review_was_deleted(b.id)
$$;

-- The day after, by day in the territory: who was there and has said nothing is asked how it was. Once a booking, and one mail a week
-- for a person, about an experience before a ride; the rest can be reviewed from My Bookings. Up to three days late, when the
-- mails stood still. The worker of the mails calls it. → how many
create function private.queue_review_requests()
returns int language plpgsql security definer set search_path = '' as $$
declare
  d record;
  v_count int := 0;
begin
  perform private.watch_territory_clocks();
  for d in
    with clocks as materialized (select t.id, private.local_time(t.time_zone) as local from public.territories t)
    select distinct on (p.email) b.kind, b.id, p.email
      from private.booking_facts b
      join clocks t on t.id = b.territory_id
      join public.profiles p on p.id = b.tourist_id
     where b.check_in_status = 'checked_in' and b.booking_date between current_date - 4 and current_date
       and b.booking_date between t.local::date - 3 and t.local::date - 1 and extract(hour from t.local) between 10 and 18
       and private.may_ask_review(b) and private.may_mail(p.email) and private.is_due('review_request', b.id::text)
       and not exists (select 1 from private.outbox o where o.template = 'review_request' and o.recipient = p.email
                          and o.created_at > now() - interval '7 days')
     order by p.email, b.kind, b.booking_date desc, b.start_time desc nulls last
  loop
    begin
      insert into private.outbox (dedupe_key, kind, template, recipient, payload)
      values (format('email:review_request:%s:%s', d.kind, d.id), 'email', 'review_request', d.email,
        jsonb_build_object('kind', d.kind, 'booking_id', d.id)) on conflict (dedupe_key) do nothing;
      v_count := v_count + case when found then 1 else 0 end;
      perform private.clear_trouble('review_request', d.id::text);
    exception when others then
      perform private.record_trouble('review_request', d.id::text, sqlerrm);
    end;
  end loop;
  return v_count;
end $$;

-- A territory whose zone the database does not know has no day and no hour: what depends on them waits there, and an admin hears of it.
create function private.watch_territory_clocks()
returns void language plpgsql security definer set search_path = '' as $$
declare
  t record;
begin
  for t in
    select x.id, x.time_zone, private.local_time(x.time_zone) is null as unknown, k.item is not null as recorded
      from public.territories x left join private.troubles k on k.kind = 'territory_clock' and k.item = x.id
  loop
    if t.unknown and private.is_due('territory_clock', t.id) then
      perform private.record_trouble('territory_clock', t.id, format('The time zone "%s" is not known', t.time_zone));
    elsif t.recorded and not t.unknown then
      perform private.clear_trouble('territory_clock', t.id);
    end if;
  end loop;
end $$;
create function public.queue_review_requests()
returns int language sql security invoker set search_path = '' as $$ select private.queue_review_requests() $$;
grant execute on function private.queue_review_requests(), public.queue_review_requests() to service_role;

-- Who is written to in a lively conversation gets one e-mail, not one a message: it waits a minute, what else is said meanwhile goes
-- along, the next one comes ten minutes after it at the earliest, and what was read or answered by then is left out. A trigger on
-- the outbox, so that send_message goes on queueing one row a message.
create function private.fold_message_mail()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_conversation jsonb := new.payload -> 'conversation';
  v_last timestamptz;
begin
  if not private.may_mail(new.recipient) then
    return null;
  end if;
  -- A worker that is just taking the mail holds its row: this waits, finds it frozen, and begins the next one.
  update private.outbox o set payload = jsonb_set(o.payload, '{message_ids}', (o.payload -> 'message_ids') || (new.payload -> 'message_id'))
   where o.template = 'message' and o.state = 'queued' and o.frozen is null and o.recipient = new.recipient
     and o.payload -> 'conversation' = v_conversation;
  if found then
    return null;
  end if;
  select max(o.sent_at) into v_last from private.outbox o
   where o.template = 'message' and o.state = 'sent' and o.recipient = new.recipient and o.payload -> 'conversation' = v_conversation;
  new.next_attempt_at := greatest(now() + interval '1 minute', v_last + interval '10 minutes');
  new.payload := jsonb_build_object('conversation', v_conversation, 'message_ids', jsonb_build_array(new.payload -> 'message_id'),
    'full_name', new.payload -> 'full_name',
    'user_id', (select p.id from public.profiles p where lower(p.email) = lower(new.recipient) limit 1));
  return new;
end $$;

create trigger outbox_fold_messages before insert on private.outbox for each row
  when (new.template = 'message' and new.payload ? 'message_id') execute function private.fold_message_mail();

-- Notifications in the app: each person reads their own and marks them as read.

create table public.notifications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  type text not null default 'general',
  title text not null,
  message text not null,
  read boolean not null default false,
  territory_id text references public.territories (id) on delete cascade,
  booking_id uuid references public.bookings (id) on delete cascade,
  transport_booking_id uuid references public.transport_bookings (id) on delete cascade,
  -- The key of what it tells of, its kind first: 'message:', 'review:', 'slot:' (with its date), 'role:', 'pause:', 'guides:' (those whom a
  -- pause leaves out), 'arrival:' and 'status:' of a booking, 'run:' (with its days). The browser chooses the id of a message, and would
  -- without a kind write what stands in the bells of something with the same id.
  about text check (about ~ '^[a-z]+:'),
  created_at timestamptz not null default now()
);
create index notifications_user_idx on public.notifications (user_id, created_at desc, id);
create index notifications_unread_idx on public.notifications (user_id) where not read;
create index notifications_territory_idx on public.notifications (territory_id);
create index notifications_booking_idx on public.notifications (booking_id);
create index notifications_transport_booking_idx on public.notifications (transport_booking_id);
create index notifications_about_idx on public.notifications (about) where about is not null;
alter table public.notifications enable row level security;
grant select on public.notifications to authenticated;
grant all on public.notifications to service_role;

create policy notifications_select on public.notifications for select to authenticated
  using (user_id = (select auth.uid()));

-- Marks the caller's notifications as read: the ones named, or all. → how many changed
create function private.mark_notifications_read(p_ids uuid[])
returns int language plpgsql security definer set search_path = '' as $$
declare
  changed int;
begin
  update public.notifications set read = true
  where user_id = private.require_user() and not read and (p_ids is null or id = any (p_ids));
  get diagnostics changed = row_count;
  return changed;
end $$;
create function public.mark_notifications_read(p_ids uuid[] default null)
returns int language sql set search_path = '' as $$ select private.mark_notifications_read(p_ids) $$;
grant execute on function private.mark_notifications_read(uuid[]), public.mark_notifications_read(uuid[]) to authenticated;

create function private.broadcast_notification()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(jsonb_build_object('id', new.id), 'notification', 'user:' || new.user_id, true);
  return null;
end $$;

create trigger notifications_broadcast_insert after insert on public.notifications
  for each row execute function private.broadcast_notification();

create trigger notifications_broadcast_read after update of read on public.notifications
  for each row when (new.read is distinct from old.read) execute function private.broadcast_notification();

-- Tells a person something in the app, at once. One of the same type about the same thing (p_about) that is still unread makes room for it:
-- who changes something again and again rings once. What cannot be written now waits in the outbox: a notice must not fail what it is about.
create function private.notify(p_user_id uuid, p_type text, p_title text, p_message text, p_territory_id text, p_booking_id uuid default null,
  p_transport_booking_id uuid default null, p_about text default null)
returns void language plpgsql security definer set search_path = '' as $$
begin
  delete from public.notifications n where n.about = p_about and n.user_id = p_user_id and n.type = p_type and not n.read;
  insert into public.notifications (user_id, type, title, message, territory_id, booking_id, transport_booking_id, about)
  values (p_user_id, p_type, p_title, p_message, p_territory_id, p_booking_id, p_transport_booking_id, p_about);
exception when others then
  insert into private.outbox (dedupe_key, kind, template, recipient, payload, attempts, last_error, next_attempt_at)
  values ('notification:late:' || gen_random_uuid(), 'notification', p_type, p_user_id::text,
          jsonb_build_object('title', p_title, 'message', p_message, 'territory_id', p_territory_id, 'booking_id', p_booking_id,
                             'transport_booking_id', p_transport_booking_id, 'about', p_about), 1, left(sqlerrm, 500), now() + private.outbox_wait(1));
end $$;

-- The same to many, of whom one that fails keeps it from nobody else.
create function private.notify_all(p_user_ids uuid[], p_type text, p_title text, p_message text, p_territory_id text, p_about text default null)
returns void language plpgsql security definer set search_path = '' as $$
begin
  delete from public.notifications n where n.about = p_about and n.user_id = any (p_user_ids) and n.type = p_type and not n.read;
  insert into public.notifications (user_id, type, title, message, territory_id, about)
  select u, p_type, p_title, p_message, p_territory_id, p_about from unnest(p_user_ids) u;
exception when others then
  perform private.notify(u, p_type, p_title, p_message, p_territory_id, null, null, p_about) from unnest(p_user_ids) u;
end $$;

-- The words of a message or a review that stand in people's notifications follow it: written anew, or gone with it (p_text null), read or
-- not, and those that still wait in the outbox first, as one that is delivered meanwhile is then found below. Open bells look again.
create function private.rewrite_notices(p_about text, p_text text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_readers uuid[];
begin
  delete from private.outbox o
   where o.kind = 'notification' and o.payload ->> 'about' = p_about and o.state in ('queued', 'dead') and p_text is null;
  update private.outbox o set payload = o.payload || jsonb_build_object('message', p_text)
   where o.kind = 'notification' and o.payload ->> 'about' = p_about and o.state in ('queued', 'dead');
  with gone as (
    delete from public.notifications n where n.about = p_about and p_text is null returning n.user_id),
  anew as (
    update public.notifications n set message = p_text where n.about = p_about and n.message <> p_text returning n.user_id)
  select array(select user_id from gone union select user_id from anew) into v_readers;
  perform realtime.send(jsonb_build_object('about', p_about), 'notification', 'user:' || r, true) from unnest(v_readers) r;
end $$;

-- Conversations about a booking, between its tourist and its hosts, and one message to everybody on a departure. Sending again
-- after a lost answer stores nothing twice: whoever sends names the message first.

create table public.messages (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid references public.bookings (id) on delete cascade,
  transport_booking_id uuid references public.transport_bookings (id) on delete cascade,
  sender_id uuid references public.profiles (id) on delete set null
    constraint messages_sender_card_fkey references public.profile_cards (id) on delete set null,
  message text not null check (length(btrim(message)) between 1 and 4000),
  created_at timestamptz not null default now(),
  -- Filled from the booking by a trigger, so that a policy needs no join.
  tourist_id uuid references public.profiles (id) on delete set null,
  guide_id uuid references public.profiles (id) on delete set null,
  territory_id text references public.territories (id),
  idempotency_key uuid,
  to_group boolean not null default false,
  -- To how many bookings a message to a group went, in one of its rows: the one that a list shows to hosts.
  group_size int,
  check (num_nonnulls(booking_id, transport_booking_id) = 1)
);
create index messages_booking_idx on public.messages (booking_id, created_at desc, id);
create index messages_transport_booking_idx on public.messages (transport_booking_id, created_at desc, id);
create index messages_sender_idx on public.messages (sender_id);
create index messages_tourist_idx on public.messages (tourist_id, created_at desc, id);
create index messages_guide_idx on public.messages (guide_id, created_at desc, id);
create index messages_territory_idx on public.messages (territory_id, created_at desc, id);
create unique index messages_request_idx on public.messages (sender_id, idempotency_key) where idempotency_key is not null;
alter table public.messages enable row level security;
grant select on public.messages to authenticated;
grant all on public.messages to service_role;

create policy messages_select on public.messages for select to authenticated
  using (tourist_id = (select auth.uid())
    or (guide_id = (select auth.uid()) and territory_id = any ((select private.my_territories('guide'))::text[]))
    or territory_id = any ((select private.my_territories('staff'))::text[])
    or (transport_booking_id is not null and territory_id = any ((select private.my_territories('shuttle'))::text[])));

-- What was sent to a group, so that the same request is answered and not sent again. The words are in the messages.
create table private.group_messages (
  sender_id uuid not null references public.profiles (id) on delete cascade,
  idempotency_key uuid not null,
  group_id uuid not null, -- the departure; of bookings that somebody ticked, a hash of their ids
  text_hash text not null,
  sent int not null,
  created_at timestamptz not null default now(),
  primary key (sender_id, idempotency_key)
);
alter table private.group_messages enable row level security;
grant all on private.group_messages to service_role;

create function private.fill_message_participants()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.booking_id is not null then
    select b.tourist_id, b.guide_id, b.territory_id into new.tourist_id, new.guide_id, new.territory_id
    from public.bookings b where b.id = new.booking_id;
  else
    select b.tourist_id, null, b.territory_id into new.tourist_id, new.guide_id, new.territory_id
    from public.transport_bookings b where b.id = new.transport_booking_id;
  end if;
  return new;
end $$;

create trigger messages_fill_participants before insert on public.messages
  for each row execute function private.fill_message_participants();

-- Who takes part in the conversation about a booking, seen from the caller: 'tourist', 'host' (guide, staff, manager, and for
-- transport the shuttle manager) or null.
create function private.conversation_side(p_kind text, p_booking_id uuid)
returns text language sql stable security definer set search_path = '' as $$
  select case
    when b.tourist_id = (select auth.uid()) then 'tourist'
    when b.territory_id = any (private.my_territories('staff')) then 'host'
    when b.guide_id = (select auth.uid()) and b.territory_id = any (private.my_territories('guide')) then 'host'
    when p_kind = 'transport' and b.territory_id = any (private.my_territories('shuttle')) then 'host'
  end
  from (
    select e.tourist_id, e.territory_id, e.guide_id from public.bookings e where p_kind = 'experience' and e.id = p_booking_id
    union all
    select t.tourist_id, t.territory_id, null from public.transport_bookings t where p_kind = 'transport' and t.id = p_booking_id
  ) b
$$;

-- Those on the host's side who hear of a tourist's message: the guide; the shuttle managers; else who looks after the territory.
create function private.conversation_hosts(p_kind text, p_territory_id text, p_guide_id uuid)
returns setof uuid language sql stable security definer set search_path = '' as $$
  with nearest as (
    select p_guide_id as id where p_guide_id is not null
    union
    select g.user_id from private.live_grants g
    where p_kind = 'transport' and g.role = 'shuttle_manager' and g.territory_id = p_territory_id
  )
  select id from nearest
  union
  select m from private.moderators(p_territory_id) m where not exists (select 1 from nearest)
$$;

-- 'Elmer Caal, Castle & hot waterfall': who wrote, and about which booking.
create function private.message_title(m public.messages)
returns text language sql stable security definer set search_path = '' as $$
  select concat_ws(', ', coalesce((select nullif(btrim(p.full_name), '') from public.profiles p where p.id = m.sender_id), 'New message'),
    coalesce(
      (select e.title from public.bookings b join public.experiences e on e.id = b.experience_id where b.id = m.booking_id),
      (select t.title from public.transport_bookings b join public.territory_transports t on t.id = b.transport_id
        where b.id = m.transport_booking_id)))
$$;

-- The notification and the e-mail about a message to one who reads it.
create function private.tell_of_message(m public.messages, p_user_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform private.notify(p_user_id, 'message', private.message_title(m), private.excerpt(m.message, 50), m.territory_id, m.booking_id, m.transport_booking_id);
  insert into private.outbox (dedupe_key, kind, template, recipient, payload)
  select 'message:' || m.id || ':' || p_user_id, 'email', 'message', p.email,
    -- Not the keys kind and booking_id: with them the outbox adds the booking's data, and the check-in code is the tourist's.
    jsonb_build_object('message_id', m.id, 'text', m.message, 'full_name', p.full_name,
      'sender_name', (select s.full_name from public.profiles s where s.id = m.sender_id),
      'conversation', jsonb_build_object('kind', case when m.booking_id is null then 'transport' else 'experience' end,
        'booking_id', coalesce(m.booking_id, m.transport_booking_id)))
  from public.profiles p where p.id = p_user_id and p.email <> ''
  on conflict (dedupe_key) do nothing;
end $$;

-- Writes a message, the other side's notification, and one e-mail each into the outbox. p_idempotency_key: made by the browser, kept
-- over retries; the same key again returns the message that it stored, and tells nobody twice. Messages to a group are not counted
-- in the limit. → {id, created_at}. Raises 404 'booking_not_found', 400 'message_required' and 'message_too_long', 409
-- 'message_key_reused', 429 'rate_limited'. Locks the sender.
create function private.send_message(p_kind text, p_booking_id uuid, p_message text, p_idempotency_key uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  side text := private.conversation_side(p_kind, p_booking_id);
  sent public.messages;
  other uuid;
begin
  if side is null then
    perform private.fail(404, 'booking_not_found', 'Booking not found');
  elsif coalesce(btrim(p_message), '') = '' then
    perform private.fail(400, 'message_required', 'Please enter a message');
  elsif length(btrim(p_message)) > 4000 then
    perform private.fail(400, 'message_too_long', 'Please keep your message under 4000 characters');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('message:' || caller, 0));
  select * into sent from public.messages m where m.sender_id = caller and m.idempotency_key = p_idempotency_key;
  if sent.id is not null then
    if coalesce(sent.booking_id, sent.transport_booking_id) <> p_booking_id or sent.message <> btrim(p_message) then
      perform private.fail(409, 'message_key_reused', 'This message was already sent with another text');
    end if;
    return jsonb_build_object('id', sent.id, 'created_at', sent.created_at);
  end if;
  perform private.limit_rate('message', count(*) filter (where m.created_at > now() - interval '1 minute'), count(*))
  from public.messages m where m.sender_id = caller and not m.to_group and m.created_at > now() - interval '1 hour';
  insert into public.messages (booking_id, transport_booking_id, sender_id, message, idempotency_key)
  values (case when p_kind = 'experience' then p_booking_id end, case when p_kind = 'transport' then p_booking_id end,
    caller, btrim(p_message), p_idempotency_key)
  returning * into sent;
  for other in
    select sent.tourist_id where side = 'host' and sent.tourist_id is not null
    union select h from private.conversation_hosts(p_kind, sent.territory_id, sent.guide_id) h where side = 'tourist' and h <> caller
  loop
    perform private.tell_of_message(sent, other);
  end loop;
  return jsonb_build_object('id', sent.id, 'created_at', sent.created_at);
end $$;
create function public.send_message(p_kind text, p_booking_id uuid, p_message text, p_idempotency_key uuid default null)
returns jsonb language sql set search_path = '' as $$ select private.send_message(p_kind, p_booking_id, p_message, p_idempotency_key) $$;
grant execute on function private.send_message(text, uuid, text, uuid), public.send_message(text, uuid, text, uuid) to authenticated;

-- Everybody who may read the conversation hears of a message.
create function private.broadcast_message()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  payload jsonb := jsonb_build_object('id', new.id, 'booking_id', new.booking_id, 'transport_booking_id', new.transport_booking_id);
  person uuid;
begin
  for person in select distinct p from unnest(array[new.tourist_id, new.guide_id, new.sender_id]) as p where p is not null loop
    perform realtime.send(payload, 'message', 'user:' || person, true);
  end loop;
  perform realtime.send(payload, 'message', case when new.booking_id is not null then 'booking:experience:' || new.booking_id
    else 'booking:transport:' || new.transport_booking_id end, true);
  return null;
end $$;

create trigger messages_broadcast after insert on public.messages
  for each row execute function private.broadcast_message();

-- Whether the caller hears of the conversation of topic booking:<experience|transport>:<booking id>: whoever may read it does. Staff
-- of a booking that has a guide are notified of nothing, and would have to ask again and again.
create function private.may_join_conversation(p_topic text)
returns boolean language plpgsql stable security definer set search_path = '' as $$
declare
  named text[] := regexp_match(p_topic,
    '^booking:(experience|transport):([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$');
begin
  return named is not null and private.conversation_side(named[1], named[2]::uuid) is not null;
end $$;
grant execute on function private.may_join_conversation(text) to authenticated;

-- One that a message to a group goes to.
create type private.group_member as (booking_id uuid, transport_booking_id uuid, tourist_id uuid);

-- Bookings in whose conversation the caller is on the host's side, as in conversation_side: the live ones of a departure, or those of a
-- list, whatever their status.
create function private.group_bookings(p_kind text, p_departure_id uuid, p_ids uuid[] default null)
returns setof private.group_member
language sql stable security definer set search_path = '' as $$
  select b.id, null::uuid, b.tourist_id from public.bookings b
  where ((p_kind = 'experience' and b.departure_id = p_departure_id and private.is_live(b.status)) or b.id = any (p_ids))
    and b.tourist_id is not null and b.tourist_id <> (select auth.uid())
    and (b.territory_id = any ((select private.my_territories('staff'))::text[])
      or (b.guide_id = (select auth.uid()) and b.territory_id = any ((select private.my_territories('guide'))::text[])))
  union all
  select null, b.id, b.tourist_id from public.transport_bookings b
  where ((p_kind = 'transport' and b.departure_id = p_departure_id and private.is_live(b.status)) or b.id = any (p_ids))
    and b.tourist_id is not null and b.tourist_id <> (select auth.uid())
    and b.territory_id = any ((select private.my_territories('staff') || private.my_territories('shuttle'))::text[])
$$;

-- A message to a group, as one of its bookings has it: with its notification and its e-mail. → the message's id
create function private.write_group_message(p_sender_id uuid, p_booking_id uuid, p_transport_booking_id uuid, p_text text)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  m public.messages;
begin
  insert into public.messages (booking_id, transport_booking_id, sender_id, message, to_group)
  values (p_booking_id, p_transport_booking_id, p_sender_id, p_text, true) returning * into m;
  perform private.tell_of_message(m, m.tourist_id);
  return m.id;
end $$;

-- Writes a message into the conversation of each booking of a group; one that cannot be written now waits in the outbox. Under the same key
-- once: a repeat is answered, whoever is in the group by now. p_group_id tells one group from another. → to how many bookings it went.
-- Raises 400 'message_required', 'message_too_long' and 'invalid_input', 404 'group_not_found', 409 'message_key_reused', 429
-- 'rate_limited'. Locks the sender.
create function private.write_to_group(p_group_id uuid, p_members private.group_member[], p_message text, p_idempotency_key uuid)
returns int language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  v_text text := btrim(p_message);
  before private.group_messages;
  b private.group_member;
  v_sent int := cardinality(p_members);
  v_written uuid;
  v_shown uuid;
begin
  if coalesce(v_text, '') = '' then
    perform private.fail(400, 'message_required', 'Please enter a message');
  elsif length(v_text) > 4000 then
    perform private.fail(400, 'message_too_long', 'Please keep your message under 4000 characters');
  elsif p_idempotency_key is null then
    perform private.invalid('A request key is needed');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('message:' || caller, 0));
  select * into before from private.group_messages g where g.sender_id = caller and g.idempotency_key = p_idempotency_key;
  if before.sender_id is not null then
    if before.group_id <> p_group_id or before.text_hash <> md5(v_text) then
      perform private.fail(409, 'message_key_reused', 'This message was already sent with another text');
    end if;
    return before.sent;
  end if;
  perform private.limit_rate('group_message', count(*) filter (where g.created_at > now() - interval '1 minute'), count(*))
  from private.group_messages g where g.sender_id = caller and g.created_at > now() - interval '1 hour';
  foreach b in array p_members loop
    begin
      v_written := private.write_group_message(caller, b.booking_id, b.transport_booking_id, v_text);
      v_shown := coalesce(v_shown, v_written);
    exception when others then
      insert into private.outbox (dedupe_key, kind, template, recipient, payload, attempts, last_error, next_attempt_at)
      values ('group-message:' || gen_random_uuid(), 'message', 'group_message', b.tourist_id::text,
        jsonb_build_object('sender_id', caller, 'booking_id', b.booking_id, 'transport_booking_id', b.transport_booking_id, 'text', v_text),
        1, left(sqlerrm, 500), now() + private.outbox_wait(1));
    end;
  end loop;
  if v_sent = 0 then
    perform private.fail(404, 'group_not_found', 'There are no bookings of yours on this departure any more');
  end if;
  update public.messages set group_size = v_sent where id = v_shown;
  insert into private.group_messages (sender_id, idempotency_key, group_id, text_hash, sent)
  values (caller, p_idempotency_key, p_group_id, md5(v_text), v_sent);
  return v_sent;
end $$;

-- Writes a message to every booking of a departure (write_to_group). p_idempotency_key: made by the browser, kept over retries. → {sent}:
-- how many bookings it went to.
create function private.send_group_message(p_kind text, p_departure_id uuid, p_message text, p_idempotency_key uuid)
returns jsonb language sql security definer set search_path = '' as $$
  select jsonb_build_object('sent', private.write_to_group(p_departure_id, array(select m from private.group_bookings(p_kind, p_departure_id) m),
    p_message, p_idempotency_key))
$$;
create function public.send_group_message(p_kind text, p_departure_id uuid, p_message text, p_idempotency_key uuid)
returns jsonb language sql security invoker set search_path = '' as $$
  select private.send_group_message(p_kind, p_departure_id, p_message, p_idempotency_key)
$$;
grant execute on function private.send_group_message(text, uuid, text, uuid), public.send_group_message(text, uuid, text, uuid)
  to authenticated;

-- Raises 400 'invalid_input' unless bookings are ticked, and not more than one does something with at once.
create function private.check_ticked(p_booking_ids uuid[])
returns void language plpgsql immutable set search_path = '' as $$
begin
  if coalesce(cardinality(p_booking_ids), 0) not between 1 and 100 then
    perform private.invalid('Please tick between 1 and 100 bookings');
  end if;
end $$;

-- Writes a message to bookings that somebody has ticked (write_to_group), of either kind and whatever their status. → {sent, missed}: to how
-- many it went, and the ids of those that it cannot reach: not the caller's to write to, or an account that is gone. Raises 404
-- 'booking_not_found' where it reaches none.
create function private.message_bookings(p_booking_ids uuid[], p_message text, p_idempotency_key uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_ids uuid[] := array(select distinct x from unnest(p_booking_ids) x where x is not null order by x);
  v_members private.group_member[];
  v_sent int;
begin
  perform private.require_user();
  perform private.check_ticked(v_ids);
  v_members := array(select m from private.group_bookings(null, null, v_ids) m);
  if cardinality(v_members) = 0 then
    perform private.fail(404, 'booking_not_found', 'Booking not found');
  end if;
  v_sent := private.write_to_group(md5(array_to_string(v_ids, ','))::uuid, v_members, p_message, p_idempotency_key);
  return jsonb_build_object('sent', v_sent, 'missed', array(
    select x from unnest(v_ids) x where not exists (
      select 1 from unnest(v_members) m where x in (m.booking_id, m.transport_booking_id))));
end $$;
create function public.message_bookings(p_booking_ids uuid[], p_message text, p_idempotency_key uuid)
returns jsonb language sql security invoker set search_path = '' as $$
  select private.message_bookings(p_booking_ids, p_message, p_idempotency_key)
$$;
grant execute on function private.message_bookings(uuid[], text, uuid), public.message_bookings(uuid[], text, uuid) to authenticated;

-- Who has a conversation open has read what its notifications tell. Also the e-mail about them stays unsent (private.unread_messages).
create function private.mark_conversation_read(p_kind text, p_booking_id uuid)
returns int language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  v_count int;
begin
  update public.notifications n set read = true
   where n.user_id = caller and not n.read and n.type = 'message'
     and ((p_kind = 'experience' and n.booking_id = p_booking_id) or (p_kind = 'transport' and n.transport_booking_id = p_booking_id));
  get diagnostics v_count = row_count;
  return v_count;
end $$;
create function public.mark_conversation_read(p_kind text, p_booking_id uuid)
returns int language sql security invoker set search_path = '' as $$ select private.mark_conversation_read(p_kind, p_booking_id) $$;
grant execute on function private.mark_conversation_read(text, uuid), public.mark_conversation_read(text, uuid) to authenticated;

-- The message board of a territory: posting with a limit, following, reporting, moderation.

create table public.territory_messages (
  id uuid primary key default gen_random_uuid(),
  territory_id text not null references public.territories (id) on delete cascade,
  user_id uuid default auth.uid() references public.profiles (id) on delete set null
    constraint territory_messages_author_card_fkey references public.profile_cards (id) on delete set null,
  parent_id uuid references public.territory_messages (id) on delete cascade,
  message text not null check (length(btrim(message)) between 1 and 4000 or (message = '' and deleted_at is not null)),
  hidden_at timestamptz,
  hidden_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  deleted_at timestamptz, -- by its author
  -- Emptied, and still shown, without its author, above what others answered.
  keeps_place boolean not null default false check (not keeps_place or (deleted_at is not null and user_id is null))
);
create index territory_messages_top_idx on public.territory_messages (territory_id, created_at desc, id) where parent_id is null;
create index territory_messages_parent_idx on public.territory_messages (parent_id, created_at, id);
create index territory_messages_user_idx on public.territory_messages (user_id, created_at desc);
create index territory_messages_hidden_by_idx on public.territory_messages (hidden_by) where hidden_by is not null;
alter table public.territory_messages enable row level security;
grant select on public.territory_messages to anon, authenticated;
grant insert (id, territory_id, parent_id, message) on public.territory_messages to authenticated;
grant all on public.territory_messages to service_role;

-- Board: a message that the moderators hid is theirs and its author's; one that its author deleted is nobody's to read, but for the empty
-- place above answers, which names nobody. user_id is forced by a trigger.
create policy territory_messages_select_anon on public.territory_messages for select to anon
  using ((deleted_at is null or keeps_place) and hidden_at is null and territory_id = any ((select private.open_territories())::text[]));
create policy territory_messages_select on public.territory_messages for select to authenticated
  using ((deleted_at is null or keeps_place)
    and ((hidden_at is null and territory_id = any ((select private.open_territories())::text[]))
      or user_id = (select auth.uid())
      or territory_id = any ((select private.my_territories('staff'))::text[])
      or (select private.is_admin())));
create policy territory_messages_insert on public.territory_messages for insert to authenticated
  with check (user_id = (select auth.uid()) and territory_id = any ((select private.open_territories())::text[]));

create table public.territory_followers (
  territory_id text not null references public.territories (id) on delete cascade,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (territory_id, user_id)
);
create index territory_followers_user_idx on public.territory_followers (user_id);
alter table public.territory_followers enable row level security;
grant select on public.territory_followers to anon;
grant select, delete on public.territory_followers to authenticated;
grant insert (territory_id, user_id) on public.territory_followers to authenticated;
grant all on public.territory_followers to service_role;

create policy territory_followers_select on public.territory_followers for select to anon, authenticated
  using (territory_id = any ((select private.open_territories())::text[]));
create policy territory_followers_insert on public.territory_followers for insert to authenticated
  with check (user_id = (select auth.uid()) and territory_id = any ((select private.open_territories())::text[]));
create policy territory_followers_delete on public.territory_followers for delete to authenticated
  using (user_id = (select auth.uid()));

create table public.message_reports (
  id uuid primary key default gen_random_uuid(),
  message_id uuid not null references public.territory_messages (id) on delete cascade,
  territory_id text not null references public.territories (id) on delete cascade,
  reporter_id uuid references public.profiles (id) on delete set null,
  reason text check (length(reason) <= 1000),
  status text not null default 'pending' check (status in ('pending', 'upheld', 'dismissed')),
  reviewed_by uuid references public.profiles (id) on delete set null,
  reviewed_at timestamptz,
  created_at timestamptz not null default now(),
  unique (message_id, reporter_id)
);
create index message_reports_territory_idx on public.message_reports (territory_id, status, created_at desc);
create index message_reports_reporter_idx on public.message_reports (reporter_id);
create index message_reports_reviewed_by_idx on public.message_reports (reviewed_by);
create index message_reports_pending_idx on public.message_reports (created_at, id) where status = 'pending';
alter table public.message_reports enable row level security;
grant select on public.message_reports to authenticated;
grant all on public.message_reports to service_role;

-- What people send in is written by functions and read by those who review it: not by whose words it is about.
create policy message_reports_select on public.message_reports for select to authenticated
  using ((territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()))
    and not exists (select 1 from public.territory_messages m where m.id = message_id and m.user_id = (select auth.uid())));

-- The author is the caller, whatever was sent; a reply answers a visible top-level message of the same board; 5 messages a
-- minute, 30 an hour (limit_board, which queues parallel posts of one person).
create function private.before_board_message()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := (select auth.uid());
begin
  new.message := btrim(new.message);
  if caller is not null then
    perform private.queue_board(caller);
  end if;
  -- Locked: an answer and the deletion of what it answers do not pass each other.
  perform 1 from public.territory_messages p
   where p.id = new.parent_id and p.territory_id = new.territory_id and p.parent_id is null
     and p.deleted_at is null and (p.hidden_at is null or private.is_trusted_caller()) for key share;
  if new.parent_id is not null and not found then
    perform private.fail(400, 'parent_not_found', 'The message you are replying to is no longer there');
  end if;
  if caller is null then
    return new;
  end if;
  new.user_id := caller;
  new.created_at := now();
  new.hidden_at := null;
  new.hidden_by := null;
  -- The same message again is not one message more: the primary key answers it, not the limit.
  if not exists (select 1 from public.territory_messages m where m.id = new.id and m.user_id = caller) then
    perform private.limit_board(caller, new.id);
  end if;
  return new;
end $$;

-- One thing at a time of a person on the boards: parallel posts would all count the same past. Taken before any message is locked.
create function private.queue_board(p_user_id uuid)
returns void language sql set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('board:' || p_user_id, 0))
$$;

-- Messages that a person wrote or wrote anew, but for the one at hand: who changes old ones posts. Raises 429 'rate_limited' and
-- 'rate_limited_hour'.
create function private.limit_board(p_user_id uuid, p_message_id uuid)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.limit_rate('board_message', count(*) filter (where w.at > clock_timestamp() - interval '1 minute'), count(*))
  from public.territory_messages m cross join lateral (select greatest(m.created_at, m.edited_at) as at) w
  where m.user_id = p_user_id and m.id <> p_message_id and w.at > clock_timestamp() - interval '1 hour';
end $$;

create trigger territory_messages_before_insert before insert on public.territory_messages
  for each row execute function private.before_board_message();

-- Followers hear of a new topic: one unread notification a board at the most, so that a lively board does not flood the bell.
-- The author of a message hears of replies to it.
create function private.after_board_message()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  region text := (select t.name from public.territories t where t.id = new.territory_id);
begin
  if private.is_trusted_caller() then
    return null;
  end if;
  if new.parent_id is null then
    perform private.notify_all(array(
        select f.user_id from public.territory_followers f
        where f.territory_id = new.territory_id and f.user_id is distinct from new.user_id
          and not exists (select 1 from public.notifications n
            where n.user_id = f.user_id and not n.read and n.type = 'board_message' and n.territory_id = new.territory_id)),
      'board_message', 'New message in ' || region, private.excerpt(new.message, 50), new.territory_id, 'message:' || new.id);
  else
    perform private.notify(p.user_id, 'board_reply', 'New reply in ' || region, private.excerpt(new.message, 50), new.territory_id,
      null, null, 'message:' || new.id)
    from public.territory_messages p
    where p.id = new.parent_id and p.user_id is distinct from new.user_id and p.user_id is not null;
  end if;
  return null;
end $$;

create trigger territory_messages_after_insert after insert on public.territory_messages
  for each row execute function private.after_board_message();

-- The first letters of a message stand in bells: of who follows the board, was answered, or decides on a report.
create function private.keep_message_notices()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.hidden_at is null and new.deleted_at is null then
    perform private.rewrite_notices('message:' || new.id, private.excerpt(new.message, 50));
  else
    perform private.rewrite_notices('message:' || old.id, null);
  end if;
  return null;
end $$;

create trigger territory_messages_keep_notices after delete or update of message, hidden_at on public.territory_messages
  for each row execute function private.keep_message_notices();

-- Who looks after a territory: its managers and staff, but for one of them (whom it is about); where there is none, the admins.
create function private.moderators(p_territory_id text, p_but uuid default null)
returns setof uuid language sql stable security definer set search_path = '' as $$
  with staff as (
    select distinct g.user_id from private.live_grants g
    where g.territory_id = p_territory_id and g.role in ('territory_manager', 'territory_staff') and g.user_id is distinct from p_but
  )
  select user_id from staff
  union
  select g.user_id from private.live_grants g
  where g.role = 'admin' and not exists (select 1 from staff)
$$;

-- Reports of a person, of messages and of reviews alike. Raises 429 'rate_limited'. Locks the reporter.
create function private.limit_reports(p_reporter_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('report:' || p_reporter_id, 0));
  perform private.limit_rate('report', count(*) filter (where r.at > now() - interval '1 minute'), count(*))
  from (select m.created_at as at from public.message_reports m where m.reporter_id = p_reporter_id and m.created_at > now() - interval '1 hour'
        union all
        select v.created_at from private.review_reports v where v.reporter_id = p_reporter_id and v.created_at > now() - interval '1 hour') r;
end $$;

-- The author's own message, written anew. Raises 404 'message_not_found', for those of others too, 409 'message_hidden' for what the
-- moderators took out of sight, 400 'invalid_input', 429 'rate_limited' and 'rate_limited_hour'. Locks the author, then the message.
create function private.edit_message(p_message_id uuid, p_message text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  own public.territory_messages := private.own_message(p_message_id);
  v_text text := btrim(p_message);
begin
  if v_text is null or length(v_text) not between 1 and 4000 then
    perform private.invalid('a message has 1 to 4000 characters');
  elsif own.hidden_at is not null then
    perform private.fail(409, 'message_hidden', 'The region''s team has hidden this message. It cannot be changed any more.');
  elsif v_text <> own.message then
    perform private.limit_edits(own.edited_at);
    perform private.limit_board(own.user_id, own.id);
    update public.territory_messages set message = v_text, edited_at = now() where id = p_message_id;
  end if;
  return jsonb_build_object('id', p_message_id);
end $$;
create function public.edit_message(p_message_id uuid, p_message text)
returns jsonb language sql set search_path = '' as $$ select private.edit_message(p_message_id, p_message) $$;
grant execute on function private.edit_message(uuid, text), public.edit_message(uuid, text) to authenticated;

-- A message of the caller's own that is there. Raises 404 'message_not_found'. Locks the author, then the message.
create function private.own_message(p_message_id uuid)
returns public.territory_messages language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  own public.territory_messages;
begin
  perform private.queue_board(caller);
  select * into own from public.territory_messages m
   where m.id = p_message_id and m.user_id = caller and m.deleted_at is null for update;
  if own.id is null then
    perform private.fail(404, 'message_not_found', 'This message is not there any more');
  end if;
  return own;
end $$;

-- Takes the text of a message away, with what reports are open on it, and its author's name where it stays as an empty place.
create function private.empty_message(p_message public.territory_messages, p_nameless boolean)
returns void language plpgsql security definer set search_path = '' as $$
begin
  update public.territory_messages
     set message = '', deleted_at = now(), keeps_place = p_nameless, user_id = case when not p_nameless then user_id end
   where id = p_message.id;
  update public.message_reports set status = 'dismissed', reviewed_at = now() where message_id = p_message.id and status = 'pending';
end $$;

-- An empty place goes with the last answer below it. Locks it, so that of two last answers one sees the other gone.
create function private.close_empty_place(p_message_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from public.territory_messages m where m.id = p_message_id for update;
  update public.territory_messages m set keeps_place = false
   where m.id = p_message_id and m.keeps_place
     and not exists (select 1 from public.territory_messages r where r.parent_id = m.id and r.deleted_at is null);
end $$;

-- Empties the author's own message, also one that is hidden, which stays so. The row stays: without its author above answers of others,
-- else unread and with the author's own answers, as the limit of posts counts them. What is open about it is settled: there is nothing left
-- to hide. Raises 404 'message_not_found'. Locks the author, then the message, then the one that it answered.
create function private.delete_message(p_message_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  own public.territory_messages := private.own_message(p_message_id);
  v_answered boolean := exists (select 1 from public.territory_messages r
    where r.parent_id = own.id and r.deleted_at is null and r.user_id is distinct from own.user_id);
begin
  perform private.empty_message(own, v_answered);
  if not v_answered then
    perform private.empty_message(r, false) from public.territory_messages r
     where r.parent_id = own.id and r.user_id = own.user_id and r.deleted_at is null;
  end if;
  perform private.close_empty_place(own.parent_id);
end $$;
create function public.delete_message(p_message_id uuid)
returns void language sql set search_path = '' as $$ select private.delete_message(p_message_id) $$;
grant execute on function private.delete_message(uuid), public.delete_message(uuid) to authenticated;

-- Records a report and tells the territory's staff and managers. The same person again: the first report stands, unless the message was
-- edited after it was settled. Raises 404
-- 'message_not_found', 429 'rate_limited'. Locks the message, shared, so that the notice quotes what stands there, then the reporter.
create function private.report_message(p_message_id uuid, p_reason text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  reported public.territory_messages;
begin
  select * into reported from public.territory_messages m
  where m.id = p_message_id and m.hidden_at is null and m.deleted_at is null
    and m.territory_id = any (private.open_territories() || private.my_connected_territories()) for share;
  if reported.id is null then
    perform private.fail(404, 'message_not_found', 'Failed to report message');
  end if;
  if exists (select 1 from public.message_reports r where r.message_id = reported.id and r.reporter_id = caller
              and (r.status = 'pending' or r.created_at >= coalesce(reported.edited_at, '-infinity'))) then
    return jsonb_build_object('reported', true);
  end if;
  perform private.limit_reports(caller);
  insert into public.message_reports (message_id, territory_id, reporter_id, reason)
  values (reported.id, reported.territory_id, caller, left(nullif(btrim(p_reason), ''), 1000))
  on conflict (message_id, reporter_id) do update
    set status = 'pending', reason = excluded.reason, reviewed_by = null, reviewed_at = null, created_at = now()
    where message_reports.status <> 'pending' and message_reports.created_at < reported.edited_at;
  if found then
    perform private.notify_all(array(select m from private.moderators(reported.territory_id, reported.user_id) m where m <> caller),
      'reported_message', 'Message Reported', private.excerpt(reported.message, 50), reported.territory_id, 'message:' || reported.id);
  end if;
  return jsonb_build_object('reported', true);
end $$;
create function public.report_message(p_message_id uuid, p_reason text default null)
returns jsonb language sql set search_path = '' as $$ select private.report_message(p_message_id, p_reason) $$;
grant execute on function private.report_message(uuid, text), public.report_message(uuid, text) to authenticated;

-- What somebody wrote is taken out of sight by them too, but only a colleague says that it may stay. Raises 403 'own_words'.
create function private.not_own_words(p_author uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if p_author = (select auth.uid()) then
    perform private.fail(403, 'own_words', 'Nobody decides that their own words may stay. A colleague does.');
  end if;
end $$;

-- Hides a message from the public, or shows it again. Hiding upholds the reports that are open on it. Raises 404 'message_not_found', also
-- for what its author has deleted, 403 'forbidden', and 'own_words' where the caller would show their own again.
create function private.hide_message(p_message_id uuid, p_hidden boolean)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  region text;
  author uuid;
begin
  select m.territory_id, m.user_id into region, author from public.territory_messages m where m.id = p_message_id and m.deleted_at is null;
  if region is null then
    perform private.fail(404, 'message_not_found', 'Message not found');
  elsif not private.runs_territory(region) then
    perform private.fail(403, 'forbidden', 'You do not have permission to moderate this board');
  elsif p_hidden is null then
    perform private.invalid('hidden must be true or false');
  elsif not p_hidden then
    perform private.not_own_words(author);
  end if;
  update public.territory_messages
  set hidden_at = case when p_hidden then coalesce(hidden_at, now()) end, hidden_by = case when p_hidden then coalesce(hidden_by, caller) end
  where id = p_message_id and deleted_at is null;
  if not found then
    perform private.fail(404, 'message_not_found', 'Message not found');
  end if;
  if p_hidden then
    update public.message_reports set status = 'upheld', reviewed_by = caller, reviewed_at = now()
    where message_id = p_message_id and status = 'pending';
  end if;
  perform private.audit(case when p_hidden then 'message_hidden' else 'message_shown' end, region, 'territory_messages', p_message_id::text);
  return jsonb_build_object('hidden', p_hidden);
end $$;
create function public.hide_message(p_message_id uuid, p_hidden boolean default true)
returns jsonb language sql set search_path = '' as $$ select private.hide_message(p_message_id, p_hidden) $$;
grant execute on function private.hide_message(uuid, boolean), public.hide_message(uuid, boolean) to authenticated;

-- Decides a report once: upheld hides the message, dismissed leaves it. Who decides otherwise than a colleague before them is told,
-- and nothing changes. Raises 404 'report_not_found', 403 'own_words', 409 'already_decided'. Locks the report.
create function private.review_report(p_report_id uuid, p_uphold boolean)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  report public.message_reports;
  v_status text := case when p_uphold then 'upheld' else 'dismissed' end;
begin
  select * into report from public.message_reports r where r.id = p_report_id for update;
  if report.id is null or not private.runs_territory(report.territory_id) then
    perform private.fail(404, 'report_not_found', 'Report not found');
  end if;
  if not p_uphold then
    perform private.not_own_words((select m.user_id from public.territory_messages m where m.id = report.message_id));
  end if;
  if report.status not in ('pending', v_status) then
    perform private.fail(409, 'already_decided', 'This report has already been decided');
  end if;
  if report.status = 'pending' then
    update public.message_reports set status = v_status, reviewed_by = caller, reviewed_at = now() where id = p_report_id;
    if p_uphold then
      perform private.hide_message(report.message_id, true);
    end if;
  end if;
  return jsonb_build_object('status', v_status);
end $$;
create function public.review_report(p_report_id uuid, p_uphold boolean)
returns jsonb language sql set search_path = '' as $$ select private.review_report(p_report_id, p_uphold) $$;
grant execute on function private.review_report(uuid, boolean), public.review_report(uuid, boolean) to authenticated;

create function private.broadcast_report()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(jsonb_build_object('id', new.id), 'report', private.topic_of(new.territory_id), true);
  return null;
end $$;

create trigger message_reports_broadcast after insert or update of status on public.message_reports
  for each row execute function private.broadcast_report();

create function private.broadcast_board_message()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(jsonb_build_object('id', new.id, 'parent_id', new.parent_id), 'board_message', 'board:' || new.territory_id, true);
  return null;
end $$;

create trigger territory_messages_broadcast_insert after insert on public.territory_messages
  for each row execute function private.broadcast_board_message();

create trigger territory_messages_broadcast_update after update of hidden_at, message, keeps_place on public.territory_messages
  for each row when ((new.hidden_at, new.message, new.keeps_place) is distinct from (old.hidden_at, old.message, old.keeps_place)) execute function private.broadcast_board_message();

-- Reviews by those who were checked in, who answers them, whose pictures they show, and their moderation.

create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid unique references public.bookings (id) on delete cascade,
  transport_booking_id uuid unique references public.transport_bookings (id) on delete cascade,
  experience_id uuid references public.experiences (id) on delete cascade,
  transport_id uuid references public.territory_transports (id) on delete cascade,
  territory_id text not null references public.territories (id) on delete cascade,
  author_id uuid references public.profiles (id) on delete set null
    constraint reviews_author_card_fkey references public.profile_cards (id) on delete set null,
  rating int not null check (rating between 1 and 5),
  text text check (length(text) <= 4000),
  photo_urls text[] not null default '{}' check (cardinality(photo_urls) <= 8 and private.are_own_files(photo_urls)),
  reply text check (length(reply) <= 4000),
  replied_by uuid references public.profiles (id) on delete set null,
  replied_at timestamptz,
  hidden_at timestamptz,
  reported_at timestamptz,
  created_at timestamptz not null default now(),
  edited_at timestamptz,
  check (num_nonnulls(booking_id, transport_booking_id) = 1),
  check (num_nonnulls(experience_id, transport_id) = 1)
);
create index reviews_experience_idx on public.reviews (experience_id, created_at desc, id);
create index reviews_transport_idx on public.reviews (transport_id, created_at desc, id);
create index reviews_territory_idx on public.reviews (territory_id, created_at desc);
create index reviews_author_idx on public.reviews (author_id);
create index reviews_replied_by_idx on public.reviews (replied_by);
create index reviews_reported_idx on public.reviews (reported_at, id) where reported_at is not null and hidden_at is null;
alter table public.reviews enable row level security;
-- Not reported_at: that somebody has reported a review is for those who look after it (reported_reviews).
grant select (id, booking_id, transport_booking_id, experience_id, transport_id, territory_id, author_id, rating, text, photo_urls,
  reply, replied_by, replied_at, hidden_at, created_at, edited_at) on public.reviews to anon, authenticated;
grant all on public.reviews to service_role;

create policy reviews_select_anon on public.reviews for select to anon
  using (hidden_at is null and territory_id = any ((select private.open_territories())::text[]));
create policy reviews_select on public.reviews for select to authenticated
  using ((hidden_at is null and territory_id = any ((select private.open_territories())::text[]))
    or author_id = (select auth.uid())
    or territory_id = any ((select private.my_territories('staff'))::text[])
    or (select private.is_admin()));

-- Who has reported which review: each person once.
create table private.review_reports (
  review_id uuid not null references public.reviews (id) on delete cascade,
  reporter_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (review_id, reporter_id)
);
create index review_reports_reporter_idx on private.review_reports (reporter_id, created_at);
alter table private.review_reports enable row level security;
grant all on private.review_reports to service_role;

-- Average and count of what is visible. Recomputed for the one service that changed: exact after edits, hiding and deletion.
create function private.keep_rating()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  touched public.reviews := case when tg_op = 'DELETE' then old else new end;
begin
  if touched.experience_id is not null then
    perform 1 from public.experiences e where e.id = touched.experience_id for update;
    update public.experiences e set rating_average = r.average, rating_count = r.number
    from (select round(avg(v.rating), 2) as average, count(*) as number from public.reviews v
          where v.experience_id = touched.experience_id and v.hidden_at is null) r
    where e.id = touched.experience_id;
  else
    perform 1 from public.territory_transports t where t.id = touched.transport_id for update;
    update public.territory_transports t set rating_average = r.average, rating_count = r.number
    from (select round(avg(v.rating), 2) as average, count(*) as number from public.reviews v
          where v.transport_id = touched.transport_id and v.hidden_at is null) r
    where t.id = touched.transport_id;
  end if;
  return null;
end $$;

create trigger reviews_keep_rating after insert or delete or update of rating, hidden_at on public.reviews
  for each row execute function private.keep_rating();

-- What of a review stands in a notification.
create function private.review_words(p_review public.reviews)
returns text language sql immutable set search_path = '' as $$
  select private.excerpt(coalesce(p_review.text, p_review.rating || ' / 5'), 50)
$$;

-- The first letters of a review stand in the bells of those who decide on a report.
create function private.keep_review_notices()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.hidden_at is null then
    perform private.rewrite_notices('review:' || new.id, private.review_words(new));
  else
    perform private.rewrite_notices('review:' || old.id, null);
  end if;
  return null;
end $$;

create trigger reviews_keep_notices after delete or update of text, rating, hidden_at on public.reviews
  for each row execute function private.keep_review_notices();

-- One review a booking, by the tourist who was there. p_photo_urls: uploads of the caller's own. → {id}. Raises 404 'booking_not_found',
-- 409 'not_checked_in', 'already_reviewed' and 'review_deleted', 400 'rating_required' and 'invalid_input'.
create function private.create_review(p_kind text, p_booking_id uuid, p_rating int, p_text text, p_photo_urls text[])
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  booked record;
  review_id uuid;
begin
  select b.* into booked from (
    select e.territory_id, e.experience_id, null::uuid as transport_id, e.check_in_status from public.bookings e
      where p_kind = 'experience' and e.id = p_booking_id and e.tourist_id = caller
    union all
    select t.territory_id, null, t.transport_id, t.check_in_status from public.transport_bookings t
      where p_kind = 'transport' and t.id = p_booking_id and t.tourist_id = caller
  ) b;
  if booked is null then
    perform private.fail(404, 'booking_not_found', 'Booking not found');
  elsif booked.check_in_status <> 'checked_in' then
    perform private.fail(409, 'not_checked_in', 'You can review a booking after you have checked in');
  elsif p_rating is null or p_rating not between 1 and 5 then
    perform private.fail(400, 'rating_required', 'Please choose a rating from 1 to 5');
  elsif coalesce(cardinality(p_photo_urls), 0) > 8 or length(btrim(p_text)) > 4000 or not private.are_own_files(p_photo_urls) or exists (
    select 1 from unnest(p_photo_urls) as url
    where url not like '/storage/v1/object/public/media/user-submissions/' || caller || '/%') then
    perform private.fail(400, 'invalid_input', 'This review cannot be saved');
  end if;
  insert into public.reviews (booking_id, transport_booking_id, experience_id, transport_id, territory_id, author_id, rating, text, photo_urls)
  values (case when p_kind = 'experience' then p_booking_id end, case when p_kind = 'transport' then p_booking_id end,
    booked.experience_id, booked.transport_id, booked.territory_id, caller, p_rating, nullif(btrim(p_text), ''),
    coalesce(p_photo_urls, '{}'))
  on conflict do nothing returning id into review_id;
  if review_id is null then
    perform private.fail(409, 'already_reviewed', 'You have already reviewed this booking');
  -- Asked now: the row above has waited for a deletion that was on its way.
  elsif private.review_was_deleted(p_booking_id) then
    perform private.fail(409, 'review_deleted', 'You have deleted your review of this trip. You cannot review it again.');
  end if;
  return jsonb_build_object('id', review_id);
end $$;
create function public.create_review(p_kind text, p_booking_id uuid, p_rating int, p_text text default null, p_photo_urls text[] default '{}')
returns jsonb language sql set search_path = '' as $$ select private.create_review(p_kind, p_booking_id, p_rating, p_text, p_photo_urls) $$;
grant execute on function private.create_review(text, uuid, int, text, text[]),
  public.create_review(text, uuid, int, text, text[]) to authenticated;

-- A review that its author may change, locked. Raises 404 'review_not_found', for those of others too, and 409 'review_hidden': what the
-- territory took out of sight is neither changed nor deleted, so that it does not come back as another one.
create function private.own_review(p_review_id uuid)
returns public.reviews language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  review public.reviews;
begin
  select * into review from public.reviews r where r.id = p_review_id and r.author_id = caller for update;
  if review.id is null then
    perform private.fail(404, 'review_not_found', 'Review not found');
  elsif review.hidden_at is not null then
    perform private.fail(409, 'review_hidden', 'The region''s team has hidden this review. It cannot be changed any more.');
  end if;
  return review;
end $$;

-- The author's own review, written anew: the photos are those that it has, or uploads of the author's own. An open report stays open. Raises
-- what own_review does, 400 'rating_required' and 'invalid_input', 429 'rate_limited'.
create function private.edit_review(p_review_id uuid, p_rating int, p_text text, p_photo_urls text[])
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  review public.reviews := private.own_review(p_review_id);
  v_text text := nullif(btrim(p_text), '');
  v_photos text[] := coalesce(p_photo_urls, '{}');
begin
  if p_rating is null or p_rating not between 1 and 5 then
    perform private.fail(400, 'rating_required', 'Please choose a rating from 1 to 5');
  elsif cardinality(v_photos) > 8 or length(v_text) > 4000 or not private.are_own_files(v_photos) or exists (
    select 1 from unnest(v_photos) as url
    where url is null or (url <> all (review.photo_urls)
      and url not like '/storage/v1/object/public/media/user-submissions/' || review.author_id || '/%')) then
    perform private.fail(400, 'invalid_input', 'This review cannot be saved');
  end if;
  -- The same once more: the answer of the first try was lost.
  if (review.rating, review.text, review.photo_urls) is distinct from (p_rating, v_text, v_photos) then
    perform private.limit_edits(review.edited_at);
    update public.reviews set rating = p_rating, text = v_text, photo_urls = v_photos, edited_at = now() where id = p_review_id;
  end if;
  return jsonb_build_object('id', p_review_id);
end $$;
create function public.edit_review(p_review_id uuid, p_rating int, p_text text default null, p_photo_urls text[] default '{}')
returns jsonb language sql set search_path = '' as $$ select private.edit_review(p_review_id, p_rating, p_text, p_photo_urls) $$;
grant execute on function private.edit_review(uuid, int, text, text[]), public.edit_review(uuid, int, text, text[]) to authenticated;

-- Whether the review of a booking was deleted by who wrote it.
create function private.review_was_deleted(p_booking_id uuid)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.bookings b where b.id = p_booking_id and b.review_deleted_at is not null)
    or exists (select 1 from public.transport_bookings b where b.id = p_booking_id and b.review_deleted_at is not null)
$$;

-- Takes the author's own review away, with its answer and its reports. The booking keeps that there was one, and is not reviewed again: else
-- whoever deletes and writes passes by the pause between edits and by reports that were settled. Raises what own_review does. Locks the
-- review, then its service, then its booking.
create function private.delete_review(p_review_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  review public.reviews := private.own_review(p_review_id);
begin
  delete from public.reviews where id = review.id;
  update public.bookings set review_deleted_at = now() where id = review.booking_id;
  update public.transport_bookings set review_deleted_at = now() where id = review.transport_booking_id;
end $$;
create function public.delete_review(p_review_id uuid)
returns void language sql set search_path = '' as $$ select private.delete_review(p_review_id) $$;
grant execute on function private.delete_review(uuid), public.delete_review(uuid) to authenticated;

-- The public answer to a review, by whoever operates the service (private.operates). Empty text takes it back. Raises 404
-- 'review_not_found', 403 'forbidden', 400 'reply_too_long'. Locks the review.
create function private.reply_review(p_review_id uuid, p_reply text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  review public.reviews;
  answer text := nullif(btrim(p_reply), '');
begin
  select * into review from public.reviews r where r.id = p_review_id for update;
  if review.id is null then
    perform private.fail(404, 'review_not_found', 'Review not found');
  elsif not private.operates(review.territory_id, review.experience_id, review.transport_id) then
    perform private.fail(403, 'forbidden', 'You do not have permission to reply to this review');
  elsif length(answer) > 4000 then
    perform private.fail(400, 'reply_too_long', 'Please keep your answer under 4000 characters');
  end if;
  update public.reviews set reply = answer, replied_by = case when answer is not null then caller end,
    replied_at = case when answer is not null then now() end
  where id = p_review_id;
  return jsonb_build_object('id', p_review_id);
end $$;
create function public.reply_review(p_review_id uuid, p_reply text)
returns jsonb language sql set search_path = '' as $$ select private.reply_review(p_review_id, p_reply) $$;
grant execute on function private.reply_review(uuid, text), public.reply_review(uuid, text) to authenticated;

-- Any signed-in reader may report a review; the territory's staff hears of the first report. The same person again: the first report
-- stands, also once it is settled, unless the review was edited after it. Raises 404 'review_not_found', 429 'rate_limited'. Locks the
-- reporter, then the review.
create function private.report_review(p_review_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  review public.reviews;
begin
  if exists (select 1 from private.review_reports r join public.reviews v on v.id = r.review_id
              where r.review_id = p_review_id and r.reporter_id = caller and r.created_at >= coalesce(v.edited_at, '-infinity')) then
    return jsonb_build_object('reported', true);
  end if;
  perform private.limit_reports(caller);
  select * into review from public.reviews r
   where r.id = p_review_id and r.hidden_at is null and r.territory_id = any (private.open_territories() || private.my_connected_territories())
     for update;
  if review.id is null then
    perform private.fail(404, 'review_not_found', 'Review not found');
  end if;
  insert into private.review_reports (review_id, reporter_id) values (review.id, caller)
  on conflict (review_id, reporter_id) do update set created_at = now() where review_reports.created_at < review.edited_at;
  if found and review.reported_at is null then
    update public.reviews set reported_at = now() where id = p_review_id;
    perform private.notify_all(array(select m from private.moderators(review.territory_id, review.author_id) m where m <> caller),
      'reported_review', 'Review Reported', private.review_words(review), review.territory_id, 'review:' || review.id);
  end if;
  return jsonb_build_object('reported', true);
end $$;
create function public.report_review(p_review_id uuid)
returns jsonb language sql set search_path = '' as $$ select private.report_review(p_review_id) $$;
grant execute on function private.report_review(uuid), public.report_review(uuid) to authenticated;

-- Reported reviews that nobody has looked at yet, the oldest report first, after p_at and p_id: of the caller's territories, for admins of
-- all.
create function private.reported_reviews(p_at timestamptz, p_id uuid, p_limit int)
returns table (id uuid, reported_at timestamptz, rating int, text text, photo_urls text[], territory_id text, author_name text)
language sql stable security definer set search_path = '' as $$
  select r.id, r.reported_at, r.rating, r.text, r.photo_urls, r.territory_id, p.full_name
    from public.reviews r left join public.profiles p on p.id = r.author_id
   where r.reported_at is not null and r.hidden_at is null
     and (r.territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()))
     and (p_at is null or (r.reported_at, r.id) > (p_at, p_id))
   order by r.reported_at, r.id limit least(greatest(p_limit, 1), 100)
$$;
create function public.reported_reviews(p_at timestamptz default null, p_id uuid default null, p_limit int default 50)
returns table (id uuid, reported_at timestamptz, rating int, text text, photo_urls text[], territory_id text, author_name text)
language sql stable set search_path = '' as $$ select * from private.reported_reviews(p_at, p_id, p_limit) $$;
grant execute on function private.reported_reviews(timestamptz, uuid, int), public.reported_reviews(timestamptz, uuid, int) to authenticated;

-- Hides a review, or shows it again and settles the report. Raises 404 'review_not_found', 403 'forbidden', to who led the trip 'own_trip', and to
-- who would show their own 'own_words'.
create function private.hide_review(p_review_id uuid, p_hidden boolean)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  region text;
  author uuid;
begin
  perform private.require_user();
  select r.territory_id, r.author_id into region, author from public.reviews r where r.id = p_review_id;
  if region is null then
    perform private.fail(404, 'review_not_found', 'Review not found');
  elsif not private.runs_territory(region) then
    perform private.fail(403, 'forbidden', 'You do not have permission to moderate reviews here');
  elsif exists (select 1 from public.reviews r join public.bookings b on b.id = r.booking_id
                 where r.id = p_review_id and b.guide_id = auth.uid()) then
    perform private.fail(403, 'own_trip', 'Nobody decides about a review of a trip that they led. A colleague does.');
  elsif not p_hidden then
    perform private.not_own_words(author);
  end if;
  update public.reviews set hidden_at = case when p_hidden then coalesce(hidden_at, now()) end,
    reported_at = case when p_hidden then reported_at end
  where id = p_review_id;
  perform private.audit(case when p_hidden then 'review_hidden' else 'review_shown' end, region, 'reviews', p_review_id::text);
  return jsonb_build_object('hidden', p_hidden);
end $$;
create function public.hide_review(p_review_id uuid, p_hidden boolean default true)
returns jsonb language sql set search_path = '' as $$ select private.hide_review(p_review_id, p_hidden) $$;
grant execute on function private.hide_review(uuid, boolean), public.hide_review(uuid, boolean) to authenticated;

-- The operator's side of a service: who runs its territory, the guide who leads the experience, the territory's shuttle managers for transport.
create function private.operates(p_territory_id text, p_experience_id uuid, p_transport_id uuid)
returns boolean language sql stable security definer set search_path = '' as $$
  select private.runs_territory(p_territory_id)
    or (p_transport_id is not null and coalesce(p_territory_id = any (private.my_territories('shuttle')), false))
    or (p_experience_id is not null and exists (
      select 1 from public.experiences e where e.id = p_experience_id and e.guide_id = (select auth.uid())
        and e.territory_id = any (private.my_territories('guide'))))
$$;

-- What the caller may do with the reviews of a service: answer them, take them out of sight. One question a page.
create function private.my_review_rights(p_kind text, p_service_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce((
    select jsonb_build_object('reply', private.operates(s.territory_id, s.experience_id, s.transport_id), 'hide', private.runs_territory(s.territory_id))
      from (select e.territory_id, e.id as experience_id, null::uuid as transport_id from public.experiences e
             where p_kind = 'experience' and e.id = p_service_id
            union all
            select t.territory_id, null, t.id from public.territory_transports t where p_kind = 'transport' and t.id = p_service_id) s),
    '{"reply": false, "hide": false}')
$$;
create function public.my_review_rights(p_kind text, p_service_id uuid)
returns jsonb language sql stable set search_path = '' as $$ select private.my_review_rights(p_kind, p_service_id) $$;
grant execute on function private.my_review_rights(text, uuid), public.my_review_rights(text, uuid) to authenticated;

-- A picture of a review is an upload of its author's own that is really there: an address alone could point anywhere.
create function private.check_review_photos()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select 1 from unnest(new.photo_urls) as url
     where (tg_op = 'INSERT' or url <> all (old.photo_urls)) and not exists (
       select 1 from storage.objects o
        where o.bucket_id = 'media' and o.owner_id = new.author_id::text
          and '/storage/v1/object/public/media/' || o.name = url)) then
    perform private.fail(400, 'invalid_input', 'This review cannot be saved');
  end if;
  return new;
end $$;

create trigger reviews_check_photos before insert or update of photo_urls on public.reviews
  for each row when (not private.is_trusted_caller() and cardinality(new.photo_urls) > 0) execute function private.check_review_photos();

-- What people send in, photos and videos, contact messages and partner applications, and the queue in which staff and admins
-- decide. Whoever had no answer sends the same again: within ten minutes it is the same contribution, its id is given again, and
-- it is not counted.

create table public.user_submissions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete set null,
  territory_id text references public.territories (id) on delete set null,
  media_urls text[] not null check (cardinality(media_urls) > 0 and private.are_own_files(media_urls)),
  media_types text[] not null check (media_types <@ '{image,video}'::text[]),
  comment text not null check (length(btrim(comment)) between 1 and 4000),
  location text not null check (length(btrim(location)) between 1 and 200),
  status text not null default 'pending' check (status in ('pending', 'approved', 'declined')),
  reviewed_by uuid references public.profiles (id) on delete set null,
  reviewed_at timestamptz,
  created_at timestamptz not null default now(),
  check (cardinality(media_urls) = cardinality(media_types))
);
create index user_submissions_user_idx on public.user_submissions (user_id);
create index user_submissions_territory_idx on public.user_submissions (territory_id, status, created_at desc);
create index user_submissions_reviewed_by_idx on public.user_submissions (reviewed_by);
create index user_submissions_pending_idx on public.user_submissions (created_at, id) where status = 'pending';
alter table public.user_submissions enable row level security;
grant select on public.user_submissions to authenticated;
grant all on public.user_submissions to service_role;

create policy user_submissions_select on public.user_submissions for select to authenticated
  using (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete set null,
  name text not null check (length(btrim(name)) between 1 and 120),
  email text not null,
  subject text check (length(subject) <= 200),
  message text not null check (length(btrim(message)) between 1 and 4000),
  status text not null default 'pending' check (status in ('pending', 'done')),
  reviewed_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
create index contact_messages_user_idx on public.contact_messages (user_id);
create index contact_messages_status_idx on public.contact_messages (status, created_at desc);
create index contact_messages_reviewed_by_idx on public.contact_messages (reviewed_by);
create index contact_messages_pending_idx on public.contact_messages (created_at, id) where status = 'pending';
alter table public.contact_messages enable row level security;
grant select on public.contact_messages to authenticated;
grant all on public.contact_messages to service_role;

-- A contact message belongs to no territory.
create policy contact_messages_select on public.contact_messages for select to authenticated
  using ((select private.is_admin()));

-- The native form of /regional-partner, for those without the external one.
create table public.partner_applications (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete set null,
  kind text not null check (kind in ('tour_guide', 'hotel_partner', 'transport_provider', 'influencer_partner')),
  name text not null check (length(btrim(name)) between 1 and 120),
  email text not null check (private.is_email(email)),
  phone text check (length(phone) <= 40),
  territory_id text references public.territories (id) on delete set null,
  message text check (length(message) <= 4000),
  status text not null default 'pending' check (status in ('pending', 'approved', 'declined')),
  reviewed_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default now()
);
create index partner_applications_territory_idx on public.partner_applications (territory_id, status, created_at desc);
create index partner_applications_user_idx on public.partner_applications (user_id);
create index partner_applications_reviewed_by_idx on public.partner_applications (reviewed_by);
create index partner_applications_pending_idx on public.partner_applications (created_at, id) where status = 'pending';
alter table public.partner_applications enable row level security;
grant select on public.partner_applications to authenticated;
grant all on public.partner_applications to service_role;

create policy partner_applications_select on public.partner_applications for select to authenticated
  using (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));

-- Stores pictures or videos of a visit for the territory to look at. p_media_urls: uploads of the caller's own, p_media_types in step with
-- them. → {id}; the same again within ten minutes is the same one. Raises 400 'media_required', 'comment_required', 'location_required'
-- and 'invalid_input', 429 'rate_limited'. Locks the sender.
create function private.submit_content(p_media_urls text[], p_media_types text[], p_comment text, p_location text, p_territory_id text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  made uuid;
begin
  if coalesce(cardinality(p_media_urls), 0) = 0 then
    perform private.fail(400, 'media_required', 'Please upload at least one photo or video');
  elsif coalesce(btrim(p_comment), '') = '' then
    perform private.fail(400, 'comment_required', 'Please add a comment about your submission');
  elsif coalesce(btrim(p_location), '') = '' then
    perform private.fail(400, 'location_required', 'Please specify the location');
  elsif not private.are_own_files(p_media_urls) or cardinality(p_media_types) is distinct from cardinality(p_media_urls)
     or array_position(p_media_types, null) is not null or not (p_media_types <@ '{image,video}'::text[])
     or length(btrim(p_comment)) > 4000 or length(btrim(p_location)) > 200
     or exists (select 1 from unnest(p_media_urls) as url
       where url not like '/storage/v1/object/public/media/user-submissions/' || caller || '/%')
     or (p_territory_id is not null and not p_territory_id = any (private.open_territories())) then
    perform private.fail(400, 'invalid_input', 'Failed to submit content. Please try again.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('submission:' || caller, 0));
  select s.id into made from public.user_submissions s
   where s.user_id = caller and s.created_at > now() - interval '10 minutes' and s.media_urls = p_media_urls
     and s.comment = btrim(p_comment) and s.location = btrim(p_location) and s.territory_id is not distinct from p_territory_id;
  if found then
    return jsonb_build_object('id', made);
  end if;
  perform private.limit_rate('submission', count(*) filter (where s.created_at > now() - interval '1 minute'), count(*))
  from public.user_submissions s where s.user_id = caller and s.created_at > now() - interval '1 hour';
  insert into public.user_submissions (user_id, territory_id, media_urls, media_types, comment, location)
  values (caller, p_territory_id, p_media_urls, p_media_types, btrim(p_comment), btrim(p_location))
  returning id into made;
  return jsonb_build_object('id', made);
end $$;
create function public.submit_content(p_media_urls text[], p_media_types text[], p_comment text, p_location text, p_territory_id text default null)
returns jsonb language sql set search_path = '' as $$ select private.submit_content(p_media_urls, p_media_types, p_comment, p_location, p_territory_id) $$;
grant execute on function private.submit_content(text[], text[], text, text, text),
  public.submit_content(text[], text[], text, text, text) to authenticated;

-- A message to the team, through the function `send-contact-email` alone, which asks who is human. p_user_id: the account that writes;
-- the address is its own. → {id}. Raises 401 'not_signed_in', 400 'fields_required' and 'invalid_input', 429 'rate_limited'. Locks the
-- sender.
create function private.submit_contact(p_user_id uuid, p_name text, p_subject text, p_message text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller constant uuid := p_user_id;
  made uuid;
begin
  if not exists (select 1 from public.profiles p where p.id = caller) then
    perform private.fail(401, 'not_signed_in', 'Please log in to continue');
  elsif coalesce(btrim(p_name), '') = '' or coalesce(btrim(p_message), '') = '' then
    perform private.fail(400, 'fields_required', 'Please fill in all required fields');
  elsif length(btrim(p_name)) > 120 or length(btrim(p_message)) > 4000 or length(btrim(p_subject)) > 200 then
    perform private.fail(400, 'invalid_input', 'Failed to send message. Please try again.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('contact:' || caller, 0));
  select c.id into made from public.contact_messages c
   where c.user_id = caller and c.created_at > now() - interval '10 minutes' and c.name = btrim(p_name) and c.message = btrim(p_message)
     and c.subject is not distinct from nullif(btrim(p_subject), '');
  if found then
    return jsonb_build_object('id', made);
  end if;
  perform private.limit_rate('contact', count(*) filter (where c.created_at > now() - interval '1 minute'), count(*))
  from public.contact_messages c where c.user_id = caller and c.created_at > now() - interval '1 hour';
  insert into public.contact_messages (user_id, name, email, subject, message)
  select caller, btrim(p_name), p.email, nullif(btrim(p_subject), ''), btrim(p_message) from public.profiles p where p.id = caller
  returning id into made;
  return jsonb_build_object('id', made);
end $$;
create function public.submit_contact(p_user_id uuid, p_name text, p_message text, p_subject text default null)
returns jsonb language sql security invoker set search_path = '' as $$ select private.submit_contact(p_user_id, p_name, p_subject, p_message) $$;
grant execute on function private.submit_contact(uuid, text, text, text), public.submit_contact(uuid, text, text, text) to service_role;

-- Who sent an application, for as long as it is counted: an account, or the network of a visitor as a hash that a salt of the day has made.
-- Neither the address nor the salt is kept, so that nobody is told from a hash.
create table private.application_senders (
  application_id uuid primary key references public.partner_applications (id) on delete cascade,
  sender text not null,
  created_at timestamptz not null default now()
);
create index application_senders_sender_idx on private.application_senders (sender, created_at);
alter table private.application_senders enable row level security;
grant all on private.application_senders to service_role;

create table private.sender_salts (
  day date primary key default current_date,
  salt uuid not null default gen_random_uuid()
);
alter table private.sender_salts enable row level security;
grant all on private.sender_salts to service_role;

-- Who is asking, as it is counted. p_network: the visitor's IP address; of IPv6 the half that a household has. Without one, or with what is
-- no address: 'unknown', which all such visitors share.
create function private.sender_key(p_user_id uuid, p_network text)
returns text language plpgsql security definer set search_path = '' as $$
declare
  v_network inet;
begin
  if p_user_id is not null then
    return 'user:' || p_user_id;
  end if;
  begin
    -- An IPv4 address as a socket of both kinds writes it: all of them would be one network.
    v_network := regexp_replace(p_network, '^::ffff:(?=[0-9.]+$)', '', 'i')::inet;
  exception when invalid_text_representation then
    v_network := null;
  end;
  if v_network is null then
    return 'unknown';
  end if;
  delete from private.application_senders where created_at < now() - interval '1 day';
  delete from private.sender_salts where day < current_date;
  insert into private.sender_salts default values on conflict do nothing;
  return private.hash_code((select s.salt from private.sender_salts s where s.day = current_date)
    || host(network(set_masklen(v_network, case family(v_network) when 6 then 64 else 32 end))));
end $$;

-- Raises 429 'rate_limited_day' for a sender, or an address that others have used up, and 429 'rate_limited_hour' for all visitors: who is
-- signed in with the address is stopped by nobody else. Visitors without a network count together and for an hour only: one of them must
-- neither lock the others out for a day nor use up what all visitors have. The caller holds the lock of applications.
create function private.limit_applications(p_user_id uuid, p_sender text, p_address text)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if p_sender = 'unknown' then
    if (select count(*) from private.application_senders s
         where s.sender = p_sender and s.created_at > now() - interval '1 hour') >= private.limit_value('application.unknown_hour') then
      perform private.fail_rate('hour');
    end if;
  elsif (select count(*) from private.application_senders s
       where s.sender = p_sender and s.created_at > now() - interval '1 day') >= private.limit_value('application.sender_day') then
    perform private.fail_rate('day');
  end if;
  if private.confirmed_email(p_user_id) is distinct from p_address and (select count(*) from public.partner_applications a
       where a.email = p_address and a.created_at > now() - interval '1 day') >= private.limit_value('application.address_day') then
    perform private.fail_rate('day');
  elsif p_user_id is null and (select count(*) from public.partner_applications a
       where a.user_id is null and a.created_at > now() - interval '1 hour') >= private.limit_value('application.visitors_hour') then
    perform private.fail_rate('hour');
  end if;
end $$;

-- An application to become a partner, of anybody, through the function `send-application` alone, which asks who is human. p_user_id: the
-- account, null for a visitor; p_network: the IP address of the latter. Raises 400 'fields_required' and 'invalid_input', and what
-- limit_applications raises. One at a time.
create function private.submit_partner_application(p_user_id uuid, p_kind text, p_name text, p_email text, p_phone text, p_territory_id text,
  p_message text, p_network text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller constant uuid := p_user_id;
  address text := lower(btrim(p_email));
  sender text;
  made uuid;
begin
  if coalesce(btrim(p_name), '') = '' or coalesce(address, '') = '' or p_kind is null then
    perform private.fail(400, 'fields_required', 'Please fill in all required fields');
  elsif p_kind not in ('tour_guide', 'hotel_partner', 'transport_provider', 'influencer_partner')
     or not private.is_email(address) or length(btrim(p_name)) > 120
     or length(btrim(p_phone)) > 40 or length(btrim(p_message)) > 4000
     or (p_territory_id is not null and not p_territory_id = any (private.open_territories())) then
    perform private.fail(400, 'invalid_input', 'Failed to submit content. Please try again.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('partner_application', 0));
  select a.id into made from public.partner_applications a
   where a.email = address and a.created_at > now() - interval '10 minutes' and a.user_id is not distinct from caller
     and a.kind = p_kind and a.name = btrim(p_name) and a.phone is not distinct from nullif(btrim(p_phone), '')
     and a.territory_id is not distinct from p_territory_id and a.message is not distinct from nullif(btrim(p_message), '');
  if found then
    return jsonb_build_object('id', made);
  end if;
  sender := private.sender_key(caller, p_network);
  perform private.limit_applications(caller, sender, address);
  insert into public.partner_applications (user_id, kind, name, email, phone, territory_id, message)
  values (caller, p_kind, btrim(p_name), address, nullif(btrim(p_phone), ''), p_territory_id, nullif(btrim(p_message), ''))
  returning id into made;
  insert into private.application_senders (application_id, sender) values (made, sender);
  return jsonb_build_object('id', made);
end $$;
create function public.submit_partner_application(p_user_id uuid, p_kind text, p_name text, p_email text, p_phone text default null,
  p_territory_id text default null, p_message text default null, p_network text default null)
returns jsonb language sql security invoker set search_path = '' as $$
  select private.submit_partner_application(p_user_id, p_kind, p_name, p_email, p_phone, p_territory_id, p_message, p_network)
$$;
grant execute on function private.submit_partner_application(uuid, text, text, text, text, text, text, text),
  public.submit_partner_application(uuid, text, text, text, text, text, text, text) to service_role;

-- Decides what lies in a queue. p_queue: submission | application (approved | declined | pending), contact (done | pending). Raises 404
-- 'not_found', 400 'invalid_input'. Locks the entry.
create function private.review_queue_item(p_queue text, p_id uuid, p_status text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  region text;
  item uuid;
begin
  if p_queue = 'submission' then
    select s.id, s.territory_id into item, region from public.user_submissions s where s.id = p_id for update;
  elsif p_queue = 'application' then
    select a.id, a.territory_id into item, region from public.partner_applications a where a.id = p_id for update;
  elsif p_queue = 'contact' then
    select c.id into item from public.contact_messages c where c.id = p_id for update;
  end if;
  -- Without a territory only an admin decides: runs_territory(null) is true for nobody else.
  if item is null or not private.runs_territory(region) then
    perform private.fail(404, 'not_found', 'This entry could not be found');
  end if;
  if p_status is null or not p_status = any (case when p_queue = 'contact' then '{pending,done}' else '{pending,approved,declined}' end::text[]) then
    perform private.fail(400, 'invalid_input', 'This status is not possible');
  end if;
  if p_queue = 'submission' then
    update public.user_submissions set status = p_status, reviewed_by = caller, reviewed_at = now() where id = p_id;
  elsif p_queue = 'application' then
    update public.partner_applications set status = p_status, reviewed_by = caller where id = p_id;
  else
    update public.contact_messages set status = p_status, reviewed_by = caller where id = p_id;
  end if;
  return jsonb_build_object('id', p_id, 'status', p_status);
end $$;
create function public.review_queue_item(p_queue text, p_id uuid, p_status text)
returns jsonb language sql set search_path = '' as $$ select private.review_queue_item(p_queue, p_id, p_status) $$;
grant execute on function private.review_queue_item(text, uuid, text), public.review_queue_item(text, uuid, text) to authenticated;

-- A contact message goes to the team by e-mail, through the outbox: a mail service that is down loses nothing. Once for a message,
-- however often asked, and so many an hour: what a flood brings beyond that stays in the queue, and the mailbox stays usable. Only the
-- edge function, which knows the team's address, may ask.
create function private.queue_contact_mail(p_id uuid, p_recipient text)
returns void language plpgsql security definer set search_path = '' as $$
begin
  insert into private.outbox (dedupe_key, kind, template, recipient, payload)
  select 'email:contact_message:' || c.id, 'email', 'contact_message', p_recipient,
    jsonb_build_object('name', c.name, 'email', c.email, 'subject', c.subject, 'message', c.message)
  from public.contact_messages c
  where c.id = p_id and (select count(*) from private.outbox o where o.template = 'contact_message' and o.created_at > now() - interval '1 hour')
    < private.limit_value('contact.letters_hour')
  on conflict (dedupe_key) do nothing;
end $$;
create function public.queue_contact_mail(p_id uuid, p_recipient text)
returns void language sql set search_path = '' as $$ select private.queue_contact_mail(p_id, p_recipient) $$;
grant execute on function private.queue_contact_mail(uuid, text), public.queue_contact_mail(uuid, text) to service_role;

-- Finding a booking by what is written on it: service, tourist, guide, hotel, phone and number. One row a booking, of both kinds, kept by triggers. It is
-- a table of its own, as row level security would keep a text search on the bookings from using an index; only functions read it,
-- and they ask first whose territory it is.

create table private.booking_search (
  booking_id uuid primary key,
  kind text not null check (kind in ('experience', 'transport')),
  territory_id text not null,
  booking_date date not null,
  words tsvector not null
);
create index booking_search_territory_idx on private.booking_search (territory_id);
create index booking_search_words_idx on private.booking_search using gin ((array[territory_id]), words);
alter table private.booking_search enable row level security;
grant all on private.booking_search to service_role;

-- What is searched by its digits or letters alone. Of a phone the whole number, what a country leaves of it when it is written without its
-- code, and its last four digits; of the booking the number that its papers show (private.booking_number).
create function private.booking_marks(p_id uuid, p_phone text)
returns tsvector language sql immutable set search_path = '' as $$
  select array_to_tsvector(array(
    select left(p_id::text, 8)
    union select x.digits from (select regexp_replace(p_phone, '\D', '', 'g') as digits) x where length(x.digits) >= 4
    union select right(x.digits, n) from (select regexp_replace(p_phone, '\D', '', 'g') as digits) x, unnest('{4,7,8,9,10}'::int[]) n
      where length(x.digits) > n))
$$;

-- The number by which people name a booking, '3F9A21CC': what a ticket, a receipt and the lists show of its id.
create function private.booking_number(p_id uuid)
returns text language sql immutable set search_path = '' as $$ select upper(left(p_id::text, 8)) $$;

-- What finds bookings by a text: its words, each of which must begin a word of theirs; a phone, however it is spaced, also without the zeros
-- that are dialled before it; a booking's number. Null when nothing is asked.
create function private.booking_query(p_text text)
returns tsquery language sql immutable set search_path = '' as $$
  select case
    when x.text ~ '^[+(]*[0-9][0-9 ()./-]{3,}$' and ltrim(x.digits, '0') <> ''
      then (quote_literal(x.digits) || ':* | ' || quote_literal(ltrim(x.digits, '0')) || ':*')::tsquery
    when x.text ~ '^#?(?=.*[0-9])[0-9a-f]{4,8}$' then (quote_literal(ltrim(x.text, '#')) || ':*')::tsquery
    else private.search_query(p_text) end
  from (select lower(btrim(left(p_text, 200))) as text, regexp_replace(left(p_text, 200), '\D', '', 'g') as digits) x
$$;

create view private.booking_words as
select b.id as booking_id, 'experience'::text as kind, b.territory_id, b.booking_date, b.tourist_id, b.experience_id as service_id,
  private.search_words(concat_ws(' ',
    (select e.title from public.experiences e where e.id = b.experience_id),
    (select p.full_name || ' ' || p.email from public.profiles p where p.id = b.tourist_id),
    (select p.full_name from public.profiles p where p.id = b.guide_id), b.hotel_name)) || private.booking_marks(b.id, b.whatsapp_number) as words
from public.bookings b
union all
select b.id, 'transport'::text, b.territory_id, b.booking_date, b.tourist_id, b.transport_id,
  private.search_words(concat_ws(' ',
    (select t.title from public.territory_transports t where t.id = b.transport_id),
    (select p.full_name || ' ' || p.email from public.profiles p where p.id = b.tourist_id), b.hotel_name))
    || private.booking_marks(b.id, b.whatsapp_number)
from public.transport_bookings b;

-- Writes the search words of these bookings.
create function private.index_bookings(p_ids uuid[])
returns void language sql security definer set search_path = '' as $$
  insert into private.booking_search (booking_id, kind, territory_id, booking_date, words)
  select w.booking_id, w.kind, w.territory_id, w.booking_date, w.words from private.booking_words w where w.booking_id = any (p_ids)
  on conflict (booking_id) do update
    set territory_id = excluded.territory_id, booking_date = excluded.booking_date, words = excluded.words
$$;

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

create trigger bookings_index after insert or delete on public.bookings
  for each row execute function private.index_booking();

create trigger bookings_reindex after update of tourist_id, guide_id, hotel_name, whatsapp_number, booking_date, experience_id, territory_id
  on public.bookings
  for each row when ((old.tourist_id, old.guide_id, old.hotel_name, old.whatsapp_number, old.booking_date, old.experience_id, old.territory_id)
    is distinct from (new.tourist_id, new.guide_id, new.hotel_name, new.whatsapp_number, new.booking_date, new.experience_id, new.territory_id))
  execute function private.index_booking();

create trigger transport_bookings_index after insert or delete on public.transport_bookings
  for each row execute function private.index_booking();

create trigger transport_bookings_reindex after update of tourist_id, hotel_name, whatsapp_number, booking_date, transport_id, territory_id
  on public.transport_bookings
  for each row when ((old.tourist_id, old.hotel_name, old.whatsapp_number, old.booking_date, old.transport_id, old.territory_id)
    is distinct from (new.tourist_id, new.hotel_name, new.whatsapp_number, new.booking_date, new.transport_id, new.territory_id))
  execute function private.index_booking();

-- A tourist, a guide or a service under another name: their bookings are found by it.
create function private.reindex_bookings_of()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'profiles' then
    perform private.index_bookings(array(
      select b.id from public.bookings b where b.tourist_id = new.id or b.guide_id = new.id
      union all select b.id from public.transport_bookings b where b.tourist_id = new.id));
  elsif tg_table_name = 'experiences' then
    perform private.index_bookings(array(select b.id from public.bookings b where b.experience_id = new.id));
  else
    perform private.index_bookings(array(select b.id from public.transport_bookings b where b.transport_id = new.id));
  end if;
  return null;
end $$;

create trigger profiles_reindex after update of full_name, email on public.profiles
  for each row when ((old.full_name, old.email) is distinct from (new.full_name, new.email)) execute function private.reindex_bookings_of();

create trigger experiences_reindex after update of title on public.experiences
  for each row when (old.title is distinct from new.title) execute function private.reindex_bookings_of();

create trigger territory_transports_reindex after update of title on public.territory_transports
  for each row when (old.title is distinct from new.title) execute function private.reindex_bookings_of();

-- What a bulk load leaves out, because it switches triggers off. → how many
create function private.index_missing_bookings()
returns bigint language plpgsql security definer set search_path = '' as $$
declare
  made bigint;
begin
  insert into private.booking_search (booking_id, kind, territory_id, booking_date, words)
  select w.booking_id, w.kind, w.territory_id, w.booking_date, w.words from private.booking_words w
  where not exists (select 1 from private.booking_search s where s.booking_id = w.booking_id);
  get diagnostics made = row_count;
  return made;
end $$;
grant execute on function private.index_missing_bookings() to service_role;

-- The bookings of a territory as its screens list, add up and export them, one booking with its history, a refund of a part, and
-- the revenue over time. For admins and for the managers and staff of the territory, else 403 'forbidden'. Amounts of the parties
-- are what the ledger holds, so after refunds; staff see no money of the parties (docs/decisions/0004).

create type private.territory_booking as (
  kind text, id uuid, booking_date date, start_time time, service_id uuid, title text, booking_type text, num_people int,
  tourist_name text, tourist_email text, hotel_name text, currency_code text, total_price numeric, refunded_amount numeric,
  payment_method text, payment_status text, status text, check_in_status text,
  operator_name text, operator_amount numeric, territory_amount numeric, app_amount numeric, partner_amount numeric, partner_name text,
  operator_status text, territory_status text, partner_status text, commission_amount numeric, commission_status text,
  updated_at timestamptz, whatsapp_number text, checked_in_at timestamptz, departure_id uuid,
  departure jsonb -- what the head of its departure says (departure_head): with the first of its rows on a page, in an order by departures
);

-- Which bookings of a territory; empty or null is no condition. from_day and to_day: calendar dates, both included. search: words of the
-- service, the tourist, the guide or the hotel, a phone, a booking's number. payment: 'paid', 'pending', or 'collect' for cash at the dock.
create type private.booking_filter as (
  territory_id text, from_day date, to_day date, search text, status text, service_id uuid, guide_id uuid, payment text
);

create type private.territory_total as (
  currency_code text, bookings bigint, people bigint,
  booked numeric, -- the prices of all of them, whatever became of them
  revenue numeric, operator numeric, territory numeric, app numeric, partner numeric, -- what is in the ledger
  not_collected numeric, refunded numeric, disputed numeric, -- booked less these three is the revenue
  pending numeric, pending_payouts bigint -- of it, what still has to be paid out, and how many payments that are
);

-- The e-mail of the tourist of a booking, for those who run its territory: its lists and exports carry it, while the rest of a
-- tourist's profile stays closed to them. One planned query a call and no helper, because an export asks 100,000 times.
create function private.booking_email(p_kind text, p_booking_id uuid)
returns text language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := auth.uid();
begin
  if p_kind = 'experience' then
    return (select p.email from public.bookings b join public.profiles p on p.id = b.tourist_id
      where b.id = p_booking_id and (b.tourist_id = caller or exists (
        select 1 from private.live_grants g
        where g.user_id = caller and (g.role = 'admin'
          or (g.territory_id = b.territory_id and g.role in ('territory_manager', 'territory_staff'))))));
  end if;
  return (select p.email from public.transport_bookings b join public.profiles p on p.id = b.tourist_id
    where b.id = p_booking_id and (b.tourist_id = caller or exists (
      select 1 from private.live_grants g
      where g.user_id = caller and (g.role = 'admin'
        or (g.territory_id = b.territory_id and g.role in ('territory_manager', 'territory_staff'))))));
end $$;
grant execute on function private.booking_email(text, uuid) to authenticated, service_role;

-- Both kinds of booking in one shape. tourist_email is looked up only when it is asked for. What hangs on a booking is looked up
-- row by row, not joined: a plain table on each side lets Postgres read both in the order of their indexes and stop after a page.
create view public.all_bookings with (security_invoker = true) as
select 'experience'::text as kind, b.id, b.territory_id, b.experience_id as service_id, b.experience_id, null::uuid as transport_id,
  (select e.title from public.experiences e where e.id = b.experience_id) as service_title, b.departure_id, b.timeslot_id, b.guide_id,
  b.tourist_id, (select c.full_name from public.profile_cards c where c.id = b.tourist_id) as tourist_name,
  private.booking_email('experience', b.id) as tourist_email, b.booking_date, b.start_time, b.num_people, b.seats, b.booking_type,
  b.unit_price, b.total_price, b.currency_code, b.payment_method, b.payment_status, b.status, b.check_in_status, b.checked_in_at,
  b.whatsapp_number, b.country, b.speaks_spanish, b.hotel_name, b.hotel_address, '[]'::jsonb as passenger_details,
  b.passports, b.cancellation_policy, b.referral_link_id,
  (select r.id from public.referrals r where r.booking_id = b.id) as referral_id,
  (select r.partner_id from public.referrals r where r.booking_id = b.id) as partner_id,
  b.operator_status, b.territory_status, b.partner_status, b.created_at, b.updated_at
from public.bookings b
union all
select 'transport'::text, b.id, b.territory_id, b.transport_id, null::uuid, b.transport_id,
  (select t.title from public.territory_transports t where t.id = b.transport_id), b.departure_id, null::uuid, null::uuid,
  b.tourist_id, (select c.full_name from public.profile_cards c where c.id = b.tourist_id),
  private.booking_email('transport', b.id), b.booking_date, b.start_time, b.num_people, b.seats, b.booking_type,
  b.unit_price, b.total_price, b.currency_code, b.payment_method, b.payment_status, b.status, b.check_in_status, b.checked_in_at,
  b.whatsapp_number, b.country, b.speaks_spanish, b.hotel_name, null::text, b.passenger_details,
  b.passports, b.cancellation_policy, b.referral_link_id,
  (select r.id from public.referrals r where r.transport_booking_id = b.id),
  (select r.partner_id from public.referrals r where r.transport_booking_id = b.id),
  b.operator_status, b.territory_status, b.partner_status, b.created_at, b.updated_at
from public.transport_bookings b;
grant select on public.all_bookings to authenticated;
grant all on public.all_bookings to service_role;

-- The conditions of a filter on the bookings `b`, of one kind, as the text of a query whose values $1 to $7 are the filter's fields
-- in their order, $4 as a tsquery. Only what is asked for stands in it, so that the planner may take the index of it.
create function private.booking_conditions(f private.booking_filter, p_kind text)
returns text language sql immutable set search_path = '' as $$
  select concat_ws(' and ', 'b.territory_id = $1', 'b.booking_date between $2 and $3',
    case when f.status <> '' then 'b.status = $5' end,
    case when f.service_id is not null then case p_kind when 'experience' then 'b.experience_id = $6' else 'b.transport_id = $6' end end,
    case when f.guide_id is not null then case p_kind when 'experience' then 'b.guide_id = $7' else 'false' end end,
    case f.payment when 'paid' then $x$b.payment_status = 'completed'$x$
      when 'pending' then $x$b.payment_status = 'pending' and private.is_live(b.status)$x$
      when 'collect' then $x$b.payment_status = 'pending' and private.is_collected(b.status, b.payment_method, b.payment_status, b.check_in_status)$x$
    end)
$$;

-- Which bookings, with what the sums need, in an order: 'newest' (date, then id, the newest first), 'soonest' (date, hour, departure, id;
-- one without an hour leaves at the end of its day, '24:00'), 'latest' (the same the other way round), or null: in none. After the key of
-- the last row before, p_after_date null: from the beginning. p_limit null: all of them. Whoever calls has checked the right to ask.
create function private.territory_booking_keys(f private.booking_filter, p_order text default null, p_after_date date default null,
  p_after_time time default null, p_after_departure_id uuid default null, p_after_id uuid default null, p_limit int default null)
returns table (kind text, id uuid, departure_id uuid, booking_date date, currency_code text, num_people int, total_price numeric,
  operator_status text, territory_status text, partner_status text)
language plpgsql stable security definer rows 100 set search_path = '' as $$
declare
  v_search tsquery := private.booking_query(f.search);
  v_hour constant text := $x$coalesce(b.start_time, time '24:00')$x$;
  v_order text := case p_order when 'newest' then ' order by b.booking_date desc, b.id desc'
    when 'soonest' then format(' order by b.booking_date, %s, b.departure_id, b.id', v_hour)
    when 'latest' then format(' order by b.booking_date desc, %s desc, b.departure_id desc, b.id desc', v_hour) end;
  v_after text := case when p_after_date is null then null
    when p_order = 'newest' then ' and (b.booking_date, b.id) < ($8, $11)'
    else format(' and (b.booking_date, %s, b.departure_id, b.id) %s ($8, $9, $10, $11)', v_hour, case p_order when 'soonest' then '>' else '<' end) end;
  v_found text;
  v_sides text[];
begin
  if v_search is not null then
    -- Looked up row by row. Where nothing else is asked, the newest that a text finds are known without the bookings.
    v_found := concat('(select b.booking_id from (select s.booking_id, s.booking_id as id, s.booking_date from private.booking_search s
        where array[s.territory_id] @> array[$1] and s.words @@ $4 and s.kind = %L and s.booking_date between $2 and $3 offset 0) b',
      case when p_order = 'newest' and (f.status, f.service_id, f.guide_id, f.payment) is null
           then concat(' where true', v_after, v_order, ' limit $12') end,
      ') s cross join lateral (select x.* from public.%I x where x.id = s.booking_id offset 0) b');
  end if;
  select array_agg(format('(select %L::text as kind, b.id, b.departure_id, b.booking_date, b.start_time, b.currency_code, b.num_people,
      b.total_price, b.operator_status, b.territory_status, b.partner_status from %s where %s%s%s limit $12)', side.kind,
    case when v_search is null then format('public.%I b', side.source) else format(v_found, side.kind, side.source) end,
    private.booking_conditions(f, side.kind), v_after, v_order))
    into v_sides
    from (values ('experience', 'bookings'), ('transport', 'transport_bookings')) side (kind, source);
  -- As text, so that it is planned for what is asked: a plan that fits every filter fits none of a large territory.
  return query execute format('select b.kind, b.id, b.departure_id, b.booking_date, b.currency_code, b.num_people, b.total_price, b.operator_status,
    b.territory_status, b.partner_status from (%s) b%s limit $12', array_to_string(v_sides, ' union all '), v_order)
    using f.territory_id, coalesce(f.from_day, '-infinity'), coalesce(f.to_day, 'infinity'), v_search, f.status, f.service_id, f.guide_id,
      p_after_date, coalesce(p_after_time, time '24:00'), p_after_departure_id, p_after_id, p_limit;
end $$;

-- What the head of a departure says in the lists of its bookings: who goes and who is here, in people and without those who cancelled; who
-- leads it, by name (guides, or the drivers of its service on that day).
create function private.departure_head(p_departure_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('timeslot_id', d.timeslot_id, 'capacity', d.capacity, 'closed', d.closed, 'private', d.exclusive,
    'bookings', n.bookings, 'people', n.people, 'arrived', n.arrived, 'missed', n.missed,
    'leaders', case when d.transport_id is null then n.guides else to_jsonb(private.departure_driver_names(d.transport_id, d.service_date)) end)
  from public.departures d
  cross join lateral (
    select count(*) as bookings, coalesce(sum(x.num_people), 0) as people,
      coalesce(sum(x.num_people) filter (where x.check_in_status = 'checked_in'), 0) as arrived,
      coalesce(sum(x.num_people) filter (where x.check_in_status = 'no_show'), 0) as missed,
      coalesce(jsonb_agg(distinct c.full_name) filter (where c.full_name is not null), '[]') as guides
    from (
      select b.num_people, b.check_in_status, b.guide_id from public.bookings b where b.departure_id = d.id and private.is_live(b.status)
      union all
      select b.num_people, b.check_in_status, null from public.transport_bookings b where b.departure_id = d.id and private.is_live(b.status)) x
    left join public.profile_cards c on c.id = x.guide_id) n
  where d.id = p_departure_id
$$;

-- What has gone back of a booking, in its currency. Whoever calls has checked the right to ask.
create function private.refunded_of(p_kind text, p_booking_id uuid, p_currency_code text)
returns numeric language sql stable security definer set search_path = '' as $$
  select coalesce(private.from_minor((
    select p.refunded_minor from private.payments p where p_kind = 'experience' and p.booking_id = p_booking_id
    union all
    select p.refunded_minor from private.payments p where p_kind = 'transport' and p.transport_booking_id = p_booking_id), p_currency_code), 0)
$$;

-- May the caller see what the parties of a territory's bookings get?
create function private.sees_shares(p_territory_id text)
returns boolean language sql stable security definer set search_path = '' as $$
  select private.is_admin() or coalesce(p_territory_id = any (private.my_territories('manager')), false)
$$;

-- What the lists show of a booking beside its own columns, of either kind.
create view private.territory_booking_rows as
select 'experience'::text as kind, b.id, b.booking_date, b.start_time, b.experience_id as service_id, e.title, b.booking_type, b.num_people, b.tourist_id,
  b.hotel_name, b.currency_code, b.total_price, b.payment_method, b.payment_status, b.status, b.check_in_status, b.guide_id as operator_id,
  b.operator_status, b.territory_status, b.partner_status, b.hold_id, b.referral_link_id, b.updated_at, b.whatsapp_number, b.checked_in_at
from public.bookings b join public.experiences e on e.id = b.experience_id
union all
select 'transport', b.id, b.booking_date, b.start_time, b.transport_id, t.title, b.booking_type, b.num_people, b.tourist_id,
  b.hotel_name, b.currency_code, b.total_price, b.payment_method, b.payment_status, b.status, b.check_in_status, null,
  b.operator_status, b.territory_status, b.partner_status, b.hold_id, b.referral_link_id, b.updated_at, b.whatsapp_number, b.checked_in_at
from public.transport_bookings b join public.territory_transports t on t.id = b.transport_id;

-- The bookings of a territory that a filter leaves (private.booking_filter), a page of 1 to 1,000 rows in an order of
-- territory_booking_keys, after the key of the last row before: (booking_date, id), and in an order by departures also its hour and its
-- departure. Raises 403 'forbidden', 400 'invalid_input'.
create function private.territory_bookings(f private.booking_filter, p_order text, p_after_date date, p_after_time time,
  p_after_departure_id uuid, p_after_id uuid, p_limit int)
returns setof private.territory_booking language plpgsql stable security definer set search_path = '' as $$
declare
  shares boolean;
  by_departure boolean := p_order in ('soonest', 'latest');
  rows_of_page int := least(greatest(coalesce(p_limit, 100), 1), 1000);
begin
  perform private.require_territory(f.territory_id);
  if p_order is null or p_order not in ('newest', 'soonest', 'latest') then
    perform private.invalid('There is no such order');
  end if;
  shares := private.sees_shares(f.territory_id);
  return query
  select r.kind, r.id, r.booking_date, r.start_time, r.service_id, r.title, r.booking_type, r.num_people,
    tourist.full_name, tourist.email, r.hotel_name, r.currency_code, r.total_price, private.refunded_of(r.kind, r.id, r.currency_code),
    r.payment_method, r.payment_status, r.status, r.check_in_status,
    operator.full_name, l.operator, l.territory, l.app, l.partner, coalesce(private.business_name_of(partner.id, f.territory_id), partner.full_name),
    r.operator_status, r.territory_status, r.partner_status,
    -- Nothing earned yet: what it will be, at the rate that was agreed when the seats were held.
    case when not shares then null when c.id is not null then c.amount
         when r.referral_link_id is not null then
           (private.split_amount(r.total_price, r.currency_code, coalesce(h.partner_rate, private.commission_of(partner.id, f.territory_id), 0))).partner end,
    case when shares and (c.id is not null or r.referral_link_id is not null) then coalesce(c.status, 'pending') end,
    r.updated_at, r.whatsapp_number, r.checked_in_at, k.departure_id,
    case when by_departure and k.first then private.departure_head(k.departure_id) end
  from (
    select x.kind, x.id, x.departure_id, x.n, row_number() over (partition by x.departure_id order by x.n) = 1 as first
    from private.territory_booking_keys(f, p_order, p_after_date, p_after_time, p_after_departure_id, p_after_id, rows_of_page)
      with ordinality x (kind, id, departure_id, booking_date, currency_code, num_people, total_price, operator_status, territory_status,
      partner_status, n)) k
  -- `offset 0`: looked up row by row through the keys. Flattened, the planner may read whole tables for a page of them.
  cross join lateral (select x.* from private.territory_booking_rows x where x.kind = k.kind and x.id = k.id offset 0) r
  left join public.profiles tourist on tourist.id = r.tourist_id
  left join public.profile_cards operator on operator.id = r.operator_id
  left join lateral (
    select x.id, x.partner_id from public.referrals x where x.booking_id = k.id
    union all select x.id, x.partner_id from public.referrals x where x.transport_booking_id = k.id limit 1) referral on true
  left join public.commissions c on c.referral_id = referral.id
  left join public.referral_links link on link.id = r.referral_link_id
  left join public.profiles partner on partner.id = coalesce(referral.partner_id, link.user_id)
  left join private.holds h on h.id = r.hold_id
  left join lateral (
    select sum(x.amount) filter (where x.party = 'operator') as operator, sum(x.amount) filter (where x.party = 'territory') as territory,
           sum(x.amount) filter (where x.party = 'app') as app, sum(x.amount) filter (where x.party = 'partner') as partner
    from (select y.party, y.amount from private.ledger y where shares and y.booking_id = k.id
          union all select y.party, y.amount from private.ledger y where shares and y.transport_booking_id = k.id) x) l on true
  order by k.n;
end $$;
create function public.territory_bookings(p_territory_id text, p_from date default null, p_to date default null, p_search text default null,
  p_status text default null, p_service_id uuid default null, p_guide_id uuid default null, p_payment text default null,
  p_order text default 'newest', p_after_date date default null, p_after_time time default null, p_after_departure_id uuid default null,
  p_after_id uuid default null, p_limit int default 100)
returns table (kind text, id uuid, booking_date date, start_time time, service_id uuid, title text, booking_type text, num_people int,
  tourist_name text, tourist_email text, hotel_name text, currency_code text, total_price numeric, refunded_amount numeric,
  payment_method text, payment_status text, status text, check_in_status text,
  operator_name text, operator_amount numeric, territory_amount numeric, app_amount numeric, partner_amount numeric, partner_name text,
  operator_status text, territory_status text, partner_status text, commission_amount numeric, commission_status text,
  updated_at timestamptz, whatsapp_number text, checked_in_at timestamptz, departure_id uuid, departure jsonb)
language sql stable security invoker set search_path = '' as $$
  select * from private.territory_bookings((p_territory_id, p_from, p_to, p_search, p_status, p_service_id, p_guide_id, p_payment)::private.booking_filter,
    p_order,
    p_after_date, p_after_time, p_after_departure_id, p_after_id, p_limit)
$$;
grant execute on function private.territory_bookings(private.booking_filter, text, date, time, uuid, uuid, int),
  public.territory_bookings(text, date, date, text, text, uuid, uuid, text, text, date, time, uuid, uuid, int) to authenticated;

-- The sums of the same list, one row a currency, over all rows and not over a page. Amounts are 0 when nothing has been paid.
create function private.territory_booking_totals(f private.booking_filter)
returns setof private.territory_total language plpgsql stable security definer set search_path = '' set work_mem = '32MB' as $$
declare
  shares boolean;
begin
  perform private.require_territory(f.territory_id);
  shares := private.sees_shares(f.territory_id);
  return query
  with rows as materialized (
    select k.* from private.territory_booking_keys(f) k
  ), shared as materialized (
    select coalesce(x.booking_id, x.transport_booking_id) as id, sum(x.amount) as whole,
      sum(x.amount) filter (where x.kind like 'sale%' or x.kind like 'undone%') as collected,
      -sum(x.amount) filter (where x.kind like 'refund%') as refunded, -sum(x.amount) filter (where x.kind like 'dispute%') as disputed,
      sum(x.amount) filter (where x.party = 'operator') as operator, sum(x.amount) filter (where x.party = 'territory') as territory,
      sum(x.amount) filter (where x.party = 'app') as app, sum(x.amount) filter (where x.party = 'partner') as partner
    from private.ledger x where shares and x.territory_id = f.territory_id group by 1
  )
  select r.currency_code, count(*), sum(r.num_people)::bigint, sum(r.total_price),
    case when shares then coalesce(sum(s.whole), 0) end, case when shares then coalesce(sum(s.operator), 0) end,
    case when shares then coalesce(sum(s.territory), 0) end, case when shares then coalesce(sum(s.app), 0) end,
    case when shares then coalesce(sum(s.partner), 0) end, case when shares then sum(r.total_price) - coalesce(sum(s.collected), 0) end,
    case when shares then coalesce(sum(s.refunded), 0) end, case when shares then coalesce(sum(s.disputed), 0) end,
    case when shares then coalesce(sum(s.operator) filter (where r.operator_status = 'pending'), 0)
      + coalesce(sum(s.territory) filter (where r.territory_status = 'pending'), 0)
      + coalesce(sum(s.partner) filter (where r.partner_status = 'pending'), 0) end,
    case when shares then count(*) filter (where r.operator_status = 'pending' and s.operator > 0)
      + count(*) filter (where r.territory_status = 'pending' and s.territory > 0)
      + count(*) filter (where r.partner_status = 'pending' and s.partner > 0) end
  from rows r left join shared s on s.id = r.id
  group by r.currency_code order by count(*) desc, r.currency_code;
end $$;
create function public.territory_booking_totals(p_territory_id text, p_from date default null, p_to date default null,
  p_search text default null, p_status text default null, p_service_id uuid default null, p_guide_id uuid default null,
  p_payment text default null)
returns table (currency_code text, bookings bigint, people bigint, booked numeric, revenue numeric, operator numeric, territory numeric,
  app numeric, partner numeric, not_collected numeric, refunded numeric, disputed numeric, pending numeric, pending_payouts bigint)
language sql stable security invoker set search_path = '' as $$
  select * from private.territory_booking_totals((p_territory_id, p_from, p_to, p_search, p_status, p_service_id, p_guide_id,
    p_payment)::private.booking_filter)
$$;
grant execute on function private.territory_booking_totals(private.booking_filter),
  public.territory_booking_totals(text, date, date, text, text, uuid, uuid, text) to authenticated;

-- The day of a territory in one line: how many people are booked for today on its clocks, and when the first of them leave; null for
-- nobody, or without an hour.
create function private.territory_day(p_territory_id text)
returns table (people int, start_time time)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_today date := (select (now() at time zone t.time_zone)::date from public.territories t where t.id = p_territory_id);
begin
  perform private.require_territory(p_territory_id);
  return query
  select coalesce(sum(x.num_people), 0)::int, min(x.start_time) from (
    select b.num_people, b.start_time, b.status from public.bookings b where b.territory_id = p_territory_id and b.booking_date = v_today
    union all
    select b.num_people, b.start_time, b.status from public.transport_bookings b
     where b.territory_id = p_territory_id and b.booking_date = v_today) x
  where private.is_live(x.status);
end $$;
create function public.territory_day(p_territory_id text)
returns table (people int, start_time time)
language sql stable security invoker set search_path = '' as $$ select * from private.territory_day(p_territory_id) $$;
grant execute on function private.territory_day(text), public.territory_day(text) to authenticated;

-- Everything the drawer of a booking shows, for the territory's managers and staff and for admins. Of the money it says what the
-- tourist paid and what has gone back; the shares of the parties are not in it. `authorised`: the card is only blocked so far.
-- history, oldest first: [{id, at, actor, from, to, by, amount, note}]; `to` is null for a refund that left the status as it was.
-- Raises 403 'forbidden', 404 'booking_not_found'.
create function private.territory_booking(p_kind text, p_booking_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(p_kind, p_booking_id);
  p private.payments;
  m record;
  v_table text := case p_kind when 'experience' then 'bookings' else 'transport_bookings' end;
begin
  perform private.require_territory(b.territory_id);
  if b.id is null then
    perform private.fail(404, 'booking_not_found', 'Booking not found');
  end if;
  p := private.payment_of(b.id);
  select * into m from private.money_of(b);
  return jsonb_build_object(
    'kind', b.kind, 'id', b.id, 'territory_id', b.territory_id, 'title', b.title, 'booking_date', b.booking_date, 'start_time', b.start_time,
    'num_people', b.num_people, 'booking_type', b.booking_type, 'status', b.status, 'payment_status', b.payment_status,
    'check_in_status', b.check_in_status, 'total_price', b.total_price, 'currency_code', b.currency_code,
    'payment_method', b.payment_method, 'live', private.is_live(b.status),
    'paid_amount', private.from_minor(m.paid, b.currency_code), 'refunded_amount', private.from_minor(m.refunded, b.currency_code),
    'disputed_amount', coalesce(private.from_minor(p.disputed_minor, b.currency_code), 0),
    'on_its_way_amount', private.from_minor(m.on_its_way, b.currency_code), 'refund_delayed', m.delayed,
    'refundable_amount', case when p.id is null then 0 else private.from_minor(greatest(private.refundable_minor(p), 0), b.currency_code) end,
    'authorised', coalesce(p.payment_intent_id is not null and p.status not in ('succeeded', 'canceled') and private.is_live(b.status), false),
    'tourist', (select jsonb_build_object('full_name', t.full_name, 'email', t.email) from public.profiles t where t.id = b.tourist_id),
    'whatsapp_number', b.whatsapp_number, 'country', b.country, 'speaks_spanish', b.speaks_spanish, 'hotel_name', b.hotel_name,
    'passengers', b.passenger_details, 'passport_required', b.passport_required and private.is_live(b.status),
    'passports', case when private.is_live(b.status) and b.passport_closed_at is null then b.passports else '{}' end,
    'guide_name', (select c.full_name from public.profile_cards c where c.id = b.guide_id),
    'time_zone', (select t.time_zone from public.territories t where t.id = b.territory_id),
    'history', (
      select coalesce(jsonb_agg(jsonb_build_object('id', h.id, 'at', h.at, 'actor', c.full_name, 'from', h.from_status, 'to', h.to_status,
        'by', h.by, 'amount', h.amount, 'note', h.note) order by h.at, h.id), '[]')
      from (
        select 'e' || e.id as id, e.created_at as at, e.actor_id, e.from_status, e.to_status, e.detail ->> 'by' as by,
               coalesce(e.detail ->> 'refund_amount', e.detail ->> 'cash')::numeric as amount, e.detail ->> 'note' as note
          from public.booking_events e where e.booking_id = b.booking_id
        union all
        select 'e' || e.id, e.created_at, e.actor_id, e.from_status, e.to_status, e.detail ->> 'by',
               coalesce(e.detail ->> 'refund_amount', e.detail ->> 'cash')::numeric,
               e.detail ->> 'note'
          from public.booking_events e where e.transport_booking_id = b.transport_booking_id
        union all
        select 'a' || a.id, a.at, a.actor_id, null, null, 'staff', (a.detail ->> 'amount')::numeric, null
          from public.audit_log a where a.subject_table = v_table and a.subject_id = b.id::text and a.action = 'refund_booking') h
      left join public.profile_cards c on c.id = h.actor_id));
end $$;
create function public.territory_booking(p_kind text, p_booking_id uuid)
returns jsonb language sql stable security invoker set search_path = '' as $$ select private.territory_booking(p_kind, p_booking_id) $$;
grant execute on function private.territory_booking(text, uuid), public.territory_booking(text, uuid) to authenticated;

-- The ledger of the same bookings as territory_booking_totals, by the month of the booking's date: the months add up to the totals.
-- A month in which nothing was paid is left out. Managers and admins; staff see no shares. Raises 403 'forbidden'.
create function private.territory_revenue(f private.booking_filter)
returns table (month date, currency_code text, operator numeric, territory numeric, app numeric, partner numeric)
language plpgsql stable security definer set search_path = '' set work_mem = '32MB' as $$
begin
  perform private.require_earner(f.territory_id);
  return query
  with rows as materialized (
    select k.id, k.booking_date from private.territory_booking_keys(f) k
  ), shared as materialized (
    select coalesce(x.booking_id, x.transport_booking_id) as id, x.currency_code,
      coalesce(sum(x.amount) filter (where x.party = 'operator'), 0) as operator,
      coalesce(sum(x.amount) filter (where x.party = 'territory'), 0) as territory,
      coalesce(sum(x.amount) filter (where x.party = 'app'), 0) as app,
      coalesce(sum(x.amount) filter (where x.party = 'partner'), 0) as partner
    from private.ledger x where x.territory_id = f.territory_id group by 1, 2
  )
  select date_trunc('month', r.booking_date)::date, s.currency_code, sum(s.operator), sum(s.territory), sum(s.app), sum(s.partner)
  from rows r join shared s on s.id = r.id group by 1, 2 order by 1, 2;
end $$;
create function public.territory_revenue(p_territory_id text, p_from date default null, p_to date default null, p_search text default null,
  p_status text default null, p_service_id uuid default null, p_guide_id uuid default null)
returns table (month date, currency_code text, operator numeric, territory numeric, app numeric, partner numeric)
language sql stable security invoker set search_path = '' as $$
  select * from private.territory_revenue((p_territory_id, p_from, p_to, p_search, p_status, p_service_id, p_guide_id, null)::private.booking_filter)
$$;
grant execute on function private.territory_revenue(private.booking_filter),
  public.territory_revenue(text, date, date, text, text, uuid, uuid) to authenticated;

-- The week of a territory: its services, their departures on seven days, and one departure with its guests. For its managers and staff and for
-- admins, else 403 'forbidden'. The seats are those of departures_of, as in the calendar of one service.

-- Raises 401, 403 'forbidden', and 400 'invalid_input' for no day, or one that is ten years away.
create function private.require_week(p_territory_id text, p_from date)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_territory(p_territory_id);
  if p_from is null or not isfinite(p_from) or abs(p_from - current_date) > 3660 then
    perform private.invalid('A week is needed');
  end if;
end $$;

-- The departures of seven days: of what is visible all that are offered, of what is hidden or archived those on which somebody has seats.
-- leaders: who guides or drives, by name. unled: guests are booked on one that is still to come, and some of them have nobody.
-- p_services: of these alone; null: of all, and `leaders` then leaves out who would guide what nobody has booked, as that is looked up one by one.
-- Callers see to it that the territory may be seen.
create function private.week_departures(p_territory_id text, p_from date, p_services uuid[])
returns table (kind text, service_id uuid, timeslot_id uuid, departure_id uuid, service_date date, start_time time, end_time time,
  capacity int, held int, sold int, closed boolean, exclusive boolean, offered boolean, past boolean, leaders text[], unled boolean)
language sql stable security definer set search_path = '' as $$
  with services as materialized (
    select 'experience' as kind, e.id, e.visible and e.archived_at is null as visible from public.experiences e
     where e.territory_id = p_territory_id and (p_services is null or e.id = any (p_services))
    union all
    select 'transport', t.id, t.visible and t.archived_at is null from public.territory_transports t
     where t.territory_id = p_territory_id and (p_services is null or t.id = any (p_services))
  ), shown as materialized (
    select d.* from private.departures_of(array(select s.id from services s where s.kind = 'experience'),
      array(select s.id from services s where s.kind = 'transport'), p_from, p_from + 6) d
    join services s on s.id = d.service_id
    where s.visible or d.held + d.sold > 0
  ), guided as (
    -- `offset 0`: of many bookings few differ, and only those are looked at one by one.
    select b.departure_id, bool_or(b.guide_id is null) as unled, array_agg(distinct c.full_name) filter (where c.id is not null) as names
    from (select distinct x.departure_id, x.guide_id, x.status from public.bookings x where x.departure_id in (
      select s.departure_id from shown s where s.kind = 'experience' and s.sold > 0) offset 0) b
    left join public.profile_cards c on c.id = b.guide_id
    where private.is_live(b.status)
    group by b.departure_id
  ), driven as (
    select l.transport_id, l.day_of_week, array_agg(l.full_name order by l.full_name, l.driver_id) as names
    from private.live_schedules l where l.transport_id in (select s.id from services s where s.kind = 'transport')
    group by 1, 2
  ), usual as (
    select s.timeslot_id, private.guide_of(s.service_id, s.timeslot_id) as guide_id
    from (select distinct x.service_id, x.timeslot_id from shown x
           where p_services is not null and x.kind = 'experience' and x.sold = 0 and not x.past) s
  )
  select s.kind, s.service_id, s.timeslot_id, s.departure_id, s.service_date, s.start_time, s.end_time, s.capacity, s.held, s.sold, s.closed,
    s.exclusive, s.offered, s.past,
    coalesce(g.names, d.names, case when u.timeslot_id is not null and s.sold = 0 and not s.past then array(
      select c.full_name from public.profile_cards c where c.id = case
        when exists (select 1 from private.guide_date_declines x where x.timeslot_id = s.timeslot_id and x.service_date = s.service_date)
        then private.guide_of(s.service_id, s.timeslot_id, null, s.service_date) else u.guide_id end) end, '{}'),
    s.sold > 0 and not s.past and case s.kind when 'transport' then d.names is null else coalesce(g.unled, false) end
  from shown s
  left join guided g on g.departure_id = s.departure_id
  left join driven d on d.transport_id = s.service_id and d.day_of_week = private.weekday(s.service_date)
  left join usual u on u.timeslot_id = s.timeslot_id
$$;

-- The services that leave in the seven days from p_from, each with its departures: experiences first, then transport by type, both by title. A
-- page of 1 to 100 rows after (sort_group, sort_title, service_id). p_unled: those alone that have a departure without guide or driver.
create function private.territory_week(p_territory_id text, p_from date, p_unled boolean, p_after_group text, p_after_title text,
  p_after_id uuid, p_limit int)
returns table (kind text, service_id uuid, title text, type_name text, image text, visible boolean, departures jsonb, sort_group text,
  sort_title text)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_week(p_territory_id, p_from);
  return query
  with taken as materialized (
    select coalesce(d.experience_id, d.transport_id) as id from public.departures d
     where d.territory_id = p_territory_id and d.service_date between p_from and p_from + 6 and d.held + d.sold > 0
  ), services as (
    select 'experience' as kind, e.id, e.title, null::text as type_name, e.image_urls[1] as image, e.visible and e.archived_at is null as visible,
      '' as sort_group
      from public.experiences e
     where e.territory_id = p_territory_id and (e.id in (select x.id from taken x) or (e.visible and e.archived_at is null
       and exists (select 1 from public.experience_timeslots s where s.experience_id = e.id and s.archived_at is null)))
    union all
    select 'transport', t.id, t.title, k.name, t.image_urls[1], t.visible and t.archived_at is null, k.name
      from public.territory_transports t join public.transport_types k on k.id = t.transport_type_id
     where t.territory_id = p_territory_id and (t.id in (select x.id from taken x) or (t.visible and t.archived_at is null))
  ), page as materialized (
    select s.*, private.plain_words(s.title) collate "C" as words from services s
     where (p_unled is not true or s.id in (select w.service_id from private.week_departures(p_territory_id, p_from, null) w where w.unled))
       and (p_after_id is null or (s.sort_group collate "C", private.plain_words(s.title) collate "C", s.id)
         > (coalesce(p_after_group, ''), coalesce(p_after_title, ''), p_after_id))
     order by s.sort_group collate "C", words, s.id
     limit least(greatest(coalesce(p_limit, 60), 1), 100)
  ), weeks as (
    select w.service_id, jsonb_agg(to_jsonb(w) - '{kind,service_id}'::text[] order by w.service_date, w.start_time, w.timeslot_id) as departures
    from private.week_departures(p_territory_id, p_from, array(select p.id from page p)) w group by 1
  )
  select p.kind, p.id, p.title, p.type_name, p.image, p.visible, coalesce(w.departures, '[]'), p.sort_group, p.words
  from page p left join weeks w on w.service_id = p.id
  order by p.sort_group collate "C", p.words, p.id;
end $$;
create function public.territory_week(p_territory_id text, p_from date, p_unled boolean default false, p_after_group text default null,
  p_after_title text default null, p_after_id uuid default null, p_limit int default 60)
returns table (kind text, service_id uuid, title text, type_name text, image text, visible boolean, departures jsonb, sort_group text,
  sort_title text)
language sql stable security invoker set search_path = '' as $$
  select * from private.territory_week(p_territory_id, p_from, p_unled, p_after_group, p_after_title, p_after_id, p_limit)
$$;
grant execute on function private.territory_week(text, date, boolean, text, text, uuid, int),
  public.territory_week(text, date, boolean, text, text, uuid, int) to authenticated;

-- What the departures of each of the seven days add up to, over all services. A closed one has the seats that are taken, as nothing more comes.
create function private.territory_week_days(p_territory_id text, p_from date)
returns table (service_date date, departures int, seats int, taken int, unled int)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_week(p_territory_id, p_from);
  return query
  select p_from + n, count(w.service_id)::int, coalesce(sum(case when w.closed then w.held + w.sold else w.capacity end), 0)::int,
    coalesce(sum(w.held + w.sold), 0)::int, count(*) filter (where w.unled)::int
  from generate_series(0, 6) n
  left join private.week_departures(p_territory_id, p_from, null) w on w.service_date = p_from + n
  group by n order by n;
end $$;
create function public.territory_week_days(p_territory_id text, p_from date)
returns table (service_date date, departures int, seats int, taken int, unled int)
language sql stable security invoker set search_path = '' as $$ select * from private.territory_week_days(p_territory_id, p_from) $$;
grant execute on function private.territory_week_days(text, date), public.territory_week_days(text, date) to authenticated;

-- One departure of the week: its numbers, who leads it, its guests by name, and per currency what they booked, have paid (less what went
-- back) and still have to pay at the dock. Raises 403 'forbidden', 404 'departure_not_found' for one that the week does not show.
create function private.territory_departure(p_kind text, p_service_id uuid, p_timeslot_id uuid, p_date date)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_territory text := private.territory_of_service(p_kind, p_service_id);
  w record;
begin
  perform private.require_week(v_territory, p_date);
  select x.* into w from private.week_departures(v_territory, p_date, array[p_service_id]) x
   where x.kind = p_kind and x.service_date = p_date and x.timeslot_id is not distinct from p_timeslot_id;
  if w.service_id is null then
    perform private.fail(404, 'departure_not_found', 'This departure is not there any more');
  end if;
  return to_jsonb(w) || (
    select jsonb_build_object('title', e.title, 'image', e.image_urls[1], 'place', e.meeting_point) from public.experiences e where e.id = p_service_id
    union all
    select jsonb_build_object('title', t.title, 'image', t.image_urls[1], 'place', t.pickup_location)
      from public.territory_transports t where t.id = p_service_id)
    || private.departure_guests(p_kind, w.departure_id)
    || jsonb_build_object('time_zone', (select t.time_zone from public.territories t where t.id = v_territory));
end $$;
create function public.territory_departure(p_kind text, p_service_id uuid, p_timeslot_id uuid, p_date date)
returns jsonb language sql stable security invoker set search_path = '' as $$
  select private.territory_departure(p_kind, p_service_id, p_timeslot_id, p_date)
$$;
grant execute on function private.territory_departure(text, uuid, uuid, date), public.territory_departure(text, uuid, uuid, date)
  to authenticated;

-- {guests, sums, cancelled}: the bookings of a departure that stand, by name; their money by currency; how many were cancelled.
create function private.departure_guests(p_kind text, p_departure_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  with booked as materialized (
    select f.*, p.full_name, private.is_live(f.status) as live,
      case when private.is_collected(f.status, f.payment_method, f.payment_status, f.check_in_status) then f.total_price else 0 end as to_collect
    from (
      select b.id, b.tourist_id, b.hotel_name, b.num_people, b.booking_type, b.status, b.payment_status, b.payment_method, b.check_in_status,
        b.checked_in_at, b.total_price, b.currency_code from public.bookings b where p_kind = 'experience' and b.departure_id = p_departure_id
      union all
      select b.id, b.tourist_id, b.hotel_name, b.num_people, b.booking_type, b.status, b.payment_status, b.payment_method, b.check_in_status,
        b.checked_in_at, b.total_price, b.currency_code from public.transport_bookings b where p_kind = 'transport' and b.departure_id = p_departure_id) f
    left join public.profiles p on p.id = f.tourist_id
  ), sums as (
    select b.currency_code, sum(b.total_price) as booked, sum(b.to_collect) as to_collect,
      sum(coalesce(private.from_minor(m.captured_minor - m.refunded_minor, b.currency_code), 0)) as paid
    from booked b cross join lateral private.payment_of(b.id) m where b.live group by 1
  )
  select jsonb_build_object(
    'guests', coalesce((select jsonb_agg(to_jsonb(b) - '{tourist_id,live}'::text[] order by b.full_name, b.id) from booked b where b.live), '[]'),
    'sums', coalesce((select jsonb_agg(to_jsonb(s) order by s.currency_code) from sums s), '[]'),
    'cancelled', (select count(*) from booked b where not b.live))
$$;

-- What a desk does with several bookings that it has ticked: it confirms, cancels and writes. Confirming and cancelling are done one by one,
-- each in a transaction of its own (docs/decisions/0039); here is what that needs besides the functions for a single booking.

-- Confirms a booking that is ordered or paid; one that is confirmed answers as it is. Unlike set_booking_status it never brings back one
-- that has ended meanwhile, nor takes an arrival back. Raises 409 'not_confirmable', and what set_booking_status raises; locks as that does.
create function private.confirm_booking(p_kind text, p_booking_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.lock_booking_for_staff(p_kind, p_booking_id);
begin
  if b.status not in ('ordered', 'paid', 'confirmed') then
    perform private.fail(409, 'not_confirmable', 'Only a booking that is ordered or paid can be confirmed');
  end if;
  return private.set_booking_status(p_kind, p_booking_id, 'confirmed', null, b.status, null);
end $$;
create function public.confirm_booking(p_kind text, p_booking_id uuid)
returns jsonb language sql security invoker set search_path = '' as $$ select private.confirm_booking(p_kind, p_booking_id) $$;
grant execute on function private.confirm_booking(text, uuid), public.confirm_booking(text, uuid) to authenticated;

-- What cancelling these bookings of a territory would do to the money, one row a currency; those that have ended are left out. to_card goes
-- back through Stripe, in_cash is handed back, blocked is only let go on cards that are not charged yet. At most 100; raises 403
-- 'forbidden', 400 'invalid_input'.
create function private.cancellation_totals(p_territory_id text, p_booking_ids uuid[])
returns table (currency_code text, bookings int, to_card numeric, in_cash numeric, blocked numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_territory(p_territory_id);
  perform private.check_ticked(p_booking_ids);
  return query
  select x.currency_code, count(*)::int,
    coalesce(sum(m.amount) filter (where m.taken and x.payment_method = 'card'), 0),
    coalesce(sum(m.amount) filter (where m.taken and x.payment_method = 'cash'), 0),
    coalesce(sum(m.amount) filter (where not m.taken), 0)
  from (
    select b.id, b.currency_code, b.payment_method, b.status from public.bookings b
     where b.id = any (p_booking_ids) and b.territory_id = p_territory_id
    union all
    select b.id, b.currency_code, b.payment_method, b.status from public.transport_bookings b
     where b.id = any (p_booking_ids) and b.territory_id = p_territory_id) x
  left join lateral private.payment_of(x.id) p on true
  cross join lateral (select p.payment_intent_id is null or p.status in ('succeeded', 'canceled') as taken) paid
  cross join lateral (select paid.taken, private.from_minor(case when p.id is null then 0 when paid.taken then greatest(private.refundable_minor(p), 0)
    else p.amount_minor end, x.currency_code) as amount) m
  where private.is_live(x.status)
  group by x.currency_code order by count(*) desc, x.currency_code;
end $$;
create function public.cancellation_totals(p_territory_id text, p_booking_ids uuid[])
returns table (currency_code text, bookings int, to_card numeric, in_cash numeric, blocked numeric)
language sql stable security invoker set search_path = '' as $$ select * from private.cancellation_totals(p_territory_id, p_booking_ids) $$;
grant execute on function private.cancellation_totals(text, uuid[]), public.cancellation_totals(text, uuid[]) to authenticated;

-- What the filters of a territory's bookings offer: its services and its guides, by name, at most 300 of each. → {services: [{id, title}],
-- guides: [{id, full_name}]}. Raises 403 'forbidden'.
create function private.booking_choices(p_territory_id text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_territory(p_territory_id);
  return jsonb_build_object(
    'services', (select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'title', s.title) order by s.title, s.id), '[]') from (
      select * from (
        select e.id, e.title from public.experiences e where e.territory_id = p_territory_id and e.archived_at is null
        union all
        select t.id, t.title from public.territory_transports t where t.territory_id = p_territory_id and t.archived_at is null) x
      order by x.title, x.id limit 300) s),
    'guides', (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'full_name', g.full_name) order by g.full_name, g.id), '[]') from (
      select p.id, p.full_name from public.profiles p
       where p.id in (select r.user_id from private.live_grants r where r.territory_id = p_territory_id and r.role = 'tour_guide')
       order by p.full_name, p.id limit 300) g));
end $$;
create function public.booking_choices(p_territory_id text)
returns jsonb language sql stable security invoker set search_path = '' as $$ select private.booking_choices(p_territory_id) $$;
grant execute on function private.booking_choices(text), public.booking_choices(text) to authenticated;

-- What a travel partner sees of their own links: counts, money and what happened. Sums are made here and never of a page.

-- What happened through the partner's links, newest first, a page after (p_before, p_before_id). Of a tourist it says the public
-- card alone. p_bookings leaves the registrations out: the statement. Which rows a page has is decided by their keys alone, and
-- only those of the page are put together.
create function private.partner_activity(p_before timestamptz, p_before_id uuid, p_limit int, p_bookings boolean)
returns table (id uuid, kind text, created_at timestamptz, tourist_name text, tourist_avatar text, link_name text, title text,
  booking_date date, total_price numeric, amount numeric, currency_code text, currency_symbol text, status text, estimated boolean, paid_at timestamptz, refunded_amount numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_role('travel_partner');
  page int := least(greatest(coalesce(p_limit, 20), 1), 1000);
begin
  return query
  with keys as materialized (
    (select r.id, 'registration'::text as kind, r.registered_at as at, l.name as link, r.user_id as guest
       from public.referral_links l join public.referral_registrations r on r.referral_link_id = l.id
      where l.user_id = caller and l.archived_at is null and not coalesce(p_bookings, false)
        and (p_before is null or (r.registered_at, r.id) < (p_before, p_before_id))
      order by r.registered_at desc, r.id desc limit page)
    union all
    (select x.id, x.kind, x.at, l.name, x.tourist_id
       from public.referral_links l
       cross join lateral (
         select b.id, 'experience'::text as kind, coalesce(f.created_at, b.created_at) as at, b.tourist_id
           from public.bookings b left join public.referrals f on f.booking_id = b.id where b.referral_link_id = l.id
         union all
         select b.id, 'transport', coalesce(f.created_at, b.created_at), b.tourist_id
           from public.transport_bookings b left join public.referrals f on f.transport_booking_id = b.id where b.referral_link_id = l.id
         offset 0) x
      where l.user_id = caller and (l.archived_at is null or p_bookings)
        and (p_before is null or (x.at, x.id) < (p_before, p_before_id))
      order by x.at desc, x.id desc limit page)
    order by 3 desc, 1 desc limit page)
  select k.id, k.kind, k.at, g.full_name, g.avatar_url, k.link, b.title, b.booking_date, b.total_price, b.amount,
    b.currency_code, u.symbol, b.status, coalesce(b.estimated, false), b.paid_at, private.refunded_of(k.kind, k.id, b.currency_code)
  from keys k
  left join lateral (select x.* from private.referred_bookings x where x.kind = k.kind and x.id = k.id offset 0) b on true
  left join public.profile_cards g on g.id = k.guest
  left join public.currencies u on u.code = b.currency_code
  order by k.at desc, k.id desc;
end $$;
create function public.partner_activity(p_before timestamptz default null, p_before_id uuid default null, p_limit int default 20,
  p_bookings boolean default false)
returns table (id uuid, kind text, created_at timestamptz, tourist_name text, tourist_avatar text, link_name text, title text,
  booking_date date, total_price numeric, amount numeric, currency_code text, currency_symbol text, status text, estimated boolean, paid_at timestamptz, refunded_amount numeric)
language sql stable security invoker set search_path = '' as $$
  select * from private.partner_activity(p_before, p_before_id, p_limit, p_bookings)
$$;
grant execute on function private.partner_activity(timestamptz, uuid, int, boolean),
  public.partner_activity(timestamptz, uuid, int, boolean) to authenticated;

-- Every booking that came through a link, as its partner may see it: looked up by its id or by the link. Found through the links
-- (`offset 0`: row by row, through the keys): else the planner puts all bookings there are together before it chooses those of one
-- partner.
create view private.referred_bookings as
select b.kind, b.id, b.referral_link_id, coalesce(r.created_at, b.created_at) as created_at, b.tourist_id, b.title, b.booking_date,
       b.total_price, b.currency_code, b.status as booking_status,
       coalesce(c.amount, case when b.status in ('cancelled', 'refunded') then 0
         else round(b.total_price * coalesce(h.partner_rate, private.commission_of(l.user_id, b.territory_id), 0) / 100, private.currency_exponent(b.currency_code)) end) as amount,
       c.id is null as estimated,
       case when c.status = 'paid' then 'paid'
            when b.status in ('cancelled', 'refunded') and coalesce(c.amount, 0) = 0 then 'cancelled'
            else 'pending' end as status,
       c.paid_at, (b.booking_date + coalesce(b.start_time, time '24:00')) <= now() at time zone t.time_zone as past
  from (
    select 'experience'::text as kind, x.id, x.id as booking_id, null::uuid as transport_booking_id, x.referral_link_id, x.hold_id,
           x.tourist_id, x.territory_id, e.title, x.booking_date, x.start_time, x.total_price, x.currency_code, x.status, x.created_at
      from public.bookings x join public.experiences e on e.id = x.experience_id
    union all
    select 'transport', x.id, null, x.id, x.referral_link_id, x.hold_id, x.tourist_id, x.territory_id, t.title, x.booking_date, x.start_time,
           x.total_price, x.currency_code, x.status, x.created_at
      from public.transport_bookings x join public.territory_transports t on t.id = x.transport_id) b
  join public.referral_links l on l.id = b.referral_link_id
  join public.territories t on t.id = b.territory_id
  left join lateral (
    select f.id, f.created_at from public.referrals f where f.booking_id = b.booking_id
    union all
    select f.id, f.created_at from public.referrals f where f.transport_booking_id = b.transport_booking_id
    offset 0) r on true
  left join lateral (select y.* from public.commissions y where y.referral_id = r.id offset 0) c on true
  left join lateral (select y.partner_rate from private.holds y where y.id = b.hold_id offset 0) h on true;

-- Every booking that came through a link, as its partner may see it. A booking that is not paid yet has no commission: it is
-- estimated from the rate of its hold, or else the partner's in that territory (docs/product.md, Lists of bookings).
create view private.partner_bookings as
select l.user_id as partner_id, l.id as link_id, l.name as link_name, l.archived_at is not null as archived,
       b.kind, b.id, b.created_at, b.tourist_id, b.title, b.booking_date, b.total_price, b.currency_code, b.booking_status,
       b.amount, b.estimated, b.status, b.paid_at, b.past
  from public.referral_links l
  cross join lateral (select x.* from private.referred_bookings x where x.referral_link_id = l.id offset 0) b;

-- The partner's links, newest first, with what each has brought. `bookings` counts those that were not cancelled.
create function private.partner_links()
returns table (id uuid, name text, code text, active boolean, created_at timestamptz, visits int, registrations int, bookings int)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_role('travel_partner');
begin
  return query
  select l.id, l.name, l.code, l.active, l.created_at, l.visits,
    (select count(*)::int from public.referral_registrations r where r.referral_link_id = l.id),
    (select count(*)::int from private.partner_bookings b where b.link_id = l.id and b.status <> 'cancelled')
  from public.referral_links l
  where l.user_id = caller and l.archived_at is null
  order by l.created_at desc, l.id;
end $$;
create function public.partner_links()
returns table (id uuid, name text, code text, active boolean, created_at timestamptz, visits int, registrations int, bookings int)
language sql stable security invoker set search_path = '' as $$ select * from private.partner_links() $$;
grant execute on function private.partner_links(), public.partner_links() to authenticated;

-- In each currency, in its units: what was paid out, what is due of trips that have begun, what guests have paid for trips that are still
-- ahead, and what is no more than an estimate, as nobody has paid for it yet.
create function private.partner_totals()
returns table (currency_code text, currency_symbol text, paid numeric, due numeric, ahead numeric, estimated numeric, since timestamptz)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_role('travel_partner');
begin
  return query
  select b.currency_code, u.symbol,
    coalesce(sum(b.amount) filter (where b.status = 'paid'), 0),
    coalesce(sum(b.amount) filter (where b.status = 'pending' and not b.estimated and b.past), 0),
    coalesce(sum(b.amount) filter (where b.status = 'pending' and not b.estimated and not b.past), 0),
    coalesce(sum(b.amount) filter (where b.status = 'pending' and b.estimated), 0),
    min(b.created_at)
  from private.partner_bookings b join public.currencies u on u.code = b.currency_code
  where b.partner_id = caller
  group by b.currency_code, u.symbol
  order by sum(b.amount) desc, b.currency_code;
end $$;
create function public.partner_totals()
returns table (currency_code text, currency_symbol text, paid numeric, due numeric, ahead numeric, estimated numeric, since timestamptz)
language sql stable security invoker set search_path = '' as $$ select * from private.partner_totals() $$;
grant execute on function private.partner_totals(), public.partner_totals() to authenticated;

-- From visits to registrations to registered people with a booking that stands, over all links, also deleted ones.
create function private.partner_funnel()
returns table (visits bigint, registrations bigint, booked bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_role('travel_partner');
begin
  return query
  select
    (select coalesce(sum(l.visits), 0) from public.referral_links l where l.user_id = caller),
    (select count(*) from public.referral_registrations r join public.referral_links l on l.id = r.referral_link_id where l.user_id = caller),
    (select count(distinct b.tourist_id) from private.partner_bookings b where b.partner_id = caller and b.status <> 'cancelled');
end $$;
create function public.partner_funnel()
returns table (visits bigint, registrations bigint, booked bigint)
language sql stable security invoker set search_path = '' as $$ select * from private.partner_funnel() $$;
grant execute on function private.partner_funnel(), public.partner_funnel() to authenticated;

-- What is agreed with the caller in each territory where they are a partner, the oldest agreement first.
create function private.partner_terms()
returns table (territory_id text, territory_name text, business_name text, commission_level numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_role('travel_partner');
begin
  return query
  select g.territory_id, t.name, g.business_name, g.commission_level
  from private.live_grants g join public.territories t on t.id = g.territory_id
  where g.user_id = caller and g.role = 'travel_partner'
  order by g.created_at, g.id;
end $$;
create function public.partner_terms()
returns table (territory_id text, territory_name text, business_name text, commission_level numeric)
language sql stable security invoker set search_path = '' as $$ select * from private.partner_terms() $$;
grant execute on function private.partner_terms(), public.partner_terms() to authenticated;

-- The last twelve months, oldest first, in Guatemala's months; a month without anything is there with zeros.
-- amounts: [{currency_code, currency_symbol, amount}]
create function private.partner_months()
returns table (month date, registrations int, bookings int, amounts jsonb)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_role('travel_partner');
  this_month date := date_trunc('month', now() at time zone 'America/Guatemala')::date;
begin
  return query
  with months as (
    select m::date as first from generate_series(this_month - interval '11 months', this_month, interval '1 month') m),
  registered as (
    select date_trunc('month', r.registered_at at time zone 'America/Guatemala')::date as first, count(*)::int as n
    from public.referral_registrations r join public.referral_links l on l.id = r.referral_link_id
    where l.user_id = caller and r.registered_at >= (this_month - interval '11 months') at time zone 'America/Guatemala'
    group by 1),
  booked as (
    select date_trunc('month', b.created_at at time zone 'America/Guatemala')::date as first, b.currency_code, u.symbol,
      count(*)::int as n, sum(b.amount) as amount
    from private.partner_bookings b join public.currencies u on u.code = b.currency_code
    where b.partner_id = caller and b.status <> 'cancelled'
      and b.created_at >= (this_month - interval '11 months') at time zone 'America/Guatemala'
    group by 1, 2, 3)
  select m.first, coalesce((select r.n from registered r where r.first = m.first), 0),
    coalesce((select sum(b.n)::int from booked b where b.first = m.first), 0),
    coalesce((select jsonb_agg(jsonb_build_object('currency_code', b.currency_code, 'currency_symbol', b.symbol, 'amount', b.amount) order by b.currency_code)
      from booked b where b.first = m.first), '[]')
  from months m order by m.first;
end $$;
create function public.partner_months()
returns table (month date, registrations int, bookings int, amounts jsonb)
language sql stable security invoker set search_path = '' as $$ select * from private.partner_months() $$;
grant execute on function private.partner_months(), public.partner_months() to authenticated;

-- What a person has done, in numbers, and all that is kept about them.

-- My Activity: a part for each role that the caller holds now, null for the others. Cancelled and refunded bookings do not count.
-- A territory counts as visited once somebody checked the caller in there. Conversion: of the people registered through the caller's
-- links, the percentage who booked.
-- → {tourist: {bookings, reviews, territories_visited}, guide: {experiences, bookings, avg_rating},
--    manager: {territories, guides, experiences}, partner: {referrals, commissions: [{currency_symbol, amount}], conversion_rate}}
create function private.my_activity()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
begin
  return jsonb_build_object(
    'tourist', case when private.has_role('tourist') then private.tourist_activity(caller) end,
    'guide', case when private.has_role('tour_guide') then private.guide_activity(caller) end,
    'manager', case when cardinality(private.my_territories('staff')) > 0 then private.manager_activity() end,
    'partner', case when private.has_role('travel_partner') then private.travel_partner_activity(caller) end);
end $$;
create function public.my_activity()
returns jsonb language sql stable set search_path = '' as $$ select private.my_activity() $$;
grant execute on function private.my_activity(), public.my_activity() to authenticated;

-- What the caller said of themselves at their last booking, for the next form; null for who has not booked. The hotel only in the
-- same territory, and for two weeks after the trip: after that they live elsewhere.
-- → {whatsapp_number, country, speaks_spanish, hotel_name}
create function private.my_booking_details(p_territory_id text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
begin
  return (
    select jsonb_build_object('whatsapp_number', b.whatsapp_number, 'country', b.country, 'speaks_spanish', b.speaks_spanish,
      'hotel_name', case when b.territory_id = p_territory_id and b.booking_date >= current_date - 14 then b.hotel_name end)
    from (
      (select x.whatsapp_number, x.country, x.speaks_spanish, x.hotel_name, x.territory_id, x.booking_date, x.created_at from public.bookings x
        where x.tourist_id = caller order by x.booking_date desc, x.id desc limit 20)
      union all
      (select x.whatsapp_number, x.country, x.speaks_spanish, x.hotel_name, x.territory_id, x.booking_date, x.created_at from public.transport_bookings x
        where x.tourist_id = caller order by x.booking_date desc, x.id desc limit 20)) b
    where b.whatsapp_number <> ''
    order by b.created_at desc limit 1);
end $$;
create function public.my_booking_details(p_territory_id text)
returns jsonb language sql stable security invoker set search_path = '' as $$ select private.my_booking_details(p_territory_id) $$;
grant execute on function private.my_booking_details(text), public.my_booking_details(text) to authenticated;

-- The tourist's part of my_activity.
create function private.tourist_activity(p_user_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  with mine as (
    select b.territory_id, b.status, b.check_in_status from public.bookings b where b.tourist_id = p_user_id
    union all
    select b.territory_id, b.status, b.check_in_status from public.transport_bookings b where b.tourist_id = p_user_id)
  select jsonb_build_object(
    'bookings', count(*) filter (where status not in ('cancelled', 'refunded')),
    'territories_visited', count(distinct territory_id) filter (where check_in_status = 'checked_in'),
    'reviews', (select count(*) from public.reviews r where r.author_id = p_user_id))
  from mine
$$;

-- The guide's part of my_activity.
create function private.guide_activity(p_user_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'experiences', (select count(*) from public.experiences e where e.guide_id = p_user_id and e.archived_at is null),
    'bookings', (select count(*) from public.bookings b where b.guide_id = p_user_id and b.status not in ('cancelled', 'refunded')),
    'avg_rating', (select round(avg(r.rating), 1) from public.reviews r join public.bookings b on b.id = r.booking_id
                    where b.guide_id = p_user_id and r.hidden_at is null))
$$;

-- The manager's part of my_activity.
create function private.manager_activity()
returns jsonb language sql stable security definer set search_path = '' as $$
  with mine as (
    select t.id, t.name from public.territories t where t.id = any (private.my_territories('staff')) and t.archived_at is null)
  select jsonb_build_object(
    'territories', (select coalesce(jsonb_agg(name order by name), '[]') from mine),
    'guides', (select count(distinct g.user_id) from private.live_grants g join mine on mine.id = g.territory_id
                where g.role = 'tour_guide'),
    'experiences', (select count(*) from public.experiences e join mine on mine.id = e.territory_id where e.archived_at is null))
$$;

-- The partner's part of my_activity.
create function private.travel_partner_activity(p_user_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  with sent as (
    select r.user_id from public.referral_registrations r join public.referral_links l on l.id = r.referral_link_id
    where l.user_id = p_user_id),
  booked as (
    select coalesce(b.tourist_id, tb.tourist_id) as user_id, c.amount, c.currency_code
    from public.referrals f join public.referral_links l on l.id = f.referral_link_id
    left join public.bookings b on b.id = f.booking_id
    left join public.transport_bookings tb on tb.id = f.transport_booking_id
    left join public.commissions c on c.referral_id = f.id
    where l.user_id = p_user_id and coalesce(b.status, tb.status) not in ('cancelled', 'refunded')),
  earned as (
    select u.symbol, sum(k.amount) as amount from booked k join public.currencies u on u.code = k.currency_code group by u.code, u.symbol)
  select jsonb_build_object(
    'referrals', (select count(*) from sent),
    'commissions', (select coalesce(jsonb_agg(jsonb_build_object('currency_symbol', symbol, 'amount', amount) order by symbol), '[]') from earned),
    'conversion_rate', (select round(100.0 * count(*) filter (where exists (select 1 from booked k where k.user_id = sent.user_id))
                                     / nullif(count(*), 0), 1) from sent))
$$;

-- All that is kept about the caller, table by table, as it stands. What belongs to others (payouts, who reviewed) is left out.
create function private.my_data()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  not_theirs constant text[] := '{granted_by,partner_id,operator_status,territory_status,partner_status,checked_in_by,reviewed_by,decided_by,replied_by,hidden_by,reported_at,created_by,idempotency_key}';
  result jsonb := jsonb_build_object('exported_at', now());
  part record;
  list jsonb;
begin
  for part in
    select * from (values
      ('profile', 'public.profiles', 'id'), ('bookings', 'public.bookings', 'tourist_id'),
      ('transport_bookings', 'public.transport_bookings', 'tourist_id'), ('booking_codes', 'public.booking_codes', 'tourist_id'),
      ('messages', 'public.messages', 'sender_id'), ('notifications', 'public.notifications', 'user_id'),
      ('reviews', 'public.reviews', 'author_id'), ('board_messages', 'public.territory_messages', 'user_id'),
      ('board_reports', 'public.message_reports', 'reporter_id'), ('review_reports', 'private.review_reports', 'reporter_id'), ('followed_regions', 'public.territory_followers', 'user_id'),
      ('submissions', 'public.user_submissions', 'user_id'), ('contact_messages', 'public.contact_messages', 'user_id'),
      ('partner_applications', 'public.partner_applications', 'user_id'), ('roles', 'private.role_grants', 'user_id'),
      ('guide_number', 'private.guide_numbers', 'user_id'),
      ('role_requests', 'public.role_requests', 'user_id'), ('referral_links', 'public.referral_links', 'user_id'),
      ('referral_registration', 'public.referral_registrations', 'user_id'),
      ('earnings', 'public.commission_earnings', 'user_id'), ('payouts', 'public.payouts', 'payee_id')
    ) as parts (name, source, owner)
  loop
    execute format('select coalesce(jsonb_agg(to_jsonb(t) - $2), ''[]'') from %s t where t.%I = $1', part.source, part.owner)
      into list using caller, not_theirs;
    result := result || jsonb_build_object(part.name, list);
  end loop;
  return result;
end $$;
create function public.my_data()
returns jsonb language sql stable set search_path = '' as $$ select private.my_data() $$;
grant execute on function private.my_data(), public.my_data() to authenticated;

-- Files. Sizes and types are the limits of the buckets themselves; the policies say who writes where.
--
--   media     public     {territory,experience,transport}-media/{uuid}.{ext} and its variants
--                        …/{uuid}/w{480|720|960|1600}.{avif|webp|jpg}: whoever runs a territory (a shuttle manager: transport-media);
--                        user-submissions/{user id}/{uuid}.{ext}: that user
--   images    public     avatars/{user id}/…: that user; service-images/{user id}/…: that user, when staff or shuttle manager
--   passports private    {user id}/…: nobody; the functions of 45_passports.sql alone
--
-- Nobody overwrites: there is no update policy anywhere. Every object has its own uuid, a folder {uuid}/ belongs to whoever put
-- its first object, and an object is deleted by its owner or an admin. Reading a public object needs no policy (its URL does);
-- the select policies are for listing and deleting one's own, so that the buckets cannot be listed.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('media', 'media', true, 52428800, '{image/png,image/jpeg,image/gif,image/webp,image/avif,video/mp4,video/webm,video/quicktime}'),
  ('images', 'images', true, 5242880, '{image/png,image/jpeg,image/gif,image/webp,image/avif}'),
  ('passports', 'passports', false, 5242880, '{image/png,image/jpeg,image/webp}')
on conflict (id) do update set
  public = excluded.public, file_size_limit = excluded.file_size_limit, allowed_mime_types = excluded.allowed_mime_types;

create table private.job_times (
  name text primary key,
  at timestamptz not null default now()
);
alter table private.job_times enable row level security;
grant all on private.job_times to service_role;

-- Whether a review or a submission of the person's names this file. Who takes such a file away puts no other one in its place: what others
-- have looked at, reported or decided on stays what it was.
create function private.is_judged_photo(p_user_id uuid, p_name text)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from (
      select unnest(r.photo_urls) as url from public.reviews r where r.author_id = p_user_id
      union all
      select unnest(s.media_urls) from public.user_submissions s where s.user_id = p_user_id) x
    where split_part(x.url, '#', 1) = '/storage/v1/object/public/media/' || p_name)
$$;

-- May the caller put this object into the bucket `media`? The shape of the name, the role, and a {uuid} that is free or theirs.
-- Variants are made in 720 px too, what most phones draw across the screen, and as JPEG for a browser that cannot write WebP (Safari).
create function private.may_put_media(p_name text)
returns boolean language plpgsql stable security definer set search_path = '' as $$
declare
  uuid_shape constant text := '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
  extensions constant text := '(png|jpe?g|gif|webp|avif|mp4|webm|mov)';
  caller uuid := (select auth.uid());
  folder text := split_part(p_name, '/', 1);
  base text;
begin
  if caller is null or p_name is null then
    return false;
  elsif folder = 'user-submissions' then
    return p_name ~ ('^user-submissions/' || caller || '/' || uuid_shape || '\.' || extensions || '$')
      and not private.is_judged_photo(caller, p_name);
  elsif p_name !~ ('^(territory|experience|transport)-media/' || uuid_shape || '(\.' || extensions || '|/w(480|720|960|1600)\.(avif|webp|jpg))$') then
    return false;
  elsif not (private.is_admin() or cardinality(private.my_territories('staff')) > 0
     or (folder = 'transport-media' and cardinality(private.my_territories('shuttle')) > 0)) then
    return false;
  end if;
  base := substring(p_name from '^([a-z-]+/' || uuid_shape || ')');
  return not exists (
    select 1 from storage.objects o
    where o.bucket_id = 'media' and o.name like base || '%' and o.owner_id is distinct from caller::text);
end $$;
grant execute on function private.may_put_media(text) to authenticated, service_role;

-- May the caller put this object into the bucket `images`?
create function private.may_put_image(p_name text)
returns boolean language sql stable security definer set search_path = '' as $$
  select coalesce(
    p_name ~ ('^avatars/' || (select auth.uid()) || '/[A-Za-z0-9_-]{1,120}\.(png|jpe?g|gif|webp|avif)$')
    or (p_name ~ ('^service-images/' || (select auth.uid()) || '/[A-Za-z0-9_-]{1,120}\.(png|jpe?g|gif|webp|avif)$')
      and (private.is_admin() or cardinality(private.my_territories('staff') || private.my_territories('shuttle')) > 0)), false)
$$;
grant execute on function private.may_put_image(text) to authenticated, service_role;

-- Has a person room for so many more bytes? Counts what they put into the public buckets in the last day and have not taken away.
create function private.user_has_upload_room(p_user_id uuid, p_bytes numeric)
returns boolean language sql volatile security definer set search_path = '' as $$
  select count(*) < private.limit_value('upload.files_day')
    and coalesce(sum((o.metadata ->> 'size')::numeric), 0) + coalesce(p_bytes, 0) <= private.limit_value('upload.bytes_day')
  from storage.objects o
  where o.owner_id = p_user_id::text and o.bucket_id in ('media', 'images') and o.created_at > now() - interval '1 day'
$$;
-- For a person whose upload was refused: storage does not say by which rule.
create function private.has_upload_room(p_bytes numeric)
returns boolean language sql security definer set search_path = '' as $$
  select private.user_has_upload_room(private.require_user(), p_bytes)
$$;
create function public.has_upload_room(p_bytes numeric) returns boolean language sql security invoker set search_path = '' as $$
  select private.has_upload_room(p_bytes)
$$;
grant execute on function private.has_upload_room(numeric), public.has_upload_room(numeric) to authenticated;

-- A trigger and no policy: storage tries the row as the person before the bytes come, without their size, and takes that back; it writes
-- the row by its own right when they are there. Of files that come together each would pass a policy. Locks the uploads of the person.
create function private.keep_upload_quota()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('upload:' || new.owner_id, 0));
  if not private.user_has_upload_room(new.owner_id::uuid, (new.metadata ->> 'size')::numeric) then
    raise exception 'upload_quota' using errcode = '42501';
  end if;
  return new;
end $$;
create trigger territorio_upload_quota before insert on storage.objects
  for each row when (new.owner_id is not null and new.bucket_id in ('media', 'images')) execute function private.keep_upload_quota();

-- The part of an object's name that its variants share: without the extension, or without /w480.webp.
create function private.media_base(p_name text)
returns text language sql immutable parallel safe set search_path = '' as $$
  select regexp_replace(p_name, '(/w[0-9]+)?\.[a-z0-9]+$', '')
$$;

-- Pictures and videos that nobody shows: a form was given up after the upload, or a picture was taken out of what it belonged to.
-- Nothing is written down at the upload; what is used says what is not. A week is longer than any form stays open.
create function private.abandoned_media(p_limit int)
returns setof text language plpgsql security definer set search_path = '' as $$
declare
  prefix constant text := '/storage/v1/object/public/media/';
begin
  insert into private.job_times (name) values ('media')
  on conflict (name) do update set at = now() where private.job_times.at < now() - interval '1 hour';
  if not found then
    return;
  end if;
  return query
  with used as (
    select distinct private.media_base(substr(split_part(split_part(u.url, '#', 1), '?', 1), length(prefix) + 1)) as base
    from (select unnest(t.image_urls || t.video_urls) as url from public.territories t
          union all select unnest(e.image_urls || e.video_urls) from public.experiences e
          union all select unnest(s.image_urls) from public.territory_transports s
          union all select unnest(s.media_urls) from public.user_submissions s
          union all select unnest(r.photo_urls) from public.reviews r) u
    where u.url like prefix || '%')
  select o.name from storage.objects o
  where o.bucket_id = 'media' and o.created_at < now() - interval '7 days'
    and not exists (select 1 from used where used.base = private.media_base(o.name)) and private.is_due('media', o.name)
  order by o.created_at, o.name limit least(greatest(coalesce(p_limit, 200), 1), 1000);
end $$;
create function public.abandoned_media(p_limit int default 200)
returns text[] language sql security invoker set search_path = '' as $$
  select coalesce(array_agg(n), '{}') from private.abandoned_media(p_limit) n
$$;
grant execute on function private.abandoned_media(int), public.abandoned_media(int) to service_role;

-- A picture that a saved row shows is not taken away, not even by whoever put it there: a form that is given up takes its uploads
-- with it at once, and the answer of its last save may have been lost. What nobody shows any more goes later (abandoned_media).
create function private.media_in_use(p_name text)
returns boolean language plpgsql stable security definer set search_path = '' as $$
declare
  address text := '/storage/v1/object/public/media/' || private.media_base(p_name) || '.';
begin
  return p_name !~ '^user-submissions/' and exists (
    select 1 from public.territories t, unnest(t.image_urls || t.video_urls) url where starts_with(url, address)
    union all
    select 1 from public.experiences e, unnest(e.image_urls || e.video_urls) url where starts_with(url, address)
    union all
    select 1 from public.territory_transports s, unnest(s.image_urls) url where starts_with(url, address));
end $$;
grant execute on function private.media_in_use(text) to authenticated;

create policy territorio_media_in_use on storage.objects as restrictive for delete to authenticated
  using (bucket_id <> 'media' or not private.media_in_use(name));

-- Passport images. They come and go through functions alone: `passport` stores one after looking into it, `remove-passport` takes
-- one back, `open-passport` shows one and writes that down, `reconcile` deletes what has had its time. No policy names the bucket: who
-- may select an object may sign an address of it for as long as they like, so not even the owner does.

create table private.passport_uploads (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.profiles (id) on delete cascade,
  at timestamptz not null default now()
);
create index passport_uploads_user_idx on private.passport_uploads (user_id, at);
create index passport_uploads_at_idx on private.passport_uploads (at);
alter table private.passport_uploads enable row level security;

-- Of the caller's own passports, one that no past booking needed: once the day of the service is over its owner opens it no
-- more; those who ran the service do until the platform deletes it, 30 days later.
create function private.is_my_open_passport(p_name text)
returns boolean language sql stable security definer set search_path = '' as $$
  select split_part(p_name, '/', 1) = (select auth.uid())::text and not exists (
    select 1 from public.bookings b join public.territories t on t.id = b.territory_id
    where b.passport_images @> array[p_name] and b.booking_date < (now() at time zone t.time_zone)::date
    union all
    select 1 from public.transport_bookings b join public.territories t on t.id = b.territory_id
    where b.passport_images @> array[p_name] and b.booking_date < (now() at time zone t.time_zone)::date
  )
$$;

-- The name of one of a booking's passport images, by its place from 1, for those who may see it: staff and managers of the territory, the
-- assigned guide, the shuttle managers, and its owner until the day of the service is over. Each look is written down, once a minute: so
-- long its link lives. An edge function turns the name into a URL of at most 60 seconds. Raises 404 'booking_not_found' and
-- 'passport_not_found', 410 'passport_closed' to the owner afterwards, to hosts 'passport_cancelled' of a booking that does not stand any
-- more and 'passport_closed_by_owner' of one that its guest had cancelled and that was brought back without their showing it again; one that
-- its owner took back or that had its time is said to be that (410).
create function private.open_passport(p_kind text, p_booking_id uuid, p_position int)
returns text language plpgsql security definer set search_path = '' as $$
declare
  side text := private.conversation_side(p_kind, p_booking_id);
  image text;
  region text;
  removed_by text;
  status text;
  closed_at timestamptz;
begin
  perform private.require_user();
  if side is null then
    perform private.fail(404, 'booking_not_found', 'Booking not found');
  end if;
  select b.passport_images[p_position], b.territory_id, b.passport_removed_by, b.status, b.passport_closed_at
    into image, region, removed_by, status, closed_at
    from public.bookings b where p_kind = 'experience' and b.id = p_booking_id
  union all
  select b.passport_images[p_position], b.territory_id, b.passport_removed_by, b.status, b.passport_closed_at
    from public.transport_bookings b where p_kind = 'transport' and b.id = p_booking_id;
  if removed_by = 'owner' and image is null then
    perform private.fail(410, 'passport_removed', 'The passport image was removed by its owner');
  elsif removed_by = 'expiry' and image is null then
    perform private.fail(410, 'passport_expired', 'The passport image was deleted, 30 days after the service');
  elsif image is null then
    perform private.fail(404, 'passport_not_found', 'There is no passport image for this booking');
  elsif side = 'host' and not private.is_live(status) then
    perform private.fail(410, 'passport_cancelled', 'This booking was cancelled. Its passport photos are not shown any more.');
  elsif side = 'host' and closed_at is not null then
    perform private.fail(410, 'passport_closed_by_owner', 'The guest cancelled this booking. Its passport photos are shown again when they allow it.');
  elsif side = 'tourist' and not private.is_my_open_passport(image) then
    perform private.fail(410, 'passport_closed', 'After the day of the trip you can no longer open your passport photo');
  end if;
  if not exists (
    select 1 from public.audit_log a
     where a.actor_id = (select auth.uid()) and a.at > now() - interval '1 minute' and a.action = 'passport_opened'
       and a.subject_id = p_booking_id::text and a.detail = jsonb_build_object('passport', p_position)) then
    perform private.audit('passport_opened', region, case when p_kind = 'transport' then 'transport_bookings' else 'bookings' end,
      p_booking_id::text, jsonb_build_object('passport', p_position));
  end if;
  return image;
end $$;
create function public.open_passport(p_kind text, p_booking_id uuid, p_position int)
returns text language sql set search_path = '' as $$ select private.open_passport(p_kind, p_booking_id, p_position) $$;
grant execute on function private.open_passport(text, uuid, int), public.open_passport(text, uuid, int) to authenticated;

-- Closes the passport images of a booking to those who run it, or opens them again (null). The caller has checked the right to.
create function private.close_passports(b private.booking_facts, p_at timestamptz)
returns void language sql security definer set search_path = '' as $$
  update public.bookings set passport_closed_at = p_at where id = b.booking_id;
  update public.transport_bookings set passport_closed_at = p_at where id = b.transport_booking_id;
$$;

-- Whose booking was brought back after they had cancelled it shows its passport images to its team again. Raises what own_booking raises, 409
-- 'booking_not_live'.
create function private.show_passports(p_kind text, p_booking_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.own_booking(p_kind, p_booking_id);
begin
  b := private.lock_booking_row(p_kind, p_booking_id);
  if not private.is_live(b.status) then
    perform private.fail(409, 'booking_not_live', 'This booking does not stand any more');
  end if;
  perform private.close_passports(b, null);
end $$;
create function public.show_passports(p_kind text, p_booking_id uuid)
returns void language sql security invoker set search_path = '' as $$ select private.show_passports(p_kind, p_booking_id) $$;
grant execute on function private.show_passports(text, uuid), public.show_passports(text, uuid) to authenticated;

-- Images that a function is about to delete: between its asking and the deletion nobody begins a booking with one. The user's lock stands
-- over the mark as it does over a new hold.
create table private.leaving_passports (
  name text primary key,
  at timestamptz not null default now()
);
alter table private.leaving_passports enable row level security;

create function private.passport_is_leaving(p_name text)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from private.leaving_passports l where l.name = p_name)
$$;

-- Marks an image that nothing needs. The caller holds its owner's lock. → its name, for the function that deletes it
create function private.let_passport_go(p_name text)
returns text[] language sql security definer set search_path = '' as $$
  insert into private.leaving_passports (name) values (p_name) on conflict do nothing;
  select array[p_name]
$$;

-- Images to delete, marked as leaving: a day after the upload when no booking came of them (or the last one let go of them), 30 days
-- after the last service that used them or its cancelling, and at once those whose deletion did not work. Locks their owners, and passes
-- over who is just booking.
create function private.expired_passports(p_limit int)
returns text[] language plpgsql security definer set search_path = '' as $$
declare
  v_name text;
  v_names text[] := '{}';
begin
  delete from private.leaving_passports l where l.at < now() - interval '2 days'
    and not exists (select 1 from storage.objects o where o.bucket_id = 'passports' and o.name = l.name);
  for v_name in
    select o.name from storage.objects o
     where o.bucket_id = 'passports' and (o.created_at < now() - interval '1 day' or private.passport_is_leaving(o.name))
       and not private.passport_is_needed(o.name) and private.is_due('passport', o.name)
     order by o.created_at limit p_limit
  loop
    if pg_try_advisory_xact_lock(20261121, hashtext(split_part(v_name, '/', 1))) and not private.passport_is_needed(v_name) then
      v_names := v_names || private.let_passport_go(v_name);
    end if;
  end loop;
  return v_names;
end $$;
create function public.expired_passports(p_limit int default 100)
returns text[] language sql set search_path = '' as $$ select private.expired_passports(p_limit) $$;
grant execute on function private.expired_passports(int), public.expired_passports(int) to service_role;

-- Whether a hold has this image, or a booking of the last 30 days or to come; of one that was cancelled until 30 days after that. What is
-- read here is as new as the call.
create function private.passport_is_needed(p_name text)
returns boolean language plpgsql security definer set search_path = '' as $$
begin
  return private.passport_is_held(p_name)
    or exists (
      select 1 from private.booking_facts b
       where b.passport_images @> array[p_name] and b.booking_date >= current_date - 30 and (private.is_live(b.status) or exists (
         select 1 from public.booking_events e
          where (e.booking_id = b.booking_id or e.transport_booking_id = b.transport_booking_id)
            and not private.is_live(e.to_status) and e.created_at > now() - interval '30 days')));
end $$;

-- Before the image of a caller is stored (docs/product.md, Limits). Raises 429 'rate_limited'. Locks the user.
create function private.allow_passport_upload(p_user_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_user(p_user_id);
  if (select count(*) from private.passport_uploads where user_id = p_user_id and at > now() - interval '1 day')
     >= private.limit_value('passport.day') then
    perform private.fail_rate('day');
  end if;
  insert into private.passport_uploads (user_id) values (p_user_id);
  delete from private.passport_uploads where at < now() - interval '2 days';
end $$;
create function public.allow_passport_upload(p_user_id uuid) returns void language sql security invoker set search_path = '' as $$
  select private.allow_passport_upload(p_user_id)
$$;
grant execute on function private.allow_passport_upload(uuid), public.allow_passport_upload(uuid) to service_role;

-- Is the image on somebody's way to a booking?
create function private.passport_is_held(p_name text)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from private.holds h where h.state = 'held' and h.form -> 'passport_images' ? p_name)
$$;

-- Whether a booking has this passport image.
create function private.passport_is_used(p_name text)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from public.bookings b where b.passport_images @> array[p_name]
                 union all select 1 from public.transport_bookings b where b.passport_images @> array[p_name])
$$;

-- The owner takes one of the images of a booking back, by its place from 1, until the service begins: it leaves all of the owner's
-- bookings that have not begun. The names that nothing needs any more, for the function to delete. Raises 409 'passport_after_service'
-- and 'passport_in_use', and what own_booking raises. Locks the user.
create function private.remove_passport(p_kind text, p_booking_id uuid, p_position int)
returns text[] language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.own_booking(p_kind, p_booking_id);
  image text;
begin
  perform private.lock_user(b.tourist_id);
  b := private.own_booking(p_kind, p_booking_id);
  image := b.passport_images[p_position];
  if image is null then
    return '{}';
  end if;
  if private.starts_at(b) <= now() then
    perform private.fail(409, 'passport_after_service', 'After the service has begun the image is deleted by us, 30 days later');
  end if;
  if private.passport_is_held(image) then
    perform private.fail(409, 'passport_in_use', 'You are just booking with this image. Finish or cancel that booking first.');
  end if;
  update public.bookings x set passport_images = array_replace(x.passport_images, image, null), passport_removed_at = now(),
      passport_removed_by = 'owner'
    from private.booking_facts f
   where f.booking_id = x.id and x.passport_images @> array[image] and x.tourist_id = b.tourist_id and private.starts_at(f) > now();
  update public.transport_bookings x set passport_images = array_replace(x.passport_images, image, null), passport_removed_at = now(),
      passport_removed_by = 'owner'
    from private.booking_facts f
   where f.transport_booking_id = x.id and x.passport_images @> array[image] and x.tourist_id = b.tourist_id and private.starts_at(f) > now();
  perform private.audit_booking('passport_removed', b, jsonb_build_object('passport', p_position));
  return case when private.passport_is_used(image) then '{}' else private.let_passport_go(image) end;
end $$;
create function public.remove_passport(p_kind text, p_booking_id uuid, p_position int)
returns text[] language sql security invoker set search_path = '' as $$
  select private.remove_passport(p_kind, p_booking_id, p_position)
$$;
grant execute on function private.remove_passport(text, uuid, int), public.remove_passport(text, uuid, int) to authenticated;

-- An image that was uploaded and is not wanted after all. Of one's own folder, and of no booking. Raises 404 'passport_not_found'. Locks
-- the user.
create function private.discard_passport(p_name text)
returns text[] language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := private.require_user();
begin
  if p_name is null or split_part(p_name, '/', 1) <> v_user::text then
    perform private.fail(404, 'passport_not_found', 'There is no such image');
  end if;
  perform private.lock_user(v_user);
  -- A name of nothing is not written down: there is nothing to delete.
  return case when not exists (select 1 from storage.objects o where o.bucket_id = 'passports' and o.name = p_name)
      or private.passport_is_used(p_name) or private.passport_is_held(p_name) then '{}' else private.let_passport_go(p_name) end;
end $$;
create function public.discard_passport(p_name text) returns text[] language sql security invoker set search_path = '' as $$
  select private.discard_passport(p_name)
$$;
grant execute on function private.discard_passport(text), public.discard_passport(text) to authenticated;

-- The images that stay when some go, each at its place.
create function private.without_images(p_images text[], p_gone text[])
returns text[] language sql immutable set search_path = '' as $$
  select array(select case when i.name <> all (p_gone) then i.name end from unnest(p_images) with ordinality i (name, n) order by i.n)
$$;

-- After the objects were deleted: their bookings say so. Only of images that are gone.
create function private.passports_deleted(p_names text[])
returns int language plpgsql security definer set search_path = '' as $$
declare
  v_names text[] := array(select n from unnest(p_names) n
    where n is not null and not exists (select 1 from storage.objects o where o.bucket_id = 'passports' and o.name = n));
  v_count int;
  v_more int;
begin
  update public.bookings set passport_images = private.without_images(passport_images, v_names), passport_removed_at = now(),
      passport_removed_by = 'expiry'
   where passport_images && v_names;
  get diagnostics v_count = row_count;
  update public.transport_bookings set passport_images = private.without_images(passport_images, v_names), passport_removed_at = now(),
      passport_removed_by = 'expiry'
   where passport_images && v_names;
  get diagnostics v_more = row_count;
  return v_count + v_more;
end $$;
create function public.passports_deleted(p_names text[]) returns int language sql security invoker set search_path = '' as $$
  select private.passports_deleted(p_names)
$$;
grant execute on function private.passports_deleted(text[]), public.passports_deleted(text[]) to service_role;

create policy territorio_objects_select on storage.objects for select to authenticated
  using (bucket_id in ('media', 'images') and (owner_id = (select auth.uid())::text or (select private.is_admin())));

create policy territorio_objects_insert on storage.objects for insert to authenticated
  with check ((bucket_id = 'media' and private.may_put_media(name)) or (bucket_id = 'images' and private.may_put_image(name)));

create policy territorio_objects_delete on storage.objects for delete to authenticated
  using (bucket_id in ('media', 'images') and (owner_id = (select auth.uid())::text or (select private.is_admin())));

-- Who may join which topic. A payload carries ids alone; the client reads again under its own rights. The triggers that send
-- are beside the tables that they tell of.
--
--   user:<uuid>                                 notification, message, booking,
--                                               invite                           its owner
--   territory:<id>, and territory:<id>:<n>      booking, departure, report,
--   once n roles there have ended               schedule, role_request, moved    the people who work there, and admins
--   board:<territory id>                        board_message                    everyone, while the territory is open
--   booking:<experience|transport>:<booking id> message                          everybody who may read the conversation

-- A channel is authorized when it is joined and when its token is renewed: who has joined hears on it for an hour after their role has ended.
-- So a territory's topic has another name from then on, which they cannot join, and could not before. What is left hears 'moved' on the old
-- one, and asks anew.
create table private.territory_topics (
  territory_id text primary key references public.territories (id) on delete cascade,
  roles_ended int not null
);
alter table private.territory_topics enable row level security;
grant all on private.territory_topics to service_role;

-- What the topic of a territory is called now.
create function private.topic_of(p_territory_id text)
returns text language sql stable security definer set search_path = '' as $$
  select 'territory:' || p_territory_id || coalesce(
    (select ':' || x.roles_ended from private.territory_topics x where x.territory_id = p_territory_id), '')
$$;

create function private.move_topic()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- Its territory may be going with it.
  if exists (select 1 from public.territories t where t.id = old.territory_id) then
    perform realtime.send('{}', 'moved', private.topic_of(old.territory_id), true);
    insert into private.territory_topics (territory_id, roles_ended) values (old.territory_id, 1)
    on conflict (territory_id) do update set roles_ended = territory_topics.roles_ended + 1;
  end if;
  return null;
end $$;

create trigger role_grants_move_topic after update of revoked_at, dropped_at on private.role_grants for each row
  when (old.territory_id is not null and old.revoked_at is null and old.dropped_at is null
    and (new.revoked_at is not null or new.dropped_at is not null))
  execute function private.move_topic();

create trigger role_grants_move_topic_delete after delete on private.role_grants for each row
  when (old.territory_id is not null and old.revoked_at is null and old.dropped_at is null) execute function private.move_topic();

-- The same, for those who may join it; else 403 'forbidden'.
create function private.territory_topic(p_territory_id text)
returns text language plpgsql stable security definer set search_path = '' as $$
begin
  if not coalesce(p_territory_id = any (private.my_territories('people')) or private.is_admin(), false) then
    perform private.fail(403, 'forbidden', 'You do not work in this territory');
  end if;
  return private.topic_of(p_territory_id);
end $$;
create function public.territory_topic(p_territory_id text)
returns text language sql stable security invoker set search_path = '' as $$ select private.territory_topic(p_territory_id) $$;
grant execute on function private.territory_topic(text), public.territory_topic(text) to authenticated;

-- Whether the caller may join this topic: that of a territory as it is called now. The name that it gets next is easy to guess, so who
-- works there today would wait on it for the day when their role has ended. For the policy below.
create function private.may_join_territory(p_topic text)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.territories t where t.id = split_part(p_topic, ':', 2) and p_topic = private.topic_of(t.id)
      and (t.id = any (private.my_territories('people')) or private.is_admin()))
$$;
grant execute on function private.may_join_territory(text) to authenticated;

-- Joining a private channel is a select on realtime.messages as the caller with realtime.topic() set. Nobody may send: there
-- is no insert policy.
create policy topics_read_anon on realtime.messages for select to anon
  using (extension = 'broadcast'
    and (select realtime.topic()) like 'board:%'
    and substr((select realtime.topic()), 7) = any ((select private.open_territories())::text[]));

create policy topics_read on realtime.messages for select to authenticated
  using (extension = 'broadcast' and (
    (select realtime.topic()) = 'user:' || (select auth.uid())
    or (select private.may_join_territory((select realtime.topic())))
    or ((select realtime.topic()) like 'board:%' and
      substr((select realtime.topic()), 7) = any ((select private.open_territories() || private.my_connected_territories())::text[]))
    or (select private.may_join_conversation((select realtime.topic())))));

-- Deleting an account: what stands in the way, and the steps, called one after the other by the edge function delete-account;
-- each may be repeated.
--
--   record_deletion_attempt → (the password is checked) → prepare_account_deletion → (PaymentIntents are cancelled at Stripe)
--   → erase_account → (files of account_files are deleted, then the user of the auth service) → finish_account_deletion
--
-- erase_account is one transaction: from there on there is no way back, and whoever finds the row in account_deletions goes on:
-- the same call again, or the reconciler.

-- Deletions under way, and how often somebody tried a password for one. No foreign key: the row is what finishes a deletion
-- that was interrupted after the data had gone. It goes with the end of the deletion.
create table private.account_deletions (
  user_id uuid primary key,
  attempts int not null default 0,
  first_attempt_at timestamptz not null default now(),
  erased_at timestamptz -- the data is gone; files and the auth service's user may still be there
);
create index account_deletions_erased_idx on private.account_deletions (erased_at) where erased_at is not null;
alter table private.account_deletions enable row level security;

-- Bookings of a tourist or a guide that are still to come: live, nobody has arrived, and the day is not over where it takes place.
create function private.bookings_ahead(p_user_id uuid)
returns table (kind text, id uuid, tourist_id uuid, guide_id uuid, title text, booking_date date)
language sql stable security definer set search_path = '' as $$
  select f.kind, f.id, f.tourist_id, f.guide_id, f.title, f.booking_date
  from private.booking_facts f join public.territories t on t.id = f.territory_id
  where (f.tourist_id = p_user_id or f.guide_id = p_user_id) and private.is_live(f.status) and f.check_in_status = 'pending'
    and f.booking_date >= coalesce(private.local_time(t.time_zone), now())::date
$$;

-- Territories that have no other manager.
create function private.solely_managed(p_user_id uuid)
returns setof text language sql stable security definer set search_path = '' as $$
  select t.name from private.live_grants g join public.territories t on t.id = g.territory_id
  where g.user_id = p_user_id and g.role = 'territory_manager'
    and t.archived_at is null and not exists (
      select 1 from private.live_grants o
      where o.territory_id = g.territory_id and o.role = 'territory_manager' and o.user_id <> p_user_id)
  order by t.name
$$;

-- Commissions that the partner has earned and not been paid: nobody can pay them once the account is gone.
create function private.unpaid_commissions(p_user_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('currency_code', x.currency_code, 'symbol', x.symbol, 'amount', x.amount) order by x.currency_code), '[]')
  from (select c.currency_code, k.symbol, sum(c.amount) as amount
        from public.commissions c join public.currencies k on k.code = c.currency_code
        where c.partner_id = p_user_id and c.status = 'pending' and c.amount > 0 group by c.currency_code, k.symbol) x
$$;

-- → [{code, total, items: [{title, date?, kind?, id?}]}]; items are the first 20.
--   open_bookings | guided_bookings | sole_manager | last_admin
create function private.deletion_blockers(p_user_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  with found as (
    select 1 as place, 'open_bookings' as code, b.booking_date, b.title,
           jsonb_build_object('title', b.title, 'date', b.booking_date, 'kind', b.kind, 'id', b.id) as item
      from private.bookings_ahead(p_user_id) b where b.tourist_id = p_user_id
    union all
    select 2, 'guided_bookings', b.booking_date, b.title, jsonb_build_object('title', b.title, 'date', b.booking_date)
      from private.bookings_ahead(p_user_id) b where b.guide_id = p_user_id and b.tourist_id is distinct from p_user_id
    union all
    select 3, 'sole_manager', null, m, jsonb_build_object('title', m) from private.solely_managed(p_user_id) m
    union all
    select 4, 'last_admin', null, null, null where private.user_has_role(p_user_id, 'admin') and not exists (
      select 1 from private.live_grants g where g.role = 'admin' and g.user_id <> p_user_id)),
  counted as (
    select f.*, row_number() over (partition by f.code order by f.booking_date, f.title) as n from found f),
  grouped as (
    select place, code, count(*) as total,
      coalesce(jsonb_agg(item order by n) filter (where item is not null and n <= 20), '[]') as items
    from counted group by place, code)
  select coalesce(jsonb_agg(jsonb_build_object('code', code, 'total', total, 'items', items) order by place), '[]') from grouped
$$;

-- For the page of the account: what has to be settled first, and what would be lost.
create function private.account_deletion_terms()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
begin
  return jsonb_build_object('blockers', private.deletion_blockers(caller), 'unpaid_commissions', private.unpaid_commissions(caller));
end $$;
create function public.account_deletion_terms()
returns jsonb language sql stable security invoker set search_path = '' as $$ select private.account_deletion_terms() $$;
grant execute on function private.account_deletion_terms(), public.account_deletion_terms() to authenticated;

create function private.on_user_deleted()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.abandon_hold(h.id) from private.holds h where h.user_id = old.id and h.state = 'held';
  perform private.erase_person(old.id);
  return old;
end $$;

create trigger on_auth_user_deleted before delete on auth.users
  for each row execute function private.on_user_deleted();

-- A few wrong passwords a quarter of an hour: an open session is not enough to guess one. Raises 429 'too_many_attempts'.
create function private.record_deletion_attempt(p_user_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  tried int;
begin
  insert into private.account_deletions as d (user_id, attempts) values (p_user_id, 1)
  on conflict (user_id) do update set
    attempts = case when d.first_attempt_at < now() - interval '15 minutes' then 1 else d.attempts + 1 end,
    first_attempt_at = case when d.first_attempt_at < now() - interval '15 minutes' then now() else d.first_attempt_at end
  returning attempts into tried;
  if tried > private.limit_value('account_deletion.password') then
    perform private.fail(429, 'too_many_attempts', 'Too many attempts. Please wait a few minutes.');
  end if;
end $$;
create function public.record_deletion_attempt(p_user_id uuid)
returns void language sql security invoker set search_path = '' as $$ select private.record_deletion_attempt(p_user_id) $$;
grant execute on function private.record_deletion_attempt(uuid), public.record_deletion_attempt(uuid) to service_role;

-- Raises 409 'account_blocked' while something stands in the way of a deletion.
create function private.refuse_blocked(p_user_id uuid)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if private.deletion_blockers(p_user_id) <> '[]' then
    perform private.fail(409, 'account_blocked', 'There are things to settle before this account can be deleted.');
  end if;
end $$;

-- Lets go of seats that are held. → PaymentIntents that have to be cancelled at Stripe first. Raises 409 'account_blocked'. Locks the user,
-- then the payment, hold and departure of each hold.
create function private.prepare_account_deletion(p_user_id uuid)
returns text[] language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_user(p_user_id);
  perform private.refuse_blocked(p_user_id);
  perform private.abandon_hold(h.id) from private.holds h where h.user_id = p_user_id and h.state = 'held';
  return array(
    select p.payment_intent_id from private.holds h join private.payments p on p.hold_id = h.id
    where h.user_id = p_user_id and h.state = 'held' and p.payment_intent_id is not null);
end $$;
create function public.prepare_account_deletion(p_user_id uuid)
returns text[] language sql security invoker set search_path = '' as $$ select private.prepare_account_deletion(p_user_id) $$;
grant execute on function private.prepare_account_deletion(uuid), public.prepare_account_deletion(uuid) to service_role;

-- Erases a person and queues the last mail. → whether there was anything left to erase. Raises 409 'account_blocked' and
-- 'payment_in_progress'. Locks the user, then the leaving of managers and admins, then the profile.
create function private.erase_account(p_user_id uuid)
returns boolean language plpgsql security definer set search_path = '' as $$
declare
  person public.profiles;
begin
  perform private.lock_user(p_user_id);
  -- Two managers, or two admins, who leave at once queue here: the second is then the last.
  perform pg_advisory_xact_lock(hashtextextended('private.keep_one_admin', 0));
  select * into person from public.profiles p where p.id = p_user_id for update;
  if person.id is not null then
    perform private.refuse_blocked(p_user_id);
    if exists (select 1 from private.holds h where h.user_id = p_user_id and h.state = 'held') then
      perform private.fail(409, 'payment_in_progress', 'A payment of yours is still being processed. Please try again in a few minutes.');
    end if;
    perform private.erase_person(p_user_id);
    if person.email <> '' then
      insert into private.outbox (dedupe_key, kind, template, recipient, payload)
      values ('email:account_deleted:' || gen_random_uuid(), 'email', 'account_deleted', person.email,
        jsonb_build_object('full_name', person.full_name));
    end if;
  end if;
  insert into private.account_deletions as d (user_id, erased_at) values (p_user_id, now())
  on conflict (user_id) do update set erased_at = coalesce(d.erased_at, excluded.erased_at);
  return person.id is not null;
end $$;
create function public.erase_account(p_user_id uuid)
returns boolean language sql security invoker set search_path = '' as $$ select private.erase_account(p_user_id) $$;
grant execute on function private.erase_account(uuid), public.erase_account(uuid) to service_role;

-- The confirmation is the last that knows the address. Once it has left, or given up, it goes.
create function private.delete_farewell_mail()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from private.outbox where id = new.id;
  return null;
end $$;

create trigger outbox_delete_farewell after update of state on private.outbox
  for each row when (new.template = 'account_deleted' and new.state in ('sent', 'dead', 'discarded'))
  execute function private.delete_farewell_mail();

-- The person's own files: portrait, passports, what they sent in. Pictures of a territory's services are the territory's.
create function private.account_files(p_user_id uuid, p_limit int)
returns table (bucket text, name text) language sql stable security definer set search_path = '' as $$
  select o.bucket_id, o.name from storage.objects o
  where (o.bucket_id = 'passports' and o.name like p_user_id || '/%')
     or (o.bucket_id = 'images' and o.name like 'avatars/' || p_user_id || '/%')
     or (o.bucket_id = 'media' and o.name like 'user-submissions/' || p_user_id || '/%')
  limit p_limit
$$;
create function public.account_files(p_user_id uuid, p_limit int default 500)
returns table (bucket text, name text) language sql stable security invoker set search_path = '' as $$
  select * from private.account_files(p_user_id, p_limit)
$$;
grant execute on function private.account_files(uuid, int), public.account_files(uuid, int) to service_role;

-- The auth service keeps a log of its own, in which each sign-in, and the deletion too, names the address.
create function private.finish_account_deletion(p_user_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  begin
    delete from auth.audit_log_entries e
    where e.payload ->> 'actor_id' = p_user_id::text or e.payload -> 'traits' ->> 'user_id' = p_user_id::text;
  exception when insufficient_privilege or undefined_table then
    raise warning 'The log of the auth service still knows %', p_user_id;
  end;
  delete from private.account_deletions where user_id = p_user_id;
  perform private.clear_trouble('account_deletion', p_user_id::text);
end $$;
create function public.finish_account_deletion(p_user_id uuid)
returns void language sql security invoker set search_path = '' as $$ select private.finish_account_deletion(p_user_id) $$;
grant execute on function private.finish_account_deletion(uuid), public.finish_account_deletion(uuid) to service_role;

-- Deletions that were interrupted; notes of attempts that led to nothing go here too.
create function private.unfinished_account_deletions(p_limit int)
returns uuid[] language plpgsql security definer set search_path = '' as $$
begin
  delete from private.account_deletions d where d.erased_at is null and d.first_attempt_at < now() - interval '1 day';
  return array(
    select d.user_id from private.account_deletions d
     where d.erased_at < now() - interval '1 minute' and private.is_due('account_deletion', d.user_id::text) order by d.erased_at limit p_limit);
end $$;
create function public.unfinished_account_deletions(p_limit int default 20)
returns uuid[] language sql security invoker set search_path = '' as $$ select private.unfinished_account_deletions(p_limit) $$;
grant execute on function private.unfinished_account_deletions(int), public.unfinished_account_deletions(int) to service_role;

-- The end of an account, part by part: what goes, and what stays without the person. docs/decisions/0007 says which and why.

-- What the person is recognised by in running text: the address, the name, the telephone numbers given with bookings and shown to guests,
-- however they are spaced.
create function private.person_patterns(p_user_id uuid)
returns text[] language sql stable security definer set search_path = '' as $$
  with numbers as (
    select b.whatsapp_number as number from public.bookings b where b.tourist_id = p_user_id
    union select b.whatsapp_number from public.transport_bookings b where b.tourist_id = p_user_id
    union select n.whatsapp_number from private.guide_numbers n where n.user_id = p_user_id)
  select array(
    select private.literal_pattern(p.email) from public.profiles p where p.id = p_user_id and p.email <> ''
    union all
    select '\m' || regexp_replace(private.literal_pattern(btrim(p.full_name)), '\s+', '\\s+', 'g') || '\M'
      from public.profiles p where p.id = p_user_id and length(btrim(p.full_name)) >= 3
    union all
    select '\+?' || regexp_replace(regexp_replace(n.number, '\D', '', 'g'), '(\d)(?=\d)', '\1[ ().-]*', 'g')
      from numbers n where length(regexp_replace(n.number, '\D', '', 'g')) >= 7)
$$;

-- Bookings keep what was bought, when, for how much and from where; the people in them go.
create function private.scrub_bookings(p_user_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
begin
  update public.bookings set whatsapp_number = '', hotel_name = null, hotel_address = null, passport_images = '{}'
  where tourist_id = p_user_id;
  update public.transport_bookings set whatsapp_number = '', hotel_name = null, passport_images = '{}', passenger_details = '[]'
  where tourist_id = p_user_id;
  -- A hotel that nobody else has named may be their own house.
  update private.pickup_orders o set places = array(
    select w.place from unnest(o.places) with ordinality w (place, at)
     where w.place in (select private.place_key(b.hotel_name) from public.transport_bookings b where b.transport_id = o.transport_id)
     order by w.at)
   where o.transport_id in (select b.transport_id from public.transport_bookings b where b.tourist_id = p_user_id);
  -- The hash would tell whoever guesses the form whether they guessed right.
  update private.holds set form = '{}', payload_hash = '' where user_id = p_user_id;
  delete from public.booking_codes where tourist_id = p_user_id;
end $$;

-- What the person wrote to others stays where it was read, without author, address, name and number. Photos go with their files.
create function private.scrub_words(p_user_id uuid, p_patterns text[])
returns void language plpgsql security definer set search_path = '' as $$
declare
  any_of text := array_to_string(p_patterns, '|');
begin
  update public.territory_messages set message = private.redact(message, p_patterns)
  where user_id = p_user_id and message ~* any_of;
  update public.messages set message = private.redact(message, p_patterns) where sender_id = p_user_id and message ~* any_of;
  update public.reviews set photo_urls = '{}', text = private.redact(text, p_patterns) where author_id = p_user_id;
  update public.reviews set reply = private.redact(reply, p_patterns) where replied_by = p_user_id and reply ~* any_of;
  -- What staff wrote down when they changed the status of one of the person's bookings.
  update public.booking_events e set detail = e.detail || jsonb_build_object('note', private.redact(e.detail ->> 'note', p_patterns))
    from private.booking_facts f
  where f.tourist_id = p_user_id and (e.booking_id = f.booking_id or e.transport_booking_id = f.transport_booking_id)
    and e.detail ->> 'note' ~* any_of;
  update public.audit_log a set detail = a.detail || jsonb_build_object('reason', private.redact(a.detail ->> 'reason', p_patterns))
    from private.booking_facts f
  where f.tourist_id = p_user_id and a.action = 'set_booking_status' and a.subject_id = f.id::text
    and a.subject_table in ('bookings', 'transport_bookings') and a.detail ->> 'reason' ~* any_of;
  update public.message_reports set reason = private.redact(reason, p_patterns) where reporter_id = p_user_id and reason ~* any_of;
  -- Others' notifications carry the first words of what was written, who asked for a role, and which guide is back or declined.
  update public.notifications n set title = private.redact(n.title, p_patterns), message = private.redact(n.message, p_patterns)
  where (n.message ~* any_of or n.title ~* any_of) and (
    n.booking_id in (select m.booking_id from public.messages m where m.sender_id = p_user_id)
    or n.transport_booking_id in (select m.transport_booking_id from public.messages m where m.sender_id = p_user_id)
    or (n.type = 'role_request' and exists (
      select 1 from public.role_requests q where q.user_id = p_user_id and coalesce(n.territory_id, q.territory_id) is not distinct from q.territory_id))
    or (n.type in ('guide_left', 'no_guide') and n.territory_id in (
      select g.territory_id from private.role_grants g where g.user_id = p_user_id and g.role = 'tour_guide'))
    or (n.type in ('board_message', 'board_reply', 'reported_message') and n.territory_id in (
      select b.territory_id from public.territory_messages b where b.user_id = p_user_id))
    or (n.type = 'reported_review' and n.territory_id in (select r.territory_id from public.reviews r where r.author_id = p_user_id)));
end $$;

-- E-mails and notifications to the person, sent or not. Of those to others: what still waits to tell of the person's messages
-- is not sent any more, and what has been sent keeps neither name nor text.
create function private.scrub_outbox(p_user_id uuid, p_email text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  written text[] := array(select m.id::text from public.messages m where m.sender_id = p_user_id);
begin
  delete from private.outbox where lower(recipient) = p_email or recipient = p_user_id::text;
  delete from private.outbox where kind = 'message' and payload ->> 'sender_id' = p_user_id::text;
  delete from private.outbox where template = 'contact_message' and dedupe_key in (
    select 'email:contact_message:' || c.id from public.contact_messages c where c.user_id = p_user_id);
  delete from private.outbox where template = 'invite' and payload ->> 'invite_id' in (
    select i.id::text from public.invites i where i.invited_by = p_user_id);
  delete from private.outbox where template = 'message' and state in ('queued', 'sending')
    and (payload ->> 'message_id' = any (written) or payload -> 'message_ids' ?| written);
  update private.outbox set payload = payload - 'sender_name' - 'text'
  where template = 'message' and payload ->> 'message_id' = any (written);
end $$;

-- What the person sent to us alone, and invitations in their name.
create function private.drop_letters(p_user_id uuid, p_email text)
returns void language plpgsql security definer set search_path = '' as $$
begin
  delete from public.user_submissions where user_id = p_user_id;
  delete from public.contact_messages where user_id = p_user_id or lower(email) = p_email;
  delete from public.partner_applications where user_id = p_user_id or lower(email) = p_email;
  -- That there was an invitation stays; to whom does not.
  update public.invites set email = '', full_name = '', business_name = null,
    withdrawn_at = case when redeemed_at is null then coalesce(withdrawn_at, now()) end
  where email = p_email or redeemed_by = p_user_id;
  update public.referral_links set active = false, name = 'Deleted account' where user_id = p_user_id;
end $$;

-- Each role ends as if it had been revoked: the next guide in the ranking takes over, schedules and open invitations end.
create function private.leave_roles(p_user_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  ended record;
begin
  for ended in
    update private.role_grants set revoked_at = now() where user_id = p_user_id and revoked_at is null returning role, territory_id
  loop
    perform private.end_role(p_user_id, ended.role, ended.territory_id);
  end loop;
  update public.experiences e set guide_id = (
    select r.guide_id from public.experience_guide_rankings r
    where r.experience_id = e.id and r.guide_id <> p_user_id order by r.rank limit 1)
  where e.guide_id = p_user_id;
end $$;

-- The trail keeps what was done, under a name that leads to nobody and is the same in all of it.
create function private.pseudonymise_trail(p_user_id uuid, p_email text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  alias uuid := gen_random_uuid();
begin
  update public.audit_log set detail = detail - 'full_name' - 'business_name' - 'email'
  where subject_table = 'profiles' and subject_id = p_user_id::text;
  update public.audit_log set subject_id = alias::text where subject_table = 'profiles' and subject_id = p_user_id::text;
  update public.audit_log set actor_id = alias where actor_id = p_user_id;
  -- An address in a text of ours, such as the answer of a mail service. It holds an @, so it is always inside of a JSON string.
  update public.audit_log set detail = regexp_replace(detail::text, private.literal_pattern(p_email), '[removed]', 'gi')::jsonb
  where p_email like '%@%' and strpos(lower(detail::text), p_email) > 0;
  insert into public.audit_log (actor_id, action, subject_table, subject_id) values (alias, 'account_deleted', 'profiles', alias::text);
end $$;

-- Everything that is the person's. Knows no refusal: whoever deletes a user in the auth service's own dashboard gets here too. Locks the
-- profile.
create function private.erase_person(p_user_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  address text;
  patterns text[];
begin
  select lower(p.email) into address from public.profiles p where p.id = p_user_id for update;
  if not found then
    return;
  end if;
  patterns := private.person_patterns(p_user_id);
  if cardinality(patterns) = 0 then
    patterns := array['$.']; -- nothing stands after the end
  end if;
  perform private.scrub_words(p_user_id, patterns);
  perform private.scrub_outbox(p_user_id, address);
  perform private.scrub_bookings(p_user_id);
  perform private.drop_letters(p_user_id, address);
  perform private.leave_roles(p_user_id);
  perform private.pseudonymise_trail(p_user_id, address);
  -- Notifications, requests, follows, responses go with it; every other row keeps itself and loses the reference.
  delete from public.profiles where id = p_user_id;
end $$;

-- What runs every minute: expired holds are released, payments that nobody heard of are asked about, and each run is written down,
-- so that somebody notices when none comes.

create table private.reconciler_runs (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  result jsonb not null check (jsonb_typeof(result) = 'object') -- counts by name
);
create index reconciler_runs_at_idx on private.reconciler_runs (at desc);
alter table private.reconciler_runs enable row level security;

-- Expired holds: cancel the PaymentIntent first (queued here), the seats follow when Stripe has confirmed it. Locks the payment, then the
-- hold, and passes over what somebody else has locked. → how many
create function private.cancel_expired_payments(p_limit int default 200)
returns int language plpgsql security definer set search_path = '' as $$
declare
  v record;
  v_count int := 0;
begin
  for v in
    select p.id as payment_id, h.id as hold_id
      from private.holds h join private.payments p on p.hold_id = h.id
     where h.state = 'held' and h.expires_at <= now() and p.payment_intent_id is not null and p.status not in ('succeeded', 'canceled')
       and not exists (select 1 from private.stripe_ops o
                        where o.payment_intent_id = p.payment_intent_id and o.op = 'cancel' and o.state <> 'failed')
       and private.is_due('expired_payment', h.id::text)
     order by h.expires_at limit p_limit
  loop
    begin
      if private.cancel_expired_payment(v.payment_id, v.hold_id) then
        v_count := v_count + 1;
      end if;
      perform private.clear_trouble('expired_payment', v.hold_id::text);
    exception when others then
      perform private.record_trouble('expired_payment', v.hold_id::text, sqlerrm);
    end;
  end loop;
  return v_count;
end $$;

-- One of them; false when somebody else has it.
create function private.cancel_expired_payment(p_payment_id uuid, p_hold_id uuid)
returns boolean language plpgsql security definer set search_path = '' as $$
begin
  perform 1 from private.payments where id = p_payment_id and status not in ('succeeded', 'canceled') for update skip locked;
  if not found then
    return false;
  end if;
  perform 1 from private.holds where id = p_hold_id and state = 'held' for update skip locked;
  if not found then
    return false;
  end if;
  insert into private.stripe_ops (payment_intent_id, op, reason)
  select payment_intent_id, 'cancel', 'expired' from private.payments where id = p_payment_id
  on conflict (payment_intent_id, op) do update
    set state = 'queued', attempts = 0, next_attempt_at = now() where private.stripe_ops.state = 'failed';
  return true;
end $$;

-- Frees what is expired and says which PaymentIntents have to be asked about at Stripe, those looked at longest ago first; those
-- that nobody was told about are asked about in turn.
create function private.release_expired()
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_released int := private.release_expired_holds();
  v_cancelled int := private.cancel_expired_payments();
  v_intents jsonb;
begin
  select coalesce(jsonb_agg(x.payment_intent_id), '[]') into v_intents from (
    select p.payment_intent_id from private.payments p
     where p.method = 'card' and p.payment_intent_id is not null and p.status not in ('succeeded', 'canceled')
       and p.updated_at < now() - interval '30 seconds' and private.is_due('payment', p.payment_intent_id)
     order by greatest(p.updated_at, p.asked_at) limit 100) x;
  delete from private.check_in_attempts where at < now() - interval '1 day';
  perform private.forget_settled_troubles();
  return jsonb_build_object('released', v_released, 'cancel_queued', v_cancelled, 'payment_intents', v_intents);
end $$;
create function public.release_expired() returns jsonb language sql security invoker set search_path = '' as $$
  select private.release_expired()
$$;
grant execute on function private.release_expired(), public.release_expired() to service_role;

-- Called by the reconciler at its end. Kept for two days: it runs each minute.
create function private.record_reconciler_run(p_result jsonb)
returns void language plpgsql security definer set search_path = '' as $$
begin
  insert into private.reconciler_runs (result) values (p_result);
  delete from private.reconciler_runs where at < now() - interval '2 days';
end $$;
create function public.record_reconciler_run(p_result jsonb)
returns void language sql security invoker set search_path = '' as $$ select private.record_reconciler_run(p_result) $$;
grant execute on function private.record_reconciler_run(jsonb), public.record_reconciler_run(jsonb) to service_role;

-- What the reconciler did, and when it ran last: without it nothing is released, refunded again or sent again, and nobody would
-- notice. For admins, else 403 'forbidden'.
--   { "last_run_at": timestamptz | null (never), "late": boolean (it should have run by now),
--     "runs": int, "unreachable": int, "done": { <what>: int } }             the last three: of the last 24 hours
create function private.reconciler_report()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_last timestamptz := (select max(at) from private.reconciler_runs);
begin
  perform private.require_admin();
  return (
    with day as (select r.result from private.reconciler_runs r where r.at > now() - interval '24 hours'),
    counts as (
      select c.key, sum(c.value::text::bigint) as n from day d, jsonb_each(d.result) c
       where jsonb_typeof(c.value) = 'number' group by c.key)
    select jsonb_build_object('last_run_at', v_last, 'late', coalesce(v_last < now() - interval '5 minutes', true),
      'runs', (select count(*) from day), 'unreachable', coalesce((select c.n from counts c where c.key = 'unreachable'), 0),
      'done', coalesce((select jsonb_object_agg(c.key, c.n) from counts c where c.key <> 'unreachable'), '{}')));
end $$;
create function public.reconciler_report() returns jsonb language sql stable security invoker set search_path = '' as $$
  select private.reconciler_report()
$$;
grant execute on function private.reconciler_report(), public.reconciler_report() to authenticated;

-- Hosted projects have pg_cron: seats of holds that nobody paid are freed each minute even when the reconcile function is not
-- scheduled. Everything that needs Stripe or e-mail waits for that function.
do $$
begin
  if exists (select 1 from pg_extension where extname = 'pg_cron') then
    execute $cron$ select cron.schedule('territorio-release-expired', '* * * * *', 'select private.release_expired()') $cron$;
  end if;
end $$;

-- What must hold, in one place: every rule that money, seats, e-mails and passports live by, for the doctor (`npm run doctor`),
-- for the hourly check and for the admins' page.

-- Every rule with its meaning and what a person does about a row that breaks it, in the order in which it is shown.
create function private.invariant_rules()
returns table (n int, rule text, meaning text, todo text) language sql immutable set search_path = '' as $$
  select row_number() over ()::int, v.rule, v.meaning, v.todo from (values
    ('sold = seats of live bookings', 'A departure counts as sold what its live bookings occupy',
      'Compare its bookings with its seats; set sold to the seats of the live ones'),
    ('held = seats of live holds', 'A departure counts as held what its live holds keep',
      'Compare its holds with its seats; set held to the seats of those in state held'),
    ('held + sold <= capacity', 'No departure gives away more seats than it has',
      'Move a group to another departure, or raise the capacity'),
    ('a private departure has one group', 'What was booked privately has one live booking or hold, and is marked so',
      'Move the other group, or set the departure to not exclusive'),
    ('a hold has one booking when consumed, else none', 'A hold becomes one booking, once',
      'Look at the payment of the hold: book it, or give the money back'),
    ('an expired hold lets go of its seats', 'A hold that ran out an hour ago keeps no seats',
      'See whether the reconciler runs, and whether the hold is among what fails'),
    ('ledger = captured - refunded - disputed', 'The ledger of a booking is what was taken less what was given back, or taken back by a bank',
      'Compare the payment with Stripe, then write the missing row of the ledger'),
    ('shares add up to the price', 'What the parties got of a sale is the price',
      'Write the difference into the ledger; its rows are never changed'),
    ('no share is below zero', 'Nobody has given back more than they got',
      'Look for a refund that was written twice'),
    ('ledger and payment speak the booking''s currency', 'One booking, one currency',
      'Compare with Stripe which currency was charged, and correct the other rows'),
    ('what was paid is the price', 'The payment asks for the booking''s price and never takes more',
      'Compare with Stripe what was charged; give back what was taken too much'),
    ('captured money has a booking or a refund', 'Nobody has paid for nothing',
      'Give the money back, or book it for the guest'),
    ('a completed card booking is captured', 'A booking that reads paid by card was paid',
      'Look at the PaymentIntent at Stripe: capture it, or cancel the booking'),
    ('a completed booking has its money', 'A live booking that reads paid has money behind it',
      'Ask the region whether it was paid, and set the status that is true'),
    ('captured card money never reads pending', 'A live booking whose card was charged reads paid',
      'Set the payment of the booking to completed'),
    ('a live booking stands on no cancelled payment', 'Where Stripe let go of the money the seats are free again',
      'Ask the guest to pay again, or cancel the booking'),
    ('a refunded booking has given its money back', 'What reads refunded was given back, or is on its way',
      'Refund what is left, from the booking'),
    ('refunds done at Stripe are in the books', 'Each refund that Stripe has made was written down',
      'Compare the refunds at Stripe with the ledger, and write the missing one'),
    ('disputes are in the books', 'What a bank took back is written down, and what it gave back after a won dispute',
      'Compare the disputes of the payment at Stripe with the ledger'),
    ('an authorised card is charged or let go', 'No card stays blocked an hour after its hold',
      'Capture or cancel the PaymentIntent at Stripe'),
    ('an operation at Stripe has failed for good', 'A refund that Stripe refuses needs a person',
      'Try it again below, or give the money back at Stripe or in cash'),
    ('nothing waits too long at Stripe', 'Captures and cancellations take an hour at most, refunds three days',
      'See whether Stripe can be reached, and whether the operation is among what fails'),
    ('every event of Stripe is processed', 'No event was noted without its effect',
      'Send the event again from the dashboard of Stripe'),
    ('a partner''s share has its commission', 'The open commission is what the ledger gives the partner',
      'Set the open commission to what the ledger gives the partner'),
    ('the region''s earnings equal its share', 'What a region is said to have earned of a booking is its share in the ledger',
      'Run credit_missing_earnings, then compare with the ledger'),
    ('a share is what the ledger has', 'What a party has of a booking to be paid out is its share in the ledger',
      'Run credit_missing_shares, then compare with the ledger'),
    ('a share is paid as its payouts say', 'What is written down as paid of a share is the sum of the lines of its payouts',
      'Compare the lines of the share with its payouts; nothing may have been deleted'),
    ('nobody was paid more than there was', 'All payouts of a share together are not more than what ever came in for it',
      'Take the payout back that was one too many, under Finances of the region'),
    ('a payout is the sum of its lines', 'The amount of a payout is what its lines add up to', 'Find out who changed a row: payouts and lines are only added to'),
    ('a share is paid once at a time', 'A share is in one payout, unless that was taken back', 'Take one of the two payouts back, under Finances of the region'),
    ('a payout that reads paid was owed', 'A share that reads paid out has its payout, and one that has it reads so',
      'Set the payout of that booking back to pending under Finances of the region, and pay it anew'),
    ('a referral is its booking''s', 'A referral names the link that its booking came through',
      'Set the link of the referral to that of its booking'),
    ('a confirmed booking has its e-mail', 'Each booking has its confirmation, sent or about to be',
      'Ask for the confirmation again from the booking'),
    ('one letter for each end and return of a booking', 'Nobody gets two letters about one thing',
      'Discard the second one if it has not left, and find which two ways wrote it'),
    ('no e-mail or notification is stuck', 'What is due in the outbox is taken within the hour',
      'See whether the reconciler runs, and what the Mail page says of it'),
    ('no e-mail is given up', 'No e-mail of the last 30 days failed for good',
      'Open Mail: correct the address and send it again, or discard it'),
    ('a booking has its check-in code', 'Every tourist has a code to show',
      'Make a code for the booking, or ask the guest to show the receipt'),
    ('a passport image exists', 'A booking does not name an image that is gone',
      'Ask the guest for the image again'),
    ('a passport is gone 30 days after the service', 'No image outlives its purpose',
      'See whether the image is among what fails; delete it in Storage'),
    ('an unused passport is gone after a day', 'No image stays that no booking came of',
      'See whether the image is among what fails; delete it in Storage'),
    ('roles are their grants', 'The roles that a profile shows are those that it was given',
      'Look at the roles of the person under People, and save them'),
    ('the guards of the database are in place', 'Keys, checks and row level security that the rest relies on',
      'Run the migrations again: a key, a check or row level security is missing'),
    ('every rule can be checked', 'No check of a rule fails itself',
      'Read the error: the rules of this group are not watched until it is mended')
  ) v (rule, meaning, todo)
$$;

-- Everything, or (each minute) what the core's own tables changed since p_since. One statement, so one snapshot: it is stable, and what
-- others commit meanwhile is not seen by half. A check that fails is a row itself, and keeps the others from nothing.
create function private.check_invariants(p_since timestamptz default null)
returns table (rule text, subject text, expected numeric, actual numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  windowed constant text[] := '{check_ledger,check_departure_seats,check_payments}';
  whole constant text[] := '{check_seats,check_money,check_bookings,check_earnings,check_payouts,check_outbox,check_passports,check_guards}';
  v_check text;
begin
  foreach v_check in array windowed || case when p_since is null then whole else '{}' end loop
    begin
      return query execute format('select * from private.%I(%s)', v_check, case when v_check = any (windowed) then '$1' end) using p_since;
    exception when others then
      return query select 'every rule can be checked', v_check || ': ' || sqlerrm, 1::numeric, 0::numeric;
    end;
  end loop;
end $$;
create function public.check_invariants()
returns table (rule text, subject text, expected numeric, actual numeric)
language sql stable security invoker set search_path = '' as $$
  select * from private.check_invariants()
$$;
grant execute on function private.check_invariants(timestamptz), public.check_invariants() to service_role;

-- The three below also look at what has changed since p_since alone. `v_all or …` is settled when a statement is planned for its
-- arguments: a window is read through its indexes, the whole in one pass. (force_custom_plan would say so aloud, and would plan every
-- function that is called a row anew as well.)

-- The ledger of a booking equals what was captured less what was given back, or taken back by a bank.
create function private.check_ledger(p_since timestamptz)
returns table (rule text, subject text, expected numeric, actual numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_all boolean := p_since is null;
  v_bookings uuid[]; -- of both kinds, whose money has moved
begin
  if not v_all then
    v_bookings := array(
      select coalesce(p.booking_id, p.transport_booking_id) from private.payments p
       where p.updated_at >= p_since and num_nonnulls(p.booking_id, p.transport_booking_id) = 1);
  end if;
  return query
  -- Ledger of a booking = captured - refunded - disputed, in cash as by card.
  with money as (
    select coalesce(p.booking_id, p.transport_booking_id) as id, sum(private.from_minor(p.captured_minor - p.refunded_minor - p.disputed_minor, p.currency)) as amount
      from private.payments p
     where num_nonnulls(p.booking_id, p.transport_booking_id) = 1 and (v_all or p.updated_at >= p_since)
     group by 1),
  booked as (
    select coalesce(l.booking_id, l.transport_booking_id) as id, sum(l.amount) as amount
      from private.ledger l
     where v_all or l.booking_id = any (v_bookings) or l.transport_booking_id = any (v_bookings)
     group by 1)
  select 'ledger = captured - refunded - disputed', coalesce(m.id, b.id)::text, coalesce(m.amount, 0), coalesce(b.amount, 0)
    from money m full join booked b on b.id = m.id
   where coalesce(m.amount, 0) <> coalesce(b.amount, 0);
end $$;

-- The seats of a departure equal those of its live bookings and holds.
create function private.check_departure_seats(p_since timestamptz)
returns table (rule text, subject text, expected numeric, actual numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_all boolean := p_since is null;
  v_departures uuid[]; -- whose seats have moved: seats move only together with a booking or a hold
begin
  if not v_all then
    v_departures := array(
      select b.departure_id from public.bookings b where b.updated_at >= p_since
      union select b.departure_id from public.transport_bookings b where b.updated_at >= p_since
      union select h.departure_id from private.holds h where h.created_at >= p_since or h.state = 'held');
  end if;
  return query
  with live as (
    select x.departure_id, sum(x.seats) as seats from (
      select b.departure_id, b.seats from public.bookings b
       where private.is_live(b.status) and (v_all or b.departure_id = any (v_departures))
      union all
      select b.departure_id, b.seats from public.transport_bookings b
       where private.is_live(b.status) and (v_all or b.departure_id = any (v_departures))) x
     group by 1)
  select 'sold = seats of live bookings', d.id::text, coalesce(l.seats, 0)::numeric, d.sold::numeric
    from public.departures d left join live l on l.departure_id = d.id
   where d.sold <> coalesce(l.seats, 0) and (v_all or d.id = any (v_departures));

  return query
  with live as (
    select h.departure_id, sum(h.seats) as seats from private.holds h where h.state = 'held' group by 1)
  select 'held = seats of live holds', d.id::text, coalesce(l.seats, 0)::numeric, d.held::numeric
    from public.departures d left join live l on l.departure_id = d.id
   where d.held <> coalesce(l.seats, 0) and (v_all or d.id = any (v_departures));
end $$;

-- Captured money has a booking or goes back; a paid card booking is captured; no refund was given up.
create function private.check_payments(p_since timestamptz)
returns table (rule text, subject text, expected numeric, actual numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_all boolean := p_since is null;
begin
  -- Captured money without a live booking is given back, or on its way.
  return query
  select 'captured money has a booking or a refund', p.payment_intent_id, 0::numeric, private.refundable_minor(p)::numeric
    from private.payments p
   where p.captured_minor > 0 and num_nonnulls(p.booking_id, p.transport_booking_id) = 0 and private.refundable_minor(p) > 0
     and (v_all or p.updated_at >= p_since);

  return query
  select 'a completed card booking is captured', coalesce(p.booking_id, p.transport_booking_id)::text, p.amount_minor::numeric, p.captured_minor::numeric
    from private.payments p
    left join public.bookings b on b.id = p.booking_id
    left join public.transport_bookings t on t.id = p.transport_booking_id
   where p.method = 'card' and coalesce(b.payment_status, t.payment_status) = 'completed' and p.captured_minor = 0 and (v_all or p.updated_at >= p_since);

  return query
  select 'an operation at Stripe has failed for good', o.payment_intent_id || ':' || o.op, 0::numeric, coalesce(o.amount_minor, 0)::numeric
    from private.stripe_ops o
   where o.state = 'failed' and o.op like 'refund:%';
end $$;

-- Whether a booking was cancelled or refunded once and lives again.
create function private.was_revived(p_booking_id uuid)
returns boolean language sql stable set search_path = '' as $$
  select exists (
    select 1 from public.booking_events e
     where e.booking_id = p_booking_id and e.from_status in ('cancelled', 'refunded') and private.is_live(e.to_status)
    union all
    select 1 from public.booking_events e
     where e.transport_booking_id = p_booking_id and e.from_status in ('cancelled', 'refunded') and private.is_live(e.to_status))
$$;

-- What else must hold of seats and holds.
create function private.check_seats()
returns table (rule text, subject text, expected numeric, actual numeric)
language sql stable security definer set search_path = '' as $$
  select 'held + sold <= capacity', d.id::text, d.capacity::numeric, (d.held + d.sold)::numeric
    from public.departures d where d.held + d.sold > d.capacity
  union all
  -- Groups on a departure that was, or reads, taken whole: one.
  select 'a private departure has one group', d.id::text, case when d.exclusive or g.private > 0 then 1 else 0 end, g.groups
    from public.departures d
    join (select x.departure_id, count(*) as groups, count(*) filter (where x.booking_type = 'private') as private from (
            select b.departure_id, b.booking_type from public.bookings b where private.is_live(b.status)
            union all
            select b.departure_id, b.booking_type from public.transport_bookings b where private.is_live(b.status)
            union all
            select h.departure_id, h.booking_type from private.holds h where h.state = 'held' and h.seats > 0) x
           group by 1) g on g.departure_id = d.id
   where (d.exclusive or g.private > 0) and (g.groups <> 1 or not d.exclusive or g.private <> 1)
  union all
  select 'a private departure has one group', d.id::text, 1, 0 from public.departures d
   where d.exclusive and d.held + d.sold = 0
  union all
  select 'a hold has one booking when consumed, else none', h.id::text,
         case when h.state = 'consumed' then 1 else 0 end, count(b.hold_id)
    from private.holds h
    left join (select x.hold_id from public.bookings x union all select x.hold_id from public.transport_bookings x) b on b.hold_id = h.id
   group by h.id, h.state having count(b.hold_id) <> case when h.state = 'consumed' then 1 else 0 end
  union all
  select 'an expired hold lets go of its seats', h.id::text, 0, h.seats
    from private.holds h where h.state = 'held' and h.expires_at < now() - interval '1 hour'
$$;

-- What else must hold of the ledger and of payments.
create function private.check_money()
returns table (rule text, subject text, expected numeric, actual numeric)
language sql stable security definer set search_path = '' as $$
  with b as (
    select x.id, x.total_price, x.currency_code from public.bookings x
    union all select x.id, x.total_price, x.currency_code from public.transport_bookings x),
  l as (
    select coalesce(x.booking_id, x.transport_booking_id) as id, x.party, x.kind, x.amount, x.currency_code from private.ledger x),
  p as (
    select x.*, coalesce(x.booking_id, x.transport_booking_id) as booked from private.payments x)
  select 'shares add up to the price', b.id || ' ' || s.kind, b.total_price, s.amount
    from (select l.id, l.kind, sum(l.amount) as amount from l where l.kind like 'sale%' group by 1, 2) s join b on b.id = s.id
   where s.amount <> b.total_price
  union all
  select 'no share is below zero', s.id || ' ' || s.party, 0, s.amount
    from (select l.id, l.party, sum(l.amount) as amount from l group by 1, 2) s where s.amount < 0
  union all
  select 'ledger and payment speak the booking''s currency', b.id::text, 1, count(distinct x.currency) + 1
    from b join (select l.id, upper(l.currency_code) as currency from l union all select p.booked, upper(p.currency) from p) x on x.id = b.id
   where x.currency <> b.currency_code group by b.id
  union all
  select 'what was paid is the price', b.id::text, private.to_minor(b.total_price, b.currency_code), p.amount_minor
    from p join b on b.id = p.booked where p.amount_minor <> private.to_minor(b.total_price, b.currency_code)
  union all
  select 'what was paid is the price', coalesce(p.payment_intent_id, p.id::text), p.amount_minor, p.captured_minor - p.refunded_minor
    from p where p.captured_minor - p.refunded_minor > p.amount_minor
  union all
  select 'refunds done at Stripe are in the books', p.payment_intent_id, sum(o.amount_minor), p.refunded_minor
    from p join private.stripe_ops o on o.payment_intent_id = p.payment_intent_id and o.op like 'refund:%' and o.state = 'done'
   group by p.payment_intent_id, p.refunded_minor having sum(o.amount_minor) > p.refunded_minor
  union all
  select 'disputes are in the books', p.payment_intent_id, coalesce(d.taken, 0), p.disputed_minor
    from p left join (select x.payment_id, sum(x.taken_minor) filter (where x.returned_at is null) as taken
                        from private.disputes x group by 1) d on d.payment_id = p.id
   where p.disputed_minor <> coalesce(d.taken, 0)
  union all
  select 'an authorised card is charged or let go', p.payment_intent_id, 0, p.amount_minor
    from p join private.holds h on h.id = p.hold_id
   where p.status = 'requires_capture' and h.expires_at < now() - interval '1 hour'
  union all
  select 'nothing waits too long at Stripe', o.payment_intent_id || ':' || o.op, 0, coalesce(o.amount_minor, 0)
    from private.stripe_ops o
   where o.state = 'queued' and o.created_at < now() - case when o.op like 'refund:%' then interval '3 days' else interval '1 hour' end
  union all
  select 'every event of Stripe is processed', e.id, 1, 0
    from private.stripe_events e where e.processed_at is null and e.received_at < now() - interval '1 hour'
$$;

-- What a booking reads, against the money behind it. A booking that staff brought back to life reads what they said.
create function private.check_bookings()
returns table (rule text, subject text, expected numeric, actual numeric)
language sql stable security definer set search_path = '' as $$
  with b as (
    select 'experience' as kind, x.id, x.hold_id, x.tourist_id, x.status, x.payment_method, x.payment_status, x.total_price,
           x.currency_code, x.referral_link_id from public.bookings x
    union all
    select 'transport', x.id, x.hold_id, x.tourist_id, x.status, x.payment_method, x.payment_status, x.total_price,
           x.currency_code, x.referral_link_id from public.transport_bookings x),
  p as (
    select x.*, coalesce(x.booking_id, x.transport_booking_id) as booked from private.payments x
     where num_nonnulls(x.booking_id, x.transport_booking_id) = 1),
  partner as (
    select coalesce(x.booking_id, x.transport_booking_id) as id, sum(x.amount) as amount
      from private.ledger x where x.party = 'partner' group by 1
    having bool_or(x.party_user_id is not null)) -- a partner whose account is gone took the commission along
  select 'a completed booking has its money', b.id::text, private.to_minor(b.total_price, b.currency_code), coalesce(p.captured_minor, 0)
    from b left join p on p.booked = b.id
   where b.payment_status = 'completed' and private.is_live(b.status) and coalesce(p.captured_minor, 0) = 0
  union all
  select 'captured card money never reads pending', b.id::text, 1, 0
    from b join p on p.booked = b.id
   where p.method = 'card' and b.payment_status = 'pending' and private.is_live(b.status) and p.captured_minor > p.refunded_minor
  union all
  select 'a live booking stands on no cancelled payment', b.id::text, 0, 1
    from b join p on p.booked = b.id
   where p.status = 'canceled' and private.is_live(b.status) and not private.was_revived(b.id)
  union all
  select 'a refunded booking has given its money back', b.id::text, 0, private.refundable_minor(x)
    from b join p on p.booked = b.id join private.payments x on x.id = p.id
   where b.status = 'refunded' and p.captured_minor > p.refunded_minor and private.refundable_minor(x) > 0
  union all
  select 'a partner''s share has its commission', l.id::text, l.amount, coalesce(c.amount, 0)
    from partner l
    left join public.referrals r on r.booking_id = l.id or r.transport_booking_id = l.id
    left join public.commissions c on c.referral_id = r.id
   where c.id is null or (c.status = 'pending' and c.amount <> l.amount)
  union all
  select 'a partner''s share has its commission', coalesce(r.booking_id, r.transport_booking_id)::text, 0, c.amount
    from public.commissions c join public.referrals r on r.id = c.referral_id
   where c.amount > 0 and not exists (
     select 1 from private.ledger x where x.party = 'partner' and (x.booking_id = r.booking_id or x.transport_booking_id = r.transport_booking_id))
  union all
  select 'a referral is its booking''s', r.id::text, 1, 0
    from public.referrals r join b on b.id = coalesce(r.booking_id, r.transport_booking_id)
   where r.referral_link_id is distinct from b.referral_link_id
  union all
  select 'a confirmed booking has its e-mail', b.id::text, 1, 0
    from b
   where b.hold_id is not null and b.tourist_id is not null and private.is_live(b.status)
     and (b.payment_method = 'cash' or b.payment_status = 'completed') and not private.was_revived(b.id)
     and exists (select 1 from private.holds h where h.id = b.hold_id and h.by_caller and h.created_at > now() - interval '90 days')
     and exists (select 1 from public.profiles x where x.id = b.tourist_id and private.may_mail(x.email))
     and not exists (select 1 from private.outbox o where o.dedupe_key = format('email:booking_confirmation:%s:%s', b.kind, b.id))
  union all
  select 'a booking has its check-in code', b.id::text, 1, 0
    from b
   where b.tourist_id is not null and not exists (
     select 1 from public.booking_codes c where (c.booking_id = b.id or c.transport_booking_id = b.id) and c.tourist_id = b.tourist_id)
$$;

-- What must hold of the outbox. Two letters of one kind in one transaction are of one event; and there are no more letters than events.
create function private.check_outbox()
returns table (rule text, subject text, expected numeric, actual numeric)
language sql stable security definer set search_path = '' as $$
  select 'no e-mail or notification is stuck', o.dedupe_key, 0, o.attempts
    from private.outbox o where o.state in ('queued', 'sending') and o.next_attempt_at < now() - interval '1 hour'
  union all
  select 'no e-mail is given up', o.dedupe_key, 0, o.attempts
    from private.outbox o where o.state = 'dead' and o.kind = 'email' and o.created_at > now() - interval '30 days'
  union all
  select 'one letter for each end and return of a booking', o.payload ->> 'booking_id', 1, count(*)
    from private.outbox o where o.template in ('booking_cancelled', 'booking_confirmation')
   group by o.template, o.payload ->> 'booking_id', o.created_at having count(*) > 1
  union all
  select 'one letter for each end and return of a booking', x.booking_id, e.ends, x.letters
    from (select o.payload ->> 'booking_id' as booking_id, count(*) as letters
            from private.outbox o where o.template = 'booking_cancelled' group by 1) x
    cross join lateral (
      select count(*) as ends from public.booking_events v
       where (v.booking_id = x.booking_id::uuid or v.transport_booking_id = x.booking_id::uuid)
         and private.is_live(v.from_status) and not private.is_live(v.to_status)) e
   where x.letters > e.ends
$$;

-- A day of grace: the reconciler deletes through the Storage API, which may be down.
create function private.check_passports()
returns table (rule text, subject text, expected numeric, actual numeric)
language sql stable security definer set search_path = '' as $$
  with used as (
    select i.name, b.booking_date, b.hold_id, b.id from public.bookings b, unnest(b.passport_images) i (name) where i.name is not null
    union all
    select i.name, b.booking_date, b.hold_id, b.id from public.transport_bookings b, unnest(b.passport_images) i (name) where i.name is not null),
  stored as (select o.name, o.created_at from storage.objects o where o.bucket_id = 'passports')
  select 'a passport image exists', u.id::text, 1, 0
    from used u
   where u.hold_id is not null and u.booking_date > current_date - 30
     and exists (select 1 from private.holds h where h.id = u.hold_id and h.by_caller)
     and not exists (select 1 from stored s where s.name = u.name)
  union all
  select 'a passport is gone 30 days after the service', s.name, 30, current_date - max(u.booking_date)
    from stored s join used u on u.name = s.name group by s.name having max(u.booking_date) < current_date - 32
  union all
  select 'an unused passport is gone after a day', s.name, 1, extract(day from now() - s.created_at)
    from stored s
   where s.created_at < now() - interval '2 days' and not exists (select 1 from used u where u.name = s.name)
     and not exists (select 1 from private.holds h where h.state = 'held' and h.form -> 'passport_images' ? s.name)
$$;

-- The keys and checks that make a second sale, a second booking or a second refund impossible, and row level security.
create function private.check_guards()
returns table (rule text, subject text, expected numeric, actual numeric)
language sql stable security definer set search_path = '' as $$
  with wanted (relation, columns) as (values
    ('private.holds', 'user_id,idempotency_key'), ('private.ledger', 'booking_id,party,kind'),
    ('private.ledger', 'transport_booking_id,party,kind'), ('private.outbox', 'dedupe_key'), ('private.payments', 'hold_id'),
    ('private.payments', 'payment_intent_id'), ('private.payments', 'booking_id'), ('private.payments', 'transport_booking_id'),
    ('private.stripe_events', 'id'), ('private.stripe_ops', 'payment_intent_id,op'), ('public.booking_codes', 'code'),
    ('public.bookings', 'hold_id'), ('public.commissions', 'referral_id'), ('public.departures', 'timeslot_id,service_date'),
    ('public.departures', 'transport_id,service_date'), ('public.referrals', 'booking_id'),
    ('public.referrals', 'transport_booking_id'), ('public.transport_bookings', 'hold_id'))
  select 'the guards of the database are in place', format('unique %s (%s)', w.relation, w.columns), 1, 0
    from wanted w
   where not exists (
     select 1 from pg_catalog.pg_index i
      where i.indrelid = w.relation::regclass and i.indisunique and i.indisvalid
        and (select string_agg(a.attname, ',' order by k.n)
               from unnest(i.indkey::int2[]) with ordinality k (attnum, n)
               join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum) = w.columns)
  union all
  select 'the guards of the database are in place', 'check public.departures (held + sold <= capacity)', 1, 0
   where not exists (
     select 1 from pg_catalog.pg_constraint c
      where c.conrelid = 'public.departures'::regclass and c.contype = 'c' and c.convalidated
        and pg_catalog.pg_get_constraintdef(c.oid) like '%(held + sold) <= capacity%')
  union all
  select 'the guards of the database are in place', format('row level security %s.%s', n.nspname, c.relname), 1, 0
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
   where n.nspname in ('public', 'private') and c.relkind in ('r', 'p') and not c.relrowsecurity
  union all
  select 'roles are their grants', p.id::text, coalesce(cardinality(g.roles), 0), cardinality(p.roles)
    from public.profiles p
    left join (select x.user_id, array_agg(distinct x.role order by x.role) as roles from private.live_grants x group by 1) g
      on g.user_id = p.id
   where (select array_agg(r order by r) from unnest(p.roles) r) is distinct from g.roles
$$;

-- One earning a booking, of the territory, the currency and the amount that the ledger has for the territory (docs/decisions/0012).
create function private.check_earnings()
returns table (rule text, subject text, expected numeric, actual numeric)
language sql stable security definer set search_path = '' as $$
  with l as (
    select coalesce(x.booking_id, x.transport_booking_id) as id, x.territory_id, x.currency_code, sum(x.amount) as amount
      from private.ledger x where x.party = 'territory' group by 1, 2, 3),
  e as (
    select coalesce(x.booking_id, x.transport_booking_id) as id, x.territory_id, x.currency_code, sum(x.amount) as amount
      from public.commission_earnings x where num_nonnulls(x.booking_id, x.transport_booking_id) = 1 group by 1, 2, 3)
  select 'the region''s earnings equal its share', coalesce(l.id, e.id)::text, coalesce(l.amount, 0), coalesce(e.amount, 0)
    from l full join e on (e.id, e.territory_id, e.currency_code) = (l.id, l.territory_id, l.currency_code)
   where l.amount is distinct from e.amount
$$;

-- What was paid out (docs/decisions/0040). Each share is what the ledger has, and what payouts have paid of it; nobody was ever paid more
-- than there was, taken back apart; each payout is its lines, and a booking that reads paid has its payout. What was paid out and then
-- refunded is no broken rule: it comes back with the payee's next payout.
create function private.check_payouts()
returns table (rule text, subject text, expected numeric, actual numeric)
language sql stable security definer set search_path = '' as $$
  with l as (
    select coalesce(x.booking_id, x.transport_booking_id) as id, x.party, sum(x.amount) as amount,
           sum(x.amount) filter (where x.amount > 0) as came
      from private.ledger x where x.party <> 'app' group by 1, 2),
  s as (
    select x.*, coalesce(x.booking_id, x.transport_booking_id) as any_id, x.id || ' ' || x.party as subject from private.shares x),
  lines as (
    select x.share_id, sum(x.amount) as amount from public.payout_lines x group by 1),
  standing as (
    select x.share_id from public.payout_lines x
     where x.reverses is null and not exists (select 1 from public.payout_lines r where r.reverses = x.id) group by 1),
  reads as (
    select b.id, p.party, p.status from public.bookings b
     cross join lateral (values ('operator', b.operator_status), ('territory', b.territory_status), ('partner', b.partner_status)) p (party, status)
    union all
    select b.id, p.party, p.status from public.transport_bookings b
     cross join lateral (values ('operator', b.operator_status), ('territory', b.territory_status), ('partner', b.partner_status)) p (party, status))
  select 'a share is what the ledger has', coalesce(l.id, s.any_id) || ' ' || coalesce(l.party, s.party), coalesce(l.amount, 0), coalesce(s.earned, 0)
    from l full join s on s.any_id = l.id and s.party = l.party where coalesce(l.amount, 0) <> coalesce(s.earned, 0)
  union all
  select 'a share is paid as its payouts say', s.any_id || ' ' || s.party, coalesce(x.amount, 0), s.paid
    from s left join lines x on x.share_id = s.id where s.paid <> coalesce(x.amount, 0)
  union all
  select 'nobody was paid more than there was', s.any_id || ' ' || s.party, coalesce(l.came, 0), x.amount
    from s join lines x on x.share_id = s.id left join l on l.id = s.any_id and l.party = s.party where x.amount > coalesce(l.came, 0)
  union all
  select 'a payout is the sum of its lines', p.id::text, coalesce(x.amount, 0), p.amount
    from public.payouts p
    left join (select y.payout_id, sum(y.amount) as amount, count(*) as n from public.payout_lines y group by 1) x on x.payout_id = p.id
   where p.amount <> coalesce(x.amount, 0) or p.lines <> coalesce(x.n, 0)
  union all
  select 'a share is paid once at a time', x.share_id || ' ' || x.turn, 1, count(*)
    from public.payout_lines x where x.reverses is null group by x.share_id, x.turn having count(*) > 1
  union all
  select 'a payout that reads paid was owed', r.id || ' ' || r.party, 1, 0
    from reads r left join s on s.any_id = r.id and s.party = r.party left join standing y on y.share_id = s.id
   where (r.status = 'paid' and y.share_id is null) or (r.status <> 'paid' and s.paid > 0)
$$;

-- The whole check, each hour or when an admin asks, and its result for the admins' page.

create table private.invariant_reports (
  id bigint generated always as identity primary key,
  checked_at timestamptz not null default now(),
  duration_ms int not null,
  broken int not null check (broken >= 0),
  rules jsonb not null, -- [{rule, broken}]: every rule, in order
  rows jsonb not null -- [{rule, subject, expected, actual}]: at most 200
);
create index invariant_reports_checked_at_idx on private.invariant_reports (checked_at desc);
alter table private.invariant_reports enable row level security;

-- A report as the admins' page reads it.
create function private.invariant_report_json(r private.invariant_reports)
returns jsonb language sql stable set search_path = '' as $$
  select case when r.id is not null then jsonb_build_object('checked_at', r.checked_at, 'duration_ms', r.duration_ms,
    'broken', r.broken, 'rows', r.rows, 'rules', (
      select jsonb_agg(jsonb_build_object('rule', x ->> 'rule', 'meaning', m.meaning, 'todo', m.todo, 'broken', x -> 'broken') order by o.n)
        from jsonb_array_elements(r.rules) with ordinality o (x, n) left join private.invariant_rules() m on m.rule = x ->> 'rule')) end
$$;

-- Checks everything and keeps the result, for 90 days. Unless the last one is younger than p_unless_younger, or one is under way:
-- null then.
create function private.run_invariant_check(p_unless_younger interval default '0')
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_start timestamptz := clock_timestamp();
  v_report private.invariant_reports;
begin
  if exists (select 1 from private.invariant_reports where checked_at > now() - p_unless_younger)
     or not pg_try_advisory_xact_lock(20261121, -1) then
    return null;
  end if;
  with found as (select * from private.check_invariants()),
  counted as (
    select m.n, coalesce(m.rule, f.rule) as rule, coalesce(f.broken, 0) as broken
      from private.invariant_rules() m
      full join (select x.rule, count(*) as broken from found x group by 1) f on f.rule = m.rule),
  bounded as (
    select x.*, row_number() over (partition by x.rule order by x.subject) as i from found x)
  insert into private.invariant_reports (duration_ms, broken, rules, rows)
  select 0, coalesce((select sum(c.broken) from counted c), 0),
         (select jsonb_agg(jsonb_build_object('rule', c.rule, 'broken', c.broken) order by c.n nulls last, c.rule) from counted c),
         coalesce((select jsonb_agg(to_jsonb(y) - 'i' order by y.rule, y.i) from (
           select * from bounded z where z.i <= 20 order by z.rule, z.i limit 200) y), '[]')
  returning * into v_report;
  update private.invariant_reports set duration_ms = extract(epoch from clock_timestamp() - v_start) * 1000
   where id = v_report.id returning * into v_report;
  delete from private.invariant_reports where checked_at < now() - interval '90 days';
  return private.invariant_report_json(v_report);
end $$;
grant execute on function private.run_invariant_check(interval) to service_role;

-- The last report, for admins, else 403 'forbidden'; null when nothing was ever checked.
--   { "checked_at": timestamptz, "duration_ms": int, "broken": int (rows that break a rule, all of them),
--     "rules": [ { "rule": text, "meaning": text, "todo": text (what to do about a broken row), "broken": int } ]  every rule, also those that hold, in a fixed order
--     "rows":  [ { "rule": text, "subject": text, "expected": numeric, "actual": numeric } ]  at most 200, at most 20 a rule }
create function private.latest_invariant_report()
returns jsonb language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return (select private.invariant_report_json(r) from private.invariant_reports r order by r.checked_at desc, r.id desc limit 1);
end $$;
create function public.latest_invariant_report() returns jsonb language sql stable security invoker set search_path = '' as $$
  select private.latest_invariant_report()
$$;
grant execute on function private.latest_invariant_report(), public.latest_invariant_report() to authenticated;

-- A fresh report, for admins, at most once a minute: else the report of that minute is given again.
create function private.check_invariants_now()
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.run_invariant_check('1 minute');
  return private.latest_invariant_report();
end $$;
-- PostgREST gives the request the function's own limit of time: the API's usual one is too short for a large database.
create function public.check_invariants_now() returns jsonb language sql security invoker
set search_path = '' set statement_timeout = '60s' as $$
  select private.check_invariants_now()
$$;
grant execute on function private.check_invariants_now(), public.check_invariants_now() to authenticated;

-- For the reconciler's log: rows that break a rule, each with what to do. → {total, rows: [{rule, subject, expected, actual, todo}]}, at
-- most 20 rows.
create function private.broken_rows_json(p_total bigint, p_rows jsonb)
returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object('total', p_total, 'rows', coalesce((
    select jsonb_agg(x.row || jsonb_build_object('todo', m.todo) order by x.n)
      from jsonb_array_elements(p_rows) with ordinality x (row, n) left join private.invariant_rules() m on m.rule = x.row ->> 'rule'
     where x.n <= 20), '[]'))
$$;

-- Only what has moved in the last hour: this runs each minute, and must not grow with the table. The whole is check_invariants_if_due.
create function private.recent_broken_rows()
returns jsonb language sql stable security definer set search_path = '' as $$
  select private.broken_rows_json(count(*), coalesce(jsonb_agg(to_jsonb(f)), '[]')) from private.check_invariants(now() - interval '1 hour') f
$$;
create function public.recent_broken_rows() returns jsonb language sql stable security invoker set search_path = '' as $$
  select private.recent_broken_rows()
$$;
grant execute on function private.recent_broken_rows(), public.recent_broken_rows() to service_role;

-- The whole check when the last one is more than an hour old, in the same shape; nothing broken when it is not due.
create function private.check_invariants_if_due()
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_report jsonb := private.run_invariant_check('70 minutes');
begin
  return private.broken_rows_json(coalesce((v_report ->> 'broken')::bigint, 0), coalesce(v_report -> 'rows', '[]'));
end $$;
create function public.check_invariants_if_due() returns jsonb language sql security invoker
set search_path = '' set statement_timeout = '120s' as $$
  select private.check_invariants_if_due()
$$;
grant execute on function private.check_invariants_if_due(), public.check_invariants_if_due() to service_role;

-- Hosted projects have pg_cron: each hour, whether or not the reconcile function is scheduled. Without it that function does it.
do $$
begin
  if exists (select 1 from pg_extension where extname = 'pg_cron') then
    execute $cron$ select cron.schedule('territorio-invariants', '17 * * * *', 'select private.run_invariant_check()') $cron$;
  end if;
end $$;

-- Who reads the card of a person (name, picture, country): whoever may read something that names them. The sub-selects stand under the
-- policies of their tables, so a card is public while a board post, a review or an experience of that person is; guide and guest,
-- and who writes to whom, know each other by the booking; a territory knows its people. Nobody else can be listed.

create policy profile_cards_select_anon on public.profile_cards for select to anon
  using (exists (select 1 from public.territory_messages m where m.user_id = profile_cards.id)
    or exists (select 1 from public.reviews r where r.author_id = profile_cards.id)
    or exists (select 1 from public.experiences e where e.guide_id = profile_cards.id));

create policy profile_cards_select on public.profile_cards for select to authenticated
  using (id = (select auth.uid())
    or id = any ((select private.my_people())::uuid[])
    or (select private.is_admin())
    or exists (select 1 from public.territory_messages m where m.user_id = profile_cards.id)
    or exists (select 1 from public.reviews r where r.author_id = profile_cards.id)
    or exists (select 1 from public.experiences e where e.guide_id = profile_cards.id)
    or exists (select 1 from public.experience_guide_rankings k where k.guide_id = profile_cards.id)
    or exists (select 1 from public.shuttle_drivers d where d.driver_id = profile_cards.id)
    or exists (select 1 from public.bookings b where b.tourist_id = profile_cards.id)
    or exists (select 1 from public.bookings b where b.guide_id = profile_cards.id)
    or exists (select 1 from public.transport_bookings b where b.tourist_id = profile_cards.id)
    or exists (select 1 from public.messages m where m.sender_id = profile_cards.id)
    or exists (select 1 from public.role_requests q where q.user_id = profile_cards.id and q.status = 'pending'));

-- One bad row stops nothing but itself (docs/decisions/0028). Every loop over people's data does each item by itself: one that throws
-- is written down here with its error, comes again after growing pauses, and is parked for a person after a limit. The outbox and
-- stripe_ops count their attempts in columns of their own; list_troubles shows all three.

create table private.troubles (
  kind text not null, -- one of private.trouble_kinds()
  item text not null, -- the id of what fails
  error text not null,
  attempts int not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now(),
  next_attempt_at timestamptz not null,
  parked_at timestamptz, -- since when it waits for a person
  primary key (kind, item)
);
create index troubles_last_idx on private.troubles (last_at desc);
alter table private.troubles enable row level security;
grant all on private.troubles to service_role;

-- Every kind of item that a loop does by itself. `item` says what its id is of. A test poisons one of each.
create function private.trouble_kinds()
returns table (kind text, item text) language sql immutable set search_path = '' as $$
  select v.kind, v.item from (values
    ('expired_hold', 'a hold that ran out'),
    ('expired_payment', 'a hold that ran out and has a PaymentIntent'),
    ('payment', 'a PaymentIntent that Stripe is asked about'),
    ('stripe_event', 'an event of Stripe that nobody was told'),
    ('account_deletion', 'an account whose deletion was interrupted'),
    ('passport', 'a passport image whose time is over'),
    ('media', 'a file that nobody shows'),
    ('review_request', 'a booking whose guest is asked for a review'),
    ('territory_clock', 'a territory whose time zone nobody knows'),
    ('reconciler', 'a whole part of the reconciler'),
    ('stripe_op', 'an operation at Stripe'),
    ('outbox', 'an e-mail, a notification or a message to a group')
  ) v (kind, item)
$$;

-- How long an item waits after so many attempts: a minute after the first, then twice as long each time, up to six hours.
create function private.trouble_wait(p_attempts int)
returns interval language sql immutable set search_path = '' as $$
  select least(interval '6 hours', interval '1 minute' * power(2, least(greatest(p_attempts, 1), 20) - 1))
$$;

-- After so many attempts, most of a day with the waits between them, an item waits for a person.
create function private.trouble_limit()
returns int language sql immutable set search_path = '' as $$ select 12 $$;

-- Whether it is an item's turn: nothing is known against it, or its pause is over.
create function private.is_due(p_kind text, p_item text)
returns boolean language sql stable security definer set search_path = '' as $$
  select not exists (
    select 1 from private.troubles t where t.kind = p_kind and t.item = p_item and (t.parked_at is not null or t.next_attempt_at > now()))
$$;

-- An item has failed: once more than before.
create function private.record_trouble(p_kind text, p_item text, p_error text)
returns void language sql security definer set search_path = '' as $$
  insert into private.troubles as t (kind, item, error, next_attempt_at)
  values (p_kind, p_item, left(coalesce(p_error, ''), 500), now() + private.trouble_wait(1))
  on conflict (kind, item) do update set
    error = excluded.error, attempts = t.attempts + 1, last_at = now(), next_attempt_at = now() + private.trouble_wait(t.attempts + 1),
    parked_at = case when t.attempts + 1 >= private.trouble_limit() then coalesce(t.parked_at, now()) end
$$;
create function public.record_trouble(p_kind text, p_item text, p_error text)
returns void language sql security invoker set search_path = '' as $$ select private.record_trouble(p_kind, p_item, p_error) $$;
grant execute on function private.record_trouble(text, text, text), public.record_trouble(text, text, text) to service_role;

-- An item that failed before was done.
create function private.clear_trouble(p_kind text, p_item text)
returns void language sql security definer set search_path = '' as $$
  delete from private.troubles t where t.kind = p_kind and t.item = p_item
$$;
create function public.clear_trouble(p_kind text, p_item text)
returns void language sql security invoker set search_path = '' as $$ select private.clear_trouble(p_kind, p_item) $$;
grant execute on function private.clear_trouble(text, text), public.clear_trouble(text, text) to service_role;

-- What has been due for hours and no loop has named is settled: by a webhook, by hand, or it is gone.
create function private.forget_settled_troubles()
returns void language sql security definer set search_path = '' as $$
  delete from private.troubles t where t.parked_at is null and t.next_attempt_at < now() - interval '3 hours'
$$;

-- Which items of a kind have failed before: a worker clears those that it gets done.
create function private.troubled_items(p_kind text)
returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(t.item), '[]') from private.troubles t where t.kind = p_kind
$$;
create function public.troubled_items(p_kind text)
returns jsonb language sql stable security invoker set search_path = '' as $$ select private.troubled_items(p_kind) $$;
grant execute on function private.troubled_items(text), public.troubled_items(text) to service_role;

-- The time on the clocks of a zone; null where the database does not know it. For statements over many territories: one that has a
-- wrong zone must not fail them for the others.
create function private.local_time(p_time_zone text)
returns timestamp language plpgsql stable set search_path = '' as $$
begin
  return now() at time zone p_time_zone;
exception when invalid_parameter_value then
  return null;
end $$;

-- What fails, those that wait for a person first, then the newest, for admins: a page after (p_after_parked, p_after_at, p_after_key).
-- `key` names a row; `parked`: nobody tries it any more. Of the outbox and of the operations at Stripe only what is parked. A
-- dispute that is open waits for a person too, and is not tried again. Raises 403 'forbidden'.
create function private.list_troubles(p_after_parked boolean, p_after_at timestamptz, p_after_key text, p_limit int)
returns table (key text, kind text, item text, subject text, error text, attempts int, first_at timestamptz, last_at timestamptz,
  next_attempt_at timestamptz, parked boolean)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query
  with found as (
    select t.kind, t.item, t.item as subject, t.error, t.attempts, t.first_at, t.last_at, t.next_attempt_at, t.parked_at is not null as parked
      from private.troubles t
    union all
    select 'stripe_op', o.id::text, o.payment_intent_id || ' ' || o.op, coalesce(o.last_error, ''), o.attempts, o.created_at,
           coalesce(o.parked_at, o.next_attempt_at), null, true
      from private.stripe_ops o
     where (o.state = 'queued' and o.parked_at is not null) or (o.state = 'failed' and o.op like 'refund:%')
    union all
    select 'outbox', o.id::text, concat_ws(', ', replace(o.template, '_', ' '), coalesce(p.email, o.recipient)), coalesce(o.last_error, ''),
           o.attempts, o.created_at, o.next_attempt_at, null, true
      from private.outbox o left join public.profiles p on o.kind <> 'email' and p.id::text = o.recipient
     where o.state = 'dead'
    union all
    select 'dispute', d.stripe_id, concat_ws(', ', b.title, b.booking_date, upper(p.currency) || ' ' || private.from_minor(d.amount_minor, p.currency)),
           concat_ws(', ', replace(d.reason, '_', ' '), replace(d.status, '_', ' '), 'answer by ' || (d.answer_by at time zone 'UTC')::date), 1, d.opened_at,
           d.opened_at, null, true
      from private.disputes d join private.payments p on p.id = d.payment_id
      left join private.booking_facts b on b.id = coalesce(p.booking_id, p.transport_booking_id)
     where d.closed_at is null)
  select f.kind || ':' || f.item, f.* from found f
   where p_after_key is null or (not f.parked, -extract(epoch from f.last_at), f.kind || ':' || f.item)
       > (not p_after_parked, -extract(epoch from p_after_at), p_after_key)
   order by not f.parked, -extract(epoch from f.last_at), f.kind || ':' || f.item
   limit least(greatest(coalesce(p_limit, 50), 1), 100);
end $$;
create function public.list_troubles(p_after_parked boolean default null, p_after_at timestamptz default null, p_after_key text default null,
  p_limit int default 50)
returns table (key text, kind text, item text, subject text, error text, attempts int, first_at timestamptz, last_at timestamptz,
  next_attempt_at timestamptz, parked boolean)
language sql stable security invoker set search_path = '' as $$
  select * from private.list_troubles(p_after_parked, p_after_at, p_after_key, p_limit)
$$;
grant execute on function private.list_troubles(boolean, timestamptz, text, int), public.list_troubles(boolean, timestamptz, text, int)
  to authenticated;

-- Try again: the next run takes it, with all attempts before it. For admins, and audited. Raises 403 'forbidden', 404 'trouble_not_found'
-- where it has been done meanwhile. Locks the payment of an operation at Stripe, then the operation.
create function private.retry_trouble(p_kind text, p_item text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_error text;
begin
  perform private.require_admin();
  if p_kind = 'outbox' and p_item ~ '^[0-9]{1,18}$' then
    perform private.retry_outbox(p_item::bigint);
    return;
  elsif p_kind = 'stripe_op' and p_item ~ '^[0-9]{1,18}$' then
    v_error := private.retry_stripe_op(p_item::bigint);
  else
    update private.troubles t set attempts = 0, next_attempt_at = now(), parked_at = null
     where t.kind = p_kind and t.item = p_item returning t.error into v_error;
  end if;
  if v_error is null then
    perform private.fail(404, 'trouble_not_found', 'This was done meanwhile');
  end if;
  perform private.audit('trouble_retried', null, 'troubles', p_kind || ':' || p_item, jsonb_build_object('kind', p_kind, 'last_error', v_error));
end $$;
create function public.retry_trouble(p_kind text, p_item text)
returns void language sql security invoker set search_path = '' as $$ select private.retry_trouble(p_kind, p_item) $$;
grant execute on function private.retry_trouble(text, text), public.retry_trouble(text, text) to authenticated;

-- A dispute: the guest's bank takes card money back without asking us. It stands in the ledger, stops the payouts of its booking, and
-- waits for a person, who answers at Stripe's dashboard; how it ends is written too. Stripe is asked what its disputes are, whatever an
-- event says; what was heard before does no harm. Stripe's own fee for a dispute is no money of the booking's.

create table private.disputes (
  stripe_id text primary key,
  payment_id uuid not null references private.payments (id),
  number int not null, -- of this payment's disputes: the ledger's 'dispute:<n>'
  amount_minor bigint not null check (amount_minor >= 0),
  status text not null, -- Stripe's own word
  reason text,
  answer_by timestamptz, -- Stripe's last day for evidence
  taken_minor bigint not null default 0 check (taken_minor >= 0), -- what stands, or stood, in the ledger
  opened_at timestamptz not null default now(),
  returned_at timestamptz, -- won: the money is back
  closed_at timestamptz,
  unique (payment_id, number)
);
create index disputes_open_idx on private.disputes (opened_at) where closed_at is null;
alter table private.disputes enable row level security;
grant all on private.disputes to service_role;

-- How far a dispute has come. Answers of Stripe's may overtake each other: it never goes back. An inquiry (warning_…) takes no money, and may
-- become a dispute after it was closed; a bank may give a lost one back, never take a won one.
create function private.dispute_stage(p_status text)
returns int language sql immutable set search_path = '' as $$
  select case p_status when 'warning_needs_response' then 1 when 'warning_under_review' then 2 when 'warning_closed' then 3 when 'prevented' then 3
    when 'needs_response' then 4 when 'under_review' then 5 when 'lost' then 6 when 'won' then 7 else 0 end
$$;

-- The disputes of a payment as Stripe has them: [{id, amount, status, reason, answer_by}]. The caller holds the payment's lock.
create function private.apply_disputes(p_payment_id uuid, p_disputes jsonb)
returns void language plpgsql security definer set search_path = '' as $$
declare
  r record;
  d private.disputes;
begin
  for r in
    select * from jsonb_to_recordset(p_disputes) x (id text, amount bigint, status text, reason text, answer_by timestamptz) order by x.id
  loop
    select * into d from private.disputes x where x.stripe_id = r.id;
    continue when found and private.dispute_stage(r.status) <= private.dispute_stage(d.status);
    insert into private.disputes as x (stripe_id, payment_id, number, amount_minor, status, reason, answer_by)
    values (r.id, p_payment_id, 1 + (select count(*) from private.disputes y where y.payment_id = p_payment_id), r.amount, r.status, r.reason, r.answer_by)
    on conflict (stripe_id) do update set status = excluded.status, answer_by = excluded.answer_by,
      amount_minor = excluded.amount_minor;
    update private.disputes x set closed_at = case when x.status in ('warning_closed', 'prevented', 'lost', 'won') then now() end
     where x.stripe_id = r.id returning * into d;
    if d.status in ('needs_response', 'under_review', 'lost') and d.taken_minor = 0 then
      d := private.take_dispute(d);
    elsif d.status = 'won' and d.taken_minor > 0 and d.returned_at is null then
      d := private.return_dispute(d);
    end if;
    perform private.notify_dispute(d);
  end loop;
end $$;

-- The bank has taken the money: out of the shares, as far as there is any. The caller holds the payment's lock.
create function private.take_dispute(d private.disputes)
returns private.disputes language plpgsql security definer set search_path = '' as $$
declare
  p private.payments;
  b private.booking_facts;
begin
  select * into p from private.payments where id = d.payment_id;
  b := private.booking_of(p);
  d.taken_minor := least(d.amount_minor, p.captured_minor - p.refunded_minor - p.disputed_minor);
  if d.taken_minor > 0 and exists (select 1 from private.ledger_balance(b.id)) then
    perform private.take_shares(b, d.taken_minor, 'dispute:' || d.number);
  end if;
  update private.disputes x set taken_minor = d.taken_minor where x.stripe_id = d.stripe_id;
  update private.payments set disputed_minor = disputed_minor + d.taken_minor where id = p.id;
  perform private.adjust_commission(b);
  return d;
end $$;

-- Won: the money is back, to whom it was taken from. The caller holds the payment's lock.
create function private.return_dispute(d private.disputes)
returns private.disputes language plpgsql security definer set search_path = '' as $$
declare
  p private.payments;
begin
  select * into p from private.payments where id = d.payment_id;
  perform private.put_shares_back(p, 'dispute:' || d.number, 'dispute-won:' || d.number);
  update private.disputes x set returned_at = now() where x.stripe_id = d.stripe_id returning * into d;
  update private.payments set disputed_minor = disputed_minor - d.taken_minor where id = p.id;
  perform private.adjust_commission(private.booking_of(p));
  return d;
end $$;

-- Whether a dispute of the booking's payment has not ended.
create function private.is_disputed(p_booking_id uuid)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from private.disputes d where d.payment_id = (private.payment_of(p_booking_id)).id and d.closed_at is null)
$$;

-- Raises 409 'payment_disputed': nobody is paid out from money that the guest's bank may keep.
create function private.refuse_disputed(p_booking_id uuid)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if private.is_disputed(p_booking_id) then
    perform private.fail(409, 'payment_disputed', 'The guest''s bank disputes this payment. Wait for its decision before you pay anybody.');
  end if;
end $$;

-- The trail has each step; the territory's managers hear of the beginning and the end.
create function private.notify_dispute(d private.disputes)
returns void language plpgsql security definer set search_path = '' as $$
declare
  p private.payments;
  b private.booking_facts;
  v_user uuid;
  v_words text := case when d.closed_at is null then 'The bank disputes the payment' when d.status = 'lost' then 'The dispute was lost: the money stays with the guest'
    when d.status = 'won' then 'The dispute was won: the money is back' else 'The bank has dropped its question about the payment' end;
begin
  select * into p from private.payments where id = d.payment_id;
  b := private.booking_of(p);
  if b.id is null then
    return;
  end if;
  perform private.audit_booking('payment_disputed', b, jsonb_build_object('dispute', d.stripe_id, 'status', d.status,
    'amount', private.from_minor(d.amount_minor, b.currency_code), 'currency_code', b.currency_code));
  for v_user in
    select distinct g.user_id from private.live_grants g where g.territory_id = b.territory_id and g.role = 'territory_manager'
  loop
    perform private.queue_notification(format('dispute:%s:%s:%s', d.stripe_id, case when d.closed_at is null then 'open' else d.status end, v_user),
      v_user, 'payment_disputed', 'Payment disputed', format('%s on %s, %s %s. %s.', b.title, private.long_date(b.booking_date), b.currency_code,
        private.from_minor(d.amount_minor, b.currency_code), v_words), b);
  end loop;
end $$;

-- Payouts as the screens read them: who has to be paid, what for, what was paid, and the statement that a payee keeps.

-- The name of a payee: a person, a partner by the business, the service whose operator it is, or nothing for who is gone.
create function private.payee_name(p_party text, p_payee_id uuid, p_service_id uuid, p_territory_id text)
returns text language sql stable security definer set search_path = '' as $$
  select coalesce(
    case when p_party = 'partner' then private.business_name_of(p_payee_id, p_territory_id) end,
    (select coalesce(nullif(p.full_name, ''), p.email) from public.profiles p where p.id = p_payee_id),
    (select t.title from public.territory_transports t where t.id = p_service_id),
    (select e.title from public.experiences e where e.id = p_service_id))
$$;

-- Who has something open in a territory, one row a payee and currency, who gets most first. due: trips that have begun, less what has to
-- come back; ahead: paid by the guests, the trip is still to come; held: a refund or a dispute is on its way. `trips` counts departures.
-- version and as_of name what was read: pay_out asks for them. For managers and admins. Raises 403 'forbidden'.
create function private.payees_to_pay(p_territory_id text)
returns table (payee text, party text, name text, avatar_url text, currency_code text, trips int, bookings int, due numeric, oldest date,
  ahead_trips int, ahead numeric, next_trip date, held numeric, version text, as_of timestamptz)
language plpgsql stable security definer set search_path = '' set work_mem = '32MB' as $$
begin
  perform private.require_earner(p_territory_id);
  return query
  select private.payee_key(g.party, g.payee_id, g.service_id), g.party, private.payee_name(g.party, g.payee_id, g.service_id, p_territory_id),
         c.avatar_url, g.currency, g.trips, g.bookings, g.due, g.oldest, g.ahead_trips, g.ahead, g.next_trip, g.held, g.version, now()
    from (
      select s.party, s.payee_id, case when s.payee_id is null then s.service_id end as service_id, s.currency_code as currency,
             (count(distinct s.departure_id) filter (where private.is_due(s)))::int as trips,
             (count(*) filter (where private.is_due(s)))::int as bookings,
             coalesce(sum(s.amount) filter (where private.is_due(s)), 0) as due,
             min(s.booking_date) filter (where private.is_due(s) and s.amount > 0) as oldest,
             (count(distinct s.departure_id) filter (where s.amount > 0 and not s.past))::int as ahead_trips,
             coalesce(sum(s.amount) filter (where s.amount > 0 and not s.past), 0) as ahead,
             min(s.booking_date) filter (where s.amount > 0 and not s.past) as next_trip,
             coalesce(sum(s.amount) filter (where s.amount > 0 and s.past and s.held), 0) as held,
             md5(string_agg(s.id || '.' || s.version, ',' order by s.id) filter (where private.is_due(s))) as version
        from private.open_shares(private.open_share_ids(p_territory_id)) s
       group by 1, 2, 3, 4) g
    left join public.profile_cards c on c.id = g.payee_id
   order by g.due desc, g.ahead desc, 1, 5 limit 1000;
end $$;
create function public.payees_to_pay(p_territory_id text)
returns table (payee text, party text, name text, avatar_url text, currency_code text, trips int, bookings int, due numeric, oldest date,
  ahead_trips int, ahead numeric, next_trip date, held numeric, version text, as_of timestamptz)
language sql stable security invoker set search_path = '' as $$ select * from private.payees_to_pay(p_territory_id) $$;
grant execute on function private.payees_to_pay(text), public.payees_to_pay(text) to authenticated;

-- What a payee has to be paid for (p_what 'due', 'ahead' or 'held'), oldest trip first, a page after (p_after_date, p_after_id). `line`
-- names the share as it was read, for pay_out. For managers and admins. Raises 403 'forbidden'.
create function private.payee_lines(p_territory_id text, p_payee text, p_currency text, p_what text, p_after_date date, p_after_id bigint, p_limit int)
returns table (id bigint, line text, kind text, booking_id uuid, title text, booking_date date, start_time time, num_people int,
  total_price numeric, amount numeric, currency_code text, as_of timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_earner(p_territory_id);
  return query
  select s.id, s.id || '.' || s.version, s.kind, s.booking_id, s.title, s.booking_date, s.start_time, s.num_people, s.total_price, s.amount,
         s.currency_code, now()
    from private.open_shares(private.open_share_ids(p_territory_id)) s
   where private.payee_key(s.party, s.payee_id, s.service_id) = p_payee and s.currency_code = p_currency
     and case p_what when 'ahead' then s.amount > 0 and not s.past when 'held' then s.amount > 0 and s.past and s.held else private.is_due(s) end
     and (p_after_date is null or (s.booking_date, s.id) > (p_after_date, p_after_id))
   order by s.booking_date, s.id limit least(greatest(coalesce(p_limit, 100), 1), 1000);
end $$;
create function public.payee_lines(p_territory_id text, p_payee text, p_currency text, p_what text default 'due', p_after_date date default null,
  p_after_id bigint default null, p_limit int default 100)
returns table (id bigint, line text, kind text, booking_id uuid, title text, booking_date date, start_time time, num_people int,
  total_price numeric, amount numeric, currency_code text, as_of timestamptz)
language sql stable security invoker set search_path = '' as $$
  select * from private.payee_lines(p_territory_id, p_payee, p_currency, p_what, p_after_date, p_after_id, p_limit)
$$;
grant execute on function private.payee_lines(text, text, text, text, date, bigint, int),
  public.payee_lines(text, text, text, text, date, bigint, int) to authenticated;

-- A payout as every list shows it. standing: what of it has not been taken back.
create type private.payout_row as (
  id uuid, number text, territory_id text, territory_name text, party text, payee_name text, currency_code text, currency_symbol text,
  amount numeric, lines int, paid_on date, reference text, reverses uuid, reason text, created_at timestamptz, created_by_name text,
  standing numeric, reversed_at timestamptz, reversal_reason text
);

create function private.payout_row_of(p public.payouts)
returns private.payout_row language sql stable security definer set search_path = '' as $$
  select (p.id, 'P' || to_char(p.created_at at time zone t.time_zone, '-YYYYMMDD-') || upper(left(replace(p.id::text, '-', ''), 8)),
    p.territory_id, t.name, p.party, private.payee_name(p.party, p.payee_id, p.service_id, p.territory_id), p.currency_code,
    private.currency_symbol(p.currency_code), p.amount, p.lines, p.paid_on, p.reference, p.reverses, p.reason, p.created_at,
    (select coalesce(nullif(c.full_name, ''), c.email) from public.profiles c where c.id = p.created_by),
    p.amount + coalesce(r.amount, 0), r.at, r.reason)::private.payout_row
  from public.territories t
  left join lateral (
    select sum(x.amount) as amount, max(x.created_at) as at, (array_agg(x.reason order by x.created_at desc))[1] as reason
      from public.payouts x where x.reverses = p.id) r on true
  where t.id = p.territory_id
$$;

-- The payouts of a territory, the newest first, a page after (p_before, p_before_id); those that were marked in the list of transactions too.
-- For managers and admins. Raises 403 'forbidden'.
create function private.territory_payouts(p_territory_id text, p_before timestamptz, p_before_id uuid, p_limit int)
returns setof private.payout_row language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_earner(p_territory_id);
  return query
  select r.* from (
    select p from public.payouts p
     where p.territory_id = p_territory_id and (p_before is null or (p.created_at, p.id) < (p_before, p_before_id))
     order by p.created_at desc, p.id desc limit least(greatest(coalesce(p_limit, 50), 1), 1000)) x
  cross join lateral private.payout_row_of(x.p) r order by r.created_at desc, r.id desc;
end $$;
create function public.territory_payouts(p_territory_id text, p_before timestamptz default null, p_before_id uuid default null, p_limit int default 50)
returns table (id uuid, number text, territory_id text, territory_name text, party text, payee_name text, currency_code text,
  currency_symbol text, amount numeric, lines int, paid_on date, reference text, reverses uuid, reason text, created_at timestamptz,
  created_by_name text, standing numeric, reversed_at timestamptz, reversal_reason text)
language sql stable security invoker set search_path = '' as $$
  select * from private.territory_payouts(p_territory_id, p_before, p_before_id, p_limit)
$$;
grant execute on function private.territory_payouts(text, timestamptz, uuid, int), public.territory_payouts(text, timestamptz, uuid, int)
  to authenticated;

-- What was paid to the caller, anywhere, the newest first, a page after (p_before, p_before_id).
create function private.my_payouts(p_before timestamptz, p_before_id uuid, p_limit int)
returns setof private.payout_row language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
begin
  return query
  select r.* from (
    select p from public.payouts p
     where p.payee_id = caller and (p_before is null or (p.created_at, p.id) < (p_before, p_before_id))
     order by p.created_at desc, p.id desc limit least(greatest(coalesce(p_limit, 20), 1), 100)) x
  cross join lateral private.payout_row_of(x.p) r order by r.created_at desc, r.id desc;
end $$;
create function public.my_payouts(p_before timestamptz default null, p_before_id uuid default null, p_limit int default 20)
returns table (id uuid, number text, territory_id text, territory_name text, party text, payee_name text, currency_code text,
  currency_symbol text, amount numeric, lines int, paid_on date, reference text, reverses uuid, reason text, created_at timestamptz,
  created_by_name text, standing numeric, reversed_at timestamptz, reversal_reason text)
language sql stable security invoker set search_path = '' as $$ select * from private.my_payouts(p_before, p_before_id, p_limit) $$;
grant execute on function private.my_payouts(timestamptz, uuid, int), public.my_payouts(timestamptz, uuid, int) to authenticated;

-- The open shares of which a person may be the payee; some may be another's, of a trip that was led by somebody else.
create function private.open_share_ids_of(p_user_id uuid)
returns bigint[] language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(x.id), '{}') from (
    select s.id from public.bookings b join private.shares s on s.booking_id = b.id and s.party = 'operator'
     where b.guide_id = p_user_id and s.earned <> s.paid
    union
    select s.id from public.referrals r
      join private.shares s on coalesce(s.booking_id, s.transport_booking_id) = coalesce(r.booking_id, r.transport_booking_id) and s.party = 'partner'
     where r.partner_id = p_user_id and s.earned <> s.paid
    union
    select s.id from public.commission_earnings e
      join private.shares s on coalesce(s.booking_id, s.transport_booking_id) = coalesce(e.booking_id, e.transport_booking_id) and s.party = 'territory'
     where e.user_id = p_user_id and s.earned <> s.paid
    union
    select s.id from public.payouts p join private.shares s on s.payout_id = p.id
     where p.payee_id = p_user_id and s.earned <> s.paid) x
$$;

-- What the caller has to get, one row a territory and currency: due, ahead and held as payees_to_pay has them, and what was paid.
create function private.my_payout_totals()
returns table (territory_id text, territory_name text, currency_code text, currency_symbol text, due numeric, ahead numeric, held numeric, paid numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
begin
  return query
  select x.territory, t.name, x.currency, private.currency_symbol(x.currency), sum(x.due), sum(x.ahead), sum(x.held), sum(x.paid)
    from (
      select s.territory_id as territory, s.currency_code as currency, case when private.is_due(s) then s.amount else 0 end as due,
             case when s.amount > 0 and not s.past then s.amount else 0 end as ahead,
             case when s.amount > 0 and s.past and s.held then s.amount else 0 end as held, 0 as paid
        from private.open_shares(private.open_share_ids_of(caller)) s where s.payee_id = caller
      union all
      select p.territory_id, p.currency_code, 0, 0, 0, p.amount from public.payouts p where p.payee_id = caller) x
    join public.territories t on t.id = x.territory
   group by x.territory, t.name, x.currency order by sum(x.due) desc, x.territory, x.currency;
end $$;
create function public.my_payout_totals()
returns table (territory_id text, territory_name text, currency_code text, currency_symbol text, due numeric, ahead numeric, held numeric, paid numeric)
language sql stable security invoker set search_path = '' as $$ select * from private.my_payout_totals() $$;
grant execute on function private.my_payout_totals(), public.my_payout_totals() to authenticated;

-- A payout that the caller may read: their own, of a territory that they manage, or any for admins. Raises 404 'payout_not_found'.
create function private.readable_payout(p_payout_id uuid)
returns public.payouts language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  p public.payouts;
begin
  select * into p from public.payouts x where x.id = p_payout_id;
  if p.id is null or not (p.payee_id is not distinct from caller or private.sees_shares(p.territory_id)) then
    perform private.fail(404, 'payout_not_found', 'This payout could not be found');
  end if;
  return p;
end $$;

-- The statement of a payout without its lines; first_trip and last_trip say what time it is about. Raises 404 'payout_not_found'.
create function private.payout_statement(p_payout_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  p public.payouts := private.readable_payout(p_payout_id);
begin
  return private.payout_json(p) || jsonb_build_object('may_reverse', p.reverses is null and private.sees_shares(p.territory_id));
end $$;
create function public.payout_statement(p_payout_id uuid)
returns jsonb language sql stable security invoker set search_path = '' as $$ select private.payout_statement(p_payout_id) $$;
grant execute on function private.payout_statement(uuid), public.payout_statement(uuid) to authenticated;

create function private.payout_json(p public.payouts)
returns jsonb language sql stable security definer set search_path = '' as $$
  select to_jsonb(r) || (
    select jsonb_build_object('first_trip', min(f.booking_date), 'last_trip', max(f.booking_date), 'trips', count(distinct f.departure_id))
      from public.payout_lines l join private.booking_facts f on f.id = coalesce(l.booking_id, l.transport_booking_id)
       and f.kind = case when l.booking_id is null then 'transport' else 'experience' end
     where l.payout_id = p.id)
    from private.payout_row_of(p) r
$$;

-- The lines of a payout in the order of their trips, a page after p_after. sold: the price of the booking; no guest is named.
create function private.payout_statement_lines(p_payout_id uuid, p_after bigint, p_limit int)
returns table (id bigint, kind text, booking_id uuid, title text, booking_date date, start_time time, num_people int, sold numeric, amount numeric,
  currency_code text)
language plpgsql stable security definer set search_path = '' as $$
declare
  p public.payouts := private.readable_payout(p_payout_id);
begin
  return query
  select l.id, f.kind, f.id, f.title, f.booking_date, f.start_time, f.num_people, f.total_price, l.amount, p.currency_code
    from public.payout_lines l
    cross join lateral (
      select x.* from private.booking_facts x
       where x.id = coalesce(l.booking_id, l.transport_booking_id) and x.kind = case when l.booking_id is null then 'transport' else 'experience' end
       offset 0) f
   where l.payout_id = p.id and (p_after is null or l.id > p_after)
   order by l.id limit least(greatest(coalesce(p_limit, 100), 1), 1000);
end $$;
create function public.payout_statement_lines(p_payout_id uuid, p_after bigint default null, p_limit int default 100)
returns table (id bigint, kind text, booking_id uuid, title text, booking_date date, start_time time, num_people int, sold numeric, amount numeric,
  currency_code text)
language sql stable security invoker set search_path = '' as $$
  select * from private.payout_statement_lines(p_payout_id, p_after, p_limit)
$$;
grant execute on function private.payout_statement_lines(uuid, bigint, int), public.payout_statement_lines(uuid, bigint, int) to authenticated;
