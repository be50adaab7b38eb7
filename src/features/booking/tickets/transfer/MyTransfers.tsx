import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { formatDay, formatDayAt } from '@/lib/format/dates';
import { useLiveQuery } from '@/lib/realtime/use-live-query';
import { paths } from '@/lib/routing/paths';
import { PartFailed } from '@/ui/feedback/PartFailed';
import { bookingKeys } from '../queries';
import { type MyTransfer, myTransfersQuery } from './queries';

/**
 * Lists the tickets that a person has transferred, below their own. Open invitations are shown on the ticket
 * instead.
 */
export default function MyTransfers({ userId }: { userId: string }) {
  const query = useQuery(myTransfersQuery(userId));
  useLiveQuery({ [`user:${userId}`]: ['booking'] }, bookingKeys.transfers(userId));
  const given = (query.data ?? []).filter((one) => one.state === 'accepted');
  if (given.length === 0) return <PartFailed query={query} className="mt-10" />;
  return (
    <section aria-labelledby="given-away" className="mt-10">
      <h2 id="given-away" className="mb-4 text-lg font-bold">
        <Trans>Transferred to someone else</Trans>
      </h2>
      <ul className="divide-y divide-line rounded-xl border border-line bg-surface px-5">
        {given.map((one) => (
          <li key={one.transfer_id} className="py-4 wrap-anywhere">
            <strong className="block font-semibold">
              <span lang={one.untranslated?.title}>{one.title}</span>
              <span className="nums block text-sm font-normal text-ink-2">{formatDay(one.service_date)}</span>
            </strong>
            <Given one={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Given({ one }: { one: Extract<MyTransfer, { state: 'accepted' }> }) {
  const { given_to: name } = one;
  const day = formatDayAt(one.given_at, one.time_zone);
  return (
    <p className="text-ink-2">
      {name ? (
        <span key="named">
          <Trans>
            Transferred to {name} on {day}
          </Trans>
        </span>
      ) : (
        <span key="unnamed">
          <Trans>Transferred on {day}</Trans>
        </span>
      )}
      {one.receipt && (
        <Link className="btn-link ml-3 inline-flex min-h-11 items-center" to={paths.receipt(one.kind, one.booking_id)}>
          <Trans>Receipt</Trans>
        </Link>
      )}
    </p>
  );
}
