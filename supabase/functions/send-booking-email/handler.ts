import { type Dependencies, inBackground, requireUser } from '../_shared/dependencies.ts';
import { processOutbox } from '../_shared/email.ts';
import { answer, readBody } from '../_shared/http.ts';
import { bookingEmailBody } from '../_shared/schemas.ts';

/**
 * POST { type: 'experience' | 'transport', booking_id } → { error: null }. Requests the booking's confirmation as the
 * caller; it is sent once through the outbox, however often requested.
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
