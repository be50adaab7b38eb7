import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { clockText, useSecondsLeft } from '@/lib/hooks/use-seconds-left';
import { useFailureText } from '@/lib/offline/use-failure-text';
import { Button } from '@/ui/Button';
import { Fresh } from '@/ui/Fresh';
import { undoCancellation } from './queries';

interface Props {
  cancellationId: string;
  undoUntil: string;
  /** The number of departures that were cancelled together and are restored together. */
  together: number;
  /** Refetches the lists after an undo, and when the undo ends. */
  onChanged: () => Promise<unknown>;
  onUndone?: () => void;
}

/** Offers an undo with a countdown. No one is notified during these two minutes. */
export function UndoCancellation({ cancellationId, undoUntil, together, onChanged, onUndone }: Props) {
  const { t } = useLingui();
  const left = useSecondsLeft(undoUntil, () => void onChanged());
  const undo = useMutation({
    mutationFn: () => undoCancellation(cancellationId),
    onSuccess: async () => {
      onUndone?.();
      await onChanged();
    },
  });
  const failure = useFailureText(undo.error);
  const over = left === 0;
  const clock = clockText(left);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0 flex-1 basis-44 text-sm text-ink-2">
        {over ? (
          <span key="over" role="status">
            <Trans>It can no longer be undone. We're now sending the messages to the guests.</Trans>
          </span>
        ) : (
          <span key="left" role="timer" aria-live="off" aria-atomic="true">
            <Trans>
              No one has been notified yet. The messages go out in <strong className="nums">{clock}</strong>
            </Trans>
          </span>
        )}
      </p>
      {!over && (
        <Button icon={<Undo2 aria-hidden="true" />} busy={undo.isPending} onClick={() => undo.mutate()}>
          <Fresh>
            {together > 1 ? plural(together, { one: 'Undo # departure', other: 'Undo all # departures' }) : t`Undo`}
          </Fresh>
        </Button>
      )}
      {undo.error && (
        <p className="err w-full" role="alert">
          <Fresh>{failure}</Fresh>
        </p>
      )}
    </div>
  );
}
