import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { isTransient } from '@/lib/api/errors';
import { formatMoment } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { RetryAlert } from '@/ui/feedback/RetryAlert';
import { StaleNotice } from '@/ui/feedback/StaleNotice';
import { lazyPart } from '@/ui/loading/lazy-part';
import { REASONS } from './labels';
import { conflictsQuery } from './queries';

const ConflictDialog = lazyPart(() => import('./ConflictDialog'));

interface Props {
  userId: string;
  /** Null: of all that the person sees. */
  territoryId: string | null;
}

/** What was done at a dock without a signal and does not fit: a person decides. Nothing where all is well. */
export function Conflicts({ userId, territoryId }: Props) {
  const { i18n } = useLingui();
  const id = useId();
  const query = useQuery(conflictsQuery(userId, territoryId));
  const [open, setOpen] = useState<string | null>(null);
  if (!query.data) {
    // Without a line the page says so already.
    if (!query.error || isTransient(query.error)) return null;
    return (
      <RetryAlert className="mb-4" onRetry={() => void query.refetch()} retrying={query.isFetching}>
        {query.error.message}
      </RetryAlert>
    );
  }
  const conflicts = query.data;
  const opened = conflicts.find((conflict) => conflict.id === open);
  if (conflicts.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mb-5 grid grid-cols-1 gap-3">
      <h2 id={id} className="text-lg font-bold">
        {plural(conflicts.length, { one: '# check-in does not fit', other: '# check-ins do not fit' })}
      </h2>
      <StaleNotice
        within
        failed={query.isError}
        updatedAt={query.dataUpdatedAt}
        busy={query.isFetching}
        onRetry={() => void query.refetch()}
      />
      <ul className="card grid grid-cols-1 overflow-clip">
        {conflicts.map((conflict) => {
          const words = REASONS[conflict.reason];
          const cash = conflict.amount === null ? null : formatMoney(conflict.amount, conflict.currency_symbol);
          return (
            <li key={conflict.id} className="border-t border-line first:border-t-0">
              <button
                type="button"
                aria-haspopup="dialog"
                className="flex min-h-18 w-full items-center gap-3 px-[min(.75rem,3.75vw)] py-2 text-left hover:bg-surface-2 sm:px-4"
                onClick={() => setOpen(conflict.id)}
              >
                <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
                  <span className="min-w-0 flex-1 basis-[min(11rem,100%)] [overflow-wrap:anywhere]">
                    <span className="block font-bold">{words ? i18n._(words.what) : conflict.reason}</span>
                    <span className="block text-sm text-ink-2">
                      {[
                        conflict.guest,
                        conflict.title,
                        formatMoment(conflict.reported_at, conflict.time_zone),
                        conflict.reported_by,
                      ]
                        .filter(Boolean)
                        .join(', ')}
                    </span>
                  </span>
                  {cash && <strong className="nums flex-none text-warn-text">{cash}</strong>}
                </span>
                <ChevronRight aria-hidden="true" className="size-5 flex-none text-ink-2" />
              </button>
            </li>
          );
        })}
      </ul>
      {opened && <ConflictDialog userId={userId} conflict={opened} onClose={() => setOpen(null)} />}
    </section>
  );
}
