import { useEffect } from 'react';
import { readJson, removeText, writeJson } from '@/lib/storage/storage';
import { MEDIA_RULES } from '@/lib/upload/check';
import type { UploadItem } from '@/lib/upload/upload-list';
import { useUploads } from '@/lib/upload/use-uploads';
import { isStoredMedia, MAX_FILES, type StoredMedia } from './media';
import { removeMedia, uploadMedia } from './queries';

const restored = (key: string): UploadItem[] =>
  (readJson('session', key, isStoredMedia) ?? []).map(({ path, type, name, size }) => ({
    id: path,
    name,
    size,
    type,
    progress: 1,
    stored: path,
    fresh: true,
    error: null,
    file: null,
    retryable: false,
  }));

/** Several files at once, each with its own fate. What is stored survives a reload of the page. */
export function useMedia(userId: string) {
  const key = `territorio-submission-${userId}`;
  const uploads = useUploads({
    initial: () => restored(key),
    rules: MEDIA_RULES,
    max: MAX_FILES,
    put: (upload) => uploadMedia({ userId, ...upload }),
    drop: removeMedia,
  });
  const stored = uploads.items.flatMap(({ stored: path, type, name, size }): StoredMedia[] =>
    path && type ? [{ path, type, name, size }] : [],
  );
  const keep = JSON.stringify(stored);
  useEffect(() => writeJson('session', key, JSON.parse(keep)), [key, keep]);
  return {
    ...uploads,
    stored,
    /** After the files have been handed in: they are no longer this form's. */
    forget: () => {
      removeText('session', key);
      uploads.reset();
    },
  };
}
