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
  /** The placeholder until the code has loaded. */
  fallback?: ReactNode;
  /** The text if the code fails to load. Null shows nothing, for a part without which the page works. */
  failed?: ReactNode;
  /**
   * False to load the code only with the part. Use it for parts that only signed-in people see and that render at once.
   */
  ahead?: boolean;
}

/** A fallback for one use of the part, which replaces the part's own. */
type WithFallback<P> = P & { fallback?: ReactNode };

type Load<P> = () => Promise<{ default: ComponentType<P> }>;

/**
 * Returns a component whose code is in its own chunk, with Suspense and an error boundary. If loading fails it offers a
 * retry, and retries when the browser is back online. An idle page loads the code in advance, and then that of nested
 * parts.
 */
export function lazyPart<P extends object>(load: Load<P>, options: Options = {}): ComponentType<WithFallback<P>> {
  const source: Source<P> = { load, Lazy: lazyChunk(() => source.load()) };
  source.load = async () => {
    const loaded = await load();
    source.Loaded = loaded.default;
    return loaded;
  };
  if (options.ahead !== false) fetchWhenIdle(source.load);
  return ({ fallback = options.fallback, ...props }) => (
    <Part source={source} props={props as unknown as P} {...options} fallback={fallback} />
  );
}

interface Source<P extends object> {
  load: Load<P>;
  Lazy: ReturnType<typeof lazyChunk<P>>;
  /** The component, once its code has loaded. */
  Loaded?: ComponentType<P>;
}

const lazyChunk = <P extends object>(load: Load<P>) => lazy(() => loadChunk(load));

interface PartProps<P extends object> extends Options {
  source: Source<P>;
  props: P;
}

function Part<P extends object>({ source, props, fallback, failed }: PartProps<P>) {
  const [attempt, setAttempt] = useState({ count: 0, asked: false });
  // Code that has already loaded renders at once, so that a dialog opens in the frame of the tap. The first choice is
  // kept, because a different component would lose its state.
  const [Loaded] = useState(() => source.Loaded);
  const Content = Loaded ?? source.Lazy;
  // A component that `lazy` failed to load never loads again, so a retry needs a new one.
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
        <Content {...props} />
        <Opened />
      </Suspense>
    </LoadBoundary>
  );
}

/** Starts to load the code of nested parts once this part has rendered. */
function Opened() {
  useEffect(fetchDeferred, []);
  return null;
}

interface BoundaryProps {
  /** Renders the failure. `at` is its time in milliseconds. */
  failed: (at: number) => ReactNode;
  children: ReactNode;
}

/** Catches failures to load code. Rendering errors reach the page's boundary. */
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
  /** True once someone has clicked "Try again". */
  asked: boolean;
  /** The time of the failure, in milliseconds. */
  at: number;
  retry: (asked: boolean) => void;
  children: ReactNode;
}

/** Replaces a part whose code failed to load. Drafts keep typed text if the page reloads. */
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
