import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { App } from '@supabase/lite';

type Adapter = NonNullable<App['_storageAdapter']>;
type Metadata = Awaited<ReturnType<Adapter['headObject']>>;
type Stored = { mimetype: string; cacheControl: string; size: number; eTag: string; lastModified: string };

/**
 * Stores objects as files, because lite 0.10.0 doesn't export its adapter. File names are hashes of bucket and key,
 * so that no key can leave the folder, be too long, or be both file and folder.
 */
export class StorageFiles implements Adapter {
  readonly driver = null;
  private readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  async uploadObject(
    bucket: string,
    key: string,
    _version: string | undefined,
    body: Parameters<Adapter['uploadObject']>[3],
    mimetype: string,
    cacheControl: string,
  ): Promise<Metadata> {
    const bytes = await toBytes(body);
    const eTag = `"${createHash('md5').update(bytes).digest('hex')}"`;
    const stored: Stored = { mimetype, cacheControl, size: bytes.length, eTag, lastModified: new Date().toISOString() };
    await this.write(bucket, key, bytes, stored);
    return toMetadata(stored);
  }

  async getObject(bucket: string, key: string): Promise<Awaited<ReturnType<Adapter['getObject']>>> {
    const stored = await this.read(bucket, key);
    const file = await open(this.path(bucket, key));
    const body = Readable.toWeb(file.createReadStream());
    return { metadata: toMetadata(stored), httpStatusCode: 200, body };
  }

  async headObject(bucket: string, key: string): Promise<Metadata> {
    return toMetadata(await this.read(bucket, key));
  }

  async deleteObject(bucket: string, key: string): Promise<void> {
    const path = this.path(bucket, key);
    await Promise.all([rm(path, { force: true }), rm(`${path}.json`, { force: true })]);
  }

  async deleteObjects(bucket: string, keys: string[]): Promise<void> {
    await Promise.all(keys.map((key) => this.deleteObject(bucket, key)));
  }

  async copyObject(
    bucket: string,
    key: string,
    _version: string | undefined,
    toBucket: string,
    toKey: string,
  ): Promise<Pick<Metadata, 'httpStatusCode' | 'eTag' | 'lastModified'>> {
    const stored = await this.read(bucket, key);
    await this.write(toBucket, toKey, await readFile(this.path(bucket, key)), stored);
    return { httpStatusCode: 200, eTag: stored.eTag, lastModified: new Date(stored.lastModified) };
  }

  privateAssetUrl(): Promise<string> {
    return Promise.reject(new Error('Stored files have no address of their own.'));
  }

  private path(bucket: string, key: string): string {
    const name = createHash('sha256').update(`${bucket}/${key}`).digest('hex');
    return join(this.root, name.slice(0, 2), name.slice(2));
  }

  private async read(bucket: string, key: string): Promise<Stored> {
    const path = this.path(bucket, key);
    const stored: Stored = JSON.parse(await readFile(`${path}.json`, 'utf8'));
    return stored;
  }

  /** The file is written under a temporary name and renamed, so that an interrupted write leaves the old file. */
  private async write(bucket: string, key: string, bytes: Uint8Array, stored: Stored): Promise<void> {
    const path = this.path(bucket, key);
    const draft = `${path}.${randomUUID()}`;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(draft, bytes);
    await rename(draft, path);
    await writeFile(draft, JSON.stringify(stored));
    await rename(draft, `${path}.json`);
  }
}

function toMetadata(stored: Stored): Metadata {
  return {
    cacheControl: stored.cacheControl,
    contentLength: stored.size,
    size: stored.size,
    mimetype: stored.mimetype,
    eTag: stored.eTag,
    lastModified: new Date(stored.lastModified),
    httpStatusCode: 200,
  };
}

async function toBytes(body: Parameters<Adapter['uploadObject']>[3]): Promise<Uint8Array> {
  if (body instanceof Uint8Array) return body;
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
