import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox, Input } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { MediaField } from '@/ui/media/MediaField';
import { BookingFields } from '../catalogue/BookingFields';
import { NumberField } from '../catalogue/NumberField';
import type { ServiceFormProps } from '../catalogue/ServiceEditor';
import { CancellationField, TitleFields } from '../catalogue/ServiceFields';
import { FormSection, ServiceForm } from '../catalogue/ServiceForm';
import { FormSlots } from '../catalogue/slots/FormSlots';
import { slotProblems } from '../catalogue/slots/slots';
import { TranslatedField } from '../catalogue/TranslatedField';
import { GuideRanking } from './GuideRanking';
import { rankedGuides } from './queries';
import { EXPERIENCE_TEXTS, type ExperienceValues, NEW_EXPERIENCE } from './schema';
import { WHEN_IT_RUNS, WHO_GUIDES } from './sections';
import { TagsField } from './TagsField';
import { type ExperienceFormOptions, useExperienceForm } from './use-experience-form';

type Props = ServiceFormProps & ExperienceFormOptions;

export function ExperienceForm({ territoryId, currency, experience, onlyGuide, ...frame }: Props) {
  const { t } = useLingui();
  const { form, media, isDraft } = useExperienceForm({ territoryId, currency, experience, onlyGuide });
  const { values, field, setValue } = form;
  const savedAs = experience ? t`Experience updated successfully` : t`Experience created successfully`;
  return (
    <ServiceForm
      {...frame}
      form={form}
      lost={
        experience
          ? undefined
          : t`The new experience hasn't been saved. If you leave now, you'll lose everything you entered.`
      }
      done={isDraft ? t`We've saved this as a hidden draft` : savedAs}
      submit={experience ? <Trans>Save Changes</Trans> : <Trans>Add Experience</Trans>}
    >
      <FormSection title={<Trans>Basic details</Trans>}>
        <TitleFields rows={7} record={experience} />
        <MediaField label={t`Photos and videos`} uploads={media} {...field('image_urls')} />
        <TagsField territoryId={territoryId} value={values.tags} onChange={(tags) => setValue('tags', tags)} />
      </FormSection>
      <FormSection title={<Trans>Price and spots</Trans>}>
        <BookingFields symbol={currency.symbol} noGroup={NEW_EXPERIENCE}>
          <NumberField<ExperienceValues> name="duration" label={t`Duration in hours`} decimal />
        </BookingFields>
      </FormSection>
      <FormSection
        anchor={WHEN_IT_RUNS}
        title={<Trans>Days and times</Trans>}
        hint={<Trans>Guests choose one of these times and a date.</Trans>}
      >
        <FormSlots
          service={experience}
          check={(slots) => slotProblems(slots, values.max_spots)}
          experience={{ most: values.max_spots, duration: values.duration }}
        />
      </FormSection>
      <FormSection anchor={WHO_GUIDES} title={<Trans>Guides</Trans>}>
        <GuideRanking
          territoryId={territoryId}
          value={values.guides}
          onChange={(guides) => setValue('guides', guides)}
          known={rankedGuides(experience)}
          isDraft={isDraft}
          {...field('guides')}
        />
      </FormSection>
      <FormSection title={<Trans context="service">Terms</Trans>}>
        <TermsFields form={form} experience={experience} />
      </FormSection>
    </ServiceForm>
  );
}

type TermsProps = Pick<ReturnType<typeof useExperienceForm>, 'form'> & Pick<Props, 'experience'>;

function TermsFields({ form: { register, field }, experience }: TermsProps) {
  const { t } = useLingui();
  return (
    <>
      <CancellationField />
      <div>
        <Checkbox label={t`Passport required`} {...register('passport_required')} />
        <Checkbox label={t`Guests can pay in cash on the day`} {...register('cash_allowed')} />
      </div>
      <TranslatedField name="meeting_point" text={EXPERIENCE_TEXTS.meeting_point} record={experience} optional />
      <Field label={t`Map link for the meeting point`} optional {...field('meeting_point_link')}>
        <Input type="url" inputMode="url" maxLength={2000} placeholder="https://" {...register('meeting_point_link')} />
      </Field>
      <TranslatedField
        name="what_to_bring"
        text={EXPERIENCE_TEXTS.what_to_bring}
        record={experience}
        hint={t`Guests see this on the page and in a reminder the evening before. The reminder also mentions the ticket, passport and cash.`}
        rows={2}
        optional
      />
    </>
  );
}
