-- The calendar entry of a booking: what it says, and the number that tells a calendar which of two files is the newer one.

alter table public.bookings rename column sequence to calendar_sequence;
alter table public.transport_bookings rename column sequence to calendar_sequence;
comment on column public.bookings.calendar_sequence is 'Grows by trigger whenever the date, the status or the place changes: SEQUENCE of the calendar file';
comment on column public.transport_bookings.calendar_sequence is 'Grows by trigger whenever the date, the status or the place changes: SEQUENCE of the calendar file';

-- Whoever changes the booking, and however: the number grows with the row.
create function private.grow_calendar_sequence()
returns trigger language plpgsql set search_path = '' as $$
begin
  new.calendar_sequence := greatest(new.calendar_sequence, old.calendar_sequence + 1);
  return new;
end $$;
create trigger bookings_calendar before update of booking_date, start_time, status, hotel_name, hotel_address on public.bookings
  for each row when ((old.booking_date, old.start_time, old.status, old.hotel_name, old.hotel_address)
    is distinct from (new.booking_date, new.start_time, new.status, new.hotel_name, new.hotel_address))
  execute function private.grow_calendar_sequence();
create trigger transport_bookings_calendar before update of booking_date, start_time, status, hotel_name on public.transport_bookings
  for each row when ((old.booking_date, old.start_time, old.status, old.hotel_name)
    is distinct from (new.booking_date, new.start_time, new.status, new.hotel_name))
  execute function private.grow_calendar_sequence();

-- The name, the place or the length of a service: the entries of everybody who is still to come.
create function private.grow_calendar_of_service()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if tg_table_name = 'experiences' then
    update public.bookings set calendar_sequence = calendar_sequence + 1
     where experience_id = new.id and booking_date >= current_date - 1 and private.is_live(status);
  else
    update public.transport_bookings set calendar_sequence = calendar_sequence + 1
     where transport_id = new.id and booking_date >= current_date - 1 and private.is_live(status);
  end if;
  return null;
end $$;
create trigger experiences_calendar after update of title, meeting_point, duration on public.experiences
  for each row when ((old.title, old.meeting_point, old.duration) is distinct from (new.title, new.meeting_point, new.duration))
  execute function private.grow_calendar_of_service();
create trigger territory_transports_calendar after update of title, pickup_location, duration_hours on public.territory_transports
  for each row when ((old.title, old.pickup_location, old.duration_hours) is distinct from (new.title, new.pickup_location, new.duration_hours))
  execute function private.grow_calendar_of_service();

-- As in 20261121001040, without the number: that is the trigger's now.
create or replace function private.move_booking(p_kind text, p_booking_id uuid, p_status text, p_payment_status text, p_actor uuid, p_detail jsonb default '{}')
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_from text;
  v_to text;
  v_territory text;
begin
  if p_kind = 'experience' then
    select status into v_from from public.bookings where id = p_booking_id for update;
    update public.bookings
       set status = coalesce(p_status, status), payment_status = coalesce(p_payment_status, payment_status)
     where id = p_booking_id returning status, territory_id into v_to, v_territory;
  else
    select status into v_from from public.transport_bookings where id = p_booking_id for update;
    update public.transport_bookings
       set status = coalesce(p_status, status), payment_status = coalesce(p_payment_status, payment_status)
     where id = p_booking_id returning status, territory_id into v_to, v_territory;
  end if;
  insert into public.booking_events (booking_id, transport_booking_id, territory_id, actor_id, from_status, to_status, detail)
  values (case when p_kind = 'experience' then p_booking_id end, case when p_kind = 'transport' then p_booking_id end,
          v_territory, p_actor, v_from, v_to, coalesce(p_detail, '{}'));
end $$;

-- The entry under the names that bookingCalendar() in functions/_shared/calendar.ts takes. A booking without a time is a day.
create function private.calendar_event(p_kind text, p_booking_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  with b as (
    select 'experience' as kind, x.id, e.title, x.booking_date, x.start_time, x.num_people, x.status, x.payment_method, x.territory_id,
           x.calendar_sequence, x.updated_at, e.duration as hours, e.meeting_point as place
      from public.bookings x join public.experiences e on e.id = x.experience_id
     where p_kind = 'experience' and x.id = p_booking_id
    union all
    select 'transport', x.id, s.title, x.booking_date, x.start_time, x.num_people, x.status, x.payment_method, x.territory_id,
           x.calendar_sequence, x.updated_at, s.duration_hours, s.pickup_location
      from public.transport_bookings x join public.territory_transports s on s.id = x.transport_id
     where p_kind = 'transport' and x.id = p_booking_id)
  select jsonb_build_object(
    'uid', b.kind || '-' || b.id || '@territorio',
    'sequence', b.calendar_sequence,
    'status', case when not private.is_live(b.status) then 'CANCELLED'
                   when b.status = 'ordered' and b.payment_method = 'card' then 'TENTATIVE' else 'CONFIRMED' end,
    'title', b.title,
    'startLocal', case when b.start_time is null then b.booking_date::text
                       else to_char(b.booking_date + b.start_time, 'YYYY-MM-DD"T"HH24:MI:SS') end,
    'endLocal', to_char(b.booking_date + b.start_time + b.hours * interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SS'),
    'timeZone', t.time_zone,
    'location', concat_ws(', ', nullif(btrim(b.place), ''), t.name),
    'numPeople', b.num_people,
    'stamp', to_char(b.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
  from b join public.territories t on t.id = b.territory_id
$$;

-- For the traveller whose booking it is.
create function private.booking_calendar(p_kind text, p_booking_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select private.calendar_event(b.kind, b.id) from private.own_booking(p_kind, p_booking_id) b
$$;
create function public.booking_calendar(p_kind text, p_booking_id uuid)
returns jsonb language sql stable security invoker set search_path = '' as $$
  select private.booking_calendar(p_kind, p_booking_id)
$$;
revoke all on function private.grow_calendar_sequence(), private.grow_calendar_of_service(), private.calendar_event(text, uuid),
  private.booking_calendar(text, uuid), public.booking_calendar(text, uuid) from public, anon, authenticated, service_role;
grant execute on function private.booking_calendar(text, uuid), public.booking_calendar(text, uuid) to authenticated;
