-- Manages a booking's status after it was made, with one table of transitions and the functions that follow it. Staff can set any status, and the
-- table says what that does to seats and money.

create table private.booking_transitions (
  from_status text not null,
  to_status text not null,
  actor text not null check (actor in ('tourist', 'staff', 'check_in', 'system')),
  seats text not null check (seats in ('keep', 'free', 'take')),
  -- 'collect': cash was received. 'return': the payment is refunded. 'undo': cash was not received after all.
  money text not null check (money in ('keep', 'collect', 'return', 'undo')),
  primary key (from_status, to_status, actor)
);
alter table private.booking_transitions enable row level security;

-- Staff can change any status to any other.
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
  ('confirmed', 'no_show', 'check_in', 'keep', 'keep'),
  ('ordered', 'paid', 'check_in', 'keep', 'collect'),
  -- Undoing an arrival (undo_arrival) restores the previous status, which follows from the payment.
  ('checked_in', 'ordered', 'check_in', 'keep', 'undo'),
  ('checked_in', 'paid', 'check_in', 'keep', 'keep'),
  ('checked_in', 'confirmed', 'check_in', 'keep', 'undo'),
  ('no_show', 'ordered', 'check_in', 'keep', 'keep'),
  ('no_show', 'paid', 'check_in', 'keep', 'keep'),
  ('no_show', 'confirmed', 'check_in', 'keep', 'keep'),
  -- The bank returned the refund to us.
  ('refunded', 'cancelled', 'system', 'keep', 'keep');

-- Reinstates a booking, which takes seats again and cancels a refund that hasn't started. A refunded card booking is paid in cash afterwards, because
-- the card can't be charged again. Raises 409 'sold_out'. The caller has locked the booking.
create function private.revive_booking(b private.booking_facts)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_seats int := private.sell_free_seats(b.departure_id, b.num_people, b.booking_type, b.start_time);
  v_method text := case when private.is_unpaid_again(private.payment_of(b.id)) then 'cash' else b.payment_method end;
begin
  if v_seats is null then
    perform private.fail(409, 'sold_out', 'The seats of this booking have been sold to other guests');
  end if;
  update public.bookings set seats = v_seats, payment_method = v_method where id = b.id;
  delete from private.stripe_ops o
   where o.id in (select x.id from private.refund_ops_of(b.id) x) and o.state = 'queued' and o.attempts = 0;
end $$;

-- Returns whether a card payment is fully refunded at Stripe, with nothing pending.
create function private.is_unpaid_again(p private.charges)
returns boolean language sql stable security definer set search_path = '' as $$
  select coalesce(private.is_at_stripe(p) and p.status in ('succeeded', 'canceled') and p.captured_minor <= p.refunded_minor, false)
$$;

-- Returns a booking's payment status. While the booking is live it follows the books, for cash and cards alike, so that no status change erases a
-- payment. Once it has ended, it is completed if it was refunded, or if Stripe still has money from its card.
create function private.payment_status_for(b private.booking_facts, p_to text)
returns text language plpgsql stable security definer set search_path = '' as $$
declare
  p private.charges := private.payment_of(b.id);
  v_paid boolean;
begin
  if private.is_live(p_to) then
    v_paid := coalesce(p.captured_minor > p.refunded_minor, false);
  elsif p.method = 'card' then
    v_paid := p.captured_minor > 0;
  else
    v_paid := p_to = 'refunded';
  end if;
  return case when v_paid then 'completed' else 'pending' end;
end $$;

-- Sets the arrival of the whole booking ('checked_in', 'no_show') or undoes it ('pending'), with person and time. The caller has locked the booking.
create function private.set_arrival(b private.booking_facts, p_to text, p_at timestamptz default now())
returns void language plpgsql security definer set search_path = '' as $$
begin
  if p_to = b.check_in_status then
    return;
  end if;
  update public.bookings
     set check_in_status = p_to, arrived = null, checked_in_at = case when p_to <> 'pending' then p_at end, checked_in_by = case when p_to <> 'pending' then auth.uid() end
   where id = b.id;
  delete from private.arrival_steps a where a.booking_id = b.id;
end $$;

-- Sets the arrival to match a status set by staff. 'confirmed' means that the guest hasn't arrived, while 'ordered' and 'paid' concern only the
-- money.
create function private.align_arrival(b private.booking_facts, p_to text)
returns void language plpgsql security definer set search_path = '' as $$
begin
  if p_to in ('checked_in', 'no_show') then
    perform private.set_arrival(b, p_to);
  elsif p_to = 'confirmed' then
    perform private.set_arrival(b, 'pending');
  end if;
end $$;

-- Notifies the tourist of a new status. The email about a cancellation is part of the event (mail_booking_event). For a no-show it says how to report
-- a mistake. A newer arrival or status notice replaces an unread one. A notice that the booking ended, or that a cash payment was reversed, stays
-- until it is read.
create function private.notify_status(b private.booking_facts, p_to text)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_stays boolean := not private.is_live(p_to) or (p_to = 'ordered' and b.payment_method = 'cash' and b.payment_status = 'completed');
begin
  perform private.queue_notification('status:' || gen_random_uuid(), b.tourist_id, 'booking', 'booking_status',
    private.booking_params(b) || jsonb_build_object('status', p_to), b,
    case when not v_stays then case when p_to in ('checked_in', 'no_show') then 'arrival:' else 'status:' end || b.id end);
end $$;

-- Returns how a booking last ended, and the refunds promised then, minus those withdrawn by reinstating it, in its currency. `actor` ('tourist',
-- 'staff', 'system') is null if it never ended.
create function private.last_ending(b private.booking_facts, out actor text, out amount numeric, out promised numeric, out at timestamptz)
language sql stable security definer set search_path = '' as $$
  with steps as (
    select e.id, e.detail, e.created_at, private.is_live(e.to_status) as live from public.booking_events e
     where e.booking_id = b.id and e.from_status is not null
       and private.is_live(e.from_status) <> private.is_live(e.to_status))
  select (select coalesce(x.detail ->> 'by', 'system') from steps x where not x.live order by x.id desc limit 1),
         (select (x.detail ->> 'refund_amount')::numeric from steps x where not x.live order by x.id desc limit 1),
         coalesce(sum((x.detail ->> 'refund_amount')::numeric) filter (where not x.live), 0)
           - coalesce(sum((x.detail ->> 'called_off')::numeric) filter (where x.live), 0),
         (select x.created_at from steps x where not x.live order by x.id desc limit 1)
    from steps x
$$;

-- Returns how much of the promised refunds was paid or is being paid, in minor units. A later cancellation doesn't promise it again.
create function private.returned_by_endings(b private.booking_facts)
returns bigint language sql stable security definer set search_path = '' as $$
  select least(private.to_minor(greatest((private.last_ending(b)).promised, 0), b.currency_code), m.refunded + m.on_its_way)
    from private.money_of(b) m
$$;

-- Returns the most that the guest was promised when the booking ended, minus what was refunded or is being refunded, in minor units. A later
-- cancellation refunds at least this. If the departure was cancelled and the guest hasn't chosen, it is everything.
create function private.promised_minor(b private.booking_facts)
returns bigint language sql stable security definer set search_path = '' as $$
  select greatest(0, coalesce(private.to_minor(max((e.detail ->> 'refund_amount')::numeric), b.currency_code), 0) - private.returned_by_endings(b),
                  case when private.has_open_offer(b) then private.whole_refund(b) end)
    from public.booking_events e
   where e.booking_id = b.id and e.from_status is not null
     and private.is_live(e.from_status) and not private.is_live(e.to_status)
$$;

-- Returns whether the guest cancelled the booking and hasn't received the promised refund, because it is in progress, refused, still authorised, or
-- not paid out in cash. Staff can't stop it.
create function private.awaits_refund(b private.booking_facts, p private.charges)
returns boolean language plpgsql stable security definer set search_path = '' as $$
declare
  v_end record;
  v_handed numeric;
begin
  select * into v_end from private.last_ending(b);
  if p.id is null or v_end.actor is distinct from 'tourist' then
    return false;
  elsif private.is_at_stripe(p) then
    return p.status not in ('succeeded', 'canceled') or (select m.on_its_way > 0 from private.money_of(b) m);
  end if;
  v_handed := (select coalesce(-sum(l.amount), 0) from private.ledger l
                where l.booking_id = b.id and l.kind like 'refund:%'
                  and l.created_at >= v_end.at);
  return least(private.to_minor(v_end.amount - v_handed, b.currency_code), private.refundable_of(p)) > 0;
end $$;

-- The effects of a status that staff choose. The confirmation shows them, and set_booking_status applies them. money: 'release' (an authorised card),
-- 'refund' (to the card), 'hand_back' (cash), 'collect' (record cash), 'undo' (cash was not received after all), 'called_off' (a refund that hasn't
-- started), 'unpaid' (the payment was refunded), 'none'. mail: 'cancelled', 'refund' (when it is done), 'reinstated', or null.
create type private.status_plan as (
  seats text, money text, minor bigint, mail text, needs_reason boolean, guest_cancelled boolean, refusal private.refusal);

create function private.plan_status(b private.booking_facts, p_to text)
returns private.status_plan language plpgsql stable security definer set search_path = '' as $$
declare
  v_step private.booking_transitions;
  p private.charges := private.payment_of(b.id);
  v_end record;
  v private.status_plan := ('keep', 'none', 0, null, false, false, null)::private.status_plan;
begin
  if b.status = p_to then
    return v;
  end if;
  select * into v_step from private.booking_transitions where from_status = b.status and to_status = p_to and actor = 'staff';
  if not found then
    perform private.invalid('This booking status does not exist');
  end if;
  select * into v_end from private.last_ending(b);
  v.seats := v_step.seats;
  if v_step.money = 'return' then
    select x.money, x.minor into v.money, v.minor from private.plan_return(b, p, p_to) x;
  elsif v_step.seats = 'take' then
    select x.money, x.minor into v.money, v.minor from private.plan_revival(b, p) x;
    v.guest_cancelled := coalesce(v_end.actor = 'tourist', false);
  end if;
  if v_step.money = 'undo' and b.payment_method = 'cash' and p.id is not null then
    if private.sale_to_undo(b) is not null then
      v.money := 'undo';
      v.minor := p.captured_minor - p.refunded_minor;
    elsif private.refundable_of(p) > 0 then
      v.money := 'hand_back';
      v.minor := private.refundable_of(p);
    end if;
  elsif v_step.money = 'collect' and (p.payment_intent_id is null or b.payment_method = 'cash') and coalesce(p.captured_minor <= p.refunded_minor, true) then
    v.money := 'collect';
    v.minor := private.worth_minor(b);
  elsif v_step.money = 'collect' and p.status in ('succeeded', 'canceled') and v.money <> 'called_off' and p.captured_minor <= p.refunded_minor + (
      select coalesce(sum(o.amount_minor), 0) from private.refund_ops_of(b.id) o where o.state = 'queued') then
    v.refusal := (409, 'money_went_back',
      'The money of this booking went back to the card: it cannot read Paid. Choose Confirmed or Ordered to bring it back unpaid.', null)::private.refusal;
  end if;
  if v.seats = 'take' then
    v.mail := 'reinstated';
  elsif v.seats = 'free' then
    v.mail := case when p_to = 'refunded' and v.money in ('refund', 'hand_back') then 'refund' else 'cancelled' end;
  elsif v.money in ('refund', 'hand_back') then
    v.mail := 'refund';
  end if;
  if p_to in ('checked_in', 'no_show') then
    v.refusal := private.arrival_refusal(b, p_to);
    if (v.refusal).code = 'arrival_too_late' then
      v.needs_reason := true;
      v.refusal := null;
    end if;
  end if;
  if v.seats = 'take' and private.is_cancelled_departure(b.departure_id) then
    v.refusal := (409, 'departure_cancelled', 'This departure has been cancelled', null)::private.refusal;
  elsif v.seats = 'take' and private.awaits_refund(b, p) then
    v.refusal := (409, 'refund_promised',
      'The guest cancelled this booking, and the refund that they were promised is not back with them yet. You can bring it back after that.', null)::private.refusal;
  end if;
  return v;
end $$;

-- Plans the refund when a booking ends or has ended. If its guest cancelled it before it was reinstated, this is the refund promised then and not the
-- full price.
create function private.plan_return(b private.booking_facts, p private.charges, p_to text, out money text, out minor bigint)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_end record;
begin
  money := 'none';
  minor := 0;
  if p.id is null then
    return;
  elsif p.payment_intent_id is not null and p.status not in ('succeeded', 'canceled') then
    money := 'release';
    minor := p.amount_minor;
    return;
  end if;
  select * into v_end from private.last_ending(b);
  minor := greatest(private.refundable_of(p), 0);
  -- Later payments aren't included.
  if p_to = 'cancelled' and private.is_live(b.status) and v_end.actor = 'tourist' and private.paid_before(b, p) = 0 then
    minor := least(minor, private.promised_minor(b));
  end if;
  if minor > 0 then
    money := case when private.is_at_stripe(p) then 'refund' else 'hand_back' end;
  end if;
end $$;

-- Returns the remaining refundable amount of a booking.
create function private.plan_revival(b private.booking_facts, p private.charges, out money text, out minor bigint)
language plpgsql stable security definer set search_path = '' as $$
begin
  money := 'none';
  minor := (select coalesce(sum(o.amount_minor), 0) from private.refund_ops_of(b.id) o where o.state = 'queued' and o.attempts = 0);
  if minor > 0 then
    money := 'called_off';
  elsif private.is_at_stripe(p) and p.status in ('succeeded', 'canceled') and private.refundable_of(p) <= 0 then
    money := 'unpaid';
    minor := private.worth_minor(b);
  end if;
end $$;

-- Returns what the confirmation of a status shows: {from, to, seats, money, amount, currency_code, currency_symbol, mail, told, needs_reason,
-- upcoming, guest_cancelled, refusal}. told: someone is notified. upcoming: the departure hasn't left. refusal: {code, message} if it would be
-- refused, otherwise null. Raises 403 'forbidden' and 404 'booking_not_found'.
create function public.preview_booking_status(p_booking_id uuid, p_status text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  b private.booking_facts := private.booking(p_booking_id);
  v private.status_plan;
begin
  perform private.require_territory(b.territory_id);
  if b.id is null then
    perform private.fail(404, 'booking_not_found', 'Booking not found');
  end if;
  v := private.plan_status(b, p_status);
  return jsonb_build_object('from', b.status, 'to', p_status, 'seats', v.seats, 'money', v.money,
    'amount', private.from_minor(v.minor, b.currency_code), 'currency_code', b.currency_code,
    'currency_symbol', private.currency_symbol(b.currency_code), 'mail', v.mail, 'told', b.tourist_id is not null,
    'needs_reason', v.needs_reason, 'upcoming', private.starts_at(b) > now(), 'guest_cancelled', v.guest_cancelled,
    'refusal', case when (v.refusal).code is not null then jsonb_build_object('code', (v.refusal).code, 'message', (v.refusal).message) end);
end $$;

-- Raises 409 'status_changed' because someone else changed the status first, with their name if it is known.
create function private.fail_status_changed(b private.booking_facts)
returns void language plpgsql stable security definer set search_path = '' as $$
declare
  v_status text := initcap(replace(b.status, '_', ' '));
  v_actor text := (
    select case when e.actor_id = auth.uid() then 'You' else coalesce(nullif(c.full_name, ''), 'Someone') end
      from public.booking_events e left join public.profile_cards c on c.id = e.actor_id
     where e.booking_id = b.id and e.to_status = b.status
       and e.actor_id is not null order by e.id desc limit 1);
begin
  perform private.fail(409, 'status_changed',
    case when v_actor is null then format('This booking is now %s', v_status) else format('%s set this to %s', v_actor, v_status) end);
end $$;

-- Limits changes of the same booking, because each one by staff is sent to the guest. Raises 429. The caller has locked the booking.
create function private.limit_booking_changes(p_booking_id uuid)
returns void language sql security definer set search_path = '' as $$
  select private.limit_changes('booking_change', array['set_booking_status', 'cancel_booking', 'refund_booking', 'change_booking', 'change_booking_details'], p_booking_id::text)
$$;

-- Sets a status for staff. private.plan_status decides the effects on seats and money. p_reason is stored in the history and the audit log. p_from
-- and p_amount are what the page showed. Raises 409 'status_changed' and 'quote_changed' if they differ now, and 400 'booking_required' and
-- 'amount_required' without them. Raises 403 'forbidden' and 'own_commission', 404 'booking_not_found', 409 'sold_out', 'money_went_back',
-- 'refund_promised', 'departure_cancelled', 'check_in_too_early' and 'no_show_too_early', 400 'arrival_reason_required', and 429 as limit_changes
-- does. Locks as lock_booking does.
create function public.set_booking_status(p_booking_id uuid, p_status text, p_reason text default null,
  p_from text default null, p_amount numeric default null)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  b private.booking_facts := private.lock_booking_for_staff(p_booking_id);
  v private.status_plan;
  v_amount numeric;
  v_reason text := nullif(private.trimmed(p_reason), '');
begin
  if b.status = p_status then
    return private.booking_state_json(p_booking_id);
  elsif length(v_reason) > 500 then
    perform private.invalid('The reason has more than 500 characters');
  elsif p_from is null then
    perform private.fail(400, 'booking_required', 'The page is out of date. Please reload it and check your change again.');
  elsif p_from <> b.status then
    perform private.fail_status_changed(b);
  end if;
  v_reason := private.check_text(v_reason);
  v := private.plan_status(b, p_status);
  v_amount := private.from_minor(v.minor, b.currency_code);
  if v.money <> 'none' or v.seats <> 'keep' then
    perform private.refuse_own_commission(b.id);
  end if;
  if (v.refusal).code is not null then
    perform private.raise_refusal(v.refusal);
  elsif v.needs_reason and v_reason is null then
    perform private.fail(400, 'arrival_reason_required', 'The date of this departure has passed. Please give a reason for checking in the guests now.');
  elsif p_amount is null and v_amount <> 0 then
    perform private.fail(400, 'amount_required', 'The amount is missing. Please reload the page and check the amount again.');
  elsif p_amount <> v_amount then
    perform private.fail(409, 'quote_changed', 'The refund for this booking has changed. Please check the new amount.');
  end if;
  perform private.limit_booking_changes(p_booking_id);
  if v.seats = 'free' then
    perform private.free_seats(b.departure_id, b.seats, 'sold');
  elsif v.seats = 'take' then
    perform private.revive_booking(b);
  end if;
  if v.money in ('release', 'refund', 'hand_back') then
    perform private.return_money(b, v.minor, 'staff');
  elsif v.money = 'undo' then
    perform private.undo_sale(b);
  elsif v.money = 'collect' then
    perform private.record_sale(p_booking_id);
  end if;
  perform private.align_arrival(b, p_status);
  perform private.move_booking(p_booking_id, p_status, private.payment_status_for(b, p_status), auth.uid(),
    jsonb_strip_nulls(jsonb_build_object('by', 'staff', 'note', v_reason,
      'refund_amount', case when v.seats = 'free' or v.money in ('refund', 'hand_back') then v_amount end,
      'called_off', case when v.money = 'called_off' then v_amount end)));
  perform private.audit_booking('set_booking_status', b, jsonb_strip_nulls(jsonb_build_object('from', b.status, 'to', p_status,
    'reason', v_reason, 'refund_amount', case when v.money in ('refund', 'hand_back') then v_amount end,
    'currency_code', case when v.money in ('refund', 'hand_back') then b.currency_code end)));
  if v.mail = 'reinstated' then
    perform private.notify_reinstated(b, p_status);
  else
    perform private.notify_status(b, p_status);
  end if;
  return private.booking_state_json(p_booking_id);
end $$;

-- Notifies the tourist that an ended booking is active again. The email is part of the event. The notice stays until it is read or replaced by a
-- newer one, so that the guest doesn't miss it.
create function private.notify_reinstated(b private.booking_facts, p_to text)
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_notification('status:' || gen_random_uuid(), b.tourist_id, 'booking', 'booking_reinstated',
    private.booking_params(b) || jsonb_build_object('status', p_to), b, 'reinstated:' || b.id);
end $$;

-- Returns when a departure leaves. One without a time may leave until the end of its day. Until then it can be booked and cancelled, and no one is a
-- no-show yet.
create function private.departure_moment(p_date date, p_start time, p_time_zone text)
returns timestamptz language sql stable set search_path = '' as $$
  select (p_date + coalesce(p_start, time '24:00')) at time zone p_time_zone
$$;

-- Returns when a booking's departure leaves.
create function private.starts_at(b private.booking_facts)
returns timestamptz language sql stable security definer set search_path = '' as $$
  select private.departure_moment(b.booking_date, b.start_time, t.time_zone) from public.territories t where t.id = b.territory_id
$$;

-- Returns when arrivals can be set (docs/rules/dock.md, Check-in). Guests can be checked in from three hours before the departure, or from the
-- beginning of its day if it has no time. No-shows can be set from the departure on. Both are possible until noon of the next day, in the territory's
-- time zone.
create function private.arrival_window(p_date date, p_start time, p_time_zone text,
  out check_in_from timestamptz, out no_show_from timestamptz, out arrival_until timestamptz)
language sql stable set search_path = '' as $$
  select case when p_start is null then p_date::timestamp at time zone p_time_zone
              else private.departure_moment(p_date, p_start, p_time_zone) - interval '3 hours' end,
         private.departure_moment(p_date, p_start, p_time_zone),
         (p_date + 1 + time '12:00') at time zone p_time_zone
$$;

-- Returns for example '5:00 AM on Mon, Nov 23', in a territory's local time.
create function private.clock_text(p_at timestamptz, p_time_zone text)
returns text language sql stable set search_path = '' as $$
  select to_char(p_at at time zone p_time_zone, 'FMHH12:MI AM "on" FMDy, FMMon FMDD')
$$;

-- Returns why an arrival can't be set at p_at, or null: 409 'departure_cancelled', 'check_in_too_early', 'no_show_too_early' or 'arrival_too_late',
-- with the deciding time as `at` in its details. p_action is 'checked_in' or 'no_show'. The caller has checked permissions.
create function private.arrival_refusal(b private.booking_facts, p_action text, p_at timestamptz default now())
returns private.refusal language plpgsql stable security definer set search_path = '' as $$
declare
  v_zone text := (select t.time_zone from public.territories t where t.id = b.territory_id);
  w record;
begin
  if private.is_cancelled_departure(b.departure_id) then
    return (409, 'departure_cancelled', 'This departure has been cancelled', null)::private.refusal;
  end if;
  select * into w from private.arrival_window(b.booking_date, b.start_time, v_zone);
  if p_at >= w.arrival_until then
    return (409, 'arrival_too_late', format('Check-in closed on %s. Staff can still do it in the bookings list, with a reason.',
      private.clock_text(w.arrival_until, v_zone)), jsonb_build_object('at', w.arrival_until, 'time_zone', v_zone))::private.refusal;
  elsif p_action = 'no_show' and p_at < w.no_show_from then
    return (409, 'no_show_too_early', format('You can mark no-shows from %s', private.clock_text(w.no_show_from, v_zone)),
      jsonb_build_object('at', w.no_show_from, 'time_zone', v_zone))::private.refusal;
  elsif p_action = 'checked_in' and p_at < w.check_in_from then
    return (409, 'check_in_too_early', format('You can check in from %s', private.clock_text(w.check_in_from, v_zone)),
      jsonb_build_object('at', w.check_in_from, 'time_zone', v_zone))::private.refusal;
  end if;
  return null;
end $$;
