import { database, type Mutant } from './mutant.ts';

const transfers = database('transfers/transfers');
const refusals = database('transfers/refusals');
const atOnce = database('transfers/concurrency');

export const TRANSFERS: Mutant[] = [
  {
    name: 'transfers: another account takes the ticket',
    in: 'private.refuse_acceptance',
    change: ['t.email is distinct from private.confirmed_email(p_user_id)', 'false'],
    suites: refusals,
  },
  {
    name: 'transfers: what was taken back can be accepted',
    in: 'private.refuse_acceptance',
    change: ["t.state = 'withdrawn'", 'false'],
    suites: refusals,
  },
  {
    name: 'transfers: no time is over',
    in: 'private.refuse_acceptance',
    change: ["t.state = 'expired' or t.expires_at <= now()", 'false'],
    suites: refusals,
  },
  {
    name: 'transfers: a ticket that nobody has read is accepted',
    in: 'public.accept_ticket_transfer',
    change: ["private.input_text(p, 'version', 100) is distinct from private.transfer_version(b)", 'false'],
    suites: refusals,
  },
  {
    name: 'transfers: unpaid cash has no limit for who takes it',
    in: 'private.check_cash_of_recipient',
    change: ["b.payment_method = 'cash' and b.payment_status = 'pending'", 'false'],
    suites: transfers,
  },
  {
    name: 'transfers: any address gets as many letters as there are givers',
    in: 'private.limit_transfers',
    change: ["('ticket_transfer', p_email", "('ticket_transfer of ' || p_giver_id, p_email"],
    suites: refusals,
  },
  {
    name: 'transfers: the old code still opens the ticket',
    in: 'private.renew_ticket_code',
    change: ['set code = md5(gen_random_uuid()::text || gen_random_uuid()::text)', 'set code = c.code'],
    suites: transfers,
  },
  {
    name: 'transfers: the giver’s passports stay',
    in: 'private.give_ticket',
    change: ["array(select jsonb_array_elements_text(p_form -> 'passport_images'))", 'b.passport_images'],
    suites: transfers,
  },
  {
    name: 'transfers: the receipt goes with the ticket',
    in: 'private.receipt_booking',
    change: ['elsif b.paid_by_other then', 'elsif false then'],
    suites: transfers,
  },
  {
    name: 'transfers: who gave it on has paid for it',
    in: 'private.give_ticket',
    change: ['when b.paid_by_other then b.payer_id', 'when false then null'],
    suites: transfers,
  },
  {
    name: 'transfers: who paid hears nothing of the money',
    in: 'private.tell_payer_of_refund',
    change: ['if b.paid_by_other and not', 'if false and not'],
    suites: transfers,
  },
  {
    name: 'transfers: letters that wait still reach the giver',
    in: 'private.was_given_away',
    change: ['p.id = b.tourist_id and', 'p.id is not null and'],
    suites: transfers,
  },
  {
    name: 'transfers: who has given it away cancels it for who has it',
    in: 'public.cancel_booking',
    change: ['perform private.own_booking(p_booking_id);', ''],
    suites: atOnce,
  },
  {
    name: 'transfers: the link shows what was paid',
    in: 'private.transfer_facts',
    change: ["'cancellation_policy')", "'cancellation_policy', 'total_price')"],
    suites: transfers,
  },
  {
    name: 'transfers: a name is a message with a number to call',
    in: 'private.is_person_name',
    change: ['[0-9,;', '[,;'],
    suites: refusals,
  },
  {
    name: 'transfers: a partner keeps the commission of their own trip',
    in: 'private.is_partners_own',
    change: ['t.recipient_id = l.user_id', 'false'],
    suites: database('transfers/partner'),
  },
];
