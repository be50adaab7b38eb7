import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Eye, IdCard, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/ui/Button';
import { toast } from '@/ui/feedback/toast';
import { ConfirmDialog } from '@/ui/overlay/ConfirmDialog';
import { AddPassports } from './AddPassports';
import { removeBookingPassport, showBookingPassports } from './queries';
import { ViewPassport } from './ViewPassports';

type Props = {
  bookingId: string;
  title: string;
  /** The positions of the photos that exist, starting at 1. */
  places: readonly number[];
  people: number;
  /** The person who deleted the last missing photo. */
  removedBy: string | null;
  /**
   * True if the booking was reinstated after its owner had cancelled it. Staff see the photos again only once the
   * owner allows it.
   */
  closed: boolean;
  /** True if the trip needs a passport photo. */
  required: boolean;
  /** True for a future trip, whose owner may view and delete the photos. */
  upcoming: boolean;
  onChanged: () => Promise<unknown>;
};

/** Shows the passport photos of a ticket, which the owner can delete. Shows nothing for trips that don't need any. */
export function PassportRow({
  bookingId,
  title,
  places,
  people,
  removedBy,
  closed,
  required,
  upcoming,
  onChanged,
}: Props) {
  const count = places.length;
  if (count === 0 && !removedBy && required && upcoming)
    return <AddPassports bookingId={bookingId} title={title} people={people} onChanged={onChanged} />;
  if (count === 0 && !removedBy) return null;
  return (
    <div className="mt-4 grid gap-1 text-sm">
      <div className="flex items-center gap-3">
        <IdCard aria-hidden="true" className="size-4 flex-none text-ink-3" />
        <p className="min-w-0 flex-1 text-ink-2">
          {count > 0 && people > 1 ? (
            <Plural
              value={count}
              one="# passport photo stored. We'll delete it 30 days after the trip."
              other="# passport photos stored. We'll delete them 30 days after the trip."
            />
          ) : count > 0 ? (
            <Trans>Your passport photo is stored. We'll delete it 30 days after the trip.</Trans>
          ) : removedBy === 'owner' ? (
            <Trans>You deleted your passport photo. Please bring your passport.</Trans>
          ) : (
            <Trans>We deleted your passport photo after the trip.</Trans>
          )}
        </p>
      </div>
      {closed && upcoming && count > 0 && <ShowAgain bookingId={bookingId} onChanged={onChanged} />}
      {upcoming &&
        places.map((place) => (
          <OwnPhoto
            key={place}
            bookingId={bookingId}
            title={title}
            place={place}
            alone={people === 1}
            onChanged={onChanged}
          />
        ))}
    </div>
  );
}

function ShowAgain({ bookingId, onChanged }: Pick<Props, 'bookingId' | 'onChanged'>) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  const show = async () => {
    setBusy(true);
    try {
      await showBookingPassports(bookingId);
      toast.success(t`The people running this trip can see your passport photo again`);
      await onChanged();
    } catch (error) {
      toast.failure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <p className="min-w-0 flex-1 basis-56 text-ink-2">
        <Trans>
          You cancelled this booking earlier, so only you can see the photo until you show it to the team again.
        </Trans>
      </p>
      <Button size="sm" busy={busy} icon={<Eye aria-hidden="true" />} onClick={() => void show()}>
        <Trans>Show photo to the team again</Trans>
      </Button>
    </div>
  );
}

type PhotoProps = Pick<Props, 'bookingId' | 'title' | 'onChanged'> & {
  place: number;
  /** With only one person, the label needs no number. */
  alone: boolean;
};

function OwnPhoto({ bookingId, title, place, alone, onChanged }: PhotoProps) {
  const { t } = useLingui();
  const [asking, setAsking] = useState(false);
  const remove = async () => {
    await removeBookingPassport(bookingId, place);
    setAsking(false);
    toast.success(t`We've deleted your passport photo`);
    await onChanged();
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <ViewPassport
        own
        bookingId={bookingId}
        place={place}
        label={alone ? t`View passport` : t`View passport ${place}`}
      />
      <Button
        size="sm"
        variant="ghost"
        icon={<Trash2 aria-hidden="true" />}
        aria-label={alone ? t`Delete photo of the passport: ${title}` : t`Delete photo of passport ${place}: ${title}`}
        onClick={() => setAsking(true)}
      >
        <Trans>Delete photo</Trans>
      </Button>
      <ConfirmDialog
        open={asking}
        onCancel={() => setAsking(false)}
        onConfirm={remove}
        title={<Trans>Delete your passport photo?</Trans>}
        description={
          <Trans>
            The people running this trip will no longer see the photo, and may ask for your passport on the day. We'll
            also remove it from your other upcoming trips with the same photo.
          </Trans>
        }
        confirm={<Trans>Delete photo</Trans>}
      />
    </div>
  );
}
