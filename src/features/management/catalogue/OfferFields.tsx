import { useLingui } from '@lingui/react/macro';
import { Input, Select, Textarea } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { useFormContext } from '@/ui/form/Form';
import type { OfferValues } from './offer-schema';

/** What an offer is called, and what it is. `rows`: the height of the description. */
export function TitleFields({ rows }: { rows: number }) {
  const { t } = useLingui();
  const form = useFormContext<OfferValues>();
  return (
    <>
      <Field label={t`Title`} {...form.field('title')}>
        <Input maxLength={160} aria-required {...form.register('title')} />
      </Field>
      <Field label={t`Description`} {...form.field('description')}>
        <Textarea rows={rows} maxLength={10_000} aria-required {...form.register('description')} />
      </Field>
    </>
  );
}

export function CancellationField() {
  const { t } = useLingui();
  const form = useFormContext<OfferValues>();
  return (
    <Field
      label={t`Cancellation policy`}
      hint={t`Bookings keep the policy that they were made with.`}
      {...form.field('cancellation_policy')}
    >
      <Select
        {...form.register('cancellation_policy')}
        options={[
          { value: 'flexible', label: t`Flexible: all back until 24 hours before` },
          { value: 'moderate', label: t`Moderate: all back until 72 hours before, half until 24 hours` },
          { value: 'strict', label: t`Strict: half back until 7 days before` },
        ]}
      />
    </Field>
  );
}
