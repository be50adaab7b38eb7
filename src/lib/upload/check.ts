import { t } from '@lingui/core/macro';
import { AppError } from '@/lib/api/errors';
import { firstBytes, sniffImage, sniffVideo } from '@/lib/media/file-types';

/** The files that an upload field accepts. Sizes are in MB, and the buckets have the same limits. */
export interface MediaRules {
  kinds: 'image' | 'video' | 'both';
  maxMb: number;
  /** True if a file of exactly `maxMb` is also too large. The message is then about an image. */
  smallerThanMax?: boolean;
  /**
   * True if the file is redrawn before it is stored. Large photos are shrunk, and only those that stay too large
   * are refused (refuseLarge).
   */
  redrawn?: boolean;
  /** Accepts iPhone photos, only where they are redrawn because few browsers display them. */
  heic?: boolean;
}

/** The rules for territories, experiences, transport and submissions. */
export const MEDIA_RULES: MediaRules = { kinds: 'both', maxMb: 50 };

/** The rules for rows without videos. */
export const IMAGE_RULES: MediaRules = { kinds: 'image', maxMb: 50 };

const IMAGES = 'image/png,image/jpeg,image/gif,image/webp,image/avif';
const VIDEOS = 'video/mp4,video/webm,video/quicktime';
/** Returns the file dialog's filter. The content of a file decides whether it is accepted. */
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

/** Returns the type as which an image is stored, by its content. */
export async function imageKind(image: Blob): Promise<MediaKind | null> {
  const found = sniffImage(await firstBytes(image));
  return found && kindOf('image', found);
}

/** Thrown for a file that would be refused again. The message gives the reason. */
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

/** Returns the type as which a file is stored, by its content, or the reason for refusing it. */
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

/** Throws a FileRefused for a file that is still too large after redrawing, or that can't be redrawn. */
export function refuseLarge(image: Blob, rules: MediaRules): void {
  if (isTooLarge(rules, image)) throw new FileRefused(tooLarge(rules));
}
