/**
 * A mutant of a database rule: in a function (`in`, `change`) or by a statement (`sql`). `suites` must detect it,
 * the likeliest first.
 */
export type Mutant = {
  name: string;
  in?: string;
  /** A text that occurs once in the function, and its replacement. */
  change?: [string, string];
  sql?: string;
  suites: string[];
  /** Runs only these suites' matching tests, because a pinned text detects any change, and proves nothing. */
  tests?: string;
};

const files =
  (folder: string) =>
  (...names: string[]) =>
    names.map((name) => `tests/database/${folder}${name}.test.ts`);

export const database = files('');
export const booking = files('booking/');
export const departures = files('departures/');
export const changes = files('changes/');
