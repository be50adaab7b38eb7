import { Trans } from '@lingui/react/macro';
import {
  Component,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useState,
} from 'react';
import { useOnline } from '@/lib/offline/use-online';
import { ChunkError, fetchDeferred, fetchWhenIdle, loadChunk, onLineBack, reloadForChunk } from '@/lib/routing/chunks';
import { Button } from '@/ui/Button';
import { OpensOnline } from '@/ui/feedback/OpensOnline';
import { RetryAlert } from '@/ui/feedback/RetryAlert';

interface Options {
  /** Stands in its place until its code is there. */
  fallback?: ReactNode;
  /** What it says when its code does not come. Null: nothing, as the page works without it. */
  failed?: ReactNode;
  /** False: for people whom the page knows only later (guests never need it), and drawn for them at once. Not fetched ahead. */
  ahead?: boolean;
}

/** A fallback of this one place, instead of the part's own. */
type WithFallback<P> = P & { fallback?: ReactNode };

type Load<P> = () => Promise<{ default: ComponentType<P> }>;

/**
 * A component in a chunk of its own, with the Suspense and the error boundary that it needs: when its code cannot be loaded, it says so
 * in its place, offers another try, and retries when the browser is back online. The code is fetched ahead when the page is idle,
 * that of the parts inside it once it is open.
 */
export function lazyPart<P extends object>(load: Load<P>, options: Options = {}): ComponentType<WithFallback<P>> {
  const source: Source<P> = { load, Lazy: lazyChunk(load) };
  if (options.ahead !== false) fetchWhenIdle(load);
  return ({ fallback = options.fallback, ...props }) => (
    <Part source={source} props={props as unknown as P} {...options} fallback={fallback} />
  );
}

interface Source<P extends object> {
  load: Load<P>;
  Lazy: ReturnType<typeof lazyChunk<P>>;
}

const lazyChunk = <P extends object>(load: Load<P>) => lazy(() => loadChunk(load));

interface PartProps<P extends object> extends Options {
  source: Source<P>;
  props: P;
}

function Part<P extends object>({ source, props, fallback, failed }: PartProps<P>) {
  const [attempt, setAttempt] = useState({ count: 0, asked: false });
  // What `lazy` has failed to load once, it never loads.
  const retry = (asked: boolean) => {
    source.Lazy = lazyChunk(source.load);
    setAttempt({ count: attempt.count + 1, asked });
  };
  const missing = (at: number) => (
    <Missing asked={attempt.asked} at={at} retry={retry}>
      {failed}
    </Missing>
  );
  return (
    <LoadBoundary key={attempt.count} failed={missing}>
      <Suspense fallback={fallback}>
        <source.Lazy {...props} />
        <Opened />
      </Suspense>
    </LoadBoundary>
  );
}

/** Is there once the part is. */
function Opened() {
  useEffect(fetchDeferred, []);
  return null;
}

interface BoundaryProps {
  /** Of a failure at that moment. */
  failed: (at: number) => ReactNode;
  children: ReactNode;
}

/** Loading the chunk failed, and not drawing it: that is for the boundary of the whole page. */
class LoadBoundary extends Component<BoundaryProps, { error: unknown }> {
  override state = { error: null as unknown };
  static getDerivedStateFromError = (error: unknown) => ({ error });

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (!(error instanceof ChunkError)) throw error;
    return this.props.failed(error.at);
  }
}

interface MissingProps {
  /** Somebody has pressed "Try again". */
  asked: boolean;
  /** When it failed. */
  at: number;
  retry: (asked: boolean) => void;
  children: ReactNode;
}

/** In the place of a part whose code did not come. Where the page is loaded anew, what is being typed is kept as drafts. */
function Missing({ asked, at, retry, children }: MissingProps) {
  const online = useOnline();
  const onRetry = () => retry(true);
  const retryByItself = useEffectEvent(() => retry(false));
  useEffect(() => {
    void reloadForChunk(asked);
    return onLineBack(() => retryByItself(), at);
  }, [asked, at]);
  if (children === null) return null;
  if (children) {
    return (
      <RetryAlert key="own" onRetry={onRetry}>
        {children}
      </RetryAlert>
    );
  }
  if (!online) {
    const again = (
      <Button size="sm" onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    );
    return <OpensOnline action={again} />;
  }
  return (
    <RetryAlert onRetry={onRetry}>
      <Trans>Failed to load data</Trans>
    </RetryAlert>
  );
}
