import { Trans } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { guestName } from '@/features/booking/guest-name';
import { checkInLabel } from '@/features/booking/tickets/labels';
import { partyText } from '@/features/booking/tickets/party-text';
import { checkInOrQueue } from '@/features/dock/offline/check-in-or-queue';
import { isSignedOut } from '@/lib/api/errors';
import { toAppError } from '@/lib/api/to-app-error';
import { withCause } from '@/lib/format/sentence';
import { Button } from '@/ui/Button';
import { SignInLink } from '@/ui/feedback/SignInLink';
import type { CheckInBooking } from '../queries';

/** Shows the last check-in with an undo, because mistakes are often noticed when the next guest steps up. */
export function LastArrival({ booking, onTakenBack }: { booking: CheckInBooking; onTakenBack: () => void }) {
  const undo = useMutation({
    mutationFn: () => checkInOrQueue({ bookingId: booking.booking_id }, { action: 'undo' }),
    onSuccess: onTakenBack,
  });
  const people = partyText(booking);
  const name = guestName(booking);
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-between gap-3 rounded-md bg-success-soft p-3 text-success-text"
    >
      <p className="min-w-0 font-semibold [overflow-wrap:anywhere]">
        {undo.error
          ? withCause(undo.error.message, toAppError(undo.error).detail)
          : `${checkInLabel(booking.check_in_status)}: ${name}, ${people}`}
      </p>
      {isSignedOut(undo.error) && <SignInLink />}
      {booking.undo_until && (
        <Button busy={undo.isPending} icon={<Undo2 aria-hidden="true" />} onClick={() => undo.mutate()}>
          <span>
            <Trans>Undo</Trans>
          </span>
        </Button>
      )}
    </div>
  );
}
