-- The waitlist of a sold-out departure, with people and the seats they need. Free seats are offered in order, to the first person for whom there are
-- enough, as a hold with its own length. Booking replaces it (create_hold), and an unanswered offer passes to the next person.
--
-- The commit that frees seats also offers them (departures_offer_seats), so that no one else gets them first. Everything here locks the departure
-- first, then entries, and holds last and without waiting, because others lock a hold before its departure.

create table private.waitlist (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  departure_id uuid not null references public.departures (id) on delete cascade,
  booking_type text not null check (booking_type in ('shared', 'private')),
  num_people int not null check (num_people between 1 and 1000),
  -- 'taken': its person started a booking. 'expired': the offer was not answered. 'ended': the departure left or was cancelled.
  state text not null default 'waiting' check (state in ('waiting', 'offered', 'taken', 'expired', 'left', 'ended')),
  passes int not null default 0 check (passes >= 0), -- how often seats that weren't enough for it were offered to a later entry
  -- The offered seats. For a waiting entry, those reserved until there are enough.
  hold_id uuid unique references private.holds (id),
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((state in ('waiting', 'offered')) = (ended_at is null)),
  check (state <> 'offered' or hold_id is not null)
);
create unique index waitlist_one_idx on private.waitlist (user_id, departure_id) where state in ('waiting', 'offered');
create index waitlist_live_idx on private.waitlist (departure_id, created_at, id) where state in ('waiting', 'offered');
create index waitlist_user_idx on private.waitlist (user_id, created_at);
create index waitlist_departure_idx on private.waitlist (departure_id);
alter table private.waitlist enable row level security;

-- Sends changes of the waitlist to the departure's team.
create function private.broadcast_waitlist()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send(jsonb_build_object('id', d.id), 'departure', private.topic_of(d.territory_id), true)
     from public.departures d where d.id = new.departure_id;
  return null;
end $$;

create trigger waitlist_broadcast after insert or update on private.waitlist
  for each row execute function private.broadcast_waitlist();

-- Returns when a departure leaves, or null in an unknown time zone.
create function private.leaves_at(d public.departures)
returns timestamptz language sql stable security definer set search_path = '' as $$
  select case when private.local_time(t.time_zone) is not null then private.departure_moment(d.service_date, private.start_of(d), t.time_zone) end
    from public.territories t where t.id = d.territory_id
$$;

-- Releases the seats offered to, or reserved for, an entry. Returns false if another transaction has locked the hold and will free the seats. The
-- caller has locked the departure.
create function private.drop_offered_hold(p_hold_id uuid)
returns boolean language plpgsql security definer set search_path = '' as $$
declare
  h private.holds;
begin
  select * into h from private.holds x where x.id = p_hold_id and x.offered and x.state = 'held' for update skip locked;
  if h.id is null then
    return not exists (select 1 from private.holds x where x.id = p_hold_id and x.state = 'held');
  end if;
  update private.holds set state = 'released', expires_at = least(expires_at, now()) where id = h.id;
  perform private.free_seats(h.departure_id, h.seats, 'held');
  return true;
end $$;

-- Ends a person's live entry. Its seats are released, and notices no longer offer them. The caller has locked the departure.
create function private.end_waitlist_entry(p_departure_id uuid, p_user_id uuid, p_state text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  w private.waitlist;
begin
  for w in
    update private.waitlist x set state = p_state, ended_at = now()
     where x.departure_id = p_departure_id and x.user_id = p_user_id and x.state in ('waiting', 'offered') returning *
  loop
    perform private.drop_offered_hold(w.hold_id);
    perform private.rewrite_notices('seats:' || w.id, null);
  end loop;
end $$;

-- Returns the deadline of an offer of seats: two hours, or a quarter of the remaining time if that is shorter, and never past the departure. Once
-- unanswered offers have occupied a whole departure for that long within a day, further offers are short.
create function private.offered_until(d public.departures)
returns timestamptz language sql stable security definer set search_path = '' as $$
  select least(l.leaves, now() + case when k.kept >= d.capacity * private.limit_value('waitlist.departure_minutes') * interval '1 minute' then s.short
      else greatest(s.short, least(private.limit_value('waitlist.offer_minutes') * interval '1 minute', (l.leaves - now()) / 4)) end)
    from (select private.leaves_at(d) as leaves) l
   cross join (select private.limit_value('hold.minutes') * interval '1 minute' as short) s
   cross join (select coalesce(sum(h.seats * private.hold_time(h)), interval '0') as kept from private.holds h
                where h.departure_id = d.id and h.offered and h.state = 'released' and h.created_at > now() - interval '1 day') k
$$;

-- Holds seats of a departure for an entry, without a booking. own_hold and begin_payment ignore this hold. The caller has locked the departure.
create function private.hold_for_waitlist(w private.waitlist, d public.departures, p_booking_type text, p_people int, p_until timestamptz)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  h private.holds;
  v private.service;
begin
  h.kind := d.kind;
  v := private.bookable_service(d.service_id);
  h.user_id := w.user_id;
  h.idempotency_key := gen_random_uuid();
  h.payload_hash := '';
  h.departure_id := d.id;
  h.territory_id := d.territory_id;
  h.start_time := private.start_of(d);
  h.booking_type := p_booking_type;
  h.payment_method := 'card';
  h.num_people := p_people;
  h.unit_price := private.unit_price(v, w.booking_type);
  h.total_price := h.unit_price * case when w.booking_type = 'private' then 1 else p_people end;
  h.currency_code := v.currency_code;
  h.cancellation_policy := v.cancellation_policy;
  h.partner_rate := 0;
  h.form := '{}';
  h.expires_at := p_until;
  h.offered := true;
  return (private.take_seats(h)).id;
end $$;

-- Offers a departure's free seats in order, and returns the number of offers. An entry that was passed over three times reserves free seats for half
-- an hour, until there are enough. It looks only at the current state, so it may be called at any time. Locks the departure, and skips a locked one.
create function private.offer_free_seats(p_departure_id uuid)
returns int language plpgsql security definer set search_path = '' as $$
declare
  d public.departures;
  v private.service;
  w private.waitlist;
  v_free int;
  v_reserved private.holds;
  v_hold uuid;
  v_over uuid[] := '{}'; -- entries before the current one that got no offer
  v_count int := 0;
begin
  select * into d from public.departures x where x.id = p_departure_id for no key update skip locked;
  if d.id is null then
    return 0;
  end if;
  perform private.settle_waitlist(d.id);
  v := private.bookable_service(d.service_id);
  if d.closed or d.status in ('cancelled', 'departed') or private.leaves_at(d) <= now() or v.id is null then
    return 0;
  end if;
  for w in
    select * from private.waitlist x
     where x.departure_id = d.id and x.state = 'waiting' and v.booking_type in (x.booking_type, 'both') order by x.created_at, x.id
  loop
    select * into d from public.departures x where x.id = d.id;
    v_free := case when d.exclusive then 0 else d.capacity - d.held - d.sold end;
    exit when v_free <= 0;
    select * into v_reserved from private.holds h where h.id = w.hold_id and h.state = 'held';
    v_reserved.seats := coalesce(v_reserved.seats, 0);
    if (case when w.booking_type = 'private' then d.held - v_reserved.seats + d.sold = 0 and d.capacity >= w.num_people
             else v_free + v_reserved.seats >= w.num_people end) then
      exit when not private.drop_offered_hold(w.hold_id);
      v_hold := private.hold_for_waitlist(w, d, w.booking_type, w.num_people, private.offered_until(d));
      update private.waitlist set state = 'offered', hold_id = v_hold where id = w.id;
      update private.waitlist set passes = passes + 1 where id = any (v_over);
      perform private.tell_seats_free(w, d);
      v_count := v_count + 1;
    elsif w.passes >= private.limit_value('waitlist.passes') and d.capacity >= w.num_people then
      exit when not private.drop_offered_hold(w.hold_id);
      v_hold := private.hold_for_waitlist(w, d, 'shared', v_free + v_reserved.seats, least(private.leaves_at(d),
        coalesce(v_reserved.expires_at, now() + private.limit_value('waitlist.reserve_minutes') * interval '1 minute')));
      update private.waitlist set hold_id = v_hold where id = w.id;
    else
      v_over := v_over || w.id;
    end if;
  end loop;
  return v_count;
end $$;

-- Ends expired offers, which pass to the next entry; entries with expired reservations wait again. The caller has locked the departure.
create function private.settle_waitlist(p_departure_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  w private.waitlist;
begin
  for w in
    select x.* from private.waitlist x join private.holds h on h.id = x.hold_id
     where x.departure_id = p_departure_id and x.state in ('waiting', 'offered') and h.state <> 'held'
  loop
    if w.state = 'offered' then
      update private.waitlist set state = 'expired', ended_at = now() where id = w.id;
      perform private.rewrite_notices('seats:' || w.id, null);
    else
      update private.waitlist set hold_id = null, passes = 0 where id = w.id;
    end if;
  end loop;
end $$;

-- Offers freed seats at the end of the transaction, because a hold that is exchanged frees its seats for itself. An error here doesn't fail the
-- transaction that freed them.
create function private.offer_seats_at_commit()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select 1 from private.waitlist w where w.departure_id = new.id and w.state in ('waiting', 'offered')) then
    perform private.offer_free_seats(new.id);
  end if;
  return null;
exception when others then
  perform service.record_trouble('waitlist', new.id::text, sqlerrm);
  return null;
end $$;

create constraint trigger departures_offer_seats after update on public.departures deferrable initially deferred for each row
  when (new.capacity - new.held - new.sold > old.capacity - old.held - old.sold
    or (old.exclusive, old.closed, old.status) is distinct from (new.exclusive, new.closed, new.status))
  execute function private.offer_seats_at_commit();

-- Queues the email and notice of an offer. The notice is created at once, because it would be useless after the offer's end.
create function private.tell_seats_free(w private.waitlist, d public.departures)
returns void language plpgsql security definer set search_path = '' as $$
begin
  insert into private.outbox (dedupe_key, kind, template, recipient, payload)
  select 'email:seats_free:' || w.id, 'email', 'seats_free', p.email, jsonb_build_object('entry_id', w.id)
    from public.profiles p where p.id = w.user_id and private.may_mail(p.email);
  perform private.notify(w.user_id, 'seats_free', 'seats_free', private.departure_params(d) || jsonb_build_object('people', w.num_people),
    d.territory_id, null, 'seats:' || w.id);
end $$;

-- Returns why the email about free seats is no longer needed, or null.
create function private.seats_free_is_obsolete(p_entry_id uuid)
returns text language sql stable security definer set search_path = '' as $$
  select case when not exists (
    select 1 from private.waitlist w join private.holds h on h.id = w.hold_id join public.departures d on d.id = w.departure_id
     where w.id = p_entry_id and w.state = 'offered' and h.state = 'held' and h.expires_at > now() and not d.closed and d.status <> 'cancelled')
    then 'The seats are no longer offered' end
$$;

-- Returns the placeholders of the email about free seats.
create function private.seats_free_data(p_entry_id uuid, p_language text)
returns jsonb language sql stable security definer set search_path = '' as $$
  select private.waitlist_json(w) || jsonb_build_object(
      'title', private.service_title(d.service_id, p_language),
      'territory_name', private.territory_name(d.territory_id, p_language), 'full_name', p.full_name)
    from private.waitlist w join public.departures d on d.id = w.departure_id join public.profiles p on p.id = w.user_id
   where w.id = p_entry_id
$$;

-- Returns an entry as its person gets it. place is 1 for the next person. seconds_left is for an offer, because the phone's clock may be wrong.
create function private.waitlist_json(w private.waitlist)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('entry_id', w.id, 'state', w.state, 'kind', d.kind,
    'service_id', d.service_id, 'slot_id', d.slot_id, 'title', private.title_of(d),
    'titles', private.titles_of(d.service_id), 'service_date', d.service_date, 'start_time', private.start_of(d),
    'time_zone', t.time_zone, 'booking_type', w.booking_type, 'num_people', w.num_people, 'place', private.place_of(w),
    'expires_at', o.expires_at, 'seconds_left', floor(extract(epoch from o.expires_at - now())))
    from public.departures d
    join public.territories t on t.id = d.territory_id
    left join private.holds o on o.id = w.hold_id and w.state = 'offered'
   where d.id = w.departure_id
$$;

create function private.place_of(w private.waitlist)
returns int language sql stable security definer set search_path = '' as $$
  select count(*)::int + 1 from private.waitlist x
   where x.departure_id = w.departure_id and x.state = 'waiting' and (x.created_at, x.id) < (w.created_at, w.id)
$$;

-- Adds the caller to the waitlist of a departure, or changes their number of people while they keep their place. Returns waitlist_json. p has
-- service_id, slot_id, service_date, booking_type and num_people, as create_hold reads them. Raises 403 'email_unconfirmed', 409 'seats_available' if
-- enough are free, 'departure_closed' and 'departure_cancelled', 429 'too_many_waitlists' and 'waitlist_unanswered', and what read_occurrence,
-- check_group_size and limit_rate raise. Locks the user, then the departure.
create function public.join_waitlist(p jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := private.require_user('Please log in to join the waitlist');
  v private.service;
  v_when private.occurrence;
  v_type text;
  v_people int;
  v_departure uuid;
  d public.departures;
  w private.waitlist;
begin
  if p is null or jsonb_typeof(p) <> 'object' or length(p::text) > 2000 then
    perform private.invalid('Please choose the departure');
  elsif private.confirmed_email(v_user) is null then
    perform private.fail(403, 'email_unconfirmed', 'Please confirm your email address first, with the link we emailed you.');
  end if;
  perform private.lock_user(v_user);
  v := private.bookable_service(private.input_uuid(p, 'service_id'));
  if v.id is null then
    perform private.fail_not_found(private.kind_of_service(private.input_uuid(p, 'service_id')));
  end if;
  v_when := private.read_occurrence(v, p);
  v_type := private.input_text(p, 'booking_type', 20);
  v_people := private.input_count(p, 'num_people');
  perform private.check_booking_type(v, v_type);
  if v_people is null then
    perform private.invalid('num_people is required');
  end if;
  perform private.check_group_size(v, v_type, v_people);

  -- This is a separate statement, because the one that creates the departure doesn't see it.
  v_departure := private.ensure_departure(v_when.slot_id, v_when.service_date);
  select * into d from public.departures x where x.id = v_departure for no key update;
  if d.status = 'cancelled' then
    perform private.fail(409, 'departure_cancelled', 'This departure has been cancelled.');
  elsif d.closed then
    perform private.fail(409, 'departure_closed', 'This departure is closed for new bookings');
  end if;
  select * into w from private.waitlist x where x.user_id = v_user and x.departure_id = d.id and x.state in ('waiting', 'offered');
  if w.state = 'offered' or (w.num_people, w.booking_type) = (v_people, v_type) then
    return private.waitlist_json(w);
  end if;
  perform private.check_may_join(v_user, d, v_type, v_people, w.id is not null);
  if w.id is null then
    insert into private.waitlist (user_id, departure_id, booking_type, num_people) values (v_user, d.id, v_type, v_people) returning * into w;
  else
    update private.waitlist set num_people = v_people, booking_type = v_type where id = w.id returning * into w;
  end if;
  return private.waitlist_json(w);
end $$;

-- Checks that someone may wait for this many seats of a departure: they aren't available, and the person isn't on too many waitlists. Raises what
-- join_waitlist lists.
create function private.check_may_join(p_user_id uuid, d public.departures, p_booking_type text, p_people int, p_change boolean)
returns void language plpgsql stable security definer set search_path = '' as $$
declare
  v_own int := coalesce((select sum(h.seats) from private.holds h where h.user_id = p_user_id and h.departure_id = d.id and h.state = 'held'), 0);
  m record;
begin
  if (case when p_booking_type = 'private' then d.held - v_own + d.sold = 0 and d.capacity >= p_people
           else (not d.exclusive or v_own > 0) and d.capacity - d.held - d.sold + v_own >= p_people end) then
    perform private.fail(409, 'seats_available', 'There are enough seats, so you can book now.');
  elsif p_change then
    return;
  end if;
  select count(*) filter (where x.state in ('waiting', 'offered')) as live,
         count(*) filter (where x.state = 'expired' and x.departure_id = d.id) as unanswered,
         count(*) filter (where x.created_at > now() - interval '1 minute') as minute,
         count(*) filter (where x.created_at > now() - interval '1 hour') as hour
    into m from private.waitlist x where x.user_id = p_user_id;
  perform private.limit_rate('waitlist', m.minute, m.hour);
  if m.live >= private.limit_value('waitlist.live') then
    perform private.fail(429, 'too_many_waitlists', 'You''re on too many waitlists. Please leave one in My Bookings first.');
  elsif m.unanswered >= private.limit_value('waitlist.unanswered') then
    perform private.fail(429, 'waitlist_unanswered', 'We offered you seats on this trip twice, and you didn''t book them. Please choose another date or time.');
  end if;
end $$;

-- Removes the caller from the waitlist and releases seats offered to them. Repeating it does nothing. Raises 404 'waitlist_not_found'. Locks the
-- departure.
create function public.leave_waitlist(p_entry_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := private.require_user();
  v_departure uuid := (select w.departure_id from private.waitlist w where w.id = p_entry_id and w.user_id = v_user);
begin
  if v_departure is null then
    perform private.fail(404, 'waitlist_not_found', 'You''re not on this waitlist.');
  end if;
  perform 1 from public.departures d where d.id = v_departure for no key update;
  if exists (select 1 from private.waitlist w where w.id = p_entry_id and w.state in ('waiting', 'offered')) then
    perform private.end_waitlist_entry(v_departure, v_user, 'left');
  end if;
end $$;

-- Returns the caller's live entries, offers first, and last the offers that they did not answer within two days, until they join, book or the day
-- of the departure is over.
create function public.my_waitlist()
returns setof jsonb language sql stable security definer set search_path = '' as $$
  select private.waitlist_json(w) from private.waitlist w
    join public.departures d on d.id = w.departure_id
    join public.territories t on t.id = d.territory_id
   where w.user_id = (select auth.uid()) and (select private.session_lives())
     and (w.state in ('waiting', 'offered')
       or w.state = 'expired' and w.ended_at > now() - interval '2 days' and d.service_date >= (now() at time zone t.time_zone)::date
         and not exists (select 1 from private.waitlist n where n.user_id = w.user_id and n.departure_id = w.departure_id and n.created_at > w.created_at)
         and not exists (select 1 from public.bookings b where b.tourist_id = w.user_id and b.departure_id = w.departure_id and private.is_live(b.status)))
   order by w.state = 'expired', w.state, d.service_date, w.created_at, w.id
$$;

-- Returns the waitlists, in order, of those of the first 1000 of these departures that the caller runs.
create function public.departure_waitlist(p_departures uuid[])
returns table (departure_id uuid, entry_id uuid, full_name text, num_people int, booking_type text, state text, offered_until timestamptz)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_user();
  return query
    select d.id, w.id, p.full_name, w.num_people, w.booking_type, w.state, h.expires_at
      from public.departures d
      join private.waitlist w on w.departure_id = d.id and w.state in ('waiting', 'offered')
      join public.profiles p on p.id = w.user_id
      left join private.holds h on h.id = w.hold_id and w.state = 'offered'
     where d.id = any (p_departures[1:1000])
       and private.may_cancel(d)
     order by d.id, w.created_at, w.id;
end $$;

-- Adds as many seats as a departure's waitlist needs and offers them at once. Returns the capacity. For staff. Raises 403 'forbidden', 409
-- 'departure_cancelled', and 'departure_taken_whole' if a private group has booked it. Locks the departure.
create function public.raise_capacity_for_waitlist(p_departure_id uuid)
returns int language plpgsql security definer set search_path = '' as $$
declare
  d public.departures;
  v_needed int;
begin
  select * into d from public.departures x where x.id = p_departure_id for no key update;
  perform private.require_territory(d.territory_id);
  if d.status = 'cancelled' then
    perform private.fail(409, 'departure_cancelled', 'This departure has been cancelled.');
  elsif d.exclusive then
    perform private.fail(409, 'departure_taken_whole', 'A private group has booked this departure, so you can''t add seats.');
  end if;
  v_needed := d.held + d.sold + coalesce((
    select sum(w.num_people - coalesce(h.seats, 0)) from private.waitlist w
      left join private.holds h on h.id = w.hold_id and h.state = 'held'
     where w.departure_id = d.id and w.state = 'waiting' and w.booking_type = 'shared'), 0);
  update public.departures set capacity = least(v_needed, 1000), capacity_fixed = true
   where id = d.id and capacity < least(v_needed, 1000) returning * into d;
  if found then
    perform private.audit('set_departure_capacity', d.territory_id, 'departures', d.id::text, jsonb_build_object('capacity', d.capacity));
  end if;
  return (select x.capacity from public.departures x where x.id = p_departure_id);
end $$;

-- The scheduled job for waitlists. It ends those of past departures, and offers free seats that the freeing transaction could not. Returns the number
-- of offers.
create function private.run_waitlists(p_limit int default 200)
returns int language plpgsql security definer set search_path = '' as $$
declare
  v record;
  v_count int := 0;
begin
  for v in
    select d.id from public.departures d
     where exists (select 1 from private.waitlist w where w.departure_id = d.id and w.state in ('waiting', 'offered'))
       and (private.waitlist_is_over(d) or private.has_seats_for_waitlist(d))
       and private.is_due('waitlist', d.id::text)
     order by d.id limit p_limit
  loop
    begin
      v_count := v_count + private.run_waitlist(v.id);
      perform service.clear_trouble('waitlist', v.id::text);
    exception when others then
      perform service.record_trouble('waitlist', v.id::text, sqlerrm);
    end;
  end loop;
  return v_count;
end $$;

-- Returns whether no one can wait for a departure any longer. A cancellation that can still be undone doesn't count.
create function private.waitlist_is_over(d public.departures)
returns boolean language sql stable security definer set search_path = '' as $$
  select d.status = 'departed' or private.is_cancelled_for_good(d.id) or (d.service_date <= current_date + 1 and private.leaves_at(d) <= now())
$$;

-- Returns whether offer_free_seats has something to do, because an offer expired, or free seats are enough for an entry or can be reserved for one.
create function private.has_seats_for_waitlist(d public.departures)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from private.waitlist w left join private.holds h on h.id = w.hold_id
     where w.departure_id = d.id and w.state in ('waiting', 'offered')
       and (h.state <> 'held' or (
         w.state = 'waiting' and not d.closed and d.status in ('scheduled', 'confirmed') and not d.exclusive
         and d.held + d.sold < d.capacity and d.capacity >= w.num_people
         and (w.passes >= private.limit_value('waitlist.passes')
           or case when w.booking_type = 'private' then d.held + d.sold = coalesce(h.seats, 0)
                   else d.capacity - d.held - d.sold + coalesce(h.seats, 0) >= w.num_people end))))
$$;

create function private.run_waitlist(p_departure_id uuid)
returns int language plpgsql security definer set search_path = '' as $$
declare
  d public.departures;
begin
  select * into d from public.departures x where x.id = p_departure_id for no key update skip locked;
  if d.id is null then
    return 0;
  elsif private.waitlist_is_over(d) then
    perform private.end_waitlist(d);
    return 0;
  end if;
  return private.offer_free_seats(d.id);
end $$;

-- Ends the waitlist of a departed or cancelled departure. Its entries are notified, except those with offered seats of a departed one. The caller has
-- locked the departure.
create function private.end_waitlist(d public.departures)
returns void language plpgsql security definer set search_path = '' as $$
declare
  w private.waitlist;
begin
  for w in
    select * from private.waitlist x where x.departure_id = d.id and x.state in ('waiting', 'offered') order by x.created_at, x.id
  loop
    perform private.end_waitlist_entry(d.id, w.user_id, 'ended');
    if w.state = 'waiting' or d.status = 'cancelled' then
      perform private.notify(w.user_id, 'waitlist_over', 'waitlist_over',
        private.departure_params(d) || jsonb_build_object('cancelled', d.status = 'cancelled'), d.territory_id, null, 'seats:' || w.id);
    end if;
  end loop;
end $$;

-- Ends the entries of a deleted account. Locks departures in the order of their ids.
create function private.leave_waitlists(p_user_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_departure uuid;
begin
  for v_departure in
    select w.departure_id from private.waitlist w where w.user_id = p_user_id and w.state in ('waiting', 'offered') order by 1
  loop
    perform 1 from public.departures d where d.id = v_departure for no key update;
    perform private.end_waitlist_entry(v_departure, p_user_id, 'left');
  end loop;
end $$;
