import { Trans } from '@lingui/react/macro';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { PageSpinner } from '@/ui/Spinner';
import { EmptyState, ErrorState } from '@/ui/states';
import type { AdminTerritory } from './queries';
import { TerritoryForm } from './TerritoryForm';

interface Props {
  /** 'new', or the territory that the address names. */
  id: string;
  territories: AdminTerritory[] | undefined;
  error: Error | null;
  onRetry: () => Promise<unknown>;
  /** With what to say about it, after it was saved. */
  onDone: (text: string | null) => void;
}

/** The form in the place of the list. */
export function TerritoryEditor({ id, territories, error, onRetry, onDone }: Props) {
  const [round, setRound] = useState(0);
  const territory = territories?.find((one) => one.id === id && one.archived_at === null);
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="-ml-2 mb-3"
        icon={<ArrowLeft aria-hidden="true" />}
        onClick={() => onDone(null)}
      >
        <Trans>Back to territories</Trans>
      </Button>
      {!territories && error && <ErrorState title={error.message} onRetry={() => void onRetry()} />}
      {!territories && !error && <PageSpinner />}
      {territories && id !== 'new' && !territory && (
        <EmptyState title={<Trans>Territory not found</Trans>}>
          <Trans>It may have been deleted meanwhile.</Trans>
        </EmptyState>
      )}
      {territories && (id === 'new' || territory) && (
        <Card className="max-w-3xl p-5 sm:p-6">
          <TerritoryForm
            // Another version is another form.
            key={`${id} ${territory?.updated_at} ${round}`}
            territory={territory ?? null}
            territories={territories}
            onDone={onDone}
            onReload={() => void onRetry().then(() => setRound(round + 1))}
          />
        </Card>
      )}
    </>
  );
}
