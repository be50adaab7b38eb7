import { t } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { CircleCheck } from 'lucide-react';
import { z } from 'zod/mini';
import type { TerritoryCurrency } from '@/features/management/bookings/money';
import { Button } from '@/ui/Button';
import { Input } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form } from '@/ui/form/Form';
import { useForm } from '@/ui/form/use-form';
import { sumText } from './labels';
import type { Payee } from './queries';
import { type Chosen, totalsOf } from './selection';

const MAX_REFERENCE = 100;

const schemaOf = (today: string) =>
  z.object({
    paidOn: z.string().check(
      z.minLength(1, t`Please enter the date of the payment`),
      z.refine((date) => date <= today, t`The payment date can't be in the future`),
    ),
    reference: z.string().check(z.trim(), z.minLength(1, t`Please enter a reference`), z.maxLength(MAX_REFERENCE)),
  });

interface Props {
  chosen: readonly { payee: Payee; chosen: Chosen }[];
  currency: TerritoryCurrency;
  today: string;
  onPay: (values: { paidOn: string; reference: string }) => Promise<void>;
}

/** Shows the selection, with fields for the date and the reference of the payment. */
export function PayBar({ chosen, currency, today, onPay }: Props) {
  const form = useForm({
    schema: schemaOf(today),
    values: { paidOn: today, reference: '' },
    save: onPay,
    next: (_, now) => now,
  });
  return (
    <Form
      form={form}
      label={t`Record the payment`}
      className="grid gap-3 rounded-xl border border-line bg-surface p-4 shadow-lg max-sm:grid-cols-2 sm:grid-cols-[minmax(0,1fr)_10.5rem_14rem_auto] sm:items-start"
    >
      <div className="min-w-0 max-sm:col-span-full">
        <p className="nums text-lg font-bold">
          <Plural value={chosen.length} one="Pay # payee" other="Pay # payees" />
          <span>: {sumText(totalsOf(chosen), currency)}</span>
        </p>
        <p className="line-clamp-2 text-sm text-ink-2">{chosen.map(({ payee }) => payee.name ?? '–').join(', ')}</p>
      </div>
      <Field label={<Trans>Paid on</Trans>} {...form.field('paidOn')}>
        <Input type="date" max={today} {...form.register('paidOn')} />
      </Field>
      <Field label={<Trans>Reference</Trans>} {...form.field('reference')}>
        <Input maxLength={MAX_REFERENCE} autoComplete="off" {...form.register('reference')} />
      </Field>
      <Button
        type="submit"
        variant="primary"
        className="max-sm:col-span-full sm:mt-6"
        icon={<CircleCheck aria-hidden="true" />}
        busy={form.sending}
      >
        <Trans>Mark as paid</Trans>
      </Button>
    </Form>
  );
}
