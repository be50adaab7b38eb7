import { setTimeout } from 'node:timers/promises';
import pg from 'pg';

export interface Listener {
  /** From now on messages of the topic are announced to this server, or no longer. */
  listenTo(topic: string, isPrivate: boolean, on: boolean): Promise<void>;
  stop(): Promise<void>;
}

const START = `
  listen realtime_messages;
  delete from realtime.listeners where pid = pg_backend_pid() or pid not in (select pid from pg_stat_activity)`;
const ADD =
  'insert into realtime.listeners (topic, private, pid) values ($1, $2, pg_backend_pid()) on conflict do nothing';
const REMOVE = 'delete from realtime.listeners where topic = $1 and private = $2 and pid = pg_backend_pid()';

interface Callbacks {
  onIds: (ids: string[]) => Promise<void>;
  /** Messages may have been missed: they could not be read, or the connection was lost and is back. */
  onMissed: () => void;
}

const SLOWEST_RETRY_MS = 2000;

/** Hears of new rows in realtime.messages. Rejects when the first connection fails; later ones are retried for ever. */
export async function listenForMessages(url: string, { onIds, onMissed }: Callbacks): Promise<Listener> {
  let stopped = false;
  let queue: string[] = [];
  let draining = false;

  // One read at a time, so that messages leave in the order in which they came.
  const drain = async () => {
    if (draining) return;
    draining = true;
    while (queue.length > 0) {
      const ids = queue;
      queue = [];
      await onIds(ids).catch((error: Error) => {
        console.error(`Realtime: ${error.message}`);
        onMissed();
      });
    }
    draining = false;
  };

  const connect = async () => {
    const next = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 5000 });
    next.on('error', () => undefined); // 'end' follows
    next.on('notification', ({ payload }) => {
      if (payload) queue.push(payload);
      void drain();
    });
    await next.connect();
    await next.query(START);
    next.once('end', () => void reconnect());
    return next;
  };

  const reconnect = async () => {
    for (let delay = 100; !stopped; delay = Math.min(SLOWEST_RETRY_MS, delay * 2)) {
      await setTimeout(delay);
      try {
        if (!stopped) client = await connect();
        if (stopped) await client.end();
        else onMissed();
        return;
      } catch {
        // Postgres is still away.
      }
    }
  };

  let client = await connect();
  const listenTo = async (topic: string, isPrivate: boolean, on: boolean) => {
    await client.query(on ? ADD : REMOVE, [topic, isPrivate]);
  };
  const stop = async () => {
    stopped = true;
    await client.end().catch(() => undefined);
  };
  return { listenTo, stop };
}
