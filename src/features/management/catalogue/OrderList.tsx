import { useLingui } from '@lingui/react/macro';
import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
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
  onRemove?: (id: string) => void;
  disabled?: boolean;
}

/** A drag of a row carries its place in this list alone; what is dropped from elsewhere is nothing. */
const TYPE = 'application/x-territorio-order';

/** A list whose order counts: dragged with the mouse, moved by arrow keys or by its buttons. */
export function OrderList({ label, items, onMove, onRemove, disabled = false }: Props) {
  const { t } = useLingui();
  const list = useRef<HTMLOListElement>(null);
  const dragged = useRef<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const count = items.length;

  const focusRow = (id: string) =>
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)?.focus());

  function move(from: number, to: number) {
    const item = items[from];
    if (disabled || !item || from === to || to < 0 || to >= count) return;
    onMove(from, to);
    const name = item.label;
    const place = to + 1;
    setSaid(t`${name} is now ${place} of ${count}`);
    // The row has gone to another place, and the focus goes with it.
    focusRow(item.id);
  }
  function remove(index: number) {
    const item = items[index];
    if (!item || !onRemove) return;
    onRemove(item.id);
    const next = items[index + 1] ?? items[index - 1];
    if (next) focusRow(next.id);
  }
  function onKeyDown(event: KeyboardEvent, index: number) {
    if (event.target !== event.currentTarget) return;
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: count - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(index, to);
  }
  function onDrop(event: DragEvent, index: number) {
    setOver(null);
    if (dragged.current === null || !event.dataTransfer.types.includes(TYPE)) return;
    event.preventDefault();
    move(dragged.current, index);
    dragged.current = null;
  }

  return (
    <>
      <ol ref={list} aria-label={label} className="grid gap-2">
        {items.map(({ id, label: name, content }, index) => {
          const place = index + 1;
          return (
            <li
              key={id}
              data-row={id}
              draggable={!disabled}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows put it in order
              tabIndex={0}
              aria-label={t`${name}, ${place} of ${count}. Arrow keys change its place.`}
              className={cx(
                'row-focus flex items-center gap-2 rounded-md border bg-surface py-1.5 pr-1.5 pl-2',
                over === index ? 'border-accent' : 'border-line',
              )}
              onKeyDown={(event) => onKeyDown(event, index)}
              onDragStart={(event) => {
                dragged.current = index;
                event.dataTransfer.setData(TYPE, id);
                event.dataTransfer.effectAllowed = 'move';
              }}
              onDragEnd={() => setOver(null)}
              onDragOver={(event) => {
                if (!event.dataTransfer.types.includes(TYPE)) return;
                event.preventDefault();
                setOver(index);
              }}
              onDrop={(event) => onDrop(event, index)}
            >
              <GripVertical aria-hidden="true" className="size-4 flex-none cursor-grab text-ink-3" />
              <span className="nums w-6 flex-none text-center text-sm font-semibold text-ink-2">{place}</span>
              <div className="min-w-0 flex-1">{content}</div>
              <IconButton
                small
                label={t`Move ${name} up`}
                disabled={index === 0}
                className="disabled:invisible"
                onClick={() => move(index, index - 1)}
              >
                <ArrowUp aria-hidden="true" />
              </IconButton>
              <IconButton
                small
                label={t`Move ${name} down`}
                disabled={index === count - 1}
                className="disabled:invisible"
                onClick={() => move(index, index + 1)}
              >
                <ArrowDown aria-hidden="true" />
              </IconButton>
              {onRemove && (
                <IconButton small label={t`Remove ${name}`} onClick={() => remove(index)}>
                  <X aria-hidden="true" />
                </IconButton>
              )}
            </li>
          );
        })}
      </ol>
      <p className="sr-only" role="status">
        {said}
      </p>
    </>
  );
}
