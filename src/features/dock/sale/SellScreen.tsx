import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { QueuedSales } from '@/features/dock/offline/QueuedSales';
import { useSales } from '@/features/dock/offline/queue';
import { useSending } from '@/features/dock/offline/use-sending';
import { formatReadAt, isCalendarDate } from '@/lib/format/dates';
import { formatMoney } from '@/lib/format/money';
import { LIVE_WAIT_MS, useLiveQuery } from '@/lib/realtime/use-live-query';
import { Fresh } from '@/ui/Fresh';
import { QueryFailed } from '@/ui/feedback/LoadFailed';
import { LoadingArea, Skeleton } from '@/ui/feedback/states';
import { QueuedTicket } from './QueuedTicket';
import { type RecentSale, recentSalesQuery, saleKeys, saleQuery } from './queries';
import { Selling } from './Selling';
import { SoldTicket } from './SoldTicket';
import { whenOf } from './TicketFacts';
import { WaitingForCard } from './WaitingForCard';

const POLL_MS = 4000;

interface Props {
  userId: string;
  territoryId: string | null;
  /** True if the seller runs the region, and so may find its earlier guests. */
  runsRegion?: boolean;
}

/**
 * Sells seats to walk-ins, and to guests who book from elsewhere for any day. The day and the ticket of a sale are in
 * the URL, so that a reload keeps them.
 */
export function SellScreen({ userId, territoryId, runsRegion = false }: Props) {
  const [params, setParams] = useSearchParams();
  const saleId = params.get('sale');
  const day = params.get('date');
  const date = day && isCalendarDate(day) ? day : null;
  useLiveQuery(
    territoryId ? { [`territory:${territoryId}`]: ['departure', 'booking'] } : {},
    saleKeys.all(userId),
    LIVE_WAIT_MS,
  );
  // The next sale is of the same kind, at the dock or for this day.
  const show = (id: string | null) => setParams({ ...(date && { date }), ...(id && { sale: id }) }, { replace: true });
  // Sending continues while a ticket is shown.
  const sending = useSending(userId);
  const [queuedKey, setQueuedKey] = useState<string | null>(null);
  const queued = useSales().find(({ sale }) => sale.idempotency_key === queuedKey);
  if (queued && !saleId && queued.state === 'waiting')
    return <QueuedTicket queued={queued} onNext={() => setQueuedKey(null)} />;
  // The sale was sent while it was shown, so it has a ticket now.
  const shownId = saleId ?? queued?.saleId ?? null;
  const next = () => {
    setQueuedKey(null);
    show(null);
  };
  return shownId ? (
    <Sold key={shownId} userId={userId} saleId={shownId} onNext={next} />
  ) : (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <QueuedSales sending={sending} />
      <Selling
        userId={userId}
        territoryId={runsRegion ? territoryId : null}
        date={date}
        onDate={(next) => setParams(next ? { date: next } : {}, { replace: true })}
        onSold={show}
        onQueued={setQueuedKey}
      />
      <Recent userId={userId} onShow={show} />
    </div>
  );
}

function Sold({ userId, saleId, onNext }: { userId: string; saleId: string; onNext: () => void }) {
  const { t } = useLingui();
  // A live event reports the card payment. If events fail, the sale is polled.
  const query = useQuery({
    ...saleQuery(userId, saleId),
    refetchInterval: ({ state }) => (state.data?.state === 'waiting' ? POLL_MS : false),
  });
  if (query.data?.state === 'waiting' || query.data?.state === 'expired')
    return <WaitingForCard key={saleId} userId={userId} sale={query.data} onNext={onNext} />;
  if (query.data) return <SoldTicket key={saleId} userId={userId} sale={query.data} onNext={onNext} />;
  if (query.error) return <QueryFailed query={query} />;
  return (
    <LoadingArea label={t`Loading the ticket`}>
      <Skeleton className="h-[32rem] rounded-xl!" />
    </LoadingArea>
  );
}

/** Lists the seller's sales of the last day, to show a ticket again or undo a mistake. */
function Recent({ userId, onShow }: { userId: string; onShow: (id: string) => void }) {
  const { t } = useLingui();
  const { data = [] } = useQuery(recentSalesQuery(userId));
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="recent-sales">
      <h2 id="recent-sales" className="pb-2 font-bold">
        <Trans>Your last sales</Trans>
      </h2>
      <ul className="divide-y divide-line border-y border-line">
        {data.map((sale) => {
          const people = plural(sale.num_people, { one: '# person', other: '# people' });
          const departure = whenOf(sale);
          const soldAt = formatReadAt(Date.parse(sale.sold_at), sale.time_zone);
          return (
            <li key={sale.sale_id}>
              <button
                type="button"
                className="grid min-h-14 w-full cursor-pointer grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-1.5 text-left hover:bg-surface-2"
                onClick={() => onShow(sale.sale_id)}
              >
                <span className="min-w-0 wrap-anywhere">
                  <b className="block font-semibold">{sale.guest_name || t`Walk-in, ${people}`}</b>
                  <small className="nums block text-sm text-ink-2">
                    {[
                      sale.title,
                      departure,
                      t`sold at ${soldAt}`,
                      sale.state === 'waiting' && t`waiting for card payment`,
                      sale.amount_due != null && t`not paid yet`,
                      sale.state === 'expired' && t`not paid`,
                      sale.state === 'undone' && t`voided`,
                      (sale.state === 'cancelled' || sale.stopped) && t`cancelled`,
                    ]
                      .filter(Boolean)
                      .join(', ')}
                  </small>
                  <CashDue sale={sale} />
                </span>
                <span className="nums font-bold">{formatMoney(sale.total_price, sale.currency_symbol)}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** This is the only place where walk-ins learn that their departure was cancelled. */
function CashDue({ sale: { cash_due, currency_symbol } }: { sale: RecentSale }) {
  const { t } = useLingui();
  const cash = formatMoney(cash_due ?? 0, currency_symbol);
  return cash_due ? (
    <Fresh className="nums block text-sm font-semibold text-danger-text">{t`Cancelled: refund ${cash}`}</Fresh>
  ) : null;
}
