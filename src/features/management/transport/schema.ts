import { t } from '@lingui/core/macro';
import { z } from 'zod/mini';
import { isCount, isHours, isPrice } from '../catalogue/numbers';
import {
  checkAvailable,
  checkGroupSize,
  firstProblem,
  numberShape,
  one,
  type Problems,
  salesShape,
} from '../catalogue/sales';

/** The columns of a service that its form edits, as they are read. */
export const TRANSPORT_COLUMNS =
  `title, description, image_urls, transport_type_id, booking_type, shared_price, private_price, min_spots, max_spots,
  available_spots, min_private_guests, max_private_guests, pickup_location_id, destination, departure_time, duration_hours,
  passport_required, cancellation_policy` as const;

const transportShape = z.object({
  ...salesShape,
  transport_type_id: z.string(),
  pickup_location_id: z.string(),
  destination: z.string(),
  departure_time: z.string(),
  duration_hours: numberShape,
});
export type TransportValues = z.infer<typeof transportShape>;

export const NEW_TRANSPORT: TransportValues = {
  title: '',
  description: '',
  image_urls: [],
  transport_type_id: '',
  booking_type: 'shared',
  shared_price: null,
  private_price: null,
  min_spots: 1,
  max_spots: 10,
  available_spots: 10,
  min_private_guests: 1,
  max_private_guests: 1,
  pickup_location_id: '',
  destination: '',
  departure_time: '',
  duration_hours: null,
  passport_required: false,
  cancellation_policy: 'moderate',
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
    checkGroup(values, digits) ??
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
    return one('shared_price', t`Please set a valid shared price`);
  if (!isCount(max)) return one('max_spots', t`Please set a valid maximum number of spots`);
  if (!isCount(min)) return one('min_spots', t`Please set a valid minimum number of spots`);
  if (min > max) return one('min_spots', t`Minimum spots cannot be greater than maximum spots`);
  if (!isCount(values.available_spots, 0))
    return one('available_spots', t`Please set a valid number of available spots`);
  return null;
}

function checkGroup(values: TransportValues, digits: number): Problems | null {
  if (values.booking_type === 'shared') return null;
  if (!isPrice(values.private_price, digits)) return one('private_price', t`Please set a valid private price`);
  return checkGroupSize(values);
}

function checkTimes({ transport_type_id, departure_time, duration_hours }: TransportValues): Problems | null {
  const timed = hasTimetable(transport_type_id);
  if (timed && !/^([01]\d|2[0-3]):[0-5]\d/.test(departure_time))
    return one('departure_time', t`Please set a departure time for the shuttle service`);
  if ((timed || duration_hours !== null) && !isHours(duration_hours))
    return one('duration_hours', t`Please set a valid journey duration`);
  return null;
}
