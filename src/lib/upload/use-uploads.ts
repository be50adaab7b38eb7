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
  /** What the row has stored already; the first ones count. */
  initial?: () => StoredFile[];
  /** Names the form, such as 'territory-rio-dulce': what is stored survives a reload of this tab under it. */
  draft?: string;
  /** Uploads go on when the form of this draft leaves the page; without it they stop. */
  background?: boolean;
}

/**
 * Every upload of the product: files that are checked, stored with progress, tried again, put in order and taken out. Where only one is
 * taken (`max: 1`), another takes its place.
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
    /** What of them is stored, in their order. */
    stored,
    uploading: list.uploading,
    /** The names of those that were not stored, and stand there still. */
    failed: items.filter((item) => item.error).map((item) => item.name),
    /** Something would be lost on leaving: what is still on its way up, too. */
    changed: text !== JSON.stringify(before) || list.uploading,
    tooMany,
    problem: tooMany ? t`Please add at most ${max} files` : null,
    add,
    retry,
    remove,
    move,
    /** Starts anew: after they have been handed in, where the form stays. */
    reset,
    /** After they have been saved: they are no longer this form's. */
    forget,
    /** The form is given up: what it stored goes with it. What a row shows is not taken away (media_in_use); a failure is swept. */
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

/** The list of this form: one that was left on its way, or a new one with what is stored. */
function useUploadList({ before, draft, background, ...options }: Draft & ListOptions): UploadList {
  const name = background ? draft : undefined;
  const [list, setList] = useState(
    () =>
      (name !== undefined && findPending(name)) ||
      new UploadList(options, ((draft !== undefined && readStoredFiles(draft)) || before).map(toItem)),
  );
  useEffect(() => {
    // What is done with a file may depend on what the form shows now.
    list.options = options;
  });
  useEffect(() => {
    if (name === undefined) return list.abort;
    const left = findPending(name);
    removePending(name);
    // The form before this one has only just gone: a newer version of the row has taken its place.
    if (left && left !== list) setList(left);
    return () => {
      if (list.unsettled)
        addPending(name, list, () => saveStoredFiles(name, before, storedFilesOf(list.getState().items)));
      else list.abort();
    };
  }, [name, list, before]);
  return list;
}
