import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useController } from 'react-hook-form';
import { z } from 'zod/mini';
import { territoriesQuery } from '@/features/catalogue/territories/queries';
import { clearDraft, moveDraft } from '@/lib/storage/form-draft';
import { ListFailed } from '@/ui/feedback/ListFailed';
import { Input, Select, type SelectProps, Textarea } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form, FormFooter } from '@/ui/form/Form';
import { namedOptions } from '@/ui/form/options';
import { PhoneField } from '@/ui/form/PhoneField';
import { optionalPhone } from '@/ui/form/phone-rules';
import { optionalText, requiredName, validEmail } from '@/ui/form/text-rules';
import { useCaptcha } from '@/ui/form/use-captcha';
import { type AppForm, useForm } from '@/ui/form/use-form';
import { applyAsPartner } from './queries';
import { WAYS, type Way, wayName } from './ways';

const required = { error: () => t`Please fill in all required fields` };
const schema = z.object({
  kind: z.enum(WAYS, required),
  name: requiredName(required.error, 120),
  email: z.string().check(z.trim(), z.minLength(1, { ...required, abort: true }), validEmail()),
  phone: optionalPhone(() => t`Please enter a valid phone number`),
  territoryId: z.string(),
  message: optionalText(4000),
});

type Values = Omit<z.infer<typeof schema>, 'kind'> & { kind: string };

/** The name of a visitor's draft. Account holders have their own. */
const VISITORS_DRAFT = 'partner';
interface Person {
  /** Null for a visitor. */
  id: string | null;
  name: string;
  email: string;
}

interface Props {
  person: Person;
  /** The way to earn that was chosen above, as a new object for each choice. */
  chosen: { way: Way } | null;
  onSent: () => void;
}

export function ApplicationForm({ person, chosen, onSent }: Props) {
  const { t, i18n } = useLingui();
  const draft = person.id ? `${VISITORS_DRAFT}-${person.id}` : VISITORS_DRAFT;
  // A draft that someone began as a visitor continues after they sign in.
  useState(() => moveDraft(VISITORS_DRAFT, draft));
  const { captcha, captchaToken } = useCaptcha();
  const form = useForm({
    schema,
    values: { kind: 'tour_guide', name: person.name, email: person.email, phone: '', territoryId: '', message: '' },
    draft,
    save: async (values) => applyAsPartner(values, await captchaToken()),
    onSaved: () => {
      clearDraft(VISITORS_DRAFT);
      onSent();
    },
  });
  const { setValue } = form;
  useEffect(() => {
    if (chosen) setValue('kind', chosen.way);
  }, [chosen, setValue]);
  return (
    <Form form={form}>
      <Field label={t`I'd like to join as`} {...form.field('kind')}>
        <Select {...form.register('kind')} options={WAYS.map((way) => ({ value: way, label: i18n._(wayName[way]) }))} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t`Name`} {...form.field('name')}>
          <Input autoComplete="name" aria-required {...form.register('name')} />
        </Field>
        <Field label={t`Email`} {...form.field('email')}>
          <Input type="email" autoComplete="email" inputMode="email" aria-required {...form.register('email')} />
        </Field>
        <ApplicantPhone form={form} />
        <TerritoryField field={form.field('territoryId')} select={form.register('territoryId')} />
      </div>
      <Field
        label={t`About you`}
        {...form.field('message')}
        optional
        hint={t`What do you offer, where, and how long have you been doing it?`}
      >
        <Textarea rows={5} {...form.register('message')} />
      </Field>
      {captcha}
      <FormFooter size="lg" submit={<Trans>Send application</Trans>} />
    </Form>
  );
}

function ApplicantPhone({ form }: { form: AppForm<Values> }) {
  const { t } = useLingui();
  const { field } = useController({ control: form.control, name: 'phone' });
  const { id, error } = form.field('phone');
  return (
    <PhoneField
      id={id}
      inputRef={field.ref}
      label={t`Phone or WhatsApp`}
      optional
      error={error}
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      disabled={false}
    />
  );
}

interface TerritoryFieldProps {
  field: { id: string };
  select: Omit<SelectProps, 'options' | 'empty'>;
}

function TerritoryField({ field, select }: TerritoryFieldProps) {
  const { t } = useLingui();
  const territories = useQuery(territoriesQuery());
  return (
    <Field
      label={t`Region`}
      {...field}
      optional
      hint={!territories.data && territories.error && <ListFailed query={territories} />}
    >
      <Select {...select} empty={t`Another role, or not sure`} options={namedOptions(territories.data)} />
    </Field>
  );
}
