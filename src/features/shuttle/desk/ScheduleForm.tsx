import { zodResolver } from '@hookform/resolvers/zod';
import { t as text } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { z } from 'zod/mini';
import { useAuthForm } from '@/features/auth/use-auth-form';
import { formatTime } from '@/lib/dates';
import { AppError } from '@/lib/errors';
import { clearDraft, readDraft, useFormDraft } from '@/lib/form-draft';
import { Button } from '@/ui/Button';
import { Select } from '@/ui/controls';
import { Field } from '@/ui/Field';
import { FormSummary } from '@/ui/FormSummary';
import { shuttleKeys } from '../runs/queries';
import { addSchedule, type Driver, type Schedule, type Service } from './queries';
import { DAYS, dayName } from './week';

const chosen = z.string().check(z.minLength(1, { error: () => text`Please fill in all required fields` }));
const schema = z.object({ driver_id: chosen, transport_id: chosen, day_of_week: chosen });
const FIELDS = ['driver_id', 'transport_id', 'day_of_week'] as const;

interface Props {
  userId: string;
  territoryId: string;
  drivers: readonly Driver[];
  services: readonly Service[];
  schedules: readonly Schedule[];
  onDone: (text: string | null) => void;
}

/** Who drives what on which day of the week. */
export function ScheduleForm({ userId, territoryId, drivers, services, schedules, onDone }: Props) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const draft = `schedule-${territoryId}-${userId}`;
  const form = useForm<z.infer<typeof schema>>({
    resolver: zodResolver(schema),
    defaultValues: { driver_id: '', transport_id: '', day_of_week: '', ...readDraft(draft, FIELDS) },
  });
  useFormDraft(form, draft, FIELDS);
  const own = useAuthForm(form, async (values) => {
    // The database says the same to two who add it at once.
    if (schedules.some((one) => FIELDS.every((field) => one[field] === values[field]))) {
      throw new AppError('schedule_exists', t`This driver already has a schedule for this service on this day`);
    }
    await addSchedule(values);
    clearDraft(draft);
    await client.invalidateQueries({ queryKey: shuttleKeys.all(userId) });
    onDone(t`Schedule added successfully`);
  });
  const active = drivers.filter((driver) => driver.active);
  return (
    <form
      noValidate
      aria-label={t`Add Schedule`}
      className="card grid max-w-3xl gap-5 p-5 sm:p-6 [&>div:first-child:empty]:hidden"
      onSubmit={(event) => void own.onSubmit(event)}
    >
      <FormSummary ref={own.summary} problems={own.problems} />
      <h2 className="font-title text-2xl">
        <Trans>Add Schedule</Trans>
      </h2>
      <div className="grid gap-5 sm:grid-cols-3">
        <Field
          label={t`Driver`}
          id={own.fieldId('driver_id')}
          error={own.errorOf('driver_id')}
          hint={active.length === 0 ? t`There is no active driver. Invite one first.` : undefined}
        >
          <Select aria-required {...form.register('driver_id')}>
            <option value="">{t`Select a driver`}</option>
            {active.map((driver) => (
              <option key={driver.id} value={driver.driver_id}>
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
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="primary" busy={own.sending}>
          <Trans>Add Schedule</Trans>
        </Button>
        <Button
          onClick={() => {
            clearDraft(draft);
            onDone(null);
          }}
        >
          <Trans>Cancel</Trans>
        </Button>
      </div>
    </form>
  );
}
