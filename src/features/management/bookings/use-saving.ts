import { useState } from 'react';

/** Values being saved, by key: each is shown until the list is refetched. `save` rethrows failures. */
export function useSaving<V>(refresh: () => Promise<void>) {
  const [saving, setSaving] = useState<ReadonlyMap<string, V>>(new Map());
  async function save(key: string, value: V, work: () => Promise<void>): Promise<void> {
    setSaving((now) => new Map(now).set(key, value));
    try {
      await work();
    } finally {
      // Even after a failure: someone may have been faster, or the answer was lost.
      await refresh().catch(() => undefined);
      setSaving((now) => new Map([...now].filter(([other]) => other !== key)));
    }
  }
  return { saving, save };
}
