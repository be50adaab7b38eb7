import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { isPartHere, type Party, stillToCome } from '@/features/booking/tickets/arrived';
import type { transitions } from '@/features/booking/tickets/transitions';
import { SERVICE_KINDS } from '@/features/catalogue/service-kind';
import { AppError, isTransient, isUnreached } from '@/lib/api/errors';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { toAppError } from '@/lib/api/to-app-error';
import { i18n } from '@/lib/i18n/i18n';
import { localizeTitle } from '@/lib/i18n/listing-texts';
import { departureShape } from './departure';

const booking = z.object({
  kind: z.enum(SERVICE_KINDS),
  booking_id: z.string(),
  territory_id: z.nullish(z.string()),
  service_id: z.nullish(z.string()),
  /** The guide; null for transport. */
  guide_id: z.nullish(z.string()),
  ...departureShape,
  /** Why it may be for another departure than the one boarding now. */
  doubt: z.nullish(z.enum(['day', 'departure', 'hour'])),
  num_people: z.number(),
  booking_type: z.string(),
  status: z.string(),
  payment_status: z.string(),
  payment_method: z.string(),
  /** Null for a driver, who only sees the cash due. */
  total_price: z.nullable(z.coerce.number()),
  /** Null once paid. */
  amount_due: z.nullable(z.coerce.number()),
  currency_code: z.nullish(z.string()),
  currency_symbol: z.nullable(z.string()),
  /** For cash: when it was received, and by whom. */
  cash_received_at: z.nullish(z.string()),
  cash_received_by: z.nullish(z.string()),
  check_in_from: z.string(),
  no_show_from: z.string(),
  arrival_until: z.string(),
  check_in_status: z.string(),
  /** The numbers of the arrived people if only some have; null: all of a checked-in booking. */
  arrived: z.nullish(z.array(z.number())),
  /** People with their own ticket. */
  apart: z.nullish(z.array(z.number())),
  /** The passenger of a scanned own ticket; null for the whole booking's. */
  passenger: z.nullish(z.number()),
  checked_in_at: z.nullish(z.string()),
  checked_in_by: z.nullish(z.string()),
  /** When the caller's undo ends. */
  undo_until: z.nullish(z.string()),
  tourist: z.nullish(
    z.object({ full_name: z.nullish(z.string()), avatar_url: z.nullish(z.string()), country: z.nullish(z.string()) }),
  ),
  /** Sold at the dock to a walk-in. */
  walk_up: z.nullish(z.boolean()),
  guest_name: z.nullish(z.string()),
  country: z.nullish(z.string()),
  hotel_name: z.nullish(z.string()),
  hotel_address: z.nullish(z.string()),
  speaks_spanish: z.nullish(z.boolean()),
  passport_required: z.nullish(z.boolean()),
  passports: z.nullish(z.array(z.number())),
  passport_removed_by: z.nullish(z.string()),
  /** Names of the booking's people by number, if known. */
  passenger_details: z.nullish(z.array(z.object({ name: z.nullish(z.string()) }))),
});
export type CheckInBooking = ReturnType<typeof localizeTitle<z.infer<typeof booking>>>;
export type CheckInAction = (typeof transitions)['check_in' | 'no_show']['to'];

/** An action at the door. `cash`: the received amount as shown. */
export interface Press {
  action: CheckInAction | 'cash' | 'undo';
  cash?: number | undefined;
  /** The numbers of arrived people; by default everyone still expected. */
  passengers?: number[] | undefined;
}

/**
 * The same action with explicit people (an own ticket's passenger, or those still expected), so that a double check-in
 * on two phones is detected.
 */
export function nameRest(press: Press, party: (Party & { passenger?: number | null | undefined }) | undefined): Press {
  if (press.action !== 'checked_in' || press.passengers || !party) return press;
  if (party.passenger) return { ...press, passengers: [party.passenger] };
  return isPartHere(party) ? { ...press, passengers: stillToCome(party) } : press;
}

/** The cash due; null if none. */
export const cashDue = (booking: Pick<CheckInBooking, 'payment_method' | 'amount_due'>): number | null =>
  booking.payment_method === 'cash' ? booking.amount_due : null;

const refusal = z.object({
  code: z.string().check(z.startsWith('PT')),
  message: z.string(),
  hint: z.string(),
  details: z.nullish(z.string()),
});

/**
 * A refused check-in is counted, so the database answers with the error as a body and sets the status itself. If a
 * server leaves the status at 200, the body still has the error.
 */
function read(value: unknown): CheckInBooking {
  const refused = refusal.safeParse(value);
  if (refused.success) throw toAppError(refused.data);
  return readBooking(value);
}

/** A booking as check-in shows it. */
export function readBooking(value: unknown): CheckInBooking {
  const parsed = booking.safeParse(value);
  if (parsed.success) return localizeTitle(parsed.data);
  throw new AppError('unknown', i18n._(LOAD_FAILED), { cause: parsed.error });
}

/** How long a scan or tap waits on a dead connection before the phone decides (docs/decisions/0061). */
export const SLOW_MS = 1000;

/** How long a request may still be answered. */
const TIMEOUT_MS = 20_000;

/** On a weak signal a request may hang for minutes: after this time it counts as lost, and can be repeated. */
async function within<T>(request: PromiseLike<T>): Promise<T> {
  // Throws immediately when offline; otherwise the request is sent when awaited.
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

/** The booking of a scanned code, for people who may check it in. */
export const loadCheckIn = async (bookingId: string, code: string, signal?: AbortSignal): Promise<CheckInBooking> =>
  read(
    await run((db) => {
      const request = db.rpc('get_check_in', { p_booking_id: bookingId, p_code: code });
      return within(signal ? request.abortSignal(signal) : request);
    }, LOAD_FAILED),
  );

/** The same for a page. Always refetched, as check-in needs current data. */
export const checkInQuery = (bookingId: string, code: string) =>
  queryOptions({
    queryKey: checkInKeys.one(bookingId, code),
    queryFn: ({ signal }) => loadCheckIn(bookingId, code, signal),
    staleTime: 0,
    gcTime: 0,
    // Offline the phone decides immediately.
    retry: (count, error) => count < 2 && isTransient(error) && !isUnreached(error),
    refetchOnWindowFocus: false,
  });

const found = z.object({ booking_id: z.string() });

/** The booking of a spoken code. Errors: invalid_check_in_code, too_many_attempts, check_in_forbidden. */
export async function findCheckIn(code: string): Promise<string> {
  const answer = await run((db) => within(db.rpc('find_check_in', { p_code: code })), LOAD_FAILED);
  const refused = refusal.safeParse(answer);
  if (refused.success) throw toAppError(refused.data);
  return readAnswer(found, answer).booking_id;
}

/**
 * Checks a passenger in, marks a no-show, records cash, or undoes an arrival; `code`: the shown ticket's; `key`:
 * identifies one undo. Errors: check_in_already, booking_cancelled, cash_already_received, undo_over,
 * invalid_check_in_code …
 */
export async function pressAtDoor(
  bookingId: string,
  { action, cash, passengers }: Press,
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
