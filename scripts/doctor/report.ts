import type { BrokenRow, CheckUp } from './check-up.ts';

/** Returns the table of checks, followed by the rows that break them. */
export function reportOf({ rules, rows, broken }: CheckUp): string {
  const width = Math.max(...rules.map(({ rule }) => rule.length));
  const lines = rules.map(
    ({ rule, broken: count }) => `${count > 0 ? '✗' : '✓'} ${rule.padEnd(width)}  ${count || ''}`,
  );
  const violated = rules.filter((one) => one.broken > 0);
  const details = violated.flatMap((one) => detailsOf(one, rows));
  const verdict =
    broken === 0
      ? `All ${rules.length} checks hold.`
      : `${broken} ${broken === 1 ? 'row breaks' : 'rows break'} ${violated.length} of ${rules.length} checks.`;
  return [...lines.map((line) => line.trimEnd()), ...details, '', verdict].join('\n');
}

function detailsOf({ rule, meaning, todo, broken }: CheckUp['rules'][number], rows: readonly BrokenRow[]): string[] {
  const shown = rows.filter((row) => row.rule === rule);
  const title = `\n${rule}: ${meaning || 'no explanation'}.${todo && ` To do: ${todo}.`}`;
  const list = shown.map(({ subject, expected, actual }) => `  ${subject}  expected ${expected}, is ${actual}`);
  return broken > shown.length ? [title, ...list, `  … and ${broken - shown.length} more`] : [title, ...list];
}
