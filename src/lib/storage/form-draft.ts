import { readJson, removeText, writeJson } from './storage.ts';

/** What a form that was not saved yet keeps for this tab: no secrets. */
export interface FormDraft {
  values: Record<string, unknown>;
  /** The id that a new record will have, so that a second try makes no second one. */
  id?: string;
  /** The version of the record that the form was filled from. */
  version?: unknown;
  /** Saves that were sent and have no answer yet. */
  unanswered?: UnansweredSave[];
}

export interface UnansweredSave {
  /** What was sent, */
  text: string;
  /** and its key for the server. */
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

/** Also fills a form in ahead, for when it is opened. */
export const writeDraft = (name: string, draft: FormDraft): void => writeJson('session', key(name), draft);

export const clearDraft = (name: string): void => removeText('session', key(name));

/** What a guest wrote becomes theirs by signing in, unless they have begun anew since. */
export function moveDraft(from: string, to: string): void {
  const draft = readDraft(from);
  if (from === to || !draft || readDraft(to)) return;
  writeDraft(to, draft);
  clearDraft(from);
}
