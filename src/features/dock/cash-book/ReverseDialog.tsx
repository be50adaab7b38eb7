import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { formatMoney } from '@/lib/format/money';
import { ReasonDialog } from '@/ui/form/ReasonDialog';
import { cashKeys, type Handover, reverseHandover } from './queries';

/** Reverses a mistaken handover with a reason. The cash is then in the person's book again. */
export default function ReverseDialog({ handover, onClose }: { handover: Handover; onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const counted = formatMoney(handover.counted ?? 0, handover.currency_symbol);
  const person = handover.person ?? t`Deleted account`;
  return (
    <ReasonDialog
      draft={`reverse-${handover.handover_id}`}
      title={<Trans>Undo the count</Trans>}
      description={t`${counted} is in ${person}'s cash book again. The signed count stays in the history.`}
      label={t`Reason`}
      required={t`Please say why.`}
      submit={<Trans>Undo the count</Trans>}
      variant="danger"
      limit={300}
      onCancel={onClose}
      onConfirm={async (reason) => {
        await reverseHandover(handover.handover_id, reason);
        await client.invalidateQueries({ queryKey: cashKeys.all });
        onClose();
      }}
    />
  );
}
