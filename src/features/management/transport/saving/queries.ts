import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { AppError, isDuplicate } from '@/lib/api/errors';
import { run } from '@/lib/api/run';
import { assertVersion } from '@/lib/api/versions';
import { i18n } from '@/lib/i18n/i18n';
import type { Database } from '@/types/database';

type Table = Database['public']['Tables']['territory_transports'];
type New = Omit<Table['Insert'], 'id' | 'territory_id'>;

interface Saving<Row> {
  id: string;
  row: Row;
  /** The key of the form's save. */
  key: string;
  /** The failure text. */
  failed: MessageDescriptor;
}

/**
 * Adds a service, for managers and shuttle managers. The browser chooses the id, so a retry after a lost answer creates
 * no second service and writes the current form.
 */
export async function addTransport({ territoryId, ...saving }: Saving<New> & { territoryId: string }): Promise<void> {
  const { id, row, failed, key } = saving;
  try {
    await run((db) => db.from('territory_transports').insert({ id, territory_id: territoryId, ...row }), failed, key);
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    await updateTransport({ ...saving, expectedVersion: null });
  }
}

/** Only over the version read ('changed_meanwhile' otherwise); null overwrites. */
export async function updateTransport({
  id,
  row,
  failed,
  key,
  expectedVersion,
}: Saving<Table['Update']> & { expectedVersion: string | null }): Promise<void> {
  const saved = await run(
    (db) => {
      const update = db.from('territory_transports').update(row).eq('id', id).is('archived_at', null);
      return (expectedVersion === null ? update : update.eq('updated_at', expectedVersion)).select('id');
    },
    failed,
    key,
  );
  if (saved.length === 0 && (await transportVersion(id)) === null)
    throw new AppError('not_found', i18n._(msg`Transport not found or you do not have permission to edit it`));
  assertVersion(saved);
}

/** When it last changed; null if it is gone. */
export async function transportVersion(id: string): Promise<string | null> {
  const row = await run(
    (db) => db.from('territory_transports').select('updated_at').eq('id', id).is('archived_at', null).maybeSingle(),
    msg`Failed to save transport service. Please try again.`,
  );
  return row?.updated_at ?? null;
}
