import { expect } from 'vitest';

/** Checks steps of which each fixes the problem that the previous message reports. */
export function checkSteps<T>(
  start: T,
  steps: [Partial<T>, string | undefined][],
  check: (values: T) => string | undefined,
) {
  let values = start;
  for (const [change, text] of steps) {
    values = { ...values, ...change };
    expect(check(values)).toBe(text);
  }
}
