-- Orders, payments, and their lines: what is paid for, how, and for which bookings (docs/decisions/0075). money/card_payments.sql changes payments
-- by card. Locks are always taken in the order payment, hold, departure, booking.

-- What one person pays for, in one currency: the bookings of one checkout, and the extra price of their later changes (docs/decisions/0075). It is
-- created when it is paid or booked in cash. Until then only its holds have its id.
create table private.orders (
  id uuid primary key default gen_random_uuid(),
  tourist_id uuid references public.profiles (id) on delete set null, -- null: sold at the dock, or the account was deleted
  currency_code text not null references public.currencies (code),
  created_at timestamptz not null default now()
);
create index orders_tourist_idx on private.orders (tourist_id);
create index orders_currency_idx on private.orders (currency_code);
alter table private.orders enable row level security;
grant all on private.orders to service_role;

-- One payment of an order: by card with a PaymentIntent, which is captured whole or not at all, or in cash.
create table private.payments (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references private.orders (id),
  method text not null default 'card' check (method in ('card', 'cash')),
  payment_intent_id text unique, -- null until Stripe answered; null for money that is not at Stripe
  currency text not null check (currency = lower(currency)),
  -- Stripe's status, or 'creating' before there is a PaymentIntent.
  status text not null default 'creating',
  last_error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  asked_at timestamptz,
  refunds_numbered int not null default 0,
  -- Who received cash, and when. Null for card payments, and for deleted accounts.
  received_by uuid references public.profiles (id) on delete set null,
  received_at timestamptz,
  capture_by timestamptz, -- for an authorised card: a day before Stripe releases it
  released_minor bigint not null default 0 check (released_minor >= 0), -- authorised above the sum of its lines, because changes reduced them before the charge
  charge_id text, -- Stripe's charge, as on its balance
  captured_at timestamptz -- when we recorded that Stripe has charged the card
);
create index payments_order_idx on private.payments (order_id);
create index payments_in_flight_idx on private.payments (updated_at) where method = 'card' and status not in ('succeeded', 'canceled');
create index payments_updated_idx on private.payments (updated_at);
create index payments_received_by_idx on private.payments (received_by) where received_by is not null;
alter table private.payments enable row level security;
grant all on private.payments to service_role;

-- The part of a payment for each booking, in integer minor units of its currency.
create table private.payment_lines (
  id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references private.payments (id) on delete cascade,
  hold_id uuid unique references private.holds (id), -- null for a booking that had no hold (imported)
  booking_id uuid references public.bookings (id),
  of_change boolean not null default false, -- whether it is for more people or a more expensive departure of a booking that was paid with another line
  amount_minor bigint not null check (amount_minor > 0),
  captured_minor bigint not null default 0 check (captured_minor >= 0),
  refunded_minor bigint not null default 0 check (refunded_minor >= 0),
  disputed_minor bigint not null default 0 check (disputed_minor >= 0), -- the amount reversed by banks in disputes
  check (refunded_minor + disputed_minor <= captured_minor),
  check (num_nonnulls(hold_id, booking_id) >= 1)
);
create index payment_lines_payment_idx on private.payment_lines (payment_id);
create index payment_lines_booking_idx on private.payment_lines (booking_id);
-- A booking has one line in its original payment, and one in each additional payment for a change.
create unique index payment_lines_first_idx on private.payment_lines (booking_id) where not of_change;
alter table private.payment_lines enable row level security;
grant all on private.payment_lines to service_role;

-- A line with its payment, because nearly everything reads and locks both. `id` is the payment's.
create view private.charges as
select p.id, l.id as line_id, p.order_id, l.hold_id, l.booking_id, l.of_change, p.method, p.payment_intent_id, l.amount_minor, p.currency, p.status,
       l.captured_minor, l.refunded_minor, l.disputed_minor, p.last_error, p.created_at, p.updated_at, p.asked_at, p.refunds_numbered,
       p.received_by, p.received_at, p.capture_by, p.released_minor, p.charge_id, p.captured_at
  from private.payments p join private.payment_lines l on l.payment_id = p.id;

-- Returns what a payment is for, all of its lines together, in minor units.
create function private.minor_of_payment(p_payment_id uuid)
returns bigint language sql stable security definer set search_path = '' as $$
  select sum(l.amount_minor)::bigint from private.payment_lines l where l.payment_id = p_payment_id
$$;

-- Creates the order of a hold, if it doesn't exist yet.
create function private.open_order(h private.holds)
returns void language sql security definer set search_path = '' as $$
  insert into private.orders (id, tourist_id, currency_code) values (h.order_id, h.user_id, h.currency_code) on conflict (id) do nothing
$$;

-- A change of a line also updates its payment's time.
create function private.touch_payment()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update private.payments set updated_at = now() where id = new.payment_id;
  return null;
end $$;
create trigger payment_lines_touch after update on private.payment_lines for each row execute function private.touch_payment();

create trigger payments_touch before update on private.payments
  for each row when (old.asked_at is not distinct from new.asked_at) execute function private.touch_updated_at();

-- Returns the payment of a booking of either kind, or null. Its amounts include all charges, also for changes. Values of one charge are read from its
-- own row.
create function private.payment_of(p_booking_id uuid)
returns private.charges language plpgsql stable security definer set search_path = '' as $$
declare
  p private.charges;
  m record;
begin
  select * into p from private.charges x where x.booking_id = p_booking_id and not x.of_change;
  if p.id is null then
    return null;
  end if;
  select coalesce(sum(x.amount_minor), 0) as amount, coalesce(sum(x.captured_minor), 0) as captured, coalesce(sum(x.refunded_minor), 0) as refunded,
         coalesce(sum(x.disputed_minor), 0) as disputed
    into m from private.payment_lines x where x.booking_id = p_booking_id and x.of_change;
  p.amount_minor := p.amount_minor + m.amount;
  p.captured_minor := p.captured_minor + m.captured;
  p.refunded_minor := p.refunded_minor + m.refunded;
  p.disputed_minor := p.disputed_minor + m.disputed;
  return p;
end $$;

-- Returns all charges of a booking: the original one, and those for changes. Their payments may be for other bookings too.
create function private.charges_of(p_booking_id uuid)
returns setof private.charges language sql stable security definer set search_path = '' as $$
  select * from private.charges x where x.booking_id = p_booking_id
$$;

-- Locks the payment of a booking before a charge for a change, as is required for everything that changes the booking's money.
create function private.lock_first_payment(p_payment_intent_id text, p_hold_id uuid default null)
returns void language sql security definer set search_path = '' as $$
  select 1 from private.charges f
   where not f.of_change and f.order_id in (
     select x.order_id from private.charges x where x.payment_intent_id = p_payment_intent_id and x.of_change
     union all select x.order_id from private.charges x where x.hold_id = p_hold_id and x.of_change)
   order by f.line_id for update
$$;

-- Returns whether this payment is refunded through Stripe. Cash isn't, even if a refunded card payment came before and the booking was reinstated and
-- paid at the dock.
create function private.is_at_stripe(p private.charges)
returns boolean language sql immutable set search_path = '' as $$ select p.payment_intent_id is not null and p.method = 'card' $$;

-- Returns the amount of a booking that was charged to cards, in minor units. The rest is cash, also of a charge whose booking was paid again.
create function private.card_minor(p private.charges)
returns bigint language sql stable security definer set search_path = '' as $$
  select coalesce(sum(case when x.payment_intent_id is null then case when x.method = 'card' then x.captured_minor else 0 end
                           when x.status = 'succeeded' then least(x.captured_minor, x.amount_minor) else 0 end), 0)::bigint
    from private.charges_of(p.booking_id) x
$$;
