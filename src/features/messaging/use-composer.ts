import { type SyntheticEvent, useRef } from 'react';
import { useDraft } from '@/lib/storage/use-draft';

/** The database's limit, in user-perceived characters. */
export const MAX_LENGTH = 4000;
const lengthOf = (text: string) => Array.from(text).length;

/**
 * A message's text box: its draft, and sending it. `onSend` rejects if the message was not stored, and reports why; the
 * text then returns to the box.
 */
export function useComposer(draftKey: string, onSend: (text: string) => Promise<unknown>) {
  const { text, write, send } = useDraft(draftKey);
  const box = useRef<HTMLTextAreaElement>(null);
  const message = text.trim();
  const tooLong = lengthOf(message) > MAX_LENGTH;

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    box.current?.focus();
    if (message && !tooLong) send(message, onSend).catch(() => undefined);
  }
  return { box, text, write, tooLong, submit };
}
