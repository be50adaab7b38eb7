import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';

interface Props {
  /** Usually a `lazyPart`: its code is asked for when this is drawn. */
  children: ReactNode;
  /** Stands in their place until then. */
  fallback: ReactNode;
  /** How far outside of the window they may still be. */
  margin?: string;
  /** Do not wait. */
  atOnce?: boolean;
  className?: string;
}

/** Draws a part of the page, and so loads its code, when it comes near the window. */
export function LazyOnVisible({ children, fallback, margin = '500px', atOnce = false, className }: Props) {
  const [visible, setVisible] = useState(false);
  const ref = useVisibleRef(() => setVisible(true), margin);
  return (
    <div ref={ref} className={className}>
      {visible || atOnce ? children : fallback}
    </div>
  );
}

/**
 * The same for a part that the build draws into the page's HTML: React takes the HTML over when it comes near the window. Drawing this
 * component again before that would replace the HTML by the fallback, so whoever uses it is wrapped in `memo`. `atOnce`: there is
 * no HTML to take over.
 */
export function HydrateOnVisible({ children, fallback, margin = '500px', className, atOnce = false }: Props) {
  const [{ Gate, open }] = useState(() => createGate(atOnce));
  const ref = useVisibleRef(open, margin);
  return (
    <div ref={ref} className={className}>
      <Suspense fallback={fallback}>
        <Gate>{children}</Gate>
      </Suspense>
    </div>
  );
}

/** A component that suspends in the browser until it is opened; the build does not wait. */
function createGate(atOnce: boolean) {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  if (import.meta.env.SSR || atOnce) open();
  return { Gate: lazy(() => opened.then(() => ({ default: Children }))), open };
}

const Children = ({ children }: { children: ReactNode }) => children;

/** Calls back when the element has come near the window. */
function useVisibleRef(onVisible: () => void, margin: string): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  const call = useEffectEvent(onVisible);
  useEffect(() => {
    const element = ref.current;
    if (!element || !('IntersectionObserver' in globalThis)) return call();
    const observer = new IntersectionObserver((entries) => entries.some((e) => e.isIntersecting) && call(), {
      rootMargin: margin,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [margin]);
  return ref;
}
