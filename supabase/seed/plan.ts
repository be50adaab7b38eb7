import type { Calendar } from './calendar.ts';
import { tourists } from './content/tourists.ts';
import { type Trip, trips } from './content/trips.ts';
import type { TerritoryId } from './content/types.ts';
import { createRandom, pick, required } from './ids.ts';
import { type Departure, Departures, type Offer, offerAt, offers, takeSeats } from './offers.ts';

const DAYS_BACK = 90;
const DAYS_AHEAD = 30;
/** The limit is three, and demo guests keep one cash booking free. */
const MAX_OPEN_CASH = 2;

export interface PlannedBooking {
  /** A stable name, from which ids are derived. */
  name: string;
  departure: Departure;
  by: string;
  people: number;
  seats: number;
  type: 'shared' | 'private';
  method: 'card' | 'cash';
  status: Trip['status'];
  /** How many hours before departure it was made. */
  lead: number;
  hotel: string | null;
  review: Trip['review'] | null;
}

/** The hotels of guests, near the services that they book. */
const HOTELS: Readonly<Record<TerritoryId, readonly string[]>> = {
  'rio-dulce': ['Posada Nuevo Sol', 'Hacienda Tijax', 'Tortugal', 'Hotel Backpackers'],
  'lake-atitlan': ['Hospedaje Xocomil', 'Posada del Embarcadero', 'Casa de los Volcanes', 'Hostal La Ceiba'],
  antigua: ['Casa Jacinta', 'Posada del Arco', 'Hostal Las Capuchinas', 'Casa de la Buganvilia'],
  'semuc-champey': ['Hostal El Retiro', 'Posada Cahabón', 'Cabañas del Río'],
  peten: ['Hotel Isla de Flores', 'Posada Tayasal', 'Hostal El Malecón', 'Cabañas El Remate'],
  livingston: ['Posada Labuga', 'Casa del Coco', 'Hotel Bahía de Amatique'],
};
const RANDOM_GUESTS = tourists.filter(({ key }) => key !== 'tourist').map(({ key }) => key);

const isLive = (status: Trip['status']) => status !== 'cancelled' && status !== 'refunded';
const isOpenCash = (booking: PlannedBooking) =>
  booking.method === 'cash' && (booking.status === 'ordered' || booking.status === 'confirmed');

/** Picks one status by weight, from [status, weight] pairs. */
function weighted(random: () => number, weights: readonly (readonly [Trip['status'], number])[]): Trip['status'] {
  let left = random() * weights.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [status, weight] of weights) {
    left -= weight;
    if (left < 0) return status;
  }
  return required(weights[0], 'a status')[0];
}

function randomStatus(random: () => number, day: number, method: 'card' | 'cash'): Trip['status'] {
  if (day < 0 && method === 'card') {
    return weighted(random, [
      ['checked_in', 82],
      ['no_show', 6],
      ['refunded', 5],
      ['cancelled', 3],
      ['confirmed', 4],
    ]);
  }
  if (day < 0)
    return weighted(random, [
      ['checked_in', 80],
      ['no_show', 8],
      ['cancelled', 12],
    ]);
  if (method === 'card')
    return weighted(random, [
      ['paid', 55],
      ['confirmed', 37],
      ['refunded', 5],
      ['cancelled', 3],
    ]);
  return weighted(random, [
    ['ordered', 60],
    ['confirmed', 28],
    ['cancelled', 12],
  ]);
}

function randomPeople(random: () => number, offer: Offer, type: 'shared' | 'private', free: number): number {
  const [least, most] =
    type === 'private' ? (offer.group ?? [1, offer.capacity]) : [offer.spots[0], Math.min(offer.spots[1], free)];
  const wish = pick(random, [1, 1, 2, 2, 2, 2, 2, 3, 3, 4, 4, 5]);
  return Math.max(least, Math.min(most, type === 'private' ? wish + 1 : wish));
}

/** Accepts bookings one after another by the same rules as the database: seats, group sizes and the cash limit. */
class Planner {
  readonly departures: Departures;
  readonly bookings: PlannedBooking[] = [];
  readonly #openCash = new Map<string, number>();

  constructor(calendar: Calendar) {
    this.departures = new Departures(calendar);
  }

  add(booking: Omit<PlannedBooking, 'seats' | 'name'>): boolean {
    const { departure, type, people, status } = booking;
    const [least, most] = type === 'private' ? (departure.offer.group ?? [1, 1]) : departure.offer.spots;
    if (people < least || people > most) return false;
    // A cancelled booking holds no seats, but records those that it had.
    const had = type === 'private' ? departure.offer.capacity : people;
    const seats = isLive(status) ? takeSeats(departure, type, people) : had;
    if (seats === null) return false;
    const planned = { ...booking, seats, name: `booking/${departure.id}/${this.bookings.length}` };
    if (isOpenCash(planned)) this.#openCash.set(booking.by, (this.#openCash.get(booking.by) ?? 0) + 1);
    this.bookings.push(planned);
    return true;
  }

  addTrip(trip: Trip): void {
    const offer = offerAt(trip.offer);
    const time = required(
      offer.times.find(({ start }) => trip.start === undefined || start === trip.start),
      `the time ${trip.start} of ${trip.offer}`,
    );
    const step = trip.day < 0 ? -1 : 1;
    let day = trip.day;
    while (!this.departures.runs(time, day)) day += step;
    const added = this.add({
      departure: this.departures.at(offer, time, day),
      by: trip.by,
      people: trip.people,
      type: trip.type ?? 'shared',
      method: trip.method ?? 'card',
      status: trip.status,
      lead: 70 + this.bookings.length * 3,
      hotel: trip.hotel ?? null,
      review: trip.review ?? null,
    });
    if (!added) throw new Error(`No seats for the trip of ${trip.by}: ${trip.offer}, day ${day}`);
  }

  addRandom(random: () => number, departure: Departure): void {
    const { offer, day } = departure;
    const type =
      offer.type === 'private' || (offer.type === 'both' && departure.sold === 0 && random() < 0.15)
        ? 'private'
        : 'shared';
    const by = pick(random, RANDOM_GUESTS);
    const wantsCash = offer.cash && random() < 0.35;
    const method = wantsCash && (day < 0 || (this.#openCash.get(by) ?? 0) < MAX_OPEN_CASH) ? 'cash' : 'card';
    this.add({
      departure,
      by,
      people: randomPeople(random, offer, type, offer.capacity - departure.sold),
      type,
      method,
      status: randomStatus(random, day, method),
      lead: 3 + Math.floor(random() * random() * 480),
      hotel: random() < 0.6 ? pick(random, HOTELS[offer.territory]) : null,
      review: null,
    });
  }

  /** Sells the rest of a departure, by card, to random groups. */
  sellOut(random: () => number, departure: Departure): void {
    const { offer } = departure;
    while (departure.sold < offer.capacity) {
      const left = offer.capacity - departure.sold;
      const wish = Math.max(offer.spots[0], Math.min(left, 1 + Math.floor(random() * 4)));
      const people = left - wish < offer.spots[0] ? left : wish;
      const base = {
        departure,
        by: pick(random, RANDOM_GUESTS),
        people,
        method: 'card' as const,
        hotel: null,
        review: null,
      };
      const status = random() < 0.5 ? 'paid' : 'confirmed';
      if (!this.add({ ...base, type: 'shared', status, lead: 30 + Math.floor(random() * 200) })) return;
    }
  }
}

/** Returns how likely it is that a departure of that day has bookings. */
function demand(offer: Offer, day: number): number {
  const season = day < 0 ? 0.24 : day <= 14 ? 0.36 : 0.14;
  return Math.min(0.9, season * (offer.featured ? 1.7 : 1) * (offer.kind === 'transport' ? 0.8 : 1));
}

/**
 * Returns the bookings of the last 90 and next 30 days with their departures. It is pure, so the same calendar
 * gives the same plan.
 */
export function planBookings(calendar: Calendar): {
  departures: readonly Departure[];
  bookings: readonly PlannedBooking[];
} {
  const planner = new Planner(calendar);
  for (const trip of trips) planner.addTrip(trip);
  for (const [index, offer] of offers.entries()) {
    const random = createRandom(7_919 * (index + 1));
    // Hidden offers are unfinished or closed for the season, so they have no bookings.
    if (offer.hidden) continue;
    for (let day = -DAYS_BACK; day <= DAYS_AHEAD; day += 1) {
      for (const time of offer.times) {
        if (!planner.departures.runs(time, day)) continue;
        if (day >= 1 && day <= offer.soldOutDays) planner.sellOut(random, planner.departures.at(offer, time, day));
        else if (random() < demand(offer, day)) {
          const groups = pick(random, [1, 1, 1, 2, 2, 3]);
          for (let n = 0; n < groups; n += 1) planner.addRandom(random, planner.departures.at(offer, time, day));
        }
      }
    }
  }
  return { departures: planner.departures.all(), bookings: planner.bookings };
}
