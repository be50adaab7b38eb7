/** The database's refusals of a transport service, by code, with their texts. */
export const TRANSPORT_REFUSALS = {
  invalid_shared_price: 'Please set a valid shared price',
  invalid_private_price: 'Please set a valid private price',
  invalid_max_spots: 'Please set a valid maximum number of spots',
  invalid_min_spots: 'Please set a valid minimum number of spots',
  min_spots_above_max: 'Minimum spots cannot be greater than maximum spots',
  invalid_max_private_guests: 'Please set a valid maximum number of guests for private bookings',
  invalid_min_private_guests: 'Please set a valid minimum number of guests for private bookings',
  min_private_guests_above_max: 'Minimum private guests cannot be greater than maximum private guests',
  invalid_available_spots: 'Please set a valid number of available spots',
  available_spots_above_max: 'Available spots cannot exceed maximum spots',
  departure_time_required: 'Please set a departure time for the shuttle service',
  invalid_duration: 'Please set a valid journey duration',
  duration_steps: 'The duration must be in steps of half an hour, such as 2.5.',
  pickup_not_in_territory: 'This pickup location is no longer in the list. Choose another one.',
} as const;

export type TransportRefusal = keyof typeof TRANSPORT_REFUSALS;

/** Returns test rows: code, label of the field with the error, and text. */
export const refusalsBeside = (labels: Partial<Record<TransportRefusal, string>>) =>
  Object.entries(labels).map(([code, label]) => [code, label, TRANSPORT_REFUSALS[code as TransportRefusal]] as const);
