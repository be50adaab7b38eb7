-- All invariants of money, seats, emails and passports, for the doctor (`npm run doctor`), the hourly check and the admins' page.

-- Returns every rule with its meaning and how to fix a row that breaks it, in display order.
create function private.invariant_rules()
returns table (n int, rule text, meaning text, todo text) language sql immutable set search_path = '' as $$
  select row_number() over ()::int, v.rule, v.meaning, v.todo from (values
    ('sold = seats of live bookings', 'A departure''s number of sold seats matches its active bookings',
      'Compare the departure''s bookings with its seats, then set the sold seats to those of its active bookings'),
    ('held = seats of live holds', 'A departure''s number of held seats matches its active holds',
      'Compare the departure''s holds with its seats, then set the held seats to those of holds in state “held”'),
    ('held + sold <= capacity', 'No departure has more seats held and sold than its capacity',
      'Move a group to another departure, or raise the capacity'),
    ('a private departure has one group', 'A private departure has one active booking or hold and is marked as private',
      'Move the other group, or make the departure shared'),
    ('a hold has one booking when consumed, else none', 'A hold is used only once, for a new booking or for a change',
      'Check the payment for the hold, then make the booking or refund the payment'),
    ('a change that costs more was paid for', 'Each booking change paid by card has a charge and held seats, and each charge for a change has its booking change',
      'Compare the charge with the change, then make the change or refund the charge'),
    ('a cancelled departure has asked its guests', 'Each active booking on a cancelled departure has an open offer',
      'Check that the reconciler is running, then look for the booking among the failures'),
    ('one open offer for a booking', 'No booking has two open offers',
      'Close the booking''s older offer'),
    ('an open offer is of a live booking that waits', 'An offer stays open only while the booking is on the cancelled departure',
      'Check the booking, then close the offer or move the booking back to the departure'),
    ('an offer is answered in time', 'We refund the guest within an hour after an offer expires',
      'Check that the reconciler is running, then look for the offer among the failures'),
    ('an answered offer was kept', 'A guest who chose a refund no longer has a seat. A guest who chose another departure has been moved there.',
      'Compare the booking''s history with the guest''s answer'),
    ('a departure is decided in time', 'We confirm or cancel every departure with too few guests by its deadline',
      'Check that the reconciler is running, then confirm or cancel the departure'),
    ('a departure leaves at an hour that was sold', 'A departure with guests leaves at the time of one of its bookings',
      'Set the departure''s start time to the one its guests booked'),
    ('no driver is in two places at once', 'The coming runs of a driver don''t overlap',
      'Choose another driver for one of these departures in the driver plan'),
    ('a cancelled departure has its cancellation', 'A cancelled departure has a cancellation that wasn''t undone',
      'Set the departure''s correct status and cancellation'),
    ('offered seats are somebody''s who waits', 'Seats held for a waitlist belong to one person who is still waiting',
      'Release the hold, so that we can offer its seats to the next person'),
    ('an offer from a waitlist has its seats', 'A waitlist offer holds seats for that person on that departure',
      'Set the waitlist entry to expired. The guest can join again.'),
    ('a waitlist ends with its departure', 'We close a waitlist within an hour after its departure leaves or is cancelled',
      'Check that the reconciler is running, then look for the waitlist among the failures'),
    ('nobody waits for seats that are free', 'Within an hour, we offer available seats to the first group on the waitlist for which there are enough',
      'Check that the reconciler is running, then look for the waitlist among the failures'),
    ('an expired hold lets go of its seats', 'We release the seats within an hour after a hold expires',
      'Check that the reconciler is running, then look for the hold among the failures'),
    ('a reserve of a phone has its seats', 'Seats held for offline sales equal the seats given to the phone minus those it has sold',
      'Release the seats held for the phone. The seats it sold have their own bookings.'),
    ('ledger = captured - refunded - disputed', 'A booking''s ledger total equals its payments minus refunds and chargebacks',
      'Compare the payment with the one in Stripe, then add the missing ledger entry'),
    ('shares add up to the price', 'The shares of a sale add up to its price',
      'Add the difference to the ledger as a new entry. Never change existing entries.'),
    ('no share is below zero', 'No one has refunded more cash than they received',
      'Look for a refund that was recorded twice'),
    ('ledger and payment speak the booking''s currency', 'Each booking has one currency',
      'Check in Stripe which currency was charged, then correct the other entries'),
    ('what was paid is the price', 'A payment never exceeds the booking''s price',
      'Check in Stripe how much was charged, then refund anything above the price'),
    ('a changed booking has a price and a value', 'After each change, a booking and its seats have a price above zero, and the booking''s price covers what was paid for the seats',
      'Compare the booking''s history with its changes, then correct the price and value of the changes'),
    ('an order has one person and one currency', 'An order has one guest and one currency, and each booking has one order',
      'Compare the order with its payments and bookings. Move anything that isn''t part of the order into a new one.'),
    ('a payment has its lines', 'Each payment lists its bookings, and charges all of them or none',
      'Check in Stripe how much was charged, then correct the amounts of the payment''s bookings'),
    ('the cash books have the cash that was received', 'Cash received for a booking, minus cash refunds, equals its payment',
      'Compare the booking''s history with the cash books of the people who received the cash, then add the missing entry'),
    ('a signed handover is in its book', 'Cash counted at the desk leaves the cash book of the person who brought it, and returns to it if the count is reversed',
      'Compare the handover with the cash book, then add the missing entry'),
    ('captured money has a booking or a refund', 'Every card payment has a booking or a refund',
      'Refund the payment, or book the trip for the guest'),
    ('a completed card booking is captured', 'A booking marked as paid by card has been charged',
      'Check the PaymentIntent in Stripe, then capture it or cancel the booking'),
    ('a completed booking has its money', 'An active booking marked as paid has a payment',
      'Ask the region''s team whether the booking was paid, then set the correct status'),
    ('captured card money never reads pending', 'An active booking with a charged card is marked as paid',
      'Set the booking''s payment to completed'),
    ('a live booking stands on no cancelled payment', 'When Stripe releases the amount on hold, the seats are released too',
      'Ask the guest to pay again, or cancel the booking'),
    ('a refunded booking has given its money back', 'A booking marked as refunded has been refunded, or its refund is on its way',
      'Refund the remaining amount from the booking'),
    ('refunds done at Stripe are in the books', 'Every refund made in Stripe is recorded',
      'Compare the refunds in Stripe with the ledger, then add the missing refund'),
    ('disputes are in the books', 'Every chargeback is recorded, and so is every amount returned after a won dispute',
      'Compare the payment''s disputes in Stripe with the ledger'),
    ('an authorised card is charged or let go', 'We charge or release a card within an hour after its hold ends, unless the departure is undecided',
      'Capture or cancel the PaymentIntent in Stripe'),
    ('an operation at Stripe has failed for good', 'No Stripe operation has permanently failed',
      'Try the refund again below, or refund the guest in Stripe or in cash'),
    ('nothing waits too long at Stripe', 'Captures and cancellations take an hour at most, and refunds three days',
      'Check that Stripe is available, then look for the operation among the failures'),
    ('every event of Stripe is processed', 'Every recorded Stripe event has been processed',
      'Send the event again from the Stripe dashboard'),
    ('a partner''s share has its commission', 'A partner''s unpaid commission equals their share in the ledger',
      'Set the unpaid commission to the partner''s share in the ledger'),
    ('the region''s earnings equal its share', 'A region''s earnings from a booking equal its share in the ledger',
      'Run credit_missing_earnings, then compare the result with the ledger'),
    ('a share is what the ledger has', 'The amount due to each party for a booking equals their share in the ledger',
      'Run credit_missing_shares, then compare the result with the ledger'),
    ('a share is paid as its payouts say', 'The paid amount of a share is the sum of its payout lines',
      'Compare the share with its payout lines. These should never be deleted.'),
    ('nobody was paid more than there was', 'A share''s payouts never add up to more than the share',
      'Reverse the extra payout on the region''s Finances page'),
    ('a payout is the sum of its lines', 'The amount of a payout is the sum of its lines', 'Find out who changed an entry. Payouts and their lines are only ever added, never changed.'),
    ('a share is paid once at a time', 'A share is in only one payout, unless the payout was reversed', 'Reverse one of the two payouts on the region''s Finances page'),
    ('a payout that reads paid was owed', 'A share is marked as paid out only if it has a payout',
      'On the region''s Finances page, set that booking''s payout back to pending, then pay it again'),
    ('a closed month is what it froze', 'The figures of a closed month equal the ledger entries that were frozen with it',
      'Find out who changed an entry. The ledger and closed months are only ever added to, never changed.'),
    ('a referral is its booking''s', 'A referral uses the same link as its booking',
      'Change the referral''s link to the booking''s link'),
    ('a confirmed booking has its e-mail', 'Each booking has a confirmation email, sent or waiting to be sent',
      'Send the confirmation again from the booking'),
    ('one letter for each end and return of a booking', 'No one gets the same email twice',
      'Discard the second message if it hasn''t been sent, and find out why it was created'),
    ('no e-mail or notification is stuck', 'We send emails and notifications no more than an hour late',
      'Check that the reconciler is running, then look for the message on the Mail page'),
    ('no e-mail is given up', 'No email has permanently failed in the last 30 days',
      'Open Mail, then correct the address and send the email again, or discard it'),
    ('a booking has its check-in code', 'Every booking has a check-in code',
      'Create a code for the booking, or ask the guest to show the receipt'),
    ('who is here of a booking came at a press', 'If part of a group has arrived, each person was checked in only once',
     'Read the booking''s history, then mark its arrival again in the list of bookings'),
    ('a ticket is whose it was given to', 'A ticket belongs to the last person who accepted it, and keeps no passport photos of earlier holders',
      'Compare the booking''s history with its ticket holder, then set the holder to the person who accepted the ticket'),
    ('an invitation to take a ticket ends in time', 'A ticket invitation is open only while the booking is active and the deadline hasn''t passed',
      'Check that the reconciler is running, then set the invitation to expired'),
    ('a payer is named where it is not the holder', 'A booking has a separate payer only if the ticket was transferred',
      'Compare the booking''s history with its payer, then remove the payer if the holder paid'),
    ('seats kept for a change are its holder''s', 'Seats held for a booking change belong to the ticket holder',
      'Release the hold and its seats'),
    ('a condition ends after it begins', 'A travel alert ends after it begins',
      'Set the correct end time, or end the travel alert now'),
    ('a condition touches its territory''s services', 'A travel alert affects only services in its own region',
      'Remove the service from the travel alert, and post a new alert in the service''s region'),
    ('a change of a condition is told once', 'Guests get one email for each change to a travel alert',
      'Discard the second message if it hasn''t been sent, and find out why it was created'),
    ('a passport image exists', 'Every passport photo of a booking exists',
      'Ask the guest for the photo again'),
    ('a passport is gone 30 days after the service', 'We delete passport photos 30 days after the trip',
      'Look for the photo among the failures, then delete it in Storage'),
    ('an unused passport is gone after a day', 'We delete passport photos without a booking after a day',
      'Look for the photo among the failures, then delete it in Storage'),
    ('roles are their grants', 'The roles shown on a profile match the roles that were granted',
      'Check the person''s roles under People, then save them'),
    ('the guards of the database are in place', 'All required keys, checks and row level security are in place',
      'Run the migrations again, because a key, a check or row level security is missing'),
    ('every rule can be checked', 'Every rule can be checked',
      'Read the error. We can''t check the rules in this group until it''s fixed.')
  ) v (rule, meaning, todo)
$$;

-- Checks everything, or each minute the changes of the core tables since p_since. It is one statement and so one snapshot, without half of a
-- concurrent commit. A failing check is a row itself and doesn't stop the others.
create function service.check_invariants(p_since timestamptz default null)
returns table (rule text, subject text, expected numeric, actual numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  windowed constant text[] := '{check_ledger,check_departure_seats,check_payments}';
  whole constant text[] := '{check_seats,check_departures,check_waitlists,check_money,check_cash,check_bookings,check_arrivals,check_transfers,check_conditions,check_earnings,check_payouts,check_month_closings,check_outbox,check_passports,check_guards}';
  v_check text;
begin
  foreach v_check in array windowed || case when p_since is null then whole else '{}' end loop
    begin
      return query execute format('select * from private.%I(%s)', v_check, case when v_check = any (windowed) then '$1' end) using p_since;
    exception when others then
      return query select 'every rule can be checked', v_check || ': ' || sqlerrm, 1::numeric, 0::numeric;
    end;
  end loop;
end $$;

-- The three functions below also check only changes since p_since. `v_all or …` is resolved when a statement is planned for its arguments, so that a
-- time range uses indexes and a complete check one pass. (force_custom_plan would also replan every function called per row.)

-- Checks that a booking's ledger equals what was captured minus what was refunded or reversed by a bank.
create function private.check_ledger(p_since timestamptz)
returns table (rule text, subject text, expected numeric, actual numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_all boolean := p_since is null;
  v_bookings uuid[]; -- whose payments changed
begin
  if not v_all then
    v_bookings := array(
      select p.booking_id from private.charges p
       where p.updated_at >= p_since and p.booking_id is not null);
  end if;
  return query
  -- The ledger of a booking is captured minus refunded minus disputed, for cash and cards.
  with money as (
    select p.booking_id as id, sum(private.from_minor(p.captured_minor - p.refunded_minor - p.disputed_minor, p.currency)) as amount
      from private.charges p
     where p.booking_id is not null and (v_all or p.updated_at >= p_since)
     group by 1),
  booked as (
    select l.booking_id as id, sum(l.amount) as amount
      from private.ledger l
     where v_all or l.booking_id = any (v_bookings)
     group by 1)
  select 'ledger = captured - refunded - disputed', coalesce(m.id, b.id)::text, coalesce(m.amount, 0), coalesce(b.amount, 0)
    from money m full join booked b on b.id = m.id
   where coalesce(m.amount, 0) <> coalesce(b.amount, 0);
end $$;

-- Checks that the seats of a departure equal those of its live bookings and holds.
create function private.check_departure_seats(p_since timestamptz)
returns table (rule text, subject text, expected numeric, actual numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_all boolean := p_since is null;
  v_departures uuid[]; -- departures whose seats changed, which happens only with a booking or a hold
begin
  if not v_all then
    v_departures := array(
      select b.departure_id from public.bookings b where b.updated_at >= p_since
      union select h.departure_id from private.holds h where h.created_at >= p_since or h.state = 'held');
  end if;
  return query
  with live as (
    select b.departure_id, sum(b.seats) as seats from public.bookings b
     where private.is_live(b.status) and (v_all or b.departure_id = any (v_departures))
     group by 1)
  select 'sold = seats of live bookings', d.id::text, coalesce(l.seats, 0)::numeric, d.sold::numeric
    from public.departures d left join live l on l.departure_id = d.id
   where d.sold <> coalesce(l.seats, 0) and (v_all or d.id = any (v_departures));

  return query
  with live as (
    select h.departure_id, sum(h.seats) as seats from private.holds h where h.state = 'held' group by 1)
  select 'held = seats of live holds', d.id::text, coalesce(l.seats, 0)::numeric, d.held::numeric
    from public.departures d left join live l on l.departure_id = d.id
   where d.held <> coalesce(l.seats, 0) and (v_all or d.id = any (v_departures));
end $$;

-- Checks that captured money has a booking or is refunded, a paid card booking is captured, and no refund was given up.
create function private.check_payments(p_since timestamptz)
returns table (rule text, subject text, expected numeric, actual numeric)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_all boolean := p_since is null;
begin
  -- Captured money without an active booking is refunded or being refunded.
  return query
  select 'captured money has a booking or a refund', p.payment_intent_id, 0::numeric, private.refundable_minor(p)::numeric
    from private.charges p
   where p.captured_minor > 0 and p.booking_id is null and private.refundable_minor(p) > 0
     and (v_all or p.updated_at >= p_since);

  return query
  select 'a completed card booking is captured', p.booking_id::text, p.amount_minor::numeric, p.captured_minor::numeric
    from private.charges p
    join public.bookings b on b.id = p.booking_id
   where p.method = 'card' and b.payment_status = 'completed' and p.captured_minor = 0 and (v_all or p.updated_at >= p_since);

  return query
  select 'an operation at Stripe has failed for good', o.payment_intent_id || ':' || o.op, 0::numeric, coalesce(o.amount_minor, 0)::numeric
    from private.stripe_ops o
   where o.state = 'failed' and o.op like 'refund:%';
end $$;

-- Returns whether a booking was cancelled or refunded and then reinstated.
create function private.was_revived(p_booking_id uuid)
returns boolean language sql stable set search_path = '' as $$
  select exists (
    select 1 from public.booking_events e
     where e.booking_id = p_booking_id and e.from_status in ('cancelled', 'refunded') and private.is_live(e.to_status))
$$;

-- Other invariants of seats and holds.
create function private.check_seats()
returns table (rule text, subject text, expected numeric, actual numeric)
language sql stable security definer set search_path = '' as $$
  select 'held + sold <= capacity', d.id::text, d.capacity::numeric, (d.held + d.sold)::numeric
    from public.departures d where d.held + d.sold > d.capacity
  union all
  -- A departure that is marked private or has a private group has exactly one.
  select 'a private departure has one group', d.id::text, case when d.exclusive or g.private > 0 then 1 else 0 end, g.groups
    from public.departures d
    join (select x.departure_id, count(*) as groups, count(*) filter (where x.booking_type = 'private') as private from (
            select b.departure_id, b.booking_type from public.bookings b where private.is_live(b.status)
            union all
            select h.departure_id, h.booking_type from private.holds h where h.state = 'held' and h.seats > 0) x
           group by 1) g on g.departure_id = d.id
   where (d.exclusive or g.private > 0) and (g.groups <> 1 or not d.exclusive or g.private <> 1)
  union all
  select 'a private departure has one group', d.id::text, 1, 0 from public.departures d
   where d.exclusive and d.held + d.sold = 0
  union all
  select 'a hold has one booking when consumed, else none', h.id::text,
         case when h.state = 'consumed' then 1 else 0 end, count(b.hold_id)
    from private.holds h
    left join (select x.hold_id from public.bookings x
               union all select x.hold_id from private.booking_changes x where x.hold_id is not null) b on b.hold_id = h.id
   group by h.id, h.state having count(b.hold_id) <> case when h.state = 'consumed' then 1 else 0 end
  union all
  select 'an expired hold lets go of its seats', h.id::text, 0, h.seats
    from private.holds h where h.state = 'held' and h.expires_at < now() - interval '1 hour'
  union all
  select 'a reserve of a phone has its seats', r.id::text, r.seats - r.sold, h.seats
    from private.seat_reserves r join private.holds h on h.id = r.hold_id
   where h.state = 'consumed' or (h.state = 'held' and (h.seats <> r.seats - r.sold or not h.at_dock))
$$;

create function private.check_departures()
returns table (rule text, subject text, expected numeric, actual numeric)
language sql stable security definer set search_path = '' as $$
  select 'a cancelled departure has asked its guests', b.id::text, 1::numeric, 0::numeric
    from public.departures d join public.bookings b on b.departure_id = d.id
   where d.status = 'cancelled' and private.is_live(b.status)
     and not exists (select 1 from private.departure_offers o where o.booking_id = b.id and o.state = 'open' and o.departure_id = d.id)
  union all
  select 'one open offer for a booking', o.booking_id::text, 1, count(*) from private.departure_offers o where o.state = 'open' group by o.booking_id having count(*) > 1
  union all
  select 'an open offer is of a live booking that waits', o.id::text, 1, 0
    from private.departure_offers o join public.bookings b on b.id = o.booking_id left join public.departures d on d.id = b.departure_id
   where o.state = 'open' and (not private.is_live(b.status) or b.departure_id <> o.departure_id
     or d.status <> 'cancelled' or d.cancellation_id is distinct from o.cancellation_id)
  union all
  select 'an offer is answered in time', o.id::text, 1, 0 from private.departure_offers o where o.state = 'open' and o.expires_at < now() - interval '1 hour'
  union all
  select 'an answered offer was kept', o.id::text, 1, 0
    from private.departure_offers o join public.bookings b on b.id = o.booking_id
   where (o.state = 'refunded' and private.is_live(b.status) and b.departure_id = o.departure_id)
      or (o.state = 'moved' and b.departure_id = o.departure_id)
  union all
  select 'a departure is decided in time', d.id::text, 1, 0
    from private.departure_decisions g
    join public.departures d on d.id = g.departure_id
    join public.territories t on t.id = d.territory_id
   where d.status = 'scheduled' and d.sold > 0 and g.decides_at < now() - interval '1 hour'
     and case when private.local_time(t.time_zone) is not null
              then private.departure_moment(d.service_date, private.start_of(d), t.time_zone) > now() end
  union all
  select 'a departure leaves at an hour that was sold', d.id::text, 1, 0
    from public.departures d
   where d.sold > 0 and exists (select 1 from public.bookings b where b.departure_id = d.id and b.booking_date = d.service_date and private.is_live(b.status))
     and not exists (select 1 from public.bookings b where b.departure_id = d.id and b.booking_date = d.service_date and private.is_live(b.status)
                        and b.start_time is not distinct from d.start_time)
  union all
  select 'a cancelled departure has its cancellation', d.id::text, 1, 0
    from public.departures d join private.departure_cancellations c on c.id = d.cancellation_id
   where d.status <> 'cancelled' or c.undone_at is not null
  union all
  select 'no driver is in two places at once', x.driver_id::text, 1, 0
    from (select distinct d.driver_id from public.shuttle_drivers d) x where private.is_in_two_places(x.driver_id)
$$;

-- Checks the invariants of waitlists. Seats freed or offered in the last hour are left to the scheduled job.
create function private.check_waitlists()
returns table (rule text, subject text, expected numeric, actual numeric)
language sql stable security definer set search_path = '' as $$
  with live as (
    select w.*, h.state as hold_state, h.offered, h.user_id as holder, h.departure_id as held_on
      from private.waitlist w left join private.holds h on h.id = w.hold_id where w.state in ('waiting', 'offered'))
  select 'offered seats are somebody''s who waits', h.id::text, 1::numeric, 0::numeric
    from private.holds h
   where h.offered and h.state = 'held' and not exists (select 1 from live l where l.hold_id = h.id)
  union all
  select 'offered seats are somebody''s who waits', h.id::text, 0, 1 from private.holds h where h.offered and h.state = 'consumed'
  union all
  select 'an offer from a waitlist has its seats', l.id::text, 1, 0
    from live l
   where l.hold_id is not null and (not l.offered or l.hold_state <> 'held' or l.holder is distinct from l.user_id or l.held_on <> l.departure_id)
  union all
  select 'a waitlist ends with its departure', l.id::text, 0, 1
    from live l join public.departures d on d.id = l.departure_id
   where private.leaves_at(d) < now() - interval '1 hour'
      or exists (select 1 from private.departure_cancellations c where c.id = d.cancellation_id and c.undo_until < now() - interval '1 hour')
  union all
  select 'nobody waits for seats that are free', l.id::text, l.num_people, d.capacity - d.held - d.sold
    from live l join public.departures d on d.id = l.departure_id
   where l.state = 'waiting' and l.created_at < now() - interval '1 hour' and not d.closed and not d.exclusive
     and d.status in ('scheduled', 'confirmed') and l.booking_type = 'shared' and d.capacity - d.held - d.sold >= l.num_people
     and not exists (select 1 from private.holds h where h.departure_id = d.id and h.created_at > now() - interval '1 hour')
     and exists (select 1 from private.bookable_service(d.service_id) v where v.booking_type in ('shared', 'both'))
     and private.leaves_at(d) > now()
$$;

create function private.check_money()
returns table (rule text, subject text, expected numeric, actual numeric)
language sql stable security definer set search_path = '' as $$
  -- Each sale with what was paid for changes after it. One that was refunded and paid again was of a price that the booking had: those before each of
  -- its changes, and the current one.
  select 'shares add up to the price', b.id || ' ' || s.kind, b.total_price, s.amount + a.amount
    from (select l.booking_id, l.kind, max(l.id) as id, sum(l.amount) as amount from private.ledger l where l.kind like 'sale%' group by 1, 2) s
    join public.bookings b on b.id = s.booking_id
    cross join lateral (select coalesce(sum(l.amount), 0) as amount from private.ledger l
                         where l.booking_id = s.booking_id and l.kind like 'added%' and l.id > s.id) a
   where s.amount + a.amount <> b.total_price
     and not ((exists (select 1 from private.ledger l where l.booking_id = b.id and l.kind like 'sale:%')
       or exists (select 1 from private.payment_of(b.id) p where p.captured_minor <= p.refunded_minor)) and private.to_minor(s.amount, b.currency_code) in (
       select private.to_minor(private.price_of(b.id), b.currency_code) - coalesce(sum(c.difference_minor) over (order by c.created_at desc), 0)
         from (select x.difference_minor, x.created_at from private.booking_changes x where x.booking_id = b.id union all select 0, 'infinity') c))
  union all
  -- The rule is checked from the change to its charge, and in reverse.
  select 'a change that costs more was paid for', coalesce(c.id, p.id)::text, coalesce(c.added_minor, 0), coalesce(p.captured_minor, 0)
    from (select x.* from private.booking_changes x where x.hold_id is not null) c
    full join (select x.* from private.charges x where x.of_change and x.method = 'card' and x.booking_id is not null) p on p.hold_id = c.hold_id
   where c.added_minor is distinct from p.captured_minor or c.booking_id is distinct from p.booking_id
      or not exists (select 1 from private.charges f where f.order_id = p.order_id and f.booking_id = p.booking_id and not f.of_change)
      -- The booking moved to where its seats were held, from where they were.
      or not exists (select 1 from private.holds h where h.id = c.hold_id and h.adds_to = p.booking_id and h.moves_from is not distinct from c.moved_from
                        and (c.moved_to is null or h.departure_id = c.moved_to))
  union all
  select 'no share is below zero', s.booking_id || ' ' || s.party, 0, s.amount
    from (select l.booking_id, l.party, sum(l.amount) as amount from private.ledger l group by 1, 2) s where s.amount < 0
  union all
  select 'ledger and payment speak the booking''s currency', b.id::text, 1, count(distinct x.currency) + 1
    from public.bookings b join (select l.booking_id, upper(l.currency_code) as currency from private.ledger l
      union all select p.booking_id, upper(p.currency) from private.charges p) x on x.booking_id = b.id
   where x.currency <> b.currency_code group by b.id
  union all
  select 'what was paid is the price', b.id::text, private.to_minor(b.total_price, b.currency_code), p.amount_minor
    from (select p.booking_id, sum(p.amount_minor) as amount_minor from private.charges p group by 1) p join public.bookings b on b.id = p.booking_id
   where p.amount_minor <> private.to_minor(b.total_price, b.currency_code)
  union all
  select 'what was paid is the price', min(coalesce(p.payment_intent_id, p.id::text)), sum(p.amount_minor), sum(p.captured_minor - p.refunded_minor)
    from private.charges p group by coalesce(p.booking_id, p.id) having sum(p.captured_minor - p.refunded_minor) > sum(p.amount_minor)
  union all
  select 'a changed booking has a price and a value', f.id::text, private.worth_minor(f), private.value_minor(f)
    from (select distinct c.booking_id from private.booking_changes c) c join private.booking_facts f on f.id = c.booking_id
   where private.worth_minor(f) <= 0 or private.value_minor(f) <= 0 or private.worth_minor(f) < private.paid_of(private.parts_of_value(f))
  union all
  select 'an order has one person and one currency', o.id::text, 1, 0
    from private.orders o join private.holds h on h.order_id = o.id
   where h.currency_code <> o.currency_code or h.user_id <> o.tourist_id
  union all
  select 'an order has one person and one currency', o.id::text, 1, 0
    from private.orders o join private.payments p on p.order_id = o.id where upper(p.currency) <> o.currency_code
  union all
  select 'an order has one person and one currency', h.id::text, 1, 0
    from private.holds h left join private.orders o on o.id = h.order_id where h.state = 'consumed' and o.id is null
  union all
  select 'an order has one person and one currency', x.booking_id::text, 1, count(distinct x.order_id)
    from private.charges x where x.booking_id is not null group by x.booking_id having count(distinct x.order_id) > 1
  union all
  -- A payment is captured as a whole or not at all.
  select 'a payment has its lines', p.id::text, count(l.id), count(l.id) filter (where l.captured_minor > 0)
    from private.payments p left join private.payment_lines l on l.payment_id = p.id
   group by p.id
  having count(l.id) = 0 or count(l.id) filter (where l.captured_minor > 0) not in (0, count(l.id))
  union all
  select 'refunds done at Stripe are in the books', p.payment_intent_id, sum(o.amount_minor), p.refunded_minor
    from private.charges p join private.stripe_ops o on o.line_id = p.line_id and o.state = 'done'
   group by p.line_id, p.payment_intent_id, p.refunded_minor having sum(o.amount_minor) > p.refunded_minor
  union all
  select 'disputes are in the books', p.payment_intent_id, coalesce(d.taken, 0), p.disputed_minor
    from private.charges p
    left join (select x.line_id, sum(x.taken_minor) as taken
                 from private.dispute_lines x join private.disputes y on y.stripe_id = x.stripe_id and y.returned_at is null group by 1) d
      on d.line_id = p.line_id
   where p.disputed_minor <> coalesce(d.taken, 0)
  union all
  select 'an authorised card is charged or let go', p.payment_intent_id, 0, p.amount_minor
    from private.charges p join private.holds h on h.id = p.hold_id
   where p.status = 'requires_capture' and h.expires_at < now() - interval '1 hour'
     and not private.waits_rightly(p)
  union all
  select 'nothing waits too long at Stripe', o.payment_intent_id || ':' || o.op, 0, coalesce(o.amount_minor, 0)
    from private.stripe_ops o
   where o.state = 'queued' and o.created_at < now() - case when o.op like 'refund:%' then interval '3 days' else interval '1 hour' end
  union all
  select 'every event of Stripe is processed', e.id, 1, 0
    from private.stripe_events e where e.processed_at is null and e.received_at < now() - interval '1 hour'
$$;

-- Checks that a booking's statuses match its payment. A reinstated booking has the statuses set by staff.
create function private.check_bookings()
returns table (rule text, subject text, expected numeric, actual numeric)
language sql stable security definer set search_path = '' as $$
  with partner as (
    select x.booking_id as id, sum(x.amount) as amount
      from private.ledger x where x.party = 'partner' group by 1
    having bool_or(x.party_user_id is not null)) -- a partner whose deleted account had the commission
  select 'a completed booking has its money', b.id::text, private.to_minor(b.total_price, b.currency_code), coalesce(p.captured_minor, 0)
    from public.bookings b left join (select x.booking_id, sum(x.captured_minor) as captured_minor from private.charges x group by 1) p on p.booking_id = b.id
   where b.payment_status = 'completed' and private.is_live(b.status) and coalesce(p.captured_minor, 0) = 0
  union all
  select 'captured card money never reads pending', b.id::text, 1, 0
    from public.bookings b join private.charges p on p.booking_id = b.id
   where p.method = 'card' and b.payment_status = 'pending' and private.is_live(b.status) and p.captured_minor > p.refunded_minor
  union all
  select 'a live booking stands on no cancelled payment', b.id::text, 0, 1
    from public.bookings b join private.charges p on p.booking_id = b.id
   where p.status = 'canceled' and private.is_live(b.status) and not private.was_revived(b.id)
  union all
  select 'a refunded booking has given its money back', b.id::text, 0, private.refundable_minor(p)
    from public.bookings b join private.charges p on p.booking_id = b.id
   where b.status = 'refunded' and p.captured_minor > p.refunded_minor and private.refundable_minor(p) > 0
  union all
  select 'a partner''s share has its commission', l.id::text, l.amount, coalesce(c.amount, 0)
    from partner l
    left join public.referrals r on r.booking_id = l.id
    left join public.commissions c on c.referral_id = r.id
   where c.id is null or (c.status = 'pending' and c.amount <> l.amount)
  union all
  select 'a partner''s share has its commission', r.booking_id::text, 0, c.amount
    from public.commissions c join public.referrals r on r.id = c.referral_id
   where c.amount > 0 and not exists (
     select 1 from private.ledger x where x.party = 'partner' and x.booking_id = r.booking_id)
  union all
  select 'a referral is its booking''s', r.id::text, 1, 0
    from public.referrals r join public.bookings b on b.id = r.booking_id
   where r.referral_link_id is distinct from b.referral_link_id
  union all
  select 'a confirmed booking has its e-mail', b.id::text, 1, 0
    from public.bookings b
   where b.hold_id is not null and b.tourist_id is not null and private.is_live(b.status)
     and (b.payment_method = 'cash' or b.payment_status = 'completed') and not private.was_revived(b.id)
     and exists (select 1 from private.holds h where h.id = b.hold_id and h.by_caller and h.created_at > now() - interval '90 days')
     -- A transferred ticket had its own confirmation, which is deleted with its sender's account.
     and not exists (select 1 from private.ticket_transfers t where t.state = 'accepted' and t.booking_id = b.id)
     and exists (select 1 from public.profiles x where x.id = b.tourist_id and private.may_mail(x.email))
     and not exists (select 1 from private.outbox o where o.dedupe_key = format('email:booking_confirmation:%s:%s', b.kind, b.id))
  union all
  select 'a booking has its check-in code', b.id::text, 1, 0
    from public.bookings b
   where b.tourist_id is not null and not exists (
     select 1 from public.booking_codes c where c.booking_id = b.id and c.tourist_id = b.tourist_id)
$$;

-- Checks the people of a booking who have arrived, if not all have (docs/decisions/0060).
create function private.check_arrivals()
returns table (rule text, subject text, expected numeric, actual numeric)
language sql stable security definer set search_path = '' as $$
  with came as (
    select s.booking_id as id, array_agg(n order by n) as numbers
      from private.arrival_steps s cross join unnest(s.passengers) n group by 1)
  select 'who is here of a booking came at a press', f.id::text, cardinality(private.numbers_here(f))::numeric, coalesce(cardinality(c.numbers), 0)::numeric
    from private.booking_facts f left join came c on c.id = f.id
   where (c.id is not null or f.arrived is not null) and c.numbers is distinct from private.numbers_here(f)
$$;

-- Checks the holders of transferred tickets (docs/decisions/0059).
create function private.check_transfers()
returns table (rule text, subject text, expected numeric, actual numeric)
language sql stable security definer set search_path = '' as $$
  with last as (
    select distinct on (t.booking_id) t.* from private.ticket_transfers t
     where t.state = 'accepted' order by t.booking_id, t.ended_at desc, t.id)
  select 'a ticket is whose it was given to', f.id::text, 1::numeric, 0::numeric
    from last t join private.booking_facts f on f.id = t.booking_id
   where f.tourist_id is distinct from t.recipient_id
      or exists (select 1 from unnest(f.passport_images) i where split_part(i, '/', 1) is distinct from f.tourist_id::text)
  union all
  select 'an invitation to take a ticket ends in time', t.id::text, 0, 1
    from private.ticket_transfers t join private.booking_facts f on f.id = t.booking_id
   where t.state = 'open' and (not private.is_live(f.status) or t.expires_at < now() - interval '1 hour')
  union all
  select 'a payer is named where it is not the holder', f.id::text, 0, 1
    from private.booking_facts f
   where (f.payer_id is not null and (not f.paid_by_other or f.payer_id is not distinct from f.tourist_id))
      or (f.paid_by_other and ((f.payment_status <> 'completed' and f.payment_method <> 'card') or not exists (
            select 1 from private.ticket_transfers t where t.state = 'accepted' and t.booking_id = f.id)))
  union all
  select 'seats kept for a change are its holder''s', h.id::text, 0, h.seats
    from private.holds h left join private.booking_facts f on f.id = h.adds_to
   where h.state = 'held' and h.adds_to is not null and f.tourist_id is distinct from h.user_id
$$;

-- Checks the invariants of travel alerts and their notices.
create function private.check_conditions()
returns table (rule text, subject text, expected numeric, actual numeric)
language sql stable security definer set search_path = '' as $$
  select 'a condition ends after it begins', c.id::text, 1::numeric, 0::numeric from public.conditions c where c.ends_at < c.starts_at
  union all
  select 'a condition touches its territory''s services', c.id::text, 0, count(*)
    from public.condition_services x
    join public.conditions c on c.id = x.condition_id
    join public.services s on s.id = x.service_id
   where s.territory_id <> c.territory_id group by c.id
  union all
  select 'a change of a condition is told once', concat_ws(' ', lower(o.recipient), o.payload ->> 'condition_id', o.payload ->> 'revision'), 1, count(*)
    from private.outbox o where o.template = 'condition' and o.kind = 'email'
   group by lower(o.recipient), o.payload ->> 'condition_id', o.payload ->> 'revision' having count(*) > 1
$$;

-- Checks the invariants of the outbox. Two emails of one kind in one transaction belong to one event, and there are no more emails than events, without
-- those that the team sent again.
create function private.check_outbox()
returns table (rule text, subject text, expected numeric, actual numeric)
language sql stable security definer set search_path = '' as $$
  select 'no e-mail or notification is stuck', o.dedupe_key, 0, o.attempts
    from private.outbox o where o.state in ('queued', 'sending') and o.next_attempt_at < now() - interval '1 hour'
  union all
  select 'no e-mail is given up', o.dedupe_key, 0, o.attempts
    from private.outbox o where o.state = 'dead' and o.kind = 'email' and o.created_at > now() - interval '30 days'
  union all
  select 'one letter for each end and return of a booking', o.payload ->> 'booking_id', 1, count(*)
    from private.outbox o where o.template in ('booking_cancelled', 'booking_confirmation') and not o.payload ? 'again'
   group by o.template, o.payload ->> 'booking_id', o.created_at having count(*) > 1
  union all
  select 'one letter for each end and return of a booking', x.booking_id, e.ends, x.letters
    from (select o.payload ->> 'booking_id' as booking_id, count(*) as letters
            from private.outbox o where o.template = 'booking_cancelled' and not o.payload ? 'again' group by 1) x
    cross join lateral (
      select count(*) as ends from public.booking_events v
       where v.booking_id = x.booking_id::uuid
         and private.is_live(v.from_status) and not private.is_live(v.to_status)) e
   where x.letters > e.ends
$$;

-- There is a day of tolerance, because the reconciler deletes through the Storage API, which may be down.
create function private.check_passports()
returns table (rule text, subject text, expected numeric, actual numeric)
language sql stable security definer set search_path = '' as $$
  with used as (
    select i.name, b.booking_date, b.hold_id, b.id from public.bookings b, unnest(b.passport_images) i (name) where i.name is not null),
  stored as (select o.name, o.created_at from storage.objects o where o.bucket_id = 'passports')
  select 'a passport image exists', u.id::text, 1, 0
    from used u
   where u.hold_id is not null and u.booking_date > current_date - 30
     and exists (select 1 from private.holds h where h.id = u.hold_id and h.by_caller)
     and not exists (select 1 from stored s where s.name = u.name)
  union all
  select 'a passport is gone 30 days after the service', s.name, 30, current_date - max(u.booking_date)
    from stored s join used u on u.name = s.name group by s.name having max(u.booking_date) < current_date - 32
  union all
  select 'an unused passport is gone after a day', s.name, 1, extract(day from now() - s.created_at)
    from stored s
   where s.created_at < now() - interval '2 days' and not exists (select 1 from used u where u.name = s.name)
     and not exists (select 1 from private.holds h where h.state = 'held' and h.form -> 'passport_images' ? s.name)
$$;

-- Checks the keys and constraints that make a second sale, booking or refund impossible, and row level security.
create function private.check_guards()
returns table (rule text, subject text, expected numeric, actual numeric)
language sql stable security definer set search_path = '' as $$
  with wanted (relation, columns) as (values
    ('private.holds', 'user_id,idempotency_key'), ('private.ledger', 'booking_id,party,kind'),
    ('private.outbox', 'dedupe_key'), ('private.payment_lines', 'hold_id'),
    ('private.payments', 'payment_intent_id'), ('private.payment_lines', 'booking_id'),
    ('private.stripe_events', 'id'), ('private.stripe_ops', 'payment_intent_id,op'), ('public.booking_codes', 'code'),
    ('public.bookings', 'hold_id'), ('public.commissions', 'referral_id'), ('public.departures', 'slot_id,service_date'),
    ('public.referrals', 'booking_id'))
  select 'the guards of the database are in place', format('unique %s (%s)', w.relation, w.columns), 1, 0
    from wanted w
   where not exists (
     select 1 from pg_catalog.pg_index i
      where i.indrelid = w.relation::regclass and i.indisunique and i.indisvalid
        and (select string_agg(a.attname, ',' order by k.n)
               from unnest(i.indkey::int2[]) with ordinality k (attnum, n)
               join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum) = w.columns)
  union all
  select 'the guards of the database are in place', 'check public.departures (held + sold <= capacity)', 1, 0
   where not exists (
     select 1 from pg_catalog.pg_constraint c
      where c.conrelid = 'public.departures'::regclass and c.contype = 'c' and c.convalidated
        and pg_catalog.pg_get_constraintdef(c.oid) like '%(held + sold) <= capacity%')
  union all
  select 'the guards of the database are in place', format('row level security %s.%s', n.nspname, c.relname), 1, 0
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
   where n.nspname in ('public', 'private') and c.relkind in ('r', 'p') and not c.relrowsecurity
  union all
  select 'roles are their grants', p.id::text, coalesce(cardinality(g.roles), 0), cardinality(p.roles)
    from public.profiles p
    left join (select x.user_id, array_agg(distinct x.role order by x.role) as roles from private.live_grants x group by 1) g
      on g.user_id = p.id
   where (select array_agg(r order by r) from unnest(p.roles) r) is distinct from g.roles
$$;

-- Checks that each booking has one earning, with the territory, the currency and the amount that the ledger has for the territory
-- (docs/decisions/0040).
create function private.check_earnings()
returns table (rule text, subject text, expected numeric, actual numeric)
language sql stable security definer set search_path = '' as $$
  with l as (
    select x.booking_id as id, x.territory_id, x.currency_code, sum(x.amount) as amount
      from private.ledger x where x.party = 'territory' group by 1, 2, 3),
  e as (
    select x.booking_id as id, x.territory_id, x.currency_code, sum(x.amount) as amount
      from public.commission_earnings x group by 1, 2, 3)
  select 'the region''s earnings equal its share', coalesce(l.id, e.id)::text, coalesce(l.amount, 0), coalesce(e.amount, 0)
    from l full join e on (e.id, e.territory_id, e.currency_code) = (l.id, l.territory_id, l.currency_code)
   where l.amount is distinct from e.amount
$$;

-- Checks payouts (docs/decisions/0040). Each share equals its ledger entries and its payouts. No one was ever paid too much, apart from reversals.
-- Each payout equals its lines, and a booking marked as paid has its payout. Money paid out and then refunded breaks no rule, because the payee's
-- next payout deducts it.
create function private.check_payouts()
returns table (rule text, subject text, expected numeric, actual numeric)
language sql stable security definer set search_path = '' as $$
  with l as (
    select x.booking_id as id, x.party, sum(x.amount) as amount,
           sum(x.amount) filter (where x.amount > 0) as came
      from private.ledger x where x.party <> 'app' group by 1, 2),
  s as (
    select x.*, x.id || ' ' || x.party as subject from private.shares x),
  lines as (
    select x.share_id, sum(x.amount) as amount from public.payout_lines x group by 1),
  standing as (
    select x.share_id from public.payout_lines x
     where x.reverses is null and not exists (select 1 from public.payout_lines r where r.reverses = x.id) group by 1),
  reads as (
    select b.id, p.party, p.status from public.bookings b
     cross join lateral (values ('operator', b.operator_status), ('territory', b.territory_status), ('partner', b.partner_status)) p (party, status))
  select 'a share is what the ledger has', coalesce(l.id, s.booking_id) || ' ' || coalesce(l.party, s.party), coalesce(l.amount, 0), coalesce(s.earned, 0)
    from l full join s on s.booking_id = l.id and s.party = l.party where coalesce(l.amount, 0) <> coalesce(s.earned, 0)
  union all
  select 'a share is paid as its payouts say', s.booking_id || ' ' || s.party, coalesce(x.amount, 0), s.paid
    from s left join lines x on x.share_id = s.id where s.paid <> coalesce(x.amount, 0)
  union all
  select 'nobody was paid more than there was', s.booking_id || ' ' || s.party, coalesce(l.came, 0), x.amount
    from s join lines x on x.share_id = s.id left join l on l.id = s.booking_id and l.party = s.party where x.amount > coalesce(l.came, 0)
  union all
  select 'a payout is the sum of its lines', p.id::text, coalesce(x.amount, 0), p.amount
    from public.payouts p
    left join (select y.payout_id, sum(y.amount) as amount, count(*) as n from public.payout_lines y group by 1) x on x.payout_id = p.id
   where p.amount <> coalesce(x.amount, 0) or p.lines <> coalesce(x.n, 0)
  union all
  select 'a share is paid once at a time', x.share_id || ' ' || x.turn, 1, count(*)
    from public.payout_lines x where x.reverses is null group by x.share_id, x.turn having count(*) > 1
  union all
  select 'a payout that reads paid was owed', r.id || ' ' || r.party, 1, 0
    from reads r left join s on s.booking_id = r.id and s.party = r.party left join standing y on y.share_id = s.id
   where (r.status = 'paid' and y.share_id is null) or (r.status <> 'paid' and s.paid > 0)
$$;
