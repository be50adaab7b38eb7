import { Trans, useLingui } from '@lingui/react/macro';
import { z } from 'zod/mini';
import { Card } from '@/ui/Card';
import { Select } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form, FormFooter } from '@/ui/form/Form';
import { useForm } from '@/ui/form/use-form';
import { type ManagedTerritory, type SettingsPart, saveSettings } from '../queries';
import { CURRENCIES, defaultSymbol } from './currencies';

interface Props {
  territory: ManagedTerritory;
  onSaved: () => Promise<void>;
  onReload: () => void;
}

const schema = z.object({ currency_code: z.string() });

/** The currency in which a territory sells. */
export function CurrencySettings({ territory, onSaved, onReload }: Props) {
  const { t, i18n } = useLingui();
  const { currency_code, currency_symbol } = territory;
  const names = new Intl.DisplayNames([i18n.locale], { type: 'currency' });
  const version: SettingsPart | null = { currency_code, currency_symbol };
  const form = useForm({
    schema,
    values: { currency_code },
    draft: `currency-${territory.id}`,
    version,
    latest: async () => null,
    save: (values, { expectedVersion }) => {
      const part = { ...values, currency_symbol: defaultSymbol(values.currency_code) ?? currency_symbol };
      return saveSettings(territory.id, expectedVersion, part);
    },
    onSaved,
    next: (values) => values,
  });
  return (
    <Card className="p-4 sm:p-5">
      <Form form={form} className="grid gap-4" guarded onReload={onReload}>
        <h2 className="text-lg font-bold">
          <Trans>Currency settings</Trans>
        </h2>
        <Field
          label={t`Currency`}
          hint={t`Prices keep their numbers and are read in the new currency. Bookings already made keep theirs.`}
          {...form.field('currency_code')}
        >
          <Select
            {...form.register('currency_code')}
            options={CURRENCIES.map(([one, symbol]) => ({
              value: one,
              label: `${one} ${symbol}, ${names.of(one) ?? one}`,
            }))}
          />
        </Field>
        <FormFooter variant={form.dirty ? 'primary' : 'secondary'} submit={<Trans>Save currency</Trans>} />
      </Form>
    </Card>
  );
}
