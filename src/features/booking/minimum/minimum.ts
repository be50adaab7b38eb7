import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { calendarDate, formatHour, formatMoment } from '@/lib/format/dates';

/** A departure's count, as returned by public.departure_minimum. */
export const minimumShape = z.object({
  status: z.enum(['scheduled', 'confirmed', 'departed', 'cancelled']),
  /** Its minimum; null: none. */
  min_to_run: z.nullable(z.number()),
  sold: z.number(),
  /** Null: it leaves too soon to ask those who run it, so it runs with fewer. */
  decides_at: z.nullable(z.string()),
  /** A card authorised now is not charged while there are too few guests. */
  card_waits: z.optional(z.boolean()),
});
export type Minimum = z.infer<typeof minimumShape>;

/**
 * Whether a new booking's card is only authorised: with `more` people there are still too few, and the decision is
 * near.
 */
export const cardWaits = (known: Minimum | null | undefined, more: number): boolean =>
  Boolean(known?.card_waits && known.min_to_run !== null && known.sold + more < known.min_to_run);

/** Whether it still needs guests to go ahead, even with `more` people. */
export const isUndecided = ({ status, min_to_run: minimum, sold, decides_at: at }: Minimum, more = 0): boolean =>
  status === 'scheduled' && minimum !== null && at !== null && sold + more < minimum;

/**
 * Who gets the refund if the departure is cancelled; nobody for an authorised card. `guest`: for staff reading it to
 * them.
 */
export type RefundTo = 'holder' | 'guest' | 'payer' | 'card' | 'nobody';

const isAhead = (status: Minimum['status']) => status === 'scheduled' || status === 'confirmed';

/** '4 of 6 guests; decided today at 6:00 PM, …'; null without a minimum, or once decided. */
export function minimumText(
  { status, sold, min_to_run: minimum, decides_at: at }: Minimum,
  timeZone: string,
  refundTo: RefundTo,
  now: Date,
): string | null {
  if (minimum === null || !isAhead(status)) return null;
  if (status === 'confirmed' || at === null)
    return sold >= minimum ? t`It's going ahead, because enough guests have booked.` : t`It's going ahead.`;
  const isToday = calendarDate(timeZone, 0, new Date(at)) === calendarDate(timeZone, 0, now);
  const when = isToday ? formatHour(at, timeZone) : formatMoment(at, timeZone);
  const otherwise = {
    holder: t`if not, you'll get a full refund`,
    guest: t`if not, the guest gets a full refund`,
    payer: t`if not, the person who paid gets a full refund`,
    card: t`if not, we won't charge the card`,
    nobody: t`if not, there's nothing to pay`,
  }[refundTo];
  return isToday
    ? t`${sold} of ${minimum} guests so far. We'll confirm by ${when} today; ${otherwise}`
    : t`${sold} of ${minimum} guests so far. We'll confirm by ${when}; ${otherwise}`;
}
