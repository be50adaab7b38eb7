/**
 * One way to break each rule: statements on a sound database, undone afterwards. `$booking` is a paid, referred
 * experience booking, `$private` a private one, `$transport` one of a shuttle, and `$image` its passport image.
 */
const cancellation = `insert into private.departure_cancellations (id, reason, undo_until)
  values ($departure, 'weather', now()) on conflict do nothing`;
const cancelled = `${cancellation}; update public.departures set status = 'cancelled', cancelled_from = 'scheduled', cancellation_id = $departure
  where id = $departure`;
const paymentOf = 'select payment_id from private.payment_lines where booking_id = $booking';
/** Inserts an offer. `answer`: state and result. */
const offer = (answer: string) => `${cancellation};
  insert into private.departure_offers (cancellation_id, departure_id, booking_id, opens_at, expires_at, state, answered_how, answered_at)
  select $departure, $departure, $booking, now(), now(), s, how, case when how is not null then now() end
    from (values (${answer}::text)) x (s, how)`;
/** Inserts a transfer of the booking's ticket. */
const transfer = (
  state: string,
  expires: string,
  ended: string,
  recipient = 'null',
) => `insert into private.ticket_transfers
  (booking_id, giver_id, recipient_id, email, full_name, state, expires_at, ended_at)
  values ($booking, $user, ${recipient}, 'ana@example.test', 'Ana', '${state}', ${expires}, ${ended})`;
/** Inserts a condition of this territory that lasts this long from now. */
const condition = (territory: string, lasts: string) => `alter table public.conditions drop constraint conditions_check;
  insert into public.conditions (id, territory_id, subject, state, text, starts_at, ends_at, tell)
  values ($departure, '${territory}', 'river', 'closed', 'High water', now(), now() + interval '${lasts}', false)`;
/** Inserts an entry on the departure's waitlist. */
const waits = `insert into private.waitlist (user_id, departure_id, booking_type, num_people, created_at)
  values ($user, $departure, 'shared', 1, now() - interval '2 hours')`;

export const WAYS_TO_BREAK: Record<string, string> = {
  'who is here of a booking came at a press': `insert into private.arrival_steps (booking_id, passengers, at) values ($booking, '{1,1}', now())`,
  'a ticket is whose it was given to': transfer('accepted', 'now()', 'now()'),
  'an invitation to take a ticket ends in time': transfer('open', `now() - interval '2 hours'`, 'null'),
  'a payer is named where it is not the holder': `update public.bookings set paid_by_other = true, payer_id = $user where id = $booking`,
  "seats kept for a change are its holder's": `update private.holds set adds_to = $booking where state = 'held'`,
  'a condition ends after it begins': condition('rio', '-1 hour'),
  "a condition touches its territory's services": `${condition('elsewhere', '1 hour')};
    insert into public.condition_services (condition_id, service_id, kind) select $departure, service_id, kind from public.bookings where id = $booking`,
  'a change of a condition is told once': `insert into private.outbox (dedupe_key, kind, template, recipient, payload)
    select 'email:condition:' || suffix, 'email', 'condition', 'a@example.test', jsonb_build_object('condition_id', $booking, 'revision', 1)
      from unnest('{a,b}'::text[]) suffix`,
  'sold = seats of live bookings': `update public.departures set sold = sold - 1 where id = $departure`,
  'held = seats of live holds': `update public.departures set held = held + 1 where id = $departure`,
  'held + sold <= capacity': `alter table public.departures drop constraint departures_check;
    update public.departures set capacity = sold - 1 where id = $departure`,
  'a private departure has one group': `update public.departures set exclusive = true where id = $departure`,
  'a hold has one booking when consumed, else none': `update private.holds set state = 'released'
    where id = (select hold_id from public.bookings where id = $booking)`,
  'a change that costs more was paid for': `insert into private.booking_changes (booking_id, people_before, people, added_minor, hold_id)
    select $booking, 1, 2, 100, id from private.holds where state = 'held' limit 1`,
  'a cancelled departure has asked its guests': `${cancelled}`,
  'one open offer for a booking': `drop index private.departure_offers_open_idx; ${offer(`'open', null`)}; ${offer(`'open', null`)}`,
  'an open offer is of a live booking that waits': offer(`'open', null`),
  'an offer is answered in time': `${offer(`'open', null`)}; update private.departure_offers set opens_at = now() - interval '3 hours',
    expires_at = now() - interval '2 hours'`,
  'an answered offer was kept': offer(`'refunded', 'tourist'`),
  'a departure is decided in time': `insert into private.departure_decisions (departure_id, asked_at, decides_at)
    values ($departure, now() - interval '5 hours', now() - interval '2 hours')`,
  'a departure leaves at an hour that was sold': `update public.departures set start_time = '03:33' where id = $departure`,
  'no driver is in two places at once': `alter table private.driver_dates disable trigger driver_dates_free;
    insert into public.slots (service_id, kind, start_time, max_spots, available_spots)
      select service_id, kind, start_time, 5, 5 from public.slots where kind = 'transport' and start_time is not null limit 1;
    insert into public.shuttle_drivers (driver_id, territory_id) values ($user, 'rio') on conflict do nothing;
    insert into private.driver_dates (slot_id, service_date, drivers)
      select id, current_date + 20, array[$user]::uuid[] from public.slots where kind = 'transport'`,
  'a cancelled departure has its cancellation': `${cancelled}; update private.departure_cancellations set undone_at = now()`,
  "offered seats are somebody's who waits": `update private.holds set offered = true where state = 'held'`,
  'an offer from a waitlist has its seats': `${waits}; update private.waitlist
    set state = 'offered', hold_id = (select hold_id from public.bookings where id = $booking)`,
  'a waitlist ends with its departure': `${waits}; update public.departures set service_date = current_date - 2 where id = $departure`,
  'nobody waits for seats that are free': `${waits}; update private.holds set created_at = created_at - interval '2 hours'`,
  'an expired hold lets go of its seats': `update private.holds set expires_at = now() - interval '2 hours' where state = 'held'`,
  'a reserve of a phone has its seats': `insert into private.seat_reserves (phone, hold_id, territory_id, seats, sell_until)
    select gen_random_uuid(), h.id, h.territory_id, h.seats + 1, now() from private.holds h where h.state = 'held' limit 1`,
  'ledger = captured - refunded - disputed': `update private.payment_lines set refunded_minor = 1 where booking_id = $booking`,
  'shares add up to the price': `update private.ledger set amount = amount - 0.01 where booking_id = $booking and party = 'operator'`,
  'no share is below zero': `insert into private.ledger (booking_id, territory_id, party, kind, amount, currency_code)
    values ($booking, 'rio', 'app', 'refund:9', -9999, 'GTQ')`,
  "ledger and payment speak the booking's currency": `update private.ledger set currency_code = 'USD' where booking_id = $booking and party = 'app'`,
  'what was paid is the price': `update private.payment_lines set amount_minor = amount_minor + 1 where booking_id = $booking`,
  'a changed booking has a price and a value': `insert into private.booking_changes (booking_id, people_before, people, waived_minor)
    select $booking, 2, 1, -9999999`,
  'an order has one person and one currency': `update private.orders o set tourist_id = x.other from (
    select c.order_id, (select p.id from public.profiles p where p.id <> $user limit 1) as other from private.charges c where c.booking_id = $booking) x
    where o.id = x.order_id`,
  'a payment has its lines': `insert into private.payments (order_id, currency)
    select order_id, 'gtq' from private.charges where booking_id = $booking`,
  'the cash books have the cash that was received': `insert into public.cash_entries (person_id, territory_id, kind, amount, currency_code, booking_id)
    values ($user, 'rio', 'taken', 1, 'GTQ', $booking)`,
  'a signed handover is in its book': `insert into public.cash_handovers
      (person_id, territory_id, currency_code, declared, state, counted, ended_at)
    values ($user, 'rio', 'GTQ', 1, 'confirmed', 1, now())`,
  'captured money has a booking or a refund': `update private.payment_lines set booking_id = null where booking_id = $booking`,
  'a completed card booking is captured': `update private.payment_lines set captured_minor = 0 where booking_id = $booking`,
  'a completed booking has its money': `delete from private.payments where id in (${paymentOf})`,
  'captured card money never reads pending': `update public.bookings set payment_status = 'pending' where id = $booking`,
  'a live booking stands on no cancelled payment': `update private.payments set status = 'canceled' where id in (${paymentOf})`,
  'a refunded booking has given its money back': `update public.bookings set status = 'refunded' where id = $booking`,
  'refunds done at Stripe are in the books': `insert into private.stripe_ops (payment_intent_id, line_id, op, amount_minor, state)
    select payment_intent_id, line_id, 'refund:1', 100, 'done' from private.charges where booking_id = $booking`,
  'disputes are in the books': `update private.payment_lines set disputed_minor = 1 where booking_id = $booking`,
  'an authorised card is charged or let go': `update private.payments set status = 'requires_capture' where id in (${paymentOf});
    update private.holds set expires_at = now() - interval '2 hours' where id = (select hold_id from public.bookings where id = $booking)`,
  'an operation at Stripe has failed for good': `insert into private.stripe_ops (payment_intent_id, line_id, op, amount_minor, state)
    select 'pi_none', line_id, 'refund:1', 100, 'failed' from private.charges where booking_id = $booking`,
  'nothing waits too long at Stripe': `insert into private.stripe_ops (payment_intent_id, op, created_at)
    values ('pi_none', 'capture', now() - interval '2 hours')`,
  'every event of Stripe is processed': `insert into private.stripe_events (id, type, received_at)
    values ('evt_none', 'charge.refunded', now() - interval '2 hours')`,
  "a partner's share has its commission": `update public.commissions set amount = amount + 1`,
  "the region's earnings equal its share": `update public.commission_earnings set amount = amount + 0.01 where booking_id = $booking`,
  'a share is what the ledger has': `update private.shares set earned = earned - 0.01 where booking_id = $booking and party = 'operator'`,
  'a share is paid as its payouts say': `update private.shares set paid = 1 where booking_id = $booking and party = 'operator'`,
  'nobody was paid more than there was': `update public.payout_lines set amount = amount + 9999 where booking_id = $booking and reverses is null`,
  'a payout is the sum of its lines': `update public.payouts set amount = amount + 0.01`,
  // The effect of a dropped index.
  'a closed month is what it froze': `with closing as (
      insert into private.month_closings (territory_id, month) values ('rio', '2020-01-01') returning id)
    insert into private.month_closing_sums (closing_id, party, currency_code, sold, corrected, refunded, disputed, earlier, amount)
    select id, 'app', 'GTQ', 1, 0, 0, 0, 0, 1 from closing`,
  'a share is paid once at a time': `drop index public.payout_lines_once_idx;
    insert into public.payout_lines (payout_id, share_id, booking_id, territory_id, amount, turn)
    select payout_id, share_id, booking_id, territory_id, amount, turn from public.payout_lines where booking_id = $booking limit 1`,
  // It isn't paid yet, so nothing is in the ledger.
  'a payout that reads paid was owed': `update public.bookings set operator_status = 'paid' where payment_method = 'cash'`,
  "a referral is its booking's": `update public.bookings set referral_link_id = null where id = $booking`,
  'a confirmed booking has its e-mail': `delete from private.outbox where dedupe_key = 'email:booking_confirmation:experience:' || $booking`,
  'no e-mail or notification is stuck': `update private.outbox set state = 'sending', next_attempt_at = now() - interval '2 hours'
    where dedupe_key = 'email:booking_confirmation:experience:' || $booking`,
  'no e-mail is given up': `update private.outbox set state = 'dead' where dedupe_key = 'email:booking_confirmation:experience:' || $booking`,
  'one letter for each end and return of a booking': `insert into private.outbox (dedupe_key, kind, template, recipient, payload)
    select 'email:booking_cancelled:experience:' || $booking || suffix, 'email', 'booking_cancelled', 'a@example.test',
      jsonb_build_object('kind', 'experience', 'booking_id', $booking) from unnest('{"",":2"}'::text[]) suffix`,
  'a booking has its check-in code': `delete from public.booking_codes where booking_id = $booking`,
  'a passport image exists': `delete from storage.objects where name = $image`,
  'a passport is gone 30 days after the service': `update public.bookings set booking_date = current_date - 40 where id = $transport`,
  'an unused passport is gone after a day': `insert into storage.objects (bucket_id, name, created_at)
    values ('passports', 'somebody/left-behind.jpg', now() - interval '3 days')`,
  'roles are their grants': `update public.profiles set roles = '{tourist,admin}' where id = $user`,
  'every rule can be checked': `create or replace function private.check_money()
    returns table (rule text, subject text, expected numeric, actual numeric)
    language sql stable security definer set search_path = '' as 'select (1 / 0)::text, null::text, null::numeric, null::numeric'`,
  'the guards of the database are in place': `drop index private.ledger_booking_once_idx`,
};
