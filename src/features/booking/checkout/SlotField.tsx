import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert } from 'lucide-react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { formatTime } from '@/lib/format/dates';
import { cx } from '@/ui/cx';
import { Skeleton } from '@/ui/feedback/states';
import type { BookingForm } from './draft';
import { fieldId } from './fields';
import { NextDates } from './NextDates';
import { departureFit, type Fit } from './people';
import type { Departure, Service } from './types';
import { useDepartures } from './use-departures';

function SlotNote({ fit, left }: { fit: Fit; left: number }) {
  if (fit === 'full') return <Trans>Full</Trans>;
  if (fit === 'closed') return <Trans>Closed</Trans>;
  if (fit === 'not_whole') return <Trans>Has guests</Trans>;
  return <>{plural(left, { one: '# left', other: '# left' })}</>;
}

type SlotProps = {
  departure: Departure;
  fit: Fit;
  checked: boolean;
  disabled: boolean;
  invalid: boolean;
  onPick: () => void;
  first: boolean;
};

function Slot({ departure, fit, checked, disabled, invalid, onPick, first }: SlotProps) {
  const off = disabled || fit !== 'fits';
  return (
    <label
      className={cx(
        'relative grid min-h-14 place-content-center rounded-md border px-1 text-center text-[.9375rem] has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        fit !== 'fits'
          ? 'border-line bg-surface-2 text-ink-3'
          : checked
            ? 'border-ink bg-ink text-canvas'
            : 'border-line-strong hover:border-ink',
      )}
    >
      <input
        type="radio"
        name="timeslot"
        id={first ? fieldId.timeslotId : undefined}
        className="absolute inset-0 m-0 size-full cursor-pointer appearance-none rounded-md outline-none disabled:cursor-not-allowed"
        checked={checked}
        disabled={off}
        aria-describedby={invalid ? `${fieldId.timeslotId}-note` : undefined}
        onChange={onPick}
      />
      <strong className={cx('nums block font-semibold', fit === 'full' && 'line-through')}>
        {formatTime(departure.startTime ?? '')}
      </strong>
      <span className={cx('nums block text-xs', fit === 'fits' && checked ? 'text-canvas/80' : 'text-ink-2')}>
        <SlotNote fit={fit} left={departure.available} />
      </span>
    </label>
  );
}

/** The times of the chosen date with the seats left on each; where there are none, the next dates that have room. */
export function SlotField({ service, disabled }: { service: Service; disabled: boolean }) {
  const { t } = useLingui();
  const { control, setValue } = useFormContext<BookingForm>();
  const { field, fieldState } = useController({ control, name: 'timeslotId' });
  const [serviceDate, bookingType] = useWatch({ control, name: ['serviceDate', 'bookingType'] });
  const { query, known, on, nextOpen } = useDepartures(service, serviceDate.slice(0, 7));
  const departures = on(serviceDate);
  const error = fieldState.error?.message;
  const fits = departures.map((departure) => departureFit(service, bookingType, departure));
  const firstOpen = Math.max(0, fits.indexOf('fits'));
  const others = known && !fits.includes('fits') ? nextOpen(serviceDate, 3) : [];

  return (
    <fieldset className="field" aria-describedby={error ? `${fieldId.timeslotId}-note` : undefined}>
      <legend className="label">{t`Time slot`}</legend>
      {!known && !query.error && <Skeleton className="mt-1.5 h-14" />}
      {query.error && (
        <p className="err mt-1.5">
          <CircleAlert aria-hidden="true" />
          <span>{query.error.message}</span>
          <button
            type="button"
            className="underline underline-offset-4"
            onClick={() => void query.refetch()}
          >{t`Try again`}</button>
        </p>
      )}
      {departures.length > 0 && (
        <div className="mt-1.5 grid grid-cols-3 gap-2">
          {departures.map((departure, index) => (
            <Slot
              key={departure.timeslotId}
              departure={departure}
              fit={fits[index] ?? 'closed'}
              checked={field.value === departure.timeslotId}
              disabled={disabled}
              invalid={Boolean(error)}
              first={index === firstOpen}
              onPick={() => field.onChange(departure.timeslotId ?? '')}
            />
          ))}
        </div>
      )}
      {known && departures.length === 0 && (
        <p className="hint mt-1.5">
          <Trans>No departures on this date.</Trans>
        </p>
      )}
      <NextDates
        dates={others}
        disabled={disabled}
        onPick={(date) => {
          setValue('timeslotId', '');
          setValue('serviceDate', date, { shouldValidate: Boolean(error) });
        }}
      />
      {error && (
        <p className="err" id={`${fieldId.timeslotId}-note`}>
          <CircleAlert aria-hidden="true" />
          {error}
        </p>
      )}
    </fieldset>
  );
}
