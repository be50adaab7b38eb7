import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Select, Textarea } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import type { AppForm } from '@/ui/form/use-form';
import { hasNoChoice } from './CancelPreview';
import { type CancelValues, MAX_MESSAGE } from './cancel-form';
import { REASONS, reasonLabel } from './labels';
import { type Preview, sameKindServicesQuery } from './queries';

interface Props {
  form: AppForm<CancelValues>;
  preview: Preview | undefined;
}

/** Asks for the reason, a message to the guests, and a service to propose. */
export function CancelFields({ form, preview }: Props) {
  const { t } = useLingui();
  const { values, setValue, register, field } = form;
  const count = Array.from(values.message.trim()).length;
  return (
    <>
      <fieldset className="min-w-0">
        <legend className="label mb-2">
          <Trans>Reason</Trans>
        </legend>
        <div className="flex flex-wrap gap-2">
          {REASONS.map((reason) => (
            <button
              key={reason}
              type="button"
              className="chip min-h-11!"
              aria-pressed={values.reason === reason}
              onClick={() => setValue('reason', reason)}
            >
              {reasonLabel(reason)}
            </button>
          ))}
        </div>
      </fieldset>
      <Field
        label={t`Message to the guests`}
        optional
        hint={t`Guests see the reason in their own language, and your message exactly as you write it. ${count} of ${MAX_MESSAGE} characters.`}
        {...field('message')}
      >
        <Textarea dir="auto" rows={3} className="max-h-[30dvh] [field-sizing:content]" {...register('message')} />
      </Field>
      {preview && hasNoChoice(preview) ? (
        <p className="rounded-md bg-surface-2 p-4">
          <Trans>
            The departure time has passed. We'll refund guests right away, and they can't choose another day.
          </Trans>
        </p>
      ) : (
        <Offered form={form} preview={preview} />
      )}
    </>
  );
}

function Offered({ form, preview }: Props) {
  const { values, setValue, field } = form;
  return (
    <>
      <fieldset className="grid min-w-0 gap-2">
        <legend className="label mb-2">
          <Trans>Options for guests</Trans>
        </legend>
        <OfferOption
          name={field('refundNow').id}
          checked={!values.refundNow}
          onChoose={() => setValue('refundNow', false)}
          title={<Trans>Offer another day first</Trans>}
        >
          <Trans>Guests can get a refund with one tap. If they don't answer, we refund them automatically.</Trans>
        </OfferOption>
        <OfferOption
          name={field('refundNow').id}
          checked={values.refundNow}
          onChoose={() => {
            setValue('refundNow', true);
            setValue('proposed', '');
          }}
          title={<Trans>Refund everyone now</Trans>}
        >
          <Trans>The guests don't need to choose anything.</Trans>
        </OfferOption>
      </fieldset>
      {!values.refundNow && preview && <Proposal form={form} preview={preview} />}
    </>
  );
}

interface OptionProps {
  name: string;
  checked: boolean;
  onChoose: () => void;
  title: ReactNode;
  children: ReactNode;
}

function OfferOption({ name, checked, onChoose, title, children }: OptionProps) {
  return (
    <label className="flex min-h-14 cursor-pointer items-center gap-3 rounded-md border border-line-strong px-4 py-2 has-checked:border-ink has-checked:bg-surface-2 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <input type="radio" className="radio" name={name} checked={checked} onChange={onChoose} />
      <span className="min-w-0">
        <strong className="block font-semibold">{title}</strong>
        <span className="block text-sm text-ink-2">{children}</span>
      </span>
    </label>
  );
}

/** Proposes another service of the same kind, because a guest who booked an experience doesn't want transport. */
function Proposal({ form, preview }: Pick<Props, 'form'> & { preview: Preview }) {
  const { t } = useLingui();
  const services = new Set(preview.departures.map(({ service_id }) => service_id));
  const kinds = new Set(preview.departures.map(({ kind }) => kind));
  const [first] = preview.departures;
  const proposals = useQuery({
    ...sameKindServicesQuery(first?.kind ?? 'experience', first?.service_id ?? ''),
    enabled: first !== undefined && kinds.size === 1,
  });
  // If several services are cancelled, each may still be proposed to the guests of another one, for a different
  // day.
  const others = (proposals.data ?? []).filter(({ id }) => services.size > 1 || !services.has(id));
  if (kinds.size !== 1 || (proposals.data && others.length === 0)) return null;
  return (
    <Field
      label={t`Suggest another departure`}
      optional
      hint={
        proposals.error
          ? proposals.error.message
          : t`If the new departure costs less, we refund the difference. If it costs more, the guest pays the difference first.`
      }
      {...form.field('proposed')}
    >
      <Select
        empty={t`Only other days of this trip`}
        options={others.map(({ id, title }) => ({ value: id, label: title }))}
        {...form.register('proposed')}
      />
    </Field>
  );
}
