import { createHmac, randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RealtimeClient } from '@supabase/supabase-js';
import { freePorts } from '@territorio/local-server/ports';
import { startPostgres } from '@territorio/local-supabase/postgres';
import { type RealtimeServer, startRealtime } from '@territorio/local-supabase/realtime/index';
import postgres from 'postgres';
import { vi } from 'vitest';
import WebSocket from 'ws';

const root = fileURLToPath(new URL('..', import.meta.url));
const secret = 'a secret of thirty-two characters';
export const keys = { publishableKey: 'sb_publishable_test', secretKey: 'sb_secret_test' };
export const ana = randomUUID();
export const eva = randomUUID();

export function token(claims: Record<string, unknown>, signedWith = secret): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const content = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`;
  return `${content}.${createHmac('sha256', signedWith).update(content).digest('base64url')}`;
}
export const inOneHour = (): number => Math.floor(Date.now() / 1000) + 3600;
export const tokenOf = (sub: string): string => token({ role: 'authenticated', sub, exp: inOneHour() });
export const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 150));

export interface Joined {
  channel: ReturnType<RealtimeClient['channel']>;
  received: { event: string; payload: Record<string, unknown> }[];
  statuses: string[];
  errors: string[];
}
export const payloads = (joined: Joined): unknown[] => joined.received.map(({ payload }) => payload.n);

/** Subscribes with realtime-js and waits for the first status. */
export async function joinTopic(
  client: RealtimeClient,
  topic: string,
  config: Record<string, unknown> = { private: true },
): Promise<Joined> {
  const channel = client.channel(topic, { config });
  const joined: Joined = { channel, received: [], statuses: [], errors: [] };
  channel.on('broadcast', { event: '*' }, ({ event, payload }) => joined.received.push({ event, payload }));
  await new Promise<void>((resolve) => {
    channel.subscribe((status, error) => {
      joined.statuses.push(status);
      if (error) joined.errors.push(error.message);
      resolve();
    });
  });
  return joined;
}

const SETUP = `
  create role anon; create role authenticated; create role service_role bypassrls;`;
// A project's migrations: who may join which topic, and a trigger that announces changes.
const PROJECT = `
  create function claim(name text) returns text language sql stable as
    $$ select current_setting('request.jwt.claims', true)::jsonb ->> name $$;
  create policy "own topic" on realtime.messages for select to authenticated
    using (realtime.topic() = 'user:' || claim('sub') and extension = 'broadcast');
  create policy "board" on realtime.messages for select to anon, authenticated using (realtime.topic() like 'board:%');
  create policy "talk" on realtime.messages for insert to authenticated with check (realtime.topic() = 'board:talk');
  create table bookings (id int, status text);
  create function tell() returns trigger language plpgsql as $$
    begin
      perform realtime.broadcast_changes('board:bookings', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
      return null;
    end $$;
  create trigger tell after insert or update on bookings for each row execute function tell();`;

export interface Harness {
  url: string;
  sql: postgres.Sql;
  connect(accessToken?: string, vsn?: string): RealtimeClient;
  disconnectAll(): Promise<void>;
  /** Starts another server on the same database. */
  startSecond(): Promise<RealtimeServer>;
  send(topic: string, payload: object, isPrivate?: boolean): Promise<unknown>;
  databaseUrl: string;
  /** Resolves once the server listens for messages again, and its clients have rejoined. */
  restartPostgres(): Promise<void>;
  stop(): Promise<void>;
}

export async function startHarness(): Promise<Harness> {
  const dataDir = join(root, 'test-results', `realtime-${process.pid}`, 'db');
  const [port = 0] = await freePorts(1);
  let database = await startPostgres({ port, dataDir, ephemeral: true });
  const sql = postgres(database.url, { max: 4, onnotice: () => undefined });
  const schema = readFileSync(join(root, 'src/realtime/schema.sql'), 'utf8');
  for (const script of [SETUP, schema, schema, PROJECT]) await sql.unsafe(script); // the schema is idempotent
  const start = () => startRealtime({ port: 0, databaseUrl: database.url, jwtSecret: secret, ...keys });
  const realtime = await start();
  const clients: RealtimeClient[] = [];

  const connect = (accessToken?: string, vsn = '2.0.0') => {
    const client = new RealtimeClient(realtime.url, {
      params: { apikey: keys.publishableKey },
      // Node 20 has no WebSocket of its own.
      transport: WebSocket as unknown as typeof globalThis.WebSocket,
      vsn,
      reconnectAfterMs: () => 100,
    });
    if (accessToken) void client.setAuth(accessToken);
    clients.push(client);
    return client;
  };
  return {
    url: realtime.url,
    sql,
    connect,
    startSecond: start,
    disconnectAll: async () => {
      await Promise.all(clients.splice(0).map((client) => client.removeAllChannels()));
    },
    send: (topic, payload, isPrivate = true) =>
      sql`select realtime.send(${sql.json({ ...payload })}, 'changed', ${topic}, ${isPrivate})`,
    databaseUrl: database.url,
    restartPostgres: async () => {
      const client = connect();
      const { statuses } = await joinTopic(client, 'board:restart');
      await database.stop();
      database = await startPostgres({ port, dataDir, ephemeral: true });
      const rejoined = () => statuses.filter((status) => status === 'SUBSCRIBED').length > 1;
      await vi.waitUntil(rejoined, { timeout: 25_000 });
      await client.removeAllChannels();
    },
    stop: async () => {
      await realtime.stop();
      await sql.end();
      await database.stop();
      rmSync(join(dataDir, '..'), { recursive: true, force: true });
    },
  };
}
