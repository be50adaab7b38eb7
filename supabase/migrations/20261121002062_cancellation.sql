-- Cancelling and giving back: the terms as they were sold, what is still on its way, and the staff's own hand.

-- What goes back, and until when before the start. flexible: all until 24 h; moderate: all until 72 h, half until 24 h; strict:
-- half until 7 days. src/lib/cancellation.ts holds the same table, to say it on a page; this one decides.
create function private.refund_steps(p_policy text)
returns table (percent int, hours int) language sql immutable set search_path = '' as $$
  select s.percent, s.hours
    from (values ('flexible', 100, 24), ('moderate', 100, 72), ('moderate', 50, 24), ('strict', 50, 168)) s (policy, percent, hours)
   where s.policy = case when p_policy in ('flexible', 'strict') then p_policy else 'moderate' end
$$;
create or replace function private.refund_percent(p_policy text, p_before interval)
returns int language sql immutable set search_path = '' as $$
  select coalesce(max(s.percent), 0) from private.refund_steps(p_policy) s where p_before >= s.hours * interval '1 hour'
$$;

-- The policy is part of what a hold freezes. A trigger, so that every way to make a hold keeps it.
alter table private.holds add column cancellation_policy text;
create function private.keep_cancellation_policy()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  new.cancellation_policy := (
    select coalesce(e.cancellation_policy, s.cancellation_policy)
      from public.departures d
      left join public.experiences e on e.id = d.experience_id
      left join public.territory_transports s on s.id = d.transport_id
     where d.id = new.departure_id);
  return new;
end $$;
create trigger holds_keep_policy before insert on private.holds
  for each row when (new.cancellation_policy is null) execute function private.keep_cancellation_policy();

-- As in 20261121001040, with the policy of the hold; and a booking that came through a partner is attributed when it is made, not
-- when its money comes. The commission waits for the money.
create or replace function private.insert_booking(h private.holds)
returns uuid language plpgsql security definer set search_path = '' as $$
declare
  v_id uuid := gen_random_uuid();
  v_transport boolean := h.kind = 'transport';
  v_booking uuid := case when not v_transport then v_id end;
  v_ride uuid := case when v_transport then v_id end;
  f jsonb := h.form;
  d public.departures;
  e public.experiences;
  s public.territory_transports;
begin
  select * into d from public.departures where id = h.departure_id;
  if v_transport then
    select * into s from public.territory_transports where id = d.transport_id;
    insert into public.transport_bookings (id, hold_id, departure_id, transport_id, territory_id, tourist_id, booking_date, start_time,
      num_people, seats, booking_type, unit_price, total_price, currency_code, payment_method, passenger_details, whatsapp_number,
      country, speaks_spanish, hotel_name, passport_image, waiver_version, waiver_accepted_at, cancellation_policy, referral_link_id)
    values (v_id, h.id, d.id, s.id, h.territory_id, h.user_id, d.service_date, h.start_time,
      h.num_people, h.seats, h.booking_type, h.unit_price, h.total_price, h.currency_code, h.payment_method, f -> 'passenger_details',
      f ->> 'whatsapp_number', f ->> 'country', (f ->> 'speaks_spanish')::boolean, f ->> 'hotel_name', f ->> 'passport_image',
      f ->> 'waiver_version', h.created_at, coalesce(h.cancellation_policy, s.cancellation_policy), h.referral_link_id);
  else
    select * into e from public.experiences where id = d.experience_id;
    insert into public.bookings (id, hold_id, departure_id, experience_id, timeslot_id, territory_id, guide_id, tourist_id, booking_date,
      start_time, num_people, seats, booking_type, unit_price, total_price, currency_code, payment_method, whatsapp_number, country,
      speaks_spanish, hotel_name, hotel_address, passport_image, waiver_version, waiver_accepted_at, cancellation_policy, referral_link_id)
    values (v_id, h.id, d.id, e.id, d.timeslot_id, h.territory_id, e.guide_id, h.user_id, d.service_date,
      h.start_time, h.num_people, h.seats, h.booking_type, h.unit_price, h.total_price, h.currency_code, h.payment_method,
      f ->> 'whatsapp_number', f ->> 'country', (f ->> 'speaks_spanish')::boolean, f ->> 'hotel_name', f ->> 'hotel_address',
      f ->> 'passport_image', f ->> 'waiver_version', h.created_at, coalesce(h.cancellation_policy, e.cancellation_policy), h.referral_link_id);
  end if;
  insert into public.booking_codes (booking_id, transport_booking_id, tourist_id, code)
  values (v_booking, v_ride, h.user_id,
          -- Two random UUIDs hold 244 random bits; the digest spreads them evenly over 128.
          md5(gen_random_uuid()::text || gen_random_uuid()::text));
  insert into public.booking_events (booking_id, transport_booking_id, territory_id, actor_id, from_status, to_status)
  values (v_booking, v_ride, h.territory_id, h.user_id, null, 'ordered');
  if h.referral_link_id is not null then
    insert into public.referrals (booking_id, transport_booking_id, referral_link_id) values (v_booking, v_ride, h.referral_link_id);
  end if;
  return v_id;
end $$;

-- The answer to the browser shows the frozen policy too.
create or replace function private.hold_json(h private.holds, p_date date, p_symbol text, p_booking_id uuid)
returns jsonb language plpgsql stable set search_path = '' as $$
begin
  return jsonb_build_object(
    'hold_id', h.id, 'state', h.state, 'expires_at', h.expires_at, 'kind', h.kind, 'service_date', p_date, 'start_time', h.start_time,
    'booking_type', h.booking_type, 'payment_method', h.payment_method, 'num_people', h.num_people, 'seats', h.seats,
    'unit_price', h.unit_price, 'total_price', h.total_price, 'currency_code', h.currency_code, 'currency_symbol', p_symbol,
    'cancellation_policy', h.cancellation_policy,
    'lines', private.price_lines(h.booking_type, h.unit_price, h.num_people), 'booking_id', p_booking_id);
end $$;

-- Money of a booking, in minor units: what was taken, what has gone back, what Stripe has been asked to give back and has not yet.
create function private.money_of(b private.booking_facts, out paid bigint, out refunded bigint, out on_its_way bigint, out delayed boolean)
language sql stable security definer set search_path = '' as $$
  select coalesce(max(p.captured_minor), 0), coalesce(max(p.refunded_minor), 0), coalesce(sum(o.amount_minor), 0)::bigint,
         coalesce(bool_or(o.state = 'failed'), false)
    from private.payments p
    left join private.stripe_ops o on o.payment_intent_id = p.payment_intent_id and o.op like 'refund:%' and o.state in ('queued', 'failed')
   where p.id = (private.payment_of(b.id)).id
$$;

create or replace function private.cancellation_terms(b private.booking_facts)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  p private.payments := private.payment_of(b.id);
  m record;
  t public.territories;
  v_start timestamptz := private.starts_at(b);
  v_percent int := private.refund_percent(b.cancellation_policy, v_start - now());
  v_taken boolean := p.id is not null and (p.payment_intent_id is null or p.status in ('succeeded', 'canceled'));
  v_minor bigint := 0;
  v_amount numeric;
begin
  select * into m from private.money_of(b);
  select * into t from public.territories where id = b.territory_id;
  if p.payment_intent_id is not null and not v_taken then
    v_percent := 100; -- only authorised: nothing was taken
    v_minor := p.amount_minor;
  elsif p.id is not null then
    v_minor := least(private.refundable_minor(p), trunc(p.amount_minor * v_percent / 100.0)::bigint);
  end if;
  v_amount := private.from_minor(v_minor, b.currency_code);
  if not private.is_live(b.status) then
    -- It is over: what it was cancelled with, not what cancelling now would give.
    v_amount := coalesce((
      select (e.detail ->> 'refund_amount')::numeric from public.booking_events e
       where (e.booking_id = b.booking_id or e.transport_booking_id = b.transport_booking_id) and e.to_status = 'cancelled'
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
    -- Until when this refund stands, and every step of the policy.
    'deadline', (select min(v_start - s.hours * interval '1 hour') from private.refund_steps(b.cancellation_policy) s
                  where v_start - s.hours * interval '1 hour' > now()),
    'steps', (select jsonb_agg(jsonb_build_object('percent', s.percent, 'until', v_start - s.hours * interval '1 hour') order by s.percent desc)
                from private.refund_steps(b.cancellation_policy) s),
    'total_price', b.total_price, 'payment_method', b.payment_method, 'currency_code', b.currency_code,
    'currency_symbol', t.currency_symbol);
end $$;

-- p_refund_amount: what the traveller was shown. When that is no longer what they would get, nothing happens and they are asked again.
drop function public.cancel_booking(text, uuid);
drop function private.cancel_booking(text, uuid);
create function private.cancel_booking(p_kind text, p_booking_id uuid, p_refund_amount numeric)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.own_booking(p_kind, p_booking_id);
  v_terms jsonb;
  v_refund numeric;
  v_host uuid;
begin
  b := private.lock_booking(p_kind, p_booking_id);
  v_terms := private.cancellation_terms(b);
  v_refund := (v_terms ->> 'refund_amount')::numeric;
  if not private.is_live(b.status) then
    return v_terms || private.booking_state_json(p_kind, p_booking_id);
  end if;
  if not (v_terms ->> 'can_cancel')::boolean then
    perform private.fail(409, 'too_late_to_cancel', 'This booking can no longer be cancelled');
  elsif p_refund_amount is not null and p_refund_amount <> v_refund then
    perform private.fail(409, 'quote_changed', 'The refund for this booking has changed');
  end if;
  perform private.free_seats(b.departure_id, b.seats, 'sold');
  -- Cash that was handed over is handed back by a person, who then writes it down (refund_booking).
  if b.payment_method = 'card' then
    perform private.return_money(b, private.to_minor(v_refund, b.currency_code), 'tourist');
  end if;
  perform private.move_booking(p_kind, p_booking_id, 'cancelled', null, auth.uid(), jsonb_build_object('by', 'tourist', 'refund_amount', v_refund));
  perform private.queue_mail('booking_cancelled', p_kind, p_booking_id);
  for v_host in select h from private.conversation_hosts(p_kind, b.territory_id, b.guide_id) h loop
    perform private.queue_notification('cancelled-host:' || b.id || ':' || v_host, v_host, 'booking', 'Booking cancelled',
      format('%s on %s: %s guests cancelled', b.title, private.long_date(b.booking_date), b.num_people), b);
  end loop;
  return v_terms || private.booking_state_json(p_kind, p_booking_id);
end $$;
create function public.cancel_booking(p_kind text, p_booking_id uuid, p_refund_amount numeric default null)
returns jsonb language sql security invoker set search_path = '' as $$
  select private.cancel_booking(p_kind, p_booking_id, p_refund_amount)
$$;

-- An amount of money as staff type it, in minor units; null is all there is. Never more than what is left.
create function private.input_refund(b private.booking_facts, p_amount numeric, p_left bigint)
returns bigint language plpgsql immutable set search_path = '' as $$
begin
  if p_amount is null then
    return p_left;
  end if;
  if p_amount < 0 or p_amount <> round(p_amount, private.currency_exponent(b.currency_code)) or p_amount > 9999999999 then
    perform private.invalid('The amount is not valid');
  end if;
  if private.to_minor(p_amount, b.currency_code) > p_left then
    perform private.fail(409, 'refund_too_large', 'More than what is left of the payment can not be refunded');
  end if;
  return private.to_minor(p_amount, b.currency_code);
end $$;

-- Staff cancel, whatever the policy says: all goes back (null), a part, or nothing (0). A payment that is only authorised is let go.
create function private.staff_cancel_booking(p_kind text, p_booking_id uuid, p_refund_amount numeric)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(p_kind, p_booking_id);
  p private.payments;
  v_minor bigint := 0;
  v_amount numeric;
begin
  perform private.require_staff(b.territory_id);
  if b.id is null then
    perform private.fail(404, 'booking_not_found', 'Booking not found');
  end if;
  b := private.lock_booking(p_kind, p_booking_id);
  if not private.is_live(b.status) then
    return private.cancellation_terms(b) || private.booking_state_json(p_kind, p_booking_id);
  end if;
  p := private.payment_of(p_booking_id);
  if p.id is not null and p.payment_intent_id is not null and p.status not in ('succeeded', 'canceled') then
    v_minor := private.return_money(b, null, 'staff');
  elsif p.id is not null then
    v_minor := private.input_refund(b, p_refund_amount, private.refundable_minor(p));
    perform private.return_money(b, v_minor, 'staff');
  elsif coalesce(p_refund_amount, 0) <> 0 then
    perform private.fail(409, 'refund_too_large', 'Nothing was paid for this booking');
  end if;
  v_amount := private.from_minor(v_minor, b.currency_code);
  perform private.free_seats(b.departure_id, b.seats, 'sold');
  perform private.move_booking(p_kind, p_booking_id, 'cancelled', null, auth.uid(), jsonb_build_object('by', 'staff', 'refund_amount', v_amount));
  perform private.tell_status(b, 'cancelled');
  perform private.audit('cancel_booking', b.territory_id, case p_kind when 'experience' then 'bookings' else 'transport_bookings' end,
    b.id::text, jsonb_build_object('refund_amount', v_amount, 'currency_code', b.currency_code));
  return private.cancellation_terms(private.booking(p_kind, p_booking_id)) || private.booking_state_json(p_kind, p_booking_id);
end $$;
create function public.staff_cancel_booking(p_kind text, p_booking_id uuid, p_refund_amount numeric default null)
returns jsonb language sql security invoker set search_path = '' as $$
  select private.staff_cancel_booking(p_kind, p_booking_id, p_refund_amount)
$$;

-- What has gone back of the caller's own bookings, and what is on its way; a page of tickets at a time.
create function private.my_refunds(p_booking_ids uuid[])
returns table (booking_id uuid, refunded numeric, on_its_way numeric, delayed boolean)
language sql stable security definer set search_path = '' as $$
  select b.id, private.from_minor(m.refunded, b.currency_code), private.from_minor(m.on_its_way, b.currency_code), m.delayed
    from (select unnest(p_booking_ids[1:200]) as id) asked
    join private.booking_facts b on b.id = asked.id and b.tourist_id = (select auth.uid())
    cross join lateral private.money_of(b) m
   where m.refunded + m.on_its_way > 0
$$;
create function public.my_refunds(p_booking_ids uuid[])
returns table (booking_id uuid, refunded numeric, on_its_way numeric, delayed boolean)
language sql stable security invoker set search_path = '' as $$ select * from private.my_refunds(p_booking_ids) $$;

-- The traveller's page hears of a refund that leaves the status as it is.
create function private.broadcast_refund()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  p private.payments;
  b private.booking_facts;
begin
  if tg_table_name = 'payments' then
    p := new;
  else
    select * into p from private.payments where payment_intent_id = new.payment_intent_id;
  end if;
  b := private.booking(case when p.booking_id is null then 'transport' else 'experience' end, coalesce(p.booking_id, p.transport_booking_id));
  if b.tourist_id is not null then
    perform realtime.send(jsonb_build_object('id', b.id, 'kind', b.kind), 'booking', 'user:' || b.tourist_id, true);
  end if;
  return null;
end $$;
create trigger payments_broadcast_refund after update of refunded_minor on private.payments
  for each row when (old.refunded_minor is distinct from new.refunded_minor) execute function private.broadcast_refund();
create trigger stripe_ops_broadcast_refund after insert on private.stripe_ops
  for each row when (new.op like 'refund:%') execute function private.broadcast_refund();

revoke all on function private.refund_steps(text), private.keep_cancellation_policy(), private.money_of(private.booking_facts),
  private.cancel_booking(text, uuid, numeric), public.cancel_booking(text, uuid, numeric),
  private.input_refund(private.booking_facts, numeric, bigint), private.staff_cancel_booking(text, uuid, numeric),
  public.staff_cancel_booking(text, uuid, numeric), private.my_refunds(uuid[]), public.my_refunds(uuid[]), private.broadcast_refund()
  from public, anon, authenticated, service_role;
grant execute on function private.cancel_booking(text, uuid, numeric), public.cancel_booking(text, uuid, numeric),
  private.staff_cancel_booking(text, uuid, numeric), public.staff_cancel_booking(text, uuid, numeric),
  private.my_refunds(uuid[]), public.my_refunds(uuid[]) to authenticated;
