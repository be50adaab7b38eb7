import { Trans } from '@lingui/react/macro';
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useOnline } from '@/lib/offline/use-online';
import { ChunkError, loadChunk, onLineBack, reloadForChunk } from '@/lib/routing/chunks';
import { RetryAlert } from '@/ui/feedback/RetryAlert';

interface Props {
  /** Usually a `lazyPart`, whose code loads when it is rendered. */
  children: ReactNode;
  /** The placeholder. */
  fallback: ReactNode;
  /** The distance to the window at which the part renders. */
  margin?: string;
  /** True to render at once. */
  atOnce?: boolean;
  className?: string;
}

/** Renders a part, and so loads its code, when it comes near the window. */
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
 * Does the same for a part in the built HTML. React hydrates it when it comes near the window and its code (`load`)
 * has arrived. Until then the HTML stays, with a notice if the code fails. Rendering again before that would
 * replace the HTML by the fallback, so wrap its user in `memo`. `atOnce` means that there is no HTML.
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

/** Suspends in the browser until the part is opened and loaded. The build doesn't wait. */
function createGate(atOnce: boolean, load: Load) {
  let pass = () => {};
  const passed = new Promise<void>((resolve) => {
    pass = resolve;
  });
  if (import.meta.env.SSR || atOnce) pass();
  const gate = {
    Gate: lazy(() => passed.then(() => ({ default: Children }))),
    /** Reports that the code has arrived (null), or when it failed. */
    told: (_failedAt: number | null) => {},
    // If there is no HTML, the part itself reports missing code.
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

/** This is outside the waiting HTML, because rendering there again would discard the HTML. */
function CodeMissing({ gate }: { gate: Gate }) {
  const [failedAt, setFailedAt] = useState<number | null>(null);
  // True after "Try again" was clicked.
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

/** Calls back when the element comes near the window. */
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
