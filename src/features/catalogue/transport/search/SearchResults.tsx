import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { formatDay, formatLongDate } from '@/lib/format/dates';
import { art } from '@/lib/media/art';
import { LoadFailed, QueryFailed } from '@/ui/feedback/LoadFailed';
import { EmptyState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import type { Filters } from '../filters';
import { type Ask, SORTS, type Sort } from './ask';
import { DayStrip, OtherDays } from './Days';
import { JourneyRow } from './JourneyRow';
import { filterJourneys, sortJourneys } from './journeys';
import { searchQuery } from './queries';

interface Props {
  ask: Ask;
  sort: Sort;
  filters: Filters;
  referral: string | null;
  /** Returns the address of the same search on another date. */
  linkTo: (date: string) => string;
  onSort: (sort: Sort) => void;
}

/** Lists the departures between two places on a date, or the dates that have some if there are none. */
export function SearchResults({ ask, sort, filters, referral, linkTo, onSort }: Props) {
  const { t } = useLingui();
  const query = useQuery(searchQuery(ask));
  const { data: found, error, isPlaceholderData } = query;
  if (error && !found) return <QueryFailed query={query} />;
  const fresh = found && !isPlaceholderData ? found : null;
  const date = fresh?.date ?? ask.date;
  const shown = fresh && sortJourneys(filterJourneys(fresh.journeys, filters), sort);
  const day = formatLongDate(date);
  const can = shown?.some(({ offer }) => offer !== null);
  return (
    <>
      {error && <LoadFailed query={query} className="mb-4" />}
      {found && <DayStrip found={found} date={date} linkTo={linkTo} />}
      <div className="my-3.5 flex min-h-11 flex-wrap items-center gap-2">
        <p role="status" className="mr-auto text-[.9375rem]">
          {shown && shown.length > 0 && (
            <span>
              <strong>
                <Plural value={shown.length} one="# departure" other="# departures" />
              </strong>{' '}
              <span className="text-ink-2">{t`on ${day}`}</span>
            </span>
          )}
        </p>
        {shown && shown.length > 1 && <SortChips sort={sort} onSort={onSort} />}
      </div>
      {!shown && <RowsSkeleton />}
      {fresh && shown && !can && (
        <Nothing found={fresh} people={ask.people} empty={shown.length === 0} linkTo={linkTo} />
      )}
      {shown && shown.length > 0 && (
        <ul className="grid gap-2.5">
          {shown.map((journey, index) => (
            <li key={journey.legs.map(({ slot_id }) => slot_id).join()}>
              <JourneyRow
                journey={journey}
                date={date}
                people={ask.people}
                referral={referral}
                first={index === shown.findIndex(({ offer }) => offer !== null)}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function SortChips({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  const { t } = useLingui();
  const names: Record<Sort, string> = { departure: t`Departure`, price: t`Price`, duration: t`Duration` };
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{t`Sort by`}</legend>
      {SORTS.map((one) => (
        <button key={one} type="button" className="chip" aria-pressed={one === sort} onClick={() => onSort(one)}>
          {names[one]}
        </button>
      ))}
    </fieldset>
  );
}

interface NothingProps {
  found: Parameters<typeof DayStrip>[0]['found'];
  people: number;
  /** True if the day has no departures. Otherwise they don't have enough seats for the party. */
  empty: boolean;
  linkTo: (date: string) => string;
}

function Nothing({ found, people, empty, linkTo }: NothingProps) {
  const others = <OtherDays found={found} date={found.date} linkTo={linkTo} />;
  const day = formatDay(found.date);
  if (found.days.every(({ journeys }) => journeys === 0)) {
    if (!empty) return null;
    return (
      <EmptyState picture={art.atitlan()} title={<Trans>No transport services found</Trans>}>
        <Trans>Try adjusting your filters or search criteria</Trans>
      </EmptyState>
    );
  }
  return (
    <section className="card mb-2.5 rounded-xl! p-5 sm:p-6">
      <h2 className="font-title text-2xl">
        {empty ? (
          <span key="empty">
            <Trans>Nothing on {day}</Trans>
          </span>
        ) : (
          <span>
            <Plural value={people} one={`No seat left on ${day}`} other={`No room for # people on ${day}`} />
          </span>
        )}
      </h2>
      <p className="mt-1.5 text-ink-2">
        <Trans>Available on these days:</Trans>
      </p>
      {others}
    </section>
  );
}

function RowsSkeleton() {
  const { t } = useLingui();
  return (
    <LoadingArea label={t`Loading transport`} className="grid gap-2.5">
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="h-40 rounded-lg lg:h-24" />
      ))}
    </LoadingArea>
  );
}
