import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * The delay after a change, which is also the delay of a search after a key. Browsers accept URL changes at this
 * rate.
 */
const WRITE_MS = 250;

/** How filters are written in a URL. Pass the same functions each time by defining them in the module. */
export interface FilterCodec<F> {
  none: F;
  /** Reads the filters. Invalid values count as missing. */
  parse: (params: URLSearchParams) => F;
  /** Returns the same URL with these filters. Other parameters such as `ref` stay. */
  write: (before: URLSearchParams, filters: F) => URLSearchParams;
}

export interface UrlFilters<F> {
  /** The current values, for the controls. */
  shown: F;
  /** The delayed values in the URL, for requests. */
  settled: F;
  change: (part: Partial<F>) => void;
  clear: () => void;
}

const EVENTS = ['pointerdown', 'click', 'focusout', 'keydown', 'popstate'];

/** Listens to all input on the page before the page handles it. */
function useWindowEvents(onEvent: (event: Event) => void): void {
  const hear = useEffectEvent(onEvent);
  useEffect(() => {
    const listener = (event: Event) => hear(event);
    for (const name of EVENTS) window.addEventListener(name, listener, true);
    return () => {
      for (const name of EVENTS) window.removeEventListener(name, listener, true);
    };
  }, []);
}

function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  }, [value]);
  return latest;
}

/**
 * Keeps filters in the URL, so that a reload, a link and the back button keep them. The URL is replaced shortly
 * after the last change, or as soon as the person leaves the control or taps anything, so that pages opened from
 * here get the filters.
 */
export function useUrlFilters<F extends object>({ none, parse, write }: FilterCodec<F>): UrlFilters<F> {
  const [params, setParams] = useSearchParams();
  const settled = useMemo(() => parse(params), [parse, params]);
  const [draft, setDraft] = useState<F | null>(null);
  const waiting = useRef<F | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Our part of the URL as we last wrote it. */
  const written = useRef<string | null>(null);
  // A late write uses the newest setter, which knows the newest URL.
  const setter = useLatest(setParams);

  function forget() {
    clearTimeout(timer.current);
    waiting.current = null;
  }
  /** `flushSync` renders with the new URL before the next event. */
  function writeNow(flushSync: boolean) {
    const next = waiting.current;
    if (next === null) return;
    forget();
    written.current = write(new URLSearchParams(), next).toString();
    setter.current((before) => write(before, next), { replace: true, preventScrollReset: true, flushSync });
  }

  // Our part of the URL has changed. If we wrote it, newer typed text stays, including a trailing space. A link or
  // the back button wins, even over a pending write.
  const own = write(new URLSearchParams(), settled).toString();
  // The first render is skipped, because a search box may already contain text typed before hydration.
  const seen = useRef(own);
  const onAddress = useEffectEvent((now: string) => {
    if (now === seen.current) return;
    seen.current = now;
    if (now === written.current) return;
    forget();
    written.current = null;
    setDraft(null);
  });
  useEffect(() => onAddress(own), [own]);

  function onEvent(event: Event) {
    if (event.type === 'popstate') {
      forget();
      setDraft(null);
    } else if (event.type === 'focusout' || (event instanceof KeyboardEvent && event.key === 'Enter')) writeNow(false);
    // We write before the tap is handled, so that its handler finds the new URL.
    else if (event.type === 'pointerdown' || event.type === 'click') writeNow(true);
  }
  useWindowEvents(onEvent);
  const stop = useEffectEvent(forget);
  useEffect(() => () => stop(), []);

  function show(next: F) {
    setDraft(next);
    waiting.current = next;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => writeNow(false), WRITE_MS);
  }

  const shown = draft ?? settled;
  return { shown, settled, change: (part) => show({ ...shown, ...part }), clear: () => show(none) };
}
