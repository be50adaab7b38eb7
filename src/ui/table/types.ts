import type { ReactNode } from 'react';

export interface Column<T> {
  id: string;
  header: string;
  /** What is in its cells says what it is; the header is for screen readers. */
  headerHidden?: boolean;
  cell: (row: T) => ReactNode;
  /** Makes the column sortable. With `sortedBy: 'server'` the value is not used. */
  sortValue?: (row: T) => string | number | null;
  /** Numbers stand on the right. */
  align?: 'end';
  /** Any CSS width. With one in any column, the others share what is left and long words break. */
  width?: string;
  /** On a phone: the heading of the card, a line with its label, the same without the label, or nothing. */
  card?: 'title' | 'line' | 'plain' | 'hidden';
}

export interface RowAction {
  /** Says the act and its object, such as 'Edit Río Dulce'. */
  label: string;
  /** The words in the menu, where the object is clear. */
  short: ReactNode;
  icon: ReactNode;
  tone?: 'danger';
  /** A button of its own in the row; the rest is behind the menu button. */
  inline?: boolean;
  /** A toggle that is on. */
  pressed?: boolean;
  busy?: boolean;
  onSelect: () => void;
}

export interface Sort {
  id: string;
  desc: boolean;
}

/** More rows than are loaded: asked for when the end comes into sight. */
export interface More {
  has: boolean;
  loading: boolean;
  load: () => void;
  error?: Error | null;
}

export interface DataTableProps<T> {
  /** What the table lists; read out as its name. */
  label: string;
  /** Undefined until they are there. */
  rows: readonly T[] | undefined;
  rowKey: (row: T) => string;
  columns: readonly Column<T>[];
  actions?: (row: T) => RowAction[];
  /** What Enter does on a row. */
  onOpen?: (row: T) => void;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  /** Who puts the rows in order; the table itself by default. */
  sortedBy?: 'table' | 'server';
  /** Shown in place of the rows, or above them when there are some from before. */
  error?: Error | null;
  errorTitle?: ReactNode;
  onRetry?: () => void;
  empty: ReactNode;
  more?: More;
  /** All there are, when fewer are loaded. */
  total?: number | undefined;
  /** Rows of an earlier question, while the answer to the new one is on its way. */
  stale?: boolean;
  /** Below this width rows become cards. */
  cardsBelow?: 'md' | 'lg';
  /** A row that is less present, such as a hidden one. */
  isQuiet?: (row: T) => boolean;
  /** A row that is ticked. */
  isSelected?: (row: T) => boolean;
  /** Rows that belong together, and come together, below a head of theirs. */
  groups?: { of: (row: T) => string; head: (row: T) => ReactNode };
  /** The card of a row, where its columns below each other would take too much room. */
  card?: (row: T) => ReactNode;
}

/** What the table and the cards draw. */
export interface RowsView<T> extends Omit<DataTableProps<T>, 'rows' | 'error' | 'errorTitle' | 'onRetry' | 'empty'> {
  rows: readonly T[];
}
