import { AppError } from '@/lib/api/errors';
import { FieldError } from '@/ui/form/form-problems';

/**
 * The codes of the database's checks of a service (services_terms, …_pickup_check), and the column that each is
 * about.
 */
const REFUSALS = {
  invalid_shared_price: 'shared_price',
  invalid_max_spots: 'max_spots',
  invalid_min_spots: 'min_spots',
  min_spots_above_max: 'min_spots',
  invalid_private_price: 'private_price',
  invalid_max_private_guests: 'max_private_guests',
  invalid_min_private_guests: 'min_private_guests',
  min_private_guests_above_max: 'min_private_guests',
  invalid_available_spots: 'available_spots',
  available_spots_above_max: 'available_spots',
  timeslot_maximum: 'available_spots', // of transport, whose slots share it
  departure_time_required: 'slots.0.start',
  invalid_duration: 'duration_hours',
  duration_steps: 'duration_hours',
  pickup_not_in_territory: 'pickup_location_id',
} as const;

type Code = keyof typeof REFUSALS;
export type RefusedColumn = (typeof REFUSALS)[Code];

const isCode = (code: string): code is Code => Object.hasOwn(REFUSALS, code);

/**
 * Assigns a refusal to its field, or returns the error unchanged if it names none. The forms check the same rules,
 * but the currency, locations or others' changes may be newer. `fieldOf` maps columns to fields with different
 * names.
 */
export function refusedField(
  error: unknown,
  fieldOf: (column: RefusedColumn) => string | undefined = (column) => column,
): unknown {
  if (!(error instanceof AppError && isCode(error.code))) return error;
  const field = fieldOf(REFUSALS[error.code]);
  return field === undefined ? error : new FieldError(field, error.message);
}
