import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';

/** Also what a search waits after a key, and no browser refuses an address that changes this seldom. */
const WRITE_MS = 250;

/** How filters stand in an address. Give the same functions each time: from the module. */
export interface FilterCodec<F> {
  none: F;
  /** What makes no sense counts as not there. */
  parse: (params: URLSearchParams) => F;
  /** The same address with these filters; what else is in it, such as `ref`, stays. */
  write: (before: URLSearchParams, filters: F) => URLSearchParams;
}

export interface UrlFilters<F> {
  /** At once, for the controls. */
  shown: F;
  /** As it stands in the address, a moment later: for what is asked of the server. */
  settled: F;
  change: (part: Partial<F>) => void;
  clear: () => void;
}

const EVENTS = ['pointerdown', 'click', 'focusout', 'keydown', 'popstate'];

/** Hears of everything that a person does on the page, before the page does. */
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
 * Filters that live in the address: a reload, a link and the Back button keep them. The address is replaced and not added to
 * history, a moment after the last change; at once when the person leaves the control or presses anything, so that what they
 * open is opened from the address with their filters.
 */
export function useUrlFilters<F extends object>({ none, parse, write }: FilterCodec<F>): UrlFilters<F> {
  const [params, setParams] = useSearchParams();
  const settled = useMemo(() => parse(params), [parse, params]);
  const [draft, setDraft] = useState<F | null>(null);
  const waiting = useRef<F | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Our part of the address as we wrote it last. */
  const written = useRef<string | null>(null);
  // What is written late must go through the newest setter, which knows the newest address.
  const setter = useLatest(setParams);

  function forget() {
    clearTimeout(timer.current);
    waiting.current = null;
  }
  /** `flushSync`: the page is drawn with the new address before whatever comes next. */
  function writeNow(flushSync: boolean) {
    const next = waiting.current;
    if (next === null) return;
    forget();
    written.current = write(new URLSearchParams(), next).toString();
    setter.current((before) => write(before, next), { replace: true, preventScrollReset: true, flushSync });
  }

  // Our part of the address has changed. By our own writing: what is typed meanwhile stays, with the blank at its end. By a
  // link or the Back button: that wins, also over what waits to be written.
  const own = write(new URLSearchParams(), settled).toString();
  // Not as the page is first drawn: a search box may have said by then what was typed before the app was there.
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
    // Before the press is handled: whoever handles it finds the new address.
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
