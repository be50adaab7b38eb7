import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { HandCoins, Wallet } from 'lucide-react';
import { useState } from 'react';
import { formatMoney } from '@/lib/format/money';
import { useFailureText } from '@/lib/offline/use-failure-text';
import { useLiveQuery } from '@/lib/realtime/use-live-query';
import { Button } from '@/ui/Button';
import { cx } from '@/ui/cx';
import { Figure } from '@/ui/Figure';
import { Alert } from '@/ui/feedback/Alert';
import { LoadFailed, QueryFailed } from '@/ui/feedback/LoadFailed';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { EmptyState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import { lazyPart } from '@/ui/loading/lazy-part';
import { ExportButton } from '@/ui/table/ExportButton';
import { collectEntries } from './csv';
import { EntryList } from './EntryList';
import { type CashBook, type CashSum, cashKeys, myCashBookQuery, withdrawHandover } from './queries';

const HandOverDialog = lazyPart(() => import('./HandOverDialog'));

/** What a person has in cash, where it came from, and the way to the desk with it. Changes show without a reload. */
export function MyCashBook({ userId }: { userId: string }) {
  const { t } = useLingui();
  useLiveQuery({ [`user:${userId}`]: ['cash'] }, cashKeys.mine(userId));
  const query = useQuery(myCashBookQuery(userId));
  const { data } = query;
  if (!data && query.error) return <QueryFailed query={query} />;
  if (!data) {
    return (
      <LoadingArea label={t`Loading the cash book`}>
        <Skeleton className="h-64 rounded-lg!" />
      </LoadingArea>
    );
  }
  if (data.sums.length === 0) {
    return (
      <EmptyState icon={<Wallet aria-hidden="true" />} title={<Trans>No cash yet</Trans>}>
        <Trans>What you sell at the dock and receive at check-in appears here.</Trans>
      </EmptyState>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {query.error && <LoadFailed query={query} />}
      {data.sums.map((sum) => (
        <Sum key={`${sum.territory_id} ${sum.currency_code}`} userId={userId} sum={sum} />
      ))}
      <Entries book={data} />
    </div>
  );
}

function Entries({ book: { entries } }: { book: CashBook }) {
  const { t } = useLingui();
  const status = useStatus();
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby="cash-entries" className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="cash-entries" className="text-lg font-bold">
          <Trans>The last 31 days</Trans>
        </h2>
        <ExportButton
          fileName="cash-book.csv"
          total={entries.length}
          collect={(signal, onProgress) => collectEntries(entries, signal, onProgress)}
          onFailure={(error) => status.failure(error.message)}
        />
      </div>
      <StatusNotice notice={status.notice} />
      <EntryList entries={entries} label={t`Cash book`} />
    </section>
  );
}

/** What is open in one territory and currency, and the handover that waits. */
function Sum({ userId, sum }: { userId: string; sum: CashSum }) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const money = (amount: number) => formatMoney(amount, sum.currency_symbol);
  const owed = sum.open < 0;
  const amount = money(Math.abs(sum.open));
  return (
    <section aria-label={`${sum.territory_name}, ${sum.currency_code}`} className="card grid gap-4 p-4 sm:p-5">
      <div>
        <h2 className="text-ink-2">
          {owed ? t`The desk owes you, ${sum.territory_name}` : t`In your pocket, ${sum.territory_name}`}
        </h2>
        <p className="nums text-5xl leading-tight font-extrabold tracking-tight wrap-anywhere max-[22rem]:text-4xl">
          {amount}
        </p>
      </div>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(7rem,100%),1fr))] gap-3">
        <Figure label={<Trans>Taken today</Trans>} valueClass="nums text-lg font-bold wrap-anywhere">
          {money(sum.taken_today)}
        </Figure>
        <Figure label={<Trans>Handed over today</Trans>} valueClass="nums text-lg font-bold wrap-anywhere">
          {money(sum.handed_today)}
        </Figure>
        <Figure
          label={<Trans>Not handed over</Trans>}
          valueClass={cx('nums text-lg font-bold wrap-anywhere', sum.open !== 0 && 'text-warn-text')}
        >
          {money(sum.open)}
        </Figure>
      </dl>
      {sum.handover ? (
        <Waiting sum={sum} />
      ) : (
        sum.open !== 0 && (
          <Button
            variant="primary"
            size="lg"
            block
            className="nums"
            icon={<HandCoins aria-hidden="true" />}
            onClick={() => setOpen(true)}
          >
            {owed ? t`Get ${amount} back` : t`Hand over ${amount}`}
          </Button>
        )
      )}
      {open && <HandOverDialog userId={userId} sum={sum} onClose={() => setOpen(false)} />}
    </section>
  );
}

function Waiting({ sum: { handover, currency_symbol: symbol } }: { sum: CashSum }) {
  const client = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () => withdrawHandover(handover?.handover_id ?? ''),
    onSettled: () => client.invalidateQueries({ queryKey: cashKeys.all }),
  });
  const failure = useFailureText(withdraw.error);
  const amount = formatMoney(Math.abs(handover?.declared ?? 0), symbol);
  return (
    <div className="grid gap-3">
      <Alert
        tone="info"
        action={
          <Button size="sm" busy={withdraw.isPending} onClick={() => withdraw.mutate()}>
            <Trans context="handover">Take it back</Trans>
          </Button>
        }
      >
        <Trans>
          <b className="nums">{amount}</b> waits for the desk to count it. Until they confirm, it is still yours.
        </Trans>
      </Alert>
      {failure && <Alert tone="danger">{failure}</Alert>}
    </div>
  );
}
