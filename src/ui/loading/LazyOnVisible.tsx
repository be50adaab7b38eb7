import { Trans } from '@lingui/react/macro';
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useOnline } from '@/lib/offline/use-online';
import { ChunkError, loadChunk, onLineBack, reloadForChunk } from '@/lib/routing/chunks';
import { RetryAlert } from '@/ui/feedback/RetryAlert';

interface Props {
  /** Usually a `lazyPart`, whose code loads when it renders. */
  children: ReactNode;
  /** The placeholder until the part renders. */
  fallback: ReactNode;
  /** The distance from the window at which the part renders. */
  margin?: string;
  /** True to render without waiting. */
  atOnce?: boolean;
  className?: string;
}

/** Renders a part, and so loads its code, once it comes near the window. */
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
 * Hydrates a part of the built HTML once it comes near the window and `load` has loaded its code. Until then the HTML
 * stays, with a notice if loading fails. Wrap the component that uses this in `memo`, because another render before
 * that would replace the HTML by the fallback. `atOnce` means that there is no HTML.
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

/**
 * Returns a gate that suspends rendering in the browser until it is opened and the code has loaded. The build doesn't
 * wait.
 */
function createGate(atOnce: boolean, load: Load) {
  let pass = () => {};
  const passed = new Promise<void>((resolve) => {
    pass = resolve;
  });
  if (import.meta.env.SSR || atOnce) pass();
  const gate = {
    Gate: lazy(() => passed.then(() => ({ default: Children }))),
    /** Receives null when the code has loaded, or the time in milliseconds at which that failed. */
    told: (_failedAt: number | null) => {},
    // If there is no HTML, the part itself reports that its code is missing.
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

/**
 * Says that the code is missing. It renders outside the waiting HTML, because rendering inside would discard the HTML.
 */
function CodeMissing({ gate }: { gate: Gate }) {
  const [failedAt, setFailedAt] = useState<number | null>(null);
  // True once someone has clicked "Try again".
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
          <Trans>You're offline. You can read this page, and it'll work again when you're back online.</Trans>
        </span>
      )}
    </RetryAlert>
  );
}

const Children = ({ children }: { children: ReactNode }) => children;

/** Calls `onVisible` once the element comes near the window. */
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
