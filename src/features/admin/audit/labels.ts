import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { i18n } from '@/lib/i18n/i18n';
import { spelled } from './spelled';

/** A test compares both with what the database writes. */
export const ACTIONS: Record<string, MessageDescriptor> = {
  account_deleted: msg`Account deleted`,
  cancel_booking: msg`Booking cancelled`,
  change_booking_date: msg`Date changed by the guest`,
  reduce_booking_people: msg`Fewer people, by the guest`,
  add_booking_people: msg`More people, by the guest`,
  start_ticket_transfer: msg`Ticket offered to somebody else`,
  withdraw_ticket_transfer: msg`Offer of a ticket taken back`,
  accept_ticket_transfer: msg`Ticket accepted from somebody else`,
  cash_share_changed: msg`Cash of new guests changed`,
  check_in_from_list: msg`Checked in from the list`,
  check_in_reported: msg`Checked in without a signal`,
  dock_conflict: msg`Check-in that does not fit`,
  dock_conflict_decided: msg`Check-in that does not fit: decided`,
  answer_timeslot: msg`Time slot answered`,
  close_departure: msg`Departure closed or opened`,
  cancel_departure: msg`Departure cancelled`,
  condition_posted: msg`Condition posted`,
  condition_changed: msg`Condition changed or ended`,
  undo_departure_cancellation: msg`Cancelled departure brought back`,
  decide_departure: msg`Departure with too few guests decided`,
  answer_departure_offer: msg`Offer answered for a guest`,
  decline_date: msg`One date answered`,
  invite_created: msg`Invitation sent`,
  invite_declined: msg`Invitation declined`,
  invite_redeemed: msg`Invitation taken up`,
  invite_withdrawn: msg`Invitation withdrawn`,
  experience_changed: msg`Experience changed`,
  experience_removed: msg`Experience removed`,
  guide_number: msg`Number for guests changed`,
  guide_paused: msg`Guide paused`,
  guide_resumed: msg`Guide takes bookings again`,
  member_updated: msg`Team member changed`,
  message_hidden: msg`Message hidden`,
  message_shown: msg`Message shown again`,
  outbox_discarded: msg`E-mail discarded`,
  outbox_retried: msg`E-mail sent again`,
  passport_opened: msg`Passport opened`,
  passport_removed: msg`Passport removed`,
  payment_disputed: msg`Payment disputed`,
  payout_recorded: msg`Payout recorded`,
  payout_reversed: msg`Payout taken back`,
  receive_cash: msg`Cash received`,
  refund_booking: msg`Booking refunded`,
  review_hidden: msg`Review hidden`,
  review_shown: msg`Review shown again`,
  role_dropped: msg`Role given up`,
  role_granted: msg`Role granted`,
  role_revoked: msg`Role revoked`,
  role_taken_up: msg`Role taken up`,
  set_booking_status: msg`Booking status changed`,
  set_departure_capacity: msg`Seats of a departure changed`,
  set_payout_status: msg`Payout status changed`,
  commission_limits_changed: msg`Limits of commissions changed`,
  territory_added: msg`Territory added`,
  territory_archived: msg`Territory archived`,
  territory_changed: msg`Territory changed`,
  territory_deleted: msg`Territory deleted`,
  transport_changed: msg`Transport changed`,
  transport_removed: msg`Transport removed`,
  trouble_retried: msg`Tried again by hand`,
  undo_arrival: msg`Arrival taken back`,
};

export const SUBJECTS: Record<string, MessageDescriptor> = {
  bookings: msg`Booking`,
  conditions: msg`Condition`,
  departures: msg`Departure`,
  experiences: msg`Experience`,
  experience_timeslots: msg`Time slot`,
  invites: msg`Invitation`,
  limits: msg`Limits`,
  outbox: msg`E-mail`,
  payouts: msg`Payout`,
  profiles: msg`Person`,
  reviews: msg`Review`,
  territories: msg`Territory`,
  territory_messages: msg`Message`,
  territory_transports: msg`Transport`,
  transport_bookings: msg`Transport booking`,
  troubles: msg`What failed`,
};

function labelOf(code: string, labels: Record<string, MessageDescriptor>): string {
  const label = labels[code];
  return label ? i18n._(label) : spelled(code);
}

export const actionLabel = (action: string): string => labelOf(action, ACTIONS);
export const subjectLabel = (table: string): string => labelOf(table, SUBJECTS);
