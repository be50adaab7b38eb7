import { expect, it } from 'vitest';
import { isStoredMedia } from './media';

it('reads back only what it kept', () => {
  const kept = { path: 'user-submissions/u/1.jpg', type: 'image', name: '1.jpg', size: 3 };
  expect(isStoredMedia([kept])).toBe(true);
  expect(isStoredMedia([{ ...kept, type: 'script' }])).toBe(false);
  expect(isStoredMedia({ 0: kept })).toBe(false);
  expect(isStoredMedia([null])).toBe(false);
});
