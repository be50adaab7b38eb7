-- Decides who leads a departure, which is the best-ranked guide who hasn't declined its slot (docs/decisions/0017). bookings.guide_id has the result,
-- and is updated for departures that haven't begun. This file also has the days of a guide's month and their weekly slots.

-- Moves an experience's future departures to its new guide, slot by slot.
create function private.move_bookings_to_guide()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.assign_guides(new.id);
  return null;
end $$;

create trigger services_move_bookings after update of guide_id on public.services
  for each row when (new.guide_id is distinct from old.guide_id) execute function private.move_bookings_to_guide();

-- Returns who may lead a slot, best ranked first: the experience's own guide, then the ranking. Each needs the role in the territory and must not
-- have declined. p_ignore is a guide who counts as not having declined. With p_date, dates that guides declined are checked too. A paused guide leads
-- existing departures and gets no new ones.
create function private.guides_for(p_experience_id uuid, p_slot_id uuid, p_ignore uuid default null, p_date date default null)
returns table (guide_id uuid, place int, paused boolean) language sql stable security definer set search_path = '' as $$
  select c.guide_id, c.place, g.paused_at is not null
  from public.services e
  cross join lateral (
    select e.guide_id, 0 as place where e.guide_id is not null
    union all
    select r.guide_id, r.rank from public.experience_guide_rankings r where r.experience_id = e.id) c
  join private.live_grants g on g.user_id = c.guide_id and g.role = 'tour_guide' and g.territory_id = e.territory_id
  where e.id = p_experience_id
    and (c.guide_id is not distinct from p_ignore or not exists (
      select 1 from public.guide_timeslot_responses a
      where a.guide_id = c.guide_id and a.slot_id = p_slot_id and a.response = 'declined'))
    and not exists (
      select 1 from private.guide_date_declines d
      where d.slot_id = p_slot_id and d.service_date = p_date and d.guide_id = c.guide_id)
  order by c.place
$$;

-- Returns who leads a slot or one date of it from now on, or null if no guide is left.
create function private.guide_of(p_experience_id uuid, p_slot_id uuid, p_ignore uuid default null, p_date date default null)
returns uuid language sql stable security definer set search_path = '' as $$
  select g.guide_id from private.guides_for(p_experience_id, p_slot_id, p_ignore, p_date) g
  where not g.paused order by g.place limit 1
$$;

-- Returns who leads if the current guide declines, or null if no guide is left.
create function private.next_guide_of(p_experience_id uuid, p_slot_id uuid, p_leader uuid)
returns uuid language sql stable security definer set search_path = '' as $$
  select g.guide_id from private.guides_for(p_experience_id, p_slot_id) g
  where not g.paused and g.guide_id is distinct from p_leader order by g.place limit 1
$$;

-- Returns the guide of a new booking on a departure. It is the guide of its other guests, first of those who haven't arrived yet, so that a pause
-- doesn't split the departure, and without guests that of its slot.
create function private.leader_of(d public.departures)
returns uuid language sql stable security definer set search_path = '' as $$
  select coalesce((
    select b.guide_id from public.bookings b
    join private.guides_for(d.service_id, d.slot_id, null, d.service_date) g on g.guide_id = b.guide_id
    where b.departure_id = d.id and private.is_live(b.status)
    order by b.check_in_status = 'pending' desc, g.place limit 1), private.guide_of(d.service_id, d.slot_id, null, d.service_date))
$$;

-- Notifies the people affected by a change of guide, except the person who made it. Unread notices about the same slot and date are replaced.
-- p_before are the guides of the moved bookings before. The team's notice has its own type, because it links elsewhere. p_date is set if only that
-- date changed, because the caller declined it.
create function private.notify_guides(e public.services, p_slot_id uuid, p_start time, p_guide uuid, p_before uuid[], p_moved int,
  p_date date default null)
returns void language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := (select auth.uid());
  v_about text := 'slot:' || concat_ws(' ', p_slot_id, p_date);
  v_params jsonb := private.service_params(e.id) || jsonb_build_object('time', p_start, 'date', p_date, 'bookings', p_moved);
begin
  if p_guide is null then
    perform private.notify_all(array(select m from private.moderators(e.territory_id) m where m is distinct from caller),
      'no_guide', 'no_guide_left', v_params || case when p_date is null then '{}' else jsonb_build_object('declined_by', private.name_of(caller)) end,
      e.territory_id, v_about);
  elsif p_guide is distinct from caller then
    perform private.notify(p_guide, 'guide', 'guide_now', v_params, e.territory_id, null, v_about);
  end if;
  perform private.notify_all(array(
      select b from unnest(p_before) b
       where b is distinct from caller and b is distinct from p_guide and exists (select 1 from public.profiles p where p.id = b)),
    'guide', 'guide_no_more', v_params, e.territory_id, v_about);
end $$;

-- Moves departures that haven't begun to their current guide, for one slot or all, and with p_date only on that date. A paused guide keeps theirs.
-- p_changed means that the guide changed, even without bookings. Declined dates are checked one by one, and the others together. This and concurrent
-- bookings wait for each other (insert_booking takes the lock shared).
create function private.assign_guides(p_experience_id uuid, p_slot_id uuid default null, p_changed boolean default false,
  p_date date default null)
returns void language plpgsql security definer set search_path = '' as $$
declare
  e public.services;
  slot record;
  v_now timestamp;
  v_guide uuid;
  v_moved int;
  v_before uuid[];
begin
  perform pg_advisory_xact_lock(hashtextextended('guides:' || p_experience_id, 0));
  select * into e from public.services x where x.id = p_experience_id;
  if e.id is null then
    return;
  end if;
  v_now := now() at time zone (select t.time_zone from public.territories t where t.id = e.territory_id);
  for slot in
    select s.id, private.start_on(s.id, d.day) as start_time, d.day from public.slots s
    cross join lateral (
      select p_date as day
      union
      select x.service_date from private.guide_date_declines x
       where x.slot_id = s.id and p_date is null and x.service_date >= v_now::date) d
    where s.service_id = e.id and (p_slot_id is null or s.id = p_slot_id) order by s.id, d.day nulls first
  loop
    v_guide := private.guide_of(e.id, slot.id, null, slot.day);
    with due as (
      select b.id, b.guide_id from public.bookings b
      where b.service_id = e.id and b.slot_id = slot.id and b.booking_date >= v_now::date
        and (b.booking_date = slot.day or (slot.day is null and not exists (
          select 1 from private.guide_date_declines x where x.slot_id = slot.id and x.service_date = b.booking_date)))
        and private.departure_moment(b.booking_date, b.start_time, (select t.time_zone from public.territories t where t.id = e.territory_id)) > now()
        and b.check_in_status = 'pending' and b.guide_id is distinct from v_guide
        and not exists (
          select 1 from private.guides_for(e.id, slot.id, null, slot.day) g where g.paused and g.guide_id = b.guide_id)
      order by b.id for update),
    moved as (
      update public.bookings b set guide_id = v_guide from due where b.id = due.id returning b.id, due.guide_id as before, b.status),
    words as (
      update public.messages m set guide_id = v_guide from moved where m.booking_id = moved.id)
    select count(*) filter (where private.is_live(x.status)), array_agg(distinct x.before) filter (where x.before is not null)
      into v_moved, v_before from moved x;
    if v_moved > 0 or (p_changed and slot.day is not distinct from p_date) then
      perform private.notify_guides(e, slot.id, slot.start_time, v_guide, case when v_moved > 0 then v_before end, v_moved, slot.day);
    end if;
  end loop;
end $$;

-- Applies a guide's answer at once. Only a change between declined and not declined has effects. It is logged and limited, because each one notifies
-- people. Raises 429 after too many changes.
create function private.assign_after_response()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  answer public.guide_timeslot_responses := case when tg_op = 'DELETE' then old else new end;
  v_experience uuid := (select s.service_id from public.slots s where s.id = answer.slot_id);
begin
  if v_experience is null
     or (tg_op <> 'INSERT' and old.response = 'declined') = (tg_op <> 'DELETE' and new.response = 'declined') then
    return null;
  end if;
  if tg_op <> 'DELETE' and not private.is_trusted_caller() then
    perform private.limit_changes('guide_answer', array['answer_timeslot'], answer.slot_id::text);
    perform private.audit('answer_timeslot', (select e.territory_id from public.services e where e.id = v_experience),
      'experience_timeslots', answer.slot_id::text, jsonb_build_object('response', answer.response));
  end if;
  perform pg_advisory_xact_lock(hashtextextended('guides:' || v_experience, 0));
  perform private.assign_guides(v_experience, answer.slot_id,
    coalesce(private.guide_of(v_experience, answer.slot_id, answer.guide_id) = answer.guide_id, false));
  return null;
end $$;

create trigger guide_timeslot_responses_assign after insert or delete or update of response on public.guide_timeslot_responses
  for each row execute function private.assign_after_response();

-- This runs at the end of the transaction, because saving a ranking deletes and rewrites its rows.
create function private.assign_after_ranking()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.assign_guides(case when tg_op = 'DELETE' then old.experience_id else new.experience_id end);
  return null;
end $$;

create constraint trigger experience_guide_rankings_assign after insert or update or delete on public.experience_guide_rankings
  deferrable initially deferred for each row execute function private.assign_after_ranking();

-- Sets the guide of a listing, which is its best-ranked guide with the role. If that guide leaves, it is the next one or none, and the team is asked
-- to choose another. If they return, they are listed again. The ranking doesn't change.
create function private.list_guides(p_user_id uuid, p_territory_id text)
returns void language sql security definer set search_path = '' as $$
  update public.services e set guide_id = x.guide_id
  from (
    select o.id, (
      select r.guide_id from public.experience_guide_rankings r
      where r.experience_id = o.id and private.user_has_role(r.guide_id, 'tour_guide', o.territory_id) order by r.rank limit 1) as guide_id
    from public.services o
    where o.territory_id = p_territory_id and (o.guide_id = p_user_id or exists (
      select 1 from public.experience_guide_rankings r where r.experience_id = o.id and r.guide_id = p_user_id))
  ) x
  -- Unranked guides stay on a listing as long as they have the role.
  where e.id = x.id and e.guide_id is distinct from x.guide_id and (
    e.guide_id is null or not private.user_has_role(e.guide_id, 'tour_guide', e.territory_id)
    or exists (select 1 from public.experience_guide_rankings r where r.experience_id = e.id and r.guide_id = e.guide_id))
$$;

-- Notifies the team that a guide left, or returned after giving up the role, and how many bookings are affected, but not who did it. It replaces
-- unread notices about the same guide. If the guide had nothing to lead, the return is notified only if the notice about leaving was read.
create function private.tell_of_guide(p_grant private.role_grants, p_back boolean)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_about text := 'role:' || p_grant.id;
  v_listings int;
  v_bookings int;
  v_what text;
begin
  select count(*) into v_listings from public.services e
  where e.territory_id = p_grant.territory_id and e.archived_at is null and e.guide_id = p_grant.user_id;
  select count(*) into v_bookings from public.bookings b
  where b.territory_id = p_grant.territory_id and b.guide_id = p_grant.user_id and b.check_in_status = 'pending' and private.is_live(b.status)
    and b.booking_date >= (select private.local_time(t.time_zone)::date from public.territories t where t.id = p_grant.territory_id);
  if p_back or v_listings + v_bookings > 0 or exists (select 1 from public.notifications n where n.about = v_about) then
    perform private.notify_all(array(
        select m from private.moderators(p_grant.territory_id) m where m is distinct from (select auth.uid()) and m <> p_grant.user_id),
      'guide_left', case when p_back then 'guide_back' else 'guide_left' end,
      jsonb_build_object('name', case when p_back then private.name_of(p_grant.user_id) end, 'experiences', v_listings, 'bookings', v_bookings),
      p_grant.territory_id, v_about);
  end if;
end $$;

-- A guide who gives up or loses the role leads nothing, and getting the role again restores their position.
create function private.assign_after_role()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_back boolean := new.revoked_at is null and new.dropped_at is null;
begin
  if not v_back then
    perform private.tell_of_guide(new, false);
  end if;
  perform private.list_guides(new.user_id, new.territory_id);
  perform private.assign_guides(x.id) from (
    select e.id from public.services e
    where e.territory_id = new.territory_id and (e.guide_id = new.user_id or exists (
      select 1 from public.experience_guide_rankings r where r.experience_id = e.id and r.guide_id = new.user_id))
    order by e.id) x;
  if v_back then
    perform private.tell_of_guide(new, true);
  end if;
  return null;
end $$;

create trigger role_grants_assign after update of revoked_at, dropped_at on private.role_grants for each row
  when (new.role = 'tour_guide' and (old.revoked_at is null and old.dropped_at is null) is distinct from (new.revoked_at is null and new.dropped_at is null))
  execute function private.assign_after_role();

-- Returns the territories in which the caller is paused as a guide.
create function public.guide_pauses()
returns table (territory_id text, name text, names jsonb) language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_role('tour_guide');
begin
  return query
  select t.id, t.name, t.names from private.live_grants g join public.territories t on t.id = g.territory_id
  where g.user_id = caller and g.paused_at is not null order by t.name, t.id;
end $$;

-- Sets whether a guide takes new bookings in a territory, and returns {id, paused}. A paused guide keeps sold departures even if these sell more
-- seats. The guide is notified, and the team if a slot has no guide left. For managers and staff of the territory, and admins. Raises 403
-- 'forbidden', 400 'invalid_input', 409 'changed_meanwhile' if the person was changed after p_expected_version, and 429 for pausing too often. Locks
-- the profile, then the guide's grant.
create function public.save_guide(p_user_id uuid, p_territory_id text, p_expected_version timestamptz, p_paused boolean)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  held private.role_grants;
begin
  perform private.require_user();
  perform 1 from public.profiles x where x.id = p_user_id for no key update;
  select g.* into held from private.role_grants g
  where g.user_id = p_user_id and g.territory_id = p_territory_id and g.role = 'tour_guide' and g.revoked_at is null
    and g.dropped_at is null for update;
  if held.id is null or not private.runs_territory(p_territory_id) then
    perform private.fail(403, 'forbidden', 'You do not have permission to change this person');
  elsif p_paused is null then
    perform private.invalid('Please choose whether this guide takes new bookings');
  elsif private.member_version(p_user_id, p_territory_id) is distinct from p_expected_version then
    perform private.fail(409, 'changed_meanwhile', 'Someone else changed this while you were working on it');
  end if;
  if p_paused is distinct from (held.paused_at is not null) then
    perform private.limit_changes('guide_pause', array['guide_paused', 'guide_resumed'], p_user_id::text);
    update private.role_grants g set paused_at = case when p_paused then now() end where g.id = held.id;
    perform private.audit(case when p_paused then 'guide_paused' else 'guide_resumed' end, p_territory_id, 'profiles', p_user_id::text, '{}');
    if p_user_id is distinct from (select auth.uid()) then
      perform private.notify(p_user_id, 'guide', case when p_paused then 'guide_paused' else 'guide_resumed' end, private.region_params(p_territory_id), p_territory_id, null, 'pause:' || held.id);
    end if;
    if p_paused then
      perform private.tell_unguided(p_user_id, p_territory_id);
    end if;
  end if;
  return jsonb_build_object('id', p_user_id, 'paused', p_paused);
end $$;

-- Notifies the people who run the territory about slots that have no guide after a pause, including the person who paused the guide.
create function private.tell_unguided(p_user_id uuid, p_territory_id text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_slots int;
begin
  select count(*) into v_slots from public.services e
  join public.slots s on s.service_id = e.id and s.archived_at is null
  where e.territory_id = p_territory_id and e.kind = 'experience' and e.archived_at is null and private.guide_of(e.id, s.id) is null
    and exists (select 1 from private.guides_for(e.id, s.id) g where g.guide_id = p_user_id);
  if v_slots > 0 then
    perform private.notify_all(array(select m from private.moderators(p_territory_id) m), 'no_guide', 'slots_unguided', jsonb_build_object('slots', v_slots),
      p_territory_id, 'guides:' || p_user_id || ' ' || p_territory_id);
  end if;
end $$;

-- Sends the realtime event `booking` on user:<guide>, also to the guide who just lost a booking.
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

create trigger bookings_notify_guide_insert after insert on public.bookings
  for each row execute function private.broadcast_to_guides();

create trigger bookings_notify_guide_update after update on public.bookings
  for each row when ((old.status, old.payment_status, old.check_in_status, old.arrived, old.guide_id)
    is distinct from (new.status, new.payment_status, new.check_in_status, new.arrived, new.guide_id))
  execute function private.broadcast_to_guides();

-- Returns the days on which the guide has bookings of departures that aren't cancelled, for at most 92 days.
create function public.guide_days(p_from date, p_to date)
returns table (service_date date, bookings int, guests int)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_role('tour_guide');
begin
  perform private.check_date_range(p_from, p_to);
  return query
  select b.booking_date, count(*)::int, sum(b.num_people)::int from public.bookings b
  where b.guide_id = caller and b.territory_id = any (private.my_territories('guide')) and b.booking_date between p_from and p_to
    and private.is_live(b.status) and not private.is_cancelled_departure(b.departure_id)
  group by b.booking_date order by b.booking_date;
end $$;

-- Returns the weekly slots of experiences that the caller leads or is ranked for, with the caller's answer and the current guide of each. bookings
-- and people count the caller's own bookings that haven't begun, on departures that aren't cancelled.
create function public.guide_timeslots()
returns table (slot_id uuid, experience_id uuid, title text, titles jsonb, start_time time, end_time time, days_of_week text[], response text,
  leads boolean, leader_name text, bookings int, guests int, is_next boolean, declined_dates date[], time_zone text)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_role('tour_guide');
begin
  return query
  select s.id, e.id, e.title, e.names -> 'title', s.start_time, s.end_time, s.days_of_week, a.response,
    coalesce(x.leader = caller, false), c.full_name, coalesce(b.bookings, 0), coalesce(b.guests, 0),
    coalesce(private.next_guide_of(e.id, s.id, x.leader) = caller, false),
    array(select d.service_date from private.guide_date_declines d
           where d.slot_id = s.id and d.guide_id = caller and d.service_date >= (now() at time zone t.time_zone)::date order by 1),
    t.time_zone
  from public.services e
  join public.territories t on t.id = e.territory_id
  join public.slots s on s.service_id = e.id and s.archived_at is null
  left join public.guide_timeslot_responses a on a.guide_id = caller and a.slot_id = s.id
  cross join lateral (select private.guide_of(e.id, s.id) as leader) x
  left join public.profile_cards c on c.id = x.leader
  left join lateral (
    select count(*)::int as bookings, sum(k.num_people)::int as guests from public.bookings k
    where k.guide_id = caller and k.service_id = e.id and k.slot_id = s.id and k.check_in_status = 'pending' and private.is_live(k.status)
      and not private.is_cancelled_departure(k.departure_id)
      and k.booking_date >= current_date - 1 and (k.booking_date + coalesce(k.start_time, time '24:00')) at time zone t.time_zone > now()) b on true
  where e.archived_at is null and e.territory_id = any (private.my_territories('guide'))
    and (e.guide_id = caller or exists (
      select 1 from public.experience_guide_rankings r where r.experience_id = e.id and r.guide_id = caller))
  order by e.title, e.id, s.start_time, s.id
  limit 500;
end $$;
