import { isUsed, isVoid } from './transitions';

/** Who of a booking is here (docs/decisions/0060). */
export interface Party {
  status: string;
  check_in_status: string;
  num_people: number;
  /** The numbers of who is here, where that is a part; lists that were kept before do not say it. */
  arrived?: readonly number[] | null | undefined;
}

const everybody = ({ num_people }: Party) => Array.from({ length: num_people }, (_, at) => at + 1);

/** The numbers of who is here. */
export function numbersHere(party: Party): readonly number[] {
  return party.check_in_status === 'checked_in' ? (party.arrived ?? everybody(party)) : [];
}

/** The numbers of who can still come: nobody of a booking that has ended or was a no-show. */
export function stillToCome(party: Party): number[] {
  if (isVoid(party.status) || party.check_in_status === 'no_show') return [];
  const here = numbersHere(party);
  return everybody(party).filter((number) => !here.includes(number));
}

/** Some are here, and others are not. */
export const isPartHere = (party: Party): boolean =>
  party.check_in_status === 'checked_in' && stillToCome(party).length > 0;

/** The part of a booking that is here when these have come too: null for all of it, or for nobody. */
export function arrivedWith(party: Party, passengers: readonly number[] | undefined): number[] | null {
  const all = new Set([...numbersHere(party), ...(passengers ?? everybody(party))]);
  return all.size >= party.num_people ? null : [...all].sort((a, b) => a - b);
}

/** The ticket has had its day, for all of its people. */
export const isTicketUsed = (party: Party): boolean =>
  isUsed(party.status, party.check_in_status) && !isPartHere(party);
