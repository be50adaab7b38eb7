import { useLingui } from '@lingui/react/macro';
import { CalendarDays } from 'lucide-react';
import { useRef, useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import type { Service } from '@/features/booking/checkout/service';
import { formatLongDate } from '@/lib/format/dates';
import { cx } from '@/ui/cx';
import { Skeleton } from '@/ui/feedback/states';
import { Field } from '@/ui/form/Field';
import { lazyPart } from '@/ui/loading/lazy-part';
import { useBackCloses } from '@/ui/overlay/use-back-closes';
import { type BookingForm, fieldId } from './booking-form';

// Loaded when it is opened, as popover and calendar are larger than the rest of the form.
const CalendarPopover = lazyPart(() => import('./CalendarPopover'), { fallback: <Skeleton className="mt-2 h-80" /> });

/** Shows the date in words and opens the calendar. Choosing a new date clears the time. */
export function DateField({ service, disabled }: { service: Service; disabled: boolean }) {
  const { t } = useLingui();
  const { control, setValue } = useFormContext<BookingForm>();
  const { field, fieldState } = useController({ control, name: 'serviceDate' });
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
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
      <button
        ref={button}
        type="button"
        id={fieldId.serviceDate}
        disabled={disabled}
        aria-label={t`Date: ${words}`}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-describedby={fieldState.error ? `${fieldId.serviceDate}-note` : undefined}
        aria-invalid={fieldState.error ? true : undefined}
        className={cx('input flex items-center justify-between gap-3 text-left', !field.value && 'text-ink-3')}
        onClick={() => setOpen(!open)}
      >
        <span className="nums">{words}</span>
        <CalendarDays aria-hidden="true" className="size-5 flex-none text-ink-2 @max-[14rem]:hidden" />
      </button>
      {open && (
        <CalendarPopover
          service={service}
          anchor={button}
          value={field.value}
          onPick={pick}
          onClose={() => setOpen(false)}
        />
      )}
    </Field>
  );
}
