-- Who leads a departure: the best placed guide who has not declined its slot (docs/decisions/0017). bookings.guide_id says it, and
-- follows for what has not begun yet.

-- The experience's own guide comes first, then the ranking; each needs the role in the region. Null: nobody is left.
-- p_ignore: a guide who counts as not having declined.
create function private.guide_of(p_experience_id uuid, p_timeslot_id uuid, p_ignore uuid default null)
returns uuid language sql stable security definer set search_path = '' as $$
  select c.guide_id
  from public.experiences e
  cross join lateral (
    select e.guide_id, 0 as place where e.guide_id is not null
    union all
    select r.guide_id, r.rank from public.experience_guide_rankings r where r.experience_id = e.id) c
  where e.id = p_experience_id
    and private.user_has_role(c.guide_id, 'tour_guide', e.territory_id)
    and (c.guide_id is not distinct from p_ignore or not exists (
      select 1 from public.guide_timeslot_responses a
      where a.guide_id = c.guide_id and a.timeslot_id = p_timeslot_id and a.response = 'declined'))
  order by c.place limit 1
$$;

-- Those whom a change of guide concerns, and who did not make it. p_before: who led the bookings that have moved.
create function private.tell_guides(e public.experiences, p_start time, p_guide uuid, p_before uuid[], p_moved int)
returns void language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := (select auth.uid());
  v_slot text := e.title || coalesce(' at ' || to_char(date '2000-01-01' + p_start, 'FMHH12:MI AM'), '');
  v_count text := case p_moved when 0 then 'no upcoming bookings' when 1 then '1 upcoming booking' else p_moved || ' upcoming bookings' end;
begin
  insert into public.notifications (user_id, type, title, message, territory_id)
  select p_guide, 'guide', 'You are the guide now', format('%s: %s', v_slot, v_count), e.territory_id
   where p_guide is not null and p_guide is distinct from caller
  union all
  select m, 'guide', 'No guide left', format('%s has no guide: %s', v_slot, v_count), e.territory_id
    from private.moderators(e.territory_id) m where p_guide is null and m is distinct from caller
  union all
  select b, 'guide', 'You are not the guide any more', format('%s: %s', v_slot, v_count), e.territory_id
    from unnest(p_before) b where b is distinct from caller and b is distinct from p_guide and exists (select 1 from public.profiles p where p.id = b);
end $$;

-- Gives what has not begun yet to who leads it now: of one slot, or of all. p_changed: the slot has changed hands, also where
-- nobody has booked. Bookings that are just being made wait for it, and it for them (insert_booking takes the lock shared).
create function private.settle_guides(p_experience_id uuid, p_timeslot_id uuid default null, p_changed boolean default false)
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
    select s.id, s.start_time from public.experience_timeslots s
    where s.experience_id = e.id and (p_timeslot_id is null or s.id = p_timeslot_id) order by s.id
  loop
    v_guide := private.guide_of(e.id, slot.id);
    with due as (
      select b.id, b.guide_id from public.bookings b
      where b.experience_id = e.id and b.timeslot_id = slot.id and b.booking_date >= v_now::date
        and b.booking_date + coalesce(b.start_time, time '23:59:59') > v_now
        and b.check_in_status = 'pending' and b.guide_id is distinct from v_guide
      order by b.id for update),
    moved as (
      update public.bookings b set guide_id = v_guide from due where b.id = due.id returning b.id, due.guide_id as before, b.status),
    words as (
      update public.messages m set guide_id = v_guide from moved where m.booking_id = moved.id)
    select count(*) filter (where private.is_live(x.status)), array_agg(distinct x.before) filter (where x.before is not null)
      into v_moved, v_before from moved x;
    if v_moved > 0 or p_changed then
      perform private.tell_guides(e, slot.start_time, v_guide, case when v_moved > 0 then v_before end, v_moved);
    end if;
  end loop;
end $$;

-- In place of 20261121000708: a new guide takes over what is still to come, slot by slot.
create or replace function private.move_bookings_to_guide()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.settle_guides(new.id);
  return null;
end $$;

-- A guide's answer decides at once. Only a change between declined and not declined changes anything.
create function private.settle_response()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  answer public.guide_timeslot_responses := case when tg_op = 'DELETE' then old else new end;
  v_experience uuid := (select s.experience_id from public.experience_timeslots s where s.id = answer.timeslot_id);
begin
  if v_experience is null
     or (tg_op <> 'INSERT' and old.response = 'declined') = (tg_op <> 'DELETE' and new.response = 'declined') then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('guides:' || v_experience, 0));
  perform private.settle_guides(v_experience, answer.timeslot_id,
    coalesce(private.guide_of(v_experience, answer.timeslot_id, answer.guide_id) = answer.guide_id, false));
  return null;
end $$;
create trigger guide_timeslot_responses_settle after insert or delete or update of response on public.guide_timeslot_responses
  for each row execute function private.settle_response();

-- At the end of the transaction: whoever saves a ranking deletes it and writes it anew.
create function private.settle_ranking()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.settle_guides(case when tg_op = 'DELETE' then old.experience_id else new.experience_id end);
  return null;
end $$;
create constraint trigger experience_guide_rankings_settle after insert or update or delete on public.experience_guide_rankings
  deferrable initially deferred for each row execute function private.settle_ranking();

-- A guide who drops the role, or loses it, leads nothing any more; who takes it up again is back in place.
create function private.settle_role()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.settle_guides(x.id) from (
    select e.id from public.experiences e
    where e.territory_id = new.territory_id and (e.guide_id = new.user_id or exists (
      select 1 from public.experience_guide_rankings r where r.experience_id = e.id and r.guide_id = new.user_id))
    order by e.id) x;
  return null;
end $$;
create trigger role_grants_settle after update of revoked_at, dropped_at on private.role_grants for each row
  when (new.role = 'tour_guide' and (old.revoked_at is null and old.dropped_at is null) is distinct from (new.revoked_at is null and new.dropped_at is null))
  execute function private.settle_role();

-- As in 20261121002062, with the guide who leads the slot.
create or replace function private.insert_booking(h private.holds)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid := gen_random_uuid();
  v_transport boolean := h.kind = 'transport';
  v_booking uuid := case when not v_transport then v_id end;
  v_ride uuid := case when v_transport then v_id end;
  f jsonb := h.form;
  d public.departures;
  e public.experiences;
  s public.territory_transports;
begin
  select * into d from public.departures where id = h.departure_id;
  if v_transport then
    select * into s from public.territory_transports where id = d.transport_id;
    insert into public.transport_bookings (id, hold_id, departure_id, transport_id, territory_id, tourist_id, booking_date, start_time,
      num_people, seats, booking_type, unit_price, total_price, currency_code, payment_method, passenger_details, whatsapp_number,
      country, speaks_spanish, hotel_name, passport_image, waiver_version, waiver_accepted_at, cancellation_policy, referral_link_id)
    values (v_id, h.id, d.id, s.id, h.territory_id, h.user_id, d.service_date, h.start_time,
      h.num_people, h.seats, h.booking_type, h.unit_price, h.total_price, h.currency_code, h.payment_method, f -> 'passenger_details',
      f ->> 'whatsapp_number', f ->> 'country', (f ->> 'speaks_spanish')::boolean, f ->> 'hotel_name', f ->> 'passport_image',
      f ->> 'waiver_version', h.created_at, coalesce(h.cancellation_policy, s.cancellation_policy), h.referral_link_id);
  else
    -- Nobody's answer comes between the question who leads and the booking; the reading after it sees every answer before it.
    perform pg_advisory_xact_lock_shared(hashtextextended('guides:' || d.experience_id, 0));
    select * into e from public.experiences where id = d.experience_id;
    insert into public.bookings (id, hold_id, departure_id, experience_id, timeslot_id, territory_id, guide_id, tourist_id, booking_date,
      start_time, num_people, seats, booking_type, unit_price, total_price, currency_code, payment_method, whatsapp_number, country,
      speaks_spanish, hotel_name, hotel_address, passport_image, waiver_version, waiver_accepted_at, cancellation_policy, referral_link_id)
    values (v_id, h.id, d.id, e.id, d.timeslot_id, h.territory_id, private.guide_of(e.id, d.timeslot_id), h.user_id, d.service_date,
      h.start_time, h.num_people, h.seats, h.booking_type, h.unit_price, h.total_price, h.currency_code, h.payment_method,
      f ->> 'whatsapp_number', f ->> 'country', (f ->> 'speaks_spanish')::boolean, f ->> 'hotel_name', f ->> 'hotel_address',
      f ->> 'passport_image', f ->> 'waiver_version', h.created_at, coalesce(h.cancellation_policy, e.cancellation_policy), h.referral_link_id);
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
create trigger bookings_tell_guide_insert after insert on public.bookings
  for each row execute function private.broadcast_to_guides();
create trigger bookings_tell_guide_update after update on public.bookings
  for each row when ((old.status, old.payment_status, old.check_in_status, old.guide_id)
    is distinct from (new.status, new.payment_status, new.check_in_status, new.guide_id))
  execute function private.broadcast_to_guides();

revoke all on function private.guide_of(uuid, uuid, uuid), private.tell_guides(public.experiences, time, uuid, uuid[], int),
  private.settle_guides(uuid, uuid, boolean), private.settle_response(), private.settle_ranking(), private.settle_role(),
  private.broadcast_to_guides() from public, anon, authenticated, service_role;
