import type { UnpaidChange } from './unpaid-change';
import { unpaidChangeLines } from './unpaid-change-lines';

interface Props {
  change: UnpaidChange;
  before: Parameters<typeof unpaidChangeLines>[1];
}

/** Lists what a change that waits for its payment would change. */
export const UnpaidChangeLines = ({ change, before }: Props) => (
  <ul className="nums font-semibold wrap-anywhere">
    {unpaidChangeLines(change, before).map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
);
