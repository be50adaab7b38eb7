import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { useEntityMedia } from '@/lib/upload/use-entity-media';
import { Checkbox, Input, Textarea } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { useForm, useFormValue } from '@/ui/form/use-form';
import { MediaField } from '@/ui/media/MediaField';
import { BookingFields, CancellationField, NumberField } from '../catalogue/BookingFields';
import { type Currency, catalogueKeys } from '../catalogue/queries';
import { FormSection, RecordFrame, useAfterSaving } from '../catalogue/RecordFrame';
import { GuideRanking } from './GuideRanking';
import { type EditedExperience, experienceVersion, rankedGuides, saveExperience, valuesOf } from './queries';
import { SlotsField } from './SlotsField';
import { type ExperienceValues, experienceSchema } from './schema';
import { TagsField } from './TagsField';

interface Props {
  territoryId: string;
  currency: Currency;
  /** Null for a new one. */
  experience: EditedExperience | null;
  /** The list that one came from. */
  back: string;
  /** The calendar may be in front of it. */
  shown: boolean;
  onReload: () => void;
}

export function ExperienceForm({ territoryId, currency, experience, back, shown, onReload }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const navigate = useNavigate();
  const schema = useMemo(() => experienceSchema(currency.digits), [currency.digits]);
  const draft = `experience-${experience?.id ?? `new-${territoryId}`}`;
  const media = useEntityMedia({
    folder: 'experience-media',
    draft,
    images: experience?.image_urls ?? [],
    videos: experience?.video_urls ?? [],
  });
  const form = useForm({
    schema,
    values: valuesOf(experience),
    draft,
    id: experience?.id,
    version: experience?.updated_at ?? null,
    latest: async () => (experience && (await experienceVersion(experience.id))) ?? undefined,
    uploads: { field: 'image_urls', ...media },
    save: (values, record) => saveExperience(territoryId, record, values),
    onSaved: async () => {
      // The lists and the public pages ask again when they are opened; this form stays as it is until it closes.
      await client.invalidateQueries({ queryKey: catalogueKeys.all, refetchType: 'none' });
      await client.invalidateQueries({ queryKey: ['experiences'], refetchType: 'none' });
    },
  });
  useFormValue(form, 'image_urls', media.images);
  useFormValue(form, 'video_urls', media.videos);
  useAfterSaving(form.saved && shown, () => void navigate(back));
  const { values } = form;

  return (
    <RecordFrame
      form={form}
      done={t`Experience updated successfully`}
      submit={experience ? <Trans>Save Changes</Trans> : <Trans>Add Experience</Trans>}
      onReload={onReload}
      back={back}
    >
      <FormSection title={<Trans>What it is</Trans>}>
        <Field label={t`Title`} {...form.field('title')}>
          <Input maxLength={160} aria-required {...form.register('title')} />
        </Field>
        <Field label={t`Description`} {...form.field('description')}>
          <Textarea rows={7} maxLength={10_000} aria-required {...form.register('description')} />
        </Field>
        <MediaField label={t`Photos and videos`} uploads={media} {...form.field('image_urls')} />
        <TagsField territoryId={territoryId} value={values.tags} onChange={(tags) => form.setValue('tags', tags)} />
      </FormSection>
      <FormSection title={<Trans>Price and spots</Trans>}>
        <BookingFields symbol={currency.symbol} noGroup={{ min_private_guests: null, max_private_guests: null }}>
          <NumberField<ExperienceValues> name="duration" label={t`Duration in hours`} min="0.5" step="0.5" />
        </BookingFields>
      </FormSection>
      <FormSection title={<Trans>When it runs</Trans>} hint={<Trans>Travellers book one of these on a date.</Trans>}>
        <SlotsField
          value={values.slots}
          onChange={(slots) => form.setValue('slots', slots)}
          spots={values.available_spots}
          {...form.field('slots')}
        />
      </FormSection>
      <FormSection title={<Trans>Who guides</Trans>}>
        <GuideRanking
          territoryId={territoryId}
          value={values.guides}
          onChange={(guides) => form.setValue('guides', guides)}
          known={rankedGuides(experience)}
          {...form.field('guides')}
        />
      </FormSection>
      <FormSection title={<Trans>Terms</Trans>}>
        <CancellationField />
        <div>
          <Checkbox label={t`Passport required`} {...form.register('passport_required')} />
          <Checkbox label={t`Travellers may pay in cash on the day`} {...form.register('cash_allowed')} />
        </div>
        <Field label={t`Meeting point`} optional {...form.field('meeting_point')}>
          <Input maxLength={500} {...form.register('meeting_point')} />
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
      </FormSection>
    </RecordFrame>
  );
}
