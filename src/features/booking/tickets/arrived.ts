import { isUsed, isVoid } from './transitions';

/** Arrived people of a booking (docs/decisions/0060). */
export interface Party {
  status: string;
  check_in_status: string;
  num_people: number;
  /** The numbers of arrived people if only some have; missing in older stored lists. */
  arrived?: readonly number[] | null | undefined;
}

const everybody = ({ num_people }: Party) => Array.from({ length: num_people }, (_, at) => at + 1);

/** The numbers of arrived people. */
export function numbersHere(party: Party): readonly number[] {
  return party.check_in_status === 'checked_in' ? (party.arrived ?? everybody(party)) : [];
}

/** The numbers of expected people: none for ended bookings and no-shows. */
export function stillToCome(party: Party): number[] {
  if (isVoid(party.status) || party.check_in_status === 'no_show') return [];
  const here = numbersHere(party);
  return everybody(party).filter((number) => !here.includes(number));
}

/** Some have arrived, others not. */
export const isPartHere = (party: Party): boolean =>
  party.check_in_status === 'checked_in' && stillToCome(party).length > 0;

/** The arrived part once these have come too: null for all, or nobody. */
export function arrivedWith(party: Party, passengers: readonly number[] | undefined): number[] | null {
  const all = new Set([...numbersHere(party), ...(passengers ?? everybody(party))]);
  return all.size >= party.num_people ? null : [...all].sort((a, b) => a - b);
}

/** All people have used the ticket. */
export const isTicketUsed = (party: Party): boolean =>
  isUsed(party.status, party.check_in_status) && !isPartHere(party);
