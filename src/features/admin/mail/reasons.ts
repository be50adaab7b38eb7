import { msg } from '@lingui/core/macro';
import { storedText } from '@/lib/i18n/stored-text';

/** Why an email was discarded. A test compares the reasons with what the database writes. */
export const REASONS = [
  msg`The invitation is no longer open`,
  msg`The account no longer exists or is blocked`,
  msg`The messages have been read`,
  msg`The seats are no longer offered`,
  msg`The ticket was transferred to someone else`,
  msg`The ticket is no longer offered`,
  msg`The booking no longer exists`,
  msg`The booking is no longer active`,
  msg`The departure was cancelled`,
  msg`The travel alert has changed or ended`,
  msg`The travel alert no longer affects their trips`,
  msg`The departure has left`,
  msg`The booking is active again`,
  msg`A newer email replaced this one`,
  msg`There's nothing left to review`,
  msg`The hold no longer exists`,
  msg`The guest completed the booking after all`,
  msg`They no longer manage the region`,
  msg`They no longer work on this departure`,
  msg`They turned off these notifications`,
  msg`The bookings no longer exist`,
  msg`The day has passed`,
  msg`The booking was moved to another departure`,
  msg`They have arrived`,
  msg`The time to send this message has passed`,
  msg`There's nothing left to choose`,
  msg`The device is no longer registered`,
  msg`They have signed out on that device`,
  msg`The pass no longer exists`,
  msg`The ticket was never saved to Google Wallet`,
  msg`The notification no longer exists`,
  msg`They've read the messages`,
  msg`The cancellation was undone`,
  msg`The process stopped before finishing`,
];

/** Responses of the email service are shown unchanged. */
export const lastErrorText = (error: string): string => storedText(error, REASONS);
