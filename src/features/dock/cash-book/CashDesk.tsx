import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CheckCheck, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { formatReadAt } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { useLiveQuery } from '@/lib/realtime/use-live-query';
import { Button } from '@/ui/Button';
import { LoadFailed, QueryFailed } from '@/ui/feedback/LoadFailed';
import { EmptyState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import { lazyPart } from '@/ui/loading/lazy-part';
import { cashDeskQuery, cashKeys, type Handover, type HeldCash } from './queries';

const CountDialog = lazyPart(() => import('./CountDialog'));
const PersonDialog = lazyPart(() => import('./PersonDialog'));
const ReverseDialog = lazyPart(() => import('./ReverseDialog'));

/**
 * Shows the desk how much cash each person holds, the handovers to count, and recent confirmations. `reverses` is
 * true if the reader may reverse one.
 */
export function CashDesk({ territoryId, reverses }: { territoryId: string; reverses: boolean }) {
  const { t } = useLingui();
  useLiveQuery({ [`territory:${territoryId}`]: ['cash'] }, cashKeys.desk(territoryId));
  const query = useQuery(cashDeskQuery(territoryId));
  const { data } = query;
  if (!data && query.error) return <QueryFailed query={query} />;
  if (!data) {
    return (
      <LoadingArea label={t`Loading the cash books`}>
        <Skeleton className="h-64 rounded-lg!" />
      </LoadingArea>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      {query.error && <LoadFailed query={query} />}
      {data.books.length === 0 ? (
        <EmptyState icon={<CheckCheck aria-hidden="true" />} title={<Trans>There's no cash to hand over</Trans>}>
          <Trans>People who receive cash at the dock or at check-in appear here until they hand over the cash.</Trans>
        </EmptyState>
      ) : (
        <ul aria-label={t`Cash by person`} className="divide-y divide-line border-y border-line">
          {data.books.map((book) => (
            <Held key={`${book.person_id} ${book.currency_code}`} book={book} />
          ))}
        </ul>
      )}
      {data.counted.length > 0 && (
        <section aria-labelledby="counted" className="grid grid-cols-1 gap-2">
          <h2 id="counted" className="text-lg font-bold">
            <Trans>Counted since yesterday</Trans>
          </h2>
          <ul className="divide-y divide-line border-y border-line">
            {data.counted.map((one) => (
              <Counted key={one.handover_id} handover={one} reverses={reverses} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

function Held({ book }: { book: HeldCash }) {
  const { t } = useLingui();
  const [opened, setOpened] = useState<'count' | 'book' | null>(null);
  const { handover } = book;
  const name = book.person || t`Someone`;
  const money = (amount: number) => formatMoney(amount, book.currency_symbol);
  const declared = handover && money(Math.abs(handover.declared));
  return (
    <li className="relative flex flex-wrap items-center gap-3 py-3.5 hover:bg-surface-2">
      <div className="fit-words">
        {/* The whole line opens the cash book, except for the other buttons on it. */}
        <button
          type="button"
          aria-haspopup="dialog"
          className="max-w-full cursor-pointer text-left font-semibold after:absolute after:inset-0"
          onClick={() => setOpened('book')}
        >
          {name}
        </button>
        <p className="nums text-sm text-ink-2">
          {t`Received ${money(book.taken_today)} today, handed over ${money(book.handed_today)}`}
        </p>
      </div>
      <p className="nums ml-auto flex items-center gap-1 text-xl font-bold">
        {money(book.open)}
        <ChevronRight aria-hidden="true" className="size-5 flex-none text-ink-2" />
      </p>
      {handover && !book.mine && (
        <Button variant="primary" className="nums relative max-sm:w-full" onClick={() => setOpened('count')}>
          {t`Count ${declared}`}
        </Button>
      )}
      {handover && book.mine && (
        <p className="text-sm text-ink-2">
          <Trans>This is your own cash, so someone else has to count it.</Trans>
        </p>
      )}
      {opened === 'count' && handover && <CountDialog handover={handover} onClose={() => setOpened(null)} />}
      {opened === 'book' && <PersonDialog book={book} name={name} onClose={() => setOpened(null)} />}
    </li>
  );
}

function Counted({ handover, reverses }: { handover: Handover; reverses: boolean }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const { currency_symbol: symbol, difference, reason, confirmed_by: by } = handover;
  const at = handover.ended_at ? formatReadAt(Date.parse(handover.ended_at), undefined) : '';
  const off = difference ? t`Difference ${formatMoney(difference, symbol)}: ${reason ?? ''}` : null;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 py-2.5">
      <p className="min-w-0 wrap-anywhere">
        <b className="block font-semibold">{handover.person ?? t`Deleted account`}</b>
        <small className="nums block text-sm text-ink-2">
          {[at, by && t`Counted by ${by}`, off, handover.state === 'reversed' && t`undone`].filter(Boolean).join(', ')}
        </small>
      </p>
      <span className="nums font-bold">{formatMoney(handover.counted ?? 0, symbol)}</span>
      {reverses && handover.state === 'confirmed' && (
        <Button size="sm" className="col-span-2 justify-self-start" onClick={() => setOpen(true)}>
          <Trans>Undo count</Trans>
        </Button>
      )}
      {open && <ReverseDialog handover={handover} onClose={() => setOpen(false)} />}
    </li>
  );
}
