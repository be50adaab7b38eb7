import { z } from 'zod/mini';

/**
 * A null field is untouched. An untouched field of the first passenger shows the booker's value, and others are
 * empty.
 */
export const passengerSchema = z.object({
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  whatsapp: z.nullable(z.string()),
  country: z.nullable(z.string()),
  speaksSpanish: z.nullable(z.boolean()),
});
export type PassengerDraft = z.infer<typeof passengerSchema>;

/** A passenger as the booking stores them. Texts may be empty, and phone numbers are E.164. */
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

/**
 * Adds an entry for each person. Extra entries stay, so that the data returns when a removed person is added again.
 */
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

/** Returns the values of a passenger's form, using the booker's for untouched fields of the first passenger. */
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

/** Returns one entry per person in the party. */
export const passengersOf = (form: Booker & { numPeople: number; passengers: PassengerDraft[] }): Passenger[] =>
  fillPassengers(form.passengers, form.numPeople)
    .slice(0, form.numPeople)
    .map((draft, index) => passengerOf(draft, index, form));
