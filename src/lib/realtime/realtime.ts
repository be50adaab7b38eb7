import { supabase } from '@/lib/api/supabase';
import { JoinedChannel } from './joined-channel.ts';

export interface TopicOptions {
  /** The names of broadcast events. */
  events: readonly string[];
  /** Called for each event and after each join, focus and reconnect, so that the listener refetches. */
  onChange: (event: string | null) => void;
}

interface SharedTopic {
  channel: JoinedChannel;
  listeners: Set<TopicOptions>;
}

/** A topic is joined once, however many components listen. */
const topics = new Map<string, SharedTopic>();

/**
 * Runs when the network is back. The old socket may look open for half a minute without receiving anything, so a
 * new one is created without waiting for its heartbeat. Missed changes are read once its topics are joined, or
 * without them if that fails or takes long.
 */
async function onOnline() {
  if (topics.size === 0) return;
  for (const { channel } of topics.values()) channel.catchUpSoon();
  const client = await supabase().catch(() => null);
  await client?.realtime.disconnect();
  for (const { channel } of topics.values()) channel.rejoin();
}
globalThis.addEventListener?.('online', () => void onOnline());

function open(topic: string): SharedTopic {
  const listeners = new Set<TopicOptions>();
  const channel = new JoinedChannel(topic, (event) => {
    for (const { events, onChange } of listeners) {
      if (event === null || events.includes(event)) onChange(event);
    }
  });
  const shared = { channel, listeners };
  topics.set(topic, shared);
  return shared;
}

/** Returns whether someone listens to a topic already, so that it may be joined and won't report earlier changes. */
export const isTopicOpen = (topic: string): boolean => topics.has(topic);

/**
 * Listens to a private broadcast topic such as `user:<id>`. Payloads contain only ids, and the data is read through
 * RLS. Returns a function that stops listening.
 */
export function subscribeToTopic(topic: string, options: TopicOptions): () => void {
  const shared = topics.get(topic) ?? open(topic);
  shared.listeners.add(options);
  return () => {
    shared.listeners.delete(options);
    if (shared.listeners.size > 0 || topics.get(topic) !== shared) return;
    topics.delete(topic);
    shared.channel.stop();
  };
}
