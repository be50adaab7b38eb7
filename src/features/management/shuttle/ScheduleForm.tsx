import { t as text } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { shuttleKeys } from '@/features/departures/shuttle/queries';
import { formatTime } from '@/lib/format/dates';
import { Select } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { FormFooter } from '@/ui/form/Form';
import { useForm } from '@/ui/form/use-form';
import { FormCard } from './FormCard';
import { addSchedule, type Choices } from './queries';
import { DAYS, dayName } from './week';

const chosen = z.string().check(z.minLength(1, { error: () => text`Please fill in all required fields` }));
const schema = z.object({ driver_id: chosen, transport_id: chosen, day_of_week: chosen });

interface Props {
  userId: string;
  territoryId: string;
  choices: Choices;
  onDone: (text: string | null) => void;
}

/** Who drives what on which day of the week. */
export function ScheduleForm({ userId, territoryId, choices, onDone }: Props) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const form = useForm({
    schema,
    values: { driver_id: '', transport_id: '', day_of_week: '' },
    draft: `schedule-${territoryId}-${userId}`,
    save: (values) => addSchedule(values),
    onSaved: async () => {
      await client.invalidateQueries({ queryKey: shuttleKeys.all(userId) });
      onDone(t`Schedule added successfully`);
    },
  });
  const { drivers, services } = choices;
  return (
    <FormCard form={form} title={t`Add Schedule`} onCancel={() => onDone(null)}>
      <div className="grid gap-5 sm:grid-cols-3">
        <Field
          label={t`Driver`}
          {...form.field('driver_id')}
          hint={drivers.length === 0 ? t`There is no active driver. Invite one first.` : undefined}
        >
          <Select
            aria-required
            {...form.register('driver_id')}
            empty={t`Select a driver`}
            options={drivers.map((driver) => ({ value: driver.driver_id, label: driver.full_name }))}
          />
        </Field>
        <Field label={t`Service`} {...form.field('transport_id')}>
          <Select
            aria-required
            {...form.register('transport_id')}
            empty={t`Select a service`}
            options={services.map(({ id, title, departure_time: at }) => ({
              value: id,
              label: at ? `${title}, ${formatTime(at)}` : title,
            }))}
          />
        </Field>
        <Field label={t`Day of Week`} {...form.field('day_of_week')}>
          <Select
            aria-required
            {...form.register('day_of_week')}
            empty={t`Select a day`}
            options={DAYS.map((day) => ({ value: String(day), label: i18n._(dayName(day)) }))}
          />
        </Field>
      </div>
      <FormFooter submit={<Trans>Add Schedule</Trans>} />
    </FormCard>
  );
}
