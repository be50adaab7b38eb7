import { plural, t as text } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { SendHorizontal } from 'lucide-react';
import { useId, useRef } from 'react';
import { z } from 'zod/mini';
import { sendIdempotent } from '@/lib/api/send-idempotent';
import { sentence } from '@/lib/format/sentence';
import { Button } from '@/ui/Button';
import { Textarea } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form } from '@/ui/form/Form';
import { plainText } from '@/ui/form/text-rules';
import { useForm } from '@/ui/form/use-form';
import { Dialog } from '@/ui/overlay/Dialog';
import { GuestsWithoutAccount } from './GuestsWithoutAccount';

/** The database counts characters as users see them, and so does this limit. */
const MAX_LENGTH = 4000;
const schema = z.object({
  message: z.string().check(
    z.trim(),
    z.minLength(1, { error: () => text`Please enter a message`, abort: true }),
    z.refine((message) => Array.from(message).length <= MAX_LENGTH, {
      error: () => text`Please keep your message under ${MAX_LENGTH} characters`,
    }),
    plainText(),
  ),
});

interface Props {
  /** Names both the draft and the request. */
  draftKey: string;
  /** The departure whose guests without an account are listed. */
  departureId?: string;
  about: string;
  bookings: number;
  onClose: () => void;
  /** Sends the message and returns the number of bookings it reached. The same key sends only once. */
  send: (text: string, idempotencyKey: string) => Promise<number>;
  onSent: (bookings: number) => void;
}

/** Writes a message to everyone on a departure. The draft stays until it is sent, even if the dialog closes. */
export default function GroupMessageDialog({ draftKey, departureId, about, bookings, onClose, send, onSent }: Props) {
  const { t } = useLingui();
  const id = useId();
  const reached = useRef(0);
  const form = useForm({
    schema,
    values: { message: '' },
    draft: draftKey,
    oneField: true,
    save: async ({ message }) => {
      reached.current = await sendIdempotent(draftKey, message, (idempotencyKey) => send(message, idempotencyKey));
    },
    onSaved: () => onSent(reached.current),
  });
  const to = plural(bookings, {
    one: "We'll send this to # booking in the app, and by email unless the guest has turned emails off.",
    other: "We'll send this to # bookings in the app, and by email unless a guest has turned emails off.",
  });
  return (
    <Dialog
      kind={innerWidth < 640 ? 'sheet' : 'center'}
      open
      onOpenChange={(open) => !open && !form.sending && onClose()}
      title={<Trans>Send Group Message</Trans>}
      description={`${sentence(about)} ${to}`}
      actions={
        <>
          <Button onClick={onClose} disabled={form.sending}>
            <Trans>Cancel</Trans>
          </Button>
          <Button
            type="submit"
            form={id}
            variant="primary"
            busy={form.sending}
            icon={<SendHorizontal aria-hidden="true" />}
          >
            <Trans>Send message</Trans>
          </Button>
        </>
      }
    >
      <Form form={form} id={id} className="grid gap-4" guarded>
        <Field label={t`Message`} {...form.field('message')}>
          <Textarea
            dir="auto"
            rows={4}
            className="max-h-[40dvh] min-h-28 [field-sizing:content]"
            {...form.register('message')}
          />
        </Field>
        {departureId && <GuestsWithoutAccount departureId={departureId} message={form.values.message} />}
      </Form>
    </Dialog>
  );
}
