import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useId } from 'react';
import { IconButton } from '../Button.tsx';
import { cx } from '../cx.ts';
import { Select } from '../form/controls.tsx';
import { type Entry, useEntries } from './entries.ts';
import { RowActions } from './RowActions.tsx';
import type { Column, RowsView } from './types.ts';
import { useRows } from './use-rows.ts';

/** The number of cards up to which all are rendered. Cards are tall and phones are slow, so it is low. */
const ALL_AT_ONCE = 16;
/** Estimated heights in pixels: a card's padding, a column of one or two lines, and a custom card of three. */
const CARD = { padding: 30, column: 42, own: 96 };

/** Shows the rows as stacked cards, on phones. */
export function CardsView<T>(props: RowsView<T>) {
  const { label, columns, actions, more, stale, isQuiet, isSelected, groups, card, onOpen } = props;
  const estimate = card ? CARD.own : CARD.padding + CARD.column * columns.length;
  const entries = useEntries(props);
  const view = useRows<HTMLUListElement, Entry<T>>(entries, { estimate, allAtOnce: ALL_AT_ONCE });
  return (
    <>
      <SortChoice {...props} />
      <ul
        ref={view.box}
        aria-label={label}
        aria-busy={stale || undefined}
        onKeyDown={view.onKeyDown}
        style={{ paddingTop: view.before, paddingBottom: view.after }}
      >
        {view.shown.map(({ index, key, row: { row, isHead } }) => (
          <li
            key={key}
            ref={view.measure}
            aria-setsize={more?.has ? -1 : entries.rows.length}
            aria-posinset={index + 1}
            className={cx(
              'row-focus border-t border-line px-4',
              isHead ? 'group-head py-2' : 'py-3.5',
              !isHead && onOpen && 'cursor-pointer',
              !isHead && isSelected?.(row) && 'selected',
              !isHead && isQuiet?.(row) && 'text-ink-2',
            )}
            style={
              view.windowed ? undefined : { contentVisibility: 'auto', containIntrinsicHeight: `auto ${estimate}px` }
            }
            {...view.rowProps(index)}
          >
            {isHead ? groups?.head(row) : (card?.(row) ?? <Card row={row} columns={columns} />)}
            {!isHead && actions && !card && <RowActions actions={actions(row)} className="mt-1.5" />}
          </li>
        ))}
      </ul>
    </>
  );
}

function Card<T>({ row, columns }: { row: T; columns: readonly Column<T>[] }) {
  const shape = (column: Column<T>, index: number) => column.card ?? (index === 0 ? 'title' : 'line');
  const of = (kind: Column<T>['card']) => columns.filter((column, index) => shape(column, index) === kind);
  return (
    <>
      {of('title').map((column) => (
        <div key={column.id}>{column.cell(row)}</div>
      ))}
      {of('plain').map((column) => (
        <div key={column.id} className="mt-2 text-sm">
          {column.cell(row)}
        </div>
      ))}
      <dl className="mt-2.5 grid gap-1.5 text-sm empty:hidden">
        {of('line').map((column) => (
          <div key={column.id} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <dt className="max-w-full flex-none text-ink-2">{column.header}</dt>
            <dd className="fit-words text-right">{column.cell(row)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Offers the sort order above the cards, because cards have no headers to click. */
function SortChoice<T>({ columns, sort, onSort }: RowsView<T>) {
  const { t } = useLingui();
  const id = useId();
  const sortable = columns.filter((column) => column.sortValue);
  if (!onSort || sortable.length === 0) return null;
  const now = sort ?? { id: sortable[0]?.id ?? '', desc: false };
  return (
    <div className="flex items-center gap-2 border-t border-line px-4 py-2.5">
      <label className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 text-sm text-ink-2" htmlFor={id}>
        <span className="flex-none">
          <Trans>Sort by</Trans>
        </span>
        <Select
          id={id}
          className="input-sm w-auto! min-w-0 flex-1 basis-28"
          value={now.id}
          onChange={(event) => onSort({ id: event.target.value, desc: false })}
          options={sortable.map((column) => ({ value: column.id, label: column.header }))}
        />
      </label>
      <IconButton
        small
        label={now.desc ? t`Sort ascending` : t`Sort descending`}
        onClick={() => onSort({ ...now, desc: !now.desc })}
      >
        {now.desc ? <ArrowDown aria-hidden="true" /> : <ArrowUp aria-hidden="true" />}
      </IconButton>
    </div>
  );
}
