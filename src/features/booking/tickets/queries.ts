import { msg } from '@lingui/core/macro';
import { type InfiniteData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { BookedDeparture } from '@/features/booking/minimum/queries';
import { meetingPlace } from '@/features/catalogue/experiences/meeting-place';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { afterCursor, pagedQuery } from '@/lib/api/paging';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { innerTextColumns, localizeInner, localizeNames } from '@/lib/i18n/listing-texts';
import { persistedTrips } from '@/lib/offline/persisted';
import { unpaidChange } from './changes/unpaid-change';
import { isKept, keptPages, tripKeptUntil } from './kept-tickets';
import { type Cursor, PAGE_SIZE, type Page, type Refund, type TicketRow, toPage } from './pages';
import { LIVE_STATUSES } from './transitions';

export const bookingKeys = {
  all: ['bookings'] as const,
  mine: (userId: string) => ['bookings', 'mine', userId] as const,
  one: (id: string) => ['bookings', 'one', id] as const,
  ticket: (id: string) => ['bookings', 'ticket', id] as const,
  allStatements: ['bookings', 'statements'] as const,
  statements: (tickets: string[]) => ['bookings', 'statements', ...tickets] as const,
  quote: (id: string) => ['bookings', 'quote', id] as const,
  passengers: (id: string) => ['bookings', 'passengers', id] as const,
  transfer: (id: string) => ['bookings', 'transfer', id] as const,
  transfers: (userId: string) => ['bookings', 'transfers', userId] as const,
  change: (id: string, desk: boolean) => ['bookings', 'change', id, desk] as const,
  ofDeparture: (userId: string, departure: BookedDeparture) =>
    ['bookings', 'departure', userId, ...Object.values(departure)] as const,
  receipt: (id: string) => ['bookings', 'receipt', id] as const,
};

const COLUMNS = `id, kind, booking_date, start_time, num_people, booking_type, status, payment_method, payment_status,
  check_in_status, checked_in_at, arrived, passports, passport_removed_by, passport_closed_at, slot_id, hotel_name,
  review_deleted_at, paid_by_other, cancellation_policy, code:booking_codes(code, version),
  territory:territories!bookings_territory_id_fkey(id, name, names, time_zone, change_hours, meeting_point, meeting_point_link),
  currency:currencies!bookings_currency_code_fkey(symbol),
  guide:profile_cards!bookings_guide_card_fkey(full_name, avatar_url),
  service:services!bookings_service_id_kind_fkey(id, title, names, image_urls, meeting_point, meeting_point_link, duration_hours, transport_type_id, passport_required,
    pickup_location, destination_territory_id,
    pickup:pickup_locations!services_pickup_location_id_fkey(directions, map_link, ${innerTextColumns}))` as const;

const FAILED = msg`Failed to load your bookings. Please try again later.`;

/** The order of the list. */
const ORDER = { column: 'booking_date' };
const at = (cursor: Cursor | null) => cursor && { at: cursor.date, id: cursor.id };

/** The amounts load separately. */
const NO_MONEY = { total_price: null, paid: 0, refund: null, unpaid_change: null };

/** Selects the user's own bookings: a page of the list, or a single booking. */
type Which = { userId: string; cursor: Cursor | null } | { userId: string; id: string };

function readBookings(which: Which, signal: AbortSignal) {
  return run((db) => {
    const query = db.from('bookings').select(COLUMNS).eq('tourist_id', which.userId);
    if ('id' in which) return query.eq('id', which.id).abortSignal(signal);
    return afterCursor(query, ORDER, at(which.cursor)).limit(PAGE_SIZE).abortSignal(signal);
  }, FAILED);
}
type BookingRow = Awaited<ReturnType<typeof readBookings>>[number];

/**
 * Returns what was booked: an experience with its meeting point, or transport with its pickup location. Null if the
 * guest can't read it.
 */
function serviceOf({ kind, service: booked, territory }: BookingRow): TicketRow['service'] {
  if (!booked) return null;
  const hours = booked.duration_hours;
  if (kind === 'experience') {
    const service = localizeNames(booked, ['title', 'meeting_point']);
    const region = territory && localizeNames(territory, ['name', 'meeting_point']);
    return {
      ...service,
      ...meetingPlace(service, region),
      placeLanguage: (service.meeting_point?.trim() ? service : region)?.untranslated?.meeting_point,
      directions: null,
      goesTo: null,
      hours,
      passportRequired: booked.passport_required,
    };
  }
  const service = localizeNames(booked, ['title', 'pickup_location']);
  const pickup = booked.pickup && localizeInner(booked.pickup, ['directions']);
  return {
    ...service,
    place: service.pickup_location,
    placeLanguage: service.untranslated?.pickup_location,
    directions: pickup?.directions ?? null,
    directionsLanguage: pickup?.untranslated?.directions,
    mapLink: pickup?.map_link ?? null,
    goesTo: service.destination_territory_id,
    hours,
    passportRequired: booked.passport_required,
  };
}

async function ticketRows(which: Which, signal: AbortSignal): Promise<TicketRow[]> {
  const rows = await readBookings(which, signal);
  return rows.map((row) => {
    const { service, code, ...booking } = row;
    return {
      ...booking,
      kind: row.kind as ServiceKind,
      vehicle: service?.transport_type_id ?? null,
      territory: row.territory && localizeNames(row.territory, ['name']),
      service: serviceOf(row),
      code: code?.code ?? null,
      ticketVersion: code?.version ?? 0,
      statement: null,
      ...NO_MONEY,
      expected_time: null,
      pickup_at: null,
      guideNumber: null,
      review: null,
      reviewRefusal: null,
    };
  });
}

/**
 * Returns whether the ticket could be reviewed. This doesn't check whether its holder works for the trip or hasn't
 * paid.
 */
export const mayBeReviewed = (row: Pick<TicketRow, 'check_in_status' | 'review' | 'review_deleted_at'>): boolean =>
  row.check_in_status === 'checked_in' && !row.review && !row.review_deleted_at;

/** Adds amounts, the delay, the pickup time, the guide's number and the review state to each ticket. */
async function withDetails(rows: TicketRow[], signal: AbortSignal): Promise<TicketRow[]> {
  if (rows.length === 0) return rows;
  const asked = { p_booking_ids: rows.map((row) => row.id) };
  const pickedUp = rows.some((row) => row.kind === 'transport' && row.hotel_name);
  const [money, delays, pickups, numbers, reviews] = await Promise.all([
    run((db) => db.rpc('my_ticket_money', asked).abortSignal(signal), FAILED),
    run((db) => db.rpc('my_delays', asked).abortSignal(signal), FAILED),
    pickedUp ? run((db) => db.rpc('my_pickups', asked).abortSignal(signal), FAILED) : [],
    run((db) => db.rpc('guide_numbers', asked).abortSignal(signal), FAILED),
    run((db) => db.rpc('my_reviews', asked).abortSignal(signal), FAILED),
  ]);
  const expectedOf = new Map(delays.map((row) => [row.booking_id, row.expected_time]));
  const pickupOf = new Map(pickups.map((row) => [row.booking_id, row.pickup_at]));
  const numberOf = new Map(numbers.map((row) => [row.booking_id, row.whatsapp_number]));
  const reviewOf = new Map(reviews.map((row) => [row.booking_id, row]));
  const moneyOf = new Map(
    money.map(({ booking_id, total_price, paid, refunded, on_its_way, delayed, unpaid_change }) => {
      const refund: Refund = { refunded: Number(refunded), onItsWay: Number(on_its_way), delayed };
      const wentBack = refund.refunded + refund.onItsWay > 0;
      return [
        booking_id,
        {
          total_price: Number(total_price),
          paid: Number(paid),
          refund: wentBack ? refund : null,
          unpaid_change: unpaid_change ? readAnswer(unpaidChange, unpaid_change) : null,
        },
      ];
    }),
  );
  return rows.map((row) => ({
    ...row,
    ...moneyOf.get(row.id),
    expected_time: expectedOf.get(row.id) ?? null,
    pickup_at: pickupOf.get(row.id) ?? null,
    guideNumber: numberOf.get(row.id) ?? null,
    review: (reviewOf.get(row.id)?.review as TicketRow['review'] | undefined) ?? null,
    reviewRefusal: reviewOf.get(row.id)?.refusal ?? null,
  }));
}

/** Returns the guest's own bookings page by page, newest date first. */
export const myBookingsQuery = (userId: string) => ({
  ...pagedQuery(bookingKeys.mine(userId), async (cursor: Cursor | null, signal) => {
    const page = toPage(await ticketRows({ userId, cursor }, signal));
    return { ...page, rows: await withDetails(page.rows, signal) };
  }),
  ...persistedTrips(keptPages),
});

/** Returns one of the user's own tickets, with the list's data as a placeholder. Null if the ticket isn't theirs. */
export const myTicketQuery = (client: QueryClient, userId: string, id: string) => {
  const list = bookingKeys.mine(userId);
  return queryOptions({
    queryKey: bookingKeys.ticket(id),
    queryFn: async ({ signal }): Promise<TicketRow | null> => {
      const [row] = await withDetails(await ticketRows({ userId, id }, signal), signal);
      return row ?? null;
    },
    initialData: () =>
      client
        .getQueryData<InfiniteData<Page>>(list)
        ?.pages.flatMap(({ rows }) => rows)
        .find((row) => row.id === id),
    initialDataUpdatedAt: () => client.getQueryState(list)?.dataUpdatedAt,
    ...persistedTrips((row: TicketRow | null) =>
      row && isKept(row) ? { data: row, until: tripKeptUntil(row.booking_date) } : null,
    ),
  });
};

/** Returns a booking that the user has just made, or null if it can't be read. */
export const myBookingQuery = (userId: string, id: string) =>
  queryOptions({
    queryKey: bookingKeys.one(id),
    queryFn: async ({ signal }) => {
      const [row] = await ticketRows({ userId, id }, signal);
      return row ?? null;
    },
  });

/** Returns a person's tickets for a departure. */
export const ticketsOfDepartureQuery = (userId: string, departure: BookedDeparture) =>
  queryOptions({
    queryKey: bookingKeys.ofDeparture(userId, departure),
    queryFn: ({ signal }) => {
      const { slotId, date } = departure;
      return run((db) => {
        return db
          .from('bookings')
          .select('id, num_people')
          .match({ slot_id: slotId, tourist_id: userId, booking_date: date })
          .in('status', LIVE_STATUSES)
          .order('created_at')
          .abortSignal(signal);
      }, FAILED);
    },
  });
