import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import type { Service } from '@/features/booking/checkout/service';
import { calendarDate } from '@/lib/format/dates';
import { isPhone } from '@/lib/format/phone-number';
import { isPlainName, nameNotPlain } from '@/ui/form/text-rules';
import { initialParty } from './party';
import { fillPassengers, type Passenger, passengerSchema, passengersOf } from './passengers';

export const passportImage = z.object({ path: z.string(), name: z.string(), size: z.number() });
export type PassportImage = z.infer<typeof passportImage>;

/** The form's values, as kept in the draft. */
export const formSchema = z.object({
  serviceDate: z.string(),
  // A chosen date, or one with room, stays; until then the first one with room is looked up.
  dateSettled: z.optional(z.boolean()),
  // Prefilled once: fields the person empties stay empty.
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
  passports: z.array(passportImage), // at most one a person
  // Transport only. May be longer than the party: removed passengers are restored unchanged.
  passengers: z.array(passengerSchema),
  booker: z.object({ name: z.string(), email: z.string() }), // of the account, kept up to date by the panel
});
export type BookingForm = z.infer<typeof formSchema>;

/** The initial form: tomorrow, the fewest people, no personal data. */
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

/** The fields in the order of checks and of the summary. */
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

/** Ids of the controls, for links from the summary. */
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

/** `at`: which of a passenger's fields. */
export type FieldIssue = { field: CheckedField; at?: [number, keyof Passenger]; message: string };
type Rules = Pick<Service, 'kind' | 'minSpots' | 'minPrivateGuests' | 'passportRequired'>;

/** As in the database (private.is_email). */
const EMAIL = /^[^@\s<>"]+@[^@\s<>"]+\.[^@\s<>"]+$/;

/** The booker's number has its own message. */
const wrongNumber = (number: string, form: BookingForm): boolean =>
  number !== '' && number !== form.whatsappNumber && !isPhone(number);

/** A transport booking names all passengers; other fields are optional but must be valid. */
function checkPassengers(form: BookingForm): FieldIssue[] {
  return passengersOf(form).flatMap((passenger, index) => {
    const n = index + 1;
    const issues: FieldIssue[] = [];
    const broken = (field: keyof Passenger, message: string) =>
      issues.push({ field: 'passengers', at: [index, field], message });
    if (!passenger.name.trim()) broken('name', t`Please provide the name of passenger ${n}`);
    else if (!isPlainName(passenger.name)) broken('name', nameNotPlain());
    const email = passenger.email.trim();
    if (email && !EMAIL.test(email)) broken('email', t`Please provide a valid email for passenger ${n}`);
    if (wrongNumber(passenger.phone, form)) broken('phone', t`Please provide a valid phone number for passenger ${n}`);
    if (wrongNumber(passenger.whatsapp, form))
      broken('whatsapp', t`Please provide a valid WhatsApp number for passenger ${n}`);
    return issues;
  });
}

/** At most one image per person, and at least one in total. */
export const hasTooManyPassports = (form: { passports: readonly PassportImage[]; numPeople: number }): boolean =>
  form.passports.length > form.numPeople;
export const noPassport = (): string => t`Please upload a passport image`;
export const tooManyPassports = (): string =>
  t`You've added more passport photos than people. Remove a photo or add people.`;

/** What the form still lacks. A ride that leaves once a day has no time to choose; an experience has no passengers. */
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

/** The same rules for react-hook-form. Messages are created at validation, in the current language. */
export const bookingSchema = (rules: Rules) =>
  formSchema.check((context) => {
    const form = context.value;
    for (const { field, at = [], message } of checkForm(form, rules))
      context.issues.push({ code: 'custom', path: [field, ...at], message, input: form });
  });

type PayRules = Rules & Pick<Service, 'maxSpots'>;

/**
 * Why the pay button is blocked, or null. `hasRoom`: whether the chosen departure can take the booking; a full one has
 * a maximum of 0.
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
