import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import { z } from 'zod/mini';
import { toast } from '@/ui/feedback/toast';
import { Form, FormFooter } from '@/ui/form/Form';
import { PhoneField } from '@/ui/form/PhoneField';
import { optionalPhone } from '@/ui/form/phone-rules';
import { useForm } from '@/ui/form/use-form';
import { guideNumberQuery, saveGuideNumber } from './edit/queries';
import { Failure } from './Failure';
import { type Profile, profileKeys } from './queries';
import { Section } from './Section';

const schema = z.object({
  number: optionalPhone(() => t`Please provide a valid WhatsApp number`),
});

/** Edits the guide's number for guests, which only the guide can set. Shows nothing for others. */
export function GuideNumber({ profile }: { profile: Profile }) {
  return profile.roles.includes('tour_guide') ? <OwnNumber key={profile.id} profile={profile} /> : null;
}

function OwnNumber({ profile }: { profile: Profile }) {
  const { data: number, error } = useQuery(guideNumberQuery(profile.id));
  return (
    <Section title={<Trans>For your guests</Trans>}>
      <p className="mb-4 text-ink-2">
        <Trans>
          Guests who book a trip you lead see this number on their ticket until 12 hours after the trip. No one else
          sees it, not even your region's team. Leave it empty to show none.
        </Trans>
      </p>
      {error && number === undefined && <Failure error={error} />}
      {number !== undefined && <NumberForm profile={profile} number={number ?? ''} />}
    </Section>
  );
}

function NumberForm({ profile, number }: { profile: Profile; number: string }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useForm({
    schema,
    values: { number },
    draft: `guide-number-${profile.id}`,
    oneField: true,
    save: (values) => saveGuideNumber(values.number),
    onSaved: async (values) => {
      await client.invalidateQueries({ queryKey: profileKeys.guideNumber(profile.id) });
      toast.success(values.number ? t`Your guests can now see your number` : t`Your guests no longer see a number`);
    },
    next: (saved) => saved,
  });
  const { field } = useController({ control: form.control, name: 'number' });
  const { id, error } = form.field('number');
  return (
    <Form form={form}>
      <PhoneField
        id={id}
        inputRef={field.ref}
        label={t`WhatsApp for your guests`}
        optional
        origin={profile.country}
        error={error}
        value={field.value}
        onChange={field.onChange}
        onBlur={field.onBlur}
        disabled={false}
      />
      <FormFooter submit={<Trans>Save number</Trans>} />
    </Form>
  );
}
