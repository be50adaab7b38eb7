import { z } from 'zod';
import { type Dependencies, requireUser } from '../_shared/dependencies.ts';
import { answer, HttpError, readBody } from '../_shared/http.ts';
import { passportBody } from '../_shared/schemas.ts';

const SECONDS = 60;

/**
 * POST { booking_id, position } → { url, expires_in }: one of a booking's passport images, for its operators and
 * its owner. The database decides and records the reader; the address works for a minute.
 */
export function handle(request: Request, deps: Dependencies): Promise<Response> {
  return answer(request, async () => {
    const user = await requireUser(request, deps);
    const body = await readBody(request, passportBody);
    const which = { p_booking_id: body.booking_id, p_position: body.position };
    const name = z.string().parse(await deps.as(user.token)('open_passport', which));
    const url = await deps.passports.sign(name, SECONDS);
    if (!url) throw new HttpError(404, 'passport_not_found', 'There is no passport photo for this booking');
    return { url, expires_in: SECONDS };
  });
}
