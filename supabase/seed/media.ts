import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import scenes from '../../public/art/scenes.json' with { type: 'json' };
import { tourists } from './content/tourists.ts';
import { required, uuidOf } from './ids.ts';

export const MEDIA_DIR = fileURLToPath(new URL('./media/', import.meta.url));
/** The passport picture of every demo guest. */
export const SPECIMEN_FILE = 'specimen-passport.webp';
/** The widths of catalogue pictures, as in src/lib/media/media.ts. */
export const WIDTHS = [480, 720, 960, 1600] as const;
const PUBLIC_PATH = '/storage/v1/object/public/media/';

/**
 * Returns folder and UUID of a scene, `scenes/<uuid>`. Its files are `<that>.webp` and
 * `<that>/w<width>.<avif|webp>`.
 */
export const sceneObject = (scene: string) => `scenes/${uuidOf(`scene/${scene}`)}`;
export const avatarObject = (face: string) => `avatars/${uuidOf(`avatar/${face}`)}`;

/**
 * Returns the address stored in image_urls. It is relative to the API, with colour, size, focus point and alt text
 * in the fragment, so that a page can be laid out before the picture loads.
 */
export function sceneUrl(id: string, alt?: string): string {
  const scene = required(
    scenes.find((s) => s.id === id),
    `the scene ${id}`,
  );
  const fragment = [
    'v=1',
    `s=${WIDTHS.join(',')}`,
    `c=${scene.lqip.slice(1)}`,
    'w=1600',
    `h=${id.endsWith('-tall') ? 1500 : 1000}`,
    `f=${scene.focus.replaceAll('%', '').split(' ').join(',')}`,
    `alt=${encodeURIComponent(alt ?? scene.alt)}`,
  ];
  return `${PUBLIC_PATH}${sceneObject(id)}.webp#${fragment.join('&')}`;
}

/**
 * Returns the address of a face, which is one small file (256 px) with a 96 px version beside it at
 * `avatars/<uuid>/w96.webp`.
 */
export const avatarUrl = (face: string) => `${PUBLIC_PATH}${avatarObject(face)}.webp`;

export async function mediaObjects(): Promise<{ name: string; file: string; contentType: string }[]> {
  const entries = await readdir(MEDIA_DIR, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && /\.(avif|webp)$/.test(entry.name) && entry.name !== SPECIMEN_FILE)
    .map((entry) => `${entry.parentPath.replace(/\/?$/, '/')}${entry.name}`.slice(MEDIA_DIR.length));
  const typeOf = (name: string) => (name.endsWith('.avif') ? 'image/avif' : 'image/webp');
  const stored = files.map((name) => ({ name, file: MEDIA_DIR + name, contentType: typeOf(name) }));
  // A scene's plain picture is its widest WebP, which is one file in the repository stored under both names.
  const plain = stored
    .filter(({ name }) => name.startsWith('scenes/') && name.endsWith('/w1600.webp'))
    .map((object) => ({ ...object, name: object.name.replace('/w1600.webp', '.webp') }));
  return [...stored, ...plain].sort((a, b) => a.name.localeCompare(b.name));
}

/** Returns the object name in a guest's own folder of the private bucket `passports`. */
export const passportObject = (guestId: string) => `${guestId}/passport.webp`;

export type DemoPicture = { bucket: string; name: string; file: string; contentType: string };

/** Returns the art and the sample passports. Names never change, so existing ones can be skipped. */
export async function demoPictures(): Promise<DemoPicture[]> {
  const specimen = { bucket: 'passports', file: MEDIA_DIR + SPECIMEN_FILE, contentType: 'image/webp' };
  return [
    ...(await mediaObjects()).map((object) => ({ ...object, bucket: 'media' })),
    ...tourists.map(({ key }) => ({ ...specimen, name: passportObject(uuidOf(`user/${key}`)) })),
  ];
}
