import { z } from 'zod';
import type { Dependencies } from './dependencies.ts';
import type { ticketToSign } from './schemas.ts';
import type { TicketSigner } from './ticket-signer.ts';
import { encodeStatement, signedBytes, toDigits } from './ticket-statement.ts';

type Ticket = z.infer<typeof ticketToSign>;
export type SignedTicket = { booking_id: string; version: number; statement: string };

/** Returns signed ticket statements for QR codes, or none if no key is set or it was revoked. */
export async function signTickets(
  deps: Pick<Dependencies, 'admin' | 'tickets'>,
  tickets: readonly Ticket[],
): Promise<SignedTicket[]> {
  const signer = await deps.tickets();
  if (!signer) return [];
  const key = z
    .number()
    .nullable()
    .parse(await deps.admin('ticket_key_id', { p_public_key: signer.publicKey }));
  if (key === null) return [];
  return (await Promise.all(tickets.map((ticket) => sign(ticket, key, signer)))).filter((ticket) => ticket !== null);
}

async function sign(ticket: Ticket, keyId: number, signer: TicketSigner): Promise<SignedTicket | null> {
  const content = encodeStatement({
    keyId,
    departure: ticket.departure_id,
    date: ticket.service_date,
    time: ticket.start_time,
    people: ticket.num_people,
    passenger: ticket.passenger ?? 0,
    transport: ticket.kind === 'transport',
    isPrivate: ticket.booking_type === 'private',
    version: ticket.version,
  });
  const message = content && signedBytes(content, { bookingId: ticket.booking_id, code: ticket.code });
  if (!content || !message) return null;
  const signature = await signer.sign(message);
  return { booking_id: ticket.booking_id, version: ticket.version, statement: toDigits(content, signature) };
}
