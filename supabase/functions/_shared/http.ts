import { join } from './bytes.ts';
import { parseSafeJson } from './inherited-names.ts';
import { logError, logRequest } from './log.ts';

/** An answer that is not a success: what the client sees is `{ code, message }` with this status. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, apikey, content-type, x-client-info, x-region',
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-max-age': '86400',
};

export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...CORS, 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  });
}

const users = new WeakMap<Request, string>();

/** Who asked: for the request's line in the log. */
export function rememberUser(request: Request, id: string): void {
  users.set(request, id);
}

/** Runs one POST handler: answers preflights, turns errors into `{ code, message }`, never leaks the cause of a fault. */
export async function answer(request: Request, handler: () => Promise<unknown>): Promise<Response> {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS });
  if (request.method !== 'POST') return json({ code: 'method_not_allowed', message: 'Use POST' }, 405);
  return inTheLog(request, handler);
}

/** As `answer`, of any method; what the handler gives may be a Response of its own. */
export async function inTheLog(request: Request, handler: () => Promise<unknown>): Promise<Response> {
  const startedAt = performance.now();
  const requestId = request.headers.get('sb-request-id') ?? crypto.randomUUID();
  const { response, outcome } = await outcomeOf(handler, requestId);
  logRequest({
    function: nameOf(request),
    request_id: requestId,
    user: users.get(request) ?? null,
    duration_ms: Math.round(performance.now() - startedAt),
    status: response.status,
    outcome,
  });
  return response;
}

async function outcomeOf(handler: () => Promise<unknown>, requestId: string) {
  try {
    const result = await handler();
    return { response: result instanceof Response ? result : json(result), outcome: 'ok' };
  } catch (error) {
    if (error instanceof HttpError) {
      const { code, message, status } = error;
      return { response: json({ code, message }, status), outcome: code };
    }
    logError(error, { request_id: requestId });
    const fault = { code: 'internal', message: 'Something went wrong. Please try again.' };
    return { response: json(fault, 500), outcome: fault.code };
  }
}

/** Functions see their own name as the first part of the path. */
const nameOf = (request: Request): string => new URL(request.url).pathname.split('/')[1] ?? '';

/** What hosted Supabase's front, Cloudflare, overwrites with the address of whoever connected to it. */
const CLIENT_IP_HEADER = 'cf-connecting-ip';

/**
 * The caller's IP address, from the one header that the proxy in front of this deployment sets (CLIENT_IP_HEADER, docs/deployment.md); null
 * without it. No other header is tried: whoever asks can write it. Of a list the last counts, which that proxy added itself.
 */
export function networkOf({ headers }: Request, header = CLIENT_IP_HEADER): string | null {
  return (
    headers
      .get(header || CLIENT_IP_HEADER)
      ?.split(',')
      .at(-1)
      ?.trim() || null
  );
}

const MAX_BODY = 64 * 1024;

/** The text of a body, refused when it is larger than anything that these functions take. */
export async function readText(request: Request, limit = MAX_BODY): Promise<string> {
  const tooLarge = () => new HttpError(413, 'body_too_large', 'The request is too large');
  return new TextDecoder().decode(await readBytes(request, limit, tooLarge));
}

/**
 * The body as it is. One that is larger than the limit is read to its end all the same (never kept, and no more than ten times
 * the limit): whoever sends it hears the answer only then.
 */
export async function readBytes(request: Request, limit: number, tooLarge: () => HttpError): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.length;
    if (size <= limit) parts.push(chunk);
    else if (size > limit * 10) break;
  }
  if (size > limit) throw tooLarge();
  return join(parts);
}

/** Structural, so that this file needs no zod of its own. */
interface Parser<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false; error: { issues: { message: string }[] } };
}

export async function readBody<T>(request: Request, schema: Parser<T>): Promise<T> {
  const result = schema.safeParse(parseJson(await readText(request)));
  if (!result.success) {
    throw new HttpError(400, 'invalid_input', result.error.issues[0]?.message ?? 'The request is not valid');
  }
  return result.data;
}

function parseJson(text: string): unknown {
  try {
    return parseSafeJson(text);
  } catch {
    throw new HttpError(400, 'invalid_input', 'The request is not JSON');
  }
}
