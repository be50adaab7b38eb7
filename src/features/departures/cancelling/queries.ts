import { msg } from '@lingui/core/macro';
import { type QueryKey, queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { inOwnLanguage, offerShape } from '@/features/booking/offers/offer';
import { SERVICE_KINDS, type ServiceKind } from '@/features/catalogue/service-kind';
import type { DepartureName } from '@/features/departures/departure-name';
import type { DepartureStatus } from '@/features/departures/life';
import { keepTrying } from '@/lib/api/keep-trying';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { compareText } from '@/lib/i18n/intl';
import { localizeNames, localizeTitle } from '@/lib/i18n/listing-texts';
import { namesShape } from '@/lib/i18n/names-shape';
import { persisted } from '@/lib/offline/persisted';
import type { Reason } from './labels';

const FAILED = msg`Failed to load data. Please try again later.`;

export type Selection =
  | { departures: readonly DepartureName[] }
  | { territoryId: string; from: string; to: string; serviceId?: string; transportTypeId?: string };

const selectionArgument = (selection: Selection) =>
  'departures' in selection
    ? {
        departures: selection.departures.map(({ serviceId, slotId, date }) => ({
          service_id: serviceId,
          slot_id: slotId,
          service_date: date,
        })),
      }
    : {
        territory_id: selection.territoryId,
        from: selection.from,
        to: selection.to,
        ...(selection.serviceId && { service_id: selection.serviceId }),
        ...(selection.transportTypeId && { transport_type_id: selection.transportTypeId }),
      };

const departureShape = z.object({
  kind: z.enum(SERVICE_KINDS),
  service_id: z.string(),
  slot_id: z.string(),
  service_date: z.string(),
  start_time: z.nullable(z.string()),
});

const previewShape = z.object({
  departures: z.array(
    z.extend(departureShape, {
      title: z.string(),
      titles: namesShape,
      outcome: z.enum(['cancel', 'already_cancelled', 'departed', 'own_departure']),
      bookings: z.number(),
      people: z.number(),
    }),
  ),
  bookings: z.number(),
  people: z.number(),
  /** The number of unpaid bookings. */
  unpaid: z.number(),
  mails: z.number(),
  /** The number of people without an email address, who have to be told in person. */
  untold: z._default(z.number(), 0),
  /** The number of bookings that leave before their guests could answer. */
  no_choice: z._default(z.number(), 0),
  /** The total refund if all guests choose it, and its part in cash. Null for drivers, who may not see payments. */
  money: z.nullable(
    z.array(
      z.object({
        currency_code: z.string(),
        currency_symbol: z.nullable(z.string()),
        amount: z.number(),
        cash: z._default(z.number(), 0),
      }),
    ),
  ),
});
const previewInOwnLanguage = ({ departures, ...sums }: z.infer<typeof previewShape>) => ({
  ...sums,
  departures: departures.map(localizeTitle<(typeof departures)[number]>),
});
export type Preview = ReturnType<typeof previewInOwnLanguage>;

/** The preview of an empty selection. */
export const EMPTY_PREVIEW: Preview = {
  departures: [],
  bookings: 0,
  people: 0,
  unpaid: 0,
  mails: 0,
  untold: 0,
  no_choice: 0,
  money: [],
};

/** Returns what cancelling now would change. It is refetched for each dialog. */
export const previewQuery = (selection: Selection) =>
  queryOptions({
    queryKey: ['departure-cancelling', 'preview', selection],
    queryFn: async ({ signal }) =>
      previewInOwnLanguage(
        readAnswer(
          previewShape,
          await run(
            (db) =>
              db
                .rpc('preview_departure_cancellation', { p_selection: selectionArgument(selection) })
                .abortSignal(signal),
            FAILED,
          ),
        ),
      ),
    ...keepTrying,
    staleTime: 0,
    gcTime: 0,
  });

export const cancellationShape = z.object({
  cancellation_id: z.string(),
  /** No one is notified before this time. */
  undo_until: z.string(),
  undone: z.boolean(),
  departures: z.array(
    z.extend(departureShape, {
      outcome: z.enum(['cancelled', 'already_cancelled', 'departed', 'own_departure', 'forbidden', 'failed']),
    }),
  ),
});
export type Cancellation = z.infer<typeof cancellationShape>;

/** Returns how many departures the request cancelled, even if they have been restored since. */
export const cancelledCount = ({ departures }: Cancellation): number =>
  departures.filter(({ outcome }) => outcome === 'cancelled').length;

export interface Cancelling {
  reason: Reason;
  message: string;
  proposed: string;
  /** True if guests get a refund at once, without a choice. */
  refundNow: boolean;
}

/** Cancels the departures. The same key cancels only once. */
export const cancelDepartures = async (
  selection: Selection,
  { reason, message, proposed, refundNow }: Cancelling,
  key: string,
) =>
  readAnswer(
    cancellationShape,
    await run(
      (db) =>
        db.rpc('cancel_departures', {
          p_selection: selectionArgument(selection),
          p_reason: reason,
          p_message: message,
          p_key: key,
          p_refund_now: refundNow,
          ...(proposed && { p_proposed_service_id: proposed }),
        }),
      msg`We couldn't cancel the departure. Please try again.`,
    ),
  );

export const undoCancellation = async (cancellationId: string) =>
  readAnswer(
    cancellationShape,
    await run(
      (db) => db.rpc('undo_departure_cancellation', { p_cancellation_id: cancellationId }),
      msg`We couldn't undo the cancellation. Please try again.`,
    ),
  );

/** The services that guests of a service can choose instead, by title: visible ones of the same kind and territory. */
export const sameKindServicesQuery = (kind: ServiceKind, serviceId: string) =>
  queryOptions({
    queryKey: ['departure-cancelling', 'same-kind', kind, serviceId],
    queryFn: async ({ signal }) => {
      const own = await run(
        (db) =>
          db.from('services').select('territory_id').match({ id: serviceId, kind }).abortSignal(signal).maybeSingle(),
        FAILED,
      );
      if (!own) return [];
      const rows = await run(
        (db) =>
          db
            .from('services')
            .select('id, title, names, booking_type')
            .match({ kind, territory_id: own.territory_id, visible: true })
            .is('archived_at', null)
            .order('title')
            .limit(MAX_SERVICES)
            .abortSignal(signal),
        FAILED,
      );
      return rows.map((row) => localizeNames(row, ['title'])).sort((a, b) => compareText(a.title, b.title));
    },
  });
const MAX_SERVICES = 200;

const WORK_ROLES = ['tour_guide', 'shuttle_driver', 'shuttle_manager', 'territory_manager', 'territory_staff'] as const;

/** The state of a departure in a list. */
export interface DepartureState {
  departure_id: string;
  status: DepartureStatus;
  reason: string | null;
  cancellation_id: string | null;
  /** How many departures the undo would restore. */
  cancelled_together: number;
  undo_until: string | null;
  open_offers: number;
  answered_offers: number;
  /** Offers that no one answered and that were refunded automatically. Missing in data stored by older versions. */
  returned_offers?: number;
  min_to_run: number | null;
  sold: number;
  decides_at: string | null;
  /** The seats on the waitlist. Missing in data stored by older versions. */
  waitlist_people?: number;
  /** The seats wanted by people who have no offer yet. */
  waitlist_seats?: number;
  /** 'closed' or 'delayed' if a travel alert affects the departure before its decision. */
  condition?: string | null;
  /** The announced delay in minutes, and when it is expected to leave. Missing in data stored by older versions. */
  delay_minutes?: number;
  expected_time?: string | null;
}

/**
 * Returns the state of each listed departure that is cancelled or delayed, has a minimum or has a waitlist. `list` is the key
 * of the list, so that both are refetched together.
 */
export const departureStatesQuery = (list: QueryKey, ids: readonly string[]) =>
  queryOptions({
    queryKey: [...list, 'states', ids],
    queryFn: async ({ signal }) => {
      const rows = await run(
        (db) => db.rpc('departure_states', { p_departures: [...ids] }).abortSignal(signal),
        FAILED,
      );
      return rows as DepartureState[];
    },
    enabled: ids.length > 0,
    ...keepTrying,
    ...persisted(...WORK_ROLES),
  });

const answersShape = z.array(
  z.object({
    offer: z.extend(z.omit(offerShape, { choices: true, hold: true }), {
      opens_at: z.string(),
      answered_at: z.nullable(z.string()),
      answered_how: z.nullable(z.string()),
      /** This is null for drivers. */
      refund_amount: z.nullable(z.number()),
    }),
    walk_in: z.nullish(z.boolean()),
    /** False for walk-ins who gave no email address. */
    told: z.nullish(z.boolean()),
    /** The cash that still has to be refunded. Null for drivers. */
    cash_due: z.nullish(z.number()),
    full_name: z.nullable(z.string()),
    whatsapp_number: z.nullable(z.string()),
  }),
);
const answerInOwnLanguage = ({ offer, ...guest }: z.infer<typeof answersShape>[number]) => ({
  ...guest,
  offer: { ...offer, moved_to: offer.moved_to && localizeTitle(offer.moved_to) },
});
export type DepartureAnswer = ReturnType<typeof answerInOwnLanguage>;

const answersKey = (departureId: string) => ['departure-cancelling', 'answers', departureId] as const;

/** Returns the guests of a cancelled departure, those without an answer first. */
export const answersQuery = (departureId: string) =>
  queryOptions({
    queryKey: answersKey(departureId),
    queryFn: async ({ signal }) =>
      readAnswer(
        answersShape,
        await run((db) => db.rpc('departure_answers', { p_departure_id: departureId }).abortSignal(signal), FAILED),
      ).map(answerInOwnLanguage),
    staleTime: 0,
    refetchInterval: ANSWERS_MS,
  });
/** The answers are polled, because guides and drivers get no live events about them. */
const ANSWERS_MS = 20_000;

/** Returns an offer with its choices, for staff who answer for a caller. */
export const staffOfferQuery = (departureId: string, offerId: string) =>
  queryOptions({
    queryKey: [...answersKey(departureId), offerId],
    queryFn: async ({ signal }) =>
      inOwnLanguage(
        readAnswer(
          offerShape,
          await run((db) => db.rpc('departure_offer', { p_offer_id: offerId }).abortSignal(signal), FAILED),
        ),
      ),
    staleTime: 0,
  });

const waitlistShape = z.array(
  z.object({
    departure_id: z.string(),
    entry_id: z.string(),
    full_name: z.nullable(z.string()),
    num_people: z.number(),
    booking_type: z.enum(['shared', 'private']),
    state: z.enum(['waiting', 'offered']),
    offered_until: z.nullable(z.string()),
  }),
);
export type OnWaitlist = z.infer<typeof waitlistShape>[number];

/** Returns a departure's waitlist in order. */
export const waitlistQuery = (departureId: string) =>
  queryOptions({
    queryKey: ['departure-waitlist', departureId],
    queryFn: async ({ signal }) =>
      readAnswer(
        waitlistShape,
        await run((db) => db.rpc('departure_waitlist', { p_departures: [departureId] }).abortSignal(signal), FAILED),
      ),
    staleTime: 0,
    refetchInterval: ANSWERS_MS,
  });

/** Adds the seats that the waitlist needs. They are offered at once. */
export async function raiseCapacity(departureId: string): Promise<void> {
  await run(
    (db) => db.rpc('raise_capacity_for_waitlist', { p_departure_id: departureId }),
    msg`We couldn't save your decision. Please try again.`,
  );
}

/** 'run' confirms the departure, and 'wait' allows two more hours. */
export async function decideDeparture(departureId: string, decision: 'run' | 'wait'): Promise<void> {
  await run(
    (db) => db.rpc('decide_departure', { p_departure_id: departureId, p_decision: decision }),
    msg`We couldn't save your decision. Please try again.`,
  );
}
