import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Ship } from 'lucide-react';
import { useSales } from '@/features/dock/offline/queue';
import { isTransient } from '@/lib/api/errors';
import { useNow } from '@/lib/hooks/use-now';
import { useOnline } from '@/lib/offline/use-online';
import { Alert } from '@/ui/feedback/Alert';
import { QueryFailed } from '@/ui/feedback/LoadFailed';
import { EmptyState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import { KeptSeats } from './KeptSeats';
import { dockDeparturesQuery, type SaleRequest } from './queries';
import { type ReservedDeparture, reservesQuery, sellableOf } from './reserves';
import { keyOf } from './rules';
import { SaleDay } from './SaleDay';
import { SellForm } from './SellForm';
import { sellOffline } from './sell-offline';
import { type SaleState, seatsGone, useSale } from './use-sale';

interface Props {
  userId: string;
  /** The region whose earlier guests the seller can find. */
  territoryId: string | null;
  /** The day for which a guest books from elsewhere, or null for one at the dock. */
  date: string | null;
  onDate: (date: string | null) => void;
  onSold: (id: string) => void;
  onQueued: (key: string) => void;
}

/**
 * Shows the same form online and offline, so that the input stays when the connection drops or returns during a
 * sale.
 */
export function Selling({ userId, territoryId, date, onDate, onSold, onQueued }: Props) {
  const { t } = useLingui();
  const online = useOnline();
  const query = useQuery(dockDeparturesQuery(userId, date));
  const kept = useKeptDepartures(userId);
  const { data } = query;
  const offline = !online || (query.error !== null && isTransient(query.error));
  const keep = async (request: SaleRequest) => {
    const of = kept.find((one) => keyOf(one) === keyOf(request.departure));
    if (!of) throw seatsGone();
    return sellOffline(userId, of, request);
  };
  const sale = useSale(userId, offline ? kept : (data ?? []), {
    onSold: (sold) => onSold(sold.sale_id),
    keep: offline ? keep : undefined,
    onKept: onQueued,
  });
  if (offline) {
    return (
      <>
        <WithoutSignal sale={sale} sells={kept.length > 0} />
        {kept.length > 0 && <SellForm departures={kept} sale={sale} />}
      </>
    );
  }
  return (
    <>
      <div>
        <SaleDay
          date={date}
          onChange={(next) => {
            sale.changeDay(next);
            onDate(next);
          }}
        />
        {data?.length ? (
          <SellForm departures={data} sale={sale} away={date !== null} territoryId={territoryId} />
        ) : data ? (
          <NoDepartures today={date === null} />
        ) : query.error ? (
          <QueryFailed query={query} />
        ) : (
          <LoadingArea label={t`Loading departures`}>
            <Skeleton className="h-96 rounded-lg!" />
          </LoadingArea>
        )}
      </div>
      {data?.length && date === null ? <KeptSeats userId={userId} departures={data} /> : null}
    </>
  );
}

function NoDepartures({ today }: { today: boolean }) {
  return today ? (
    <EmptyState icon={<Ship aria-hidden="true" />} title={<Trans>There are no more departures today</Trans>}>
      <Trans>Today's departures that you lead, drive or manage appear here until they leave.</Trans>
    </EmptyState>
  ) : (
    <EmptyState icon={<Ship aria-hidden="true" />} title={<Trans>There are no departures on this day</Trans>}>
      <Trans>Please choose another day. You can sell departures that you lead, drive or manage.</Trans>
    </EmptyState>
  );
}

/** Returns the seats that this phone has reserved, which are sold for cash. */
function useKeptDepartures(userId: string): ReservedDeparture[] {
  const now = useNow();
  const { data: reserves = [], dataUpdatedAt: readAt } = useQuery(reservesQuery(userId));
  return sellableOf(reserves, useSales(), { readAt, now: now.getTime() });
}

/** Explains whether the sale can continue offline, and what happens to one already started. */
function WithoutSignal({ sale: { form, choice }, sells }: { sale: SaleState; sells: boolean }) {
  return (
    <Alert tone="warn">
      <p className="font-semibold">
        <Trans>Without a signal</Trans>
      </p>
      <p>
        {!sells ? (
          <Trans>
            You have no seats on this phone to sell offline. Hold some on this page while you have a signal.
          </Trans>
        ) : form.values.departure !== null && !choice.of ? (
          <Trans>
            You have no seats of this departure on this phone. Choose another departure, or wait for a signal.
          </Trans>
        ) : (
          <Trans>
            You can sell the seats held on this phone, for cash and at the price from when you held them. We'll send the
            sales when you're back online.
          </Trans>
        )}
      </p>
      {form.dirty && !choice.type && (
        <p>
          <Trans>Your details are saved on this page.</Trans>
        </p>
      )}
    </Alert>
  );
}
