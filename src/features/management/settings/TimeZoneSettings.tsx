import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { z } from 'zod/mini';
import { AppError } from '@/lib/api/errors';
import { Card } from '@/ui/Card';
import { Select } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form, FormFooter } from '@/ui/form/Form';
import { FieldError } from '@/ui/form/form-problems';
import { useForm } from '@/ui/form/use-form';
import { type ManagedTerritory, type SettingsPart, saveSettings, type TerritoryRules } from '../queries';
import { zoneOptions } from './time-zones';

interface Props {
  territory: ManagedTerritory;
  rules: TerritoryRules;
  onSaved: () => Promise<void>;
  onReload: () => void;
}

const schema = z.object({ time_zone: z.string() });

/** Edits a territory's time zone, which decides departures, deadlines and days. */
export function TimeZoneSettings({ territory, rules, onSaved, onReload }: Props) {
  const { t } = useLingui();
  const { time_zone } = territory;
  const version: SettingsPart | null = { time_zone };
  const isFixed = !rules.manages || rules.has_sold;
  const form = useForm({
    schema,
    values: { time_zone },
    draft: `time-zone-${territory.id}`,
    version,
    latest: async () => null,
    save: (values, { expectedVersion, key }) =>
      saveSettings(territory.id, expectedVersion, values, key).catch(besideZone),
    onSaved,
    next: (values) => values,
  });
  const zones = useMemo(() => zoneOptions(time_zone), [time_zone]);
  return (
    <Card className="p-4 sm:p-5">
      <Form form={form} className="grid grid-cols-1 gap-4" name={t`Time zone`} guarded onReload={onReload}>
        <h2 className="text-lg font-bold">
          <Trans>Local time</Trans>
        </h2>
        <Field
          label={t`Time zone`}
          hint={
            rules.has_sold
              ? t`This region already has sales, so only an administrator can change the time zone.`
              : rules.manages
                ? t`Departures keep their local time. A trip at 9:00 stays at 9:00 in the new time zone.`
                : t`Only a manager of the region can change this`
          }
          {...form.field('time_zone')}
        >
          <Select disabled={isFixed} {...form.register('time_zone')} options={zones} />
        </Field>
        {!isFixed && (
          <FormFooter variant={form.dirty ? 'primary' : 'secondary'} submit={<Trans>Save time zone</Trans>} />
        )}
      </Form>
    </Card>
  );
}

/**
 * The browser may offer a time zone that the database doesn't know, and the first booking may be made while the
 * form is open.
 */
function besideZone(error: unknown): never {
  if (error instanceof AppError && ['unknown_time_zone', 'time_zone_locked'].includes(error.code ?? ''))
    throw new FieldError('time_zone', error.message);
  throw error;
}
