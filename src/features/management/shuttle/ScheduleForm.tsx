import { zodResolver } from '@hookform/resolvers/zod';
import { t as text } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod/mini';
import { useAuthForm } from '@/features/account/sign-in/use-auth-form';
import { shuttleKeys } from '@/features/departures/shuttle/queries';
import { formatTime } from '@/lib/format/dates';
import { clearDraft, readDraft, useFormDraft } from '@/lib/storage/form-draft';
import { Select } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { DeskForm } from './DeskForm';
import { addSchedule, type Choices } from './queries';
import { DAYS, dayName } from './week';

const chosen = z.string().check(z.minLength(1, { error: () => text`Please fill in all required fields` }));
const schema = z.object({ driver_id: chosen, transport_id: chosen, day_of_week: chosen });
const FIELDS = ['driver_id', 'transport_id', 'day_of_week'] as const;

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
  const draft = `schedule-${territoryId}-${userId}`;
  const form = useForm<z.infer<typeof schema>>({
    resolver: zodResolver(schema),
    shouldFocusError: false,
    defaultValues: { driver_id: '', transport_id: '', day_of_week: '', ...readDraft(draft, FIELDS) },
  });
  useFormDraft(form, draft, FIELDS);
  const now = useWatch({ control: form.control });
  const forget = () => clearDraft(draft);
  const own = useAuthForm(form, async (values) => {
    await addSchedule(values);
    forget();
    await client.invalidateQueries({ queryKey: shuttleKeys.all(userId) });
    onDone(t`Schedule added successfully`);
  });
  const { drivers, services } = choices;
  return (
    <DeskForm
      own={own}
      title={t`Add Schedule`}
      submit={<Trans>Add Schedule</Trans>}
      dirty={FIELDS.some((field) => now[field])}
      forget={forget}
      onClose={() => onDone(null)}
    >
      <div className="grid gap-5 sm:grid-cols-3">
        <Field
          label={t`Driver`}
          id={own.fieldId('driver_id')}
          error={own.errorOf('driver_id')}
          hint={drivers.length === 0 ? t`There is no active driver. Invite one first.` : undefined}
        >
          <Select aria-required {...form.register('driver_id')}>
            <option value="">{t`Select a driver`}</option>
            {drivers.map((driver) => (
              <option key={driver.driver_id} value={driver.driver_id}>
                {driver.full_name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t`Service`} id={own.fieldId('transport_id')} error={own.errorOf('transport_id')}>
          <Select aria-required {...form.register('transport_id')}>
            <option value="">{t`Select a service`}</option>
            {services.map(({ id, title, departure_time: at }) => (
              <option key={id} value={id}>
                {at ? `${title}, ${formatTime(at)}` : title}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t`Day of Week`} id={own.fieldId('day_of_week')} error={own.errorOf('day_of_week')}>
          <Select aria-required {...form.register('day_of_week')}>
            <option value="">{t`Select a day`}</option>
            {DAYS.map((day) => (
              <option key={day} value={day}>
                {i18n._(dayName(day))}
              </option>
            ))}
          </Select>
        </Field>
      </div>
    </DeskForm>
  );
}
