import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { detailsOf } from '@/lib/api/details';
import { AppError } from '@/lib/api/errors';
import { calendarDate, formatHour, formatMoment } from '@/lib/format/dates';

/** When and by whom cash was received. Deleted accounts have no name. */
const received = z.object({ at: z.string(), by: z.nullish(z.string()) });
type Received = z.infer<typeof received>;

/** Returns for example 'Paid in cash at 7:12 AM by Elmer', with the date if it wasn't today. */
export function cashText({ at, by }: Received, timeZone: string, now: Date): string {
  const today = calendarDate(timeZone, 0, new Date(at)) === calendarDate(timeZone, 0, now);
  const time = today ? formatHour(at, timeZone) : formatMoment(at, timeZone);
  return by ? t`Paid in cash at ${time} by ${by}` : t`Paid in cash at ${time}`;
}

/** Returns who had already received the cash that another phone tried to record, or null for other failures. */
export function receivedBefore(error: unknown): Received | null {
  if (!(error instanceof AppError && error.code === 'cash_already_received')) return null;
  return received.safeParse(detailsOf(error)).data ?? null;
}
