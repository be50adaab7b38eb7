import { z } from 'zod';
import { type Dependencies, requireUser } from '../_shared/dependencies.ts';
import { answer, readBody } from '../_shared/http.ts';
import { removePassportBody } from '../_shared/schemas.ts';

/**
 * POST { booking_id, position }: the owner deletes one of a booking's images, until the service begins. POST {
 * path }: deletes an uploaded, unused image. → { removed: number of deleted images }. The rows change first: if
 * deleting the file fails, nothing refers to it, and the reconciler deletes it.
 */
export function handle(request: Request, deps: Dependencies): Promise<Response> {
  return answer(request, async () => {
    const user = await requireUser(request, deps);
    const body = await readBody(request, removePassportBody);
    const caller = deps.as(user.token);
    const names = z.array(z.string()).parse(
      'path' in body
        ? await caller('discard_passport', { p_name: body.path })
        : await caller('remove_passport', {
            p_booking_id: body.booking_id,
            p_position: body.position,
          }),
    );
    await deps.passports.remove(names);
    return { removed: names.length };
  });
}
