import { readJson, removeText, writeJson } from './storage.ts';

/** What an unsaved form keeps for this tab: no secrets. */
export interface FormDraft {
  values: Record<string, unknown>;
  /** The id of a new record, so that a retry does not create a second one. */
  id?: string;
  /** The version of the record that the form was filled from. */
  version?: unknown;
  /** Saves without an answer yet. */
  unanswered?: UnansweredSave[];
}

export interface UnansweredSave {
  /** The content sent, */
  text: string;
  /** and its idempotency key. */
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

/** Also used to prefill a form before it opens. */
export const writeDraft = (name: string, draft: FormDraft): void => writeJson('session', key(name), draft);

export const clearDraft = (name: string): void => removeText('session', key(name));

/** A guest's draft becomes the person's at sign-in, unless they have a newer one. */
export function moveDraft(from: string, to: string): void {
  const draft = readDraft(from);
  if (from === to || !draft || readDraft(to)) return;
  writeDraft(to, draft);
  clearDraft(from);
}
