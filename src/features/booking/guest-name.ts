import { t } from '@lingui/core/macro';

type Name = string | null | undefined;
type WalkUp = boolean | null | undefined;

/** Who stands at the dock. Who bought there may have given no name. */
export const passengerName = (name: Name, walkUp: WalkUp): string => name || (walkUp ? t`Walk-in` : t`Passenger`);

/** Whose booking it is, for the desk: without a name the account is gone. */
export const bookerName = (name: Name, walkUp: WalkUp): string => name || (walkUp ? t`Walk-in` : t`Deleted account`);

interface Guest {
  tourist?: { full_name?: Name } | null | undefined;
  guest_name?: Name;
  walk_up?: WalkUp;
}

/** The same of a booking with its account. */
export const guestName = ({ tourist, guest_name, walk_up }: Guest): string =>
  passengerName(tourist?.full_name || guest_name, walk_up);
