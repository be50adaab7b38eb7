-- New guests may hold only a share of a departure's seats with unpaid cash bookings (docs/decisions/0027).

-- Returns whether a person has travelled here, on a paid trip to which they were checked in or one paid by card that has begun. Trips that they run
-- or work for don't count.
create function private.is_known_guest(p_user_id uuid)
returns boolean language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select 1 from private.booking_facts f
     where f.tourist_id = p_user_id and private.is_live(f.status)
       and (f.check_in_status = 'checked_in' or f.payment_method = 'card' and private.starts_at(f) <= now())
       and private.is_paid(f) and not private.works_for(p_user_id, f));
end $$;

-- Returns the seats of a departure that new guests hold for unpaid cash. Expired holds don't count, and neither do those of p_user_id, which are
-- about to be booked or replaced.
create function private.unpaid_cash_seats(p_departure_id uuid, p_user_id uuid)
returns int language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(sum(x.seats), 0) from (
      select h.user_id, h.seats from private.holds h
       where h.departure_id = p_departure_id and h.state = 'held' and h.payment_method = 'cash' and h.expires_at > now()
         and h.user_id is distinct from p_user_id
      union all
      select f.tourist_id, f.seats from private.booking_facts f
       where f.departure_id = p_departure_id and f.payment_method = 'cash' and f.payment_status = 'pending' and private.is_live(f.status)) x
     where x.seats > 0 and not private.is_known_guest(x.user_id));
end $$;

-- Returns how many seats of a departure new guests can have in cash, which is the current share rounded down, but at least one. p_departure_id is
-- null for a departure without bookings.
create function private.cash_seats(p_departure_id uuid, p_capacity int, p_user_id uuid)
returns int language plpgsql stable security definer set search_path = '' as $$
declare
  v_percent numeric := private.limit_value('cash.new_guests_percent');
begin
  if v_percent >= 100 then
    return p_capacity;
  elsif v_percent = 0 then
    return 0;
  end if;
  return greatest(greatest(floor(p_capacity * v_percent / 100), 1)
    - case when p_departure_id is null then 0 else private.unpaid_cash_seats(p_departure_id, p_user_id) end, 0);
end $$;

-- Checks that a hold can be paid in cash, because its guest has travelled before or it is within the share. Raises what check_cash_seats does. Locks
-- the departure, so that a concurrent call counts this hold.
create function private.check_cash_share(h private.holds)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if private.limit_value('cash.new_guests_percent') >= 100 or private.is_known_guest(h.user_id) then
    return;
  end if;
  perform 1 from public.departures d where d.id = h.departure_id for no key update;
  perform private.check_cash_seats(h.departure_id, h.user_id, h.booking_type, h.num_people);
end $$;

-- Checks that a new guest can have these seats in cash. A private group takes the whole departure. Raises 409 'cash_private' and 'cash_share_taken'.
-- The caller has locked the departure.
create function private.check_cash_seats(p_departure_id uuid, p_user_id uuid, p_booking_type text, p_people int)
returns void language plpgsql stable security definer set search_path = '' as $$
declare
  v_capacity int := (select d.capacity from public.departures d where d.id = p_departure_id);
begin
  if (case when p_booking_type = 'private' then v_capacity else p_people end) <= private.cash_seats(p_departure_id, v_capacity, p_user_id) then
    return;
  elsif p_booking_type = 'private' and private.cash_seats(null, v_capacity, p_user_id) < v_capacity then
    perform private.fail(409, 'cash_private', 'A private booking takes the whole departure, so please pay by card.');
  end if;
  perform private.fail(409, 'cash_share_taken', 'There are no seats left to pay for in cash on this trip. Please pay by card.');
end $$;

-- Returns the share in percent, for admins. Raises 403 'forbidden' for others.
create function public.cash_share()
returns numeric language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return private.limit_value('cash.new_guests_percent');
end $$;

-- Sets the share and returns it. p_expected is the value that the admin has read. Existing bookings aren't affected. Raises 403 'forbidden', 400
-- 'invalid_input' unless it is a whole percentage from 0 to 100, and 409 'changed_meanwhile'. Locks its row.
create function public.save_cash_share(p_percent numeric, p_expected numeric)
returns numeric language plpgsql security definer set search_path = '' as $$
declare
  v_was numeric;
begin
  perform private.require_admin();
  if not coalesce(p_percent between 0 and 100 and p_percent = round(p_percent), false) then
    perform private.invalid('Please enter a whole percent from 0 to 100');
  end if;
  select l.value into v_was from private.limits l where l.name = 'cash.new_guests_percent' for update;
  if v_was is distinct from p_expected then
    perform private.fail(409, 'changed_meanwhile', 'Someone else changed this while you were working on it');
  end if;
  update private.limits set value = p_percent where name = 'cash.new_guests_percent';
  perform private.audit('cash_share_changed', null, 'limits', 'cash', jsonb_build_object(
    'new_guests_percent', jsonb_build_object('from', v_was, 'to', p_percent)));
  return p_percent;
end $$;
