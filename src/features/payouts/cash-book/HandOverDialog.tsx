import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sendIdempotent } from '@/lib/api/send-idempotent';
import { formatMoney } from '@/lib/format/money';
import { useFailureText } from '@/lib/offline/use-failure-text';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { Input } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Dialog } from '@/ui/overlay/Dialog';
import { amountText, readAmount, signedLike } from './amount';
import { type CashSum, cashKeys, handOver } from './queries';

/** "I hand over Q…": all of it, or a part. Somebody at the desk counts it. */
export default function HandOverDialog({ sum, onClose }: { sum: CashSum; onClose: () => void }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [text, setText] = useState(amountText(sum.open, sum.currency_code));
  const [tried, setTried] = useState(false);
  const amount = readAmount(text, sum.currency_code);
  const most = formatMoney(Math.abs(sum.open), sum.currency_symbol);
  const wrong = amount === null || amount <= 0 || amount > Math.abs(sum.open);
  const owed = sum.open < 0;
  const send = useMutation({
    mutationFn: (signed: number) =>
      sendIdempotent('handover', `${sum.territory_id} ${sum.currency_code} ${signed}`, (key) =>
        handOver(sum, signed, key),
      ),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: cashKeys.all });
      onClose();
    },
  });
  const failure = useFailureText(send.error);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={owed ? t`Get money back from the desk` : t`Hand over cash`}
      description={
        owed
          ? t`You gave it back to guests. Somebody at the desk pays it to you and confirms it.`
          : t`Bring it to the desk. Somebody there counts it and confirms it.`
      }
      actions={
        <Button
          variant="primary"
          busy={send.isPending}
          onClick={() => {
            setTried(true);
            if (!wrong && amount !== null) send.mutate(signedLike(amount, sum.open));
          }}
        >
          <Trans>Tell the desk</Trans>
        </Button>
      }
    >
      <div className="grid gap-4">
        <Field
          label={t`Amount (${sum.currency_symbol})`}
          error={tried && wrong ? t`Please enter an amount up to ${most}` : undefined}
        >
          <Input inputMode="decimal" className="nums" value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        {failure && <Alert tone="danger">{failure}</Alert>}
      </div>
    </Dialog>
  );
}
