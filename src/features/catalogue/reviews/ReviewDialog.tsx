import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { toAppError } from '@/lib/api/errors';
import { readJson, removeText, writeJson } from '@/lib/storage/storage';
import { useUploads } from '@/lib/upload/use-uploads';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { toast } from '@/ui/feedback/toast';
import { Textarea } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Dialog } from '@/ui/overlay/Dialog';
import { PhotosField } from './PhotosField';
import { MAX_PHOTOS, PHOTO_RULES } from './photo';
import { reviewKeys } from './queries';
import { RatingField } from './RatingField';
import { createReview, removePhoto, uploadPhoto } from './write/queries';

const MAX_TEXT = 4000;

export type ReviewDialogProps = {
  kind: ServiceKind;
  bookingId: string;
  serviceId: string | null;
  title: string;
  userId: string;
  /** After the review is there, before the dialog closes: reads again what shows it. */
  onSaved: () => Promise<unknown>;
  onClose: () => void;
};

type Draft = { rating: number; text: string };
const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' &&
  value !== null &&
  'rating' in value &&
  typeof value.rating === 'number' &&
  'text' in value &&
  typeof value.text === 'string';

/** The words and stars so far, kept for this tab. */
function useDraft(bookingId: string) {
  const key = `territorio-review-${bookingId}`;
  const [draft, setDraft] = useState<Draft>(() => readJson('session', key, isDraft) ?? { rating: 0, text: '' });
  const change = (part: Partial<Draft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    writeJson('session', key, next);
  };
  return { draft, change, clear: () => removeText('session', key) };
}

/** What is written so far, and its way to the server. */
function useReview({ kind, bookingId, serviceId, userId, onSaved, onClose }: ReviewDialogProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { draft, change, clear } = useDraft(bookingId);
  const photos = useUploads({
    rules: PHOTO_RULES,
    max: MAX_PHOTOS,
    put: (upload) => uploadPhoto(userId, upload),
    drop: removePhoto,
    draft: `review-${bookingId}`,
  });
  const [missing, setMissing] = useState<string | null>(null);

  const save = useMutation({
    mutationFn: () =>
      createReview({ kind, bookingId, ...draft, photos: photos.stored.map(({ stored }) => stored) }).catch(
        (error: unknown) => {
          // The answer to an earlier try was lost: the review is there.
          if (toAppError(error).code !== 'already_reviewed') throw error;
        },
      ),
    onSuccess: async () => {
      clear();
      photos.reset();
      await Promise.all([
        onSaved(),
        serviceId ? client.invalidateQueries({ queryKey: reviewKeys.all(kind, serviceId) }) : null,
      ]);
      toast.success(t`Thank you! Your review is published.`);
      onClose();
    },
  });

  const submit = () => {
    if (save.isPending) return;
    const lack =
      draft.rating === 0
        ? t`Please choose a rating from 1 to 5`
        : photos.uploading
          ? t`Please wait until your photos are uploaded`
          : null;
    setMissing(lack);
    if (!lack) save.mutate();
  };
  return { draft, change, photos, save, submit, missing, setMissing };
}

/** Rating, words and photos of somebody who was there. */
export default function ReviewDialog(props: ReviewDialogProps) {
  const { title, onClose } = props;
  const { t } = useLingui();
  const { draft, change, photos, save, submit, missing, setMissing } = useReview(props);
  const failed = save.error ? toAppError(save.error) : null;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !save.isPending && onClose()}
      title={t`How was it?`}
      description={title}
      actions={<Actions busy={save.isPending} onClose={onClose} onSubmit={submit} />}
    >
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {failed && (
          <Alert tone="danger">
            {failed.message} {failed.detail}
          </Alert>
        )}
        <RatingField
          value={draft.rating}
          error={missing && draft.rating === 0 ? missing : undefined}
          onChange={(rating) => {
            change({ rating });
            setMissing(null);
          }}
        />
        <Field label={t`Your review`} optional hint={t`What should the next traveller know?`}>
          <Textarea
            rows={4}
            maxLength={MAX_TEXT}
            value={draft.text}
            onChange={(event) => change({ text: event.target.value })}
          />
        </Field>
        <PhotosField photos={photos} />
        {missing && draft.rating > 0 && (
          <p className="err" role="alert">
            {missing}
          </p>
        )}
      </form>
    </Dialog>
  );
}

function Actions({ busy, onClose, onSubmit }: { busy: boolean; onClose: () => void; onSubmit: () => void }) {
  return (
    <>
      <Button onClick={onClose}>
        <Trans>Not now</Trans>
      </Button>
      <Button variant="primary" busy={busy} onClick={onSubmit}>
        <Trans>Publish review</Trans>
      </Button>
    </>
  );
}
