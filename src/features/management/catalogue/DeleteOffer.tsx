import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { DeleteDialog } from '@/ui/overlay/ConfirmDialog';
import { UpcomingBookings } from '../deletion/UpcomingBookings';
import { type Offer, refreshOffers } from './queries';

interface Props {
  kind: ServiceKind;
  territoryId: string;
  offer: Offer;
  /** The name of the kind of service, such as 'Experience'. */
  type: string;
  remove: (id: string) => Promise<void>;
  /** The key of the public lists, which are refetched. */
  publicKey: QueryKey;
  onCancel: () => void;
  onDeleted: () => void;
}

/** Asks before deleting a service. A service with bookings is archived instead. */
export function DeleteOffer({ kind, territoryId, offer, type, remove, publicKey, onCancel, onDeleted }: Props) {
  const client = useQueryClient();
  return (
    <DeleteDialog
      open
      type={type}
      name={offer.title}
      onCancel={onCancel}
      onConfirm={async () => {
        await remove(offer.id);
        await refreshOffers(client, publicKey);
        onDeleted();
      }}
    >
      <UpcomingBookings territoryId={territoryId} kind={kind} id={offer.id} />
    </DeleteDialog>
  );
}
