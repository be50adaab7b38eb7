import { t } from '@lingui/core/macro';
import { departureInstant, formatLongDate, formatTime, wallClock, wallTime } from '@/lib/format/dates';

/**
 * What a policy gives back, and until how many hours before the start: the table of `private.refund_steps`, which
 * decides. Here it is only said, before anybody has booked.
 */
export const REFUND_STEPS = {
  flexible: [{ percent: 100, hours: 24 }],
  moderate: [
    { percent: 100, hours: 72 },
    { percent: 50, hours: 24 },
  ],
  strict: [{ percent: 50, hours: 168 }],
} as const;
export type CancellationPolicy = keyof typeof REFUND_STEPS;

/** A policy of a newer build than this one counts as the usual one, as in the database. */
export const policyOf = (value: string | null | undefined): CancellationPolicy =>
  value === 'flexible' || value === 'strict' ? value : 'moderate';

const cashText = () => t`Free cancellation until the start: you pay nothing before the day`;

/** The whole policy in one line; `cash`: of a booking that is paid on the day. */
export function policyText(value: string | null | undefined, cash = false): string {
  if (cash) return cashText();
  switch (policyOf(value)) {
    case 'flexible':
      return t`Free cancellation until 24 hours before the start`;
    case 'moderate':
      return t`Free cancellation until 3 days before the start, then a 50% refund until 24 hours before`;
    case 'strict':
      return t`50% refund until 7 days before the start, then no refund`;
  }
}

const HOUR = 3_600_000;

/** `cash`: it is paid on the day. */
type Departure = { date: string; startTime: string | null; timeZone: string; cash?: boolean };

/** What holds for one departure from now on: the next step of the policy, with its day and hour in the territory. */
export function nextStep(
  policy: string | null | undefined,
  departure: Departure,
  now: Date = new Date(),
): { percent: number; hours: number; date: string; time: string } | null {
  const start = startOf(departure);
  const step = REFUND_STEPS[policyOf(policy)].find(({ hours }) => start - hours * HOUR > now.getTime());
  return step ? stepMoment(departure, step) : null;
}

const startOf = ({ date, startTime, timeZone }: Departure) => departureInstant(date, startTime, timeZone);

function stepMoment(departure: Departure, step: { percent: number; hours: number }) {
  // Real hours, as the database counts them: over a clock change the deadline is at another hour of the day.
  const wall = wallTime(wallClock(departure.timeZone, new Date(startOf(departure) - step.hours * HOUR)));
  const [date = '', time = ''] = wall.split('T');
  return { ...step, date, time };
}

/** One line before paying: 'Free cancellation until Monday, November 30, 2026, 7:00 AM', with all that follows. */
export function deadlineText(policy: string | null | undefined, departure: Departure, now?: Date): string {
  if (departure.cash) return cashText();
  const step = nextStep(policy, departure, now);
  if (!step) return t`No refund if you cancel now: the trip starts too soon`;
  const until = momentOf(step);
  const { percent, hours } = step;
  if (percent < 100) return t`${percent}% refund if you cancel by ${until}`;
  const half = REFUND_STEPS[policyOf(policy)].find((other) => other.hours < hours);
  if (!half) return t`Free cancellation until ${until}`;
  const later = momentOf(stepMoment(departure, half));
  return t`Free cancellation until ${until}, then a 50% refund until ${later}`;
}

const momentOf = ({ date, time }: { date: string; time: string }) => `${formatLongDate(date)}, ${formatTime(time)}`;

const span = (hours: number) => (hours === 24 ? t`24 hours` : t`${hours / 24} days`);

/** What a step of a policy gives, for one of several hours; null for none. */
function stepText(step: { percent: number; hours: number } | null): string {
  if (!step) return t`no refund`;
  const before = span(step.hours);
  return step.percent === 100
    ? t`free cancellation until ${before} before the start`
    : t`50% refund until ${before} before the start`;
}

/**
 * What holds for a day of which no time was chosen yet. Its hours may differ: the later one leaves, the longer there is money back; a
 * day is shorter than what lies between two steps, so that there are two answers at most.
 */
export function dayText(policy: string | null | undefined, departures: Departure[], cash: boolean, now?: Date): string {
  const [first, ...others] = departures.toSorted((a, b) => (a.startTime ?? '24').localeCompare(b.startTime ?? '24'));
  if (!first || cash) return policyText(policy, cash);
  if (others.length === 0) return deadlineText(policy, first, now);
  const begin = nextStep(policy, first, now);
  const change = others.find((one) => nextStep(policy, one, now)?.hours !== begin?.hours);
  if (change) {
    const [hour, early, late] = [
      formatTime(change.startTime ?? ''),
      stepText(begin),
      stepText(nextStep(policy, change, now)),
    ];
    return t`Before ${hour}: ${early}. After that: ${late}.`;
  }
  if (!begin) return deadlineText(policy, first, now);
  const before = span(begin.hours);
  return begin.hours === REFUND_STEPS[policyOf(policy)][0].hours
    ? policyText(policy)
    : t`50% refund until ${before} before the start, then no refund`;
}

/** The same while a card waits for the decision (docs/rules/departures.md, Go or no-go): until then cancelling is free, after it the policy counts. */
export const untilDecided = (text: string): string =>
  t`Free cancellation until we confirm that the trip is going ahead. After that: ${text}`;
