import { Plural, useLingui } from '@lingui/react/macro';
import { SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, useEffect } from 'react';
import { MAX_LENGTH, useComposer } from '@/features/messaging/use-composer';
import { cx } from '@/ui/cx';
import { FailureAlert } from '@/ui/feedback/FailureAlert';
import { draftKeyOf } from './drafts.ts';
import type { Posting } from './use-posting.ts';

const WARN_FROM = 3800;

interface Props {
  /** The key of the draft. */
  place: string;
  label: string;
  sendLabel: string;
  posting: Posting;
  autoFocus?: boolean;
  onCancel?: () => void;
  className?: string;
}

/** Shows a text box that grows. If a text couldn't be sent, it returns to the box. */
export function Composer({ place, label, sendLabel, posting, autoFocus = false, onCancel, className }: Props) {
  const { t } = useLingui();
  const { box, text, write, submit } = useComposer(draftKeyOf(place), posting.post);

  useEffect(() => {
    if (autoFocus) box.current?.focus();
  }, [autoFocus, box]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      submit(event);
    } else if (event.key === 'Escape' && onCancel && !text.trim()) {
      onCancel();
    }
  }

  return (
    <form className={cx('min-w-0', className)} onSubmit={submit}>
      <div className="flex items-end gap-2.5">
        <textarea
          ref={box}
          rows={1}
          dir="auto"
          aria-label={label}
          placeholder={label}
          maxLength={MAX_LENGTH}
          className="input block field-sizing-content max-h-48 min-h-12 min-w-0 flex-1 resize-none"
          value={text}
          onKeyDown={onKeyDown}
          onChange={(event) => {
            write(event.target.value);
            posting.forgetError();
          }}
        />
        <button
          type="submit"
          className="btn btn-primary min-h-12! px-3.5!"
          aria-label={sendLabel}
          title={t`Ctrl+Enter`}
        >
          <SendHorizontal aria-hidden="true" />
        </button>
      </div>
      <Notes length={text.length} error={posting.error} />
    </form>
  );
}

function Notes({ length, error }: { length: number; error: Posting['error'] }) {
  const left = MAX_LENGTH - length;
  return (
    <>
      {length >= WARN_FROM && (
        <p className="hint nums mt-1.5">
          <Plural value={left} one="# character left" other="# characters left" />
        </p>
      )}
      <FailureAlert error={error} className="mt-2.5" />
    </>
  );
}
