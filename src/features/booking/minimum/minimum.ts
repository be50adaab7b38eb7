import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { calendarDate, formatHour, formatMoment } from '@/lib/format/dates';

/** The count of a departure, as public.departure_minimum returns it. */
export const minimumShape = z.object({
  status: z.enum(['scheduled', 'confirmed', 'departed', 'cancelled']),
  /** The departure's minimum, or null if it has none. */
  min_to_run: z.nullable(z.number()),
  sold: z.number(),
  /** Null if the departure leaves too soon to ask its operator, so that it goes ahead with fewer guests. */
  decides_at: z.nullable(z.string()),
  /** True if a card authorised now isn't charged while there are too few guests. */
  card_waits: z.optional(z.boolean()),
});
export type Minimum = z.infer<typeof minimumShape>;

/**
 * Returns whether a new booking's card is only authorised, because the decision is near and `more` people aren't
 * enough for the minimum.
 */
export const cardWaits = (known: Minimum | null | undefined, more: number): boolean =>
  Boolean(known?.card_waits && known.min_to_run !== null && known.sold + more < known.min_to_run);

/** Returns whether the departure still needs guests to go ahead, even with `more` people. */
export const isUndecided = ({ status, min_to_run: minimum, sold, decides_at: at }: Minimum, more = 0): boolean =>
  status === 'scheduled' && minimum !== null && at !== null && sold + more < minimum;

/**
 * Who gets the refund if the departure is cancelled, which is no one for an authorised card. Staff read the 'guest'
 * texts to a caller.
 */
export type RefundTo = 'holder' | 'guest' | 'payer' | 'card' | 'nobody';

const isAhead = (status: Minimum['status']) => status === 'scheduled' || status === 'confirmed';

/** Returns '4 of 6 guests; decided today at 6:00 PM, …', or null if there is no minimum or the decision is made. */
export function minimumText(
  { status, sold, min_to_run: minimum, decides_at: at }: Minimum,
  timeZone: string,
  refundTo: RefundTo,
  now: Date,
): string | null {
  if (minimum === null || !isAhead(status)) return null;
  if (status === 'confirmed' || at === null)
    return sold >= minimum ? t`It's going ahead: enough guests have booked.` : t`It's going ahead.`;
  const isToday = calendarDate(timeZone, 0, new Date(at)) === calendarDate(timeZone, 0, now);
  const when = isToday ? formatHour(at, timeZone) : formatMoment(at, timeZone);
  const otherwise = {
    holder: t`if not, you'll get a full refund`,
    guest: t`if not, the guest gets a full refund`,
    payer: t`if not, the person who paid gets a full refund`,
    card: t`if not, the card won't be charged`,
    nobody: t`if not, there's nothing to pay`,
  }[refundTo];
  return isToday
    ? t`${sold} of ${minimum} guests so far. We'll confirm by ${when} today; ${otherwise}`
    : t`${sold} of ${minimum} guests so far. We'll confirm by ${when}; ${otherwise}`;
}
