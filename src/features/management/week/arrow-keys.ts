import type { KeyboardEvent } from 'react';

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
};

const buttonsOf = (cell: Element | undefined) => [...(cell?.querySelectorAll('button') ?? [])];

/** Returns the next button in a direction, in the same cell or in the next one that has a button. */
function nextButton(table: HTMLTableElement, from: HTMLButtonElement, [rows, columns]: readonly [number, number]) {
  const cell = from.closest('td');
  const row = from.closest('tr');
  if (!cell || !row) return undefined;
  const beside = rows !== 0 && buttonsOf(cell)[buttonsOf(cell).indexOf(from) + rows];
  if (beside) return beside;
  const lines = [...table.rows];
  let [y, x] = [lines.indexOf(row) + rows, cell.cellIndex + columns];
  while (lines[y] && x > 0 && x <= 7) {
    const found = buttonsOf(lines[y]?.cells[x]);
    if (found.length > 0) return rows < 0 ? found.at(-1) : found[0];
    y += rows;
    x += columns;
  }
  return undefined;
}

/** Lets arrow keys move between a table's buttons, in addition to Tab and the table commands of screen readers. */
export function onArrowKey(event: KeyboardEvent<HTMLTableElement>): void {
  const step = STEPS[event.key];
  if (!step || !(event.target instanceof HTMLButtonElement)) return;
  const next = nextButton(event.currentTarget, event.target, step);
  if (!next) return;
  event.preventDefault();
  next.focus();
}
