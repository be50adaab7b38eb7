import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useSession } from '@/features/account/session/session';
import { noPassport, type PassportImage } from '@/features/booking/checkout/form/booking-form';
import { PassportImages } from '@/features/booking/checkout/form/passport/PassportField';
import { Button } from '@/ui/Button';
import { FailureAlert } from '@/ui/feedback/FailureAlert';
import { toast } from '@/ui/feedback/toast';
import { Dialog } from '@/ui/overlay/Dialog';
import { addBookingPassports } from './queries';

interface Props {
  bookingId: string;
  title: string;
  people: number;
  onClose: () => void;
  onChanged: () => Promise<unknown>;
}

/** Uploads the passport photos and stores them with the booking. */
export default function AddPassportsDialog({ bookingId, title, people, onClose, onChanged }: Props) {
  const { t } = useLingui();
  const { user } = useSession();
  const [images, setImages] = useState<readonly PassportImage[]>([]);
  const [pressed, setPressed] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Error | null>(null);
  const save = async () => {
    setPressed(true);
    if (images.length === 0) return;
    setBusy(true);
    setFailure(null);
    try {
      await addBookingPassports(
        bookingId,
        images.map(({ path }) => path),
      );
      toast.success(t`The people running this trip can now see your passport photo`);
      await onChanged();
      onClose();
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !busy && onClose()}
      title={t`Add passport photo`}
      description={title}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            <Trans>Back</Trans>
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void save()}>
            <Trans>Save photo</Trans>
          </Button>
        </>
      }
    >
      <PassportImages
        userId={user?.id ?? null}
        images={images}
        people={people}
        missing={pressed ? noPassport() : undefined}
        disabled={busy}
        onChange={(next) => setImages((now) => next([...now]))}
      />
      <FailureAlert error={failure} className="mt-3" />
    </Dialog>
  );
}
