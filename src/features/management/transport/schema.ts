import { msg, t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { isPlainLine } from '@/lib/format/plain-line';
import { numberShape } from '@/ui/form/number-rules';
import { lineNotPlain, textRefusal } from '@/ui/form/text-rules';
import { hoursProblem, isCount, priceProblem } from '../catalogue/numbers';
import {
  checkAvailable,
  checkGroup,
  NEW_OFFER,
  OFFER_COLUMNS,
  OFFER_TEXTS,
  offerShape,
} from '../catalogue/offer-schema';
import { allProblems, type Problems, problemAt, problemBeside } from '../catalogue/problems';
import { departureProblems, problemsOfSlots, slotShape } from '../catalogue/slots/slots';
import { lineRefusal, type TranslatedTexts, translationProblems } from '../catalogue/translations';

export const TRANSPORT_COLUMNS =
  `${OFFER_COLUMNS}, transport_type_id, pickup_location_id, destination, duration_hours` as const;

/** The columns that are written in each language. */
export const TRANSPORT_TEXTS = {
  ...OFFER_TEXTS,
  destination: { label: msg`Destination`, limit: 160, refusal: lineRefusal },
} satisfies TranslatedTexts;

const transportShape = z.object({
  ...offerShape,
  transport_type_id: z.string(),
  pickup_location_id: z.string(),
  destination: z.string(),
  slots: z.array(slotShape),
  duration_hours: numberShape,
});
export type TransportValues = z.infer<typeof transportShape>;

export const NEW_TRANSPORT: TransportValues = {
  ...NEW_OFFER,
  transport_type_id: '',
  max_spots: 10,
  available_spots: 10,
  min_private_guests: 1,
  max_private_guests: 1,
  pickup_location_id: '',
  destination: '',
  slots: [],
  duration_hours: null,
};

/** `digits` is the number of decimals in the territory's prices. */
export const transportSchema = (digits: number) =>
  transportShape.check(allProblems(FORM_ORDER, (values) => checkTransport(values, digits)));

const FORM_ORDER: readonly (keyof TransportValues)[] = [
  'title',
  'description',
  'translations',
  'transport_type_id',
  'pickup_location_id',
  'destination',
  'slots',
  'duration_hours',
  'shared_price',
  'private_price',
  'max_spots',
  'min_spots',
  'available_spots',
  'max_private_guests',
  'min_private_guests',
];

/** Returns whether the type has a departure time and duration. Cars leave on request. */
export const hasTimetable = (typeId: string): boolean => typeId === 'shuttle' || typeId === 'boat';

/** Returns all broken rules in a fixed order. */
export function checkTransport(values: TransportValues, digits = 2): Problems[] {
  return [
    ...checkFields(values),
    ...problemAt('title', isPlainLine(values.title) ? null : lineNotPlain(), t`Title`),
    ...problemAt('description', textRefusal(values.description), t`Description`),
    ...problemAt('destination', isPlainLine(values.destination) ? null : lineNotPlain(), t`Destination`),
    ...checkShared(values, digits),
    ...checkGroup(values, digits, t`Please set a valid private price`),
    ...checkAvailable(values),
    ...checkTimes(values),
    ...translationProblems(values, TRANSPORT_TEXTS),
  ];
}

function checkFields(values: TransportValues): Problems[] {
  const needed = {
    title: t`Title`,
    description: t`Description`,
    transport_type_id: t`Transport type`,
    pickup_location_id: t`Pickup location`,
  };
  const labels = Object.fromEntries(
    Object.entries(needed).filter(([field]) => values[field as keyof typeof needed].trim() === ''),
  );
  const missing = t`Required`;
  const fields = Object.fromEntries(Object.keys(labels).map((field) => [field, missing]));
  return Object.keys(fields).length === 0 ? [] : [{ text: t`Please fill in all required fields`, fields, labels }];
}

/** The spots limit every departure, so private services need them too. */
function checkShared(values: TransportValues, digits: number): Problems[] {
  const { min_spots: min, max_spots: max } = values;
  const noPrice = t`Please set a valid shared price`;
  const price = values.booking_type === 'private' ? null : priceProblem(values.shared_price, digits, noPrice);
  return [
    ...problemBeside('shared_price', t`Shared price per person`, price, noPrice),
    ...problemAt('max_spots', isCount(max) ? null : t`Please set a valid maximum number of spots`),
    ...problemAt('min_spots', minSpotsNote(min, max)),
    ...problemAt(
      'available_spots',
      isCount(values.available_spots, 0) ? null : t`Please set a valid number of available spots`,
    ),
  ];
}

function minSpotsNote(min: number | null, max: number | null): string | null {
  if (!isCount(min)) return t`Please set a valid minimum number of spots`;
  return isCount(max) && min > max ? t`Minimum spots cannot be greater than maximum spots` : null;
}

function checkTimes(values: TransportValues): Problems[] {
  const { transport_type_id, slots, duration_hours } = values;
  const timed = hasTimetable(transport_type_id);
  const noDuration = t`Please set a valid journey duration`;
  const duration = !timed && duration_hours === null ? null : hoursProblem(duration_hours, noDuration);
  return [
    ...problemAt('slots', slots.length > 0 ? null : t`Please set a departure time for the shuttle service`),
    ...problemsOfSlots('transport', slots, departureProblems(slots, timed)),
    ...problemBeside('duration_hours', t`Journey duration in hours`, duration, noDuration),
  ];
}
