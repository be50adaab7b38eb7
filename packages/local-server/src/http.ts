import { Agent, createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { refuseForeign } from './allowed-hosts.ts';

// Node forgets connections that became web sockets, but a server closes only when they are closed too.
const openSockets = new WeakMap<Server, Set<Duplex>>();

type Handlers = {
  onRequest: (req: IncomingMessage, res: ServerResponse) => void;
  onUpgrade?: (req: IncomingMessage, socket: Duplex, head: Buffer) => void;
  /** Names that are accepted in addition to the machine's own. */
  hosts?: readonly string[] | undefined;
};

/** Creates a server for this machine only. Another Host, or a page of another origin, gets a 403. */
export function createLocalServer({ onRequest, onUpgrade, hosts }: Handlers): Server {
  const refusalOf = ({ headers }: IncomingMessage) =>
    refuseForeign({ host: headers.host, origin: headers.origin }, hosts);
  const server = createServer((req, res) => {
    const refusal = refusalOf(req);
    if (refusal === undefined) return onRequest(req, res);
    req.resume();
    sendJson(res, 403, { message: refusal }, { connection: 'close' });
  });
  if (onUpgrade) {
    server.on('upgrade', (req, socket, head) => {
      if (refusalOf(req) === undefined) onUpgrade(req, socket, head);
      else refuseUpgrade(socket, '403 Forbidden');
    });
  }
  return server;
}

/** Rejects a web socket request with a status. */
export function refuseUpgrade(socket: Duplex, status: string): void {
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}

/** Listens on loopback. A port in use gives a sentence instead of a stack trace. */
export function listen(server: Server, port: number, name: string): Promise<number> {
  const sockets = new Set<Duplex>();
  openSockets.set(server, sockets);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const inUse = error.code === 'EADDRINUSE';
      reject(inUse ? new Error(`${name}: port ${port} is in use by another program.`) : error);
    });
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

/**
 * Closes a server of `listen`. It stops accepting, drops idle connections and waits at most `graceMs` for the rest.
 */
export async function close(server: Server, graceMs = 1000): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => {
    for (const socket of openSockets.get(server) ?? []) socket.destroy();
  }, graceMs);
  await closed;
  clearTimeout(timer);
}

export class BodyTooLarge extends Error {}

/**
 * How many bytes past the limit are read and discarded, because a client reads its 413 only after sending the whole
 * body.
 */
const MAX_DISCARDED = 64 * 1024 * 1024;

/** Reads the whole body. Throws `BodyTooLarge`. */
export async function readBody(req: IncomingMessage, maxBytes = 30 * 1024 * 1024): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
    else if (size > maxBytes + MAX_DISCARDED) break;
  }
  if (size > maxBytes) throw new BodyTooLarge(`The body is larger than ${maxBytes} bytes.`);
  return Buffer.concat(chunks);
}

export function sendJson(
  res: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  if (res.headersSent || res.destroyed) return;
  const text = JSON.stringify(body);
  res.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text), ...headers });
  res.end(text);
}

// Idle connections are closed before the other end (Node, after 5 s) closes them during a new request.
const agent = new Agent({ keepAlive: true, maxSockets: 256, timeout: 3000 });

/**
 * Streams a request to another loopback server and its response back. `onError` runs if there was no response yet.
 * `more` are headers to add.
 */
export function forward(
  req: IncomingMessage,
  res: ServerResponse,
  port: number,
  onError: (error: Error) => void,
  more: Record<string, string> = {},
): void {
  const upstream = request(
    {
      host: '127.0.0.1',
      port,
      path: req.url,
      method: req.method,
      // The caller's address, which Cloudflare sets for hosted projects. The caller's own header is dropped.
      headers: { ...req.headers, 'cf-connecting-ip': addressOf(req), 'x-forwarded-for': addressOf(req), ...more },
      agent,
    },
    (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', () => res.destroy());
      answer.pipe(res);
    },
  );
  upstream.on('error', (error) => (res.headersSent ? res.destroy() : onError(error)));
  res.on('close', () => {
    if (!res.writableFinished) upstream.destroy();
  });
  req.pipe(upstream);
}

/** Returns the network address of a request, because its headers may contain any other. */
export const addressOf = (req: IncomingMessage) => req.socket.remoteAddress ?? '';

/** Pipes a web socket to another loopback server, including its handshake. */
export function forwardUpgrade(
  req: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  port: number,
  more: Record<string, string> = {},
): void {
  const peer = connect({ host: '127.0.0.1', port }, () => {
    const headers = Object.entries(more).map(([name, value]) => `${name}: ${value}`);
    for (let at = 0; at < req.rawHeaders.length; at += 2)
      headers.push(`${req.rawHeaders[at]}: ${req.rawHeaders[at + 1]}`);
    peer.write(`${req.method} ${req.url} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
    peer.write(head);
    peer.pipe(socket);
    socket.pipe(peer);
  });
  for (const [one, other] of [
    [socket, peer],
    [peer, socket],
  ] as const) {
    one.on('error', () => other.destroy());
    one.on('close', () => other.destroy());
  }
}
