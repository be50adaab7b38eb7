import { t as text } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { z } from 'zod/mini';
import { currencyExponent, formatMoney } from '@/lib/format/money';
import { Button } from '@/ui/Button';
import { Input } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form } from '@/ui/form/Form';
import { NumberInput } from '@/ui/form/NumberInput';
import { numberProblem, numberShape } from '@/ui/form/number-rules';
import { optionalText } from '@/ui/form/text-rules';
import { useForm } from '@/ui/form/use-form';
import { Dialog } from '@/ui/overlay/Dialog';
import { signedLike } from './amount';
import { cashKeys, confirmHandover, type Handover } from './queries';

const MAX_REASON = 300;

const fields = z.object({
  counted: numberShape,
  reason: optionalText(MAX_REASON),
});
type Values = z.infer<typeof fields>;

/** Returns the counted amount with the sign of the declared one, or null if it isn't an amount. */
function countedOf({ counted }: Values, { declared }: Handover): number | null {
  return counted === null || Number.isNaN(counted) ? null : signedLike(counted, declared);
}

const schemaOf = (handover: Handover) =>
  fields.check(({ value, issues }) => {
    const refuse = (path: keyof Values, message: string) =>
      issues.push({ code: 'custom', path: [path], message, input: value });
    const problem = numberProblem(value.counted, currencyExponent(handover.currency_code));
    if (problem) refuse('counted', problem);
    else if (value.counted === null || value.counted < 0)
      refuse('counted', text`Please enter the amount that you counted`);
    else if (countedOf(value, handover) !== handover.declared && !value.reason.trim())
      refuse('reason', text`Please say why.`);
  });

/** Lets the desk count a handover and explain a difference. */
export default function CountDialog({ handover, onClose }: { handover: Handover; onClose: () => void }) {
  const { t } = useLingui();
  const id = useId();
  const client = useQueryClient();
  const declared = formatMoney(Math.abs(handover.declared), handover.currency_symbol);
  const person = handover.person ?? t`Someone`;
  const form = useForm({
    schema: schemaOf(handover),
    values: { counted: Math.abs(handover.declared), reason: '' } as Values,
    draft: `count-${handover.handover_id}`,
    save: (values) => {
      const sum = countedOf(values, handover) ?? 0;
      return confirmHandover(handover.handover_id, sum, sum === handover.declared ? '' : values.reason);
    },
    onSaved: async () => {
      await client.invalidateQueries({ queryKey: cashKeys.all });
      onClose();
    },
  });
  const counted = countedOf(form.values, handover);
  const giveUp = () => {
    form.discard();
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={() => !form.sending && giveUp()}
      title={handover.declared < 0 ? t`Pay out ${declared}` : t`Count ${declared}`}
      description={handover.declared < 0 ? t`${person} refunded it to guests.` : t`${person} hands it over.`}
      actions={
        <Button type="submit" form={id} variant="primary" busy={form.sending}>
          <Trans>Confirm and sign</Trans>
        </Button>
      }
    >
      <Form form={form} id={id} className="grid gap-4" guarded>
        <Field label={t`Counted (${handover.currency_symbol})`} {...form.field('counted')}>
          <NumberInput
            control={form.control}
            name="counted"
            decimals={currencyExponent(handover.currency_code)}
            className="nums"
          />
        </Field>
        {counted !== null && counted !== handover.declared && (
          <Field
            label={t`Why is it not ${declared}?`}
            hint={t`The missing amount stays open in their cash book.`}
            {...form.field('reason')}
          >
            <Input maxLength={MAX_REASON} {...form.register('reason')} />
          </Field>
        )}
      </Form>
    </Dialog>
  );
}
