import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { isPlainLine } from '@/lib/format/plain-line';
import { isMissing } from '@/ui/form/form-problems';
import { numberShape } from '@/ui/form/number-rules';
import { lineNotPlain, tooLong } from '@/ui/form/text-rules';
import { hoursProblem, isCount, priceProblem } from '../catalogue/numbers';
import { allProblems, missingProblems, type Problems, problemAt, problemBeside } from '../catalogue/problems';
import type { RefusedColumn } from '../catalogue/refusals';
import { checkDepartures, newSlot, savedSlots, slotShape, slotsOf } from '../catalogue/slots/slots';
import type { Service, ShuttleInput } from './queries';

const shuttleShape = z.object({
  title: z.string(),
  description: z.string(),
  price: numberShape,
  spots: numberShape,
  slots: z.array(slotShape),
  duration: numberShape,
  /** A pickup location's id, or a name if the territory has no locations. */
  pickup: z.string(),
  image_urls: z.array(z.string()),
});
export type ShuttleValues = z.infer<typeof shuttleShape>;

const FORM_ORDER: readonly (keyof ShuttleValues)[] = [
  'title',
  'description',
  'price',
  'spots',
  'slots',
  'duration',
  'pickup',
];

const MAX_LENGTH = { title: 160, description: 10_000, pickup: 160 } as const;

/** Returns all broken rules. `digits` is the number of decimals in the territory's prices. */
export function checkShuttle(values: ShuttleValues, digits: number): Problems[] {
  const { title, price, spots, slots, duration } = values;
  const rule = (field: keyof ShuttleValues, ok: boolean, text: string) =>
    isMissing(values[field]) ? [] : problemAt(field, ok ? null : text);
  const noPrice = t`Please set a valid shared price`;
  const noDuration = t`Please set a valid journey duration`;
  const fits = (field: keyof typeof MAX_LENGTH) =>
    rule(field, values[field].trim().length <= MAX_LENGTH[field], tooLong(MAX_LENGTH[field]));
  return [
    ...missingProblems(values, {
      title: t`Title`,
      description: t`Description`,
      price: t`Price per person`,
      spots: t`Maximum spots`,
      duration: t`Duration (hours)`,
      pickup: t`Pickup location`,
    }),
    ...rule('title', isPlainLine(title), lineNotPlain()),
    ...(['title', 'description', 'pickup'] as const).flatMap(fits),
    ...(price === null
      ? []
      : problemBeside('price', t`Price per person`, priceProblem(price, digits, noPrice), noPrice)),
    ...rule('spots', isCount(spots), t`Please set a valid maximum number of spots`),
    ...checkDepartures(slots, true),
    ...(duration === null
      ? []
      : problemBeside('duration', t`Duration (hours)`, hoursProblem(duration, noDuration), noDuration)),
  ];
}

export const shuttleSchema = (digits: number) =>
  shuttleShape.check(allProblems(FORM_ORDER, (values) => checkShuttle(values, digits)));

/** The form's price is for the whole car if no single seats are sold. */
const soldWhole = (service: Service | null) => service?.booking_type === 'private';

export function valuesOf(service: Service | null): ShuttleValues {
  if (!service) {
    return {
      title: '',
      description: '',
      price: null,
      spots: 10,
      pickup: '',
      slots: [newSlot(null)],
      duration: null,
      image_urls: [],
    };
  }
  return {
    title: service.title,
    description: service.description,
    price: soldWhole(service) ? service.private_price : service.shared_price,
    spots: service.max_spots,
    pickup: service.pickup_location_id ?? service.pickup_location,
    slots: slotsOf(service.slots),
    duration: service.duration_hours,
    image_urls: service.image_urls,
  };
}

interface Place {
  id: string;
  name: string;
}

/**
 * Returns the form as a row. A new service sells all its seats, even if their number grows. A lower number that the
 * territory has set stays, up to the new maximum.
 */
export function inputOf(values: ShuttleValues, service: Service | null, places: readonly Place[]): ShuttleInput {
  const { image_urls } = values;
  // Validation has already ensured that this is a number.
  const spots = values.spots ?? 0;
  const price = values.price ?? 0;
  const place = places.find(({ id }) => id === values.pickup);
  const allForSale = !service || service.available_spots >= service.max_spots;
  const available = allForSale ? spots : Math.min(service.available_spots, spots);
  return {
    title: values.title.trim(),
    description: values.description.trim(),
    image_urls,
    shared_price: soldWhole(service) ? (service?.shared_price ?? null) : price,
    private_price: soldWhole(service) ? price : (service?.private_price ?? null),
    max_spots: spots,
    available_spots: available,
    timeslots: savedSlots('transport', values.slots, available),
    pickup_location: place?.name ?? values.pickup.trim(),
    pickup_location_id: place?.id ?? null,
    duration_hours: values.duration ?? 0,
  };
}

const FIELD_OF: Partial<Record<RefusedColumn, string>> = {
  shared_price: 'price',
  private_price: 'price',
  max_spots: 'spots',
  min_spots: 'spots',
  available_spots: 'spots',
  pickup_location_id: 'pickup',
  'slots.0.start': 'slots.0.start',
  duration_hours: 'duration',
};

/** Returns the field of a column that the database refused, if the form has it. */
export const fieldOf = (column: RefusedColumn): string | undefined => FIELD_OF[column];
