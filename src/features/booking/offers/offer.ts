import { z } from 'zod/mini';
import { type Hold, readHold } from '@/features/booking/checkout/dto';
import { minimumShape } from '@/features/booking/minimum/minimum';
import { SERVICE_KINDS } from '@/features/catalogue/service-kind';
import { readAnswer } from '@/lib/api/read-answer';
import { localizeTitle } from '@/lib/i18n/listing-texts';
import { namesShape } from '@/lib/i18n/names-shape';

const amount = z.coerce.number();
/** How many guests it has of those that it needs; null where it runs with any number. */
const minimum = z.nullish(minimumShape);
const moment = { title: z.string(), titles: namesShape, service_date: z.string(), start_time: z.nullable(z.string()) };

const choice = z.object({
  ...moment,
  service_id: z.string(),
  slot_id: z.string(),
  /** What of the price goes back, as that service costs less. */
  refund_amount: amount,
  /** What it costs more. */
  extra_amount: z._default(amount, 0),
  minimum,
});

/** What the guests of a cancelled departure may choose, as private.offer_json has it. */
export const offerShape = z.object({
  ...moment,
  offer_id: z.string(),
  state: z.enum(['open', 'moved', 'refunded', 'undone', 'closed']),
  kind: z.enum(SERVICE_KINDS),
  booking_id: z.string(),
  /** Of what was booked: others among the choices are proposed instead. */
  service_id: z.string(),
  time_zone: z.string(),
  reason: z.string(),
  message: z.nullable(z.string()),
  num_people: z.number(),
  /** Where it was to begin. */
  place: z.nullish(z.string()),
  expires_at: z.string(),
  /** What goes back, or went back, if the money is chosen. 0: nothing was paid, or by somebody else, whose sums are not told. */
  refund_amount: amount,
  payment_method: z.string(),
  /** The card is only authorised: nothing was taken. */
  card_waits: z._default(z.boolean(), false),
  paid_by_other: z.boolean(),
  currency_symbol: z.string(),
  /** another: it is another service than the one that was booked. */
  moved_to: z.nullable(z.object({ ...moment, place: z.nullish(z.string()), another: z.nullish(z.boolean()), minimum })),
  choices: z.array(choice),
  /** Seats of a dearer service that are kept until they are paid for. */
  hold: z.nullish(z.unknown()),
});
const kept = z.object({ title: z.string(), titles: namesShape, minimum });
export type KeptSeats = Hold & Pick<z.infer<typeof kept>, 'title' | 'minimum'>;

function readKept(hold: unknown): KeptSeats {
  const { title, minimum: needed } = localizeTitle(readAnswer(kept, hold));
  return { ...readHold(hold), title, minimum: needed };
}

/** An offer with its titles in the language of the page. */
export const inOwnLanguage = ({ moved_to, choices, hold, ...offer }: z.infer<typeof offerShape>) => ({
  ...localizeTitle(offer),
  hold: hold ? readKept(hold) : null,
  moved_to: moved_to && localizeTitle(moved_to),
  choices: choices.map(localizeTitle<z.infer<typeof choice>>),
});
export type Offer = ReturnType<typeof inOwnLanguage>;
export type Choice = Offer['choices'][number];

export type Answer = { answer: 'refund' } | { answer: 'move'; to: Choice };
