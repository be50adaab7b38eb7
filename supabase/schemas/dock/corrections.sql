-- Corrections at the dock, in addition to the check-in itself: cash received, and undoing a mistaken check-in. Payment and arrival are separate facts
-- (docs/rules/dock.md, Check-in), so neither function changes the other, except to undo a step that recorded both.

-- Records all of a booking's cash as received by the caller, once, with person and time. p_amount is what the screen showed, and p_at when it was.
-- Returns null when done and the tourist is notified. Otherwise returns 409 'not_cash', 'cash_already_received' (with `by` and `at`, because the
-- second phone must learn that the guest has paid) or 'amount_changed', or 403 'own_commission' to a partner who earns from
-- it and doesn't lead or drive the departure. The caller has locked the booking as lock_booking does.
create function private.take_cash(b private.booking_facts, p_amount numeric, p_at timestamptz default now())
returns private.refusal language plpgsql security definer set search_path = '' as $$
begin
  if b.payment_method <> 'cash' then
    return (409, 'not_cash', 'This booking is paid by card', null)::private.refusal;
  elsif b.payment_status = 'completed' then
    return (409, 'cash_already_received', 'This booking has been paid already',
      (select jsonb_build_object('at', r.at, 'by', r.by) from private.cash_received(b) r))::private.refusal;
  -- The guide or driver may be the only person at the dock. Their cash book then shows that they owe the cash.
  elsif private.earns_commission(b.id) and not (coalesce(b.guide_id = auth.uid(), false) or private.drives(b.slot_id, b.booking_date)) then
    return private.own_commission_refusal();
  elsif p_amount is distinct from private.price_of(b.id) then
    return (409, 'amount_changed', 'The amount to collect has changed', null)::private.refusal;
  end if;
  perform private.record_sale(b.id);
  update private.payments p set received_at = p_at where p.id = (private.payment_of(b.id)).id and p_at <> now();
  perform private.move_booking(b.id, case when b.status = 'ordered' then 'paid' end, 'completed', auth.uid(),
    jsonb_build_object('by', 'check_in', 'cash', p_amount));
  perform private.audit_booking('receive_cash', b, jsonb_build_object('amount', p_amount, 'currency_code', b.currency_code));
  perform private.queue_notification('cash:' || gen_random_uuid(), b.tourist_id, 'booking', 'cash_received',
    private.booking_params(b) || private.money_params(p_amount, b.currency_code), b);
  return null;
end $$;

-- Returns whether a booking's current price (price_of) is still to be paid at the dock: it is active, unpaid, in cash, and not a no-show. The scanner,
-- lists, day, week and manifest use it, and isCashDue does the same in the browser.
create function private.is_cash_due(p_status text, p_method text, p_payment_status text, p_check_in_status text)
returns boolean language sql immutable set search_path = '' as $$
  select p_status not in ('cancelled', 'refunded') and p_method = 'cash' and p_payment_status <> 'completed' and p_check_in_status <> 'no_show'
$$;

-- Returns who received the cash of a paid booking and when, or no row for any other booking. A second phone must learn that the guest has paid.
create function private.cash_received(b private.booking_facts)
returns table (at timestamptz, by text) language sql stable security definer set search_path = '' as $$
  select p.received_at, c.full_name from private.payment_of(b.id) p left join public.profiles c on c.id = p.received_by
   where b.payment_method = 'cash' and b.payment_status = 'completed' and p.received_at is not null
$$;

-- Records cash after or without the arrival, for people who may check the booking in, while arrivals can be set. Raises 401 'not_signed_in', what
-- check_in_refusal, arrival_refusal and take_cash return, and 409 'booking_cancelled'. Locks as lock_booking does.
create function public.receive_cash(p_booking_id uuid, p_amount numeric)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.lock_for_dock(p_booking_id);
  v_refusal private.refusal := private.arrival_refusal(b, 'checked_in');
begin
  if not private.is_live(b.status) then
    perform private.fail(409, 'booking_cancelled', 'This booking has been cancelled');
  end if;
  if v_refusal.code is null then
    v_refusal := private.take_cash(b, p_amount);
  end if;
  if v_refusal.code is not null then
    perform private.raise_refusal(v_refusal);
  end if;
  return private.check_in_json(p_booking_id);
end $$;

-- Returns a booking that the caller may check in, locked as lock_booking does. Raises 401 'not_signed_in' and what check_in_refusal returns. An
-- unknown booking gets the same refusal as another person's.
create function private.lock_for_dock(p_booking_id uuid)
returns private.booking_facts language plpgsql security definer set search_path = '' as $$
declare
  v_refusal private.refusal;
begin
  perform private.require_user('Authentication Required: Please log in to check in passengers.');
  perform private.require_check_in_role();
  v_refusal := private.check_in_refusal(private.booking(p_booking_id));
  if v_refusal.code is not null then
    perform private.raise_refusal(v_refusal);
  end if;
  return private.lock_booking(p_booking_id);
end $$;

-- Returns how long the caller may undo an arrival, which is a few minutes for the person who set it, and null for others.
create function private.undo_until(b private.booking_facts)
returns timestamptz language sql stable security definer set search_path = '' as $$
  select x.until
    from (select b.checked_in_at + private.limit_value('check_in.undo_minutes') * interval '1 minute' as until) x
   where b.check_in_status <> 'pending' and private.is_live(b.status) and b.checked_in_by = auth.uid() and now() < x.until
     -- A review proves the visit, so the arrival can't be undone after one.
     and not exists (select 1 from public.reviews r where r.booking_id = b.id)
$$;

-- Undoes an arrival that the caller has just set, or the last one if people arrived one after another. Cash recorded in the same step is removed, and
-- other cash remains. The status returns to the previous one, given what is paid now. An arrival that is already undone returns the same response,
-- because the first may have been lost. p_key is created by the phone for one undo. If it was applied before, as a request or a report
-- (dock/reports.sql), the current booking is returned. Raises what once raises, 409 'booking_cancelled' and 'undo_over', 429 after too many, and what
-- lock_for_dock raises. Locks as that does, then as limit_changes.
create function public.undo_arrival(p_booking_id uuid, p_key uuid default gen_random_uuid())
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := private.require_user();
  v_done jsonb := private.once(p_key, private.undo_request(p_booking_id::text));
  b private.booking_facts := private.lock_for_dock(p_booking_id);
begin
  if v_done ->> 'result' = 'done' then
    return private.check_in_json(p_booking_id);
  end if;
  perform private.done(p_key, jsonb_build_object('key', p_key, 'action', 'undo', 'booking_id', b.id, 'result', 'done'));
  if b.check_in_status = 'pending' then
    return private.check_in_json(p_booking_id);
  elsif not private.is_live(b.status) then
    perform private.fail(409, 'booking_cancelled', 'This booking has been cancelled');
  elsif private.undo_until(b) is null then
    perform private.fail(409, 'undo_over', 'Only the person who recorded this can undo it, and only for a few minutes. Ask your region''s staff.');
  end if;
  perform private.take_back(b);
  return private.check_in_json(p_booking_id);
end $$;

-- Returns the request to undo an arrival, for a direct request or a report (dock/reports.sql).
create function private.undo_request(p_booking_id text)
returns jsonb language sql immutable set search_path = '' as $$ select jsonb_build_array('undo', lower(p_booking_id)) $$;

-- Undoes an arrival as undo_arrival describes. Raises 429; locks as limit_changes does.
create function private.take_back(b private.booking_facts)
returns void language plpgsql security definer set search_path = '' as $$
declare
  p private.charges := private.payment_of(b.id);
  v_cash boolean;
  v_rest boolean; -- whether others in the party had already arrived
  v_status text;
  v_payment text;
begin
  perform private.limit_changes('undo_arrival', array['undo_arrival'], b.id::text);
  v_cash := case when not private.is_at_stripe(p) and p.received_by = auth.uid() and p.received_at = b.checked_in_at
                 then private.undo_sale(b) else false end;
  v_rest := private.drop_last_step(b);
  if not v_rest then
    perform private.set_arrival(b, 'pending');
  end if;
  v_payment := private.payment_status_for(b, b.status);
  v_status := case when v_rest or b.status <> b.check_in_status then b.status
                   when private.status_before(b) = 'confirmed' then 'confirmed'
                   when v_payment = 'completed' then 'paid' else 'ordered' end;
  perform private.move_booking(b.id, v_status, v_payment, auth.uid(), '{"by": "check_in", "undo": true, "note": "Check-in undone"}');
  perform private.audit_booking('undo_arrival', b, jsonb_build_object('check_in_status', b.check_in_status, 'cash', v_cash));
  if v_rest and not v_cash then
    return;
  end if;
  -- Notices about removed cash stay until they are read, whatever status follows.
  perform private.queue_notification('status:' || gen_random_uuid(), b.tourist_id, 'booking', 'arrival_taken_back',
    private.booking_params(b) || jsonb_build_object('status', b.check_in_status), b, case when not v_cash then 'arrival:' || b.id end);
end $$;

-- Returns the status of a booking before its arrival was set.
create function private.status_before(b private.booking_facts)
returns text language sql stable security definer set search_path = '' as $$
  select e.from_status from public.booking_events e
   where e.booking_id = b.id
     and e.to_status = b.check_in_status and e.from_status is distinct from e.to_status
   order by e.id desc limit 1
$$;
