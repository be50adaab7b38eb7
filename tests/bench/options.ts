import { parseArgs } from 'node:util';
import { DEFAULT_SIZES, type LargeSizes } from '../../supabase/seed/large.ts';

/** The measurements in the order in which they run, smaller databases first. */
export const PARTS = ['holds', 'queries', 'tables', 'smooth', 'weight'] as const;
export type Part = (typeof PARTS)[number];

export interface Options {
  parts: readonly Part[];
  /** The number of bookings in the large database. Its catalogue and people grow with it. */
  scale: number;
  /** How often each screen is scrolled and filtered. */
  rounds: number;
}

const MIN_SCALE = 10_000;

const USAGE = `npm run bench -- [part …] [--scale=1000000] [--rounds=5]

  holds    holds a second against a bare update of one row
  queries  lists and details: row level security against service role, a million bookings against ten thousand
  tables   first page of every table of the work screens, through the API as its role: with the large load against a thousand
           rows; the most rows that an answer brings to a screen; text search by its plans
  smooth   frames dropped on a phone of Lighthouse's speed while the work screens are scrolled and filtered, and on a day of
           40 departures and 400 passengers, beside a blank page
  weight   what a guest's phone fetches for a page

Without a part: all of them. An aim that is missed is told and fails nothing. The smallest size, a few minutes a part, is --scale=${MIN_SCALE}
(bookings of the large database; what it shows is that all of it runs) and --rounds=1 (of smooth). BENCH_FIGURES names a file to which each
figure that has an aim is appended, as a line of JSON.`;

/** Returns null if help was requested and shown. Throws with the usage for an unknown option. */
export function readOptions(args: string[]): Options | null {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      only: { type: 'string' },
      scale: { type: 'string' },
      rounds: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(USAGE);
    return null;
  }
  const asked = values.only === undefined ? positionals : [...positionals, values.only];
  const unknown = asked.find((name) => !PARTS.some((part) => part === name));
  if (unknown !== undefined) throw new Error(`There is no benchmark "${unknown}".\n${USAGE}`);
  const scale = Number(values.scale ?? DEFAULT_SIZES.bookings);
  if (!Number.isInteger(scale) || scale < MIN_SCALE)
    throw new Error(`--scale must be at least ${MIN_SCALE}.\n${USAGE}`);
  const rounds = Number(values.rounds ?? 5);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`--rounds must be at least 1.\n${USAGE}`);
  return { parts: asked.length === 0 ? PARTS : PARTS.filter((part) => asked.includes(part)), scale, rounds };
}

/** Returns the proportions of the full load. A small database has enough guests and experiences to fill a page. */
export function sizesFor(bookings: number): LargeSizes {
  const share = bookings / DEFAULT_SIZES.bookings;
  return {
    bookings,
    experiences: Math.max(1000, Math.round(DEFAULT_SIZES.experiences * share)),
    users: Math.max(2000, Math.round(DEFAULT_SIZES.users * share)),
  };
}
