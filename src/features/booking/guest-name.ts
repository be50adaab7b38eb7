import { t } from '@lingui/core/macro';

type Name = string | null | undefined;
type WalkUp = boolean | null | undefined;

/** The guest's name at the dock. Walk-ins may have given none. */
export const passengerName = (name: Name, walkUp: WalkUp): string => name || (walkUp ? t`Walk-in` : t`Passenger`);

/** The guest's name for the desk: without one the account is deleted. */
export const bookerName = (name: Name, walkUp: WalkUp): string => name || (walkUp ? t`Walk-in` : t`Deleted account`);

interface Guest {
  tourist?: { full_name?: Name } | null | undefined;
  guest_name?: Name;
  walk_up?: WalkUp;
}

/** The same for a booking with its account. */
export const guestName = ({ tourist, guest_name, walk_up }: Guest): string =>
  passengerName(tourist?.full_name || guest_name, walk_up);
