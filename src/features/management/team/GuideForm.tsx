import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { Checkbox, Input } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form, FormFooter } from '@/ui/form/Form';
import { useForm } from '@/ui/form/use-form';
import { KINDS } from './kinds';
import { type Member, memberQuery, saveGuide, teamKeys } from './queries';

const { role, back } = KINDS.guide;
const schema = z.object({ takesBookings: z.boolean() });

interface Props {
  territoryId: string;
  guide: Member;
  onDone: () => void;
  /** Refetches the person and resets the form. */
  onReload: () => void;
}

/**
 * Sets whether a guide takes new bookings. Name and email address are read-only, because only the guide can change
 * them.
 */
export function GuideForm({ territoryId, guide, onDone, onReload }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useForm({
    schema,
    values: { takesBookings: !guide.paused },
    draft: `member-guide-${guide.id}`,
    version: guide.updated_at,
    latest: async () =>
      (await client.fetchQuery({ ...memberQuery(territoryId, role, guide.id), staleTime: 0 }))?.updated_at,
    save: ({ takesBookings }, { expectedVersion, key }) =>
      saveGuide({ territoryId, userId: guide.id, expectedVersion, key, paused: !takesBookings }),
    onSaved: async () => {
      await client.invalidateQueries({ queryKey: teamKeys.all });
      onDone();
    },
  });
  return (
    <Form form={form} back={back} onReload={onReload}>
      <Field label={t`Full Name`} hint={t`They can change it in their profile`}>
        <Input readOnly value={guide.full_name} />
      </Field>
      <Field label={t`Email`} hint={t`Email cannot be changed`}>
        <Input readOnly value={guide.email} />
      </Field>
      <div>
        <Checkbox label={<Trans>Takes new bookings</Trans>} {...form.register('takesBookings')} />
        <p className="text-sm text-ink-2">
          <Trans>
            While this is off, new bookings go to the next guide in the ranking. This guide keeps departures that are
            already sold.
          </Trans>
        </p>
      </div>
      <FormFooter submit={<Trans>Save Changes</Trans>} />
    </Form>
  );
}
