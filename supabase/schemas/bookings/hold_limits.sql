-- Limits how long and how often seats can be held without payment, per person and per departure.

-- Returns how long a hold has held its seats, or did before it ended without a booking.
create function private.hold_time(h private.holds)
returns interval language plpgsql stable set search_path = '' as $$
begin
  return greatest(case when h.state = 'held' then now() else h.expires_at end - h.created_at, interval '0');
end $$;

-- Checks that a person may create this hold. The desk's holds for a change that the guest has to pay for count for no limit, because the guest didn't
-- ask for them. Unpaid holds and bookings count, including cash bookings, to prevent endless booking and cancelling. An
-- expired hold counts until its seats are free. A hold that replaces a live one is a change, of which more are allowed. On the same departure it
-- keeps the original expiry and has no waiting time. Raises 409 'bookings_closed', 429 'too_many_holds', 'too_many_unpaid_holds' and 'hold_wait', the
-- last two with the minutes to wait. The caller has locked the user. Locks what release_expired_holds does.
create function private.check_hold_limits(n private.holds)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_change constant boolean := coalesce(n.exchanged, false);
  v_live int;
  v_hour int;
  v_oldest timestamptz;
  v_here interval;
  v_until timestamptz;
begin
  -- If no one may hold seats, bookings are closed (docs/operations.md, Restoring), including for people without any hold.
  if private.limit_value('hold.live') = 0 then
    perform private.fail(409, 'bookings_closed', 'You can''t book right now. We haven''t charged you. Please try again later.');
  elsif n.form ->> 'maker' = 'desk' then
    return;
  end if;
  select count(distinct h.order_id) filter (where h.state = 'held'), count(*) filter (where h.created_at > now() - interval '1 hour' and h.exchanged = v_change),
         min(h.created_at) filter (where h.created_at > now() - interval '1 hour' and h.exchanged = v_change),
         sum(private.hold_time(h)) filter (where h.state <> 'consumed' and h.departure_id = n.departure_id and h.seats > 0 and h.created_at > now() - interval '1 hour'),
         max(h.created_at + private.hold_time(h)) filter (where h.state <> 'consumed' and h.departure_id = n.departure_id)
    into v_live, v_hour, v_oldest, v_here, v_until
    from private.holds h
   where h.user_id = n.user_id and not h.offered and h.form ->> 'maker' is distinct from 'desk' and (h.state in ('held', 'released') or h.state = 'consumed' and h.payment_method = 'cash')
     and h.created_at > now() - interval '1 day';
  if v_hour = 0 and v_live = 0 and v_here is null then
    return;
  end if;
  if v_live >= private.limit_value('hold.live') and v_live - private.release_expired_holds(p_user_id => n.user_id) >= private.limit_value('hold.live') then
    perform private.fail(429, 'too_many_holds', 'You''re already holding seats for other bookings. Finish or cancel one of them first.');
  end if;
  if v_hour >= (case when v_change then private.limit_value('hold.changes_hour') else private.limit_value('hold.hour') end) then
    perform private.fail_wait('too_many_unpaid_holds', 'You have held seats many times without paying.', v_oldest + interval '1 hour');
  end if;
  if n.expires_at is not null then
    return;
  end if;
  v_until := v_until + private.limit_value('hold.wait_minutes') * interval '1 minute';
  if v_here >= private.limit_value('hold.person_minutes') * interval '1 minute' and v_until > now() then
    perform private.fail_wait('hold_wait', 'You have kept seats on this departure for a while without paying.', v_until);
  end if;
end $$;

-- Raises 429 with the whole minutes until p_until.
create function private.fail_wait(p_code text, p_message text, p_until timestamptz)
returns void language plpgsql stable set search_path = '' as $$
begin
  perform private.fail(429, p_code, format('%s Please try again in %s min.', p_message, greatest(ceil(extract(epoch from p_until - now()) / 60), 1)));
end $$;

-- Raises 429 'too_many_cash_bookings' if the person has the maximum number of unpaid cash bookings.
create function private.check_cash_limit(p_user_id uuid, p_except_hold uuid default null)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if (select count(*) from public.bookings
       where tourist_id = p_user_id and kind = 'experience' and payment_method = 'cash' and payment_status = 'pending'
         and status in ('ordered', 'confirmed') and booking_date >= current_date - 1)
    + (select count(*) from private.holds
        where user_id = p_user_id and state = 'held' and payment_method = 'cash'
          and id is distinct from p_except_hold) >= private.limit_value('cash.open') then
    perform private.fail(429, 'too_many_cash_bookings', 'You''ve reached the limit of unpaid cash bookings. Pay by card, or pay for one of them first.');
  end if;
end $$;

-- Returns whether a new hold of a departure keeps its seats. Once unpaid holds of any number of people have occupied the whole departure for a
-- certain time within a day, only those who pay get seats (docs/rules/booking.md, Seats that no one pays for).
create function private.keeps_seats(p_departure_id uuid)
returns boolean language plpgsql stable security definer set search_path = '' as $$
declare
  v_kept interval := (
    select sum(h.seats * private.hold_time(h)) from private.holds h
     where h.departure_id = p_departure_id and h.state = 'released' and h.seats > 0 and not h.offered and not h.at_dock
       and h.form ->> 'maker' is distinct from 'desk'
       and h.created_at > now() - interval '1 day');
begin
  if v_kept is null then
    return true;
  end if;
  return v_kept < (
    select d.capacity * private.limit_value('hold.departure_minutes') * interval '1 minute' from public.departures d where d.id = p_departure_id);
end $$;
