import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { invokeFunction } from '@/lib/api/functions';
import { run } from '@/lib/api/run';

/**
 * The kinds of email that a person can unsubscribe from, with their names. The database has the same list
 * (messages/unsubscribe.sql).
 */
export const STOPPABLE: Record<string, MessageDescriptor> = {
  message: msg`Messages sent to you`,
  reminder_evening: msg`The reminder the evening before a trip`,
  reminder_soon: msg`The reminder two hours before an early trip`,
  review_request: msg`The email asking how your trip was`,
  team_bookings: msg`New and cancelled bookings in your region`,
  tomorrow: msg`Tomorrow's departures in your region, also in your notifications`,
};

/** Returns the parts of an unsubscribe link, or null if it is invalid. */
export function readStopLink(emails: string | null, token: string): { emails: string; token: string } | null {
  return emails !== null && Object.hasOwn(STOPPABLE, emails) && /^[0-9a-f]{64}$/.test(token) ? { emails, token } : null;
}

/** Returns whether the person has already unsubscribed, or null for an unknown link. */
export const unsubscribedQuery = ({ emails, token }: { emails: string; token: string }) =>
  queryOptions({
    queryKey: ['unsubscribed', emails, token],
    queryFn: ({ signal }) =>
      run<boolean | null>((db) =>
        db.rpc('letters_stopped', { p_token: token, p_template: emails }).abortSignal(signal),
      ),
  });

/** Sends the same request that email programs send for their own unsubscribe button. */
export const unsubscribe = ({ emails, token }: { emails: string; token: string }) =>
  invokeFunction(`unsubscribe?${new URLSearchParams({ emails, token })}`, {}, { fallback: msg`This didn't work` });
