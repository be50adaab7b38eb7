import type { ReactNode } from 'react';

export interface Column<T> {
  id: string;
  header: string;
  /** True if only screen readers get the header. */
  headerHidden?: boolean;
  cell: (row: T) => ReactNode;
  /** Returns the value by which the table sorts. Ignored with `sortedBy: 'server'`. */
  sortValue?: (row: T) => string | number | null;
  /** Right-aligns the column, for numbers. */
  align?: 'end';
  /** Any CSS width. If a column has one, the others share the rest and long words wrap. */
  width?: string;
  /** The column's place in a phone's card: the heading, a line with label, a line without label, or nowhere. */
  card?: 'title' | 'line' | 'plain' | 'hidden';
}

export interface RowAction {
  /** The action with its object, such as 'Edit Río Dulce'. */
  label: string;
  /** The action without its object, for the menu of a row. */
  short: ReactNode;
  icon: ReactNode;
  tone?: 'danger';
  /** True for a visible button in the row. Other actions are in a menu. */
  inline?: boolean;
  /** The state, if the action is a toggle. */
  pressed?: boolean;
  busy?: boolean;
  onSelect: () => void;
}

export interface Sort {
  id: string;
  desc: boolean;
}

/** The state of a list with more rows. They load when the end comes into view. */
export interface More {
  has: boolean;
  loading: boolean;
  load: () => void;
  error?: Error | null;
}

export interface DataTableProps<T> {
  /** The accessible name, which says what the table lists. */
  label: string;
  /** The rows, or undefined while they load. */
  rows: readonly T[] | undefined;
  rowKey: (row: T) => string;
  columns: readonly Column<T>[];
  actions?: (row: T) => RowAction[];
  /** Opens a row, at Enter or a click. */
  onOpen?: (row: T) => void;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  /** The side that sorts the rows. The default is the table. */
  sortedBy?: 'table' | 'server';
  /** The failure, shown instead of rows or above earlier ones. */
  error?: Error | null;
  errorTitle?: ReactNode;
  onRetry?: () => void;
  empty: ReactNode;
  more?: More;
  /** The total number of rows, if only some are loaded. */
  total?: number | undefined;
  /** True if the rows answer an earlier query while the new one loads. */
  stale?: boolean;
  /** The width below which rows become cards. */
  cardsBelow?: 'md' | 'lg';
  /** Returns whether to dim a row, for example because it is hidden. */
  isQuiet?: (row: T) => boolean;
  /** Returns whether a row is selected. */
  isSelected?: (row: T) => boolean;
  /** Groups adjacent rows below a heading. `of` returns the key of a row's group. */
  groups?: { of: (row: T) => string; head: (row: T) => ReactNode };
  /** Renders a row's card, where stacked columns would be too tall. */
  card?: (row: T) => ReactNode;
}

/** The props that the table and the cards share. */
export interface RowsView<T> extends Omit<DataTableProps<T>, 'rows' | 'error' | 'errorTitle' | 'onRetry' | 'empty'> {
  rows: readonly T[];
}
