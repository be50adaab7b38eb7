import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MapPin, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { transportKeys } from '@/features/transport/queries';
import { webLink } from '@/lib/web-link';
import { Button, IconButton } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { DeleteDialog } from '@/ui/ConfirmDialog';
import { StatusNotice, useStatus } from '@/ui/StatusNotice';
import { ErrorState, LoadingArea, Skeleton } from '@/ui/states';
import { catalogueKeys } from '../../catalogue/queries';
import { PickupForm } from './PickupForm';
import { deletePickup, type Pickup, pickupsQuery } from './queries';

/** The location whose form is open stands in the address: 'new', an id, or nothing. */
function useEditing() {
  const [params, setParams] = useSearchParams();
  return [
    params.get('pickup'),
    (id: string | null) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          if (id === null) after.delete('pickup');
          else after.set('pickup', id);
          return after;
        },
        { replace: true, preventScrollReset: true },
      ),
  ] as const;
}

/** Where the services of a region leave from. */
export function PickupLocations({ territoryId }: { territoryId: string }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const query = useQuery(pickupsQuery(territoryId));
  const status = useStatus();
  const [editing, setEditing] = useEditing();
  const [deleting, setDeleting] = useState<Pickup | null>(null);
  const [round, setRound] = useState(0);
  const places = query.data ?? [];
  const formOf = (place: Pickup | null) => (
    <PickupForm
      key={`${place?.id ?? 'new'}-${round}`}
      territoryId={territoryId}
      place={place}
      others={places.filter((one) => one.id !== place?.id)}
      onClose={() => setEditing(null)}
      onSaved={() => status.success(t`Location saved successfully`)}
      onReload={() => void query.refetch().then(() => setRound(round + 1))}
    />
  );
  return (
    <section aria-label={t`Pickup Locations`}>
      <StatusNotice notice={status.notice} />
      <Card className="card-clip">
        <div className="flex flex-wrap items-center justify-between gap-3 p-4 pb-3 sm:px-5">
          <h2 className="text-lg font-bold">
            <Trans>Pickup Locations</Trans>
            {query.data && <span className="nums ml-2 text-sm font-medium text-ink-2">{places.length}</span>}
          </h2>
          {editing !== 'new' && (
            <Button size="sm" icon={<Plus aria-hidden="true" />} onClick={() => setEditing('new')}>
              <Trans>Add Location</Trans>
            </Button>
          )}
        </div>
        {query.error && !query.data && (
          <ErrorState
            className="rounded-none! border-0! border-t!"
            title={query.error.message}
            onRetry={() => void query.refetch()}
          />
        )}
        {query.isPending && (
          <LoadingArea label={t`Loading`} className="grid gap-3 border-t border-line p-5">
            <Skeleton className="h-5 w-2/5" />
            <Skeleton className="h-5 w-1/3" />
          </LoadingArea>
        )}
        {query.data && editing === 'new' && formOf(null)}
        {query.data?.length === 0 && editing !== 'new' && (
          <p className="border-t border-line px-5 py-14 text-center text-ink-2">
            <Trans>No pickup locations yet. Add where your services leave from.</Trans>
          </p>
        )}
        <ul aria-label={t`Pickup Locations`} className="empty:hidden">
          {places.map((place) =>
            editing === place.id ? (
              <li key={place.id}>{formOf(place)}</li>
            ) : (
              <PickupRow
                key={place.id}
                place={place}
                onEdit={() => setEditing(place.id)}
                onDelete={() => setDeleting(place)}
              />
            ),
          )}
        </ul>
      </Card>
      {deleting && (
        <DeleteDialog
          open
          type={t`Pickup Location`}
          name={deleting.name}
          onCancel={() => setDeleting(null)}
          onConfirm={async () => {
            await deletePickup(deleting.id);
            await client.invalidateQueries({ queryKey: catalogueKeys.all });
            await client.invalidateQueries({ queryKey: transportKeys.all });
            setDeleting(null);
            status.success(t`Location deleted successfully`);
          }}
        >
          <p className="text-sm text-ink-2">
            <Trans>This may affect existing transport services that leave from here.</Trans>
          </p>
        </DeleteDialog>
      )}
    </section>
  );
}

interface RowProps {
  place: Pickup;
  onEdit: () => void;
  onDelete: () => void;
}

function PickupRow({ place, onEdit, onDelete }: RowProps) {
  const { t } = useLingui();
  const { name, directions } = place;
  const link = webLink(place.map_link);
  return (
    <li className="flex items-start gap-3 border-t border-line px-4 py-3 sm:px-5">
      <MapPin aria-hidden="true" className="mt-1 size-4.5 flex-none text-ink-2" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold wrap-anywhere">{name}</p>
        {directions && <p className="text-sm whitespace-pre-line text-ink-2 wrap-anywhere">{directions}</p>}
        {link && (
          <a className="text-sm font-medium underline" href={link} target="_blank" rel="noreferrer noopener">
            <Trans>Open the map</Trans>
            <span className="sr-only"> {name}</span>
          </a>
        )}
      </div>
      <div className="-mr-2 flex flex-none">
        <IconButton small label={t`Edit ${name}`} onClick={onEdit}>
          <Pencil aria-hidden="true" />
        </IconButton>
        <IconButton small look="danger" label={t`Delete ${name}`} onClick={onDelete}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </div>
    </li>
  );
}
