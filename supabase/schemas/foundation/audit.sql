-- The audit log of changes and the people who made them, and its search. Names aren't copied into it, because a deleted account's name would remain.
-- A search first looks up the word, and then the entries about what it found.

-- Returns the words of an audit log entry, for its index.
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
-- Entries of the same time are ordered by `id`.
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

-- Writes an audit log entry in the caller's name.
create function private.audit(p_action text, p_territory_id text, p_table text, p_id text, p_detail jsonb default '{}', p_actor uuid default auth.uid())
returns void language sql security definer set search_path = '' as $$
  insert into public.audit_log (actor_id, action, territory_id, subject_table, subject_id, detail)
  values (p_actor, p_action, p_territory_id, p_table, p_id, p_detail)
$$;

-- Returns at most 200 characters of a long text, from the beginning or from shortly before the first difference.
create function private.changed_part(p_text text, p_other text)
returns text language plpgsql immutable set search_path = '' as $$
declare
  alike int := 0;
  most int := coalesce(least(length(p_text), length(p_other)), 0);
  middle int;
begin
  while alike < most loop
    middle := (alike + most + 1) / 2;
    if left(p_text, middle) = left(p_other, middle) then
      alike := middle;
    else
      most := middle - 1;
    end if;
  end loop;
  return case when alike < 150 then left(p_text, 200) else '…' || substr(p_text, alike - 38, 199) end;
end $$;

-- Returns the old and new values of the columns in which two rows of a table differ, except these columns. For a long text it is the changed part.
-- Null if nothing differs.
create function private.changed_columns(p_old jsonb, p_new jsonb, p_silent text[])
returns jsonb language sql immutable set search_path = '' as $$
  select jsonb_object_agg(key, jsonb_build_object(
      'from', private.changed_part(o.value, n.value), 'to', private.changed_part(n.value, o.value)))
    from jsonb_each_text(p_new) n full join jsonb_each_text(p_old) o using (key)
   where n.value is distinct from o.value and key <> all (p_silent)
$$;

-- Logs an edit of a service with old and new values. All changes of one transaction are one entry, and the texts of several slots are joined.
create function private.audit_edit(p_action text, p_territory_id text, p_table text, p_id text, p_changed jsonb)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_id bigint;
  v_before jsonb;
begin
  select a.id, a.detail into v_id, v_before from public.audit_log a
   where a.subject_table = p_table and a.subject_id = p_id and a.action = p_action and a.at = now()
     and a.actor_id is not distinct from (select auth.uid()) order by a.id desc limit 1;
  if v_id is null then
    perform private.audit(p_action, p_territory_id, p_table, p_id, p_changed);
    return;
  end if;
  if v_before ? 'timeslots' and p_changed ? 'timeslots' then
    p_changed := p_changed || jsonb_build_object('timeslots', jsonb_build_object(
      'from', nullif(concat_ws('; ', v_before #>> '{timeslots,from}', p_changed #>> '{timeslots,from}'), ''),
      'to', nullif(concat_ws('; ', v_before #>> '{timeslots,to}', p_changed #>> '{timeslots,to}'), '')));
  end if;
  update public.audit_log a set detail = v_before || p_changed where a.id = v_id;
end $$;

-- Returns for example 'Mon, Fri 7:00 AM - 11:00 AM, 12 spots', or null for a deleted slot.
create function private.slot_text(p jsonb)
returns text language sql immutable set search_path = '' as $$
  select case when p ->> 'archived_at' is null then
    (select string_agg(initcap(left(d, 3)), ', ') from jsonb_array_elements_text(p -> 'days_of_week') d)
      || coalesce(to_char(date '2000-01-01' + (p ->> 'start_time')::time, ' FMHH12:MI AM'), '')
      || coalesce(to_char(date '2000-01-01' + (p ->> 'end_time')::time, ' - FMHH12:MI AM'), '')
      || ', ' || (p ->> 'available_spots') || ' spots' end
$$;

-- Logs adding, changing or removing a slot as an edit of its service. The initial slots of a new service aren't logged.
create function private.audit_slot()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  s public.services;
  v_from text := private.slot_text(case when tg_op <> 'INSERT' then to_jsonb(old) end);
  v_to text := private.slot_text(case when tg_op <> 'DELETE' then to_jsonb(new) end);
begin
  select * into s from public.services x where x.id = case when tg_op = 'DELETE' then old.service_id else new.service_id end;
  if auth.uid() is not null and v_from is distinct from v_to and s.archived_at is null and s.created_at < now() then
    perform private.audit_edit(s.kind || '_changed', s.territory_id, private.audit_table(s.kind), s.id::text,
      jsonb_build_object('timeslots', jsonb_build_object('from', v_from, 'to', v_to)));
  end if;
  return null;
end $$;

-- The audit log names services by the views of their kind.
create function private.audit_table(p_kind text)
returns text language sql immutable set search_path = '' as $$
  select case p_kind when 'experience' then 'experiences' else 'territory_transports' end
$$;

-- Logs changes of a service, with the currency of prices, and its removal. `leads` has the best-ranked guide.
create function private.audit_service()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  -- The database writes these columns itself, or together with another one.
  silent constant text[] := '{guide_id,pickup_location_id,destination_territory_id,featured_order,rating_average,rating_count,names,archived_at,created_at,updated_at}';
  gone boolean := tg_op = 'DELETE' or new.archived_at is not null;
  changed jsonb;
begin
  if gone then
    if old.archived_at is null then
      perform private.audit(old.kind || '_removed', old.territory_id, private.audit_table(old.kind), old.id::text, jsonb_build_object('title', old.title));
    end if;
    return null;
  end if;
  changed := private.changed_columns(private.with_flat_translations(to_jsonb(old)), private.with_flat_translations(to_jsonb(new)), silent);
  if old.guide_id is distinct from new.guide_id then
    changed := coalesce(changed, '{}') || jsonb_build_object('leads', new.guide_id);
  end if;
  if changed ?| '{shared_price,private_price}' then
    changed := changed || (select jsonb_build_object('currency_code', t.currency_code) from public.territories t where t.id = new.territory_id);
  end if;
  if changed is not null then
    perform private.audit_edit(new.kind || '_changed', new.territory_id, private.audit_table(new.kind), new.id::text, changed);
  end if;
  return null;
end $$;

-- Returns how often the caller recently did something, according to the audit log: in a minute, in an hour, and to one subject (on one date, if it
-- has one) in a day. Locks this action of the caller, so that concurrent calls count each other.
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

-- Raises 429 'rate_limited', 'rate_limited_hour' and 'rate_limited_day' if the caller did something too often, or too often to this subject (on this
-- date). The limits are '{p_name}.minute', '.hour' and '.same_day'. Locks as count_changes does.
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

-- Returns the name of an entry's subject.
create function private.audit_subject(p_table text, p_id text)
returns text language plpgsql stable security definer set search_path = '' as $$
begin
  -- A subject that isn't a valid key of its table was never a row.
  if p_table = 'outbox' and p_id !~ '^[0-9]{1,18}$'
    or p_table not in ('territories', 'outbox') and p_id !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    return null;
  end if;
  -- Both kinds of bookings are in one table; the log names them separately.
  return case replace(p_table, 'transport_bookings', 'bookings')
    when 'territories' then (select t.name from public.territories t where t.id = p_id)
    when 'profiles' then (select coalesce(nullif(p.full_name, ''), p.email) from public.profiles p where p.id = p_id::uuid)
    when 'partner_applications' then (select a.name from public.partner_applications a where a.id = p_id::uuid)
    when 'invites' then (select i.email from public.invites i where i.id = p_id::uuid)
    when 'territory_messages' then (select left(m.message, 80) from public.territory_messages m where m.id = p_id::uuid)
    when 'reviews' then (select e.title from public.reviews r join public.services e on e.id = r.service_id where r.id = p_id::uuid)
    when 'bookings' then (select concat_ws(', ', s.title, b.booking_date, nullif(p.full_name, ''))
      from public.bookings b join public.services s on s.id = b.service_id left join public.profiles p on p.id = b.tourist_id where b.id = p_id::uuid)
    when 'departures' then (select concat_ws(', ', s.title, d.service_date)
      from public.departures d join public.services s on s.id = d.service_id where d.id = p_id::uuid)
    when 'experiences' then (select s.title from public.services s where s.id = p_id::uuid)
    when 'territory_transports' then (select s.title from public.services s where s.id = p_id::uuid)
    when 'experience_timeslots' then (select concat_ws(', ', e.title, to_char(s.start_time, 'HH24:MI'))
      from public.slots s join public.services e on e.id = s.service_id where s.id = p_id::uuid)
    when 'payouts' then (select concat_ws(', ', private.payee_name(p.party, p.payee_id, p.service_id, p.territory_id), p.reference)
      from public.payouts p where p.id = p_id::uuid)
    when 'outbox' then (select o.recipient from private.outbox o where o.id = p_id::bigint)
  end;
end $$;

-- Returns the subject's name in each language, for a territory, a service, or a subject that begins with a service's title. Null for all others.
create function private.audit_subject_names(p_table text, p_id text, p_subject text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  service uuid;
begin
  if p_table = 'territories' then
    return (select t.names -> 'name' from public.territories t where t.id = p_id);
  end if;
  -- Without a name, the row doesn't exist.
  if p_subject is null then
    return null;
  end if;
  service := case replace(p_table, 'transport_bookings', 'bookings')
    when 'experiences' then p_id::uuid
    when 'territory_transports' then p_id::uuid
    when 'reviews' then (select r.service_id from public.reviews r where r.id = p_id::uuid)
    when 'bookings' then (select b.service_id from public.bookings b where b.id = p_id::uuid)
    when 'departures' then (select d.service_id from public.departures d where d.id = p_id::uuid)
    when 'experience_timeslots' then (select s.service_id from public.slots s where s.id = p_id::uuid)
  end;
  return (select jsonb_object_agg(n.key, n.value || substr(p_subject, length(own.title) + 1))
    from (select s.title from public.services s where s.id = service) own, jsonb_each_text(private.titles_of(service)) n);
end $$;

-- Returns the newest 5,000 people who match these words.
create function private.people_found(p_query tsquery)
returns uuid[] language sql stable security definer set search_path = '' as $$
  select array(
    select p.id from public.profiles p where p.id in (
      select x.id from public.profiles x where private.person_words(x.full_name, x.email) @@ p_query
      union all
      select g.user_id from private.live_grants g where g.business_name is not null and private.search_words(g.business_name) @@ p_query)
    order by p.created_at desc limit 5000)
$$;

-- Returns the entries whose subject matches these words, or which contain them. It works in steps, because only looking up a word shows how much it
-- matches, and then the entries are read by their keys.
create function private.audit_found(p_query tsquery)
returns bigint[] language plpgsql stable security definer set search_path = '' as $$
declare
  people text[] := private.people_found(p_query)::text[];
  booked text[] := array(select x.booking_id::text from (select s.booking_id from private.booking_search s
    where s.words @@ p_query order by s.booking_date desc limit 5000) x);
  places text[] := array(select t.id from public.territories t where private.search_words(private.every_name(t.names, 'name')) @@ p_query);
  invited text[] := array(select x.id::text from (select i.id from public.invites i
    where private.search_words(i.full_name || ' ' || i.email) @@ p_query order by i.created_at desc limit 5000) x);
begin
  return array(
    select a.id from public.audit_log a where private.audit_words(a.action, a.subject_table, a.subject_id, a.detail) @@ p_query
    union
    select a.id from public.audit_log a where a.subject_table = 'profiles' and a.subject_id = any (people)
    union
    select a.id from public.audit_log a where a.subject_table in ('bookings', 'transport_bookings') and a.subject_id = any (booked)
    union
    select a.id from public.audit_log a where a.subject_table = 'territories' and a.subject_id = any (places)
    union
    select a.id from public.audit_log a where a.subject_table = 'invites' and a.subject_id = any (invited));
end $$;

-- Returns the audit log for admins, newest first, a page before (at, id). p_from is inclusive, and p_to exclusive. p_actor has words of a name or an
-- email address. p_search has words of the entry or its subject: a person, a booking, an invitation, a territory. actor_name is null for the system
-- and for deleted accounts, and subject_name if it has no name. `leads` in a detail is a name, null for no one, and `drivers` are names. subject_names has the territory or
-- service with which a subject begins, in each of its languages. If a word matches more than 5,000 people (or bookings), only the newest 5,000 are
-- searched. Raises 403 'forbidden'.
create function public.list_audit(p_actor text default null, p_action text default null, p_territory_id text default null,
  p_from timestamptz default null, p_to timestamptz default null, p_search text default null, p_before_at timestamptz default null,
  p_before_id bigint default null, p_limit int default 50)
returns table (id bigint, at timestamptz, action text, actor_id uuid, actor_name text, territory_id text, subject_table text, subject_id text,
  subject_name text, subject_names jsonb, detail jsonb)
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
    s.name, private.audit_subject_names(k.subject_table, k.subject_id, s.name),
    case when k.detail ? 'leads' then k.detail || jsonb_build_object('leads', private.audit_subject('profiles', k.detail ->> 'leads'))
      when jsonb_typeof(k.detail -> 'drivers') = 'array' then k.detail || jsonb_build_object('drivers', (
        select coalesce(jsonb_agg(private.audit_subject('profiles', x)), '[]') from jsonb_array_elements_text(k.detail -> 'drivers') x))
      else k.detail end
  from keys k left join public.profiles p on p.id = k.actor_id
  cross join lateral (select private.audit_subject(k.subject_table, k.subject_id) as name) s
  order by k.at desc, k.id desc;
end $$;

-- Returns every kind of action in the log, for admins.
create function public.audit_actions()
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

-- Returns whether a word of the search matches more people, bookings or invitations than list_audit looks at, which is the newest 5,000 of each. The
-- page then asks for another word. For admins.
create function public.audit_search_cut(p_search text default null, p_actor text default null)
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
