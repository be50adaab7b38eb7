import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { HandCoins, Wallet, WifiOff } from 'lucide-react';
import { useState } from 'react';
import { QueuedSales } from '@/features/dock/offline/QueuedSales';
import { useReports, useSales } from '@/features/dock/offline/queue';
import { ticketsQuery } from '@/features/dock/offline/tickets';
import { useSending } from '@/features/dock/offline/use-sending';
import { formatMoney } from '@/lib/format/money';
import { useOnline } from '@/lib/offline/use-online';
import { usePersistedQueries } from '@/lib/offline/use-persisted-queries';
import { useLiveQuery } from '@/lib/realtime/use-live-query';
import { Button } from '@/ui/Button';
import { cx } from '@/ui/cx';
import { Figure } from '@/ui/Figure';
import { Alert } from '@/ui/feedback/Alert';
import { FailureAlert } from '@/ui/feedback/FailureAlert';
import { Pending } from '@/ui/feedback/Pending';
import { StaleNotice } from '@/ui/feedback/StaleNotice';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { EmptyState, Skeleton } from '@/ui/feedback/states';
import { lazyPart } from '@/ui/loading/lazy-part';
import { ExportButton } from '@/ui/table/ExportButton';
import { collectEntries } from './csv';
import { EntryList } from './EntryList';
import { type CashBook, type CashSum, cashKeys, myCashBookQuery, withdrawHandover } from './queries';
import { cashOfReports, cashOfSales, type ShownEntry, type ShownSum, withQueued } from './queued';

const HandOverDialog = lazyPart(() => import('./HandOverDialog'));

export function MyCashBook({ userId }: { userId: string }) {
  const { t } = useLingui();
  useLiveQuery({ [`user:${userId}`]: ['cash'] }, cashKeys.mine(userId));
  usePersistedQueries(userId, null);
  const query = useQuery(myCashBookQuery(userId));
  const online = useOnline();
  const sales = useSales();
  const sending = useSending(userId);
  const { data, dataUpdatedAt } = query;
  // Only data that has loaded is used, because the day's list shows who has paid.
  const { data: tickets = NO_TICKETS } = useQuery({ ...ticketsQuery(userId), enabled: false });
  const received = cashOfReports(useReports(), tickets, dataUpdatedAt);
  const book = withQueued(data ?? NO_BOOK, [...cashOfSales(sales, dataUpdatedAt), ...received.entries]);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <QueuedSales sending={sending} />
      {received.unknown && (
        <Alert tone="info">
          <Trans>Cash you received at check-in while offline appears here once it's sent.</Trans>
        </Alert>
      )}
      {data && (
        <StaleNotice
          failed={query.isError}
          updatedAt={dataUpdatedAt}
          busy={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      )}
      {!data && !online && (
        <EmptyState icon={<WifiOff aria-hidden="true" />} title={<Trans>You're offline</Trans>}>
          <Trans>This phone hasn't loaded your cash book yet. You'll see it when you're back online.</Trans>
        </EmptyState>
      )}
      {!data && online && (
        <Pending query={query} label={t`Loading the cash book`}>
          <Skeleton className="h-64 rounded-lg!" />
        </Pending>
      )}
      {data && book.sums.length === 0 && (
        <EmptyState icon={<Wallet aria-hidden="true" />} title={<Trans>You have no cash yet</Trans>}>
          <Trans>Cash from your dock sales and check-ins appears here.</Trans>
        </EmptyState>
      )}
      {book.sums.map((sum) => (
        <Sum key={`${sum.territory_id} ${sum.currency_code}`} userId={userId} sum={sum} isRead={data !== undefined} />
      ))}
      <Entries entries={book.entries} />
    </div>
  );
}

const NO_BOOK: CashBook = { sums: [], entries: [] };
const NO_TICKETS: [] = [];

function Entries({ entries }: { entries: readonly ShownEntry[] }) {
  const { t } = useLingui();
  const status = useStatus();
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby="cash-entries" className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="cash-entries" className="text-lg font-bold">
          <Trans>Last 31 days</Trans>
        </h2>
        <ExportButton
          fileName="cash-book.csv"
          total={entries.length}
          collect={(signal, onProgress) => collectEntries(entries, signal, onProgress)}
          onFailure={(error) => status.failure(error)}
        />
      </div>
      <StatusNotice notice={status.notice} />
      <EntryList entries={entries} label={t`Cash book`} />
    </section>
  );
}

interface SumProps {
  userId: string;
  sum: ShownSum;
  /** False if the book couldn't be read, so that only the cash taken on this phone is known. */
  isRead: boolean;
}

/** Shows the amount that a person holds in one territory and currency, and the pending handover. */
function Sum({ userId, sum, isRead }: SumProps) {
  const { t } = useLingui();
  const money = (amount: number) => formatMoney(amount, sum.currency_symbol);
  const held = sum.open + sum.queued;
  const place = sum.territory_name;
  const queued = money(sum.queued);
  const queuedToday = money(sum.queuedToday);
  return (
    <section aria-label={[place, sum.currency_code].filter(Boolean).join(', ')} className="card grid gap-4 p-4 sm:p-5">
      <div>
        <h2 className="text-ink-2">
          {!place ? t`Received on this phone` : held < 0 ? t`The desk in ${place} owes you` : t`Your cash in ${place}`}
        </h2>
        <p className="nums text-5xl leading-tight font-extrabold tracking-tight wrap-anywhere max-[22rem]:text-4xl">
          {money(Math.abs(held))}
        </p>
        {place && sum.queued !== 0 && (
          <p className="nums text-ink-2">
            <Trans>{queued} hasn't been sent yet. The desk will count it afterwards.</Trans>
          </p>
        )}
      </div>
      {isRead && (
        <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(7rem,100%),1fr))] gap-3">
          <Figure label={<Trans>Received today</Trans>} valueClass={FIGURE}>
            {money(sum.taken_today)}
            {sum.queuedToday !== 0 && (
              <small className="block text-sm font-normal text-ink-2">
                <Trans>{queuedToday} not sent yet</Trans>
              </small>
            )}
          </Figure>
          <Figure label={<Trans>Handed over today</Trans>} valueClass={FIGURE}>
            {money(sum.handed_today)}
          </Figure>
          <Figure label={<Trans>To hand over</Trans>} valueClass={cx(FIGURE, held !== 0 && 'text-warn-text')}>
            {money(held)}
          </Figure>
        </dl>
      )}
      <ToTheDesk userId={userId} sum={sum} />
    </section>
  );
}

const FIGURE = 'nums text-lg font-bold wrap-anywhere';

/** Declares a handover to the desk. This needs a connection and covers only amounts that the server knows. */
function ToTheDesk({ userId, sum }: Omit<SumProps, 'isRead'>) {
  const { t } = useLingui();
  const online = useOnline();
  const [open, setOpen] = useState(false);
  const amount = formatMoney(Math.abs(sum.open), sum.currency_symbol);
  return (
    <>
      {sum.handover && <Waiting sum={sum} />}
      {!online && (sum.open !== 0 || sum.queued !== 0) && (
        <p className="text-ink-2">
          <Trans>You need a signal to hand over cash, so that we can notify the desk.</Trans>
        </p>
      )}
      {online && !sum.handover && sum.open !== 0 && (
        <Button
          variant="primary"
          size="lg"
          block
          className="nums"
          icon={<HandCoins aria-hidden="true" />}
          onClick={() => setOpen(true)}
        >
          {sum.open < 0 ? t`Receive ${amount}` : t`Hand over ${amount}`}
        </Button>
      )}
      {open && <HandOverDialog userId={userId} sum={sum} onClose={() => setOpen(false)} />}
    </>
  );
}

function Waiting({ sum: { handover, currency_symbol: symbol } }: { sum: CashSum }) {
  const client = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () => withdrawHandover(handover?.handover_id ?? ''),
    onSettled: () => client.invalidateQueries({ queryKey: cashKeys.all }),
  });
  const amount = formatMoney(Math.abs(handover?.declared ?? 0), symbol);
  return (
    <div className="grid gap-3">
      <Alert
        tone="info"
        action={
          <Button size="sm" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
            <Trans>Withdraw handover</Trans>
          </Button>
        }
      >
        <Trans>
          <b className="nums">{amount}</b> is waiting to be counted at the desk. You're responsible for the cash until
          the desk confirms it.
        </Trans>
      </Alert>
      <FailureAlert error={withdraw.error} />
    </div>
  );
}
