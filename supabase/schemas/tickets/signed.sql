-- Signed tickets (docs/decisions/0060): what the function `sign-tickets` signs, the version that distinguishes an old picture of a ticket from the
-- new one, and the public keys with which a phone checks a ticket offline.

-- A replaced public key stays, because tickets that it signed are still shown. One whose private half has leaked is revoked. Its tickets no longer
-- prove anything, and check-in finds them by their code as before.
create table public.ticket_keys (
  id smallint primary key check (id between 1 and 255), -- stored in each ticket, in one byte
  public_key text not null unique check (public_key ~ '^[A-Za-z0-9_-]{43}$'), -- Ed25519, base64url
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
alter table public.ticket_keys enable row level security;
grant select on public.ticket_keys to anon, authenticated;
grant all on public.ticket_keys to service_role;

create policy ticket_keys_select on public.ticket_keys for select to anon, authenticated using (true);

-- Returns the number of the function's signing key, which is recorded on its first use, or null if it is revoked. For the service role.
create function service.ticket_key_id(p_public_key text)
returns int language plpgsql security definer set search_path = '' as $$
declare
  k public.ticket_keys;
begin
  select * into k from public.ticket_keys where public_key = p_public_key;
  if k.id is null then
    perform pg_advisory_xact_lock(hashtextextended('ticket_keys', 0));
    insert into public.ticket_keys (id, public_key) select coalesce(max(x.id), 0) + 1, p_public_key from public.ticket_keys x
    on conflict (public_key) do nothing;
    select * into k from public.ticket_keys where public_key = p_public_key;
  end if;
  return case when k.revoked_at is null then k.id end;
end $$;

-- Returns the signed contents of the caller's own valid tickets, because row level security hides other people's codes.
create function public.tickets_to_sign(p_booking_ids uuid[])
returns table (booking_id uuid, kind text, departure_id uuid, service_date text, start_time text, num_people int, booking_type text, code text,
  version int)
language sql stable security invoker set search_path = '' as $$
  select b.id, b.kind, b.departure_id, to_char(b.booking_date, 'YYYY-MM-DD'), to_char(b.start_time, 'HH24:MI'), b.num_people, b.booking_type,
         c.code, c.version
    from public.booking_codes c join public.bookings b on b.id = c.booking_id
   where c.booking_id = any (p_booking_ids[1:100]) and b.status not in ('cancelled', 'refunded')
$$;

-- Invalidates a booking's signed tickets when the booking changes. Arrivals, payments and a new guide change no ticket.
create function private.grow_ticket_version()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update public.booking_codes c set version = c.version + 1 where c.booking_id = new.id;
  return null;
end $$;

create trigger bookings_ticket after update of departure_id, booking_date, start_time, num_people, seats, status on public.bookings
  for each row when (
    (old.departure_id, old.booking_date, old.start_time, old.num_people, old.seats, case when private.is_live(old.status) then '' else old.status end)
    is distinct from
    (new.departure_id, new.booking_date, new.start_time, new.num_people, new.seats, case when private.is_live(new.status) then '' else new.status end))
  execute function private.grow_ticket_version();

-- A new code makes a new ticket.
create function private.grow_version_of_code()
returns trigger language plpgsql set search_path = '' as $$
begin
  new.version := greatest(new.version, old.version + 1);
  return new;
end $$;

create trigger booking_codes_version before update of code on public.booking_codes
  for each row when (old.code is distinct from new.code) execute function private.grow_version_of_code();
