import { expect, it } from 'vitest';
import { actionLabel, detailText, subjectLabel } from './labels';
import { argsOf } from './queries';

it('an action that this build does not know is still told', () => {
  expect(actionLabel('role_granted')).toBe('Role granted');
  expect(actionLabel('moon_painted_blue')).toBe('Moon painted blue');
  expect(subjectLabel('transport_bookings')).toBe('Transport booking');
  expect(subjectLabel('moons')).toBe('Moons');
});

it('what is said of it leaves out what is empty', () => {
  expect(detailText({ role: 'tour_guide', place: null, note: '' })).toBe('role: tour guide');
  expect(detailText({ roles: ['tour_guide', 'tourist'], count: 0 })).toBe('roles: tour guide, tourist, count: 0');
  for (const nothing of [null, [], 'text', 4]) expect(detailText(nothing)).toBe('');
});

it('asks for whole days of the reader’s own clock, and for nothing that is not filtered by', () => {
  const none = { q: ' ', who: '', action: '', region: '', from: '', to: '' };
  expect(argsOf(none)).toEqual({});
  const { p_from, p_to } = argsOf({ ...none, from: '2026-03-29', to: '2026-03-29' });
  expect(p_from).toBe(new Date(2026, 2, 29).toISOString());
  expect(p_to).toBe(new Date(2026, 2, 30).toISOString());
});
