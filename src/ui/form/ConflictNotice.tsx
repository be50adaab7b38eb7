import { Trans } from '@lingui/react/macro';
import { useEffect, useRef } from 'react';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';

interface Props {
  onReload: () => void;
  onKeep: () => void;
  busy?: boolean;
}

/** Says that the record has a newer version, and asks the person which to keep. */
export function ConflictNotice({ onReload, onKeep, busy = false }: Props) {
  const box = useRef<HTMLDivElement>(null);
  // The notice is scrolled into view, because the form is long and its button is at the bottom.
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className="scroll-mt-24 rounded-md">
      <Alert tone="warn">
        <p className="font-semibold">
          <Trans>Someone else changed this while you were working on it</Trans>
        </p>
        <p className="mt-0.5">
          <Trans>Load the current version and lose your changes, or save yours over it.</Trans>
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="sm" onClick={onReload}>
            <Trans>Reload</Trans>
          </Button>
          <Button size="sm" busy={busy} onClick={onKeep}>
            <Trans>Keep mine</Trans>
          </Button>
        </div>
      </Alert>
    </div>
  );
}
