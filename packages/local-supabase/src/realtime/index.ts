import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { close, createLocalServer, listen, refuseUpgrade, sendJson } from '@territorio/local-server/http';
import { WebSocketServer } from 'ws';

import { Connection } from './connection.ts';
import { Database } from './database.ts';
import { Hub } from './hub.ts';
import { listenForMessages } from './listener.ts';
import { hs256Verifier, identify, type Verify } from './token.ts';

export interface RealtimeOptions {
  port: number;
  databaseUrl: string;
  publishableKey: string;
  secretKey?: string;
  /** The secret that signs access tokens (HS256), to check them. */
  jwtSecret?: string;
  /** Checks access tokens in another way. Rejects for an invalid token. */
  verify?: Verify;
  /** Names that are accepted in addition to the machine's own. */
  hosts?: readonly string[];
}

export interface RealtimeServer {
  url: string;
  stop(): Promise<void>;
}

const PATHS = ['/realtime/v1/websocket', '/socket/websocket'];
const PRUNE_EVERY_MS = 60 * 60 * 1000;
// The app sends a heartbeat every 30 s (realtime-js itself every 25), so a client that missed two has disconnected.
const SILENCE_MS = 60_000;
const MAX_CONNECTIONS = 2000;
// Clients send only joins, tokens and heartbeats.
const MAX_FRAME_BYTES = 64 * 1024;

/**
 * Implements Supabase Realtime's broadcast: rows of realtime.messages go to clients that joined their topic, if the
 * table's policies allow it. It doesn't support presence (accepted, not tracked), postgres_changes (accepted, never
 * sent) and REST broadcast.
 */
export async function startRealtime(options: RealtimeOptions): Promise<RealtimeServer> {
  const verify = options.verify ?? (options.jwtSecret === undefined ? undefined : hs256Verifier(options.jwtSecret));
  if (!verify) throw new Error('Realtime: give jwtSecret or verify.');
  const database = new Database(options.databaseUrl);
  const hub = new Hub(database, (token) => identify(token, options, verify));
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME_BYTES });
  const server = createLocalServer({
    hosts: options.hosts,
    onRequest: (_req, res) => sendJson(res, 426, { message: 'This is a web socket endpoint.' }),
    onUpgrade: (req, socket, head) => void upgrade(hub, sockets, req, socket, head),
  });

  const listener = await listenForMessages(options.databaseUrl, {
    onIds: (ids) => deliver(hub, ids),
    onMissed: () => hub.startOver(),
  });
  hub.listenTo = listener.listenTo;
  const port = await listen(server, options.port, 'Realtime').catch(async (error: Error) => {
    await Promise.all([listener.stop(), database.end()]);
    throw error;
  });
  const prune = () => void database.prune().catch(() => undefined); // retried next time
  prune();
  const timers = [setInterval(prune, PRUNE_EVERY_MS), setInterval(() => dropSilent(hub), SILENCE_MS / 2)];
  const stop = async () => {
    timers.forEach(clearInterval);
    hub.closeAll(1001, 'server stops');
    await Promise.all([listener.stop(), close(server, 200)]);
    await database.end();
  };
  return { url: `http://127.0.0.1:${port}/realtime/v1`, stop };
}

async function upgrade(
  hub: Hub,
  sockets: WebSocketServer,
  req: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  socket.on('error', () => socket.destroy());
  const url = new URL(req.url ?? '/', 'http://localhost');
  if (!PATHS.includes(url.pathname)) return refuseUpgrade(socket, '404 Not Found');
  if (hub.connections.size >= MAX_CONNECTIONS) return refuseUpgrade(socket, '503 Service Unavailable');
  const apiKey = url.searchParams.get('apikey') ?? req.headers['x-api-key']?.toString() ?? '';
  const known = await hub.identify(apiKey).then(
    () => true,
    () => false,
  );
  if (!known) return refuseUpgrade(socket, '403 Forbidden');
  const vsn = url.searchParams.get('vsn') === '2.0.0' ? '2.0.0' : '1.0.0';
  sockets.handleUpgrade(req, socket, head, (webSocket) => {
    hub.connections.add(new Connection(webSocket, hub, vsn, apiKey));
  });
}

async function deliver(hub: Hub, ids: string[]): Promise<void> {
  if (hub.connections.size === 0) return;
  for (const message of await hub.database.messages(ids)) {
    const { topic, event, payload } = message;
    hub.publish(topic, message.private, { type: 'broadcast', event, payload });
  }
}

function dropSilent(hub: Hub): void {
  for (const connection of hub.connections) {
    if (Date.now() - connection.lastSeen > SILENCE_MS) connection.terminate();
  }
}
