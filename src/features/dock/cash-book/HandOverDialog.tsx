import { t as text } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { z } from 'zod/mini';
import { sendIdempotent } from '@/lib/api/send-idempotent';
import { currencyExponent, formatMoney } from '@/lib/format/money';
import { Button } from '@/ui/Button';
import { Field } from '@/ui/form/Field';
import { Form } from '@/ui/form/Form';
import { NumberInput } from '@/ui/form/NumberInput';
import { numberProblem, numberShape } from '@/ui/form/number-rules';
import { useForm } from '@/ui/form/use-form';
import { Dialog } from '@/ui/overlay/Dialog';
import { signedLike } from './amount';
import { type CashSum, cashKeys, handOver } from './queries';

const fields = z.object({ amount: numberShape });
type Values = z.infer<typeof fields>;

function amountProblem(amount: number | null, { open, currency_code: code, currency_symbol: symbol }: CashSum) {
  const problem = numberProblem(amount, currencyExponent(code));
  if (problem || (amount !== null && amount > 0 && amount <= Math.abs(open))) return problem;
  if (amount !== null && amount <= 0) return text`Please enter an amount above zero`;
  const most = formatMoney(Math.abs(open), symbol);
  return text`Please enter an amount up to ${most}`;
}

const schemaOf = (sum: CashSum) =>
  fields.check(({ value, issues }) => {
    const message = amountProblem(value.amount, sum);
    if (message) issues.push({ code: 'custom', path: ['amount'], message, input: value });
  });

interface Props {
  userId: string;
  sum: CashSum;
  onClose: () => void;
}

/** Declares a handover of all the cash or a part of it, which the desk then counts. */
export default function HandOverDialog({ userId, sum, onClose }: Props) {
  const { t } = useLingui();
  const id = useId();
  const client = useQueryClient();
  const owed = sum.open < 0;
  const form = useForm({
    schema: schemaOf(sum),
    values: { amount: Math.abs(sum.open) } as Values,
    draft: `handover-${userId}-${sum.territory_id}-${sum.currency_code}`,
    oneField: true,
    save: ({ amount }) => {
      const signed = signedLike(amount ?? 0, sum.open);
      return sendIdempotent('handover', `${sum.territory_id} ${sum.currency_code} ${signed}`, (key) =>
        handOver(sum, signed, key),
      );
    },
    onSaved: async () => {
      await client.invalidateQueries({ queryKey: cashKeys.all });
      onClose();
    },
  });
  const giveUp = () => {
    form.discard();
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={() => !form.sending && giveUp()}
      title={owed ? t`Receive money from the desk` : t`Hand over cash`}
      description={
        owed
          ? t`You refunded it to guests. The desk pays it to you and confirms it.`
          : t`Bring it to the desk. They count it and confirm it.`
      }
      actions={
        <Button type="submit" form={id} variant="primary" busy={form.sending}>
          <Trans>Tell the desk</Trans>
        </Button>
      }
    >
      <Form form={form} id={id} className="grid gap-4" guarded>
        <Field label={t`Amount (${sum.currency_symbol})`} {...form.field('amount')}>
          <NumberInput
            control={form.control}
            name="amount"
            decimals={currencyExponent(sum.currency_code)}
            className="nums"
          />
        </Field>
      </Form>
    </Dialog>
  );
}
