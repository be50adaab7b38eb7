import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { z } from 'zod/mini';
import { AppError } from '@/lib/api/errors';
import { toAppError } from '@/lib/api/to-app-error';
import { useUploads } from '@/lib/upload/use-uploads';
import { Button } from '@/ui/Button';
import { toast } from '@/ui/feedback/toast';
import { Textarea } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form } from '@/ui/form/Form';
import { FormSummary } from '@/ui/form/FormSummary';
import { useForm } from '@/ui/form/use-form';
import { Dialog } from '@/ui/overlay/Dialog';
import { PhotosField } from './PhotosField';
import { MAX_PHOTOS, PHOTO_RULES } from './photo';
import { type Review, reviewKeys } from './queries';
import { RatingField } from './RatingField';
import { createReview, dropPhotos, editReview, removePhoto, uploadPhoto } from './write/queries';

const MAX_TEXT = 4000;
const schema = z.object({
  rating: z.number().check(z.gte(1, { error: () => t`Please choose a rating from 1 to 5` })),
  text: z.string(),
});

export type ReviewDialogProps = {
  /** The reviewed booking, or the review that is edited. */
  of: { bookingId: string } | { review: Pick<Review, 'id' | 'rating' | 'text' | 'photo_urls'> };
  serviceId: string | null;
  title: string;
  userId: string;
  /** Refetches after saving, before the dialog closes. */
  onSaved: () => Promise<unknown>;
  onClose: () => void;
};

/** Manages the draft and sends it. */
function useReview({ of, serviceId, userId, onSaved, onClose }: ReviewDialogProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const before = 'review' in of ? of.review : null;
  const draft = 'review' in of ? `review-edit-${of.review.id}` : `review-${of.bookingId}`;
  const photos = useUploads({
    initial: () =>
      (before?.photo_urls ?? []).map((stored, index) => {
        const number = index + 1;
        return { stored, type: 'image', name: t`Photo ${number}`, size: 0, fresh: false };
      }),
    rules: PHOTO_RULES,
    max: MAX_PHOTOS,
    put: (upload) => uploadPhoto(userId, upload),
    drop: removePhoto,
    draft,
  });
  const form = useForm({
    schema,
    values: { rating: before?.rating ?? 0, text: before?.text ?? '' },
    draft,
    save: async (values) => {
      if (photos.uploading) throw new AppError('uploading', t`Please wait until your photos are uploaded`);
      const review = { ...values, photos: photos.stored.map(({ stored }) => stored) };
      if ('review' in of) {
        await editReview(of.review.id, review);
        void dropPhotos(of.review.photo_urls.filter((photo) => !review.photos.includes(photo)));
      } else
        await createReview({ bookingId: of.bookingId, ...review }).catch((error: unknown) => {
          // The response to an earlier attempt was lost, so the review already exists.
          if (toAppError(error).code !== 'already_reviewed') throw error;
        });
      photos.forget();
    },
    onSaved: async () => {
      await Promise.all([
        onSaved(),
        serviceId ? client.invalidateQueries({ queryKey: reviewKeys.all(serviceId) }) : null,
      ]);
      toast.success(before ? t`Your review is saved.` : t`Thank you! Your review is published.`);
      onClose();
    },
  });
  return { form, photos };
}

/** Asks a guest for a rating, a text and photos. */
export default function ReviewDialog(props: ReviewDialogProps) {
  const { title, onClose } = props;
  const { t } = useLingui();
  const formId = useId();
  const { form, photos } = useReview(props);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !form.sending && onClose()}
      title={t`How was it?`}
      description={title}
      actions={
        <>
          <Button onClick={onClose}>{'review' in props.of ? <Trans>Cancel</Trans> : <Trans>Not now</Trans>}</Button>
          <Button type="submit" form={formId} variant="primary" busy={form.sending}>
            {'review' in props.of ? <Trans>Save</Trans> : <Trans>Publish review</Trans>}
          </Button>
        </>
      }
    >
      <Form form={form} id={formId} ownProblems>
        {/* Only one field can be wrong, and it shows its own error. */}
        <FormSummary ref={form.summary} problems={form.problems.filter(({ field }) => !field)} />
        <RatingField
          value={form.values.rating}
          error={form.field('rating').error}
          onChange={(rating) => form.setValue('rating', rating)}
        />
        <Field label={t`Your review`} {...form.field('text')} optional hint={t`What should the next traveller know?`}>
          <Textarea rows={4} maxLength={MAX_TEXT} {...form.register('text')} />
        </Field>
        <PhotosField photos={photos} />
      </Form>
    </Dialog>
  );
}
