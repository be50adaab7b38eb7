import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { HoldCountdown } from '@/features/booking/checkout/HoldCountdown';
import { whenOf } from '@/features/booking/offers/labels';
import { useLiveQuery } from '@/lib/realtime/use-live-query';
import { Button, LinkButton } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { PartFailed } from '@/ui/feedback/PartFailed';
import { mailLink } from '../../../../supabase/functions/_shared/link-targets.ts';
import { myWaitingQuery, type WaitingEntry, waitingKeys } from './queries';
import { useLeave } from './use-leave';
import { WaitingStatus } from './WaitingStatus';

/** Lists a person's waitlist entries above the tickets, offered seats first. */
export function MyWaiting({ userId }: { userId: string }) {
  const query = useQuery(myWaitingQuery(userId));
  const { data = [] } = query;
  useLiveQuery({ [`user:${userId}`]: ['booking', 'notification'] }, waitingKeys.mine(userId));
  return (
    <>
      <PartFailed query={query} className="mb-6" />
      {data.length > 0 && (
        <div className="mb-10 grid gap-4">
          {data.map((entry) => (
            <WaitingCard key={entry.entry_id} entry={entry} userId={userId} />
          ))}
        </div>
      )}
    </>
  );
}

function WaitingCard({ entry, userId }: { entry: WaitingEntry; userId: string }) {
  const id = useId();
  const when = whenOf(entry);
  const { title } = entry;
  const isOffered = entry.state === 'offered';
  return (
    <article
      aria-labelledby={id}
      className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-xl border border-line bg-surface p-[min(1.25rem,5vw)] sm:p-7"
    >
      <h2 id={id} className="font-title text-2xl leading-tight break-words">
        {isOffered ? (
          <Trans>
            Seats for you: {title}, {when}
          </Trans>
        ) : (
          <Trans>
            Waitlist: {title}, {when}
          </Trans>
        )}
      </h2>
      {isOffered ? <OfferedSeats entry={entry} userId={userId} /> : <WaitingStatus entry={entry} userId={userId} />}
    </article>
  );
}

/** Shows how long the seats are offered and links to the prefilled form. */
function OfferedSeats({ entry, userId }: { entry: WaitingEntry; userId: string }) {
  const leave = useLeave(userId);
  const client = useQueryClient();
  const readAgain = () => void client.invalidateQueries({ queryKey: waitingKeys.mine(userId) });
  const { kind, service_id, slot_id, service_date, num_people, expiresAt } = entry;
  const form = mailLink.checkout({
    kind,
    serviceId: service_id,
    slotId: slot_id,
    date: service_date,
    people: num_people,
  });
  return (
    <>
      {expiresAt && <HoldCountdown expiresAt={expiresAt} onEnd={readAgain} />}
      <div className="flex flex-wrap gap-2">
        <LinkButton to={form} variant="primary" size="lg" className="whitespace-normal">
          {plural(num_people, { one: 'Book # seat', other: 'Book # seats' })}
        </LinkButton>
        <Button
          variant="ghost"
          size="lg"
          className="whitespace-normal"
          busy={leave.isPending}
          onClick={() => leave.mutate(entry.entry_id)}
        >
          <Trans>I no longer need them</Trans>
        </Button>
      </div>
      {leave.error && <Alert tone="danger">{leave.error.message}</Alert>}
    </>
  );
}
