import type { ReactNode } from 'react';

export interface SelectOption {
  value: string;
  label: ReactNode;
  /** The heading above it and its neighbours with the same one. */
  group?: string;
  disabled?: boolean;
}

/** Named rows as options; none while loading. */
export const namedOptions = (rows: readonly { id: string; name: string }[] | undefined): SelectOption[] =>
  (rows ?? []).map(({ id, name }) => ({ value: id, label: name }));
