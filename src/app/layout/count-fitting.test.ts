// @vitest-environment node
import { expect, it } from 'vitest';
import { countFitting } from './count-fitting.ts';

const LINKS = [80, 90, 100, 120, 160]; // 550, or 566 with gaps of 4

it.each([
  [566, 5], // all links fit without a menu
  [900, 5],
  [565.9, 4],
  [476, 4], // 402, plus a gap and the menu's button
  [475, 3],
  [352, 3],
  [351, 2],
  [10, 0],
])('fits in %s px %s links', (room, count) => {
  expect(countFitting(LINKS, 70, room, 4)).toBe(count);
});

it('needs no menu without links', () => expect(countFitting([], 70, 0, 4)).toBe(0));
