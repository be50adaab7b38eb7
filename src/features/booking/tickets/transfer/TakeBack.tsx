import { Trans } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Failure } from '@/features/booking/offers/choice-parts';
import { bookingKeys } from '@/features/booking/tickets/queries';
import { formatMoment } from '@/lib/format/dates';
import { Button } from '@/ui/Button';
import { type TicketTransfer, withdrawTransfer } from './queries';

interface Props {
  open: NonNullable<TicketTransfer['open']>;
  zone: string;
  userId: string;
  /** Called after the withdrawal, or if the invitation had already ended. */
  onDone: () => Promise<unknown>;
}

/** Shows an open invitation with its recipient, the deadline and a button to withdraw it. */
export default function TakeBack({ open, zone, userId, onDone }: Props) {
  const client = useQueryClient();
  const take = useMutation({
    mutationFn: () => withdrawTransfer(open.transfer_id),
    // Refetched even after a failure, because the invitation may have been accepted.
    onSettled: () => Promise.all([client.invalidateQueries({ queryKey: bookingKeys.mine(userId) }), onDone()]),
  });
  const { full_name: name, email } = open;
  const until = formatMoment(open.expires_at, zone);
  return (
    <div className="grid gap-3">
      <Failure error={take.error} />
      <p className="text-ink-2 wrap-anywhere">
        <span>
          <Trans>
            You've offered this ticket to {name}, {email}. It's yours until they accept.
          </Trans>
        </span>
        <span className="block">
          <Trans>
            They can accept until <strong className="nums">{until}</strong>
          </Trans>
        </span>
      </p>
      <Button className="justify-self-start" busy={take.isPending} onClick={() => take.mutate()}>
        <Trans>Withdraw invitation</Trans>
      </Button>
    </div>
  );
}
