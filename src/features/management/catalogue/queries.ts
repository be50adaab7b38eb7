import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { type QueryClient, type QueryKey, queryOptions } from '@tanstack/react-query';
import type { ServiceKind } from '@/features/catalogue/service-kind';
import { everyMemberQuery } from '@/features/management/team/queries';
import { AppError } from '@/lib/api/errors';
import type { Nullable } from '@/lib/api/nullable';
import { pagedQuery, pageOf } from '@/lib/api/paging';
import { run } from '@/lib/api/run';
import { currencyExponent } from '@/lib/format/money';
import { isUuid } from '@/lib/format/uuid';
import { i18n } from '@/lib/i18n/i18n';
import { localizeTitle, type Untranslated } from '@/lib/i18n/listing-texts';
import type { Database, Json } from '@/types/database';
import { territoryCountsKey } from '../queries';

export const catalogueKeys = {
  all: ['catalogue'] as const,
  territory: (territoryId: string) => [...catalogueKeys.all, 'territory', territoryId] as const,
  kind: (kind: ServiceKind) => [...catalogueKeys.all, kind] as const,
  list: (kind: ServiceKind, territoryId: string) => [...catalogueKeys.kind(kind), 'list', territoryId] as const,
  found: (kind: ServiceKind, territoryId: string, q: string) => [...catalogueKeys.list(kind, territoryId), q] as const,
  one: (kind: ServiceKind, id: string) => [...catalogueKeys.kind(kind), 'one', id] as const,
};

/** A row in the list of a territory's services. */
export interface ServiceRow {
  id: string;
  title: string;
  untranslated?: Untranslated<'title'>;
  visible: boolean;
}

/** Returns the currency and time zone of the territory whose service is edited. */
export const serviceTerritoryQuery = (territoryId: string) =>
  queryOptions({
    queryKey: catalogueKeys.territory(territoryId),
    queryFn: ({ signal }) =>
      run(
        (db) =>
          db
            .from('territories')
            .select('id, name, currency_code, currency_symbol, time_zone')
            .eq('id', territoryId)
            .abortSignal(signal)
            .maybeSingle(),
        msg`Failed to load data. Please try again later.`,
      ),
    staleTime: 60_000,
  });

/** The symbol and the decimals of a territory's currency. */
export interface Currency {
  symbol: string;
  digits: number;
}

export const currencyOf = (
  territory: { currency_symbol: string; currency_code: string } | null | undefined,
): Currency => ({
  symbol: territory?.currency_symbol ?? 'Q',
  digits: currencyExponent(territory?.currency_code ?? 'GTQ'),
});

/** Returns everyone who is a guide in the territory, by name, even if their profile has another territory. */
export const guidesQuery = (territoryId: string) => everyMemberQuery(territoryId, 'tour_guide');

export const editedServiceQuery = <Service>(
  kind: ServiceKind,
  id: string,
  read: (signal: AbortSignal) => Promise<Service | null>,
) =>
  queryOptions({
    queryKey: catalogueKeys.one(kind, id),
    queryFn: ({ signal }) => (isUuid(id) ? read(signal) : null),
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

type Row = Database['public']['Functions']['list_services']['Returns'][number];
/** A row in the list of experiences or of transport. */
export type ManagedService = Omit<
  Nullable<Row, 'shared_price' | 'private_price' | 'featured_order' | 'guide_id' | 'guide_name' | 'guide_avatar'>,
  'titles'
> & { untranslated?: Untranslated<'title'> };

type Cursor = Pick<Row, 'rank' | 'sort_title' | 'id'>;
const PAGE_SIZE = 50;

/**
 * Returns a territory's services of one kind page by page, including hidden ones. Featured ones come first in their
 * order, then the others by title.
 */
export const managedServicesQuery = (kind: ServiceKind, territoryId: string, q: string) =>
  pagedQuery(catalogueKeys.found(kind, territoryId, q), async (cursor: Cursor | null, signal) => {
    const search = q ? { p_search: q } : {};
    const after = cursor && { p_after_rank: cursor.rank, p_after_title: cursor.sort_title, p_after_id: cursor.id };
    const args = { p_territory_id: territoryId, p_kind: kind, ...search, ...after, p_limit: PAGE_SIZE };
    const rows = await run(
      (db) => db.rpc('list_services', args).abortSignal(signal),
      msg`Failed to load data. Please try again later.`,
    );
    const shown = rows.map((row): ManagedService => localizeTitle(row));
    return pageOf(shown, PAGE_SIZE, (last): Cursor => last);
  });

/** Shows a service on the public pages, or hides it. */
export async function setServiceVisible({ id, visible }: { id: string; visible: boolean }): Promise<void> {
  const failed = msg`Failed to update visibility`;
  const rows = await run((db) => db.from('services').update({ visible }).eq('id', id).select('id'), failed);
  if (rows.length === 0) throw new AppError('not_found', i18n._(failed));
}

/** Makes a hidden copy with this id. The same id makes only one, so that a request without a response can be repeated. */
export async function duplicateService(id: string, copyId: string): Promise<void> {
  await run(
    (db) => db.rpc('duplicate_service', { p_id: id, p_copy_id: copyId }),
    msg`We couldn't duplicate this service. Please try again.`,
  );
}

/**
 * Refetches a territory's services. `publicKey` is the key of the public lists. With `refetchType` 'none' they are
 * only marked as outdated.
 */
export const refreshServices = (client: QueryClient, publicKey: QueryKey, refetchType: 'active' | 'none' = 'active') =>
  Promise.all(
    [catalogueKeys.all, publicKey, territoryCountsKey].map((queryKey) =>
      client.invalidateQueries({ queryKey, refetchType }),
    ),
  );

export interface ServiceRecord {
  id: string;
  expectedVersion: string | null;
  key: string;
}

/** Saves a service with its slots and the rest of its form in one transaction. */
export async function saveService(
  kind: ServiceKind,
  territoryId: string,
  { id, expectedVersion, key }: ServiceRecord,
  p: Json,
  failed: MessageDescriptor,
): Promise<void> {
  await run(
    (db) =>
      db.rpc('save_service', {
        p_kind: kind,
        p_id: id,
        p_territory_id: territoryId,
        // A new service passes null, which the generated type doesn't allow.
        p_expected_version: expectedVersion as string,
        p,
      }),
    failed,
    key,
  );
}

/** Returns when a service was last changed, or null if it no longer exists. */
export async function serviceVersion(id: string): Promise<string | null> {
  const row = await run(
    (db) => db.from('services').select('updated_at').eq('id', id).is('archived_at', null).maybeSingle(),
    msg`Failed to load data. Please try again later.`,
  );
  return row?.updated_at ?? null;
}
