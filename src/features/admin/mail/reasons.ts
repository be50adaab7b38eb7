import { msg } from '@lingui/core/macro';
import { storedText } from '@/lib/i18n/stored-text';

/** Why a letter has no point any more. A test compares them with what the database writes. */
export const REASONS = [
  msg`The invitation is no longer open`,
  msg`The account is gone or blocked`,
  msg`The messages have been read`,
  msg`The seats are not offered any more`,
  msg`The ticket was given to somebody else`,
  msg`The ticket is no longer offered`,
  msg`The booking is gone`,
  msg`The booking is no longer live`,
  msg`The departure was cancelled`,
  msg`The condition has changed or is over`,
  msg`It touches no trip of theirs any more`,
  msg`The departure has left`,
  msg`The booking is live again`,
  msg`A newer email says it`,
  msg`Nothing to review, or reviewed already`,
  msg`The reservation is gone`,
  msg`It was booked after all`,
  msg`They do not run the territory any more`,
  msg`They do not run the departure any more`,
  msg`They chose not to hear of it`,
  msg`The bookings are gone`,
  msg`The day is over`,
  msg`The booking has moved`,
  msg`They have arrived`,
  msg`Its time has passed`,
  msg`There is nothing to choose any more`,
  msg`The device is gone`,
  msg`They have signed out there`,
  msg`The pass is gone`,
  msg`Google has not kept it`,
  msg`Its notice is gone`,
  msg`They have read it`,
  msg`The cancellation was undone`,
  msg`No worker has lived to finish it`,
];

/** What a mail service answered stays as it is. */
export const lastErrorText = (error: string): string => storedText(error, REASONS);
