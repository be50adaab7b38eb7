import { appendFileSync } from 'node:fs';

/** A measurement and its target, in the same unit. */
export interface Measured {
  value: number;
  aim: number;
  better: 'less' | 'more';
}

/** One line of the report. `measured` is left out if there is no target. */
export interface Line {
  section: string;
  name: string;
  /** The ratio or size with the target. */
  figure: string;
  aim: string;
  measured?: Measured;
  /** The measurements behind the figure. */
  detail: string;
}

export const isMet = ({ value, aim, better }: Measured): boolean => (better === 'less' ? value <= aim : value >= aim);

/** Writes one line of JSON for each figure with a target, for the nightly run, which sets BENCH_FIGURES to a file. */
export function keepFigures(lines: readonly Pick<Line, 'section' | 'name' | 'measured'>[]): void {
  const file = process.env.BENCH_FIGURES;
  if (!file) return;
  for (const { section, name, measured } of lines)
    if (measured) appendFileSync(file, `${JSON.stringify({ name: `${section}: ${name}`, ...measured })}\n`);
}

const COLUMNS = ['name', 'figure', 'aim', 'mark', 'detail'] as const;

export function printReport(lines: readonly Line[]): void {
  const rows = lines.map((line) => ({ ...line, mark: markOf(line.measured) }));
  const widths = COLUMNS.map((column) => Math.max(...rows.map((row) => row[column].length)));
  const render = (cells: readonly string[]) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd();
  let section = '';
  for (const row of rows) {
    if (row.section !== section) {
      section = row.section;
      console.log(`\n${section}`);
    }
    console.log(`  ${render(COLUMNS.map((column) => row[column]))}`);
  }
  const missed = rows.filter((row) => row.mark === 'MISSED').length;
  console.log(
    `\n${missed === 0 ? 'Every aim is met.' : `${missed} of ${rows.filter((row) => row.mark).length} aims are missed.`}`,
  );
}

const markOf = (measured?: Measured): string => (measured ? (isMet(measured) ? 'ok' : 'MISSED') : '');

export const ratio = (value: number) => `${value.toFixed(2)} ×`;
export const ms = (value: number) => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`;
export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;
