-- Reads the JSON of a request. Types, lengths and formats are all checked, and invalid input is refused as PT400 'invalid_input', so that no request
-- can make a cast fail.

-- Checks that a request has only these fields, so that a field that nobody reads isn't lost. Raises 400 'invalid_input'.
create function private.check_fields(p jsonb, fields text[])
returns void language plpgsql stable set search_path = '' as $$
declare
  unknown text := (select min(k) from jsonb_object_keys(p) k where k <> all (fields));
begin
  if unknown is not null then
    perform private.invalid(format('%s is not a field of this form', left(unknown, 100)), left(unknown, 100));
  end if;
end $$;

-- Returns a trimmed text without harmless invisible characters, or null if it is absent or blank. Raises 400 'invalid_input'. Whether it may have
-- characters that change the direction of text is for check_text, check_name and the triggers, which let a stored value stay.
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
    perform private.invalid(format('%s must be a text', field), field);
  end if;
  t := v #>> '{}';
  if t ~ '[^\x01-\x7f]' then -- most texts of a request have none of these, and holds read many
    t := private.trimmed(private.visible_text(t));
  end if;
  t := btrim(t, E' \t\r\n');
  if length(t) > max_length or t ~ '[\x01-\x08\x0b\x0c\x0e-\x1f\x7f]' then
    perform private.invalid(format('%s is too long or has characters that are not allowed', field), field);
  end if;
  return nullif(t, '');
end $$;

-- Returns a uuid, or null if it is absent. Raises 400 'invalid_input'.
create function private.input_uuid(p jsonb, field text)
returns uuid language plpgsql stable set search_path = '' as $$
declare
  t text := private.input_text(p, field, 100);
begin
  if t is null then
    return null;
  end if;
  if t !~* '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then
    perform private.invalid(format('%s is not valid', field), field);
  end if;
  return t::uuid;
end $$;

-- Returns true or false, and false if it is absent. Raises 400 'invalid_input'.
create function private.input_bool(p jsonb, field text)
returns boolean language plpgsql stable set search_path = '' as $$
declare
  v jsonb := p -> field;
begin
  if v is null or v = 'null'::jsonb then
    return false;
  end if;
  if jsonb_typeof(v) <> 'boolean' then
    perform private.invalid(format('%s must be true or false', field), field);
  end if;
  return v = 'true'::jsonb;
end $$;

-- Returns a number of people, which is whole and from 1 to 1000, or null if it is absent. Raises 400 'invalid_input'.
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
    perform private.invalid(format('%s must be a number', field), field);
  end if;
  n := (v #>> '{}')::numeric;
  if n <> trunc(n) or n < 1 or n > 1000 then
    perform private.invalid(format('%s must be a whole number of at least 1', field), field);
  end if;
  return n::int;
end $$;

-- Returns a list of positions, which are whole numbers from 1 to 1000, or null if it is absent. Raises 400 'invalid_input'.
create function private.input_places(p jsonb, field text)
returns int[] language plpgsql stable set search_path = '' as $$
declare
  v jsonb := p -> field;
begin
  if v is null or v = 'null'::jsonb then
    return null;
  elsif jsonb_typeof(v) <> 'array' or jsonb_array_length(v) > 1000 then
    perform private.invalid(format('%s must be a list', field), field);
  end if;
  return array(select coalesce(private.input_count(jsonb_build_object(field, x.one), field), 0) from jsonb_array_elements(v) with ordinality x (one, n) order by x.n);
end $$;

-- Returns a date written as YYYY-MM-DD. The day is checked by arithmetic, because a failing cast would look like our own bug. Raises 400
-- 'invalid_input'.
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
    perform private.invalid(format('%s is not a date', field), field);
  end if;
  y := left(t, 4)::int;
  m := substr(t, 6, 2)::int;
  d := right(t, 2)::int;
  if m not between 1 and 12 or d < 1 or d > extract(day from make_date(y, m, 1) + interval '1 month - 1 day') then
    perform private.invalid(format('%s is not a date', field), field);
  end if;
  return make_date(y, m, d);
end $$;

-- Returns the instant of a 'YYYY-MM-DDTHH:MM' in a time zone, as forms send it, or null if it is absent. Raises 400 'invalid_input'.
create function private.input_moment(p jsonb, field text, p_time_zone text)
returns timestamptz language plpgsql stable set search_path = '' as $$
declare
  t text := private.input_text(p, field, 40);
begin
  if t !~ '^[0-9-]{10}T([01][0-9]|2[0-3]):[0-5][0-9]$' then
    perform private.invalid(format('%s is not a time', field), field);
  end if;
  return (private.input_date(jsonb_build_object(field, left(t, 10)), field) + right(t, 5)::time) at time zone p_time_zone;
end $$;

-- Returns one entry per passenger in their order, with only the known fields. Raises 400 'invalid_input' and 'name_not_plain'.
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
    if passenger ->> 'whatsapp' is not null and not private.is_phone(passenger ->> 'whatsapp') then
      perform private.invalid('Please provide a valid WhatsApp number for each passenger');
    elsif passenger ->> 'phone' is not null and not private.is_phone(passenger ->> 'phone') then
      perform private.invalid('Please provide a valid phone number for each passenger');
    end if;
    if passenger ->> 'country' is not null and not private.is_country(passenger ->> 'country') then
      perform private.invalid('Please provide a valid country for each passenger');
    end if;
    passengers := passengers || passenger;
  end loop;
  return passengers;
end $$;

-- Returns the result of a function that must fail and still keep what it wrote (a counted attempt), because raising would roll that back. The API
-- turns `response.status` into the HTTP status, and the body has the shape of a raised error.
create function private.reply_error(status int, code text, message text, details text default null)
returns jsonb language plpgsql set search_path = '' as $$
begin
  perform set_config('response.status', status::text, true);
  return jsonb_build_object('code', 'PT' || status, 'message', message, 'hint', code, 'details', details);
end $$;

-- A refusal that can be raised or returned. details are for programs.
create type private.refusal as (status int, code text, message text, details jsonb);

-- Raises a refusal, with its details.
create function private.raise_refusal(p_refusal private.refusal)
returns void language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = 'PT' || p_refusal.status, message = p_refusal.message, hint = p_refusal.code,
    detail = coalesce(p_refusal.details::text, '');
end $$;

-- Returns a refusal, so that written rows are kept.
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

-- Returns a number between two bounds with at most p_scale digits after the point. Raises 400 'invalid_input' with p_message for anything else.
create function private.input_number(p jsonb, field text, p_message text, p_min numeric, p_max numeric, p_scale int default 0)
returns numeric language plpgsql stable set search_path = '' as $$
declare
  n numeric;
begin
  if jsonb_typeof(p -> field) is distinct from 'number' then
    perform private.invalid(p_message, field);
  end if;
  n := (p ->> field)::numeric;
  if n < p_min or n > p_max or n <> round(n, p_scale) then
    perform private.invalid(p_message, field);
  end if;
  return n;
end $$;

-- Returns the distinct texts of a list in their order, without blank ones. Raises 400 'invalid_input'.
create function private.input_texts(p jsonb, field text, p_most int, p_shape text)
returns text[] language plpgsql stable set search_path = '' as $$
declare
  v jsonb := coalesce(p -> field, '[]');
  v_texts text[];
begin
  if jsonb_typeof(v) <> 'array' or jsonb_array_length(v) > p_most then
    perform private.invalid(format('%s is not a list, or is too long', field));
  elsif v = '[]' then
    return '{}';
  end if;
  select coalesce(array_agg(x.t order by x.n), '{}') into v_texts
    from (select i.v #>> '{}' as t, min(i.n) as n from jsonb_array_elements(v) with ordinality i (v, n)
           where private.trimmed(coalesce(i.v #>> '{}', '')) <> '' group by 1) x;
  if exists (select 1 from unnest(v_texts) t where t !~ p_shape or length(t) > 2000) then
    perform private.invalid(format('%s is not valid', field), field);
  end if;
  return v_texts;
end $$;

-- Returns a list of at most p_most uuids, which is empty if it is absent.
create function private.input_uuids(p jsonb, field text, p_most int)
returns uuid[] language sql stable set search_path = '' as $$
  select private.input_texts(p, field, p_most, '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$')::uuid[]
$$;

-- Returns whether a link may be stored for others to open. It must have no name before an @, which looks like a host, and no characters that end an
-- HTML attribute. src/lib/format/web-link.ts has the same rule, and both are tested with one list of cases.
create function private.is_web_link(p_url text)
returns boolean language sql immutable parallel safe set search_path = '' as $$
  select p_url ~* '^https?://[^[:space:]"<>\\/?#@]+([/?#][^[:space:]"<>\\]*)?$' and private.is_plain_line(p_url)
$$;
grant execute on function private.is_web_link(text) to authenticated, service_role;

-- Returns the pattern of a picture's or video's address: a file in our own storage, or the art that comes with the app, with what docs/decisions/0002
-- puts after the #. It is never another host, which would see who looks at it and from where. The origin of the storage isn't part of it, so that a
-- database can move between hosts.
create function private.own_file_shape()
returns text language sql immutable parallel safe set search_path = '' as $$
  select '^(/storage/v1/object/public/(media|images)(/[A-Za-z0-9_-]+)+\.(png|jpe?g|gif|webp|avif|mp4|webm|mov)|/art/[a-z0-9-]+\.svg)(#[^\\\s<>"]*)?$'
$$;
-- Returns whether addresses match that pattern, for the constraints of tables. True for null and for the empty list.
create function private.is_own_file(p_url text)
returns boolean language sql immutable parallel safe set search_path = '' as $$
  select p_url is null or (p_url ~ private.own_file_shape() and length(p_url) <= 2000)
$$;
create function private.are_own_files(p_urls text[])
returns boolean language sql immutable parallel safe set search_path = '' as $$
  select cardinality(p_urls) <= 20 and coalesce((select bool_and(u is not null and private.is_own_file(u)) from unnest(p_urls) u), true)
$$;
grant execute on function private.own_file_shape(), private.is_own_file(text), private.are_own_files(text[]) to authenticated, service_role;

-- Returns whether a duration is in steps of half an hour, and true for null.
create function private.is_half_hours(p_hours numeric)
returns boolean language sql immutable set search_path = '' as $$ select coalesce(p_hours * 2 = trunc(p_hours * 2), true) $$;
