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
  msg`It no longer affects their trips`,
  msg`The departure has left`,
  msg`The booking is active again`,
  msg`Replaced by a newer email`,
  msg`Nothing left to review`,
  msg`The hold no longer exists`,
  msg`The booking was made after all`,
  msg`They no longer run the territory`,
  msg`They no longer run the departure`,
  msg`They turned these notifications off`,
  msg`The bookings no longer exist`,
  msg`The day has passed`,
  msg`The booking has moved`,
  msg`They have arrived`,
  msg`Its time has passed`,
  msg`Nothing left to choose`,
  msg`The device is no longer registered`,
  msg`They have signed out on that device`,
  msg`The pass no longer exists`,
  msg`Not saved to Google Wallet`,
  msg`Its notification no longer exists`,
  msg`They have read it`,
  msg`The cancellation was undone`,
  msg`The process stopped before finishing`,
];

/** Responses of the email service are shown unchanged. */
export const lastErrorText = (error: string): string => storedText(error, REASONS);
