import { readJson, removeText, writeJson } from './storage.ts';

/** What an unsaved form keeps for this tab. It must not contain secrets. */
export interface FormDraft {
  values: Record<string, unknown>;
  /** The id of a new record, so that a retry doesn't create a second one. */
  id?: string;
  /** The version of the record from which the form was filled. */
  version?: unknown;
  /** Saves without a response so far. */
  unanswered?: UnansweredSave[];
}

export interface UnansweredSave {
  /** The content that was sent. */
  text: string;
  /** The idempotency key of the save. */
  key: string;
}

const key = (name: string) => `territorio-form-${name}`;

function isDraft(value: unknown): value is FormDraft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'values' in value &&
    typeof value.values === 'object' &&
    value.values !== null
  );
}

export const readDraft = (name: string): FormDraft | null => readJson('session', key(name), isDraft);

/** Stores a draft. It can also prefill a form before it opens. */
export const writeDraft = (name: string, draft: FormDraft): void => writeJson('session', key(name), draft);

export const clearDraft = (name: string): void => removeText('session', key(name));

/** Moves a guest's draft to the person who signs in, unless they have a newer one. */
export function moveDraft(from: string, to: string): void {
  const draft = readDraft(from);
  if (from === to || !draft || readDraft(to)) return;
  writeDraft(to, draft);
  clearDraft(from);
}
