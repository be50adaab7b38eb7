import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { readBody } from '@territorio/local-server/http';

// Hop-by-hop headers, which have no meaning after the message was read.
const HOP_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'expect', 'te', 'trailer']);

type Reading = {
  maxBytes: number;
  /** Throws for a body that must be refused. */
  check: (body: Buffer) => void;
  /** Aborts when the client disconnects. */
  signal: AbortSignal;
};

/** Reads a whole request as a standard Request for @supabase/lite. Throws `BodyTooLarge`. */
export async function toWebRequest(
  req: IncomingMessage,
  url: URL,
  { maxBytes, check, signal }: Reading,
): Promise<Request> {
  const method = req.method ?? 'GET';
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    if (value === undefined || HOP_HEADERS.has(name)) continue;
    headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  if (method === 'GET' || method === 'HEAD') {
    req.resume();
    return new Request(url, { method, headers, signal });
  }
  const body = await readBody(req, maxBytes);
  check(body);
  headers.set('content-length', String(body.length));
  return new Request(url, { method, headers, body: body.length > 0 ? new Uint8Array(body) : null, signal });
}

/** Returns a signal that aborts when the client disconnects before the response. */
export function whenClientLeaves(res: ServerResponse): AbortSignal {
  const left = new AbortController();
  res.on('close', () => {
    if (!res.writableFinished) left.abort();
  });
  return left.signal;
}

/** Streams a Response. A client that disconnects ends it without an error. */
export async function sendWebResponse(res: ServerResponse, response: Response, withBody: boolean): Promise<void> {
  if (res.destroyed) return void response.body?.cancel();
  res.statusCode = response.status;
  response.headers.forEach((value, name) => {
    if (!HOP_HEADERS.has(name)) res.setHeader(name, value);
  });
  if (!withBody || !response.body) {
    await response.body?.cancel();
    res.end();
    return;
  }
  try {
    await pipeline(Readable.fromWeb(response.body as NodeReadableStream), res);
  } catch {
    res.destroy();
  }
}
