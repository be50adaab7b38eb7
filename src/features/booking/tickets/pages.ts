import { withTrip } from '@/features/catalogue/service/trip';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { addDays, calendarDate } from '@/lib/format/dates';
import type { Untranslated } from '@/lib/i18n/listing-texts';
import { paths, withQuery } from '@/lib/routing/paths';

/** One booking as a ticket shows it, of either kind. */
export type TicketRow = {
  kind: ServiceKind;
  id: string;
  booking_date: string;
  /** Null for transport. */
  slot_id: string;
  start_time: string | null;
  num_people: number;
  /** Null of a ticket that somebody else paid: what it cost is theirs. */
  total_price: number | null;
  /** What was paid of it, before anything went back. */
  paid: number;
  booking_type: string;
  status: string;
  payment_method: string;
  payment_status: string;
  /** Whoever paid gave the ticket away: price, receipt and refunds are theirs. */
  paid_by_other: boolean;
  check_in_status: string;
  checked_in_at: string | null;
  /** The numbers of who is here, where that is a part of it. */
  arrived?: readonly number[] | null;
  vehicle: string | null;
  territory: {
    id: string;
    name: string;
    time_zone: string;
    change_hours?: number | null;
    untranslated?: Untranslated<'name'>;
  } | null;
  /** The booking's own: its territory may sell in another by now. */
  currency: { symbol: string } | null;
  /** Null when it can no longer be read: hidden or archived since. */
  service: {
    id: string;
    title: string;
    untranslated?: Untranslated<'title'>;
    image_urls: string[];
    /** Where it starts: the meeting point or the pickup location, with a link to a map where somebody gave one. */
    place: string | null;
    placeLanguage?: string | undefined;
    directions: string | null;
    directionsLanguage?: string | undefined;
    mapLink: string | null;
    /** The region that it leads to; null for experiences, and for a place in none. */
    goesTo: string | null;
    /** How long it takes; null where nobody said. */
    hours: number | null;
  } | null;
  /** Who leads it; null for transport, and where nobody does yet. */
  guide: { full_name: string; avatar_url: string | null } | null;
  /** The WhatsApp number that the guide shows to guests; null where there is none, or not for this trip now. */
  guideNumber: string | null;
  code: string | null;
  /** Of the ticket: rises with each change. */
  ticketVersion: number;
  /** What is signed of it, for its QR code; null while it is not there. */
  statement: string | null;
  passports: number[];
  /** As it was sold. */
  cancellation_policy: string;
  passport_removed_by: string | null;
  /** Since when nobody but its owner opens it: they had cancelled. */
  passport_closed_at: string | null;
  review: { id: string; rating: number; text: string | null; photo_urls: string[]; hidden_at: string | null } | null;
  /** When its review was deleted: then there is no other one. */
  review_deleted_at: string | null;
  /** The code of why it can't be reviewed, though its people were checked in; null: it can. */
  reviewRefusal: string | null;
  /** What has gone back, and what Stripe has been asked to give back; null where nothing was, and where somebody else paid. */
  refund: Refund | null;
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

/** Trips from today on, and those that were; each keeps the order of the list. `today` is a date in the ticket's own territory. */
export function splitByDate(
  rows: TicketRow[],
  today: (timeZone: string | undefined) => string,
): { upcoming: TicketRow[]; past: TicketRow[] } {
  const isUpcoming = (row: TicketRow) => row.booking_date >= today(row.territory?.time_zone);
  return { upcoming: rows.filter(isUpcoming), past: rows.filter((row) => !isUpcoming(row)) };
}

/** A link to a map: the operator's own, else a search for the place in its territory. */
export function directionsTo({ service, territory }: Pick<TicketRow, 'service' | 'territory'>): string | null {
  if (service?.mapLink) return service.mapLink;
  const query = [service?.place, territory?.name].filter(Boolean).join(', ');
  return query ? `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}` : null;
}

/**
 * The search for transport in the other direction, for as many, on the day after, or on none where that has passed; null where the way
 * leads to no other region.
 */
export function wayBackOf({ service, territory, booking_date, num_people }: TicketRow): string | null {
  if (!service?.goesTo || !territory || service.goesTo === territory.id) return null;
  const path = withQuery(paths.transports, { region: service.goesTo, to: territory.id });
  const dayAfter = addDays(booking_date, 1);
  const date = dayAfter < calendarDate(territory.time_zone) ? null : dayAfter;
  return withTrip(path, { date, people: num_people });
}
