import { booking, type Mutant } from './mutant.ts';

const notes = booking('notes');
const emails = ['tests/database/outbox/booking-emails.test.ts'];

/** What the desk writes about a booking, and the emails that it sends again. */
export const DESK: Mutant[] = [
  {
    name: 'notes: guests who work there read what is written about them',
    in: 'private.notes_of',
    change: ['not private.is_own_booking(b) and', ''],
    suites: notes,
  },
  {
    name: 'notes: guests who work there read their tags',
    in: 'private.tags_of',
    change: [' and not private.is_own_booking(b)', ''],
    suites: notes,
  },
  {
    name: 'notes: a note of one booking is shown with those of others',
    in: 'private.notes_of',
    change: ['n.guest_id = b.tourist_id and ', ''],
    suites: notes,
  },
  {
    name: 'notes: staff delete those of others',
    in: 'public.delete_booking_note',
    change: ['not private.may_delete_note(n)', 'false'],
    suites: notes,
  },
  {
    name: 'notes: guests delete those about them',
    in: 'public.delete_booking_note',
    change: ['or private.is_own_booking(b)', ''],
    suites: notes,
  },
  {
    name: 'notes: the key of a note of another booking is accepted',
    in: 'public.add_booking_note',
    change: ['n.booking_id = b.id and n.author_id = auth.uid())', 'true)'],
    suites: notes,
  },
  {
    name: 'notes: they outlive the account',
    in: 'private.scrub_bookings',
    change: ['n.guest_id = p_user_id or', 'false and'],
    suites: notes,
  },
  {
    name: 'emails: those of other bookings are sent',
    in: 'public.send_booking_email',
    change: ['private.emails_of(b) e where', 'private.outbox e where'],
    suites: emails,
  },
  {
    name: 'emails: what is no longer true is sent again',
    in: 'private.may_send_again',
    change: ['and private.mail_is_obsolete(o) is null', ''],
    suites: emails,
  },
  {
    name: 'emails: a second click sends a second one',
    in: 'public.send_booking_email',
    change: ["private.once(p_key, jsonb_build_array('send_booking_email', b.id, p_email_id)) is not null", 'false'],
    suites: emails,
  },
  {
    name: 'emails: a booking has no limit',
    in: 'public.send_booking_email',
    change: ["perform private.limit_changes('booking_email', '{booking_email_sent}', b.id::text)", 'perform 1'],
    suites: emails,
  },
  {
    name: 'emails: an address has no limit',
    in: 'public.send_booking_email',
    change: [
      "perform private.count_letter('booking_email', o.recipient, private.limit_value('booking_email.address_day'))",
      'perform 1',
    ],
    suites: emails,
  },
  {
    name: 'emails: the address of a ticket invitation is shown',
    in: 'public.booking_emails',
    change: ["case when o.template <> 'transfer_invite' then o.recipient end", 'o.recipient'],
    suites: emails,
  },
];
