import { type WaitingChange, waitingLines } from './waiting-change';

interface Props {
  change: WaitingChange;
  before: Parameters<typeof waitingLines>[1];
}

/** Lists what a change that waits for its payment would change. */
export const WaitingLines = ({ change, before }: Props) => (
  <ul className="nums font-semibold wrap-anywhere">
    {waitingLines(change, before).map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
);
