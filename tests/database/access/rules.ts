import { EVERYONE, type Who } from './identities.ts';

/** Names of identities separated by spaces, or one of the words. */
export type By = string;

export const ALL: By = 'all';
export const SIGNED_IN: By = 'signed-in';
export const NOBODY = 'nobody';

export function allowed(by: By): ReadonlySet<Who> {
  if (by === ALL) return new Set(EVERYONE);
  if (by === SIGNED_IN) return new Set(EVERYONE.filter((who) => who !== 'anon'));
  if (by === NOBODY) return new Set();
  return new Set(
    by.split(' ').map((name) => {
      const who = EVERYONE.find((known) => known === name);
      if (!who) throw new Error(`Unknown identity ${name}`);
      return who;
    }),
  );
}

/** What each identity may do with one table. A row is identified by the condition that finds it. */
export type TableRule = {
  rows: Record<string, string>;
  /** The selected columns, if not every column may be read. */
  columns?: string;
  select: Record<string, By>;
  /** `(columns) values (…)` of a row that only permissions can refuse. 'nobody' tries an empty row. */
  insert: Record<string, [row: string, by: By]> | typeof NOBODY;
  update: { set: string; rows: Record<string, By> } | typeof NOBODY;
  delete: Record<string, By> | typeof NOBODY;
};

export type TableRules = Record<string, TableRule>;

/** A call, and who may make it. */
type Call = [sql: string, by: By];
export type FunctionRules = Record<string, { execute: string; calls: Record<string, Call> }>;
