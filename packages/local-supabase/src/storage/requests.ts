import { BadRequest } from '../request-rules.ts';
import { storedType } from './file-types.ts';

// The limit of hosted storage for one request, because each path costs a query.
const MAX_PATHS = 1000;
const UPLOAD = /^\/storage\/v1\/object\/(?!list\/|sign\/|move$|copy$|public\/|info\/)(upload\/sign\/)?[^/]+\/.+/;
const SIGN = /^\/storage\/v1\/object\/(?:upload\/)?sign\//;

/** Returns whether the body is a file. */
export const isUpload = ({ method = '', path }: { method?: string | undefined; path: string }): boolean =>
  ['POST', 'PUT'].includes(method) && UPLOAD.test(path);

/** Checks a storage request other than an upload. */
export function checkPaths(body: Buffer): void {
  const { paths, prefixes } = readLists(body);
  for (const list of [paths, prefixes]) {
    if (Array.isArray(list) && list.length > MAX_PATHS)
      throw new BadRequest(`At most ${MAX_PATHS} paths in one request`);
    if (Array.isArray(list) && list.some((path) => String(path).includes('\0')))
      throw new BadRequest('A path has no zero bytes');
  }
}

function readLists(body: Buffer): { paths?: unknown; prefixes?: unknown } {
  try {
    return Object(JSON.parse(body.toString()));
  } catch {
    return {};
  }
}

/**
 * Unwraps a file. supabase-js sends it as multipart with an empty part name and its cache time in another part.
 * lite 0.10.0 expects a part named `file` in POST, stores a PUT's multipart text as the file, and ignores the cache
 * time. So the file is forwarded as a plain body, which lite handles everywhere.
 */
export async function unwrapUpload(request: Request, path: string): Promise<Request> {
  const isMultipart = request.headers.get('content-type')?.startsWith('multipart/form-data');
  if (!isMultipart || !isUpload({ method: request.method, path })) return request;
  const form = await request.formData();
  const file = [...form.values()].find((value) => typeof value !== 'string');
  if (!file) return request;
  const headers = new Headers(request.headers);
  headers.set('content-type', file.type || 'application/octet-stream');
  headers.set('content-length', String(file.size));
  const cacheSeconds = form.get('cacheControl');
  if (typeof cacheSeconds === 'string') headers.set('cache-control', `max-age=${cacheSeconds}`);
  return new Request(request.url, { method: request.method, headers, body: await file.arrayBuffer() });
}

/** Returns an upload with the type of its bytes, which decides whether the bucket accepts it and how it is served. */
export async function withTypeOfBytes(request: Request, path: string): Promise<Request> {
  if (!isUpload({ method: request.method, path })) return request;
  const bytes = new Uint8Array(await request.arrayBuffer());
  const headers = new Headers(request.headers);
  headers.set('content-type', storedType(bytes, headers.get('content-type')));
  return new Request(request.url, { method: request.method, headers, body: bytes });
}

/**
 * Handles `createSignedUrls`, which lite 0.10.0 mistakes for a request about one object without a name, by making
 * the URLs one by one. Returns undefined for any other request.
 */
export async function signMany(
  request: Request,
  path: string,
  ask: (request: Request) => Promise<Response>,
): Promise<Response | undefined> {
  const bucket = /^\/storage\/v1\/object\/sign\/([^/]+)$/.exec(path)?.[1];
  if (!bucket || request.method !== 'POST') return undefined;
  const body: unknown = await request
    .clone()
    .json()
    .catch(() => undefined);
  if (typeof body !== 'object' || body === null || !('paths' in body) || !Array.isArray(body.paths)) return undefined;
  const headers = new Headers(request.headers);
  headers.delete('content-length');
  const expiry = JSON.stringify({ expiresIn: 'expiresIn' in body ? body.expiresIn : undefined });
  const signed: unknown[] = [];
  for (const name of body.paths.map(String)) {
    if (request.signal.aborted) break;
    const url = `${request.url.split('?')[0]}/${name.split('/').map(encodeURIComponent).join('/')}`;
    const response = await ask(new Request(url, { method: 'POST', headers, body: expiry }));
    const answer: unknown = await response.json();
    const fields = typeof answer === 'object' && answer !== null ? answer : {};
    const signedURL =
      response.ok && 'signedUrl' in fields ? String(fields.signedUrl).replace(/^\/storage\/v1/, '') : null;
    const error = response.ok ? null : 'Either the object does not exist or you do not have access to it';
    signed.push({ path: name, signedURL, error });
  }
  return Response.json(signed);
}

/**
 * Changes the response to an expired or altered signed address: lite 0.10.0 responds with 500, and storage with
 * 400.
 */
export function refuseBadSignature(response: Response, path: string): Response {
  if (response.status !== 500 || !SIGN.test(path)) return response;
  return Response.json(
    { statusCode: '400', error: 'InvalidJWT', message: 'The signed URL is invalid or has expired' },
    { status: 400 },
  );
}

/**
 * Storage returns signed addresses as `signedURL` (or `url` for uploads), relative to /storage/v1, while lite
 * 0.10.0 doesn't.
 */
export async function renameSignedUrls(response: Response, method: string, path: string): Promise<Response> {
  if (method !== 'POST' || !SIGN.test(path) || !response.ok) return response;
  return Response.json(withStorageName(await response.json()), { status: response.status });
}

function withStorageName(item: unknown): unknown {
  if (typeof item !== 'object' || item === null || !('signedUrl' in item)) return item;
  const { signedUrl, ...rest } = item;
  if (typeof signedUrl !== 'string') return item;
  const relative = signedUrl.replace(/^\/storage\/v1/, '');
  return 'token' in rest ? { ...rest, url: relative } : { ...rest, signedURL: relative };
}
