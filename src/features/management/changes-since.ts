import { msg } from '@lingui/core/macro';
import { run } from '@/lib/api/run';
import type { OthersChange } from '@/ui/form/ConflictNotice';

/**
 * Returns who has changed a service or a territory since a version of it was read, and the labels of the fields. A
 * record that was never saved has no changes.
 */
export async function changesSince(
  table: 'services' | 'territories',
  id: string | undefined,
  since: string | null,
): Promise<OthersChange[]> {
  if (!id || !since) return [];
  const args = { p_kind: table, p_id: id, p_since: since };
  const [{ fieldLabel }, rows] = await Promise.all([
    import('./field-labels'),
    run((db) => db.rpc('changes_since', args), msg`Failed to load data. Please try again later.`),
  ]);
  return rows.map(({ name, fields }) => ({ name, fields: [...new Set(fields.map(fieldLabel))] }));
}
