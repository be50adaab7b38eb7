import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { RowsView } from './types.ts';

/** So far beyond the window rows are drawn, in px, and at least so many. */
const BEYOND = 1200;
const OVERSCAN = { least: 4, most: 12 };
/** How many rows before the end more are asked for. */
const AHEAD = 12;
const PAGE = 10;

interface Options {
  /** Of a row in px, until it has been measured. */
  estimate: number;
  /** Up to here every row is in the page: the browser's own search finds them all. */
  allAtOnce: number;
}

/**
 * The rows that are near the window, with the room that the others take; and moving among them by keyboard: arrows,
 * Page Up and Down, Home, End, Enter. Only one row is in the order of Tab; what is in a row is reached from there. A click on a row, beside
 * what can be pressed in it, opens it.
 */
export function useRows<E extends HTMLElement, T>(
  { rows, rowKey, more, onOpen }: Pick<RowsView<T>, 'rows' | 'rowKey' | 'more' | 'onOpen'>,
  options: Options,
) {
  const box = useRef<E>(null);
  const keyOf = (index: number) => {
    const row = rows[index];
    return row === undefined ? `-${index}` : rowKey(row);
  };
  const near = useNearRows(box, rows.length, keyOf, options);
  const onNearEnd = more?.has && !more.loading && !more.error ? more.load : undefined;
  useNearEnd(box, near.windowed ? near.last >= rows.length - AHEAD : null, rows.length, onNearEnd);
  const keyboard = useRowFocus(box, rows.length, near.scrollTo, (index) => {
    const row = rows[index];
    if (row !== undefined) onOpen?.(row);
  });
  return {
    box,
    shown: near.indexes.flatMap((index) => {
      const row = rows[index];
      return row === undefined ? [] : [{ index, key: keyOf(index), row }];
    }),
    windowed: near.windowed,
    before: near.before,
    after: near.after,
    measure: near.measure,
    ...keyboard,
  };
}

type Box = RefObject<HTMLElement | null>;

/** Which rows are drawn: all of a short list, of a long one those that are near the window. */
function useNearRows(box: Box, count: number, keyOf: (index: number) => string, { estimate, allAtOnce }: Options) {
  const windowed = count > allAtOnce;
  const top = useTop(box, windowed);
  const placed = usePlaced();
  const virtual = useWindowVirtualizer<HTMLElement>({
    count,
    enabled: windowed && placed,
    estimateSize: () => estimate,
    getItemKey: keyOf,
    overscan: Math.min(OVERSCAN.most, Math.max(OVERSCAN.least, Math.ceil(BEYOND / estimate))),
    scrollMargin: top,
    // The header of the page and of the table lie over the first rows.
    scrollPaddingStart: 130,
  });
  const items = windowed && placed ? virtual.getVirtualItems() : [];
  const last = items.at(-1);
  return {
    windowed,
    indexes: windowed ? items.map(({ index }) => index) : Array.from({ length: count }, (_, index) => index),
    last: last?.index ?? 0,
    /** The room above and below them, in px. */
    before: windowed ? Math.max(0, (items[0]?.start ?? top) - top) : 0,
    after: windowed
      ? Math.max(0, (placed ? virtual.getTotalSize() : count * estimate) - ((last?.end ?? top) - top))
      : 0,
    measure: windowed ? virtual.measureElement : undefined,
    scrollTo: (index: number) => {
      if (windowed) virtual.scrollToIndex(index, { align: 'auto' });
    },
  };
}

/**
 * Whether the page has been scrolled to where it opens. Rows that are known at once would be looked for where the page before was
 * scrolled to, and take this one there. Still before anything is painted.
 */
function usePlaced(): boolean {
  const [placed, setPlaced] = useState(false);
  useLayoutEffect(() => setPlaced(true), []);
  return placed;
}

/** How far below the top of the page the rows begin, in px. */
function useTop(box: Box, windowed: boolean): number {
  const [top, setTop] = useState(0);
  function findTop() {
    const rect = box.current?.getBoundingClientRect();
    const now = Math.round((rect?.top ?? 0) + window.scrollY);
    // A pixel of rounding is no news.
    setTop((before) => (Math.abs(before - now) > 2 ? now : before));
  }
  const first = useEffectEvent(findTop);
  useLayoutEffect(() => {
    if (windowed) first();
  }, [windowed]);
  // What stands above the table may have grown. After the frame, whose layout is then there to be asked for nothing.
  useEffect(() => {
    if (windowed) findTop();
  });
  return top;
}

/** Moving the focus from row to row. */
function useRowFocus(box: Box, count: number, scrollTo: (index: number) => void, onOpen: (index: number) => void) {
  const [current, setCurrent] = useState(0);
  /** The row that the focus goes to: it may have to be scrolled into the page first. */
  const wanted = useRef<number | null>(null);
  function focusWanted() {
    if (wanted.current === null) return;
    const row = box.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"]`);
    if (!row) return;
    wanted.current = null;
    row.focus();
  }
  useEffect(focusWanted);

  function goTo(index: number) {
    const to = Math.max(0, Math.min(count - 1, index));
    wanted.current = to;
    setCurrent(to);
    scrollTo(to);
    focusWanted();
  }

  return {
    onKeyDown: (event: KeyboardEvent) => {
      const at = rowOf(event.target);
      if (at === null || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === 'Enter') return onOpen(at);
      const to = targetOf(event.key, at, count);
      if (to === undefined) return;
      event.preventDefault();
      goTo(to);
    },
    /** What a row needs to take part. */
    rowProps: (index: number) => ({
      'data-row': index,
      'data-index': index,
      tabIndex: index === Math.min(current, count - 1) ? 0 : -1,
      onFocus: () => setCurrent(index),
      onClick: ({ target }: MouseEvent) => {
        if (!isControl(target) && getSelection()?.isCollapsed !== false) onOpen(index);
      },
    }),
  };
}

/** The row that a key leads to. */
function targetOf(key: string, at: number, count: number): number | undefined {
  const targets: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + PAGE,
    PageUp: at - PAGE,
    Home: 0,
    End: count - 1,
  };
  return targets[key];
}

/** What is pressed for itself. */
const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a, button, input, select, textarea, label, [role="menuitem"]') !== null;

/** The row that itself has the focus; what lies in it has keys of its own. */
function rowOf(target: EventTarget): number | null {
  const text = target instanceof HTMLElement ? target.dataset.row : undefined;
  return text === undefined ? null : Number(text);
}

/** Calls when the end of the list is near: by the rows that are drawn, or by the end itself where all are. */
function useNearEnd(box: Box, near: boolean | null, count: number, onNearEnd: (() => void) | undefined) {
  const latest = useEffectEvent(() => onNearEnd?.());
  const wanted = onNearEnd !== undefined;
  useEffect(() => {
    if (near && wanted) latest();
  }, [near, wanted]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at anew with each page of rows
  useEffect(() => {
    const element = box.current?.lastElementChild;
    if (near !== null || !wanted || !element || !('IntersectionObserver' in globalThis)) return;
    const observer = new IntersectionObserver((entries) => entries.some((e) => e.isIntersecting) && latest(), {
      rootMargin: '600px',
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [near, wanted, count, box]);
}
