import { parseArgs } from 'node:util';

/** Ways to do it wrong on purpose: a run that does not find them is worth nothing. `step`: one step is spared. */
export const BREAKS = ['reconciler', 'decrement', 'mail', 'step'] as const;
export type Break = (typeof BREAKS)[number];

export interface ChaosOptions {
  seconds: number;
  tourists: number;
  /** Of every random choice of this run. What the machine's scheduler adds cannot be repeated. */
  seed: number;
  break: Break | null;
}

const USAGE = `npm run bench:chaos -- [--seconds=180] [--tourists=50] [--seed=1] [--break=${BREAKS.join('|')}]`;

/** Throws with the usage for what it does not know. */
export function readChaosOptions(args: string[]): ChaosOptions {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string' },
      tourists: { type: 'string' },
      seed: { type: 'string' },
      break: { type: 'string' },
    },
  });
  const broken = BREAKS.find((one) => one === values.break) ?? null;
  if (values.break !== undefined && !broken) throw new Error(`There is no way to break "${values.break}". ${USAGE}`);
  return {
    seconds: positive('seconds', values.seconds ?? '180'),
    tourists: positive('tourists', values.tourists ?? '50'),
    seed: positive('seed', values.seed ?? String(1 + (Date.now() % 1_000_000))),
    break: broken,
  };
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1)
    throw new Error(`--${name} must be a whole number of at least 1. ${USAGE}`);
  return value;
}
