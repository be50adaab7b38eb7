/**
 * The life of a departure, as one table. The database holds the same and decides (private.departure_transitions; a test compares them);
 * screens read this one to know what to offer.
 */
const DEPARTURE_STATUSES = ['scheduled', 'confirmed', 'departed', 'cancelled'] as const;
export type DepartureStatus = (typeof DEPARTURE_STATUSES)[number];

/** host: who may cancel the departure. system: the clock. */
type Actor = 'host' | 'system';
/** offer: each live booking gets another departure or its money offered. restore: that is taken back. */
type Effect = 'keep' | 'offer' | 'restore';

interface Step {
  from: DepartureStatus;
  to: DepartureStatus;
  actors: readonly Actor[];
  bookings: Effect;
}

export const departureSteps: readonly Step[] = [
  { from: 'scheduled', to: 'confirmed', actors: ['host', 'system'], bookings: 'keep' },
  { from: 'scheduled', to: 'departed', actors: ['system'], bookings: 'keep' },
  { from: 'confirmed', to: 'departed', actors: ['system'], bookings: 'keep' },
  { from: 'scheduled', to: 'cancelled', actors: ['host', 'system'], bookings: 'offer' },
  { from: 'confirmed', to: 'cancelled', actors: ['host'], bookings: 'offer' },
  { from: 'cancelled', to: 'scheduled', actors: ['host'], bookings: 'restore' },
  { from: 'cancelled', to: 'confirmed', actors: ['host'], bookings: 'restore' },
];
