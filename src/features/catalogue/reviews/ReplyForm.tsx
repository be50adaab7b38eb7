import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod/mini';
import { toAppError } from '@/lib/api/to-app-error';
import { Textarea } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form, FormFooter } from '@/ui/form/Form';
import { FieldError } from '@/ui/form/form-problems';
import { useForm } from '@/ui/form/use-form';
import { type Review, replyToReview, reviewKeys } from './queries';

const MAX = 4000;
const schema = z.object({ text: z.string() });
/** An existing reply can be emptied to remove it; an empty new one can't be published. */
const firstSchema = z.object({ text: z.string().check(z.refine((text) => text.trim() !== '', { error: '' })) });

type Props = { review: Review; name: string; serviceId: string; onClose: () => void };

/** The public reply, below the review. Its draft survives a reload and a failed request. */
export default function ReplyForm({ review, name, serviceId, onClose }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const form = useForm({
    schema: review.reply ? schema : firstSchema,
    values: { text: review.reply ?? '' },
    draft: `review-reply-${review.id}`,
    save: ({ text }) =>
      replyToReview(review.id, text).catch((error: unknown) => {
        throw new FieldError('text', toAppError(error).message);
      }),
    onSaved: async () => {
      await client.invalidateQueries({ queryKey: reviewKeys.list(serviceId) });
      onClose();
    },
  });
  const { setFocus } = form;
  useEffect(() => setFocus('text'), [setFocus]);
  const takesBack = form.values.text.trim() === '' && Boolean(review.reply);
  return (
    <Form
      form={form}
      ownProblems
      guarded={false}
      className="mt-3 grid max-w-prose gap-3"
      onCancel={onClose}
      cancelsWithEscape
    >
      <Field
        label={t`Your reply to ${name}`}
        {...form.field('text')}
        error={form.problems[0]?.text}
        hint={t`Anyone reading the review can see your reply.`}
      >
        <Textarea rows={3} maxLength={MAX} {...form.register('text')} />
      </Field>
      <FormFooter size="sm" submit={takesBack ? <Trans>Delete reply</Trans> : <Trans>Publish reply</Trans>} />
    </Form>
  );
}
