import { plural, t as text } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { z } from 'zod/mini';
import { calendarDate, departureInstant, formatLongDate, formatTime, weekdayOf } from '@/lib/format/dates';
import { Button } from '@/ui/Button';
import { RetryAlert } from '@/ui/feedback/RetryAlert';
import { Select } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form, FormProblems } from '@/ui/form/Form';
import { useForm } from '@/ui/form/use-form';
import { Dialog } from '@/ui/overlay/Dialog';
import { declineDate, type Slot, slotGuestsQuery } from './queries';

/** How many days ahead dates can be declined. Later dates follow the weekly answer. */
const DAYS_AHEAD = 90;

/** Returns the future dates of a slot in the territory's time zone. */
const datesOf = (slot: Slot, now = new Date()): string[] =>
  Array.from({ length: DAYS_AHEAD }, (_, day) => calendarDate(slot.time_zone, day, now)).filter(
    (date) =>
      slot.days_of_week.includes(weekdayOf(date)) &&
      !slot.declined_dates.includes(date) &&
      departureInstant(date, slot.start_time, slot.time_zone) > now.getTime(),
  );

const schema = z.object({ date: z.string().check(z.minLength(1, { error: () => text`Please choose a date` })) });

interface DialogProps {
  userId: string;
  slot: Slot;
  onClose: () => void;
  onDone: () => Promise<void>;
}

/** Asks for the date to decline. */
export default function DateDialog({ userId, slot, onClose, onDone }: DialogProps) {
  const { t } = useLingui();
  const id = useId();
  const booked = useQuery(slotGuestsQuery(userId, slot.slot_id, calendarDate(slot.time_zone)));
  const optionOf = (date: string) => {
    const guests = booked.data?.get(date) ?? 0;
    const day = formatLongDate(date);
    return {
      value: date,
      label: guests > 0 ? `${day}: ${plural(guests, { one: '# guest', other: '# guests' })}` : day,
    };
  };
  const form = useForm({
    schema,
    values: { date: '' },
    oneField: true,
    save: ({ date }) => declineDate(slot.slot_id, date, true),
    onSaved: onDone,
  });
  return (
    <Dialog
      kind={innerWidth < 640 ? 'sheet' : 'center'}
      open
      onOpenChange={(next) => !next && !form.sending && onClose()}
      title={<Trans>Decline a date</Trans>}
      description={
        slot.leads
          ? t`${slot.title}, ${formatTime(slot.start_time)}. The next guide will lead this trip, or your region's team will find one. If another guide leads, we'll notify the guests.`
          : t`${slot.title}, ${formatTime(slot.start_time)}. We won't ask you that day, even if no other guide can lead the trip.`
      }
      actions={
        <>
          <Button onClick={onClose} disabled={form.sending}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={id} variant="primary" busy={form.sending}>
            <Trans>Decline</Trans>
          </Button>
        </>
      }
    >
      <Form form={form} id={id} className="grid gap-4" ownProblems>
        <Field label={<Trans>Date</Trans>} {...form.field('date')}>
          <Select {...form.register('date')} empty={t`Choose a date`} options={datesOf(slot).map(optionOf)} />
        </Field>
        {booked.error && (
          <RetryAlert onRetry={() => void booked.refetch()} retrying={booked.isFetching}>
            <Trans>We couldn't check which dates already have guests.</Trans>
          </RetryAlert>
        )}
        <FormProblems />
      </Form>
    </Dialog>
  );
}
