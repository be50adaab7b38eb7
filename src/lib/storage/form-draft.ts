import { useEffect } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { readJson, removeText, writeJson } from './storage.ts';

const key = (name: string) => `territorio-form-${name}`;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The kept texts of a form, to start it with; fields that are not listed are never kept. */
export function readDraft<K extends string>(name: string, fields: readonly K[]): Partial<Record<K, string>> {
  const kept = readJson('session', key(name), isRecord) ?? {};
  const draft: Partial<Record<K, string>> = {};
  for (const field of fields) {
    const value = kept[field];
    if (typeof value === 'string') draft[field] = value;
  }
  return draft;
}

/** Fills a form in ahead, for when it is opened. */
export function writeDraft(name: string, values: Record<string, string>): void {
  writeJson('session', key(name), values);
}

export function clearDraft(name: string): void {
  removeText('session', key(name));
}

/**
 * Keeps the listed fields for this tab while they are typed, so that a reload loses nothing. Never list a secret. `alsoChanged`:
 * something beside the fields was changed, such as the pictures; the version that it was changed over is kept with it.
 */
export function useFormDraft<T extends FieldValues>(
  form: UseFormReturn<T>,
  name: string,
  fields: readonly Path<T>[],
  alsoChanged = false,
): void {
  const { subscribe, getValues } = form;
  const list = fields.join(' ');
  useEffect(() => {
    const keep = (values: T) =>
      writeJson('session', key(name), Object.fromEntries(list.split(' ').map((field) => [field, values[field]])));
    if (alsoChanged) keep(getValues());
    return subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) });
  }, [subscribe, getValues, name, list, alsoChanged]);
}
