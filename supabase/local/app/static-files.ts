import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { NOT_FOUND, PAGES_FILE, SHELL } from '../../../scripts/build/files.ts';
import { cacheControl, HIDDEN, type Pages, pathMatcher, REVALIDATED } from '../../../scripts/build/hosting/rules.ts';
import { brotli, isCompressible, PACKED, typeOf } from './packing.ts';

type Encoding = 'br' | 'gzip' | 'identity';
type StaticFile = { body: Buffer; type: string; etag: string; packed: Map<Encoding, Promise<Buffer>> };

/** Returns the current HTML of a path's public page, or null if there is none. */
export type DrawPage = (path: string) => Promise<string | null>;

function staticFile(body: Buffer, type: string): StaticFile {
  const etag = `"${createHash('sha1').update(body).digest('base64url').slice(0, 16)}"`;
  return { body, type, etag, packed: new Map() };
}

/** Serves a built app from memory. Each file is compressed once, by the build or at its first request. */
export class StaticFiles {
  private readonly files = new Map<string, StaticFile>();
  private readonly isPage: (path: string) => boolean;
  private readonly isUnlisted: (path: string) => boolean;

  constructor(
    private readonly folder: string,
    private readonly packs = true,
    private readonly drawPage?: DrawPage,
  ) {
    this.read();
    if (!this.files.has('/index.html')) throw new Error(`${folder} holds no built app.`);
    const { pages, noIndex } = JSON.parse(readFileSync(join(folder, PAGES_FILE), 'utf8')) as Pages;
    this.isPage = pathMatcher(pages);
    this.isUnlisted = pathMatcher(noIndex);
  }

  /** Reads new files of the folder and drops deleted ones. Unchanged ones stay compressed. */
  read(): void {
    const gone = new Set(this.files.keys());
    for (const entry of readdirSync(this.folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath, entry.name);
      const path = file.slice(this.folder.length).replaceAll('\\', '/');
      if (HIDDEN.test(path)) continue;
      gone.delete(path);
      const read = staticFile(readFileSync(file), typeOf(path));
      if (this.files.get(path)?.etag !== read.etag) this.files.set(path, read);
    }
    for (const path of gone) this.files.delete(path);
    for (const [path, { body }] of this.files) {
      if (!path.endsWith(PACKED)) continue;
      this.files.get(path.slice(0, -PACKED.length))?.packed.set('br', Promise.resolve(body));
    }
  }

  /** A rendered page has a file of its name, and other pages of the app use the shell. */
  private find(path: string): string | undefined {
    const names = path === '/' ? ['/index.html'] : [path, `${path}.html`];
    if (this.isPage(path)) names.push(`/${SHELL}`);
    return names.find((name) => this.files.has(name));
  }

  async serve(req: IncomingMessage, res: ServerResponse, path: string): Promise<void> {
    const name = this.find(path);
    // Each page has one address. A second leading slash would lead to another site.
    const bare = path.slice(0, -1);
    if (!name && path.endsWith('/') && this.find(bare)) {
      const query = /\?.*/.exec(req.url ?? '')?.[0] ?? '';
      res.writeHead(308, { location: encodeURI(bare) + query, 'cache-control': REVALIDATED }).end();
      return;
    }
    if (this.isUnlisted(path)) res.setHeader('x-robots-tag', 'noindex');
    const file = (await this.drawn(req, path, name)) ?? this.files.get(name ?? `/${NOT_FOUND}`);
    res.setHeader('cache-control', name ? cacheControl(name) : REVALIDATED);
    if (file) return this.send(req, res, file, name ? 200 : 404);
    res.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('Not found');
  }

  /**
   * Returns a page that was published after the build, for clients that read title and picture without JavaScript.
   * Browsers, which their request identifies, get the shell without waiting.
   */
  private async drawn(req: IncomingMessage, path: string, name: string | undefined): Promise<StaticFile | null> {
    if (name !== `/${SHELL}` || !this.drawPage || req.headers['sec-fetch-dest']) return null;
    const html = await this.drawPage(path);
    return html === null ? null : staticFile(Buffer.from(html), typeOf(SHELL));
  }

  private async send(req: IncomingMessage, res: ServerResponse, file: StaticFile, status: number): Promise<void> {
    res.setHeader('etag', file.etag);
    res.setHeader('vary', this.drawPage ? 'accept-encoding, sec-fetch-dest' : 'accept-encoding');
    if (status === 200 && req.headers['if-none-match']?.includes(file.etag)) {
      res.writeHead(304).end();
      return;
    }
    const encoding = this.packs && isCompressible(file.type) ? preferredEncoding(req) : 'identity';
    const body = await this.pack(file, encoding);
    if (encoding !== 'identity') res.setHeader('content-encoding', encoding);
    res.writeHead(status, { 'content-type': file.type, 'content-length': body.length });
    res.end(req.method === 'HEAD' ? undefined : body);
  }

  private pack(file: StaticFile, encoding: Encoding): Promise<Buffer> {
    if (encoding === 'identity') return Promise.resolve(file.body);
    const packed =
      file.packed.get(encoding) ??
      (encoding === 'br' ? brotli(file.body, file.type) : promisify(gzip)(file.body, { level: 9 }));
    file.packed.set(encoding, packed);
    return packed;
  }
}

export function preferredEncoding(req: IncomingMessage): Encoding {
  const accepted = String(req.headers['accept-encoding'] ?? '');
  if (/\bbr\b/.test(accepted)) return 'br';
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity';
}
