import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { formatMoment } from '@/lib/format/dates';
import { Button } from '@/ui/Button';
import { Fresh } from '@/ui/Fresh';
import { FailureAlert } from '@/ui/feedback/FailureAlert';
import { LoadFailed } from '@/ui/feedback/LoadFailed';
import { Pending } from '@/ui/feedback/Pending';
import { Skeleton } from '@/ui/feedback/states';
import { Dialog } from '@/ui/overlay/Dialog';
import { type OnWaitlist, raiseCapacity, waitlistQuery } from './queries';

interface Props {
  departureId: string;
  about: string;
  timeZone: string;
  seats: number;
  /** True if the reader runs the territory and may add seats. */
  canRaise: boolean;
  onClose: () => void;
  onChanged: () => Promise<unknown>;
}

export default function WaitlistDialog(props: Props) {
  const { departureId, about, timeZone, seats, canRaise, onClose, onChanged } = props;
  const { t } = useLingui();
  const query = useQuery(waitlistQuery(departureId));
  const raise = useMutation({
    mutationFn: () => raiseCapacity(departureId),
    onSettled: () => Promise.all([query.refetch(), onChanged()]),
  });
  return (
    <Dialog
      kind="side"
      open
      onOpenChange={(open) => !open && onClose()}
      title={<Trans>Waitlist</Trans>}
      description={about}
    >
      {query.data ? (
        <div className="grid gap-5">
          {query.error && <LoadFailed query={query} />}
          <WaitlistPeople people={query.data} timeZone={timeZone} />
          {canRaise && seats > 0 && (
            <div className="grid gap-2">
              <Button
                variant="primary"
                className="whitespace-normal"
                busy={raise.isPending}
                onClick={() => raise.mutate()}
              >
                <Fresh>
                  {plural(seats, { one: 'Raise the capacity for # seat', other: 'Raise the capacity for # seats' })}
                </Fresh>
              </Button>
              <p className="hint">
                <Trans>We'll offer the seats right away to people on the waitlist.</Trans>
              </p>
            </div>
          )}
          <FailureAlert error={raise.error} />
        </div>
      ) : (
        <Pending query={query} label={t`Loading the waitlist`}>
          <Skeleton className="h-16 rounded-md!" />
          <Skeleton className="h-40 rounded-md!" />
        </Pending>
      )}
    </Dialog>
  );
}

function WaitlistPeople({ people, timeZone }: { people: readonly OnWaitlist[]; timeZone: string }) {
  const { t } = useLingui();
  if (people.length === 0)
    return (
      <p className="text-ink-2">
        <Trans>The waitlist is empty.</Trans>
      </p>
    );
  return (
    <ol className="divide-y divide-line rounded-md border border-line">
      {people.map((one) => {
        const seats = plural(one.num_people, { one: '# seat', other: '# seats' });
        const until = one.offered_until ? formatMoment(one.offered_until, timeZone) : '';
        const what = one.booking_type === 'private' ? t`${seats}, private group` : seats;
        return (
          <li key={one.entry_id} className="px-4 py-2.5">
            <strong className="block font-semibold wrap-anywhere">
              <bdi>{one.full_name || t`Guest`}</bdi>
            </strong>
            <span className="nums block text-sm text-ink-2">
              <Fresh>{until ? t`${what}, offered until ${until}` : what}</Fresh>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
