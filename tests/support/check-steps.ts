import { expect } from 'vitest';

/** Each step fixes the problem of the sentence before. */
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
