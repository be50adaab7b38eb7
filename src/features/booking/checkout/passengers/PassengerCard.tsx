import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import type { BookingForm } from '@/features/booking/checkout/draft';
import { cx } from '@/ui/cx';
import { PassengerFields } from './PassengerFields';
import { type Passenger, passengerOf } from './passengers';

/** On a phone each passenger is a line until it is opened; beside the page there is room for the forms. */
const isWide = () => globalThis.matchMedia?.('(min-width: 64rem)').matches ?? false;

function usePassenger(index: number): Passenger {
  const { control } = useFormContext<BookingForm>();
  const form = useWatch({ control }) as BookingForm;
  return passengerOf(form.passengers[index], index, form);
}

function Summary({ passenger, number, broken }: { passenger: Passenger; number: number; broken: boolean }) {
  const { t } = useLingui();
  const name = passenger.name.trim();
  const contact = [passenger.email.trim(), passenger.whatsapp].filter(Boolean).join(' · ');
  return (
    <span className="min-w-0 flex-1">
      <strong className="block truncate font-semibold">
        {name && <span className="sr-only">{t`Passenger ${number}`} </span>}
        {name || t`Passenger ${number}`}
      </strong>
      <span className={cx('block truncate text-xs', broken ? 'font-semibold text-danger-text' : 'text-ink-2')}>
        {broken ? (
          <Trans>Please check</Trans>
        ) : name ? (
          contact || t`Passenger ${number}`
        ) : (
          <Trans>Add their name</Trans>
        )}
      </span>
    </span>
  );
}

/** A person who travels: a line that says who, and their form below it. */
export function PassengerCard({ index, disabled }: { index: number; disabled: boolean }) {
  const { control } = useFormContext<BookingForm>();
  const { errors, submitCount } = useFormState({ control });
  const passenger = usePassenger(index);
  const number = index + 1;
  const bodyId = useId();
  const broken = Boolean(errors.passengers?.[index]);
  // The first one is the booker, whose form fills itself.
  const [open, setOpen] = useState(() => index > 0 && passenger.name === '' && isWide());

  // Each press that found something opens where it is.
  const found = broken ? submitCount : 0;
  useEffect(() => {
    if (found > 0) setOpen(true);
  }, [found]);

  return (
    <li className={cx('rounded-md border', broken ? 'border-danger' : 'border-line-strong')}>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={bodyId}
        className="flex min-h-14 w-full cursor-pointer items-center gap-3 rounded-md px-3 py-2 text-left text-[.9375rem]"
        onClick={() => setOpen(!open)}
      >
        <span
          aria-hidden="true"
          className="nums grid size-8 flex-none place-items-center rounded-full bg-surface-3 text-sm font-bold"
        >
          {number}
        </span>
        <Summary passenger={passenger} number={number} broken={broken} />
        <ChevronDown
          aria-hidden="true"
          className={cx('size-5 flex-none text-ink-2 transition-transform', open && 'rotate-180')}
        />
      </button>
      <div id={bodyId} hidden={!open}>
        {open && <PassengerFields index={index} passenger={passenger} disabled={disabled} />}
      </div>
    </li>
  );
}
