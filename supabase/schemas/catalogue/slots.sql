-- When a service leaves: the time slots of experiences and transport, and the answers of guides. A slot is visible with its service, and is written
-- with the service's form (catalogue/editing.sql).

create table public.slots (
  id uuid primary key default gen_random_uuid(),
  service_id uuid not null,
  kind text not null,
  -- Null for a car, which leaves on request. Postgres allows the time 24:00, which clocks don't show.
  start_time time check (start_time < '24:00'),
  end_time time check (end_time < '24:00'), -- not after start_time means the next day; null for transport
  days_of_week text[] not null default '{monday,tuesday,wednesday,thursday,friday,saturday,sunday}'
    check (cardinality(days_of_week) > 0 and days_of_week <@ '{monday,tuesday,wednesday,thursday,friday,saturday,sunday}'::text[]),
  max_spots int not null check (max_spots > 0 and max_spots <= 1000),
  available_spots int not null check (available_spots >= 0), -- default capacity of a departure
  archived_at timestamptz, -- a slot with bookings is archived instead of deleted
  created_at timestamptz not null default now(),
  foreign key (service_id, kind) references public.services (id, kind) on delete cascade,
  unique (id, service_id),
  check (available_spots <= max_spots),
  constraint slots_columns_of_kind check (case kind
    when 'experience' then num_nonnulls(start_time, end_time) = 2 else end_time is null end)
);
create index slots_service_idx on public.slots (service_id, start_time);
alter table public.slots enable row level security;
grant select on public.slots to anon, authenticated;
grant all on public.slots to service_role;

create policy slots_select_anon on public.slots for select to anon
  using (archived_at is null and exists (select 1 from public.services s where s.id = service_id));
-- Guests, guides and drivers of a service can also read its archived slots, because bookings keep their time.
create policy slots_select on public.slots for select to authenticated
  using (exists (select 1 from public.services s where s.id = service_id
    and (slots.archived_at is null
      or s.territory_id = any ((select private.my_territories('staff'))::text[])
      or (s.kind = 'transport' and s.territory_id = any ((select private.my_territories('shuttle'))::text[]))
      or s.id = any ((select private.my_services())::uuid[])
      or (select private.is_admin()))));

-- Returns a service's slots in the form's format, by time.
create function private.slots_json(p_service_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'start_time', s.start_time, 'end_time', s.end_time, 'days_of_week', s.days_of_week,
      'available_spots', s.available_spots) order by s.start_time, s.id), '[]')
    from public.slots s where s.service_id = p_service_id and s.archived_at is null
$$;

-- Checks a slot for every write by a user. Only a car may have no time. A slot can't end when it starts (an earlier end is on the next day), and
-- can't have more spots than its service. Raises 400 'departure_time_required', 'invalid_input' and 'timeslot_maximum'.
create function private.check_slot()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  s public.services;
begin
  select * into s from public.services x where x.id = new.service_id;
  if new.start_time is null and s.transport_type_id <> 'car' then
    perform private.fail(400, 'departure_time_required', 'Please set a departure time for the shuttle service');
  elsif private.is_trusted_caller() then
    return new;
  elsif new.end_time = new.start_time then
    perform private.invalid('A time slot cannot end when it starts');
  elsif new.available_spots > s.max_spots then
    perform private.fail(400, 'timeslot_maximum', format('A time slot has at most %s spots, as its %s', s.max_spots,
      case s.kind when 'experience' then 'experience' else 'service' end));
  end if;
  return new;
end $$;

create trigger slots_check before insert or update of start_time, end_time, max_spots, available_spots
  on public.slots for each row execute function private.check_slot();

-- Archives a slot as private.archive_service archives a service.
create function private.archive_slot()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if exists (select 1 from public.departures d where d.slot_id = old.id) then
    update public.slots set archived_at = coalesce(archived_at, now()) where id = old.id;
    return null;
  end if;
  return old;
end $$;

create trigger slots_archive before delete on public.slots
  for each row execute function private.archive_slot();

-- Returns whether the caller may answer for a slot. Guides answer only for themselves, for slots of experiences that they lead or are ranked for.
create function private.guides_slot(slot_id uuid)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (
    select 1 from public.slots s join public.services e on e.id = s.service_id
    where s.id = guides_slot.slot_id and e.territory_id = any (private.my_territories('guide'))
      and (e.guide_id = (select auth.uid()) or exists (
        select 1 from public.experience_guide_rankings r where r.experience_id = e.id and r.guide_id = (select auth.uid())))
  )
$$;
grant execute on function private.guides_slot(uuid) to authenticated, service_role;

create table public.guide_timeslot_responses (
  guide_id uuid not null references public.profiles (id) on delete cascade
    constraint guide_timeslot_responses_card_fkey references public.profile_cards (id) on delete cascade,
  slot_id uuid not null references public.slots (id) on delete cascade,
  response text not null check (response in ('accepted', 'declined')),
  updated_at timestamptz not null default now(),
  primary key (guide_id, slot_id)
);
create index guide_timeslot_responses_slot_idx on public.guide_timeslot_responses (slot_id);
alter table public.guide_timeslot_responses enable row level security;
grant select on public.guide_timeslot_responses to authenticated;
grant insert (guide_id, slot_id, response) on public.guide_timeslot_responses to authenticated;
grant update (guide_id, slot_id, response) on public.guide_timeslot_responses to authenticated;
grant all on public.guide_timeslot_responses to service_role;

create policy guide_timeslot_responses_select on public.guide_timeslot_responses for select to authenticated
  using (guide_id = (select private.live_user())
    or exists (select 1 from public.slots s join public.services e on e.id = s.service_id
      where s.id = slot_id and e.territory_id = any ((select private.my_territories('staff'))::text[]))
    or (select private.is_admin()));
create policy guide_timeslot_responses_insert on public.guide_timeslot_responses for insert to authenticated
  with check (guide_id = (select auth.uid()) and private.guides_slot(slot_id));
create policy guide_timeslot_responses_update on public.guide_timeslot_responses for update to authenticated
  using (guide_id = (select auth.uid()) and private.guides_slot(slot_id))
  with check (guide_id = (select auth.uid()) and private.guides_slot(slot_id));

create trigger guide_timeslot_responses_touch before update on public.guide_timeslot_responses
  for each row execute function private.touch_updated_at();

-- The slot of an answer can't change, because a new answer decides who leads and is limited (catalogue/guides.sql).
create trigger guide_timeslot_responses_stay before update of guide_id, slot_id on public.guide_timeslot_responses
  for each row when ((new.guide_id, new.slot_id) is distinct from (old.guide_id, old.slot_id))
  execute function private.refuse_move();
