import { type SyntheticEvent, useRef } from 'react';
import { useDraft } from '@/lib/storage/use-draft';

/** The database counts characters as users see them, and so does this limit. */
export const MAX_LENGTH = 4000;
const lengthOf = (text: string) => Array.from(text).length;

/**
 * Manages the text box of a message with its draft. If the message wasn't stored, `onSend` rejects and reports why,
 * and the text returns to the box.
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
