-- Bookings of experiences and of transport, their check-in codes and their history: the tables, their read policies, and the view of a booking with
-- its service. Users never write them directly, because the functions of the next files do.

-- Returns the positions, from 1, of the non-empty places of a list.
create function private.positions_of(p_list text[])
returns int[] language sql immutable set search_path = '' as $$
  select coalesce(array_agg(x.n::int order by x.n), '{}') from unnest(p_list) with ordinality x (one, n) where x.one is not null
$$;
grant execute on function private.positions_of(text[]) to service_role;

-- Returns whether these are distinct passenger numbers in order, and fewer than the whole party.
create function private.is_part_of(p_numbers int[], p_people int)
returns boolean language sql immutable set search_path = '' as $$
  select coalesce(array_ndims(p_numbers) = 1 and cardinality(p_numbers) between 1 and p_people - 1
    and p_numbers = array(select distinct x from unnest(p_numbers) x where x between 1 and p_people order by x), false)
$$;
grant execute on function private.is_part_of(int[], int) to service_role;

-- Returns how many people of a booking have arrived.
create function private.people_here(p_check_in_status text, p_arrived int[], p_people int)
returns int language sql immutable set search_path = '' as $$
  select case when p_check_in_status = 'checked_in' then coalesce(cardinality(p_arrived), p_people) else 0 end
$$;

create table public.bookings (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  hold_id uuid unique references private.holds (id),
  departure_id uuid not null references public.departures (id),
  service_id uuid not null,
  slot_id uuid not null references public.slots (id),
  territory_id text not null references public.territories (id),
  guide_id uuid references public.profiles (id) on delete set null
    constraint bookings_guide_card_fkey references public.profile_cards (id) on delete set null,
  tourist_id uuid references public.profiles (id) on delete set null
    constraint bookings_tourist_card_fkey references public.profile_cards (id) on delete set null, -- null once the account is deleted
  booking_date date not null,
  start_time time,
  num_people int not null check (num_people > 0),
  seats int not null check (seats >= num_people),
  booking_type text not null check (booking_type in ('shared', 'private')),
  unit_price numeric(12, 2) not null check (unit_price <> 'NaN'),
  total_price numeric(12, 2) not null check (total_price > 0 and total_price <> 'NaN'),
  currency_code text not null references public.currencies (code),
  payment_method text not null check (payment_method in ('card', 'cash')),
  payment_status text not null default 'pending' check (payment_status in ('pending', 'completed')),
  status text not null default 'ordered' check (status in ('ordered', 'paid', 'cancelled', 'confirmed', 'checked_in', 'no_show', 'refunded')),
  check_in_status text not null default 'pending' check (check_in_status in ('pending', 'checked_in', 'no_show')),
  checked_in_at timestamptz,
  checked_in_by uuid references public.profiles (id) on delete set null,
  -- For transport, one entry per passenger: {name, email, phone, whatsapp, country, speaks_spanish}
  passenger_details jsonb not null default '[]' check (jsonb_typeof(passenger_details) = 'array'),
  whatsapp_number text not null,
  country text not null,
  speaks_spanish boolean not null default false,
  hotel_name text,
  hotel_address text,
  passport_images text[] not null default '{}', -- object names in the private bucket `passports`, null if deleted
  waiver_version text not null,
  waiver_accepted_at timestamptz not null,
  cancellation_policy text not null default 'moderate', -- as they were sold
  referral_link_id uuid references public.referral_links (id) on delete set null,
  operator_status text not null default 'pending' check (operator_status in ('pending', 'paid', 'cancelled')),
  territory_status text not null default 'pending' check (territory_status in ('pending', 'paid', 'cancelled')),
  partner_status text not null default 'pending' check (partner_status in ('pending', 'paid', 'cancelled')),
  calendar_sequence int not null default 0, -- grows with each change, for the calendar file
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  passport_removed_at timestamptz,
  passport_removed_by text check (passport_removed_by in ('owner', 'expiry')),
  passport_closed_at timestamptz, -- when the tourist cancelled; only they can open the photos until they show them again
  review_deleted_at timestamptz, -- when its author deleted the review, so that the booking can't be reviewed again
  paid_by_other boolean not null default false, -- the payer has transferred the ticket (bookings/transfers.sql)
  payer_id uuid references public.profiles (id) on delete set null, -- the payer, null once their account is deleted
  -- True for a dock sale to a guest without an account (dock/sales.sql). Its tourist_id is always null, and guest_name is the guest's.
  walk_in boolean not null default false,
  guest_name text check (guest_name is null or (length(guest_name) between 1 and 120 and walk_in)),
  passports int[] not null generated always as (private.positions_of(passport_images)) stored, -- positions of the images that exist
  -- The numbers of the people of a checked-in booking who have arrived (dock/arrivals.sql), or null if all have.
  arrived int[],
  constraint bookings_arrived_part check (arrived is null or (check_in_status = 'checked_in' and private.is_part_of(arrived, num_people))),
  foreign key (service_id, kind) references public.services (id, kind),
  -- Transport has no guide and no hotel address, and an experience has no list of passengers.
  constraint bookings_columns_of_kind check (case kind when 'experience' then passenger_details = '[]'
    else num_nonnulls(guide_id, hotel_address) = 0 end)
);
create index bookings_departure_idx on public.bookings (departure_id);
create index bookings_tourist_idx on public.bookings (tourist_id, booking_date desc, id desc);
create index bookings_territory_idx on public.bookings (territory_id, booking_date desc, id desc);
create index bookings_guide_idx on public.bookings (guide_id, booking_date, id) where guide_id is not null;
create index bookings_service_idx on public.bookings (service_id, booking_date);
create index bookings_slot_idx on public.bookings (slot_id, booking_date);
create index bookings_referral_idx on public.bookings (referral_link_id) where referral_link_id is not null;
create index bookings_checked_in_by_idx on public.bookings (checked_in_by) where checked_in_by is not null;
create index bookings_currency_idx on public.bookings (currency_code);
create index bookings_payer_idx on public.bookings (payer_id) where payer_id is not null;
create index bookings_passport_idx on public.bookings using gin (passport_images);
-- This index is for queries by time range. Bookings and payments are updated only a few times, so it costs little.
create index bookings_updated_idx on public.bookings (updated_at);
-- This index finds the bookings that get a review request (queue_review_requests).
create index bookings_checked_in_idx on public.bookings (booking_date) where check_in_status = 'checked_in';
create index bookings_territory_status_idx on public.bookings (territory_id, status, booking_date desc, id desc);
-- This index lists a desk's days by date and time, with each departure's bookings together. A departure without a time leaves at the end of its day.
create index bookings_day_idx on public.bookings (territory_id, booking_date, (coalesce(start_time, time '24:00')), departure_id, id);
-- Only few bookings are unpaid, so this index is small.
create index bookings_unpaid_idx on public.bookings (territory_id, booking_date, id) where payment_status = 'pending';
alter table public.bookings enable row level security;
-- Some columns aren't granted. Only open_passport gives the path of a passport image, to people who may see it. The price and the referral link are
-- hidden because the holder of a ticket that another person paid for reads its row too (my_ticket_money). Only managers and admins see payout states
-- (territory_bookings).
grant select (id, kind, hold_id, departure_id, service_id, slot_id, territory_id, guide_id, tourist_id, booking_date, start_time,
  num_people, seats, booking_type, currency_code, payment_method, payment_status, status, check_in_status, checked_in_at, checked_in_by,
  passenger_details, whatsapp_number, country, speaks_spanish, hotel_name, hotel_address, waiver_version, waiver_accepted_at,
  cancellation_policy, calendar_sequence, created_at,
  updated_at, passport_removed_at, passport_removed_by, passport_closed_at, passports, review_deleted_at, paid_by_other, walk_in, guest_name,
  arrived)
  on public.bookings to authenticated;
grant all on public.bookings to service_role;
create trigger bookings_check_phones before insert or update of whatsapp_number, passenger_details on public.bookings
  for each row execute function private.check_phones('whatsapp_number', 'passenger_details');
comment on column public.bookings.calendar_sequence is 'Grows by trigger whenever the date, the status or the place changes: SEQUENCE of the calendar file';

-- bookings.guide_id is the guide who leads the booking. A new guide of the experience also takes over its future bookings (trigger
-- services_move_bookings), so this one indexed column decides here and at check-in.
create policy bookings_select on public.bookings for select to authenticated
  using (tourist_id = (select private.live_user())
    or territory_id = any ((select private.my_territories('staff'))::text[])
    or (guide_id = (select private.live_user()) and territory_id = any ((select private.my_territories('guide'))::text[]))
    or (kind = 'transport' and territory_id = any ((select private.my_territories('shuttle'))::text[]))
    or (select private.is_admin()));

create trigger bookings_touch before update on public.bookings for each row execute function private.touch_updated_at();

-- Transport bookings under their public API name, read-only. The view has only columns that signed-in users may read, because it checks its caller's
-- rights on all of its columns.
create view public.transport_bookings with (security_invoker = true) as
select b.id, b.hold_id, b.departure_id, b.service_id as transport_id, b.territory_id, b.tourist_id, b.booking_date, b.start_time, b.num_people, b.seats,
  b.booking_type, b.currency_code, b.payment_method, b.payment_status, b.status, b.check_in_status, b.checked_in_at, b.checked_in_by,
  b.passenger_details, b.whatsapp_number, b.country, b.speaks_spanish, b.hotel_name, b.waiver_version, b.waiver_accepted_at,
  b.cancellation_policy, b.calendar_sequence, b.created_at, b.updated_at,
  b.passport_removed_at, b.passport_removed_by, b.passport_closed_at, b.passports, b.review_deleted_at, b.paid_by_other, b.walk_in,
  b.guest_name, b.arrived
  from public.bookings b where b.kind = 'transport';
grant select on public.transport_bookings to authenticated, service_role;

-- The check-in code is stored apart from the booking, so that staff who can read the booking can't read the code.
create table public.booking_codes (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null unique references public.bookings (id) on delete cascade,
  tourist_id uuid references public.profiles (id) on delete set null,
  code text not null unique check (length(code) = 32), -- 128 random bits, hex
  version int not null default 1 -- version of the ticket, which tickets/signed.sql increases
);
create index booking_codes_tourist_idx on public.booking_codes (tourist_id);
create index booking_codes_spoken_idx on public.booking_codes (left(code, 8)); -- what a guest reads aloud (find_check_in)
alter table public.booking_codes enable row level security;
grant select on public.booking_codes to authenticated;
grant all on public.booking_codes to service_role;

-- Only the tourist can read the code. Staff scan it from the ticket.
create policy booking_codes_select on public.booking_codes for select to authenticated
  using (tourist_id = (select private.live_user()));

-- Former codes of tickets from before a move to another departure or a transfer. They don't check anyone in, but check-in uses them to explain where
-- the ticket is now.
create table private.old_ticket_codes (
  code text primary key,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  departure_id uuid not null references public.departures (id), -- the departure of the ticket at that time
  given boolean not null default false, -- whether the ticket was transferred to someone else
  replaced_at timestamptz not null default now()
);
create index old_ticket_codes_booking_idx on private.old_ticket_codes (booking_id);
create index old_ticket_codes_departure_idx on private.old_ticket_codes (departure_id);
create index old_ticket_codes_spoken_idx on private.old_ticket_codes (left(code, 8));
alter table private.old_ticket_codes enable row level security;

-- Every status change of a booking. Its drawer shows them, and they are evidence in disputes.
create table public.booking_events (
  id bigint generated always as identity primary key,
  booking_id uuid not null references public.bookings (id) on delete cascade,
  territory_id text not null references public.territories (id),
  actor_id uuid references public.profiles (id) on delete set null,
  from_status text,
  to_status text not null,
  detail jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index booking_events_booking_idx on public.booking_events (booking_id, id);
create index booking_events_territory_idx on public.booking_events (territory_id);
create index booking_events_actor_idx on public.booking_events (actor_id);
alter table public.booking_events enable row level security;
grant select on public.booking_events to authenticated;
grant all on public.booking_events to service_role;
grant all on sequence public.booking_events_id_seq to service_role;

create policy booking_events_select on public.booking_events for select to authenticated
  using (territory_id = any ((select private.my_territories('staff'))::text[]) or (select private.is_admin()));

-- Notifies the tourist's page and the territory's screens of a changed booking. Null recipients are skipped.
create function private.send_booking(p_id uuid, p_tourist_id uuid, p_territory_id text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  payload jsonb := jsonb_build_object('id', p_id);
begin
  if p_tourist_id is not null then
    perform realtime.send(payload, 'booking', 'user:' || p_tourist_id, true);
  end if;
  if p_territory_id is not null then
    perform realtime.send(payload, 'booking', private.topic_of(p_territory_id), true);
  end if;
end $$;

create function private.broadcast_booking()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform private.send_booking(new.id, new.tourist_id, new.territory_id);
  return null;
end $$;

create trigger bookings_broadcast_insert after insert on public.bookings
  for each row execute function private.broadcast_booking();

create trigger bookings_broadcast_update after update on public.bookings
  for each row when ((old.status, old.payment_status, old.check_in_status, old.guide_id, old.arrived, old.operator_status, old.territory_status, old.partner_status)
    is distinct from (new.status, new.payment_status, new.check_in_status, new.guide_id, new.arrived, new.operator_status, new.territory_status, new.partner_status))
  execute function private.broadcast_booking();

-- A booking with its service, for internal functions. The API reads public.all_bookings instead.
create view private.booking_facts as
select b.kind, b.id, b.hold_id, b.departure_id, b.service_id, b.slot_id,
       s.title, b.territory_id, b.guide_id, b.tourist_id, b.booking_date, b.start_time, b.num_people, b.seats, b.booking_type,
       b.total_price, b.currency_code, b.payment_method, b.payment_status, b.status, b.check_in_status, b.checked_in_at, b.checked_in_by,
       b.cancellation_policy, b.referral_link_id, b.hotel_name, b.whatsapp_number, b.country, b.speaks_spanish, b.passport_images, b.passports,
       s.passport_required, b.passenger_details, b.passport_closed_at,
       s.names -> 'title' as titles, b.paid_by_other, b.payer_id, b.walk_in, b.guest_name, b.arrived
  from public.bookings b join public.services s on s.id = b.service_id;

-- Returns a booking by its id, or null if it doesn't exist.
create function private.booking(p_booking_id uuid)
returns private.booking_facts language sql stable security definer set search_path = '' as $$
  select f from private.booking_facts f where f.id = p_booking_id
$$;

-- Returns the three states of a booking, as returned to the browser.
create function private.booking_state_json(p_booking_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', b.kind, 'booking_id', b.id, 'status', b.status, 'payment_status', b.payment_status,
                            'check_in_status', b.check_in_status)
    from private.booking_facts b where b.id = p_booking_id
$$;

-- Writes an audit log entry about a booking, in the name of the caller or of another person. Amounts are in the booking's currency, which the entry
-- contains.
create function private.audit_booking(p_action text, b private.booking_facts, p_detail jsonb default '{}', p_actor uuid default auth.uid())
returns void language sql security definer set search_path = '' as $$
  select private.audit(p_action, b.territory_id, case b.kind when 'transport' then 'transport_bookings' else 'bookings' end, b.id::text,
    case when p_detail ?| '{amount,cash,extra_amount,refund_amount}' then p_detail || jsonb_build_object('currency_code', b.currency_code) else p_detail end, p_actor)
$$;

-- Returns a booking's money in minor units: taken, refunded, and requested from Stripe but not refunded yet.
create function private.money_of(b private.booking_facts, out paid bigint, out refunded bigint, out on_its_way bigint, out delayed boolean)
language sql stable security definer set search_path = '' as $$
  select coalesce(max(p.captured_minor), 0), coalesce(max(p.refunded_minor), 0), coalesce(sum(o.amount_minor), 0)::bigint,
         coalesce(bool_or(o.state = 'failed'), false)
    from private.payment_of(b.id) p
    left join lateral private.refund_ops_of(b.id) o on o.state in ('queued', 'failed')
$$;

-- Returns the caller's side of a booking: 'tourist', 'host' (guide, staff, manager, and for transport the shuttle manager) or null. Hosts read its
-- messages and its passports.
create function private.booking_side(p_booking_id uuid)
returns text language sql stable security definer set search_path = '' as $$
  select case
    when b.tourist_id = (select auth.uid()) then 'tourist'
    when b.territory_id = any (private.my_territories('staff')) then 'host'
    when b.guide_id = (select auth.uid()) and b.territory_id = any (private.my_territories('guide')) then 'host'
    when b.kind = 'transport' and b.territory_id = any (private.my_territories('shuttle')) then 'host'
  end
  from public.bookings b where b.id = p_booking_id
$$;

-- Returns the hosts who are notified about a booking: the guide, the shuttle managers, or otherwise the territory's team.
create function private.booking_hosts(b private.booking_facts)
returns setof uuid language sql stable security definer set search_path = '' as $$
  with nearest as (
    select b.guide_id as id where b.guide_id is not null
    union
    select g.user_id from private.live_grants g
    where b.kind = 'transport' and g.role = 'shuttle_manager' and g.territory_id = b.territory_id
  )
  select id from nearest
  union
  select m from private.moderators(b.territory_id) m where not exists (select 1 from nearest)
$$;
