import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { conditionKeys } from '@/features/catalogue/conditions/queries';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import type { DepartureName } from '@/features/departures/departure-name';
import { run } from '@/lib/api/run';
import { translatedColumns } from '../catalogue/translations';
import type { ConditionValues } from './schema';

const FAILED = msg`Failed to load conditions`;

async function getManaged(territoryId: string, signal: AbortSignal) {
  return run(
    (db) =>
      db
        .from('conditions')
        .select(
          `id, subject, state, text, language, translations, source_url, touches_all, starts_at, ends_at, revision, changed_at,
          poster:profile_cards!conditions_poster_card_fkey(full_name), services:condition_services(experience_id, transport_id)`,
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

/** The conditions of a territory that have not ended, as they were written. */
export const managedConditionsQuery = (territoryId: string) =>
  queryOptions({
    queryKey: [...conditionKeys.all, 'managed', territoryId],
    queryFn: ({ signal }) => getManaged(territoryId, signal),
  });

/** Posts a condition or changes it. `expectedVersion`: its revision as the form was filled from it; null for a new one. */
export async function saveCondition(
  territoryId: string,
  { id, expectedVersion }: { id: string; expectedVersion: number | null },
  { tell, ...condition }: ConditionValues,
): Promise<void> {
  await run(
    (db) =>
      db.rpc('save_condition', {
        p_id: id,
        p_territory_id: territoryId,
        p_expected_revision: expectedVersion as number,
        p_condition: translatedColumns(condition),
        p_tell: tell,
      }),
    msg`Failed to save the condition`,
  );
}

/** The departures that a condition touches while it lasts and that have not left yet: the first 200. */
export async function touchedDepartures(id: string): Promise<DepartureName[]> {
  const rows = await run(
    (db) => db.rpc('condition_departures', { p_id: id }),
    msg`Failed to load data. Please try again later.`,
  );
  return rows.map((row) => ({
    kind: row.kind as ServiceKind,
    serviceId: row.service_id,
    timeslotId: row.timeslot_id,
    date: row.service_date,
  }));
}

export async function endCondition(id: string): Promise<void> {
  await run((db) => db.rpc('end_condition', { p_id: id }), msg`Failed to end the condition`);
}
