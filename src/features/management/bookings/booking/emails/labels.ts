import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { i18n } from '@/lib/i18n/i18n';

/**
 * The names of the outbox's emails and kinds of notifications. A test compares them with what the database writes.
 */
export const TEMPLATES: Record<string, MessageDescriptor> = {
  account_deleted: msg`Account deleted`,
  booking_cancelled: msg`Booking cancelled`,
  booking_confirmation: msg`Booking confirmation`,
  booking_moved: msg`Booking moved`,
  booking_changed: msg`Booking changed by the team`,
  booking_reduced: msg`Fewer people`,
  booking_enlarged: msg`More people`,
  booking_refunded: msg`Booking refunded`,
  condition: msg`Travel alert`,
  contact_message: msg`Contact message`,
  departure_confirmed: msg`Departure going ahead`,
  departure_late: msg`Change of the departure time`,
  departure_offer: msg`Options after a cancelled departure`,
  seats_free: msg`Seats available for the waitlist`,
  go_no_go: msg`Too few guests: go ahead or cancel?`,
  invite: msg`Invitation`,
  message: msg`Message`,
  payment_failed: msg`Payment failed`,
  payee_account: msg`Change of bank details`,
  payout: msg`Payout`,
  pickup_changed: msg`Change of the pickup time`,
  reminder_evening: msg`Reminder the evening before`,
  reminder_soon: msg`Reminder two hours before`,
  review_request: msg`Review request`,
  role_decided: msg`Role request decided`,
  transfer_accepted: msg`Ticket transferred`,
  transfer_invite: msg`Ticket offered`,
  transfer_refund: msg`Refund of a transferred ticket`,
  transfer_ticket: msg`Ticket accepted`,
  dock_ticket: msg`Dock sale ticket`,
  team_bookings: msg`Team bookings`,
  tomorrow: msg`Tomorrow's departures`,
};

/** Returns the name of a template, or '' for one that this build doesn't know. */
export const templateLabel = (template: string): string => {
  const label = TEMPLATES[template];
  return label ? i18n._(label) : '';
};

const KINDS: Record<string, MessageDescriptor> = {
  email: msg`Email`,
  message: msg`Message`,
  wallet: msg`Wallet ticket`,
};

export const kindLabel = (kind: string): string => i18n._(KINDS[kind] ?? msg`Notification`);
