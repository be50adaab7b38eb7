import { t } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod/mini';
import { Card } from '@/ui/Card';
import { PageSpinner } from '@/ui/feedback/Spinner';
import { StatusNotice, useStatus } from '@/ui/feedback/StatusNotice';
import { ErrorState } from '@/ui/feedback/states';
import { Field } from '@/ui/form/Field';
import { Form, FormFooter } from '@/ui/form/Form';
import { NumberInput } from '@/ui/form/NumberInput';
import { numberShape } from '@/ui/form/number-rules';
import { useForm } from '@/ui/form/use-form';
import { adminKeys } from '../queries';
import { CashShareForm } from './CashShareForm';
import { type CommissionLimits, cashShareQuery, commissionLimitsQuery, saveCommissionLimits } from './queries';

/** Edits a partner's highest commission, an operator's lowest share, and the share of unpaid cash seats. */
export default function LimitsTab() {
  const client = useQueryClient();
  const query = useQuery(commissionLimitsQuery());
  const cash = useQuery(cashShareQuery());
  const status = useStatus();
  const [round, setRound] = useState(0);
  const error = query.error ?? cash.error;
  if (!query.data || cash.data === undefined) {
    if (!error) return <PageSpinner />;
    const retry = () => void Promise.all([query.refetch(), cash.refetch()]);
    return <ErrorState title={error.message} onRetry={retry} retrying={query.isFetching || cash.isFetching} />;
  }
  const limits = query.data;
  const onSaved = async () => {
    await client.invalidateQueries({ queryKey: adminKeys.limits() });
    status.success(t`Limits saved`);
  };
  const onReload = () => void Promise.all([query.refetch(), cash.refetch()]).then(() => setRound((now) => now + 1));
  return (
    <div className="grid gap-5">
      <StatusNotice notice={status.notice} />
      <LimitsForm
        key={`${limits.ceiling} ${limits.operator_floor} ${round}`}
        limits={limits}
        onSaved={onSaved}
        onReload={onReload}
      />
      <CashShareForm key={`cash ${cash.data} ${round}`} share={cash.data} onSaved={onSaved} onReload={onReload} />
    </div>
  );
}

const isPercent = (value: number | null) => value !== null && Number.isInteger(value) && value >= 0 && value <= 80;
const percent = numberShape.check(z.refine(isPercent, { error: () => t`Please enter whole percents from 0 to 80` }));
const schema = z.object({ ceiling: percent, operator_floor: percent });

interface FormProps {
  limits: CommissionLimits;
  onSaved: () => Promise<void>;
  onReload: () => void;
}

function LimitsForm({ limits, onSaved, onReload }: FormProps) {
  const { t: text } = useLingui();
  const { ceiling, operator_floor, highest, above } = limits;
  const was = { ceiling, operator_floor };
  const form = useForm({
    schema,
    values: was as { ceiling: number | null; operator_floor: number | null },
    draft: 'commission-limits',
    version: was,
    save: (values, { expectedVersion, key }) =>
      saveCommissionLimits(
        { ceiling: values.ceiling ?? 0, operator_floor: values.operator_floor ?? 0 },
        expectedVersion ?? was,
        key,
      ),
    onSaved,
    next: (values) => values,
  });
  return (
    <Card className="max-w-2xl p-4 sm:p-6">
      <Form form={form} className="grid gap-5" guarded onReload={onReload}>
        <h2 className="text-lg font-bold">
          <Trans>Travel partner commissions</Trans>
        </h2>
        <Field
          label={text`Highest commission (%)`}
          hint={text`Percentage of what a guest pays. Managers can agree to this much or less.`}
          {...form.field('ceiling')}
        >
          <NumberInput decimals={0} className="nums max-w-40" aria-required control={form.control} name="ceiling" />
        </Field>
        <Field
          label={text`Operator keeps at least (%)`}
          hint={text`On top of 10% for the territory and 10% for the app.`}
          {...form.field('operator_floor')}
        >
          <NumberInput
            decimals={0}
            className="nums max-w-40"
            aria-required
            control={form.control}
            name="operator_floor"
          />
        </Field>
        <p className="text-sm text-ink-2">
          <Trans>Together, these allow a commission of up to {highest}%.</Trans>{' '}
          {above > 0 && (
            <span>
              <Plural
                value={above}
                one="# partner has more under an older agreement, which stays but can't be raised."
                other="# partners have more under older agreements, which stay but can't be raised."
              />
            </span>
          )}
        </p>
        <FormFooter submit={<Trans>Save limits</Trans>} />
      </Form>
    </Card>
  );
}
