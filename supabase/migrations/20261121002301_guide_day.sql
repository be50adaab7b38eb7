-- What a guide sees of the work ahead: departures with their numbers, the days of a month, the weekly slots. The guests of one
-- departure are read from public.bookings, under its policy.

create function private.require_guide()
returns uuid language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_user();
begin
  if not private.has_role('tour_guide') then
    perform private.fail(403, 'forbidden', 'You do not have permission to do this');
  end if;
  return caller;
end $$;

-- The guide's departures from p_from (null: the region's today) to p_to, soonest first, a page after the key (service_date,
-- start_time, departure_id) of the last row of the page before; 1 to 100 rows. Of people it counts, cancelled bookings left out;
-- `cancelled` counts those bookings.
create function private.guide_groups(p_from date, p_to date, p_after_date date, p_after_time time, p_after_id uuid, p_limit int)
returns table (departure_id uuid, experience_id uuid, service_date date, start_time time, title text, image text, meeting_point text,
  time_zone text, bookings int, guests int, arrived int, missed int, unpaid int, cancelled int)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_guide();
  places text[] := private.my_territories('guide');
begin
  return query
  select g.departure_id, g.experience_id, g.service_date, g.start_time, e.title, e.image_urls[1], e.meeting_point, g.time_zone,
    g.bookings, g.guests, g.arrived, g.missed, g.unpaid, g.cancelled
  from (
    select b.departure_id, b.experience_id, b.booking_date as service_date, coalesce(min(b.start_time), min(s.start_time), time '00:00') as start_time,
      min(t.time_zone) as time_zone,
      count(*) filter (where private.is_live(b.status))::int as bookings,
      coalesce(sum(b.num_people) filter (where private.is_live(b.status)), 0)::int as guests,
      coalesce(sum(b.num_people) filter (where private.is_live(b.status) and b.check_in_status = 'checked_in'), 0)::int as arrived,
      coalesce(sum(b.num_people) filter (where private.is_live(b.status) and b.check_in_status = 'no_show'), 0)::int as missed,
      count(*) filter (where private.is_live(b.status) and b.payment_status <> 'completed')::int as unpaid,
      count(*) filter (where not private.is_live(b.status))::int as cancelled
    from public.bookings b
    join public.territories t on t.id = b.territory_id
    left join public.experience_timeslots s on s.id = b.timeslot_id
    where b.guide_id = caller and b.territory_id = any (places)
      and b.booking_date >= greatest(coalesce(p_from, current_date - 1), coalesce(p_after_date, '-infinity'))
      and (p_from is not null or b.booking_date >= (now() at time zone t.time_zone)::date)
      and b.booking_date <= coalesce(p_to, 'infinity')
    group by b.departure_id, b.experience_id, b.booking_date) g
  join public.experiences e on e.id = g.experience_id
  where g.bookings > 0
    and (p_after_date is null or (g.service_date, g.start_time, g.departure_id)
      > (p_after_date, coalesce(p_after_time, time '00:00'), coalesce(p_after_id, '00000000-0000-0000-0000-000000000000')))
  order by g.service_date, g.start_time, g.departure_id
  limit least(greatest(coalesce(p_limit, 20), 1), 100);
end $$;

-- The days on which the guide has guests; at most 92 days at a time.
create function private.guide_days(p_from date, p_to date)
returns table (service_date date, bookings int, guests int)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_guide();
begin
  perform private.check_date_range(p_from, p_to);
  return query
  select b.booking_date, count(*)::int, sum(b.num_people)::int from public.bookings b
  where b.guide_id = caller and b.territory_id = any (private.my_territories('guide')) and b.booking_date between p_from and p_to
    and private.is_live(b.status)
  group by b.booking_date order by b.booking_date;
end $$;

-- The weekly slots of experiences that the caller leads or is ranked for, with the caller's answer and who leads each now.
-- bookings and guests: the caller's own, that have not begun.
create function private.guide_timeslots()
returns table (timeslot_id uuid, experience_id uuid, title text, start_time time, end_time time, days_of_week text[], response text,
  leads boolean, leader_name text, bookings int, guests int)
language plpgsql stable security definer set search_path = '' as $$
declare
  caller uuid := private.require_guide();
begin
  return query
  select s.id, e.id, e.title, s.start_time, s.end_time, s.days_of_week, a.response,
    coalesce(x.leader = caller, false), c.full_name, coalesce(b.bookings, 0), coalesce(b.guests, 0)
  from public.experiences e
  join public.territories t on t.id = e.territory_id
  join public.experience_timeslots s on s.experience_id = e.id and s.archived_at is null
  left join public.guide_timeslot_responses a on a.guide_id = caller and a.timeslot_id = s.id
  cross join lateral (select private.guide_of(e.id, s.id) as leader) x
  left join public.profile_cards c on c.id = x.leader
  left join lateral (
    select count(*)::int as bookings, sum(k.num_people)::int as guests from public.bookings k
    where k.guide_id = caller and k.experience_id = e.id and k.timeslot_id = s.id and k.check_in_status = 'pending' and private.is_live(k.status)
      and k.booking_date >= current_date - 1 and k.booking_date + coalesce(k.start_time, time '23:59:59') > now() at time zone t.time_zone) b on true
  where e.archived_at is null and e.territory_id = any (private.my_territories('guide'))
    and (e.guide_id = caller or exists (
      select 1 from public.experience_guide_rankings r where r.experience_id = e.id and r.guide_id = caller))
  order by e.title, e.id, s.start_time, s.id
  limit 500;
end $$;

revoke all on function private.require_guide(), private.guide_groups(date, date, date, time, uuid, int), private.guide_days(date, date),
  private.guide_timeslots() from public, anon, authenticated, service_role;
grant execute on function private.guide_groups(date, date, date, time, uuid, int), private.guide_days(date, date),
  private.guide_timeslots() to authenticated;

create function public.guide_groups(p_from date default null, p_to date default null, p_after_date date default null,
  p_after_time time default null, p_after_id uuid default null, p_limit int default 20)
returns table (departure_id uuid, experience_id uuid, service_date date, start_time time, title text, image text, meeting_point text,
  time_zone text, bookings int, guests int, arrived int, missed int, unpaid int, cancelled int)
language sql stable security invoker set search_path = '' as $$
  select * from private.guide_groups(p_from, p_to, p_after_date, p_after_time, p_after_id, p_limit)
$$;
create function public.guide_days(p_from date, p_to date)
returns table (service_date date, bookings int, guests int)
language sql stable security invoker set search_path = '' as $$ select * from private.guide_days(p_from, p_to) $$;
create function public.guide_timeslots()
returns table (timeslot_id uuid, experience_id uuid, title text, start_time time, end_time time, days_of_week text[], response text,
  leads boolean, leader_name text, bookings int, guests int)
language sql stable security invoker set search_path = '' as $$ select * from private.guide_timeslots() $$;
revoke all on function public.guide_groups(date, date, date, time, uuid, int), public.guide_days(date, date), public.guide_timeslots()
  from public, anon, authenticated, service_role;
grant execute on function public.guide_groups(date, date, date, time, uuid, int), public.guide_days(date, date), public.guide_timeslots()
  to authenticated;
