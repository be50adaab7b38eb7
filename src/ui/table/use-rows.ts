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

/** How far beyond the window rows are rendered, in pixels and as a number of rows. */
const BEYOND = 1200;
const OVERSCAN = { least: 4, most: 12 };
/** The number of rows before the end at which the next page loads. */
const AHEAD = 12;
const PAGE = 10;

interface Options {
  /** A row's height in pixels until it is measured. */
  estimate: number;
  /** The number of rows up to which all are in the DOM, so that the browser's search finds them. */
  allAtOnce: number;
}

/**
 * Returns the rows near the window, the space that the others need, and keyboard movement. Arrows, Page Up and Down,
 * Home, End and Enter work. Tab reaches only the current row and its content. A click on a row outside its controls
 * opens it.
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

/** Returns the rows to render: all of a short list, and otherwise those near the window. */
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
    // The headers of the page and the table cover this many pixels.
    scrollPaddingStart: 130,
  });
  const items = windowed && placed ? virtual.getVirtualItems() : [];
  const last = items.at(-1);
  return {
    windowed,
    indexes: windowed ? items.map(({ index }) => index) : Array.from({ length: count }, (_, index) => index),
    last: last?.index ?? 0,
    /** The space above and below the rendered rows, in pixels. */
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
 * Returns whether the page has its initial scroll position, before the first paint. Otherwise the rows would be placed
 * by the scroll position of the page before.
 */
function usePlaced(): boolean {
  const [placed, setPlaced] = useState(false);
  useLayoutEffect(() => setPlaced(true), []);
  return placed;
}

/** Returns the distance from the top of the page to the rows, in pixels. */
function useTop(box: Box, windowed: boolean): number {
  const [top, setTop] = useState(0);
  function findTop() {
    const rect = box.current?.getBoundingClientRect();
    const now = Math.round((rect?.top ?? 0) + window.scrollY);
    // Ignores differences by rounding.
    setTop((before) => (Math.abs(before - now) > 2 ? now : before));
  }
  const first = useEffectEvent(findTop);
  useLayoutEffect(() => {
    if (windowed) first();
  }, [windowed]);
  // Content above the table may have grown. Measuring after the frame is cheap, because the layout is already computed.
  useEffect(() => {
    if (windowed) findTop();
  });
  return top;
}

/** Moves the focus between rows by keyboard. */
function useRowFocus(box: Box, count: number, scrollTo: (index: number) => void, onOpen: (index: number) => void) {
  const [current, setCurrent] = useState(0);
  /** The index of the row to focus, which may have to be scrolled into view first. */
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
    /** Returns the props of a row. */
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

/** Returns the index of the row to which a key leads, or undefined for other keys. */
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

/** Returns whether the target is a control in a row, which handles its own clicks. */
const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('a, button, input, select, textarea, label, [role="menuitem"]') !== null;

/**
 * Returns the index of the row if the row itself has the focus. Returns null for a control within it, which handles its
 * own keys.
 */
function rowOf(target: EventTarget): number | null {
  const text = target instanceof HTMLElement ? target.dataset.row : undefined;
  return text === undefined ? null : Number(text);
}

/**
 * Calls `onNearEnd` when the end of the list is near. If all rows are rendered, an element at the end detects that;
 * otherwise `near` does.
 */
function useNearEnd(box: Box, near: boolean | null, count: number, onNearEnd: (() => void) | undefined) {
  const latest = useEffectEvent(() => onNearEnd?.());
  const wanted = onNearEnd !== undefined;
  useEffect(() => {
    if (near && wanted) latest();
  }, [near, wanted]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: checked again with each page of rows
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
