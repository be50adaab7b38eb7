import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod/mini';
import { conditionKeys } from '@/features/catalogue/conditions/queries';
import { cancellationShape, EMPTY_PREVIEW, type Preview, previewQuery } from '@/features/departures/cancelling/queries';
import type { DepartureName } from '@/features/departures/departure-name';
import { keepTrying } from '@/lib/api/keep-trying';
import { readAnswer } from '@/lib/api/read-answer';
import { run } from '@/lib/api/run';
import { translatedColumns } from '../catalogue/translations';
import type { ConditionValues } from './schema';

const FAILED = msg`Failed to load travel alerts`;

async function getManaged(territoryId: string, signal: AbortSignal) {
  return run(
    (db) =>
      db
        .from('conditions')
        .select(
          `id, subject, state, text, language, translations, source_url, touches_all, starts_at, ends_at, revision, changed_at,
          poster:profile_cards!conditions_poster_card_fkey(full_name), services:condition_services(service_id)`,
        )
        .eq('territory_id', territoryId)
        .gt('ends_at', new Date().toISOString())
        .order('changed_at', { ascending: false })
        .limit(100)
        .abortSignal(signal),
    FAILED,
  );
}

export type ManagedCondition = Awaited<ReturnType<typeof getManaged>>[number];

/** Returns a territory's current alerts in their original language. */
export const managedConditionsQuery = (territoryId: string) =>
  queryOptions({
    queryKey: [...conditionKeys.all, 'managed', territoryId],
    queryFn: ({ signal }) => getManaged(territoryId, signal),
  });

export type ConditionScope = Pick<ConditionValues, 'starts_at' | 'ends_at' | 'touches_all' | 'service_ids'>;

/** Which departures are cancelled together with an alert. Each key is applied only once. */
export interface CancelWith {
  key: string;
  departures: Preview['departures'];
}

/**
 * Posts or changes an alert and cancels departures with it, in one transaction. `expectedVersion` is the revision
 * that the form was filled from, or null for a new alert.
 */
export async function saveCondition(
  territoryId: string,
  { id, expectedVersion, key }: { id: string; expectedVersion: number | null; key: string },
  { tell, cancel: _, ...condition }: ConditionValues,
  cancel: CancelWith | null,
) {
  const answer = await run(
    (db) =>
      db.rpc('save_condition', {
        p_id: id,
        p_territory_id: territoryId,
        p_expected_revision: expectedVersion as number,
        p_condition: translatedColumns(condition),
        p_tell: tell,
        ...(cancel && { p_cancel: { key: cancel.key, departures: cancel.departures.map(nameOf) } }),
      }),
    msg`Failed to save the travel alert`,
    key,
  );
  return readAnswer(savedShape, answer).cancellation;
}

const savedShape = z.object({ cancellation: z.nullable(cancellationShape) });

const nameOf = ({ service_id, slot_id, service_date }: Preview['departures'][number]) => ({
  service_id,
  slot_id,
  service_date,
});

/** Returns the first 200 future departures that an alert affects. */
export async function touchedDepartures(
  territoryId: string,
  { starts_at, ends_at, touches_all, service_ids }: ConditionScope,
): Promise<DepartureName[]> {
  const rows = await run(
    (db) =>
      db.rpc('condition_departures', {
        p_territory_id: territoryId,
        p_condition: { starts_at, ends_at, touches_all, service_ids },
      }),
    msg`Failed to load data. Please try again later.`,
  );
  return rows.map((row) => ({
    serviceId: row.service_id,
    slotId: row.slot_id,
    date: row.service_date,
  }));
}
export const MAX_CANCELLED = 200;

/** Returns what cancelling all affected departures would refund. */
export const closedPreviewQuery = (territoryId: string, scope: ConditionScope) =>
  queryOptions({
    queryKey: [...conditionKeys.all, 'closed', territoryId, scope],
    queryFn: async ({ client }) => {
      const departures = await touchedDepartures(territoryId, scope);
      return departures.length > 0 ? client.fetchQuery(previewQuery({ departures })) : EMPTY_PREVIEW;
    },
    ...keepTrying,
    staleTime: 0,
    gcTime: 0,
  });

export async function endCondition(id: string): Promise<void> {
  await run((db) => db.rpc('end_condition', { p_id: id }), msg`Failed to end the travel alert`);
}
