import postgres, { type Sql } from 'postgres';
import type { StorageFiles } from './files.ts';

const PUBLIC = /^\/storage\/v1\/object\/public\/([^/]+)\/(.+)$/;
// Types that a browser would run as a page of this origin are sent as downloads.
const ACTIVE_TYPES = /^(?:text\/html|application\/xhtml\+xml|image\/svg\+xml|text\/xml|application\/xml)/;

/**
 * Handles GET and HEAD of an object in a public bucket. lite 0.10.0 serves them too, but writes to the database
 * each time (last_accessed_at), and ignores If-None-Match.
 */
export class PublicObjects {
  private readonly sql: Sql;
  private readonly files: StorageFiles;

  constructor(databaseUrl: string, files: StorageFiles) {
    this.sql = postgres(databaseUrl, { max: 5, onnotice: () => undefined });
    this.files = files;
  }

  /** Returns undefined for any other request. */
  async handle(request: Request, path: string): Promise<Response | undefined> {
    // The name is decoded as lite does when it stores one.
    const match = PUBLIC.exec(decodeURI(path));
    if (!match || !['GET', 'HEAD'].includes(request.method)) return undefined;
    const [, bucket = '', name = ''] = match;
    if (!(await this.isPublic(bucket, name))) return notFound();
    const object = await this.files.getObject(bucket, name).catch(() => undefined);
    if (!object) return notFound();
    const { metadata, body } = object;
    const headers = new Headers({
      'content-type': metadata.mimetype,
      'cache-control': metadata.cacheControl,
      etag: metadata.eTag,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
    });
    if (metadata.lastModified) headers.set('last-modified', metadata.lastModified.toUTCString());
    if (ACTIVE_TYPES.test(metadata.mimetype)) headers.set('content-disposition', 'attachment');
    const unchanged = request.headers.get('if-none-match')?.includes(metadata.eTag);
    if (unchanged || request.method === 'HEAD') {
      if (body instanceof ReadableStream) await body.cancel();
      if (unchanged) return new Response(null, { status: 304, headers });
    }
    headers.set('content-length', String(metadata.contentLength));
    return new Response(request.method === 'HEAD' ? null : (body as ReadableStream<Uint8Array>), { headers });
  }

  close(): Promise<void> {
    return this.sql.end({ timeout: 5 });
  }

  private async isPublic(bucket: string, name: string): Promise<boolean> {
    const [found] = await this.sql`
      select 1 as found from storage.objects o join storage.buckets b on b.id = o.bucket_id
      where b.id = ${bucket} and b.public and o.name = ${name}`;
    return found !== undefined;
  }
}

function notFound(): Response {
  return Response.json({ statusCode: '404', error: 'not_found', message: 'Object not found' }, { status: 400 });
}
