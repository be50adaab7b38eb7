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
  /** Returns the row's stored files. Those beyond the maximum are ignored. */
  initial?: () => StoredFile[];
  /**
   * The name of the form, such as 'territory-rio-dulce'. Its uploads continue after the form closes, failed ones can
   * be retried when it opens again, and stored ones survive a reload of this tab.
   */
  draft?: string | undefined;
}

/**
 * Manages all uploads of the app: files are checked, stored with progress, retried, ordered and removed. With `max:
 * 1` a new file replaces the old.
 */
export function useUploads({ initial, draft, ...options }: UploadOptions) {
  const [before] = useState(() => initial?.() ?? []);
  const list = useUploadList({ before, draft, ...options });
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
    /** The stored files, in order. */
    stored,
    uploading: list.uploading,
    /** The names of failed uploads that are still listed. */
    failed: items.filter((item) => item.error).map((item) => item.name),
    /** True if leaving would lose something, including running uploads. */
    changed: text !== JSON.stringify(before) || list.uploading,
    tooMany,
    problem: tooMany ? t`Please add at most ${max} files` : null,
    add,
    retry,
    remove,
    move,
    /** Starts over after a submission, if the form stays open. */
    reset,
    /** Called after saving, when the files no longer belong to this form. */
    forget,
    /**
     * Abandons the form and deletes its uploads. Files that a row uses are kept (media_in_use), and failures are
     * cleaned up later.
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
}

/** Returns the form's list, which is one that was left uploading, or a new one with the stored files. */
function useUploadList({ before, draft, ...options }: Draft & ListOptions): UploadList {
  const [list, setList] = useState(
    () =>
      (draft !== undefined && findPending(draft)) ||
      new UploadList(options, ((draft !== undefined && readStoredFiles(draft)) || before).map(toItem)),
  );
  useEffect(() => {
    // A handler may depend on the form's current state.
    list.options = options;
  });
  useEffect(() => {
    if (draft === undefined) return list.abort;
    const left = findPending(draft);
    removePending(draft);
    // The form was just remounted with a newer version of the row.
    if (left && left !== list) setList(left);
    return () => {
      if (list.unsettled) {
        addPending(draft, list, () => saveStoredFiles(draft, before, storedFilesOf(list.getState().items)));
        list.leave();
      } else list.abort();
    };
  }, [draft, list, before]);
  return list;
}
