import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { readText, removeText, writeText } from '@/lib/storage/storage';
import { Button } from '@/ui/Button';
import { Textarea } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { useDiscard } from '@/ui/form/use-discard';
import { type Review, replyToReview, reviewKeys } from './queries';

const MAX = 4000;

function useFocusAtOpening() {
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => box.current?.focus(), []);
  return box;
}

type Props = { review: Review; name: string; kind: ServiceKind; serviceId: string; onClose: () => void };

/** The public answer, where the review stands. What was typed survives a reload and a failed request. */
export default function ReplyForm({ review, name, kind, serviceId, onClose }: Props) {
  const { t } = useLingui();
  const client = useQueryClient();
  const key = `territorio-review-reply-${review.id}`;
  const [text, setText] = useState(() => readText('session', key) ?? review.reply ?? '');
  const box = useFocusAtOpening();
  const save = useMutation({
    mutationFn: () => replyToReview(review.id, text),
    onSuccess: async () => {
      removeText('session', key);
      await client.invalidateQueries({ queryKey: reviewKeys.list(kind, serviceId) });
      onClose();
    },
  });
  const takesBack = text.trim() === '' && Boolean(review.reply);
  const dirty = !save.isPending && text.trim() !== (review.reply ?? '').trim();
  const [cancel, question] = useDiscard(dirty, () => {
    removeText('session', key);
    onClose();
  });
  return (
    <>
      {question}
      <form
        noValidate
        className="mt-3 grid max-w-prose gap-3"
        onKeyDown={(event) => event.key === 'Escape' && cancel()}
        onSubmit={(event) => {
          event.preventDefault();
          if (!save.isPending && (text.trim() || takesBack)) save.mutate();
        }}
      >
        <Field
          label={t`Your answer to ${name}`}
          error={save.error?.message}
          hint={t`Everyone who reads the review sees it.`}
        >
          <Textarea
            ref={box}
            rows={3}
            maxLength={MAX}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              writeText('session', key, event.target.value);
            }}
          />
        </Field>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" size="sm" variant="primary" busy={save.isPending}>
            {takesBack ? t`Remove your answer` : t`Publish answer`}
          </Button>
          <Button size="sm" onClick={cancel}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      </form>
    </>
  );
}
