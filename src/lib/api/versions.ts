import { msg } from '@lingui/core/macro';
import { i18n } from '@/lib/i18n/i18n';
import { AppError } from './errors.ts';
import { run } from './run.ts';

const CODE = 'changed_meanwhile';

/**
 * Checks an update that requires the row to be unchanged since it was read, as in `.eq('id', id).eq('updated_at',
 * expectedVersion).select(…)`. If someone else has saved since, no row is returned and this throws a conflict
 * error.
 */
export function assertVersion<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (row === undefined) throw new AppError(CODE, i18n._(msg`Someone else changed this while you were working on it`));
  return row;
}

export const isVersionConflict = (error: unknown): boolean => error instanceof AppError && error.code === CODE;

/**
 * Returns what happened to the reader's own save with this key: 'latest' if it is stored and unchanged since,
 * 'stored' if someone has changed the record since, and 'unknown' if it never arrived.
 */
export async function ownSave(key: string): Promise<'latest' | 'stored' | 'unknown'> {
  const isLatest: boolean | null = await run((db) => db.rpc('own_save', { p_key: key }));
  if (isLatest === null) return 'unknown';
  return isLatest ? 'latest' : 'stored';
}
