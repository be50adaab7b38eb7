import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { workKeys } from '@/features/departures/day/queries';
import type { TerritoryCurrency } from '@/features/management/bookings/money';
import type { ServiceRecord } from '@/features/management/catalogue/queries';
import { useServiceForm } from '@/features/management/catalogue/use-service-form';
import { currencyExponent } from '@/lib/format/money';
import { FieldError } from '@/ui/form/form-problems';
import { addService, type Service, type ShuttleInput, updateService } from './queries';
import { fieldOf, inputOf, shuttleSchema, valuesOf } from './schema';

export interface ShuttleFormOptions {
  userId: string;
  territoryId: string;
  /** Null for a new service. */
  service: Service | null;
  places: readonly { id: string; name: string }[];
  currency: TerritoryCurrency;
  onDone: (text: string | null) => void;
}

/** Manages the form of a shuttle service with its pictures. */
export function useShuttleForm({ userId, territoryId, service, places, currency, onDone }: ShuttleFormOptions) {
  const { t } = useLingui();
  const client = useQueryClient();
  const save = (record: ServiceRecord, input: ShuttleInput) =>
    record.expectedVersion === null
      ? addService(territoryId, record, input)
      : updateService(territoryId, record, input);
  return useServiceForm({
    kind: 'transport',
    service,
    draft: `shuttle-${service?.id ?? `new-${userId}`}`,
    schema: useMemo(() => shuttleSchema(currencyExponent(currency.code)), [currency.code]),
    values: valuesOf(service),
    save: async (values, record) => {
      if (service && (values.spots ?? 0) < service.min_spots)
        throw new FieldError('spots', t`Minimum spots cannot be greater than maximum spots`);
      await save(record, inputOf(values, service, places));
    },
    fieldOf,
    onSaved: async () => {
      await client.invalidateQueries({ queryKey: workKeys.all(userId) });
      onDone(service ? t`Transport service saved successfully` : t`Service added successfully`);
    },
  });
}
