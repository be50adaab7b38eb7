import { t } from '@lingui/core/macro';
import { departureInstant, formatLongDate, formatTime, wallClock, wallTime } from '@/lib/format/dates';

/**
 * The refund steps of each policy, for display before booking. `private.refund_steps` has the same table and
 * decides.
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

/** An unknown policy of a newer release counts as the default, as it does in the database. */
export const policyOf = (value: string | null | undefined): CancellationPolicy =>
  value === 'flexible' || value === 'strict' ? value : 'moderate';

const cashText = () => t`Free cancellation until the start: you pay nothing before the day`;

/** Returns the whole policy in one line. `cash` is for a booking paid on the day. */
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

/** `cash` means that the booking is paid on the day. */
type Departure = { date: string; startTime: string | null; timeZone: string; cash?: boolean };

/** Returns the step that applies to a departure now, with its date and time in the territory. */
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
  // We count real hours as the database does, so after a clock change the deadline is at a different time of day.
  const wall = wallTime(wallClock(departure.timeZone, new Date(startOf(departure) - step.hours * HOUR)));
  const [date = '', time = ''] = wall.split('T');
  return { ...step, date, time };
}

/**
 * Returns one line to show before paying, such as 'Free cancellation until Monday, November 30, 2026, 7:00 AM', and
 * what follows.
 */
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

/** Returns the text of a policy step within a sentence, which is 'no refund' for null. */
function stepText(step: { percent: number; hours: number } | null): string {
  if (!step) return t`no refund`;
  const before = span(step.hours);
  return step.percent === 100
    ? t`free cancellation until ${before} before the start`
    : t`50% refund until ${before} before the start`;
}

/**
 * Returns the terms of a day for which no time was chosen. Later departures can be refunded for longer. A day is
 * shorter than the time between two steps, so there are at most two answers.
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
 * Returns the same text while a card waits for the decision (docs/rules/departures.md, Go or no-go). Cancelling is
 * free until then, and the policy applies afterwards.
 */
export const untilDecided = (text: string): string =>
  t`Free cancellation until we confirm that the trip is going ahead. After that: ${text}`;
