import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useEntityMedia } from '@/lib/upload/use-entity-media';
import { Input, Textarea } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { MediaField } from '@/ui/media/MediaField';
import { BookingFields, CancellationField, NumberField, YesField } from '../catalogue/BookingFields';
import { type Currency, catalogueKeys } from '../catalogue/queries';
import { FormSection, RecordFrame, useUploadingText } from '../catalogue/RecordFrame';
import { useAfterSaving, useRecordForm } from '../catalogue/use-record-form';
import { GuideRanking } from './GuideRanking';
import { type EditedExperience, experienceVersion, rankedGuides, saveExperience, valuesOf } from './queries';
import { SlotsField } from './SlotsField';
import { checkExperience, type ExperienceValues } from './schema';
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
  const uploading = useUploadingText();
  const [base] = useState(() => valuesOf(experience));
  const draft = `experience-${experience?.id ?? `new-${territoryId}`}`;
  const media = useEntityMedia({
    folder: 'experience-media',
    draft,
    images: experience?.image_urls ?? [],
    videos: experience?.video_urls ?? [],
  });
  const form = useRecordForm<ExperienceValues>({
    base,
    draft,
    media,
    check: (values, images) => checkExperience(values, images, currency.digits),
    uploading,
    latest: experienceVersion,
    save: async (values) => {
      await saveExperience(territoryId, values, media);
      // The desk and the public pages ask again when they are opened; this form stays as it is until it closes.
      await client.invalidateQueries({ queryKey: catalogueKeys.all, refetchType: 'none' });
      await client.invalidateQueries({ queryKey: ['experiences'], refetchType: 'none' });
    },
  });
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
        <Field label={t`Title`} id={form.fieldId('title')} error={form.errorOf('title')}>
          <Input maxLength={160} aria-required {...form.register('title')} />
        </Field>
        <Field label={t`Description`} id={form.fieldId('description')} error={form.errorOf('description')}>
          <Textarea rows={7} maxLength={10_000} aria-required {...form.register('description')} />
        </Field>
        <MediaField
          id={form.fieldId('media')}
          label={t`Photos and videos`}
          uploads={media}
          error={form.errorOf('media')}
        />
        <TagsField territoryId={territoryId} value={values.tags} onChange={(tags) => form.set('tags', tags)} />
      </FormSection>
      <FormSection title={<Trans>Price and spots</Trans>}>
        <BookingFields form={form} symbol={currency.symbol} noGroup={{ min: '', max: '' }}>
          <NumberField form={form} name="duration" label={t`Duration in hours`} min="0.5" step="0.5" />
        </BookingFields>
      </FormSection>
      <FormSection title={<Trans>When it runs</Trans>} hint={<Trans>Travellers book one of these on a date.</Trans>}>
        <SlotsField
          id={form.fieldId('slots')}
          value={values.slots}
          onChange={(slots) => form.set('slots', slots)}
          spots={values.available_spots}
          error={form.errorOf('slots')}
        />
      </FormSection>
      <FormSection title={<Trans>Who guides</Trans>}>
        <GuideRanking
          id={form.fieldId('guides')}
          territoryId={territoryId}
          value={values.guides}
          onChange={(guides) => form.set('guides', guides)}
          known={rankedGuides(experience)}
          error={form.errorOf('guides')}
        />
      </FormSection>
      <FormSection title={<Trans>Terms</Trans>}>
        <CancellationField form={form} />
        <div>
          <YesField
            label={t`Passport required`}
            value={values.passport_required}
            onChange={(value) => form.set('passport_required', value)}
          />
          <YesField
            label={t`Travellers may pay in cash on the day`}
            value={values.cash_allowed}
            onChange={(value) => form.set('cash_allowed', value)}
          />
        </div>
        <Field label={t`Meeting point`} optional id={form.fieldId('meeting_point')}>
          <Input maxLength={500} {...form.register('meeting_point')} />
        </Field>
        <Field
          label={t`Map link of the meeting point`}
          optional
          id={form.fieldId('meeting_point_link')}
          error={form.errorOf('meeting_point_link')}
        >
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
