import { Trans, useLingui } from '@lingui/react/macro';
import { IdCard, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/ui/Button';
import { toast } from '@/ui/feedback/toast';
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog';
import { type BookingRef, removeBookingPassport } from './queries';

type Props = {
  booking: BookingRef;
  title: string;
  /** There is a photo. */
  present: boolean;
  /** Who deleted it, when it is gone. */
  removedBy: string | null;
  /** The trip is still to come: until then its owner may delete the photo. */
  upcoming: boolean;
  onChanged: () => Promise<unknown>;
};

/** The passport photo of a ticket, and its owner's right to take it back. Nothing for a trip that needs none. */
export function PassportRow({ booking, title, present, removedBy, upcoming, onChanged }: Props) {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  if (!present && !removedBy) return null;
  const remove = async () => {
    await removeBookingPassport(booking);
    setAsking(false);
    toast.success(t`Your passport photo was deleted`);
    await onChanged();
  };
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <IdCard aria-hidden="true" className="size-4 flex-none text-ink-3" />
      <p className="min-w-0 flex-1 text-ink-2">
        {present ? (
          <Trans>Passport photo stored. Deleted 30 days after the trip.</Trans>
        ) : removedBy === 'owner' ? (
          <Trans>You deleted your passport photo. Bring your passport along.</Trans>
        ) : (
          <Trans>Your passport photo was deleted after the trip.</Trans>
        )}
      </p>
      {present && upcoming && (
        <Button
          size="sm"
          variant="ghost"
          icon={<Trash2 aria-hidden="true" />}
          aria-label={t`Delete photo of the passport: ${title}`}
          onClick={() => setAsking(true)}
        >
          <Trans>Delete photo</Trans>
        </Button>
      )}
      <ConfirmDialog
        open={asking}
        onCancel={() => setAsking(false)}
        onConfirm={remove}
        title={<Trans>Delete your passport photo?</Trans>}
        description={
          <Trans>
            The people who run this trip can no longer see it. They may ask for your passport on the day. Other trips to
            come for which you used the same photo lose it too.
          </Trans>
        }
        confirm={<Trans>Delete photo</Trans>}
      />
    </div>
  );
}
