import { t } from '@lingui/core/macro';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { forgetList, type Keep, keepList, keptList } from './kept-lists.ts';
import { type ListOptions, type UploadItem, UploadList } from './upload-list.ts';

interface Options extends Omit<ListOptions, 'initial'> {
  initial: () => UploadItem[];
  /** Uploads go on when the form leaves the page; without it they stop. The same object each time. */
  keep?: Keep;
}

/** The files of a form: what is stored already, and what is on its way. */
export function useUploads({ initial, keep, ...options }: Options) {
  const [list, setList] = useState(
    () => (keep && keptList(keep.name)) ?? new UploadList({ initial: initial(), ...options }),
  );
  useEffect(() => {
    const left = keep && keptList(keep.name);
    if (keep) forgetList(keep.name);
    // The form before this one has only just gone: a newer version of the row has taken its place.
    if (left && left !== list) setList(left);
    return () => {
      if (keep && list.unsettled) keepList(keep, list);
      else list.abort();
    };
  }, [keep, list]);
  const { items, tooMany } = useSyncExternalStore(list.subscribe, list.getState);
  const { max } = options;
  const { add, retry, remove, move, reset, release } = list;
  return {
    items,
    uploading: list.uploading,
    problem: tooMany ? t`Please add at most ${max} files` : null,
    add,
    retry,
    remove,
    move,
    reset,
    /** The form is done with, or given up: what is on its way stops, and nothing of it is kept. */
    release,
  };
}

export type Uploads = ReturnType<typeof useUploads>;
