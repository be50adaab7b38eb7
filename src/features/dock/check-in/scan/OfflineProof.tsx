import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { formatLongDate, formatTime } from '@/lib/format/dates';
import { proveTicket } from './proof';
import { ticketKeysQuery } from './queries';

type Props = { bookingId: string; code: string; statement: string };

/** Shows offline what a ticket's signature proves and what it doesn't. Shows nothing if the phone has no keys. */
export function OfflineProof({ bookingId, code, statement }: Props) {
  const { data: keys } = useQuery({ ...ticketKeysQuery, retry: false });
  const { data: proof } = useQuery({
    queryKey: ['ticket-proof', bookingId, code, statement, keys],
    queryFn: () => proveTicket(statement, { bookingId, code }, keys ?? []),
    enabled: (keys?.length ?? 0) > 0,
    gcTime: 0,
  });
  if (!proof) return null;
  return (
    <span role="status" className="mt-3 block rounded-lg border-2 border-current px-4 py-3">
      {proof.is === 'genuine' ? (
        <span key="genuine">
          <strong className="block">
            <Trans>Genuine ticket</Trans>
          </strong>
          <span className="block">{whenOf(proof.statement)}</span>
          <strong className="block">{whoOf(proof.statement)}</strong>
          <span className="mt-1 block text-base">
            <Trans>Not checked in yet. Only online can you see whether it was cancelled, moved or used.</Trans>
          </span>
        </span>
      ) : proof.is === 'unknown' ? (
        <span key="unknown">
          <Trans>Without a signal, this phone can't tell whether the ticket is genuine.</Trans>
        </span>
      ) : (
        <span key="invalid">
          <strong className="block">
            <Trans>No valid signature</Trans>
          </strong>
          <span>
            {proof.is === 'revoked' ? (
              <Trans>
                Its signature is no longer trusted. Ask the guest to open My Bookings where there's a signal.
              </Trans>
            ) : (
              <Trans>The QR code was altered or isn't ours. Check the name on your list.</Trans>
            )}
          </span>
        </span>
      )}
    </span>
  );
}

const whoOf = ({ passenger, people }: { passenger: number; people: number }): string =>
  passenger ? t`Passenger ${passenger} of ${people}` : plural(people, { one: '# person', other: '# people' });

const whenOf = ({ date, time }: { date: string; time: string | null }): string =>
  [formatLongDate(date), time && formatTime(time)].filter(Boolean).join(', ');
