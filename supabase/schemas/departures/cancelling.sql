-- Cancels departures, and undoes it. Each active booking of a cancelled departure gets an offer (departures/offers.sql). Locks the caller, then
-- departures in the order of their ids, then offers.

-- Cancels departures, once per key, and decides about each separately. p_proposed_service_id is another service of their kind and territory to which
-- the guests can also move. With p_refund_now the guests are refunded without a choice. Returns {cancellation_id, reason, undo_until, undone,
-- departures: [{kind, service_id, slot_id, service_date, departure_id, outcome}]}, where outcome is 'cancelled', 'already_cancelled', 'departed',
-- 'own_departure', 'forbidden' or 'failed'. Raises 429 for cancelling too often, 400 'invalid_input' and 'line_not_plain', 403 'forbidden' if the
-- caller can cancel none of them, and what once raises.
create function public.cancel_departures(p_selection jsonb, p_reason text, p_message text, p_key uuid,
  p_proposed_service_id uuid default null, p_refund_now boolean default false)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := private.require_user();
  v_done jsonb := private.once(p_key, jsonb_build_array('cancel_departures', p_selection, p_reason, p_message, p_proposed_service_id, p_refund_now));
  c private.departure_cancellations;
begin
  if p_reason is null or p_reason not in ('weather', 'road', 'too_few', 'vehicle', 'other') then
    perform private.invalid('Please say why');
  elsif length(p_message) > 500 then
    perform private.invalid('The message has more than 500 characters');
  end if;
  p_message := private.check_text(p_message);
  select * into c from private.departure_cancellations x where x.id = (v_done ->> 'cancellation')::uuid;
  if c.id is null then
    perform private.limit_rate('departure_cancel', count(*) filter (where x.created_at > now() - interval '1 minute'), count(*))
       from private.departure_cancellations x where x.actor_id = v_user and x.created_at > now() - interval '1 hour';
    perform private.check_proposal(p_selection, p_proposed_service_id);
    insert into private.departure_cancellations (actor_id, reason, message, proposed_service_id, refund_now, undo_until)
    values (v_user, p_reason, nullif(private.trimmed(p_message), ''), p_proposed_service_id, coalesce(p_refund_now, false),
            now() + private.limit_value('departure.undo_seconds') * interval '1 second')
    returning * into c;
    perform private.done(p_key, jsonb_build_object('cancellation', c.id));
    c.result := private.cancel_each(p_selection, c);
    update private.departure_cancellations set result = c.result where id = c.id;
  end if;
  return private.cancellation_json(c);
end $$;

-- Raises 400 'invalid_input' if the proposed service suits no departure of the request, because it doesn't exist, can't be booked, or is of another
-- kind or territory.
create function private.check_proposal(p_selection jsonb, p_proposed_service_id uuid)
returns void language plpgsql stable security definer set search_path = '' as $$
begin
  if p_proposed_service_id is not null and not exists (
      select 1 from (select distinct x.kind, private.territory_of_service(x.service_id) as territory_id from private.select_departures(p_selection) x) s
       cross join lateral private.bookable_service(p_proposed_service_id) v where v.kind = s.kind and v.territory_id = s.territory_id) then
    perform private.invalid('Another service must be of the same kind and territory');
  end if;
end $$;

create function private.cancellation_json(c private.departure_cancellations)
returns jsonb language sql stable set search_path = '' as $$
  select jsonb_build_object('cancellation_id', c.id, 'reason', c.reason, 'undo_until', c.undo_until, 'undone', c.undone_at is not null,
    'departures', c.result)
$$;

-- Cancels the departures of a request one by one. Those without a row are created first, because a concurrent creation must not wait for a departure
-- locked here.
create function private.cancel_each(p_selection jsonb, c private.departure_cancellations)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  s record;
  v_done jsonb := '[]';
  v_outcome text;
begin
  perform private.ensure_departure(x.slot_id, x.service_date)
     from private.select_departures(p_selection) x
    where x.departure_id is null
      and private.cancel_outcome(x.service_id, x.slot_id, x.service_date, null, x.start_time) = 'cancel';
  for s in
    select x.*, private.cancel_outcome(x.service_id, x.slot_id, x.service_date, x.departure_id, x.start_time) as outcome
      from private.select_departures(p_selection) x order by x.departure_id
  loop
    v_outcome := s.outcome;
    begin
      if v_outcome = 'cancel' then
        v_outcome := private.cancel_departure(s.departure_id, c, 'host');
      end if;
    exception when others then
      raise warning 'departure % was not cancelled: %', s.departure_id, sqlerrm;
      v_outcome := 'failed';
    end;
    v_done := v_done || (to_jsonb(s) || jsonb_build_object('outcome', v_outcome));
  end loop;
  if not jsonb_path_exists(v_done, '$[*] ? (@.outcome != "forbidden")') then
    perform private.fail(403, 'forbidden', 'You don''t have permission to do this');
  end if;
  return v_done;
end $$;

-- Cancels one departure, so that no one can hold or buy its seats from now on. Returns 'cancelled', 'already_cancelled', 'departed' or
-- 'own_departure'.
create function private.cancel_departure(p_departure_id uuid, c private.departure_cancellations, p_actor text)
returns text language plpgsql security definer set search_path = '' as $$
declare
  d public.departures;
begin
  select * into d from public.departures x where x.id = p_departure_id for no key update;
  if d.status = 'cancelled' then
    return 'already_cancelled';
  elsif not private.departure_may(d.status, 'cancelled', p_actor) or private.departs_at(d) <= now() then
    return 'departed';
  elsif p_actor = 'host' and private.has_own_booking_on(d.id) then
    return 'own_departure'; -- the caller has just booked it
  end if;
  update public.departures set status = 'cancelled', cancelled_from = d.status, (start_time, end_time) = (select x.leaves, x.ends from private.times_of(d, null) x),
      cancellation_id = c.id
   where id = d.id returning * into d;
  perform private.audit('cancel_departure', d.territory_id, 'departures', d.id::text,
    jsonb_strip_nulls(jsonb_build_object('reason', c.reason, 'message', c.message, 'date', d.service_date)));
  perform private.offer_bookings(d.id);
  perform private.tell_crew(d, c);
  return 'cancelled';
end $$;

-- Returns whether the caller can undo a cancellation. This is the person who cancelled, and those who run it (the territory's team, and for transport
-- its shuttle managers). A guide or driver can't undo a cancellation by the desk, but can undo an automatic one.
create function private.may_undo_cancellation(c private.departure_cancellations, d public.departures)
returns boolean language sql stable security definer set search_path = '' as $$
  select c.actor_id = auth.uid() or private.runs_territory(d.territory_id)
    or d.kind = 'transport' and d.territory_id = any (private.my_territories('shuttle'))
    or c.actor_id is null and private.may_cancel(d)
$$;

-- Undoes a cancellation while none of its departures has left. The departures are restored, the offers undone, and emails and notices discarded.
-- Repeating the call returns the same result. It is for the people in may_undo_cancellation. Raises 403 'forbidden' and 'own_departure', 404
-- 'cancellation_not_found' and 409 'departure_undo_over'.
create function public.undo_departure_cancellation(p_cancellation_id uuid)
returns jsonb language plpgsql security definer set search_path = '' as $$
declare
  v_user uuid := private.require_user();
  c private.departure_cancellations;
  v_ids uuid[];
begin
  select * into c from private.departure_cancellations x where x.id = p_cancellation_id;
  v_ids := array(select x.id from public.departures x where x.cancellation_id = c.id order by x.id for no key update);
  select * into c from private.departure_cancellations x where x.id = p_cancellation_id for update;
  if c.id is null then
    perform private.fail(404, 'cancellation_not_found', 'We couldn''t find this cancellation.');
  elsif c.actor_id is distinct from v_user and (v_ids = '{}' or exists (
      select 1 from public.departures x where x.id = any (v_ids) and not private.may_undo_cancellation(c, x))) then
    perform private.fail(403, 'forbidden', 'You don''t have permission to do this');
  elsif c.undone_at is not null then
    return private.cancellation_json(c);
  elsif clock_timestamp() >= c.undo_until then
    perform private.fail(409, 'departure_undo_over', 'You can no longer undo the cancellation, because we''re already notifying the guests.');
  end if;
  perform private.refuse_own_departure(x) from unnest(v_ids) x;
  update public.departures set status = cancelled_from, cancelled_from = null, start_time = case when held + sold > 0 then start_time end,
      end_time = case when held + sold > 0 then end_time end, cancellation_id = null where id = any (v_ids);
  perform private.discard_offers(c.id);
  update private.departure_cancellations set undone_at = now() where id = c.id returning * into c;
  perform private.audit('undo_departure_cancellation', d.territory_id, 'departures', d.id::text, jsonb_build_object('date', d.service_date))
     from public.departures d where d.id = any (v_ids);
  return private.cancellation_json(c);
end $$;

-- Returns the guide or drivers of a departure.
create function private.crew_of(d public.departures)
returns setof uuid language sql stable security definer set search_path = '' as $$
  select p.id
    from (
      select b.guide_id as id from public.bookings b where b.departure_id = d.id and b.guide_id is not null and private.is_live(b.status)
      union
      select private.leader_of(d) where d.kind = 'experience'
      union
      select r.driver_id from private.departure_drivers(d.slot_id, d.service_date) r) p
   where p.id is not null
$$;

-- Notifies the guide or drivers that it is cancelled, except the person who cancelled it.
create function private.tell_crew(d public.departures, c private.departure_cancellations)
returns void language sql security definer set search_path = '' as $$
  select private.tell_departure('crew:' || c.id || ':' || d.id || ':' || p, p, 'departure_stopped',
    private.departure_params(d) || jsonb_build_object('reason', c.reason),
    d.territory_id, null, 'cancellation:' || c.id, c.undo_until)
    from private.crew_of(d) p where p is distinct from c.actor_id
$$;

-- Queues a notice about a departure's problem, once per key, to be sent at p_not_before. No other function writes such notices.
create function private.tell_departure(p_key text, p_user_id uuid, p_type text, p_params jsonb, p_territory_id text, b private.booking_facts,
  p_about text, p_not_before timestamptz)
returns void language sql security definer set search_path = '' as $$
  insert into private.outbox (dedupe_key, kind, template, recipient, payload, next_attempt_at)
  select 'notification:departure:' || p_key, 'notification', p_type, p_user_id::text,
         jsonb_build_object('wording', p_type, 'params', p_params, 'territory_id', coalesce(b.territory_id, p_territory_id),
           'booking_id', b.id, 'about', p_about), p_not_before
   where p_user_id is not null
  on conflict (dedupe_key) do nothing
$$;
