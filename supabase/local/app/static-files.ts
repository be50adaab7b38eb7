import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { cacheControl } from '../../../scripts/build/headers.ts';

type Encoding = 'br' | 'gzip' | 'identity';
type StaticFile = { body: Buffer; type: string; etag: string; packed: Map<Encoding, Promise<Buffer>> };

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
const COMPRESSIBLE = /^(?:text\/|application\/(?:json|manifest\+json|xml)|image\/svg)/;
// Files for static hosts, not for browsers.
const HIDDEN = new Set(['/_headers', '/_redirects']);

/** A built app in memory: read once, packed once as small as it gets, as a static host would. */
export class StaticFiles {
  private readonly files = new Map<string, StaticFile>();
  private readonly unlisted: RegExp | null;

  constructor(folder: string) {
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath, entry.name);
      const path = file.slice(folder.length).replaceAll('\\', '/');
      if (HIDDEN.has(path)) continue;
      const body = readFileSync(file);
      const type = TYPES[extname(path)] ?? 'application/octet-stream';
      const etag = `"${createHash('sha1').update(body).digest('base64url').slice(0, 16)}"`;
      this.files.set(path, { body, type, etag, packed: new Map() });
    }
    this.unlisted = forbiddenPaths(this.files.get('/robots.txt')?.body.toString() ?? '');
    if (!this.files.has('/index.html')) throw new Error(`${folder} holds no built app.`);
  }

  /** Packs everything ahead of the first visit, one file at a time. */
  async warm(): Promise<void> {
    for (const file of this.files.values()) await this.pack(file, 'br');
  }

  /** A page that the build rendered stands in a file of its name; what has none is drawn in the browser, from the shell. */
  private find(path: string): { name: string; file: StaticFile | undefined } {
    const names = path === '/' ? ['/index.html'] : [path, `${path}.html`];
    // A path that names a file (has an extension) is no page.
    if (extname(path) === '') names.push('/app.html', '/index.html');
    const name = names.find((candidate) => this.files.has(candidate)) ?? path;
    return { name, file: this.files.get(name) };
  }

  async serve(req: IncomingMessage, res: ServerResponse, path: string): Promise<void> {
    const { name, file } = this.find(path);
    if (!file) {
      res.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('Not found');
      return;
    }
    res.setHeader('cache-control', cacheControl(name));
    if (this.unlisted?.test(path)) res.setHeader('x-robots-tag', 'noindex');
    res.setHeader('etag', file.etag);
    res.setHeader('vary', 'accept-encoding');
    if (req.headers['if-none-match']?.includes(file.etag)) {
      res.writeHead(304).end();
      return;
    }
    const encoding = COMPRESSIBLE.test(file.type) ? preferredEncoding(req) : 'identity';
    const body = await this.pack(file, encoding);
    if (encoding !== 'identity') res.setHeader('content-encoding', encoding);
    res.writeHead(200, { 'content-type': file.type, 'content-length': body.length });
    res.end(req.method === 'HEAD' ? undefined : body);
  }

  private pack(file: StaticFile, encoding: Encoding): Promise<Buffer> {
    if (encoding === 'identity' || !COMPRESSIBLE.test(file.type)) return Promise.resolve(file.body);
    const packed =
      file.packed.get(encoding) ?? (encoding === 'br' ? brotli(file) : promisify(gzip)(file.body, { level: 9 }));
    file.packed.set(encoding, packed);
    return packed;
  }
}

/** What robots.txt forbids, which `_headers` marks for static hosts. */
function forbiddenPaths(robots: string): RegExp | null {
  const lines = [...robots.matchAll(/^Disallow: (\/\S+)$/gm)].map(([, path = '']) =>
    path.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]+'),
  );
  return lines.length > 0 ? new RegExp(`^(?:${lines.join('|')})`) : null;
}

function brotli({ body, type }: StaticFile): Promise<Buffer> {
  // The pages are many and change with each start: as small as it gets would cost seconds for a hundredth less.
  const quality = type.startsWith('text/html') ? 9 : 11;
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  return promisify(brotliCompress)(body, { params });
}

export function preferredEncoding(req: IncomingMessage): Encoding {
  const accepted = String(req.headers['accept-encoding'] ?? '');
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
}
