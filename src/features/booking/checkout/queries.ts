import { msg } from '@lingui/core/macro';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { invokeFunction } from '@/lib/api/functions';
import { run } from '@/lib/api/run';
import {
  type Hold,
  type HoldRequest,
  type Intent,
  readDepartures,
  readDetails,
  readHold,
  readIntent,
  readQuote,
  readSettlement,
} from './dto';
import type { BookingType, Service } from './service';

export const checkoutKeys = {
  all: ['checkout'] as const,
  departures: (serviceId: string, from: string, to: string) => ['checkout', 'departures', serviceId, from, to] as const,
  details: (userId: string, territoryId: string) => ['checkout', 'details', userId, territoryId] as const,
  quote: (serviceId: string, type: BookingType, people: number) =>
    ['checkout', 'quote', serviceId, type, people] as const,
};

const DATES_FAILED = msg`Failed to load available dates. Please try again.`;

type ServiceRef = Pick<Service, 'kind' | 'id'>;

const getDepartures = async (id: string, from: string, to: string, signal: AbortSignal) =>
  readDepartures(
    await run(
      (db) => db.rpc('get_departures', { p_service_id: id, p_from: from, p_to: to }).abortSignal(signal),
      DATES_FAILED,
    ),
  );

/** Returns a service's departures between two dates (at most 92 days apart), with the seats left. */
export const departuresQuery = (service: ServiceRef, from: string, to: string) =>
  queryOptions({
    queryKey: checkoutKeys.departures(service.id, from, to),
    queryFn: ({ signal }) => getDepartures(service.id, from, to, signal),
    staleTime: 15_000,
    placeholderData: keepPreviousData,
  });

/** Returns the price that the database will charge. The browser sends quantities and never amounts. */
export const quoteQuery = (service: ServiceRef, type: BookingType, people: number) =>
  queryOptions({
    queryKey: checkoutKeys.quote(service.id, type, people),
    queryFn: async ({ signal }) =>
      readQuote(
        await run(
          (db) =>
            db
              .rpc('quote_booking', {
                p_service_id: service.id,
                p_booking_type: type,
                p_num_people: people,
              })
              .abortSignal(signal),
          msg`Failed to load the price. Please try again.`,
        ),
      ),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  });

/** Returns the details that the caller gave with their last booking, or null if there is none. */
export const detailsQuery = (userId: string, territoryId: string) =>
  queryOptions({
    queryKey: checkoutKeys.details(userId, territoryId),
    queryFn: async ({ signal }) =>
      readDetails(await run((db) => db.rpc('my_booking_details', { p_territory_id: territoryId }).abortSignal(signal))),
    staleTime: 300_000,
  });

const CREATE_FAILED = msg`Failed to create booking. Please try again.`;

/** Holds seats for fifteen minutes. Calling it again with the same idempotency_key and form returns the same hold. */
export const createHold = async (request: HoldRequest): Promise<Hold> =>
  readHold(await run((db) => db.rpc('create_hold', { p: request }), CREATE_FAILED));

export const getHold = async (holdId: string): Promise<Hold> =>
  readHold(await run((db) => db.rpc('get_hold', { p_hold_id: holdId }), CREATE_FAILED));

/** Releases the seats and cancels a started payment. A failure is harmless, because the hold expires. */
export const releaseHold = async (holdId: string): Promise<void> => {
  await invokeFunction('release-hold', { hold_id: holdId });
};

/** Books a hold in cash. Fails with too_many_cash_bookings or hold_expired. */
export const bookCash = async (holdId: string): Promise<string> =>
  readSettlement(await run((db) => db.rpc('book_cash', { p_hold_id: holdId }), CREATE_FAILED)).bookingId ?? '';

export const createPaymentIntent = async (holdId: string): Promise<Intent> =>
  readIntent(await invokeFunction('create-payment-intent', { hold_id: holdId }, { fallback: CREATE_FAILED }));

/** The calls that start and poll a payment, for the user's own hold or through a link without an account. */
export interface PaymentCalls {
  begin: () => Promise<Intent>;
  confirm: () => ReturnType<typeof confirmPayment>;
  release: () => Promise<void>;
  /** Returns the text to show if the payment doesn't lead to a booking. */
  lost: () => string;
  /** The same if the payment has ended elsewhere, unless it was changed or paid in another tab. */
  ended?: () => string;
}

/** Asks the server for the payment's state, which the server gets from Stripe. It is safe to call repeatedly. */
export const confirmPayment = async (holdId: string) =>
  readSettlement(await invokeFunction('confirm-payment', { hold_id: holdId }, { fallback: CREATE_FAILED }));
