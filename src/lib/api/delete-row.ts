import type { MessageDescriptor } from '@lingui/core';
import { i18n } from '@/lib/i18n/i18n';
import { AppError } from './errors.ts';
import { mapFailure } from './map-failure.ts';
import { run } from './run.ts';

/** Rows of these tables are only archived while bookings refer to them. */
type Archived = 'services';
type Deleted = 'territory_tags' | 'driver_schedules' | 'pickup_locations';

/**
 * Deletes a row. A row that doesn't exist counts as deleted. Policies hide rows instead of refusing, and the
 * database then reports success, so a row that still exists afterwards was refused.
 */
export async function deleteRow(table: Archived | Deleted, id: string, failed: MessageDescriptor): Promise<void> {
  const gone = await run((db) => db.from(table).delete().eq('id', id).select('id'), failed);
  if (gone.length > 0) return;
  const left = await run(
    (db) =>
      table === 'services'
        ? db.from(table).select('id').eq('id', id).is('archived_at', null)
        : db.from(table).select('id').eq('id', id),
    failed,
  );
  if (left.length === 0) return;
  const { message: detail } = await mapFailure({ message: '' }, undefined, 403);
  throw new AppError('forbidden', i18n._(failed), { status: 403, detail });
}
