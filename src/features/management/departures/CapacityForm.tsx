import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod/mini';
import type { DepartureName } from '@/features/departures/departure-name';
import { Button } from '@/ui/Button';
import { Form } from '@/ui/form/Form';
import { NumberInput } from '@/ui/form/NumberInput';
import { numberShape } from '@/ui/form/number-rules';
import { useForm } from '@/ui/form/use-form';
import { isCount } from '../catalogue/numbers';
import { departureKeys, setCapacity } from './queries';

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
  /** Seats that are held or sold. */
  taken: number;
  /** The departure time, for screen readers. */
  hour: string;
}

/** The seats of this date only; the time slot keeps its number. */
export function CapacityForm({ name, capacity, taken, hour }: Props) {
  const client = useQueryClient();
  const form = useForm({
    schema: schemaOf(taken),
    values: { seats: capacity as number | null },
    draft: `seats-${name.serviceId}-${name.slotId}-${name.date}`,
    oneField: true,
    // Even after a failure: someone may have changed the departure.
    save: ({ seats }) =>
      setCapacity({ ...name, capacity: seats ?? capacity }).finally(() =>
        client.invalidateQueries({ queryKey: departureKeys.all }),
      ),
    next: (saved) => saved,
  });
  const { id, error = form.problems[0]?.text } = form.field('seats');
  return (
    <Form form={form} className="flex flex-1 flex-wrap items-end gap-2" ownProblems>
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
      {error && (
        <p className="err w-full" id={`${id}-note`} role="alert">
          {error}
        </p>
      )}
    </Form>
  );
}
