import { plural } from '@lingui/core/macro';
import { useState } from 'react';
import { Fresh } from '@/ui/Fresh';
import { Alert } from '@/ui/feedback/Alert';
import { type Cancellation, cancelledCount } from './queries';
import { UndoCancellation } from './UndoCancellation';

/**
 * Keeps the undo for several cancelled departures above the list after the dialog has closed, until the two minutes
 * have passed. Call `keep` with the dialog's remaining undo.
 */
export function useUndoLeft(onChanged: () => Promise<unknown>) {
  const [left, setLeft] = useState<readonly Cancellation[]>([]);
  const undone = (id: string) =>
    setLeft((all) => all.map((one) => (one.cancellation_id === id ? { ...one, undone: true } : one)));
  const notice = left.map((one) => (
    <UndoLeft
      key={one.cancellation_id}
      cancellation={one}
      onChanged={onChanged}
      onUndone={() => undone(one.cancellation_id)}
    />
  ));
  const keep = (cancellation: Cancellation | null) => cancellation && setLeft((all) => [...all, cancellation]);
  return { keep, notice };
}

interface Props {
  cancellation: Cancellation;
  onChanged: () => Promise<unknown>;
  onUndone: () => void;
}

function UndoLeft({ cancellation, onChanged, onUndone }: Props) {
  const { cancellation_id: id, undo_until: until, undone } = cancellation;
  const count = cancelledCount(cancellation);
  if (undone)
    return (
      <Alert key="undone" tone="success" className="mb-4">
        <Fresh>
          {plural(count, {
            one: 'Undone: it leaves as booked. No one was notified.',
            other: 'Undone: all # leave as booked. No one was notified.',
          })}
        </Fresh>
      </Alert>
    );
  return (
    <Alert key="cancelled" tone="info" className="mb-4">
      <strong className="block">
        {plural(count, { one: '# departure is cancelled.', other: '# departures are cancelled.' })}
      </strong>
      <UndoCancellation
        cancellationId={id}
        undoUntil={until}
        together={count}
        onChanged={onChanged}
        onUndone={onUndone}
      />
    </Alert>
  );
}
