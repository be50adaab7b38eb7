import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { STATES, SUBJECTS, stateLabel, subjectLabels } from '@/features/catalogue/conditions/labels';
import { conditionKeys } from '@/features/catalogue/conditions/queries';
import type { Done } from '@/features/departures/cancelling/CancelDepartureDialog';
import { cancelCount } from '@/features/departures/cancelling/CancelPreview';
import { QueryFailed } from '@/ui/feedback/LoadFailed';
import { LoadingArea, Skeleton } from '@/ui/feedback/states';
import { Checkbox, Input, Select } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form, FormFooter } from '@/ui/form/Form';
import { type AppForm, useForm } from '@/ui/form/use-form';
import { bookingChoicesQuery } from '../bookings/territory/queries';
import { FieldGroup } from '../catalogue/FieldGroup';
import { OriginalLanguage, TranslatedField } from '../catalogue/TranslatedField';
import { AffectedDepartures } from './AffectedDepartures';
import { ClosingField } from './ClosingField';
import { type ManagedCondition, managedConditionsQuery } from './queries';
import { CONDITION_TEXTS, type ConditionValues, conditionSchema, conditionValues } from './schema';
import { isCancelling, isKnown, useClosing, useSaveCondition } from './use-closing';

interface Props {
  territoryId: string;
  timeZone: string;
  /** Null for a new alert. */
  condition: ManagedCondition | null;
  onClose: () => void;
  /** `done` says what was cancelled together with the alert. */
  onSaved: (done: Done | null) => void;
  /** Refetches the alert and resets the form. */
  onReload: () => void;
}

/** Posts a travel alert, or changes a current one. */
export function ConditionForm({ territoryId, timeZone, condition, onClose, onSaved, onReload }: Props) {
  const { i18n, t } = useLingui();
  const client = useQueryClient();
  const schema = useMemo(() => conditionSchema(timeZone), [timeZone]);
  const [values] = useState(() => conditionValues(condition, timeZone));
  const form = useForm({
    schema,
    values,
    draft: `condition-${condition?.id ?? `new-${territoryId}`}`,
    id: condition?.id,
    version: condition?.revision ?? null,
    latest: async () =>
      (await client.fetchQuery(managedConditionsQuery(territoryId))).find(({ id }) => id === condition?.id)?.revision,
    save: (filled, record) => saving.save(filled, record),
    onSaved: async () => {
      await client.invalidateQueries({ queryKey: conditionKeys.all });
      onSaved(saving.done.current);
      onClose();
    },
  });
  const closing = useClosing(territoryId, form.values);
  const saving = useSaveCondition({ territoryId, preview: closing?.data });
  return (
    <Form
      form={form}
      label={condition ? t`Edit travel alert` : t`Post a travel alert`}
      className="grid gap-5 border-t border-line bg-surface-2 p-4 sm:p-5"
      onCancel={onClose}
      onReload={onReload}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t`Type`} {...form.field('subject')}>
          <Select
            options={SUBJECTS.map((value) => ({ value, label: i18n._(subjectLabels[value]) }))}
            {...form.register('subject')}
          />
        </Field>
        <Field label={t`Status`} {...form.field('state')}>
          <Select
            options={STATES.map((value) => ({ value, label: stateLabel(form.values.subject, value) }))}
            {...form.register('state')}
          />
        </Field>
      </div>
      <OriginalLanguage record={condition} />
      <TranslatedField name="text" text={CONDITION_TEXTS.text} record={condition} rows={3} required />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t`Since`} hint={t`Use the region's local time`} {...form.field('starts_at')}>
          <Input type="datetime-local" {...form.register('starts_at')} />
        </Field>
        <Field
          label={t`Expected until`}
          hint={t`The travel alert ends automatically at this time`}
          {...form.field('ends_at')}
        >
          <Input type="datetime-local" aria-required {...form.register('ends_at')} />
        </Field>
      </div>
      <ServicesField territoryId={territoryId} form={form} />
      <Field label={t`Source`} optional hint={t`Link to the source`} {...form.field('source_url')}>
        <Input type="url" inputMode="url" maxLength={500} placeholder="https://" {...form.register('source_url')} />
      </Field>
      <Checkbox label={t`Notify guests with bookings`} {...form.register('tell')} />
      {form.values.state !== 'open' && !isCancelling(form.values) && isKnown(form.values) && (
        <AffectedDepartures territoryId={territoryId} scope={form.values} />
      )}
      {form.values.state === 'closed' && <ClosingField form={form} query={closing} />}
      <Footer isNew={condition === null} count={isCancelling(form.values) ? cancelCount(closing?.data) : 0} />
    </Form>
  );
}

/** `count` is the number of departures that are cancelled together with the alert. */
function Footer({ isNew, count }: { isNew: boolean; count: number }) {
  if (count > 0) {
    const act = isNew
      ? plural(count, { one: 'Post and cancel # departure', other: 'Post and cancel # departures' })
      : plural(count, { one: 'Save and cancel # departure', other: 'Save and cancel # departures' });
    return <FormFooter key="cancel" variant="danger" submit={<span key={act}>{act}</span>} />;
  }
  return <FormFooter key="save" submit={isNew ? <Trans>Post travel alert</Trans> : <Trans>Save Changes</Trans>} />;
}

/** Asks whether the alert affects all services of the territory or only some. */
function ServicesField({ territoryId, form }: { territoryId: string; form: AppForm<ConditionValues> }) {
  const { t } = useLingui();
  const { touches_all: all, service_ids: chosen } = form.values;
  const { id, error } = form.field('service_ids');
  return (
    <FieldGroup id={id} legend={<Trans>Affected services</Trans>} error={error}>
      <Checkbox label={t`All services in the region`} {...form.register('touches_all')} />
      {!all && (
        <ServiceChoices
          territoryId={territoryId}
          firstId={id}
          chosen={chosen}
          onChange={(services) => form.setValue('service_ids', services)}
        />
      )}
    </FieldGroup>
  );
}

interface ServiceChoicesProps {
  territoryId: string;
  firstId: string;
  chosen: readonly string[];
  onChange: (services: string[]) => void;
}

function ServiceChoices({ territoryId, firstId, chosen, onChange }: ServiceChoicesProps) {
  const { t } = useLingui();
  const query = useQuery(bookingChoicesQuery(territoryId));
  if (!query.data) {
    return query.error ? (
      <QueryFailed query={query} />
    ) : (
      <LoadingArea label={t`Loading`}>
        <Skeleton className="mt-2 h-5 w-2/5" />
      </LoadingArea>
    );
  }
  if (query.data.services.length === 0) {
    return (
      <p className="text-sm text-ink-2">
        <Trans>The region has no services yet.</Trans>
      </p>
    );
  }
  return (
    <ul className="mt-1 grid gap-x-4 sm:grid-cols-2">
      {query.data.services.map(({ id, title }, index) => (
        <li key={id}>
          <Checkbox
            {...(index === 0 ? { id: firstId } : {})}
            label={title}
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
            }
          />
        </li>
      ))}
    </ul>
  );
}
