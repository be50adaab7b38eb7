import { plural, t as text } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { SendHorizontal } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { z } from 'zod/mini';
import { sendIdempotent } from '@/lib/api/send-idempotent';
import { sentence } from '@/lib/format/sentence';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { Textarea } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Form } from '@/ui/form/Form';
import { plainText } from '@/ui/form/text-rules';
import { useForm } from '@/ui/form/use-form';
import { Dialog } from '@/ui/overlay/Dialog';
import { GuestsWithoutAccount } from './GuestsWithoutAccount';
import { guestsWithoutAccountQuery } from './queries';
import { sentText } from './sent-text';

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
  /** How many bookings there are, with those of guests without an account. */
  bookings: number;
  onClose: () => void;
  /** Sends the message and returns the number of bookings it reached. The same key sends only once. */
  send: (text: string, idempotencyKey: string) => Promise<number>;
  onSent: (bookings: number) => void;
}

/**
 * Writes a message to everyone on a departure. The draft stays until it is sent, even if the dialog closes. Guests
 * whom it doesn't reach stay listed after it was sent.
 */
export default function GroupMessageDialog(props: Props) {
  const { draftKey, departureId = '', about, bookings, onClose, send, onSent } = props;
  const { t } = useLingui();
  const id = useId();
  const reached = useRef(0);
  const [sent, setSent] = useState<string>();
  const without = useQuery({ ...guestsWithoutAccountQuery(departureId), enabled: departureId !== '' });
  const unreached = without.data ?? [];
  // Unknown until the guests without an account are loaded.
  const reachable = without.isLoading ? undefined : bookings - unreached.length;
  const form = useForm({
    schema,
    values: { message: '' },
    draft: draftKey,
    oneField: true,
    save: async ({ message }) => {
      reached.current = await sendIdempotent(draftKey, message, (idempotencyKey) => send(message, idempotencyKey));
    },
    onSaved: ({ message }) => (unreached.length > 0 ? setSent(message) : onSent(reached.current)),
  });
  return (
    <Dialog
      kind={innerWidth < 640 ? 'sheet' : 'center'}
      open
      onOpenChange={(open) => !open && !form.sending && onClose()}
      title={sent === undefined ? <Trans>Send Group Message</Trans> : <Trans>Message sent</Trans>}
      description={sent === undefined && reachable !== undefined ? `${sentence(about)} ${toText(reachable)}` : about}
      actions={
        sent === undefined ? (
          <>
            <Button onClick={onClose} disabled={form.sending}>
              <Trans>Cancel</Trans>
            </Button>
            <Button
              type="submit"
              form={id}
              variant="primary"
              disabled={reachable === 0}
              busy={form.sending}
              icon={<SendHorizontal aria-hidden="true" />}
            >
              <Trans>Send message</Trans>
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        )
      }
    >
      {sent === undefined ? (
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
      ) : (
        <div className="grid gap-4">
          <Alert tone="success">
            <span>{sentText(reached.current)}</span>
          </Alert>
          <GuestsWithoutAccount departureId={departureId} message={sent} />
        </div>
      )}
    </Dialog>
  );
}

const toText = (bookings: number): string =>
  plural(bookings, {
    0: 'None of these guests has an account, so this message reaches no one in the app.',
    one: "We'll send this to # booking in the app, and by email unless the guest has turned emails off.",
    other: "We'll send this to # bookings in the app, and by email unless a guest has turned emails off.",
  });
