import { plainDigits } from '@/lib/format/plain-digits';
import { withoutPrefix } from '@/lib/i18n/languages';

/**
 * A ticket that was read. `statement` has its signed digits. It is null if the ticket has none, as on paper and in
 * emails.
 */
export interface ReadTicket {
  id: string;
  code: string;
  statement: string | null;
}

/** What a scanned or typed text can be: a ticket, only its code, an address of another site, or something else. */
export type Read =
  | ({ is: 'ticket' } & ReadTicket)
  | { is: 'code'; code: string }
  | { is: 'foreign'; host: string }
  | { is: 'other' };

const TICKET = /^\/check-in\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/?$/i;
const CODE = /^[0-9a-f]{32}$/;
/** The start of the code, which is printed below the QR code and read aloud. */
const SPOKEN = /^[0-9a-f]{8}$/;

/**
 * Returns the code without the ways in which people write it: groups, capitals, and letters that look like digits.
 */
const bare = (text: string) =>
  plainDigits(text.normalize('NFKC')).replace(/[\s-]/g, '').toLowerCase().replace(/o/g, '0').replace(/[il]/g, '1');

/** Returns the statement, which is after the # so that servers never receive it. */
export const statementOf = (hash: string): string | null => /^#(\d+)$/.exec(hash)?.[1] ?? null;

function addressOf(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/**
 * Parses a text. We only take the booking and the code from one of our own addresses, and never open an address, so
 * that a hostile code leads nowhere.
 */
export function readTicket(text: string, origin = location.origin): Read {
  const given = text.trim();
  const code = bare(given);
  if (CODE.test(code) || SPOKEN.test(code)) return { is: 'code', code };
  const address = addressOf(given);
  if (!address || !/^https?:$/.test(address.protocol)) return { is: 'other' };
  if (address.origin !== origin) return { is: 'foreign', host: address.host };
  const id = TICKET.exec(withoutPrefix(address.pathname))?.[1];
  const own = bare(address.searchParams.get('code') ?? '');
  if (!id || !CODE.test(own)) return { is: 'other' };
  return { is: 'ticket', id: id.toLowerCase(), code: own, statement: statementOf(address.hash) };
}

export const isTicket = ({ is }: Read): boolean => is === 'ticket' || is === 'code';
