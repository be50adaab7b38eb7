import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { Link, useSearchParams } from 'react-router-dom';
import { InLanguage } from '@/features/catalogue/InLanguage';
import { CardPicture, featuredBadge } from '@/features/catalogue/service/CardPicture';
import { readTrip, withTrip } from '@/features/catalogue/service/trip';
import { art } from '@/lib/media/art';
import { pictureSizes } from '@/lib/media/media';
import { paths } from '@/lib/routing/paths';
import { Button } from '@/ui/Button';
import { LoadFailed } from '@/ui/feedback/LoadFailed';
import { CardsSkeleton, EmptyState } from '@/ui/feedback/states';
import type { TerritoryCardData } from './queries.ts';

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
      <Found all={query.data ?? []} found={found ?? []} text={text} onClear={onClear} referral={referral} />
    </>
  );
}

interface FoundProps extends Pick<Props, 'text' | 'onClear' | 'referral'> {
  all: TerritoryCardData[];
  found: TerritoryCardData[];
}

function Found({ all, found, text, onClear, referral }: FoundProps) {
  const { t } = useLingui();
  if (all.length === 0) return <Sample referral={referral} />;
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
        {t`We couldn't find any region for "${text}".`}
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

/** Returns the first sentence, for a territory without a summary. */
function firstSentence(text: string): string {
  return /^[\s\S]{20,160}?[.!?](?=\s|$)/.exec(text)?.[0] ?? text.slice(0, 160);
}

interface CardProps {
  territory: Pick<
    TerritoryCardData,
    'id' | 'name' | 'summary' | 'description' | 'featured' | 'image_urls' | 'untranslated'
  >;
  /** A partner's code, which the link passes on. */
  referral: string | null;
  priority?: boolean;
}

function TerritoryCard({ territory, referral, priority = false }: CardProps) {
  // The date and number of people from the search, which the link passes to the region's page.
  const trip = readTrip(useSearchParams()[0]);
  const untranslated = territory.untranslated?.[territory.summary ? 'summary' : 'description'];
  return (
    <Link to={withTrip(paths.territory(territory.id), trip, referral)} className="group flex flex-col rounded-xl">
      <CardPicture
        url={territory.image_urls[0]}
        sizes={pictureSizes.card}
        priority={priority}
        className="aspect-[4/3] rounded-xl transition duration-150 group-hover:shadow-md"
        badge={territory.featured && featuredBadge}
      />
      <h2
        lang={territory.untranslated?.name}
        className="font-title mt-4 text-2xl wrap-anywhere group-hover:text-brand-text"
      >
        {territory.name}
      </h2>
      <p lang={untranslated} className="mt-1 text-ink-2 wrap-anywhere">
        {territory.summary || firstSentence(territory.description)}
      </p>
      <div>
        <InLanguage code={untranslated} className="mt-1.5" />
      </div>
    </Link>
  );
}

/** Shows a sample if no territory could be loaded. */
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
    <CardsSkeleton
      label={t`Loading regions`}
      grid={GRID}
      picture="aspect-[4/3] rounded-xl!"
      lines={['mt-4 h-7 w-1/2', 'mt-2.5 h-4 w-4/5']}
    />
  );
}
