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
import { SellForm } from './SellForm';
import { sellOffline } from './sell-offline';
import { type SaleState, seatsGone, useSale } from './use-sale';

interface Props {
  userId: string;
  onSold: (id: string) => void;
  onQueued: (key: string) => void;
}

/**
 * Shows the same form online and offline, so that the input stays when the connection drops or returns during a
 * sale.
 */
export function Selling({ userId, onSold, onQueued }: Props) {
  const { t } = useLingui();
  const online = useOnline();
  const query = useQuery(dockDeparturesQuery(userId));
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
  if (!data && query.error) return <QueryFailed query={query} />;
  if (!data) {
    return (
      <LoadingArea label={t`Loading departures`}>
        <Skeleton className="h-96 rounded-lg!" />
      </LoadingArea>
    );
  }
  if (data.length === 0) {
    return (
      <EmptyState icon={<Ship aria-hidden="true" />} title={<Trans>No more departures today</Trans>}>
        <Trans>Today's departures that you lead, drive or manage appear here until they've left.</Trans>
      </EmptyState>
    );
  }
  return (
    <>
      <SellForm departures={data} sale={sale} />
      <KeptSeats userId={userId} departures={data} />
    </>
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
            No seats are kept on this phone to sell offline. Keep some on this page while you have a signal.
          </Trans>
        ) : form.values.departure !== null && !choice.of ? (
          <Trans>
            No seats of the chosen departure are kept on this phone. Choose one of these, or wait for the signal.
          </Trans>
        ) : (
          <Trans>
            You sell the seats kept on this phone, for cash and at the price when they were kept. Sales are sent when
            you're back online.
          </Trans>
        )}
      </p>
      {form.dirty && !choice.type && (
        <p>
          <Trans>What you entered stays here.</Trans>
        </p>
      )}
    </Alert>
  );
}
