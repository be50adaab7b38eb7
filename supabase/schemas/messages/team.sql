-- Notifies the people who run a territory (docs/decisions/0011) about new bookings and cancellations by guests, in the app and by email if they
-- choose so, and in the evening about tomorrow's departures.

-- A person's notification settings, as team member and as tourist. Without a row the defaults apply.
create table public.notice_choices (
  user_id uuid primary key default auth.uid() references public.profiles (id) on delete cascade,
  booking_bell boolean not null default true,
  booking_mail boolean not null default false,
  tomorrow boolean not null default true,
  -- The emails with these names (wants_letter).
  message boolean not null default true,
  reminder_evening boolean not null default true,
  reminder_soon boolean not null default true,
  review_request boolean not null default true,
  -- The kinds of push notifications (private.push_choice).
  push_departure boolean not null default true,
  push_seats boolean not null default true,
  push_booking boolean not null default true,
  push_message boolean not null default true,
  updated_at timestamptz not null default now()
);
alter table public.notice_choices enable row level security;
grant select on public.notice_choices to authenticated;
grant insert (booking_bell, booking_mail, tomorrow, message, reminder_evening, reminder_soon, review_request,
    push_departure, push_seats, push_booking, push_message),
  update (booking_bell, booking_mail, tomorrow, message, reminder_evening, reminder_soon, review_request,
    push_departure, push_seats, push_booking, push_message) on public.notice_choices to authenticated;
grant all on public.notice_choices to service_role;

create policy notice_choices_select on public.notice_choices for select to authenticated
  using (user_id = (select private.live_user()));
create policy notice_choices_insert on public.notice_choices for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.session_lives()));
create policy notice_choices_update on public.notice_choices for update to authenticated
  using (user_id = (select auth.uid()) and (select private.session_lives())) with check (user_id = (select auth.uid()));

create trigger notice_choices_touch before update on public.notice_choices for each row execute function private.touch_updated_at();

-- Returns whether a person wants the emails or push notifications named after a column above.
create function private.wants_letter(p_user_id uuid, p_template text)
returns boolean language sql stable security definer set search_path = '' as $$
  select coalesce((select (to_jsonb(c) ->> p_template)::boolean from public.notice_choices c where c.user_id = p_user_id), true)
$$;

-- A territory's current team with their notification settings.
create view private.team_readers as
select g.territory_id, g.user_id, bool_or(g.role = 'territory_manager') as manages, coalesce(bool_and(c.booking_bell), true) as booking_bell,
       coalesce(bool_and(c.booking_mail), false) as booking_mail, coalesce(bool_and(c.tomorrow), true) as tomorrow
  from private.live_grants g left join public.notice_choices c on c.user_id = g.user_id
 where g.role in ('territory_manager', 'territory_staff')
 group by g.territory_id, g.user_id;

-- Notifies the team that a booking was made (p_what 'new') or cancelled by its guest ('cancelled'). Its guest isn't notified, and neither are people
-- who already were as its guide or host (p_told).
create function private.tell_team(p_what text, b private.booking_facts, p_told uuid[])
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_params jsonb := private.booking_params(b);
begin
  perform private.queue_notification('team-booked:' || b.id || ':' || r.user_id, r.user_id, 'team_booking', 'new_booking', v_params, b)
     from private.team_readers r
    where p_what = 'new' and r.territory_id = b.territory_id and r.booking_bell and r.user_id <> all (p_told) and r.user_id is distinct from b.tourist_id;
  perform private.queue_notification('team-cancelled:' || b.id || ':' || r.user_id, r.user_id, 'team_cancelled', 'booking_cancelled', v_params, b)
     from private.team_readers r
    where p_what = 'cancelled' and r.territory_id = b.territory_id and r.booking_bell and r.user_id <> all (p_told)
      and r.user_id is distinct from b.tourist_id;
  -- The order is fixed, because each email waits for its reader's lock.
  perform private.queue_team_mail(x.user_id, p_what, b)
     from (select r.user_id from private.team_readers r
            where r.territory_id = b.territory_id and r.booking_mail and r.user_id is distinct from b.tourist_id order by r.user_id offset 0) x;
end $$;

-- Queues one email for events that are close together. It waits a minute and includes later events, and the next one is sent ten minutes later at the
-- earliest. The same event is included once. Two concurrent writers to the same reader wait for each other, so that one starts the email and the
-- other joins it.
create function private.queue_team_mail(p_user_id uuid, p_what text, b private.booking_facts)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_event jsonb := jsonb_build_object('what', p_what, 'kind', b.kind, 'booking_id', b.id);
  v_about jsonb := jsonb_build_object('user_id', p_user_id, 'territory_id', b.territory_id);
  v_email text;
begin
  perform pg_advisory_xact_lock(hashtextextended('team_mail:' || p_user_id, 0));
  select p.email into v_email from public.profiles p where p.id = p_user_id and private.may_mail(p.email);
  if v_email is null or exists (
    select 1 from private.outbox o where o.template = 'team_bookings' and o.recipient = v_email and o.created_at > now() - interval '2 days'
      and o.payload @> (v_about || jsonb_build_object('events', jsonb_build_array(v_event)))) then
    return;
  end if;
  update private.outbox o set payload = jsonb_set(o.payload, '{events}', (o.payload -> 'events') || v_event)
   where o.template = 'team_bookings' and o.recipient = v_email and o.created_at > now() - interval '2 days' and o.state = 'queued'
     and o.frozen is null and o.payload @> v_about;
  if not found then
    insert into private.outbox (dedupe_key, kind, template, recipient, payload, next_attempt_at)
    values (format('email:team_bookings:%s:%s:%s:%s', p_user_id, p_what, b.kind, b.id), 'email', 'team_bookings', v_email,
      v_about || jsonb_build_object('events', jsonb_build_array(v_event)),
      greatest(now() + interval '1 minute', (
        select max(o.sent_at) + interval '10 minutes' from private.outbox o
         where o.template = 'team_bookings' and o.recipient = v_email and o.created_at > now() - interval '2 days' and o.payload @> v_about)))
    on conflict (dedupe_key) do nothing;
  end if;
end $$;

-- Returns the placeholders of the email about bookings: the newest twenty events and their number. If a booking was made and cancelled in the
-- meantime, only the cancellation is included. It has no names or phone numbers of guests, which the linked booking shows.
create function private.team_bookings_data(o private.outbox, p_language text default null)
returns jsonb language sql stable security definer set search_path = '' as $$
  with told as (
    select e.value ->> 'what' as what, b.kind, b.id, private.service_title(b.service_id, p_language) as title, b.booking_date,
      b.start_time, b.num_people, b.booking_type, private.price_of(b.id) as total_price, b.currency_code,
      private.currency_symbol(b.currency_code) as currency_symbol, e.ordinality as place
    from jsonb_array_elements(o.payload -> 'events') with ordinality e
    join private.booking_facts b on b.kind = e.value ->> 'kind' and b.id = (e.value ->> 'booking_id')::uuid
    where e.value ->> 'what' = 'cancelled' or not o.payload -> 'events' @> jsonb_build_array(e.value || '{"what": "cancelled"}')
  )
  select jsonb_build_object(
    'territory_name', private.territory_name(o.payload ->> 'territory_id', p_language),
    'full_name', (select p.full_name from public.profiles p where p.id = (o.payload ->> 'user_id')::uuid),
    'count', (select count(*) from told),
    'bookings', coalesce((select jsonb_agg(to_jsonb(x) - 'place' order by x.place) from (
      select * from told order by place desc limit 20) x), '[]'))
$$;

-- Stores on which evenings a territory got its next day's summary, so that it is sent once even if a job runs twice or the clock is set back.
create table private.tomorrow_letters (
  territory_id text not null references public.territories (id) on delete cascade,
  day date not null,
  primary key (territory_id, day)
);
alter table private.tomorrow_letters enable row level security;
grant all on private.tomorrow_letters to service_role;

-- Returns a territory's departures with guests on a day, by time, as in the week: guests, guides and drivers, missing guides, and cash to collect.
-- empty counts departures without bookings, and requests are role requests for a manager to decide.
create function private.tomorrow_of(p_territory_id text, p_day date, p_manages boolean, p_language text default null)
returns jsonb language sql stable security definer set search_path = '' as $$
  with leaving as materialized (
    select w.*, private.service_title(w.service_id, p_language) as title from private.week_departures(p_territory_id, p_day, null) w
     where w.service_date = p_day
  ), booked as (
    select l.kind, l.service_id, l.slot_id, l.service_date, l.title, l.start_time, l.capacity, l.leaders, l.unled, l.exclusive,
      (select coalesce(sum((x ->> 'num_people')::int), 0) from jsonb_array_elements(g.of -> 'guests') x) as guests,
      (select coalesce(jsonb_agg(jsonb_build_object('currency_code', x ->> 'currency_code', 'amount', (x ->> 'to_collect')::numeric,
          'currency_symbol', private.currency_symbol(x ->> 'currency_code')) order by x ->> 'currency_code'), '[]')
        from jsonb_array_elements(g.of -> 'sums') x where (x ->> 'to_collect')::numeric > 0) as to_collect
    from leaving l cross join lateral (select private.departure_guests(l.departure_id) as of) g
    where l.sold > 0 and not private.is_cancelled_departure(l.departure_id)
  )
  select jsonb_build_object(
    'departures', coalesce((select jsonb_agg(to_jsonb(b) order by b.start_time nulls last, b.title, b.slot_id, b.service_id) from booked b), '[]'),
    'empty', (select count(*) from leaving l where l.sold = 0 and not l.closed),
    'requests', (select count(*) from public.role_requests q where p_manages and q.territory_id = p_territory_id and q.status = 'pending'
                  and private.is_managers_grant(q.role)))
$$;

-- Sends the team a day's summary once, or nothing if nothing departs and nothing is waiting. It is one transaction, so if it fails no one was
-- notified. Returns the number of people.
create function private.queue_tomorrow(p_territory_id text, p_day date)
returns int language plpgsql security definer set search_path = '' as $$
declare
  v_count int;
begin
  insert into private.tomorrow_letters (territory_id, day) values (p_territory_id, p_day) on conflict do nothing;
  if not found then
    return 0;
  end if;
  with readers as materialized (
    select r.user_id, p.email, private.tomorrow_of(p_territory_id, p_day, r.manages) as tomorrow
      from private.team_readers r join public.profiles p on p.id = r.user_id
     where r.territory_id = p_territory_id and r.tomorrow
  ), told as (
    select r.*, jsonb_array_length(r.tomorrow -> 'departures') as departures, (r.tomorrow ->> 'requests')::int as requests,
      (select coalesce(sum((d ->> 'guests')::int), 0) from jsonb_array_elements(r.tomorrow -> 'departures') d) as guests,
      (select count(*) from jsonb_array_elements(r.tomorrow -> 'departures') d where (d ->> 'unled')::boolean) as unled
      from readers r
  ), worth as (
    select t.* from told t where t.departures > 0 or t.requests > 0
  ), letters as (
    insert into private.outbox (dedupe_key, kind, template, recipient, payload)
    select format('email:tomorrow:%s:%s:%s', w.user_id, p_territory_id, p_day), 'email', 'tomorrow', w.email,
           jsonb_build_object('user_id', w.user_id, 'territory_id', p_territory_id, 'day', p_day)
      from worth w where private.may_mail(w.email)
    on conflict (dedupe_key) do nothing
  ), bells as (
    insert into private.outbox (dedupe_key, kind, template, recipient, payload)
    select format('notification:tomorrow:%s:%s:%s', w.user_id, p_territory_id, p_day), 'notification', 'tomorrow', w.user_id::text,
           jsonb_build_object('wording', 'tomorrow', 'territory_id', p_territory_id, 'about', format('tomorrow:%s:%s', p_territory_id, p_day),
             'params', jsonb_build_object('departures', w.departures, 'guests', w.guests, 'unled', w.unled, 'requests', w.requests))
      from worth w
    on conflict (dedupe_key) do nothing
  )
  select count(*) into v_count from worth;
  return v_count;
end $$;

-- Returns the date whose summary is due now in a time zone: from six in the evening until midnight it is the next day. Null at any other time, and
-- for an unknown time zone.
create function private.day_to_tell(p_time_zone text, p_now timestamptz)
returns date language plpgsql stable set search_path = '' as $$
declare
  v_local timestamp;
begin
  v_local := p_now at time zone p_time_zone;
  return case when extract(hour from v_local) >= 18 then v_local::date + 1 end;
exception when invalid_parameter_value then
  return null;
end $$;

-- Sends each territory its next day's summary in the evening. The email worker calls it each minute. An unknown time zone has no evening
-- (watch_territory_clocks reports it), and a failing territory doesn't block others. Returns the number of people notified.
create function service.queue_tomorrow_letters(p_now timestamptz default now())
returns int language plpgsql security definer set search_path = '' as $$
declare
  t record;
  v_count int := 0;
begin
  delete from private.tomorrow_letters l where l.day < p_now::date - 60;
  for t in
    with evenings as materialized (select x.id, private.day_to_tell(x.time_zone, p_now) as day from public.territories x)
    select e.id, e.day from evenings e
     where e.day is not null and private.is_due('tomorrow', e.id)
       and not exists (select 1 from private.tomorrow_letters l where l.territory_id = e.id and l.day = e.day)
     order by e.id
  loop
    begin
      v_count := v_count + private.queue_tomorrow(t.id, t.day);
      perform service.clear_trouble('tomorrow', t.id);
    exception when others then
      perform service.record_trouble('tomorrow', t.id, sqlerrm);
    end;
  end loop;
  return v_count;
end $$;

-- Returns the placeholders of the email about a day.
create function private.tomorrow_data(o private.outbox, p_language text)
returns jsonb language sql stable security definer set search_path = '' as $$
  select private.tomorrow_of(t.id, (o.payload ->> 'day')::date, coalesce((
      select r.manages from private.team_readers r where r.territory_id = t.id and r.user_id = (o.payload ->> 'user_id')::uuid), false), p_language)
    || jsonb_build_object('territory_name', private.territory_name(t.id, p_language),
      'full_name', (select p.full_name from public.profiles p where p.id = (o.payload ->> 'user_id')::uuid))
  from public.territories t where t.id = o.payload ->> 'territory_id'
$$;

-- Returns why an email to the team is no longer needed, or null.
create function private.team_mail_is_obsolete(o private.outbox)
returns text language plpgsql stable security definer set search_path = '' as $$
declare
  r private.team_readers;
  v_today date;
begin
  select * into r from private.team_readers x
   where x.territory_id = o.payload ->> 'territory_id' and x.user_id = (o.payload ->> 'user_id')::uuid;
  if r.user_id is null then
    return 'They no longer run the territory';
  elsif o.template = 'team_bookings' then
    return case when not r.booking_mail then 'They turned these notifications off'
                when (private.team_bookings_data(o) ->> 'count')::int = 0 then 'The bookings no longer exist' end;
  end if;
  select private.local_time(t.time_zone)::date into v_today from public.territories t where t.id = r.territory_id;
  return case when not r.tomorrow then 'They turned these notifications off'
              when v_today > (o.payload ->> 'day')::date then 'The day has passed' end;
end $$;
