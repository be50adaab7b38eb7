import { t } from '@lingui/core/macro';
import { formatLongDate, formatTime, wallClock } from '@/lib/format/dates';

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

const cashText = () => t`Cancel free until the start: nothing is paid before the day`;

/** The whole policy in one line; `cash`: of a booking that is paid on the day. */
export function policyText(value: string | null | undefined, cash = false): string {
  if (cash) return cashText();
  switch (policyOf(value)) {
    case 'flexible':
      return t`Free cancellation until 24 hours before the start`;
    case 'moderate':
      return t`Free cancellation until 3 days before the start, half back until 24 hours before`;
    case 'strict':
      return t`Half back until 7 days before the start, nothing after that`;
  }
}

const HOUR = 3_600_000;

/** `cash`: it is paid on the day. */
type Departure = { date: string; startTime: string | null; timeZone: string; cash?: boolean };

/** What holds for one departure from now on: the next step of the policy, with its day and hour in the territory. */
export function nextStep(
  policy: string | null | undefined,
  { date, startTime, timeZone }: Departure,
  now: Date = new Date(),
): { percent: number; date: string; time: string } | null {
  // Without a time it may leave until its day is over.
  const start = Date.parse(`${date}T${startTime ?? '24:00:00'}Z`);
  const today = wallClock(timeZone, now);
  const step = REFUND_STEPS[policyOf(policy)].find(({ hours }) => start - hours * HOUR > today);
  if (!step) return null;
  const [day = '', time = ''] = new Date(start - step.hours * HOUR).toISOString().split('T');
  return { percent: step.percent, date: day, time };
}

/** One line before paying: 'Free cancellation until Monday, November 30, 2026, 7:00 AM'. */
export function deadlineText(policy: string | null | undefined, departure: Departure, now?: Date): string {
  if (departure.cash) return cashText();
  const step = nextStep(policy, departure, now);
  if (!step) return t`No refund if you cancel: it is too close to the start`;
  const until = `${formatLongDate(step.date)}, ${formatTime(step.time)}`;
  const { percent } = step;
  return percent === 100 ? t`Free cancellation until ${until}` : t`${percent}% back if you cancel until ${until}`;
}
