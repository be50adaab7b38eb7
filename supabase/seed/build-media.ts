/**
 * Renders the art of public/art into the pictures that the seed puts into storage (supabase/seed/media, committed).
 * Run it when a drawing changes: `npx tsx supabase/seed/build-media.ts [scene or face …]`.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import scenes from '../../public/art/scenes.json' with { type: 'json' };
import { people } from './content/people.ts';
import { drawFace, drawSpecimen } from './faces.ts';
import { avatarObject, MEDIA_DIR, SPECIMEN_FILE, sceneObject, WIDTHS } from './media.ts';

const ART = fileURLToPath(new URL('../../public/art/', import.meta.url));
// How many bytes a picture may have. Posters are flat, so the first quality is usually small enough.
const BUDGET: Record<number, number> = { 480: 9_216, 720: 16_384, 960: 24_576, 1600: 53_248 };
const QUALITIES = [54, 50, 46, 42];

async function write(name: string, body: Buffer): Promise<number> {
  await mkdir(dirname(MEDIA_DIR + name), { recursive: true });
  await writeFile(MEDIA_DIR + name, body);
  return body.length;
}

async function encodeAvif(picture: Buffer, budget: number): Promise<Buffer> {
  let body = Buffer.alloc(0);
  for (const quality of QUALITIES) {
    body = await sharp(picture).avif({ quality, effort: 4, chromaSubsampling: '4:4:4' }).toBuffer();
    if (body.length <= budget) break;
  }
  return body;
}

async function renderScene(id: string): Promise<number> {
  const poster = await sharp(`${ART}${id}.svg`, { density: 144 })
    .resize({ width: 1600 })
    .removeAlpha()
    .png()
    .toBuffer();
  let bytes = 0;
  for (const width of WIDTHS) {
    const picture = width === 1600 ? poster : await sharp(poster).resize({ width }).png().toBuffer();
    const webp = await sharp(picture).webp({ quality: 76, effort: 6, smartSubsample: true }).toBuffer();
    bytes += await write(`${sceneObject(id)}/w${width}.avif`, await encodeAvif(picture, BUDGET[width] ?? 0));
    bytes += await write(`${sceneObject(id)}/w${width}.webp`, webp);
  }
  return bytes;
}

async function renderFace(name: string, svg: Buffer): Promise<number> {
  const at = (size: number) =>
    sharp(svg, { density: 288 }).resize(size, size).webp({ quality: 80, effort: 6 }).toBuffer();
  const large = await write(`${avatarObject(name)}.webp`, await at(256));
  return large + (await write(`${avatarObject(name)}/w96.webp`, await at(96)));
}

async function faces(): Promise<Map<string, Buffer>> {
  const drawn = new Map<string, Buffer>();
  for (const { key, face } of people) {
    if (face === undefined) continue;
    if (typeof face === 'string') drawn.set(face, await readFile(`${ART}avatars/${face}.svg`));
    else drawn.set(key, Buffer.from(drawFace(face)));
  }
  return drawn;
}

const wanted = new Set(process.argv.slice(2));
const isWanted = (name: string) => wanted.size === 0 || wanted.has(name);
sharp.concurrency(1);
if (wanted.size === 0) await rm(MEDIA_DIR, { recursive: true, force: true });
let total = 0;
for (const [name, svg] of await faces()) if (isWanted(name)) total += await renderFace(name, svg);
if (isWanted('specimen')) {
  const specimen = await sharp(Buffer.from(drawSpecimen())).webp({ quality: 70, effort: 6 }).toBuffer();
  total += await write(SPECIMEN_FILE, specimen);
}
for (const { id } of scenes) {
  if (!isWanted(id)) continue;
  const bytes = await renderScene(id);
  total += bytes;
  console.log(`${id}: ${(bytes / 1024).toFixed(0)} KB`);
}
console.log(`${(total / 1024 / 1024).toFixed(2)} MB in ${MEDIA_DIR}`);
