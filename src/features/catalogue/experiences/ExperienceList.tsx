import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readTrip } from '@/features/catalogue/service/trip';
import { formatLongDate } from '@/lib/format/dates';
import { art } from '@/lib/media/art';
import { paths } from '@/lib/routing/paths';
import { useUrlFilters } from '@/lib/routing/use-url-filters';
import { Button, LinkButton } from '@/ui/Button';
import { LoadFailed, QueryFailed } from '@/ui/feedback/LoadFailed';
import { EmptyState } from '@/ui/feedback/states';
import { DayFilter } from './DayFilter.tsx';
import { ExperienceCard } from './ExperienceCard.tsx';
import { ExperienceListSkeleton, GRID } from './ExperienceListSkeleton.tsx';
import { FilterBar } from './FilterBar.tsx';
import { facetsOf, filterCodec, filterExperiences, fitFilters, isFiltered } from './filters.ts';
import { experiencesOnQuery, experiencesQuery } from './queries.ts';

export interface ExperienceListProps {
  territoryId: string;
  currencySymbol: string | undefined;
  referral: string | null;
}

/** Lists a territory's experiences with filters, and the loading, empty and failed states. */
export default function ExperienceList({ territoryId, currencySymbol, referral }: ExperienceListProps) {
  const query = useQuery(experiencesQuery(territoryId));
  const { data, error, isPending } = query;
  const { shown: chosen, change, clear } = useUrlFilters(filterCodec);
  const facets = useMemo(() => facetsOf(data), [data]);
  const filters = data ? fitFilters(chosen, facets) : chosen;
  const day = useDay(territoryId);
  const found = (data ? filterExperiences(data, filters) : []).filter(({ id }) => !day.offers || day.offers.has(id));

  if (error && !data) return <QueryFailed query={query} />;
  if (data?.length === 0) return <NoExperiences />;
  return (
    <>
      {error && <LoadFailed query={query} className="mt-4" />}
      <FilterBar
        filters={filters}
        facets={facets}
        currencySymbol={currencySymbol ?? ''}
        count={found.length}
        onChange={change}
        onClear={clear}
      />
      <DayFilter key={String(day.trip.date)} trip={day.trip} />
      {day.query.error && <LoadFailed query={day.query} className="mt-4" />}
      {isPending || day.query.isLoading ? (
        <ExperienceListSkeleton />
      ) : (
        <>
          <ResultLine count={found.length} filtered={isFiltered(filters)} onClear={clear} />
          {found.length === 0 ? (
            <NothingFound day={isFiltered(filters) ? null : day.trip.date} onClear={clear} />
          ) : (
            <ul className={`mt-4 ${GRID}`}>
              {found.map((experience) => (
                <li key={experience.id}>
                  <ExperienceCard
                    experience={experience}
                    currencySymbol={currencySymbol ?? ''}
                    referral={referral}
                    trip={day.trip}
                    offer={day.offers?.get(experience.id)}
                  />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </>
  );
}

/** Returns the date and people from the URL, and what is available. Without a date, everything is listed. */
function useDay(territoryId: string) {
  const [params] = useSearchParams();
  const trip = useMemo(() => readTrip(params), [params]);
  const { date, people } = trip;
  const query = useQuery({
    ...experiencesOnQuery(territoryId, date ?? '', people ?? 1),
    enabled: date !== null,
  });
  const offers = useMemo(
    () => (date !== null && query.data ? new Map(query.data.map((offer) => [offer.experience_id, offer])) : null),
    [date, query.data],
  );
  return { trip, query, offers };
}

/** Always rendered, so that screen readers announce the number after each change. */
function ResultLine({ count, filtered, onClear }: { count: number; filtered: boolean; onClear: () => void }) {
  return (
    <div className="mt-3 flex min-h-11 flex-wrap items-center justify-between gap-x-4 text-sm text-ink-2">
      <p role="status">
        {filtered ? (
          <span key="first">
            <Plural
              value={count}
              one={
                <span>
                  <strong className="font-semibold text-ink"># experience</strong> matches your filters
                </span>
              }
              other={
                <span>
                  <strong className="font-semibold text-ink"># experiences</strong> match your filters
                </span>
              }
            />
          </span>
        ) : (
          <strong className="font-semibold text-ink">
            <Plural value={count} one="# experience" other="# experiences" />
          </strong>
        )}
      </p>
      {filtered && count > 0 && (
        <Button variant="link" size="sm" onClick={onClear}>
          <Trans>Clear all</Trans>
        </Button>
      )}
    </div>
  );
}

function NothingFound({ day, onClear }: { day: string | null; onClear: () => void }) {
  if (day !== null) {
    const words = formatLongDate(day);
    return (
      <EmptyState
        className="mt-4"
        heading="h2"
        picture={art.mangrove()}
        title={<Trans>Nothing available on that date</Trans>}
      >
        <Trans>No experiences have space for you on {words}. Try another day, or fewer people.</Trans>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      className="mt-4"
      heading="h2"
      picture={art.mangrove()}
      title={<Trans>No experiences match your filters</Trans>}
      actions={
        <Button icon={<RotateCcw aria-hidden="true" />} onClick={onClear}>
          <Trans>Clear all filters</Trans>
        </Button>
      }
    >
      <Trans>Remove a tag, widen the price range or try another word.</Trans>
    </EmptyState>
  );
}

function NoExperiences() {
  return (
    <EmptyState
      picture={art.atitlan()}
      title={<Trans>No experiences here yet</Trans>}
      actions={
        <LinkButton to={paths.regions}>
          <Trans>All regions</Trans>
        </LinkButton>
      }
    >
      <Trans>The local team is preparing them. Other regions have boats leaving tomorrow.</Trans>
    </EmptyState>
  );
}
