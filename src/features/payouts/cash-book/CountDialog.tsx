import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatMoney } from '@/lib/format/money';
import { useFailureText } from '@/lib/offline/use-failure-text';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { Input } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Dialog } from '@/ui/overlay/Dialog';
import { amountText, readAmount, signedLike } from './amount';
import { cashKeys, confirmHandover, type Handover } from './queries';

/** The signature of the desk: what was counted, and why it is not what was said. */
export default function CountDialog({ handover, onClose }: { handover: Handover; onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [text, setText] = useState(amountText(handover.declared, handover.currency_code));
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const amount = readAmount(text, handover.currency_code);
  const counted = amount === null ? null : signedLike(amount, handover.declared);
  const differs = counted !== null && counted !== handover.declared;
  const declared = formatMoney(Math.abs(handover.declared), handover.currency_symbol);
  const person = handover.person ?? t`Somebody`;
  const confirm = useMutation({
    mutationFn: (sum: number) => confirmHandover(handover.handover_id, sum, differs ? reason.trim() : ''),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: cashKeys.all });
      onClose();
    },
  });
  const failure = useFailureText(confirm.error);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={handover.declared < 0 ? t`Pay out ${declared}` : t`Count ${declared}`}
      description={handover.declared < 0 ? t`${person} gave it back to guests.` : t`${person} hands it over.`}
      actions={
        <Button
          variant="primary"
          busy={confirm.isPending}
          onClick={() => {
            setTried(true);
            if (counted !== null && (!differs || reason.trim())) confirm.mutate(counted);
          }}
        >
          <Trans>Confirm and sign</Trans>
        </Button>
      }
    >
      <div className="grid gap-4">
        <Field
          label={t`Counted (${handover.currency_symbol})`}
          error={tried && counted === null ? t`Please enter the amount that you have counted` : undefined}
        >
          <Input inputMode="decimal" className="nums" value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        {differs && (
          <Field
            label={t`Why is it not ${declared}?`}
            error={tried && !reason.trim() ? t`Please say why.` : undefined}
            hint={t`What is missing stays open in their book.`}
          >
            <Input value={reason} maxLength={300} onChange={(event) => setReason(event.target.value)} />
          </Field>
        )}
        {failure && <Alert tone="danger">{failure}</Alert>}
      </div>
    </Dialog>
  );
}
