import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Alert } from '@/ui/feedback/Alert';
import { DepartureName, keyOf } from './CancelPreview';
import { outcomeLabel } from './labels';
import type { Cancellation, Preview } from './queries';
import { UndoCancellation } from './UndoCancellation';

interface Props {
  cancellation: Cancellation;
  preview: Preview;
  onChanged: () => Promise<unknown>;
  onUndone: () => void;
}

/** Shows the cancelled departures, the failures with their reasons, and the undo. */
export function CancellationResult({ cancellation, preview, onChanged, onUndone }: Props) {
  const { t } = useLingui();
  const { undone } = cancellation;
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const named = new Map(preview.departures.map((departure) => [keyOf(departure), departure]));
  const done = cancellation.departures.filter(({ outcome }) => outcome === 'cancelled');
  const count = done.length;
  const failed = cancellation.departures.filter(({ outcome }) => outcome !== 'cancelled');
  return (
    <div ref={box} tabIndex={-1} className="grid gap-4 outline-none">
      {undone ? (
        <Alert key="undone" tone="success">
          <span>
            {plural(count, {
              one: 'Undone: it leaves as booked. No one was notified.',
              other: 'Undone: all # leave as booked. No one was notified.',
            })}
          </span>
        </Alert>
      ) : (
        count > 0 && (
          <Alert key="done" tone="success">
            <strong className="block">
              {plural(count, { one: '# departure is cancelled.', other: '# departures are cancelled.' })}
            </strong>
            <span>{plural(count, { one: 'It can no longer be booked.', other: 'They can no longer be booked.' })}</span>
          </Alert>
        )
      )}
      {failed.length > 0 && (
        <section aria-label={t`Not cancelled`}>
          <h3 className="font-bold">
            {plural(failed.length, { one: "# wasn't cancelled", other: "# weren't cancelled" })}
          </h3>
          <ul className="mt-2 grid gap-2 text-sm">
            {failed.map((departure) => (
              <li key={keyOf(departure)} className="wrap-anywhere">
                <DepartureName departure={{ title: '', ...named.get(keyOf(departure)), ...departure }} />
                <span className="block text-danger-text">{outcomeLabel(departure.outcome)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {count > 0 && !undone && (
        <UndoCancellation
          cancellationId={cancellation.cancellation_id}
          undoUntil={cancellation.undo_until}
          together={count}
          onChanged={onChanged}
          onUndone={onUndone}
        />
      )}
    </div>
  );
}
