import type { MessageDescriptor } from '@lingui/core';
import { msg, select, t } from '@lingui/core/macro';
import { formatMoment } from '@/lib/format/dates';

export const SUBJECTS = ['road', 'river', 'lake', 'region'] as const;
export const STATES = ['closed', 'delayed', 'open'] as const;
export type ConditionSubject = (typeof SUBJECTS)[number];
export type ConditionState = (typeof STATES)[number];

const TITLES: Record<ConditionSubject, Record<ConditionState, MessageDescriptor>> = {
  road: { closed: msg`Road closed`, delayed: msg`Delays on the road`, open: msg`Road open again` },
  river: { closed: msg`River closed`, delayed: msg`Delays on the river`, open: msg`River open again` },
  lake: { closed: msg`Lake closed`, delayed: msg`Delays on the lake`, open: msg`Lake open again` },
  region: { closed: msg`Region closed`, delayed: msg`Delays in the region`, open: msg`Region open again` },
};

const isSubject = (value: string): value is ConditionSubject => SUBJECTS.some((subject) => subject === value);
const isState = (value: string): value is ConditionState => STATES.some((state) => state === value);

/** Returns for example 'Road closed', with a neutral word for kinds that this version doesn't know. */
export const conditionTitle = (subject: string, state: string): MessageDescriptor =>
  isSubject(subject) && isState(state) ? TITLES[subject][state] : msg`Road and river updates`;

/** Returns the start of an alert that was announced in advance, or null if it applied when it was posted. */
export const announcedFrom = (
  { starts_at, changed_at }: { starts_at: string; changed_at: string },
  timeZone: string,
): string | null => (starts_at > changed_at ? formatMoment(starts_at, timeZone) : null);

const gravityOf = (state: string): number => (isState(state) ? STATES.indexOf(state) : STATES.indexOf('delayed'));

/** Compares alerts by seriousness (closed, delayed, open again), then current before upcoming. */
export const byGravity = <Row extends { state: string; starts_at: string; changed_at: string }>(
  conditions: readonly Row[],
): Row[] => {
  const beginsAt = ({ starts_at, changed_at }: Row) => (starts_at > changed_at ? Date.parse(starts_at) : 0);
  return conditions.toSorted((a, b) => gravityOf(a.state) - gravityOf(b.state) || beginsAt(a) - beginsAt(b));
};

/**
 * Returns for example 'Open again', in the gender of its subject. Spanish has 'abierta' for a road and 'abierto'
 * for a river.
 */
export function stateLabel(subject: ConditionSubject, state: ConditionState): string {
  switch (state) {
    case 'closed':
      return select(subject, { road: 'Closed', region: 'Closed', other: 'Closed' });
    case 'delayed':
      return t`Delays`;
    case 'open':
      return select(subject, { road: 'Open again', region: 'Open again', other: 'Open again' });
  }
}

export const subjectLabels: Record<ConditionSubject, MessageDescriptor> = {
  road: msg`Road`,
  river: msg`River`,
  lake: msg`Lake`,
  region: msg`Region`,
};
