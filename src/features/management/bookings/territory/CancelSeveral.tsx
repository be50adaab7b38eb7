import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { typeName } from '@/features/catalogue/transport/labels';
import { transportTypesQuery } from '@/features/catalogue/transport/queries';
import CancelDepartureDialog from '@/features/departures/cancelling/CancelDepartureDialog';
import type { Cancellation, Selection } from '@/features/departures/cancelling/queries';
import { addDays } from '@/lib/format/dates';
import { Input, Select } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { bookingChoicesQuery } from './queries';

/** The longest range that the database accepts. */
const MAX_DAYS = 31;

/** Marks a value as a type of transport, as no service id starts like this. */
const OF_TYPE = 'type:';
const readWhat = (what: string) =>
  what.startsWith(OF_TYPE) ? { transportTypeId: what.slice(OF_TYPE.length) } : what ? { serviceId: what } : {};

interface Props {
  territoryId: string;
  /** The current date in the territory. */
  today: string;
  onClose: (left: Cancellation | null) => void;
  onChanged: () => Promise<unknown>;
}

/**
 * Cancels future departures of one or more days: all of them, those of one type of transport, or those of one
 * service. Nothing is selected at first.
 */
export default function CancelSeveral({ territoryId, today, onClose, onChanged }: Props) {
  const { t } = useLingui();
  const choices = useQuery(bookingChoicesQuery(territoryId));
  const [{ from, to }, setDays] = useState({ from: '', to: '' });
  const types = useQuery(transportTypesQuery());
  const [what, setWhat] = useState('');
  const last = from && addDays(from, MAX_DAYS);
  // A date can be invalid while the user types. We show the error and block cancelling, but don't replace what was
  // typed.
  const isRange = from <= to && to <= last;
  const error = from && to && !isRange ? t`On or after the first day, up to ${MAX_DAYS} days later` : undefined;
  const selection: Selection | null = from && to && isRange ? { territoryId, from, to, ...readWhat(what) } : null;
  return (
    <CancelDepartureDialog
      selection={selection}
      onClose={onClose}
      onChanged={onChanged}
      scope={
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t({ message: 'From', context: 'date' })}>
            <Input
              type="date"
              min={today}
              value={from}
              onChange={({ target: { value } }) =>
                value && setDays({ from: value, to: to.localeCompare(value) < 0 ? value : to })
              }
            />
          </Field>
          <Field label={t({ message: 'To', context: 'date' })} error={error}>
            <Input
              type="date"
              min={from || today}
              {...(last && { max: last })}
              value={to}
              onChange={({ target: { value } }) => value && setDays({ from: from || value, to: value })}
            />
          </Field>
          <Field label={t`Service`} className="sm:col-span-2" hint={(choices.error ?? types.error)?.message}>
            <Select
              value={what}
              onChange={({ target }) => setWhat(target.value)}
              options={[
                { value: '', label: t`All departures` },
                ...(types.data ?? []).map((type) => {
                  const name = typeName(type);
                  return { value: `${OF_TYPE}${type.id}`, label: t`All transport: ${name}` };
                }),
                ...(choices.data?.services ?? []).map(({ id, title }) => ({ value: id, label: title })),
              ]}
            />
          </Field>
        </div>
      }
    />
  );
}
