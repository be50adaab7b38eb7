import { t } from '@lingui/core/macro';
import { parseImage } from '@/lib/media/media';
import { MEDIA_RULES, type MediaRules } from './check.ts';
import { dropMedia, putMediaIn } from './media-bucket.ts';
import type { MediaFolder } from './picture-address.ts';
import type { StoredFile } from './stored-files.ts';
import { useUploads } from './use-uploads.ts';

const MAX_FILES = 20;

/** Returns a row's stored files for the field, skipping entries without an address. They have no file names. */
function filesOf(images: readonly string[], videos: readonly string[]): StoredFile[] {
  const file = (type: StoredFile['type']) => (stored: string, index: number) => {
    const number = index + 1;
    const name = parseImage(stored).alt || (type === 'image' ? t`Photo ${number}` : t`Video ${number}`);
    return { stored, type, name, size: 0, fresh: false };
  };
  return [...images.map(file('image')), ...videos.map(file('video'))].filter(({ stored }) => stored.trim() !== '');
}

interface Options {
  folder: MediaFolder;
  /** The name of the form, such as 'territory-rio-dulce'. */
  draft: string;
  images: readonly string[];
  videos: readonly string[];
  /** Set for rows that have only pictures. */
  rules?: MediaRules;
}

/** Manages the pictures and videos of a territory, experience or service while it is edited. */
export function useEntityMedia({ folder, draft, images, videos, rules = MEDIA_RULES }: Options) {
  const uploads = useUploads({
    initial: () => filesOf(images, videos),
    rules,
    max: MAX_FILES,
    put: putMediaIn(folder),
    drop: dropMedia,
    draft,
  });
  const addresses = (type: StoredFile['type']) =>
    uploads.stored.filter((file) => file.type === type).map((file) => file.stored);
  return { ...uploads, images: addresses('image'), videos: addresses('video') };
}

export type EntityMedia = ReturnType<typeof useEntityMedia>;
