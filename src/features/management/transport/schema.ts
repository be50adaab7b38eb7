import { t } from '@lingui/core/macro';
import { refusedColumn } from '@/features/management/transport/saving/refusals';
import type { SalesValues } from '../catalogue/BookingFields';
import { isCount, isHours, isPrice } from '../catalogue/numbers';
import type { Problems } from '../catalogue/use-record-form';
import { checkAvailable, checkGroupSize, one } from '../experiences/schema';

export type TransportValues = SalesValues & {
  title: string;
  description: string;
  transport_type_id: string;
  pickup_location_id: string;
  destination: string;
  departure_time: string;
  duration_hours: string;
  passport_required: string;
};

/** Shuttles and boats leave at an hour and take their time; a car comes when it is ordered. */
export const hasTimetable = (typeId: string): boolean => typeId === 'shuttle' || typeId === 'boat';

/**
 * The rules of docs/product.md, Fields of a transport service, in the order of the form: the first that is broken speaks.
 * `digits`: how many a price of the territory has after its point.
 */
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
  if (values.booking_type !== 'private' && !isPrice(values.shared_price, digits))
    return one('shared_price', t`Please set a valid shared price`);
  if (!isCount(values.max_spots)) return one('max_spots', t`Please set a valid maximum number of spots`);
  if (!isCount(values.min_spots)) return one('min_spots', t`Please set a valid minimum number of spots`);
  if (Number(values.min_spots) > Number(values.max_spots))
    return one('min_spots', t`Minimum spots cannot be greater than maximum spots`);
  if (!isCount(values.available_spots, 0))
    return one('available_spots', t`Please set a valid number of available spots`);
  return null;
}

function checkGroup(values: TransportValues, digits: number): Problems | null {
  if (values.booking_type === 'shared') return null;
  if (!isPrice(values.private_price, digits)) return one('private_price', t`Please set a valid private price`);
  return checkGroupSize(values);
}

function checkTimes(values: TransportValues): Problems | null {
  const timed = hasTimetable(values.transport_type_id);
  if (timed && !/^([01]\d|2[0-3]):[0-5]\d/.test(values.departure_time))
    return one('departure_time', t`Please set a departure time for the shuttle service`);
  const given = values.duration_hours.trim() !== '';
  if ((timed || given) && !isHours(values.duration_hours))
    return one('duration_hours', t`Please set a valid journey duration`);
  return null;
}

/** What a refusal says beside its field: the region's currency may have changed since the form was opened. */
export function refusedTerm(error: Error): Problems | null {
  const refusal = refusedColumn(error);
  return refusal && one(refusal.column, refusal.text);
}
