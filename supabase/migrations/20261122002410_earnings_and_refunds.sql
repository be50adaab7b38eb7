-- A region's earnings are checked against the ledger like everything else, and its dashboards hear of refunds.

-- One earning a booking, of the region, the currency and the amount that the ledger has for the territory (docs/decisions/0012).
create function private.check_earnings()
returns table (rule text, subject text, expected numeric, actual numeric)
language sql stable security definer set search_path = '' as $$
  with l as (
    select coalesce(x.booking_id, x.transport_booking_id) as id, x.territory_id, x.currency_code, sum(x.amount) as amount
      from private.ledger x where x.party = 'territory' group by 1, 2, 3),
  e as (
    select coalesce(x.booking_id, x.transport_booking_id) as id, x.territory_id, x.currency_code, sum(x.amount) as amount
      from public.commission_earnings x where num_nonnulls(x.booking_id, x.transport_booking_id) = 1 group by 1, 2, 3)
  select 'the region''s earnings equal its share', coalesce(l.id, e.id)::text, coalesce(l.amount, 0), coalesce(e.amount, 0)
    from l full join e on (e.id, e.territory_id, e.currency_code) = (l.id, l.territory_id, l.currency_code)
   where l.amount is distinct from e.amount
$$;

create or replace function private.invariant_rules()
returns table (n int, rule text, meaning text) language sql immutable set search_path = '' as $$
  select row_number() over ()::int, v.rule, v.meaning from (values
    ('sold = seats of live bookings', 'A departure counts as sold what its live bookings occupy'),
    ('held = seats of live holds', 'A departure counts as held what its live holds keep'),
    ('held + sold <= capacity', 'No departure gives away more seats than it has'),
    ('a private departure has one group', 'What was booked privately has one live booking or hold, and is marked so'),
    ('a hold has one booking when consumed, else none', 'A hold becomes one booking, once'),
    ('an expired hold lets go of its seats', 'A hold that ran out an hour ago keeps no seats'),
    ('ledger = captured - refunded', 'The ledger of a booking is what was taken less what was given back'),
    ('shares add up to the price', 'What the parties got of a sale is the price'),
    ('no share is below zero', 'Nobody has given back more than they got'),
    ('ledger and payment speak the booking''s currency', 'One booking, one currency'),
    ('what was paid is the price', 'The payment asks for the booking''s price and never takes more'),
    ('captured money has a booking or a refund', 'Nobody has paid for nothing'),
    ('a completed card booking is captured', 'A booking that reads paid by card was paid'),
    ('a completed booking has its money', 'A live booking that reads paid has money behind it'),
    ('captured card money never reads pending', 'A live booking whose card was charged reads paid'),
    ('a live booking stands on no cancelled payment', 'Where Stripe let go of the money the seats are free again'),
    ('a refunded booking has given its money back', 'What reads refunded was given back, or is on its way'),
    ('refunds done at Stripe are in the books', 'Each refund that Stripe has made was written down'),
    ('an authorised card is charged or let go', 'No card stays blocked an hour after its hold'),
    ('an operation at Stripe has failed for good', 'A refund that Stripe refuses needs a person'),
    ('nothing waits too long at Stripe', 'Captures and cancellations take an hour at most, refunds three days'),
    ('every event of Stripe is processed', 'No event was noted without its effect'),
    ('a partner''s share has its commission', 'The open commission is what the ledger gives the partner'),
    ('the region''s earnings equal its share', 'What a region is said to have earned of a booking is its share in the ledger'),
    ('a referral is its booking''s', 'A referral names the link that its booking came through'),
    ('a confirmed booking has its e-mail', 'Each booking has its confirmation, sent or about to be'),
    ('no e-mail or notification is stuck', 'What is due in the outbox is taken within the hour'),
    ('no e-mail is given up', 'No e-mail of the last 30 days failed for good'),
    ('a booking has its check-in code', 'Every tourist has a code to show'),
    ('a passport image exists', 'A booking does not name an image that is gone'),
    ('a passport is gone 30 days after the service', 'No image outlives its purpose'),
    ('an unused passport is gone after a day', 'No image stays that no booking came of'),
    ('roles are their grants', 'The roles that a profile shows are those that it was given'),
    ('the guards of the database are in place', 'Keys, checks and row level security that the rest relies on')
  ) v (rule, meaning)
$$;

-- Everything, or (the sweep of each minute) what the core's own tables changed since p_since.
create or replace function private.check_invariants(p_since timestamptz default null)
returns table (rule text, subject text, expected numeric, actual numeric)
language plpgsql stable security definer set search_path = '' as $$
begin
  return query select * from private.check_core_invariants(p_since);
  if p_since is not null then
    return;
  end if;
  return query select * from private.check_seats();
  return query select * from private.check_money();
  return query select * from private.check_bookings();
  return query select * from private.check_earnings();
  return query select * from private.check_outbox();
  return query select * from private.check_passports();
  return query select * from private.check_guards();
end $$;

-- The traveller's page and the region's desk hear of a refund that leaves the status as it is: asked for, done, or given up.
create or replace function private.broadcast_refund()
returns trigger language plpgsql security definer set search_path = '' as $$
declare
  p private.payments;
  b private.booking_facts;
  v_payload jsonb;
begin
  if tg_table_name = 'payments' then
    p := new;
  else
    select * into p from private.payments where payment_intent_id = new.payment_intent_id;
  end if;
  b := private.booking(case when p.booking_id is null then 'transport' else 'experience' end, coalesce(p.booking_id, p.transport_booking_id));
  v_payload := jsonb_build_object('id', b.id, 'kind', b.kind);
  if b.tourist_id is not null then
    perform realtime.send(v_payload, 'booking', 'user:' || b.tourist_id, true);
  end if;
  if b.territory_id is not null then
    perform realtime.send(v_payload, 'booking', 'territory:' || b.territory_id, true);
  end if;
  return null;
end $$;
create trigger stripe_ops_broadcast_given_up after update of state on private.stripe_ops
  for each row when (new.op like 'refund:%' and new.state = 'failed' and old.state <> 'failed') execute function private.broadcast_refund();

revoke all on function private.check_earnings() from public, anon, authenticated, service_role;
