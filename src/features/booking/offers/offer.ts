import { z } from 'zod/mini';
import { SERVICE_KINDS } from '@/features/catalogue/service-kind';

const amount = z.coerce.number();
const moment = { title: z.string(), service_date: z.string(), start_time: z.nullable(z.string()) };

const choice = z.object({
  ...moment,
  service_id: z.string(),
  timeslot_id: z.nullable(z.string()),
  /** What of the price goes back, as that service costs less. */
  refund_amount: amount,
});
export type Choice = z.infer<typeof choice>;

/** What the guests of a cancelled departure may choose, as private.offer_json has it. */
export const offerShape = z.object({
  ...moment,
  offer_id: z.string(),
  state: z.enum(['open', 'moved', 'refunded', 'undone', 'closed']),
  kind: z.enum(SERVICE_KINDS),
  booking_id: z.string(),
  time_zone: z.string(),
  reason: z.string(),
  message: z.nullable(z.string()),
  num_people: z.number(),
  expires_at: z.string(),
  /** What goes back, or went back, if the money is chosen. 0: nothing was paid. */
  refund_amount: amount,
  payment_method: z.string(),
  currency_symbol: z.string(),
  moved_to: z.nullable(z.object(moment)),
  choices: z.array(choice),
});
export type Offer = z.infer<typeof offerShape>;

export type Answer = { answer: 'refund' } | { answer: 'move'; to: Choice };
