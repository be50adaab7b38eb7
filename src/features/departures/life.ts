/**
 * The states of a departure as a table. The database has the same rules and decides (private.departure_transitions,
 * which a test compares). Screens use this table to know what to offer.
 */
const DEPARTURE_STATUSES = ['scheduled', 'confirmed', 'departed', 'cancelled'] as const;
export type DepartureStatus = (typeof DEPARTURE_STATUSES)[number];

/** A 'host' is someone who may cancel the departure, and 'system' is a job. */
type Actor = 'host' | 'system';
/** With 'offer' each live booking gets an offer, and with 'restore' the offers are withdrawn. */
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
