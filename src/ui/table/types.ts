import type { ReactNode } from 'react';

export interface Column<T> {
  id: string;
  header: string;
  /** The cells explain themselves; the header is for screen readers only. */
  headerHidden?: boolean;
  cell: (row: T) => ReactNode;
  /** Makes the column sortable. Unused with `sortedBy: 'server'`. */
  sortValue?: (row: T) => string | number | null;
  /** Numbers are right-aligned. */
  align?: 'end';
  /** Any CSS width. With one in any column, the others share the rest and long words wrap. */
  width?: string;
  /** On a phone: the card's heading, a labelled line, an unlabelled line, or nothing. */
  card?: 'title' | 'line' | 'plain' | 'hidden';
}

export interface RowAction {
  /** Action and object, such as 'Edit Río Dulce'. */
  label: string;
  /** The text in the menu, where the object is clear. */
  short: ReactNode;
  icon: ReactNode;
  tone?: 'danger';
  /** A visible button in the row; other actions are in the menu. */
  inline?: boolean;
  /** A toggle's state. */
  pressed?: boolean;
  busy?: boolean;
  onSelect: () => void;
}

export interface Sort {
  id: string;
  desc: boolean;
}

/** More rows exist: loaded when the end comes into view. */
export interface More {
  has: boolean;
  loading: boolean;
  load: () => void;
  error?: Error | null;
}

export interface DataTableProps<T> {
  /** What the table lists; its accessible name. */
  label: string;
  /** Undefined while loading. */
  rows: readonly T[] | undefined;
  rowKey: (row: T) => string;
  columns: readonly Column<T>[];
  actions?: (row: T) => RowAction[];
  /** The action of Enter on a row. */
  onOpen?: (row: T) => void;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  /** Who sorts the rows; by default the table. */
  sortedBy?: 'table' | 'server';
  /** Shown instead of rows, or above earlier ones. */
  error?: Error | null;
  errorTitle?: ReactNode;
  onRetry?: () => void;
  empty: ReactNode;
  more?: More;
  /** The total, if fewer are loaded. */
  total?: number | undefined;
  /** Rows of an earlier query, while the new one loads. */
  stale?: boolean;
  /** Below this width rows become cards. */
  cardsBelow?: 'md' | 'lg';
  /** A dimmed row, such as a hidden one. */
  isQuiet?: (row: T) => boolean;
  /** A selected row. */
  isSelected?: (row: T) => boolean;
  /** Consecutive rows of a group, below their heading. */
  groups?: { of: (row: T) => string; head: (row: T) => ReactNode };
  /** A row's card, if its stacked columns would be too tall. */
  card?: (row: T) => ReactNode;
}

/** The data that table and cards render. */
export interface RowsView<T> extends Omit<DataTableProps<T>, 'rows' | 'error' | 'errorTitle' | 'onRetry' | 'empty'> {
  rows: readonly T[];
}
