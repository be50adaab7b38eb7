import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { experienceKeys } from '@/features/catalogue/experiences/queries';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { transportKeys } from '@/features/catalogue/transport/queries';
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog';
import { deleteReview, type Review, reviewKeys } from './queries';
import ReviewDialog from './ReviewDialog';
import { dropPhotos } from './write/queries';

interface Props {
  review: Review;
  kind: ServiceKind;
  serviceId: string;
  userId: string;
  act: 'edit' | 'delete';
  onClose: () => void;
}

/** Lets authors edit and delete their own reviews. The database updates the average. */
export default function OwnReview({ review, kind, serviceId, userId, act, onClose }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const onChanged = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: reviewKeys.all(serviceId) }),
      client.invalidateQueries({ queryKey: kind === 'experience' ? experienceKeys.all : transportKeys.all }),
      client.invalidateQueries({ queryKey: ['bookings'] }),
    ]);
  if (act === 'edit') {
    return (
      <ReviewDialog
        of={{ review }}
        serviceId={serviceId}
        title={t`Your review`}
        userId={userId}
        onSaved={onChanged}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      open
      onCancel={onClose}
      onConfirm={async () => {
        await deleteReview(review.id);
        void dropPhotos(review.photo_urls);
        await onChanged();
        onClose();
      }}
      title={<Trans>Delete your review?</Trans>}
      description={
        <Trans>
          This also deletes its photos and the reply, and you can't review this trip again. To change the review, edit
          it instead.
        </Trans>
      }
      confirm={<Trans>Delete review</Trans>}
    />
  );
}
