import { Trans } from '@lingui/react/macro';
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useOnline } from '@/lib/offline/use-online';
import { ChunkError, loadChunk, onLineBack, reloadForChunk } from '@/lib/routing/chunks';
import { RetryAlert } from '@/ui/feedback/RetryAlert';

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

type Load = () => Promise<object>;

/**
 * The same for a part that the build draws into the page's HTML: React takes the HTML over when it comes near the window, and its code
 * (`load`: that of the part) has come. Until then the HTML stays, with a notice where the code does not come. Drawing this component
 * again before that would replace the HTML by the fallback, so whoever uses it is wrapped in `memo`. `atOnce`: there is no HTML to
 * take over.
 */
export function HydrateOnVisible({
  children,
  fallback,
  load,
  margin = '500px',
  className,
  atOnce = false,
}: Props & { load: Load }) {
  const [gate] = useState(() => createGate(atOnce, load));
  const ref = useVisibleRef(() => gate.open(), margin);
  return (
    <div ref={ref} className={className}>
      <CodeMissing gate={gate} />
      <Suspense fallback={fallback}>
        <gate.Gate>{children}</gate.Gate>
      </Suspense>
    </div>
  );
}

type Gate = ReturnType<typeof createGate>;

/** A component that suspends in the browser until it is opened and its code is there; the build does not wait. */
function createGate(atOnce: boolean, load: Load) {
  let pass = () => {};
  const passed = new Promise<void>((resolve) => {
    pass = resolve;
  });
  if (import.meta.env.SSR || atOnce) pass();
  const gate = {
    Gate: lazy(() => passed.then(() => ({ default: Children }))),
    /** Tells that the code came (null), or when it failed. */
    told: (_failedAt: number | null) => {},
    // Where there is no HTML to keep, the part itself says that its code is missing.
    open: () =>
      !atOnce &&
      void loadChunk(load).then(
        () => {
          gate.told(null);
          pass();
        },
        (error: unknown) => gate.told(error instanceof ChunkError ? error.at : Date.now()),
      ),
  };
  return gate;
}

/** Beside the HTML that waits: its state is its own, as drawing the place again would throw the HTML away. */
function CodeMissing({ gate }: { gate: Gate }) {
  const [failedAt, setFailedAt] = useState<number | null>(null);
  // Somebody has pressed "Try again".
  const asked = useRef(false);
  const online = useOnline();
  useEffect(() => {
    gate.told = (at) => {
      setFailedAt(at);
      if (at !== null) void reloadForChunk(asked.current);
      asked.current = false;
    };
  }, [gate]);
  useEffect(() => (failedAt === null ? undefined : onLineBack(() => gate.open(), failedAt)), [failedAt, gate]);
  const onRetry = () => {
    asked.current = true;
    gate.open();
  };
  if (failedAt === null) return null;
  return (
    <RetryAlert onRetry={onRetry}>
      {online ? (
        <span key="online">
          <Trans>Failed to load data</Trans>
        </span>
      ) : (
        <span>
          <Trans>You're offline. This is the page as it was. It will work again when you're back online.</Trans>
        </span>
      )}
    </RetryAlert>
  );
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
