import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { Button } from '@/ui/Button';
import { Input, Textarea } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form, FormProblems } from '@/ui/form/Form';
import { PhoneField } from '@/ui/form/PhoneField';
import { useForm } from '@/ui/form/use-form';
import { Dialog } from '@/ui/overlay/Dialog';
import { changedDetails, type DetailsValues, type DetailsVersion, detailsOf, detailsSchema } from './change-schema';
import { changedText } from './changed-text';
import { type BookingDetail, bookingQuery, changeDetails } from './queries';

interface Props {
  booking: BookingDetail;
  onClose: () => void;
  onDone: (text: string) => void;
  refresh: () => Promise<void>;
  /** Refetches the booking and resets the form. */
  onReload: () => void;
}

/** Lets the team correct a guest's contact details, pickup place and passengers' names. */
export default function DetailsDialog({ booking, onClose, onDone, refresh, onReload }: Props) {
  const { t } = useLingui();
  const id = useId();
  const client = useQueryClient();
  const details = detailsOf(booking);
  const form = useForm({
    schema: detailsSchema(booking),
    values: { ...details, reason: '' } as DetailsValues,
    draft: `booking-details-${booking.id}`,
    version: { opened: details, seen: details } as DetailsVersion,
    latest: async ({ opened }) => ({ opened, seen: detailsOf(await client.fetchQuery(bookingQuery(booking.id))) }),
    save: async ({ reason, ...now }, { expectedVersion }) => {
      try {
        const changed = await changeDetails(booking.id, changedDetails(now, expectedVersion), reason);
        onDone(changed ? changedText(booking) : t`These details were already saved, so nothing has changed.`);
        onClose();
      } finally {
        // Refetched even after a failure, because only the response may have been lost.
        await refresh().catch(() => undefined);
      }
    },
  });
  const close = () => {
    form.discard();
    onClose();
  };
  const { values } = form;
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && !form.sending && close()}
      title={t`Edit details`}
      description={booking.title}
      actions={
        <>
          <Button onClick={close} disabled={form.sending}>
            <Trans>Back</Trans>
          </Button>
          <Button type="submit" form={id} variant="primary" busy={form.sending}>
            <Trans>Save details</Trans>
          </Button>
        </>
      }
    >
      <Form form={form} id={id} className="grid gap-4" guarded ownProblems onReload={onReload}>
        {booking.walk_in && (
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
        <Field label={t`Hotel or pickup location`} optional {...form.field('hotel_name')}>
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
          hint={t`We'll keep your reason in the booking's history. The guest doesn't see it.`}
          {...form.field('reason')}
        >
          <Textarea rows={2} maxLength={500} {...form.register('reason')} />
        </Field>
        <FormProblems />
      </Form>
    </Dialog>
  );
}
