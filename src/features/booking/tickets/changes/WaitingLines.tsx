import { type WaitingChange, waitingLines } from './waiting-change';

interface Props {
  change: WaitingChange;
  before: Parameters<typeof waitingLines>[1];
}

/** What a change that waits for its payment changes, one thing a line. */
export const WaitingLines = ({ change, before }: Props) => (
  <ul className="nums font-semibold wrap-anywhere">
    {waitingLines(change, before).map((line) => (
      <li key={line}>{line}</li>
    ))}
  </ul>
);
