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
import { waitingChange } from './waiting-change';

const moment = { service_date: z.string(), start_time: z.nullable(z.string()) };
const refusal = z.nullable(z.object({ code: z.string(), message: z.string() }));

/** What a change comes to. The sums are 0 where someone else paid: theirs are not shown. */
const sums = {
  refusal,
  /** How much less it costs, how much of that is refunded, and how much the policy keeps. */
  reduced_amount: z.coerce.number(),
  refund_amount: z.coerce.number(),
  fee_amount: z.coerce.number(),
  /** What it costs more. */
  extra_amount: z.coerce.number(),
  /** There is nothing to pay now. */
  at_once: z.boolean(),
};

const dateChoice = z.object({
  ...moment,
  slot_id: z.string(),
  /** The deadline for free cancelling there. */
  free_until: z.nullable(z.string()),
  /** The deadline for changing the date again. */
  change_until: z.nullable(z.string()),
  /** How many guests it has of those that it needs; null where it runs with any number. */
  minimum: z.nullish(minimumShape),
});
export type Choice = z.infer<typeof dateChoice>;

/** A departure around the booking, with the seats that are left. */
const departure = z.object({ ...moment, slot_id: z.string(), left: z.number() });
/** For the team: also the departures without enough seats. */
const departures = z.optional(z.array(departure));

/** Another departure: the sums are the same for each of its choices. */
const date = z.object({
  ...sums,
  /** Percent that cancelling refunds at most once it was changed; null while cancelling is free. */
  refund_at_most: z.nullable(z.number()),
  choices: z.array(dateChoice),
  departures,
});

const fewerChoice = z.object({
  people: z.number(),
  reduced_amount: z.coerce.number(),
  refund_amount: z.coerce.number(),
  fee_amount: z.coerce.number(),
  /** The guests that the departure then has. */
  sold: z.number(),
});
export type FewerChoice = z.infer<typeof fewerChoice>;

const fewer = z.object({
  refusal,
  /** The guests that the departure needs to go ahead, while nobody has decided. */
  min_to_run: z.nullable(z.number()),
  choices: z.array(fewerChoice),
});

const more = z.object({
  refusal,
  /** What one more costs now. */
  unit_amount: z.coerce.number(),
  /** The smallest number at once: a card cannot be charged for less. */
  fewest: z.number(),
  most: z.number(),
  /** There is nothing to pay now: a private group, or cash on the day. */
  at_once: z.boolean(),
});

/** What a booking may be changed to, as public.change_options has it. */
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
  passengers: z.array(z.nullable(z.string())),
  passports: z.number(),
  /** A photo of a passport is asked for of those who join: of each, and of one at least. */
  passport_required: z.boolean(),
  date,
  fewer,
  more,
  /** Seats that are held for a change of this booking and wait for their payment. */
  hold: z.nullable(z.unknown()),
  /** The same, as the change that it is. */
  waiting: z.nullish(waitingChange),
});

const readOptions = (value: unknown) => {
  const { hold, ...row } = readAnswer(options, value);
  return { ...localizeTitle(row), hold: hold ? readHold(hold) : null };
};
export type ChangeOptions = ReturnType<typeof readOptions>;
/** The options with those of one choice beside the booking. */
export type DateChanges = Omit<ChangeOptions, 'date' | 'fewer' | 'more'> & ChangeOptions['date'];
export type FewerPeople = Omit<ChangeOptions, 'date' | 'fewer' | 'more'> & ChangeOptions['fewer'];
export type MorePeople = Omit<ChangeOptions, 'date' | 'fewer' | 'more'> & ChangeOptions['more'];

/** Always asked afresh: seats, prices and the hour change. `desk`: as the team of its territory. */
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

/** One step of a change. `people`: the new size of the party. */
export type Step =
  | { step: 'date'; slot_id: string; service_date: string }
  | {
      step: 'party';
      people: number;
      /** The places of those who are named and drop out, from 1. */
      leaving?: number[];
      /** The people who join a ride. */
      passengers?: { name: string }[];
      /** Where the photos of their passports lie in the bucket. */
      passport_images?: string[];
    };

/** The sums that the page shows: others are refused. */
export type Shown = { refund_amount: number; extra_amount: number };
/** Why the team changes it, and whether the booking keeps its price. */
export type Desk = { reason: string; waived: boolean };

const quote = z.object({ ...sums, choices: z.optional(z.array(dateChoice)), departures });
export type Quote = z.infer<typeof quote>;

/** What several steps of the team come to together. */
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

/** What the booking is now, and what is refunded. */
export type Done = { service_date: string; start_time: string | null; people: number; refund_amount: number };
/** What came of it: the booking has changed, or seats are held until they are paid for. */
export type Changed = { done: Done | null; hold: Hold | null };

/** Changes a booking as it was shown, for the sums that were shown: one changed by someone else since is refused. The same key again is answered alike: a lost answer is safe to ask for again. */
export async function changeBooking(
  { booking_id: id, service_date: date, start_time: time, num_people }: ChangeOptions,
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
          p_shown: { ...shown, booking: { service_date: date, start_time: time, people: num_people } },
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

/** Why it is not possible, in words; null where it is. */
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

/** Who gets the refund if the new departure is cancelled. `paying`: what it costs more is paid, and all the rest charged. */
export function refundToOf({ paid_by_other, payment_method, payment_status }: DateChanges, paying: boolean): RefundTo {
  if (paid_by_other) return 'payer';
  if (payment_status === 'completed' || paying) return 'holder';
  return payment_method === 'card' ? 'card' : 'nobody';
}
