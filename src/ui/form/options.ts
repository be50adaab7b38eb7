import type { ReactNode } from 'react';

export interface SelectOption {
  value: string;
  label: ReactNode;
  /** The heading above this option and adjacent options of the same group. */
  group?: string;
  disabled?: boolean;
}

export const namedOptions = (rows: readonly { id: string; name: string }[] | undefined): SelectOption[] =>
  (rows ?? []).map(({ id, name }) => ({ value: id, label: name }));
