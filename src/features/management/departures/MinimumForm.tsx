import { t as text } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod/mini';
import { AppError } from '@/lib/api/errors';
import { Card } from '@/ui/Card';
import { Alert } from '@/ui/feedback/Alert';
import { LoadFailed } from '@/ui/feedback/LoadFailed';
import { LoadingArea, Skeleton } from '@/ui/feedback/states';
import { Input } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form, FormFooter } from '@/ui/form/Form';
import { FieldError } from '@/ui/form/form-problems';
import { NumberInput } from '@/ui/form/NumberInput';
import { numberShape } from '@/ui/form/number-rules';
import { useForm } from '@/ui/form/use-form';
import { isCount } from '../catalogue/numbers';
import { departureKeys, type RunMinimum, runMinimumQuery, setRunMinimum } from './queries';

const schema = z.object({
  minimum: numberShape.check(
    z.refine((count) => count === null || isCount(count), { error: () => text`A whole number from 1 to 1000` }),
  ),
  decideAt: z.string().check(z.regex(/^\d\d:\d\d/, { error: () => text`Please choose an hour` })),
});

interface Props {
  serviceId: string;
}

/** Edits a service's minimum of guests and the time of the decision. */
export function MinimumForm({ serviceId }: Props) {
  const { t } = useLingui();
  const query = useQuery(runMinimumQuery(serviceId));
  const [round, setRound] = useState(0);
  const [done, setDone] = useState(false);
  return (
    <Card className="mt-5 p-4 sm:p-5" role="region" aria-label={t`Minimum guests`}>
      <h2 className="text-lg font-bold">
        <Trans>Minimum guests</Trans>
      </h2>
      <p className="mt-1 mb-4 text-sm text-ink-2">
        <Trans>
          A shared departure with this many guests goes ahead. Below that, its guide and the team are asked an hour
          before the deadline. With no answer, it's cancelled, and guests choose another day or a refund.
        </Trans>{' '}
        <Trans>
          A new or higher minimum only applies to departures with no bookings yet. A lower one, or none, also applies to
          those already sold.
        </Trans>
      </p>
      {query.data ? (
        <MinimumFields
          // A new version remounts the form. Text that was typed returns from the draft, with the version it
          // belongs to.
          key={`${query.data.minimum} ${query.data.decideAt} ${round}`}
          serviceId={serviceId}
          saved={query.data}
          done={done}
          onDone={() => setDone(true)}
          onReload={() => void query.refetch().then(() => setRound(round + 1))}
        />
      ) : query.error ? (
        <LoadFailed query={query} />
      ) : (
        <LoadingArea label={t`Loading`}>
          <Skeleton className="h-20" />
        </LoadingArea>
      )}
    </Card>
  );
}

interface FieldsProps extends Props {
  saved: RunMinimum;
  done: boolean;
  onDone: () => void;
  /** Refetches the minimum and resets the form. */
  onReload: () => void;
}

function MinimumFields({ serviceId, saved, done, onDone, onReload }: FieldsProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useForm({
    schema,
    values: saved,
    draft: `minimum-${serviceId}`,
    version: saved,
    latest: () => client.fetchQuery(runMinimumQuery(serviceId)),
    save: (values, { expectedVersion }) => setRunMinimum(serviceId, values, expectedVersion).catch(besideField),
    onSaved: async () => {
      await client.invalidateQueries({ queryKey: departureKeys.all });
      onDone();
    },
    next: (now) => now,
  });
  return (
    <Form form={form} className="grid gap-4 sm:grid-cols-2" guarded onReload={onReload}>
      <Field
        label={t`Guests needed`}
        optional
        hint={t`Leave empty to run with any number of guests.`}
        {...form.field('minimum')}
      >
        <NumberInput control={form.control} name="minimum" decimals={0} className="nums" />
      </Field>
      <Field label={t`Decision time`} hint={t`The day before, in the region's local time.`} {...form.field('decideAt')}>
        <Input type="time" {...form.register('decideAt')} />
      </Field>
      <FormFooter submit={<Trans>Save minimum</Trans>} />
      {done && !form.dirty && (
        <Alert tone="success" className="col-span-full">
          <span>
            <Trans>Saved</Trans>
          </span>
        </Alert>
      )}
    </Form>
  );
}

function besideField(error: unknown): never {
  const isAbove = error instanceof AppError && error.code === 'minimum_above_seats';
  throw isAbove ? new FieldError('minimum', error.message) : error;
}
