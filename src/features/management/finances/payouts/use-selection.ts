import { useState } from 'react';
import type { Payee } from './queries';
import { type Change, changesOf, isPayable, keyOf, type Seen, type Selection } from './selection';

const NOTHING: { selection: Selection; seen: Seen } = { selection: new Map(), seen: new Map() };

/**
 * Manages the selected payees, and what has changed since, because someone else may pay one of them. A change is
 * shown until it is accepted. While our own payment is in progress, changes aren't checked (`hold`).
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
    /** The note stays about a payee with no amount due, because the list doesn't have them. */
    select: (next: Selection) => {
      const gone = changes
        .filter((one: Change) => !one.now)
        .map(({ key }) => [key, selection.get(key) ?? 'all'] as const);
      keep(new Map([...next, ...gone]), seen);
    },
    /** Accepts the current amounts. */
    accept: () => {
      const due = new Set(payees.filter(isPayable).map(keyOf));
      keep(new Map([...selection].filter(([key]) => due.has(key))), new Map());
    },
    /** Removes a payee from the selection in all currencies. */
    drop: (payee: string) => keep(new Map([...selection].filter(([key]) => !key.startsWith(`${payee} `))), seen),
    clear: () => set(NOTHING),
  };
}
export type Ticks = Omit<ReturnType<typeof useSelection>, 'selection' | 'changes'>;
