import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import type { Service } from '@/features/booking/checkout/service';
import { calendarDate } from '@/lib/format/dates';
import { isEmail } from '@/lib/format/email';
import { isPhone } from '@/lib/format/phone-number';
import { isPlainName, nameNotPlain } from '@/ui/form/text-rules';
import { initialParty } from './party';
import { fillPassengers, type Passenger, passengerSchema, passengersOf } from './passengers';

export const passportImage = z.object({ path: z.string(), name: z.string(), size: z.number() });
export type PassportImage = z.infer<typeof passportImage>;

export const formSchema = z.object({
  serviceDate: z.string(),
  // True once the guest has chosen a date or we have found one with seats. Until then we look for the first date
  // with seats.
  dateSettled: z.optional(z.boolean()),
  // True once the form was prefilled, so that fields which the guest clears stay empty.
  remembered: z.optional(z.boolean()),
  slotId: z.string(),
  bookingType: z.enum(['shared', 'private']),
  numPeople: z.int().check(z.minimum(1)),
  paymentMethod: z.enum(['card', 'cash']),
  whatsappNumber: z.string(),
  country: z.string(),
  hotelName: z.string(),
  speaksSpanish: z.boolean(),
  waiverAccepted: z.boolean(),
  passports: z.array(passportImage), // at most one per person
  // For transport only. The list may be longer than the party, so that passengers who were removed can be restored.
  passengers: z.array(passengerSchema),
  booker: z.object({ name: z.string(), email: z.string() }), // from the account, kept up to date by the panel
});
export type BookingForm = z.infer<typeof formSchema>;

/** Returns the initial form with tomorrow's date, the fewest people and no personal data. */
export function emptyForm(service: Service, now?: Date): BookingForm {
  const { people, type } = initialParty(service);
  return {
    serviceDate: calendarDate(service.timeZone, 1, now),
    slotId: '',
    bookingType: type,
    numPeople: people,
    paymentMethod: 'card',
    whatsappNumber: '',
    country: '',
    hotelName: '',
    speaksSpanish: false,
    waiverAccepted: false,
    passports: [],
    passengers: service.kind === 'transport' ? fillPassengers([], people) : [],
    booker: { name: '', email: '' },
  };
}

/** The fields in the order in which they are checked and summarised. */
export const FIELD_ORDER = [
  'serviceDate',
  'slotId',
  'whatsappNumber',
  'country',
  'hotelName',
  'numPeople',
  'passports',
  'passengers',
  'waiverAccepted',
] as const satisfies readonly (keyof BookingForm)[];
export type CheckedField = (typeof FIELD_ORDER)[number];

export const fieldId: Record<CheckedField, string> = {
  serviceDate: 'booking-date',
  slotId: 'booking-time',
  whatsappNumber: 'booking-whatsapp',
  country: 'booking-country',
  hotelName: 'booking-hotel',
  numPeople: 'booking-people',
  passports: 'booking-passport',
  passengers: 'booking-passengers',
  waiverAccepted: 'booking-waiver',
};

export const passengerFieldId = (index: number, field: keyof Passenger): string =>
  `${fieldId.passengers}-${index + 1}-${field}`;

/** `at` is the index of the passenger and the name of their field. */
export type FieldIssue = { field: CheckedField; at?: [number, keyof Passenger]; message: string };
type Rules = Pick<Service, 'kind' | 'minSpots' | 'minPrivateGuests' | 'passportRequired'>;

/** An invalid number of the booker has its own message. */
const wrongNumber = (number: string, form: BookingForm): boolean =>
  number !== '' && number !== form.whatsappNumber && !isPhone(number);

/** Checks that all passengers have a name and that their optional fields are valid. */
function checkPassengers(form: BookingForm): FieldIssue[] {
  return passengersOf(form).flatMap((passenger, index) => {
    const n = index + 1;
    const issues: FieldIssue[] = [];
    const broken = (field: keyof Passenger, message: string) =>
      issues.push({ field: 'passengers', at: [index, field], message });
    if (!passenger.name.trim()) broken('name', t`Please provide the name of passenger ${n}`);
    else if (!isPlainName(passenger.name)) broken('name', nameNotPlain());
    const email = passenger.email.trim();
    if (email && !isEmail(email)) broken('email', t`Please provide a valid email for passenger ${n}`);
    if (wrongNumber(passenger.phone, form)) broken('phone', t`Please provide a valid phone number for passenger ${n}`);
    if (wrongNumber(passenger.whatsapp, form))
      broken('whatsapp', t`Please provide a valid WhatsApp number for passenger ${n}`);
    return issues;
  });
}

/** Returns whether there are more images than people, or none at all. */
export const hasTooManyPassports = (form: { passports: readonly PassportImage[]; numPeople: number }): boolean =>
  form.passports.length > form.numPeople;
export const noPassport = (): string => t`Please upload a passport image`;
export const tooManyPassports = (): string =>
  t`You've added more passport photos than people. Remove a photo or add people.`;

/**
 * Returns what the form still lacks. Transport with one departure a day has no time to choose, and experiences have
 * no passengers.
 */
export function checkForm(form: BookingForm, rules: Rules): FieldIssue[] {
  const isTransport = rules.kind === 'transport';
  const checks: [CheckedField, boolean, () => string][] = [
    ['serviceDate', !form.serviceDate, () => t`Please select a date for your booking`],
    ['slotId', !isTransport && !form.slotId, () => t`Please select a time slot`],
    ['whatsappNumber', !isPhone(form.whatsappNumber), () => t`Please provide your WhatsApp number`],
    ['country', !form.country, () => t`Please provide your country of origin`],
    [
      'hotelName',
      !isPlainName(form.hotelName),
      () => t`Please enter your hotel without web addresses or special characters`,
    ],
    [
      'numPeople',
      form.bookingType === 'private' && form.numPeople < rules.minPrivateGuests,
      () => {
        const n = rules.minPrivateGuests;
        return t`Private bookings require at least ${n} guests`;
      },
    ],
    [
      'numPeople',
      form.bookingType === 'shared' && form.numPeople < rules.minSpots,
      () => {
        const n = rules.minSpots;
        return t`Shared bookings require at least ${n} guests`;
      },
    ],
    ['passports', rules.passportRequired && form.passports.length === 0, noPassport],
    ['passports', rules.passportRequired && hasTooManyPassports(form), tooManyPassports],
    ['waiverAccepted', !form.waiverAccepted, () => t`Please read and accept the waiver`],
  ];
  const issues: FieldIssue[] = checks
    .filter(([, broken]) => broken)
    .map(([field, , message]) => ({ field, message: message() }));
  if (isTransport) issues.push(...checkPassengers(form));
  return issues.sort((a, b) => FIELD_ORDER.indexOf(a.field) - FIELD_ORDER.indexOf(b.field));
}

/**
 * Returns the same rules as a schema for react-hook-form. Messages are created when the form is validated, so they
 * use the current language.
 */
export const bookingSchema = (rules: Rules) =>
  formSchema.check((context) => {
    const form = context.value;
    for (const { field, at = [], message } of checkForm(form, rules))
      context.issues.push({ code: 'custom', path: [field, ...at], message, input: form });
  });

type PayRules = Rules & Pick<Service, 'maxSpots'>;

/**
 * Returns why the pay button is blocked, or null. `hasRoom` is whether the chosen departure has enough seats. A
 * full departure has a maximum of 0.
 */
export function payBlocker(form: BookingForm, rules: PayRules, hasRoom = true): CheckedField | 'maxSpots' | null {
  if (rules.kind === 'transport' ? !form.serviceDate : !form.slotId) {
    return rules.kind === 'transport' ? 'serviceDate' : 'slotId';
  }
  if (rules.maxSpots < 1 || !hasRoom) return 'maxSpots';
  if (form.numPeople < (form.bookingType === 'private' ? rules.minPrivateGuests : rules.minSpots)) return 'numPeople';
  if (rules.passportRequired && (form.passports.length === 0 || hasTooManyPassports(form))) return 'passports';
  return form.waiverAccepted ? null : 'waiverAccepted';
}
