import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { SendHorizontal } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { toAppError } from '@/lib/api/errors';
import { sendIdempotent } from '@/lib/api/send-idempotent';
import { readText, removeText, writeText } from '@/lib/storage/storage';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { Textarea } from '@/ui/form/controls';
import { Field } from '@/ui/form/Field';
import { Dialog } from '@/ui/overlay/Dialog';

/** The database's limit, in characters as people count them. */
const MAX_LENGTH = 4000;

interface Props {
  /** Under this name the words are kept for the tab, and the sending is told from others. */
  draftKey: string;
  /** What the message is about, in one line. */
  about: string;
  bookings: number;
  onClose: () => void;
  /** Sends under a key that stays the same when it is tried again. → to how many bookings it went */
  send: (text: string, idempotencyKey: string) => Promise<number>;
  onSent: (bookings: number) => void;
}

/** What is typed, kept for the tab, and sending it. What was typed stays until it is sent, also when the dialog closes. */
function useMessage({ draftKey, send, onSent }: Pick<Props, 'draftKey' | 'send' | 'onSent'>) {
  const { t } = useLingui();
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(() => readText('session', draftKey) ?? '');
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);

  function write(value: string) {
    setText(value);
    setProblem(undefined);
    writeText('session', draftKey, value);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const message = text.trim();
    setFailure(undefined);
    if (!message || Array.from(message).length > MAX_LENGTH) {
      setProblem(message ? t`Please keep your message under ${MAX_LENGTH} characters` : t`Please enter a message`);
      field.current?.focus();
      return;
    }
    setBusy(true);
    try {
      const sent = await sendIdempotent(draftKey, message, (idempotencyKey) => send(message, idempotencyKey));
      removeText('session', draftKey);
      onSent(sent);
    } catch (error) {
      const { message: failed, detail } = toAppError(error);
      setFailure(detail ? `${failed} ${detail}` : failed);
      setBusy(false);
    }
  }
  return { field, text, write, problem, failure, busy, submit };
}

/** Writes to everybody on a departure. */
export default function GroupMessageDialog({ draftKey, about, bookings, onClose, send, onSent }: Props) {
  const { t } = useLingui();
  const form = useId();
  const { field, text, write, problem, failure, busy, submit } = useMessage({ draftKey, send, onSent });
  const to = plural(bookings, {
    one: 'It goes to # booking, and by e-mail too.',
    other: 'It goes to each of # bookings, and by e-mail too.',
  });
  return (
    <Dialog
      kind={innerWidth < 640 ? 'sheet' : 'center'}
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title={<Trans>Send Group Message</Trans>}
      description={`${about}. ${to}`}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={form} variant="primary" busy={busy} icon={<SendHorizontal aria-hidden="true" />}>
            <Trans>Send Message</Trans>
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={(event) => void submit(event)}>
        {failure && (
          <Alert tone="danger" className="mb-4">
            {failure}
          </Alert>
        )}
        <Field label={t`Message`} error={problem}>
          <Textarea
            ref={field}
            dir="auto"
            rows={4}
            className="max-h-[40dvh] min-h-28 [field-sizing:content]"
            value={text}
            onChange={(event) => write(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
