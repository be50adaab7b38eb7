import { useEffect, useEffectEvent } from 'react';
import { subscribeToTopic } from './realtime.ts';

/** Hears a private topic for as long as the component lives; a null topic hears nothing. */
export function useTopic(
  topic: string | null,
  events: readonly string[],
  onChange: (event: string | null) => void,
): void {
  const latest = useEffectEvent(onChange);
  const names = events.join(' ');
  useEffect(() => {
    if (!topic) return;
    return subscribeToTopic(topic, { events: names.split(' '), onChange: (event) => latest(event) });
  }, [topic, names]);
}
