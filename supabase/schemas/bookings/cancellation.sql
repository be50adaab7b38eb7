-- Cancelling a booking: the terms as they were sold, the quote, and the cancellation by the tourist or by staff.

-- Returns the refund steps of each policy, with the hours before the start. flexible: everything until 24 h. moderate: everything until 72 h, half
-- until 24 h. strict: half until 7 days. src/features/catalogue/cancellation-policy.ts has the same table for display, but this one decides.
create function private.refund_steps(p_policy text)
returns table (percent int, hours int) language sql immutable set search_path = '' as $$
  select s.percent, s.hours
    from (values ('flexible', 100, 24), ('moderate', 100, 72), ('moderate', 50, 24), ('strict', 50, 168)) s (policy, percent, hours)
   where s.policy = case when p_policy in ('flexible', 'strict') then p_policy else 'moderate' end
$$;

-- Returns the refund steps of a booking's policy. If the date was changed after free cancellation ended, the new date's refund is at most what
-- cancelling would have given on that day.
create function private.refund_steps_of(b private.booking_facts)
returns table (percent int, hours int) language sql stable security definer set search_path = '' as $$
  select least(s.percent, m.most), min(s.hours)
    from private.refund_steps(b.cancellation_policy) s,
         (select coalesce(min(c.refund_at_most), 100) as most from private.booking_changes c
           where c.booking_id = b.id) m
   where m.most > 0 group by 1
$$;

-- Returns the percentage refunded if the booking's tourist cancels now.
create function private.refund_percent(b private.booking_facts)
returns int language sql stable security definer set search_path = '' as $$
  select coalesce(max(s.percent), 0) from private.refund_steps_of(b) s where private.starts_at(b) - now() >= s.hours * interval '1 hour'
$$;

-- Returns, as jsonb, the refund for cancelling now. For an ended booking, returns the refund with which it ended.
create function private.cancellation_terms(b private.booking_facts)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  p private.charges := private.payment_of(b.id);
  m record;
  t public.territories;
  v_start timestamptz := private.starts_at(b);
  v_percent int := private.refund_percent(b);
  v_taken boolean := p.id is not null and (p.payment_intent_id is null or p.status in ('succeeded', 'canceled'));
  v_minor bigint := 0;
  v_promised bigint := 0;
  v_amount numeric;
begin
  select * into m from private.money_of(b);
  select * into t from public.territories where id = b.territory_id;
  if p.payment_intent_id is not null and not v_taken then
    v_percent := 100;
    v_minor := p.amount_minor;
  elsif p.id is not null then
    -- The refund is a share of the booking's current price: what was paid for it, without earlier refunds and the fees of people who left. If the
    -- booking was cancelled and reinstated, the earlier refund counts toward the policy's share (except for later payments), and the earlier promise
    -- remains valid.
    v_minor := greatest(0, trunc(private.worth_minor(b) * v_percent / 100.0)::bigint
      - greatest(0, private.returned_by_endings(b) - private.paid_before(b, p)));
    v_promised := private.promised_minor(b);
    v_minor := least(private.refundable_of(p), greatest(v_minor, v_promised));
  end if;
  v_amount := private.from_minor(v_minor, b.currency_code);
  if not private.is_live(b.status) then
    -- The booking has ended, so this is the refund it ended with.
    v_amount := coalesce((
      select (e.detail ->> 'refund_amount')::numeric from public.booking_events e
       where e.booking_id = b.id and e.to_status = 'cancelled'
       order by e.id desc limit 1), private.from_minor(m.refunded + m.on_its_way, b.currency_code));
    v_minor := private.to_minor(v_amount, b.currency_code);
  end if;
  return jsonb_build_object(
    'kind', b.kind, 'booking_id', b.id, 'policy', b.cancellation_policy, 'starts_at', v_start, 'time_zone', t.time_zone,
    'can_cancel', b.check_in_status = 'pending' and v_start > now() and exists (
      select 1 from private.booking_transitions x where x.from_status = b.status and x.to_status = 'cancelled' and x.actor = 'tourist'),
    'refund_percent', v_percent, 'refund_amount', v_amount,
    'fee_amount', case when v_taken then private.from_minor(greatest(0, m.paid - case when private.is_live(b.status)
      then m.refunded + m.on_its_way + v_minor else greatest(m.refunded + m.on_its_way, v_minor) end), b.currency_code) else 0 end,
    'paid_amount', private.from_minor(m.paid, b.currency_code),
    -- What was refunded earlier, for a change or by the desk.
    'refunded_amount', private.from_minor(case when private.is_live(b.status) then m.refunded + m.on_its_way else 0 end, b.currency_code),
    -- True if at least the policy's refund was promised, which has no deadline.
    'promised', v_promised > 0 and v_minor = least(v_promised, private.refundable_of(p)),
    -- How long this refund applies, and every step of the policy.
    'deadline', (select min(v_start - s.hours * interval '1 hour') from private.refund_steps_of(b) s
                  where v_start - s.hours * interval '1 hour' > now()),
    'steps', (select jsonb_agg(jsonb_build_object('percent', s.percent, 'until', v_start - s.hours * interval '1 hour') order by s.percent desc)
                from private.refund_steps_of(b) s),
    'total_price', b.total_price, 'payment_method', b.payment_method, 'paid_by_other', b.paid_by_other, 'currency_code', b.currency_code,
    'currency_symbol', private.currency_symbol(b.currency_code));
end $$;

-- Returns the tourist's own booking. Raises 401 'not_signed_in', or 404 'booking_not_found' for anyone else's.
create function private.own_booking(p_booking_id uuid)
returns private.booking_facts language plpgsql stable security definer set search_path = '' as $$
declare
  v_user uuid := private.require_user('Please log in');
  b private.booking_facts := private.booking(p_booking_id);
begin
  if b.id is null or b.tourist_id is distinct from v_user then
    perform private.fail(404, 'booking_not_found', 'Booking not found');
  end if;
  return b;
end $$;

-- The caller's refund for cancelling now. Raises what own_booking does.
create function public.quote_cancellation(p_booking_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select private.for_holder(b, private.cancellation_terms(b)) from private.own_booking(p_booking_id) b
$$;

-- Cancels a booking for its tourist. p_refund_amount is the refund on the page, or null if someone else paid. Raises 409 'quote_changed' if the
-- refund differs now, and 409 'too_late_to_cancel'. If someone else paid for the ticket the refund isn't compared, because the result would confirm a
-- guessed amount. Repeating the request that ended a booking returns its state, because the first response may have been lost. Locks as lock_booking
-- does.
create function public.cancel_booking(p_booking_id uuid, p_refund_amount numeric default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.own_booking(p_booking_id);
  v_terms jsonb;
  v_refund numeric;
  v_host uuid;
begin
  b := private.lock_booking(p_booking_id);
  perform private.own_booking(p_booking_id);
  v_terms := private.cancellation_terms(b);
  v_refund := (v_terms ->> 'refund_amount')::numeric;
  if private.is_live(b.status) and not (v_terms ->> 'can_cancel')::boolean then
    perform private.fail(409, 'too_late_to_cancel', 'You can no longer cancel this booking');
  elsif not b.paid_by_other and p_refund_amount is not null and p_refund_amount <> v_refund then
    perform private.fail(409, 'quote_changed', 'The refund for this booking has changed. Please check the new amount.');
  elsif not private.is_live(b.status) then
    return private.for_holder(b, v_terms) || private.booking_state_json(p_booking_id);
  end if;
  perform private.free_seats(b.departure_id, b.seats, 'sold');
  -- Staff refund cash in person and then record it (refund_booking).
  if b.payment_method = 'card' then
    perform private.return_money(b, private.to_minor(v_refund, b.currency_code), 'tourist');
  end if;
  perform private.move_booking(p_booking_id, 'cancelled', null, auth.uid(), jsonb_build_object('by', 'tourist', 'refund_amount', v_refund));
  perform private.close_passports(b, now());
  for v_host in select h from private.booking_hosts(b) h loop
    perform private.queue_notification('cancelled-host:' || b.id || ':' || v_host, v_host,
      case b.kind when 'transport' then 'ride_cancelled' else 'guest_cancelled' end, 'booking_cancelled',
      private.booking_params(b), b);
  end loop;
  perform private.tell_team('cancelled', b, array(select h from private.booking_hosts(b) h));
  return private.for_holder(b, v_terms) || private.booking_state_json(p_booking_id);
end $$;

-- Cancels a booking for staff regardless of the policy, and refunds everything (null), a part, or nothing (0). A payment that is only authorised is
-- released. p_reason is for the team, in the history and the audit log. The refund is at least what an earlier cancellation promised the guest. Repeating the request that ended a booking returns its state, and
-- a different request raises 409 'quote_changed'. Raises 400 'invalid_input', 409 'refund_too_large' and 'refund_too_small', 403 'own_commission' for
-- a refund other than the policy's, 429 as limit_changes does, and what lock_booking_for_staff raises. Locks as that function does.
create function public.staff_cancel_booking(p_booking_id uuid, p_refund_amount numeric default null, p_reason text default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.lock_booking_for_staff(p_booking_id);
  p private.charges;
  v_terms jsonb;
  v_minor bigint := 0;
  v_amount numeric;
  v_reason text := private.check_text(nullif(private.trimmed(p_reason), ''));
begin
  if length(v_reason) > 500 then
    perform private.invalid('The reason has more than 500 characters');
  end if;
  p := private.payment_of(p_booking_id);
  if not private.is_live(b.status) then
    v_terms := private.cancellation_terms(b);
    if p_refund_amount <> (v_terms ->> 'refund_amount')::numeric
       or (p_refund_amount is null and p.id is not null and private.refundable_of(p) > 0) then
      perform private.fail(409, 'quote_changed', 'The refund for this booking has changed. Please check the new amount.');
    end if;
    return v_terms || private.booking_state_json(p_booking_id);
  end if;
  perform private.limit_booking_changes(p_booking_id);
  v_terms := private.cancellation_terms(b);
  if p.id is not null and p.payment_intent_id is not null and p.status not in ('succeeded', 'canceled') then
    v_minor := private.return_money(b, null, 'staff');
  elsif p.id is not null then
    v_minor := coalesce(private.input_refund(b, p_refund_amount, private.refundable_of(p)), private.refundable_of(p));
    if v_minor < least(private.promised_minor(b), private.refundable_of(p)) then
      perform private.fail(409, 'refund_too_small', 'The guest was promised a larger refund when this booking was cancelled earlier. Refund at least that amount.');
    end if;
    perform private.return_money(b, v_minor, 'staff');
  elsif coalesce(p_refund_amount, 0) <> 0 then
    perform private.fail(409, 'refund_too_large', 'Nothing was paid for this booking');
  end if;
  v_amount := private.from_minor(v_minor, b.currency_code);
  if v_amount <> (v_terms ->> 'refund_amount')::numeric then
    perform private.refuse_own_commission(b.id);
  end if;
  perform private.free_seats(b.departure_id, b.seats, 'sold');
  perform private.move_booking(p_booking_id, 'cancelled', null, auth.uid(), jsonb_strip_nulls(
    jsonb_build_object('by', 'staff', 'refund_amount', v_amount, 'note', v_reason)));
  perform private.notify_status(b, 'cancelled');
  perform private.audit_booking('cancel_booking', b, jsonb_strip_nulls(
    jsonb_build_object('refund_amount', v_amount, 'currency_code', b.currency_code, 'reason', v_reason)));
  return private.cancellation_terms(private.booking(p_booking_id)) || private.booking_state_json(p_booking_id);
end $$;
