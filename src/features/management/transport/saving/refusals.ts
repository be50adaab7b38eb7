import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { AppError } from '@/lib/api/errors';
import { i18n } from '@/lib/i18n/i18n';
import { FieldError } from '@/ui/form/form-problems';

/** The database's own check of a service (territory_transports_terms, …_pickup_check), by its codes: which column each is about. */
const REFUSALS = {
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
  pickup_not_in_territory: [
    'pickup_location_id',
    msg`This pickup location is not in the list any more. Choose another one.`,
  ],
} as const satisfies Record<string, readonly [column: string, text: MessageDescriptor]>;

type Code = keyof typeof REFUSALS;
export type RefusedColumn = (typeof REFUSALS)[Code][0];

const isCode = (code: string): code is Code => Object.hasOwn(REFUSALS, code);

/**
 * What a refusal says, beside the field that it is about; the error itself where it names none. The rules of the forms are the same:
 * the territory's currency, its places or what somebody else set may have changed since one was opened. `fieldOf`: where the fields
 * are not called like the columns.
 */
export function refusedField(
  error: unknown,
  fieldOf: (column: RefusedColumn) => string | undefined = (column) => column,
): unknown {
  if (!(error instanceof AppError && isCode(error.code))) return error;
  const [column, text] = REFUSALS[error.code];
  const field = fieldOf(column);
  return field === undefined ? error : new FieldError(field, i18n._(text));
}
