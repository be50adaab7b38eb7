-- Details for the lists of departures: why they are cancelled and how many guests have answered, whether they need a minimum of guests, their
-- waitlist (departures/waitlist.sql), and their delay (departures/delays.sql).

-- Returns status details of the first 1000 of these departures that the caller may cancel, if they have any. expected_time: when a delayed one leaves. reason and the columns after it are set
-- if it is cancelled. answered_offers were answered by people, and returned_offers refunded automatically without an answer. cancelled_together: how
-- many departures an undo restores. undo_until: how long the caller may undo it, null if not allowed. min_to_run, decides_at: if it has a minimum.
-- waitlist_people: the seats that its waitlist wants. waitlist_seats: those not offered yet, without private groups, which more capacity doesn't help.
-- condition: 'closed' or 'delayed', if an alert affects an undecided departure.
create function public.departure_states(p_departures uuid[])
returns table (departure_id uuid, status text, reason text, cancellation_id uuid, cancelled_together int, undo_until timestamptz,
  open_offers int, answered_offers int, returned_offers int, min_to_run int, sold int, decides_at timestamptz, waitlist_people int, waitlist_seats int,
  condition text, delay_minutes int, expected_time time)
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_user();
  return query
    select d.id, d.status, c.reason, c.id, (select count(*)::int from public.departures x where x.cancellation_id = c.id),
           case when c.id is null then null when private.may_undo_cancellation(c, d) then c.undo_until end,
           n.waiting, n.answered, n.returned, m.min_to_run, d.sold, m.decides_at, q.wanted, q.seats,
           case when m.min_to_run is not null then private.condition_of(d) end, d.delay_minutes, private.expected_time(d)
      from public.departures d
      left join private.departure_cancellations c on c.id = d.cancellation_id
      left join lateral private.minimum_of(d) m on d.status in ('scheduled', 'confirmed') and d.sold > 0 and not d.exclusive
      cross join lateral (
        select count(*) filter (where o.state = 'open')::int as waiting,
               count(*) filter (where o.state in ('moved', 'refunded') and o.answered_how <> 'expiry')::int as answered,
               count(*) filter (where o.answered_how = 'expiry')::int as returned
          from private.departure_offers o where o.departure_id = d.id) n
      cross join lateral (
        select coalesce(sum(w.num_people), 0)::int as wanted, coalesce(sum(w.num_people) filter (where w.state = 'waiting' and w.booking_type = 'shared'), 0)::int as seats
          from private.waitlist w where w.departure_id = d.id and w.state in ('waiting', 'offered')) q
     where d.id = any (p_departures[1:1000]) and (d.status = 'cancelled' or m.min_to_run is not null or q.wanted > 0 or d.delay_minutes > 0)
       and private.may_cancel(d);
end $$;

-- Returns one offer with its choices, for staff who answer it for a guest on the phone. Raises 404 'offer_not_found'.
create function public.departure_offer(p_offer_id uuid)
returns jsonb language plpgsql stable security definer set search_path = '' as $$
declare
  o private.departure_offers;
begin
  perform private.require_user();
  select * into o from private.departure_offers x where x.id = p_offer_id;
  if o.id is null or not private.runs_territory((private.booking(o.booking_id)).territory_id) then
    perform private.fail(404, 'offer_not_found', 'This link is no longer valid');
  end if;
  return private.offer_json(o);
end $$;
