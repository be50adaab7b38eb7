import type { ReactNode } from 'react';

export interface SelectOption {
  value: string;
  label: ReactNode;
}

/** Rows with a name as options, none while they load. */
export const namedOptions = (rows: readonly { id: string; name: string }[] | undefined): SelectOption[] =>
  (rows ?? []).map(({ id, name }) => ({ value: id, label: name }));
