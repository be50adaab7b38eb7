-- Notifies affected guests once of each announced revision of a travel alert. The scheduled job sends the notices some minutes after the change,
-- which leaves time for corrections. Guests of a cancelled departure get an offer instead.

-- Sends the notices of due travel alerts, each separately. Returns the number of people notified.
create function private.tell_conditions()
returns int language plpgsql security definer set search_path = '' as $$
declare
  c public.conditions;
  v_count int := 0;
begin
  for c in
    select * from public.conditions x
     where x.tell and x.told_at is null
       and x.changed_at <= now() - 2 * private.limit_value('departure.undo_seconds') * interval '1 second'
       and private.is_due('condition', x.id::text)
     order by x.changed_at limit 50 for update skip locked
  loop
    begin
      v_count := v_count + private.tell_condition(c);
    exception when others then
      perform service.record_trouble('condition', c.id::text, sqlerrm);
    end;
  end loop;
  return v_count;
end $$;

-- Returns the bookings to notify about a travel alert, the next to depart first: those affected during its time, or notified before, except those of
-- cancelled departures, which have an offer. reader is the recipient's address, of its tourist or, for a dock sale, the one to which the ticket was
-- last sent. In that case token is that of the ticket's link. p_reader null means all of them.
create function private.told_bookings(c public.conditions, p_reader text)
returns table (reader text, user_id uuid, language text, token text, booking private.booking_facts)
language sql stable security definer set search_path = '' as $$
  select x.reader, f.tourist_id, w.language, w.token, f
    from private.booking_facts f
    left join public.profiles p on p.id = f.tourist_id
    left join lateral private.dock_reader(f) w on true
   cross join lateral (select lower(coalesce(nullif(p.email, ''), w.recipient, f.tourist_id::text)) as reader) x
   where f.territory_id = c.territory_id and (p_reader is null or x.reader = p_reader) and x.reader is not null
     and private.is_live(f.status) and f.booking_date between current_date - 1 and (greatest(c.ends_at, c.told_until) at time zone 'UTC')::date + 1
     and private.condition_touches(c, f.service_id) and not private.is_cancelled_departure(f.departure_id)
     and private.starts_at(f) between greatest(c.starts_at, now()) and greatest(c.ends_at, c.told_until)
   order by f.booking_date, f.start_time, f.id
$$;

-- Returns whether a travel alert applies when a departure leaves, or begins later that day, when its guests may be on the way.
create function private.condition_touches(c public.conditions, d public.departures)
returns boolean language sql stable security definer set search_path = '' as $$
  select c.territory_id = d.territory_id and private.condition_touches(c, d.service_id)
    and private.leaves_at(d) < c.ends_at
    and c.starts_at < (select (d.service_date + 1)::timestamp at time zone t.time_zone from public.territories t where t.id = d.territory_id)
$$;

-- Returns the most severe active travel alert of a departure, closed or delayed, or null.
create function private.condition_of(d public.departures)
returns text language sql stable security definer set search_path = '' as $$
  select c.state from public.conditions c
   where c.territory_id = d.territory_id and c.ends_at > now() and c.state <> 'open' and private.condition_touches(c, d)
   order by c.state limit 1
$$;

-- Notifies the guide or drivers of affected departures with guests once per alert, state and day, except the person who posted it.
create function private.tell_crew_of_condition(c public.conditions)
returns void language sql security definer set search_path = '' as $$
  select private.tell_departure(format('condition-crew:%s:%s:%s:%s', c.id, c.state, x.person, x.service_date), x.person, 'departure_touched',
      private.departure_params(x.first) || jsonb_build_object('state', c.state, 'departures', x.departures), c.territory_id, null,
      'condition:' || c.id || ' ' || x.service_date, now())
    from (
      select p as person, d.service_date, count(*) as departures, (array_agg(d order by private.leaves_at(d), d.id))[1] as first
        from public.departures d cross join lateral private.crew_of(d) p
       where c.state <> 'open' and d.territory_id = c.territory_id and d.status in ('scheduled', 'confirmed') and d.sold > 0
         and d.service_date between current_date - 1 and (c.ends_at + interval '2 days')::date
         and private.condition_touches(c, d) and private.leaves_at(d) > now() and p is distinct from c.posted_by
       group by p, d.service_date) x
$$;

-- Sends the notices of one travel alert: an email and a notice for each reader, however many of their trips it affects. Nothing is sent if it is
-- over. A failing recipient doesn't block others, because the alert is processed again and each email is still sent once. The caller has locked it.
-- Returns the number of people.
create function private.tell_condition(c public.conditions)
returns int language plpgsql security definer set search_path = '' as $$
declare
  r record;
  v_count int := 0;
  v_error text;
begin
  if c.ends_at > now() then
    begin
      perform private.tell_crew_of_condition(c);
    exception when others then
      v_error := sqlerrm;
    end;
    for r in
      select x.reader, min(x.language) as language, (array_agg(x.user_id) filter (where x.user_id is not null))[1] as user_id,
             (array_agg(x.booking order by (x.booking).booking_date, (x.booking).start_time, (x.booking).id))[1] as first, count(*) as trips
        from private.told_bookings(c, null) x group by x.reader
    loop
      begin
        perform private.queue_condition_mail(c, r.reader, r.user_id, r.language);
        perform private.tell_departure(format('condition:%s:%s:%s', c.id, c.revision, r.user_id), r.user_id,
          case c.state when 'closed' then 'condition_closed' when 'delayed' then 'condition_delayed' else 'condition_open' end,
          private.booking_params(r.first) || jsonb_build_object('trips', r.trips), c.territory_id, r.first, 'condition:' || c.id, now());
        v_count := v_count + 1;
      exception when others then
        v_error := sqlerrm;
      end;
    end loop;
  end if;
  if v_error is not null then
    perform service.record_trouble('condition', c.id::text, v_error);
    return v_count;
  end if;
  perform service.clear_trouble('condition', c.id::text);
  update public.conditions set told_at = now(), told_until = case when c.ends_at > now() then greatest(c.ends_at, told_until) else told_until end where id = c.id;
  return v_count;
end $$;

-- Queues one email per address, alert and revision. They are limited per day and per state, so that many delays don't hide a closed road. Recipients
-- without an account get fewer, because they never asked for emails.
create function private.queue_condition_mail(c public.conditions, p_reader text, p_user_id uuid, p_language text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_key text := format('email:condition:%s:%s:%s', c.id, c.revision, p_reader);
begin
  if exists (select 1 from private.outbox o where o.dedupe_key = v_key) or (p_user_id is not null and not private.may_mail(p_reader)) then
    return;
  end if;
  begin
    perform private.count_letter(case when p_user_id is null then 'condition' else 'condition ' || c.state end, p_reader,
      case when p_user_id is null then private.limit_value('condition.dock_letters') else private.limit_value('condition.letters') end);
  exception when sqlstate 'PT429' then
    return;
  end;
  insert into private.outbox (dedupe_key, kind, template, recipient, payload)
  values (v_key, 'email', 'condition', p_reader, jsonb_strip_nulls(jsonb_build_object('condition_id', c.id, 'revision', c.revision,
    'language', case when p_user_id is null then p_language end)))
  on conflict (dedupe_key) do nothing;
end $$;

-- Returns the current travel alert of an email.
create function private.condition_of_mail(o private.outbox)
returns public.conditions language sql stable security definer set search_path = '' as $$
  select c from public.conditions c where c.id = (o.payload ->> 'condition_id')::uuid
$$;

-- Returns the trips that an alert's email is about. Deleted and blocked accounts get no email.
create function private.trips_of_mail(o private.outbox)
returns table (user_id uuid, token text, booking private.booking_facts)
language sql stable security definer set search_path = '' as $$
  select x.user_id, x.token, x.booking from private.told_bookings(private.condition_of_mail(o), lower(o.recipient)) x
   where x.user_id is null or private.may_mail(o.recipient)
$$;

-- Returns why the email about a travel alert is no longer needed, or null.
create function private.condition_mail_is_obsolete(o private.outbox)
returns text language sql stable security definer set search_path = '' as $$
  select case
    -- A newer announced revision has its own email.
    when c.id is null or c.ends_at <= now() or (c.tell and c.revision <> (o.payload ->> 'revision')::int) then 'The travel alert has changed or ended'
    when not exists (select 1 from private.trips_of_mail(o)) then 'It no longer affects their trips' end
    from (select 1) one left join private.condition_of_mail(o) c on true
$$;

-- Returns the data of an alert's email. token is that of the ticket of a guest without an account.
create function private.condition_mail_data(o private.outbox, p_language text)
returns jsonb language sql stable security definer set search_path = '' as $$
  with trips as materialized (select x.user_id, x.token, (x.booking).* from private.trips_of_mail(o) x)
  select jsonb_build_object(
      'condition', jsonb_build_object('subject', c.subject, 'state', c.state, 'text', private.translated(c.text, c.translations, 'text', p_language),
        'source_url', c.source_url, 'ends_at', c.ends_at, 'territory_id', c.territory_id, 'time_zone', t.time_zone),
      'full_name', (select coalesce(p.full_name, x.guest_name) from trips x left join public.profiles p on p.id = x.user_id
                     order by x.user_id nulls last limit 1),
      'code', (select case when bool_and(x.user_id is null) then min(x.token) end from trips x),
      'trips', (select jsonb_agg(jsonb_build_object('title', private.service_title(x.service_id, p_language),
          'booking_date', x.booking_date, 'start_time', x.start_time) order by x.booking_date, x.start_time, x.id) from trips x))
    from private.condition_of_mail(o) c join public.territories t on t.id = c.territory_id
$$;
