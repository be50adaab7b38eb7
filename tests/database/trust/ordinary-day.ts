import type { Action, Step } from './actions.ts';

/** Indexes in World.people. */
const [ANA, NEWCOMER, STRANGER] = [9, 12, 13];
/** Indexes in the list of roles. */
const [GUIDE, ADMIN] = [0, 6];

const by = (action: Action, step: Partial<Step> = {}): Step => ({
  action,
  who: 0,
  which: 0,
  other: 0,
  fitting: true,
  ...step,
});

/**
 * The actions of a normal day, each by a person with permission, in a working order, so that every kind of call
 * succeeds once before the random days. Bookings, holds and invitations are numbered by time.
 */
export const ordinaryDay: Step[] = [
  by('payByCard', { who: 0, which: 0, other: 0 }),
  by('bookForCash', { who: 1, which: 0, other: 1 }),
  by('payByCard', { who: 2, which: 2, other: 2 }),
  by('bookForCash', { who: 0, which: 0, other: 3 }),
  by('hold', { who: 2, which: 2, other: 3 }),
  by('release', { which: 4 }),
  by('cancel', { which: 2 }),
  by('cancelByStaff', { which: 1 }),
  by('setStatus', { which: 3, other: 0 }),
  by('refund', { which: 0 }),
  by('write', { which: 0 }),
  by('writeToAll', { which: 0 }),
  by('theDayComes', { which: 0 }),
  by('checkInByCode', { which: 0 }),
  by('checkIn', { which: 3 }),
  by('takeBack', { which: 3 }),
  by('checkIn', { which: 3 }),
  by('takeCash', { which: 3 }),
  by('review', { which: 3 }),
  by('payOut', { which: 0, who: 1 }),
  by('invite', { which: NEWCOMER, other: GUIDE }),
  by('withdraw', { which: 0 }),
  by('invite', { which: STRANGER, other: GUIDE }),
  by('decline', { which: 1 }),
  by('invite', { which: NEWCOMER, other: GUIDE }),
  by('redeem', { which: 2 }),
  by('revoke', { which: GUIDE, other: NEWCOMER }),
  by('askForRole', { who: STRANGER, other: GUIDE }),
  by('decide', { which: 0, who: 1, other: 1 }),
  by('leave', { who: STRANGER, other: GUIDE }),
  by('seize', { which: NEWCOMER, who: 1, other: ADMIN }),
  by('leave', { who: NEWCOMER, other: ADMIN }),
  by('editProfile', { who: ANA, which: ANA, fitting: false }),
  by('editMember', { other: 20 }),
  by('lead', { which: 0 }),
  by('post', { who: ANA }),
  by('report', { who: ANA }),
  by('close', { which: 2, other: 2 }),
];
