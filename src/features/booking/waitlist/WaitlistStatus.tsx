import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { ListEnd } from 'lucide-react';
import { Fresh } from '@/ui/Fresh';
import { LeaveButton } from './LeaveButton';
import type { WaitlistEntry } from './queries';

/** Shows the person's position on the waitlist, with a button to leave it. */
export function WaitlistStatus({ entry, userId }: { entry: WaitlistEntry; userId: string }) {
  const { t } = useLingui();
  const { place, num_people } = entry;
  const seats = plural(num_people, { one: '# seat', other: '# seats' });
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p role="status" className="nums flex items-start gap-2">
          <ListEnd aria-hidden="true" className="mt-1 size-4 flex-none text-ink-3" />
          <Fresh>{t`You're number ${place} on the waitlist for ${seats}.`}</Fresh>
        </p>
        <LeaveButton entry={entry} userId={userId} size="sm">
          <Trans>Leave waitlist</Trans>
        </LeaveButton>
      </div>
    </div>
  );
}
