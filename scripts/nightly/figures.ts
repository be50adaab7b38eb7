import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

const figure = z.object({ name: z.string(), value: z.number(), aim: z.number(), better: z.enum(['less', 'more']) });
export type Figure = z.infer<typeof figure>;

const run = z.object({ at: z.string(), commit: z.string(), figures: z.array(figure) });
/** The figures of one run, which is a line of the file. */
export type Run = z.infer<typeof run>;

/** A change greater than this share is reported. */
const TOLERANCE = 0.2;

const linesOf = (file: string): unknown[] =>
  existsSync(file)
    ? readFileSync(file, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as unknown)
    : [];

/** Returns the figures that a command's benchmarks wrote (tests/bench/report.ts), under its name. */
export const readFigures = (file: string, command: string): Figure[] =>
  z
    .array(figure)
    .parse(linesOf(file))
    .map((one) => ({ ...one, name: `${command}: ${one.name}` }));

/** Returns each figure's last value, because a run of some commands leaves the others unchanged. */
export function lastFigures(file: string): Map<string, Figure> {
  const runs = z.array(run).parse(linesOf(file));
  return new Map(runs.flatMap(({ figures }) => figures.map((one) => [one.name, one] as const)));
}

export const isMissed = ({ value, aim, better }: Figure): boolean => (better === 'less' ? value > aim : value < aim);

/** Returns whether a figure got worse by more than a fifth. A value of zero or less is compared with its aim. */
export function isWorse(now: Figure, last: Figure): boolean {
  const worse = now.better === 'less' ? now.value - last.value : last.value - now.value;
  return worse > (last.value > 0 ? last.value * TOLERANCE : Math.abs(now.aim));
}
