import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { experienceKeys } from '@/features/catalogue/experiences/queries';
import { compareText } from '@/lib/i18n/intl';
import { localizeInner } from '@/lib/i18n/listing-texts';
import { IconButton } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { ErrorState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog';
import { TranslationBadges } from '../catalogue/TranslationBadges';
import { statesOf } from '../catalogue/translations';
import { deleteTag, managedTagsQuery, managedTerritoryKey, type Tag } from '../queries';
import { NewTagForm, TagForm } from './TagForm';

/** Returns the name in the page's language. The tag's form has the original. */
const shownName = (tag: Tag) => localizeInner(tag, ['name']);

/** Shows the tags of a territory's experiences. */
export function Tags({ territoryId }: { territoryId: string }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const query = useQuery(managedTagsQuery(territoryId));
  const [deleting, setDeleting] = useState<Tag | null>(null);
  const tags = query.data?.toSorted((a, b) => compareText(shownName(a).name, shownName(b).name));
  // Public lists show tags too, so they are refetched.
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: managedTerritoryKey(territoryId) }),
      client.invalidateQueries({ queryKey: experienceKeys.all }),
    ]);
  return (
    <Card className="p-4 sm:p-5">
      <h2 className="text-lg font-bold">
        <Trans>Tag management</Trans>
      </h2>
      <NewTagForm territoryId={territoryId} onSaved={refresh} />
      {tags && tags.length === 0 && (
        <p className="mt-4 text-ink-2">
          <Trans>No tags yet.</Trans>
        </p>
      )}
      {tags && tags.length > 0 && (
        <ul className="mt-3 divide-y divide-line border-t border-line" aria-label={t`Tags`}>
          {tags.map((tag) => (
            <TagRow
              key={tag.id}
              territoryId={territoryId}
              tag={tag}
              onChanged={refresh}
              onReload={async () => (await query.refetch()).data?.find(({ id }) => id === tag.id) ?? null}
              onDelete={() => setDeleting(tag)}
            />
          ))}
        </ul>
      )}
      {!query.data && query.error && (
        <ErrorState className="mt-4" title={query.error.message} onRetry={() => void query.refetch()} />
      )}
      {!query.data && !query.error && (
        <LoadingArea label={t`Loading`} className="mt-4 grid gap-3">
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
        </LoadingArea>
      )}
      {deleting && (
        <ConfirmDialog
          open
          title={<Trans>Delete tag</Trans>}
          description={
            <Trans>
              Are you sure you want to delete {shownName(deleting).name}? It will be removed from all experiences. This
              action cannot be undone.
            </Trans>
          }
          confirm={<Trans>Delete</Trans>}
          onCancel={() => setDeleting(null)}
          onConfirm={async () => {
            await deleteTag(deleting.id);
            await refresh();
            setDeleting(null);
          }}
        />
      )}
    </Card>
  );
}

interface RowProps {
  territoryId: string;
  tag: Tag;
  onChanged: () => Promise<unknown>;
  /** Returns the current tag, or null if it no longer exists. */
  onReload: () => Promise<Tag | null>;
  onDelete: () => void;
}

function TagRow({ territoryId, tag, onChanged, onReload, onDelete }: RowProps) {
  const { t } = useLingui();
  const { name, untranslated } = shownName(tag);
  // The tag as it was when editing began, because the list may load a newer version.
  const [editing, setEditing] = useState<Tag | null>(null);
  const [round, setRound] = useState(0);
  const pencil = useRef<HTMLButtonElement>(null);
  if (editing) {
    return (
      <li className="py-3">
        <TagForm
          key={round}
          territoryId={territoryId}
          tag={editing}
          onSaved={onChanged}
          onClose={() => {
            setEditing(null);
            requestAnimationFrame(() => pencil.current?.focus());
          }}
          onReload={() =>
            void onReload().then((now) => {
              setEditing(now);
              setRound(round + 1);
            })
          }
        />
      </li>
    );
  }
  return (
    <li className="flex min-h-13 flex-wrap items-center gap-x-3 py-2">
      <span className="flex min-w-0 flex-1 basis-32 flex-wrap items-center gap-x-2 gap-y-1">
        <span lang={untranslated?.name} className="min-w-0 wrap-break-word">
          {name}
        </span>
        <TranslationBadges language={tag.language} translated={statesOf(tag.translations)} />
      </span>
      <span className="-mr-2 ml-auto flex flex-none">
        <IconButton ref={pencil} small label={t`Edit ${name}`} onClick={() => setEditing(tag)}>
          <Pencil aria-hidden="true" />
        </IconButton>
        <IconButton small look="danger" label={t`Delete ${name}`} onClick={onDelete}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </span>
    </li>
  );
}
