import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { territoryKeys } from '@/features/catalogue/territories/queries';
import { UpcomingBookings } from '@/features/management/deletion/UpcomingBookings';
import { Alert } from '@/ui/feedback/Alert';
import { Skeleton } from '@/ui/feedback/states';
import { DeleteDialog } from '@/ui/overlay/ConfirmDialog';
import { type AdminTerritory, deleteTerritory, type TerritoryContents, territoryContentsQuery } from './queries';

interface Props {
  territory: AdminTerritory;
  onCancel: () => void;
  onDeleted: () => void;
}

/** Shows what is deleted with the territory, and what stays because of money. */
export function DeleteTerritory({ territory, onCancel, onDeleted }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const contents = useQuery(territoryContentsQuery(territory.id));
  return (
    <DeleteDialog
      open
      type={t({ message: 'Territory', context: 'to delete' })}
      name={territory.shown.name}
      onCancel={onCancel}
      onConfirm={async () => {
        await deleteTerritory(territory.id);
        await client.invalidateQueries({ queryKey: territoryKeys.all });
        onDeleted();
      }}
    >
      <p className="text-sm text-ink-2">
        <Trans>This deletes all experiences, bookings and transport services in the region.</Trans>
      </p>
      {contents.data ? (
        <Contents contents={contents.data} />
      ) : contents.error ? (
        <Alert tone="warn" className="mt-3">
          {contents.error.message}
        </Alert>
      ) : (
        <Skeleton className="mt-3 h-16" />
      )}
      <UpcomingBookings territoryId={territory.id} kind="territory" id={territory.id} />
    </DeleteDialog>
  );
}

function Contents({ contents }: { contents: TerritoryContents }) {
  const { t } = useLingui();
  const { experiences, transports, bookings, people, archived } = contents;
  const lines = [
    [experiences, t`Experiences`],
    [transports, t`Transport services`],
    [bookings, t`Bookings`],
    [people, t`People who will lose their roles here`],
  ] as const;
  return (
    <>
      <dl className="mt-3 grid gap-1 text-sm">
        {lines
          .filter(([count]) => count > 0)
          .map(([count, label]) => (
            <div key={label} className="flex flex-wrap justify-between gap-x-4">
              <dt>{label}</dt>
              <dd className="nums font-semibold">{count}</dd>
            </div>
          ))}
      </dl>
      {archived && (
        <Alert tone="info" className="mt-4">
          <Trans>
            This region has had bookings, so we'll archive its records instead of deleting them. The region is no longer
            listed, but guests keep their tickets and payments stay in the records.
          </Trans>
        </Alert>
      )}
    </>
  );
}
