import { afterEach, expect, it, vi } from 'vitest';
import { setMuted, signal } from './signal';

afterEach(() => {
  setMuted(false);
  vi.unstubAllGlobals();
});

it('vibrates once for a valid ticket and twice for one that needs review, even without sound', () => {
  const vibrate = vi.fn();
  vi.stubGlobal('navigator', { vibrate });
  signal(true);
  setMuted(true);
  signal(false);
  expect(vibrate.mock.calls).toEqual([[80], [[120, 80, 120]]]);
});

it("works on a phone that can't vibrate", () => {
  vi.stubGlobal('navigator', {});
  expect(() => signal(true)).not.toThrow();
});
