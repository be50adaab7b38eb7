import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml',
};

export const typeOf = (path: string): string => TYPES[extname(path)] ?? 'application/octet-stream';

export const isCompressible = (type: string): boolean =>
  /^(?:text\/|application\/(?:json|manifest\+json|xml)|image\/svg)/.test(type);

/** The extension of the compressed file beside a file of the build. */
export const PACKED = '.br';

export function brotli(body: Buffer, type: string): Promise<Buffer> {
  // Pages change with each start, and the best compression would take seconds for one percent.
  const quality = type.startsWith('text/html') ? 9 : 11;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  return promisify(brotliCompress)(body, { params });
}

/** Compresses a build once with the best level, as a static host does. */
export async function packFiles(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => isCompressible(typeOf(file)) && !file.endsWith('.html'));
  const pack = async (file: string) => writeFile(file + PACKED, await brotli(readFileSync(file), typeOf(file)));
  await Promise.all(files.map(pack));
}
