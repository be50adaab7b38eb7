-- Travel alerts: a road, a river, a lake or a whole territory is closed, delayed or open again, since when and how long, and which services it
-- affects. The territory's team writes them, everyone reads them, and they end automatically. places/condition_notices.sql has the notifications.

create table public.conditions (
  id uuid primary key, -- created by the browser, so that a repeated post is the same alert
  territory_id text not null references public.territories (id) on delete cascade,
  subject text not null check (subject in ('road', 'river', 'lake', 'region')),
  state text not null check (state in ('open', 'delayed', 'closed')),
  text text not null check (private.says_something(text) and private.is_plain_text(text) and length(text) <= 500),
  source_url text check (source_url ~ '^https://' and private.is_web_link(source_url) and length(source_url) <= 500),
  touches_all boolean not null default false, -- whether it affects all services of the territory, and otherwise those in condition_services
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  language text not null default 'en' check (private.is_language(language)), -- language of its text
  translations jsonb not null default '{}'
    constraint conditions_translations_check check (private.are_translations(translations, language, '{}', '{"text": 500}')
      and private.is_plain_text(private.texts_in(translations, 'text'))),
  revision int not null default 1,
  tell boolean not null, -- whether guests are notified of its current revision
  told_at timestamptz, -- when they were notified
  told_until timestamptz, -- the last departure whose guests were notified of any revision, because they get later ones too
  posted_by uuid references public.profiles (id) on delete set null -- author of the current revision
    constraint conditions_poster_card_fkey references public.profile_cards (id) on delete set null,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  check (ends_at >= starts_at)
);
create index conditions_territory_idx on public.conditions (territory_id, ends_at desc, id);
create index conditions_untold_idx on public.conditions (changed_at) where tell and told_at is null;
create index conditions_posted_by_idx on public.conditions (posted_by) where posted_by is not null;
alter table public.conditions enable row level security;
-- tell, told_at and told_until aren't granted, because it is internal who was notified and when.
grant select (id, territory_id, subject, state, text, source_url, touches_all, starts_at, ends_at, language, translations, revision, posted_by,
  created_at, changed_at) on public.conditions to anon, authenticated;
grant all on public.conditions to service_role;

create table public.condition_services (
  condition_id uuid not null references public.conditions (id) on delete cascade,
  service_id uuid not null,
  kind text not null,
  foreign key (service_id, kind) references public.services (id, kind) on delete cascade,
  primary key (condition_id, service_id)
);
create index condition_services_service_idx on public.condition_services (service_id);
alter table public.condition_services enable row level security;
grant select on public.condition_services to anon, authenticated;
grant all on public.condition_services to service_role;

-- The revisions of a travel alert, one row each, which never change.
create table public.condition_changes (
  condition_id uuid not null references public.conditions (id) on delete cascade,
  revision int not null,
  state text not null,
  text text not null,
  language text not null,
  translations jsonb not null,
  ends_at timestamptz not null,
  changed_by uuid references public.profiles (id) on delete set null,
  changed_at timestamptz not null default now(),
  primary key (condition_id, revision)
);
create index condition_changes_author_idx on public.condition_changes (changed_by, changed_at desc) where changed_by is not null;
alter table public.condition_changes enable row level security;
-- changed_by isn't granted, because the page is signed only by the author of the current revision.
grant select (condition_id, revision, state, text, language, translations, ends_at, changed_at) on public.condition_changes to anon, authenticated;
grant all on public.condition_changes to service_role;

-- Everyone reads it if the territory is open, and otherwise only its team and guests.
create policy conditions_select_anon on public.conditions for select to anon
  using (territory_id = any ((select private.open_territories())::text[]));
create policy conditions_select on public.conditions for select to authenticated
  using (territory_id = any ((select private.open_territories())::text[])
    or territory_id = any ((select private.my_connected_territories())::text[])
    or (select private.is_admin()));
-- Readers who can't see a service don't learn its id here either.
create policy condition_services_select on public.condition_services for select to anon, authenticated
  using (exists (select 1 from public.conditions c where c.id = condition_id)
    and exists (select 1 from public.services s where s.id = service_id));
create policy condition_changes_select on public.condition_changes for select to anon, authenticated
  using (exists (select 1 from public.conditions c where c.id = condition_id));

create trigger conditions_translations before insert or update on public.conditions
  for each row execute function private.keep_translations();

-- Creates or changes a travel alert for staff, and returns its revision: {subject, state, text, source_url, starts_at, ends_at, touches_all,
-- service_ids, language, translations}. Times are in the territory's time zone, and without starts_at it applies from now on. p_expected_revision is
-- the one from which the form was filled, or null for a new one. Identical content is no change. p_tell says whether guests are notified. A change
-- without notification doesn't cancel pending notices of the previous one. Raises 400 'invalid_input', 403 'forbidden', 409 'changed_meanwhile', 429
-- 'rate_limited' and 'rate_limited_hour'.
create function private.store_condition(p_id uuid, p_territory_id text, p_expected_revision int, p_condition jsonb, p_tell boolean)
returns int language plpgsql security definer set search_path = '' as $$
declare
  was public.conditions;
  c public.conditions;
  v_services uuid[];
begin
  perform private.require_territory(p_territory_id);
  perform private.lock_user((select auth.uid()));
  select * into was from public.conditions x where x.id = p_id for update;
  if was.id is not null and was.territory_id <> p_territory_id then
    perform private.fail(403, 'forbidden', 'You don''t have permission to do this');
  end if;
  c := private.read_condition(p_id, p_territory_id, p_condition, coalesce(was.starts_at, now()));
  v_services := private.read_condition_services(c, p_condition);
  if not c.touches_all and v_services = '{}' then
    perform private.invalid('Please choose what the travel alert affects', 'service_ids');
  end if;
  if was.id is not null and private.says_the_same(was, c) and v_services = private.services_of_condition(p_id) then
    -- Marking a translation as current changes nothing for readers.
    if c.translations <> private.without_notes(c.translations) then
      update public.conditions set translations = c.translations where id = p_id;
    end if;
    return was.revision;
  elsif was.revision is distinct from p_expected_revision then
    perform private.fail(409, 'changed_meanwhile', 'Someone else changed this while you were working on it');
  end if;
  perform private.limit_conditions();
  c.revision := coalesce(was.revision, 0) + 1;
  c.tell := coalesce(p_tell, true) or coalesce(was.tell and was.told_at is null, false);
  if was.id is null then
    insert into public.conditions (id, territory_id, subject, state, text, source_url, touches_all, starts_at, ends_at, language, translations,
      tell, posted_by)
    values (c.id, c.territory_id, c.subject, c.state, c.text, c.source_url, c.touches_all, c.starts_at, c.ends_at, c.language, c.translations,
      c.tell, (select auth.uid()));
  else
    update public.conditions set subject = c.subject, state = c.state, text = c.text, source_url = c.source_url, touches_all = c.touches_all,
      starts_at = c.starts_at, ends_at = c.ends_at, language = c.language, translations = c.translations, revision = c.revision,
      tell = c.tell, told_at = null, posted_by = (select auth.uid()), changed_at = now()
    where id = p_id;
  end if;
  perform private.set_condition_services(p_id, v_services);
  perform private.note_condition(p_id);
  return c.revision;
end $$;

-- Saves a travel alert and cancels the departures that it closes, in one transaction, and returns {revision, cancellation: as cancel_departures has
-- it, or null}. p_cancel is {key, departures: as in select_departures}, and each key cancels once. Guests get the offer with the alert's text, and no
-- separate email about the alert. Raises what both of them raise.
create function public.save_condition(p_id uuid, p_territory_id text, p_expected_revision int, p_condition jsonb, p_tell boolean default true,
  p_cancel jsonb default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_revision int := private.store_condition(p_id, p_territory_id, p_expected_revision, p_condition, p_tell);
begin
  return jsonb_build_object('revision', v_revision, 'cancellation', case when p_cancel is not null then private.cancel_closed(p_id, p_cancel) end);
end $$;

-- Cancels departures affected by a travel alert while it lasts. Raises 400 'invalid_input' and what cancel_departures raises.
create function private.cancel_closed(p_id uuid, p_cancel jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  c public.conditions;
  v_zone text;
begin
  select * into c from public.conditions x where x.id = p_id;
  v_zone := (select t.time_zone from public.territories t where t.id = c.territory_id);
  if c.state <> 'closed' then
    perform private.invalid('Only a closure can cancel departures');
  elsif jsonb_typeof(p_cancel) <> 'object' or private.input_uuid(p_cancel, 'key') is null then
    perform private.invalid('key is required');
  elsif jsonb_typeof(p_cancel -> 'departures') = 'array' and exists (
      select 1 from jsonb_to_recordset(p_cancel -> 'departures') x (service_id uuid, service_date date)
       where private.territory_of_service(x.service_id) is distinct from c.territory_id
          or not private.condition_touches(c, x.service_id)
          or x.service_date < (c.starts_at at time zone v_zone)::date or x.service_date > (c.ends_at at time zone v_zone)::date) then
    perform private.invalid('The travel alert does not affect a departure in the list');
  end if;
  return public.cancel_departures(jsonb_build_object('departures', p_cancel -> 'departures'),
    case c.subject when 'region' then 'other' else 'road' end, c.text, private.input_uuid(p_cancel, 'key'), null, false);
end $$;

-- Ends a travel alert early, for staff. Repeating it does nothing. Raises 403 'forbidden'.
create function public.end_condition(p_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  c public.conditions;
begin
  select * into c from public.conditions x where x.id = p_id for update;
  perform private.require_territory(c.territory_id);
  if c.ends_at > now() then
    update public.conditions set starts_at = least(starts_at, now()), ends_at = now(), revision = revision + 1, tell = false, changed_at = now()
     where id = p_id;
    perform private.audit('condition_changed', c.territory_id, 'conditions', c.id::text, jsonb_build_object('status', 'ended'));
  end if;
end $$;

-- Returns a travel alert read from a request, which isn't stored yet. p_since is its start if the request has none. Raises 400 'invalid_input'.
create function private.read_condition(p_id uuid, p_territory_id text, p jsonb, p_since timestamptz)
returns public.conditions language plpgsql stable set search_path = '' as $$
declare
  c public.conditions;
  v_zone text := (select t.time_zone from public.territories t where t.id = p_territory_id);
  v_field text;
  v_text text;
begin
  c.id := p_id;
  c.territory_id := p_territory_id;
  c.subject := private.input_text(p, 'subject', 20);
  c.state := private.input_text(p, 'state', 20);
  c.text := private.input_text(p, 'text', 500);
  c.source_url := private.input_text(p, 'source_url', 500);
  c.touches_all := private.input_bool(p, 'touches_all');
  c.language := coalesce(private.input_text(p, 'language', 2), 'en');
  c.translations := private.input_translations(p, 'translations', '{"text": 500}');
  c.starts_at := coalesce(private.input_moment(p, 'starts_at', v_zone), p_since);
  c.ends_at := private.input_moment(p, 'ends_at', v_zone);
  if c.id is null then
    perform private.invalid('id is required');
  elsif coalesce(c.subject, '') not in ('road', 'river', 'lake', 'region') or coalesce(c.state, '') not in ('open', 'delayed', 'closed') then
    perform private.invalid('Please choose the kind of travel alert and its status',
      case when coalesce(c.subject, '') in ('road', 'river', 'lake', 'region') then 'state' else 'subject' end);
  elsif c.text is null or not private.says_something(c.text) then
    perform private.invalid('Please say in one sentence what happened', 'text');
  elsif c.source_url !~ '^https://' or not private.is_web_link(c.source_url) then
    perform private.invalid('The source must be an address that begins with https://', 'source_url');
  elsif c.ends_at is null or c.ends_at <= greatest(c.starts_at, now())
      or c.ends_at > now() + interval '60 days' then
    perform private.invalid('Please choose when it ends: at most 60 days from now', 'ends_at');
  elsif c.starts_at < now() - interval '60 days' then
    perform private.invalid('Please choose when it begins: at most 60 days ago', 'starts_at');
  elsif not private.is_language(c.language) or not private.are_translations(private.without_notes(c.translations), c.language, '{}', '{"text": 500}') then
    perform private.invalid('translations is not valid');
  end if;
  for v_field, v_text in
    select 'text', c.text union all select format('translations.%s.text', l.key), l.value ->> 'text' from jsonb_each(c.translations) l
  loop
    perform private.check_text(v_text, v_field);
    if private.has_web_address(v_text) then
      -- Email programs would turn the address into a link.
      perform private.fail(400, 'text_has_address', 'Please leave out web addresses. Add the source in its own field.', v_field);
    end if;
  end loop;
  return c;
end $$;

-- Returns whether two travel alerts are the same to readers.
create function private.says_the_same(a public.conditions, b public.conditions)
returns boolean language sql immutable set search_path = '' as $$
  select (a.subject, a.state, a.text, a.touches_all, a.starts_at, a.ends_at, a.language) = (b.subject, b.state, b.text, b.touches_all, b.starts_at, b.ends_at, b.language)
     and a.source_url is not distinct from b.source_url
     and private.without_notes(a.translations) = private.without_notes(b.translations)
$$;

-- Returns the texts of translations, without their outdated and current markers.
create function private.without_notes(p_translations jsonb)
returns jsonb language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(l.key, l.value - '{stale,current}'::text[]), '{}') from jsonb_each(p_translations) l
$$;

-- Returns the services named by a request, only of its own territory, in order. Raises 400 'invalid_input'.
create function private.read_condition_services(c public.conditions, p jsonb)
returns uuid[] language plpgsql stable security definer set search_path = '' as $$
declare
  v_ids uuid[] := array(select distinct v from unnest(private.input_uuids(p, 'service_ids', 500)) v order by 1);
begin
  if c.touches_all then
    return '{}';
  elsif exists (select 1 from unnest(v_ids) v where not exists (
      select 1 from public.services s where s.id = v and s.territory_id = c.territory_id)) then
    perform private.invalid('A service of the travel alert is not in this territory', 'service_ids');
  end if;
  return v_ids;
end $$;

create function private.services_of_condition(p_id uuid)
returns uuid[] language sql stable security definer set search_path = '' as $$
  select array(select s.service_id from public.condition_services s where s.condition_id = p_id order by 1)
$$;

create function private.set_condition_services(p_id uuid, p_services uuid[])
returns void language plpgsql security definer set search_path = '' as $$
begin
  delete from public.condition_services s where s.condition_id = p_id;
  insert into public.condition_services (condition_id, service_id, kind) select p_id, s.id, s.kind from public.services s where s.id = any (p_services);
end $$;

-- Stores an alert's newest revision in its history and logs it. Only the history has its text.
create function private.note_condition(p_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  c public.conditions;
begin
  select * into c from public.conditions x where x.id = p_id;
  insert into public.condition_changes (condition_id, revision, state, text, language, translations, ends_at, changed_by)
  values (c.id, c.revision, c.state, c.text, c.language, c.translations, c.ends_at, (select auth.uid()));
  perform private.audit(case when c.revision = 1 then 'condition_posted' else 'condition_changed' end, c.territory_id, 'conditions', c.id::text,
    jsonb_build_object('status', c.state));
end $$;

-- Raises 429 after too many changes of travel alerts, because each may email all guests.
create function private.limit_conditions()
returns void language plpgsql stable security definer set search_path = '' as $$
declare
  v_minute bigint;
  v_hour bigint;
begin
  select count(*) filter (where x.changed_at > now() - interval '1 minute'), count(*) into v_minute, v_hour
    from public.condition_changes x where x.changed_by = (select auth.uid()) and x.changed_at > now() - interval '1 hour';
  perform private.limit_rate('condition', v_minute, v_hour);
end $$;

-- Returns whether a travel alert affects a service of its territory.
create function private.condition_touches(c public.conditions, p_service_id uuid)
returns boolean language sql stable security definer set search_path = '' as $$
  select c.touches_all or exists (
    select 1 from public.condition_services s where s.condition_id = c.id and p_service_id = s.service_id)
$$;

-- Returns the first 200 future departures affected by a travel alert that the caller may cancel. p_condition is as in save_condition, saved or not,
-- of which starts_at, ends_at, touches_all and service_ids are used. Raises 403 'forbidden' and 400 'invalid_input'.
create function public.condition_departures(p_territory_id text, p_condition jsonb)
returns table (kind text, service_id uuid, slot_id uuid, service_date date, start_time time)
language plpgsql stable security definer set search_path = '' as $$
declare
  c public.conditions;
  v_services uuid[];
  v_zone text;
begin
  perform private.require_territory(p_territory_id);
  v_zone := (select t.time_zone from public.territories t where t.id = p_territory_id);
  c.territory_id := p_territory_id;
  c.touches_all := private.input_bool(p_condition, 'touches_all');
  c.starts_at := greatest(private.input_moment(p_condition, 'starts_at', v_zone), now());
  c.ends_at := private.input_moment(p_condition, 'ends_at', v_zone);
  if c.ends_at is null or c.ends_at > now() + interval '60 days' then
    perform private.invalid('Please choose when it ends: at most 60 days from now', 'ends_at');
  end if;
  v_services := private.read_condition_services(c, p_condition);
  return query
    select d.kind, d.service_id, d.slot_id, d.service_date, d.start_time
      from private.departures_of(
        array(select s.id from public.services s where s.territory_id = c.territory_id and s.archived_at is null
                 and (c.touches_all or s.id = any (v_services))),
        (c.starts_at at time zone v_zone)::date, (c.ends_at at time zone v_zone)::date) d
     where not d.past and not exists (select 1 from public.departures x where x.id = d.departure_id and x.status = 'cancelled')
       and private.departure_moment(d.service_date, d.start_time, v_zone) >= c.starts_at
       and private.departure_moment(d.service_date, d.start_time, v_zone) < c.ends_at
     order by d.service_date, d.start_time, d.service_id, d.slot_id limit 200;
end $$;

-- Returns the feed of an open territory with each change of the last 30 days, newest first, or null if there is no such territory.
create function service.conditions_feed(p_territory_id text, p_language text)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('name', private.translated(t.name, t.translations, 'name', p_language),
      'changed_at', coalesce((select max(c.changed_at) from public.conditions c where c.territory_id = t.id), t.created_at),
      'changes', (
        select coalesce(jsonb_agg(to_jsonb(x) order by x.changed_at desc, x.revision desc), '[]') from (
          select h.condition_id as id, h.revision, c.subject, h.state, private.translated(h.text, h.translations, 'text', p_language) as text,
                 case when h.translations -> p_language ? 'text' then p_language else h.language end as language,
                 p.full_name as author, h.changed_at, h.ends_at
            from public.condition_changes h
            join public.conditions c on c.id = h.condition_id
            left join public.profile_cards p on p.id = h.changed_by and p.id = c.posted_by -- as on the page, only the author of the current revision
           where c.territory_id = t.id and c.ends_at > now() - interval '30 days'
           order by h.changed_at desc limit 200) x))
    from public.territories t where t.id = p_territory_id and t.visible and t.archived_at is null
$$;
