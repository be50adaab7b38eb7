import { t } from '@lingui/core/macro';
import { guestName } from '@/features/booking/guest-name';
import { type QueuedSale, saleNumber } from '@/features/dock/offline/sale';
import type { KnownTicket, ListedTicket } from '@/features/dock/offline/tickets';
import { plainText } from '@/lib/format/plain-text';
import { readTicket } from './ticket';

const MIN_LETTERS = 2;
const MAX_FOUND = 6;

export const nameOf = ({ booking }: ListedTicket): string => guestName(booking);

/** Returns the first tickets with this name, or whose printed code ends with this text. */
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

/** Returns this phone's unsent sale with this number. */
export function saleOfNumber(sales: readonly QueuedSale[], number: string): QueuedSale | undefined {
  const read = readTicket(number);
  return read.is === 'code' ? sales.find((one) => sameNumber(saleNumber(one), read.code)) : undefined;
}

/** Returns the unsent sales with this number. The word for a guest without a name returns all of them. */
export function searchSales(sales: readonly QueuedSale[], search: string): QueuedSale[] {
  const wanted = plainText(search.trim());
  if (wanted.length < MIN_LETTERS) return [];
  const one = saleOfNumber(sales, search);
  return one ? [one] : plainText(t`Walk-in`).includes(wanted) ? sales.slice(0, MAX_FOUND) : [];
}

const sameNumber = (shown: string, code: string) => shown.replace(' ', '').toLowerCase() === code;
