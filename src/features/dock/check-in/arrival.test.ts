// @vitest-environment node
import { expect, it } from 'vitest';
import { arrivalNote, arrivalPhase } from './arrival';

const eightInTheMorning = {
  check_in_from: '2026-11-23T11:00:00Z',
  no_show_from: '2026-11-23T14:00:00Z',
  arrival_until: '2026-11-24T18:00:00Z',
  time_zone: 'America/Guatemala',
};

it.each([
  ['2026-11-23T10:59:59Z', 'early', 'Check-in opens on Mon, Nov 23, 2026, 5:00 AM'],
  ['2026-11-23T11:00:00Z', 'boarding', 'No-shows can be marked from Mon, Nov 23, 2026, 8:00 AM'],
  ['2026-11-23T13:59:59Z', 'boarding', 'No-shows can be marked from Mon, Nov 23, 2026, 8:00 AM'],
  ['2026-11-23T14:00:00Z', 'left', null],
  ['2026-11-24T17:59:59Z', 'left', null],
  ['2026-11-24T18:00:00Z', 'over', 'Check-in closed on Tue, Nov 24, 2026, 12:00 PM'],
])('a ticket at %s is %s', (now, phase, note) => {
  expect(arrivalPhase(eightInTheMorning, new Date(now))).toBe(phase);
  expect(arrivalNote(eightInTheMorning, phase as 'left')).toBe(note);
});
