import type { MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { AppError } from '@/lib/errors';
import { i18n } from '@/lib/i18n';
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

/** The spec's rules, in its order: the first that is broken speaks. `digits`: how many a price of the region has after its point. */
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

/** The database's own check of the same rules (territory_transports_terms), by its codes: which field each is about. */
const REFUSALS: Record<string, [field: string, text: MessageDescriptor]> = {
  invalid_shared_price: ['shared_price', msg`Please set a valid shared price`],
  invalid_max_spots: ['max_spots', msg`Please set a valid maximum number of spots`],
  invalid_min_spots: ['min_spots', msg`Please set a valid minimum number of spots`],
  min_spots_above_max: ['min_spots', msg`Minimum spots cannot be greater than maximum spots`],
  invalid_private_price: ['private_price', msg`Please set a valid private price`],
  invalid_max_private_guests: [
    'max_private_guests',
    msg`Please set a valid maximum number of guests for private bookings`,
  ],
  invalid_min_private_guests: [
    'min_private_guests',
    msg`Please set a valid minimum number of guests for private bookings`,
  ],
  min_private_guests_above_max: [
    'min_private_guests',
    msg`Minimum private guests cannot be greater than maximum private guests`,
  ],
  invalid_available_spots: ['available_spots', msg`Please set a valid number of available spots`],
  available_spots_above_max: ['available_spots', msg`Available spots cannot exceed maximum spots`],
  departure_time_required: ['departure_time', msg`Please set a departure time for the shuttle service`],
  invalid_duration: ['duration_hours', msg`Please set a valid journey duration`],
};

/** What a refusal says beside its field: the region's currency may have changed since the form was opened. */
export function refusedTerm(error: Error): Problems | null {
  const refusal = error instanceof AppError ? REFUSALS[error.code] : undefined;
  return refusal ? one(refusal[0], i18n._(refusal[1])) : null;
}
