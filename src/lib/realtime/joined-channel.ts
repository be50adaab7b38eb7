import type { RealtimeChannel, RealtimeClient } from '@supabase/supabase-js';
import { firstData } from '@/lib/api/first-data';
import { run } from '@/lib/api/run';
import { supabase } from '@/lib/api/supabase';

/**
 * The milliseconds to wait before joining again: 1, 2 and 5 seconds, then 10 each time. realtime-js has the same
 * built in for the socket.
 */
const REJOIN_MS = [1000, 2000, 5000, 10_000];
/** How long a join may take before missed changes are read without it. */
const JOIN_MS = 2000;

type Timer = ReturnType<typeof setTimeout>;

/** Channels that are being left. The client would return the same channel until it is gone. */
const leaving = new Map<string, Promise<unknown>>();

/**
 * Returns the current name of a topic, because a territory's topic is renamed when a role there ends. Throws if the
 * caller may not join it.
 */
async function nameOf(topic: string): Promise<string> {
  const [kind, territoryId = ''] = topic.split(':');
  if (kind !== 'territory') return topic;
  return run((db) => db.rpc('territory_topic', { p_territory_id: territoryId }));
}

/** Keeps a channel of a private topic joined until it is stopped. */
export class JoinedChannel {
  readonly #topic: string;
  readonly #emit: (event: string | null) => void;
  #channel: RealtimeChannel | undefined;
  #rejoinTimer: Timer | undefined;
  /** Runs while changes may have been missed and a join is pending. */
  #catchUpTimer: Timer | undefined;
  #stopped = false;
  #failures = 0;
  /** If two attempts overlap, only the later one counts. */
  #attempt = 0;

  /** `emit` gets the name of an event, or null if changes may have been missed. */
  constructor(topic: string, emit: (event: string | null) => void) {
    this.#topic = topic;
    this.#emit = emit;
    document.addEventListener('visibilitychange', this.#onVisible);
    void this.#join();
  }

  stop() {
    this.#stopped = true;
    this.#cancelRejoin();
    clearTimeout(this.#catchUpTimer);
    document.removeEventListener('visibilitychange', this.#onVisible);
    if (!this.#channel) return;
    void supabase().then(
      ({ realtime }) => this.#leave(realtime),
      () => undefined,
    );
  }

  /** Handles changes that may have been missed. The next join reports them, or a timer if the join takes long. */
  catchUpSoon() {
    this.#catchUpTimer ??= setTimeout(() => this.#catchUp(), JOIN_MS);
  }

  rejoin() {
    this.#cancelRejoin();
    this.#failures = 0;
    void this.#join();
  }

  #onVisible = () => {
    if (document.visibilityState === 'visible') this.#emit(null);
  };

  #catchUp() {
    clearTimeout(this.#catchUpTimer);
    this.#catchUpTimer = undefined;
    this.#emit(null);
  }

  async #join() {
    this.#attempt += 1;
    const own = this.#attempt;
    try {
      await firstData();
      if (this.#stopped) return;
      const { realtime } = await supabase();
      await this.#leave(realtime);
      await leaving.get(this.#topic);
      const name = await nameOf(this.#topic);
      await realtime.setAuth();
      if (this.#stopped || own !== this.#attempt) return;
      const channel = realtime.channel(name, { config: { private: true } });
      this.#channel = channel;
      channel.on('broadcast', { event: '*' }, ({ event }) => (event === 'moved' ? this.rejoin() : this.#emit(event)));
      channel.subscribe((status) => {
        if (this.#channel === channel) this.#onStatus(status);
      });
    } catch {
      if (own === this.#attempt) this.#rejoinLater();
    }
  }

  #onStatus(status: string) {
    if (this.#stopped) return;
    if (status === 'SUBSCRIBED') {
      this.#failures = 0;
      // The channel may have reconnected on its own.
      this.#cancelRejoin();
      this.#catchUp(); // events may have been sent while disconnected, or between the page's first read and this join
      return;
    }
    // The server closes a channel whose token has expired or whose right has ended, and the client has already
    // dropped it.
    if (status === 'CLOSED') this.#channel = undefined;
    this.#rejoinLater();
  }

  #rejoinLater() {
    if (this.#stopped || this.#rejoinTimer) return;
    const delay = REJOIN_MS[Math.min(this.#failures++, REJOIN_MS.length - 1)];
    this.#rejoinTimer = setTimeout(() => {
      this.#rejoinTimer = undefined;
      void this.#join();
    }, delay);
  }

  #cancelRejoin() {
    clearTimeout(this.#rejoinTimer);
    this.#rejoinTimer = undefined;
  }

  async #leave(client: RealtimeClient) {
    const last = this.#channel;
    // Later statuses are ignored, because leaving also reports CLOSED.
    this.#channel = undefined;
    if (!last) return;
    const gone = client.removeChannel(last).finally(() => {
      if (leaving.get(this.#topic) === gone) leaving.delete(this.#topic);
    });
    leaving.set(this.#topic, gone);
    await gone;
  }
}
