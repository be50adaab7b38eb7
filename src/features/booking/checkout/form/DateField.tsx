import { Trans, useLingui } from '@lingui/react/macro';
import { CalendarDays } from 'lucide-react';
import * as Popover from 'radix-ui/popover';
import { useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import type { Service } from '@/features/booking/checkout/service';
import { formatLongDate } from '@/lib/format/dates';
import { cx } from '@/ui/cx';
import { Spinner } from '@/ui/feedback/Spinner';
import { Field } from '@/ui/form/Field';
import { lazyPart } from '@/ui/loading/lazy-part';
import { useBackCloses } from '@/ui/overlay/use-back-closes';
import { type BookingForm, fieldId } from './booking-form';
import { useDepartures } from './departures';

const Calendar = lazyPart(() => import('./Calendar'), {
  fallback: (
    <span className="grid size-80 place-items-center" role="status">
      <Spinner />
      <span className="sr-only">
        <Trans>Loading</Trans>
      </span>
    </span>
  ),
});

function CalendarPopover({
  service,
  value,
  onPick,
}: {
  service: Service;
  value: string;
  onPick: (date: string) => void;
}) {
  const [month, setMonth] = useState(value.slice(0, 7));
  const { isOpen, isFull, query } = useDepartures(service, month);
  return (
    <>
      <Calendar
        value={value}
        timeZone={service.timeZone}
        month={month}
        isOpen={isOpen}
        isFull={isFull}
        onMonth={setMonth}
        onPick={onPick}
      />
      {query.error && <p className="err mt-2 max-w-80">{query.error.message}</p>}
    </>
  );
}

/** Shows the date in words and opens the calendar. Choosing a new date clears the time. */
export function DateField({ service, disabled }: { service: Service; disabled: boolean }) {
  const { t } = useLingui();
  const { control, setValue } = useFormContext<BookingForm>();
  const { field, fieldState } = useController({ control, name: 'serviceDate' });
  const [open, setOpen] = useState(false);
  useBackCloses(open, () => setOpen(false));
  const pick = (date: string) => {
    if (date !== field.value) setValue('slotId', '');
    field.onChange(date);
    setValue('dateSettled', true);
    setOpen(false);
  };
  const words = field.value ? formatLongDate(field.value) : t`Select a date`;
  return (
    <Field label={t`Date`} id={fieldId.serviceDate} error={fieldState.error?.message}>
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger asChild>
          <button
            type="button"
            id={fieldId.serviceDate}
            disabled={disabled}
            aria-label={t`Date: ${words}`}
            aria-describedby={fieldState.error ? `${fieldId.serviceDate}-note` : undefined}
            aria-invalid={fieldState.error ? true : undefined}
            className={cx('input flex items-center justify-between gap-3 text-left', !field.value && 'text-ink-3')}
          >
            <span className="nums">{words}</span>
            <CalendarDays aria-hidden="true" className="size-5 flex-none text-ink-2 @max-[14rem]:hidden" />
          </button>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            align="start"
            sideOffset={6}
            collisionPadding={12}
            aria-label={t`Choose a date`}
            className="menu z-50 animate-rise p-3!"
          >
            <CalendarPopover service={service} value={field.value} onPick={pick} />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </Field>
  );
}
