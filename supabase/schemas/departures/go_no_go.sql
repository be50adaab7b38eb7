-- Go or no-go: a departure that needs a minimum of guests is confirmed when it reaches the minimum, or decided at its time. An hour before, the
-- people who run it are asked whether it goes ahead anyway, waits two hours, or is cancelled (cancel_departures, 'too_few'). Without an answer it is
-- cancelled.
--
-- Only the current state counts. A delayed scheduler asks late, still gives an hour to answer, and doesn't decide about a departure that would have
-- begun by then.

-- The departures whose team was asked.
create table private.departure_decisions (
  departure_id uuid primary key references public.departures (id) on delete cascade,
  asked_at timestamptz not null default now(),
  decides_at timestamptz not null, -- when it is cancelled without an answer
  waits int not null default 0,
  check (decides_at > asked_at)
);
alter table private.departure_decisions enable row level security;

-- The terms under which a departure was sold, after its service's minimum changed: the lowest minimum since then (null for any number), and the
-- original time. A confirmed departure never becomes undecided, and a lower minimum applies to existing bookings too.
create table private.departure_minimums (
  departure_id uuid primary key references public.departures (id) on delete cascade,
  min_to_run int,
  decide_at time not null
);
alter table private.departure_minimums enable row level security;

-- This includes seats that are being paid for.
create function private.keep_sold_minimum()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into private.departure_minimums as k (departure_id, min_to_run, decide_at)
  select d.id, case when old.min_to_run is not null and new.min_to_run is not null then least(old.min_to_run, new.min_to_run) end, old.decide_at
    from public.departures d
   where new.id = d.service_id and d.status = 'scheduled' and d.sold + d.held > 0
   order by d.id
  on conflict (departure_id) do update set min_to_run =
    case when k.min_to_run is not null and excluded.min_to_run is not null then least(k.min_to_run, excluded.min_to_run) end;
  return null;
end $$;

create trigger services_sold_minimum after update of min_to_run, decide_at on public.services for each row
  when ((new.min_to_run, new.decide_at) is distinct from (old.min_to_run, old.decide_at)) execute function private.keep_sold_minimum();

-- Returns the minimum of a departure, its own or its service's (null for any number of guests), and when it is decided, as its team was told. Before
-- they are asked, this is the set time on the day before in the territory's time zone, or in an hour if that is later, because they have an hour to
-- answer. The decision is null if the departure would have left by then, so that it goes ahead.
create function private.minimum_of(d public.departures, out min_to_run int, out decides_at timestamptz)
language sql stable security definer set search_path = '' as $$
  select m.min_to_run, case when x.decides_at < private.departure_moment(d.service_date, private.start_of(d), t.time_zone) then x.decides_at end
    from (select s.min_to_run, s.decide_at from public.services s where s.id = d.service_id) o
    left join private.departure_minimums k on k.departure_id = d.id
    cross join lateral (select case when k.departure_id is null then o.min_to_run else k.min_to_run end as min_to_run,
                               coalesce(k.decide_at, o.decide_at) as decide_at) m
    join public.territories t on t.id = d.territory_id
    cross join lateral (select coalesce((select g.decides_at from private.departure_decisions g where g.departure_id = d.id),
                                        greatest(((d.service_date - 1) + m.decide_at) at time zone t.time_zone,
                                                 now() + interval '1 hour')) as decides_at) x
   where m.min_to_run is not null
$$;

-- Returns a departure's minimum and sales for its page: {status, min_to_run, sold, decides_at, card_waits}, with nulls if it has no minimum.
-- card_waits means that a card authorised now isn't charged until there are enough guests, because the decision comes before the authorisation
-- expires. Returns null if the departure can't be booked.
create function public.departure_minimum(p_service_id uuid, p_slot_id uuid, p_date date)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v private.service := private.bookable_service(p_service_id);
  d public.departures;
  m record;
begin
  if v.id is null or p_date is null or not isfinite(p_date) then
    return null;
  end if;
  select * into d from public.departures x
   where x.service_date = p_date and x.slot_id = private.slot_of(v.id, p_slot_id) and x.service_id = v.id;
  if d.id is null then
    d.service_date := p_date;
    d.territory_id := v.territory_id;
    d.service_id := v.id;
    d.slot_id := private.slot_of(v.id, p_slot_id);
  end if;
  select * into m from private.minimum_of(d);
  return jsonb_build_object('status', coalesce(d.status, 'scheduled'), 'min_to_run', m.min_to_run, 'sold', coalesce(d.sold, 0), 'decides_at', m.decides_at,
    'card_waits', coalesce(coalesce(d.status, 'scheduled') = 'scheduled' and m.decides_at between now() and private.charge_by(), false));
end $$;
grant execute on function public.departure_minimum(uuid, uuid, date) to anon;

-- Returns what departure_minimum does for the departure to which a booking can move or has moved. Null if it has no minimum, or the booking is
-- private.
create function private.minimum_for(b private.booking_facts, p_service_id uuid, p_slot_id uuid, p_date date)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  m jsonb;
begin
  if b.booking_type <> 'shared' then
    return null;
  end if;
  m := public.departure_minimum(p_service_id, p_slot_id, p_date);
  return case when m ->> 'min_to_run' is not null and m ->> 'status' in ('scheduled', 'confirmed') then m end;
end $$;

-- Returns the same for an email about a booking when it is written. Null if its departure has no minimum, is cancelled, or is private.
create function private.minimum_mail_data(p_departure_id uuid, p_booking_type text)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('status', d.status, 'min_to_run', m.min_to_run, 'sold', d.sold, 'decides_at', m.decides_at,
      'time_zone', t.time_zone)
    from public.departures d join public.territories t on t.id = d.territory_id cross join lateral private.minimum_of(d) m
   where d.id = p_departure_id and p_booking_type = 'shared' and d.status in ('scheduled', 'confirmed') and m.min_to_run is not null
$$;

-- Returns the seats of a service's largest departure, or null if it has none yet.
create function private.most_seats(p_service_id uuid)
returns int language sql stable security definer set search_path = '' as $$
  select max(case s.kind when 'experience' then s.max_spots else least(s.available_spots, s.max_spots) end)
    from public.slots s where s.service_id = p_service_id
$$;

-- Sets how many guests a shared departure of a service needs (null for any number), and at what time on the day before it is decided. It is logged as
-- a change of the service, and sold departures keep their terms (keep_sold_minimum). p_seen_min_to_run and p_seen_decide_at are what the form was
-- opened with. For staff. Raises 400 'invalid_input' and 'minimum_above_seats', 403 'forbidden' and 409 'changed_meanwhile'.
create function public.set_run_minimum(p_service_id uuid, p_min_to_run int, p_decide_at time default null, p_seen_min_to_run int default null,
  p_seen_decide_at time default null)
returns void language plpgsql security definer set search_path = '' as $$
declare
  s public.services;
begin
  perform private.require_territory(private.territory_of_service(p_service_id));
  select * into s from public.services x where x.id = p_service_id for no key update;
  if p_seen_decide_at is not null and (s.min_to_run, s.decide_at) is distinct from (p_seen_min_to_run, p_seen_decide_at)
     and (s.min_to_run, s.decide_at) is distinct from (p_min_to_run, coalesce(p_decide_at, time '18:00')) then
    perform private.fail(409, 'changed_meanwhile', 'Someone else changed this while you were working on it');
  end if;
  if p_min_to_run not between 1 and 1000 then
    perform private.invalid('The minimum is a number from 1 to 1000');
  elsif p_decide_at >= time '24:00' then
    perform private.invalid('The hour must be before midnight');
  elsif p_min_to_run > private.most_seats(p_service_id) then
    perform private.fail(400, 'minimum_above_seats', 'No departure has that many seats.');
  end if;
  update public.services set min_to_run = p_min_to_run, decide_at = coalesce(p_decide_at, time '18:00') where id = p_service_id;
end $$;

-- Records the decision of a departure's team and returns departure_minimum: 'run' (confirmed, whatever the number) or 'wait' (two more hours, if it
-- leaves later). Repeating 'run' returns the same. Raises 400 'invalid_input', 403 'forbidden' and 'own_departure', 409 'departure_cancelled',
-- 'departure_begun', 'too_late_to_wait', and 'nothing_to_decide' if it has no minimum or no bookings. Locks the departure.
create function public.decide_departure(p_departure_id uuid, p_decision text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  d public.departures;
  m record;
  v_leaves timestamptz;
begin
  perform private.require_user();
  select * into d from public.departures x where x.id = p_departure_id for no key update;
  if d.id is null or not private.may_cancel(d) then
    perform private.fail(403, 'forbidden', 'You don''t have permission to do this');
  elsif p_decision is null or p_decision not in ('run', 'wait') then
    perform private.invalid('decision must be run or wait');
  elsif d.status = 'cancelled' then
    perform private.fail(409, 'departure_cancelled', 'This departure has been cancelled.');
  end if;
  perform private.refuse_own_departure(d.id);
  v_leaves := (select private.departure_moment(d.service_date, private.start_of(d), t.time_zone) from public.territories t where t.id = d.territory_id);
  if d.status = 'departed' or v_leaves <= now() then
    perform private.fail(409, 'departure_begun', 'This departure has already started');
  end if;
  select * into m from private.minimum_of(d);
  if d.status = 'scheduled' and (m.min_to_run is null or d.sold = 0) then
    perform private.fail(409, 'nothing_to_decide', 'There''s nothing to decide, because this departure has no minimum or no bookings.');
  elsif p_decision = 'run' and d.status = 'scheduled' then
    perform private.confirm_departure(d);
  elsif p_decision = 'wait' and d.status = 'scheduled' then
    m.decides_at := case when m.decides_at is not null then greatest(m.decides_at, now()) + interval '2 hours' end;
    if coalesce(m.decides_at >= v_leaves, true) then
      perform private.fail(409, 'too_late_to_wait', 'There''s no time left to wait, because the departure leaves before then. Please confirm or cancel the departure.');
    end if;
    insert into private.departure_decisions as g (departure_id, decides_at, waits) values (d.id, m.decides_at, 1)
    on conflict (departure_id) do update set decides_at = excluded.decides_at, waits = g.waits + 1;
  end if;
  perform private.audit('decide_departure', d.territory_id, 'departures', d.id::text, jsonb_build_object('response', p_decision));
  select * into d from public.departures x where x.id = d.id;
  select * into m from private.minimum_of(d);
  return jsonb_build_object('status', d.status, 'min_to_run', m.min_to_run, 'sold', d.sold, 'decides_at', m.decides_at);
end $$;

-- Confirms a departure because enough guests booked or its team decided, and notifies its guests (by email and notice) and its team. A private group
-- was never told that it was undecided, so it gets no email. The caller has locked the departure.
create function private.confirm_departure(d public.departures)
returns void language plpgsql security definer set search_path = '' as $$
begin
  update public.departures set status = 'confirmed' where id = d.id;
  perform private.tell_departure('confirmed:' || d.id || ':' || b.id, b.tourist_id, 'departure_confirmed', private.departure_params(d), d.territory_id, b,
      'minimum:' || d.id, now()),
    case when b.booking_type = 'shared' then private.queue_mail('departure_confirmed', b.id, ':' || d.id) end
     from private.booking_facts b where b.departure_id = d.id and private.is_live(b.status);
  perform private.tell_runners(d, 'departure_confirmed', 'confirmed');
end $$;

-- Returns why the email that confirms a departure is no longer needed, or null. p_departure is its id.
create function private.confirmed_mail_is_obsolete(b private.booking_facts, p_departure text)
returns text language sql stable security definer set search_path = '' as $$
  select case
    when not private.is_live(b.status) then 'The booking is no longer active'
    when b.departure_id::text is distinct from p_departure then 'The booking was moved to another departure'
    when private.is_cancelled_departure(b.departure_id) or private.has_open_offer(b) then 'The departure was cancelled'
    when private.starts_at(b) <= now() then 'The departure has left' end
$$;

-- Returns a departure's team: its guide or drivers, and managers and staff of the territory, except the caller.
create function private.runners_of(d public.departures)
returns setof uuid language sql stable security definer set search_path = '' as $$
  select p.id
    from (
      select private.leader_of(d) as id where d.kind = 'experience'
      union
      select r.driver_id from private.departure_drivers(d.slot_id, d.service_date) r
      union
      select m from private.moderators(d.territory_id) m) p
   where p.id is not null and p.id is distinct from auth.uid()
$$;

-- Notifies a departure's team. p_more has additional values of the notice.
create function private.tell_runners(d public.departures, p_type text, p_key text, p_more jsonb default '{}')
returns void language sql security definer set search_path = '' as $$
  select private.tell_departure(p_key || ':' || d.id || ':' || r, r, p_type, private.departure_params(d) || p_more, d.territory_id, null,
      'minimum:' || d.id, now())
    from private.runners_of(d) r
$$;

-- Sends the email that asks the team whether the departure goes ahead, once. No one can unsubscribe from it, because without an answer the departure
-- is cancelled.
create function private.mail_go_no_go(d public.departures)
returns void language sql security definer set search_path = '' as $$
  insert into private.outbox (dedupe_key, kind, template, recipient, payload)
  select format('email:go_no_go:%s:%s', d.id, p.id), 'email', 'go_no_go', p.email, jsonb_build_object('departure_id', d.id, 'user_id', p.id)
    from private.runners_of(d) r join public.profiles p on p.id = r where private.may_mail(p.email)
  on conflict (dedupe_key) do nothing
$$;

-- Returns the placeholders of that email when it is sent. Its roles determine its link.
create function private.go_no_go_data(o private.outbox, p_language text)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
      'title', private.service_title(d.service_id, p_language),
      'service_date', d.service_date, 'start_time', private.start_of(d), 'territory_id', d.territory_id,
      'territory_name', private.territory_name(d.territory_id, p_language), 'time_zone', t.time_zone,
      'sold', d.sold, 'min_to_run', m.min_to_run, 'decides_at', m.decides_at,
      'full_name', (select p.full_name from public.profiles p where p.id = (o.payload ->> 'user_id')::uuid),
      'roles', (select coalesce(jsonb_agg(distinct g.role), '[]') from private.live_grants g where g.user_id = (o.payload ->> 'user_id')::uuid))
    from public.departures d join public.territories t on t.id = d.territory_id cross join lateral private.minimum_of(d) m
   where d.id = (o.payload ->> 'departure_id')::uuid
$$;

-- Returns the latest time at which to ask whether a departure goes ahead, or null once that is decided or enough guests have booked.
create function private.undecided_until(p_departure_id uuid)
returns timestamptz language sql stable security definer set search_path = '' as $$
  select m.decides_at from public.departures d cross join lateral private.minimum_of(d) m
   where d.id = p_departure_id and d.status = 'scheduled' and not d.exclusive and d.sold > 0 and d.sold < m.min_to_run and m.decides_at > now()
$$;

-- Returns why someone no longer needs to be asked by email or notice, or null.
create function private.go_no_go_is_obsolete(p_departure_id uuid, p_user_id uuid)
returns text language sql stable security definer set search_path = '' as $$
  select case
    when private.undecided_until(p_departure_id) is null then 'The time to send this message has passed'
    when not exists (select 1 from public.departures d cross join lateral private.runners_of(d) r where d.id = p_departure_id and r = p_user_id)
      then 'They no longer work on this departure' end
$$;

-- Decides about departures with a minimum and guests, at their time. Returns how many were confirmed, asked about or cancelled.
create function private.run_go_no_go(p_limit int default 200)
returns int language plpgsql security definer set search_path = '' as $$
declare
  v record;
  v_count int := 0;
begin
  for v in
    select d.id from public.departures d
      join public.services s on s.id = d.service_id
      left join private.departure_minimums k on k.departure_id = d.id
      cross join lateral (select case when k.departure_id is null then s.min_to_run else k.min_to_run end as min_to_run) m
     where d.status = 'scheduled' and d.sold > 0 and m.min_to_run is not null
       -- Other departures aren't due. The earliest decision is a day before the day before, in any time zone.
       and (d.sold >= m.min_to_run or d.exclusive or d.service_date <= current_date + 3)
       and private.is_due('go_no_go', d.id::text)
     order by d.id limit p_limit
  loop
    begin
      if private.go_or_no_go(v.id) is not null then
        v_count := v_count + 1;
      end if;
      perform service.clear_trouble('go_no_go', v.id::text);
    exception when others then
      perform service.record_trouble('go_no_go', v.id::text, sqlerrm);
    end;
  end loop;
  return v_count;
end $$;

-- Decides about one departure. Returns 'confirmed', 'asked' or 'cancelled', or null if it isn't time yet or another transaction has locked it. A
-- private group always reaches the minimum.
create function private.go_or_no_go(p_departure_id uuid)
returns text language plpgsql security definer set search_path = '' as $$
declare
  d public.departures;
  m record;
  c private.departure_cancellations;
  v_leaves timestamptz;
  v_asked boolean;
begin
  select * into d from public.departures x where x.id = p_departure_id and x.status = 'scheduled' for no key update skip locked;
  if d.id is null then
    return null;
  end if;
  select * into m from private.minimum_of(d);
  v_leaves := (select private.departure_moment(d.service_date, private.start_of(d), t.time_zone) from public.territories t where t.id = d.territory_id);
  v_asked := exists (select 1 from private.departure_decisions g where g.departure_id = d.id);
  if m.min_to_run is null or v_leaves <= now() then
    return null;
  elsif d.sold >= m.min_to_run or d.exclusive then
    perform private.confirm_departure(d);
    return 'confirmed';
  elsif not v_asked and m.decides_at <= now() + interval '1 hour' then
    insert into private.departure_decisions (departure_id, decides_at) values (d.id, m.decides_at);
    perform private.tell_runners(d, 'go_no_go', 'asked', jsonb_build_object('sold', d.sold, 'min_to_run', m.min_to_run, 'condition', private.condition_of(d))
      || (select jsonb_build_object('until', to_char(m.decides_at at time zone t.time_zone, 'HH24:MI'), 'until_date', (m.decides_at at time zone t.time_zone)::date)
            from public.territories t where t.id = d.territory_id));
    perform private.mail_go_no_go(d);
    return 'asked';
  elsif v_asked and now() >= m.decides_at then
    -- Its team was asked an hour ago, so this can't be undone.
    insert into private.departure_cancellations (reason, undo_until) values ('too_few', now()) returning * into c;
    return private.cancel_departure(d.id, c, 'system');
  end if;
  return null;
end $$;
