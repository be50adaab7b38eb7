import { msg } from '@lingui/core/macro';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { run } from '@/lib/api/run';

/** Writes to every booking of a departure; under the same idempotency key once. → to how many */
export async function sendGroupMessage(
  kind: ServiceKind,
  departureId: string,
  text: string,
  idempotencyKey: string,
): Promise<number> {
  const answer = await run(
    (db) =>
      db.rpc('send_group_message', {
        p_kind: kind,
        p_departure_id: departureId,
        p_message: text,
        p_idempotency_key: idempotencyKey,
      }),
    msg`Failed to send message`,
  );
  return typeof answer === 'object' && answer !== null && 'sent' in answer ? Number(answer.sent) : 0;
}
