-- Single dates of a slot that a guide declines, while the weekly answer stays (docs/decisions/0017). private.guide_of then decides who leads them.

create table private.guide_date_declines (
  slot_id uuid not null references public.slots (id) on delete cascade,
  service_date date not null,
  guide_id uuid not null references public.profiles (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (slot_id, service_date, guide_id)
);
create index guide_date_declines_guide_idx on private.guide_date_declines (guide_id);
alter table private.guide_date_declines enable row level security;

-- Declines one date of a guide's slot, or accepts it again. The best-ranked guide who hasn't declined leads it and is notified. The guests of that
-- date are notified if their guide changed, and so are the territory's managers and staff. Repeating an answer changes nothing. Raises 404
-- 'slot_not_found' for another guide's slot, 400 'invalid_input' for a date on which it doesn't run, 409 'departure_begun', and 429 for changing too
-- often, because people are notified each time. Locks as assign_guides does.
create function public.decline_date(p_slot_id uuid, p_date date, p_declined boolean default true)
returns void language plpgsql security definer set search_path = '' as $$
declare
  caller uuid := private.require_role('tour_guide');
  e public.services;
  s public.slots;
  v_now timestamp;
  v_before uuid;
  v_guide uuid;
  v_leads boolean;
begin
  select * into s from public.slots x where x.id = p_slot_id and x.archived_at is null;
  select * into e from public.services x where x.id = s.service_id and x.kind = 'experience' and x.archived_at is null
    and x.territory_id = any (private.my_territories('guide')) and (x.guide_id = caller or exists (
      select 1 from public.experience_guide_rankings r where r.experience_id = x.id and r.guide_id = caller));
  if e.id is null then
    perform private.fail(404, 'slot_not_found', 'We couldn''t find this time slot');
  end if;
  v_now := now() at time zone (select t.time_zone from public.territories t where t.id = e.territory_id);
  if p_declined is null or p_date is null or p_date > v_now::date + 730 or private.weekday(p_date) <> all (s.days_of_week) then
    perform private.invalid('This time slot does not run on that date');
  elsif private.departure_moment(p_date, private.start_on(s.id, p_date), (select t.time_zone from public.territories t where t.id = e.territory_id)) <= now() then
    perform private.fail(409, 'departure_begun', 'This departure has already started');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('guides:' || e.id, 0));
  v_before := private.guide_of(e.id, s.id, null, p_date);
  -- A paused guide still leads what was sold before, while new bookings get another guide.
  v_leads := exists (select 1 from public.bookings b where b.slot_id = s.id and b.booking_date = p_date and b.guide_id = caller
    and b.check_in_status = 'pending' and private.is_live(b.status));
  if p_declined then
    insert into private.guide_date_declines (slot_id, service_date, guide_id) values (s.id, p_date, caller) on conflict do nothing;
  else
    delete from private.guide_date_declines d where d.slot_id = s.id and d.service_date = p_date and d.guide_id = caller;
  end if;
  if not found then
    return;
  end if;
  perform private.limit_changes('guide_date', array['decline_date'], s.id::text, p_date);
  v_guide := private.guide_of(e.id, s.id, null, p_date);
  perform private.audit('decline_date', e.territory_id, 'experience_timeslots', s.id::text,
    jsonb_build_object('date', p_date, 'declined', p_declined, 'leads', v_guide));
  if v_guide is distinct from v_before or (p_declined and v_leads) then
    perform private.assign_guides(e.id, s.id, true, p_date);
    perform private.tell_of_date(e, s, p_date, p_declined, v_guide);
  end if;
end $$;

-- Notifies people whom notify_guides doesn't: the guests about their new guide, and the territory's team about who declined. If no guide is left,
-- only the team is notified.
create function private.tell_of_date(e public.services, s public.slots, p_date date, p_declined boolean, p_guide uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_params jsonb := private.service_params(e.id)
    || jsonb_build_object('date', p_date, 'time', private.start_on(s.id, p_date), 'guide', private.name_of(p_guide));
begin
  if p_guide is null then
    return;
  end if;
  perform private.queue_notification('guide:' || gen_random_uuid(), b.tourist_id, 'booking', 'another_guide', v_params, private.booking(b.id))
     from public.bookings b
    where b.slot_id = s.id and b.booking_date = p_date and b.guide_id = p_guide and private.is_live(b.status) and b.check_in_status = 'pending';
  perform private.notify_all(array(select m from private.moderators(e.territory_id) m where m is distinct from auth.uid()), 'guide_left',
    case when p_declined then 'date_declined' else 'date_taken_again' end,
    v_params || jsonb_build_object('name', private.name_of(auth.uid())), e.territory_id);
end $$;

-- Returns a person's name as others see it.
create function private.name_of(p_user_id uuid)
returns text language sql stable security definer set search_path = '' as $$
  select coalesce(nullif((select p.full_name from public.profiles p where p.id = p_user_id), ''), 'A guide')
$$;
