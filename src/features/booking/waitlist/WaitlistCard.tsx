import { plural } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { HoldCountdown } from '@/features/booking/checkout/HoldCountdown';
import { whenOf } from '@/features/booking/offers/labels';
import { LinkButton } from '@/ui/Button';
import { mailLink } from '../../../../supabase/functions/_shared/link-targets.ts';
import { LeaveButton } from './LeaveButton';
import { type WaitlistEntry, waitlistKeys } from './queries';
import { WaitlistStatus } from './WaitlistStatus';

/** Shows a person's place on a waitlist, or the seats that are offered to them. */
export default function WaitlistCard({ entry, userId }: { entry: WaitlistEntry; userId: string }) {
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
      {isOffered ? (
        <OfferedSeats entry={entry} userId={userId} />
      ) : entry.state === 'expired' ? (
        <ExpiredOffer entry={entry} />
      ) : (
        <WaitlistStatus entry={entry} userId={userId} />
      )}
    </article>
  );
}

/** Returns the link to the prefilled form. */
const formOf = ({ kind, service_id, slot_id, service_date, num_people }: WaitlistEntry) =>
  mailLink.checkout({ kind, serviceId: service_id, slotId: slot_id, date: service_date, people: num_people });

/** Says that an offer has passed on, and links to the form, where they can join again. */
function ExpiredOffer({ entry }: { entry: WaitlistEntry }) {
  return (
    <>
      <p role="status">
        <Trans>
          The time to book these seats has passed, so you're no longer on this waitlist. You haven't paid anything.
        </Trans>
      </p>
      <div>
        <LinkButton to={formOf(entry)}>
          <Trans>Check this date again</Trans>
        </LinkButton>
      </div>
    </>
  );
}

/** Shows how long the seats are offered and links to the prefilled form. */
function OfferedSeats({ entry, userId }: { entry: WaitlistEntry; userId: string }) {
  const client = useQueryClient();
  const readAgain = () => void client.invalidateQueries({ queryKey: waitlistKeys.mine(userId) });
  const { num_people, expiresAt } = entry;
  return (
    <>
      {expiresAt && <HoldCountdown expiresAt={expiresAt} onEnd={readAgain} />}
      <div className="flex flex-wrap gap-2">
        <LinkButton to={formOf(entry)} variant="primary" size="lg" className="whitespace-normal">
          {plural(num_people, { one: 'Book # seat', other: 'Book # seats' })}
        </LinkButton>
        <LeaveButton entry={entry} userId={userId} variant="ghost" size="lg" className="whitespace-normal">
          <Trans>I no longer need these seats</Trans>
        </LeaveButton>
      </div>
    </>
  );
}
