import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { art } from '@/lib/media/art';
import { Button } from '@/ui/Button';
import { LoadFailed } from '@/ui/feedback/LoadFailed';
import { EmptyState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import type { TerritoryCardData } from './queries.ts';
import { TerritoryCard } from './TerritoryCard.tsx';

const GRID = 'grid gap-x-6 gap-y-10 sm:grid-cols-2 lg:grid-cols-3';

interface Props {
  query: UseQueryResult<TerritoryCardData[]>;
  found: TerritoryCardData[] | undefined;
  text: string;
  onClear: () => void;
  referral: string | null;
}

export function TerritoryGrid({ query, found, text, onClear, referral }: Props) {
  if (query.isPending) return <GridSkeleton />;
  return (
    <>
      {query.error && <LoadFailed query={query} className="mb-8" />}
      <Found regions={query.data ?? []} found={found ?? []} text={text} onClear={onClear} referral={referral} />
    </>
  );
}

interface FoundProps extends Pick<Props, 'text' | 'onClear' | 'referral'> {
  regions: TerritoryCardData[];
  found: TerritoryCardData[];
}

function Found({ regions, found, text, onClear, referral }: FoundProps) {
  const { t } = useLingui();
  if (regions.length === 0) return <Sample referral={referral} />;
  if (found.length === 0) {
    return (
      <EmptyState
        picture={art.mangrove()}
        title={<Trans>No territories match your search criteria.</Trans>}
        actions={
          <Button icon={<RotateCcw aria-hidden="true" />} onClick={onClear}>
            <Trans>Clear the search</Trans>
          </Button>
        }
      >
        {t`Nothing is called "${text}", and no description mentions it.`}
      </EmptyState>
    );
  }
  return (
    <ul className={GRID}>
      {found.map((territory, index) => (
        <li key={territory.id}>
          <TerritoryCard territory={territory} referral={referral} priority={index === 0} />
        </li>
      ))}
    </ul>
  );
}

/** What is shown where no region could be loaded: the one that is always there. */
function Sample({ referral }: { referral: string | null }) {
  const { t } = useLingui();
  const sample = {
    id: 'rio-dulce',
    name: t`Rio Dulce`,
    summary: t`Jungle river, hot waterfall, mangroves and the road-less town of Lívingston.`,
    description: '',
    featured: true,
    image_urls: [art.rioDulce().src],
  };
  return (
    <ul className={GRID}>
      <li>
        <TerritoryCard territory={sample} referral={referral} />
      </li>
    </ul>
  );
}

function GridSkeleton() {
  const { t } = useLingui();
  return (
    <LoadingArea label={t`Loading regions`} className={GRID}>
      {[1, 2, 3, 4, 5, 6].map((n) => (
        <div key={n}>
          <Skeleton className="aspect-[4/3] rounded-xl!" />
          <Skeleton className="mt-4 h-7 w-1/2" />
          <Skeleton className="mt-2.5 h-4 w-4/5" />
        </div>
      ))}
    </LoadingArea>
  );
}
