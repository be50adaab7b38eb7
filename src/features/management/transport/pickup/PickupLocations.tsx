import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { MapPin, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { transportKeys } from '@/features/catalogue/transport/queries';
import { usePages } from '@/lib/api/use-pages';
import { webLink } from '@/lib/format/web-link';
import { Button, IconButton } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { MorePages } from '@/ui/feedback/MorePages';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { ErrorState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import { FilterBar, SearchFilter } from '@/ui/filter/filters';
import { urlText, useUrlState } from '@/ui/filter/use-url-state';
import { DeleteDialog } from '@/ui/overlay/ConfirmDialog';
import { catalogueKeys } from '../../catalogue/queries';
import { regionCountsKey, regionCountsQuery } from '../../queries';
import { PickupForm } from './PickupForm';
import { deletePickup, type Pickup, pickupKeys, pickupQuery, pickupsQuery } from './queries';

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

const fields = { place: urlText() };
/** From so many on one searches. */
const MANY = 8;

/** Where the services of a region leave from. */
export function PickupLocations({ territoryId }: { territoryId: string }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const state = useUrlState(fields);
  const q = state.settled.place.trim();
  const list = usePages({ ...pickupsQuery(territoryId, q), placeholderData: keepPreviousData });
  const all = useQuery(regionCountsQuery(territoryId)).data?.pickups;
  const status = useStatus();
  const [editing, setEditing] = useEditing();
  const [deleting, setDeleting] = useState<Pickup | null>(null);
  const [round, setRound] = useState(0);
  const places = list.rows;
  const listed = places?.some((place) => place.id === editing) ?? false;
  // The address names one that is further down, or that the search does not find.
  const apart = editing !== null && editing !== 'new' && places !== undefined && !listed ? editing : null;
  const { data: alone } = useQuery({ ...pickupQuery(territoryId, apart ?? ''), enabled: apart !== null });
  const formOf = (place: Pickup | null) => (
    <PickupForm
      key={`${place?.id ?? 'new'}-${round}`}
      territoryId={territoryId}
      place={place}
      onClose={() => setEditing(null)}
      onSaved={() => status.success(t`Location saved successfully`)}
      onReload={() => void client.invalidateQueries({ queryKey: pickupKeys.all }).then(() => setRound(round + 1))}
    />
  );
  return (
    <section aria-label={t`Pickup Locations`}>
      <StatusNotice notice={status.notice} />
      <Card className="card-clip">
        <div className="flex flex-wrap items-center justify-between gap-3 p-4 pb-3 sm:px-5">
          <h2 className="text-lg font-bold">
            <Trans>Pickup Locations</Trans>
            {all !== undefined && <span className="nums ml-2 text-sm font-medium text-ink-2">{all}</span>}
          </h2>
          {editing !== 'new' && (
            <Button size="sm" icon={<Plus aria-hidden="true" />} onClick={() => setEditing('new')}>
              <Trans>Add Location</Trans>
            </Button>
          )}
        </div>
        {(state.isSet || (places?.length ?? 0) > MANY) && (
          <FilterBar label={t`Filter pickup locations`} isSet={state.isSet} onClear={state.clear}>
            <SearchFilter
              label={t`Search`}
              placeholder={t`Name or directions`}
              className="lg:max-w-96"
              value={state.shown.place}
              onChange={(place) => state.change({ place })}
            />
          </FilterBar>
        )}
        {list.error && !places && (
          <ErrorState
            className="rounded-none! border-0! border-t!"
            title={list.error.message}
            onRetry={() => void list.refetch()}
          />
        )}
        {list.isPending && (
          <LoadingArea label={t`Loading`} className="grid gap-3 border-t border-line p-5">
            <Skeleton className="h-5 w-2/5" />
            <Skeleton className="h-5 w-1/3" />
          </LoadingArea>
        )}
        {places && editing === 'new' && formOf(null)}
        {apart !== null && alone && formOf(alone)}
        {places?.length === 0 && editing !== 'new' && (
          <p className="border-t border-line px-5 py-14 text-center text-ink-2">
            {q === '' ? (
              <Trans>No pickup locations yet. Add where your services leave from.</Trans>
            ) : (
              <Trans>No pickup locations match your search.</Trans>
            )}
          </p>
        )}
        <ul aria-label={t`Pickup Locations`} aria-busy={list.isPlaceholderData} className="empty:hidden">
          {places?.map((place) =>
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
        {list.hasNextPage && (
          <div className="grid gap-2 border-t border-line p-3">
            <MorePages pages={list} />
          </div>
        )}
      </Card>
      {deleting && (
        <DeletePickup
          place={deleting}
          onCancel={() => setDeleting(null)}
          onDeleted={() => {
            setDeleting(null);
            status.success(t`Location deleted successfully`);
          }}
        />
      )}
    </section>
  );
}

interface DeleteProps {
  place: Pickup;
  onCancel: () => void;
  onDeleted: () => void;
}

function DeletePickup({ place, onCancel, onDeleted }: DeleteProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  return (
    <DeleteDialog
      open
      type={t`Pickup Location`}
      name={place.name}
      onCancel={onCancel}
      onConfirm={async () => {
        await deletePickup(place.id);
        await client.invalidateQueries({ queryKey: catalogueKeys.all });
        await client.invalidateQueries({ queryKey: transportKeys.all });
        await client.invalidateQueries({ queryKey: regionCountsKey });
        onDeleted();
      }}
    >
      <p className="text-sm text-ink-2">
        <Trans>This may affect existing transport services that leave from here.</Trans>
      </p>
    </DeleteDialog>
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
