import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { unreached } from './run.ts';

/** What to tell a person for each stable code that the database and the functions raise (`hint`). */
export const messageOfCode: Record<string, MessageDescriptor> = {
  experience_not_found: msg`Experience not found`,
  transport_not_found: msg`Transport not found`,
  date_required: msg`Please select a date for your booking`,
  date_in_past: msg`That date has passed. Please select another one.`,
  timeslot_required: msg`Please select a time slot`,
  whatsapp_required: msg`Please provide your WhatsApp number`,
  country_required: msg`Please provide your country of origin`,
  passport_required: msg`Please upload a passport image`,
  passport_after_service: msg`The trip has begun. We delete your photo 30 days after it.`,
  passport_in_use: msg`You are just booking with this photo. Finish or cancel that booking first.`,
  passport_removed: msg`The passport photo was deleted by its owner`,
  passport_expired: msg`The passport photo was deleted, 30 days after the trip`,
  passport_not_found: msg`There is no passport photo for this booking`,
  invalid_image: msg`Please select an image file (JPEG, PNG, etc.)`,
  image_too_small: msg`This photo is too small to be read. Please take a larger one.`,
  image_too_large: msg`Image size must be less than 5MB`,
  waiver_required: msg`Please accept the waiver to continue`,
  sold_out: msg`There are not enough seats left on this departure. Choose another time or fewer people.`,
  departure_closed: msg`This departure is closed. Please choose another time.`,
  too_many_holds: msg`You are already holding seats for other bookings. Finish or cancel one of them first.`,
  too_many_cash_bookings: msg`You have reached the limit of open cash bookings. Pay by card, or settle one of them first.`,
  hold_expired: msg`Your seats were held for 15 minutes and that time is over. Nothing was charged. Choose your time again.`,
  hold_not_found: msg`We could not find your held seats. Choose your time again.`,
  request_key_reused: msg`This booking has changed since you started it. Please check it and try again.`,
  booking_not_found: msg`Booking not found`,
  invalid_check_in_code: msg`Invalid check-in code`,
  check_in_forbidden: msg`You do not have permission to check in passengers`,
  check_in_not_assigned: msg`You are not assigned to this experience`,
  check_in_wrong_territory: msg`You do not have permission to check in passengers for this territory`,
  too_many_attempts: msg`Too many attempts. Wait a few minutes and try again.`,
  quote_changed: msg`The refund for this booking has changed. Please look at it again.`,
  too_late_to_cancel: msg`This booking can no longer be cancelled`,
  already_reviewed: msg`You have already reviewed this booking`,
  not_checked_in: msg`You can review a booking after you have checked in`,
  account_exists: msg`There is an account with this email already. Send an invitation instead.`,
  roles_forbidden: msg`You do not have permission to modify this user's roles`,
  invite_not_found: msg`This invitation could not be found`,
  invite_expired: msg`This invitation has expired. Ask whoever invited you for a new one.`,
  invite_withdrawn: msg`This invitation was withdrawn, or a newer one took its place. Use the link of the latest e-mail.`,
  invite_used: msg`This invitation has already been used`,
  invite_other_account: msg`This invitation was sent to another e-mail address`,
  wrong_password: msg`This is not your password.`,
  account_blocked: msg`There is something to settle before your account can be deleted.`,
  payment_in_progress: msg`A payment of yours is still being processed. Please try again in a few minutes.`,
  message_key_reused: msg`This message was already sent with another text. Please reload the page.`,
  forbidden: msg`You do not have permission to do this`,
  outbox_not_found: msg`This message could not be found`,
  outbox_settled: msg`This message was already sent or discarded`,
  ...unreached,
  session_expired: msg`Your session has expired. Please log in again.`,
  rate_limited: msg`Too many requests. Wait a minute and try again.`,
  server: msg`Something went wrong on our side. Please try again in a moment.`,
  not_found: msg`This could not be found`,
  unknown: msg`Something went wrong. Please try again.`,
};

/** Codes whose text carries a number; it stands in the server's own text. */
export const messageOfNumberedCode: Record<string, (n: number) => MessageDescriptor> = {
  private_minimum: (n) => msg`Private bookings require at least ${n} guests`,
  private_maximum: (n) => msg`Private bookings take at most ${n} guests`,
  shared_minimum: (n) => msg`Shared bookings require at least ${n} guests`,
  shared_maximum: (n) => msg`Shared bookings take at most ${n} guests`,
};

/** Codes that say what kind of failure it was, not what failed: a caller's own sentence goes before them. */
export const GENERAL_CODES: ReadonlySet<string> = new Set([
  'network',
  'offline',
  'rate_limited',
  'server',
  'not_found',
  'unknown',
]);
