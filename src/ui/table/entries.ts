import { useMemo } from 'react';
import type { RowsView } from './types.ts';

/** A line of a table: a row, or the heading above the first row of a group. */
export interface Entry<T> {
  row: T;
  isHead: boolean;
}

/** Returns a view of lines instead of rows. Headings also scroll and take keyboard movement, but open nothing. */
export function useEntries<T>({ rows, rowKey, onOpen, more, groups }: RowsView<T>) {
  const entries = useMemo(
    () =>
      rows.flatMap((row, index): Entry<T>[] => {
        const before = rows[index - 1];
        const begins = groups && (before === undefined || groups.of(before) !== groups.of(row));
        return begins
          ? [
              { row, isHead: true },
              { row, isHead: false },
            ]
          : [{ row, isHead: false }];
      }),
    [rows, groups],
  );
  return {
    rows: entries,
    rowKey: ({ row, isHead }: Entry<T>) => (isHead && groups ? `head ${groups.of(row)}` : rowKey(row)),
    ...(onOpen && { onOpen: ({ row, isHead }: Entry<T>) => (isHead ? undefined : onOpen(row)) }),
    ...(more && { more }),
  };
}
