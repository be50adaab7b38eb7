import { parseArgs } from 'node:util';

/** Ways to break a run on purpose, because a run that doesn't detect them is useless. `step`: one step is spared. */
export const BREAKS = ['reconciler', 'decrement', 'mail', 'push', 'step'] as const;
export type Break = (typeof BREAKS)[number];
/**
 * The same for `--release`. `contract`: before the last release has ended. `rename`: in one step, instead of three.
 */
const RELEASE_BREAKS = ['contract', 'rename'] as const;
export type ReleaseBreak = (typeof RELEASE_BREAKS)[number];

export interface ChaosOptions {
  seconds: number;
  tourists: number;
  /** Seeds every random choice of this run. The machine's scheduling can't be repeated. */
  seed: number;
  break: Break | null;
  /** How many times slower the machine is than an idle one. Multiplies times between kills and limits. */
  slow: number;
  /** Runs a release while people book, instead of the run with faults. */
  release: boolean;
  releaseBreak: ReleaseBreak | null;
}

const USAGE = `npm run bench:chaos -- [--seconds=180] [--tourists=50] [--seed=1] [--slow=1] [--break=${BREAKS.join('|')}]\n   or: npm run bench:chaos -- --release [--seconds=60] [--tourists=20] [--break=${RELEASE_BREAKS.join('|')}]`;

/** Returns null if help was requested and shown. Throws with the usage for an unknown option. */
export function readChaosOptions(args: string[]): ChaosOptions | null {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string' },
      tourists: { type: 'string' },
      seed: { type: 'string' },
      break: { type: 'string' },
      slow: { type: 'string' },
      release: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.info(USAGE);
    return null;
  }
  const { release } = values;
  const broken = release ? null : (BREAKS.find((one) => one === values.break) ?? null);
  const releaseBreak = release ? (RELEASE_BREAKS.find((one) => one === values.break) ?? null) : null;
  if (values.break !== undefined && !broken && !releaseBreak)
    throw new Error(`There is no way to break "${values.break}". ${USAGE}`);
  return {
    seconds: positive('seconds', values.seconds ?? (release ? '60' : '180')),
    tourists: positive('tourists', values.tourists ?? (release ? '20' : '50')),
    seed: positive('seed', values.seed ?? String(1 + (Date.now() % 1_000_000))),
    break: broken,
    slow: positive('slow', values.slow ?? '1'),
    release,
    releaseBreak,
  };
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new Error(`--${name} must be a whole number of at least 1. ${USAGE}`);
  return value;
}
