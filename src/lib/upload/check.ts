import { t } from '@lingui/core/macro';
import { firstBytes, sniffImage, sniffVideo } from '@/lib/media/file-types';

/** What a place takes. Sizes in MB; the buckets have the same limits. */
export interface MediaRules {
  kinds: 'image' | 'video' | 'both';
  maxMb: number;
}

/** Regions, experiences, transport and what people send in. */
export const MEDIA_RULES: MediaRules = { kinds: 'both', maxMb: 50 };

/** Where a row keeps no videos. */
export const IMAGE_RULES: MediaRules = { kinds: 'image', maxMb: 50 };

const IMAGES = 'image/png,image/jpeg,image/gif,image/webp,image/avif';
const VIDEOS = 'video/mp4,video/webm,video/quicktime';
/** What the file dialog offers; what is taken is decided by the content. */
export const acceptOf = ({ kinds }: MediaRules): string =>
  kinds === 'both' ? `${IMAGES},${VIDEOS}` : kinds === 'image' ? IMAGES : VIDEOS;

export interface MediaKind {
  type: 'image' | 'video';
  contentType: string;
  extension: string;
}

const EXTENSIONS: Record<string, string> = { jpeg: 'jpg', quicktime: 'mov' };

function wrongKind({ kinds }: MediaRules): string {
  if (kinds === 'image') return t`Please select an image file (JPEG, PNG, etc.)`;
  return kinds === 'video' ? t`Please select a video file (MP4, WebM, etc.)` : t`Please select an image or video file`;
}

/** What to store a file as, by its content, or the message for one that is not taken. */
export async function checkMedia(file: Blob, rules = MEDIA_RULES): Promise<{ error: string } | MediaKind> {
  const bytes = await firstBytes(file);
  const image = sniffImage(bytes);
  const found = image ?? sniffVideo(bytes);
  const type = image ? 'image' : 'video';
  // No browser shows a HEIC photo to everyone.
  if (!found || found === 'heic' || (rules.kinds !== 'both' && rules.kinds !== type))
    return { error: wrongKind(rules) };
  const n = rules.maxMb;
  if (file.size > n * 1024 * 1024) return { error: t`File size must be less than ${n}MB` };
  return { type, contentType: `${type}/${found}`, extension: EXTENSIONS[found] ?? found };
}
