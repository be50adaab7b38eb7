import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod/mini';
import { type Departure, workKeys } from '@/features/departures/day/queries';
import { formatTimeOn } from '@/lib/format/dates';
import { Button } from '@/ui/Button';
import { Fresh } from '@/ui/Fresh';
import { SignInLink } from '@/ui/feedback/SignInLink';
import { Form, FormConflict } from '@/ui/form/Form';
import { NumberInput } from '@/ui/form/NumberInput';
import { numberShape } from '@/ui/form/number-rules';
import { useForm } from '@/ui/form/use-form';
import { isPickupMinutes, pickupAt } from './pickup-time';
import { getPickupMinutes, setPickupTime } from './queries';

const schema = z.object({
  minutes: numberShape.check(
    z.refine(isPickupMinutes, { error: () => t`Please enter whole minutes from -180 to 180, or leave it empty` }),
  ),
});

interface Props {
  userId: string;
  departure: Pick<Departure, 'service_id' | 'slot_id' | 'service_date' | 'start_time'>;
  /** The hotel, as the list shows it. */
  place: string;
  /** The saved minutes before the departure, or null. */
  minutes: number | null;
}

/**
 * Sets how long before the departure a hotel is visited, on all days of the service. Other saved minutes remount the
 * form, and typed text returns from the draft with its version.
 */
export function PickupTimeForm(props: Props) {
  const [round, setRound] = useState(0);
  return <TimeForm key={`${props.minutes} ${round}`} {...props} onReload={() => setRound(round + 1)} />;
}

interface FormProps extends Props {
  /** Resets the form. */
  onReload: () => void;
}

function TimeForm({ userId, departure, place, minutes, onReload }: FormProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: workKeys.all(userId) });
  const form = useForm({
    schema,
    values: { minutes },
    draft: `pickup-${departure.service_id}-${place.toLocaleLowerCase()}`,
    oneField: true,
    version: minutes,
    latest: () => getPickupMinutes(departure, place),
    save: (sent, { expectedVersion }) => setPickupTime(departure.service_id, place, sent.minutes, expectedVersion),
    onSaved: refresh,
    next: (saved) => saved,
  });
  const { id, error = form.problems[0]?.text } = form.field('minutes');
  const typed = form.values.minutes;
  const at = typed !== null && isPickupMinutes(typed) ? pickupAt(departure, typed) : null;
  const none = typed === null ? t`No time` : '';
  const time = at ? formatTimeOn(at, departure.service_date) : none;
  return (
    <Form
      form={form}
      label={t`Pickup time of ${place}`}
      className="flex flex-wrap items-center gap-2"
      ownProblems
      onReload={() => void refresh().then(onReload)}
    >
      <NumberInput
        id={id}
        control={form.control}
        name="minutes"
        // Keypads of digits have no minus.
        inputMode="text"
        className="input-sm nums min-h-11! w-20"
        aria-invalid={error ? true : undefined}
        aria-describedby={[`${id}-time`, error && `${id}-note`].filter(Boolean).join(' ')}
      />
      <label className="text-sm text-ink-2" htmlFor={id}>
        <Trans>minutes before departure</Trans>
        <span className="sr-only"> {place}</span>
      </label>
      <p id={`${id}-time`} className="nums text-sm font-semibold">
        <Fresh>{time}</Fresh>
      </p>
      {/* Letters don't count as a change, but whoever types them has to learn that they can't be saved. */}
      {(form.dirty || form.sending || Number.isNaN(typed)) && (
        <Button type="submit" size="sm" variant="primary" className="min-h-11!" busy={form.sending}>
          <Trans>Save time</Trans>
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
