import { Trans } from '@lingui/react/macro';
import { type ComponentType, lazy, Suspense, useEffect, useState } from 'react';
import { Button } from '@/ui/Button';
import { Skeleton } from '@/ui/feedback/states';
import { useNear } from '@/ui/loading/use-near';

const load = () => import('./Board.tsx');

/** Becomes true in the first quiet moment after the element came near: the board never competes with the first paint. */
function useQuiet(near: boolean): boolean {
  const [quiet, setQuiet] = useState(false);
  useEffect(() => {
    if (!near) return;
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(() => setQuiet(true), 300);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(() => setQuiet(true), { timeout: 1500 });
    return () => cancelIdleCallback(handle);
  }, [near]);
  return quiet;
}

interface Props {
  territoryId: string;
  /** The region is known to exist. */
  ready: boolean;
}

/** The place of the message board; its code and its data come when it is nearly in sight. */
export function BoardSlot({ territoryId, ready }: Props) {
  return (
    <aside id="board" className="min-w-0 scroll-mt-24 lg:col-start-2 lg:row-span-2 lg:row-start-1">
      {ready ? <NearBoard territoryId={territoryId} /> : <BoardSkeleton />}
    </aside>
  );
}

/** Looks where the board is only once the words above it are there: before, it stands higher than it will. */
function NearBoard({ territoryId }: { territoryId: string }) {
  const { ref, near } = useNear<HTMLDivElement>('120px');
  const quiet = useQuiet(near);
  return (
    <div ref={ref} className="h-full">
      {quiet ? <LoadedBoard territoryId={territoryId} /> : <BoardSkeleton />}
    </div>
  );
}

/** A chunk that did not arrive is asked for again on demand, and takes nothing else of the page with it. */
function LoadedBoard({ territoryId }: { territoryId: string }) {
  const [attempt, setAttempt] = useState(0);
  const [Board, setBoard] = useState(() => lazyBoard());
  return (
    <Suspense key={attempt} fallback={<BoardSkeleton />}>
      <Board
        territoryId={territoryId}
        onRetry={() => {
          setBoard(() => lazyBoard());
          setAttempt(attempt + 1);
        }}
      />
    </Suspense>
  );
}

interface BoardProps {
  territoryId: string;
  onRetry: () => void;
}

function lazyBoard() {
  return lazy<ComponentType<BoardProps>>(async () => {
    const loaded = await load().catch(() => null);
    return { default: loaded?.Board ?? BoardFailed };
  });
}

function BoardFailed({ onRetry }: BoardProps) {
  return (
    <div role="alert" className="card p-5">
      <p className="font-semibold">
        <Trans>Failed to load messages</Trans>
      </p>
      <Button className="mt-3" size="sm" onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  );
}

function BoardSkeleton() {
  return (
    <div aria-hidden="true" className="card min-h-[34rem] p-5">
      <Skeleton className="h-8 w-44" />
      {[1, 2, 3, 4].map((n) => (
        <div key={n} className="mt-6 flex gap-3">
          <Skeleton className="size-10 rounded-full!" />
          <div className="flex-1">
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="mt-2.5 h-4 w-full" />
            <Skeleton className="mt-2 h-4 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
