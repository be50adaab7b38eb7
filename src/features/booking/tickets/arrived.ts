import { isUsed, isVoid } from './transitions';

/** The people of a booking who have arrived (docs/decisions/0060). */
export interface Party {
  status: string;
  check_in_status: string;
  num_people: number;
  /** The numbers of the people who have arrived, if only some have. Missing in lists stored by older versions. */
  arrived?: readonly number[] | null | undefined;
}

const everybody = ({ num_people }: Party) => Array.from({ length: num_people }, (_, at) => at + 1);

/** Returns the numbers of the people who have arrived. */
export function numbersHere(party: Party): readonly number[] {
  return party.check_in_status === 'checked_in' ? (party.arrived ?? everybody(party)) : [];
}

/** Returns the numbers of the people who are still expected. Ended bookings and no-shows have none. */
export function stillToCome(party: Party): number[] {
  if (isVoid(party.status) || party.check_in_status === 'no_show') return [];
  const here = numbersHere(party);
  return everybody(party).filter((number) => !here.includes(number));
}

/** Returns whether some of the party have arrived and others haven't. */
export const isPartHere = (party: Party): boolean =>
  party.check_in_status === 'checked_in' && stillToCome(party).length > 0;

/** Returns who has arrived after `passengers` arrive too, or null if that is everyone or no one. */
export function arrivedWith(party: Party, passengers: readonly number[] | undefined): number[] | null {
  const all = new Set([...numbersHere(party), ...(passengers ?? everybody(party))]);
  return all.size >= party.num_people ? null : [...all].sort((a, b) => a - b);
}

/** Returns whether the whole party has used the ticket. */
export const isTicketUsed = (party: Party): boolean =>
  isUsed(party.status, party.check_in_status) && !isPartHere(party);
