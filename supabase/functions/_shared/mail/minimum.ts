import type { MailContext } from './context.ts';
import type { BookingData } from './data.ts';
import type { OfferRefundTo } from './departure-labels.ts';
import type { Block } from './layout.ts';

/** Says how many guests a departure with a minimum has and when it is decided, or that it is going ahead. */
export function minimumBlocks(data: BookingData, { labels, formats }: MailContext): Block[] {
  if (!data.minimum) return [];
  const { status, sold, min_to_run: minimum, decides_at: at, time_zone: zone } = data.minimum;
  if (status === 'confirmed' || at === null) return [{ kind: 'text', text: takesPlaceLine(data, { labels }) }];
  // If there are enough guests, a separate email says so.
  if (sold >= minimum) return [];
  const moment = `${formats.dayAt(at, zone)}, ${formats.clockAt(at, zone)}`;
  return [{ kind: 'text', text: labels.minimum.undecided(sold, minimum, moment, refundToOf(data)) }];
}

/** Says that the departure goes ahead, possibly with fewer guests than its minimum. */
export const takesPlaceLine = ({ minimum }: BookingData, { labels }: Pick<MailContext, 'labels'>): string =>
  minimum && minimum.sold >= minimum.min_to_run ? labels.minimum.enough : labels.minimum.takesPlace;

/** Returns whether the departure is below its minimum so far. */
export const isUndecided = ({ minimum }: BookingData): boolean =>
  Boolean(
    minimum && minimum.status === 'scheduled' && minimum.decides_at !== null && minimum.sold < minimum.min_to_run,
  );

function refundToOf({ paid_by_other, payment_method, payment_status }: BookingData): OfferRefundTo {
  if (paid_by_other) return 'payer';
  if (payment_status === 'completed') return 'holder';
  return payment_method === 'cash' ? 'nobody' : 'card';
}
