import { zodResolver } from '@hookform/resolvers/zod';
import { t } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod/mini';
import { useAuthForm } from '@/features/account/sign-in/use-auth-form';
import { territoriesQuery } from '@/features/catalogue/territories/queries';
import { AppError } from '@/lib/api/errors';
import { clearDraft, readDraft, useFormDraft } from '@/lib/storage/form-draft';
import { Button } from '@/ui/Button';
import { ListFailed } from '@/ui/feedback/ListFailed';
import { Input, Select, Textarea } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { FormSummary } from '@/ui/form/FormSummary';
import { MediaField } from './MediaField';
import { submitContent } from './queries';
import { useMedia } from './use-media';

const text = (missing: () => string, limit: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, { error: missing }),
      z.maxLength(limit, { error: () => t`Please use at most ${limit} characters` }),
    );
const schema = z.object({
  location: text(() => t`Please specify the location`, 200),
  comment: text(() => t`Please add a comment about your submission`, 4000),
  territoryId: z.string(),
});
type Values = z.infer<typeof schema>;
const KEPT = ['location', 'comment', 'territoryId'] as const;
const EMPTY: Values = { location: '', comment: '', territoryId: '' };

export function SubmissionForm({ userId, onSent }: { userId: string; onSent: () => void }) {
  const { t } = useLingui();
  const draft = `submission-${userId}`;
  const media = useMedia(userId);
  const [asked, setAsked] = useState(false);
  const regions = useQuery(territoriesQuery());
  const form = useForm<Values>({
    resolver: zodResolver(schema),
    shouldFocusError: false,
    defaultValues: { ...EMPTY, ...readDraft(draft, KEPT) },
  });
  useFormDraft(form, draft, KEPT);
  const { summary, problems, fieldId, errorOf, sending, onSubmit } = useAuthForm(form, async (values) => {
    if (media.uploading) throw new AppError('uploading', t`Please wait until your files are uploaded`);
    await submitContent({ ...values, territoryId: values.territoryId || null, media: media.stored });
    media.clear();
    form.reset(EMPTY);
    clearDraft(draft);
    setAsked(false);
    onSent();
  });
  const mediaId = `${fieldId('location')}-media`;
  const nothing = asked && media.stored.length === 0 && !media.uploading;
  const mediaError = nothing ? t`Please upload at least one photo or video` : undefined;
  const shown = mediaError ? [{ field: mediaId, text: mediaError }, ...problems] : problems;

  return (
    <form
      noValidate
      className="grid gap-6"
      onSubmit={(event) => {
        setAsked(true);
        if (media.stored.length > 0 || media.uploading) {
          void onSubmit(event);
          return;
        }
        event.preventDefault();
        // The other fields say what they lack too, beside the files.
        void form.trigger().then(() => summary.current?.focus());
      }}
    >
      <FormSummary ref={summary} problems={shown} />
      <MediaField id={mediaId} media={media} error={mediaError} />
      <Field
        label={t`Location`}
        id={fieldId('location')}
        error={errorOf('location')}
        hint={t`Where was it? A place, a river, a village.`}
      >
        <Input aria-required {...form.register('location')} />
      </Field>
      <Field
        label={t`Region`}
        id={fieldId('territoryId')}
        optional
        hint={
          regions.data || !regions.error ? (
            <Trans>The team of this region sees your submission first.</Trans>
          ) : (
            <ListFailed query={regions} />
          )
        }
      >
        <Select {...form.register('territoryId')}>
          <option value="">{t`Not sure`}</option>
          {regions.data?.map((region) => (
            <option key={region.id} value={region.id}>
              {region.name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t`Tell us about it`} id={fieldId('comment')} error={errorOf('comment')}>
        <Textarea rows={5} aria-required {...form.register('comment')} />
      </Field>
      <p className="rounded-md bg-surface-2 p-4 text-sm text-ink-2">
        <Trans>
          By submitting you confirm that the photos and videos are yours, that the people in them agree, and that
          Territorio may show them with your name on its pages and channels. You can ask us to take them down at any
          time.
        </Trans>
      </p>
      <Button type="submit" variant="primary" size="lg" busy={sending} className="justify-self-start">
        <Trans>Submit</Trans>
      </Button>
    </form>
  );
}
