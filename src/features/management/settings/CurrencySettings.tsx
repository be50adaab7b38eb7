import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { z } from 'zod/mini';
import { AppError } from '@/lib/api/errors';
import { currencyOptions } from '@/lib/format/currencies';
import { Button } from '@/ui/Button';
import { Card } from '@/ui/Card';
import { Select } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form } from '@/ui/form/Form';
import { FieldError } from '@/ui/form/form-problems';
import { useForm } from '@/ui/form/use-form';
import { type ManagedTerritory, type SettingsPart, saveSettings, type TerritoryRules } from '../queries';
import { ConfirmCurrency } from './ConfirmCurrency';

interface Props {
  territory: ManagedTerritory;
  rules: TerritoryRules;
  onSaved: () => Promise<void>;
  onReload: () => void;
}

const schema = z.object({ currency_code: z.string() });

/** Edits a territory's currency, which can't change after the first sale. */
export function CurrencySettings({ territory, rules, onSaved, onReload }: Props) {
  const { t } = useLingui();
  const { currency_code } = territory;
  const [asking, setAsking] = useState(false);
  const version: SettingsPart | null = { currency_code };
  const isFixed = !rules.manages || rules.has_sold;
  const form = useForm({
    schema,
    values: { currency_code },
    draft: `currency-${territory.id}`,
    version,
    latest: async () => null,
    save: (values, { expectedVersion, key }) =>
      saveSettings(territory.id, expectedVersion, values, key).catch(besideCurrency),
    onSaved,
    next: (values) => values,
  });
  return (
    <Card className="p-4 sm:p-5">
      <Form form={form} className="grid grid-cols-1 gap-4" name={t`Currency`} guarded onReload={onReload}>
        <h2 className="text-lg font-bold">
          <Trans>Currency settings</Trans>
        </h2>
        <Field
          label={t`Currency`}
          hint={
            rules.has_sold
              ? t`This region already has sales, so you can't change the currency.`
              : rules.manages
                ? t`We don't convert prices. The numbers stay the same in the new currency. After the first sale, you can't change the currency.`
                : t`Only a manager of the region can change this`
          }
          {...form.field('currency_code')}
        >
          <Select disabled={isFixed} {...form.register('currency_code')} options={currencyOptions()} />
        </Field>
        {!isFixed && (
          <Button
            className="justify-self-start"
            variant={form.dirty ? 'primary' : 'secondary'}
            busy={form.sending}
            onClick={() => form.dirty && setAsking(true)}
          >
            <Trans>Save currency</Trans>
          </Button>
        )}
      </Form>
      {asking && (
        <ConfirmCurrency
          territoryId={territory.id}
          code={form.values.currency_code}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            form.element.current?.requestSubmit();
          }}
        />
      )}
    </Card>
  );
}

/** The first booking was made while the form was open. */
function besideCurrency(error: unknown): never {
  if (error instanceof AppError && error.code === 'currency_locked')
    throw new FieldError('currency_code', error.message);
  throw error;
}
