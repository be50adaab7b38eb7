/** One rule of the database, broken: in a function (`in`, `change`) or by a statement (`sql`). `suites` must notice it, the likeliest first. */
export type Mutant = {
  name: string;
  in?: string;
  /** A text that occurs once in the function, and its replacement. */
  change?: [string, string];
  sql?: string;
  suites: string[];
  /** Only the matching tests of these suites: a pinned text notices any change, and shows nothing. */
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
