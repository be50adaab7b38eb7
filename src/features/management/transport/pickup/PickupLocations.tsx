import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { usePages } from '@/lib/api/use-pages';
import { Button } from '@/ui/Button';
import { Card, CardHeader } from '@/ui/Card';
import { MorePages } from '@/ui/feedback/MorePages';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { ErrorState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import { FilterBar, SearchFilter } from '@/ui/filter/filters';
import { type UrlState, urlText, useUrlState } from '@/ui/filter/use-url-state';
import { territoryCountsQuery } from '../../queries';
import { DeletePickup } from './DeletePickup';
import { PickupForm } from './PickupForm';
import { PickupRow } from './PickupRow';
import { type Pickup, pickupKeys, pickupQuery, pickupsQuery } from './queries';

/** Keeps the location of the open form in the URL, as 'new', an id, or nothing. */
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

/** Returns the matching locations, and the edited one if it isn't among them. */
function usePickups(territoryId: string, q: string, editing: string | null) {
  const list = usePages({ ...pickupsQuery(territoryId, q), placeholderData: keepPreviousData });
  // The URL may name a location further down the list, or one that doesn't match the search.
  const isUnlisted =
    editing !== null && editing !== 'new' && list.rows !== undefined && !list.rows.some(({ id }) => id === editing);
  const { data } = useQuery({ ...pickupQuery(territoryId, editing ?? ''), enabled: isUnlisted });
  return { list, unlisted: isUnlisted ? data : undefined };
}

const fields = { place: urlText() };
const MAX_UNSEARCHED = 8;

export function PickupLocations({ territoryId }: { territoryId: string }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const state = useUrlState(fields);
  const q = state.settled.place.trim();
  const [editing, setEditing] = useEditing();
  const pickups = usePickups(territoryId, q, editing);
  const total = useQuery(territoryCountsQuery(territoryId)).data?.pickups;
  const status = useStatus();
  const [deleting, setDeleting] = useState<Pickup | null>(null);
  const [round, setRound] = useState(0);
  const drawForm = (place: Pickup | null) => (
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
        <CardHeader title={t`Pickup Locations`} count={total}>
          {editing !== 'new' && (
            <Button size="sm" icon={<Plus aria-hidden="true" />} onClick={() => setEditing('new')}>
              <Trans>Add Location</Trans>
            </Button>
          )}
        </CardHeader>
        {(state.isSet || (pickups.list.rows?.length ?? 0) > MAX_UNSEARCHED) && <Search state={state} />}
        <List
          pickups={pickups}
          isSearch={q !== ''}
          editing={editing}
          form={drawForm}
          onEdit={setEditing}
          onDelete={setDeleting}
        />
      </Card>
      {deleting && (
        <DeletePickup
          territoryId={territoryId}
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

function Search({ state }: { state: UrlState<{ place: string }> }) {
  const { t } = useLingui();
  return (
    <FilterBar label={t`Filter pickup locations`} isSet={state.isSet} onClear={state.clear}>
      <SearchFilter
        label={t`Search`}
        placeholder={t`Name or directions`}
        className="lg:max-w-96"
        value={state.shown.place}
        onChange={(place) => state.change({ place })}
      />
    </FilterBar>
  );
}

interface ListProps {
  pickups: ReturnType<typeof usePickups>;
  isSearch: boolean;
  editing: string | null;
  /** Renders the form. `place` is null for a new location. */
  form: (place: Pickup | null) => ReactNode;
  onEdit: (id: string) => void;
  onDelete: (place: Pickup) => void;
}

/** Shows each location, or its form if it is being edited. */
function List({ pickups: { list, unlisted }, isSearch, editing, form, onEdit, onDelete }: ListProps) {
  const { t } = useLingui();
  const { rows, error } = list;
  if (!rows && error) {
    const look = 'rounded-none! border-0! border-t!';
    return <ErrorState className={look} title={error.message} onRetry={() => void list.refetch()} />;
  }
  if (!rows) {
    return (
      <LoadingArea label={t`Loading`} className="grid gap-3 border-t border-line p-5">
        <Skeleton className="h-5 w-2/5" />
        <Skeleton className="h-5 w-1/3" />
      </LoadingArea>
    );
  }
  return (
    <>
      {editing === 'new' && form(null)}
      {unlisted && form(unlisted)}
      {rows.length === 0 && editing !== 'new' && (
        <p className="border-t border-line px-5 py-14 text-center text-ink-2">
          {isSearch ? (
            <Trans>No pickup locations match your search.</Trans>
          ) : (
            <Trans>No pickup locations yet. Add where your services leave from.</Trans>
          )}
        </p>
      )}
      <ul aria-label={t`Pickup Locations`} aria-busy={list.isPlaceholderData} className="empty:hidden">
        {rows.map((place) =>
          editing === place.id ? (
            <li key={place.id}>{form(place)}</li>
          ) : (
            <PickupRow key={place.id} place={place} onEdit={() => onEdit(place.id)} onDelete={() => onDelete(place)} />
          ),
        )}
      </ul>
      {list.hasNextPage && (
        <div className="grid gap-2 border-t border-line p-3">
          <MorePages pages={list} />
        </div>
      )}
    </>
  );
}
