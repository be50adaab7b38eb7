import { plural, t } from '@lingui/core/macro';
import { departureInstant, formatJourney } from '@/lib/format/dates';
import type { Choice, Offer } from './offer';

interface When {
  service_date: string;
  start_time: string | null;
}

const MINUTE = 60_000;
/** A departure that leaves sooner is never preselected, because the guest may be somewhere else. */
const SOON_MINUTES = 120;

const clock = ({ service_date, start_time }: When): number => Date.parse(`${service_date}T${start_time ?? '00:00'}Z`);

/** Returns null if there is no time, or if the departure has left. */
function minutesLeft(when: When, timeZone: string, now: Date): number | null {
  const minutes = Math.ceil((departureInstant(when.service_date, when.start_time, timeZone) - now.getTime()) / MINUTE);
  return when.start_time === null || minutes < 0 ? null : minutes;
}

const isSoon = (when: When, timeZone: string, now: Date): boolean =>
  (minutesLeft(when, timeZone, now) ?? Number.POSITIVE_INFINITY) <= SOON_MINUTES;

/** Returns 'Leaves in 43 minutes' for departures within two hours. */
export function leavesSoon(when: When, timeZone: string, now: Date): string | null {
  const minutes = minutesLeft(when, timeZone, now);
  if (minutes === null || minutes > SOON_MINUTES) return null;
  const time = formatJourney(minutes);
  return minutes < 60
    ? plural(minutes, { one: 'Leaves in # minute', other: 'Leaves in # minutes' })
    : t`Leaves in ${time}`;
}

/** Compares two departures by day and time. */
export const byMoment = (a: When, b: When): number => clock(a) - clock(b);

const days = (a: When, b: When) => Math.abs(Date.parse(a.service_date) - Date.parse(b.service_date));
const hourOf = ({ start_time }: When) => clock({ service_date: '1970-01-01', start_time });

/** Compares departures by their distance from another one, first in days and then in hours. */
export const byNearness =
  (to: When) =>
  (a: When, b: When): number =>
    days(a, to) - days(b, to) || Math.abs(hourOf(a) - hourOf(to)) - Math.abs(hourOf(b) - hourOf(to));

/** Returns the departures nearest to a given one, sorted by day and time. */
export const nearest = <T extends When>(choices: readonly T[], to: When, count: number): T[] =>
  choices.toSorted(byNearness(to)).slice(0, count).sort(byMoment);

/**
 * Returns the preselected departure: of the same service, on the first day from the cancelled one on, at the
 * nearest time. Departures within two hours are excluded.
 */
export function firstChoice(offer: Offer, now: Date): Choice | undefined {
  const possible = offer.choices.filter((choice) => isOwn(offer, choice) && !isSoon(choice, offer.time_zone, now));
  const ordered = possible.toSorted(byMoment);
  const day = (ordered.find(({ service_date }) => service_date >= offer.service_date) ?? ordered.at(-1))?.service_date;
  return possible.filter(({ service_date }) => service_date === day).sort(byNearness(offer))[0];
}

/** Returns whether a choice is of the booked service. */
export const isOwn = (offer: Offer, choice: Choice): boolean => choice.service_id === offer.service_id;
