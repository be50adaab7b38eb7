import { t as text } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Plus, Trash2, X } from 'lucide-react';
import { useId, useState } from 'react';
import { z } from 'zod/mini';
import { isSignedOut } from '@/lib/api/errors';
import { formatMoment } from '@/lib/format/dates';
import { Badge } from '@/ui/Badge';
import { IconButton } from '@/ui/Button';
import { RetryAlert } from '@/ui/feedback/RetryAlert';
import { SignInLink } from '@/ui/feedback/SignInLink';
import { Checkbox, Input, Textarea } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form, FormFooter } from '@/ui/form/Form';
import { plainText, requiredLine, requiredText } from '@/ui/form/text-rules';
import { useForm } from '@/ui/form/use-form';
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog';
import { addNote, type BookingDetail, type BookingNote, deleteNote, setTag, tagsQuery } from './queries';

interface Props {
  booking: BookingDetail;
  refresh: () => Promise<void>;
}

/** Shows the team's tags and notes, which the guest never sees. */
export function Notes({ booking, refresh }: Props) {
  const { t } = useLingui();
  const [deleting, setDeleting] = useState<BookingNote | null>(null);
  return (
    <section aria-labelledby="notes-title">
      <h3 id="notes-title" className="text-base font-bold">
        <Trans>Tags and notes</Trans>
      </h3>
      <p className="mt-1 text-sm text-ink-2">
        <Trans>Guests don't see notes and tags. Guides and drivers see them in their guest list.</Trans>
      </p>
      <BookingTags booking={booking} refresh={refresh} />
      {booking.notes.length > 0 && (
        <ul aria-label={t`Notes`} className="mt-3 grid gap-3">
          {booking.notes.map((note) => (
            <li key={note.id} className="flex items-start gap-2 rounded-md bg-surface-2 p-3 text-sm">
              <div className="min-w-0 flex-1">
                <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
                  {note.text}
                </p>
                <p className="mt-1 text-xs text-ink-2">
                  {[
                    formatMoment(note.at, booking.time_zone),
                    note.author ?? t`Deleted account`,
                    note.about_guest && t`about the guest`,
                  ]
                    .filter(Boolean)
                    .join(', ')}
                </p>
              </div>
              {note.may_delete && (
                <IconButton label={t`Delete note`} small onClick={() => setDeleting(note)}>
                  <Trash2 aria-hidden="true" />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      <NewNote booking={booking} refresh={refresh} />
      {deleting && (
        <ConfirmDialog
          open
          title={<Trans>Delete note</Trans>}
          description={<Trans>We'll delete this note for the whole team.</Trans>}
          confirm={<Trans>Delete</Trans>}
          onCancel={() => setDeleting(null)}
          onConfirm={async () => {
            await deleteNote(deleting.id);
            await refresh();
            setDeleting(null);
          }}
        />
      )}
    </section>
  );
}

const noteSchema = z.object({
  text: requiredText(() => text`Please write a note`, 1000).check(plainText()),
  about_guest: z.boolean(),
});
const NO_NOTE = { text: '', about_guest: false };

function NewNote({ booking, refresh }: Props) {
  const { t } = useLingui();
  const form = useForm({
    schema: noteSchema,
    values: NO_NOTE,
    draft: `booking-note-${booking.id}`,
    // The checkbox can't be wrong.
    oneField: true,
    save: (note, { key }) => addNote(booking.id, note, key),
    onSaved: refresh,
    next: () => NO_NOTE,
  });
  return (
    <Form form={form} label={t`New note`} className="mt-3 grid gap-3">
      <Field label={t`Note`} {...form.field('text')}>
        <Textarea rows={2} maxLength={1000} dir="auto" {...form.register('text')} />
      </Field>
      {booking.tourist && (
        <Checkbox
          label={t`Show this note with all of the guest's bookings in this region`}
          {...form.register('about_guest')}
        />
      )}
      <FormFooter size="sm" variant="secondary" submit={<Trans>Add note</Trans>} />
    </Form>
  );
}

const tagSchema = z.object({ tag: requiredLine(() => text`Please enter a tag`, 24) });

function BookingTags({ booking, refresh }: Props) {
  const { t } = useLingui();
  const list = useId();
  const known = useQuery(tagsQuery(booking.territory_id));
  const remove = useMutation({
    mutationFn: (tag: string) => setTag(booking.id, tag, false),
    onSettled: () => refresh(),
  });
  const form = useForm({
    schema: tagSchema,
    values: { tag: '' },
    draft: `booking-tag-${booking.id}`,
    oneField: true,
    save: ({ tag }) => setTag(booking.id, tag, true),
    onSaved: refresh,
    next: () => ({ tag: '' }),
  });
  return (
    <>
      {booking.tags.length > 0 && (
        <ul aria-label={t`Tags`} className="mt-2 flex flex-wrap gap-2">
          {booking.tags.map((tag) => (
            <li key={tag}>
              <Badge tone="accent" className="gap-1 pr-0.5">
                <bdi className="min-w-0">{tag}</bdi>
                <IconButton
                  small
                  label={t`Remove tag ${tag}`}
                  disabled={remove.isPending}
                  onClick={() => remove.mutate(tag)}
                >
                  <X aria-hidden="true" />
                </IconButton>
              </Badge>
            </li>
          ))}
        </ul>
      )}
      {remove.error && (
        <RetryAlert className="mt-2" onRetry={() => remove.mutate(remove.variables)} retrying={remove.isPending}>
          {remove.error.message}
          {isSignedOut(remove.error) && <SignInLink />}
        </RetryAlert>
      )}
      <Form form={form} label={t`New tag`} className="mt-2 flex flex-wrap items-end gap-2">
        <Field label={t`Tag`} className="min-w-0 max-w-64 flex-1 basis-40" {...form.field('tag')}>
          <Input maxLength={24} list={list} autoComplete="off" dir="auto" {...form.register('tag')} />
        </Field>
        <datalist id={list}>
          {known.data?.map((tag) => (
            <option key={tag} value={tag} />
          ))}
        </datalist>
        <FormFooter size="sm" variant="secondary" icon={<Plus aria-hidden="true" />} submit={<Trans>Add tag</Trans>} />
      </Form>
    </>
  );
}
