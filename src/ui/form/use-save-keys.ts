import { useRef } from 'react';
import { isTransient } from '@/lib/api/errors';
import { isVersionConflict, ownSave } from '@/lib/api/versions';
import type { UnansweredSave } from '@/lib/storage/form-draft';

interface Saving {
  /** The sent values as text. Equal texts are the same save. */
  text: string;
  send: (key: string) => Promise<unknown>;
  /** Makes the next save overwrite the version that exists now. Returns false if that version is unknown. */
  takeLatest: () => Promise<boolean>;
}

/**
 * Saves with idempotency keys, so that a lost response doesn't cause a conflict with the person's own save. If a save
 * is refused after an earlier one had no response, it asks the server about that one. If the earlier one stored the
 * same text, the save is complete. If no one else has changed the record, it saves again. `unanswered` lists these
 * saves for the draft.
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
      // A refusal is a response, so this save has stored nothing.
      if (!isTransient(error)) unanswered.current = earlier;
      keep();
      throw error;
    }
  }

  return { unanswered, save };
}
