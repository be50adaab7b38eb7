import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { territoriesQuery } from '@/features/catalogue/territories/queries';
import { MEDIA_RULES } from '@/lib/upload/check';
import type { StoredFile } from '@/lib/upload/stored-files';
import { useUploads } from '@/lib/upload/use-uploads';
import { ListFailed } from '@/ui/feedback/ListFailed';
import { Input, Select, Textarea } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form, FormFooter } from '@/ui/form/Form';
import { namedOptions } from '@/ui/form/options';
import { requiredText } from '@/ui/form/text-rules';
import { useForm, useFormValue } from '@/ui/form/use-form';
import { removeMedia, submitContent, uploadMedia } from './queries';
import { SubmissionMediaField } from './SubmissionMediaField';

const MAX_FILES = 20;

const schema = z.object({
  media: z
    .array(z.custom<StoredFile>())
    .check(z.minLength(1, { error: () => t`Please upload at least one photo or video` })),
  location: requiredText(() => t`Please specify the location`, 200),
  comment: requiredText(() => t`Please add a comment about your submission`, 4000),
  territoryId: z.string(),
});
const EMPTY: z.input<typeof schema> = { media: [], location: '', comment: '', territoryId: '' };

export function SubmissionForm({ userId, onSent }: { userId: string; onSent: () => void }) {
  const { t } = useLingui();
  const draft = `submission-${userId}`;
  const media = useUploads({
    rules: MEDIA_RULES,
    max: MAX_FILES,
    put: (upload) => uploadMedia(userId, upload),
    drop: removeMedia,
    draft,
  });
  const regions = useQuery(territoriesQuery());
  const form = useForm({
    schema,
    values: EMPTY,
    draft,
    uploads: { field: 'media', uploading: media.uploading, forget: media.reset },
    save: (values) => submitContent({ ...values, territoryId: values.territoryId || null }),
    next: () => EMPTY,
    onSaved: onSent,
  });
  useFormValue(form, 'media', media.stored);

  return (
    <Form form={form} className="grid gap-6">
      <SubmissionMediaField media={media} {...form.field('media')} />
      <Field label={t`Location`} {...form.field('location')} hint={t`Where was it? A place, a river, a village.`}>
        <Input aria-required {...form.register('location')} />
      </Field>
      <Field
        label={t`Region`}
        {...form.field('territoryId')}
        optional
        hint={
          regions.data || !regions.error ? (
            <span>
              <Trans>This region's team reviews your submission first.</Trans>
            </span>
          ) : (
            <ListFailed query={regions} />
          )
        }
      >
        <Select {...form.register('territoryId')} empty={t`Not sure`} options={namedOptions(regions.data)} />
      </Field>
      <Field label={t`Tell us about it`} {...form.field('comment')}>
        <Textarea rows={5} aria-required {...form.register('comment')} />
      </Field>
      <p className="rounded-md bg-surface-2 p-4 text-sm text-ink-2">
        <Trans>
          By submitting you confirm that the photos and videos are yours, that the people in them agree, and that
          Territorio may show them with your name on its pages and channels. You can ask us to take them down at any
          time.
        </Trans>
      </p>
      <FormFooter size="lg" submit={<Trans>Submit</Trans>} />
    </Form>
  );
}
