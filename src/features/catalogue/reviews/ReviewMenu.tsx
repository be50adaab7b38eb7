import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { EyeOff, Pencil, Trash2 } from 'lucide-react';
import { ActionsMenu, ReportItem } from '@/ui/overlay/ActionsMenu';
import { MenuItem } from '@/ui/overlay/Menu';
import { hideReview, reportReview, reviewKeys } from './queries';

type Props = {
  reviewId: string;
  name: string;
  serviceId: string;
  canReport: boolean;
  canHide: boolean;
  /** True for the author, who can edit and delete. */
  own: boolean;
  onAct: (act: 'edit' | 'delete') => void;
};

/** Lets readers report a review to the territory's team, and lets the team hide it. */
export default function ReviewMenu({ reviewId, name, serviceId, canReport, canHide, own, onAct }: Props) {
  const { t } = useLingui();
  return (
    <ActionsMenu label={t`Actions for the review by ${name}`} menuLabel={t`Review actions`}>
      {(close) => (
        <>
          {own && (
            <>
              <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => onAct('edit')}>
                <Trans>Edit review</Trans>
              </MenuItem>
              <MenuItem danger icon={<Trash2 aria-hidden="true" />} onSelect={() => onAct('delete')}>
                <Trans>Delete review</Trans>
              </MenuItem>
            </>
          )}
          {canReport && (
            <ReportItem report={() => reportReview(reviewId)} close={close}>
              <Trans>Report review</Trans>
            </ReportItem>
          )}
          {canHide && <Hide reviewId={reviewId} serviceId={serviceId} close={close} />}
        </>
      )}
    </ActionsMenu>
  );
}

type HideProps = { reviewId: string; serviceId: string; close: () => void };

function Hide({ reviewId, serviceId, close }: HideProps) {
  const client = useQueryClient();
  const hide = useMutation({
    mutationFn: () => hideReview(reviewId),
    onSuccess: async () => {
      close();
      await client.invalidateQueries({ queryKey: reviewKeys.list(serviceId) });
    },
  });
  return (
    <MenuItem
      keepOpen
      icon={<EyeOff aria-hidden="true" />}
      busy={hide.isPending}
      error={hide.error}
      onSelect={() => hide.mutate()}
    >
      <Trans>Hide review</Trans>
    </MenuItem>
  );
}
