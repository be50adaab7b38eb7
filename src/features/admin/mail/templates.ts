import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { i18n } from '@/lib/i18n/i18n';

/** What the e-mails of the outbox are, and the kinds of notifications. A test compares them with what the database writes. */
export const TEMPLATES: Record<string, MessageDescriptor> = {
  account_deleted: msg`Account deleted`,
  booking_cancelled: msg`Booking cancelled`,
  booking_confirmation: msg`Booking confirmation`,
  booking_moved: msg`Booking moved`,
  booking_reduced: msg`Fewer people`,
  booking_enlarged: msg`More people`,
  booking_refunded: msg`Booking refunded`,
  condition: msg`Closed or delayed way`,
  contact_message: msg`Contact message`,
  departure_confirmed: msg`Departure takes place`,
  departure_offer: msg`Choice after a cancelled departure`,
  seats_free: msg`Free seats for who waits`,
  go_no_go: msg`Too few guests: does it take place?`,
  invite: msg`Invitation`,
  message: msg`Message`,
  payment_failed: msg`Payment failed`,
  payout: msg`Payout`,
  reminder_evening: msg`Reminder of the evening before`,
  reminder_soon: msg`Reminder of two hours before`,
  review_request: msg`Asking for a review`,
  role_decided: msg`Role decided`,
  transfer_accepted: msg`Ticket given away`,
  transfer_invite: msg`Ticket offered`,
  transfer_refund: msg`Money of a ticket that was given away`,
  transfer_ticket: msg`Ticket accepted`,
  walk_up_ticket: msg`Ticket sold at the dock`,
  team_bookings: msg`Bookings of the team`,
  tomorrow: msg`What leaves tomorrow`,
};

/** '' of one that this build does not know: its kind is said all the same. */
export const templateLabel = (template: string): string => {
  const label = TEMPLATES[template];
  return label ? i18n._(label) : '';
};

const KINDS: Record<string, MessageDescriptor> = {
  email: msg`E-mail`,
  message: msg`Message`,
  wallet: msg`Ticket in a wallet`,
};

/** What a row of the outbox is: pushes are notifications, once more. */
export const kindLabel = (kind: string): string => i18n._(KINDS[kind] ?? msg`Notification`);
