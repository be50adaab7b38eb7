import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { isAbort, toAppError } from '@/lib/errors';
import { checkMedia, type MediaKind, type MediaRules } from './check';

export interface UploadItem {
  id: string;
  name: string;
  /** In bytes; 0 where it is not known any more. */
  size: number;
  /** Null until the file has been looked at. */
  type: 'image' | 'video' | null;
  /** 0 to 1 while it is on its way. */
  progress: number;
  /** What it is stored as, once it is there: an object name or an address, as `put` gave it. */
  stored: string | null;
  /** Stored by this form, and not before it: taking it out takes it away. */
  fresh: boolean;
  error: string | null;
  /** Gone after a reload: a file that failed can then only be chosen again. */
  file: File | null;
  retryable: boolean;
}

export type PutMedia = (upload: {
  file: File;
  kind: MediaKind;
  onProgress: (fraction: number) => void;
  signal: AbortSignal;
}) => Promise<string>;

interface Options {
  initial: () => UploadItem[];
  rules: MediaRules;
  max: number;
  put: PutMedia;
  /** Takes away what was put. */
  drop: (stored: string) => Promise<void>;
}

const started = (file: File): UploadItem => ({
  id: crypto.randomUUID(),
  name: file.name,
  size: file.size,
  type: null,
  progress: 0,
  stored: null,
  fresh: true,
  error: null,
  file,
  retryable: false,
});

/** Several files at once, each with its own fate, in an order that can be changed. */
export function useUploads({ initial, rules, max, put, drop }: Options) {
  const [items, setItems] = useState(initial);
  const [tooMany, setTooMany] = useState(false);
  const running = useRef(new Map<string, AbortController>());

  useEffect(() => {
    const uploads = running.current;
    return () => {
      for (const upload of uploads.values()) upload.abort();
    };
  }, []);

  const change = (id: string, part: Partial<UploadItem>) =>
    setItems((now) => now.map((item) => (item.id === id ? { ...item, ...part } : item)));

  async function upload(item: UploadItem) {
    const { id, file } = item;
    if (!file) return;
    const controller = new AbortController();
    running.current.set(id, controller);
    try {
      const kind = await checkMedia(file, rules);
      if ('error' in kind) return change(id, { error: kind.error });
      if (controller.signal.aborted) return;
      change(id, { type: kind.type, error: null, progress: 0 });
      const onProgress = (progress: number) => change(id, { progress });
      const stored = await put({ file, kind, onProgress, signal: controller.signal });
      if (controller.signal.aborted) return void drop(stored).catch(() => undefined);
      change(id, { stored, progress: 1, file: null });
    } catch (error) {
      if (isAbort(error)) return;
      const { message, detail } = toAppError(error);
      change(id, { error: detail ? `${message} ${detail}` : message, retryable: true });
    } finally {
      running.current.delete(id);
    }
  }

  return {
    items,
    uploading: items.some((item) => !item.stored && !item.error),
    problem: tooMany ? t`Please add at most ${max} files` : null,
    add: (files: readonly File[]) => {
      const room = Math.max(0, max - items.length);
      setTooMany(files.length > room);
      const made = files.slice(0, room).map(started);
      setItems((now) => [...now, ...made]);
      for (const item of made) void upload(item);
    },
    retry: (item: UploadItem) => void upload(item),
    remove: (item: UploadItem) => {
      running.current.get(item.id)?.abort();
      if (item.stored && item.fresh) drop(item.stored).catch(() => undefined);
      setTooMany(false);
      setItems((now) => now.filter((other) => other.id !== item.id));
    },
    /** Puts an item at another place of the list. */
    move: (id: string, to: number) =>
      setItems((now) => {
        const item = now.find((other) => other.id === id);
        if (!item || to < 0 || to >= now.length) return now;
        const rest = now.filter((other) => other.id !== id);
        return [...rest.slice(0, to), item, ...rest.slice(to)];
      }),
    /** Starts anew; what is running goes on for nobody and is taken away. */
    reset: (next: UploadItem[] = []) => {
      for (const upload of running.current.values()) upload.abort();
      setTooMany(false);
      setItems(next);
    },
  };
}

export type Uploads = ReturnType<typeof useUploads>;
