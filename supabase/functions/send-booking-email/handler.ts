import { type Dependencies, inBackground, requireUser } from '../_shared/dependencies.ts';
import { processOutbox } from '../_shared/email.ts';
import { answer, readBody } from '../_shared/http.ts';
import { bookingEmailBody } from '../_shared/schemas.ts';

/**
 * POST { type: 'experience' | 'transport', booking_id } → { error: null }.
 * Asks for the booking's confirmation, in the caller's name; it leaves through the outbox, once however often asked.
 */
export function handle(request: Request, deps: Dependencies): Promise<Response> {
  return answer(request, async () => {
    const { token } = await requireUser(request, deps);
    const { type, booking_id } = await readBody(request, bookingEmailBody);
    await deps.as(token)('request_booking_email', { p_kind: type, p_booking_id: booking_id });
    inBackground(processOutbox(deps, 5));
    return { error: null };
  });
}
