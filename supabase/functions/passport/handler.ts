import { type Dependencies, requireUser } from '../_shared/dependencies.ts';
import { answer, HttpError, readBytes } from '../_shared/http.ts';
import { cleanImage } from '../_shared/image/clean-image.ts';
import { BrokenImage, type CleanImage } from '../_shared/image/types.ts';

const MAX_BYTES = 5 * 1024 * 1024;
const MIN_SIDE = 100;
const MAX_SIDE = 12_000;
const MAX_PIXELS = 60_000_000;

/**
 * POST with the image as body → { path }: its name in the caller's folder of the private bucket. The browser's claims
 * are ignored: type and size are read from the bytes, and metadata (above all the place) is removed.
 */
export function handle(request: Request, deps: Dependencies): Promise<Response> {
  return answer(request, async () => {
    const user = await requireUser(request, deps);
    const image = look(await readBytes(request, MAX_BYTES - 1, tooLarge));
    await deps.admin('allow_passport_upload', { p_user_id: user.id });
    const path = `${user.id}/${crypto.randomUUID()}.${image.type === 'jpeg' ? 'jpg' : image.type}`;
    await deps.passports.put(path, image.bytes, `image/${image.type}`);
    return { path, width: image.width, height: image.height };
  });
}

function look(bytes: Uint8Array): CleanImage {
  const image = clean(bytes);
  if (!image) throw new HttpError(400, 'invalid_image', 'Please select an image file (JPEG, PNG, etc.)');
  const { width, height } = image;
  if (Math.min(width, height) < MIN_SIDE) {
    throw new HttpError(400, 'image_too_small', 'This photo is too small to read. Please take a larger one.');
  }
  if (Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS) throw tooLarge();
  return image;
}

function clean(bytes: Uint8Array): CleanImage | null {
  try {
    return cleanImage(bytes);
  } catch (error) {
    if (error instanceof BrokenImage) return null;
    throw error;
  }
}

function tooLarge(): HttpError {
  return new HttpError(413, 'image_too_large', 'Image size must be less than 5MB');
}
