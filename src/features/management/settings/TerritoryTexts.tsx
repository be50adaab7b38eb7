import { t as text } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { z } from 'zod/mini';
import { AppError } from '@/lib/api/errors';
import { webLink } from '@/lib/format/web-link';
import { Card } from '@/ui/Card';
import { Input, Textarea } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form } from '@/ui/form/Form';
import { FieldError } from '@/ui/form/form-problems';
import { SaveBar } from '@/ui/form/SaveBar';
import { optionalText, requiredName, requiredText } from '@/ui/form/text-rules';
import { useForm } from '@/ui/form/use-form';
import { type ManagedTerritory, type SettingsPart, saveSettings, type TerritoryRules } from '../queries';

interface Props {
  territory: ManagedTerritory;
  rules: TerritoryRules;
  onSaved: () => Promise<void>;
  /** Reads the territory again and starts the form anew. */
  onReload: () => void;
}

const isMapLink = (link: string) => link === '' || (webLink(link) !== null && /^https:/i.test(link));

const schema = z.object({
  name: requiredName(() => text`Territory name is required`, 120),
  description: requiredText(() => text`Description is required`, 10_000),
  meeting_point: optionalText(500),
  meeting_point_link: optionalText(2000).check(
    z.refine(isMapLink, { error: () => text`Please enter a link that starts with https://` }),
  ),
});

/** What a territory is called, what it is, and where guests meet. Its address and its country stay the platform's. */
export function TerritoryTexts({ territory, rules, onSaved, onReload }: Props) {
  const { t } = useLingui();
  const { id, name, description, meeting_point, meeting_point_link } = territory;
  const version: SettingsPart | null = { name, description, meeting_point, meeting_point_link };
  const form = useForm({
    schema,
    values: { name, description, meeting_point: meeting_point ?? '', meeting_point_link: meeting_point_link ?? '' },
    draft: `settings-texts-${id}`,
    version,
    latest: async () => null,
    save: (values, { expectedVersion }) =>
      saveSettings(id, expectedVersion, {
        ...values,
        meeting_point: values.meeting_point || null,
        meeting_point_link: values.meeting_point_link || null,
      }).catch(besideName),
    onSaved,
    next: (values) => values,
  });
  return (
    <Card className="@container p-4 sm:p-5">
      <Form form={form} className="grid gap-4" name={t`About the region`} guarded onReload={onReload}>
        <h2 className="text-lg font-bold">
          <Trans>About the region</Trans>
        </h2>
        <Field
          label={t`Name`}
          hint={rules.manages ? undefined : t`Only a manager of the region changes this`}
          {...form.field('name')}
        >
          <Input aria-required maxLength={120} readOnly={!rules.manages} {...form.register('name')} />
        </Field>
        <Field label={t`Description`} {...form.field('description')}>
          <Textarea rows={6} maxLength={10_000} aria-required {...form.register('description')} />
        </Field>
        <Field
          label={t`Where guests meet`}
          hint={t`Visitors read it on the page of the region: the dock, the office, or that guides come to the hotel.`}
          {...form.field('meeting_point')}
        >
          <Textarea rows={2} maxLength={500} {...form.register('meeting_point')} />
        </Field>
        <Field label={t`Map link of the meeting point`} optional {...form.field('meeting_point_link')}>
          <Input
            type="url"
            inputMode="url"
            maxLength={2000}
            placeholder="https://"
            {...form.register('meeting_point_link')}
          />
        </Field>
        <SaveBar submit={<Trans>Save texts</Trans>} />
      </Form>
    </Card>
  );
}

function besideName(error: unknown): never {
  if (error instanceof AppError && error.code === 'name_not_plain') throw new FieldError('name', error.message);
  throw error;
}
