import { zodResolver } from '@hookform/resolvers/zod';
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod/mini';
import { useAuthForm } from '@/features/account/sign-in/use-auth-form';
import { territoriesQuery } from '@/features/catalogue/territories/queries';
import { clearDraft, readDraft, useFormDraft } from '@/lib/storage/form-draft';
import { Button } from '@/ui/Button';
import { ListFailed } from '@/ui/feedback/ListFailed';
import { Input, Select, Textarea } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { FormSummary } from '@/ui/form/FormSummary';
import { applyAsPartner } from './queries';
import { isWay, WAYS, type Way, wayName } from './ways';

const required = { error: () => t`Please fill in all required fields` };
const atMost = (limit: number) => z.maxLength(limit, { error: () => t`Please use at most ${limit} characters` });
const schema = z.object({
  kind: z.enum(WAYS, required),
  name: z.string().check(z.trim(), z.minLength(1, required), atMost(120)),
  email: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { ...required, abort: true }),
      z.email({ error: () => t`Please enter a valid email address` }),
    ),
  phone: z.string().check(z.trim(), atMost(40)),
  territoryId: z.string(),
  message: z.string().check(z.trim(), atMost(4000)),
});
type Values = z.infer<typeof schema>;

/** What a guest began; what an account holder writes is kept by person. */
const GUESTS_DRAFT = 'partner';
const KEPT = ['kind', 'name', 'email', 'phone', 'territoryId', 'message'] as const;

function startWith({ name, email }: Person, draftName: string): Values {
  // Who began as a guest and then signed in goes on where they were.
  const { kind, ...draft } = { ...readDraft(GUESTS_DRAFT, KEPT), ...readDraft(draftName, KEPT) };
  return {
    kind: isWay(kind) ? kind : 'tour_guide',
    name,
    email,
    phone: '',
    territoryId: '',
    message: '',
    ...draft,
  };
}

interface Person {
  /** None for a guest. */
  id: string | null;
  name: string;
  email: string;
}

interface Props {
  person: Person;
  /** Which of the four was chosen above; a new object for each choice. */
  chosen: { way: Way } | null;
  onSent: () => void;
}

export function ApplicationForm({ person, chosen, onSent }: Props) {
  const { t, i18n } = useLingui();
  const regions = useQuery(territoriesQuery());
  const draft = person.id ? `${GUESTS_DRAFT}-${person.id}` : GUESTS_DRAFT;
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    shouldFocusError: false,
    defaultValues: startWith(person, draft),
  });
  useFormDraft(form, draft, KEPT);
  const { setValue } = form;
  useEffect(() => {
    if (chosen) setValue('kind', chosen.way);
  }, [chosen, setValue]);
  const { summary, problems, fieldId, errorOf, sending, onSubmit } = useAuthForm(form, async (values) => {
    await applyAsPartner(values);
    clearDraft(draft);
    clearDraft(GUESTS_DRAFT);
    onSent();
  });
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-5">
      <FormSummary ref={summary} problems={problems} />
      <Field label={t`I would like to join as`} id={fieldId('kind')} error={errorOf('kind')}>
        <Select {...form.register('kind')}>
          {WAYS.map((way) => (
            <option key={way} value={way}>
              {i18n._(wayName[way])}
            </option>
          ))}
        </Select>
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t`Name`} id={fieldId('name')} error={errorOf('name')}>
          <Input autoComplete="name" aria-required {...form.register('name')} />
        </Field>
        <Field label={t`Email`} id={fieldId('email')} error={errorOf('email')}>
          <Input type="email" autoComplete="email" inputMode="email" aria-required {...form.register('email')} />
        </Field>
        <Field label={t`Phone or WhatsApp`} id={fieldId('phone')} error={errorOf('phone')} optional>
          <Input type="tel" autoComplete="tel" {...form.register('phone')} />
        </Field>
        <Field
          label={t`Region`}
          id={fieldId('territoryId')}
          optional
          hint={!regions.data && regions.error && <ListFailed query={regions} />}
        >
          <Select {...form.register('territoryId')}>
            <option value="">{t`Another, or not sure`}</option>
            {regions.data?.map((region) => (
              <option key={region.id} value={region.id}>
                {region.name}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Field
        label={t`About you`}
        id={fieldId('message')}
        error={errorOf('message')}
        optional
        hint={t`What do you offer, where, and since when?`}
      >
        <Textarea rows={5} {...form.register('message')} />
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={sending} className="justify-self-start">
        <Trans>Send application</Trans>
      </Button>
    </form>
  );
}
