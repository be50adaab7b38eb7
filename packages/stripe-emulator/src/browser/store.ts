import { type CardErrors, type CardValues, checkCard, emptyCard } from './card';
import type { Texts } from './texts';

export type CardSnapshot = { values: CardValues; errors: CardErrors; disabled: boolean };

/** Holds the card form's state outside React, because `confirmPayment` reads it and reports errors into it. */
export function createCardStore(texts: Texts) {
  let snapshot: CardSnapshot = { values: emptyCard, errors: {}, disabled: false };
  const listeners = new Set<() => void>();
  const set = (next: Partial<CardSnapshot>) => {
    snapshot = { ...snapshot, ...next };
    for (const listener of listeners) listener();
  };
  return {
    get: () => snapshot,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    type: (field: keyof CardValues, value: string) => {
      const { [field]: _gone, ...errors } = snapshot.errors;
      set({ values: { ...snapshot.values, [field]: value }, errors });
    },
    /** Validates a field on blur, only if it is filled in. */
    judge: (field: keyof CardValues) => {
      const message = snapshot.values[field] ? checkCard(snapshot.values, texts)[field] : undefined;
      if (message) set({ errors: { ...snapshot.errors, [field]: message } });
    },
    /** Validates the whole card and shows errors. */
    validate: (): boolean => {
      const errors = checkCard(snapshot.values, texts);
      set({ errors });
      return Object.keys(errors).length === 0;
    },
    disable: (disabled: boolean) => set({ disabled }),
    complete: () => Object.keys(checkCard(snapshot.values, texts)).length === 0,
  };
}
export type CardStore = ReturnType<typeof createCardStore>;
