-- Returns the data of outbox emails, which is looked up when they are taken, and whether an email is still needed. Otherwise it is discarded.

-- Returns the language of an email, which is its reader's. An invitation to someone without an account, or who never chose a language, uses the
-- inviter's, or otherwise that of the territory's texts. The row stores a deleted account's language. The default is English, also for the team, to
-- which the contact form writes.
create function private.mail_language(o private.outbox)
returns text language sql stable security definer set search_path = '' as $$
  select coalesce(
    o.payload ->> 'language',
    (select p.language from public.profiles p where lower(p.email) = lower(o.recipient) and p.language is not null limit 1),
    (select coalesce(p.language, t.language) from public.invites i left join public.profiles p on p.id = i.invited_by
       left join public.territories t on t.id = i.territory_id where i.id = (o.payload ->> 'invite_id')::uuid),
    'en')
$$;

-- Returns the names of a territory and a service for a reader of p_language, or the original if it is null.
create function private.territory_name(p_territory_id text, p_language text)
returns text language sql stable security definer set search_path = '' as $$
  select private.translated(t.name, t.translations, 'name', p_language) from public.territories t where t.id = p_territory_id
$$;
create function private.service_title(p_service_id uuid, p_language text)
returns text language sql stable security definer set search_path = '' as $$
  select private.translated(s.title, s.translations, 'title', p_language) from public.services s where s.id = p_service_id
$$;

-- Returns the values for the template of a booking's email.
create function private.mail_data(p_booking_id uuid, p_language text default null)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'title', private.service_title(b.service_id, p_language), 'booking_date', b.booking_date, 'start_time', b.start_time,
    'expected_time', private.expected_time(b), 'pickup_at', private.pickup_at(b), 'num_people', b.num_people, 'booking_type', b.booking_type, 'total_price', b.total_price,
    'price_now', private.from_minor(private.worth_minor(b), b.currency_code), 'currency_code', b.currency_code,
    'currency_symbol', private.currency_symbol(b.currency_code),
    'payment_method', b.payment_method, 'payment_status', b.payment_status, 'status', b.status, 'hotel_name', b.hotel_name,
    'territory_name', private.territory_name(t.id, p_language), 'time_zone', t.time_zone, 'country', t.country, 'service_id', b.service_id,
    'ended_by', private.ended_by(b), 'cancelled_departure', private.cancelled_departure_data(b), 'moved_from', private.moved_from_data(b, p_language), 'minimum', private.minimum_mail_data(b.departure_id, b.booking_type),
    'full_name', coalesce((select p.full_name from public.profiles p where p.id = b.tourist_id), b.guest_name), 'walk_in', b.walk_in,
    'guide_name', (select p.full_name from public.profiles p where p.id = b.guide_id),
    'cancellation_policy', b.cancellation_policy, 'paid_by_other', b.paid_by_other, 'lacks_passport', private.lacks_passport(b) and private.starts_at(b) > now(),
    'meeting_point', case b.kind when 'experience' then m.place end, 'meeting_point_link', case b.kind when 'experience' then m.link end,
    'what_to_bring', private.translated(s.what_to_bring, s.translations, 'what_to_bring', p_language),
    'pickup_location', private.translated(s.pickup_location, s.translations, 'pickup_location', p_language),
    'transport_type', s.transport_type_id,
    'destination', coalesce(private.translated(s.destination, s.translations, 'destination', p_language),
      private.territory_name(s.destination_territory_id, p_language)),
    'pickup_directions', private.translated(l.directions, l.translations, 'directions', p_language), 'pickup_map', l.map_link,
    'check_in_code', (select c.code from public.booking_codes c
                       where c.booking_id = b.id))
  from private.booking_facts b
  join public.territories t on t.id = b.territory_id
  join public.services s on s.id = b.service_id
  cross join lateral private.meeting_place(s, p_language) m
  left join lateral (select x.directions, x.translations, x.map_link from public.pickup_locations x
                      where x.id = s.pickup_location_id
                         or (s.pickup_location_id is null and x.territory_id = b.territory_id and x.name = s.pickup_location) limit 1) l on true
  where b.id = p_booking_id
$$;

-- Returns who ended a booking: 'tourist', 'staff' or the event's other actor, and 'payment' if it wasn't paid.
create function private.ended_by(b private.booking_facts)
returns text language sql stable security definer set search_path = '' as $$
  select case when e.detail ? 'by' then e.detail ->> 'by' when e.detail ? 'reason' then 'payment' else 'staff' end
    from public.booking_events e
   where e.booking_id = b.id and e.to_status = 'cancelled'
   order by e.id desc limit 1
$$;

-- Returns the amounts of an email: what this cancellation refunds (p_part: which cancellation, or the refund's number) and what was refunded earlier,
-- whether the card was only authorised, and whether the booking was reinstated, which refund that stopped, and whether the guest must pay again.
create function private.mail_money(b private.booking_facts, p_template text, p_part text)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  p private.charges := private.payment_of(b.id);
  m record;
  v_due bigint;
begin
  select * into m from private.money_of(b);
  v_due := m.refunded + m.on_its_way;
  if p_template = 'booking_cancelled' then
    -- This counts refunds since that cancellation, but not those before it for an earlier payment.
    v_due := least(v_due, coalesce((
      select least(private.to_minor((e.detail ->> 'refund_amount')::numeric, b.currency_code), m.on_its_way + (
          select private.to_minor(greatest(0, coalesce(-sum(l.amount), 0)), b.currency_code) from private.ledger l
           where l.booking_id = b.id and l.kind like 'refund%'
             and l.created_at >= e.created_at)) from public.booking_events e
       where e.booking_id = b.id and e.from_status is not null
         and private.is_live(e.from_status) and not private.is_live(e.to_status)
       order by e.id offset coalesce(p_part::int, 1) - 1 limit 1), v_due));
  end if;
  return jsonb_build_object(
    'paid', private.from_minor(m.paid, b.currency_code),
    'released', coalesce(p.method = 'card' and m.paid = 0, false),
    'refund_due', private.from_minor(v_due, b.currency_code),
    'refunded_before', private.from_minor(m.refunded + m.on_its_way - v_due, b.currency_code),
    'unpaid_again', private.is_live(b.status) and private.is_unpaid_again(p),
    'reinstated', p_template = 'booking_confirmation' and p_part is not null,
    'called_off', (select (e.detail ->> 'called_off')::numeric from public.booking_events e
                    where e.booking_id = b.id
                      and not private.is_live(e.from_status) and private.is_live(e.to_status) order by e.id desc limit 1),
    'refunded', coalesce(
      (select -sum(l.amount) from private.ledger l
        where l.booking_id = b.id and l.kind = 'refund:' || p_part),
      private.from_minor(m.refunded, b.currency_code)));
end $$;

-- Returns whether an email is about one booking and gets its data from private.mail_data and private.mail_money.
create function private.is_booking_mail(p_template text)
returns boolean language sql immutable set search_path = '' as $$
  select p_template in ('booking_confirmation', 'booking_cancelled', 'booking_refunded', 'booking_moved', 'booking_reduced', 'booking_enlarged',
    'booking_changed', 'departure_confirmed', 'departure_late', 'pickup_changed', 'reminder_evening', 'reminder_soon', 'review_request', 'transfer_ticket')
$$;

-- Raises for an email template that isn't handled, so that its emails are shown to admins instead of sent without their data.
create function private.unknown_template(p_template text)
returns jsonb language plpgsql immutable set search_path = '' as $$
begin
  raise exception 'There is no email template %', p_template;
end $$;

-- Returns why an email is no longer needed, or null. Each template is named here.
create function private.mail_is_obsolete(o private.outbox)
returns text language plpgsql stable security definer set search_path = '' as $$
declare
  b private.booking_facts;
begin
  if o.template = 'invite' then
    return case when not exists (
      select 1 from public.invites i where i.id = (o.payload ->> 'invite_id')::uuid
        and i.redeemed_at is null and i.withdrawn_at is null and i.expires_at > now()) then 'The invitation is no longer open' end;
  elsif o.template = 'transfer_invite' then
    return private.transfer_invite_is_obsolete((o.payload ->> 'transfer_id')::uuid);
  elsif o.template = 'dock_ticket' then
    return private.dock_mail_is_obsolete((o.payload ->> 'sale_id')::uuid);
  elsif o.template = 'condition' then
    return private.condition_mail_is_obsolete(o); -- some of its readers have no account
  elsif o.template in ('contact_message', 'account_deleted') then
    return null; -- to the team, which needs no account, and to people with a deleted account
  elsif not o.payload ? 'walk_in' and not private.may_mail(o.recipient) then
    return 'The account no longer exists or is blocked';
  elsif o.template = 'payment_failed' then
    return private.payment_failed_is_obsolete((o.payload ->> 'hold_id')::uuid);
  elsif o.template = 'departure_offer' then
    return private.offer_mail_is_obsolete((o.payload ->> 'offer_id')::uuid);
  elsif o.template = 'seats_free' then
    return private.seats_free_is_obsolete((o.payload ->> 'entry_id')::uuid);
  elsif o.template in ('role_decided', 'payout', 'payee_account') then
    return null;
  elsif o.template in ('team_bookings', 'tomorrow') then
    return private.team_mail_is_obsolete(o);
  elsif o.template = 'go_no_go' then
    return private.go_no_go_is_obsolete((o.payload ->> 'departure_id')::uuid, (o.payload ->> 'user_id')::uuid);
  elsif o.template = 'message' then
    return case when not private.wants_letter((o.payload ->> 'user_id')::uuid, o.template) then 'They turned off these notifications'
                when private.unread_messages(o) is null then 'The messages have been read' end;
  elsif not private.is_booking_mail(o.template) and o.template not in ('transfer_accepted', 'transfer_refund') then
    perform private.unknown_template(o.template);
  end if;
  b := private.booking((o.payload ->> 'booking_id')::uuid);
  return case
    when b.id is null then 'The booking no longer exists'
    when o.template in ('transfer_accepted', 'transfer_refund') then null
    when private.was_given_away(b, o) then 'The ticket was transferred to someone else'
    when o.template = 'transfer_ticket' and not private.is_live(b.status) then 'The booking is no longer active'
    when o.template in ('booking_confirmation', 'booking_moved', 'booking_reduced', 'booking_enlarged', 'booking_changed') and not private.is_live(b.status) then 'The booking is no longer active'
    when o.template in ('booking_confirmation', 'booking_moved', 'booking_reduced', 'booking_enlarged', 'booking_changed') and private.is_cancelled_for_good(b.departure_id) then 'The departure was cancelled'
    when o.template = 'booking_cancelled' and private.is_live(b.status) then 'The booking is active again'
    -- The booking ended or was reinstated again before sending, and the newer email has the current state. One that is sent again is the newest.
    when o.template in ('booking_confirmation', 'booking_cancelled') and not o.payload ? 'again' and exists (
      select 1 from private.outbox x
       where x.dedupe_key = format('email:%s:%s:%s:%s', o.template, b.kind, b.id, coalesce((o.payload ->> 'part')::int, 1) + 1))
      then 'A newer email replaced this one'
    when o.template = 'departure_confirmed' then private.confirmed_mail_is_obsolete(b, o.payload ->> 'part')
    when o.template = 'departure_late' then private.delay_mail_is_obsolete(b, o.payload ->> 'part')
    when o.template = 'pickup_changed' then private.pickup_mail_is_obsolete(b, o)
    when o.template in ('reminder_evening', 'reminder_soon') then private.reminder_is_obsolete(b, o.template, o.payload ->> 'part')
    when o.template = 'review_request' and not private.wants_letter(b.tourist_id, o.template) then 'They turned off these notifications'
    when o.template = 'review_request' and not private.may_ask_review(b) then 'There''s nothing left to review' end;
end $$;

-- Returns why the email about a failed payment is no longer needed, or null.
create function private.payment_failed_is_obsolete(p_hold_id uuid)
returns text language plpgsql stable security definer set search_path = '' as $$
declare
  h private.holds;
begin
  select * into h from private.holds x where x.id = p_hold_id;
  return case
    when h.id is null then 'The hold no longer exists'
    when h.state = 'consumed' or exists (
      select 1 from public.bookings b where b.departure_id = h.departure_id and b.tourist_id = h.user_id and b.created_at >= h.created_at
        and private.is_live(b.status)) then 'The guest completed the booking after all' end;
end $$;

-- Returns the placeholders of the email about a failed payment.
create function private.failed_payment_data(p_hold_id uuid, p_language text default null)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'kind', h.kind, 'service_id', d.service_id,
    'title', private.service_title(d.service_id, p_language),
    'booking_date', d.service_date, 'start_time', h.start_time, 'num_people', h.num_people, 'booking_type', h.booking_type,
    'total_price', h.total_price, 'currency_code', h.currency_code, 'currency_symbol', private.currency_symbol(h.currency_code),
    'territory_name', private.territory_name(t.id, p_language), 'time_zone', t.time_zone, 'full_name', p.full_name,
    'held_until', case when h.state = 'held' and h.expires_at > now() then h.expires_at end, 'of_change', h.adds_to is not null,
    -- Its booking has changed or ended, or another change has replaced it, before the payment arrived.
    'replaced', h.adds_to is not null and (h.state = 'void' and not private.fits_addition(h) or exists (
      select 1 from private.holds x where x.adds_to = h.adds_to and x.created_at > h.created_at)))
  from private.holds h
  join public.departures d on d.id = h.departure_id
  join public.territories t on t.id = h.territory_id
  left join public.profiles p on p.id = h.user_id
  where h.id = p_hold_id
$$;

-- Returns the messages for an email: the newest twenty that its recipient has neither read nor answered, oldest first. Null if there are none.
create function private.unread_messages(o private.outbox)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_agg(jsonb_build_object('text', x.message, 'sender_name', x.full_name) order by x.created_at, x.id)
  from (
    select m.id, m.message, m.created_at, s.full_name
      from public.messages m left join public.profiles s on s.id = m.sender_id
     where m.id in (select v::uuid from jsonb_array_elements_text(o.payload -> 'message_ids') v)
       and not exists (
         -- It is written in one transaction with its message, so both have the same time.
         select 1 from public.notifications n
          where n.user_id = (o.payload ->> 'user_id')::uuid and n.type = 'message' and n.read and n.created_at = m.created_at
            and n.booking_id = m.booking_id)
       and not exists (
         select 1 from public.messages a
          where a.sender_id = (o.payload ->> 'user_id')::uuid and a.created_at > m.created_at
            and a.booking_id = m.booking_id)
     order by m.created_at desc, m.id desc limit 20) x
$$;
