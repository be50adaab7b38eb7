import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { BookingRef } from '@/features/management/bookings/booking/queries';

const PARAM = 'booking';

/** 'experience.<id>' */
function parse(text: string | null): BookingRef | null {
  const [, kind, id] = /^(experience|transport)\.([0-9a-f-]{36})$/.exec(text ?? '') ?? [];
  return kind && id ? { kind, id } : null;
}

/**
 * The booking whose drawer is open stands in the address: a link and a reload open it, the way back from its conversation leads
 * to it, and Back closes it.
 */
export function useOpenBooking(): [BookingRef | null, (ref: BookingRef | null) => void] {
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const open = parse(params.get(PARAM));
  function show(ref: BookingRef | null) {
    // Where this page opened it, closing is the step back; a link that came with it is changed in its place.
    if (!ref && state?.openedHere) return void navigate(-1);
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (ref) after.set(PARAM, `${ref.kind}.${ref.id}`);
        else after.delete(PARAM);
        return after;
      },
      { replace: !ref, preventScrollReset: true, state: ref && { openedHere: true } },
    );
  }
  return [open, show];
}
