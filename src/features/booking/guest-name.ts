import { t } from '@lingui/core/macro';

type Name = string | null | undefined;
type WalkIn = boolean | null | undefined;

/** Returns the guest's name for lists at the dock. Walk-ins may have given none. */
export const passengerName = (name: Name, walkIn: WalkIn): string => name || (walkIn ? t`Walk-in` : t`Passenger`);

/** Returns the guest's name for the desk. An account without a name was deleted. */
export const bookerName = (name: Name, walkIn: WalkIn): string => name || (walkIn ? t`Walk-in` : t`Deleted account`);

interface Guest {
  tourist?: { full_name?: Name } | null | undefined;
  guest_name?: Name;
  walk_in?: WalkIn;
}

/** Returns the same name for a booking that includes its account. */
export const guestName = ({ tourist, guest_name, walk_in }: Guest): string =>
  passengerName(tourist?.full_name || guest_name, walk_in);
