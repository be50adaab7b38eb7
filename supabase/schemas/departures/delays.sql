-- Delays: the people who run a departure announce that it will leave later than planned. Its scheduled time stays, for prices, check-in and refunds,
-- and tickets show the expected time beside it. Guests get no choices as for a cancelled departure.

-- Returns when a delayed departure is expected to leave, or null if it is on time.
create function private.expected_time(d public.departures)
returns time language sql stable security definer set search_path = '' as $$
  select private.start_of(d) + d.delay_minutes * interval '1 minute' where d.delay_minutes > 0
$$;

-- Returns the same for a booking's departure.
create function private.expected_time(b private.booking_facts)
returns time language sql stable security definer set search_path = '' as $$
  select private.expected_time(d) from public.departures d where d.id = b.departure_id
$$;

-- Announces that a departure leaves p_minutes late (5, 10, 15, 20, 30, 45 or 60), or with 0 that it is on time again, once per key. Returns
-- {minutes, told}: the number of bookings whose guests are notified, which is 0 if this is what was announced last. Guests who have arrived aren't
-- notified. For people who may cancel the departure, from the beginning of its day or three hours before it, until it counts as departed. Raises 400
-- 'invalid_input', 403 'forbidden', 409 'departure_cancelled', 'departure_begun', 'departure_not_today' and 'delay_passed' if it would have left by
-- now, 429 'delays_maximum' and as limit_changes does, and what once raises. Locks the caller, then the departure.
create function public.set_departure_delay(p_departure_id uuid, p_minutes int, p_key uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := private.require_user();
  v_done jsonb := private.once(p_key, jsonb_build_array('set_departure_delay', p_departure_id, p_minutes));
  d public.departures;
  v_before int;
  v_leaves timestamptz;
  v_from timestamptz;
begin
  select * into d from public.departures x where x.id = p_departure_id for no key update;
  if d.id is null or not private.may_cancel(d) then
    perform private.fail(403, 'forbidden', 'You don''t have permission to do this');
  elsif v_done is not null then
    return v_done;
  elsif p_minutes is null or p_minutes not in (0, 5, 10, 15, 20, 30, 45, 60) then
    perform private.invalid('Please choose how late the departure is');
  elsif d.status = 'cancelled' then
    perform private.fail(409, 'departure_cancelled', 'This departure has been cancelled.');
  elsif d.status = 'departed' or private.departs_at(d) <= now() then
    perform private.fail(409, 'departure_begun', 'This departure has already started');
  end if;
  v_leaves := private.leaves_at(d);
  v_from := (select least(d.service_date::timestamp at time zone t.time_zone, v_leaves - interval '3 hours')
               from public.territories t where t.id = d.territory_id);
  v_before := d.delay_minutes;
  if private.start_of(d) is null or now() < v_from then
    perform private.fail(409, 'departure_not_today', 'You can only announce a delay on the day of the departure.');
  elsif v_before = p_minutes then
    return private.done(p_key, jsonb_build_object('minutes', p_minutes, 'told', 0));
  elsif p_minutes > 0 and v_leaves + p_minutes * interval '1 minute' <= now() then
    perform private.fail(409, 'delay_passed', 'That time has already passed. Please choose a longer delay.');
  end if;
  -- Counted for all who may announce together, because their emails reach the same guests.
  -- The end of a delay can always be announced, once for each.
  if p_minutes > 0 then
    if d.delays >= private.limit_value('departure_delay.same_day') then
      perform private.fail(429, 'delays_maximum', 'You''ve announced the most delays possible for this departure. Please tell your guests yourself.');
    end if;
    perform private.limit_changes('departure_delay', '{set_departure_delay}', d.id::text);
  end if;
  update public.departures x set delay_minutes = p_minutes, delays = x.delays + 1 where x.id = d.id returning * into d;
  perform private.audit('set_departure_delay', d.territory_id, 'departures', d.id::text,
    jsonb_build_object('minutes', p_minutes, 'minutes_before', v_before, 'date', d.service_date));
  return private.done(p_key, jsonb_build_object('minutes', p_minutes, 'told', private.announce_delay(d)));
end $$;

-- Queues the notices and emails about a departure's delay for its guests who haven't arrived, and returns the number of bookings that get one. A newer
-- announcement replaces what wasn't sent yet. Only guests who knew about the delay are notified that it is on time again.
create function private.announce_delay(d public.departures)
returns int language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts;
  v_count int := 0;
begin
  for b in
    select f.* from private.booking_facts f
     where f.departure_id = d.id and private.is_live(f.status) and f.check_in_status = 'pending' order by f.id
  loop
    if d.delay_minutes > 0 or private.knows_delay(b, d.delays) then
      perform private.queue_notification(private.delay_key(b, d.delays), b.tourist_id, 'departure_late', 'departure_late',
        private.departure_params(d) || jsonb_build_object('minutes', d.delay_minutes, 'expected', private.expected_time(d),
          'leaving', private.leaves_at(d) <= now()), b, 'delay:' || b.id);
      perform private.queue_mail('departure_late', b.id, private.delay_part(b, d.delays));
      v_count := v_count + (b.tourist_id is not null or exists (select 1 from private.dock_reader(b)))::int;
    else
      -- Nobody has been notified about the delay yet, so it is as if it had never been announced.
      delete from private.outbox o where o.kind = 'notification' and o.payload ->> 'about' = 'delay:' || b.id and o.state = 'queued';
    end if;
  end loop;
  return v_count;
end $$;

-- Return the keys of an announcement for one booking: of its notice, and of its email (queue_mail).
create function private.delay_key(b private.booking_facts, p_number int)
returns text language sql immutable set search_path = '' as $$
  select format('delay:%s:%s:%s', b.id, b.departure_id, p_number)
$$;
create function private.delay_part(b private.booking_facts, p_number int)
returns text language sql immutable set search_path = '' as $$
  select format(':%s:%s', b.departure_id, p_number)
$$;

-- Returns whether a booking's guest was notified about a delay of its departure before announcement p_number.
create function private.knows_delay(b private.booking_facts, p_number int)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from generate_series(1, p_number - 1) n join private.outbox o on o.state in ('sending', 'sent') and o.dedupe_key = any (array[
      'notification:' || private.delay_key(b, n), format('email:departure_late:%s:%s%s', b.kind, b.id, private.delay_part(b, n))]))
$$;

-- Returns why the email about a delay is no longer needed, or null. p_part has the departure and the number of the announcement.
create function private.delay_mail_is_obsolete(b private.booking_facts, p_part text)
returns text language sql stable security definer set search_path = '' as $$
  select case
    when not private.is_live(b.status) then 'The booking is no longer active'
    when b.departure_id::text <> split_part(p_part, ':', 1) then 'The booking was moved to another departure'
    when d.status = 'cancelled' then 'The departure was cancelled'
    when b.check_in_status <> 'pending' then 'They have arrived'
    when d.delays::text <> split_part(p_part, ':', 2) then 'A newer email replaced this one'
    when private.departs_at(d) <= now() then 'The departure has left' end
    from public.departures d where d.id = b.departure_id
$$;

-- Returns the delay of a booking's departure for its email. leaving: it is on time again after its time, so it leaves now. code is the token of the
-- ticket of a guest without an account.
create function private.delay_mail_data(b private.booking_facts)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('delay_minutes', d.delay_minutes, 'leaving', private.leaves_at(d) <= now(),
      'code', (select r.token from private.dock_reader(b) r))
    from public.departures d where d.id = b.departure_id
$$;

-- Returns the time at which the push about a delay stops being useful, or null if another announcement has replaced it, or its guest has arrived.
create function private.delay_push_until(n public.notifications, b private.booking_facts)
returns timestamptz language sql stable security definer set search_path = '' as $$
  select greatest(private.leaves_at(d) + d.delay_minutes * interval '1 minute', n.created_at + interval '15 minutes')
    from public.departures d
   where d.id = b.departure_id and d.id = (n.params ->> 'departure_id')::uuid and d.status <> 'cancelled'
     and d.delay_minutes = (n.params ->> 'minutes')::int and private.is_live(b.status) and b.check_in_status = 'pending'
$$;

-- Returns when the delayed ones of the caller's bookings are expected to leave, a page of tickets at a time.
create function public.my_delays(p_booking_ids uuid[])
returns table (booking_id uuid, expected_time time) language sql stable security definer set search_path = '' as $$
  select b.id, private.expected_time(b)
    from private.booking_facts b
   where b.id = any (p_booking_ids[1:200]) and b.tourist_id = (select private.live_user()) and private.is_live(b.status)
     and private.expected_time(b) is not null
$$;

-- Returns the guests of a departure whom no notice or message in the app reaches, because they have no account: the name and number that they left,
-- whether they haven't arrived, and whether emails about the departure reach them. For people who may cancel the departure, and guides only for the
-- bookings that they lead. Raises 404 'departure_not_found' for others.
create function public.guests_without_account(p_departure_id uuid)
returns table (booking_id uuid, full_name text, whatsapp_number text, num_people int, waiting boolean, emailed boolean)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
  d public.departures;
begin
  select * into d from public.departures x where x.id = p_departure_id;
  if d.id is null or not private.may_cancel(d) then
    perform private.fail(404, 'departure_not_found', 'This departure no longer exists');
  end if;
  return query
    select b.id, b.guest_name, b.whatsapp_number, b.num_people, b.check_in_status = 'pending', exists (select 1 from private.dock_reader(b))
      from private.booking_facts b
     where b.departure_id = d.id and b.tourist_id is null and private.is_live(b.status)
       and (d.kind = 'transport' or private.runs_territory(d.territory_id) or b.guide_id = caller)
     order by b.guest_name, b.id;
end $$;
