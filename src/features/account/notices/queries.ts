import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { profileKeys } from '@/features/account/profile/queries';
import { run } from '@/lib/api/run';
import { persisted } from '@/lib/offline/persisted';

const COLUMNS =
  'booking_bell, booking_mail, tomorrow, message, reminder_evening, reminder_soon, review_request, push_departure, push_seats, push_booking, push_message';

export interface NoticeChoices {
  booking_bell: boolean;
  booking_mail: boolean;
  /** Each evening: a notification and an email about the next day. */
  tomorrow: boolean;
  /** Messages about bookings, which are also sent by email. */
  message: boolean;
  reminder_evening: boolean;
  reminder_soon: boolean;
  review_request: boolean;
  /** The kinds of push notifications. */
  push_departure: boolean;
  push_seats: boolean;
  push_booking: boolean;
  push_message: boolean;
}

/** The defaults for a person who hasn't chosen. The database has the same ones (messages/team.sql). */
export const DEFAULT_CHOICES: NoticeChoices = {
  booking_bell: true,
  booking_mail: false,
  tomorrow: true,
  message: true,
  reminder_evening: true,
  reminder_soon: true,
  review_request: true,
  push_departure: true,
  push_seats: true,
  push_booking: true,
  push_message: true,
};

export const noticeKeys = { mine: (userId: string) => [...profileKeys.all, userId, 'notices'] as const };

async function getChoices(userId: string, signal: AbortSignal): Promise<NoticeChoices> {
  const row = await run(
    (db) => db.from('notice_choices').select(COLUMNS).eq('user_id', userId).abortSignal(signal).maybeSingle(),
    msg`Failed to load data`,
  );
  return row ?? DEFAULT_CHOICES;
}

export const noticesQuery = (userId: string) =>
  queryOptions({
    queryKey: noticeKeys.mine(userId),
    queryFn: ({ signal }) => getChoices(userId, signal),
    ...persisted(),
  });

/** Saves the changes. Other values keep their stored or default value. */
export async function saveChoices(change: Partial<NoticeChoices>): Promise<void> {
  await run((db) => db.from('notice_choices').upsert(change, { onConflict: 'user_id' }), msg`Failed to update profile`);
}
