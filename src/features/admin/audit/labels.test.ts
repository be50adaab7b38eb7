import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ACTIONS, actionLabel, detailText, SUBJECTS, subjectLabel } from './labels';
import { argsOf } from './queries';

/** The codes in an argument of a call: a text, or the texts of a `case`. */
const codes = (argument = '') => [...argument.matchAll(/'([a-z_]+)'/g)].map(([, code = '']) => code);

it('every action that the database writes has its label, and so has what it is about', () => {
  const folder = `${import.meta.dirname}/../../../../supabase/schemas`;
  const sql = readdirSync(folder)
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'))
    .join('\n');
  const entries = [...sql.matchAll(/perform private\.audit\(([^,]+),\s*[^,]+,\s*([^,]+),/g)];
  const aboutBookings = [...sql.matchAll(/perform private\.audit_booking\(([^,]+),/g)];
  const actions = [...entries, ...aboutBookings].flatMap(([, action]) => codes(action));
  expect(actions).toEqual(expect.arrayContaining(['role_granted', 'review_hidden', 'decline_date', 'cancel_booking']));
  expect(actions.filter((action) => !(action in ACTIONS))).toEqual([]);
  const subjects = entries.flatMap(([, , subject]) => codes(subject)).filter((code) => code !== 'transport');
  expect(subjects).toContain('experience_timeslots');
  expect(subjects.filter((subject) => !(subject in SUBJECTS))).toEqual([]);
});

it('an action that this build does not know is still told', () => {
  expect(actionLabel('role_granted')).toBe('Role granted');
  expect(actionLabel('moon_painted_blue')).toBe('Moon painted blue');
  expect(subjectLabel('transport_bookings')).toBe('Transport booking');
  expect(subjectLabel('moons')).toBe('Moons');
});

it('what is said of it leaves out what is empty', () => {
  expect(detailText({ role: 'tour_guide', place: null, note: '' })).toBe('role: tour guide');
  expect(detailText({ roles: ['tour_guide', 'tourist'], count: 0 })).toBe('roles: tour guide, tourist, count: 0');
  expect(detailText({ date: '2026-11-24', declined: true, leads: 'Marta Choc' })).toBe(
    'date: Nov 24, 2026, declined: true, leads: Marta Choc',
  );
  for (const nothing of [null, [], 'text', 4]) expect(detailText(nothing)).toBe('');
});

it('asks for whole days of the reader’s own clock, and for nothing that is not filtered by', () => {
  const none = { q: ' ', who: '', action: '', region: '', from: '', to: '' };
  expect(argsOf(none)).toEqual({});
  const { p_from, p_to } = argsOf({ ...none, from: '2026-03-29', to: '2026-03-29' });
  expect(p_from).toBe(new Date(2026, 2, 29).toISOString());
  expect(p_to).toBe(new Date(2026, 2, 30).toISOString());
});
