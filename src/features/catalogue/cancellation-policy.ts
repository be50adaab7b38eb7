import { t } from '@lingui/core/macro';
import { departureInstant, formatLongDate, formatTime, wallClock, wallTime } from '@/lib/format/dates';

/**
 * The refund steps of each policy, for display before booking. `private.refund_steps` has the same table and decides.
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

/** An unknown policy of a newer release counts as the default, as in the database. */
export const policyOf = (value: string | null | undefined): CancellationPolicy =>
  value === 'flexible' || value === 'strict' ? value : 'moderate';

const cashText = () => t`Free cancellation until the start. You pay nothing before the day.`;

/** The whole policy in one line; `cash`: for a booking paid on the day. */
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

/** `cash`: paid on the day. */
type Departure = { date: string; startTime: string | null; timeZone: string; cash?: boolean };

/** The step that applies to a departure now, with date and time in the territory. */
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
  // Real hours, as in the database: after a clock change the deadline is at another hour of the day.
  const wall = wallTime(wallClock(departure.timeZone, new Date(startOf(departure) - step.hours * HOUR)));
  const [date = '', time = ''] = wall.split('T');
  return { ...step, date, time };
}

/** One line before paying: 'Free cancellation until Monday, November 30, 2026, 7:00 AM', and what follows. */
export function deadlineText(policy: string | null | undefined, departure: Departure, now?: Date): string {
  if (departure.cash) return cashText();
  const step = nextStep(policy, departure, now);
  if (!step) return t`No refund if you cancel now, because the trip starts too soon`;
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

/** The text of a policy step, for one of several times; null if there is none. */
function stepText(step: { percent: number; hours: number } | null): string {
  if (!step) return t`no refund`;
  const before = span(step.hours);
  return step.percent === 100
    ? t`free cancellation until ${before} before the start`
    : t`50% refund until ${before} before the start`;
}

/**
 * The terms of a day without a chosen time. Later departures are refundable longer; a day is shorter than the distance
 * of two steps, so there are at most two answers.
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

/**
 * The same while a card waits for the decision (docs/rules/departures.md, Go or no-go): until then cancelling is free,
 * afterwards the policy applies.
 */
export const untilDecided = (text: string): string =>
  t`Free cancellation until we confirm that the trip is going ahead. After that: ${text}`;
