import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { calendarDate, formatHour, formatMoment } from '@/lib/format/dates';

/** A departure as public.departure_minimum counts it. */
export const minimumShape = z.object({
  status: z.enum(['scheduled', 'confirmed', 'departed', 'cancelled']),
  /** How many guests it needs; null: it runs with any number. */
  min_to_run: z.nullable(z.number()),
  sold: z.number(),
  /** Null: it leaves too soon to ask those who run it, so it runs with fewer. */
  decides_at: z.nullable(z.string()),
  /** A card that is authorised now is not charged as long as there are too few. */
  card_waits: z.optional(z.boolean()),
});
export type Minimum = z.infer<typeof minimumShape>;

/** Whether a card is only authorised for who books now: with `more` people there are still too few, and it is decided soon. */
export const cardWaits = (known: Minimum | null | undefined, more: number): boolean =>
  Boolean(known?.card_waits && known.min_to_run !== null && known.sold + more < known.min_to_run);

/** Whether it still needs guests to go ahead, even with `more` people. */
export const isUndecided = ({ status, min_to_run: minimum, sold, decides_at: at }: Minimum, more = 0): boolean =>
  status === 'scheduled' && minimum !== null && at !== null && sold + more < minimum;

/** To whom the money of a booking goes back, where its departure does not take place. To a card that is only authorised nothing does. `guest`: for who reads it to them. */
export type RefundTo = 'holder' | 'guest' | 'payer' | 'card' | 'nobody';

const isAhead = (status: Minimum['status']) => status === 'scheduled' || status === 'confirmed';

/** '4 of 6 guests; decided today at 6:00 PM, else your money back'; null of a departure that runs with any number, or no more. */
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
