import { z } from 'zod/mini';
import { type Hold, readHold } from '@/features/booking/checkout/dto';
import { minimumShape } from '@/features/booking/minimum/minimum';
import { SERVICE_KINDS } from '@/features/catalogue/service-kind';
import { readAnswer } from '@/lib/api/read-answer';
import { localizeTitle } from '@/lib/i18n/listing-texts';
import { namesShape } from '@/lib/i18n/names-shape';

const amount = z.coerce.number();
/** The departure's minimum of guests, or null if it has none. */
const minimum = z.nullish(minimumShape);
const moment = { title: z.string(), titles: namesShape, service_date: z.string(), start_time: z.nullable(z.string()) };

const choice = z.object({
  ...moment,
  service_id: z.string(),
  slot_id: z.string(),
  /** The part of the price that is refunded, because the new service costs less. */
  refund_amount: amount,
  /** What the new service costs more. */
  extra_amount: z._default(amount, 0),
  minimum,
});

/** An offer for a cancelled departure, as private.offer_json returns it. */
export const offerShape = z.object({
  ...moment,
  offer_id: z.string(),
  state: z.enum(['open', 'moved', 'refunded', 'undone', 'closed']),
  kind: z.enum(SERVICE_KINDS),
  booking_id: z.string(),
  /** The booked service. Other services among the choices are proposals. */
  service_id: z.string(),
  time_zone: z.string(),
  reason: z.string(),
  message: z.nullable(z.string()),
  num_people: z.number(),
  /** The place where the guests would have met. */
  place: z.nullish(z.string()),
  expires_at: z.string(),
  /**
   * The refund if the guest chooses it. It is 0 if nothing was paid, or if someone else paid, because their amounts
   * are hidden.
   */
  refund_amount: amount,
  payment_method: z.string(),
  /** True if the card is only authorised, so nothing was charged. */
  card_waits: z._default(z.boolean(), false),
  paid_by_other: z.boolean(),
  currency_symbol: z.string(),
  /** `another` is true for a service other than the booked one. */
  moved_to: z.nullable(z.object({ ...moment, place: z.nullish(z.string()), another: z.nullish(z.boolean()), minimum })),
  choices: z.array(choice),
  /** The held seats of a more expensive service, until they are paid for. */
  hold: z.nullish(z.unknown()),
});
const kept = z.object({ title: z.string(), titles: namesShape, minimum });
export type KeptSeats = Hold & Pick<z.infer<typeof kept>, 'title' | 'minimum'>;

function readKept(hold: unknown): KeptSeats {
  const { title, minimum: needed } = localizeTitle(readAnswer(kept, hold));
  return { ...readHold(hold), title, minimum: needed };
}

/** Returns an offer with titles in the page's language. */
export const inOwnLanguage = ({ moved_to, choices, hold, ...offer }: z.infer<typeof offerShape>) => ({
  ...localizeTitle(offer),
  hold: hold ? readKept(hold) : null,
  moved_to: moved_to && localizeTitle(moved_to),
  choices: choices.map(localizeTitle<z.infer<typeof choice>>),
});
export type Offer = ReturnType<typeof inOwnLanguage>;
export type Choice = Offer['choices'][number];

export type Answer = { answer: 'refund' } | { answer: 'move'; to: Choice };
