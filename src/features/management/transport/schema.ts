import { msg, t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { numberShape } from '@/ui/form/number-rules';
import { hoursProblem, isCount, priceProblem } from '../catalogue/numbers';
import { allProblems, missingProblems, type Problems, problemAt, problemBeside } from '../catalogue/problems';
import {
  checkAvailable,
  checkGroup,
  NEW_SERVICE,
  SERVICE_COLUMNS,
  SERVICE_TEXTS,
  serviceShape,
} from '../catalogue/service-schema';
import { checkDepartures, slotShape } from '../catalogue/slots/slots';
import { lineRefusal, type TranslatedTexts, textProblems } from '../catalogue/translations';

export const TRANSPORT_COLUMNS =
  `${SERVICE_COLUMNS}, transport_type_id, pickup_location_id, destination, duration_hours` as const;

/** The columns that are written in each language. */
export const TRANSPORT_TEXTS = {
  ...SERVICE_TEXTS,
  destination: { label: msg`Destination`, limit: 160, refusal: lineRefusal },
} satisfies TranslatedTexts;

const transportShape = z.object({
  ...serviceShape,
  transport_type_id: z.string(),
  pickup_location_id: z.string(),
  destination: z.string(),
  slots: z.array(slotShape),
  duration_hours: numberShape,
});
export type TransportValues = z.infer<typeof transportShape>;

export const NEW_TRANSPORT: TransportValues = {
  ...NEW_SERVICE,
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
    ...missingProblems(values, {
      title: t`Title`,
      description: t`Description`,
      transport_type_id: t`Transport type`,
      pickup_location_id: t`Pickup location`,
    }),
    ...checkShared(values, digits),
    ...checkGroup(values, digits, t`Please set a valid private price`),
    ...checkAvailable(values),
    ...checkTimes(values),
    ...textProblems(values, TRANSPORT_TEXTS),
  ];
}

/** The spots limit every departure, so private services need them too. */
function checkShared(values: TransportValues, digits: number): Problems[] {
  const { min_spots: min, max_spots: max } = values;
  const noPrice = t`Please set a valid shared price`;
  const price = values.booking_type === 'private' ? null : priceProblem(values.shared_price, digits, noPrice);
  return [
    ...problemBeside('shared_price', t`Price per person (shared)`, price, noPrice),
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
    ...checkDepartures(slots, timed),
    ...problemBeside('duration_hours', t`Travel time in hours`, duration, noDuration),
  ];
}
