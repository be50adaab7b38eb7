import { Trans } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { Pages } from '@/lib/api/use-pages';
import { Button } from '@/ui/Button';
import { cx } from '@/ui/cx';
import { MorePages } from '@/ui/feedback/MorePages';
import { lazyPart } from '@/ui/loading/lazy-part';
import { ConflictRow } from './ConflictRow';
import type { Conflict } from './queries';

const ConflictDialog = lazyPart(() => import('./ConflictDialog'));

interface Props {
  userId: string;
  pages: Pages & { rows: readonly Conflict[] };
}

/** Lists reports settled in the last 30 days, each with an undo. The list is collapsed, and hidden if it is empty. */
export default function SettledConflicts({ userId, pages }: Props) {
  const id = useId();
  const [unfolded, setUnfolded] = useState(false);
  const [shown, setShown] = useState<string | null>(null);
  const { rows } = pages;
  const [first] = rows;
  if (!first) return null;
  const { total } = first;
  const opened = rows.find((conflict) => conflict.id === shown);
  return (
    <div className="mb-5 grid grid-cols-1 gap-3">
      <Button
        variant="ghost"
        className="justify-self-start"
        aria-expanded={unfolded}
        aria-controls={id}
        icon={<ChevronDown aria-hidden="true" className={cx(unfolded && 'rotate-180')} />}
        onClick={() => setUnfolded(!unfolded)}
      >
        <Trans>Resolved reports ({total})</Trans>
      </Button>
      <div id={id} hidden={!unfolded} className="grid grid-cols-1 gap-3">
        {unfolded && (
          <>
            <p className="text-sm text-ink-2">
              <Trans>Reports from the last 30 days.</Trans>
            </p>
            <ul className="card grid grid-cols-1 overflow-clip">
              {rows.map((conflict) => (
                <ConflictRow key={conflict.id} conflict={conflict} onOpen={() => setShown(conflict.id)} />
              ))}
            </ul>
            <MorePages pages={pages} />
          </>
        )}
      </div>
      {opened && <ConflictDialog userId={userId} conflict={opened} onClose={() => setShown(null)} />}
    </div>
  );
}
