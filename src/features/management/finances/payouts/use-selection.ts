import { useState } from 'react';
import type { Payee } from './queries';
import { type Change, changesOf, isPayable, keyOf, type Seen, type Selection } from './selection';

const NOTHING: { selection: Selection; seen: Seen } = { selection: new Map(), seen: new Map() };

/**
 * Which payees are selected, and what became of them since: somebody else may pay one meanwhile. What has changed stays until it is
 * accepted; while a payment of one's own is under way (`hold`), it is not asked.
 */
export function useSelection(payees: readonly Payee[]) {
  const [{ selection, seen }, set] = useState(NOTHING);
  const [held, hold] = useState(false);
  const changes = held ? [] : changesOf(payees, selection, seen);

  function keep(next: Selection, before: Seen) {
    const now = new Map(payees.map((one) => [keyOf(one), one]));
    const known = [...next.keys()].flatMap((key): [string, Payee][] => {
      const payee = before.get(key) ?? now.get(key);
      return payee ? [[key, payee]] : [];
    });
    set({ selection: next, seen: new Map(known) });
  }

  return {
    selection,
    changes,
    hold,
    /** Who is due no more cannot be in a list to choose from: what was said of them stays. */
    select: (next: Selection) => {
      const gone = changes
        .filter((one: Change) => !one.now)
        .map(({ key }) => [key, selection.get(key) ?? 'all'] as const);
      keep(new Map([...next, ...gone]), seen);
    },
    /** Takes it as it is now. */
    accept: () => {
      const due = new Set(payees.filter(isPayable).map(keyOf));
      keep(new Map([...selection].filter(([key]) => due.has(key))), new Map());
    },
    /** Without what is selected of a payee, in whatever currency. */
    drop: (payee: string) => keep(new Map([...selection].filter(([key]) => !key.startsWith(`${payee} `))), seen),
    clear: () => set(NOTHING),
  };
}
export type Ticks = Omit<ReturnType<typeof useSelection>, 'selection' | 'changes'>;
