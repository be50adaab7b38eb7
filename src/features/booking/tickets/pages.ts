import { withTrip } from '@/features/catalogue/service/trip';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { addDays, calendarDate } from '@/lib/format/dates';
import type { Untranslated } from '@/lib/i18n/listing-texts';
import { paths, withQuery } from '@/lib/routing/paths';
import type { WaitingChange } from './changes/waiting-change';

/** A booking as a ticket shows it. */
export type TicketRow = {
  kind: ServiceKind;
  id: string;
  booking_date: string;
  /** Null for transport. */
  slot_id: string;
  start_time: string | null;
  num_people: number;
  /** Null if another person paid: the price is theirs. */
  total_price: number | null;
  /** The paid amount, before refunds. */
  paid: number;
  booking_type: string;
  status: string;
  payment_method: string;
  payment_status: string;
  /** The payer transferred the ticket: price, receipt and refunds are theirs. */
  paid_by_other: boolean;
  check_in_status: string;
  checked_in_at: string | null;
  /** The numbers of arrived people if only some have. */
  arrived?: readonly number[] | null;
  vehicle: string | null;
  territory: {
    id: string;
    name: string;
    time_zone: string;
    change_hours?: number | null;
    untranslated?: Untranslated<'name'>;
  } | null;
  /** The booking's own currency, as its territory's may have changed. */
  currency: { symbol: string } | null;
  /** Null if no longer readable: hidden or archived. */
  service: {
    id: string;
    title: string;
    untranslated?: Untranslated<'title'>;
    image_urls: string[];
    /** The meeting point or pickup location, with a map link if given. */
    place: string | null;
    placeLanguage?: string | undefined;
    directions: string | null;
    directionsLanguage?: string | undefined;
    mapLink: string | null;
    /** The destination region; null for experiences, and places in none. */
    goesTo: string | null;
    /** Its duration; null if unknown. */
    hours: number | null;
  } | null;
  /** Its guide; null for transport, and without one. */
  guide: { full_name: string; avatar_url: string | null } | null;
  /** The guide's WhatsApp number for guests; null without one, or not for this trip now. */
  guideNumber: string | null;
  code: string | null;
  /** The ticket's version: increases with each change. */
  ticketVersion: number;
  /** The signed statement for its QR code; null while loading. */
  statement: string | null;
  passports: number[];
  /** As it was sold. */
  cancellation_policy: string;
  passport_removed_by: string | null;
  /** When its owner cancelled: since then only they can open the photos. */
  passport_closed_at: string | null;
  review: { id: string; rating: number; text: string | null; photo_urls: string[]; hidden_at: string | null } | null;
  /** When its review was deleted: it can't be reviewed again. */
  review_deleted_at: string | null;
  /** Why a checked-in booking can't be reviewed; null: it can. */
  reviewRefusal: string | null;
  /** The amount refunded or requested from Stripe; null without a refund, and if another person paid. */
  refund: Refund | null;
  /** A change that waits for a payment. */
  waiting: WaitingChange | null;
};

export type Refund = { refunded: number; onItsWay: number; delayed: boolean };

export type Cursor = { date: string; id: string };
export type Page = { rows: TicketRow[]; next: Cursor | null };
export const PAGE_SIZE = 20;

/** A page of the list; one that is not full is the last. */
export function toPage(rows: TicketRow[], size = PAGE_SIZE): Page {
  const last = rows.at(-1);
  return { rows, next: last && rows.length >= size ? { date: last.booking_date, id: last.id } : null };
}

/** Trips from today on, and past ones, in the list's order. `today` is a date in the ticket's territory. */
export function splitByDate(
  rows: TicketRow[],
  today: (timeZone: string | undefined) => string,
): { upcoming: TicketRow[]; past: TicketRow[] } {
  const isUpcoming = (row: TicketRow) => row.booking_date >= today(row.territory?.time_zone);
  return { upcoming: rows.filter(isUpcoming), past: rows.filter((row) => !isUpcoming(row)) };
}

/** A map link: the operator's own, otherwise a search for the place. */
export function directionsTo({ service, territory }: Pick<TicketRow, 'service' | 'territory'>): string | null {
  if (service?.mapLink) return service.mapLink;
  const query = [service?.place, territory?.name].filter(Boolean).join(', ');
  return query ? `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}` : null;
}

/**
 * The transport search for the return trip, for as many people, one day later, or without a date if past; null if it
 * leads to no other region.
 */
export function wayBackOf({ service, territory, booking_date, num_people }: TicketRow): string | null {
  if (!service?.goesTo || !territory || service.goesTo === territory.id) return null;
  const path = withQuery(paths.transports, { region: service.goesTo, to: territory.id });
  const dayAfter = addDays(booking_date, 1);
  const date = dayAfter < calendarDate(territory.time_zone) ? null : dayAfter;
  return withTrip(path, { date, people: num_people });
}
