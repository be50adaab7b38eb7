import { type ComponentType, type LazyExoticComponent, lazy, type RefObject, useEffect, useRef } from 'react';

interface LazyNear<P> {
  /** Stands in a <Suspense>: the HTML of the build, or the fallback, stays in sight until the code is there. */
  Part: LazyExoticComponent<ComponentType<P>>;
  /** Asks for the code. */
  ask: () => void;
}

/**
 * A part of a page far below its start. Its code, and what that loads, come when one scrolls towards it; what the build
 * rendered of it is only then taken over. Whoever draws it must not draw it again before that (React would replace the
 * HTML by the fallback), so wrap it in `memo`.
 */
export function lazyNear<P>(load: () => Promise<{ default: ComponentType<P> }>): LazyNear<P> {
  let ask = () => {};
  const asked = import.meta.env.SSR
    ? Promise.resolve()
    : new Promise<void>((resolve) => {
        ask = resolve;
      });
  return { Part: lazy(() => asked.then(() => persist(load))), ask: () => ask() };
}

const ATTEMPTS = 4;

/** Where there is no line for a while, what was drawn stays, and the code is asked for again once it is back. */
export async function persist<T>(load: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await load();
    } catch (error) {
      if (navigator.onLine && attempt >= ATTEMPTS) throw error;
      await (navigator.onLine ? pause(attempt * 1000) : lineIsBack());
    }
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const lineIsBack = () => new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));

/** Calls back when the element of this ref has come within half a screen or so of the window. */
export function useNearRef<T extends Element>(onNear: () => void, margin = '500px'): RefObject<T | null> {
  const ref = useRef<T>(null);
  useEffect(() => {
    const element = ref.current;
    if (!element || !('IntersectionObserver' in globalThis)) {
      onNear();
      return;
    }
    const observer = new IntersectionObserver((entries) => entries.some((e) => e.isIntersecting) && onNear(), {
      rootMargin: margin,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [onNear, margin]);
  return ref;
}
