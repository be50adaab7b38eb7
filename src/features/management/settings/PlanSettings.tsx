import { t as text } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { z } from 'zod/mini';
import { Card } from '@/ui/Card';
import { Form, FormFooter } from '@/ui/form/Form';
import { numberShape } from '@/ui/form/number-rules';
import { useForm } from '@/ui/form/use-form';
import { NumberField } from '../catalogue/NumberField';
import { type ManagedTerritory, type SettingsPart, saveSettings } from '../queries';

interface Props {
  territory: ManagedTerritory;
  onSaved: () => Promise<void>;
  onReload: () => void;
}

const MOST_HOURS = 336;
const isHourCount = (hours: number | null) =>
  hours !== null && Number.isInteger(hours) && hours >= 1 && hours <= MOST_HOURS;
const error = () => text`A whole number from 1 to ${MOST_HOURS}`;

const schema = z.object({
  offer_hours: numberShape.check(z.refine(isHourCount, { error })),
  change_hours: numberShape.check(z.refine((hours) => hours === null || isHourCount(hours), { error })),
});

/** Edits the deadlines for changing dates and for answering offers. */
export function PlanSettings({ territory, onSaved, onReload }: Props) {
  const { t } = useLingui();
  const { offer_hours, change_hours } = territory;
  const version: SettingsPart | null = { offer_hours, change_hours };
  const form = useForm({
    schema,
    values: { offer_hours: offer_hours as number | null, change_hours },
    draft: `plans-${territory.id}`,
    version,
    latest: async () => null,
    save: (values, { expectedVersion, key }) =>
      saveSettings(territory.id, expectedVersion, { ...values, offer_hours: values.offer_hours ?? offer_hours }, key),
    onSaved,
    next: (values) => values,
  });
  return (
    <Card className="p-4 sm:p-5">
      <Form form={form} className="grid grid-cols-1 gap-4" name={t`Changed plans`} guarded onReload={onReload}>
        <h2 className="text-lg font-bold">
          <Trans>Changed plans</Trans>
        </h2>
        <NumberField<typeof form.values>
          name="change_hours"
          label={t`Last chance to change the date, in hours before departure`}
          hint={t`Leave empty to allow changes as long as cancelling is free. A late change never increases the refund.`}
          required={false}
        />
        <NumberField<typeof form.values>
          name="offer_hours"
          label={t`Hours to choose after a cancellation`}
          hint={t`Guests of a cancelled departure who haven't chosen by then are refunded.`}
        />
        <FormFooter variant={form.dirty ? 'primary' : 'secondary'} submit={<Trans>Save hours</Trans>} />
      </Form>
    </Card>
  );
}
