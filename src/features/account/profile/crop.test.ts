// @vitest-environment node
import { expect, it } from 'vitest';
import { clampCrop, moveCrop, START, squareOf } from './crop';

const wide = { width: 400, height: 200 };

it('starts with the largest square, in the middle', () => {
  expect(squareOf(wide, START)).toEqual({ left: 100, top: 0, side: 200 });
});

it('never leaves the picture', () => {
  expect(squareOf(wide, { zoom: 1, x: 0, y: 9 })).toEqual({ left: 0, top: 0, side: 200 });
  expect(squareOf(wide, { zoom: 2, x: 1, y: 1 })).toEqual({ left: 300, top: 100, side: 100 });
  expect(clampCrop(wide, { zoom: 99, x: 0.5, y: 0.5 }).zoom).toBe(4);
  expect(clampCrop(wide, { zoom: 0, x: 0.5, y: 0.5 }).zoom).toBe(1);
});

it('follows the finger: dragging right shows what is on the left', () => {
  const moved = moveCrop(wide, START, 50, 30, 200);
  expect(squareOf(wide, moved)).toEqual({ left: 50, top: 0, side: 200 });
  expect(squareOf(wide, moveCrop(wide, { ...START, zoom: 2 }, 0, -40, 200))).toEqual({ left: 150, top: 70, side: 100 });
});
