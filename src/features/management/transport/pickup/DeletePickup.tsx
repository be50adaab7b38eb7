import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { transportKeys } from '@/features/catalogue/transport/queries';
import { localizeInner } from '@/lib/i18n/listing-texts';
import { DeleteDialog } from '@/ui/overlay/ConfirmDialog';
import { refreshOffers } from '../../catalogue/queries';
import { UpcomingBookings } from '../../deletion/UpcomingBookings';
import { deletePickup, type Pickup } from './queries';

interface Props {
  territoryId: string;
  place: Pickup;
  onCancel: () => void;
  onDeleted: () => void;
}

/** Asks before deleting a pickup location. */
export function DeletePickup({ territoryId, place, onCancel, onDeleted }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  return (
    <DeleteDialog
      open
      type={t({ message: 'Pickup Location', context: 'to delete' })}
      name={localizeInner(place, ['name']).name}
      onCancel={onCancel}
      onConfirm={async () => {
        await deletePickup(place.id);
        await refreshOffers(client, transportKeys.all);
        onDeleted();
      }}
    >
      <p className="text-sm text-ink-2">
        <Trans>This may affect transport services that leave from here.</Trans>
      </p>
      <UpcomingBookings territoryId={territoryId} kind="pickup" id={place.id} />
    </DeleteDialog>
  );
}
