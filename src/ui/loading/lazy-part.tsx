import { Trans } from '@lingui/react/macro';
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { RetryAlert } from '@/ui/feedback/RetryAlert';

interface Options {
  /** Stands in its place until its code is there. */
  fallback?: ReactNode;
  /** What it says when its code does not come. Null: nothing, as the page works without it. */
  failed?: ReactNode;
}

/** A fallback of this one place, instead of the part's own. */
type WithFallback<P> = P & { fallback?: ReactNode };

type Load<P> = () => Promise<{ default: ComponentType<P> }>;

/**
 * A component in a chunk of its own, with the Suspense and the error boundary that it needs: when its code cannot be loaded, it says so
 * in its place and offers another try.
 */
export function lazyPart<P extends object>(load: Load<P>, options: Options = {}): ComponentType<WithFallback<P>> {
  const source: Source<P> = { load, Lazy: lazyWithRetry(load) };
  return ({ fallback = options.fallback, ...props }) => (
    <Part source={source} props={props as unknown as P} {...options} fallback={fallback} />
  );
}

interface Source<P extends object> {
  load: Load<P>;
  Lazy: ReturnType<typeof lazyWithRetry<P>>;
}

const lazyWithRetry = <P extends object>(load: Load<P>) => lazy(() => loadWithRetry(load));

interface PartProps<P extends object> extends Options {
  source: Source<P>;
  props: P;
}

function Part<P extends object>({
  source,
  props,
  fallback,
  failed = <Trans>Failed to load data</Trans>,
}: PartProps<P>) {
  const [attempt, setAttempt] = useState(0);
  // What `lazy` has failed to load once, it never loads.
  const onRetry = () => {
    source.Lazy = lazyWithRetry(source.load);
    setAttempt(attempt + 1);
  };
  return (
    <LoadBoundary key={attempt} failed={failed} onRetry={onRetry}>
      <Suspense fallback={fallback}>
        <source.Lazy {...props} />
      </Suspense>
    </LoadBoundary>
  );
}

/** Loading the chunk failed, and not drawing it: that is for the boundary of the whole page. */
class LoadError extends Error {}

interface BoundaryProps {
  failed: ReactNode;
  onRetry: () => void;
  children: ReactNode;
}

class LoadBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state = { error: null as unknown };
  static getDerivedStateFromError = (error: unknown) => ({ error });

  override render() {
    const { error } = this.state;
    const { failed, onRetry, children } = this.props;
    if (error === null) return children;
    if (!(error instanceof LoadError)) throw error;
    if (failed === null) return null;
    return <RetryAlert onRetry={onRetry}>{failed}</RetryAlert>;
  }
}

const ATTEMPTS = 4;

/** Offline it waits for the network, however long that takes; online it gives up after a few attempts. */
async function loadWithRetry<T>(load: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await load();
    } catch (error) {
      if (!navigator.onLine) await backOnline();
      else if (attempt < ATTEMPTS) await pause(attempt * 1000);
      else throw new LoadError('The code of a part of the page could not be loaded.', { cause: error });
    }
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const backOnline = () => new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
