import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
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

async function getTerritoryDay(territoryId: string, signal: AbortSignal) {
  const [day] = await run(
    (db) => db.rpc('territory_day', { p_territory_id: territoryId }).abortSignal(signal),
    msg`Failed to load data. Please try again later.`,
  );
  return day ?? null;
}

/** How many people go somewhere in a territory today, and when the first of them leave. */
export const territoryDayQuery = (territoryId: string) =>
  queryOptions({
    queryKey: ['territory-day', territoryId],
    queryFn: ({ signal }) => getTerritoryDay(territoryId, signal),
  });
