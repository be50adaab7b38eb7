import { Trans, useLingui } from '@lingui/react/macro';
import { CloudAlert, RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Picture } from '@/lib/media/media';
import { useOnline } from '@/lib/offline/use-online';
import { Button } from '@/ui/Button';
import { cx } from '@/ui/cx';
import { Poster } from '@/ui/media/Poster';

export function Skeleton({ className }: { className?: string }) {
  return <span className={cx('skeleton block', className)} />;
}

/** Shows one skeleton for each entry of `lines`, which are class names for its size and position. */
export function SkeletonLines({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => <Skeleton key={line} className={line} />);
}

/** Wraps skeletons. It announces the loading once, and shows nothing for the first 150 ms. */
export function LoadingArea({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <div role="status" aria-label={label} className={cx('appear-late', className)}>
      <div aria-hidden="true" className="contents">
        {children}
      </div>
    </div>
  );
}

interface CardsSkeletonProps {
  label: string;
  /** The class of the grid that will contain the cards. */
  grid: string;
  card?: string;
  /** The class that sizes the picture in a card. */
  picture: string;
  /** The class of the element around the lines of text. */
  text?: string;
  lines: readonly string[];
}

/** Shows the outline of a list of picture cards while it loads. */
export function CardsSkeleton({ label, grid, card, picture, text, lines }: CardsSkeletonProps) {
  return (
    <LoadingArea label={label} className={grid}>
      {[1, 2, 3, 4, 5, 6].map((n) => (
        <div key={n} className={card}>
          <Skeleton className={picture} />
          <div className={text}>
            <SkeletonLines lines={lines} />
          </div>
        </div>
      ))}
    </LoadingArea>
  );
}

export interface EmptyStateProps {
  title: ReactNode;
  children?: ReactNode;
  /** A poster, on public pages. */
  picture?: Picture;
  /** A plain icon, on work screens. */
  icon?: ReactNode;
  actions?: ReactNode;
  /** 'h1' if this replaces the whole page. */
  heading?: 'h1' | 'h2';
  className?: string;
}

export function EmptyState({
  title,
  children,
  picture,
  icon,
  actions,
  heading: Heading = 'h2',
  className,
}: EmptyStateProps) {
  return (
    <div className={cx('card overflow-hidden text-center', className)}>
      {picture && (
        <Poster picture={picture} alt="" sizes="(min-width: 48rem) 40rem, 100vw" frame={false} className="h-40" />
      )}
      <div className="flex flex-col items-center p-[min(1.5rem,5vw)] sm:p-8">
        {icon && (
          <span className="mb-4 grid size-14 place-items-center rounded-full bg-surface-2 text-ink-2">{icon}</span>
        )}
        <Heading className="font-title text-2xl">{title}</Heading>
        {children && <p className="mx-auto mt-1.5 max-w-80 text-ink-2">{children}</p>}
        {actions && <div className="mt-5 flex flex-wrap justify-center gap-3">{actions}</div>}
      </div>
    </div>
  );
}

export interface ErrorStateProps {
  /** The sentence that says what failed. */
  title: ReactNode;
  /** The reason and the next step. */
  children?: ReactNode;
  /**
   * Retries the request. While offline, the state doesn't show the failure but says that the page opens when online.
   */
  onRetry?: () => void;
  retrying?: boolean;
  /** The text while offline: which page opens later, and what is safe until then. */
  offline?: ReactNode;
  actions?: ReactNode;
  /** 'h1' if this replaces the whole page. */
  heading?: 'h1' | 'h2';
  className?: string;
}

export function ErrorState({
  title,
  children,
  onRetry,
  retrying = false,
  offline,
  actions,
  heading: Heading = 'h2',
  className,
}: ErrorStateProps) {
  const { t } = useLingui();
  const online = useOnline();
  const waits = !online && onRetry !== undefined;
  const text = waits ? (offline ?? <Trans>This page will open when you're back online.</Trans>) : children;
  return (
    // A new element, so that screen readers announce the change.
    <div
      key={waits ? 'offline' : 'failed'}
      role="alert"
      className={cx('card flex flex-col items-start p-6 sm:p-8', className)}
    >
      <span className="grid size-12 place-items-center rounded-md bg-danger-soft text-danger-text">
        <CloudAlert aria-hidden="true" className="size-6" />
      </span>
      <Heading className="mt-4 text-xl font-bold">
        <span>{waits ? t`You're offline` : title}</span>
      </Heading>
      {text && <p className="mt-1.5 max-w-prose text-ink-2">{text}</p>}
      {(onRetry ?? actions) && (
        <div className="mt-5 flex flex-wrap gap-3">
          {onRetry && (
            <Button variant="primary" busy={retrying} icon={<RefreshCw aria-hidden="true" />} onClick={onRetry}>
              <Trans>Try again</Trans>
            </Button>
          )}
          {actions}
        </div>
      )}
    </div>
  );
}
