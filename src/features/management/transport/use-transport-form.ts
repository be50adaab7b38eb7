import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { transportKeys } from '@/features/catalogue/transport/queries';
import { refreshServices } from '../catalogue/queries';
import type { ServiceFormProps } from '../catalogue/ServiceEditor';
import { useServiceForm } from '../catalogue/use-service-form';
import type { PickupName } from './pickup/queries';
import { type EditedTransport, saveTransport, valuesOf } from './queries';
import { transportSchema } from './schema';

export interface TransportFormOptions extends Pick<ServiceFormProps, 'territoryId' | 'currency'> {
  /** Null for a new service. */
  transport: EditedTransport | null;
  pickups: readonly PickupName[];
}

/** Manages the form of a transport service with its pictures. */
export function useTransportForm({ territoryId, currency, transport, pickups }: TransportFormOptions) {
  const client = useQueryClient();
  return useServiceForm({
    kind: 'transport',
    service: transport,
    draft: `transport-${transport?.id ?? `new-${territoryId}`}`,
    schema: useMemo(() => transportSchema(currency.digits), [currency.digits]),
    values: valuesOf(transport, pickups),
    save: (values, record) => saveTransport(territoryId, record, values),
    // The form keeps its values until it closes.
    onSaved: () => refreshServices(client, transportKeys.all, 'none'),
  });
}
