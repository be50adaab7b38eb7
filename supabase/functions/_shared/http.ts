import { join } from './bytes.ts';
import { parseSafeJson } from './inherited-names.ts';
import { logError, logRequest } from './log.ts';

/** Thrown for a response that isn't a success. The client gets `{ code, message }` with this status. */
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

/** Remembers the caller for the request's log line. */
export function rememberUser(request: Request, id: string): void {
  users.set(request, id);
}

/**
 * Runs a POST handler. It answers preflights, turns errors into `{ code, message }`, and never reveals the cause of
 * a fault.
 */
export async function answer(request: Request, handler: () => Promise<unknown>): Promise<Response> {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS });
  if (request.method !== 'POST') return json({ code: 'method_not_allowed', message: 'Use POST' }, 405);
  return inTheLog(request, handler);
}

/** Works like `answer` for any method. The handler may return a Response. */
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

/** The first part of the path is the function's own name. */
const nameOf = (request: Request): string => new URL(request.url).pathname.split('/')[1] ?? '';

/** The front of hosted Supabase, Cloudflare, sets this header to the client's address. */
const CLIENT_IP_HEADER = 'cf-connecting-ip';

/**
 * Returns the caller's IP address from the header that this deployment's proxy sets (CLIENT_IP_HEADER,
 * docs/deployment.md), or null without it. Other headers are ignored, because callers can write them. In a list the
 * last entry counts, which the proxy added.
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

/** Returns the body as text. A body above the limit of these functions is refused. */
export async function readText(request: Request, limit = MAX_BODY): Promise<string> {
  const tooLarge = () => new HttpError(413, 'body_too_large', 'The request is too large');
  return new TextDecoder().decode(await readBytes(request, limit, tooLarge));
}

/**
 * Returns the raw body. One above the limit is still read to its end (without storing it, and up to ten times the
 * limit), because clients read the response only afterwards.
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

/** The type is structural, so that this file doesn't import zod. */
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
