-- Emails and notifications about a change of a booking.

-- Tells people about a change. The guest gets one email with the current ticket. The people who lead or run the old and the new departure are
-- notified when its guests have moved, or how many there are. So are the team, except the person who made the change, and the driver of transport
-- that lost its last passengers. b is the booking before.
create function private.tell_of_change(b private.booking_facts, c private.change, r private.booking_changes)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_now private.booking_facts := private.booking(b.id);
  v_wording text := case when c.moves then 'guest_moved' when r.people > r.people_before then 'more_guests' else 'fewer_guests' end;
  v_key text := case when c.moves then 'changed:' else 'party:' end;
  v_params jsonb := private.booking_params(v_now) || case when c.moves
    then jsonb_build_object('time', v_now.start_time, 'from', b.booking_date, 'from_time', b.start_time)
      || case when v_now.service_id <> b.service_id then jsonb_build_object('before', private.service_params(b.service_id)) else '{}' end else jsonb_build_object('before', b.num_people) end;
  v_hosts uuid[] := array(select h from private.booking_hosts(b) h
                          union select h from private.booking_hosts(v_now) h);
begin
  perform private.queue_change_mail(
    case when c.maker = 'desk' then 'booking_changed' when c.moves then 'booking_moved' when r.people > r.people_before then 'booking_enlarged' else 'booking_reduced' end,
    b, r.id::text, private.refund_news(b, r.returned_minor) || case when c.maker = 'desk' then jsonb_strip_nulls(jsonb_build_object(
      'date', case when c.moves then jsonb_build_object('service_date', b.booking_date, 'start_time', b.start_time) end, 'people', r.people_before,
      'cash_paid', case when b.payment_method = 'cash' and b.payment_status = 'completed' then nullif(private.from_minor(r.added_minor, b.currency_code), 0) end)) else '{}' end);
  perform private.queue_notification(v_key || r.id || ':' || h, h, case b.kind when 'transport' then 'ride_moved' else 'guest_moved' end, v_wording, v_params, v_now)
     from unnest(v_hosts) h where h is distinct from b.tourist_id and h is distinct from c.actor_id;
  perform private.queue_notification('team-' || v_key || r.id || ':' || t.user_id, t.user_id, 'team_moved', v_wording, v_params, v_now)
     from private.team_readers t
    where t.territory_id = b.territory_id and t.booking_bell and t.user_id <> all (v_hosts) and t.user_id is distinct from b.tourist_id and t.user_id is distinct from c.actor_id;
  if c.moves and b.kind = 'transport' and (select n.bookings from private.departure_numbers(b.slot_id, b.booking_date) n) = 0 then
    perform private.tell_empty_ride(b.departure_id, b.start_time);
  end if;
  perform private.send_booking(b.id, b.tourist_id, b.territory_id);
end $$;

-- Queues the only email about a change, once per key: 'booking_changed' by the desk, also to a dock guest who left an address. p_changed is
-- {refund_amount}, and for the desk's change what it was before: {date: {service_date, start_time}, people, corrected: [field]}. For a change that
-- its guest has to pay first it is {due, pay_by, moves, planned: as unpaid_change}, and once that is withdrawn {withdrawn, planned}.
create function private.queue_change_mail(p_template text, b private.booking_facts, p_key text, p_changed jsonb)
returns void language sql security definer set search_path = '' as $$
  select private.queue_mail(p_template, b.id, ':' || p_key);
  update private.outbox o set payload = o.payload || jsonb_build_object('changed', p_changed)
   where o.dedupe_key = format('email:%s:%s:%s:%s', p_template, b.kind, b.id, p_key);
$$;

-- The refund in the email about a change: {refund_amount}, empty where nothing is refunded. There is no second email about it (refund_is_told).
create function private.refund_news(b private.booking_facts, p_minor bigint)
returns jsonb language sql stable security definer set search_path = '' as $$
  select case when p_minor > 0 then jsonb_build_object('refund_amount', private.from_minor(p_minor, b.currency_code)) else '{}' end
$$;

-- Asks the guest to pay for a more expensive change that the desk has prepared, on the page of the change. Returns the hold.
create function private.tell_to_pay(b private.booking_facts, c private.change, p_hold jsonb)
returns jsonb language plpgsql security definer set search_path = '' as $$
begin
  if c.maker = 'desk' then
    perform private.move_booking(b.id, null, null, c.actor_id, jsonb_build_object('by', 'staff', 'note', c.reason, 'asked', 'to_pay', 'due', p_hold -> 'total_price'));
    perform private.queue_change_mail('booking_changed', b, p_hold ->> 'hold_id', jsonb_build_object('due', p_hold -> 'total_price', 'pay_by', p_hold -> 'expires_at', 'moves', c.moves,
      'planned', private.unpaid_change(b) - '{hold_id,by,reason,expires_at,paying}'::text[]));
    perform private.send_booking(b.id, b.tourist_id, b.territory_id);
  end if;
  return p_hold;
end $$;

-- Tells the guest that a change for which they were asked to pay was withdrawn. If that email hasn't left yet, neither of them does. p_waiting is the
-- change as in unpaid_change.
create function private.tell_of_withdrawal(b private.booking_facts, p_waiting jsonb)
returns void language plpgsql security definer set search_path = '' as $$
declare
  v_asked text := format('email:booking_changed:%s:%s:%s', b.kind, b.id, p_waiting ->> 'hold_id');
begin
  delete from private.outbox o where o.dedupe_key = v_asked and o.state = 'queued' and o.attempts = 0;
  if not found and exists (select 1 from private.outbox o where o.dedupe_key = v_asked) then
    perform private.queue_change_mail('booking_changed', b, 'withdrawn:' || (p_waiting ->> 'hold_id'), jsonb_build_object('withdrawn', true,
      'planned', p_waiting - '{hold_id,by,reason,expires_at,paying}'::text[]));
  end if;
end $$;

-- After an answer to a cancelled departure, the guest gets the new ticket by email and a notification. The people who lead or run the new departure
-- are notified, and its open pages updated. p_returned is the refund. Each key sends only once.
create function private.tell_of_move(b private.booking_facts, p_key uuid, p_returned bigint)
returns void language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_change_mail('booking_moved', b, p_key::text, private.refund_news(b, p_returned));
  b := private.booking(b.id);
  perform private.tell_departure('moved:' || p_key, b.tourist_id, 'booking_moved',
    private.booking_params(b), b.territory_id, b, null, now());
  perform private.queue_notification('moved-guide:' || p_key, b.guide_id, 'new_booking', 'new_booking', private.booking_params(b), b);
  perform private.tell_team('new', b, array(select b.guide_id where b.guide_id is not null));
  perform private.send_booking(b.id, b.tourist_id, b.territory_id);
end $$;
