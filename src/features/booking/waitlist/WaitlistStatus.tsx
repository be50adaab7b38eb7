import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { ListEnd } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/ui/Button';
import { Fresh } from '@/ui/Fresh';
import { lazyPart } from '@/ui/loading/lazy-part';
import type { WaitlistEntry } from './queries';
import { useLeave } from './use-leave';

const LeaveDialog = lazyPart(() => import('./LeaveDialog'));

/** Shows the person's position on the waitlist, with a button to leave it. */
export function WaitlistStatus({ entry, userId }: { entry: WaitlistEntry; userId: string }) {
  const { t } = useLingui();
  const leave = useLeave(userId);
  const [asking, setAsking] = useState(false);
  const { place, num_people } = entry;
  const seats = plural(num_people, { one: '# seat', other: '# seats' });
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="nums flex items-start gap-2">
          <ListEnd aria-hidden="true" className="mt-1 size-4 flex-none text-ink-3" />
          <Fresh>{t`You're number ${place} on the waitlist for ${seats}.`}</Fresh>
        </p>
        <Button size="sm" onClick={() => setAsking(true)}>
          <Trans>Leave waitlist</Trans>
        </Button>
      </div>
      {asking && (
        <LeaveDialog
          onCancel={() => setAsking(false)}
          onConfirm={() => leave.mutateAsync(entry.entry_id).then(() => setAsking(false))}
        />
      )}
    </div>
  );
}
