import type { MailContext } from './context.ts';
import type { BookingData } from './data.ts';
import type { OfferRefundTo } from './departure-labels.ts';
import type { Block } from './layout.ts';

/** Of a departure that needs a number of guests: how many it has and when it is decided, or that it takes place. */
export function minimumBlocks(data: BookingData, { labels, formats }: MailContext): Block[] {
  if (!data.minimum) return [];
  const { status, sold, min_to_run: minimum, decides_at: at, time_zone: zone } = data.minimum;
  if (status === 'confirmed' || at === null) return [{ kind: 'text', text: takesPlaceLine(data, { labels }) }];
  // Enough: the letter that says so is on its way.
  if (sold >= minimum) return [];
  const moment = `${formats.dayAt(at, zone)}, ${formats.clockAt(at, zone)}`;
  return [{ kind: 'text', text: labels.minimum.undecided(sold, minimum, moment, refundToOf(data)) }];
}

/** Who runs it may have decided so with fewer. */
export const takesPlaceLine = ({ minimum }: BookingData, { labels }: Pick<MailContext, 'labels'>): string =>
  minimum && minimum.sold >= minimum.min_to_run ? labels.minimum.enough : labels.minimum.takesPlace;

/** Too few have booked so far. */
export const isUndecided = ({ minimum }: BookingData): boolean =>
  Boolean(
    minimum && minimum.status === 'scheduled' && minimum.decides_at !== null && minimum.sold < minimum.min_to_run,
  );

function refundToOf({ paid_by_other, payment_method, payment_status }: BookingData): OfferRefundTo {
  if (paid_by_other) return 'payer';
  if (payment_status === 'completed') return 'holder';
  return payment_method === 'cash' ? 'nobody' : 'card';
}
