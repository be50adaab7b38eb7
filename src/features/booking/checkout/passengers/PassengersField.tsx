import { Trans } from '@lingui/react/macro';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { BookingForm } from '@/features/booking/checkout/draft';
import { PassengerCard } from './PassengerCard';
import { fillPassengers } from './passengers';

/** One form a person (spec part 2, section 3). It follows the number of people; who is taken away is kept for a return. */
export function PassengersField({ disabled }: { disabled: boolean }) {
  const { control, getValues, setValue } = useFormContext<BookingForm>();
  const [numPeople, passengers] = useWatch({ control, name: ['numPeople', 'passengers'] });
  const there = passengers.length;
  useEffect(() => {
    if (there < numPeople) setValue('passengers', fillPassengers(getValues('passengers'), numPeople));
  }, [there, numPeople, getValues, setValue]);

  return (
    <fieldset className="field min-w-0">
      <legend className="label">
        <Trans>Passengers</Trans>
      </legend>
      <ol className="mt-1.5 grid grid-cols-[minmax(0,1fr)] gap-2">
        {passengers.slice(0, numPeople).map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a passenger is their place in the list
          <PassengerCard key={index} index={index} disabled={disabled} />
        ))}
      </ol>
    </fieldset>
  );
}
