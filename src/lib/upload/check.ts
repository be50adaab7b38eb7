import { t } from '@lingui/core/macro';
import { AppError } from '@/lib/api/errors';
import { firstBytes, sniffImage, sniffVideo } from '@/lib/media/file-types';

/** What a place takes. Sizes in MB; the buckets have the same limits. */
export interface MediaRules {
  kinds: 'image' | 'video' | 'both';
  maxMb: number;
  /** A file of just `maxMb` is too large already, and the message speaks of an image. */
  smallerThanMax?: boolean;
  /** Drawn anew before it is stored: what is too large is made smaller, and only what stays too large is refused (refuseLarge). */
  redrawn?: boolean;
  /** Photos of the type that iPhones write: only where they are drawn anew before they are stored, as few browsers show them. */
  heic?: boolean;
}

/** Territories, experiences, transport and what people send in. */
export const MEDIA_RULES: MediaRules = { kinds: 'both', maxMb: 50 };

/** Where a row keeps no videos. */
export const IMAGE_RULES: MediaRules = { kinds: 'image', maxMb: 50 };

const IMAGES = 'image/png,image/jpeg,image/gif,image/webp,image/avif';
const VIDEOS = 'video/mp4,video/webm,video/quicktime';
/** What the file dialog offers; what is taken is decided by the content. */
export function acceptOf({ kinds, heic }: MediaRules): string {
  const images = heic ? `${IMAGES},image/heic` : IMAGES;
  return kinds === 'both' ? `${images},${VIDEOS}` : kinds === 'image' ? images : VIDEOS;
}

export interface MediaKind {
  type: 'image' | 'video';
  contentType: string;
  extension: string;
}

const EXTENSIONS: Record<string, string> = { jpeg: 'jpg', quicktime: 'mov' };

const kindOf = (type: MediaKind['type'], found: string): MediaKind => ({
  type,
  contentType: `${type}/${found}`,
  extension: EXTENSIONS[found] ?? found,
});

/** What to store an image as, by its content. */
export async function imageKind(image: Blob): Promise<MediaKind | null> {
  const found = sniffImage(await firstBytes(image));
  return found && kindOf('image', found);
}

/** This file is not taken, and would not be at another try; the message says why. */
export class FileRefused extends AppError {
  constructor(message: string) {
    super('refused_file', message);
  }
}

export const notAnImage = (): string => t`Please select an image file (JPEG, PNG, etc.)`;

function wrongKind({ kinds }: MediaRules): string {
  if (kinds === 'image') return notAnImage();
  return kinds === 'video' ? t`Please select a video file (MP4, WebM, etc.)` : t`Please select an image or video file`;
}

function isTooLarge({ maxMb, smallerThanMax }: MediaRules, { size }: Blob): boolean {
  const max = maxMb * 1024 * 1024;
  return smallerThanMax ? size >= max : size > max;
}

/** What to store a file as, by its content, or the message for one that is not taken. */
export async function checkMedia(file: Blob, rules = MEDIA_RULES): Promise<{ error: string } | MediaKind> {
  const bytes = await firstBytes(file);
  const image = sniffImage(bytes);
  const found = image ?? sniffVideo(bytes);
  const type = image ? 'image' : 'video';
  if (!found || (found === 'heic' && !rules.heic) || (rules.kinds !== 'both' && rules.kinds !== type))
    return { error: wrongKind(rules) };
  if (!rules.redrawn && isTooLarge(rules, file)) return { error: tooLarge(rules) };
  return kindOf(type, found);
}

function tooLarge({ maxMb: n, smallerThanMax }: MediaRules): string {
  return smallerThanMax ? t`Image size must be less than ${n}MB` : t`File size must be less than ${n}MB`;
}

/** Throws a FileRefused for what is too large although it was drawn anew, or could not be. */
export function refuseLarge(image: Blob, rules: MediaRules): void {
  if (isTooLarge(rules, image)) throw new FileRefused(tooLarge(rules));
}
