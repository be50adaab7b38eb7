import { useRef } from 'react';
import { isTransient } from '@/lib/api/errors';
import { isVersionConflict, ownSave } from '@/lib/api/versions';
import type { UnansweredSave } from '@/lib/storage/form-draft';

interface Saving {
  /** The values that were sent, as text. The same text is the same save. */
  text: string;
  send: (key: string) => Promise<unknown>;
  /** Uses the current version as the one to overwrite. Returns false if it isn't known. */
  takeLatest: () => Promise<boolean>;
}

/**
 * Saves with idempotency keys. If a save is refused after an earlier one had no response, we ask the server what
 * happened to that one. If it stored the same text, the save is complete, and if only this person has changed the
 * record, we save over it. `unanswered` keeps these saves for the draft.
 */
export function useSaveKeys(stored: readonly UnansweredSave[] = []) {
  const unanswered = useRef(stored);

  /** Returns whether the record was saved after all. */
  async function settle(earlier: readonly UnansweredSave[], error: unknown, { text, send, takeLatest }: Saving) {
    const same = earlier.find((one) => one.text === text);
    if (same && (await ownSave(same.key)) !== 'unknown') return;
    if (!isVersionConflict(error)) throw error;
    for (const one of earlier) {
      if (one === same || !(await takeLatest()) || (await ownSave(one.key)) !== 'latest') continue;
      await send(keyOf(text));
      return;
    }
    throw error;
  }

  const keyOf = (text: string) => {
    const known = unanswered.current.find((one) => one.text === text);
    if (known) return known.key;
    const key = crypto.randomUUID();
    unanswered.current = [...unanswered.current, { text, key }];
    return key;
  };

  async function save(saving: Saving, keep: () => void): Promise<void> {
    const earlier = unanswered.current;
    const key = keyOf(saving.text);
    keep();
    try {
      await saving.send(key).catch((error: unknown) => {
        if (isTransient(error) || earlier.length === 0) throw error;
        return settle(earlier, error, saving);
      });
      unanswered.current = [];
    } catch (error) {
      // A refusal is a response and means that nothing was stored.
      if (!isTransient(error)) unanswered.current = earlier;
      keep();
      throw error;
    }
  }

  return { unanswered, save };
}
