import { Trans, useLingui } from '@lingui/react/macro';
import { SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { MAX_LENGTH, useComposer } from '@/features/messaging/use-composer';
import { FailureAlert } from '@/ui/feedback/FailureAlert';
import { Textarea } from '@/ui/form/controls';
import { useKeyboardInset } from './use-keyboard-inset';

/** Returns whether Enter sends the message. On a touch keyboard Enter adds a line, because there is a button. */
const sendsWithEnter = () => globalThis.matchMedia?.('(hover: hover) and (pointer: fine)').matches ?? false;

interface Props {
  draftKey: string;
  onSend: (text: string) => Promise<unknown>;
}

export function Composer({ draftKey, onSend }: Props) {
  const { t } = useLingui();
  const [problem, setProblem] = useState<Error | null>(null);
  const inset = useKeyboardInset();
  const { box, text, write, tooLong, submit } = useComposer(draftKey, async (message) => {
    setProblem(null);
    try {
      await onSend(message);
    } catch (error) {
      setProblem(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  });

  function onKeyDown(event: KeyboardEvent) {
    // Enter also completes a composed character (for example in Japanese, or an accent).
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || !sendsWithEnter()) return;
    submit(event);
  }

  return (
    <form
      aria-label={t`Write a message`}
      onSubmit={submit}
      className="sticky z-10 grid gap-2 border-t border-line bg-canvas-2 pt-3 pb-[max(.75rem,env(safe-area-inset-bottom))]"
      style={{ bottom: inset || 'var(--work-bar, 0px)' }}
    >
      <FailureAlert error={problem} />
      <div className="flex items-end gap-2">
        <Textarea
          ref={box}
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
        {tooLong && (
          <span>
            <Trans>Please keep your message under {MAX_LENGTH} characters</Trans>
          </span>
        )}
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
