import { useLingui } from '@lingui/react/macro';
import { Select } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { useFormContext } from '@/ui/form/Form';
import { OFFER_TEXTS, type OfferValues } from './offer-schema';
import { OriginalLanguage, TranslatedField } from './TranslatedField';
import type { Translated } from './translations';

/** Asks for title and description in each language. `rows` is the height of the description. */
export function TitleFields({ rows, record }: { rows: number; record: Translated | null }) {
  return (
    <>
      <OriginalLanguage record={record} />
      <TranslatedField name="title" text={OFFER_TEXTS.title} record={record} required />
      <TranslatedField name="description" text={OFFER_TEXTS.description} record={record} rows={rows} required />
    </>
  );
}

export function CancellationField() {
  const { t } = useLingui();
  const form = useFormContext<OfferValues>();
  return (
    <Field
      label={t`Cancellation policy`}
      hint={t`Existing bookings keep their policy.`}
      {...form.field('cancellation_policy')}
    >
      <Select
        {...form.register('cancellation_policy')}
        options={[
          { value: 'flexible', label: t`Flexible: full refund until 24 hours before` },
          { value: 'moderate', label: t`Moderate: full refund until 72 hours before, half until 24 hours` },
          { value: 'strict', label: t`Strict: half refunded until 7 days before` },
        ]}
      />
    </Field>
  );
}
