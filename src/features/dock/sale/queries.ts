import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { minimumShape } from '@/features/booking/minimum/minimum';
import { TICKET_REFRESH_MS } from '@/features/booking/tickets/kept-links';
import { SERVICE_KINDS } from '@/features/catalogue/service-kind';
import { invokeFunction } from '@/lib/api/functions';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { currentLanguage } from '@/lib/i18n/i18n';
import { LANGUAGES, type LanguageCode } from '@/lib/i18n/languages';
import { localizeTitle } from '@/lib/i18n/listing-texts';
import { namesShape } from '@/lib/i18n/names-shape';
import { AT_THE_DOOR, persisted } from '@/lib/offline/persisted';

export const saleKeys = {
  all: (userId: string) => ['dock-sale', userId] as const,
  departures: (userId: string, date: string | null) => [...saleKeys.all(userId), 'departures', date] as const,
  recent: (userId: string) => [...saleKeys.all(userId), 'recent'] as const,
  /** This key isn't below `all`, so that changes of a sale don't create a new link. */
  payLinks: (userId: string) => ['dock-pay-link', userId] as const,
  one: (userId: string, saleId: string) => [...saleKeys.all(userId), 'sale', saleId] as const,
};

/** The language in which the guest accepted the waiver and gets the ticket. */
const spoken = z.enum(LANGUAGES.map(({ code }) => code));

const LOAD_FAILED = msg`Failed to load data. Please try again later.`;

/** A departure that is on sale now. A full or closed one has no seats. */
const departure = z.object({
  kind: z.enum(SERVICE_KINDS),
  service_id: z.string(),
  slot_id: z.string(),
  service_date: z.string(),
  start_time: z.nullable(z.string()),
  title: z.string(),
  titles: namesShape,
  territory_id: z.string(),
  time_zone: z.string(),
  closed: z.boolean(),
  available: z.number(),
  /** True if the departure is empty, so that a private group can have it. */
  whole: z.boolean(),
  booking_type: z.enum(['shared', 'private', 'both']),
  shared_price: z.nullable(z.coerce.number()),
  private_price: z.nullable(z.coerce.number()),
  min_spots: z.number(),
  max_spots: z.number(),
  min_private_guests: z.number(),
  max_private_guests: z.number(),
  passport_required: z.boolean(),
  /** The guests of a departure that has a minimum. */
  minimum: z.nullish(minimumShape),
  currency_code: z.string(),
  currency_symbol: z.string(),
  check_in_from: z.string(),
});
export type DockDeparture = ReturnType<typeof localizeTitle<z.infer<typeof departure>>>;

/** Returns the departures that the caller can sell on a date, or at the dock now if it is null, soonest first. */
export const dockDeparturesQuery = (userId: string, date: string | null) =>
  queryOptions({
    queryKey: saleKeys.departures(userId, date),
    queryFn: async ({ signal }) =>
      readAnswer(
        z.array(departure),
        await run((db) => db.rpc('dock_departures', date ? { p_date: date } : {}).abortSignal(signal), LOAD_FAILED),
      ).map((row) => localizeTitle(row)),
    staleTime: 0,
  });

const earlierGuest = z.object({
  guest_name: z.nullable(z.string()),
  whatsapp_number: z.nullable(z.string()),
  language: spoken,
  bookings: z.coerce.number(),
  last_date: z.string(),
});
export type EarlierGuest = z.infer<typeof earlierGuest>;

/** Returns guests of earlier bookings in a region that the caller runs, the latest first. */
export const guestsQuery = (territoryId: string, text: string) =>
  queryOptions({
    queryKey: ['earlier-guests', territoryId, text],
    queryFn: async ({ signal }) =>
      readAnswer(
        z.array(earlierGuest),
        await run(
          (db) => db.rpc('find_guests', { p_territory_id: territoryId, p_search: text }).abortSignal(signal),
          LOAD_FAILED,
        ),
      ),
    enabled: text !== '',
    // Names and numbers of guests aren't kept longer than they are shown.
    gcTime: 0,
  });

/** 'waiting' means that the seats are held for the guest's card, and 'expired' that it wasn't paid. */
const SALE_STATES = ['waiting', 'sold', 'undone', 'cancelled', 'expired'] as const;
/** How a guest can pay: cash now or on the day, by card on their phone beside the seller, or through a link. */
export const METHODS = ['cash', 'due', 'card', 'link'] as const;
export type PaymentMethod = (typeof METHODS)[number];

const facts = {
  kind: z.enum(SERVICE_KINDS),
  booking_id: z.nullable(z.string()),
  state: z.enum(SALE_STATES),
  num_people: z.number(),
  booking_type: z.enum(['shared', 'private']),
  total_price: z.coerce.number(),
  currency_symbol: z.string(),
  title: z.string(),
  titles: namesShape,
  service_date: z.string(),
  start_time: z.nullable(z.string()),
  time_zone: z.string(),
  sold_at: z.string(),
  check_in_status: z.nullable(z.string()),
  /** The numbers of the passengers who have arrived, if not all have. Missing in tickets stored by older versions. */
  arrived: z.nullish(z.array(z.number())),
  check_in_from: z.string(),
  arrival_until: z.string(),
  /** The guests of a shared departure that has a minimum. Missing in tickets stored by older versions. */
  minimum: z.nullish(minimumShape),
  /** True if the departure was cancelled. */
  stopped: z.nullish(z.boolean()),
  /** The cash that the guest still has to pay. Missing in tickets stored by older versions. */
  amount_due: z.nullish(z.coerce.number()),
  /** The cash to refund to the guest because the departure was cancelled. */
  cash_due: z.nullish(z.coerce.number()),
};
const recentSale = z.object({
  ...facts,
  sale_id: z.string(),
  sold_by: z.nullable(z.string()),
  guest_name: z.nullable(z.string()),
  whatsapp_number: z.nullable(z.string()),
  language: spoken,
  payment_method: z.enum(['cash', 'card']),
  /** How the guest was to pay. Missing in sales stored by older versions, like the next one. */
  pays: z.nullish(z.enum(METHODS)),
  held_until: z.nullish(z.string()),
  /** How many seconds the seats are still held for a card. */
  seconds_left: z.nullable(z.coerce.number()),
  /** The end of the seller's undo. */
  undo_until: z.nullable(z.string()),
});
const sale = z.extend(recentSale, { token: z.string(), code: z.nullable(z.string()) });
export type RecentSale = ReturnType<typeof localizeTitle<z.infer<typeof recentSale>>>;
export type Sale = ReturnType<typeof localizeTitle<z.infer<typeof sale>>>;
const readSale = (value: unknown): Sale => localizeTitle(readAnswer(sale, value));

/** What the seller has entered. The amount is the one that they told the guest. */
export interface SaleRequest {
  departure: DockDeparture;
  bookingType: 'shared' | 'private';
  people: number;
  method: PaymentMethod;
  amount: number;
  guestName: string;
  whatsapp: string;
  language: LanguageCode;
  waiverVersion: string;
  arrived: boolean;
}

/** Returns the request without anything that may differ when the same sale is repeated, such as the seats left. */
export const saleBody = (request: SaleRequest) => {
  const { departure: of } = request;
  return {
    service_id: of.service_id,
    slot_id: of.slot_id,
    service_date: of.service_date,
    booking_type: request.bookingType,
    num_people: request.people,
    payment_method: request.method,
    amount: request.amount,
    guest_name: request.guestName.trim() || null,
    whatsapp_number: request.whatsapp || null,
    language: request.language,
    waiver_version: request.waiverVersion,
    arrived: request.method === 'cash' && request.arrived,
  };
};
/** The storage key of sales without a response. */
export const SALE_PLACE = 'dock-sale';
export type SaleBody = ReturnType<typeof saleBody>;

/**
 * Sells seats, or holds them for a card. The same key returns the same sale, so it is safe to repeat after a lost
 * response.
 */
export async function sellAtDock(body: SaleBody, idempotencyKey: string): Promise<Sale> {
  const p = { ...body, idempotency_key: idempotencyKey };
  return readSale(await run((db) => db.rpc('sell_at_dock', { p }), msg`We couldn't sell the seats`));
}

export const saleQuery = (userId: string, saleId: string) =>
  queryOptions({
    queryKey: saleKeys.one(userId, saleId),
    queryFn: async ({ signal }) =>
      readSale(await run((db) => db.rpc('dock_sale', { p_sale_id: saleId }).abortSignal(signal), LOAD_FAILED)),
  });

/** Returns the caller's sales of the last day, newest first. They are stored on the phone like the day's lists. */
export const recentSalesQuery = (userId: string) =>
  queryOptions({
    queryKey: saleKeys.recent(userId),
    queryFn: async ({ signal }) =>
      readAnswer(z.array(recentSale), await run((db) => db.rpc('my_dock_sales').abortSignal(signal), LOAD_FAILED)).map(
        (row) => localizeTitle(row),
      ),
    staleTime: 0,
    ...persisted(...AT_THE_DOOR),
  });

export const undoSale = async (saleId: string): Promise<Sale> =>
  readSale(await run((db) => db.rpc('undo_dock_sale', { p_sale_id: saleId }), msg`Failed to void the sale`));

/** Returns the token of a payment link. Each load creates a new one, because stored tokens can't be read back. */
export const payLinkQuery = (userId: string, saleId: string) =>
  queryOptions({
    queryKey: [...saleKeys.payLinks(userId), saleId],
    queryFn: async () =>
      readAnswer(
        z.object({ token: z.string() }),
        await run((db) => db.rpc('new_pay_link', { p_sale_id: saleId }), msg`Failed to make a new link`),
      ).token,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });

/** Cancels a sale that waits for a card, together with its payment. */
export const callOffSale = async (saleId: string): Promise<void> => {
  await invokeFunction('release-hold', { sale_id: saleId }, { fallback: msg`Failed to void the sale` });
};

/** Creates a new link for the ticket that replaces the old one. */
export const renewLink = async (saleId: string): Promise<Sale> =>
  readSale(await run((db) => db.rpc('renew_dock_link', { p_sale_id: saleId }), msg`Failed to make a new link`));

export const sendTicket = async (saleId: string, email: string, language: LanguageCode): Promise<Sale> =>
  readSale(
    await run(
      (db) => db.rpc('send_dock_ticket', { p_sale_id: saleId, p_email: email, p_language: language }),
      msg`Failed to send the ticket`,
    ),
  );

const linked = z.object({
  ...facts,
  code: z.nullish(z.string()),
  language: spoken,
  territory_name: z.nullish(z.string()),
  expected_time: z.nullish(z.string()),
  meeting_point: z.nullish(z.string()),
  meeting_point_link: z.nullish(z.string()),
  what_to_bring: z.nullish(z.string()),
  pickup_location: z.nullish(z.string()),
  pickup_map: z.nullish(z.string()),
  pickup_directions: z.nullish(z.string()),
  guide_name: z.nullish(z.string()),
});
export type LinkedTicket = ReturnType<typeof localizeTitle<z.infer<typeof linked>>>;

/**
 * Returns the ticket of a link, for anyone who has it. It is polled, because guests without an account get no event
 * about a cancellation.
 */
export const linkedTicketQuery = (token: string) =>
  queryOptions({
    queryKey: ['dock-ticket', token],
    queryFn: async ({ signal }) =>
      localizeTitle(
        readAnswer(
          linked,
          await run(
            (db) => db.rpc('dock_ticket', { p_token: token, p_language: currentLanguage().code }).abortSignal(signal),
            msg`Failed to load the ticket`,
          ),
        ),
      ),
    staleTime: 0,
    refetchInterval: TICKET_REFRESH_MS,
  });

const signed = z.object({ tickets: z.array(z.object({ booking_id: z.string(), statement: z.string() })) });

/**
 * Returns the signed statement of a linked ticket, or null if it isn't signed. The code is shown without waiting
 * for it.
 */
export const statementQuery = (token: string, code: string | null | undefined) =>
  queryOptions({
    queryKey: ['dock-statement', token, code],
    queryFn: async ({ signal }) =>
      readAnswer(signed, await invokeFunction('sign-tickets', { link: token }, { signal })).tickets[0]?.statement ??
      null,
    enabled: Boolean(code),
  });
