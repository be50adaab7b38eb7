import { Trans } from '@lingui/react/macro';
import { ArrowLeft } from 'lucide-react';
import { useState } from 'react';
import { LinkButton } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { PageSpinner } from '@/ui/feedback/Spinner';
import { EmptyState, ErrorState } from '@/ui/feedback/states';
import type { AdminTerritory } from './queries';
import { TerritoryForm } from './TerritoryForm';
import { TerritoryManagers } from './TerritoryManagers';

interface Props {
  /** 'new', or the territory from the URL. */
  id: string;
  territories: AdminTerritory[] | undefined;
  error: Error | null;
  onRetry: () => Promise<unknown>;
  back: string;
  /** Closes the form with the message after saving. */
  onDone: (text: string) => void;
}

/** Shows the form in place of the list. */
export default function TerritoryEditor({ id, territories, error, onRetry, back, onDone }: Props) {
  const [round, setRound] = useState(0);
  // The list is refetched regularly. A newer version replaces the form only until someone edits it, so that the
  // cursor doesn't jump. Saving detects conflicts.
  const [begun, setBegun] = useState<AdminTerritory>();
  const listed = territories?.find((one) => one.id === id && one.archived_at === null);
  const territory = begun ?? listed;
  const begin = () => setBegun(territory);
  return (
    <>
      <LinkButton variant="ghost" size="sm" className="mb-3 -ml-3" icon={<ArrowLeft aria-hidden="true" />} to={back}>
        <Trans>Back to territories</Trans>
      </LinkButton>
      {!territories && error && <ErrorState title={error.message} onRetry={() => void onRetry()} />}
      {!territories && !error && <PageSpinner />}
      {territories && id !== 'new' && !territory && (
        <EmptyState title={<Trans>Territory not found</Trans>}>
          <Trans>It may have been deleted.</Trans>
        </EmptyState>
      )}
      {territories && (id === 'new' || territory) && (
        <Card className="max-w-3xl p-5 sm:p-6" onChangeCapture={begin} onSubmitCapture={begin}>
          <TerritoryForm
            // A new version remounts the form.
            key={`${id} ${territory?.updated_at} ${round}`}
            territory={territory ?? null}
            territories={territories}
            back={back}
            onDone={onDone}
            onReload={() =>
              void onRetry().then(() => {
                setBegun(undefined);
                setRound(round + 1);
              })
            }
          />
        </Card>
      )}
      {territory && <TerritoryManagers territoryId={territory.id} />}
    </>
  );
}
