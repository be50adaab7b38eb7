import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTitle } from '@/lib/routing/use-title';
import { EditScreen } from '../catalogue/EditScreen';
import { currencyOf, territoryCurrencyQuery } from '../catalogue/queries';
import { DeparturesCalendar } from '../departures/DeparturesCalendar';
import { pickupNamesQuery } from './pickup/queries';
import { editedTransportQuery } from './queries';
import { TransportForm } from './TransportForm';

/** `id`: 'new', or the service that the address names. */
export function TransportEditor({ id, territoryId }: { id: string; territoryId: string }) {
  const { t } = useLingui();
  const [round, setRound] = useState(0);
  const isNew = id === 'new';
  const region = useQuery(territoryCurrencyQuery(territoryId));
  const pickups = useQuery(pickupNamesQuery(territoryId));
  const transport = useQuery({ ...editedTransportQuery(id, territoryId), enabled: !isNew });
  const needed = [region, pickups, ...(isNew ? [] : [transport])];
  const title = isNew ? t`Add Transport Service` : t`Edit Transport Service`;
  useTitle(title);
  const missing =
    region.data === null || (!isNew && transport.data === null)
      ? t`Transport not found or you do not have permission to edit it`
      : null;
  return (
    <EditScreen
      title={title}
      subject={isNew ? undefined : transport.data?.title}
      from="transport"
      pending={needed.some((query) => query.isPending)}
      error={needed.find((query) => query.data === undefined && query.error)?.error ?? null}
      onRetry={() => {
        for (const query of needed) void query.refetch();
      }}
      missing={missing}
      form={(back, shown) => (
        <TransportForm
          key={`${id}-${round}`}
          territoryId={territoryId}
          currency={currencyOf(region.data)}
          transport={isNew ? null : (transport.data ?? null)}
          pickups={pickups.data ?? []}
          back={back}
          shown={shown}
          onReload={() => void transport.refetch().then(() => setRound(round + 1))}
        />
      )}
      calendar={
        isNew
          ? null
          : () => (
              <DeparturesCalendar
                kind="transport"
                serviceId={id}
                timeZone={region.data?.time_zone ?? 'America/Guatemala'}
              />
            )
      }
    />
  );
}
