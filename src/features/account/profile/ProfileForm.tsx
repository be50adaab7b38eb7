import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { toast } from '@/ui/feedback/toast';
import { CountrySelect } from '@/ui/form/CountrySelect';
import { Input, Textarea } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form, FormFooter } from '@/ui/form/Form';
import { optionalText, requiredName } from '@/ui/form/text-rules';
import { useForm } from '@/ui/form/use-form';
import { updateProfile } from './edit/queries';
import { type Profile, profileKeys } from './queries';

const schema = z.object({
  fullName: requiredName(() => t`Name cannot be empty`, 120),
  country: z.string(),
  bio: optionalText(2000),
});
type Values = z.infer<typeof schema>;

const valuesOf = (profile: Profile): Values => ({
  fullName: profile.full_name,
  country: profile.country ?? '',
  bio: profile.bio ?? '',
});

export function ProfileForm({ profile }: { profile: Profile }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useForm({
    schema,
    values: valuesOf(profile),
    draft: `profile-${profile.id}`,
    save: ({ fullName, country, bio }) =>
      updateProfile(profile.id, { full_name: fullName, country: country || null, bio: bio || null }),
    onSaved: async () => {
      await client.invalidateQueries({ queryKey: profileKeys.one(profile.id), exact: true });
      toast.success(t`Profile updated successfully`);
    },
    next: (saved) => saved,
  });
  return (
    <Form form={form}>
      <Field label={t`Full name`} {...form.field('fullName')}>
        <Input autoComplete="name" aria-required {...form.register('fullName')} />
      </Field>
      <Field label={t`Email`} hint={t`We send your bookings and replies to this address.`}>
        <Input type="email" value={profile.email} readOnly />
      </Field>
      <Field label={t`Country`} {...form.field('country')} optional>
        <CountrySelect autoComplete="country" {...form.register('country')} empty={t`Select your country`} />
      </Field>
      <Field label={t`Bio`} {...form.field('bio')} optional>
        <Textarea rows={4} {...form.register('bio')} />
      </Field>
      <FormFooter size="lg" submit={<Trans>Save Changes</Trans>} />
    </Form>
  );
}
