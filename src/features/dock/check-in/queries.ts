import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { isPartHere, type Party, stillToCome } from '@/features/booking/tickets/arrived';
import type { transitions } from '@/features/booking/tickets/transitions';
import { SERVICE_KINDS, type ServiceKind } from '@/features/catalogue/service-kind';
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
  /** Who leads it; null for transport. */
  guide_id: z.nullish(z.string()),
  ...departureShape,
  /** Why it may belong to another departure than the one that boards now. */
  doubt: z.nullish(z.enum(['day', 'departure', 'hour'])),
  num_people: z.number(),
  booking_type: z.string(),
  status: z.string(),
  payment_status: z.string(),
  payment_method: z.string(),
  /** Null for a driver, who is told only what is to be collected. */
  total_price: z.nullable(z.coerce.number()),
  /** Null once it is paid. */
  amount_due: z.nullable(z.coerce.number()),
  currency_code: z.nullish(z.string()),
  currency_symbol: z.nullable(z.string()),
  /** Where it was paid in cash: when, and to whom. */
  cash_received_at: z.nullish(z.string()),
  cash_received_by: z.nullish(z.string()),
  check_in_from: z.string(),
  no_show_from: z.string(),
  arrival_until: z.string(),
  check_in_status: z.string(),
  /** The numbers of who is here, where that is a part of the booking; null: all of one that is checked in. */
  arrived: z.nullish(z.array(z.number())),
  /** Who has a ticket of their own. */
  apart: z.nullish(z.array(z.number())),
  /** Whose own ticket was scanned; null for that of all. */
  passenger: z.nullish(z.number()),
  checked_in_at: z.nullish(z.string()),
  checked_in_by: z.nullish(z.string()),
  /** Until when the caller may take the arrival back. */
  undo_until: z.nullish(z.string()),
  tourist: z.nullish(
    z.object({ full_name: z.nullish(z.string()), avatar_url: z.nullish(z.string()), country: z.nullish(z.string()) }),
  ),
  /** Sold at the dock to somebody without an account. */
  walk_up: z.nullish(z.boolean()),
  guest_name: z.nullish(z.string()),
  country: z.nullish(z.string()),
  hotel_name: z.nullish(z.string()),
  hotel_address: z.nullish(z.string()),
  speaks_spanish: z.nullish(z.boolean()),
  passport_required: z.nullish(z.boolean()),
  passports: z.nullish(z.array(z.number())),
  passport_removed_by: z.nullish(z.string()),
  /** Of its people, in the order of their numbers, where they are named. */
  passenger_details: z.nullish(z.array(z.object({ name: z.nullish(z.string()) }))),
});
export type CheckInBooking = ReturnType<typeof localizeTitle<z.infer<typeof booking>>>;
export type CheckInAction = (typeof transitions)['check_in' | 'no_show']['to'];

/** What is pressed at the door. `cash`: what was received with it, as the screen showed it. */
export interface Press {
  action: CheckInAction | 'cash' | 'undo';
  cash?: number | undefined;
  /** The numbers of who came; without them all who are still to come. */
  passengers?: number[] | undefined;
}

/** The same press, which names whose own ticket it is, or who is still to come where others are here: whoever comes twice on two phones is then found. */
export function nameRest(press: Press, party: (Party & { passenger?: number | null | undefined }) | undefined): Press {
  if (press.action !== 'checked_in' || press.passengers || !party) return press;
  if (party.passenger) return { ...press, passengers: [party.passenger] };
  return isPartHere(party) ? { ...press, passengers: stillToCome(party) } : press;
}

/** What is to be collected in cash; null for nothing. */
export const cashDue = (booking: Pick<CheckInBooking, 'payment_method' | 'amount_due'>): number | null =>
  booking.payment_method === 'cash' ? booking.amount_due : null;

const refusal = z.object({
  code: z.string().check(z.startsWith('PT')),
  message: z.string(),
  hint: z.string(),
  details: z.nullish(z.string()),
});

/**
 * A refused check-in is counted, so the database answers with the error as a body and sets the status itself. A server
 * that keeps the status at 200 still tells the truth in the body.
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

/** So long a scan and a press wait for a line that is up and carries nothing, until the phone decides by itself (docs/decisions/0061). */
export const SLOW_MS = 1000;

/** So long a request may still be answered. */
const TIMEOUT_MS = 20_000;

/** On a weak signal a request may hang for minutes: after a while it counts as lost, and can be pressed again. */
async function within<T>(request: PromiseLike<T>): Promise<T> {
  // Said at once, and nothing is sent: the request goes when it is awaited.
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
  cash: msg`Failed to write down the payment`,
  undo: msg`Failed to take it back`,
};

/** The booking behind a scanned code, for people who may check it in. */
export const loadCheckIn = async (bookingId: string, code: string, signal?: AbortSignal): Promise<CheckInBooking> =>
  read(
    await run((db) => {
      const request = db.rpc('get_check_in', { p_booking_id: bookingId, p_code: code });
      return within(signal ? request.abortSignal(signal) : request);
    }, LOAD_FAILED),
  );

/** The same for a page. Always asked afresh: it is a door, not a list. */
export const checkInQuery = (bookingId: string, code: string) =>
  queryOptions({
    queryKey: checkInKeys.one(bookingId, code),
    queryFn: ({ signal }) => loadCheckIn(bookingId, code, signal),
    staleTime: 0,
    gcTime: 0,
    // Where nobody can be reached the phone decides at once.
    retry: (count, error) => count < 2 && isTransient(error) && !isUnreached(error),
    refetchOnWindowFocus: false,
  });

const found = z.object({ booking_id: z.string() });

/** The booking of a ticket whose code was read out. Errors: invalid_check_in_code, too_many_attempts, check_in_forbidden. */
export async function findCheckIn(code: string): Promise<string> {
  const answer = await run((db) => within(db.rpc('find_check_in', { p_code: code })), LOAD_FAILED);
  const refused = refusal.safeParse(answer);
  if (refused.success) throw toAppError(refused.data);
  return readAnswer(found, answer).booking_id;
}

/**
 * Checks a passenger in or marks a no-show, records cash, undoes an arrival; `code`: the ticket's, where it was shown; `key`: of one undo, however
 * often it is sent. Errors: check_in_already, booking_cancelled, cash_already_received, undo_over, invalid_check_in_code …
 */
export async function pressAtDoor(
  kind: ServiceKind,
  bookingId: string,
  { action, cash, passengers }: Press,
  code?: string,
  key?: string,
): Promise<CheckInBooking> {
  const target = { p_kind: kind, p_booking_id: bookingId };
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
