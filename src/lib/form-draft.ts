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

export function clearDraft(name: string): void {
  removeText('session', key(name));
}

/** Keeps the listed fields for this tab while they are typed, so that a reload loses nothing. Never list a secret. */
export function useFormDraft<T extends FieldValues>(
  form: UseFormReturn<T>,
  name: string,
  fields: readonly Path<T>[],
): void {
  const { subscribe } = form;
  const list = fields.join(' ');
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ values }) =>
          writeJson('session', key(name), Object.fromEntries(list.split(' ').map((field) => [field, values[field]]))),
      }),
    [subscribe, name, list],
  );
}
