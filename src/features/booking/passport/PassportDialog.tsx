import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { cx } from '@/ui/cx';
import { ErrorState } from '@/ui/feedback/states';
import { Dialog } from '@/ui/overlay/Dialog';
import { openBookingPassport } from './queries';

type Props = {
  bookingId: string;
  place: number;
  /** True if the reader owns the photo. */
  own: boolean;
};

/** Shows a passport photo. It is requested each time, and every view is recorded. */
export default function PassportDialog({ onClose, ...photo }: Props & { onClose: () => void }) {
  const { t } = useLingui();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={photo.own ? t`Your passport photo` : t`Passport`}
      description={
        photo.own
          ? t`This is what you sent. Only you and the people running this trip can see it, and every view is recorded.`
          : t`We've recorded that you viewed it. Please don't keep a copy.`
      }
    >
      <Photo {...photo} />
    </Dialog>
  );
}

function Photo({ bookingId, place, own }: Props) {
  const { t } = useLingui();
  const [broken, setBroken] = useState(false);
  const photo = useQuery({
    queryKey: ['passport', bookingId, place],
    queryFn: ({ signal }) => openBookingPassport(bookingId, place, signal),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const again = () => {
    setBroken(false);
    void photo.refetch();
  };
  if (photo.error || broken) {
    const title = photo.error?.message ?? t`We couldn't open the passport photo`;
    return <ErrorState className="mt-4" title={title} onRetry={again} retrying={photo.isFetching} />;
  }
  return (
    <div
      className={cx(
        'mt-4 grid min-h-60 place-items-center overflow-hidden rounded-md',
        photo.data ? 'bg-surface-3' : 'skeleton',
      )}
    >
      {photo.data && (
        <img
          src={photo.data}
          alt={own ? t`The passport you sent` : t`Guest's passport`}
          className="max-h-[70vh] w-full object-contain"
          referrerPolicy="no-referrer"
          onError={() => setBroken(true)}
        />
      )}
    </div>
  );
}
