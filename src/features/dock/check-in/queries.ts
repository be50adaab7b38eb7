import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { isPartHere, type Party, stillToCome } from '@/features/booking/tickets/arrived';
import type { transitions } from '@/features/booking/tickets/transitions';
import { SERVICE_KINDS } from '@/features/catalogue/service-kind';
import { AppError, isTransient, isUnreached } from '@/lib/api/errors';
import { mapFailure } from '@/lib/api/map-failure';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { i18n } from '@/lib/i18n/i18n';
import { localizeTitle } from '@/lib/i18n/listing-texts';
import { departureShape } from './departure';

const booking = z.object({
  kind: z.enum(SERVICE_KINDS),
  booking_id: z.string(),
  territory_id: z.nullish(z.string()),
  service_id: z.nullish(z.string()),
  /** The guide's id, or null for transport. */
  guide_id: z.nullish(z.string()),
  ...departureShape,
  /** Why the ticket may be for a departure other than the one that is boarding. */
  doubt: z.nullish(z.enum(['day', 'departure', 'hour'])),
  num_people: z.number(),
  booking_type: z.string(),
  status: z.string(),
  payment_status: z.string(),
  payment_method: z.string(),
  /** Null for a driver, who sees only the cash due. */
  total_price: z.nullable(z.coerce.number()),
  /** Null once the booking is paid. */
  amount_due: z.nullable(z.coerce.number()),
  currency_code: z.nullish(z.string()),
  currency_symbol: z.nullable(z.string()),
  /** For cash payments, when the cash was received and by whom. */
  cash_received_at: z.nullish(z.string()),
  cash_received_by: z.nullish(z.string()),
  check_in_from: z.string(),
  no_show_from: z.string(),
  arrival_until: z.string(),
  check_in_status: z.string(),
  /**
   * The numbers of the people who have arrived if only some have, or null if a checked-in booking has arrived
   * completely.
   */
  arrived: z.nullish(z.array(z.number())),
  /** The numbers of the people who have their own ticket. */
  apart: z.nullish(z.array(z.number())),
  /** The number of the passenger whose own ticket was scanned, or null for the ticket of the whole booking. */
  passenger: z.nullish(z.number()),
  checked_in_at: z.nullish(z.string()),
  checked_in_by: z.nullish(z.string()),
  /** The end of the caller's undo. */
  undo_until: z.nullish(z.string()),
  tourist: z.nullish(
    z.object({ full_name: z.nullish(z.string()), avatar_url: z.nullish(z.string()), country: z.nullish(z.string()) }),
  ),
  /** True if it was sold at the dock to a walk-in. */
  walk_in: z.nullish(z.boolean()),
  guest_name: z.nullish(z.string()),
  country: z.nullish(z.string()),
  hotel_name: z.nullish(z.string()),
  hotel_address: z.nullish(z.string()),
  speaks_spanish: z.nullish(z.boolean()),
  passport_required: z.nullish(z.boolean()),
  passports: z.nullish(z.array(z.number())),
  passport_removed_by: z.nullish(z.string()),
  /** The names of the booking's people by number, if known. */
  passenger_details: z.nullish(z.array(z.object({ name: z.nullish(z.string()) }))),
});
export type CheckInBooking = ReturnType<typeof localizeTitle<z.infer<typeof booking>>>;
export type CheckInAction = (typeof transitions)['check_in' | 'no_show']['to'];

/** An action at check-in. `cash` is the received amount as the screen showed it. */
export interface CheckInRequest {
  action: CheckInAction | 'cash' | 'undo';
  cash?: number | undefined;
  /** The numbers of the people who have arrived. By default these are all who are still expected. */
  passengers?: number[] | undefined;
}

/**
 * Returns the same action with explicit people (the passenger of an own ticket, or those still expected), so that a
 * double check-in on two phones is detected.
 */
export function nameRest(
  request: CheckInRequest,
  party: (Party & { passenger?: number | null | undefined }) | undefined,
): CheckInRequest {
  if (request.action !== 'checked_in' || request.passengers || !party) return request;
  if (party.passenger) return { ...request, passengers: [party.passenger] };
  return isPartHere(party) ? { ...request, passengers: stillToCome(party) } : request;
}

/** Returns the cash due, or null if there is none. */
export const cashDue = (booking: Pick<CheckInBooking, 'payment_method' | 'amount_due'>): number | null =>
  booking.payment_method === 'cash' ? booking.amount_due : null;

const refusal = z.object({
  code: z.string().check(z.startsWith('PT')),
  message: z.string(),
  hint: z.string(),
  details: z.nullish(z.string()),
});

/**
 * The database counts refused check-ins, so it can't raise the error. It returns the error as a body and sets the
 * status itself. If a server changes the status to 200, the body still has the error.
 */
async function read(value: unknown): Promise<CheckInBooking> {
  const refused = refusal.safeParse(value);
  if (refused.success) throw await mapFailure(refused.data);
  return readBooking(value);
}

/** Parses a booking as check-in shows it. */
export function readBooking(value: unknown): CheckInBooking {
  const parsed = booking.safeParse(value);
  if (parsed.success) return localizeTitle(parsed.data);
  throw new AppError('unknown', i18n._(LOAD_FAILED), { cause: parsed.error });
}

/** How long a scan or tap waits on a dead connection before the phone decides (docs/decisions/0061). */
export const SLOW_MS = 1000;

/** How long we wait for the response to a request. */
const TIMEOUT_MS = 20_000;

/** On a weak signal a request may hang for minutes. After this time it counts as lost and can be repeated. */
async function within<T>(request: PromiseLike<T>): Promise<T> {
  // Throws at once when offline. Otherwise the request is sent when it is awaited.
  if (navigator.onLine === false) throw new TypeError('Failed to fetch');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const lost = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TypeError('Failed to fetch')), TIMEOUT_MS);
  });
  return Promise.race([request, lost]).finally(() => clearTimeout(timer));
}

const checkInKeys = { one: (bookingId: string, code: string) => ['check-in', bookingId, code] as const };

const LOAD_FAILED = msg`Failed to load booking`;
const FAILED = {
  checked_in: msg`Failed to check in passenger`,
  no_show: msg`Failed to mark passenger as no-show`,
  cash: msg`Failed to record the payment`,
  undo: msg`Failed to undo the check-in`,
};

/** Returns the booking of a scanned code, for people who may check it in. */
export const loadCheckIn = async (bookingId: string, code: string, signal?: AbortSignal): Promise<CheckInBooking> =>
  read(
    await run((db) => {
      const request = db.rpc('get_check_in', { p_booking_id: bookingId, p_code: code });
      return within(signal ? request.abortSignal(signal) : request);
    }, LOAD_FAILED),
  );

/** Returns the query of that booking. It always refetches, because check-in needs current data. */
export const checkInQuery = (bookingId: string, code: string) =>
  queryOptions({
    queryKey: checkInKeys.one(bookingId, code),
    queryFn: ({ signal }) => loadCheckIn(bookingId, code, signal),
    staleTime: 0,
    gcTime: 0,
    // When offline, the phone decides at once instead of retrying.
    retry: (count, error) => count < 2 && isTransient(error) && !isUnreached(error),
    refetchOnWindowFocus: false,
  });

const found = z.object({ booking_id: z.string() });

/**
 * Returns the booking of a code that was read aloud. Fails with invalid_check_in_code, too_many_attempts or
 * check_in_forbidden.
 */
export async function findCheckIn(code: string): Promise<string> {
  const answer = await run((db) => within(db.rpc('find_check_in', { p_code: code })), LOAD_FAILED);
  const refused = refusal.safeParse(answer);
  if (refused.success) throw await mapFailure(refused.data);
  return readAnswer(found, answer).booking_id;
}

/**
 * Checks a passenger in, marks a no-show, records cash, or undoes an arrival. `code` is the code of the ticket on
 * the screen, and `key` identifies an undo. Fails with check_in_already, booking_cancelled, cash_already_received,
 * undo_over, invalid_check_in_code and others.
 */
export async function requestCheckIn(
  bookingId: string,
  { action, cash, passengers }: CheckInRequest,
  code?: string,
  key?: string,
): Promise<CheckInBooking> {
  const target = { p_booking_id: bookingId };
  const came = { ...(cash !== undefined && { p_cash: cash }), ...(passengers && { p_passengers: passengers }) };
  return read(
    await run((db) => {
      if (action === 'undo') return within(db.rpc('undo_arrival', { ...target, ...(key && { p_key: key }) }));
      if (action === 'cash') return within(db.rpc('receive_cash', { ...target, p_amount: cash ?? 0 }));
      if (code === undefined) return within(db.rpc('check_in_listed', { ...target, p_action: action, ...came }));
      return within(db.rpc('check_in', { p_booking_id: bookingId, p_code: code, p_action: action, ...came }));
    }, FAILED[action]),
  );
}
