import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

/** So far beyond the window rows are drawn, in px, and at least so many. */
const BEYOND = 1200;
const OVERSCAN = { least: 4, most: 12 };
/** How many rows before the end more are asked for. */
const AHEAD = 12;
const PAGE = 10;

export interface ShownRow {
  index: number;
  key: string;
}

interface Options {
  count: number;
  keyOf: (index: number) => string;
  /** In px, until a row has been measured. */
  estimate: number;
  /** Up to here every row is in the page: the browser's own search finds them all. */
  allAtOnce: number;
  onNearEnd: (() => void) | undefined;
  onOpen: ((index: number) => void) | undefined;
}

/**
 * The rows that are near the window, with the room that the others take; and moving among them by keyboard: arrows,
 * Page Up and Down, Home, End, Enter. Only one row is in the order of Tab; what is in a row is reached from there.
 */
export function useRows<E extends HTMLElement>({ count, keyOf, estimate, allAtOnce, onNearEnd, onOpen }: Options) {
  const box = useRef<E>(null);
  const [top, setTop] = useState(0);
  const [current, setCurrent] = useState(0);
  const wanted = useRef<number | null>(null);
  const windowed = count > allAtOnce;
  const virtual = useWindowVirtualizer<HTMLElement>({
    count,
    enabled: windowed,
    estimateSize: () => estimate,
    getItemKey: keyOf,
    overscan: Math.min(OVERSCAN.most, Math.max(OVERSCAN.least, Math.ceil(BEYOND / estimate))),
    scrollMargin: top,
    // The header of the page and of the table lie over the first rows.
    scrollPaddingStart: 130,
  });

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

  const items = windowed ? virtual.getVirtualItems() : [];
  const shown: ShownRow[] = windowed
    ? items.map(({ index }) => ({ index, key: keyOf(index) }))
    : Array.from({ length: count }, (_, index) => ({ index, key: keyOf(index) }));
  const last = items.at(-1);
  const before = windowed ? Math.max(0, (items[0]?.start ?? top) - top) : 0;
  const after = windowed ? Math.max(0, virtual.getTotalSize() - ((last?.end ?? top) - top)) : 0;

  useNearEnd(box, windowed ? (last?.index ?? 0) >= count - AHEAD : null, count, onNearEnd);

  // The row that was asked for may have to be scrolled into the page first.
  useEffect(() => {
    if (wanted.current === null) return;
    const row = box.current?.querySelector<HTMLElement>(`[data-row="${wanted.current}"]`);
    if (!row) return;
    wanted.current = null;
    row.focus();
  });

  function goTo(index: number) {
    const to = Math.max(0, Math.min(count - 1, index));
    wanted.current = to;
    setCurrent(to);
    if (windowed) virtual.scrollToIndex(to, { align: 'auto' });
    const row = box.current?.querySelector<HTMLElement>(`[data-row="${to}"]`);
    if (row) {
      wanted.current = null;
      row.focus();
    }
  }

  function onKeyDown(event: KeyboardEvent) {
    const at = rowOf(event.target);
    if (at === null || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter' && onOpen) return onOpen(at);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + PAGE, PageUp: at - PAGE, Home: 0, End: count - 1 }[
      event.key
    ];
    if (to === undefined) return;
    event.preventDefault();
    goTo(to);
  }

  return {
    box,
    shown,
    windowed,
    before,
    after,
    measure: windowed ? virtual.measureElement : undefined,
    onKeyDown,
    /** What a row needs to take part. */
    rowProps: (index: number) => ({
      'data-row': index,
      'data-index': index,
      tabIndex: index === Math.min(current, count - 1) ? 0 : -1,
      onFocus: () => setCurrent(index),
    }),
  };
}

/** The row that itself has the focus; what lies in it has keys of its own. */
function rowOf(target: EventTarget): number | null {
  const text = target instanceof HTMLElement ? target.dataset.row : undefined;
  return text === undefined ? null : Number(text);
}

/** Calls when the end of the list is near: by the rows that are drawn, or by the end itself where all are. */
function useNearEnd(
  box: RefObject<HTMLElement | null>,
  near: boolean | null,
  count: number,
  onNearEnd: (() => void) | undefined,
) {
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
