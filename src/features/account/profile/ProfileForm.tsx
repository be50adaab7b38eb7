import { zodResolver } from '@hookform/resolvers/zod';
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod/mini';
import { useAuthForm } from '@/features/account/sign-in/use-auth-form';
import { listCountries } from '@/lib/format/countries';
import { clearDraft, readDraft, useFormDraft } from '@/lib/storage/form-draft';
import { Button } from '@/ui/Button';
import { toast } from '@/ui/feedback/toast';
import { Input, Select, Textarea } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { FormSummary } from '@/ui/form/FormSummary';
import { updateProfile } from './edit/queries';
import { type Profile, profileKeys } from './queries';

const atMost = (limit: number) => z.maxLength(limit, { error: () => t`Please use at most ${limit} characters` });
const schema = z.object({
  fullName: z.string().check(z.trim(), z.minLength(1, { error: () => t`Name cannot be empty` }), atMost(120)),
  country: z.string(),
  bio: z.string().check(z.trim(), atMost(2000)),
});
type Values = z.infer<typeof schema>;
const KEPT = ['fullName', 'country', 'bio'] as const;

const valuesOf = (profile: Profile): Values => ({
  fullName: profile.full_name,
  country: profile.country ?? '',
  bio: profile.bio ?? '',
});

export function ProfileForm({ profile }: { profile: Profile }) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const draft = `profile-${profile.id}`;
  const countries = useMemo(() => listCountries(i18n.locale), [i18n.locale]);
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    shouldFocusError: false,
    defaultValues: { ...valuesOf(profile), ...readDraft(draft, KEPT) },
  });
  useFormDraft(form, draft, KEPT);
  const { summary, problems, fieldId, errorOf, sending, onSubmit } = useAuthForm(form, async (values) => {
    await updateProfile(profile.id, {
      full_name: values.fullName,
      country: values.country || null,
      bio: values.bio || null,
    });
    await client.invalidateQueries({ queryKey: profileKeys.one(profile.id), exact: true });
    form.reset(values);
    clearDraft(draft);
    toast.success(t`Profile updated successfully`);
  });
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-5">
      <FormSummary ref={summary} problems={problems} />
      <Field label={t`Full name`} id={fieldId('fullName')} error={errorOf('fullName')}>
        <Input autoComplete="name" aria-required {...form.register('fullName')} />
      </Field>
      <Field label={t`Email`} hint={t`Your bookings and answers go to this address.`}>
        <Input type="email" value={profile.email} readOnly />
      </Field>
      <Field label={t`Country`} id={fieldId('country')} optional>
        <Select autoComplete="country" {...form.register('country')}>
          <option value="">{t`Select your country`}</option>
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t`Bio`} id={fieldId('bio')} error={errorOf('bio')} optional>
        <Textarea rows={4} {...form.register('bio')} />
      </Field>
      <Button type="submit" variant="primary" size="lg" busy={sending} className="justify-self-start">
        <Trans>Save Changes</Trans>
      </Button>
    </form>
  );
}
