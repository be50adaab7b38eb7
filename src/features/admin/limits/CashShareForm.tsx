import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { z } from 'zod/mini';
import { Card } from '@/ui/Card';
import { Field } from '@/ui/form/Field';
import { Form, FormFooter } from '@/ui/form/Form';
import { NumberInput } from '@/ui/form/NumberInput';
import { numberShape } from '@/ui/form/number-rules';
import { useForm } from '@/ui/form/use-form';
import { saveCashShare } from './queries';

const isPercent = (value: number | null) => value !== null && Number.isInteger(value) && value >= 0 && value <= 100;
const schema = z.object({
  share: numberShape.check(z.refine(isPercent, { error: () => t`Please enter a whole percent from 0 to 100` })),
});

interface Props {
  share: number;
  onSaved: () => Promise<void>;
  onReload: () => void;
}

/** Edits the share of a departure that new guests may book in cash without paying first. */
export function CashShareForm({ share, onSaved, onReload }: Props) {
  const { t: text } = useLingui();
  const form = useForm({
    schema,
    values: { share } as { share: number | null },
    draft: 'cash-share',
    version: share,
    save: (values, { expectedVersion, key }) => saveCashShare(values.share ?? 0, expectedVersion ?? share, key),
    onSaved,
    next: (values) => values,
  });
  return (
    <Card className="max-w-2xl p-4 sm:p-6">
      <Form form={form} className="grid gap-5" guarded onReload={onReload}>
        <h2 className="text-lg font-bold">
          <Trans>Unpaid cash for new guests</Trans>
        </h2>
        <Field
          label={text`Seats of a departure (%)`}
          hint={text`Share of seats that guests who haven't travelled yet can hold with unpaid cash; at least one seat. 100 means all.`}
          {...form.field('share')}
        >
          <NumberInput decimals={0} className="nums max-w-40" aria-required control={form.control} name="share" />
        </Field>
        <FormFooter submit={<Trans>Save share</Trans>} />
      </Form>
    </Card>
  );
}
