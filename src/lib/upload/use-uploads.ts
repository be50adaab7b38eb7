import { t } from '@lingui/core/macro';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { addPending, findPending, removePending } from './pending-uploads.ts';
import {
  clearStoredFiles,
  readStoredFiles,
  type StoredFile,
  saveStoredFiles,
  storedFilesOf,
  toItem,
} from './stored-files.ts';
import { type ListOptions, UploadList } from './upload-list.ts';

export interface UploadOptions extends ListOptions {
  /** The row's stored files; beyond the maximum they are ignored. */
  initial?: () => StoredFile[];
  /** The name of the form, such as 'territory-rio-dulce': its uploads survive a reload of this tab. */
  draft?: string;
  /** Uploads continue after the form closes; without it they stop. */
  background?: boolean;
}

/**
 * All uploads of the app: files that are checked, stored with progress, retried, ordered and removed. With `max: 1` a
 * new file replaces the old.
 */
export function useUploads({ initial, draft, background = false, ...options }: UploadOptions) {
  const [before] = useState(() => initial?.() ?? []);
  const list = useUploadList({ before, draft, background, ...options });
  const { items, tooMany } = useSyncExternalStore(list.subscribe, list.getState);
  const stored = storedFilesOf(items);
  const text = JSON.stringify(stored);
  useEffect(() => {
    if (draft !== undefined) saveStoredFiles(draft, before, JSON.parse(text));
  }, [draft, before, text]);
  const { max, drop } = options;
  const { add, retry, remove, move, reset } = list;
  const forget = () => {
    list.release();
    if (draft !== undefined) clearStoredFiles(draft);
  };
  return {
    items,
    /** The stored ones, in order. */
    stored,
    uploading: list.uploading,
    /** Names of failed uploads that are still listed. */
    failed: items.filter((item) => item.error).map((item) => item.name),
    /** Leaving would lose something, including running uploads. */
    changed: text !== JSON.stringify(before) || list.uploading,
    tooMany,
    problem: tooMany ? t`Please add at most ${max} files` : null,
    add,
    retry,
    remove,
    move,
    /** Starts over after a submission, if the form stays. */
    reset,
    /** After saving: the files no longer belong to this form. */
    forget,
    /**
     * The form is abandoned: its uploads are deleted. Files of a row are kept (media_in_use); failures are cleaned up
     * later.
     */
    discard: () => {
      forget();
      for (const file of stored) if (file.fresh) drop?.(file.stored).catch(() => undefined);
    },
  };
}

export type Uploads = ReturnType<typeof useUploads>;

interface Draft {
  before: readonly StoredFile[];
  draft: string | undefined;
  background: boolean;
}

/** The form's list: one left uploading, or a new one with the stored files. */
function useUploadList({ before, draft, background, ...options }: Draft & ListOptions): UploadList {
  const name = background ? draft : undefined;
  const [list, setList] = useState(
    () =>
      (name !== undefined && findPending(name)) ||
      new UploadList(options, ((draft !== undefined && readStoredFiles(draft)) || before).map(toItem)),
  );
  useEffect(() => {
    // A handler may depend on the form's current state.
    list.options = options;
  });
  useEffect(() => {
    if (name === undefined) return list.abort;
    const left = findPending(name);
    removePending(name);
    // The form has just been remounted with a newer version of the row.
    if (left && left !== list) setList(left);
    return () => {
      if (list.unsettled)
        addPending(name, list, () => saveStoredFiles(name, before, storedFilesOf(list.getState().items)));
      else list.abort();
    };
  }, [name, list, before]);
  return list;
}
