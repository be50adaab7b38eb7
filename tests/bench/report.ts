/** One line of the report. `met` is left out where there is no aim. */
export interface Line {
  section: string;
  name: string;
  /** The ratio or size that has the aim. */
  figure: string;
  aim: string;
  met?: boolean;
  /** What the figure was made of. */
  detail: string;
}

const COLUMNS = ['name', 'figure', 'aim', 'mark', 'detail'] as const;

export function printReport(lines: readonly Line[]): void {
  const rows = lines.map((line) => ({ ...line, mark: line.met === undefined ? '' : line.met ? 'ok' : 'MISSED' }));
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

export const ratio = (value: number) => `${value.toFixed(2)} ×`;
export const ms = (value: number) => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`;
export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;
