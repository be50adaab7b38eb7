import { Trans, useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { Button } from '@/ui/Button';
import { Input, Textarea } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form, FormProblems } from '@/ui/form/Form';
import { PhoneField } from '@/ui/form/PhoneField';
import { useForm } from '@/ui/form/use-form';
import { Dialog } from '@/ui/overlay/Dialog';
import { type DetailsValues, detailsSchema } from './change-schema';
import { type BookingDetail, changeDetails } from './queries';

interface Props {
  booking: BookingDetail;
  onClose: () => void;
  onDone: (text: string) => void;
  refresh: () => Promise<void>;
}

/** The team corrects how to reach a guest, where to fetch them, and the names of the passengers. */
export default function DetailsDialog({ booking, onClose, onDone, refresh }: Props) {
  const { t } = useLingui();
  const id = useId();
  const form = useForm({
    schema: detailsSchema(booking),
    values: {
      whatsapp_number: booking.whatsapp_number,
      hotel_name: booking.hotel_name ?? '',
      hotel_address: booking.hotel_address ?? '',
      guest_name: booking.guest_name ?? '',
      passengers: booking.passengers.map(({ name }) => ({ name })),
      reason: '',
    } as DetailsValues,
    draft: `booking-details-${booking.id}`,
    save: async (values) => {
      try {
        await changeDetails(booking, values);
        onDone(t`The booking has changed, and we've told the guest.`);
        onClose();
      } finally {
        // Even after a failure: only the answer may have been lost.
        await refresh().catch(() => undefined);
      }
    },
  });
  const { values } = form;
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && !form.sending && onClose()}
      title={t`Correct details`}
      description={booking.title}
      actions={
        <>
          <Button onClick={onClose} disabled={form.sending}>
            <Trans>Back</Trans>
          </Button>
          <Button type="submit" form={id} variant="primary" busy={form.sending}>
            <Trans>Save details</Trans>
          </Button>
        </>
      }
    >
      <Form form={form} id={id} className="grid gap-4" ownProblems>
        {booking.walk_up && (
          <Field label={t`Guest's name`} {...form.field('guest_name')}>
            <Input maxLength={120} autoComplete="off" {...form.register('guest_name')} />
          </Field>
        )}
        <PhoneField
          label={t`WhatsApp number`}
          {...form.field('whatsapp_number')}
          value={values.whatsapp_number}
          onChange={(value) => form.setValue('whatsapp_number', value)}
          onBlur={() => undefined}
          disabled={form.sending}
        />
        <Field label={t`Hotel or pickup`} optional {...form.field('hotel_name')}>
          <Input maxLength={160} autoComplete="off" {...form.register('hotel_name')} />
        </Field>
        {booking.kind === 'experience' && (
          <Field label={t`Hotel address`} optional {...form.field('hotel_address')}>
            <Input maxLength={300} autoComplete="off" {...form.register('hotel_address')} />
          </Field>
        )}
        {values.passengers.map((_, index) => {
          const number = index + 1;
          return (
            <Field key={number} label={t`Full name of passenger ${number}`} {...form.field(`passengers.${index}.name`)}>
              <Input maxLength={120} autoComplete="off" {...form.register(`passengers.${index}.name`)} />
            </Field>
          );
        })}
        <Field
          label={t`Reason`}
          hint={t`It stays in the booking's history. The guest doesn't see it.`}
          {...form.field('reason')}
        >
          <Textarea rows={2} maxLength={500} {...form.register('reason')} />
        </Field>
        <FormProblems />
      </Form>
    </Dialog>
  );
}
