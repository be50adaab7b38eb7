import { t as text } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { z } from 'zod/mini';
import { experienceKeys } from '@/features/catalogue/experiences/queries';
import { toAppError } from '@/lib/api/errors';
import { isVersionConflict } from '@/lib/api/versions';
import { Button, IconButton } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { ErrorState, LoadingArea, Skeleton } from '@/ui/feedback/states';
import { Input } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form } from '@/ui/form/Form';
import { FieldError } from '@/ui/form/form-problems';
import { requiredLine } from '@/ui/form/text-rules';
import { useDiscard } from '@/ui/form/use-discard';
import { useForm } from '@/ui/form/use-form';
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog';
import { addTag, deleteTag, managedTagsQuery, managedTerritoryKey, renameTag, type Tag } from '../queries';

const MAX_LENGTH = 60;
const schema = z.object({
  name: requiredLine(() => text`Please enter a name for the tag`, MAX_LENGTH),
});

/** Whatever keeps a tag from being saved is said beside its name. */
function throwAtName(error: unknown): never {
  throw new FieldError('name', toAppError(error).message);
}

/** The words by which the experiences of a territory are found. */
export function Tags({ territoryId }: { territoryId: string }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const query = useQuery(managedTagsQuery(territoryId));
  const [deleting, setDeleting] = useState<Tag | null>(null);
  // The lists of the public pages show the tags too.
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
      <AddTag territoryId={territoryId} onAdded={refresh} />
      {query.data && query.data.length === 0 && (
        <p className="mt-4 text-ink-2">
          <Trans>No tags yet.</Trans>
        </p>
      )}
      {query.data && query.data.length > 0 && (
        <ul className="mt-3 divide-y divide-line border-t border-line" aria-label={t`Tags`}>
          {query.data.map((tag) => (
            <TagRow key={tag.id} tag={tag} onChanged={refresh} onDelete={() => setDeleting(tag)} />
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
              Are you sure you want to delete {deleting.name}? It will be removed from all experiences. This action
              cannot be undone.
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

function AddTag({ territoryId, onAdded }: { territoryId: string; onAdded: () => Promise<unknown> }) {
  const { t } = useLingui();
  const form = useForm({
    schema,
    values: { name: '' },
    oneField: true,
    save: ({ name }) => addTag(territoryId, name).catch(throwAtName),
    onSaved: onAdded,
    next: () => ({ name: '' }),
  });
  return (
    <Form form={form} className="mt-3 flex flex-wrap items-start gap-x-3">
      <div className="flex-1 basis-32">
        <Field label={t`New tag`} {...form.field('name')}>
          <Input maxLength={MAX_LENGTH} autoComplete="off" {...form.register('name')} />
        </Field>
      </div>
      <Button
        type="submit"
        className="mt-7"
        icon={<Plus aria-hidden="true" />}
        busy={form.sending}
        // For the next tag.
        onClick={() => form.setFocus('name')}
      >
        <Trans>Add Tag</Trans>
      </Button>
    </Form>
  );
}

interface RowProps {
  tag: Tag;
  onChanged: () => Promise<unknown>;
  onDelete: () => void;
}

function TagRow({ tag, onChanged, onDelete }: RowProps) {
  const { t } = useLingui();
  const [renaming, setRenaming] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  if (renaming) {
    return (
      <li className="py-3">
        <RenameTag
          tag={tag}
          onChanged={onChanged}
          onClose={() => {
            setRenaming(false);
            requestAnimationFrame(() => pencil.current?.focus());
          }}
        />
      </li>
    );
  }
  return (
    <li className="flex min-h-13 flex-wrap items-center justify-between gap-x-3">
      <span className="min-w-0 wrap-break-word">{tag.name}</span>
      <span className="-mr-2 ml-auto flex flex-none">
        <IconButton ref={pencil} small label={t`Rename ${tag.name}`} onClick={() => setRenaming(true)}>
          <Pencil aria-hidden="true" />
        </IconButton>
        <IconButton small look="danger" label={t`Delete ${tag.name}`} onClick={onDelete}>
          <Trash2 aria-hidden="true" />
        </IconButton>
      </span>
    </li>
  );
}

function RenameTag({ tag: shown, onChanged, onClose }: Omit<RowProps, 'onDelete'> & { onClose: () => void }) {
  const { t } = useLingui();
  // As it was when the person began: what others do meanwhile comes in with the list.
  const [tag] = useState(shown);
  const form = useForm({
    schema,
    values: { name: tag.name },
    oneField: true,
    save: async ({ name }) => {
      if (name !== tag.name) await renameTag(tag, name).catch(refuse);
    },
    onSaved: async () => {
      await onChanged();
      onClose();
    },
  });
  const [cancel, question] = useDiscard(form.values.name.trim() !== tag.name, onClose);
  async function refuse(error: unknown) {
    // The list then shows what it is called now.
    if (isVersionConflict(error)) await onChanged();
    throwAtName(error);
  }
  return (
    <>
      {question}
      <form
        ref={form.element}
        noValidate
        className="grid gap-3"
        onSubmit={(event) => void form.onSubmit(event)}
        onKeyDown={(event) => event.key === 'Escape' && cancel()}
      >
        <Field label={t`New name for ${tag.name}`} {...form.field('name')}>
          <Input
            // It takes the place of the button that was pressed.
            autoFocus
            maxLength={MAX_LENGTH}
            autoComplete="off"
            {...form.register('name')}
          />
        </Field>
        <div className="flex gap-2">
          <Button type="submit" busy={form.sending}>
            <Trans>Save</Trans>
          </Button>
          <Button variant="ghost" onClick={cancel}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      </form>
    </>
  );
}
