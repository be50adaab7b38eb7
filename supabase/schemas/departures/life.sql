-- The statuses of a departure, and who cancelled it and why. departures/cancelling.sql has the effect of a cancellation on bookings.
-- src/features/departures/life.ts has the same table for the screens, which a test compares.

create table private.departure_transitions (
  from_status text not null,
  to_status text not null,
  -- 'host': people who can cancel a departure (may_cancel_departure). 'system': the scheduled job.
  actor text not null check (actor in ('host', 'system')),
  -- 'offer': each active booking is offered another departure or a refund. 'restore': this is undone.
  bookings text not null check (bookings in ('keep', 'offer', 'restore')),
  primary key (from_status, to_status, actor)
);
alter table private.departure_transitions enable row level security;

insert into private.departure_transitions (from_status, to_status, actor, bookings) values
  ('scheduled', 'confirmed', 'host', 'keep'),
  ('scheduled', 'confirmed', 'system', 'keep'),
  ('scheduled', 'departed', 'system', 'keep'),
  ('confirmed', 'departed', 'system', 'keep'),
  ('scheduled', 'cancelled', 'host', 'offer'),
  ('scheduled', 'cancelled', 'system', 'offer'),
  ('confirmed', 'cancelled', 'host', 'offer'),
  ('cancelled', 'scheduled', 'host', 'restore'),
  ('cancelled', 'confirmed', 'host', 'restore');

-- Returns whether a departure can make this transition.
create function private.departure_may(p_from text, p_to text, p_actor text)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from private.departure_transitions t
                  where t.from_status = p_from and t.to_status = p_to and t.actor = p_actor)
$$;

-- The departures that one request cancelled together.
create table private.departure_cancellations (
  id uuid primary key default gen_random_uuid(),
  actor_id uuid references public.profiles (id) on delete set null, -- null: the scheduled job, or a deleted account
  reason text not null check (reason in ('weather', 'road', 'too_few', 'vehicle', 'other')),
  message text check (length(message) between 1 and 500), -- a message to the guests
  proposed_service_id uuid, -- another experience or transport to which the guests can move
  refund_now boolean not null default false, -- guests get no choice, and refunds start when the undo time has passed
  undo_until timestamptz not null, -- until then the outbox sends nothing and no offer can be answered
  undone_at timestamptz,
  result jsonb not null default '[]', -- the outcome of each departure, for repeated requests
  created_at timestamptz not null default now()
);
create index departure_cancellations_actor_idx on private.departure_cancellations (actor_id, created_at);
alter table private.departure_cancellations enable row level security;
