import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, Minus, Plus } from 'lucide-react';
import { useEffect } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import type { Departure } from '@/features/booking/checkout/dto';
import { labelsOf } from '@/features/booking/checkout/labels';
import type { BookingType, Service } from '@/features/booking/checkout/service';
import { formatMoney } from '@/lib/format/money';
import { Button } from '@/ui/Button';
import { Fresh } from '@/ui/Fresh';
import { type BookingForm, fieldId } from './booking-form';
import { ChoiceCard } from './ChoiceCard';
import { useDepartures } from './departures';
import { clampPeople, partyLimits, privatePays } from './party';

/** Returns the chosen departure. If none is chosen, returns whether the whole day is sold out. */
function useRoom(service: Service): { room: Departure | undefined; full: boolean } {
  const { control } = useFormContext<BookingForm>();
  const [serviceDate, slotId] = useWatch({ control, name: ['serviceDate', 'slotId'] });
  const { chosen, isFull } = useDepartures(service, serviceDate.slice(0, 7));
  const room = chosen({ serviceDate, slotId });
  return { room, full: !room && isFull(serviceDate) };
}

function TypeChoice({
  service,
  type,
  disabled,
  onPick,
}: {
  service: Service;
  type: BookingType;
  disabled: boolean;
  onPick: (type: BookingType) => void;
}) {
  const { t } = useLingui();
  const choices: { type: BookingType; name: string; price: string }[] = [
    {
      type: 'shared',
      name: t`Shared`,
      price: t`${formatMoney(service.sharedPrice ?? 0, service.currencySymbol)} per person`,
    },
    {
      type: 'private',
      name: t`Private`,
      price: `${formatMoney(service.privatePrice ?? 0, service.currencySymbol)} ${labelsOf(service.kind).wholePrice}`,
    },
  ];
  return (
    <fieldset className="field">
      <legend className="label">{t`Type of booking`}</legend>
      <div className="mt-1.5 grid grid-cols-2 gap-2 @max-[14rem]:grid-cols-1">
        {choices.map((choice) => (
          <ChoiceCard
            key={choice.type}
            name="booking-type"
            checked={type === choice.type}
            chosen={type === choice.type}
            disabled={disabled}
            onChange={() => onPick(choice.type)}
            title={choice.name}
            note={choice.price}
          />
        ))}
      </div>
    </fieldset>
  );
}

/**
 * Manages the number of people and the booking type. The number stays within the departure's limits, and the type
 * stays as the guest chose it.
 */
function useParty(service: Service) {
  const { control, setValue } = useFormContext<BookingForm>();
  const [people, type] = useWatch({ control, name: ['numPeople', 'bookingType'] });
  const { isSubmitted: shouldValidate } = useFormState({ control });
  const { room, full } = useRoom(service);
  const limits = partyLimits(service, type, room);
  const { min, max } = limits;

  // If the new departure has fewer seats, we lower the number of people. We never change the departure to fit the
  // number.
  const fitting = clampPeople(people, people, limits);
  useEffect(() => {
    if (fitting !== people) setValue('numPeople', fitting, { shouldValidate });
  }, [fitting, people, setValue, shouldValidate]);

  const step = (delta: 1 | -1) =>
    setValue('numPeople', clampPeople(people + delta, people, limits), { shouldValidate });
  const choose = (next: BookingType) => {
    setValue('bookingType', next);
    setValue('numPeople', clampPeople(people, people, partyLimits(service, next, room)), { shouldValidate });
  };
  const pays = type === 'shared' && privatePays(service, people, room);
  return { people, type, min, max, room, full, atMin: people <= min, atMax: people >= max, pays, step, choose };
}

/** Asks for the number of people and, for type `both`, whether the booking is shared or private. */
export function PartyField({ service, disabled }: { service: Service; disabled: boolean }) {
  const { t } = useLingui();
  const { control } = useFormContext<BookingForm>();
  const { errors } = useFormState({ control });
  const party = useParty(service);
  const { type, min, max, full, pays, choose } = party;
  const error = errors.numPeople?.message;

  return (
    <>
      {service.bookingType === 'both' && (
        <TypeChoice service={service} type={type} disabled={disabled} onPick={choose} />
      )}
      <div className="flex items-center justify-between gap-x-4 gap-y-2 @max-[14rem]:flex-wrap @max-[14rem]:[&>:first-child]:w-full">
        <div>
          <span className="label" id="booking-people-label">{t`Number of people`}</span>
          <span className="hint nums block" id={`${fieldId.numPeople}-hint`}>
            <Fresh>
              {max < min || full
                ? t`Not enough seats left`
                : type === 'private'
                  ? t`${min} - ${max} guests`
                  : t`${min} - ${max} spots available`}
            </Fresh>
          </span>
        </div>
        <PeopleStepper party={party} disabled={disabled} />
      </div>
      {pays && <PrivateLine service={service} disabled={disabled} onPick={() => choose('private')} />}
      {error && (
        <p className="err -mt-3">
          <CircleAlert aria-hidden="true" />
          {error}
        </p>
      )}
    </>
  );
}

/** Suggests a private booking if it costs no more than the seats. */
function PrivateLine({ service, disabled, onPick }: { service: Service; disabled: boolean; onPick: () => void }) {
  const price = formatMoney(service.privatePrice ?? 0, service.currencySymbol);
  return (
    <p role="status" className="-mt-4">
      <Button variant="link" size="sm" disabled={disabled} onClick={onPick}>
        <Trans>Private group: {price}</Trans>
      </Button>
    </p>
  );
}

const KEYS: Record<string, 1 | -1> = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 };

function PeopleStepper({ party, disabled }: { party: ReturnType<typeof useParty>; disabled: boolean }) {
  const { t } = useLingui();
  const { people, min, max, atMin, atMax, step } = party;
  return (
    <div className="stepper max-w-full flex-none">
      <button
        type="button"
        tabIndex={-1}
        aria-label={t`Fewer people`}
        disabled={disabled || atMin}
        onClick={() => step(-1)}
      >
        <Minus aria-hidden="true" />
      </button>
      <div
        role="spinbutton"
        id={fieldId.numPeople}
        tabIndex={disabled ? -1 : 0}
        aria-labelledby="booking-people-label"
        aria-describedby={`${fieldId.numPeople}-hint`}
        aria-valuenow={people}
        aria-valuemin={Math.min(min, people)}
        aria-valuemax={Math.max(max, people)}
        aria-disabled={disabled || undefined}
        className="nums min-w-9 rounded-sm text-center text-[1.0625rem] font-bold"
        onKeyDown={(event) => {
          const delta = KEYS[event.key];
          if (!delta || disabled) return;
          event.preventDefault();
          step(delta);
        }}
      >
        {people}
      </div>
      <button
        type="button"
        tabIndex={-1}
        aria-label={t`More people`}
        disabled={disabled || atMax}
        onClick={() => step(1)}
      >
        <Plus aria-hidden="true" />
      </button>
    </div>
  );
}
