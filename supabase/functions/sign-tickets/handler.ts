import { z } from 'zod';
import { type Dependencies, requireUser } from '../_shared/dependencies.ts';
import { answer, readBody } from '../_shared/http.ts';
import { signTicketsBody, ticketsToSign } from '../_shared/schemas.ts';
import type { TicketSigner } from '../_shared/ticket-signer.ts';
import { encodeStatement, signedBytes, toDigits } from '../_shared/ticket-statement.ts';

type Ticket = z.infer<typeof ticketsToSign>[number];

/**
 * POST { booking_ids } → { tickets: [{ booking_id, version, statement }] }: the signed statements of the caller's own tickets, for their QR
 * codes. Those of others are not there, and none are where no key is set or the key was revoked: tickets then show their address alone.
 * POST { link }: of the one ticket that a link shows, for who has no account. POST { passenger_code }: of one passenger's own ticket.
 */
export function handle(request: Request, deps: Dependencies): Promise<Response> {
  return answer(request, async () => {
    const body = await readBody(request, signTicketsBody);
    const read = await readerOf(request, body, deps);
    const signer = await deps.tickets();
    if (!signer) return { tickets: [] };
    const [keyId, own] = await Promise.all([deps.admin('ticket_key_id', { p_public_key: signer.publicKey }), read()]);
    const key = z.number().nullable().parse(keyId);
    if (key === null) return { tickets: [] };
    const tickets = await Promise.all(ticketsToSign.parse(own).map((ticket) => sign(ticket, key, signer)));
    return { tickets: tickets.filter((ticket) => ticket !== null) };
  });
}

/** What gives the tickets that are asked for. A link is its own right; everything else is its reader's. */
async function readerOf(request: Request, body: z.infer<typeof signTicketsBody>, deps: Dependencies) {
  if ('link' in body) return () => deps.admin('walk_up_to_sign', { p_token: body.link });
  if ('passenger_code' in body) return () => deps.admin('passenger_to_sign', { p_code: body.passenger_code });
  const user = await requireUser(request, deps);
  return () => deps.as(user.token)('tickets_to_sign', { p_booking_ids: body.booking_ids });
}

async function sign(ticket: Ticket, keyId: number, signer: TicketSigner) {
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
  if (!content) return null;
  const signature = await signer.sign(signedBytes(content, { bookingId: ticket.booking_id, code: ticket.code }));
  return { booking_id: ticket.booking_id, version: ticket.version, statement: toDigits(content, signature) };
}
