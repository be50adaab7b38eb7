import { useState } from 'react';

/**
 * Tracks values while they are saved, by key, and shows each until the list is refetched. `save` throws if it
 * fails.
 */
export function useSaving<V>(refresh: () => Promise<void>) {
  const [saving, setSaving] = useState<ReadonlyMap<string, V>>(new Map());
  async function save(key: string, value: V, work: () => Promise<void>): Promise<void> {
    setSaving((now) => new Map(now).set(key, value));
    try {
      await work();
    } finally {
      // Refetched even after a failure, because someone may have been faster or the response was lost.
      await refresh().catch(() => undefined);
      setSaving((now) => new Map([...now].filter(([other]) => other !== key)));
    }
  }
  return { saving, save };
}
