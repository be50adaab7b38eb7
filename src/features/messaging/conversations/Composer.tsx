import { Trans, useLingui } from '@lingui/react/macro';
import { SendHorizontal } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { AppError } from '@/lib/api/errors';
import { useDraft } from '@/lib/storage/use-draft';
import { Alert } from '@/ui/feedback/Alert';
import { Textarea } from '@/ui/form/controls';
import { useKeyboardInset } from './use-keyboard-inset';

/** The database's limit, in characters as people count them. */
const MAX = 4000;
const lengthOf = (text: string) => Array.from(text).length;

/** With a mouse, Enter sends; on a screen keyboard it makes a new line, as there is a button under the thumb. */
const sendsWithEnter = () => globalThis.matchMedia?.('(hover: hover) and (pointer: fine)').matches ?? false;

function problemOf(error: unknown): ProblemProps {
  if (error instanceof AppError) return { title: error.message, detail: error.detail };
  return { title: error instanceof Error ? error.message : String(error) };
}

interface Props {
  draftKey: string;
  onSend: (text: string) => Promise<unknown>;
}

export function Composer({ draftKey, onSend }: Props) {
  const { t } = useLingui();
  const { text, write, send } = useDraft(draftKey);
  const [problem, setProblem] = useState<ProblemProps | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const inset = useKeyboardInset();
  const length = lengthOf(text.trim());
  const tooLong = length > MAX;

  async function submit(event?: FormEvent) {
    event?.preventDefault();
    field.current?.focus();
    const message = text.trim();
    if (!message || tooLong) return;
    setProblem(null);
    try {
      await send(message, onSend);
    } catch (error) {
      setProblem(problemOf(error));
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    // A composed character (Japanese, an accent) is finished with Enter too.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || !sendsWithEnter()) return;
    event.preventDefault();
    void submit();
  }

  return (
    <form
      aria-label={t`Write a message`}
      onSubmit={submit}
      className="sticky z-10 grid gap-2 border-t border-line bg-canvas-2 pt-3 pb-[max(.75rem,env(safe-area-inset-bottom))]"
      style={{ bottom: inset }}
    >
      {problem && <Problem {...problem} />}
      <div className="flex items-end gap-2">
        <Textarea
          ref={field}
          dir="auto"
          rows={1}
          aria-label={t`Message`}
          aria-describedby="composer-note"
          aria-invalid={tooLong || undefined}
          placeholder={t`Write a message`}
          className="max-h-[min(12rem,35dvh)] flex-1 resize-none [field-sizing:content] [overflow-wrap:anywhere]"
          value={text}
          onChange={(event) => write(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <SendButton />
      </div>
      <p id="composer-note" role="status" className={tooLong ? 'text-sm text-danger-text' : 'sr-only'}>
        {tooLong && <Trans>Please keep your message under {MAX} characters</Trans>}
      </p>
    </form>
  );
}

function SendButton() {
  const { t } = useLingui();
  return (
    <button type="submit" className="btn btn-primary min-h-12" aria-label={t`Send message`}>
      <SendHorizontal aria-hidden="true" />
      <span className="hidden sm:inline">
        <Trans>Send</Trans>
      </span>
    </button>
  );
}

interface ProblemProps {
  title: string;
  detail?: string | undefined;
}

const Problem = ({ title, detail }: ProblemProps) => (
  <Alert tone="danger">
    {title}
    {detail && <> {detail}</>}
  </Alert>
);
