import { useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, type LiHTMLAttributes, type ReactNode, useRef, useState } from 'react';
import { IconButton } from '@/ui/Button';
import { cx } from '@/ui/cx';

export interface OrderItem {
  id: string;
  label: string;
  content: ReactNode;
}

interface Props {
  label: string;
  items: readonly OrderItem[];
  onMove: (from: number, to: number) => void;
  onRemove: (id: string) => void;
}

/** Shows an ordered list whose rows can be dragged, or moved with arrow keys or buttons. */
export function OrderList({ label, items, onMove, onRemove }: Props) {
  const { t } = useLingui();
  const list = useRef<HTMLOListElement>(null);
  const [announced, setAnnounced] = useState('');
  const count = items.length;

  const focusRow = (id: string) =>
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)?.focus());

  function move(from: number, to: number) {
    const item = items[from];
    if (!item || from === to || to < 0 || to >= count) return;
    onMove(from, to);
    const name = item.label;
    const place = to + 1;
    setAnnounced(t`${name} is now ${place} of ${count}`);
    // The focus follows the row that was moved.
    focusRow(item.id);
  }
  function remove(index: number) {
    const item = items[index];
    if (!item) return;
    onRemove(item.id);
    const next = items[index + 1] ?? items[index - 1];
    if (next) focusRow(next.id);
  }
  const dragging = useDragging(move);

  return (
    <>
      <ol ref={list} aria-label={label} className="grid gap-2">
        {items.map((item, index) => (
          <OrderRow
            key={item.id}
            item={item}
            index={index}
            count={count}
            isTarget={dragging.over === index}
            onMove={(to) => move(index, to)}
            onRemove={() => remove(index)}
            {...dragging.handlers(index)}
          />
        ))}
      </ol>
      <p className="sr-only" role="status">
        {announced}
      </p>
    </>
  );
}

/** The data type of a dragged row, so that rows of other lists and files aren't accepted. */
const DRAG_TYPE = 'application/x-territorio-order';

/** Lets the user drag a row within its list. `over` is the position where it would be dropped. */
function useDragging(move: (from: number, to: number) => void) {
  const dragged = useRef<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const handlers = (index: number) => ({
    onDragStart: ({ dataTransfer }: DragEvent) => {
      dragged.current = index;
      dataTransfer.setData(DRAG_TYPE, String(index));
      dataTransfer.effectAllowed = 'move';
    },
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(DRAG_TYPE)) return;
      event.preventDefault();
      setOver(index);
    },
    onDrop: (event: DragEvent) => {
      setOver(null);
      if (dragged.current === null || !event.dataTransfer.types.includes(DRAG_TYPE)) return;
      event.preventDefault();
      move(dragged.current, index);
      dragged.current = null;
    },
    onDragEnd: () => setOver(null),
  });
  return { over, handlers };
}

interface RowProps extends LiHTMLAttributes<HTMLLIElement> {
  item: OrderItem;
  index: number;
  count: number;
  /** True if the row would be dropped here. */
  isTarget: boolean;
  onMove: (to: number) => void;
  onRemove: () => void;
}

function OrderRow({ item, index, count, isTarget, onMove, onRemove, ...dragging }: RowProps) {
  const { t } = useLingui();
  const { id, label: name, content } = item;
  const place = index + 1;
  function onKeyDown(event: KeyboardEvent) {
    if (event.target !== event.currentTarget) return;
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: count - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onMove(to);
  }
  return (
    <li
      {...dragging}
      data-row={id}
      draggable
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows put it in order
      tabIndex={0}
      aria-label={t`${name}, ${place} of ${count}. Arrow keys change its place.`}
      className={cx(
        'row-focus flex flex-wrap items-center gap-x-2 rounded-md border bg-surface py-1.5 pr-1.5 pl-2',
        isTarget ? 'border-accent' : 'border-line',
      )}
      onKeyDown={onKeyDown}
    >
      <GripVertical aria-hidden="true" className="size-4 flex-none cursor-grab text-ink-3" />
      <span className="nums w-6 flex-none text-center text-sm font-semibold text-ink-2">{place}</span>
      <div className="min-w-0 flex-1 basis-24">{content}</div>
      <div className="ml-auto flex flex-wrap justify-end">
        <IconButton
          small
          label={t`Move ${name} up`}
          disabled={index === 0}
          className="disabled:invisible"
          onClick={() => onMove(index - 1)}
        >
          <ArrowUp aria-hidden="true" />
        </IconButton>
        <IconButton
          small
          label={t`Move ${name} down`}
          disabled={index === count - 1}
          className="disabled:invisible"
          onClick={() => onMove(index + 1)}
        >
          <ArrowDown aria-hidden="true" />
        </IconButton>
        <IconButton small label={t`Remove ${name}`} onClick={onRemove}>
          <X aria-hidden="true" />
        </IconButton>
      </div>
    </li>
  );
}
