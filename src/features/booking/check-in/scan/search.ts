import { plainText } from '@/lib/format/plain-text';
import type { KnownTicket, ListedTicket } from '../offline/tickets';

const MIN_LETTERS = 2;
const MAX_FOUND = 6;

export const nameOf = ({ booking }: ListedTicket): string => booking.tourist?.full_name || booking.guest_name || '';

/** The tickets of this name, or whose code ends like this where it is printed; the first few. */
export function searchTickets(tickets: readonly KnownTicket[], search: string): ListedTicket[] {
  const wanted = plainText(search.trim());
  if (wanted.length < MIN_LETTERS) return [];
  const found = tickets.filter(
    (ticket): ticket is ListedTicket =>
      ticket.state === 'valid' &&
      (ticket.codeEnd === wanted || wanted.split(/\s+/).every((part) => plainText(nameOf(ticket)).includes(part))),
  );
  return found.slice(0, MAX_FOUND);
}
