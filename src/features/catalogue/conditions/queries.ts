import { msg } from '@lingui/core/macro';
import { queryOptions } from '@tanstack/react-query';
import { run } from '@/lib/api/run';
import { apiUrl } from '@/lib/env';
import { currentLanguage } from '@/lib/i18n/i18n';
import { innerTextColumns, localize, localizeInner, localizeNames, textColumns } from '@/lib/i18n/listing-texts';

export const conditionKeys = {
  all: ['conditions'] as const,
  current: (territoryIds: readonly string[]) => [...conditionKeys.all, 'current', ...territoryIds] as const,
  recent: (territoryId: string) => [...conditionKeys.all, 'recent', territoryId] as const,
};

const columns = () =>
  `id, territory_id, subject, state, text, ${textColumns()}, source_url, touches_all, starts_at, ends_at, changed_at,
  poster:profile_cards!conditions_poster_card_fkey(full_name), territory:territories(time_zone)` as const;
const SERVICES = 'services:condition_services(service_id)' as const;
/** With names, for the page of alerts. Services that the reader may not see have none. */
const NAMED_SERVICES =
  'services:condition_services(service_id, kind, service:services!condition_services_service_id_kind_fkey(title, names))' as const;
const failed = msg`Failed to load travel alerts`;

async function getCurrent(territoryIds: readonly string[], signal: AbortSignal) {
  const rows = await run(
    (db) =>
      db
        .from('conditions')
        .select(`${columns()}, ${SERVICES}` as const)
        .in('territory_id', territoryIds)
        .gt('ends_at', new Date().toISOString())
        .order('changed_at', { ascending: false })
        .limit(100)
        .abortSignal(signal),
    failed,
  );
  return rows.map((row) => localize(row, ['text']));
}

export type Condition = Awaited<ReturnType<typeof getCurrent>>[number];

/** Returns the current travel alerts of these territories, newest first. */
export const conditionsQuery = (territoryIds: readonly string[]) =>
  queryOptions({
    queryKey: conditionKeys.current(territoryIds),
    queryFn: ({ signal }) => getCurrent(territoryIds, signal),
    staleTime: 60_000,
    refetchInterval: 300_000,
    enabled: territoryIds.length > 0,
  });

const HISTORY_DAYS = 30;

async function getRecent(territoryId: string, signal: AbortSignal) {
  const rows = await run(
    (db) =>
      db
        .from('conditions')
        .select(
          `${columns()}, ${NAMED_SERVICES}, changes:condition_changes(revision, state, text, ${innerTextColumns}, ends_at, changed_at)` as const,
        )
        .eq('territory_id', territoryId)
        .gt('ends_at', new Date(Date.now() - HISTORY_DAYS * 86_400_000).toISOString())
        .order('changed_at', { ascending: false })
        .limit(200)
        .abortSignal(signal),
    failed,
  );
  // The alerts are filtered here rather than while rendering, because the first render must equal the built page.
  const now = Date.now();
  return rows.map(({ changes, ...row }) => ({
    ...localize(row, ['text']),
    services: row.services.map(({ service, ...one }) => ({
      ...one,
      service: service && localizeNames(service, ['title']),
    })),
    begun: Date.parse(row.starts_at) <= now,
    ended: Date.parse(row.ends_at) <= now,
    changes: changes.map((change) => localizeInner(change, ['text'])).sort((a, b) => b.revision - a.revision),
  }));
}

export type RecentCondition = Awaited<ReturnType<typeof getRecent>>[number];

/** Returns the alerts of the last 30 days with their revisions. */
export const recentConditionsQuery = (territoryId: string) =>
  queryOptions({
    queryKey: conditionKeys.recent(territoryId),
    queryFn: ({ signal }) => getRecent(territoryId, signal),
    staleTime: 60_000,
    refetchInterval: 300_000,
  });

/** Returns the address of the feed. */
export const conditionsFeed = (territoryId: string): string =>
  `${apiUrl}/functions/v1/conditions-feed?territory=${encodeURIComponent(territoryId)}&language=${currentLanguage().code}`;

/** Returns whether an alert affects a service. */
export const touches = (condition: Pick<Condition, 'touches_all' | 'services'>, serviceId: string): boolean =>
  condition.touches_all || condition.services.some(({ service_id }) => service_id === serviceId);
