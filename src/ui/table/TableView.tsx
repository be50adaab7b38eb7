import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import { cx } from '../cx.ts';
import { type Entry, useEntries } from './entries.ts';
import { RowActions } from './RowActions.tsx';
import type { Column, RowsView, Sort } from './types.ts';
import { useRows } from './use-rows.ts';

const ROW_HEIGHT = 61;
const ALL_AT_ONCE = 60;

/** Shows the rows as a native table, which screen readers know how to read. Only nearby rows are in the DOM. */
export function TableView<T>(props: RowsView<T>) {
  const { label, columns, actions, more, total, stale, isQuiet, isSelected, groups, onOpen } = props;
  const entries = useEntries(props);
  const view = useRows<HTMLTableSectionElement, Entry<T>>(entries, { estimate: ROW_HEIGHT, allAtOnce: ALL_AT_ONCE });
  const span = columns.length + (actions ? 1 : 0);
  return (
    <table
      className={cx('data-table', columns.some((column) => column.width) && 'table-fixed')}
      aria-label={label}
      aria-rowcount={more?.has ? (total && !groups ? total + 1 : -1) : entries.rows.length + 1}
      aria-busy={stale || undefined}
    >
      <Head {...props} />
      <tbody ref={view.box} onKeyDown={view.onKeyDown}>
        <Gap height={view.before} span={span} />
        {view.shown.map(({ index, key, row: { row, isHead } }) => (
          <tr
            key={key}
            ref={view.measure}
            aria-rowindex={index + 2}
            className={cx(
              'row-focus',
              isHead && 'group-head',
              !isHead && onOpen && 'cursor-pointer',
              !isHead && isSelected?.(row) && 'selected',
              !isHead && isQuiet?.(row) && 'text-ink-2',
            )}
            {...view.rowProps(index)}
          >
            {isHead ? (
              <th colSpan={span} scope="rowgroup">
                {groups?.head(row)}
              </th>
            ) : (
              <Cells row={row} columns={columns} actions={actions} />
            )}
          </tr>
        ))}
        <Gap height={view.after} span={span} />
      </tbody>
    </table>
  );
}

function Cells<T>({
  row,
  columns,
  actions,
}: {
  row: T;
  columns: RowsView<T>['columns'];
  actions: RowsView<T>['actions'] | undefined;
}) {
  return (
    <>
      {columns.map((column) => (
        <td key={column.id} className={cx(column.align === 'end' && 'num', column.width && 'wrap-anywhere')}>
          {column.cell(row)}
        </td>
      ))}
      {actions && (
        <td>
          <RowActions actions={actions(row)} />
        </td>
      )}
    </>
  );
}

function Head<T>({ columns, actions, sort, onSort, groups }: RowsView<T>) {
  return (
    <thead className="sticky top-16 z-10 lg:top-[4.5rem]">
      <tr aria-rowindex={1}>
        {columns.map((column) => (
          <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} />
        ))}
        {actions && (
          <th scope="col" className={cx('num', groups ? 'w-20' : 'w-36')}>
            <Trans>Actions</Trans>
          </th>
        )}
      </tr>
    </thead>
  );
}

/** Fills the space of the rows that aren't rendered. */
function Gap({ height, span }: { height: number; span: number }) {
  if (height <= 0) return null;
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: empty room, nothing in it takes the focus
    <tr aria-hidden="true">
      <td colSpan={span} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}

interface HeadCellProps<T> {
  column: Column<T>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}

function HeadCell<T>({ column, sort, onSort }: HeadCellProps<T>) {
  const { t } = useLingui();
  const style = column.width ? { width: column.width } : undefined;
  const end = column.align === 'end';
  if (!column.sortValue || !onSort) {
    return (
      <th scope="col" className={cx(end && 'num')} style={style}>
        {column.headerHidden ? <span className="sr-only">{column.header}</span> : column.header}
      </th>
    );
  }
  const own = sort?.id === column.id ? sort : undefined;
  const Icon = own ? (own.desc ? ArrowDown : ArrowUp) : ChevronsUpDown;
  return (
    <th
      scope="col"
      className={cx(end && 'num')}
      style={style}
      aria-sort={own ? (own.desc ? 'descending' : 'ascending') : 'none'}
    >
      <button
        type="button"
        className="-mx-1.5 -my-1 inline-flex items-center gap-1 rounded-xs px-1.5 py-1 hover:text-ink"
        title={own && !own.desc ? t`Sort descending` : t`Sort ascending`}
        onClick={() => onSort({ id: column.id, desc: own ? !own.desc : false })}
      >
        {column.header}
        <Icon aria-hidden="true" className={cx('size-3.5', !own && 'text-ink-3')} />
      </button>
    </th>
  );
}
