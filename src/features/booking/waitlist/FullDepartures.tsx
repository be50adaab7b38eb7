import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { type ReturnToState, storeReturnTo } from '@/features/account/sign-in/return-to';
import type { Departure } from '@/features/booking/checkout/dto';
import type { BookingForm } from '@/features/booking/checkout/form/booking-form';
import { departureFit, useDepartures } from '@/features/booking/checkout/form/departures';
import { partyLimits } from '@/features/booking/checkout/form/party';
import { HoldCountdown } from '@/features/booking/checkout/HoldCountdown';
import type { BookingType, Service } from '@/features/booking/checkout/service';
import { formatTime } from '@/lib/format/dates';
import { useLiveQuery } from '@/lib/realtime/use-live-query';
import { paths } from '@/lib/routing/paths';
import { myWaitlistQuery, waitlistKeys } from './queries';
import { WaitlistStatus } from './WaitlistStatus';
import { WaitlistWish } from './WaitlistWish';

interface Props {
  service: Service;
  userId: string | null;
  signIn: ReturnToState;
  disabled: boolean;
}

/** Returns the numbers of people one can wait for: more than are free, up to the service's maximum. */
function wishLimits(service: Service, type: BookingType, { available, capacity }: Departure) {
  const { min, max } = partyLimits(service, type, { available: Infinity, capacity });
  return { min: type === 'shared' ? Math.max(min, available + 1) : min, max };
}

/** Shows the waitlist for the date's departures that have fewer seats than the guest wants. */
export function FullDepartures({ service, userId, signIn, disabled }: Props) {
  const { control } = useFormContext<BookingForm>();
  const navigate = useNavigate();
  const [date, slot, type, people] = useWatch({
    control,
    name: ['serviceDate', 'slotId', 'bookingType', 'numPeople'],
  });
  const { on, chosen } = useDepartures(service, date.slice(0, 7));
  const { data: entries = [], refetch } = useQuery({ ...myWaitlistQuery(userId ?? ''), enabled: userId !== null });
  useLiveQuery(
    userId && entries.length > 0 ? { [`user:${userId}`]: ['booking', 'notification'] } : {},
    waitlistKeys.mine(userId ?? ''),
  );
  const entryOf = ({ slotId }: Departure) =>
    entries.find(
      (entry) =>
        entry.service_id === service.id &&
        entry.service_date === date &&
        entry.slot_id === slotId &&
        entry.state !== 'expired',
    );
  const here = chosen({ serviceDate: date, slotId: slot });
  const shown = on(date).filter((departure) => {
    if (departure.closed) return false;
    if (entryOf(departure) || departureFit(service, type, departure) !== 'fits') return true;
    return type === 'shared' && departure === here && people >= departure.available;
  });
  return shown.map((departure) => {
    const { slotId, startTime } = departure;
    const entry = entryOf(departure);
    const { min, max } = wishLimits(service, type, departure);
    if (!entry && min > max) return null;
    const time = startTime && (service.kind === 'experience' || on(date).length > 1) ? formatTime(startTime) : null;
    return (
      <fieldset key={slotId} className="-mt-2 grid gap-2 rounded-md border border-line p-3 text-[.9375rem]">
        <legend className="float-left font-semibold">
          {time ? <Trans>Waitlist, {time}</Trans> : <Trans>Waitlist</Trans>}
        </legend>
        {entry?.expiresAt && <HoldCountdown expiresAt={entry.expiresAt} onEnd={() => void refetch()} />}
        {entry && !entry.expiresAt && userId && <WaitlistStatus entry={entry} userId={userId} />}
        {!entry && (
          <WaitlistWish
            departure={{ serviceId: service.id, slotId, date, bookingType: type }}
            min={min}
            max={max}
            people={people}
            userId={userId}
            onSignIn={() => {
              storeReturnTo(signIn.from);
              navigate(paths.login, { state: signIn });
            }}
            disabled={disabled}
          />
        )}
      </fieldset>
    );
  });
}
