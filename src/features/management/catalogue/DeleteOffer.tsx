import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { DeleteDialog } from '@/ui/overlay/ConfirmDialog';
import { UpcomingBookings } from '../deletion/UpcomingBookings';
import { type Offer, refreshOffers } from './queries';

interface Props {
  kind: ServiceKind;
  territoryId: string;
  offer: Offer;
  /** A noun, such as 'Experience'. */
  type: string;
  remove: (id: string) => Promise<void>;
  /** The public lists to refetch. */
  publicKey: QueryKey;
  onCancel: () => void;
  onDeleted: () => void;
}

/** Asks before deleting a service. One with bookings is archived. */
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
