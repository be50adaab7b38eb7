// @vitest-environment node
import { expect, it } from 'vitest';
import { weekdays } from './weekdays';

it('names the days of a week from Monday on', () => {
  expect(weekdays(['friday', 'monday'])).toBe('Mon, Fri');
  expect(weekdays(['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'])).toBe('Every day');
});
