import { Trans } from '@lingui/react/macro';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/ui/Button';
import { lazyPart } from '@/ui/loading/lazy-part';
import type { BookingRef } from './queries';

const PassportDialog = lazyPart(() => import('./PassportDialog'));

/** For those who run the trip: opens the passport photo of a booking. */
export function ViewPassport({ booking }: { booking: BookingRef }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="ghost" icon={<Eye aria-hidden="true" />} onClick={() => setOpen(true)}>
        <Trans>View passport</Trans>
      </Button>
      {open && <PassportDialog booking={booking} onClose={() => setOpen(false)} />}
    </>
  );
}
