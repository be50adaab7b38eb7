import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { isCount, isHours, isPrice, numberShape } from '../catalogue/numbers';
import { checkAvailable, checkGroup, NEW_OFFER, OFFER_COLUMNS, offerShape } from '../catalogue/offer-schema';
import { firstProblem, type Problems, problemAt } from '../catalogue/problems';
import { WEEK } from '../catalogue/weekdays';

/** The columns of a service that its form edits, as they are read. */
export const TRANSPORT_COLUMNS =
  `${OFFER_COLUMNS}, transport_type_id, pickup_location_id, destination, departure_time, days_of_week, duration_hours` as const;

const transportShape = z.object({
  ...offerShape,
  transport_type_id: z.string(),
  pickup_location_id: z.string(),
  destination: z.string(),
  departure_time: z.string(),
  days_of_week: z.array(z.enum(WEEK)),
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
  departure_time: '',
  days_of_week: [...WEEK],
  duration_hours: null,
};

/** `digits`: how many a price of the territory has after its point. */
export const transportSchema = (digits: number) =>
  transportShape.check(firstProblem((values) => checkTransport(values, digits)));

/** Shuttles and boats leave at an hour and take their time; a car comes when it is ordered. */
export const hasTimetable = (typeId: string): boolean => typeId === 'shuttle' || typeId === 'boat';

/** The rules in their order: the first that is broken speaks. */
export function checkTransport(values: TransportValues, digits = 2): Problems | null {
  return (
    checkFields(values) ??
    checkShared(values, digits) ??
    checkGroup(values, digits, t`Please set a valid private price`) ??
    checkAvailable(values) ??
    checkTimes(values)
  );
}

function checkFields(values: TransportValues): Problems | null {
  const fields: Record<string, string> = {};
  for (const field of ['title', 'description', 'transport_type_id', 'pickup_location_id'] as const)
    if (values[field].trim() === '') fields[field] = t`Required`;
  return Object.keys(fields).length === 0 ? null : { text: t`Please fill in all required fields`, fields };
}

/** The spots are those of every departure, so that a private service has them too. */
function checkShared(values: TransportValues, digits: number): Problems | null {
  const { min_spots: min, max_spots: max } = values;
  if (values.booking_type !== 'private' && !isPrice(values.shared_price, digits))
    return problemAt('shared_price', t`Please set a valid shared price`);
  if (!isCount(max)) return problemAt('max_spots', t`Please set a valid maximum number of spots`);
  if (!isCount(min)) return problemAt('min_spots', t`Please set a valid minimum number of spots`);
  if (min > max) return problemAt('min_spots', t`Minimum spots cannot be greater than maximum spots`);
  if (!isCount(values.available_spots, 0))
    return problemAt('available_spots', t`Please set a valid number of available spots`);
  return null;
}

function checkTimes(values: TransportValues): Problems | null {
  const { transport_type_id, departure_time, days_of_week, duration_hours } = values;
  const timed = hasTimetable(transport_type_id);
  if (timed && !/^([01]\d|2[0-3]):[0-5]\d/.test(departure_time))
    return problemAt('departure_time', t`Please set a departure time for the shuttle service`);
  if ((timed || duration_hours !== null) && !isHours(duration_hours))
    return problemAt('duration_hours', t`Please set a valid journey duration`);
  if (days_of_week.length === 0) return problemAt('days_of_week', t`Please choose at least one day of the week`);
  return null;
}
