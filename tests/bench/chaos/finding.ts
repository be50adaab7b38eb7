/** A violation found at the end of a run. */
export interface Finding {
  check: string;
  subject: string;
  expected: string;
  actual: string;
}
