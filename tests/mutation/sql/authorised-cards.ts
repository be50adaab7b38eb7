import { changes, departures, type Mutant } from './mutant.ts';

const waiting = departures('authorised-cards', 'authorised-changes', 'authorised-concurrency');

export const AUTHORISED_CARDS: Mutant[] = [
  {
    name: 'authorised cards: one waits past the hour at which Stripe lets go of it',
    in: 'private.booking_awaits_decision',
    change: ['m.decides_at <= p_capture_by', 'true'],
    suites: waiting,
  },
  {
    name: 'authorised cards: one waits at the minimum',
    in: 'private.booking_awaits_decision',
    change: ['d.sold < m.min_to_run', 'true'],
    suites: waiting,
  },
  {
    name: 'authorised cards: one waits though the departure is confirmed',
    in: 'private.booking_awaits_decision',
    change: ["d.status = 'scheduled' and", 'true and'],
    suites: waiting,
  },
  {
    name: 'authorised cards: a cancelled departure charges who has not chosen',
    in: 'private.booking_awaits_decision',
    change: ["if d.status = 'cancelled' then", 'if false then'],
    suites: waiting,
  },
  {
    name: 'authorised cards: one is let go while it is charged',
    in: 'private.is_only_authorised',
    change: ["o.op in ('capture', 'cancel')", "o.op = 'cancel'"],
    suites: waiting,
  },
  {
    name: 'authorised cards: one is charged for what it no longer costs',
    in: 'private.queue_capture',
    change: ['case when p.released_minor > 0 then private.minor_of_payment(p.id) end', 'null'],
    suites: waiting,
  },
  {
    name: 'authorised cards: less than a card can be charged is left',
    in: 'private.charge_less',
    change: ['< private.smallest_charge(upper(p.currency))', '< 0'],
    suites: waiting,
  },
  {
    name: 'authorised cards: nobody hears of a booking whose card waits',
    in: 'private.book_authorised',
    change: ['perform private.booking_confirmed(p.booking_id);', ''],
    suites: waiting,
  },
  {
    name: 'authorised cards: who has cancelled is charged',
    in: 'private.charge_if_decided',
    change: ['or not private.has_live_booking(p.id)', ''],
    suites: waiting,
  },
  {
    name: 'authorised cards: one that waits again meanwhile is charged',
    in: 'private.charge_if_decided',
    change: ['or private.awaits_decision(p)', ''],
    suites: waiting,
  },
  {
    name: 'authorised cards: one is charged for a change that fits no more',
    in: 'private.begin_payment_of',
    change: ['and not private.fits_addition(h)', 'and false'],
    suites: waiting,
  },
  {
    name: 'authorised cards: the charge of a change is cancelled by the next choice',
    in: 'private.exchange_holds',
    change: ["v_payment.status in ('processing', 'requires_capture')", 'false'],
    suites: changes('dearer-concurrency'),
  },
  {
    name: 'minimums: what is sold gets the new minimum',
    in: 'private.keep_sold_minimum',
    change: ['d.sold + d.held > 0', 'false'],
    suites: departures('go-no-go'),
  },
  {
    name: 'go or no-go: who is asked late is asked what is decided',
    in: 'private.go_no_go_is_obsolete',
    change: ['private.undecided_until(p_departure_id) is null', 'false'],
    suites: ['tests/database/outbox/go-no-go.test.ts'],
  },
  {
    name: 'go or no-go: who runs the departure no more is asked',
    in: 'private.go_no_go_is_obsolete',
    change: ['r = p_user_id', 'true'],
    suites: ['tests/database/outbox/go-no-go.test.ts'],
  },
  {
    name: 'go or no-go: the bell asks what is decided',
    in: 'private.deliver_notifications',
    change: ["when o.template = 'go_no_go' then", 'when false then'],
    suites: ['tests/database/outbox/go-no-go.test.ts'],
  },
];
