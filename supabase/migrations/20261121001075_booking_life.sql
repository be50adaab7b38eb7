-- A booking's life after it was made: one table of transitions, and the functions that walk it.

create table private.booking_transitions (
  from_status text not null,
  to_status text not null,
  actor text not null check (actor in ('tourist', 'staff', 'check_in', 'system')),
  seats text not null check (seats in ('keep', 'free', 'take')),
  -- collect: cash was received. return: what was paid goes back. undo: cash was not received after all.
  money text not null check (money in ('keep', 'collect', 'return', 'undo')),
  primary key (from_status, to_status, actor)
);
alter table private.booking_transitions enable row level security;
revoke all on private.booking_transitions from public, anon, authenticated;

-- Staff: any status from any status (spec part 3, section 4).
insert into private.booking_transitions (from_status, to_status, actor, seats, money)
select f, t, 'staff',
       case when private.is_live(f) and not private.is_live(t) then 'free' when not private.is_live(f) and private.is_live(t) then 'take' else 'keep' end,
       case when not private.is_live(t) then 'return' when t = 'paid' then 'collect' when t = 'ordered' then 'undo' else 'keep' end
  from unnest('{ordered,paid,confirmed,checked_in,no_show,cancelled,refunded}'::text[]) f,
       unnest('{ordered,paid,confirmed,checked_in,no_show,cancelled,refunded}'::text[]) t
 where f <> t;
insert into private.booking_transitions (from_status, to_status, actor, seats, money) values
  ('ordered', 'cancelled', 'tourist', 'free', 'return'),
  ('paid', 'cancelled', 'tourist', 'free', 'return'),
  ('confirmed', 'cancelled', 'tourist', 'free', 'return'),
  ('ordered', 'paid', 'system', 'keep', 'collect'),
  ('ordered', 'cancelled', 'system', 'free', 'keep'),
  ('paid', 'refunded', 'system', 'free', 'keep'),
  ('confirmed', 'refunded', 'system', 'free', 'keep'),
  ('checked_in', 'refunded', 'system', 'free', 'keep'),
  ('no_show', 'refunded', 'system', 'free', 'keep'),
  ('cancelled', 'refunded', 'system', 'keep', 'keep'),
  ('ordered', 'checked_in', 'check_in', 'keep', 'keep'),
  ('paid', 'checked_in', 'check_in', 'keep', 'keep'),
  ('confirmed', 'checked_in', 'check_in', 'keep', 'keep'),
  ('ordered', 'no_show', 'check_in', 'keep', 'keep'),
  ('paid', 'no_show', 'check_in', 'keep', 'keep'),
  ('confirmed', 'no_show', 'check_in', 'keep', 'keep');

-- Locks a booking for a change, in the order payment, departure, booking, and returns it as it is now.
create function private.lock_booking(p_kind text, p_booking_id uuid)
returns private.booking_facts language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(p_kind, p_booking_id);
begin
  perform 1 from private.payments
    where id = (private.payment_of(p_booking_id)).id for update;
  perform 1 from public.departures where id = b.departure_id for update;
  if p_kind = 'experience' then
    perform 1 from public.bookings where id = p_booking_id for update;
  else
    perform 1 from public.transport_bookings where id = p_booking_id for update;
  end if;
  return private.booking(p_kind, p_booking_id);
end $$;

-- What is still owed back goes back: a refund of p_minor (null: all) for captured money, the authorisation for money that is not.
-- The caller has locked the booking. What goes back, in minor units.
create function private.return_money(b private.booking_facts, p_minor bigint, p_reason text)
returns bigint language plpgsql security definer set search_path = '' as $$
declare
  p private.payments := private.payment_of(b.id);
begin
  if p.id is null then
    return 0;
  end if;
  if p.payment_intent_id is not null and p.status not in ('succeeded', 'canceled') then
    -- A capture that has not begun does not; one under way is refunded when it succeeds (apply_captured).
    delete from private.stripe_ops where payment_intent_id = p.payment_intent_id and op = 'capture' and state = 'queued' and attempts = 0;
    perform private.queue_stripe_op(p.payment_intent_id, 'cancel', null, p_reason);
    return p.amount_minor;
  end if;
  return private.queue_refund(p.id, coalesce(p_minor, p.captured_minor), p_reason);
end $$;

-- A revived booking takes seats again, and a refund that nobody has begun is called off.
create function private.revive_booking(b private.booking_facts)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_seats int := private.sell_free_seats(b.departure_id, case when b.booking_type = 'private' then b.seats else b.num_people end, b.booking_type);
begin
  if v_seats is null then
    perform private.fail(409, 'sold_out', 'The seats of this booking have been taken by others');
  end if;
  update public.bookings set seats = v_seats where id = b.booking_id;
  update public.transport_bookings set seats = v_seats where id = b.transport_booking_id;
  delete from private.stripe_ops o
   where o.payment_intent_id = (private.payment_of(b.id)).payment_intent_id and o.op like 'refund:%' and o.state = 'queued' and o.attempts = 0;
end $$;

-- Cash follows the spec's rule; card money says what Stripe says.
create function private.payment_status_for(b private.booking_facts, p_to text)
returns text language plpgsql stable security definer set search_path = '' as $$
declare
  p private.payments := private.payment_of(b.id);
  v_paid boolean;
begin
  if p.id is not null and p.method = 'card' then
    v_paid := p.captured_minor > case when private.is_live(p_to) then p.refunded_minor else 0 end;
  else
    v_paid := p_to in ('paid', 'refunded');
  end if;
  return case when v_paid then 'completed' else 'pending' end;
end $$;

-- The badge of arrival goes with a status that staff set by hand.
create function private.align_check_in(b private.booking_facts, p_to text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_to text := case when p_to in ('checked_in', 'no_show') then p_to else 'pending' end;
begin
  if v_to = b.check_in_status or not private.is_live(p_to) then
    return;
  end if;
  update public.bookings
     set check_in_status = v_to, checked_in_at = case when v_to <> 'pending' then now() end, checked_in_by = case when v_to <> 'pending' then auth.uid() end
   where id = b.booking_id;
  update public.transport_bookings
     set check_in_status = v_to, checked_in_at = case when v_to <> 'pending' then now() end, checked_in_by = case when v_to <> 'pending' then auth.uid() end
   where id = b.transport_booking_id;
end $$;

create function private.booking_state_json(p_kind text, p_booking_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('kind', b.kind, 'booking_id', b.id, 'status', b.status, 'payment_status', b.payment_status,
                            'check_in_status', b.check_in_status)
    from private.booking_facts b where b.kind = p_kind and b.id = p_booking_id
$$;

create function private.tell_status(b private.booking_facts, p_to text)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if p_to = 'cancelled' then
    perform private.queue_mail('booking_cancelled', b.kind, b.id);
  end if;
  perform private.queue_notification('status:' || gen_random_uuid(), b.tourist_id, 'booking', 'Booking ' || replace(p_to, '_', ' '),
    format('Your booking for %s on %s is now %s', b.title, private.long_date(b.booking_date), replace(p_to, '_', ' ')), b);
end $$;

create function private.set_booking_status(p_kind text, p_booking_id uuid, p_status text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(p_kind, p_booking_id);
  v_step private.booking_transitions;
begin
  perform private.require_staff(b.territory_id);
  if b.id is null then
    perform private.fail(404, 'booking_not_found', 'Booking not found');
  end if;
  b := private.lock_booking(p_kind, p_booking_id);
  if b.status = p_status then
    return private.booking_state_json(p_kind, p_booking_id);
  end if;
  select * into v_step from private.booking_transitions where from_status = b.status and to_status = p_status and actor = 'staff';
  if not found then
    perform private.invalid('There is no such booking status');
  end if;
  if v_step.seats = 'free' then
    perform private.free_seats(b.departure_id, b.seats, 'sold');
  elsif v_step.seats = 'take' then
    perform private.revive_booking(b);
  end if;
  if v_step.money = 'return' or (v_step.money = 'undo' and b.payment_method = 'cash') then
    perform private.return_money(b, null, 'staff');
  elsif v_step.money = 'collect' and (private.payment_of(b.id)).payment_intent_id is null then
    perform private.record_sale(p_kind, p_booking_id);
  end if;
  perform private.align_check_in(b, p_status);
  perform private.move_booking(p_kind, p_booking_id, p_status, private.payment_status_for(b, p_status), auth.uid(), jsonb_build_object('by', 'staff'));
  perform private.tell_status(b, p_status);
  return private.booking_state_json(p_kind, p_booking_id);
end $$;

-- Percent that goes back when the tourist cancels now. flexible: all until 24 h before; moderate: all until 72 h, half until 24 h;
-- strict: half until 7 days.
create function private.refund_percent(p_policy text, p_before interval)
returns int language sql immutable set search_path = '' as $$
  select case p_policy
    when 'flexible' then case when p_before >= interval '24 hours' then 100 else 0 end
    when 'strict' then case when p_before >= interval '7 days' then 50 else 0 end
    else case when p_before >= interval '72 hours' then 100 when p_before >= interval '24 hours' then 50 else 0 end
  end
$$;

create function private.starts_at(b private.booking_facts)
returns timestamptz language sql stable security definer set search_path = '' as $$
  select (b.booking_date + coalesce(b.start_time, time '00:00')) at time zone t.time_zone from public.territories t where t.id = b.territory_id
$$;

create function private.cancellation_terms(b private.booking_facts)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  p private.payments := private.payment_of(b.id);
  v_start timestamptz := private.starts_at(b);
  v_percent int := private.refund_percent(b.cancellation_policy, v_start - now());
  v_minor bigint := 0;
begin
  if p.payment_intent_id is not null and p.status not in ('succeeded', 'canceled') then
    v_percent := 100; -- only authorised: nothing was taken
    v_minor := p.amount_minor;
  elsif p.id is not null then
    v_minor := least(private.refundable_minor(p), trunc(p.amount_minor * v_percent / 100.0)::bigint);
  end if;
  return jsonb_build_object(
    'kind', b.kind, 'booking_id', b.id, 'policy', b.cancellation_policy, 'starts_at', v_start,
    'can_cancel', b.check_in_status = 'pending' and v_start > now() and exists (
      select 1 from private.booking_transitions t where t.from_status = b.status and t.to_status = 'cancelled' and t.actor = 'tourist'),
    'refund_percent', v_percent, 'refund_amount', private.from_minor(v_minor, b.currency_code),
    'total_price', b.total_price, 'payment_method', b.payment_method, 'currency_code', b.currency_code,
    'currency_symbol', (select t.currency_symbol from public.territories t where t.id = b.territory_id));
end $$;

-- The tourist's own booking. Anybody else's does not exist.
create function private.own_booking(p_kind text, p_booking_id uuid)
returns private.booking_facts language plpgsql stable security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(p_kind, p_booking_id);
begin
  if auth.uid() is null then
    perform private.fail(401, 'not_signed_in', 'Please log in');
  end if;
  if b.id is null or b.tourist_id is distinct from auth.uid() then
    perform private.fail(404, 'booking_not_found', 'Booking not found');
  end if;
  return b;
end $$;

create function private.quote_cancellation(p_kind text, p_booking_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select private.cancellation_terms(private.own_booking(p_kind, p_booking_id))
$$;

create function private.cancel_booking(p_kind text, p_booking_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.own_booking(p_kind, p_booking_id);
  v_terms jsonb;
begin
  b := private.lock_booking(p_kind, p_booking_id);
  v_terms := private.cancellation_terms(b);
  if b.status in ('cancelled', 'refunded') then
    return v_terms || private.booking_state_json(p_kind, p_booking_id);
  end if;
  if not (v_terms ->> 'can_cancel')::boolean then
    perform private.fail(409, 'too_late_to_cancel', 'This booking can no longer be cancelled');
  end if;
  perform private.free_seats(b.departure_id, b.seats, 'sold');
  -- Cash that was handed over is handed back by a person, who then writes it down (refund_booking).
  if b.payment_method = 'card' then
    perform private.return_money(b, private.to_minor((v_terms ->> 'refund_amount')::numeric, b.currency_code), 'tourist');
  end if;
  perform private.move_booking(p_kind, p_booking_id, 'cancelled', null, auth.uid(), jsonb_build_object('by', 'tourist', 'refund_amount', v_terms -> 'refund_amount'));
  perform private.queue_mail('booking_cancelled', p_kind, p_booking_id);
  perform private.queue_notification('cancelled-guide:' || b.id, b.guide_id, 'booking', 'Booking cancelled',
    format('%s on %s: %s guests cancelled', b.title, private.long_date(b.booking_date), b.num_people), b);
  return v_terms || private.booking_state_json(p_kind, p_booking_id);
end $$;

-- Staff give back all (null) or a part of what was paid. A booking of which nothing is left paid becomes 'refunded'.
create function private.refund_booking(p_kind text, p_booking_id uuid, p_amount numeric)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(p_kind, p_booking_id);
  p private.payments;
  v_minor bigint;
begin
  perform private.require_staff(b.territory_id);
  if b.id is null then
    perform private.fail(404, 'booking_not_found', 'Booking not found');
  end if;
  b := private.lock_booking(p_kind, p_booking_id);
  p := private.payment_of(p_booking_id);
  v_minor := case when p.id is null then 0 else private.refundable_minor(p) end;
  if p_amount is not null then
    if p_amount <= 0 or p_amount <> round(p_amount, private.currency_exponent(b.currency_code)) or p_amount > 9999999999 then
      perform private.invalid('The amount is not valid');
    end if;
    if private.to_minor(p_amount, b.currency_code) > v_minor then
      perform private.fail(409, 'refund_too_large', 'More than what is left of the payment can not be refunded');
    end if;
    v_minor := private.to_minor(p_amount, b.currency_code);
  elsif v_minor <= 0 then
    perform private.fail(409, 'refund_too_large', 'Nothing is left of the payment');
  end if;
  v_minor := private.queue_refund(p.id, v_minor, 'staff');
  if exists (select 1 from private.payments x where x.id = p.id and x.payment_intent_id is null and x.captured_minor = x.refunded_minor) then
    perform private.end_booking(p_kind, p_booking_id, 'refunded', auth.uid());
  end if;
  insert into public.audit_log (actor_id, action, territory_id, subject_table, subject_id, detail)
  values (auth.uid(), 'refund_booking', b.territory_id, case p_kind when 'experience' then 'bookings' else 'transport_bookings' end, b.id::text,
          jsonb_build_object('amount', private.from_minor(v_minor, b.currency_code), 'currency_code', b.currency_code));
  return private.booking_state_json(p_kind, p_booking_id)
      || jsonb_build_object('refund_amount', private.from_minor(v_minor, b.currency_code), 'currency_code', b.currency_code);
end $$;

-- Payout of one party's share: an admin, or a manager of the territory. The partner hears of theirs.
create function private.set_payout_status(p_kind text, p_booking_id uuid, p_party text, p_status text)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(p_kind, p_booking_id);
  v_partner uuid;
begin
  if auth.uid() is null then
    perform private.fail(401, 'not_signed_in', 'Please log in');
  end if;
  if not private.is_admin() and (b.territory_id is null or b.territory_id <> all (private.my_territories('manager'))) then
    perform private.fail(403, 'forbidden', 'You do not have permission to do this');
  end if;
  if b.id is null then
    perform private.fail(404, 'booking_not_found', 'Booking not found');
  end if;
  if p_party is null or p_party not in ('operator', 'territory', 'partner') or p_status is null or p_status not in ('pending', 'paid', 'cancelled') then
    perform private.invalid('There is no such payout status');
  end if;
  update public.bookings
     set operator_status = case when p_party = 'operator' then p_status else operator_status end,
         territory_status = case when p_party = 'territory' then p_status else territory_status end,
         partner_status = case when p_party = 'partner' then p_status else partner_status end
   where id = b.booking_id;
  update public.transport_bookings
     set operator_status = case when p_party = 'operator' then p_status else operator_status end,
         territory_status = case when p_party = 'territory' then p_status else territory_status end,
         partner_status = case when p_party = 'partner' then p_status else partner_status end
   where id = b.transport_booking_id;
  if p_party = 'partner' then
    update public.commissions c
       set status = case when p_status = 'paid' then 'paid' else 'pending' end, paid_at = case when p_status = 'paid' then now() end
      from public.referrals r
     where r.id = c.referral_id and (r.booking_id = b.booking_id or r.transport_booking_id = b.transport_booking_id);
    select user_id into v_partner from public.referral_links where id = b.referral_link_id;
    if p_status = 'paid' then
      perform private.queue_notification('commission_paid:' || b.id, v_partner, 'commission_paid', 'Commission Payment',
        format('Your commission for %s has been paid', b.title), b);
    end if;
  end if;
  insert into public.audit_log (actor_id, action, territory_id, subject_table, subject_id, detail)
  values (auth.uid(), 'set_payout_status', b.territory_id, case p_kind when 'experience' then 'bookings' else 'transport_bookings' end, b.id::text,
          jsonb_build_object('party', p_party, 'status', p_status));
  return private.booking_state_json(p_kind, p_booking_id) || jsonb_build_object('party', p_party, 'payout_status', p_status);
end $$;

create function public.set_booking_status(p_kind text, p_booking_id uuid, p_status text)
returns jsonb language sql security invoker set search_path = '' as $$
  select private.set_booking_status(p_kind, p_booking_id, p_status)
$$;
create function public.quote_cancellation(p_kind text, p_booking_id uuid)
returns jsonb language sql stable security invoker set search_path = '' as $$
  select private.quote_cancellation(p_kind, p_booking_id)
$$;
create function public.cancel_booking(p_kind text, p_booking_id uuid)
returns jsonb language sql security invoker set search_path = '' as $$
  select private.cancel_booking(p_kind, p_booking_id)
$$;
create function public.refund_booking(p_kind text, p_booking_id uuid, p_amount numeric default null)
returns jsonb language sql security invoker set search_path = '' as $$
  select private.refund_booking(p_kind, p_booking_id, p_amount)
$$;
create function public.set_payout_status(p_kind text, p_booking_id uuid, p_party text, p_status text)
returns jsonb language sql security invoker set search_path = '' as $$
  select private.set_payout_status(p_kind, p_booking_id, p_party, p_status)
$$;
