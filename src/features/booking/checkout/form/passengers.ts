import { z } from 'zod/mini';

/** A null field is untouched: the first passenger's shows the booker's value, others are empty. */
export const passengerSchema = z.object({
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  whatsapp: z.nullable(z.string()),
  country: z.nullable(z.string()),
  speaksSpanish: z.nullable(z.boolean()),
});
export type PassengerDraft = z.infer<typeof passengerSchema>;

/** A passenger in the booking. Texts may be empty, numbers are E.164. */
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

/** One entry per person. Extra entries stay, so that removing and adding a person keeps their data. */
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

/** A passenger form's values: typed ones, and for the first passenger the booker's otherwise. */
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
