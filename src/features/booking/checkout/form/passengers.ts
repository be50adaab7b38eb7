import { z } from 'zod/mini';

/** A field that is null has not been touched: the first passenger's then says what the booker says, the others' nothing. */
export const passengerSchema = z.object({
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  whatsapp: z.nullable(z.string()),
  country: z.nullable(z.string()),
  speaksSpanish: z.nullable(z.boolean()),
});
export type PassengerDraft = z.infer<typeof passengerSchema>;

/** A passenger as the booking says it. Texts may be empty, numbers are E.164. */
export type Passenger = {
  name: string;
  email: string;
  phone: string;
  whatsapp: string;
  country: string;
  speaksSpanish: boolean;
};

export const PASSENGER_FIELDS = [
  'name',
  'email',
  'phone',
  'whatsapp',
  'country',
  'speaksSpanish',
] as const satisfies readonly (keyof Passenger)[];

const UNTOUCHED: PassengerDraft = {
  name: null,
  email: null,
  phone: null,
  whatsapp: null,
  country: null,
  speaksSpanish: null,
};

/** An entry for each of the party. Entries beyond it stay: taking a person away and back keeps what was typed. */
export const fillPassengers = (passengers: readonly PassengerDraft[], numPeople: number): PassengerDraft[] => [
  ...passengers,
  ...Array.from({ length: Math.max(0, numPeople - passengers.length) }, () => ({ ...UNTOUCHED })),
];

interface Booker {
  booker: { name: string; email: string };
  whatsappNumber: string;
  country: string;
  speaksSpanish: boolean;
}

/** What a passenger's form shows: what was typed, and for the first one what the booker says wherever nothing was. */
export function passengerOf(draft: PassengerDraft | undefined, index: number, form: Booker): Passenger {
  const typed = draft ?? UNTOUCHED;
  const lead = index === 0;
  return {
    name: typed.name ?? (lead ? form.booker.name : ''),
    email: typed.email ?? (lead ? form.booker.email : ''),
    phone: typed.phone ?? (lead ? form.whatsappNumber : ''),
    whatsapp: typed.whatsapp ?? (lead ? form.whatsappNumber : ''),
    country: typed.country ?? (lead ? form.country : ''),
    speaksSpanish: typed.speaksSpanish ?? (lead && form.speaksSpanish),
  };
}

/** The party, one entry a person. */
export const passengersOf = (form: Booker & { numPeople: number; passengers: PassengerDraft[] }): Passenger[] =>
  fillPassengers(form.passengers, form.numPeople)
    .slice(0, form.numPeople)
    .map((draft, index) => passengerOf(draft, index, form));
