import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod/mini';
import type { DepartureName } from '@/features/departures/departure-name';
import { isVersionConflict } from '@/lib/api/versions';
import { Button } from '@/ui/Button';
import { SignInLink } from '@/ui/feedback/SignInLink';
import { Form, FormConflict } from '@/ui/form/Form';
import { NumberInput } from '@/ui/form/NumberInput';
import { numberShape } from '@/ui/form/number-rules';
import { useForm } from '@/ui/form/use-form';
import { isCount } from '../catalogue/numbers';
import { departureKeys, getCapacity, setCapacity } from './queries';

const noCount = () => t`Please enter a whole number from 0 to 1000`;
const schemaOf = (taken: number) =>
  z.object({
    seats: numberShape.check(
      z.refine((seats) => isCount(seats, 0), { error: noCount, abort: true }),
      z.refine((seats) => seats !== null && seats >= taken, {
        error: () => t`More seats than this are already held or sold`,
      }),
    ),
  });

interface Props {
  name: DepartureName;
  capacity: number;
  taken: number;
  /** The departure time, for screen readers. */
  hour: string;
}

/**
 * Changes the seats of this date only. The time slot keeps its number. A new number remounts the form, and typed text
 * returns from the draft with its version.
 */
export function CapacityForm(props: Props) {
  const [round, setRound] = useState(0);
  return <SeatsForm key={`${props.capacity} ${round}`} {...props} onReload={() => setRound(round + 1)} />;
}

interface FormProps extends Props {
  /** Resets the form. */
  onReload: () => void;
}

function SeatsForm({ name, capacity, taken, hour, onReload }: FormProps) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: departureKeys.all });
  const form = useForm({
    schema: schemaOf(taken),
    values: { seats: capacity as number | null },
    draft: `seats-${name.serviceId}-${name.slotId}-${name.date}`,
    oneField: true,
    version: capacity,
    latest: () => getCapacity(name),
    save: ({ seats }, { expectedVersion }) =>
      setCapacity({ ...name, capacity: seats ?? capacity, expected: expectedVersion }).catch(async (error: unknown) => {
        // Refetched because someone may have sold seats. A conflict is asked about first.
        if (!isVersionConflict(error)) await refresh();
        throw error;
      }),
    onSaved: refresh,
    next: (saved) => saved,
  });
  const { id, error = form.problems[0]?.text } = form.field('seats');
  return (
    <Form
      form={form}
      className="flex flex-1 flex-wrap items-end gap-2"
      ownProblems
      onReload={() => void refresh().then(onReload)}
    >
      <div className="field w-20">
        <label className="label text-xs!" htmlFor={id}>
          <Trans>Seats</Trans>
          <span className="sr-only"> {hour}</span>
        </label>
        <NumberInput
          id={id}
          control={form.control}
          name="seats"
          decimals={0}
          className="input-sm nums min-h-11!"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-note` : undefined}
        />
      </div>
      {(form.dirty || form.sending) && (
        <Button type="submit" size="sm" variant="primary" className="min-h-11!" busy={form.sending}>
          <Trans>Save seats</Trans>
        </Button>
      )}
      <FormConflict />
      {error && (
        <p className="err w-full" id={`${id}-note`} role="alert">
          {error}
        </p>
      )}
      {form.problems[0]?.signIn && <SignInLink />}
    </Form>
  );
}
