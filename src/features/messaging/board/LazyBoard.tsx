import { Trans } from '@lingui/react/macro';
import { Skeleton } from '@/ui/feedback/states';
import { LazyOnVisible } from '@/ui/loading/LazyOnVisible';
import { lazyPart } from '@/ui/loading/lazy-part';
import { MessageSkeletons } from './MessageSkeletons.tsx';

const Board = lazyPart(() => import('./Board.tsx'), {
  fallback: <BoardSkeleton />,
  failed: <Trans>Failed to load messages</Trans>,
});

interface Props {
  territoryId: string;
  /**
   * True once the territory is known to exist. Until then there is no placeholder, which is taller than the loaded
   * board.
   */
  ready: boolean;
}

/** Shows the message board, whose code and data load when it is almost in view. */
export function LazyBoard({ territoryId, ready }: Props) {
  return (
    <aside id="board" className="min-w-0 scroll-mt-24 lg:col-start-2 lg:row-span-2 lg:row-start-1">
      {ready ? (
        <LazyOnVisible className="h-full" margin="120px" fallback={<BoardSkeleton />}>
          <Board territoryId={territoryId} />
        </LazyOnVisible>
      ) : (
        <BoardSkeleton />
      )}
    </aside>
  );
}

function BoardSkeleton() {
  return (
    <div aria-hidden="true" className="card min-h-[34rem] p-5">
      <Skeleton className="h-8 w-44" />
      <div className="mt-6">
        <MessageSkeletons />
      </div>
    </div>
  );
}
