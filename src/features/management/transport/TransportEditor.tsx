import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { OfferEditor } from '../catalogue/OfferEditor';
import { pickupNamesQuery } from './pickup/queries';
import { editedTransportQuery } from './queries';
import { TransportForm } from './TransportForm';

/** `id` is 'new', or the service from the URL. */
export function TransportEditor({ id, territoryId }: { id: string; territoryId: string }) {
  const { t } = useLingui();
  const isNew = id === 'new';
  const transport = useQuery({ ...editedTransportQuery(id, territoryId), enabled: !isNew });
  const pickups = useQuery(pickupNamesQuery(territoryId));
  return (
    <OfferEditor
      kind="transport"
      id={id}
      territoryId={territoryId}
      title={isNew ? t`Add Transport Service` : t`Edit Transport Service`}
      offer={transport}
      others={[pickups]}
      missing={t`Transport not found or you do not have permission to edit it`}
      form={(props) => <TransportForm {...props} transport={transport.data ?? null} pickups={pickups.data ?? []} />}
    />
  );
}
