import type { Calendar } from './calendar.ts';
import { experienceId, slotId, transportId } from './catalogue.ts';
import { territories } from './content/territories.ts';
import type { Day, Price, TerritoryId } from './content/types.ts';
import { required, uuidOf } from './ids.ts';
import { userId } from './people.ts';

/** A departure time of an offer, which is its slot. */
export interface Timetable {
  id: string;
  start: string | null;
  days: readonly Day[] | null;
}

/** An experience or transport service, as bookings use it. */
export interface Offer extends Price {
  kind: 'experience' | 'transport';
  /** `<territory>/<key>` for experiences, `<territory>/transport/<key>` for transport. */
  path: string;
  id: string;
  territory: TerritoryId;
  title: string;
  spots: readonly [min: number, max: number];
  capacity: number;
  guideId: string | null;
  passport: boolean;
  cash: boolean;
  policy: string;
  hidden: boolean;
  featured: boolean;
  soldOutDays: number;
  times: readonly Timetable[];
}

export const offers: readonly Offer[] = territories.flatMap((territory): Offer[] => [
  ...territory.experiences.map((e): Offer => {
    const id = experienceId(territory.id, e.key);
    return {
      ...e,
      kind: 'experience',
      path: `${territory.id}/${e.key}`,
      id,
      territory: territory.id,
      capacity: e.available ?? e.spots[1],
      guideId: e.guide === undefined ? null : userId(e.guide),
      passport: e.passport ?? false,
      cash: e.cash ?? false,
      policy: e.policy ?? 'moderate',
      hidden: e.hidden ?? false,
      featured: e.featured !== undefined,
      soldOutDays: e.soldOutDays ?? 0,
      times: e.slots.map(({ start, days }) => ({ id: slotId(id, start), start, days: days ?? null })),
    };
  }),
  ...territory.transports.map(
    (t): Offer => ({
      ...t,
      kind: 'transport',
      path: `${territory.id}/transport/${t.key}`,
      id: transportId(territory.id, t.key),
      territory: territory.id,
      group: t.group ?? [1, t.spots[1]],
      capacity: t.available ?? t.spots[1],
      guideId: null,
      passport: t.passport ?? false,
      cash: false,
      policy: t.policy ?? 'moderate',
      hidden: t.hidden ?? false,
      featured: false,
      soldOutDays: 0,
      times: [
        { id: slotId(transportId(territory.id, t.key), t.departs ?? null), start: t.departs ?? null, days: null },
      ],
    }),
  ),
]);

export const offerAt = (path: string): Offer =>
  required(
    offers.find((offer) => offer.path === path),
    `the offer ${path}`,
  );

/** A departure's seats. The seed's bookings update `sold`. */
export interface Departure {
  id: string;
  offer: Offer;
  time: Timetable;
  /** Days from today. */
  day: number;
  sold: number;
  exclusive: boolean;
}

/** All departures used so far, by offer, time and day. */
export class Departures {
  readonly #byKey = new Map<string, Departure>();
  readonly #calendar: Calendar;

  constructor(calendar: Calendar) {
    this.#calendar = calendar;
  }

  runs = (time: Timetable, day: number) => time.days === null || time.days.includes(this.#calendar.weekday(day));

  at(offer: Offer, time: Timetable, day: number): Departure {
    const key = `${offer.id}/${time.start ?? ''}/${day}`;
    const found = this.#byKey.get(key);
    if (found) return found;
    const id = uuidOf(`departure/${offer.id}/${time.start ?? ''}/${this.#calendar.date(day)}`);
    const departure: Departure = { id, offer, time, day, sold: 0, exclusive: false };
    this.#byKey.set(key, departure);
    return departure;
  }

  all = () => [...this.#byKey.values()];
}

/**
 * Returns the seats of a booking: its people, or the whole departure if it is private. Null if they aren't
 * available.
 */
export function takeSeats(departure: Departure, type: 'shared' | 'private', people: number): number | null {
  const { capacity } = departure.offer;
  const seats = type === 'private' ? capacity : people;
  if (departure.exclusive || departure.sold + seats > capacity || (type === 'private' && departure.sold > 0))
    return null;
  departure.sold += seats;
  departure.exclusive = type === 'private';
  return seats;
}
