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

/** Shows stacked skeletons. Each line is the size and position of one. */
export function SkeletonLines({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => <Skeleton key={line} className={line} />);
}

/** Wraps skeletons. Loading is announced once, and nothing is shown for the first 150 ms. */
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
  /** The class of the grid in which the cards will be. */
  grid: string;
  card?: string;
  /** The class of the picture's place in a card. */
  picture: string;
  /** The class around the lines of text. */
  text?: string;
  lines: readonly string[];
}

/** Shown while a list of picture cards loads. */
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
  /** A poster, for public pages. */
  picture?: Picture;
  /** A plain icon, for work screens. */
  icon?: ReactNode;
  actions?: ReactNode;
  /** 'h1' if it replaces the whole page. */
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
  /** Says what failed, as a sentence. */
  title: ReactNode;
  /** The reason and the next step. */
  children?: ReactNode;
  /** Retries. While offline the state says that the page opens when online, instead of the failure. */
  onRetry?: () => void;
  retrying?: boolean;
  /** While offline, says which page opens later and what is safe until then. */
  offline?: ReactNode;
  actions?: ReactNode;
  /** 'h1' if it replaces the whole page. */
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
  const text = waits ? (offline ?? <Trans>This will open when you're back online.</Trans>) : children;
  return (
    // The alert is a new element, so that it is announced.
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
