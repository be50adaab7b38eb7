import { t as text } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { z } from 'zod/mini';
import { useSession } from '@/features/account/session/session';
import { workKeys } from '@/features/departures/day/queries';
import { departureKeys } from '@/features/management/calendar/queries';
import { formatLongDate, formatTime } from '@/lib/format/dates';
import { WEEK } from '@/lib/format/week';
import { isDate } from '@/ui/filter/use-url-state';
import { Select } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { FormFooter } from '@/ui/form/Form';
import { useForm } from '@/ui/form/use-form';
import { FormCard } from './FormCard';
import { addSchedules, type Choices } from './queries';
import { mayInviteDrivers } from './rights';
import { formLink } from './use-open-form';
import { dayName } from './week';

const chosen = z.string().check(z.minLength(1, { error: () => text`Please fill in all required fields` }));
const schema = z.object({
  driver_id: chosen,
  slot_id: chosen,
  days: z.array(z.string()).check(z.minLength(1, { error: () => text`Please fill in all required fields` })),
});

interface Props {
  userId: string;
  territoryId: string;
  choices: Choices;
  onDone: (text: string | null) => void;
}

/** Schedules a driver for a service on weekdays. */
export function ScheduleForm({ userId, territoryId, choices, onDone }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { drivers, departures } = choices;
  const [params] = useSearchParams();
  const from = params.get('from') ?? '';
  const date = isDate(from) ? formatLongDate(from) : '';
  const form = useForm({
    schema,
    // Prefilled if the form was opened from a departure without a driver.
    values: {
      driver_id: '',
      slot_id: departures.some(({ id }) => id === params.get('slot')) ? (params.get('slot') ?? '') : '',
      days: WEEK.filter((day) => day === params.get('day')),
    },
    draft: `schedule-${territoryId}-${userId}-${params.get('slot') ?? ''}`,
    save: ({ days, ...who }) => addSchedules(days.map((day_of_week) => ({ ...who, day_of_week }))),
    onSaved: async () => {
      await Promise.all([
        client.invalidateQueries({ queryKey: workKeys.all(userId) }),
        client.invalidateQueries({ queryKey: departureKeys.all }),
      ]);
      onDone(t`Schedule added successfully`);
    },
  });
  return (
    <FormCard form={form} title={t`Add schedule`} onCancel={() => onDone(null)}>
      {date && (
        <p className="mb-4 text-ink-2">
          <Trans>This schedule is for {date} and the same day every week, until you remove it.</Trans>{' '}
          <Link className="link" to={`?${new URLSearchParams({ tab: 'plan', from })}`}>
            <Trans>Assign a driver only for this date</Trans>
          </Link>
        </p>
      )}
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <Field label={t`Driver`} {...form.field('driver_id')} hint={drivers.length === 0 ? <NoDriver /> : undefined}>
          <Select
            aria-required
            {...form.register('driver_id')}
            empty={t`Select a driver`}
            options={drivers.map((driver) => ({ value: driver.driver_id, label: driver.full_name }))}
          />
        </Field>
        <Field label={t`Service`} {...form.field('slot_id')}>
          <Select
            aria-required
            {...form.register('slot_id')}
            empty={t`Select a service`}
            options={departures.map(({ id, title, at }) => ({
              value: id,
              label: at ? `${title}, ${formatTime(at)}` : title,
            }))}
          />
        </Field>
      </div>
      <Days {...form.field('days')} value={form.values.days} onChange={(days) => form.setValue('days', days)} />
      <FormFooter submit={<Trans>Add schedule</Trans>} />
    </FormCard>
  );
}

/** Tells people who may not invite drivers who can. */
function NoDriver() {
  const { hasRole } = useSession();
  if (!mayInviteDrivers(hasRole))
    return (
      <span key="staff">
        <Trans>There are no active drivers yet. A region or shuttle manager can invite one.</Trans>
      </span>
    );
  return (
    <span key="manager">
      <Trans>There are no active drivers.</Trans>{' '}
      <Link className="link" to={formLink('drivers', 'new')}>
        <Trans>Please invite a driver first.</Trans>
      </Link>
    </span>
  );
}

interface DaysProps {
  id?: string | undefined;
  error?: string | undefined;
  value: readonly string[];
  onChange: (days: string[]) => void;
}

/** Shows the weekdays as toggles, because a driver often has the same run on several days. */
function Days({ id, error, value, onChange }: DaysProps) {
  const { i18n } = useLingui();
  const noteId = useId();
  return (
    <fieldset className="mt-5" aria-describedby={error ? noteId : undefined}>
      <legend className="label mb-1.5">
        <Trans>Day of Week</Trans>
      </legend>
      <div className="flex flex-wrap gap-2">
        {WEEK.map((day, index) => (
          <button
            key={day}
            {...(index === 0 && id && { id })}
            type="button"
            className="chip"
            aria-pressed={value.includes(day)}
            onClick={() => onChange(WEEK.filter((one) => (one === day ? !value.includes(day) : value.includes(one))))}
          >
            {i18n._(dayName(day))}
          </button>
        ))}
      </div>
      {error && (
        <p className="err" id={noteId}>
          <CircleAlert aria-hidden="true" />
          <span>{error}</span>
        </p>
      )}
    </fieldset>
  );
}
