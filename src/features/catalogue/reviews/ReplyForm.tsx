import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { z } from 'zod/mini';
import { Textarea } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form, FormFooter, FormProblems } from '@/ui/form/Form';
import { useForm } from '@/ui/form/use-form';
import { keepAtTop } from '@/ui/loading/keep-at-top';
import { getReply, type Review, replyToReview, reviewKeys } from './queries';
import { REVIEWS, replyDraftOf } from './reply-draft';

const MAX = 4000;
const schema = z.object({ text: z.string() });
/** An existing reply can be emptied to remove it, but a new one can't be published empty. */
const firstSchema = z.object({ text: z.string().check(z.refine((text) => text.trim() !== '', { error: '' })) });

type Props = { review: Review; name: string; serviceId: string; onClose: () => void };

/** Writes the public reply below the review. Its draft survives a reload and a failed request. */
export default function ReplyForm({ review, name, serviceId, onClose }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  /** Closes the form, with the reply as it is now. */
  async function showReply() {
    await client.invalidateQueries({ queryKey: reviewKeys.list(serviceId) });
    onClose();
  }
  const form = useForm({
    schema: review.reply ? schema : firstSchema,
    values: { text: review.reply ?? '' },
    draft: replyDraftOf(review.id),
    version: review.reply ?? '',
    latest: () => getReply(review.id),
    oneField: true,
    save: ({ text }, { expectedVersion }) => replyToReview(review.id, text, expectedVersion),
    onSaved: showReply,
  });
  const { setFocus, restored } = form;
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    setFocus('text');
    // Back from signing in, while the page above is still loading.
    return restored && place.current && location.hash === REVIEWS ? keepAtTop(place.current) : undefined;
  }, [setFocus, restored]);
  const takesBack = form.values.text.trim() === '' && Boolean(review.reply);
  return (
    <div ref={place} className="scroll-mt-24">
      <Form
        form={form}
        ownProblems
        guarded={false}
        className="mt-3 grid max-w-prose gap-3"
        onCancel={onClose}
        onReload={() => void showReply()}
        cancelsWithEscape
      >
        <Field
          label={t`Your reply to ${name}`}
          {...form.field('text')}
          hint={t`Anyone reading the review can see your reply.`}
        >
          <Textarea rows={3} maxLength={MAX} {...form.register('text')} />
        </Field>
        <FormProblems signInTo={REVIEWS} />
        <FormFooter size="sm" submit={takesBack ? <Trans>Delete reply</Trans> : <Trans>Publish reply</Trans>} />
      </Form>
    </div>
  );
}
