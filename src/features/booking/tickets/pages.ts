import { withTrip } from '@/features/catalogue/service/trip';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { addDays, calendarDate } from '@/lib/format/dates';
import type { Untranslated } from '@/lib/i18n/listing-texts';
import { paths, withQuery } from '@/lib/routing/paths';
import type { UnpaidChange } from './changes/unpaid-change';

/** A booking with everything that its ticket shows. */
export type TicketRow = {
  kind: ServiceKind;
  id: string;
  booking_date: string;
  /** This is null for transport. */
  slot_id: string;
  start_time: string | null;
  /** When a delayed departure is expected to leave. Missing on tickets that were kept before. */
  expected_time?: string | null;
  /** The hotel at which the guest of a ride is picked up, and when, local to the region. Missing on tickets that were kept before. */
  hotel_name?: string | null;
  pickup_at?: string | null;
  num_people: number;
  /** Null if another person paid, because only they may see the price. */
  total_price: number | null;
  /** The amount that was paid, before refunds. */
  paid: number;
  booking_type: string;
  status: string;
  payment_method: string;
  payment_status: string;
  /** True if the payer transferred the ticket. Price, receipt and refunds are visible only to them. */
  paid_by_other: boolean;
  check_in_status: string;
  checked_in_at: string | null;
  /** The numbers of the people who have arrived, if only some have. */
  arrived?: readonly number[] | null;
  vehicle: string | null;
  territory: {
    id: string;
    name: string;
    time_zone: string;
    change_hours?: number | null;
    untranslated?: Untranslated<'name'>;
  } | null;
  /** The currency of the booking, as the territory's currency may have changed since. */
  currency: { symbol: string } | null;
  /** Null if the guest can no longer read the service, because it is hidden or archived. */
  service: {
    id: string;
    title: string;
    untranslated?: Untranslated<'title'>;
    image_urls: string[];
    /** The meeting point or pickup location, with a link to the map if there is one. */
    place: string | null;
    placeLanguage?: string | undefined;
    directions: string | null;
    directionsLanguage?: string | undefined;
    mapLink: string | null;
    /** The destination's region. Null for experiences, and for places outside of regions. */
    goesTo: string | null;
    /** The duration in hours, or null if unknown. */
    hours: number | null;
    /** True if the trip needs passport photos. Missing on tickets that were kept before. */
    passportRequired?: boolean;
  } | null;
  /** The guide, or null for transport and for trips without a guide. */
  guide: { full_name: string; avatar_url: string | null } | null;
  /**
   * The guide's WhatsApp number for guests. Null if the guide has none, or doesn't share it for this trip at this
   * time.
   */
  guideNumber: string | null;
  code: string | null;
  /** The ticket's version, which increases with each change. */
  ticketVersion: number;
  /** The signed statement for the QR code, or null while it is loading. */
  statement: string | null;
  passports: number[];
  /** The policy under which the booking was sold. */
  cancellation_policy: string;
  passport_removed_by: string | null;
  /** When the owner cancelled the booking. Since then only they can open the photos. */
  passport_closed_at: string | null;
  review: { id: string; rating: number; text: string | null; photo_urls: string[]; hidden_at: string | null } | null;
  /** When the guest's review was deleted. The booking can't be reviewed again. */
  review_deleted_at: string | null;
  /** Why a checked-in booking can't be reviewed, or null if it can. */
  reviewRefusal: string | null;
  /** The amount that was refunded or requested from Stripe. Null without a refund, and if another person paid. */
  refund: Refund | null;
  /** A change that waits for a payment, if there is one. */
  unpaid_change: UnpaidChange | null;
};

export type Refund = { refunded: number; onItsWay: number; delayed: boolean };

export type Cursor = { date: string; id: string };
export type Page = { rows: TicketRow[]; next: Cursor | null };
export const PAGE_SIZE = 20;

/** Returns a page of the list. A page that isn't full is the last. */
export function toPage(rows: TicketRow[], size = PAGE_SIZE): Page {
  const last = rows.at(-1);
  return { rows, next: last && rows.length >= size ? { date: last.booking_date, id: last.id } : null };
}

/** Separates trips from today on and past ones, in the list's order. `today` is a date in the ticket's territory. */
export function splitByDate(
  rows: TicketRow[],
  today: (timeZone: string | undefined) => string,
): { upcoming: TicketRow[]; past: TicketRow[] } {
  const isUpcoming = (row: TicketRow) => row.booking_date >= today(row.territory?.time_zone);
  return { upcoming: rows.filter(isUpcoming), past: rows.filter((row) => !isUpcoming(row)) };
}

/** Returns the operator's map link, or a map search for the place. */
export function directionsTo({ service, territory }: Pick<TicketRow, 'service' | 'territory'>): string | null {
  if (service?.mapLink) return service.mapLink;
  const query = [service?.place, territory?.name].filter(Boolean).join(', ');
  return query ? `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}` : null;
}

/**
 * Returns the transport search for the return trip, with the same number of people and one day later (without a
 * date if that is past). Returns null if the trip doesn't lead to another region.
 */
export function wayBackOf({ service, territory, booking_date, num_people }: TicketRow): string | null {
  if (!service?.goesTo || !territory || service.goesTo === territory.id) return null;
  const path = withQuery(paths.transports, { region: service.goesTo, to: territory.id });
  const dayAfter = addDays(booking_date, 1);
  const date = dayAfter < calendarDate(territory.time_zone) ? null : dayAfter;
  return withTrip(path, { date, people: num_people });
}
