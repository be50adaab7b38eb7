/** Something that is not as it should be at the end of a run. */
export interface Finding {
  check: string;
  subject: string;
  expected: string;
  actual: string;
}
