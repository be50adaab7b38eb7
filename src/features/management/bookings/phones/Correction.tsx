import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import { z } from 'zod/mini';
import { bookingNumber } from '@/features/management/bookings/labels';
import { territoryBookingKeys } from '@/features/management/bookings/queries';
import { formatDay, formatTime } from '@/lib/format/dates';
import { isPhone } from '@/lib/format/phone-number';
import { toast } from '@/ui/feedback/toast';
import { Form, FormFooter } from '@/ui/form/Form';
import { PhoneField } from '@/ui/form/PhoneField';
import { useForm } from '@/ui/form/use-form';
import { correctPhone, type ImpossiblePhone } from './queries';

const schema = z.object({
  number: z.string().check(z.refine(isPhone, { error: () => t`Please enter a valid phone number` })),
});

/** Describes the booking or application that has the number. */
function whereOf({ kind, id, title, service_date, start_time }: ImpossiblePhone): string {
  if (kind === 'application') return t`Application`;
  return [title, service_date && formatDay(service_date), start_time && formatTime(start_time), bookingNumber(id)]
    .filter(Boolean)
    .join(' · ');
}

/** Shows a number and a form to correct it. */
export default function Correction({ phone }: { phone: ImpossiblePhone }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const { name, number } = phone;
  const form = useForm({
    schema,
    values: { number: '' },
    draft: `phone-${phone.id}-${number}`,
    oneField: true,
    save: (values) => correctPhone(phone, values.number),
    onSaved: async () => {
      toast.success(t`Phone number corrected`);
      await client.invalidateQueries({ queryKey: territoryBookingKeys.all });
    },
  });
  const { field } = useController({ control: form.control, name: 'number' });
  const { id, error } = form.field('number');
  return (
    <Form form={form} label={t`Correct ${number}`} className="grid gap-3">
      <p className="text-sm wrap-anywhere">
        <span className="nums font-semibold">{number}</span> <span>{name}</span>
        <span className="block text-ink-2">{whereOf(phone)}</span>
      </p>
      <PhoneField
        id={id}
        inputRef={field.ref}
        label={t`Correct number`}
        error={error}
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        disabled={false}
      />
      <FormFooter size="sm" submit={<Trans>Save number</Trans>} />
    </Form>
  );
}
