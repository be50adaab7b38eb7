import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';

/** What someone changed in a record. `name` is null if they no longer have an account. `fields` are labels. */
export interface OthersChange {
  name: string | null;
  fields: readonly string[];
}

interface Props {
  changes: () => Promise<readonly OthersChange[]>;
  onReload: () => void;
  onKeep: () => void;
  busy?: boolean;
}

/** Says that someone else saved the record, and asks which version to keep. */
export function ConflictNotice({ changes, onReload, onKeep, busy = false }: Props) {
  const { t } = useLingui();
  // Until this is answered, the notice names no one.
  const { data: others = [] } = useQuery({
    queryKey: ['conflict', useId()],
    queryFn: changes,
    retry: false,
    gcTime: 0,
  });
  const box = useRef<HTMLDivElement>(null);
  // Brings the notice into view, because the save button is at the bottom of a long form.
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className="scroll-mt-24 rounded-md">
      <Alert tone="warn">
        <p className="font-semibold">
          <Trans>Someone else changed this while you were working on it</Trans>
        </p>
        {others.length > 0 && (
          <ul className="mt-0.5" aria-live="polite">
            {others.map(({ name, fields }) => (
              <li key={name} className="wrap-anywhere">
                {name ?? t`A former colleague`}: {fields.join(', ')}
              </li>
            ))}
          </ul>
        )}
        <p className="mt-0.5">
          <Trans>Load the current version and lose your changes, or replace it with your changes.</Trans>
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="sm" onClick={onReload}>
            <Trans>Load current version</Trans>
          </Button>
          <Button size="sm" busy={busy} onClick={onKeep}>
            <Trans>Keep my changes</Trans>
          </Button>
        </div>
      </Alert>
    </div>
  );
}
