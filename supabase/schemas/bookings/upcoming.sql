-- Returns what deleting or hiding something affects, for its confirmation.

-- Returns the current and future bookings of a part of a territory that aren't cancelled and whose guests haven't arrived: {bookings, guests,
-- departures, last_date}, where last_date is null if there are none. p_kind: 'territory', 'experience', 'transport', 'pickup' (services that leave
-- there), 'guide' (whom they lead), 'driver' (on the days that they drive; p_id is their row in shuttle_drivers), 'schedule' (on one of these days),
-- 'partner' (whom they referred). An id of another territory has none. Raises 403 'forbidden' unless the caller runs the territory or, for a driver,
-- its drivers.
create function public.upcoming_bookings(p_territory_id text, p_kind text, p_id text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  v_today date;
  v_links uuid[];
  v_driver uuid;
begin
  if p_kind in ('driver', 'schedule') then
    perform private.require_driver_manager(p_territory_id);
  else
    perform private.require_territory(p_territory_id);
  end if;
  v_today := (select (now() at time zone t.time_zone)::date from public.territories t where t.id = p_territory_id);
  v_links := array(select l.id from public.referral_links l where l.user_id::text = p_id);
  v_driver := (select d.driver_id from public.shuttle_drivers d where d.id::text = p_id and d.territory_id = p_territory_id);
  return (
    select jsonb_build_object('bookings', count(*), 'guests', coalesce(sum(touched.num_people), 0),
      'departures', count(distinct touched.departure_id), 'last_date', max(touched.booking_date))
    from (
      select b.departure_id, b.num_people, b.booking_date from public.bookings b
      where b.territory_id = p_territory_id and b.booking_date >= v_today and private.is_live(b.status) and b.check_in_status = 'pending'
        and case p_kind
          when 'territory' then b.territory_id = p_id
          when 'experience' then b.kind = 'experience' and b.service_id::text = p_id
          when 'transport' then b.kind = 'transport' and b.service_id::text = p_id
          when 'pickup' then exists (
            select 1 from public.services s where s.id = b.service_id and s.pickup_location_id = p_id)
          when 'guide' then b.guide_id::text = p_id
          when 'driver' then exists (
            select 1 from private.departure_drivers(b.slot_id, b.booking_date) r where r.driver_id = v_driver)
          when 'schedule' then exists (
            select 1 from public.driver_schedules s join private.live_schedules l using (driver_id, slot_id, day_of_week)
            where s.id::text = p_id and s.slot_id = b.slot_id and s.day_of_week = private.weekday(b.booking_date)
              and not exists (select 1 from private.driver_dates x where x.slot_id = b.slot_id and x.service_date = b.booking_date))
          when 'partner' then b.referral_link_id = any (v_links)
          else false end
    ) touched);
end $$;
