import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { parseImage } from '@/lib/media/media';
import { readJson, removeText, writeJson } from '@/lib/storage/storage';
import { MEDIA_RULES, type MediaRules } from './check.ts';
import type { MediaFolder } from './stored.ts';
import type { UploadItem } from './upload-list.ts';
import { dropMedia, putMediaIn } from './uploads.ts';
import { useUploads } from './use-uploads.ts';

const MAX_FILES = 20;

interface Kept {
  stored: string;
  type: 'image' | 'video';
  name: string;
  size: number;
  fresh: boolean;
}

function isKept(value: unknown): value is Kept[] {
  return (
    Array.isArray(value) &&
    value.length <= MAX_FILES &&
    value.every(
      (item: Partial<Kept> | null) =>
        typeof item?.stored === 'string' &&
        typeof item.name === 'string' &&
        typeof item.size === 'number' &&
        typeof item.fresh === 'boolean' &&
        (item.type === 'image' || item.type === 'video'),
    )
  );
}

const toItem = (kept: Kept): UploadItem => ({
  ...kept,
  id: kept.stored,
  progress: 1,
  error: null,
  file: null,
  retryable: false,
});

/** What a row has stored, as the field shows it; an entry without an address counts as not there. Files have no names of theirs. */
function keptOf(images: readonly string[], videos: readonly string[]): Kept[] {
  const kept = (type: Kept['type']) => (stored: string, index: number) => {
    const number = index + 1;
    const name = parseImage(stored).alt || (type === 'image' ? t`Photo ${number}` : t`Video ${number}`);
    return { stored, type, name, size: 0, fresh: false };
  };
  const all = [...images.map(kept('image')), ...videos.map(kept('video'))];
  return all.filter(({ stored }) => stored.trim() !== '');
}

/** What of a form's files has an address. */
const storedOf = (items: readonly UploadItem[]): Kept[] =>
  items.flatMap(({ stored, type, name, size, fresh }) => (stored && type ? [{ stored, type, name, size, fresh }] : []));

/** Keeps them for this tab where they are not what the row has. */
function persist(key: string, before: readonly Kept[], now: readonly Kept[]): void {
  if (JSON.stringify(now) === JSON.stringify(before)) removeText('session', key);
  else writeJson('session', key, now);
}

interface Options {
  folder: MediaFolder;
  /** Names the form, such as 'territory-rio-dulce': what is uploaded survives a reload under it. */
  draft: string;
  images: readonly string[];
  videos: readonly string[];
  /** Images alone, where a row has no place for videos. */
  rules?: MediaRules;
}

/** The pictures and videos of a region, an experience or a service while they are edited. */
export function useEntityMedia({ folder, draft, images, videos, rules = MEDIA_RULES }: Options) {
  const key = `territorio-media-${draft}`;
  const [before] = useState(() => keptOf(images, videos));
  const [keep] = useState(() => ({
    name: key,
    onItems: (items: readonly UploadItem[]) => persist(key, before, storedOf(items)),
  }));
  const uploads = useUploads({
    initial: () => (readJson('session', key, isKept) ?? before).map(toItem),
    rules,
    max: MAX_FILES,
    put: putMediaIn(folder),
    drop: dropMedia,
    keep,
  });
  const now = storedOf(uploads.items);
  const text = JSON.stringify(now);
  const changed = text !== JSON.stringify(before);
  useEffect(() => persist(key, before, JSON.parse(text)), [key, before, text]);
  const addresses = (type: Kept['type']) => now.filter((item) => item.type === type).map((item) => item.stored);
  return {
    ...uploads,
    images: addresses('image'),
    videos: addresses('video'),
    /** Something would be lost on leaving: what is still on its way up, too. */
    changed: changed || uploads.uploading,
    /** After they have been saved: they are no longer this form's. */
    forget: () => {
      uploads.release();
      removeText('session', key);
    },
    /** The form is given up: what it put up goes with it. What a row shows is not taken away (media_in_use); a failure is swept. */
    discard: () => {
      uploads.release();
      removeText('session', key);
      for (const { stored, fresh } of now) if (fresh) dropMedia(stored).catch(() => undefined);
    },
  };
}

export type EntityMedia = ReturnType<typeof useEntityMedia>;
