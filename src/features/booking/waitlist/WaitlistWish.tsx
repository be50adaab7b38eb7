import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import { useState } from 'react';
import { checkoutKeys } from '@/features/booking/checkout/queries';
import { Button } from '@/ui/Button';
import { FailureAlert } from '@/ui/feedback/FailureAlert';
import { joinWaitlist, type Wish, waitlistKeys } from './queries';

interface Props {
  departure: Omit<Wish, 'people'>;
  /** The numbers one can wait for: more than are free, up to the service's maximum. */
  min: number;
  max: number;
  /** The number of people chosen in the form. */
  people: number;
  /** Null for a visitor, who has to sign in first. */
  userId: string | null;
  onSignIn: () => void;
  disabled: boolean;
}

/** The button that joins the waitlist. */
export function WaitlistWish({ departure, min, max, people, userId, onSignIn, disabled }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const [wanted, setWanted] = useState(people);
  const seats = Math.min(Math.max(wanted, min), max);
  const join = useMutation({
    mutationFn: joinWaitlist,
    // The request may have been refused because there are seats now, so the form refetches.
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: waitlistKeys.mine(userId ?? '') }),
        client.invalidateQueries({ queryKey: checkoutKeys.all }),
      ]),
  });
  const press = () => (userId ? join.mutate({ ...departure, people: seats }) : onSignIn());
  const numbers = Array.from({ length: max - min + 1 }, (_, n) => min + n);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <select
          aria-label={t`Seats you need`}
          className="input nums w-auto! py-1.5!"
          value={seats}
          disabled={disabled || join.isPending}
          onChange={(event) => setWanted(Number(event.target.value))}
        >
          {numbers.map((number) => (
            <option key={number}>{number}</option>
          ))}
        </select>
        <Button
          size="sm"
          className="whitespace-normal"
          disabled={disabled}
          busy={join.isPending}
          icon={<BellRing aria-hidden="true" />}
          onClick={press}
        >
          {plural(seats, { one: 'Notify me when # seat opens up', other: 'Notify me when # seats open up' })}
        </Button>
      </div>
      <FailureAlert error={join.error} />
      <p className="hint">
        <Trans>
          Joining the waitlist is free. When it's your turn, we'll hold the seats for a while and let you know.
        </Trans>
      </p>
    </div>
  );
}
