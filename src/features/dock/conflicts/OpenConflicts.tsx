import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { departureText } from '@/features/dock/check-in/departure';
import type { Pages } from '@/lib/api/use-pages';
import { useNow } from '@/lib/hooks/use-now';
import { Button } from '@/ui/Button';
import { Fresh } from '@/ui/Fresh';
import { StaleNotice } from '@/ui/feedback/StaleNotice';
import { lazyPart } from '@/ui/loading/lazy-part';
import { ConflictRow } from './ConflictRow';
import { groupConflicts } from './grouping';
import type { Conflict } from './queries';

const ConflictDialog = lazyPart(() => import('./ConflictDialog'));

/** How many are shown above the day's guests. The rest appear with a click. */
const FEW = 3;
const STEP = 20;

interface Props {
  userId: string;
  pages: Pages &
    Pick<UseQueryResult, 'dataUpdatedAt' | 'isError' | 'isFetching' | 'refetch'> & { rows: readonly Conflict[] };
}

/** Lists reports from the dock that need a decision. */
export default function OpenConflicts({ userId, pages }: Props) {
  const { t } = useLingui();
  const id = useId();
  const now = useNow();
  const [limit, setLimit] = useState(FEW);
  const [open, setOpen] = useState<string | null>(null);
  const { rows } = pages;
  const [first] = rows;
  if (!first) return null;
  const opened = rows.find((conflict) => conflict.id === open);
  const hidden = first.total - Math.min(limit, rows.length);
  const showMore = () => {
    setLimit(limit + STEP);
    if (limit + STEP > rows.length && pages.hasNextPage) pages.loadMore();
  };
  return (
    <section aria-labelledby={id} className="mb-5 grid grid-cols-1 gap-3">
      <h2 id={id} className="text-lg font-bold">
        {plural(first.total, {
          one: '# report from the dock needs review',
          other: '# reports from the dock need review',
        })}
      </h2>
      <StaleNotice
        within
        failed={pages.isError}
        updatedAt={pages.dataUpdatedAt}
        busy={pages.isFetching}
        onRetry={() => void pages.refetch()}
      />
      {groupConflicts(rows, limit, now).map(({ key, conflicts }) => (
        <div key={key} className="card overflow-clip">
          <Departure conflict={conflicts[0]} now={now} />
          <ul className="grid grid-cols-1">
            {conflicts.map((conflict) => (
              <ConflictRow key={conflict.id} conflict={conflict} onOpen={() => setOpen(conflict.id)} />
            ))}
          </ul>
        </div>
      ))}
      {hidden > 0 && (
        <Button block busy={pages.loadingMore} onClick={showMore}>
          <Fresh>{t`Show more (${hidden})`}</Fresh>
        </Button>
      )}
      {opened && <ConflictDialog userId={userId} conflict={opened} onClose={() => setOpen(null)} />}
    </section>
  );
}

/** Shows the departure of the rows below. Departures of other people aren't named. */
function Departure({ conflict, now }: { conflict: Conflict; now: Date }) {
  const { service_date: date, title, untranslated } = conflict;
  return (
    <h3 className="border-b border-line bg-surface-2 px-[min(.75rem,3.75vw)] py-2 text-sm text-ink-2 [overflow-wrap:anywhere] sm:px-4">
      {date ? (
        <span key="own" className="flex flex-wrap gap-x-3">
          <strong lang={untranslated?.title} className="font-semibold text-ink">
            {title}
          </strong>
          <span className="nums">{departureText({ ...conflict, service_date: date }, now)}</span>
        </span>
      ) : (
        <span>
          <Trans>Someone else leads this departure</Trans>
        </span>
      )}
    </h3>
  );
}
