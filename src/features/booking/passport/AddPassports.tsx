import { Trans, useLingui } from '@lingui/react/macro';
import { IdCard } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '@/features/account/session/session';
import { noPassport, type PassportImage } from '@/features/booking/checkout/form/booking-form';
import { PassportImages } from '@/features/booking/checkout/form/passport/PassportField';
import { Button } from '@/ui/Button';
import { Alert } from '@/ui/feedback/Alert';
import { toast } from '@/ui/feedback/toast';
import { Dialog } from '@/ui/overlay/Dialog';
import { addBookingPassports } from './queries';

interface Props {
  bookingId: string;
  title: string;
  people: number;
  onChanged: () => Promise<unknown>;
}

/** Asks for the passport photos of a ticket whose trip needs them and that has none, because the trip is another one now. */
export function AddPassports({ bookingId, title, people, onChanged }: Props) {
  const [asking, setAsking] = useState(false);
  return (
    <Alert tone="warn" className="mt-4">
      <div className="grid gap-2">
        <p>
          <Trans>This trip needs a passport photo, and your booking has none yet.</Trans>
        </p>
        <Button
          size="sm"
          className="justify-self-start"
          icon={<IdCard aria-hidden="true" />}
          onClick={() => setAsking(true)}
        >
          <Trans>Add passport photo</Trans>
        </Button>
      </div>
      {asking && (
        <AddDialog
          bookingId={bookingId}
          title={title}
          people={people}
          onClose={() => setAsking(false)}
          onChanged={onChanged}
        />
      )}
    </Alert>
  );
}

function AddDialog({ bookingId, title, people, onClose, onChanged }: Props & { onClose: () => void }) {
  const { t } = useLingui();
  const { user } = useSession();
  const [images, setImages] = useState<readonly PassportImage[]>([]);
  const [pressed, setPressed] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
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
      setFailure(error instanceof Error ? error.message : String(error));
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
      {failure && (
        <Alert tone="danger" className="mt-3">
          {failure}
        </Alert>
      )}
    </Dialog>
  );
}
