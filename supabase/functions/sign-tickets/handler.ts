import type { z } from 'zod';
import { type Dependencies, requireUser } from '../_shared/dependencies.ts';
import { answer, readBody } from '../_shared/http.ts';
import { signTicketsBody, ticketToSign } from '../_shared/schemas.ts';
import { signTickets } from '../_shared/sign-tickets.ts';

/**
 * POST { booking_ids } → { tickets: [{ booking_id, version, statement }] }: signed statements of the caller's tickets,
 * for QR codes. Others' are omitted, and all if no key is set or it was revoked: tickets then show only their address.
 * POST { link }: a dock ticket, without an account. POST { passenger_code }: a passenger's own ticket.
 */
export function handle(request: Request, deps: Dependencies): Promise<Response> {
  return answer(request, async () => {
    const body = await readBody(request, signTicketsBody);
    const read = await readerOf(request, body, deps);
    return { tickets: await signTickets(deps, ticketToSign.array().parse(await read())) };
  });
}

/** Returns the requested tickets. A link is its own right, while the others need their reader's session. */
async function readerOf(request: Request, body: z.infer<typeof signTicketsBody>, deps: Dependencies) {
  if ('link' in body) return () => deps.admin('dock_sale_to_sign', { p_token: body.link });
  if ('passenger_code' in body) return () => deps.admin('passenger_to_sign', { p_code: body.passenger_code });
  const user = await requireUser(request, deps);
  return () => deps.as(user.token)('tickets_to_sign', { p_booking_ids: body.booking_ids });
}
