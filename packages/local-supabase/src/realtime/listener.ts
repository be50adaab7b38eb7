import postgres from 'postgres';

export interface Listener {
  /** Starts or stops announcing the topic's messages to this server. */
  listenTo(topic: string, isPrivate: boolean, on: boolean): Promise<void>;
  stop(): Promise<void>;
}

interface Callbacks {
  onIds: (ids: string[]) => Promise<void>;
  /** Called if messages may have been missed, because they could not be read or the connection was restored. */
  onMissed: () => void;
}

const MAX_RETRY_SECONDS = 2;

/**
 * Listens for new rows in realtime.messages. Rejects if the first connection fails. Later ones are retried forever.
 */
export async function listenForMessages(url: string, { onIds, onMissed }: Callbacks): Promise<Listener> {
  let queue: string[] = [];
  let draining = false;
  let heard = false;

  // Only one read runs at a time, so that messages keep their order.
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

  // The rows of realtime.listeners belong to this connection. `listen` opens a second one and reconnects
  // automatically.
  const sql = postgres(url, {
    max: 1,
    idle_timeout: 0,
    connect_timeout: 5,
    fetch_types: false,
    backoff: (attempt) => Math.min(MAX_RETRY_SECONDS, 0.1 * 2 ** attempt),
    onnotice: () => undefined,
  });
  const forgetOldListeners = () =>
    sql`delete from realtime.listeners where pid = pg_backend_pid() or pid not in (select pid from pg_stat_activity)`;
  const onListening = () => {
    if (heard) forgetOldListeners().then(onMissed, onMissed);
    heard = true;
  };

  try {
    await forgetOldListeners();
    await sql.listen(
      'realtime_messages',
      (id) => {
        if (id) queue.push(id);
        void drain();
      },
      onListening,
    );
  } catch (error) {
    await sql.end({ timeout: 0 });
    throw error;
  }
  return {
    listenTo: async (topic, isPrivate, on) => {
      await (on
        ? sql`insert into realtime.listeners (topic, private, pid) values (${topic}, ${isPrivate}, pg_backend_pid()) on conflict do nothing`
        : sql`delete from realtime.listeners where topic = ${topic} and private = ${isPrivate} and pid = pg_backend_pid()`);
    },
    stop: () => sql.end({ timeout: 0 }).catch(() => undefined),
  };
}
