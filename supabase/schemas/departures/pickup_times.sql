-- When hotels are picked up: minutes before the start of a transport service's departures, the same on all its days, as the pickup order is. Guests see
-- the clock time, and are notified when it changes.

create table private.pickup_times (
  transport_id uuid not null references public.services (id) on delete cascade,
  place text not null, -- private.place_key of a hotel
  minutes_before int not null check (minutes_before between -180 and 180), -- negative after the start
  primary key (transport_id, place)
);
alter table private.pickup_times enable row level security;

-- Changes of which the guests have to be notified. Further ones within the wait join the first, so that guests get one message with the last time.
create table private.pickup_changes (
  id uuid primary key default gen_random_uuid(),
  transport_id uuid not null references public.services (id) on delete cascade,
  place text not null,
  minutes_before int, -- what guests knew before the first change, or null if no time was set
  changed_at timestamptz not null, -- the last change; guests who booked later know the new time
  tell_at timestamptz not null,
  unique (transport_id, place)
);
create index pickup_changes_due_idx on private.pickup_changes (tell_at);
alter table private.pickup_changes enable row level security;

-- Returns the minutes before the start at which a transport booking's guest is picked up at their hotel, or null without a hotel or a time.
create function private.pickup_minutes(b private.booking_facts)
returns int language sql stable security definer set search_path = '' as $$
  select p.minutes_before from private.pickup_times p
   where b.kind = 'transport' and p.transport_id = b.service_id and p.place = private.place_key(b.hotel_name)
$$;

-- Returns that time for p_minutes before the start in the territory's time zone, which may be on the day before. Null for departures without a time,
-- and for an unknown time zone. p_delayed adds the announced delay.
create function private.pickup_at(b private.booking_facts, p_minutes int, p_delayed boolean default true)
returns timestamp language plpgsql stable security definer set search_path = '' as $$
begin
  if p_minutes is null or b.start_time is null then
    return null;
  end if;
  return (
    select (private.departure_moment(b.booking_date, b.start_time, t.time_zone)
        + (case when p_delayed then d.delay_minutes else 0 end - p_minutes) * interval '1 minute') at time zone t.time_zone
      from public.departures d join public.territories t on t.id = d.territory_id
     where d.id = b.departure_id);
exception when invalid_parameter_value then
  return null;
end $$;

-- Returns when a booking's guest is picked up, with the announced delay, or null.
create function private.pickup_at(b private.booking_facts)
returns timestamp language sql stable security definer set search_path = '' as $$
  select private.pickup_at(b, private.pickup_minutes(b))
$$;

-- Sets the minutes before the start at which a place is picked up, from -180 to 180, or null for none. p_place is the hotel of a booking of the service,
-- and p_expected has the minutes as the page showed them. For people who run the territory's drivers, and audited. Raises 404 'transport_not_found',
-- 400 'invalid_input' and 'nobody_picked_up', 409 'changed_meanwhile' if someone else has set another time since, and 429 as limit_changes does.
-- Saving the current time again is no conflict. Locks the row of the pickup order.
create function public.set_pickup_time(p_transport_id uuid, p_place text, p_minutes int, p_expected int)
returns void language plpgsql security definer set search_path = '' as $$
declare
  t public.services;
  v_place text := private.place_key(p_place);
  v_now int;
begin
  perform private.require_user();
  select * into t from public.services x where x.id = p_transport_id and x.kind = 'transport';
  if t.id is null or not coalesce(private.runs_drivers(t.territory_id), false) then
    perform private.fail(404, 'transport_not_found', 'Transport not found');
  elsif p_minutes not between -180 and 180 then
    perform private.invalid('Please enter whole minutes from -180 to 180', 'minutes');
  elsif v_place is null or not exists (
    select from public.bookings b where b.service_id = t.id and private.place_key(b.hotel_name) = v_place) then
    perform private.fail(400, 'nobody_picked_up', 'There''s no pickup at this place');
  end if;
  insert into private.pickup_orders (transport_id) values (t.id) on conflict do nothing;
  perform 1 from private.pickup_orders o where o.transport_id = t.id for update;
  v_now := (select p.minutes_before from private.pickup_times p where p.transport_id = t.id and p.place = v_place);
  if v_now is not distinct from p_minutes then
    return;
  elsif v_now is distinct from p_expected then
    perform private.fail(409, 'changed_meanwhile', 'Someone else changed this while you were working on it');
  end if;
  perform private.limit_changes('pickup_time', '{set_pickup_time}', t.id::text);
  perform private.note_pickup_change(t, v_place, v_now);
  delete from private.pickup_times p where p.transport_id = t.id and p.place = v_place and p_minutes is null;
  insert into private.pickup_times (transport_id, place, minutes_before)
  select t.id, v_place, p_minutes where p_minutes is not null
  on conflict (transport_id, place) do update set minutes_before = excluded.minutes_before;
  -- The file of a guest who adds the trip to their calendar again must be newer than the one that they have.
  update public.bookings b set calendar_sequence = b.calendar_sequence + 1
   where b.id in (
     select x.id from public.bookings x
      where x.service_id = t.id and x.booking_date >= current_date - 1 and private.is_live(x.status) and private.place_key(x.hotel_name) = v_place
      order by x.id for no key update);
  -- Without the place, which may be a guest's own house.
  perform private.audit('set_pickup_time', t.territory_id, 'territory_transports', t.id::text,
    jsonb_build_object('pickup_minutes', p_minutes, 'pickup_minutes_before', v_now));
  perform realtime.send(jsonb_build_object('id', t.id), 'schedule', private.topic_of(t.territory_id), true);
end $$;

-- Remembers what the guests of a place know, before its time changes. They are notified after a wait ('pickup_change.wait_minutes'), or at once if one
-- of them leaves within four hours.
create function private.note_pickup_change(t public.services, p_place text, p_minutes int)
returns void language plpgsql security definer set search_path = '' as $$
declare
  -- The start of this transaction may be earlier, because it has waited for a colleague's.
  v_now timestamptz := clock_timestamp();
  v_clock timestamp := (select private.local_time(r.time_zone) from public.territories r where r.id = t.territory_id);
  v_soon boolean := exists (
    select from private.booking_facts b
     where b.service_id = t.id and b.booking_date between v_clock::date - 1 and v_clock::date + 1 and private.is_live(b.status)
       and private.place_key(b.hotel_name) = p_place
       and private.pickup_at(b, 0) between v_clock - interval '2 hours' and v_clock + interval '4 hours');
begin
  insert into private.pickup_changes as c (transport_id, place, minutes_before, changed_at, tell_at)
  values (t.id, p_place, p_minutes, v_now,
    v_now + case when v_soon then 0 else private.limit_value('pickup_change.wait_minutes') end * interval '1 minute')
  on conflict (transport_id, place) do update
    set id = excluded.id, changed_at = excluded.changed_at, tell_at = least(c.tell_at, excluded.tell_at);
end $$;

-- Queues the notices and emails about changed pickup times that are due, each booking separately, and returns the number of bookings. The email worker
-- calls it each minute.
create function service.queue_pickup_changes(p_now timestamptz default now())
returns int language plpgsql security definer set search_path = '' as $$
declare
  c private.pickup_changes;
  b private.booking_facts;
  v_failed boolean;
  v_count int := 0;
begin
  for c in
    select * from private.pickup_changes x where x.tell_at <= p_now order by x.tell_at, x.id for update skip locked
  loop
    v_failed := false;
    for b in select * from private.pickup_change_guests(c) loop
      if not private.is_due('pickup_change', b.id::text) then
        v_failed := true;
        continue;
      end if;
      begin
        v_count := v_count + private.tell_pickup_change(c, b)::int;
        perform service.clear_trouble('pickup_change', b.id::text);
      exception when others then
        v_failed := true;
        perform service.record_trouble('pickup_change', b.id::text, sqlerrm);
      end;
    end loop;
    -- Bookings that failed are tried again, and the others have their message.
    if not v_failed then
      delete from private.pickup_changes x where x.id = c.id;
    end if;
  end loop;
  return v_count;
end $$;

-- Returns the bookings of a place whose guests still have to be notified of a change. Those who booked, moved or got another hotel after it already know
-- it.
create function private.pickup_change_guests(c private.pickup_changes)
returns setof private.booking_facts language sql stable security definer set search_path = '' as $$
  select f.*
    from private.booking_facts f join public.departures d on d.id = f.departure_id
   where f.service_id = c.transport_id and f.booking_date >= current_date - 1 and private.place_key(f.hotel_name) = c.place
     and private.is_live(f.status) and f.check_in_status = 'pending' and d.status in ('scheduled', 'confirmed')
     and not exists (
       select from public.booking_events e
        where e.booking_id = f.id and e.created_at > c.changed_at
          and (e.from_status is null or e.detail ? 'moved_to' or e.detail -> 'corrected' ? 'hotel'))
     and not exists (
       select from private.outbox o
        where o.dedupe_key in ('notification:pickup:' || f.id || ':' || c.id, format('email:pickup_changed:%s:%s:%s', f.kind, f.id, c.id)))
   order by f.id
$$;

-- Notifies a guest of a change in the app and by email. Returns false if the departure has left, or the time is what it was.
create function private.tell_pickup_change(c private.pickup_changes, b private.booking_facts)
returns boolean language plpgsql security definer set search_path = '' as $$
declare
  v_before timestamp := private.pickup_at(b, c.minutes_before);
begin
  if private.departs_at(b.booking_date, b.start_time, (select t.time_zone from public.territories t where t.id = b.territory_id)) <= now()
     or not private.tell_pickup(b, v_before, c.id::text) then
    return false;
  end if;
  perform private.queue_mail('pickup_changed', b.id, ':' || c.id);
  update private.outbox o
     set payload = o.payload || jsonb_build_object('pickup_before', v_before, 'pickup_told', private.pickup_at(b))
   where o.dedupe_key = format('email:pickup_changed:%s:%s:%s', b.kind, b.id, c.id);
  return true;
end $$;

-- Notifies a guest in the app of a pickup time that was p_before, and returns whether it is another one now. A newer notice replaces an unread one.
create function private.tell_pickup(b private.booking_facts, p_before timestamp, p_key text)
returns boolean language plpgsql security definer set search_path = '' as $$
declare
  v_now timestamp := private.pickup_at(b);
begin
  if v_now is not distinct from p_before then
    return false;
  end if;
  perform private.queue_notification('pickup:' || b.id || ':' || p_key, b.tourist_id, 'pickup_changed', 'pickup_changed',
    private.booking_params(b) || jsonb_build_object('before', p_before, 'pickup_at', v_now), b, 'pickup:' || b.id);
  perform private.send_booking(b.id, b.tourist_id, null);
  return true;
end $$;

-- Returns why the email about a pickup time is no longer needed, or null.
create function private.pickup_mail_is_obsolete(b private.booking_facts, o private.outbox)
returns text language sql stable security definer set search_path = '' as $$
  select case
    when not private.is_live(b.status) then 'The booking is no longer active'
    when d.status = 'cancelled' then 'The departure was cancelled'
    when b.check_in_status <> 'pending' then 'They have arrived'
    when (o.payload ->> 'pickup_told')::timestamp is distinct from private.pickup_at(b) then 'A newer email replaced this one'
    when private.departs_at(d) <= now() then 'The departure has left' end
    from public.departures d where d.id = b.departure_id
$$;

-- Returns the time at which the push about a pickup stops being useful, or null if the time has changed again, or its guest has arrived.
create function private.pickup_push_until(n public.notifications, b private.booking_facts)
returns timestamptz language sql stable security definer set search_path = '' as $$
  select private.leaves_at(d) + d.delay_minutes * interval '1 minute'
    from public.departures d
   where d.id = b.departure_id and d.status <> 'cancelled' and private.is_live(b.status) and b.check_in_status = 'pending'
     and (n.params ->> 'pickup_at')::timestamp is not distinct from private.pickup_at(b)
$$;

-- Returns when the caller is picked up for those of these bookings that have a hotel and a time, a page of tickets at a time.
create function public.my_pickups(p_booking_ids uuid[])
returns table (booking_id uuid, pickup_at timestamp) language sql stable security definer set search_path = '' as $$
  select b.id, private.pickup_at(b)
    from private.booking_facts b
   where b.id = any (p_booking_ids[1:200]) and b.tourist_id = (select private.live_user()) and private.is_live(b.status)
     and private.pickup_at(b) is not null
$$;
