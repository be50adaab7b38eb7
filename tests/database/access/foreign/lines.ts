import type { Kind } from './targets.ts';

/**
 * Callers separated by spaces, or 'all' or 'signed-in'. If it depends on the target, keys are `target | value`,
 * `target`, the last of several targets, or `*`.
 */
export type May = string | Record<string, string>;

/**
 * A function with arguments that belong to other people. Everyone not named gets a refusal or an empty answer, and
 * nothing changes. No one, named or not, reads another person's planted secret.
 */
export type Line = {
  /**
   * For each argument, the kind of target or values (SQL) that belong to nobody. Known names (targets.ts) and
   * defaults are left out.
   */
  args?: Record<string, Kind | readonly string[]>;
  /** Who may call it successfully, which means an answer or a change. */
  may?: May;
  /** Callers with permission that get a conflict (409) now. */
  conflict?: May;
  /** Secrets (by the beginning of their name) that the target's own code reveals to its holder. */
  reads?: readonly string[];
};
/** A function has several lines if it takes foreign targets in more than one way. */
export type Lines = Record<string, Line | readonly Line[]>;

export const linesOf = (lines: Lines, name: string): readonly Line[] => [lines[name] ?? []].flat();

/** A table that the API may write. Rows are identified by the condition that finds them. */
export type TableLine = {
  rows: Record<string, string>;
  /** `(columns) values (…)` for rows in a foreign place. */
  insert?: Record<string, string>;
  /** `set …` and a condition, for an own row that is moved to a foreign place. */
  move?: Record<string, string>;
  may?: { insert?: May; update?: May; delete?: May; move?: May };
};
export type TableLines = Record<string, TableLine>;
