import { readJson, removeText, writeJson } from '@/lib/storage/storage';
import type { UploadItem } from './upload-list.ts';

/** A file that is already stored, as it is restored after a reload. */
export interface StoredFile {
  /** The object name or address that the upload returned. */
  stored: string;
  type: 'image' | 'video';
  name: string;
  size: number;
  /** True if this form stored it. */
  fresh: boolean;
}

function isStoredFile(item: Partial<StoredFile> | null): boolean {
  return (
    typeof item?.stored === 'string' &&
    typeof item.name === 'string' &&
    typeof item.size === 'number' &&
    typeof item.fresh === 'boolean' &&
    (item.type === 'image' || item.type === 'video')
  );
}

const isStoredFiles = (value: unknown): value is StoredFile[] => Array.isArray(value) && value.every(isStoredFile);

const keyOf = (draft: string) => `territorio-uploads-${draft}`;

/** Returns what this tab has stored under the name of a draft, or null. */
export const readStoredFiles = (draft: string): StoredFile[] | null => readJson('session', keyOf(draft), isStoredFiles);

/** Keeps the files for this tab if they differ from those of the row. */
export function saveStoredFiles(draft: string, before: readonly StoredFile[], now: readonly StoredFile[]): void {
  if (JSON.stringify(now) === JSON.stringify(before)) clearStoredFiles(draft);
  else writeJson('session', keyOf(draft), now);
}

export const clearStoredFiles = (draft: string): void => removeText('session', keyOf(draft));

export const toItem = (file: StoredFile): UploadItem => ({
  ...file,
  id: file.stored,
  progress: 1,
  error: null,
  signedOut: false,
  file: null,
});

export const storedFilesOf = (items: readonly UploadItem[]): StoredFile[] =>
  items.flatMap(({ stored, type, name, size, fresh }) => (stored && type ? [{ stored, type, name, size, fresh }] : []));
