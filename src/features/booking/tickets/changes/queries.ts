import { msg, t } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { type Hold, readHold } from '@/features/booking/checkout/dto';
import { minimumShape, type RefundTo } from '@/features/booking/minimum/minimum';
import { bookingKeys } from '@/features/booking/tickets/queries';
import { SERVICE_KINDS } from '@/features/catalogue/service-kind';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { toAppError } from '@/lib/api/to-app-error';
import { formatMoney } from '@/lib/format/money';
import { localizeTitle } from '@/lib/i18n/listing-texts';
import { namesShape } from '@/lib/i18n/names-shape';
import { unpaidChange } from './unpaid-change';

const moment = { service_date: z.string(), start_time: z.nullable(z.string()) };
const refusal = z.nullable(z.object({ code: z.string(), message: z.string() }));

/** The amounts of a change. They are 0 if someone else paid, because that person's amounts are hidden. */
const sums = {
  refusal,
  /** How much less the booking costs, how much of that is refunded, and how much the policy keeps. */
  reduced_amount: z.coerce.number(),
  refund_amount: z.coerce.number(),
  fee_amount: z.coerce.number(),
  /** How much more the booking costs. */
  extra_amount: z.coerce.number(),
  /** True if the change is made at once, with nothing to pay now. */
  at_once: z.boolean(),
};

const dateChoice = z.object({
  ...moment,
  slot_id: z.string(),
  /** The free cancellation deadline on the new date. */
  free_until: z.nullable(z.string()),
  /** The last moment at which the date can be changed again. */
  change_until: z.nullable(z.string()),
  /** How many guests the departure has and needs, or null if it has no minimum. */
  minimum: z.nullish(minimumShape),
});
export type Choice = z.infer<typeof dateChoice>;

/** A departure near the booked one, with its free seats. */
const departure = z.object({ ...moment, slot_id: z.string(), left: z.number() });
/** For the team, this includes departures without enough seats. */
const departures = z.optional(z.array(departure));

/** Another departure. The amounts are the same for each choice. */
const date = z.object({
  ...sums,
  /** The highest percentage that a cancellation refunds after the change, or null while cancelling is free. */
  refund_at_most: z.nullable(z.number()),
  choices: z.array(dateChoice),
  departures,
});

const fewerChoice = z.object({
  people: z.number(),
  reduced_amount: z.coerce.number(),
  refund_amount: z.coerce.number(),
  fee_amount: z.coerce.number(),
  /** How many guests the departure would have. */
  sold: z.number(),
});
export type FewerChoice = z.infer<typeof fewerChoice>;

const fewer = z.object({
  refusal,
  /** The guests that the departure needs to go ahead, or null once that is decided. */
  min_to_run: z.nullable(z.number()),
  choices: z.array(fewerChoice),
});

const moreChoice = z.object({
  /** How many more people. */
  people: z.number(),
  extra_amount: z.coerce.number(),
  /** True for a private group, cash on the day, or what is paid already: there is nothing to pay now. */
  at_once: z.boolean(),
});

const more = z.object({
  refusal,
  /** The smallest number that can be added, because a card has a minimum charge. */
  fewest: z.number(),
  most: z.number(),
  choices: z.array(moreChoice),
});

/** The possible changes of a booking, as public.change_options returns them. */
const options = z.object({
  ...moment,
  kind: z.enum(SERVICE_KINDS),
  booking_id: z.string(),
  service_id: z.string(),
  booking_type: z.string(),
  title: z.string(),
  titles: namesShape,
  num_people: z.number(),
  time_zone: z.string(),
  payment_method: z.string(),
  payment_status: z.string(),
  paid_by_other: z.boolean(),
  currency_symbol: z.string(),
  /** What was paid above the value of its seats, which counts towards what is added. Null if someone else paid. */
  credit_amount: z.nullish(z.coerce.number()),
  passengers: z.array(z.nullable(z.string())),
  passports: z.number(),
  /** True if people who join need passport photos, one each and at least one in total. */
  passport_required: z.boolean(),
  date,
  fewer,
  more,
  /** Seats held for a change of this booking that waits for its payment. */
  hold: z.nullable(z.unknown()),
  /** The change that the held seats belong to. */
  unpaid_change: z.nullish(unpaidChange),
});

const readOptions = (value: unknown) => {
  const { hold, ...row } = readAnswer(options, value);
  return { ...localizeTitle(row), hold: hold ? readHold(hold) : null };
};
export type ChangeOptions = ReturnType<typeof readOptions>;
/** The options of one kind of change, together with the booking. */
export type DateChanges = Omit<ChangeOptions, 'date' | 'fewer' | 'more'> & ChangeOptions['date'];
export type FewerPeople = Omit<ChangeOptions, 'date' | 'fewer' | 'more'> & ChangeOptions['fewer'];
export type MorePeople = Omit<ChangeOptions, 'date' | 'fewer' | 'more'> & ChangeOptions['more'];

/**
 * Returns the possible changes, always refetched because seats, prices and the time change. `desk` asks as the team
 * of the booking's territory.
 */
export const changeOptionsQuery = (id: string, desk = false) =>
  queryOptions({
    queryKey: bookingKeys.change(id, desk),
    queryFn: async ({ signal }) =>
      readOptions(
        await run(
          (db) => db.rpc('change_options', { p_booking_id: id, p_desk: desk }).abortSignal(signal),
          msg`Failed to load the booking. Please try again later.`,
        ),
      ),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

/** One step of a change. `people` is the new size of the party. */
export type Step =
  | { step: 'date'; slot_id: string; service_date: string }
  /** By the team only. */
  | { step: 'service'; service_id: string; slot_id?: string; service_date?: string }
  | {
      step: 'party';
      people: number;
      /** The positions of the named passengers who leave, starting at 1. */
      leaving?: number[];
      /** The people who join a transport booking. */
      passengers?: { name: string }[];
      /** The object names of their passport photos in the bucket. */
      passport_images?: string[];
    };

/** The amounts on the page. The server refuses the change if its amounts differ. */
export type Shown = { refund_amount: number; extra_amount: number };
/** Why the team changes the booking, and whether the price stays the same. */
export type Desk = { reason: string; waived: boolean };

const quote = z.object({
  ...sums,
  /** What then counts towards people or a date added later. */
  credit_amount: z.optional(z.coerce.number()),
  /** True if the trip needs a passport photo and the booking has none. */
  lacks_passport: z.nullish(z.boolean()),
  choices: z.optional(z.array(dateChoice)),
  departures,
});
export type Quote = z.infer<typeof quote>;

/** Returns what several steps by the team cost together. */
export const quoteQuery = (id: string, steps: readonly object[], waived: boolean) =>
  queryOptions({
    queryKey: [...bookingKeys.change(id, true), 'quote', steps, waived] as const,
    queryFn: async ({ signal }) =>
      readAnswer(
        quote,
        await run(
          (db) =>
            db
              .rpc('quote_change', { p_booking_id: id, p_steps: [...steps] as never, p_desk: { waived } })
              .abortSignal(signal),
          msg`Failed to load the price`,
        ),
      ),
    enabled: steps.length > 0,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

const changed = z.object({
  service_date: z.nullable(z.string()),
  start_time: z.nullable(z.string()),
  people: z.nullable(z.number()),
  refund_amount: z.coerce.number(),
  hold: z.nullable(z.unknown()),
});

/** The booking after the change, and its refund. */
export type Done = { service_date: string; start_time: string | null; people: number; refund_amount: number };
/** The result: either the booking has changed, or seats are held until they are paid for. */
export type Changed = { done: Done | null; hold: Hold | null };

/**
 * Changes a booking for the amounts that the page shows. Fails if someone else has changed the booking since.
 * Calling it again with the same key returns the same result, so it is safe to repeat after a lost response.
 */
export async function changeBooking(
  { booking_id: id, service_date: date, start_time: time, num_people, unpaid_change }: ChangeOptions,
  steps: Step[],
  shown: Shown,
  key: string,
  desk?: Desk,
): Promise<Changed> {
  const { service_date, people, start_time, refund_amount, hold } = readAnswer(
    changed,
    await run(
      (db) =>
        db.rpc('change_booking', {
          p_booking_id: id,
          p_steps: steps as never,
          p_key: key,
          p_shown: {
            ...shown,
            booking: { service_date: date, start_time: time, people: num_people },
            unpaid_change: unpaid_change?.hold_id ?? null,
          },
          ...(desk && { p_desk: desk }),
        }),
      msg`Failed to change the booking`,
    ),
  );
  return {
    done: service_date === null || people === null ? null : { service_date, start_time, people, refund_amount },
    hold: hold ? readHold(hold) : null,
  };
}

/** Returns in words why the change isn't possible, or null if it is. */
export function refusalText(
  { refusal: refused, extra_amount = 0 }: Pick<Quote, 'refusal'> & { extra_amount?: number },
  { paid_by_other, currency_symbol }: Pick<ChangeOptions, 'paid_by_other' | 'currency_symbol'>,
): string | null {
  if (!refused) return null;
  if (refused.code === 'costs_more' && paid_by_other)
    return t`The trip now costs more than you paid, so you can't change the date here.`;
  const more = formatMoney(extra_amount, currency_symbol);
  if (refused.code === 'costs_more') return t`This now costs ${more} more, so you can't change the date here.`;
  return toAppError({ hint: refused.code, message: refused.message }).message;
}

/**
 * Returns who gets the refund if the new departure is cancelled. `paying` means that the extra price is paid, which
 * also charges the amount on hold.
 */
export function refundToOf({ paid_by_other, payment_method, payment_status }: DateChanges, paying: boolean): RefundTo {
  if (paid_by_other) return 'payer';
  if (payment_status === 'completed' || paying) return 'holder';
  return payment_method === 'card' ? 'card' : 'nobody';
}
