import type { ReactNode } from 'react';

export interface Column<T> {
  id: string;
  header: string;
  /** True if the cells need no visible header. Screen readers still get it. */
  headerHidden?: boolean;
  cell: (row: T) => ReactNode;
  /** Makes the column sortable. It isn't used with `sortedBy: 'server'`. */
  sortValue?: (row: T) => string | number | null;
  /** Numbers are right-aligned. */
  align?: 'end';
  /** Any CSS width. If any column has one, the others share the rest and long words wrap. */
  width?: string;
  /** How the column looks in a phone's card: as its heading, a labelled line, an unlabelled line, or hidden. */
  card?: 'title' | 'line' | 'plain' | 'hidden';
}

export interface RowAction {
  /** The action and its object, such as 'Edit Río Dulce'. */
  label: string;
  /** The text in the menu, where the object is clear. */
  short: ReactNode;
  icon: ReactNode;
  tone?: 'danger';
  /** True for a visible button in the row. Other actions are in the menu. */
  inline?: boolean;
  /** The state of a toggle. */
  pressed?: boolean;
  busy?: boolean;
  onSelect: () => void;
}

export interface Sort {
  id: string;
  desc: boolean;
}

/** Set if more rows exist, which load when the end comes into view. */
export interface More {
  has: boolean;
  loading: boolean;
  load: () => void;
  error?: Error | null;
}

export interface DataTableProps<T> {
  /** Names what the table lists, as its accessible name. */
  label: string;
  /** Undefined while the rows load. */
  rows: readonly T[] | undefined;
  rowKey: (row: T) => string;
  columns: readonly Column<T>[];
  actions?: (row: T) => RowAction[];
  /** Runs when Enter is pressed on a row. */
  onOpen?: (row: T) => void;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  /** Who sorts the rows. The default is the table. */
  sortedBy?: 'table' | 'server';
  /** Shown instead of rows, or above earlier ones. */
  error?: Error | null;
  errorTitle?: ReactNode;
  onRetry?: () => void;
  empty: ReactNode;
  more?: More;
  /** The total number of rows, if not all are loaded. */
  total?: number | undefined;
  /** True if the rows are of an earlier query, while the new one loads. */
  stale?: boolean;
  /** Below this width, rows become cards. */
  cardsBelow?: 'md' | 'lg';
  /** Returns whether a row is dimmed, for example because it is hidden. */
  isQuiet?: (row: T) => boolean;
  /** Returns whether a row is selected. */
  isSelected?: (row: T) => boolean;
  /** Groups consecutive rows below a heading. */
  groups?: { of: (row: T) => string; head: (row: T) => ReactNode };
  /** Renders a row's card, if its stacked columns would be too tall. */
  card?: (row: T) => ReactNode;
}

/** The data that tables and cards render. */
export interface RowsView<T> extends Omit<DataTableProps<T>, 'rows' | 'error' | 'errorTitle' | 'onRetry' | 'empty'> {
  rows: readonly T[];
}
