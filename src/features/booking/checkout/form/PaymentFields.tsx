import { plural, t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Banknote, CreditCard } from 'lucide-react';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import type { Departure } from '@/features/booking/checkout/dto';
import type { BookingType, Service } from '@/features/booking/checkout/service';
import { Checkbox } from '@/ui/form/controls';
import { lazyPart } from '@/ui/loading/lazy-part';
import { type BookingForm, fieldId } from './booking-form';
import { ChoiceCard } from './ChoiceCard';
import { useDepartures } from './departures';
import { useFormWaits } from './use-chosen-departure';

const NO_CASH = 'booking-no-cash';
const WaiverDialog = lazyPart(() => import('@/features/booking/waiver/WaiverDialog'));

/**
 * Returns why a party can't pay in cash, or null if it can. New guests may take only a limited share of a
 * departure's seats in cash.
 */
function cashRefusal(departure: Departure | undefined, type: BookingType, numPeople: number): string | null {
  if (!departure || departure.closed || departure.available < 1) return null; // the departure shows this problem itself
  const { cashSeats, capacity } = departure;
  if (cashSeats < 1) return t`There are no cash seats left on this departure. Please pay by card`;
  if (type === 'private') {
    if (cashSeats >= capacity || departure.available < capacity) return null;
    return t`A private booking takes the whole departure, so please pay by card`;
  }
  if (numPeople <= cashSeats) return null;
  return plural(cashSeats, {
    one: 'Only # cash seat is left on this departure. Please pay by card',
    other: 'Only # cash seats are left on this departure. Please pay by card',
  });
}

/**
 * Offers card or cash if the experience takes cash. If this departure no longer takes cash, explains why and
 * chooses the card.
 */
export function PaymentMethodField({ service, disabled }: { service: Service; disabled: boolean }) {
  const { t } = useLingui();
  const { control, register, setValue } = useFormContext<BookingForm>();
  const [method, serviceDate, slotId, type, numPeople] = useWatch({
    control,
    name: ['paymentMethod', 'serviceDate', 'slotId', 'bookingType', 'numPeople'],
  });
  const { chosen, on } = useDepartures(service, serviceDate.slice(0, 7));
  // A private group needs one empty departure on the day, so we can check this before a time is chosen.
  const whole =
    type === 'private'
      ? on(serviceDate).find(({ available, capacity, closed }) => !closed && available >= capacity)
      : undefined;
  const departure = chosen({ serviceDate, slotId }) ?? whole;
  const refusal = cashRefusal(departure, type, numPeople);
  const barred = refusal !== null && !disabled;
  useEffect(() => {
    if (barred && method === 'cash') setValue('paymentMethod', 'card');
  }, [barred, method, setValue]);
  const waits = useFormWaits(service);
  const choices = [
    {
      value: 'card',
      icon: <CreditCard aria-hidden="true" className="size-5" />,
      name: t`Card`,
      note: waits ? t`Charged once the trip is confirmed` : t`Pay now`,
    },
    {
      value: 'cash',
      icon: <Banknote aria-hidden="true" className="size-5" />,
      name: t`Cash`,
      note: t`Pay your guide on the day`,
    },
  ];
  return (
    <fieldset className="field">
      <legend className="label">
        <Trans>How do you want to pay?</Trans>
      </legend>
      <div className="mt-1.5 grid grid-cols-2 gap-2 @max-[14rem]:grid-cols-1">
        {choices.map(({ value, icon, name, note }) => (
          <ChoiceCard
            key={value}
            {...register('paymentMethod')}
            value={value}
            disabled={disabled || (value === 'cash' && refusal !== null)}
            unavailable={value === 'cash' && refusal !== null}
            aria-describedby={value === 'cash' && refusal ? NO_CASH : undefined}
            chosen={method === value}
            layout="flex items-center gap-2.5 px-3 py-2"
            icon={icon}
            title={name}
            note={note}
          />
        ))}
      </div>
      {refusal && (
        <p id={NO_CASH} role="status" className="hint mt-1.5">
          {refusal}
        </p>
      )}
    </fieldset>
  );
}

type WaiverProps = { disabled: boolean; open: boolean; onOpenChange: (open: boolean) => void };

export function WaiverField({ disabled, open, onOpenChange }: WaiverProps) {
  const { t } = useLingui();
  const { register, formState, getFieldState, setValue } = useFormContext<BookingForm>();
  const accept = () => {
    setValue('waiverAccepted', true, { shouldValidate: formState.isSubmitted });
    onOpenChange(false);
  };
  return (
    <>
      <div className="relative">
        <Checkbox
          {...register('waiverAccepted')}
          id={fieldId.waiverAccepted}
          disabled={disabled}
          error={getFieldState('waiverAccepted', formState).error?.message}
          label={<Trans>I have read and accept the waiver</Trans>}
        />
        <button
          type="button"
          className="btn-link inline-flex min-h-8 items-center pl-9 text-left text-[.9375rem] font-semibold"
          onClick={() => onOpenChange(true)}
        >
          {t`Waiver and Release of Liability`}
        </button>
      </div>
      {open && <WaiverDialog open onOpenChange={onOpenChange} onAccept={accept} />}
    </>
  );
}
