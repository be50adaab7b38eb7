import { t } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import { z } from 'zod/mini';
import { bookingNumber } from '@/features/management/bookings/labels';
import { territoryBookingKeys } from '@/features/management/bookings/queries';
import { formatDay, formatTime } from '@/lib/format/dates';
import { isPhone } from '@/lib/format/phone-number';
import { Alert } from '@/ui/feedback/Alert';
import { ListFailed } from '@/ui/feedback/ListFailed';
import { toast } from '@/ui/feedback/toast';
import { Form, FormFooter } from '@/ui/form/Form';
import { PhoneField } from '@/ui/form/PhoneField';
import { useForm } from '@/ui/form/use-form';
import { correctPhone, type ImpossiblePhone, impossiblePhonesQuery } from './queries';

/** Lists stored phone numbers that can't exist, each with a form to correct it. Shows nothing if there are none. */
export function ImpossiblePhones({ territoryId }: { territoryId: string | null }) {
  const list = useQuery(impossiblePhonesQuery(territoryId));
  if (!list.data)
    return (
      list.error && (
        <Alert tone="warn" className="mb-3">
          <ListFailed query={list} />
        </Alert>
      )
    );
  if (list.data.length === 0) return null;
  return (
    <section className="mb-3">
      <details className="card p-4">
        <summary className="min-h-11 cursor-pointer py-2.5 font-bold">
          <Plural value={list.data.length} one="# phone number can't be right" other="# phone numbers can't be right" />
        </summary>
        <p className="text-sm text-ink-2">
          <Trans>
            No country has such numbers. Ask the guest, by email or in the conversation, and correct them here.
          </Trans>
        </p>
        <ul className="mt-3 grid gap-4">
          {list.data.map((phone) => (
            <li key={`${phone.id} ${phone.number}`} className="rounded-md bg-surface-2 p-3">
              <Correction phone={phone} />
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

const schema = z.object({
  number: z.string().check(z.refine(isPhone, { error: () => t`Please provide a valid phone number` })),
});

/** Describes the booking or application that has the number. */
function whereOf({ kind, id, title, service_date, start_time }: ImpossiblePhone): string {
  if (kind === 'application') return t`Application`;
  return [title, service_date && formatDay(service_date), start_time && formatTime(start_time), bookingNumber(id)]
    .filter(Boolean)
    .join(' · ');
}

function Correction({ phone }: { phone: ImpossiblePhone }) {
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
