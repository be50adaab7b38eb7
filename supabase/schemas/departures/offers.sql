-- The offers to guests of a cancelled departure: another departure, or a full refund. A booking has one open offer, and an unanswered one is
-- refunded. departures/offer_answers.sql has the answers.

create table private.departure_offers (
  id uuid primary key default gen_random_uuid(),
  cancellation_id uuid not null references private.departure_cancellations (id),
  departure_id uuid not null references public.departures (id), -- the cancelled departure
  booking_id uuid not null references public.bookings (id) on delete cascade,
  -- 'undone': together with its cancellation. 'closed': the booking ended in another way.
  state text not null default 'open' check (state in ('open', 'moved', 'refunded', 'undone', 'closed')),
  opens_at timestamptz not null, -- it can't be answered earlier, because the cancellation may be undone
  expires_at timestamptz not null check (expires_at >= opens_at),
  answered_at timestamptz,
  answered_by uuid references public.profiles (id) on delete set null,
  answered_how text check (answered_how in ('tourist', 'link', 'staff', 'expiry')),
  moved_to uuid references public.departures (id),
  returned_minor bigint not null default 0 check (returned_minor >= 0), -- the amount that was or is being refunded
  created_at timestamptz not null default now(),
  check ((state in ('moved', 'refunded')) = (answered_at is not null and answered_how is not null)),
  check ((state = 'moved') = (moved_to is not null))
);
create unique index departure_offers_open_idx on private.departure_offers (booking_id) where state = 'open';
create index departure_offers_booking_idx on private.departure_offers (booking_id);
create index departure_offers_departure_idx on private.departure_offers (departure_id);
create index departure_offers_cancellation_idx on private.departure_offers (cancellation_id);
create index departure_offers_moved_idx on private.departure_offers (moved_to) where moved_to is not null;
create index departure_offers_answered_by_idx on private.departure_offers (answered_by) where answered_by is not null;
create index departure_offers_due_idx on private.departure_offers (expires_at) where state = 'open';
alter table private.departure_offers enable row level security;

create function private.has_open_offer(b private.booking_facts)
returns boolean language sql stable security definer set search_path = '' as $$
  select exists (select 1 from private.departure_offers o
                  where o.state = 'open' and o.booking_id = b.id)
$$;

-- Creates missing offers for live bookings of cancelled departures, and returns their number. These are all of them, or those of one departure, whose
-- lock the caller holds.
create function private.offer_bookings(p_departure_id uuid default null)
returns int language plpgsql security definer set search_path = '' as $$
declare
  v record;
  v_count int := 0;
begin
  for v in
    select f.kind, f.id, d.cancellation_id from public.departures d join private.booking_facts f on f.departure_id = d.id
     where d.status = 'cancelled' and (p_departure_id is null or d.id = p_departure_id) and private.is_live(f.status)
       and not private.has_open_offer(f) and private.is_due('departure_offer', f.id::text)
     order by d.id, f.id
  loop
    begin
      perform private.make_offer(private.booking(v.id), v.cancellation_id);
      v_count := v_count + 1;
      perform service.clear_trouble('departure_offer', v.id::text);
    exception when others then
      perform service.record_trouble('departure_offer', v.id::text, sqlerrm);
    end;
  end loop;
  return v_count;
end $$;

-- Creates an offer, with an email and a notice that are sent when the undo time has passed. It is open for the territory's hours, but not past the
-- departure's time. If the departure leaves before the undo time has passed, or its guests get no choice, the offer ends when it begins.
create function private.make_offer(b private.booking_facts, p_cancellation_id uuid)
returns void language plpgsql security definer set search_path = '' as $$
declare
  c private.departure_cancellations;
  o private.departure_offers;
  v_opens timestamptz;
  v_hours int := (select t.offer_hours from public.territories t where t.id = b.territory_id);
begin
  select * into c from private.departure_cancellations x where x.id = p_cancellation_id;
  v_opens := greatest(now(), c.undo_until);
  insert into private.departure_offers (cancellation_id, departure_id, booking_id, opens_at, expires_at)
  values (c.id, b.departure_id, b.id, v_opens,
          case when c.refund_now then v_opens
               else greatest(v_opens, least(v_opens + v_hours * interval '1 hour', private.starts_at(b))) end)
  returning * into o;
  insert into private.outbox (dedupe_key, kind, template, recipient, payload, next_attempt_at)
  select 'email:departure_offer:' || o.id, 'email', 'departure_offer', p.email,
         jsonb_build_object('kind', b.kind, 'booking_id', b.id, 'offer_id', o.id, 'code', private.new_link('offer', o.id)) || p.more, v_opens
    from (select x.email, '{}'::jsonb as more from public.profiles x where x.id = b.tourist_id and private.may_mail(x.email)
          union all
          select r.recipient, jsonb_build_object('walk_in', true, 'language', r.language) from private.dock_reader(b) r) p;
  perform private.tell_departure('offer:' || o.id, b.tourist_id, 'departure_cancelled',
    private.booking_params(b) || jsonb_build_object('reason', c.reason, 'offer_id', o.id)
      || case when o.expires_at <= o.opens_at then '{"ended": true}'::jsonb else '{}' end,
    b.territory_id, b, 'cancellation:' || c.id, v_opens);
end $$;

-- Deletes the offers of an undone cancellation, with their emails and notices. The caller has locked the departures, none of which has left.
create function private.discard_offers(p_cancellation_id uuid)
returns void language sql security definer set search_path = '' as $$
  update private.outbox o set state = 'discarded', last_error = 'The cancellation was undone', payload = o.payload - 'code'
   where o.state = 'queued' and (o.dedupe_key in (
       select 'email:departure_offer:' || x.id from private.departure_offers x where x.cancellation_id = p_cancellation_id and x.state = 'open')
     or (o.kind = 'notification' and o.payload ->> 'about' = 'cancellation:' || p_cancellation_id));
  update private.departure_offers x set state = 'undone' where x.cancellation_id = p_cancellation_id and x.state = 'open';
$$;

-- Closes the offer of a booking that ended in another way, because its guest or staff cancelled it or its payment failed.
create function private.close_offer()
returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update private.departure_offers o set state = 'closed' where o.state = 'open' and o.booking_id = new.id;
  return null;
end $$;

create trigger bookings_close_offer after update of status on public.bookings for each row
  when (old.status not in ('cancelled', 'refunded') and new.status in ('cancelled', 'refunded')) execute function private.close_offer();

-- Returns why the email about an offer is no longer needed, or null.
create function private.offer_mail_is_obsolete(p_offer_id uuid)
returns text language sql stable security definer set search_path = '' as $$
  select case when not exists (select 1 from private.departure_offers o where o.id = p_offer_id and o.state = 'open' and o.expires_at > now())
    then 'There''s nothing left to choose' end
$$;

-- Returns the placeholders of the email about an offer, in addition to those of its booking.
create function private.offer_mail_data(p_offer_id uuid)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('offer', private.offer_json(o)) from private.departure_offers o where o.id = p_offer_id
$$;

-- Returns whether a service can be booked for this many people.
create function private.takes_party(p_service private.service, p_booking_type text, p_num_people int)
returns boolean language sql stable set search_path = '' as $$
  select case p_booking_type
    when 'private' then p_num_people between coalesce(p_service.min_private_guests, 1) and coalesce(p_service.max_private_guests, p_num_people)
    else p_num_people between coalesce(p_service.min_spots, 1) and coalesce(p_service.max_spots, p_num_people) end
$$;

-- Returns why the departure of an ended booking was cancelled, as {reason, message}, or null.
create function private.cancelled_departure_data(b private.booking_facts)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('reason', c.reason, 'message', c.message)
    from public.departures d join private.departure_cancellations c on c.id = d.cancellation_id
   where d.id = b.departure_id and not private.is_live(b.status) and private.ended_by(b) = 'departure'
$$;

-- Returns the previous service and its meeting place, {title, place}, for a guest whose last move was to another service. Null for others.
create function private.moved_from_data(b private.booking_facts, p_language text)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('title', private.service_title(d.service_id, p_language),
           'place', private.begins_at(d.service_id, p_language))
    from (select c.moved_from, c.moved_to from private.booking_changes c
           where c.booking_id = b.id and c.moved_to is not null order by c.created_at desc limit 1) m
    join public.departures d on d.id = m.moved_from
   where m.moved_to = b.departure_id and d.service_id <> b.service_id
$$;

-- Returns where a service begins: its meeting point or its pickup.
create function private.begins_at(p_service_id uuid, p_language text default null)
returns text language sql stable security definer set search_path = '' as $$
  select coalesce(
    (select m.place from public.services e cross join lateral private.meeting_place(e, p_language) m where e.id = p_service_id and e.kind = 'experience'),
    (select private.translated(t.pickup_location, t.translations, 'pickup_location', p_language) from public.services t where t.id = p_service_id))
$$;

-- Returns the cash of a cancelled departure's booking that still has to be refunded, or null.
create function private.cash_to_return(b private.booking_facts)
returns numeric language sql stable security definer set search_path = '' as $$
  select nullif(private.from_minor(private.whole_refund(b), b.currency_code), 0)
   where b.payment_method = 'cash' and exists (
     select 1 from private.departure_offers o
      where o.booking_id = b.id and o.departure_id = b.departure_id
        and o.state in ('open', 'refunded', 'closed') and o.opens_at <= now())
$$;

-- Returns departures of a service in a range of days that have seats for a booking's people. A private group needs one without bookings. Seats that
-- the caller holds count as free, because the move decides.
create function private.departures_for(b private.booking_facts, p_service private.service, p_from date, p_to date)
returns table (slot_id uuid, service_date date, start_time time)
language sql stable security definer set search_path = '' as $$
  select x.slot_id, x.service_date, x.start_time
    from private.slot_seats(array[p_service.id], p_from, p_to) x
    left join public.departures d on d.service_date = x.service_date and d.slot_id = x.slot_id
   where not x.closed and x.available >= b.num_people and (b.booking_type = 'shared' or coalesce(d.held + d.sold, 0) = 0)
$$;

-- Returns an offer as its guest and the desk read it. It has choices while it is open, and hold (hold_json, with the title of its service) while
-- seats of a more expensive service are held. place is the meeting place, and another means that it is another service. card_waits means that the
-- card is only authorised. minimum is as in minimum_for. Without p_choices, no choices are looked up.
create function private.offer_json(o private.departure_offers, p_choices boolean default true)
returns jsonb language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('offer_id', o.id, 'state', o.state, 'kind', b.kind, 'booking_id', b.id, 'service_id', b.service_id, 'title', private.title_of(d),
    'titles', private.titles_of(d.service_id), 'service_date', d.service_date, 'start_time', private.start_of(d), 'place', private.begins_at(d.service_id), 'time_zone', t.time_zone, 'reason', c.reason, 'message', c.message,
    'num_people', b.num_people, 'booking_type', b.booking_type, 'opens_at', o.opens_at, 'expires_at', o.expires_at,
    'refund_amount', private.from_minor(case when o.state = 'open' then private.whole_refund(b) else o.returned_minor end, b.currency_code),
    'payment_method', b.payment_method, 'card_waits', private.is_only_authorised(private.payment_of(b.id)), 'paid_by_other', b.paid_by_other, 'currency_code', b.currency_code, 'currency_symbol', private.currency_symbol(b.currency_code),
    'answered_at', o.answered_at, 'answered_how', o.answered_how,
    'moved_to', (select jsonb_build_object('another', m.service_id <> d.service_id, 'place', private.begins_at(m.service_id), 'title', private.title_of(m), 'titles', private.titles_of(m.service_id), 'service_date', m.service_date,
                   'start_time', private.start_of(m), 'minimum', private.minimum_for(b, m.service_id, m.slot_id, m.service_date))
                   from public.departures m where m.id = o.moved_to),
    'choices', case when o.state = 'open' and p_choices then (
      select coalesce(jsonb_agg(jsonb_build_object('service_id', x.service_id, 'title', x.title, 'titles', x.titles, 'slot_id', x.slot_id,
        'service_date', x.service_date, 'start_time', x.start_time, 'refund_amount', private.from_minor((x.plan).returned, b.currency_code),
        'extra_amount', private.from_minor(greatest((x.plan).difference, 0), b.currency_code),
        'minimum', private.minimum_for(b, x.service_id, x.slot_id, x.service_date))), '[]')
        from private.offer_choices(o) x) else '[]' end,
    'hold', case when o.state = 'open' then (
      select private.stored_hold_json(h) || jsonb_build_object('title', private.title_of(k), 'titles', private.titles_of(k.service_id),
          'minimum', private.minimum_for(b, k.service_id, k.slot_id, k.service_date))
        from private.hold_of_offer(o) h join public.departures k on k.id = h.departure_id) end)
    from private.booking(o.booking_id) b
    join public.departures d on d.id = o.departure_id
    join private.departure_cancellations c on c.id = o.cancellation_id
    join public.territories t on t.id = d.territory_id
$$;

-- Returns the caller's own offers: open ones after the undo time, and those answered in the last 30 days.
create function public.my_departure_offers()
returns setof jsonb language sql stable security definer set search_path = '' as $$
  select private.for_holder(b, private.offer_json(o)) from private.departure_offers o
    join private.booking_facts b on b.id = o.booking_id
   where b.tourist_id = (select auth.uid()) and (select private.session_lives()) and o.opens_at <= now()
     and (o.state = 'open' or (o.state in ('moved', 'refunded') and o.answered_at > now() - interval '30 days'))
   order by o.state <> 'open', o.expires_at, o.id
$$;

-- Returns the offer of an email's link, which answers for its booking, once. Raises 404 'offer_not_found'.
create function private.linked_offer(p_token text)
returns private.departure_offers language plpgsql stable security definer set search_path = '' as $$
declare
  o private.departure_offers;
begin
  select * into o from private.departure_offers x where x.id = private.linked('offer', p_token) and x.opens_at <= now();
  if o.id is null then
    perform private.fail(404, 'offer_not_found', 'This link is no longer valid');
  end if;
  return o;
end $$;

create function public.departure_offer_by_link(p_token text)
returns jsonb language sql stable security definer set search_path = '' as $$
  select private.for_holder(private.booking(o.booking_id), private.offer_json(o)) from private.linked_offer(p_token) o
$$;
grant execute on function public.departure_offer_by_link(text) to anon;

-- Returns guests with and without an answer, open offers first, for people who may cancel the departure: [{offer, full_name, whatsapp_number,
-- walk_in, told, cash_due}]. told is false for dock sales without an address, whom staff must tell in person. cash_due is the cash that still has to
-- be refunded. Drivers get no amounts. Raises 403 'forbidden'.
create function public.departure_answers(p_departure_id uuid)
returns setof jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  d public.departures;
  v_amounts boolean;
begin
  perform private.require_user();
  select * into d from public.departures x where x.id = p_departure_id;
  if d.id is null or not private.may_cancel(d) then
    perform private.fail(403, 'forbidden', 'You don''t have permission to do this');
  end if;
  v_amounts := private.reads_payments(d.service_id);
  return query
    select jsonb_build_object('offer', private.offer_json(o, false) - 'choices' || case when v_amounts then '{}'::jsonb else '{"refund_amount": null}' end,
             'whatsapp_number', b.whatsapp_number,
             'full_name', coalesce((select p.full_name from public.profiles p where p.id = b.tourist_id), b.guest_name),
             'cash_due', case when v_amounts and o.state <> 'moved' then private.cash_to_return(b) end, 'walk_in', b.walk_in, 'told', not b.walk_in or exists (select 1 from private.dock_reader(b)))
      from private.departure_offers o join private.booking_facts b on b.id = o.booking_id
     where o.departure_id = d.id and o.state in ('open', 'moved', 'refunded')
     order by array_position('{open,moved,refunded}', o.state), o.answered_at, o.id;
end $$;
