import { parseArgs } from 'node:util';
import { DEFAULT_SIZES, type LargeSizes } from '../../supabase/seed/large.ts';

export const PARTS = ['holds', 'queries', 'weight'] as const;
export type Part = (typeof PARTS)[number];

export interface Options {
  parts: readonly Part[];
  /** Bookings of the large database; its catalogue and its people grow with them. */
  scale: number;
}

const USAGE = 'npm run bench -- [--only=holds|queries|weight] [--scale=1000000]';

/** Throws with the usage for what it does not know. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({ args, options: { only: { type: 'string' }, scale: { type: 'string' } } });
  const scale = Number(values.scale ?? DEFAULT_SIZES.bookings);
  const parts = values.only === undefined ? PARTS : PARTS.filter((part) => part === values.only);
  if (parts.length === 0) throw new Error(`There is no benchmark "${values.only}". ${USAGE}`);
  if (!Number.isInteger(scale) || scale < 10_000) throw new Error(`--scale must be at least 10000. ${USAGE}`);
  return { parts, scale };
}

/** The proportions of the full load; a small database keeps enough guests and experiences to fill a page. */
export function sizesFor(bookings: number): LargeSizes {
  const share = bookings / DEFAULT_SIZES.bookings;
  return {
    bookings,
    experiences: Math.max(1000, Math.round(DEFAULT_SIZES.experiences * share)),
    users: Math.max(2000, Math.round(DEFAULT_SIZES.users * share)),
  };
}
