import { plural, t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert, Clock } from 'lucide-react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import type { Departure } from '@/features/booking/checkout/dto';
import type { Service } from '@/features/booking/checkout/service';
import { formatShortDate, formatTime } from '@/lib/format/dates';
import { Button } from '@/ui/Button';
import { cx } from '@/ui/cx';
import { Fresh } from '@/ui/Fresh';
import { Skeleton } from '@/ui/feedback/states';
import { type BookingForm, fieldId } from './booking-form';
import { ChoiceCard } from './ChoiceCard';
import { departureFit, type Fit, useDepartures } from './departures';

function SlotNote({ fit, left }: { fit: Fit; left: number }) {
  const notes: Record<Fit, string> = {
    fits: plural(left, { one: '# left', other: '# left' }),
    full: t`Full`,
    closed: t`Closed`,
    not_whole: t`Already booked by others`,
  };
  return <Fresh>{notes[fit]}</Fresh>;
}

type SlotProps = {
  departure: Departure;
  fit: Fit;
  chosen: boolean;
  id: string | undefined;
  disabled: boolean;
  invalid: boolean;
  onPick: () => void;
};

function Slot({ departure, fit, chosen, id, disabled, invalid, onPick }: SlotProps) {
  const time = formatTime(departure.startTime ?? '');
  return (
    <ChoiceCard
      name="timeslot"
      id={id}
      layout="grid place-content-center px-1 text-center"
      checked={chosen}
      chosen={chosen}
      unavailable={fit !== 'fits'}
      disabled={disabled || fit !== 'fits'}
      aria-describedby={invalid ? `${fieldId.slotId}-note` : undefined}
      onChange={onPick}
      title={<span className={cx('nums', fit === 'full' && 'line-through')}>{time}</span>}
      note={<SlotNote fit={fit} left={departure.available} />}
    />
  );
}

/** Shows the date's times with the seats left, or the next dates that have seats. */
export function SlotField({ service, disabled }: { service: Service; disabled: boolean }) {
  const { t } = useLingui();
  const { control, setValue } = useFormContext<BookingForm>();
  const { field, fieldState } = useController({ control, name: 'slotId' });
  const [serviceDate, bookingType] = useWatch({ control, name: ['serviceDate', 'bookingType'] });
  const { query, known, on, nextOpen } = useDepartures(service, serviceDate.slice(0, 7));
  const departures = on(serviceDate);
  const error = fieldState.error?.message;
  const fits = departures.map((departure) => departureFit(service, bookingType, departure));
  const firstOpen = Math.max(0, fits.indexOf('fits'));
  const others = known && !fits.includes('fits') ? nextOpen(serviceDate, 3) : [];

  return (
    <fieldset className="field" aria-describedby={error ? `${fieldId.slotId}-note` : undefined}>
      <legend className="label">{service.kind === 'transport' ? t`Departure time` : t`Time slot`}</legend>
      {!known && !query.error && <Skeleton className="mt-1.5 h-14" />}
      {query.error && <LoadFailed query={query} className="mt-1.5" />}
      <div className="mt-1.5 grid grid-cols-3 gap-2 @max-[14rem]:grid-cols-2 @max-[8rem]:grid-cols-1 empty:hidden">
        {departures.map((departure, index) => (
          <Slot
            key={departure.slotId}
            departure={departure}
            fit={fits[index] ?? 'closed'}
            chosen={field.value === departure.slotId}
            id={index === firstOpen ? fieldId.slotId : undefined}
            disabled={disabled}
            invalid={Boolean(error)}
            onPick={() => field.onChange(departure.slotId)}
          />
        ))}
      </div>
      {known && departures.length === 0 && (
        <p className="hint mt-1.5">
          <Trans>No departures on this date.</Trans>
        </p>
      )}
      <NextDates
        dates={others}
        disabled={disabled}
        onPick={(date) => {
          setValue('slotId', '');
          setValue('serviceDate', date, { shouldValidate: Boolean(error) });
        }}
      />
      {error && (
        <p className="err" id={`${fieldId.slotId}-note`}>
          <CircleAlert aria-hidden="true" />
          {error}
        </p>
      )}
    </fieldset>
  );
}

function Seats({ departure, fit }: { departure: Departure; fit: Fit }) {
  const { available } = departure;
  if (fit === 'closed')
    return (
      <span>
        <Trans>Closed on this date</Trans>
      </span>
    );
  if (fit === 'not_whole')
    return (
      <span>
        <Trans>Other guests are booked on this date: share it, or choose another date</Trans>
      </span>
    );
  if (fit === 'full' && available > 0)
    return <Fresh key="few">{plural(available, { one: 'Only # seat left', other: 'Only # seats left' })}</Fresh>;
  if (fit === 'full')
    return (
      <span>
        <Trans>Sold out on this date</Trans>
      </span>
    );
  return <Fresh key="left">{plural(available, { one: '# seat left', other: '# seats left' })}</Fresh>;
}

/**
 * Shows when transport leaves and how many seats are left on the chosen date, or the next departures that have
 * seats. If there are several times, the guest chooses one.
 */
export function DepartureField({ service, disabled }: { service: Service; disabled: boolean }) {
  const { control, setValue } = useFormContext<BookingForm>();
  const [serviceDate, slotId, type] = useWatch({ control, name: ['serviceDate', 'slotId', 'bookingType'] });
  const { query, known, on, chosen, nextOpen } = useDepartures(service, serviceDate.slice(0, 7));
  const departure = chosen({ serviceDate, slotId });
  if (query.error) return <LoadFailed query={query} className="-mt-3" />;
  if (!known) return <Skeleton className="-mt-3 h-6 w-40" />;
  if (on(serviceDate).length > 1) return <SlotField service={service} disabled={disabled} />;
  const fit = departure ? departureFit(service, type, departure) : 'closed';
  return (
    <div className="-mt-3">
      <p role="status" className="nums flex items-start gap-2 text-[.9375rem]">
        <Clock aria-hidden="true" className="mt-1 size-4 flex-none text-ink-3" />
        <span>
          {departure?.startTime && <strong className="font-semibold">{formatTime(departure.startTime)}</strong>}
          {departure?.startTime && <span>{' · '}</span>}
          <span className={fit === 'fits' ? 'text-ink-2' : 'font-semibold text-danger-text'}>
            {departure ? (
              <Seats departure={departure} fit={fit} />
            ) : (
              <span>
                <Trans>No departures on this date.</Trans>
              </span>
            )}
          </span>
        </span>
      </p>
      {fit !== 'fits' && (
        <NextDates
          dates={nextOpen(serviceDate, 3)}
          disabled={disabled}
          onPick={(date) => {
            setValue('slotId', '');
            setValue('serviceDate', date);
          }}
        />
      )}
    </div>
  );
}

/** Suggests other dates if the chosen departure is full. */
function NextDates({
  dates,
  disabled,
  onPick,
}: {
  dates: string[];
  disabled: boolean;
  onPick: (date: string) => void;
}) {
  if (dates.length === 0) return null;
  return (
    <div className="mt-1 flex flex-wrap items-center gap-2">
      <span className="hint">
        <Trans>Next available:</Trans>
      </span>
      {dates.map((date) => (
        <Button key={date} size="sm" disabled={disabled} onClick={() => onPick(date)}>
          {formatShortDate(date)}
        </Button>
      ))}
    </div>
  );
}

/** Says that the departures failed to load and offers a retry. */
function LoadFailed({ query, className }: { query: UseQueryResult<Departure[]>; className: string }) {
  const { t } = useLingui();
  return (
    <p className={cx('err', className)}>
      <CircleAlert aria-hidden="true" />
      <span>{query.error?.message}</span>
      <button
        type="button"
        className="underline underline-offset-4"
        onClick={() => void query.refetch()}
      >{t`Try again`}</button>
    </p>
  );
}
