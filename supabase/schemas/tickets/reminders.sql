-- Reminders: on the evening before, with everything needed to get there, and two hours before an early morning departure. On the day after,
-- queue_review_requests asks for a review. Each run looks at the current state and not at what should have happened when, so after an outage it sends
-- nothing outdated.

-- Returns the reminder that is due for a departure now: 'reminder_soon' from two hours to half an hour before a departure before nine in the morning,
-- and otherwise 'reminder_evening' from six in the evening of the day before to midnight, in its territory's time zone. Null at any other time, and
-- for an unknown time zone. Bookings made after `since` need none.
create function private.reminder_at(p_date date, p_start time, p_time_zone text, p_now timestamptz, out template text, out since timestamptz)
language plpgsql stable set search_path = '' as $$
declare
  v_start timestamptz;
begin
  v_start := private.departure_moment(p_date, p_start, p_time_zone);
  if p_now >= v_start - interval '30 minutes' then
    return;
  elsif p_start < time '09:00' and p_now >= v_start - interval '2 hours' then
    template := 'reminder_soon';
    since := v_start - interval '2 hours';
  elsif private.day_to_tell(p_time_zone, p_now) = p_date then
    template := 'reminder_evening';
    since := (p_date - 1 + time '18:00') at time zone p_time_zone;
  end if;
exception when invalid_parameter_value then
  return;
end $$;

-- Returns when a booking was made or moved to its departure, because that email already contains everything in a reminder.
create function private.told_at(b private.booking_facts)
returns timestamptz language sql stable security definer set search_path = '' as $$
  select max(e.created_at) from public.booking_events e
   where e.booking_id = b.id and (e.from_status is null or e.detail ? 'moved_to')
$$;

-- Queues due reminders, each booking separately, and returns their number. Each is sent once per booking, reminder and departure, so that a moved
-- booking gets one for its new departure. The email worker calls it each minute.
create function service.queue_reminders(p_now timestamptz default now())
returns int language plpgsql security definer set search_path = '' as $$
declare
  d record;
  v_count int := 0;
begin
  for d in
    select b.kind, b.id, b.departure_id, r.template
      from public.territories t
      join private.booking_facts b on b.territory_id = t.id
       and b.booking_date between (p_now at time zone 'UTC')::date - 1 and (p_now at time zone 'UTC')::date + 2
      join public.profiles p on p.id = b.tourist_id
      cross join lateral private.reminder_at(b.booking_date, b.start_time, t.time_zone, p_now) r
     where r.template is not null and private.is_live(b.status) and b.check_in_status = 'pending' and private.may_mail(p.email)
       and private.wants_letter(p.id, r.template)
       and not exists (select 1 from private.outbox o where o.dedupe_key = format('email:%s:%s:%s:%s', r.template, b.kind, b.id, b.departure_id))
       and private.is_due('reminder', b.id::text) and coalesce(private.told_at(b) < r.since, true)
       and not private.is_cancelled_departure(b.departure_id) and not private.has_open_offer(b)
     order by b.booking_date, b.start_time nulls last, b.id
  loop
    begin
      perform private.queue_mail(d.template, d.id, ':' || d.departure_id);
      v_count := v_count + 1;
      perform service.clear_trouble('reminder', d.id::text);
    exception when others then
      perform service.record_trouble('reminder', d.id::text, sqlerrm);
    end;
  end loop;
  return v_count;
end $$;

-- Returns why a reminder is no longer needed, or null. p_departure: its departure.
create function private.reminder_is_obsolete(b private.booking_facts, p_template text, p_departure text)
returns text language sql stable security definer set search_path = '' as $$
  select case
    when not private.is_live(b.status) then 'The booking is no longer active'
    when b.departure_id::text is distinct from p_departure then 'The booking has moved'
    when private.is_cancelled_departure(b.departure_id) or private.has_open_offer(b) then 'The departure was cancelled'
    when b.check_in_status <> 'pending' then 'They have arrived'
    when not private.wants_letter(b.tourist_id, p_template) then 'They turned these notifications off'
    when r.template is distinct from p_template then 'Its time has passed' end
  from public.territories t cross join lateral private.reminder_at(b.booking_date, b.start_time, t.time_zone, now()) r
  where t.id = b.territory_id
$$;

-- Returns a reminder's placeholders in addition to its booking: the guide's phone number if guests see it, whether a passport is needed, and travel
-- alerts of that day.
create function private.reminder_data(b private.booking_facts, p_language text)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('territory_id', t.id, 'passport_required', b.passport_required,
    'whatsapp_number', (
      select n.whatsapp_number from private.guide_numbers n
        join private.live_grants g on g.user_id = n.user_id and g.role = 'tour_guide' and g.territory_id = b.territory_id
       where n.user_id = b.guide_id and private.is_phone(n.whatsapp_number)),
    'conditions', (
      select coalesce(jsonb_agg(jsonb_build_object('subject', c.subject, 'state', c.state,
          'text', private.translated(c.text, c.translations, 'text', p_language), 'ends_at', c.ends_at)
          order by c.state = 'closed' desc, c.changed_at desc, c.id), '[]')
        from public.conditions c, private.arrival_window(b.booking_date, b.start_time, t.time_zone) w
       where c.territory_id = b.territory_id and c.state <> 'open' and private.condition_touches(c, b.service_id)
         and c.starts_at <= private.starts_at(b) and c.ends_at > greatest(now(), w.check_in_from)))
  from public.territories t where t.id = b.territory_id
$$;
