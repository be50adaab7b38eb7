import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { isAbort, toAppError } from '@/lib/api/errors';
import { readJson, removeText, writeJson } from '@/lib/storage/storage';
import { MAX_PHOTOS, preparePhoto } from './photo';
import { removePhoto, uploadPhoto } from './write/queries';

export type PhotoItem = {
  id: string;
  name: string;
  /** 0 to 1 while it is on its way. */
  progress: number;
  /** The stored object, once it is there. */
  path: string | null;
  error: string | null;
  /** Set where another try with the same file may help. */
  retry: File | null;
};

type Stored = { path: string; name: string };

const isStored = (value: unknown): value is Stored[] =>
  Array.isArray(value) &&
  value.length <= MAX_PHOTOS &&
  value.every((item) => typeof item?.path === 'string' && typeof item?.name === 'string');

/** The photos of one review, each with its own fate. What is stored survives a reload of the page. */
export function usePhotos(userId: string, bookingId: string) {
  const key = `territorio-review-photos-${bookingId}`;
  const [items, setItems] = useState<PhotoItem[]>(() =>
    (readJson('session', key, isStored) ?? []).map(({ path, name }) => ({
      id: path,
      name,
      path,
      progress: 1,
      error: null,
      retry: null,
    })),
  );
  const [tooMany, setTooMany] = useState(false);
  const running = useRef(new Map<string, AbortController>());
  const stored = items.flatMap(({ path, name }): Stored[] => (path ? [{ path, name }] : []));
  const keep = JSON.stringify(stored);

  useEffect(() => {
    if (keep === '[]') removeText('session', key);
    else writeJson('session', key, JSON.parse(keep));
  }, [key, keep]);
  useEffect(() => {
    const uploads = running.current;
    return () => {
      for (const upload of uploads.values()) upload.abort();
    };
  }, []);

  const change = (id: string, part: Partial<PhotoItem>) =>
    setItems((now) => now.map((item) => (item.id === id ? { ...item, ...part } : item)));

  async function upload(id: string, file: File) {
    const controller = new AbortController();
    running.current.set(id, controller);
    change(id, { error: null, retry: null, progress: 0 });
    const onProgress = (progress: number) => change(id, { progress });
    try {
      const photo = await preparePhoto(file);
      if ('error' in photo) return change(id, { error: photo.error });
      const path = await uploadPhoto({ userId, ...photo, onProgress, signal: controller.signal });
      change(id, { path, progress: 1 });
    } catch (error) {
      if (isAbort(error)) return;
      const { message, detail } = toAppError(error);
      change(id, { error: detail ? `${message} ${detail}` : message, retry: file });
    } finally {
      running.current.delete(id);
    }
  }

  return {
    items,
    paths: stored.map(({ path }) => path),
    uploading: items.some((item) => !item.path && !item.error),
    problem: tooMany ? t`Please add at most ${MAX_PHOTOS} photos` : null,
    add: (files: readonly File[]) => {
      const room = MAX_PHOTOS - items.length;
      setTooMany(files.length > room);
      const made = files.slice(0, room).map((file) => ({ file, id: crypto.randomUUID() }));
      setItems((now) => [
        ...now,
        ...made.map(({ file, id }) => ({ id, name: file.name, progress: 0, path: null, error: null, retry: null })),
      ]);
      for (const { file, id } of made) void upload(id, file);
    },
    retry: (item: PhotoItem) => {
      if (item.retry) void upload(item.id, item.retry);
    },
    remove: (item: PhotoItem) => {
      running.current.get(item.id)?.abort();
      if (item.path) removePhoto(item.path).catch(() => undefined);
      setTooMany(false);
      setItems((now) => now.filter((other) => other.id !== item.id));
    },
    /** After they have been handed in: they are the review's now. */
    clear: () => setItems([]),
  };
}
export type Photos = ReturnType<typeof usePhotos>;
