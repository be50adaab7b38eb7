-- Departures, holds, bookings, payments, the ledger. Functions that write them are in the booking core migrations.

create table public.departures (
  id uuid primary key default gen_random_uuid(),
  timeslot_id uuid references public.experience_timeslots (id),
  experience_id uuid references public.experiences (id),
  transport_id uuid references public.territory_transports (id),
  territory_id text not null references public.territories (id),
  service_date date not null, -- local to the territory
  capacity int not null check (capacity >= 0),
  held int not null default 0 check (held >= 0),
  sold int not null default 0 check (sold >= 0),
  closed boolean not null default false,
  exclusive boolean not null default false, -- a private group has it: no seat is for sale, whatever the capacity becomes
  capacity_fixed boolean not null default false, -- set by staff for this date: no longer follows the timeslot
  created_at timestamptz not null default now(),
  check (held + sold <= capacity),
  check ((timeslot_id is not null and experience_id is not null and transport_id is null)
      or (timeslot_id is null and experience_id is null and transport_id is not null)),
  unique (timeslot_id, service_date),
  unique (transport_id, service_date)
);
create index departures_experience_date_idx on public.departures (experience_id, service_date);
create index departures_territory_date_idx on public.departures (territory_id, service_date);

create table private.holds (
  id uuid primary key default gen_random_uuid(),
  user_id uuid references public.profiles (id) on delete set null, -- null once the account is deleted
  request_key uuid not null, -- made by the browser, kept over reloads: a retry returns the same hold
  payload_hash text not null, -- of the request: the same key with another payload is refused
  kind text not null check (kind in ('experience', 'transport')),
  departure_id uuid not null references public.departures (id),
  -- The departure's, and a currency that it was priced in: no foreign keys of their own. Every hold would lock the one row of
  -- its territory and of its currency, and on a hot departure that is what bookers would queue for.
  territory_id text not null,
  start_time time, -- local; null for a transport without a timetable
  booking_type text not null check (booking_type in ('shared', 'private')),
  payment_method text not null default 'card' check (payment_method in ('card', 'cash')),
  num_people int not null check (num_people > 0),
  seats int not null check (seats > 0), -- num_people when shared, the departure's capacity when private
  unit_price numeric(12, 2) not null check (unit_price > 0),
  total_price numeric(12, 2) not null check (total_price > 0),
  currency_code text not null,
  referral_link_id uuid references public.referral_links (id) on delete set null,
  partner_rate numeric(4, 1) not null default 0 check (partner_rate between 0 and 100), -- percent, frozen
  form jsonb not null, -- the validated form, as it becomes the booking
  state text not null default 'held' check (state in ('held', 'consumed', 'released', 'void')),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  unique (user_id, request_key)
);
create index holds_departure_idx on private.holds (departure_id) where state = 'held';
create index holds_expiry_idx on private.holds (expires_at) where state = 'held';
create index holds_user_idx on private.holds (user_id) where state = 'held';
create index holds_referral_idx on private.holds (referral_link_id) where referral_link_id is not null;

create table public.bookings (
  id uuid primary key default gen_random_uuid(),
  hold_id uuid unique references private.holds (id),
  departure_id uuid not null references public.departures (id),
  experience_id uuid not null references public.experiences (id),
  timeslot_id uuid references public.experience_timeslots (id),
  territory_id text not null references public.territories (id),
  guide_id uuid references public.profiles (id) on delete set null,
  tourist_id uuid references public.profiles (id) on delete set null, -- null once the account is deleted
  booking_date date not null,
  start_time time,
  num_people int not null check (num_people > 0),
  seats int not null check (seats > 0),
  booking_type text not null check (booking_type in ('shared', 'private')),
  unit_price numeric(12, 2) not null,
  total_price numeric(12, 2) not null check (total_price > 0),
  currency_code text not null references public.currencies (code),
  payment_method text not null check (payment_method in ('card', 'cash')),
  payment_status text not null default 'pending' check (payment_status in ('pending', 'completed')),
  status text not null default 'ordered' check (status in ('ordered', 'paid', 'cancelled', 'confirmed', 'checked_in', 'no_show', 'refunded')),
  check_in_status text not null default 'pending' check (check_in_status in ('pending', 'checked_in', 'no_show')),
  checked_in_at timestamptz,
  checked_in_by uuid references public.profiles (id) on delete set null,
  whatsapp_number text not null,
  country text not null,
  speaks_spanish boolean not null default false,
  hotel_name text,
  hotel_address text,
  passport_image text, -- object name in the private bucket `passports`
  waiver_version text not null,
  waiver_accepted_at timestamptz not null,
  cancellation_policy text not null default 'moderate', -- as it was sold
  referral_link_id uuid references public.referral_links (id) on delete set null,
  operator_status text not null default 'pending' check (operator_status in ('pending', 'paid', 'cancelled')),
  territory_status text not null default 'pending' check (territory_status in ('pending', 'paid', 'cancelled')),
  partner_status text not null default 'pending' check (partner_status in ('pending', 'paid', 'cancelled')),
  sequence int not null default 0, -- grows on each change, for the calendar file
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index bookings_departure_idx on public.bookings (departure_id);
create index bookings_tourist_idx on public.bookings (tourist_id, booking_date desc, id desc);
create index bookings_territory_idx on public.bookings (territory_id, booking_date desc, id desc);
create index bookings_guide_idx on public.bookings (guide_id, booking_date, id);
create index bookings_experience_idx on public.bookings (experience_id, booking_date);
create index bookings_timeslot_idx on public.bookings (timeslot_id);
create index bookings_referral_idx on public.bookings (referral_link_id) where referral_link_id is not null;
create index bookings_checked_in_by_idx on public.bookings (checked_in_by) where checked_in_by is not null;
create index bookings_currency_idx on public.bookings (currency_code);

create table public.transport_bookings (
  id uuid primary key default gen_random_uuid(),
  hold_id uuid unique references private.holds (id),
  departure_id uuid not null references public.departures (id),
  transport_id uuid not null references public.territory_transports (id),
  territory_id text not null references public.territories (id),
  tourist_id uuid references public.profiles (id) on delete set null,
  booking_date date not null,
  start_time time,
  num_people int not null check (num_people > 0),
  seats int not null check (seats > 0),
  booking_type text not null check (booking_type in ('shared', 'private')),
  unit_price numeric(12, 2) not null,
  total_price numeric(12, 2) not null check (total_price > 0),
  currency_code text not null references public.currencies (code),
  payment_method text not null default 'card' check (payment_method in ('card', 'cash')),
  payment_status text not null default 'pending' check (payment_status in ('pending', 'completed')),
  status text not null default 'ordered' check (status in ('ordered', 'paid', 'cancelled', 'confirmed', 'checked_in', 'no_show', 'refunded')),
  check_in_status text not null default 'pending' check (check_in_status in ('pending', 'checked_in', 'no_show')),
  checked_in_at timestamptz,
  checked_in_by uuid references public.profiles (id) on delete set null,
  -- one entry a passenger: {name, email, phone, whatsapp, country, speaks_spanish}
  passenger_details jsonb not null default '[]' check (jsonb_typeof(passenger_details) = 'array'),
  whatsapp_number text not null,
  country text not null,
  speaks_spanish boolean not null default false,
  hotel_name text,
  passport_image text,
  waiver_version text not null,
  waiver_accepted_at timestamptz not null,
  cancellation_policy text not null default 'moderate',
  referral_link_id uuid references public.referral_links (id) on delete set null,
  operator_status text not null default 'pending' check (operator_status in ('pending', 'paid', 'cancelled')),
  territory_status text not null default 'pending' check (territory_status in ('pending', 'paid', 'cancelled')),
  partner_status text not null default 'pending' check (partner_status in ('pending', 'paid', 'cancelled')),
  sequence int not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index transport_bookings_departure_idx on public.transport_bookings (departure_id);
create index transport_bookings_tourist_idx on public.transport_bookings (tourist_id, booking_date desc, id desc);
create index transport_bookings_territory_idx on public.transport_bookings (territory_id, booking_date desc, id desc);
create index transport_bookings_transport_idx on public.transport_bookings (transport_id, booking_date);
create index transport_bookings_referral_idx on public.transport_bookings (referral_link_id) where referral_link_id is not null;
create index transport_bookings_checked_in_by_idx on public.transport_bookings (checked_in_by) where checked_in_by is not null;
create index transport_bookings_currency_idx on public.transport_bookings (currency_code);

-- The check-in code lives apart from the booking, so that staff who may read the booking can not read it.
create table public.booking_codes (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid unique references public.bookings (id) on delete cascade,
  transport_booking_id uuid unique references public.transport_bookings (id) on delete cascade,
  tourist_id uuid references public.profiles (id) on delete set null,
  code text not null unique check (length(code) = 32), -- 128 random bits, hex
  check (num_nonnulls(booking_id, transport_booking_id) = 1)
);
create index booking_codes_tourist_idx on public.booking_codes (tourist_id);

create table private.payments (
  id uuid primary key default gen_random_uuid(),
  hold_id uuid unique references private.holds (id), -- null for money of a booking that had no hold (imported)
  method text not null default 'card' check (method in ('card', 'cash')),
  payment_intent_id text unique, -- null until Stripe answered; null for money that is not at Stripe
  amount_minor bigint not null check (amount_minor > 0), -- integer minor units of the currency
  currency text not null check (currency = lower(currency)),
  -- Stripe's own words; 'creating' before there is a PaymentIntent
  status text not null default 'creating',
  captured_minor bigint not null default 0 check (captured_minor >= 0),
  refunded_minor bigint not null default 0 check (refunded_minor >= 0),
  booking_id uuid references public.bookings (id),
  transport_booking_id uuid references public.transport_bookings (id),
  last_error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (refunded_minor <= captured_minor),
  check (num_nonnulls(booking_id, transport_booking_id) <= 1),
  check (num_nonnulls(hold_id, booking_id, transport_booking_id) >= 1)
);
create unique index payments_booking_idx on private.payments (booking_id);
create unique index payments_transport_booking_idx on private.payments (transport_booking_id);
create index payments_in_flight_idx on private.payments (updated_at) where method = 'card' and status not in ('succeeded', 'canceled');

create table private.stripe_events (
  id text primary key,
  type text not null,
  payment_intent_id text,
  received_at timestamptz not null default now(),
  processed_at timestamptz
);
create index stripe_events_intent_idx on private.stripe_events (payment_intent_id);

-- What still has to be done at Stripe. The operation's own name is its idempotency key.
create table private.stripe_ops (
  id bigint generated always as identity primary key,
  payment_intent_id text not null,
  op text not null check (op ~ '^(capture|cancel|refund:[0-9]+)$'),
  amount_minor bigint, -- refunds only
  reason text,
  state text not null default 'queued' check (state in ('queued', 'done', 'failed')),
  attempts int not null default 0,
  refusals int not null default 0, -- Stripe's final refusals: each needs a new idempotency key, a lost answer must not
  stripe_id text, -- of the refund, once Stripe has made it
  next_attempt_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  done_at timestamptz,
  unique (payment_intent_id, op)
);
create index stripe_ops_due_idx on private.stripe_ops (next_attempt_at) where state = 'queued';

-- Append-only. amount is in the booking's currency; a refund is a negative row.
create table private.ledger (
  id bigint generated always as identity primary key,
  booking_id uuid references public.bookings (id),
  transport_booking_id uuid references public.transport_bookings (id),
  territory_id text not null references public.territories (id),
  party text not null check (party in ('operator', 'territory', 'app', 'partner')),
  party_user_id uuid references public.profiles (id) on delete set null, -- the partner's owner, or the guide
  kind text not null, -- 'sale' ('sale:2' for cash paid again after a refund) or 'refund:<n>'
  amount numeric(12, 2) not null,
  currency_code text not null references public.currencies (code),
  created_at timestamptz not null default now(),
  check (num_nonnulls(booking_id, transport_booking_id) = 1),
  check ((kind ~ '^sale(:[0-9]+)?$' and amount >= 0) or (kind ~ '^refund:[0-9]+$' and amount <= 0))
);
create unique index ledger_booking_once_idx on private.ledger (booking_id, party, kind) where booking_id is not null;
create unique index ledger_transport_booking_once_idx on private.ledger (transport_booking_id, party, kind) where transport_booking_id is not null;
create index ledger_territory_idx on private.ledger (territory_id, created_at);
create index ledger_party_user_idx on private.ledger (party_user_id, created_at);
create index ledger_currency_idx on private.ledger (currency_code);

-- E-mails and notifications to send. dedupe_key makes a retry of the cause harmless.
create table private.outbox (
  id bigint generated always as identity primary key,
  dedupe_key text not null unique,
  kind text not null check (kind in ('email', 'notification')),
  template text not null,
  recipient text not null, -- an e-mail address, or a user id for a notification
  payload jsonb not null default '{}',
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'dead')),
  attempts int not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index outbox_due_idx on private.outbox (next_attempt_at) where state in ('queued', 'sending');

-- Attribution of a booking to a link, and the commission it earned.
create table public.referrals (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid unique references public.bookings (id) on delete cascade,
  transport_booking_id uuid unique references public.transport_bookings (id) on delete cascade,
  referral_link_id uuid not null references public.referral_links (id) on delete cascade,
  created_at timestamptz not null default now(),
  check (num_nonnulls(booking_id, transport_booking_id) = 1)
);
create index referrals_link_idx on public.referrals (referral_link_id);

create table public.commissions (
  id uuid primary key default gen_random_uuid(),
  referral_id uuid not null unique references public.referrals (id) on delete cascade,
  amount numeric(12, 2) not null check (amount >= 0),
  currency_code text not null references public.currencies (code),
  status text not null default 'pending' check (status in ('pending', 'paid')),
  paid_at timestamptz,
  created_at timestamptz not null default now()
);
create index commissions_currency_idx on public.commissions (currency_code);

create table public.commission_earnings (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  role text not null check (role in ('territory_manager', 'territory_staff')),
  territory_id text not null references public.territories (id),
  booking_id uuid references public.bookings (id),
  transport_booking_id uuid references public.transport_bookings (id),
  amount numeric(12, 2) not null,
  currency_code text not null references public.currencies (code),
  status text not null default 'pending' check (status in ('pending', 'paid', 'cancelled')),
  created_at timestamptz not null default now()
);
create index commission_earnings_user_idx on public.commission_earnings (user_id, created_at desc);
create index commission_earnings_territory_idx on public.commission_earnings (territory_id);
create index commission_earnings_booking_idx on public.commission_earnings (booking_id);
create index commission_earnings_transport_booking_idx on public.commission_earnings (transport_booking_id);
create index commission_earnings_currency_idx on public.commission_earnings (currency_code);

create table public.commission_payments (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  role text not null,
  territory_id text references public.territories (id),
  amount numeric(12, 2) not null check (amount >= 0),
  currency_code text not null references public.currencies (code),
  payment_date date not null default current_date,
  created_at timestamptz not null default now()
);
create index commission_payments_user_idx on public.commission_payments (user_id, payment_date desc);
create index commission_payments_territory_idx on public.commission_payments (territory_id);
create index commission_payments_currency_idx on public.commission_payments (currency_code);

-- History of a booking: every change of its status, for the drawer and for disputes.
create table public.booking_events (
  id bigint generated always as identity primary key,
  booking_id uuid references public.bookings (id) on delete cascade,
  transport_booking_id uuid references public.transport_bookings (id) on delete cascade,
  territory_id text not null references public.territories (id),
  actor_id uuid references public.profiles (id) on delete set null,
  from_status text,
  to_status text not null,
  detail jsonb not null default '{}',
  created_at timestamptz not null default now(),
  check (num_nonnulls(booking_id, transport_booking_id) = 1)
);
create index booking_events_booking_idx on public.booking_events (booking_id, id);
create index booking_events_transport_booking_idx on public.booking_events (transport_booking_id, id);
create index booking_events_territory_idx on public.booking_events (territory_id);
create index booking_events_actor_idx on public.booking_events (actor_id);

create trigger bookings_touch before update on public.bookings for each row execute function private.touch_updated_at();
create trigger transport_bookings_touch before update on public.transport_bookings for each row execute function private.touch_updated_at();
create trigger payments_touch before update on private.payments for each row execute function private.touch_updated_at();
