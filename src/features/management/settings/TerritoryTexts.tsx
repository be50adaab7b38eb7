import { t as text } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { z } from 'zod/mini';
import { AppError } from '@/lib/api/errors';
import { webLink } from '@/lib/format/web-link';
import { Card } from '@/ui/Card';
import { Input } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form } from '@/ui/form/Form';
import { FieldError } from '@/ui/form/form-problems';
import { SaveBar } from '@/ui/form/SaveBar';
import { optionalText, requiredText } from '@/ui/form/text-rules';
import { useForm } from '@/ui/form/use-form';
import { allProblems } from '../catalogue/problems';
import { OriginalLanguage, TranslatedField } from '../catalogue/TranslatedField';
import { textProblems, translatedColumns, translatedShape, translatedValues } from '../catalogue/translations';
import { type ManagedTerritory, type SettingsPart, saveSettings, type TerritoryRules } from '../queries';
import { TERRITORY_TEXTS } from './territory-texts';

interface Props {
  territory: ManagedTerritory;
  rules: TerritoryRules;
  onSaved: () => Promise<void>;
  onReload: () => void;
}

const isMapLink = (link: string) => link === '' || (webLink(link) !== null && /^https:/i.test(link));

const ORDER = ['name', 'description', 'meeting_point', 'translations', 'meeting_point_link'];

const schema = z
  .object({
    name: requiredText(() => text`Territory name is required`, 120),
    description: requiredText(() => text`Description is required`, 10_000),
    meeting_point: optionalText(500),
    meeting_point_link: optionalText(2000).check(
      z.refine(isMapLink, { error: () => text`Please enter a link that starts with https://` }),
    ),
    ...translatedShape,
  })
  .check(allProblems(ORDER, (values) => textProblems(values, TERRITORY_TEXTS)));

/** Edits the name, description and meeting place. Only the platform can change the id and the country. */
export function TerritoryTexts({ territory, rules, onSaved, onReload }: Props) {
  const { t } = useLingui();
  const { id, name, description, meeting_point, meeting_point_link, language, translations } = territory;
  const version: SettingsPart | null = {
    name,
    description,
    meeting_point,
    meeting_point_link,
    language,
    translations,
  };
  const form = useForm({
    schema,
    values: {
      name,
      description,
      meeting_point: meeting_point ?? '',
      meeting_point_link: meeting_point_link ?? '',
      ...translatedValues(TERRITORY_TEXTS, territory),
    },
    draft: `settings-texts-${id}`,
    version,
    latest: async () => null,
    save: (values, { expectedVersion, key }) =>
      saveSettings(
        id,
        expectedVersion,
        {
          ...translatedColumns(values),
          meeting_point: values.meeting_point || null,
          meeting_point_link: values.meeting_point_link || null,
        },
        key,
      ).catch(besideName),
    onSaved,
    next: (values) => ({ ...values, still_right: [] }),
  });
  return (
    <Card className="@container p-4 sm:p-5">
      <Form form={form} className="grid grid-cols-1 gap-4" name={t`About the region`} guarded onReload={onReload}>
        <h2 className="text-lg font-bold">
          <Trans>About the region</Trans>
        </h2>
        <OriginalLanguage record={territory} />
        <TranslatedField
          name="name"
          text={TERRITORY_TEXTS.name}
          record={territory}
          hint={rules.manages ? undefined : t`Only a manager of the region can change this`}
          required
          readOnly={!rules.manages}
        />
        <TranslatedField name="description" text={TERRITORY_TEXTS.description} record={territory} rows={6} required />
        <TranslatedField
          name="meeting_point"
          text={TERRITORY_TEXTS.meeting_point}
          record={territory}
          hint={t`Visitors see this on the region's page, for example the dock, the office, or that guides come to the hotel.`}
          rows={2}
        />
        <Field label={t`Map link for the meeting point`} optional {...form.field('meeting_point_link')}>
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
