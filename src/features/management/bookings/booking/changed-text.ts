import { t } from '@lingui/core/macro';
import type { BookingDetail } from './queries';

/** Confirms a change by the desk. Walk-ins have no account that could be notified. */
export const changedText = ({ walk_in }: Pick<BookingDetail, 'walk_in'>): string =>
  walk_in
    ? t`We've changed the booking. The guest has no account, so please tell them yourself.`
    : t`We've changed the booking and notified the guest.`;
