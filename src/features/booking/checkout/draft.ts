import { z } from 'zod/mini';
import { readJson, writeJson } from '@/lib/storage/storage';

/** A field that is null has not been touched: the first passenger's then says what the booker says, the others' nothing. */
const passengerSchema = z.object({
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  whatsapp: z.nullable(z.string()),
  country: z.nullable(z.string()),
  speaksSpanish: z.nullable(z.boolean()),
});

/**
 * What the traveller typed and where the checkout stands, kept in sessionStorage per service: a reload, a trip to the
 * sign-in page or a crash of the tab brings all of it back. `requestKey` makes a repeated create_hold the same hold.
 */
const draftSchema = z.object({
  // A draft belongs to who wrote it: the next person on the same device must not find a phone number in the form.
  userId: z.nullable(z.string()),
  form: z.object({
    serviceDate: z.string(),
    timeslotId: z.string(),
    bookingType: z.enum(['shared', 'private']),
    typeChosen: z.boolean(),
    numPeople: z.int().check(z.minimum(1)),
    paymentMethod: z.enum(['card', 'cash']),
    whatsappNumber: z.string(),
    country: z.string(),
    hotelName: z.string(),
    speaksSpanish: z.boolean(),
    waiverAccepted: z.boolean(),
    passport: z.nullable(z.object({ path: z.string(), name: z.string(), size: z.number() })),
    // Transport only. May be longer than the party: who was taken away comes back as they were.
    passengers: z.array(passengerSchema),
    booker: z.object({ name: z.string(), email: z.string() }), // of the account, kept up to date by the panel
  }),
  requestKey: z.uuid(),
  // What was sent under this key, as text: a changed form needs another key.
  submitted: z.nullable(z.string()),
  stage: z.enum(['form', 'holding', 'held', 'paying', 'booked']),
  holdId: z.nullable(z.uuid()),
  // The total that stood on the page when the seats were asked for; since then, the one that was agreed to.
  shownPrice: z.optional(z.nullable(z.number())),
});

export type Draft = z.infer<typeof draftSchema>;
export type BookingForm = Draft['form'];
export type PassengerDraft = z.infer<typeof passengerSchema>;

const keyOf = (serviceId: string) => `territorio:checkout:${serviceId}`;
const isDraft = (value: unknown): value is Draft => draftSchema.safeParse(value).success;

/** The draft of this service, or null where there is none, it is of another version, or of another person. */
export function readDraft(serviceId: string, userId: string | null): Draft | null {
  const draft = readJson('session', keyOf(serviceId), isDraft);
  if (!draft) return null;
  const foreign = draft.userId !== null && userId !== null && draft.userId !== userId;
  return foreign ? null : draft;
}

export const writeDraft = (serviceId: string, draft: Draft): void => writeJson('session', keyOf(serviceId), draft);

export const newDraft = (userId: string | null, form: BookingForm): Draft => ({
  userId,
  form,
  requestKey: crypto.randomUUID(),
  submitted: null,
  stage: 'form',
  holdId: null,
  shownPrice: null,
});

/** After a hold is over (let go, expired, sold out or booked) the next press on the button is a new request. */
export const withNewKey = (draft: Draft): Draft => ({
  ...draft,
  requestKey: crypto.randomUUID(),
  submitted: null,
  stage: 'form',
  holdId: null,
});
