import { useState } from 'react';

/**
 * Values that are being saved, by the key of what they belong to: each stands in its place until the list has been read again.
 * `save` throws what the saving threw.
 */
export function useSaving<V>(refresh: () => Promise<void>) {
  const [saving, setSaving] = useState<ReadonlyMap<string, V>>(new Map());
  async function save(key: string, value: V, work: () => Promise<void>): Promise<void> {
    setSaving((now) => new Map(now).set(key, value));
    try {
      await work();
    } finally {
      // Also after a failure: it may be that another person was faster, or only the answer was lost.
      await refresh().catch(() => undefined);
      setSaving((now) => new Map([...now].filter(([other]) => other !== key)));
    }
  }
  return { saving, save };
}
