import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, Share2 } from 'lucide-react';
import { useState } from 'react';
import type { TicketRow } from '@/features/booking/tickets/pages';
import { currentLanguage } from '@/lib/i18n/i18n';
import { withPrefix } from '@/lib/i18n/languages';
import { paths } from '@/lib/routing/paths';
import { Button } from '@/ui/Button';
import { FailureAlert } from '@/ui/feedback/FailureAlert';
import { Pending } from '@/ui/feedback/Pending';
import { Skeleton } from '@/ui/feedback/states';
import { toast } from '@/ui/feedback/toast';
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog';
import { Dialog } from '@/ui/overlay/Dialog';
import { type PassengerTicket, passengersQuery, revokeTicket, shareTicket } from './queries';

/** Returns the address of a passenger's ticket. The code is after the #, which browsers never send to a server. */
const linkOf = (code: string) => `${location.origin}${withPrefix(paths.passengerTicket, currentLanguage())}#${code}`;

type Row = Pick<TicketRow, 'id' | 'num_people'>;

/** Creates a ticket for each person of a booking, to send to people who arrive separately. */
export default function ShareTicketsDialog({ row, title, onClose }: { row: Row; title: string; onClose: () => void }) {
  const { t } = useLingui();
  const query = useQuery(passengersQuery(row.id));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t`Share tickets for ${title}`}
      description={t`Give a separate ticket to anyone who arrives on their own. This ticket shows the trip, but no names, prices or addresses. Your ticket still works for everyone who hasn't arrived yet.`}
    >
      {query.data ? (
        <ul className="grid grid-cols-1 gap-2">
          {query.data.map((passenger) => (
            <Passenger key={passenger.passenger} row={row} passenger={passenger} title={title} />
          ))}
        </ul>
      ) : (
        <Pending query={query} label={t`Loading the ticket`}>
          <Skeleton className="h-40 rounded-lg!" />
        </Pending>
      )}
    </Dialog>
  );
}

function Passenger({ row, passenger, title }: { row: Row; passenger: PassengerTicket; title: string }) {
  const { t } = useLingui();
  const client = useQueryClient();
  /** The address that was copied because sharing isn't available. */
  const [shown, setShown] = useState<string | null>(null);
  /** The code of the link for which the user has to confirm the withdrawal. */
  const [revoking, setRevoking] = useState<string | null>(null);
  const { passenger: number, here, code } = passenger;
  const name = passenger.name ?? t`Passenger ${number}`;
  const share = useMutation({
    mutationFn: async () => {
      const link = linkOf(code ?? (await shareTicket(row.id, number)));
      void client.invalidateQueries({ queryKey: passengersQuery(row.id).queryKey });
      try {
        if (navigator.share) {
          await navigator.share({ url: link, title });
          return;
        }
        await navigator.clipboard.writeText(link);
        toast.success(t`Copied!`, 2000);
      } catch (error) {
        // The browser reports an error if the user closes the share sheet, which we ignore.
        if (error instanceof DOMException && error.name === 'AbortError') return;
      }
      setShown(link);
    },
  });
  const revoke = async (code: string) => {
    await revokeTicket(row.id, code);
    setShown(null);
    setRevoking(null);
    await client.invalidateQueries({ queryKey: passengersQuery(row.id).queryKey });
  };
  return (
    <li className="grid grid-cols-1 gap-2 rounded-md border border-line px-4 py-2">
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="fit-words font-semibold">
          <bdi>{name}</bdi>
        </span>
        {here ? (
          <span key="here" className="inline-flex items-center gap-1.5 text-success-text">
            <CircleCheck aria-hidden="true" className="size-5" />
            <Trans>Checked in</Trans>
          </span>
        ) : (
          <span key="share" className="flex flex-wrap gap-2">
            {code && (
              <Button
                size="sm"
                variant="ghost"
                aria-label={t`Withdraw link: ${name}`}
                onClick={() => setRevoking(code)}
              >
                <Trans>Withdraw link</Trans>
              </Button>
            )}
            <Button
              size="sm"
              busy={share.isPending}
              icon={<Share2 aria-hidden="true" />}
              aria-label={t`Share the ticket of ${name}`}
              onClick={() => share.mutate()}
            >
              <Trans>Share</Trans>
            </Button>
          </span>
        )}
      </div>
      {shown && (
        <input
          className="input text-sm!"
          readOnly
          value={shown}
          aria-label={t`Ticket link for ${name}`}
          onFocus={(event) => event.target.select()}
        />
      )}
      <ConfirmDialog
        open={revoking !== null}
        onCancel={() => setRevoking(null)}
        onConfirm={async () => revoking && revoke(revoking)}
        title={t`Withdraw the link for ${name}?`}
        description={t`The link will no longer show a ticket, and the code won't work for boarding. You can share a new link.`}
        confirm={<Trans>Withdraw link</Trans>}
      />
      <FailureAlert error={share.error} />
    </li>
  );
}
